# `make help` lists the commands. To run or test, you only need Python 3.11+ with venv.

PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 8000
VENV := .venv
BIN := $(VENV)/bin
export PORT
# Some machines set it: then each process of the tests would compile our code anew.
unexport PYTHONDONTWRITEBYTECODE
BIOME := $(BIN)/node node_modules/.bin/biome
TSC := $(BIN)/node node_modules/typescript/bin/tsc
# It says what helps if packages can't be installed.
INSTALL = $(BIN)/python -m deploy.install
PIP = $(INSTALL) $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes
NPM = PATH="$(CURDIR)/$(BIN):$$PATH" $(INSTALL) npm ci --ignore-scripts --no-audit --no-fund --no-update-notifier --loglevel=error
# A service's user may have no home to write to: npm caches beside the packages, and pip does without a cache.
export npm_config_cache := $(CURDIR)/$(VENV)/npm
ifneq ($(shell [ -w "$$HOME" ] && echo writable),writable)
export PIP_NO_CACHE_DIR := 1
endif
PACKAGES := $(filter-out tests,$(patsubst %/__init__.py,%,$(wildcard */__init__.py apps/*/__init__.py)))

# For commands that need no real secret key, so that they work before the setup.
DEV := DEBUG=1 SECRET_KEY=dev
# A real site's settings, for which `check --deploy` must find nothing.
PRODUCTION := DEBUG=0 SITE_URL=https://boneyard.example ALLOWED_HOSTS=boneyard.example BEHIND_PROXY=1 \
	EMAIL_HOST=mail.boneyard.example \
	SECRET_KEY=a-long-text-that-only-this-check-knows-0123456789-abcdefghijklmnopqrstuvwxyz

# Moves Python's clock in all processes of the tests: CLOCK="+400 days" or CLOCK="2028-02-29 12:00".
MOVED = $(if $(CLOCK),MOVED_BY=$$(($$(date -d '$(CLOCK)' +%s) - $$(date +%s))) PYTHONPATH=$(CURDIR)/tests/moved_clock)

# One test process more than processors, as many tests wait for a server; at most six, as each needs a Redis database.
PROCESSES ?= $(if $(TESTS),0,$(shell expr $$(getconf _NPROCESSORS_ONLN) + 1))
TOGETHER = -n $(PROCESSES) --maxprocesses 6 --dist loadfile --no-loadscope-reorder
# In the browser only the core, unless BROWSER=1 or TESTS asks for more.
CHOSEN = $(if $(TESTS),$(TESTS),$(if $(BROWSER),,-m 'not browser or core'))

.PHONY: help run setup build demo ready test test-all test-ahead test-other test-scripts check prose docs clients texts release freeze dumps bench audit lock clean

help:
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

run: setup ## start the site at http://localhost:8000 (PORT=… for another port, HOST=0.0.0.0 for the whole network)
	@$(BIN)/python -m deploy.reach $(HOST)
	@exec $(BIN)/daphne --verbosity 0 --bind $(HOST) --port $(PORT) dominoes_site.asgi:application

setup: build ## prepare `make run`: packages, secret key, static files, texts, database
	@$(BIN)/python manage.py migrate --verbosity 0

build: $(VENV)/.run staticfiles/.done ## the same without the database, for hosts
	@$(BIN)/python -m deploy.texts compile
	@[ -e $(VENV)/.dev -o ! -e $(VENV)/.node ] || \
		{ $(BIN)/python -m pip uninstall --quiet --yes -r requirements-build.lock && rm -rf node_modules $(VENV)/.node $(VENV)/npm; }

demo: setup ## fill the database with example people and games
	@$(BIN)/python manage.py demo

ready: $(VENV)/.dev node_modules/.dev clients/typescript/node_modules/.run staticfiles/.done ## set up everything that tests and checks need
	@mkdir -p build

test: ready $(if $(TESTS)$(DATABASE_URL),,test-scripts) ## run the tests (BROWSER=1: all in the browser, too; TESTS="tests/rules -k spinner": some; SEED=7: in a random order; CLOCK="+400 days": at another time)
	$(MOVED) $(BIN)/python -m pytest $(if $(SEED),-p randomly --randomly-seed=$(SEED)) $(TOGETHER) $(CHOSEN)

test-all: ## run every case of every test, as each night; `make test` samples some, by the day of the commit
	BONEYARD_ALL=1 $(MAKE) test BROWSER=1

# They sample, and all that ten days draw takes less than a minute.
CHEAP := tests/rulebook tests/house_rules tests/api/test_fuzz.py tests/api/test_schema.py
test-ahead: ## run the cheap tests with the samples of the next ten days, so that none fails tomorrow
	BONEYARD_AHEAD=10 $(MAKE) test TESTS='$(CHEAP)' PROCESSES=2

# The image's Python, beside that of .venv; only the packages that these tests import.
OTHER ?= python3.13
OTHERS := $(VENV)/$(notdir $(OTHER))
test-other: ready $(OTHERS)/.run ## run the tests of rules, games and the API on another Python (OTHER=python3.13), too
	$(OTHERS)/bin/python -m pytest $(TOGETHER) $(if $(TESTS),$(TESTS),tests/rules tests/games tests/api)

test-scripts: $(VENV)/.dev node_modules/.dev ## run the tests of static/js that need no browser; `make test` includes them
	$(BIN)/node --test 'tests/js/*.test.js'

check: $(VENV)/.dev node_modules/.dev ## check lint, format, types, migrations, production settings and links in documents; list missing translations
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIOME) ci --colors=off --error-on-warnings
	$(TSC) --project jsconfig.json
	$(DEV) $(BIN)/mypy $(PACKAGES) engine/envs engine/hatch_build.py clients/python/boneyard_client
	$(DEV) $(BIN)/python manage.py makemigrations --check --dry-run
	$(PRODUCTION) $(BIN)/python manage.py check --deploy --fail-level WARNING
	$(BIN)/python -m deploy.links
	$(DEV) $(BIN)/python -m deploy.texts missing

texts: $(VENV)/.run ## copy the texts from the code into locale/ for translation (needs gettext)
	@$(DEV) $(BIN)/python -m deploy.texts gather
	@$(DEV) $(BIN)/python -m deploy.texts missing

prose: $(VENV)/.run ## list sentences that may not be plain English; never fails (PROSE="docs/api.md games" for some files)
	@$(BIN)/python -m deploy.prose $(PROSE)

docs: $(VENV)/.dev ## build the documentation site into build/docs; it works offline
	@$(BIN)/python -m deploy.docs

clients: $(VENV)/.dev clients/typescript/node_modules/.run ## build the packages of clients/ in build/clients; prints how to publish them
	@$(BIN)/python -m deploy.clients

release: check texts ## check whether this version can be released (translations, CHANGELOG, nothing uncommitted)
	@$(BIN)/python -m deploy.release

freeze: $(VENV)/.run ## store the hashes of this version's migrations in deploy/migrations.json; don't edit them after the release
	@$(BIN)/python -m deploy.migrations

dumps: $(VENV)/.dev ## dump an example database of each kind into tests/upgrade (needs PostgreSQL: DATABASE_URL=…)
	@$(BIN)/python -m tests.upgrade.make

bench: $(VENV)/.dev ## measure the servers, the cost of each action and the computers (BENCH="--seconds 3" for a short run)
	$(BIN)/python -m benchmarks.side_by_side $(BENCH)
	$(BIN)/python -m benchmarks.budget
	$(BIN)/python -m benchmarks.minds

audit: $(VENV)/.dev ## look up known vulnerabilities of the locked packages (exit code 2 if the service can't be reached)
	@$(BIN)/python -m deploy.audit

lock: $(VENV)/.dev ## update requirements*.lock from pyproject.toml, and package-lock.json from package.json
	$(BIN)/python -m deploy.lock $(LOCK)
	@$(MAKE) --no-print-directory $(VENV)/.dev
	$(BIN)/python -m deploy.licences
	$(BIN)/npm install --package-lock-only --omit-lockfile-registry-resolved --loglevel=error

clean: ## delete everything that can be rebuilt; keeps the database and the secret key
	rm -rf $(VENV) node_modules benchmarks/peer/node_modules clients/typescript/node_modules staticfiles .mypy_cache .ruff_cache .pytest_cache .hypothesis

# Stamp files: a step runs again only if one of its inputs is newer.

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Boneyard needs Python 3.11 or newer. Choose one: make PYTHON=python3.12 …")'
	@$(PYTHON) -m deploy.install $(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

$(OTHERS)/.run: requirements-dev.lock | $(VENV)/.run
	@$(OTHER) -m deploy.install $(OTHER) -m venv $(OTHERS)
	@$(INSTALL) $(OTHERS)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@grep -o '^[^ ]*==[^ ]*' requirements-dev.lock > $(OTHERS)/versions.txt # of some packages pip can't check hashes
	@$(INSTALL) $(OTHERS)/bin/python -m pip install --quiet --disable-pip-version-check --constraint $(OTHERS)/versions.txt \
		pytest pytest-django pytest-asyncio pytest-xdist hypothesis schemathesis websockets
	@ln -sf ../../bin/node $(OTHERS)/bin/node
	@touch $@

$(VENV)/.run: requirements.lock | $(VENV)/bin/python
	@echo 'Installing packages for the site …'
	@$(PIP) -r requirements.lock
	@touch $@

# Node.js bundles the static files and checks scripts. Where there are no tests, `make build` removes it again: 210 MB.
$(VENV)/.node: requirements-build.lock | $(VENV)/.run
	@$(PIP) -r requirements-build.lock
	@touch $@

$(VENV)/.dev: requirements-dev.lock $(VENV)/.run
	@echo 'Installing packages for the tests …'
	@$(PIP) -r requirements-dev.lock
	@touch $@

node_modules/.run: package-lock.json | $(VENV)/.node
	@$(NPM) --omit=dev
	@touch $@

clients/typescript/node_modules/.run: clients/typescript/package-lock.json | $(VENV)/.node
	@$(NPM) --prefix clients/typescript
	@touch $@

node_modules/.dev: package-lock.json | $(VENV)/.node
	@echo 'Installing packages to check scripts and styles …'
	@$(NPM)
	@touch node_modules/.run $@

var/secret_key:
	@mkdir -p var
	@umask 077 && $(PYTHON) -c 'import secrets; print(secrets.token_urlsafe(60))' > $@.new
	@mv $@.new $@ # in one step: a full disk would leave an empty key

staticfiles/.done: $(shell find static templates -not -name '.*') dominoes_site/bundles.mjs pyproject.toml requirements.lock requirements-build.lock package-lock.json | $(VENV)/.run var/secret_key
	@$(MAKE) --no-print-directory node_modules/.run
	@$(BIN)/python manage.py collectstatic --noinput --clear --verbosity 0
	@touch $@
