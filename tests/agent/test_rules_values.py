"""Numbers, shares, dates and units of a claim beside a text: what rules reject, and what they leave to a judge."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.rules.check import RuleCheck, check_claim


def held(claim: str, text: str, language: str = "en") -> RuleCheck:
    return check_claim(claim, text, language=language, text_language=language)


@pytest.mark.parametrize(
    ("claim", "text", "kind", "words"),
    [
        ("The plant employs 310 people.", "The plant employs 300 people.", "number", ("310", "300")),
        ("The plant employs nine people.", "The plant employs 12 people.", "number", ("nine", "12")),
        ("It was the third bridge in Orm.", "It was the second bridge in Orm.", "number", ("third", "second")),
        ("Profits rose by 12 percentage points.", "Profits rose by 12 percent.", "percent", None),
        ("About 40 % of homes are served.", "About 30 % of homes are served.", "percent", ("40 %", "30 %")),
        ("It opened in May 2022.", "It opened in March 2022.", "date", ("May 2022", "March 2022")),
        ("It opened in March 2022.", "It opened in 2022.", "date", ("March 2022", "2022")),
        ("The dose was 5 g a day.", "The dose was 5 mg a day.", "unit", ("5 g", "5 mg")),
        ("The pipe is 5 miles long.", "The pipe is 5 km long.", "unit", ("5 miles", "5 km")),
        ("The repeats are 2.2 Mb long.", "The repeats are 2.2 kb long.", "unit", ("Mb", "kb")),
        ("It costs 48 million dollars.", "It costs 48 million euros.", "unit", None),
        ("Over 150 countries take part.", "Over 15 countries take part.", "number", ("150", "15")),
        ("It supplies 30 to 60 % of homes.", "It supplies 30 to 40 % of homes.", "percent", None),
        ("Up to 40 % of homes were hit.", "At least 40 % of homes were hit.", "quantifier", None),
        ("About 16,400 fewer cars a day entered.", "71,300 cars a day entered, against 85,900 before.", "number", None),
        ("Most of the five wells are dry.", "Two of our five wells are dry.", "quantifier", None),
    ],
)
def test_another_value_than_the_sources_is_named(
    claim: str, text: str, kind: str, words: tuple[str, str] | None
) -> None:
    found = held(claim, text)
    assert (found.verdict, found.checker) == ("rejected", f"rule:{kind}")
    if words:
        assert (found.differences[0].claim, found.differences[0].source) == words


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Twelve nesting pairs were found.", "The survey found 12 nesting pairs."),
        ("The canal is 5,000 m long.", "The length of the canal is 5 km."),
        ("The race is 3.1 miles long.", "The race covers 5 km."),
        ("It reached 212 degrees Fahrenheit.", "It reached 100 degrees Celsius."),
        ("12 percent of the town works there.", "About 12 % of the town has work there."),
        ("A quarter of the 200 samples held lead.", "Of 200 samples, 50 held lead."),
        ("20 percent of households heat with wood.", "One in five households heats with wood."),
        ("The plant opened in 2022.", "The plant opened in March 2022."),
        ("It was finished in Q2 2022.", "It was finished in the second quarter of 2022."),
        ("It cost about 48 million crowns.", "It cost 48.2 million crowns."),
        ("A dozen people came.", "12 people came."),
        ("Two hundred and fifty boats came.", "250 boats came."),
        ("It burned down in 1903 and was rebuilt in 1905.", "It burned down in 1903. It was rebuilt two years later."),
        ("Visitors under 16 enter free.", "Under-16s enter free."),
        ("It protected 81 of every 100 calves.", "It protected 81 percent of the calves."),
        ("More than 2000 pupils signed it.", "It was signed by over two thousand pupils."),
        ("Two second-half goals won the match.", "The match was won by two goals in the second half."),
        ("It will invest SEK 340 million.", "It will invest 340 million Swedish kronor."),
        ("The search turned up no proof of a leak.", "The search found no evidence of a leak."),
        (
            "Kestrel raised its investment to $910 million.",
            "Kestrel has raised its investment in the lithium mine at Orsa Lake from $640 million to $910 million.",
        ),
        (
            "Kestrel raised its investment by 270 million dollars.",
            "Kestrel raised it from $640 million to $910 million.",
        ),
        ("About 14,600 fewer cars a day entered.", "71,300 cars a day entered, against 85,900 before."),
        ("Most of the five wells are dry.", "Three of our five wells are dry."),
    ],
)
def test_the_same_value_in_other_words_is_left_to_a_judge(claim: str, text: str) -> None:
    found = held(claim, text)
    assert (found.verdict, found.differences) == ("unchecked", ())


def test_r2_a_share_that_the_page_never_gave_is_rejected_with_the_missing_values_named() -> None:
    page = "The lung form of the syndrome affects many adult women. Some of them have a collapsed lung."
    found = held("The lung form affects 30-40% of adult women, with pneumothorax in up to 70%.", page)
    assert (found.verdict, found.checker) == ("rejected", "rule:percent")
    assert [(one.claim, one.source) for one in found.differences] == [("30-40%", ""), ("70%", "")]


@pytest.mark.parametrize(
    ("claim", "text", "language", "verdict"),
    [
        ("Der Stollen hat eine Länge von 1.500 Metern.", "Der Stollen ist 1,5 Kilometer lang.", "de", "unchecked"),
        ("Der Stollen ist 1.600 Meter lang.", "Der Stollen ist 1,5 Kilometer lang.", "de", "rejected"),
        ("Zweiundzwanzig Boote kamen.", "22 Boote kamen an.", "de", "unchecked"),
        ("Der Anteil stieg um 3 Prozentpunkte.", "Der Anteil stieg um 3 Prozent.", "de", "rejected"),
        ("Le canal mesure 3 500 mètres.", "Le canal mesure 3,5 kilomètres de long.", "fr", "unchecked"),
        ("Le pont a ouvert en mai 2019.", "Le pont a ouvert en mars 2019.", "fr", "rejected"),
        ("El túnel mide 2.400 metros.", "El túnel mide 2,4 kilómetros de largo.", "es", "unchecked"),
        ("El túnel costó 12 millones de euros.", "El túnel costó 15 millones de euros.", "es", "rejected"),
        ("协会有12条船。", "该协会一共有十二条船。", "zh", "unchecked"),
        ("教堂的塔楼毁于1914年。", "教堂的塔楼毁于1904年。", "zh", "rejected"),
        ("隧道长5000米。", "隧道全长5公里。", "zh", "unchecked"),
        ("隧道长5000公里。", "隧道长5000米。", "zh", "rejected"),
    ],
)
def test_values_are_read_as_the_language_writes_them(claim: str, text: str, language: str, verdict: str) -> None:
    assert held(claim, text, language).verdict == verdict


def test_a_claim_may_carry_the_day_on_which_its_source_was_published() -> None:
    text = "The council approved the plant today, the mayor said."
    claim = "The council approved the plant on 3 May 2024, the mayor said."
    dated = check_claim(claim, text, language="en", text_language="en", published_at="2024-05-03")
    assert dated.verdict == "unchecked"
    assert held(claim, text).checker == "rule:date"


@settings(deadline=None, max_examples=60)
@given(st.integers(20, 9_999), st.integers(20, 9_999))
def test_a_number_is_rejected_just_where_it_is_more_than_a_hundredth_off(stated: int, claimed: int) -> None:
    found = held(f"The harbour has {claimed} berths for boats.", f"The harbour has {stated} berths for boats.")
    is_said = abs(stated - claimed) <= max(0.5, 0.01 * max(stated, claimed))
    expected = "valid" if stated == claimed else "unchecked" if is_said else "rejected"
    assert found.verdict == expected
