"""Which claims contradict each other: groups written by hand, of what is a conflict and what only looks like one."""

from dataclasses import replace
from itertools import combinations, permutations

import pytest
from conflicting import claim
from hypothesis import given
from hypothesis import strategies as st

from agent.conflicts.find import find_conflicts

PLANTS = [
    claim("The plant opened in 2019."),
    claim("The plant employs 300 people."),
    claim("A plant in another city opened in 2021."),
]
LATER = claim("The plant opened in 2020.")


def test_other_facts_and_other_plants_are_no_conflict_and_another_year_is_exactly_one():
    assert find_conflicts(PLANTS) == []
    for order in permutations([*PLANTS, LATER]):
        (found,) = find_conflicts([*order, *order])
        assert (found.kind, found.claims) == ("temporal", ("claim.The plant opened in 2019.", f"{LATER.key}"))


CONFLICTS = {
    "another value": ("numeric", "The plant employs 300 people.", "The plant employs 450 people."),
    "other units, another value": ("numeric", "The tower is 120 m high.", "The tower is 500 ft high."),
    "the same share said twice": (
        "numeric",
        "Of Norvik's households, 62 percent are in favour.",
        "In Norvik, 58 percent of households are in favour.",
    ),
    "said by somebody": (
        "numeric",
        "According to the mayor, the bridge cost 12 million euros.",
        "The bridge cost 15 million euros.",
    ),
    "the same year, another value": (
        "numeric",
        "In 2019 the yard employed 300 people.",
        "In 2019 the yard employed 350 people.",
    ),
    "a month of another year": ("temporal", "The museum opened in March 2021.", "The museum opened in 2022."),
    "one foundation, two years": (
        "temporal",
        "The Norvik library was founded in 1902.",
        "The Norvik library was established in 1911.",
    ),
    "a second clause": (
        "temporal",
        "Building began in 2015 and the bridge opened in 2019.",
        "The bridge opened in 2018.",
    ),
    "safe and not safe": ("direct", "The new drug is safe.", "The new drug is not safe."),
    "safe and unsafe": ("direct", "The drinking water is safe.", "The drinking water is unsafe."),
    "more and less": (
        "direct",
        "Coffee increases the risk of heart disease.",
        "Coffee reduces the risk of heart disease.",
    ),
    "all and not all": ("direct", "All turbines are certified.", "Not all turbines are certified."),
    "did and did not": ("direct", "The plant opened in 2019.", "The plant did not open in 2019."),
    "a height in other words": (
        "numeric",
        "Mount Arvo is 2,310 metres high.",
        "Mount Arvo has a height of 2,410 metres.",
    ),
    "told in two ways by two bodies": (
        "numeric",
        "Police said 12,000 people took part in the march.",
        "Organisers said 30,000 people took part in the march.",
    ),
    "said in passing": ("temporal", "Founded in 1999, the company makes pumps.", "The company, founded in 2003, grew."),
    "the founding of what is held each year": (
        "temporal",
        "The festival was founded in 1990.",
        "The festival was founded in 1995.",
    ),
    "does and does not prevent": (
        "direct",
        "Aspirin prevents strokes in healthy adults.",
        "Aspirin does not prevent strokes in healthy adults.",
    ),
    "approved and rejected": (
        "direct",
        "The Norvik council approved the plan.",
        "The Norvik council rejected the plan.",
    ),
    "approved and not approved": (
        "direct",
        "The Norvik council approved the plan.",
        "The Norvik council did not approve the plan.",
    ),
    "for and against": ("direct", "The mayor supports the tunnel.", "The mayor opposes the tunnel."),
    "convicted and acquitted": ("direct", "The suspect was convicted of fraud.", "The suspect was acquitted of fraud."),
    "who its founder was": (
        "attribution",
        "The founder of the Norvik library was Anna Berg.",
        "Olaf Lund founded the Norvik library.",
    ),
    "who holds an office": ("attribution", "The CEO of Acme is Jane Doe.", "John Smith is the CEO of Acme."),
    "who founded it": (
        "attribution",
        "Anna Berg founded the Norvik library in 1902.",
        "The Norvik library was founded by Olaf Lund.",
    ),
    "who said it": (
        "attribution",
        "Anna Berg said: “The harbour belongs to all of us.”",
        "“The harbour belongs to all of us,” said Olaf Lund.",
    ),
    "two mayors": ("attribution", "The mayor of Varn is Ilse Brandt.", "The mayor of Varn is Karl Otte."),
    "two capitals": ("attribution", "The capital of Varnland is Dole.", "The capital of Varnland is Hume."),
    "how much it rises": ("numeric", "Traffic in Varn rises by 31 percent.", "Traffic in Varn rises by 13 percent."),
    "none, and one in a place of the house": (
        "direct",
        "The Orrin Library has no café.",
        "The Orrin Library has a café on the ground floor.",
    ),
    "two days of a reopening to come": (
        "temporal",
        "The Orrin Library will reopen on 3 September 2026.",
        "The Orrin Library will reopen on 15 January 2027.",
    ),
    "two days of one reopening": (
        "temporal",
        "The Orrin Library reopened on 4 May 2024.",
        "The Orrin Library reopened on 6 June 2024.",
    ),
    "how high it is, whenever it was built": (
        "numeric",
        "The Kelm tower is 62 metres high.",
        "The Kelm tower, completed in 1932, is 70 metres high.",
    ),
}


