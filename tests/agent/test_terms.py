"""The content words of a text, which many steps of a run look for in the same sentences."""

from agent.words.terms import find_terms

TEXT = "The Skerra plant costs 48 million crowns."


def test_what_one_step_does_to_the_words_of_a_text_is_not_seen_by_the_next() -> None:
    first = find_terms(TEXT, "en")
    first.clear()
    assert [term.word for term in find_terms(TEXT, "en")] == ["Skerra", "plant", "costs", "48", "million", "crowns"]


def test_one_text_has_other_words_in_another_language() -> None:
    german = "Die Kosten in Skerra"
    assert [term.word for term in find_terms(german, "en")] == ["Die", "Kosten", "Skerra"]
    assert [term.word for term in find_terms(german, "de")] == ["Kosten", "Skerra"]
