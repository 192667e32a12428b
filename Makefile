# One command each; `make help` lists them. Nothing but Python 3.11+ (with venv) is needed to run or test.

PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 8000
VENV := .venv
BIN := $(VENV)/bin
export PORT
BIOME := $(BIN)/node node_modules/.bin/biome
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" npm ci --ignore-scripts --no-audit --no-fund --silent
PACKAGES := $(filter-out tests,$(patsubst %/__init__.py,%,$(wildcard */__init__.py)))

# For commands that need no secret of their own, so that a checkout can be checked before it is set up.
DEV := DEBUG=1 SECRET_KEY=dev
# What a real site would set; `check --deploy` must have nothing to say about it.
PRODUCTION := DEBUG=0 SITE_URL=https://boneyard.example ALLOWED_HOSTS=boneyard.example BEHIND_PROXY=1 \
	EMAIL_HOST=mail.boneyard.example \
	SECRET_KEY=a-long-text-that-only-this-check-knows-0123456789-abcdefghijklmnopqrstuvwxyz

# The monotonic clock stays, or whatever waits would never end.
MOVED := FAKETIME_DONT_FAKE_MONOTONIC=1 PYTHONPATH=$(CURDIR)/tests/moved_clock

# One process of tests for each processor, six at most: so many databases a Redis server has for us. They share the files.
PROCESSES ?= $(if $(TESTS),0,auto)
TOGETHER = -n $(PROCESSES) --maxprocesses 6 --dist loadfile --no-loadscope-reorder

.PHONY: help run setup demo test test-all test-scripts check prose docs texts release freeze dumps bench audit lock clean

help:
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

run: setup ## start the site at http://localhost:8000 (PORT=… another port, HOST=0.0.0.0 for the whole network: it says how)
	@$(BIN)/python -m deploy.reach $(HOST)
	@exec $(BIN)/daphne --verbosity 0 --bind $(HOST) --port $(PORT) dominoes_site.asgi:application

setup: $(VENV)/.run var/secret_key staticfiles/.done ## what `make run` does before it starts: packages, secret key, static files, texts, database
	@$(BIN)/python -m deploy.texts compile
	@$(BIN)/python manage.py migrate --verbosity 0

demo: setup ## fill the database with people and games worth looking at
	@$(BIN)/python manage.py demo

test: $(VENV)/.dev node_modules/.run $(if $(TESTS)$(CLOCK),,test-scripts) ## all tests (TESTS="tests/rules -k spinner" some; SEED=7 in an order by chance; CLOCK="+400 days" at another time, needs faketime)
	$(if $(CLOCK),$(MOVED) faketime '$(CLOCK)') $(BIN)/python -m pytest $(if $(SEED),-p randomly --randomly-seed=$(SEED)) $(TOGETHER) $(TESTS)

test-all: ## as `make test`, with all cases of what takes a few by commit
	BONEYARD_ALL=1 $(MAKE) test

test-scripts: $(VENV)/.dev ## those of static/js that need no browser; `make test` has them, too
	$(BIN)/node --test 'tests/js/*.test.js'

check: $(VENV)/.dev node_modules/.dev ## lint and format (Python, scripts, styles), types, migrations, settings for production, links in documents; lists missing translations
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIOME) ci --colors=off --error-on-warnings
	$(DEV) $(BIN)/mypy $(PACKAGES)
	$(DEV) $(BIN)/python manage.py makemigrations --check --dry-run
	$(PRODUCTION) $(BIN)/python manage.py check --deploy --fail-level WARNING
	$(BIN)/python -m deploy.links
	$(BIN)/python -m deploy.texts missing

texts: $(VENV)/.run ## read the texts out of the code into locale/, where they are translated (needs gettext)
	@$(DEV) $(BIN)/python -m deploy.texts gather
	@$(BIN)/python -m deploy.texts missing

prose: $(VENV)/.run ## list sentences that may not be plain English (never fails; PROSE="docs/api.md games" reads those instead)
	@$(BIN)/python -m deploy.prose $(PROSE)

docs: $(VENV)/.dev ## build the documentation site into build/docs (no network is needed to read it)
	@$(BIN)/python -m deploy.docs

release: check texts ## may this be released? (translations, CHANGELOG, nothing uncommitted)
	@$(BIN)/python -m deploy.release

freeze: $(VENV)/.run ## write down the hashes of this version's migrations (deploy/migrations.json): none is edited after the release
	@$(BIN)/python -m deploy.migrations

dumps: $(VENV)/.dev ## fill a database of each kind and keep its dump in tests/upgrade (needs PostgreSQL: DATABASE_URL=…)
	@$(BIN)/python -m tests.upgrade.make

bench: $(VENV)/.dev ## measure the engine, servers side by side, and what each thing costs (BENCH="--seconds 3" makes it shorter)
	$(BIN)/python -m benchmarks.engine
	$(BIN)/python -m benchmarks.side_by_side $(BENCH)
	$(BIN)/python -m benchmarks.budget
	$(BIN)/python -m benchmarks.bots
	$(BIN)/python -m benchmarks.minds

audit: $(VENV)/.dev ## look up known holes of the locked packages (ends with 2 if nobody can be asked)
	@$(BIN)/python -m deploy.audit

lock: $(VENV)/.dev ## write the requirements*.lock anew from pyproject.toml, package-lock.json from package.json
	$(BIN)/python -m deploy.lock $(LOCK)
	$(BIN)/npm install --package-lock-only --omit-lockfile-registry-resolved --silent

clean: ## throw away what can be made again (never the database or the secret key)
	rm -rf $(VENV) node_modules benchmarks/peer/node_modules staticfiles .mypy_cache .ruff_cache .pytest_cache .hypothesis

# The stamps: a step runs again only when what it depends on is newer.

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Boneyard needs Python 3.11 or newer; name one: make PYTHON=python3.12 …")'
	@$(PYTHON) -m venv $(VENV) || { echo 'python venv is missing (Debian: apt-get install python3-venv)'; rm -rf $(VENV); exit 1; }

$(VENV)/.run: requirements.lock requirements-build.lock | $(VENV)/bin/python
	@echo 'Installing what the site needs …'
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock -r requirements-build.lock
	@touch $@

$(VENV)/.dev: requirements-dev.lock $(VENV)/.run
	@echo 'Installing what the tests need …'
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@touch $@

node_modules/.run: package-lock.json | $(VENV)/.run
	@$(NPM) --omit=dev
	@touch $@

node_modules/.dev: package-lock.json | $(VENV)/.run
	@echo 'Installing what checks scripts and styles …'
	@$(NPM)
	@touch node_modules/.run $@

var/secret_key:
	@mkdir -p var
	@umask 077 && $(PYTHON) -c 'import secrets; print(secrets.token_urlsafe(60))' > $@

staticfiles/.done: $(shell find static templates -not -name '.*') dominoes_site/bundles.mjs pyproject.toml requirements.lock node_modules/.run | var/secret_key
	@$(BIN)/python manage.py collectstatic --noinput --clear --verbosity 0
	@touch $@
