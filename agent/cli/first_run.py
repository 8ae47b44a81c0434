"""What `make ask` does after installing: add a folder, ask a question, print the report."""

import sys

from agent.cli.main import main

DOSSIER = "examples/skerra"
QUESTION = (
    "What will the Skerra Sound tidal plant cost, when will it open, what share of Tornholm's households will it "
    "supply, and who will pay for removing the turbines?"
)


def first_run(folder: str, question: str, namespace: str) -> None:
    """Add what is new in the folder and answer the question; exits with the answer's code."""
    within = ["--namespace", namespace] if namespace else []
    try:
        collection = ["--collection", "skerra"] if folder == DOSSIER else []
        main(["add", "--brief", *within, *collection, folder])
    except SystemExit as added:
        if added.code not in (0, 4):
            raise
    main(["ask", *within, question or QUESTION])


if __name__ == "__main__":
    first_run(*sys.argv[1:4])
