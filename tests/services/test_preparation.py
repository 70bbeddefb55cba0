"""What every start prepares, and does not prepare twice."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.test import override_settings
from django.utils import translation
from django.utils.translation.reloader import translation_file_changed

from whistsite import static_files
from whistsite.catalogs import compile_catalogs

CATALOG = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "{0}"\nmsgstr "{1}"\n'


@pytest.fixture
def collections(monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path) -> list[str]:
    """The commands that collecting called, on a site whose static files are all in `tmp_path/static`."""
    called: list[str] = []
    monkeypatch.setattr(static_files, "call_command", lambda name, **_: called.append(name))
    finder = finders.FileSystemFinder()
    finder.locations = [("", str(tmp_path / "static"))]
    finder.storages = {str(tmp_path / "static"): static_files.FileSystemStorage(location=tmp_path / "static")}
    monkeypatch.setattr(static_files, "get_finders", lambda: [finder])
    settings.STATIC_ROOT = str(tmp_path / "collected")
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "site.css").write_text("a {}")
    return called


@pytest.mark.parametrize(
    "change",
    [
        lambda folder: (folder / "site.css").write_text("body {}"),
        lambda folder: (folder / "new.js").write_text(""),
        lambda folder: (folder / "site.css").unlink(),
    ],
    ids=["changed", "added", "removed"],
)
def test_static_files_are_collected_again_only_after_a_change(
    collections: list[str], tmp_path: Path, change: Callable[[Path], object]
) -> None:
    static_files.collect_static()
    static_files.collect_static()
    assert collections == ["collectstatic"]
    change(tmp_path / "static")
    static_files.collect_static()
    assert collections == ["collectstatic"] * 2


def test_of_others_packages_only_the_listed_files_are_served() -> None:
    finder = static_files.VendorFinder()
    assert [name for name, _ in finder.list([])] == ["htmx.min.js", "ext/hx-ws.min.js"]
    assert finders.find("vendor/ext/hx-ws.min.js") is not None
    assert finders.find("vendor/htmx.js") is None


@pytest.fixture
def catalog(tmp_path: Path) -> Iterator[Path]:
    """Where the one Romanian catalog of this test goes; what was read of it is forgotten afterwards."""
    source = tmp_path / "ro" / "LC_MESSAGES" / "django.po"
    source.parent.mkdir(parents=True)
    with override_settings(LOCALE_PATHS=[tmp_path]):
        yield source
    translation_file_changed(None, source.with_suffix(".mo"))


def test_a_catalog_is_compiled_when_it_was_written_since(catalog: Path) -> None:
    catalog.write_text(CATALOG.format("Trick", "Levată"))
    compile_catalogs()
    compiled = catalog.with_suffix(".mo")
    assert "Levată".encode() in compiled.read_bytes()

    catalog.write_text(CATALOG.format("Trick", "Levata"))
    os.utime(catalog, ns=(compiled.stat().st_mtime_ns,) * 2)
    compile_catalogs()
    assert "Levată".encode() in compiled.read_bytes()

    os.utime(catalog, ns=(compiled.stat().st_mtime_ns - 1,) * 2)
    compile_catalogs()
    assert b"Levata" in compiled.read_bytes()


def test_the_first_start_speaks_the_language_it_has_just_compiled(catalog: Path) -> None:
    catalog.write_text(CATALOG.format("A text of no library", "Un text"))
    with translation.override("ro"):
        assert translation.gettext("A text of no library") == "A text of no library"
        compile_catalogs()
    with translation.override("ro"):
        assert translation.gettext("A text of no library") == "Un text"
