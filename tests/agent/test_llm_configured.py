"""Which models the settings mean, what is missing, and that no secret is shown."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from llm_server import LLMServer, Scripted, says
from pydantic import BaseModel

from agent.build import open_model
from agent.errors import ConfigurationError
from agent.llm import ModelUnavailable
from agent.llm.configured import configured_models
from agent.llm.dialect import Dialect, Dialects
from agent.settings import SECRET_NAMES, SETTING_NAMES, Settings, read_settings

SET = Settings(planner_model="p", writer_model="w", openai_api_key="sk-1")


def test_without_a_model_rules_do_the_work() -> None:
    assert configured_models(Settings(openai_api_key="sk-1")) is None


def test_each_role_has_its_model_and_the_planner_judges_unless_another_does() -> None:
    chosen = configured_models(SET)
    assert chosen is not None
    assert chosen.by_role == {"planner": "p", "writer": "w", "judge": "p", "second_judge": "p"}
    assert chosen.shown_url == "https://api.openai.com/v1"
    other = configured_models(replace(SET, judge_model="j"))
    assert other is not None
    assert (other.by_role["judge"], other.by_role["second_judge"]) == ("j", "j")
    second = configured_models(replace(SET, judge_model="j", second_judge_model="k"))
    assert second is not None
    assert (second.by_role["judge"], second.by_role["second_judge"]) == ("j", "k")


@pytest.mark.parametrize("share", ["-0.1", "1.5", "half", "", "nan"])
def test_a_share_that_is_none_is_refused(share: str) -> None:
    with pytest.raises(ConfigurationError, match="CLAIMGRAPH_JUDGE_SAMPLE"):
        configured_models(replace(SET, judge_sample=share))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"planner_model": ""}, "CLAIMGRAPH_PLANNER_MODEL is not set"),
        ({"writer_model": ""}, "CLAIMGRAPH_WRITER_MODEL is not set"),
        ({"planner_model": "", "writer_model": " ", "judge_model": "j"}, "PLANNER_MODEL and CLAIMGRAPH_WRITER_MODEL"),
        ({"openai_api_key": ""}, "OPENAI_API_KEY is not"),
        ({"openai_base_url": "localhost:8080"}, "OPENAI_BASE_URL is no web address"),
        ({"openai_base_url": "ftp://host/v1"}, "OPENAI_BASE_URL is no web address"),
        ({"openai_base_url": "http://h:port/v1"}, "OPENAI_BASE_URL is no web address"),
        ({"model_timeout": "0"}, "CLAIMGRAPH_MODEL_TIMEOUT is '0'"),
        ({"model_timeout": "1.5 h"}, "CLAIMGRAPH_MODEL_TIMEOUT is '1.5 h'"),
        ({"model_timeout": "3601"}, "CLAIMGRAPH_MODEL_TIMEOUT"),
    ],
)
def test_half_a_configuration_is_one_clear_error(change: dict[str, str], words: str) -> None:
    with pytest.raises(ConfigurationError, match=words) as raised:
        configured_models(replace(SET, **change))
    assert raised.value.exit_code == 6


@pytest.mark.parametrize(
    ("url", "is_here"),
    [
        ("http://127.0.0.1:8080/v1", True),
        ("http://localhost:11434/v1", True),
        ("http://[::1]:8080/v1", True),
        ("http://127.0.0.1.example.org/v1", False),
        ("", False),
    ],
)
def test_a_server_on_this_machine_is_known_by_its_address_and_the_timeout_is_as_set(url: str, is_here: bool) -> None:
    chosen = configured_models(replace(SET, openai_base_url=url, model_timeout="300"))
    assert chosen is not None
    assert (chosen.is_here, chosen.timeout_s) == (is_here, 300)


def test_a_server_of_ones_own_needs_no_key() -> None:
    chosen = configured_models(replace(SET, openai_api_key="", openai_base_url="http://127.0.0.1:8080/v1/"))
    assert chosen is not None
    assert chosen.shown_url == "http://127.0.0.1:8080/v1"


def test_no_secret_is_in_a_repr_or_in_the_address_that_is_shown() -> None:
    secrets = {SETTING_NAMES[name]: f"secret-of-{name}" for name in SECRET_NAMES}
    assert len(secrets) == 3
    settings = replace(SET, **secrets, openai_base_url="https://me:hunter2@models.example/v1?key=hunter2")
    chosen = configured_models(settings)
    assert chosen is not None
    assert "secret-of" not in repr(settings) + repr(chosen)
    assert "hunter2" not in repr(chosen)
    assert chosen.shown_url == "https://models.example/v1"


@pytest.mark.parametrize("key", ["sk-a b", "sk-a\nb", "sk-ü"])
def test_a_key_that_no_header_can_carry_is_refused_without_being_shown(
    key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", key)
    with pytest.raises(ConfigurationError, match="OPENAI_API_KEY") as raised:
        read_settings(folder=tmp_path)
    assert key not in str(raised.value)


def test_line_breaks_around_a_key_are_taken_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-a\n")
    assert read_settings(folder=tmp_path).openai_api_key == "sk-a"


class Pong(BaseModel):
    ready: bool


async def test_the_model_of_the_settings_is_reached_with_their_key_and_without_the_sdks_retries(tmp_path: Path) -> None:
    with LLMServer(says({"ready": True})) as server:
        chosen = configured_models(replace(SET, openai_base_url=server.base_url))
        assert chosen is not None
        async with open_model(chosen, print, home=tmp_path) as model:
            reply = await model.ask("writer", system="s", user="u", answer=Pong)
    assert reply.value.ready
    assert server.sent[0].headers["authorization"] == "Bearer sk-1"
    assert server.sent[0].body["model"] == "w"
    assert "sk-1" not in (tmp_path / "models.json").read_text()


async def test_the_sdk_makes_no_retries_of_its_own(tmp_path: Path) -> None:
    fault = Scripted(status=503, headers={"Retry-After": "0"})
    said: list[str] = []
    with LLMServer(fault, fault, fault) as server:
        chosen = configured_models(replace(SET, openai_base_url=server.base_url))
        assert chosen is not None
        async with open_model(chosen, said.append, home=tmp_path) as model:
            with pytest.raises(ModelUnavailable):
                await model.ask("writer", system="s", user="u", answer=Pong)
    assert len(server.sent) == 3
    assert len(said) == 2


@pytest.mark.parametrize("text", ["", "[]", "{", '{"u m": 3}', '{"u m": {"step": "telepathy", "limit": "max_tokens"}}'])
def test_a_file_of_dialects_that_somebody_broke_is_learnt_anew(text: str, tmp_path: Path) -> None:
    (tmp_path / "models.json").write_text(text)
    dialects = Dialects(tmp_path)
    assert dialects.get("u", "m") == Dialect()
    dialects.learn("u", "m", Dialect("prompt", proven=True))
    assert Dialects(tmp_path).get("u", "m").step == "prompt"
    assert Dialects(tmp_path, fresh=True).get("u", "m") == Dialect()


def test_what_is_not_proven_is_forgotten_with_the_process_and_other_models_are_kept(tmp_path: Path) -> None:
    Dialects(tmp_path).learn("u", "a", Dialect("json_object", proven=True))
    dialects = Dialects(tmp_path)
    dialects.learn("u", "b", Dialect("prompt"))
    assert dialects.get("u", "b").step == "prompt"
    written: Any = json.loads((tmp_path / "models.json").read_text())
    assert list(written) == ["u a"]


def test_two_processes_that_learn_at_the_same_time_keep_what_the_other_learnt(tmp_path: Path) -> None:
    one, other = Dialects(tmp_path), Dialects(tmp_path)
    one.learn("u", "a", Dialect("json_object", proven=True))
    other.learn("u", "b", Dialect("prompt", proven=True))
    assert {Dialects(tmp_path).get("u", name).step for name in ("a", "b")} == {"json_object", "prompt"}


def test_a_home_that_cannot_be_written_costs_nothing_but_learning(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file where the folder should be")
    dialects = Dialects(tmp_path / "home")
    dialects.learn("u", "m", Dialect(proven=True))
    assert dialects.get("u", "m").proven


@pytest.mark.parametrize("status", [301, 302, 307, 308])
async def test_a_redirect_is_not_followed_so_that_nothing_that_is_asked_goes_to_another_server(
    status: int, tmp_path: Path
) -> None:
    with LLMServer() as other:
        away = Scripted(status=status, headers={"Location": f"{other.base_url}/chat/completions"})
        with LLMServer(away) as server:
            chosen = configured_models(replace(SET, openai_base_url=server.base_url))
            assert chosen is not None
            async with open_model(chosen, lambda _: None, home=tmp_path) as model:
                with pytest.raises(ModelUnavailable, match=r"not followed.*correct OPENAI_BASE_URL") as raised:
                    await model.ask("planner", system="s", user="u", answer=Pong)
            assert other.base_url in str(raised.value)
        assert other.sent == []
