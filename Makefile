# Every command of the project. They need git, make and any Python from 3.8; the rest they bring themselves.

PORT ?= 8000
HOST ?= 127.0.0.1

ANY_PYTHON := $(shell for python in python3 /usr/bin/python3 python; do \
	"$$python" -c 'import sys; sys.exit(sys.version_info < (3, 8))' 2>/dev/null && echo "$$python" && break; done)
PYTHON := .venv/bin/python
MAKEMESSAGES := manage.py makemessages --locale ro --add-location file --no-obsolete \
	--ignore '.venv/*' --ignore '.uv/*' --ignore 'node_modules/*' --ignore 'var/*' --ignore 'tests/*'

.PHONY: env play test check lint types layers migrations messages check-messages screenshots requirements

env: ## .venv and node_modules, from the pinned files; quick when nothing changed
	@$(or $(ANY_PYTHON),$(error This needs Python 3.8 or newer)) tools/env.py

play: env ## the whole site on http://localhost:$(PORT)
	@exec $(PYTHON) manage.py play --host $(HOST) --port $(PORT)

test: env ## every test: SQLite, PostgreSQL with Redis, browser
	@$(PYTHON) -m tests.run

check: lint types layers migrations check-messages ## everything that reads the code without running the site

lint: env
	$(PYTHON) -m ruff check
	$(PYTHON) -m ruff format --check

types: env
	$(PYTHON) -m mypy .

layers: env
	$(PYTHON) -c 'from importlinter.cli import lint_imports_command; lint_imports_command()'

migrations: env ## fails when a model changed without its migration
	$(PYTHON) manage.py makemigrations --check --dry-run

messages: env ## brings locale/ro up to date with the texts in the source
	$(PYTHON) $(MAKEMESSAGES)

check-messages: env ## fails when a text is missing from locale/ro or not translated
	$(PYTHON) -m tools.check_messages $(MAKEMESSAGES)

screenshots: env
	$(PYTHON) -m tests.browser.screenshots

requirements: env ## pins the newest versions that requirements/*.in allow
	cd requirements && for name in uv node base dev benchmarks training; do \
		uv pip compile --quiet --upgrade --universal --python-version 3.12 --generate-hashes --no-header --no-annotate \
			$$name.in --output-file $$name.txt || exit 1; done
