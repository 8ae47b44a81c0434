"""What a run was begun with, read from the graph, so that it goes on alike."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from decimal import Decimal
from typing import Any

from agent.autonomy import Autonomy
from agent.budget import Budget
from agent.loops.choice import LoopName
from agent.web.options import WebOptions
from graph.store import GraphStore


@dataclass(frozen=True, slots=True)
class Begun:
    """A run's question, key, mode and limits; `web` are its options for the live web, or why it had none."""

    question: str
    run_key: str
    is_extractive: bool
    limits: Mapping[str, Any]
    web: WebOptions | str
    direct: bool
    loop: LoopName
    state: str = "running"
    autonomy: Autonomy = "agent"
    fresh: bool = False


async def read_begun(store: GraphStore, run: str) -> Begun:
    """Return what the run of this key was begun with. Raises GraphError."""
    row = (await store.read("run_as_begun", run=run))[0]
    limits = json.loads(row["budgets_json"] or "{}")
    options = json.loads(row["options_json"] or "{}")
    return Begun(
        question=row["question"],
        run_key=row["run_key"],
        is_extractive=row["mode"] == "extractive",
        limits={field.name: limits[field.name] for field in fields(Budget) if field.name in limits} | _money(limits),
        web=_web(options.get("web")),
        direct=bool(options.get("direct")),
        loop=options.get("loop", "iterative"),
        state=row["state"],
        autonomy=options.get("autonomy", "agent"),
        fresh=bool(options.get("fresh")),
    )


def _money(limits: Mapping[str, Any]) -> dict[str, Decimal | None]:
    money = limits.get("money")
    return {"money": None if money is None else Decimal(money)}


def _web(kept: Mapping[str, Any] | None) -> WebOptions | str:
    if kept is None:
        return "off (the run was begun without it)"
    return WebOptions(
        time_range=kept["time_range"],
        only=tuple(kept["only"]),
        prefer=tuple(kept["prefer"]),
        block=tuple(kept["block"]),
        snippets=bool(kept.get("snippets")),
        new_pages=kept.get("new_pages"),
        opposing=bool(kept.get("opposing")),
    )
