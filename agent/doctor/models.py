"""The language models and the embedding model, each tried once."""

import asyncio
from collections.abc import Callable
from dataclasses import asdict

from agent.doctor.finding import CONFIGURATION_EXIT, Finding, broken, split_advice
from agent.errors import AgentError
from agent.llm import ROLES, Model, Role
from agent.llm.configured import ConfiguredModels, configured_models
from agent.settings import Settings
from graph.embedding_model import ModelInUse, check_model
from graph.errors import DimensionDiffers
from graph.inspect import GraphFound

_PATIENCE_S = 45.0
_TOKENS = 1_000
"""Room for a model that reasons first; one that does not takes five."""


async def look_at_models(settings: Settings, say: Callable[[str], None]) -> list[Finding]:
    """Return one finding a model: each is asked for one word, in every form until one works."""
    try:
        chosen = configured_models(settings)
    except AgentError as error:
        return [broken("models", error)]
    if chosen is None:
        do = "to use one: CLAIMGRAPH_PLANNER_MODEL, CLAIMGRAPH_WRITER_MODEL, and OPENAI_API_KEY or OPENAI_BASE_URL"
        return [Finding("models", "off", "none: rules do the work and claims are the sources' own sentences", do)]
    from agent.build import open_model

    roles: dict[str, list[Role]] = {}
    for role in ROLES:
        if role == "second_judge" and chosen.by_role[role] in roles:
            continue
        roles.setdefault(chosen.by_role[role], []).append(role)
    async with open_model(chosen, say, home=settings.home_path, learn_anew=True) as model:
        return list(await asyncio.gather(*(_probe(model, chosen, players) for players in roles.values())))


async def _probe(model: Model, chosen: ConfiguredModels, roles: list[Role]) -> Finding:
    from pydantic import BaseModel

    class Ready(BaseModel):
        """Whether you can answer."""

        ready: bool

    about = " ".join(roles)
    name = chosen.by_role[roles[0]]
    try:
        async with asyncio.timeout(_PATIENCE_S):
            reply = await model.ask(
                roles[0],
                system="You are being tested.",
                user="Say that you are ready.",
                answer=Ready,
                max_tokens=_TOKENS,
            )
    except AgentError as error:
        return broken(about, error)
    except TimeoutError:
        says = f"the model {name} at {chosen.shown_url} gave no answer within {_PATIENCE_S:g} seconds"
        return Finding(about, "broken", says, "try again, or use a faster one", CONFIGURATION_EXIT)
    last = reply.attempts[-1]
    asked = "" if len(reply.attempts) == 1 else f", after {len(reply.attempts)} attempts"
    return Finding(about, "ok", f"{name} at {chosen.shown_url}: {last.form}, {last.latency_ms} ms{asked}")


async def look_at_embeddings(settings: Settings, found: GraphFound | None) -> list[Finding]:
    """Return the finding of the embedding model; one text is embedded, and the model compared with the graph's."""
    from retrievers.embed import EmbeddingService, open_embedder, why_not
    from retrievers.embed.errors import EmbeddingError

    service = EmbeddingService(settings.openai_base_url, settings.openai_api_key)
    home = settings.home_path
    try:
        embedder = await asyncio.to_thread(open_embedder, settings.embeddings, home=home, service=service)
        if embedder is None:
            reason = why_not(settings.embeddings, home=home) or ""
            says, do = split_advice(reason)
            state = "off" if settings.embeddings.strip() == "none" else "missing"
            return [Finding("embeddings", state, f"none, words alone are searched: {says}", do)]
        await embedder.embed(["ready"], kind="query")
        check_model(ModelInUse(**asdict(embedder.info)), found.models if found else ())
    except EmbeddingError as error:
        return [broken("embeddings", error, CONFIGURATION_EXIT)]
    except DimensionDiffers as error:
        return [broken("embeddings", error)]
    info = embedder.info
    same = ", as in the graph" if found and found.models else ""
    return [Finding("embeddings", "ok", f"{info.id}, {info.dimension} dimensions{same}")]
