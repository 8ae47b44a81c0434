"""Make the lock of one server version from Maven's own runtime class path, for maintainers.

`python -m graph.server.make_lock 2026.09.0` needs `mvn`. The lock lists jars in class path order and
names no host, so that any mirror can serve it; one lock serves every operating system.
"""

import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

BROWSER_VERSION = "5.24.0"
"""Neo4j Browser is no dependency of the server, so its version is ours to choose."""


def write_pom(version: str) -> str:
    """Return a project that depends on the server of `version` and on Neo4j Browser, and on nothing else."""
    wanted = [
        ("org.neo4j", "neo4j", version),
        ("org.neo4j.app", "neo4j-server", version),
        ("org.neo4j.client", "neo4j-browser", BROWSER_VERSION),
    ]
    rows = "".join(
        f"<dependency><groupId>{group}</groupId><artifactId>{artifact}</artifactId><version>{v}</version></dependency>"
        for group, artifact, v in wanted
    )
    head = "<groupId>lock</groupId><artifactId>lock</artifactId><version>1</version>"
    return f"<project><modelVersion>4.0.0</modelVersion>{head}<dependencies>{rows}</dependencies></project>"


def resolve_class_path(version: str, repository: Path) -> list[Path]:
    """Return the runtime class path that Maven resolves into its local `repository`.

    Raises:
        subprocess.CalledProcessError: `mvn` could not resolve it; its own words are on stderr.
        FileNotFoundError: there is no `mvn`.
    """
    maven = shutil.which("mvn")
    if maven is None:
        raise FileNotFoundError("making a lock needs Maven: no `mvn` on the PATH")
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "pom.xml").write_text(write_pom(version), encoding="utf-8")
        command = [
            maven,
            "--quiet",
            "--batch-mode",
            f"-Dmaven.repo.local={repository}",
            "dependency:build-classpath",
            "-DincludeScope=runtime",
            "-Dmdep.pathSeparator=|",
            "-Dmdep.outputFile=class-path.txt",
        ]
        subprocess.run(command, cwd=folder, check=True, stdout=sys.stderr)
        return [Path(p) for p in Path(folder, "class-path.txt").read_text(encoding="utf-8").strip().split("|")]


def describe_jar(jar: Path, repository: Path) -> dict[str, str | int]:
    """Return the lock's row for `jar`: its coordinate, its path below a repository, bytes, sha256."""
    path = jar.relative_to(repository)
    *group, artifact, version, name = path.parts
    classifier = name.removesuffix(".jar").removeprefix(f"{artifact}-{version}").removeprefix("-")
    coordinate = ":".join(filter(None, (".".join(group), artifact, classifier, version)))
    content = jar.read_bytes()
    return {
        "coordinate": coordinate,
        "path": path.as_posix(),
        "size": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
    }


def main(version: str) -> None:
    """Write the lock of `version` beside this file."""
    repository = Path.home() / ".m2" / "repository"
    rows = [describe_jar(jar, repository) for jar in resolve_class_path(version, repository)]
    lock = Path(__file__).with_name(f"lock-{version}.jsonl")
    lock.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    total = sum(int(row["size"]) for row in rows)
    print(f"{lock.name}: {len(rows)} jars, {total / 1e6:.0f} MB", file=sys.stderr)


if __name__ == "__main__":
    main(*sys.argv[1:])
