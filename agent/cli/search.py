"""`claimgraph search`: find stored passages."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from agent.cli.face import Face, options, run
from agent.cli.json_lines import read_json_lines

if TYPE_CHECKING:
    from retrievers.memory import Arm, Found, Hit


@click.command()
@click.argument("query", required=False)
@click.option(
    "--file",
    "file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="JSON Lines of {id, text}.",
)
@click.option("--limit", "-k", default=10, show_default=True, type=click.IntRange(1, 200), help="Hits a query.")
@click.option(
    "--arm",
    type=click.Choice(["all", "text", "vector", "grams", "walk"]),
    default="all",
    help="Which arms search; walk follows names alone.",
)
@click.option(
    "--rerank/--no-rerank", default=None, help="Place the best hits anew by CLAIMGRAPH_RERANKER; it is used where set."
)
@click.option("--explain", is_flag=True, help="Show where each arm placed a hit.")
@options
def search(
    query: str | None, file: Path | None, limit: int, arm: str, rerank: bool | None, explain: bool, face: Face
) -> int:
    """Find stored passages by words and by meaning, in two statements. No hits is an answer, with exit code 0."""
    from agent.plan import check_question

    if (query is None) == (file is None):
        raise click.UsageError("give a query, or --file with JSON Lines of {id, text}")
    if query is not None:
        check_question(query)
    queries = _queries(file) if file is not None else [("1", query or "")]
    if not queries:
        face.say(f"{file} holds no query")
    return run(_search(face, queries, limit, arm, rerank, explain))


def _queries(path: Path) -> list[tuple[str, str]]:
    from agent.errors import AgentError

    queries: list[tuple[str, str]] = []
    for number, row in read_json_lines(path):
        match row:
            case {"id": str() | int() as name, "text": str() as text} if any(map(str.isalnum, text)):
                queries.append((str(name), text))
            case _:
                raise AgentError(
                    f"line {number} of {path} is no query; each line must be a JSON object with id and text, and the "
                    "text hold a word"
                )
    return queries


async def _search(
    face: Face, queries: list[tuple[str, str]], limit: int, arm: str, rerank: bool | None, explain: bool
) -> int:
    from agent.cli.namespaces import say_when_empty
    from agent.errors import ConfigurationError
    from retrievers.memory import ARMS
    from retrievers.rerank import search_reranked

    arms: tuple[Arm, ...] = tuple(a for a in ARMS if arm in ("all", a))

    async with face.app() as app:
        for note in app.notes:
            face.say(note)
        if rerank and app.reranker is None:
            raise ConfigurationError(
                "there is nothing to rerank with; set CLAIMGRAPH_RERANKER to cross-encoder:MODEL with a folder "
                "or a model of the hub"
            )
        for start in range(0, len(queries), 20):
            part = queries[start : start + 20]
            found = await search_reranked(
                app.store,
                [text for _, text in part],
                app.embedder,
                None if rerank is False else app.reranker,
                limit=limit,
                arms=arms,
            )
            for (name, text), hits in zip(part, found.hits, strict=True):
                if face.json:
                    face.out_json(_as_json(name, text, face.settings.namespace, hits, found))
                else:
                    _print(face, text if len(queries) > 1 else None, hits, explain)
            if not face.json:
                for note in found.notes:
                    face.say(note)
            if not any(found.hits):
                await say_when_empty(face, app.store)
    return 0


def _as_json(name: str, query: str, namespace: str, hits: "tuple[Hit, ...]", found: "Found") -> dict[str, Any]:
    return {
        "id": name,
        "query": query,
        "namespace": namespace,
        "hits": [
            {
                "passage": h.passage,
                "source": h.source,
                "source_id": h.source_id,
                "title": h.title,
                "url": h.url,
                "text": h.text,
                "char_start": h.char_start,
                "char_end": h.char_end,
                "page": h.page,
                "flags": list(h.flags),
                "score": h.score,
                "arms": {arm: {"rank": s.rank, "score": s.score} for arm, s in h.arms.items()},
            }
            for h in hits
        ],
        "notes": list(found.notes),
        "statements": found.statements,
    }


def _print(face: Face, query: str | None, hits: "tuple[Hit, ...]", explain: bool) -> None:
    if query is not None:
        face.out_line(f"# {query}")
    if not hits:
        face.out("nothing found")
    for rank, hit in enumerate(hits, 1):
        dated = hit.published_at or "undated"
        flags = f"  flagged: {', '.join(hit.flags)}" if hit.flags else ""
        face.out_line(f"{rank}. {hit.title or hit.source_id} ({dated})  {hit.passage[:16]}{flags}")
        face.out(f"   {' '.join(hit.text.split())[:240]}")
        if explain:
            arms = "  ".join(f"{arm} #{s.rank} ({s.score:.3f})" for arm, s in hit.arms.items())
            face.out(f"   score {hit.score:.5f}  {arms}  characters {hit.char_start}-{hit.char_end}")
