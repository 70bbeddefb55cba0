"""Fixtures for every test, and the loud end of a run that could not test everything."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest
from django.core.cache import cache

from tests import chromium, private
from whistsite.catalogs import compile_catalogs

NOT_RUN = "NOT RUN: "


def pytest_configure() -> None:
    compile_catalogs()


def not_run(reason: str) -> NoReturn:
    """Skip the test, to be told loudly at the end; under CI a machine must have everything, so there it fails."""
    if os.environ.get("CI"):
        pytest.fail(NOT_RUN + reason, pytrace=False)
    pytest.skip(NOT_RUN + reason)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped = terminalreporter.stats.get("skipped", [])
    reasons = [str(report.longrepr[2]) for report in skipped if NOT_RUN in str(report.longrepr)]
    if reasons:
        terminalreporter.section("NOT EVERYTHING WAS TESTED", red=True, bold=True)
        for reason in sorted(set(reasons)):
            terminalreporter.line(f"{reasons.count(reason)} tests {reason.removeprefix('Skipped: ')}", red=True)


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    """No test is held to the attempts that another test counted."""
    cache.clear()


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """A PostgreSQL server for this run."""
    programs = private.find_postgres()
    if programs is None:
        not_run("no PostgreSQL server on this machine")
    with private.postgres(programs) as url:
        yield url


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """A Redis server for this run."""
    program = private.find_redis()
    if program is None:
        not_run("no Redis server on this machine")
    with private.redis_server(program) as url:
        yield url


@pytest.fixture(scope="session")
def chromium_path() -> Path:
    """A Chromium to drive: the machine's, or one that Playwright brought or brings."""
    path = chromium.find() or chromium.install()
    if path is None:
        not_run("no Chromium on this machine, and Playwright could not install one")
    return path