@pytest.mark.parametrize(("kind", "one", "other"), CONFLICTS.values(), ids=CONFLICTS)
def test_what_cannot_both_hold_is_a_conflict(kind: str, one: str, other: str):
    (found,) = find_conflicts([claim(one), claim(other)])
    assert found.kind == kind
    assert find_conflicts([claim(other), claim(one)]) == [found]


NO_CONFLICTS = {
    "namesakes": ("Mercury (planet) has a radius of 2,440 km.", "Mercury (element) has a radius of 0.15 nm."),
    "namesakes of two towns": ("The Norvik plant opened in 2019.", "The Drevby plant opened in 2021."),
    "other units, one length": ("The tower is 120 m high.", "The tower is 394 ft high."),
    "a scaled unit": ("The plant delivers 1.2 GW.", "The plant delivers 1,200 MW."),
    "rounding": ("The bridge cost 48.2 million euros.", "The bridge cost about 48 million euros."),
    "as precise as written": ("The lake covers 12 km².", "The lake covers 12.4 km²."),
    "other populations": ("The drug helps 40 percent of men.", "The drug helps 55 percent of women."),
    "another age group": ("Of children, 12 percent are ill.", "Of adults, 30 percent are ill."),
    "other years": ("In 2019 the yard employed 300 people.", "In 2023 the yard employed 350 people."),
    "forecast and result": ("The bridge will cost 48 million euros.", "The bridge cost 61 million euros."),
    "budget and cost": (
        "The budget of the bridge was 48 million euros.",
        "The cost of the bridge was 61 million euros.",
    ),
    "gross and net": ("The gross profit was 12 million euros.", "The net profit was 7 million euros."),
    "before and after tax": (
        "The profit before tax was 12 million euros.",
        "The profit after tax was 7 million euros.",
    ),
    "per unit and total": ("The pump costs 300 euros per household.", "The pump costs 40 million euros."),
    "part and whole": (
        "The first phase of the plant will cost 9 million euros.",
        "The plant will cost 61 million euros.",
    ),
    "peak and average": ("The peak output is 30 MW.", "The average output is 12 MW."),
    "a limit": ("The plant employs more than 250 people.", "The plant employs 300 people."),
    "a year and its month": ("The museum opened in 2022.", "The museum opened in March 2022."),
    "what happens again": ("The committee met in March 2019.", "The committee met in May 2020."),
    "one of several": ("The company opened a plant in 2019.", "The company opened a plant in 2021."),
    "opened and reopened": ("The museum opened in 1950.", "The museum reopened in 2021."),
    "finished and closed": ("The mine was completed in 1950.", "The mine was closed in 1990."),
    "begun and opened": ("Building of the bridge began in 2015.", "The bridge opened in 2019."),
    "another dose": ("At 10 mg the drug is not safe.", "At 5 mg the drug is safe."),
    "some": ("Some batteries are safe.", "Some batteries are not safe."),
    "perhaps": ("The drug may be safe.", "The drug is not safe."),
    "neither up nor down": ("Coffee does not increase the risk.", "Coffee does not reduce the risk."),
    "not unsafe": ("The new water is not unsafe.", "The new water is safe."),
    "no longer": ("The plant is open.", "The plant is no longer open."),
    "under a condition": ("The bridge is safe.", "The bridge is not safe when it freezes."),
    "two founders, one named": (
        "Anna Berg and Olaf Lund founded the Norvik library.",
        "Olaf Lund founded the Norvik library.",
    ),
    "one of his books": ("Anna Berg wrote a book.", "Olaf Lund wrote a book."),
    "two units of one plant": ("Unit 1 delivers 300 MW.", "Unit 2 delivers 450 MW."),
    "two surveys": (
        "In a survey 62 percent of households were in favour.",
        "In another survey 58 percent of households were in favour.",
    ),
    "likeness alone": ("The plant employs 300 people in Norvik.", "The plant feeds 450 people in Norvik."),
    "other numbers beside it": ("The 12 turbines deliver 300 MW.", "The 14 turbines deliver 450 MW."),
    "payer and paid": ("Acme paid Zenith 5 million euros.", "Zenith paid Acme 8 million euros."),
    "buyer and bought": ("Acme bought Zenith in 2019.", "Zenith bought Acme in 2020."),
    "a pronoun": ("It opened in 2019.", "It opened in 2020."),
    "a question": ("Did the plant open in 2019?", "The plant opened in 2020."),
    "what was denied": ("The plant will open in 2028, not in 2026.", "The plant will open in 2028."),
    "a season": ("In summer the yard employs 450 people.", "The yard employs 300 people."),
    "summer and winter": ("In summer the yard employs 450 people.", "In winter the yard employs 300 people."),
    "two models": ("The Model X weighs 12 kg.", "The Model Y weighs 15 kg."),
    "two kinds with a letter": ("Hepatitis B kills 800,000 people.", "Hepatitis C kills 300,000 people."),
    "once and now": ("The plant employs 300 people.", "The plant employed 450 people."),
    "held every year": ("The festival began on 4 May 2021.", "The festival began on 6 May 2022."),
    "the old one and the new one": ("The new bridge opened in 2019.", "The old bridge opened in 1950."),
    "two holders one after the other": (
        "The president of Arvonia was Jane Doe.",
        "The president of Arvonia was John Smith.",
    ),
    "two offices": ("The CEO of Acme is Jane Doe.", "The chairman of Acme is John Smith."),
    "degrees of two scales": ("The reactor runs at 300 °C.", "The reactor runs at 572 °F."),
    "about as many": ("About 4 in 10 patients recovered.", "41 percent of patients recovered."),
    "neither approved nor rejected": ("The council approved the plan.", "The council did not reject the plan."),
    "length and width": ("The lake has a length of 30 km.", "The lake is 4 km wide."),
    "how high it was and is": ("The Kelm tower is 62 metres high.", "In 2020 the Kelm tower was 60 metres high."),
    "two rises that are over": ("Traffic in Varn rose by 31 percent.", "Traffic in Varn rose by 13 percent."),
    "two rises, one in winter": (
        "Traffic in Varn rises by 31 percent.",
        "Traffic in Varn rises by 13 percent in winter.",
    ),
    "two comparisons": ("Traffic in Varn is 31 percent higher.", "Traffic in Varn is 13 percent higher."),
    "reopened twice": ("The Orrin Library reopened in 1950.", "The Orrin Library re-opened in 2021."),
    "none here, one of them there": (
        "The Orrin Library has no café on the ground floor.",
        "The Orrin Library has a café on the roof.",
    ),
    "only planned": ("The Orrin Library has no café.", "The Orrin Library has a plan for a café in the garden."),
    "only in summer": ("The Orrin Library has no café.", "The Orrin Library has a café in the summer."),
    "mayors of two towns": ("The mayor of Varn is Ilse Brandt.", "The mayor of Dole is Karl Otte."),
    "a change and a level": ("The rent rose by 12 percent.", "The rent is 30 percent of income."),
}


