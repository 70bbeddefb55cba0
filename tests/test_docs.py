"""The documents keep up with the code."""

import re
import shlex
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import get_commands, load_command_class

ROOT = Path(settings.BASE_DIR)


def read(name: str) -> str:
    return (ROOT / name).read_text()


def test_every_variable_of_the_settings_is_documented_and_no_other() -> None:
    used = set(re.findall(r'env\.\w+\(\s*"(\w+)"', read("whistsite/settings.py")))
    documented = set(re.findall(r"^\| `(\w+)` \|", read("docs/operations.md"), re.MULTILINE))
    assert used == documented


@pytest.mark.parametrize("document", ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "docs/operations.md"])
def test_every_link_and_path_named_is_there(document: str) -> None:
    text = read(document)
    links = [link for link in re.findall(r"\]\(([^)#]+)\)", text) if "://" not in link]
    paths = re.findall(r"`((?:docs|tests|tools|static|games|accounts|engine)/[\w/]+\.(?:py|md|js))`", text)
    folder = (ROOT / document).parent
    missing = [link for link in links if not (folder / link).exists()]
    missing += [path for path in paths if not ((ROOT / path).exists() or (ROOT / "games" / path).exists())]
    assert missing == []


def test_every_command_named_in_the_readme_is_there() -> None:
    text = read("README.md")
    assert set(re.findall(r"python manage\.py (\w+)", text)) <= set(get_commands())
    targets = set(re.findall(r"^([\w-]+):", read("Makefile"), re.MULTILINE))
    assert set(re.findall(r"make ([\w-]+)`", text)) <= targets


@pytest.mark.parametrize("document", ["README.md", "docs/operations.md", "docs/record.md"])
def test_every_command_line_shown_in_full_is_understood(document: str) -> None:
    lines = re.findall(r"python manage\.py (simulate --[^`\n]+)", read(document))
    assert lines or document != "README.md"
    for name, *arguments in map(shlex.split, lines):
        load_command_class(get_commands()[name], name).create_parser("manage.py", name).parse_args(arguments)


def test_every_decision_is_numbered_once() -> None:
    numbers = [path.name[:4] for path in sorted((ROOT / "docs/adr").glob("*.md"))]
    assert numbers == [f"{number:04}" for number in range(1, len(numbers) + 1)]
