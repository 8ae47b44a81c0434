"""The command line. Only click is imported here; each command's module comes when it is called."""

import sys

try:
    from agent.cli.main import main
except ImportError as missing:  # click itself is not there, or we are not whole
    sys.exit(f"claimgraph: this installation is incomplete ({missing}); install claimgraph again")
except KeyboardInterrupt:
    sys.stderr.write("claimgraph: interrupted; nothing was begun\n")
    sys.exit(130)

__all__ = ["main"]