@pytest.mark.parametrize(("one", "other"), NO_CONFLICTS.values(), ids=NO_CONFLICTS)
def test_what_only_looks_like_a_contradiction_is_none(one: str, other: str):
    assert find_conflicts([claim(one), claim(other)]) == []


GERMAN = {
    ("Das Kraftwerk Norvik kostet 48 Millionen Kronen.", "Das Kraftwerk Norvik kostet 61 Millionen Kronen."): [
        "numeric"
    ],
    ("Die Bücherei wurde 1902 gegründet.", "Die Bücherei wurde 1911 gegründet."): ["temporal"],
    ("Das neue Mittel ist sicher.", "Das neue Mittel ist nicht sicher."): ["direct"],
    ("Die Bücherei wurde von Anna Berg gegründet.", "Die Bücherei wurde von Olaf Lund gegründet."): ["attribution"],
    ("Der Turm ist 120 m hoch.", "Der Turm hat eine Höhe von 140 m."): ["numeric"],
    ("Der Vertrag wurde 1871 unterzeichnet.", "Der Vertrag wurde 1878 unterzeichnet."): ["temporal"],
    ("Das Werk Norvik wird 48 Millionen Kronen kosten.", "Das Werk Norvik kostete 61 Millionen Kronen."): [],
    ("Im Sommer beschäftigt die Werft 450 Menschen.", "Die Werft beschäftigt 300 Menschen."): [],
}


