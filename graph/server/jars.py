"""Fetch a server's jars by its committed lock: several at a time, resumable, each checked by sha256."""

import hashlib
import json
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from graph.errors import JarDiffers, JarsMissing, ReleaseUnknown, ServerError
from graph.server.space import check_space, name_full_disk

if TYPE_CHECKING:
    import httpx

AT_ONCE = 8
_ATTEMPTS = 3
_STAMP = "verified.json"


@dataclass(frozen=True, slots=True)
class Jar:
    """One row of a lock: `path` is below a Maven repository's base address and below our folder alike."""

    coordinate: str
    path: str
    size: int
    sha256: str

    @property
    def name(self) -> str:
        """The file's name."""
        return self.path.rpartition("/")[2]


class _Stamp(NamedTuple):
    """What a jar looked like when it was last hashed."""

    size: int
    mtime_ns: int
    sha256: str


def known_releases() -> list[str]:
    """Return the server releases that have a lock."""
    names = [p.name for p in resources.files("graph.server").iterdir()]
    return sorted(n[len("lock-") : -len(".jsonl")] for n in names if n.startswith("lock-") and n.endswith(".jsonl"))


def check_release(version: str) -> None:
    """Raise ReleaseUnknown unless the managed server can be of that release."""
    if version not in known_releases():
        raise ReleaseUnknown(
            f"the managed server cannot be Neo4j {version}; set CLAIMGRAPH_NEO4J_VERSION to "
            f"{' or '.join(known_releases())}, or unset it"
        )


def read_lock(version: str) -> list[Jar]:
    """Return the jars of server `version` in class path order, or raise ReleaseUnknown."""
    check_release(version)
    text = resources.files("graph.server").joinpath(f"lock-{version}.jsonl").read_text(encoding="utf-8")
    return [Jar(**json.loads(line)) for line in text.splitlines()]


def ensure_jars(
    jars: Sequence[Jar],
    folder: Path,
    base_url: str | None,
    *,
    progress: bool = True,
    say: Callable[[str], None] = lambda _: None,
) -> list[Path]:
    """Return the paths of `jars` below `folder`; fetch what is missing from `base_url` (None: Maven Central).

    Asks the network nothing when all are there. One jar's failure does not stop the others. Two processes may
    call it at once. Raises JarsMissing, JarDiffers or DiskFull.
    """
    from filelock import FileLock

    folder.mkdir(parents=True, exist_ok=True)
    with FileLock(folder / ".lock"), name_full_disk(folder):
        stamps = _read_stamps(folder)
        missing = [jar for jar in jars if not _is_verified(jar, folder, stamps)]
        if missing:
            _fetch_all(missing, folder, base_url or _central(), stamps, progress=progress, say=say)
        _write_stamps(folder, stamps)
    return [folder / jar.path for jar in jars]


def _central() -> str:
    try:
        from jgo.constants import MAVEN_CENTRAL_URL
    except ImportError as e:
        raise JarsMissing(
            "the local database's jars are not here; run pip install 'claimgraph[local]', "
            "or set CLAIMGRAPH_MAVEN_URL to a Maven repository"
        ) from e
    return str(MAVEN_CENTRAL_URL)


