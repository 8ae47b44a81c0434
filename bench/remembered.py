"""An embedding model whose vectors a bench keeps on disk: the same texts are stored several times, and asked often."""

import hashlib
import sqlite3
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from retrievers.embed import Embedded, Embedder, EmbeddingModelInfo, Kind


class Remembered:
    """Embeds as another embedder does, each text once; how many were cut is only known of new texts."""

    def __init__(self, embedder: Embedder, path: Path) -> None:
        """Open or make the file of vectors."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self._embedder = embedder
        self._kept = sqlite3.connect(path, check_same_thread=False)
        self._kept.execute("CREATE TABLE IF NOT EXISTS vectors (key TEXT PRIMARY KEY, vector BLOB)")

    @property
    def info(self) -> EmbeddingModelInfo:
        """The model behind the vectors."""
        return self._embedder.info

    async def embed(self, texts: Sequence[str], *, kind: Kind) -> Embedded:
        """Embed texts, those that were seen before from the file."""
        keys = [self.key(text, kind) for text in texts]
        there = {key: vector for key in keys if (vector := self._find(key)) is not None}
        new = {key: text for key, text in zip(keys, texts, strict=True) if key not in there}
        cut = 0
        if new:
            embedded = await self._embedder.embed(list(new.values()), kind=kind)
            cut = embedded.cut
            there |= dict(zip(new, embedded.vectors, strict=True))
            self.keep({key: there[key] for key in new})
        return Embedded(np.stack([there[key] for key in keys]), cut)

    def key(self, text: str, kind: Kind) -> str:
        """Return what a text is kept under."""
        info = self.info
        return hashlib.sha256(f"{info.id} {info.dimension} {info.file_sha256} {kind} {text}".encode()).hexdigest()

    def keep(self, vectors: "dict[str, np.ndarray]") -> None:
        """Keep vectors by their keys."""
        rows = [(key, vector.astype(np.float32).tobytes()) for key, vector in vectors.items()]
        self._kept.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?)", rows)
        self._kept.commit()

    def _find(self, key: str) -> "np.ndarray | None":
        row = self._kept.execute("SELECT vector FROM vectors WHERE key = ?", (key,)).fetchone()
        return None if row is None else np.frombuffer(row[0], dtype=np.float32)
