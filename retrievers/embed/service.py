"""Embeddings from an OpenAI-compatible address: bounded batches, bounded repetitions, every reply checked."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, cast
from urllib.parse import urlsplit, urlunsplit

from graph.rows import cut
from retrievers.embed.batches import check_directions
from retrievers.embed.errors import EmbeddingFailed, EmbeddingRefused, EmbeddingUnavailable
from retrievers.embed.known import usual_prefixes
from retrievers.embed.protocol import Embedded, EmbeddingModelInfo, EmbeddingService, Kind

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from openai import APIError, AsyncOpenAI
    from openai.types import CreateEmbeddingResponse

BATCH_TEXTS: Final = 32
BATCH_BYTES: Final = 64_000
MAX_TOKENS: Final = 8191
"""The window of OpenAI's models; a token is one byte or more, so a text is cut at as many bytes."""
_EMPTY: Final = "-"
"""Stands for a text without a letter, which services refuse."""
_LONGEST_WAIT_S: Final = 30.0


class ServiceEmbedder:
    """An Embedder over the embeddings endpoint of a service."""

    def __init__(
        self, info: EmbeddingModelInfo, model: str, service: EmbeddingService, *, forget: Callable[[], None]
    ) -> None:
        """Only note what to ask; the first call of ``embed`` opens a connection.

        ``forget`` is called when replies have another dimension than was learned, so that it is asked again.
        """
        self._info = info
        self._forget = forget
        self._model = model
        self._service = service

    @property
    def info(self) -> EmbeddingModelInfo:
        """The model behind the vectors."""
        return self._info

    async def embed(self, texts: Sequence[str], *, kind: Kind) -> Embedded:
        """Embed texts; see Embedder. Raises EmbeddingRefused with a typed outcome when the service gives nothing."""
        import numpy as np

        prefix = self._info.query_prefix if kind == "query" else self._info.passage_prefix
        ready = [_bounded(prefix, text) for text in texts]
        shortened = sum(was_cut for _, was_cut in ready)
        vectors = np.zeros((len(texts), self._info.dimension), dtype=np.float32)
        done = 0
        async with _client(self._service) as client:
            sendable = [text for text, _ in ready]
            for batch in cut(sendable, lambda text: len(text.encode()), most=BATCH_TEXTS, heaviest=BATCH_BYTES):
                rows = await _ask(client, self._model, self._service, batch)
                if any(len(row) != self._info.dimension for row in rows):
                    self._forget()
                vectors[done : done + len(batch)] = _checked(rows, len(batch), self._info.dimension, self._model)
                done += len(batch)
        return Embedded(vectors, shortened)


def open_service(model: str, service: EmbeddingService, *, home: Path) -> ServiceEmbedder:
    """Open a model of a service; its dimension is asked once by one text and kept in ``home``.

    Raises EmbeddingUnavailable without a model or key, or when the service knows neither; EmbeddingRefused when it
    gives nothing now.
    """
    if not model.strip():
        raise EmbeddingUnavailable("CLAIMGRAPH_EMBEDDINGS names no model; write openai:MODEL.")
    if not service.api_key and not service.base_url:
        raise EmbeddingUnavailable(
            f"CLAIMGRAPH_EMBEDDINGS=openai:{model} needs OPENAI_API_KEY, or OPENAI_BASE_URL of a service without keys;"
            " set one, or set CLAIMGRAPH_EMBEDDINGS to local or none."
        )
    learned = home / "embedding-services.json"
    name = f"{_shown(service.base_url)} {model}"
    known = _load(learned)
    if name not in known:
        with ThreadPoolExecutor(1) as thread:  # the caller's own event loop may be running
            rows = thread.submit(asyncio.run, _probe(model, service)).result()
        known = {**known, name: len(rows[0]) if rows else 0}
        _checked(rows, 1, known[name], model)
        _save(learned, known)
    query_prefix, passage_prefix = usual_prefixes(model)
    info = EmbeddingModelInfo(
        id=model,
        dimension=known[name],
        query_prefix=query_prefix,
        passage_prefix=passage_prefix,
        file_sha256=hashlib.sha256(f"openai:{model}".encode()).hexdigest(),
        max_tokens=MAX_TOKENS,
    )
    return ServiceEmbedder(
        info, model, service, forget=lambda: _save(learned, {k: v for k, v in _load(learned).items() if k != name})
    )


def _bounded(prefix: str, text: str) -> tuple[str, bool]:
    encoded = (prefix + text).encode("utf-8", "replace")
    kept = encoded[:MAX_TOKENS].decode("utf-8", "ignore")
    return kept if kept.strip() else _EMPTY, len(encoded) > MAX_TOKENS


def _checked(rows: list[list[float]], count: int, dimension: int, model: str) -> NDArray[np.float32]:
    """Vectors [n, d] of length 1. Raises EmbeddingFailed on another number, dimension, zero or infinity."""
    import numpy as np

    lengths = {len(row) for row in rows}
    if len(rows) != count or lengths != {dimension} or not dimension:
        got = " and ".join(str(n) for n in sorted(lengths)) or "no"
        raise EmbeddingFailed(
            f"The embedding service gave {len(rows)} vectors of {got} dimensions for {count} texts where {model} has"
            f" {dimension}; check what OPENAI_BASE_URL serves under that name."
        )
    vectors = np.asarray(rows, dtype=np.float32)
    check_directions(vectors, model)
    norms = np.linalg.norm(vectors.astype(np.float64), axis=1, keepdims=True)
    return (vectors / norms).astype(np.float32)


