"""The command line. Only click is imported here; each command's module comes when it is called."""

from agent.cli.main import main

__all__ = ["main"]
