"""The prompts: one Markdown file a step, with a version, for the system and the user message.

A file begins with `version: N`; the headings `# system` and `# user` begin the two messages. `{{name}}` stands for a
value; one that is missing or not used is an error, so that a prompt and the step that fills it cannot drift apart.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, get_args

PromptName = Literal[
    "plan",
    "write",
    "repair",
    "review",
    "judge",
    "transform",
    "decide",
    "oppose",
    "route",
    "query_update",
    "text2cypher",
]
PROMPTS: tuple[PromptName, ...] = get_args(PromptName)

_NAMES = re.compile(r"\{\{([a-z_]+)\}\}")
_FILE = re.compile(r"version: (?P<version>\d+)\n\n# system\n\n(?P<system>.+?)\n\n# user\n\n(?P<user>.+)\n", re.DOTALL)


class PromptError(Exception):
    """A prompt file is malformed, or it was filled with other values than it names."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """The text of one step's request; `version` changes with every change of the text, so that a run can tell."""

    name: str
    version: int
    system: str
    user: str

    @property
    def variables(self) -> frozenset[str]:
        """The names that must be given a value."""
        return frozenset(_NAMES.findall(self.system + self.user))

    def render(self, values: Mapping[str, str]) -> tuple[str, str]:
        """Return the system and the user message. What a value holds is never read as a name.

        Raises PromptError when the values are not exactly the named ones.
        """
        missing, unused = self.variables - set(values), set(values) - self.variables
        if missing or unused:
            raise PromptError(f"prompt {self.name}: missing values {sorted(missing)}, unused {sorted(unused)}")
        system, user = (_NAMES.sub(lambda found: values[found[1]], text) for text in (self.system, self.user))
        return system, user


@cache
def load_prompt(name: PromptName) -> Prompt:
    """Return a step's prompt. Raises PromptError when its file is malformed."""
    return parse_prompt(name, (Path(__file__).parent / f"{name}.md").read_text(encoding="utf-8"))


def parse_prompt(name: str, text: str) -> Prompt:
    """Return the prompt that a file holds. Raises PromptError when it is malformed."""
    found = _FILE.fullmatch(text)
    if found is None:
        raise PromptError(f"{name}.md: a prompt needs a first line `version: N`, then `# system` and `# user`")
    return Prompt(name, int(found["version"]), found["system"], found["user"])