def _client(service: EmbeddingService) -> AsyncOpenAI:
    from openai import AsyncOpenAI, DefaultAsyncHttpxClient

    return AsyncOpenAI(
        api_key=service.api_key or "none",
        base_url=service.base_url or None,
        max_retries=0,
        timeout=service.timeout_s,
        # The texts to embed are the person's own: they go to the address that was named and to no other.
        http_client=DefaultAsyncHttpxClient(follow_redirects=False),
    )


async def _probe(model: str, service: EmbeddingService) -> list[list[float]]:
    async with _client(service) as client:
        return await _ask(client, model, service, ["dimension"])


async def _ask(client: AsyncOpenAI, model: str, service: EmbeddingService, texts: list[str]) -> list[list[float]]:
    """Ask for one batch, again after each pause of the service while the failure may pass; rows in order of texts."""
    import openai

    pauses = iter(service.back_off_s)
    form: Literal["base64", "float"] = "base64"
    while True:
        try:
            reply = await client.embeddings.create(model=model, input=texts, encoding_format=form)
            return _in_order(reply, texts, model)
        except openai.APIError as error:
            if form == "base64" and "encoding_format" in f"{error.param} {error}":
                form = "float"
                continue
            refusal, passing = _refusal(error, model, service)
            pause = next(pauses, None) if passing else None
            if pause is None:
                raise refusal from None
            pause = min(max(pause, _retry_after(error)), _LONGEST_WAIT_S)
            service.say(f"{refusal} Asked again in {pause:g} s.")
            await asyncio.sleep(pause)


def _in_order(reply: CreateEmbeddingResponse, texts: list[str], model: str) -> list[list[float]]:
    """The vectors by their index. Raises EmbeddingFailed when the indexes are not those of the texts."""
    try:
        data = list(reply.data or [])
        rows = {row.index: _numbers(row.embedding) for row in data}
    except (AttributeError, TypeError, ValueError) as error:
        raise EmbeddingFailed(
            f"The embedding service answered for {model} in another form than OpenAI's; check OPENAI_BASE_URL, which"
            " usually ends in /v1."
        ) from error
    if len(data) != len(texts) or sorted(rows) != list(range(len(texts))):
        raise EmbeddingFailed(
            f"The embedding service gave {len(data)} vectors for {len(texts)} texts of {model}, or not each one once;"
            " nothing of that reply is used."
        )
    return [rows[index] for index in range(len(texts))]


def _numbers(vector: list[float] | str) -> list[float]:
    """The vector of one row, which comes as numbers or as base64 of 32-bit floats, whatever was asked for."""
    if not isinstance(vector, str):
        return vector
    import base64

    import numpy as np

    return np.frombuffer(base64.b64decode(vector), dtype="<f4").tolist()


def _refusal(error: APIError, model: str, service: EmbeddingService) -> tuple[Exception, bool]:
    """What to raise for an error of the SDK, and whether it may pass; nothing in it shows the key."""
    import openai

    where = _shown(service.base_url) or "OpenAI"
    says = _words(error, service.api_key)
    match error:
        case openai.APITimeoutError():
            told = f"{where} gave no embeddings within {service.timeout_s:g} s; try again, or raise its speed."
            return EmbeddingRefused(told, "timeout"), True
        case openai.APIConnectionError():
            return EmbeddingRefused(
                f"{where} does not answer; check OPENAI_BASE_URL and that it runs.", "offline"
            ), True
        case openai.AuthenticationError() | openai.PermissionDeniedError():
            told = f"{where} refuses the key for embeddings ({says}); check OPENAI_API_KEY."
            return EmbeddingRefused(told, "unauthorised"), False
        case openai.NotFoundError():
            told = f"{where} has no embedding model {model} ({says}); name another one in CLAIMGRAPH_EMBEDDINGS."
            return EmbeddingUnavailable(told), False
        case openai.RateLimitError() if error.code == "insufficient_quota":
            return EmbeddingRefused(f"{where} has no quota left for this key ({says}); top it up.", "quota"), False
        case openai.RateLimitError():
            return EmbeddingRefused(f"{where} limits the rate of embeddings ({says}).", "rate_limited"), True
        case openai.APIStatusError() if error.status_code == 413:
            return EmbeddingRefused(f"{where} takes no text of that length ({says}).", "too_large"), False
        case openai.InternalServerError():
            return EmbeddingRefused(f"{where} failed on embeddings ({says}); try again later.", "refused"), True
        case _:
            told = f"{where} gave no embeddings of {model} ({says}); check CLAIMGRAPH_EMBEDDINGS and OPENAI_BASE_URL."
            return EmbeddingRefused(told, "refused"), False


def _shown(address: str) -> str:
    """The address without a login or a query, which may hold a secret."""
    parts = urlsplit(address)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))


def _words(error: APIError, key: str) -> str:
    text = " ".join(str(error).split())[:200]
    return text.replace(key, "***") if key else text


def _retry_after(error: APIError) -> float:
    from openai import APIStatusError

    if not isinstance(error, APIStatusError):
        return 0.0
    try:
        return max(0.0, float(error.response.headers.get("retry-after", "0")))
    except ValueError:
        return 0.0


def _load(path: Path) -> dict[str, int]:
    try:
        rows: object = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    named = cast("dict[str, object]", rows) if isinstance(rows, dict) else {}
    return {name: dimension for name, dimension in named.items() if isinstance(dimension, int) and dimension > 0}


def _save(path: Path, rows: dict[str, int]) -> None:
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(rows, indent=1), encoding="utf-8")
