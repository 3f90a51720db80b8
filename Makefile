# Two commands: `make run` and `make test`. Both need only Python 3.11+, make and a package index.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: run test lint lock env env-dev house
run: .venv/.run
	$(BIN)/fretabot run

.venv/.run: requirements.lock pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --require-hashes -r requirements.lock
	$(BIN)/pip install --quiet --no-deps --no-build-isolation -e .
	@touch $@

.venv/.dev: requirements-dev.lock pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --require-hashes -r requirements-dev.lock
	$(BIN)/pip install --quiet --no-deps --no-build-isolation -e .
	@touch $@ .venv/.run

env: .venv/.run
env-dev: .venv/.dev

lint: .venv/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/yamllint -s knowledge scheduler bot

test: .venv/.dev lint
	$(BIN)/pytest

# Renews the diagram and the sizes in docs/architecture.md.
house: .venv/.run
	$(BIN)/fretabot bench house --write

# Needs uv (`pip install uv`). Writes no address into the locks.
lock:
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --no-header --no-annotate --extra dev pyproject.toml -o requirements-dev.lock
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --no-header --no-annotate -c requirements-dev.lock pyproject.toml -o requirements.lock
