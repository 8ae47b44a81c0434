"""Links into Neo4j Browser. Pure; the one that signs in holds the password and is handed over, never shown."""

from urllib.parse import quote, urlencode, urlsplit

from graph.server.browser.views import VIEWS, View, check_words, fill

SHORT_KEY = 12
"""Hex digits of a key in a short link: two of a million keys begin alike once in 600 graphs."""


def view_link(page: str, view: View, words: str = "", namespace: str = "") -> str:
    """Return the link that draws a view on a page with the kit. Raises WordsRefused."""
    parts = {"view": view.name, "words": check_words(view, words), "namespace": namespace}
    return f"{page}?{urlencode({name: value for name, value in parts.items() if value}, quote_via=quote, safe='.:/')}"


def short_key(key: str) -> str:
    """Return so much of a key as tells it from all others of a graph."""
    kind, _, digits = key.partition(".")
    return f"{kind}.{digits[:SHORT_KEY]}"


def node_link(page: str, label: str, key: str) -> str | None:
    """Return the short link that draws one node on a page with the kit, None where no view is about its kind."""
    for view in VIEWS:
        if label in view.labels:
            return view_link(page, view, short_key(key))
    return None


def signed_in(link: str, username: str, password: str) -> str:
    """Return the link that also signs in: what stands behind # is read by the page alone and sent to no server."""
    return f"{link}#login={quote(username, safe='')}:{quote(password, safe='')}"


def edit_link(page: str, uri: str, username: str, view: View, words: str = "", namespace: str = "") -> str:
    """Return the link that puts a view's query into the editor of any Neo4j Browser; it does not run by itself.

    `page` is the Browser's address, `uri` the database's, which the page's form is filled with.
    """
    server = urlsplit(uri)
    dbms = f"{server.scheme}://{username}@{server.netloc.rpartition('@')[2]}"
    parts = {"dbms": dbms, "cmd": "edit", "arg": fill(view, words, namespace)}
    return f"{page}?{urlencode(parts, quote_via=quote)}"


def page_of(uri: str) -> str:
    """Return where a server of the default ports serves its Browser, from its Bolt address."""
    server = urlsplit(uri)
    host = server.hostname or "localhost"
    host = f"[{host}]" if ":" in host else host
    return f"https://{host}:7473/browser/" if server.scheme.endswith(("+s", "+ssc")) else f"http://{host}:7474/browser/"
