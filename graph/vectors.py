"""Vectors on their way to the server."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def wire_vectors(vectors: "NDArray[np.float32]", *, dimension: int | None = None) -> list[Any]:
    """Return the rows of an array [n, d] as the driver's own vector type, a tenth of the client's cost of a list.

    Raises ValueError on a zero or non-finite vector and on another dimension than `dimension`: the server stores such
    a one without a word and never finds it.
    """
    import numpy as np
    from neo4j.vector import Vector

    array = np.ascontiguousarray(vectors, dtype=np.float32)
    if len(array) == 0:
        return []
    if dimension is not None and array.shape[1] != dimension:
        raise ValueError(f"vectors have {array.shape[1]} dimensions, the index {dimension}; nothing was written")
    norms = np.linalg.norm(array, axis=1)
    if not (np.isfinite(norms).all() and (norms > 0).all()):
        raise ValueError("the embedding model gave a zero or non-finite vector; nothing was written")
    make = cast("Callable[[object], Any]", Vector.from_numpy)  # pyright: ignore[reportUnknownMemberType] # numpy types are optional to the driver
    return [make(row) for row in array]
