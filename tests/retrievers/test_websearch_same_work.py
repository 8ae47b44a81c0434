"""R10: the same study at four addresses is one work; one agency story on five sites is one source."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from works import group_works

from retrievers.websearch.same_work import (
    NEAR_EQUAL,
    Work,
    is_same_origin,
    is_same_work,
    make_work,
)
from retrievers.websearch.shingles import Fingerprint, containment, similarity
from retrievers.websearch.work_ids import ids_of_text, ids_of_url, parse_doi

VOCABULARY = [
    f"{a}{b}{c}" for a in ("har", "tid", "ves", "mol", "gran") for b in ("bo", "a", "el", "i") for c in "rstnklm"
]


def prose(words: int, seed: int) -> str:
    """A text of so many words with a sentence's end now and then, the same for the same seed."""
    rng = random.Random(seed)
    return " ".join(rng.choice(VOCABULARY) + (". " if rng.random() < 0.08 else "") for _ in range(words))


def reworded(text: str, share: float, seed: int = 7) -> str:
    """The text with that share of its words replaced, anywhere."""
    rng = random.Random(seed)
    words = text.split()
    for at in rng.sample(range(len(words)), round(share * len(words))):
        words[at] = f"other{rng.randrange(1000)}"
    return " ".join(words)


def work(key: str, text: str, url: str = "", **named: str) -> Work:
    return make_work(key, url or f"https://{key}.example/story", text, **named)


ABSTRACT, BODY = prose(180, 1), prose(3000, 2)
TITLE = "Tidal turbines and the eel migration of the Skerra estuary"


def test_a_study_at_journal_preprint_index_and_mirror_is_one_work_in_any_order() -> None:
    journal = work(
        "journal",
        f"{TITLE}\n{ABSTRACT}\n{BODY}",
        "https://www.journal.example/doi/full/10.1234/Skerra.2025.7",
        title=TITLE,
    )
    draft = f"{TITLE} {ABSTRACT} {reworded(BODY, 0.1)}"
    preprint = work("preprint", draft, "https://preprints.example/2025.01.7v2", title=f"{TITLE} | Preprints")
    index = work("index", f"{TITLE}. {ABSTRACT}", "https://index.example/r/99", doi="doi:10.1234/skerra.2025.7")
    mirror = work("mirror", f"{TITLE} {ABSTRACT} {BODY}", "https://mirror.example/papers/skerra.pdf")
    pages = [journal, preprint, index, mirror]
    for order in (pages, pages[::-1], [index, mirror, preprint, journal]):
        assert set(group_works(order).work.values()) == {"index"}


def test_a_wire_story_on_five_sites_is_one_origin_reworded_or_shortened() -> None:
    story = prose(450, 3)
    sites = [
        work("a", story),
        work("b", f"{story} Reporting by our own desk."),
        work("c", reworded(story, 0.05)),
        work("d", " ".join(story.split()[:120])),
        work("e", story.upper().replace(".", " –")),
    ]
    other = work("other", prose(450, 4))
    groups = group_works([*sites, other])
    assert {groups.origin[site.key] for site in sites} == {"a"}
    assert groups.origin["other"] == "other"


def test_five_percent_of_words_changed_anywhere_is_below_near_equal_and_still_one_pen() -> None:
    story = prose(2000, 5)
    changed = work("b", reworded(story, 0.05))
    assert 0.5 < similarity(work("a", story).text, changed.text) < NEAR_EQUAL
    assert is_same_origin(work("a", story), changed)
    assert not is_same_work(work("a", story), changed)


def test_texts_from_one_template_with_other_numbers_are_two_works() -> None:
    districts = [prose(60, n) for n in range(20)]
    filled = [" ".join(f"{words} {40 + n * k}" for n, words in enumerate(districts)) for k in (1, 3)]
    assert similarity(Fingerprint.of(filled[0]), Fingerprint.of(filled[1])) > NEAR_EQUAL
    assert not is_same_work(work("one", filled[0]), work("two", filled[1]))


def test_a_page_cannot_make_itself_part_of_another_by_its_own_word() -> None:
    journal = work("journal", BODY, "https://www.journal.example/doi/10.1234/skerra", title=TITLE)
    liar = make_work(
        "liar",
        "https://liar.example/10.1234/skerra",
        prose(900, 8),
        title=TITLE,
        canonical="https://www.journal.example/doi/10.1234/skerra",
        doi="10.1234/skerra",
    )
    assert not is_same_origin(journal, liar)


def test_a_news_story_that_names_the_study_is_not_the_study() -> None:
    study = work("study", f"doi:10.1234/skerra {BODY}", "https://www.journal.example/10.1234/skerra")
    news = work("news", f"{prose(600, 9)} Journal reference: doi:10.1234/skerra")
    assert not is_same_origin(study, news)


