# make demo   install into .venv and watch a game being played, no display needed
# make test   everything CI runs: lint, types, tests (live ones too), the wheel
# make run    install and play the Minesweeper on this screen

PYTHON ?= python3
BIN := .venv/bin
# A second run starts at once: the stamps are newer than what they depend on.
INSTALLED := .venv/installed
FOR_TESTS := .venv/installed-for-tests
SOURCES := pyproject.toml setup.py $(wildcard autoplay/inference/kernel/*)

.PHONY: demo run test lint types tests wheel system-packages test-packages clean

demo: $(INSTALLED)
	$(BIN)/autoplay demo --out demo.gif

run: $(INSTALLED)
	$(BIN)/autoplay run

test: lint types tests wheel

system-packages:
	@.ci/system-packages .ci/debian-packages-run.txt

test-packages:
	@.ci/system-packages .ci/debian-packages-run.txt .ci/debian-packages.txt

.venv/bin/python: | system-packages
	$(PYTHON) -m venv .venv

$(INSTALLED): $(SOURCES) | system-packages .venv/bin/python
	@echo "installing into .venv, which takes about a minute"
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(FOR_TESTS): $(SOURCES) | test-packages .venv/bin/python
	$(BIN)/python -m pip install --quiet --editable '.[dev,plots,cluster]'
	@touch $@ $(INSTALLED)

lint: $(FOR_TESTS)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(FOR_TESTS)
	$(BIN)/mypy

# Games on a screen have the machine to themselves, so that their times are theirs; what needs no
# screen is shared out to all processors, each of its workers on one thread.
tests: $(FOR_TESTS)
	$(BIN)/pytest -m live
	OPENBLAS_NUM_THREADS=1 $(BIN)/pytest -m "not live" --numprocesses logical --dist worksteal

wheel: $(FOR_TESTS)
	$(BIN)/python .ci/check_wheel.py

clean:
	rm -rf .venv build dist *.egg-info autoplay/inference/*.so demo.gif
