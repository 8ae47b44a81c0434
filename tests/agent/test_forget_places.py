"""Every property that can hold words has its place in what erasing goes through, or is known to hold none."""

import json

import pytest

from agent.forget.find import hash_said
from agent.forget.places import MADE, OWN, REASONS, redacted_texts
from agent.forget.redact import Redactor, find_capitals
from graph.model import NODES, RELATIONSHIPS
from graph.property_types import type_of

TEXT = "The tidal plant in Skerra Sound will cost 61.5 million crowns. Its owner is the Dralbek consortium."
MARK = "[erased 2026-11-30]"
WORDLESS = {
    *("key", "namespace", "created_at", "name"),  # `name` is placed where it is made of a text that is
    *("kind", "state", "status", "status_reason", "status_when_written", "section", "polarity", "stance", "verdict"),
    *("checker", "quote_match", "person_verdict", "verdict_before", "decision", "detected_by", "resolved_by", "by"),
    *("from_status", "to_status", "outcome", "tool", "mode", "stopped_by", "quote_sha256", "request_sha256"),
    *("content_sha256", "said_sha256", "etag", "content_type", "extractor", "extractor_version", "language"),
    *("run_key", "accepted_by", "rejected_by", "code_version", "models", "prompts", "conversation", "target"),
    *("budgets_json", "options_json", "used_json", "work_group", "origin_group", "canonical_key", "kin", "search_ns"),
    *("carried_from", "arm", "method", "valid_precision", "published_precision", "at"),
    *("source_id", "url", "place", "locator", "target_id"),  # addresses, which stay
    *("valid_from", "valid_to", "published_at", "updated_at", "last_modified", "first_words", "unit"),
    "question",  # as it was asked
}
"""Keys, states, hashes, dates, addresses, names of people and runs, and questions."""
WHOLE = {"Assessment": {"reason"}, "EmbeddingModel": None, "SchemaMigration": None, "Question": {"text"}}
"""Where a name that holds words elsewhere holds a code or what was asked; what is of no project holds none at all."""


@pytest.mark.parametrize("kind", NODES, ids=lambda kind: kind.label)
def test_each_property_that_is_text_is_gone_through_by_erasing_or_holds_no_words(kind: object) -> None:
    """One that is new fails here until somebody says which."""
    node = next(one for one in NODES if one is kind)
    if WHOLE.get(node.label, ()) is None:
        return
    texts = {
        name
        for name in node.properties
        if type_of(name) in ("string", "strings") and not name.endswith(("_at", "_before"))
    }
    placed = {*MADE.get(node.label, ()), *OWN.get(node.label, ())}
    assert texts - placed - WORDLESS - (WHOLE.get(node.label) or set()) == set()
    assert placed <= {*node.properties, "name"}, "a place that the vocabulary has not"


def test_of_relationships_only_the_reason_of_two_names_is_text() -> None:
    texts = {(one.type, name) for one in RELATIONSHIPS for name in one.properties if type_of(name) == "string"}
    assert {(kind, name) for kind, name in texts if name not in WORDLESS} == {("SAME_AS", "why")}


def test_reasons_that_people_give_are_among_the_places() -> None:
    assert {name for names in MADE.values() for name in names} >= REASONS


def test_a_reason_with_a_name_that_only_the_source_has_loses_that_sentence_alone() -> None:
    words = Redactor([TEXT], MARK)
    reason = {"why": "The Dralbek numbers are old. Ask the council."}
    assert redacted_texts(reason, words, rare={"dralbek"}) == {"why": f"{MARK} Ask the council."}
    assert redacted_texts({"why": "He dralbeked."}, words, rare={"dralbek"}) == {}
    assert redacted_texts(reason, words) == {}


def test_a_word_with_a_capital_within_a_sentence_is_told_from_one_at_its_beginning() -> None:
    assert find_capitals("The Dralbek group. Numbers are old, Ada says") == {
        "the": False, "dralbek": True, "numbers": False, "ada": True,
    }  # fmt: skip
    assert find_capitals("工厂 is 5") == {}


def test_a_sentence_in_other_words_is_the_sources_where_all_quotes_beside_it_are() -> None:
    words = Redactor([TEXT], MARK)
    quote = "The tidal plant in Skerra Sound will cost 61.5 million crowns."
    both = {"text": "It is dear.", "citations": [{"quote": quote}, {"quote": "Others say that it is dear."}]}
    alone = {"text": "It is dear.", "kind": "factual", "citations": [{"quote": quote, "passage": "P1"}]}
    assert words.redact_value(both)["text"] == "It is dear."
    assert words.redact_value(alone) == {
        "text": MARK, "kind": "factual", "citations": [{"quote": MARK, "passage": "P1"}],
    }  # fmt: skip
    assert words.redact_value({"sentences": [alone, both], "note": "two of them"})["note"] == "two of them"
    assert words.redact_value(words.redact_value(alone)) == words.redact_value(alone)
    asked = words.keeping(["It is dear."])
    assert asked.redact_value(alone)["text"] == "It is dear."


def test_a_claim_told_in_other_words_is_known_with_all_that_was_read_from_it() -> None:
    told = "Divers of Karvolin will test first"
    words = Redactor(
        [TEXT], MARK, told=[told], facets=["Divers of Karvolin"], standing=["Nobody tests it at all first."]
    )
    row = {
        "text": told,
        "subject": "Divers of Karvolin",
        "value": "9",
        "score": 0.5,
        "other": "Nobody tests it at all first.",
    }
    assert words.redact_value(row) == {
        "text": MARK, "subject": MARK, "value": MARK, "score": 0.5, "other": "Nobody tests it at all first.",
    }  # fmt: skip
    assert words.redact_value({"c.subject": "divers of Karvolin"}) == {"c.subject": MARK}
    assert words.redact(f"So {told.lower()}, they say.") == MARK


def test_json_that_was_cut_is_read_as_text() -> None:
    words = Redactor([TEXT], MARK)
    cut = json.dumps({"rows": [{"a": TEXT}]})[:-3]
    assert MARK in redacted_texts({"output_json": cut}, words)["output_json"]


def test_the_short_name_of_a_text_follows_it() -> None:
    words = Redactor([TEXT], MARK)
    texts = {"text": "Its owner is the Dralbek consortium.", "name": "Its…"}
    assert redacted_texts(texts, words) == {"text": MARK, "name": MARK}


def test_what_a_source_was_called_cannot_be_read_from_its_deletion_and_is_the_same_however_spaced() -> None:
    assert hash_said("deletion.1", "Quenlith  Ledger") == hash_said("deletion.1", "quenlith ledger")
    assert hash_said("deletion.1", "quenlith ledger") != hash_said("deletion.2", "quenlith ledger")
