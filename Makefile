# Two commands matter: `make ask` and `make test`. Both work on a bare machine with Python 3.11 and make.
PYTHON ?= $(shell for v in 3.13 3.12 3.11; do p=$$(command -v python$$v) && $$p -c 'import venv, ensurepip' 2>/dev/null && echo $$p && break; done || true)
PYTHON := $(if $(PYTHON),$(PYTHON),python3)
BIN := .venv/bin
Q ?=
DOCS ?= examples/skerra
NAMESPACE ?=

DATA ?= data
VERSION ?= 2026.09.0
JOBS ?= 2

.PHONY: ask test browser-test check format bench lock clean

ask: .venv/local
	$(if $(findstring ://,$(DOCS)),,$(if $(shell test -e "$(DOCS)" && echo there),,$(error DOCS=$(DOCS) is not there; name a folder or file with your documents)))
	@$(BIN)/python -m agent.cli.first_run "$(DOCS)" "$(Q)" "$(NAMESPACE)"

# Tests start a hundred commands: each would compile the packages anew where Python is told to keep no compiled files.
test: .venv/dev
	PYTHONDONTWRITEBYTECODE= $(BIN)/pytest --numprocesses $(JOBS) --dist loadfile

# Draws every view of the graph in a real Chromium on both releases; takes Debian's package where it may, else skips.
browser-test: .venv/dev
	@command -v chromium >/dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -q && apt-get install -qy --no-install-recommends chromium; } || true
	$(BIN)/pytest -m browser tests/browser

check: .venv/dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/pyright
	$(BIN)/lint-imports

format: .venv/dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# What the README's figures come from: make bench DATA=folder, with the data sets in folders below it. Takes about an hour.
bench: .venv/dev
	$(BIN)/python -m bench.help
	$(BIN)/python -m bench.namespace
	$(BIN)/python -m bench.kill --points 20
	$(BIN)/python -m bench.web_kill --points 20
	$(BIN)/python -m bench.web_cost
	$(BIN)/python -m bench.ingest
	$(BIN)/python -m bench.peer
	$(BIN)/python -m bench.pdf
	$(BIN)/python -m bench.forget 10000
	$(BIN)/python -m bench.reuse
	$(BIN)/python -m bench.refresh_kill --points 8
	$(BIN)/python -m bench.writers --writers 8 --kills 12
	$(BIN)/python -m bench.kill_together
	$(BIN)/python -m bench.two_projects --size 50000
	$(BIN)/python -m bench.templates
	$(BIN)/python -m bench.guard --data "$(DATA)/cypher-guard"
	$(BIN)/python -m bench.guard_plans --data "$(DATA)/cypher-guard"
	$(BIN)/python -m bench.routing --data "$(DATA)/routing" --content "$(DATA)"
	$(BIN)/python -m bench.fetch --data "$(DATA)"
	$(BIN)/python -m bench.marks --data "$(DATA)/reports"
	$(BIN)/python -m bench.edited --data "$(DATA)"
	$(BIN)/python -m bench.claims --data "$(DATA)"
	$(BIN)/python -m bench.multihop --data "$(DATA)" --keep --pages
	$(BIN)/python -m bench.xquad --data "$(DATA)/xquad" --keep
	$(BIN)/python -m bench.retrieval --data "$(DATA)/scifact" --keep

# For maintainers: the lock of another server release, resolved by Maven.
lock: .venv/dev
	$(BIN)/python -m graph.server.make_lock $(VERSION)

.venv/bin/python:
	@$(PYTHON) -c 'import sys; v = sys.version_info; sys.exit(0 if v >= (3, 11) else f"claimgraph needs Python 3.11 or newer; {sys.executable} is {v[0]}.{v[1]}. Name another one: make ask PYTHON=/path/to/python3.12")'
	$(PYTHON) -m venv .venv

.venv/local: pyproject.toml | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[local]'
	@touch $@

.venv/dev: pyproject.toml | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[local,dev]'
	@touch $@ .venv/local

clean:
	rm -rf .venv .pytest_cache .ruff_cache .hypothesis
