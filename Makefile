# Everything runs in a virtual environment inside the project; the first target that needs it makes it.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CORE := $(VENV)/.core
LINT := $(VENV)/.lint
ALL := $(VENV)/.all

# Compiled files are kept, wherever Python is told to keep none: everything starts again and again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help demo quick test lint docs bench soak fuzz smoke clean

help: ## list what can be made
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1\t\2/' | expand -t 16

$(CORE) $(LINT) $(ALL): $(VENV)/.%: pyproject.toml constraints.txt scripts/setup
	@PYTHON=$(PYTHON) scripts/setup $(VENV) $*

demo: $(CORE) ## evaluate four real systems on four real disasters
	@$(BIN)/mercalli demo

test: $(ALL) ## run everything that must hold: checks, tests, doctests, examples
	$(MAKE) --jobs 2 --output-sync lint smoke
	$(BIN)/pytest -n auto --dist loadfile

quick: $(ALL) ## under two minutes: lint what changed since main, and run the tests nearest to it
	@$(BIN)/python scripts/quick.py $(or $(SINCE),main)

lint: $(LINT) ## ruff, mypy, pyright and the import rules
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/basedpyright --level error
	$(BIN)/lint-imports --no-logo

smoke: ## install without extras in a fresh environment and run the demo
	@PYTHON=$(PYTHON) scripts/smoke

fuzz: $(ALL) ## run every command on mutated files: make fuzz SECONDS=60 SEED=1
	$(BIN)/python -m fuzz --seconds $(or $(SECONDS),60) --seed $(or $(SEED),1)

bench: $(ALL) ## measure speed and memory against the peers a user would otherwise pick
	$(BIN)/python -m bench

soak: $(ALL) ## kill and load servers of challenges, and count what is lost: make soak ROUNDS=200 SEED=1 MINUTES=30
	$(BIN)/python -m bench.soak --rounds $(or $(ROUNDS),200) --seed $(or $(SEED),1)
	$(BIN)/python -m bench.soak --rounds $(or $(ROUNDS),200) --seed $(or $(SEED),1) --postgres
	$(BIN)/python -m bench.load --minutes $(or $(MINUTES),30)
	CONTRACT_EXAMPLES=$(or $(ROUNDS),200) $(BIN)/pytest -n0 -q tests/tasks/challenge/test_contract.py

docs: $(ALL) ## build the documentation site into build/website/site; mercalli docs shows it
	$(BIN)/python -m website

clean: ## remove the environment and caches
	rm -rf $(VENV) build dist fuzz-found .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