@pytest.mark.parametrize("pair", GERMAN, ids=[one for one, _ in GERMAN])
def test_german_claims_are_held_to_the_same_rules(pair: tuple[str, str]):
    assert [one.kind for one in find_conflicts([claim(text, language="de") for text in pair])] == GERMAN[pair]


ROMANCE = {
    ("es", "La planta abrió en 2019.", "La planta abrió en 2020."): ["temporal"],
    ("es", "La planta emplea a 300 personas.", "La planta emplea a 450 personas."): ["numeric"],
    ("es", "Anna Berg fundó la biblioteca de Norvik.", "La biblioteca de Norvik fue fundada por Olaf Lund."): [
        "attribution"
    ],
    ("es", "El puente costará 12 millones de euros.", "El puente costó 15 millones de euros."): [],
    ("es", "Una planta abrió en 2019.", "Una planta abrió en 2020."): [],
    ("fr", "L'usine a ouvert en 2019.", "L'usine a ouvert en 2020."): ["temporal"],
    ("fr", "La bibliothèque de Norvik a été fondée en 1902.", "La bibliothèque de Norvik a été fondée en 1911."): [
        "temporal"
    ],
    ("fr", "Anna Berg a fondé la bibliothèque.", "Olaf Lund a fondé la bibliothèque."): ["attribution"],
    ("fr", "Le pont coûtera 12 millions d'euros.", "Le pont a coûté 15 millions d'euros."): [],
    ("fr", "Une usine à Lyon a ouvert en 2019.", "Une usine à Lyon a ouvert en 2020."): [],
}


@pytest.mark.parametrize("case", ROMANCE, ids=[one for _, one, _ in ROMANCE])
def test_french_and_spanish_claims_are_held_to_the_same_rules(case: tuple[str, str, str]):
    language, one, other = case
    assert [x.kind for x in find_conflicts([claim(t, language=language) for t in (one, other)])] == ROMANCE[case]


def test_inside_one_source_two_figures_for_one_share_are_a_conflict():
    (found,) = find_conflicts(
        [
            claim("In Norvik 62 percent of households support the plant.", "report"),
            claim("In Norvik 68 percent of households support the plant.", "report"),
        ]
    )
    assert (found.kind, found.values) == ("numeric", ("62 percent", "68 percent"))


SAID = [
    *(text for _, *pair in CONFLICTS.values() for text in pair),
    *(t for pair in NO_CONFLICTS.values() for t in pair),
]


@given(st.lists(st.sampled_from(SAID), max_size=8), st.randoms(use_true_random=False))
def test_order_does_not_matter_and_twice_is_once(texts: list[str], random):  # pyright: ignore[reportMissingParameterType, reportUnknownParameterType] # hypothesis gives it
    claims = [claim(text) for text in texts]
    again = [*claims, *claims]
    random.shuffle(again)  # pyright: ignore[reportUnknownMemberType] # the same
    found = find_conflicts(claims)
    assert find_conflicts(again) == found
    assert len({one.claims for one in found}) == len(found)
    single = {one.claims for a, b in combinations(claims, 2) if a != b for one in find_conflicts([a, b])}
    assert single == {one.claims for one in found}


def test_may_the_month_is_no_may_that_hedges():
    (found,) = find_conflicts(
        [claim("The Norvik council approved the plan in May."), claim("The Norvik council rejected the plan in May.")]
    )
    assert found.kind == "direct"


def test_a_text_too_short_to_tell_its_language_is_read_in_that_of_the_other():
    one = claim("La planta de Norvik abrió en 2020.", language="es")
    other = claim("La planta de Norvik abrió en 2019.")
    unknown = replace(other, origins=(replace(other.origins[0], language=None),))
    assert [x.kind for x in find_conflicts([one, unknown])] == ["temporal"]


def test_what_a_number_or_a_season_tells_apart_is_no_conflict():
    weeks = [claim(f"In week {n} of spring, {100 + n} ships passed.", "a") for n in (1, 2, 3)]
    assert find_conflicts([*weeks, claim("In week 2 of summer, 140 ships passed.", "b")]) == []
    assert len(find_conflicts([weeks[1], claim("In week 2 of spring, 140 ships passed.", "b")])) == 1
