"""Choosing tools by rules, without a model: what was answered, what a template answers, counts, memory, the web.

Each request of a question gets the first that fits, in that order: the cheapest that can answer it.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import date

from agent.plan import asking_terms, plan_by_rules
from agent.route.calls import ANSWER_GIVEN, Call, Routed, Turn
from agent.route.conversation import POINTS, complete_question, find_answer
from agent.route.intents import LONGEST, Meant, find_meant
from agent.route.names import POINTER
from agent.route.own import find_own
from agent.route.parts import split_listing, split_requests
from agent.route.small_talk import is_off_topic, is_small_talk, strip_greeting
from agent.route.wording import (
    ASKED_OF_STORE,
    COUNT,
    LISTING,
    NOW,
    ON_WEB,
    OPEN_ANSWER,
    ORDER,
    PAST,
    RANK,
    REFERS,
    TOKEN,
    URL,
    WEB_WORDS,
)
from agent.web.volatile import is_volatile
from agent.words.dates import find_dates
from agent.words.terms import find_terms, guess_language, is_unspaced
from retrievers import Tools


def choose_by_rules(question: str, conversation: Sequence[Turn], tools: Tools, *, today: date) -> Routed:
    """Return the calls that a question needs, with the reason for each; none for small talk.

    Only tools that there are, with arguments that keep to their schemas, are chosen. Relative dates count from `today`.
    """
    asked = strip_greeting(question).strip()
    if not any(character.isalnum() for character in asked) or is_small_talk(question) or is_off_topic(asked):
        return Routed(question, (), "rules")
    answered = find_answer(asked, conversation)
    if answered is not None and ANSWER_GIVEN in tools:
        return Routed(question, (Call(ANSWER_GIVEN, {"turn": answered}, "the conversation already says it"),), "rules")
    chooser = _Chooser(complete_question(asked, conversation), tools, today)
    return Routed(question, tuple(chooser.choose()), "rules")


class _Chooser:
    """The calls of one question, as they are chosen."""

    def __init__(self, question: str, tools: Tools, today: date) -> None:
        self._question = question
        self._tools = tools
        self._today = today
        self._calls: list[Call] = []

    def choose(self) -> list[Call]:
        """Return the calls, those of requests in order."""
        content: list[str] = []
        for request in split_requests(self._question):
            if is_small_talk(request) or is_off_topic(request):
                continue
            halves = self._halves(request)
            for half in halves:
                if self._of_graph(half) or self._of_page(half) or self._of_web(half):
                    self._flush(content)
                    self._take(half)
                else:
                    content.append(half)
        self._flush(content)
        return self._calls

    def _halves(self, request: str) -> list[str]:
        """Both sides of an "and" where each asks the graph for something else; else the request whole."""
        for left, right in split_listing(request) if len(request) <= LONGEST else ():
            one, two = self._of_graph(left), self._of_graph(right)
            if one and two and one.tool != two.tool and not two.pointed:
                return [left, *self._halves(right)]
        return [request]

    def _of_graph(self, request: str) -> Meant | None:
        if URL.search(request) or (ORDER.match(request) and ON_WEB.search(request)):
            return None
        if "text2cypher" in self._tools and COUNT.search(request[:LONGEST]):
            return Meant("text2cypher", {"question": request}, "asks for a count or a share, which no template gives")
        if own := find_own(request, self._tools, self._today):
            return own
        for meant in find_meant(request, self._today):
            if meant.tool in self._tools and self._fills(meant):
                return meant
        if "text2cypher" in self._tools and (RANK.search(request[:LONGEST]) or LISTING.match(request)):
            return Meant("text2cypher", {"question": request}, "asks the graph for something that no template lists")
        return None

    def _fills(self, meant: Meant) -> bool:
        """Whether the arguments are there, or what they point to stands before."""
        schema = self._tools[meant.tool].parameters
        lacking = [name for name in schema.get("required", ()) if name not in meant.arguments]
        if lacking:
            return bool(self._calls) and set(lacking) <= set(meant.pointed)
        return not self._tools.check(meant.tool, meant.arguments)

    def _of_page(self, request: str) -> bool:
        return "read_page" in self._tools and URL.search(request) is not None

    def _of_web(self, request: str) -> bool:
        return "web_search" in self._tools and (ON_WEB.search(request) is not None or self._is_fresh(request))

    def _is_fresh(self, request: str) -> bool:
        """Whether the answer changes, and is not asked of a time that is over."""
        if not is_volatile(request) or ASKED_OF_STORE.match(request):
            return False
        over = any(span.last < self._today for span in find_dates(request, None))
        return not over and (PAST.match(request) is None or NOW.search(request) is not None)

    def _take(self, request: str) -> None:
        if meant := self._of_graph(request):
            self._add_meant(meant)
        elif self._of_page(request) and (url := URL.search(request)):
            self._add("read_page", {"url": url[0].rstrip(".,;:!?")}, "the question names this address")
        elif ON_WEB.search(request):
            self._add("web_search", {"query": _as_query(WEB_WORDS.sub(" ", request))}, "the question asks for the web")
        else:
            query = _as_query(request)
            self._add("memory_search", {"query": query}, "what is stored comes first")
            self._add(
                "web_search", {"query": query}, "the answer changes within hours or days, and stored ones are dated"
            )

    def _add_meant(self, meant: Meant) -> None:
        required = self._tools[meant.tool].parameters.get("required", ())
        arguments = dict(meant.arguments)
        after: int | None = None
        for name in required:
            if name in arguments:
                continue
            before = next((call for call in reversed(self._calls) if name in call.arguments), None)
            if before is not None:
                arguments[name] = before.arguments[name]
            else:
                after = len(self._calls) - 1
        self._add(meant.tool, arguments, meant.reason, after)

    def _add(self, tool: str, arguments: Mapping[str, object], reason: str, after: int | None = None) -> None:
        call = Call(tool, arguments, reason, after)
        known = [(one.tool, one.arguments, one.after) for one in self._calls]
        if tool in self._tools and (tool, arguments, after) not in known:
            self._calls.append(call)

    def _flush(self, content: list[str]) -> None:
        """Search memory for what the requests since the last call ask of the world."""
        if not content:
            return
        together = " and ".join(one.rstrip(" ?.!") for one in content) + "?"
        content.clear()
        pieces = split_requests(together)
        texts = [together]
        if len(pieces) > 1:
            whole = [part.text for part in plan_by_rules(together, None).subquestions]
            whole = whole if len(whole) == len(pieces) else pieces
            texts = [piece if _names_its_own(piece) else text for piece, text in zip(pieces, whole, strict=True)]
        first = len(self._calls)
        for at, (text, piece) in enumerate(zip(texts, pieces if len(pieces) > 1 else texts, strict=True)):
            waits = at > 0 and REFERS.search(piece) is not None and OPEN_ANSWER.match(pieces[at - 1]) is not None
            reason = "needs what is found before" if waits else "what is stored comes first"
            self._add("memory_search", {"query": _as_query(piece if waits else text)}, reason,
                      first + at - 1 if waits else None)  # fmt: skip


def _as_query(text: str) -> str:
    """The words to look for, without those that only ask; of a long text those at its beginning."""
    text = text[:LONGEST]
    bare = ASKED_OF_STORE.sub(" ", text)
    bare = bare if any(c.isalnum() for c in bare) and not POINTER.fullmatch(bare.strip(" ?.!")) else text
    if is_unspaced(bare):
        return bare.strip(" ?？。")[:LONGEST]
    language = guess_language(text)
    terms = asking_terms(bare, language) or find_terms(bare, None)
    starts = {at for term in terms for at in [m.start() for m in re.finditer(re.escape(term.word), bare)]}
    whole = (m for m in TOKEN.finditer(bare) if _is_code(m[0]) or any(m.start() <= at < m.end() for at in starts))
    words = " ".join(dict.fromkeys(m[0] for m in whole))
    return words[:400] or " ".join(text.split())[:400]


def _names_its_own(request: str) -> bool:
    """Whether a request says itself what it is about, so that nothing of an earlier one is to be put into it."""
    named = any(word[0][0].isupper() or _is_code(word[0]) for word in list(TOKEN.finditer(request))[1:])
    return named and not POINTS.search(request)


def _is_code(word: str) -> bool:
    """Whether a word is a name such as I/O or QX-17, which terms would break."""
    return not word.isalnum() and any(c.isupper() or c.isdigit() for c in word)
