"""Vectors on their way to the server."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from graph.form import Form

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def wire_vectors(vectors: "NDArray[np.float32]", *, form: Form, dimension: int | None = None) -> list[Any]:
    """Return the rows of an array [n, d] as parameters for a server of that form.

    The driver's own vector type costs the client a tenth of a list; servers of the form `lts` know lists alone.
    Raises ValueError on a zero or non-finite vector and on another dimension than `dimension`: the server stores such
    a one without a word and never finds it.
    """
    import numpy as np

    array = np.ascontiguousarray(vectors, dtype=np.float32)
    if len(array) == 0:
        return []
    if dimension is not None and array.shape[1] != dimension:
        raise ValueError(f"vectors have {array.shape[1]} dimensions, the index {dimension}; nothing was written")
    norms = np.linalg.norm(array, axis=1)
    if not (np.isfinite(norms).all() and (norms > 0).all()):
        raise ValueError("the embedding model gave a zero or non-finite vector; nothing was written")
    if form == "lts":
        return array.tolist()
    from neo4j.vector import Vector

    make = cast("Callable[[object], Any]", Vector.from_numpy)  # pyright: ignore[reportUnknownMemberType] # numpy types are optional to the driver
    return [make(row) for row in array]
