from graph.schema import BASE, VectorSpace, differences, render, vector_index


def test_a_model_id_becomes_names_that_cannot_hold_cypher() -> None:
    space = VectorSpace("Sentence-Transformers/All MiniLM L6`v2", 384)
    assert space.vector_property == "embedding_sentence_transformers_all_minilm_l6_v2"
    assert space.passage_index == "passage_vec_sentence_transformers_all_minilm_l6_v2_384"


def _row(index: object, **changes: object) -> dict[str, object]:
    index = vector_index(VectorSpace("m", 3), "calendar")
    row: dict[str, object] = {
        "name": index.name,
        "type": "VECTOR",
        "labels": ["Current"],
        "properties": [*index.properties, "namespace"],
        "options": {"indexConfig": {"vector.dimensions": 3, "vector.similarity_function": "COSINE"}},
        "state": "ONLINE",
        "constraint": None,
    }
    return row | changes


def test_an_index_of_another_shape_is_told_with_both_shapes() -> None:
    index = vector_index(VectorSpace("m", 3), "calendar")
    assert differences([index], [_row(index)]) == []
    told = differences([index], [_row(index, labels=["Passage"])])
    there = "VECTOR on :Passage(embedding_m, namespace)"
    assert told == [f"index passage_vec_m_3 is {there}, not VECTOR on :Current(embedding_m, namespace)"]
    other = differences([index], [_row(index, options={"indexConfig": {"vector.dimensions": 4}})])
    assert other == ["index passage_vec_m_3 holds 4 dimensions, not 3"]
    assert differences([index], [_row(index, state="FAILED")]) == ["index passage_vec_m_3 has failed on the server"]


def test_an_index_of_somebody_else_is_no_difference() -> None:
    assert differences([], [{"name": "theirs"}]) == []


def test_vectors_are_never_quantised() -> None:
    assert "`vector.quantization.enabled`: false" in render(vector_index(VectorSpace("m", 3), "calendar"))
    assert all("IF NOT EXISTS" in render(index) for index in BASE)