def _read_stamps(folder: Path) -> dict[str, _Stamp]:
    try:
        rows = json.loads((folder / _STAMP).read_text(encoding="utf-8"))
        return {path: _Stamp(*row) for path, row in rows.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


def _write_stamps(folder: Path, stamps: dict[str, _Stamp]) -> None:
    new = json.dumps(stamps)
    path = folder / _STAMP
    if not path.exists() or path.read_text(encoding="utf-8") != new:
        part = path.with_suffix(".part")
        part.write_text(new, encoding="utf-8")
        part.replace(path)


def _is_verified(jar: Jar, folder: Path, stamps: dict[str, _Stamp]) -> bool:
    """Hash a jar only if it is not the file hashed before: a start must not read 180 MB each time."""
    path = folder / jar.path
    try:
        stat = path.stat()
    except OSError:
        return False
    stamp = _Stamp(stat.st_size, stat.st_mtime_ns, jar.sha256)
    if stamps.get(jar.path) == stamp:
        return True
    if stat.st_size != jar.size or _sha256(path) != jar.sha256:
        return False
    stamps[jar.path] = stamp
    return True


def _sha256(path: Path) -> str:
    with path.open("rb") as f:
        return hashlib.file_digest(f, "sha256").hexdigest()


def _fetch_all(
    jars: Sequence[Jar],
    folder: Path,
    base_url: str,
    stamps: dict[str, _Stamp],
    *,
    progress: bool,
    say: Callable[[str], None],
) -> None:
    import httpx
    from tqdm import tqdm

    total = sum(jar.size for jar in jars)
    check_space(folder, total + 64_000_000, "the database's jars with room to work")
    say(f"Fetching {len(jars)} jars of Neo4j, {total / 1e6:.0f} MB, once.")
    unreachable = threading.Event()
    timeout = httpx.Timeout(30, connect=10)
    with (
        httpx.Client(follow_redirects=True, timeout=timeout, headers={"Accept-Encoding": "identity"}) as client,
        tqdm(total=total, unit="B", unit_scale=True, disable=not (progress and sys.stderr.isatty())) as bar,
        ThreadPoolExecutor(AT_ONCE) as pool,
    ):

        def fetch(jar: Jar) -> ServerError | None:
            if unreachable.is_set():
                return JarsMissing(f"{jar.name}: not tried, as the net cannot be reached")
            try:
                _fetch(client, jar, folder, base_url, bar.update)
            except ServerError as e:
                return e
            except httpx.ConnectError as e:
                unreachable.set()
                return JarsMissing(f"{jar.name}: {e or type(e).__name__}")
            except httpx.HTTPError as e:
                return JarsMissing(f"{jar.name}: {e or type(e).__name__}")
            return None

        failures = [failure for failure in pool.map(fetch, jars) if failure]
    for jar in jars:
        _is_verified(jar, folder, stamps)
    if failures:
        _write_stamps(folder, stamps)
        raise _one_error(failures, len(jars), base_url)


def _one_error(failures: Sequence[ServerError], asked: int, base_url: str) -> ServerError:
    differing = [f for f in failures if isinstance(f, JarDiffers)]
    shown = "; ".join(str(f) for f in (differing or failures)[:3])
    more = len(failures) - min(3, len(differing or failures))
    rest = f" (and {more} more)" if more else ""
    if differing:
        return JarDiffers(
            f"{len(differing)} of {asked} jars from {base_url} differ from the lock and were thrown away: "
            f"{shown}{rest}; start again, and if it stays so do not trust that address (CLAIMGRAPH_MAVEN_URL)"
        )
    return JarsMissing(
        f"{len(failures)} of {asked} jars could not be fetched from {base_url}: {shown}{rest}; "
        "go online, or set CLAIMGRAPH_MAVEN_URL to a mirror, and start again: what is here is kept"
    )


def _fetch(client: "httpx.Client", jar: Jar, folder: Path, base_url: str, advance: Callable[[int], object]) -> None:
    """Bring one jar, taking up a part that a break left, and put it in its place when its hash is right."""
    import httpx

    path = folder / jar.path
    part = path.with_name(path.name + ".part")
    path.parent.mkdir(parents=True, exist_ok=True)
    url = f"{base_url.rstrip('/')}/{jar.path}"
    for attempt in range(_ATTEMPTS):
        try:
            _download(client, url, part, jar, advance)
            break
        except (httpx.ReadError, httpx.RemoteProtocolError, httpx.ReadTimeout):
            if attempt == _ATTEMPTS - 1:
                raise
    found = _sha256(part)
    if found != jar.sha256:
        part.unlink()
        raise JarDiffers(f"{jar.name} has sha256 {found[:12]}…, the lock says {jar.sha256[:12]}…")
    part.replace(path)


def _download(client: "httpx.Client", url: str, part: Path, jar: Jar, advance: Callable[[int], object]) -> None:
    have = part.stat().st_size if part.exists() else 0
    if have == jar.size:
        return
    if have > jar.size:
        part.unlink()
        have = 0
    with client.stream("GET", url, headers={"Range": f"bytes={have}-"} if have else {}) as answer:
        if answer.status_code not in (200, 206):
            raise JarsMissing(f"{jar.name}: the server answered {answer.status_code}")
        have = have if answer.status_code == 206 else 0
        advance(have)
        with part.open("r+b" if have else "wb") as f:
            f.seek(have)
            for chunk in answer.iter_raw(65536):
                have += f.write(chunk)
                advance(len(chunk))
                if have > jar.size:
                    part.unlink()
                    raise JarDiffers(f"{jar.name} has more than the lock's {jar.size} bytes")
