"""The environment is made from pinned files alone, and no file says where from."""

import json
import re

from tests.server import ROOT


def test_every_requirement_has_its_version_and_hashes() -> None:
    for path in (ROOT / "requirements").glob("*.txt"):
        for requirement in path.read_text().replace("\\\n", " ").splitlines():
            assert re.match(r"[\w.-]+==\S+ .*--hash=sha256:[0-9a-f]{64}", requirement), f"{path.name}: {requirement}"


def test_the_npm_lock_has_hashes_and_no_addresses() -> None:
    text = (ROOT / "package-lock.json").read_text()
    packages = {name: package for name, package in json.loads(text)["packages"].items() if name}
    assert packages
    assert all(package["integrity"].startswith("sha512-") for package in packages.values())
    assert "://" not in text
