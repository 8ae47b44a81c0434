"""Words of a question that a sentence answers with their opposite: "was it closed?", "it was open"."""

from agent.rules.denials import poles_at
from agent.rules.opposites import are_opposed
from agent.rules.tokens import find_tokens


class Opposed:
    """The words of a question whose opposite would answer it too."""

    def __init__(self, question: str, language: str | None) -> None:
        tokens = (one for one in find_tokens(question, language) if not one.is_function)
        self._poles = [(one.norm, poles) for one in tokens if (poles := poles_at(one, language))]

    def said_in(self, text: str, language: str | None) -> list[str]:
        """Return the stems of those words whose opposite stands in a sentence."""
        if not self._poles:
            return []
        theirs = [poles for one in find_tokens(text, language) if (poles := poles_at(one, language))]
        return [stem for stem, poles in self._poles if any(are_opposed(poles, other) for other in theirs)]