def test_two_addresses_of_one_site_are_one_work_by_canonical_link_number_or_tracking_key() -> None:
    text = prose(100, 10)
    page = work("a", text, "https://a.example/x?utm_source=mail")
    assert is_same_work(page, work("b", "short", "http://www.a.example/x"))
    assert is_same_work(page, work("b", "short", "https://m.a.example/amp/x", canonical="https://a.example/x"))
    abstract = work("abs", "short", "https://arxiv.org/abs/2401.00001")
    assert is_same_work(abstract, work("pdf", text, "https://arxiv.org/pdf/2401.00001v3"))
    assert not is_same_work(abstract, work("pdf", text, "https://arxiv.org/pdf/2401.00002"))


def test_a_site_that_calls_all_its_pages_by_its_first_one_has_as_many_works_as_texts() -> None:
    pages = [
        work(key, prose(300, seed), f"https://a.example/{key}", canonical="https://a.example/")
        for key, seed in (("p", 20), ("q", 21))
    ]
    first = work("first", prose(300, 22), "https://a.example/")
    assert len(set(group_works([*pages, first]).origin.values())) == 3


def test_short_texts_are_alike_only_when_equal() -> None:
    assert not is_same_origin(
        work("a", "Page not found on this server today"), work("b", "Page not found on this server")
    )


def test_chinese_is_compared_by_characters() -> None:
    story = "斯凯拉港的潮汐涡轮机于二零二五年三月投入运行，渔民担心鳗鱼洄游受到影响，港务局表示将继续监测。" * 2
    a = work("a", story + "记者报道完毕并将持续关注后续进展情况")
    b = work("b", story)
    assert is_same_origin(a, b)
    assert (
        similarity(
            a.text, Fingerprint.of("上海证券交易所今日公布了新的上市规则，投资者反应平静，市场成交量略有上升。" * 2)
        )
        == 0
    )


@pytest.mark.parametrize(
    ("url", "ids"),
    [
        ("https://doi.org/10.1038/S41586-020-2649-2", {"doi:10.1038/s41586-020-2649-2"}),
        ("https://www.biorxiv.org/content/10.1101/2020.01.30.927871v2.full.pdf", {"doi:10.1101/2020.01.30.927871"}),
        ("https://onlinelibrary.example/doi/abs/10.1002/(SICI)1097", {"doi:10.1002/(sici)1097"}),
        ("https://x.example/doi/pdf/10.1000%2Fabc?download=1", {"doi:10.1000/abc"}),
        ("https://arxiv.org/abs/2401.00001v2", {"arxiv:2401.00001"}),
        ("https://arxiv.org/pdf/hep-th/9901001", {"arxiv:hep-th/9901001"}),
        ("https://doi.org/10.48550/arXiv.2401.00001", {"arxiv:2401.00001"}),
        ("https://x.example/version/10.15/notes", set[str]()),
        ("not an address", set[str]()),
    ],
)
def test_a_number_in_an_address_has_one_form(url: str, ids: set[str]) -> None:
    assert ids_of_url(url) == ids


def test_a_text_that_names_several_works_at_its_head_is_none_of_them() -> None:
    assert ids_of_text("doi: 10.1000/a. Then") == {"doi:10.1000/a"}
    assert ids_of_text("10.1000/a and 10.1000/b") == frozenset()
    assert ids_of_text("x" * 3000 + " 10.1000/a") == frozenset()
    assert parse_doi("https://doi.org/10.1000/A.") == "doi:10.1000/a"
    assert parse_doi("none") is None


WORDS = st.lists(st.sampled_from(VOCABULARY), max_size=120)


@given(WORDS, WORDS)
def test_likeness_is_symmetric_bounded_and_whole_for_itself(a: list[str], b: list[str]) -> None:
    one, other = Fingerprint.of(" ".join(a)), Fingerprint.of(" ".join(b))
    assert similarity(one, other) == similarity(other, one)
    assert 0 <= similarity(one, other) <= containment(one, other) + 1e-9 <= 1 + 2e-9
    assert similarity(one, one) == (1.0 if a else 0.0)


@given(st.lists(st.tuples(st.integers(0, 3), st.sampled_from([0.0, 0.03, 0.3])), min_size=1, max_size=6), st.randoms())
def test_groups_do_not_hang_on_the_order_and_works_lie_inside_origins(
    made: list[tuple[int, float]], rng: random.Random
) -> None:
    works = [work(f"k{at}", reworded(prose(150, seed), share, at)) for at, (seed, share) in enumerate(made)]
    groups = group_works(works)
    shuffled = works[:]
    rng.shuffle(shuffled)
    assert group_works(shuffled) == groups
    for a in works:
        for b in works:
            if groups.work[a.key] == groups.work[b.key]:
                assert groups.origin[a.key] == groups.origin[b.key]


def test_a_stored_fingerprint_estimates_what_the_whole_one_says() -> None:
    worst = 0.0
    for seed in range(20):
        story = prose(3000, seed)
        other = reworded(story, 0.01 * seed, seed)
        one, two = Fingerprint.of(story), Fingerprint.of(other)
        stored = Fingerprint.load(one.dump())
        assert len(one.dump()) == 2056
        assert (stored.size, stored.is_whole) == (one.size, False)
        worst = max(worst, abs(similarity(stored, two) - similarity(one, two)))
    assert worst < 0.1
