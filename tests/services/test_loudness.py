"""A test run says loudly what it could not test, and under CI it fails then."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server import ROOT


@pytest.mark.parametrize(("environment", "code"), [({}, 0), ({"CI": "true"}, 1)], ids=["at home", "under CI"])
def test_a_machine_without_redis(tmp_path: Path, environment: dict[str, str], code: int) -> None:
    (tmp_path / "test_needy.py").write_text("def test_needs_redis(redis_url): pass\n")
    command = [sys.executable, "-m", "pytest", "-p", "tests.conftest", "-c", "pyproject.toml", str(tmp_path)]
    bare = {name: value for name, value in os.environ.items() if name != "CI"} | {"PATH": str(tmp_path)}
    run = subprocess.run(command, cwd=ROOT, env=bare | environment, check=False, capture_output=True, text=True)
    assert run.returncode == code
    assert "NOT RUN: no Redis server on this machine" in run.stdout
    assert ("NOT EVERYTHING WAS TESTED" in run.stdout) is (code == 0)
