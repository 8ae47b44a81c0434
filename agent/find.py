"""From what a person types to a key: any unique prefix is enough."""

from graph.errors import NodeNotFound
from graph.model import LABEL_OF_KIND
from graph.store import GraphStore


async def find_node(store: GraphStore, prefix: str) -> tuple[str, str]:
    """Return key and label of the one node whose key begins so.

    Raises NodeNotFound when none or several do, naming some of them.
    """
    kind, dot, _ = prefix.partition(".")
    label = LABEL_OF_KIND.get(kind)
    if not dot or label is None:
        kinds = ", ".join(sorted(LABEL_OF_KIND))
        raise NodeNotFound(f"{prefix!r} is no key; a key is a kind ({kinds}), a dot and hex digits, such as claim.3f2a")
    rows = await store.read("nodes_by_prefix", prefix=prefix, label=label)
    if not rows:
        raise NodeNotFound(
            f"no {label} in the namespace {store.namespace} has a key that begins with {prefix}; "
            "give another key, or --namespace"
        )
    if len(rows) > 1 and rows[0]["key"] != prefix:
        some = ", ".join(row["key"] for row in rows[:5])
        raise NodeNotFound(f"{prefix} is not unique: {some}{' …' if len(rows) > 5 else ''}; give more digits")
    return str(rows[0]["key"]), label


async def find_run(store: GraphStore, key: str) -> str:
    """Return the key of a run from its key, a prefix of it, the --run-key it was given, or "latest" for the last begun.

    Raises NodeNotFound.
    """
    named = await store.read("runs_by_run_key", run_key=key)
    if named:
        return str(named[0]["key"])
    if key == "latest" and (last := await store.read("runs_by_state", state=None, limit=1)):
        return str(last[0]["run"])
    if not key.startswith("run."):
        raise NodeNotFound(f"no run in the namespace {store.namespace} is called {key!r}; `claimgraph runs` lists them")
    return (await find_node(store, key))[0]


async def find_report(store: GraphStore, key: str) -> str:
    """Return the key of a report from its own key or a run's; a run gives its final report, else its newest draft.

    Raises NodeNotFound.
    """
    if key.startswith("report."):
        return (await find_node(store, key))[0]
    run = await find_run(store, key)
    rows = await store.read("report_of_run", run=run)
    if not rows:
        raise NodeNotFound(f"{run} has no report yet; go on with it by its --run-key")
    return str(rows[0]["report"])
