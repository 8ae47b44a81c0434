"""Text in a source that is addressed to software: it is kept as data, never followed and never a claim."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_RULES = "rules|instructions?|prompts?|guidelines|guardrails|directives|training|context|constraints"
_WHO = (
    r"(?:ai|a\.i\.|llm|language models?|assistants?|chat ?bots?|(?:research |ai )?agents?|crawlers?|"
    r"(?:this|the) (?:model|system|program|tool))"
)
_AS_IGNORECASE = str.maketrans({"ı": "i", "\u0307": None, "ſ": "s", "\u212a": "k"})
_SPOKEN = [(needs.split(), re.compile(pattern, re.IGNORECASE)) for needs, pattern in (
    # Before each pattern words one of which, in lower case, stands in all that it finds: most texts need no search.
    ("ignore disregard forget override bypass overlook skip",
     (rf"\b(?:ignore|disregard|forget|override|bypass|overlook|skip)\b.{{0,40}}\b(?:previous|prior|above|"
      rf"earlier|all|any|your|these|those|preceding|other)\b"
      rf".{{0,40}}\b(?:{_RULES}|sources?|evidence)\b")),
    ("ignoriere vergiss missachte",
     r"\b(?:ignoriere|vergiss|missachte)\w*\b.{0,60}\b(?:anweisung|regel|vorgabe|instruktion)\w*"),
    ("ignore oublie ignora olvida",
     (r"\b(?:ignore[zr]?|oublie[zr]?|ignora|olvida)\b.{0,60}\b(?:instructions|règles|consignes|instrucciones|"
      r"reglas)\b")),
    ("忽略 无视 忘记",
     r"(?:忽略|无视|忘记).{0,20}(?:指令|指示|规则|提示)"),
    ("supported valid verified true trust accepted reliable correct primary only false confirmed",
     (r"\b(?:mark|label|treat|classify|report|rate|record|set|list|count)\b.{0,40}\b(?:claims?|statements?|"
      r"citations?|sources?|evidence|answers?|verdicts?|page|document|text|figures?)\b"
      r".{0,40}\b(?:as|to) (?:\w+ ){0,2}(?:supported|valid|verified|true|trusted|trustworthy|accepted|"
      r"reliable|correct|primary|the only|unsupported|false|confirmed)\b")),
    ("system assistant developer user human",
     r"(?:^|\n|>|\]|\*|`)\s*(?:system|assistant|developer|user|human)\s*(?:message|prompt)?\s*:(?!\w)"),
    ("< [inst [/inst ###",
     (r"<\|?/?(?:im_start|im_end|system|assistant|endoftext|inst|sys|tool_call|instructions?)\b[^>]*>|"
      r"\[/?INST\]|<<SYS>>|###\s*(?:system|instruction)s?\b")),
    ("note instruction message attention dear hello important notice memo hinweis anweisung",
     (rf"\b(?:note|instructions?|message|attention|dear|hello|important|notice|memo|hinweis|"
      rf"anweisung)\b[^.!?\n]{{0,30}}\b(?:to|for|an|für)\b[^.!?\n]{{0,20}}\b{_WHO}\b")),
    ("you must always please",
     (rf"\b(?:if|when|wenn) you (?:are|re) an? (?:\w+ )?{_WHO}\b|\bas an? (?:\w+ )?(?:ai|llm|language model|"
      rf"assistant)\b,? (?:you|must|always|please)")),
    ("must should shall has have is are please",
     (rf"\b(?:any|all|every) (?:\w+ )?{_WHO}\b[^.!?\n]{{0,40}}\b(?:must|should|shall|has to|have to|is to|"
      rf"are to|please)\b")),
    ("",
     rf"^\W*(?:{_WHO})s?[,:]\s*(?:please|you|ignore|do|write|add|say|report|mark|answer|state)\b"),
    ("you",
     (r"\byou are (?:now )?(?:an? |in )?(?:\w+ )?(?:ai|assistant|chatbot|language model|dan\b|developer mode|"
      r"unrestricted)")),
    ("reveal print repeat show output send leak",
     (r"\b(?:reveal|print|repeat|show|output|send|leak)\b.{0,30}\b(?:system prompt|your (?:prompt|"
      r"instructions|rules|api key|password|credentials)|api keys?)\b")),
    ("append add insert include",
     (r"\b(?:append|add|insert|include)\b.{0,30}\b(?:link|url|sentence|text|phrase|following)\b.{0,30}\b(?:to|"
      r"in|into) (?:every|each|all|your) (?:answers?|repl(?:y|ies)|responses?|reports?|outputs?|summar(?:y|ies))")),
    ("run execute call invoke fetch visit open",
     (r"\b(?:run|execute|call|invoke|fetch|visit|open)\b.{0,30}(?:\bdetach delete\b|\bdrop (?:table|"
      r"database)\b|\bmatch ?\(|https?://(?:127|10|192\.168|169\.254|localhost)|\bfile:///|\bcurl\b|\brm -rf\b)")),
    ("cite quote mention use trust report consult",
     (r"\b(?:do not|don't|never) (?:cite|quote|mention|use|trust|report|consult) (?:any |the )?(?:other|"
      r"another|competing) (?:sources?|documents?|pages?)")),
    ("your",
     (rf"\byour (?:{_RULES})\b.{{0,40}}\b(?:void|suspended|cancelled|replaced|no longer|do not apply|are now|"
      rf"changed)\b")),
    ("matter regardless whatever",
     (r"\b(?:answer|respond|reply|say|state|conclude|write)\b[^.!?\n]{0,20}\b(?:only|always|exactly|"
      r"instead)\b[^.!?\n]{0,20}(?:with|that|:|\")[^.!?\n]{0,60}\b(?:no matter|regardless|whatever)\b")),
)]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Instruction:
    """A stretch of a text that speaks to software; offsets in characters of that text."""

    char_start: int
    char_end: int
    text: str


def find_instructions(text: str) -> list[Instruction]:
    """Where a text tells a program what to do, in order, without overlaps; an empty list for ordinary prose.

    A rule of words: it flags what is written plainly and makes no promise about what is hidden cleverly, so
    nothing may ever be done because a text was not flagged.
    """
    spans = sorted(match.span() for pattern in _patterns_for(text) for match in pattern.finditer(text))
    found: list[Instruction] = []
    for start, end in spans:
        if found and start < found[-1].char_end:
            last = found.pop()
            whole = (last.char_start, max(end, last.char_end))
        else:
            whole = (start, end)
        found.append(Instruction(*whole, text[slice(*whole)]))
    return found


def is_instruction(sentence: str) -> bool:
    """Whether a sentence is addressed to software."""
    return any(pattern.search(sentence) for pattern in _patterns_for(sentence))


def _patterns_for(text: str) -> Iterator[re.Pattern[str]]:
    """The patterns that may find something, at a tenth of the cost of trying all."""
    lower = text.lower()
    if not lower.isascii():
        lower = lower.translate(_AS_IGNORECASE)
    return (pattern for needs, pattern in _SPOKEN if not needs or any(need in lower for need in needs))
