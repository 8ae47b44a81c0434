import shlex

import pytest

from agent.cli.ask import resume
from agent.cli.running import say_event, say_resume
from agent.events import Event


@pytest.mark.parametrize("key", ["r1", "a key of mine", "-n", "it's"])
@pytest.mark.parametrize("namespace", ["default", "bridges"])
def test_the_command_that_goes_on_with_a_run_names_its_key_and_its_namespace(key: str, namespace: str) -> None:
    words = shlex.split(say_resume(key, namespace))
    assert words[:2] == ["claimgraph", "resume"]
    given = resume.make_context("resume", words[2:], resilient_parsing=True).params
    assert (given["key"], given["namespace"]) == (key, None if namespace == "default" else namespace)


def test_a_run_that_failed_says_how_to_go_on() -> None:
    line = say_event(Event("failed", "run.1", {"error": "x"}), resume=say_resume("r1", "bridges"))
    assert line == "failed:    this run can go on with claimgraph resume -n bridges r1"
