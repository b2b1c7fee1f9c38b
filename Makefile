# The whole set-up: everything lives in .venv, made from hashed requirements. A target that has run is quick to run again.
PYTHON ?= python3
HOST   ?= 127.0.0.1
PORT   ?= 8000
DATA   ?= ./var

VENV  := .venv
BIN   := $(VENV)/bin
PIP   := $(BIN)/python -m pip --disable-pip-version-check --quiet install

.PHONY: help serve test verify bench lint format lock clean

help:
	@echo "make serve   start the server on http://$(HOST):$(PORT), its data in $(DATA)"
	@echo "make test    the test suite, a few minutes        make lint    ruff and mypy"
	@echo "make verify  the tests that take longer           make bench   the benchmarks"
	@echo "make format  lay the code out                     make lock    pin the requirements anew"
	@echo "make clean   remove the environment (never the data)"

serve: $(VENV)/serve.stamp
	$(BIN)/turnpost serve --host $(HOST) --port $(PORT) --data $(DATA)

test: $(VENV)/test.stamp
	$(BIN)/python -m pytest -n auto

verify: $(VENV)/test.stamp
	$(BIN)/python -m pytest -m verify -n auto

bench: $(VENV)/bench.stamp
	$(BIN)/python -m pytest -s -p no:cacheprovider -o python_files='bench_*.py' tests/benchmarks

lint: $(VENV)/test.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict

format: $(VENV)/test.stamp
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# Environments: each list holds the one before it, so they share one .venv.
$(VENV)/made.stamp:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed: make PYTHON=python3.11 …" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' || \
		{ echo "This Python cannot make environments; on Debian: apt-get install python3-venv" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/%.stamp: requirements/%.txt pyproject.toml | $(VENV)/made.stamp
	$(PIP) --require-hashes --requirement $<
	$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

# Pinning: edit requirements/*.in, then `make lock` (`make lock UPGRADE=--upgrade` for newer releases). The resolver
# is pinned too; --universal makes one list serve all systems; no index is named in any list.
UPGRADE ?=
COMPILE = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--no-annotate --custom-compile-command 'make lock' $(UPGRADE)

lock: | $(VENV)/made.stamp
	$(PIP) --require-hashes --requirement requirements/lock.txt
	$(COMPILE) requirements/lock.in --output-file requirements/lock.txt
	$(COMPILE) requirements/bench.in --output-file requirements/bench.txt
	for list in run serve test; do \
		$(COMPILE) requirements/$$list.in --constraint requirements/bench.txt --output-file requirements/$$list.txt \
			|| exit 1; done

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist
