"""Names, denials, opposites, quantifiers and hedges of a claim beside a text."""

import pytest

from agent.rules.check import check_claim


@pytest.mark.parametrize(
    ("claim", "text", "kind"),
    [
        # names
        ("Ada Holm led the survey of the sound.", "Ada Berg led the survey of the sound.", "name"),
        ("Norvik beat Orm in the final.", "Orm beat Norvik in the final.", "name"),
        ("The plant stands near Orm, the mayor of Selby said.", "The plant stands near Orm, the mayor said.", "name"),
        # denials
        ("The landlord is permitted to terminate.", "The landlord is not permitted to terminate.", "negation"),
        ("The drug does not reduce pain.", "The drug does reduce pain.", "negation"),
        ("The ferry runs on Sundays.", "The ferry no longer runs on Sundays.", "negation"),
        ("The pump starts in the cold.", "The pump fails to start in the cold.", "negation"),
        ("The method is safe for children.", "The method is unsafe for children.", "comparative"),
        ("The plant causes noise.", "There is no evidence that the plant causes noise.", "negation"),
        ("The cream was made with milk and sugar.", "The cream was made without milk and sugar.", "negation"),
        # opposites
        ("Prices fell sharply in the spring.", "Prices rose sharply in the spring.", "comparative"),
        (
            "The east tower is lower than the west tower.",
            "The east tower is higher than the west tower.",
            "comparative",
        ),
        ("The mayor spoke after the vote.", "The mayor spoke before the vote.", "comparative"),
        ("She was the last engineer in Orm.", "She was the first engineer in Orm.", "comparative"),
        # quantifiers
        ("All patients improved within a week.", "Most patients improved within a week.", "quantifier"),
        ("Patients improved within a week.", "Some patients improved within a week.", "quantifier"),
        ("The ferry is always late in winter.", "The ferry is often late in winter.", "quantifier"),
        ("Only adults may enter the old mine.", "Adults may enter the old mine.", "quantifier"),
        ("The lake holds 40 boats in summer.", "The lake holds up to 40 boats in summer.", "quantifier"),
        # wording stronger than the source
        ("The dust causes asthma in miners.", "The dust may cause asthma in miners.", "hedge"),
        ("Coffee causes better sleep in adults.", "Coffee is associated with better sleep in adults.", "hedge"),
        ("The drug shrank tumours within weeks.", "The drug shrank tumours in mice within weeks.", "omission"),
    ],
)
def test_a_word_that_changes_what_is_said_is_rejected_by_its_kind(claim: str, text: str, kind: str) -> None:
    found = check_claim(claim, text, language="en", text_language="en")
    assert (found.verdict, found.checker) == ("rejected", f"rule:{kind}")


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("In 2020 the plant employed 300 people.", "The plant employed 300 people in 2020."),
        ("Engineers from Tarn inspected the crane.", "The crane was inspected by engineers from Tarn."),
        ("Orm was beaten by Norvik.", "Norvik beat Orm."),
        ("The rule is not safe.", "The rule is unsafe."),
        ("The plaster contains no asbestos.", "The plaster is free of asbestos."),
        ("The summit cannot be seen.", "It is impossible to see the summit."),
        ("The council did not accept the plan.", "The council rejected the plan."),
        ("The west tower is lower than the east tower.", "The east tower is higher than the west tower."),
        ("Italy, Germany and France signed the treaty.", "France, Germany and Italy signed the treaty."),
        ("The results indicate that the dust harms miners.", "The results suggest that the dust harms miners."),
        ("Swedish engineers built the bridge.", "Engineers from Sweden built the bridge."),
        ("The dust may cause asthma.", "The dust causes asthma."),
        ("The WHO advised against the drug.", "The World Health Organization advised against the drug."),
        ("The nurses worked in the clinic.", "The nurses had work at the clinic."),
    ],
)
def test_an_honest_rewording_is_never_rejected(claim: str, text: str) -> None:
    found = check_claim(claim, text, language="en", text_language="en")
    assert (found.verdict, found.differences) == ("unchecked", ())


@pytest.mark.parametrize(
    ("claim", "text", "language"),
    [
        ("Die Fähre fährt sonntags.", "Die Fähre fährt sonntags nicht.", "de"),
        ("Alle Boote liegen im Hafen.", "Einige Boote liegen im Hafen.", "de"),
        ("Die Preise sind im Mai gesunken.", "Die Preise sind im Mai gestiegen.", "de"),
        ("Le pont est ouvert en hiver.", "Le pont n'est pas ouvert en hiver.", "fr"),
        ("Toutes les maisons ont brûlé.", "Certaines maisons ont brûlé.", "fr"),
        ("El puente está abierto en invierno.", "El puente no está abierto en invierno.", "es"),
        ("Todos los barcos llegaron tarde.", "Algunos barcos llegaron tarde.", "es"),
        ("这座桥在冬天开放。", "这座桥在冬天不开放。", "zh"),
        ("所有船只都停在港口。", "大多数船只都停在港口。", "zh"),
        ("船只数量增加了很多。", "船只数量减少了很多。", "zh"),
    ],
)
def test_denials_quantifiers_and_opposites_are_known_in_other_languages(claim: str, text: str, language: str) -> None:
    assert check_claim(claim, text, language=language, text_language=language).verdict == "rejected"


def test_the_rise_of_a_thing_that_falls_in_the_source_is_rejected_in_other_words_too() -> None:
    text = "A daily dose of risedronate was tested for its power to reduce the risk of fractures in older women."
    found = check_claim("Risedronate increases the risk of fractures.", text, language="en", text_language="en")
    assert found.checker == "rule:comparative"


def test_a_text_that_speaks_of_something_else_is_said_to_be_silent() -> None:
    text = (
        "The tidal plant at Skerra Sound has eight turbines on the sea bed, each with a rotor of carbon fibre. The "
        "town council voted for the plant after a long hearing, and the first current came in the autumn. "
        "Fishermen feared for the herring, so nets were banned near the rotors and divers count the fish each spring. "
        "The operator pays a share of its income into a fund for schools, roads and the old lighthouse."
    )
    found = check_claim("Penguins raise their chicks through the dark Antarctic winter.", text, language="en")
    assert (found.verdict, found.checker) == ("rejected", "rule:missing")
