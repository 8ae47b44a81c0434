"""The kit put together: the page of the Browser jar with our script in it, and what is dragged into any other page."""

import hashlib
import html
import json
import re
import zipfile
from collections.abc import Iterable
from importlib import resources
from pathlib import Path, PurePosixPath
from typing import Any

from graph.errors import PageDiffers
from graph.server.browser.style import read_grass, read_style
from graph.server.browser.views import VIEWS

_SETTINGS = {
    "allowUserStats": False,
    "allowCrashReports": False,
    "showSampleScripts": False,
    "showWheelZoomInfo": False,
    # Only what a view returns is drawn, not every relationship between its nodes.
    "autoComplete": False,
    "maxFrames": 10,
}
_LEFT_OUT = "browser/preview/"
"""Another app, as large again, which knows neither our links nor the queries that run at a start."""
_SCRIPT_FILE = "browser/claimgraph/kit.js"
_SCRIPT = '<script src="claimgraph/kit.js"></script>'
_BUILD = 1
"""Raised when the page is put together otherwise, so that pages of an earlier release are made anew."""
_EPOCH = (1980, 1, 1, 0, 0, 0)


def find_browser_jar(jars: list[Path]) -> Path:
    """Return the jar of Neo4j Browser among a server's. Raises PageDiffers."""
    for jar in jars:
        if jar.name.startswith("neo4j-browser-"):
            return jar
    raise PageDiffers("the lock names no jar of Neo4j Browser; make it anew with make lock")


def render_kit(bolt_port: int) -> dict[str, Any]:
    """Return what kit.js is given. There is no password in it: any page may load that script."""
    kit: dict[str, Any] = {
        "grass": read_style(),
        "queries": [{"view": view.name, "words": view.words, "text": view.read()} for view in VIEWS],
        "settings": _SETTINGS,
        "connect": {"dbms": f"neo4j://neo4j@127.0.0.1:{bolt_port}"},
        "bolt": f"neo4j://127.0.0.1:{bolt_port}",
    }
    return {**kit, "version": _hash(json.dumps(kit))}


def build_page(jar: Path, page: Path, bolt_port: int) -> bool:
    """Write the server's page from the Browser jar, if it is not that already; returns whether it was written.

    Nothing of the jar is ours to bundle: the page is made on the machine that fetched it. Raises PageDiffers when the
    jar's page is not one that the kit fits.
    """
    files = {_SCRIPT_FILE: _render_script(bolt_port), "browser/claimgraph/guide.html": render_guide()}
    stat = jar.stat()
    stamp = _hash(json.dumps([_BUILD, files, jar.name, stat.st_size, stat.st_mtime_ns]))
    if _read_stamp(page) == stamp:
        return False
    page.parent.mkdir(parents=True, exist_ok=True)
    part = page.with_suffix(".part")
    with zipfile.ZipFile(jar) as source, zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as target:
        kept = [
            entry.filename
            for entry in source.infolist()
            if entry.filename.startswith("browser/") and not entry.is_dir() and not entry.filename.startswith(_LEFT_OUT)
        ]
        # The first entry becomes the root of /browser/, and a file whose folder has no entry before it is not
        # unpacked: the server then does not start.
        for folder in _folders([*kept, *files]):
            target.writestr(zipfile.ZipInfo(folder, _EPOCH), "")
        for name in kept:
            data = source.read(name)
            if name == "browser/index.html":
                data = _with_script(data.decode("utf-8")).encode("utf-8")
            target.writestr(zipfile.ZipInfo(name, _EPOCH), data, zipfile.ZIP_DEFLATED, 1)
        for name, text in files.items():
            target.writestr(zipfile.ZipInfo(name, _EPOCH), text, zipfile.ZIP_DEFLATED)
        target.comment = stamp.encode("ascii")
    part.replace(page)
    return True


def is_served(page: Path, bolt_port: int) -> bool:
    """Return whether a running server's page has this release's kit: one started by an earlier release has not."""
    try:
        with zipfile.ZipFile(page) as found:
            return found.read(_SCRIPT_FILE).decode("utf-8") == _render_script(bolt_port)
    except (OSError, KeyError, zipfile.BadZipFile):
        return False


def export_kit(folder: Path) -> tuple[Path, Path]:
    """Write the style and the saved queries for a page that is not ours, to be dragged into it one by one."""
    folder.mkdir(parents=True, exist_ok=True)
    style, queries = folder / "claimgraph.grass", folder / "claimgraph.zip"
    style.write_text(read_grass(), encoding="utf-8")
    with zipfile.ZipFile(queries, "w", zipfile.ZIP_DEFLATED) as target:
        for view in VIEWS:
            target.writestr(zipfile.ZipInfo(f"claimgraph/{view.file}", _EPOCH), view.read())
    return style, queries


def render_guide() -> str:
    """Return the guide that a plain visit opens, with every saved query in it."""
    rows: list[str] = []
    for view in VIEWS:
        text = view.read()
        title = text.partition("\n")[0].removeprefix("// ")
        rows.append(f'<p><a data-populate="{html.escape(text)}">{html.escape(title)}</a></p>')
    return _read("guide.html").replace("<!--QUERIES-->", "\n".join(rows))


def _render_script(bolt_port: int) -> str:
    return _read("kit.js").replace("/*KIT*/", json.dumps(render_kit(bolt_port)))


def _with_script(index: str) -> str:
    """Put our script before the page's own. Raises PageDiffers where the page has no place for it."""
    if index.count("<body>") != 1 or _SCRIPT in index:
        raise PageDiffers(
            "the page of this Neo4j Browser has no place for the kit; use the release of claimgraph's lock"
        )
    return re.sub(r"<script\b", lambda _: f"{_SCRIPT}<script", index, count=1)


def _folders(names: Iterable[str]) -> list[str]:
    """Return every folder of these files, each after the one that it is in."""
    return sorted({f"{folder}/" for name in names for folder in map(str, PurePosixPath(name).parents) if folder != "."})


def _read_stamp(page: Path) -> str:
    try:
        with zipfile.ZipFile(page) as found:
            return found.comment.decode("ascii", "replace")
    except (OSError, zipfile.BadZipFile):
        return ""


def _read(name: str) -> str:
    return resources.files("graph.server.browser").joinpath(name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:32]
