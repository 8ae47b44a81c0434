"""`claimgraph browse`: a view of the graph drawn in Neo4j Browser, signed in by one link."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from agent.cli.face import Face, options, run

if TYPE_CHECKING:
    from graph.server.browser.views import View


@click.command()
@click.argument("view", required=False)
@click.argument("words", nargs=-1)
@click.option("--print", "only_print", is_flag=True, help="Print the link only; open nothing.")
@click.option(
    "--export",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    help="Write style and saved queries there, to be dragged into the page of a server of yours.",
)
@click.option("--at", "page", metavar="URL", help="With NEO4J_URI: where that server's Neo4j Browser is.")
@options
def browse(
    view: str | None, words: tuple[str, ...], only_print: bool, folder: Path | None, page: str | None, face: Face
) -> int:
    """Draw a VIEW of the graph in Neo4j Browser, and print its link. Without a view the guide opens.

    \b
    report [KEY]        a report down to its sources; the newest one
    claim KEY           a claim with the quotes for and against it
    conflicts [KEY]     open conflicts, both sides
    withdraw KEY        what falls if a source is withdrawn
    one-source          supported claims that rest on one source
    unsupported         claims without a quote that holds
    who-cites KEY       the reports that cite a source
    topic WORDS         the claims about a topic, in the colours of their status

    KEY is a key, a unique prefix of one, or words: of a claim, of a source's address or title. The managed database's
    page is signed in; the link that is printed holds no password.
    """
    if folder is not None:
        return _export(face, folder)
    return _browse(face, view, " ".join(words), only_print=only_print, page=page)


def _export(face: Face, folder: Path) -> int:
    from graph.server.browser.kit import export_kit

    try:
        style, queries = export_kit(folder)
    except OSError as error:
        raise click.UsageError(f"{folder} cannot be written to ({error.strerror}); name another folder") from error
    if face.json:
        face.out_json({"style": str(style), "queries": str(queries)})
        return 0
    face.out(str(style))
    face.out(str(queries))
    face.say("drag both, one after the other, into the page of Neo4j Browser; a second time would save all twice")
    return 0


def _browse(face: Face, name: str | None, words: str, *, only_print: bool, page: str | None) -> int:
    from graph.server.browser.links import edit_link, page_of, signed_in, view_link
    from graph.server.browser.views import check_words, find_view

    settings = face.settings
    view = find_view(name) if name else None
    if view:
        check_words(view, words)
    if page and not settings.neo4j_uri:
        raise click.UsageError("--at is for the server that NEO4J_URI names; the managed database's page is known")
    words, namespace = run(_resolve(face, view, words)) if view and words else (words, settings.namespace)
    if settings.neo4j_uri:
        at = page or page_of(settings.neo4j_uri)
        link = edit_link(at, settings.neo4j_uri, settings.neo4j_username, view, words, namespace) if view else at
        opened = not only_print and _open(link)
        _tell(face, view, words, link, opened=opened)
        if view:
            face.say(
                "the query stands in the editor of that page, to be run there; "
                "claimgraph browse --export DIR has our style for it"
            )
        return 0
    from agent.local import local_server
    from graph.server.browser.kit import is_served

    server = local_server(settings, face.say)
    status = server.start()
    at = status.browser_url or ""
    if not is_served(server.home.page_file, status.bolt_port or 0):
        face.say(
            "the database was started by another release of claimgraph and serves that one's page; "
            "claimgraph db stop, and the next command serves this one's"
        )
    link = view_link(at, view, words, namespace) if view else at
    opened = not only_print and _open_signed_in(signed_in(link, status.username, status.read_password()))
    _tell(face, view, words, link, opened=opened)
    if not opened:
        face.say(
            f"a browser that has not been signed in by this command asks for the password of {status.username}; "
            f"it is in {status.password_file}"
        )
    return 0


async def _resolve(face: Face, view: "View", words: str) -> tuple[str, str]:
    """Return what the view is asked for, a key where a prefix of one was given, and the namespace for words."""
    from agent.build import open_as_is
    from agent.find import find_node, find_report
    from graph.model import LABEL_OF_KIND

    kind, dot, _ = words.partition(".")
    label = LABEL_OF_KIND.get(kind)
    is_key = bool(dot and label and " " not in words)
    if not is_key and view.name != "report":
        return words, face.settings.namespace
    if is_key and label not in view.labels:
        raise click.UsageError(
            f"{words} is the key of a {label}; the view {view.name} takes one of a {' or a '.join(view.labels)}"
        )
    async with open_as_is(face.settings, face.say) as store:
        found = await find_report(store, words) if view.name == "report" else (await find_node(store, words))[0]
    return found, ""


def _open(link: str) -> bool:
    import webbrowser

    return webbrowser.open(link)


def _open_signed_in(link: str) -> bool:
    import webbrowser

    from agent.cli.hand_over import hand_over

    return hand_over(link, webbrowser.open)


def _tell(face: Face, view: "View | None", words: str, link: str, *, opened: bool) -> None:
    if face.json:
        face.out_json({"view": view.name if view else None, "words": words or None, "link": link, "opened": opened})
    else:
        face.out_line(link)
