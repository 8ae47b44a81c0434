"""Reading files: bytes in, a text with its headings, dates and language out, or a typed refusal."""

from retrievers.read.files import count_inputs, read_paths, read_stdin
from retrievers.read.reading import Heading, Reading, Refusal

__all__ = ["Heading", "Reading", "Refusal", "count_inputs", "read_paths", "read_stdin"]
