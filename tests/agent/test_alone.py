"""Two processes do not carry out one run, and a killed one leaves it free."""

import subprocess
import sys
from pathlib import Path

import pytest

from agent.cli.alone import alone
from agent.errors import RunConflict
from agent.settings import Settings

HOLD = """
import sys
from agent.cli.alone import alone
from agent.settings import Settings
with alone(Settings(home=sys.argv[1]), "r1"):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_run_that_another_process_carries_out_is_refused_until_that_is_gone(tmp_path: Path) -> None:
    settings = Settings(home=str(tmp_path / "home"))
    command = [sys.executable, "-c", HOLD, settings.home]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        with pytest.raises(RunConflict, match="'r1' is being carried out by another process"), alone(settings, "r1"):
            pass
        with alone(settings, "r2"), alone(Settings(home=settings.home, namespace="n2"), "r1"):
            pass
        other.kill()
    with alone(settings, "r1"):
        pass


def test_a_home_that_cannot_be_written_keeps_no_run_from_its_work(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with alone(Settings(home=str(tmp_path / "file")), "r1"):
        pass
