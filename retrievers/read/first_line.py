"""Whether the first line of a text that says no title is one."""

_LONGEST = 100  # characters; a longer first line is a paragraph


def is_title(line: str) -> bool:
    """Whether a first line that is set off from what follows names the text: short, and no sentence."""
    is_sentence = line.rstrip("\"'”’»)").endswith((".", "。"))
    return not is_sentence and len(line) <= _LONGEST and any(map(str.isalnum, line))
