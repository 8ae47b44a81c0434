"""Where pages are not read: what the search said of one, as a reading of its own that is never taken for the page."""

from retrievers.read import Reading
from retrievers.read.language import find_language
from retrievers.websearch.protocol import WebHit

SNIPPETS = "snippets"
"""What the header calls pages of which only the search's words were taken."""


def snippet_reading(hit: WebHit) -> Reading | None:
    """Return the hit's snippet as it is stored, None where the provider said nothing. Pure.

    Its source is the snippet, not the page: what the page is read to say another day replaces nothing. It has no date:
    no page proves one.
    """
    if not hit.snippet.strip():
        return None
    return Reading(
        input=hit.url,
        locator=f"snippet:{hit.locator}",
        source_id=f"snippet:{hit.locator}",
        kind="snippet",
        text=hit.snippet,
        title=hit.title or hit.url,
        url=hit.url,
        publisher=None,
        published_at=None,
        published_precision=None,
        published_proof=None,
        updated_at=None,
        language=find_language(hit.snippet, None),
        headings=(),
        content_type="text/plain",
        extractor=hit.provider,
        extractor_version="1",
        truncated=True,
    )
