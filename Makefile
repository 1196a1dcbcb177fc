# Every target sets up what it needs: the virtual environment in .venv, with the locked packages in it.
# Needed from the machine: make and Python 3.11 or later. `make help` lists the targets.

VENV ?= .venv
PYTHON ?=
BIN := $(VENV)/bin
PIP := $(BIN)/pip --disable-pip-version-check --quiet
RUNTIME := $(VENV)/.runtime
DEV := $(VENV)/.dev
PEERS_VENV := .venv-peers
PEERS := $(PEERS_VENV)/.peers

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help serve test browser check openapi playthroughs bench load failovers soak leaks fuzz lock

help: ## Print this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1|\2/p' $(firstword $(MAKEFILE_LIST)) | while IFS='|' read -r target text; do printf '%-18s %s\n' "$$target" "$$text"; done

serve: $(RUNTIME) ## Serve on http://127.0.0.1:8000 (HOST, PORT) with an embedded Valkey, or with the store in REDIS_URL
	@exec $(BIN)/python -m service

test: $(DEV) ## Run all tests but those of `make browser` (ARGS='-k name' narrows them)
	$(BIN)/python -m pytest -n 2 $(ARGS)

browser: $(DEV) ## Run the tests that show pages in Chromium (CHROMIUM=/path/to/it names one)
	$(BIN)/python -m pytest -m browser tests/browser $(ARGS)

soak: $(DEV) ## Play thousands of games while everything fails, for SOAK seconds (600), and see that nothing is lost
	$(BIN)/python -m tests.fire.soak $(SOAK)

SOAK ?= 600

check: $(DEV) ## Run linters and the type checker: ruff, mypy, import-linter, hadolint; ask whether a package has a known hole
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/hadolint Dockerfile
	$(BIN)/python -m tests.advisories

fuzz: $(DEV) ## Try the service at random, ten times as long as `make test` does (FUZZ=n times), anew each time
	FUZZ=$(or $(FUZZ),10) $(BIN)/python -m pytest -s -o faulthandler_timeout=0 tests/service/mixing tests/contract/test_schemathesis.py tests/contract/test_schemathesis_run.py $(ARGS)

openapi: $(DEV) ## Regenerate openapi.yaml from the code
	$(BIN)/python -m service.openapi > openapi.yaml.new
	mv openapi.yaml.new openapi.yaml

playthroughs: $(DEV) ## Regenerate the committed playthroughs under tests/
	$(BIN)/python -m pytest tests/engine/test_playthroughs.py --regenerate

bench: $(DEV) $(PEERS) ## Measure moves a second over HTTP and steps a second of the engine, beside other card engines
	$(BIN)/python -m tests.bench

load: $(DEV) ## Follow games on 1,000 streams (STREAMS) and exchange the workers 5 times under play (RELOADS); then measure
	STREAMS=$(or $(STREAMS),1000) RELOADS=$(or $(RELOADS),5) $(BIN)/python -m pytest tests/e2e/test_load.py tests/e2e/test_restart.py
	$(BIN)/python -m tests.bench idle

failovers: $(DEV) ## Kill masters of a cluster 20 times while games are played on it (FAILOVERS=50: so often)
	FAILOVERS=$(or $(FAILOVERS),20) $(BIN)/python -m pytest tests/cluster/test_games.py -k masters_are_killed -s

leaks: $(DEV) ## Hold every answer against that of a twin game, at many more positions than the tests do
	LEAKS=long $(BIN)/python -m pytest -n 2 tests/service/leaks tests/e2e/test_canaries.py tests/e2e/test_twins_over_http.py

lock: $(VENV)/pyvenv.cfg ## Remake the lists of locked packages (UPGRADE=1 takes newer versions)
	$(PIP) install uv==0.13.9
	$(BIN)/uv pip compile pyproject.toml $(LOCK) -o requirements.txt
	$(BIN)/uv pip compile pyproject.toml --extra dev -c requirements.txt $(LOCK) -o requirements-dev.txt
	printf 'open-spiel\nrlcard\n' | $(BIN)/uv pip compile - $(LOCK) -o tests/bench/peers.txt
	printf 'setuptools\n' | $(BIN)/uv pip compile - $(LOCK) -o tests/bench/peers-build.txt

LOCK = --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate $(if $(UPGRADE),--upgrade)

# Versions are told by running them: a name on the PATH may be a shim of an interpreter that is not there.
$(VENV)/pyvenv.cfg:
	@for python in $(PYTHON) python3 python3.13 python3.12 python3.11; do \
	  if $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	    if $$python -c 'import ensurepip' 2>/dev/null; then \
	      echo "making $(VENV) with $$($$python --version)"; exec $$python -m venv --clear $(VENV); \
	    fi; \
	    lacking=$$python; \
	  fi; \
	done; \
	if [ -n "$$lacking" ]; then \
	  echo "$$lacking has no ensurepip module (on Debian: apt-get install python3-venv)" >&2; \
	else \
	  echo "Fairdeal needs Python 3.11 or later; none was found on the PATH (make PYTHON=/path/to/python names one)" >&2; \
	fi; \
	exit 1

$(RUNTIME): $(VENV)/pyvenv.cfg requirements.txt
	$(PIP) install --no-compile --no-deps --require-hashes -r requirements.txt
	@touch $@

$(DEV): $(VENV)/pyvenv.cfg requirements-dev.txt
	$(PIP) install --no-compile --no-deps --require-hashes -r requirements-dev.txt
	@touch $@ $(RUNTIME)

# What the benches measure against, apart from all else. RLCard comes as source only: what builds it is locked too.
$(PEERS): $(VENV)/pyvenv.cfg tests/bench/peers.txt tests/bench/peers-build.txt
	$(BIN)/python -m venv --clear $(PEERS_VENV)
	$(PEERS_PIP) -r tests/bench/peers-build.txt
	$(PEERS_PIP) --no-build-isolation -r tests/bench/peers.txt
	@touch $@

PEERS_PIP = $(PEERS_VENV)/bin/pip --disable-pip-version-check --quiet install --no-compile --no-deps --require-hashes
