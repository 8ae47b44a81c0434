import json

from hypothesis import given
from hypothesis import strategies as st

from graph.rows import batches, bounded_json


@given(st.lists(st.text(max_size=50), max_size=60), st.integers(1, 9), st.integers(1, 200))
def test_every_row_arrives_once_in_order_and_no_batch_is_too_large(texts: list[str], rows: int, size: int) -> None:
    given_rows = [{"text": t} for t in texts]
    cut = list(batches(given_rows, max_rows=rows, max_bytes=size))
    assert [row for batch in cut for row in batch] == given_rows
    assert all(0 < len(batch) <= rows for batch in cut)
    assert all(len(b) == 1 or sum(len(r["text"].encode()) for r in b) <= size for b in cut)


def test_a_step_output_that_is_too_long_is_stored_as_its_length() -> None:
    assert json.loads(bounded_json({"a": "x" * 100}, 50)) == {"cut": True, "characters": 108}
    assert json.loads(bounded_json({"a": 1}, 50)) == {"a": 1}
