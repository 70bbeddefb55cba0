"""The commands that make, check and export records, as a shell meets them."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.engine.record import record_text
from games.engine.ruleset import PRESETS, Preset
from games.engine.verify import read_record
from games.selectors.record import match_record
from tests.engine.records import played
from tests.games.factories import play_until, started, waiting

ROOT = Path(__file__).parents[2]


def simulated(*arguments: str) -> list[Any]:
    out = io.StringIO()
    call_command("simulate", *arguments, stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def shell(*arguments: str, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings", **environment},
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
    )


def verdict(file: Path) -> tuple[bool, list[str]]:
    """Whether all records in the file are sound, and the lines printed."""
    out = io.StringIO()
    try:
        call_command("verify_record", str(file), stdout=out)
    except CommandError:
        return False, out.getvalue().splitlines()
    return True, out.getvalue().splitlines()


def test_simulate_needs_no_database_and_depends_on_nothing_but_its_arguments() -> None:
    arguments = ("simulate", "--preset", "gold", "--players", "3", "--matches", "2", "--seed", "5", "--bots", "easy")
    one = shell(*arguments, DATABASE_URL="postgres://nobody@127.0.0.1:1/none", PYTHONHASHSEED="1", TZ="Asia/Tokyo")
    other = shell(*arguments, DATABASE_URL="sqlite:////nowhere/at/all", PYTHONHASHSEED="2", PYTHONIOENCODING="ascii")
    assert (one.returncode, one.stderr) == (0, "")
    assert one.stdout == other.stdout
    records = [read_record(json.loads(line)) for line in one.stdout.splitlines()]
    assert [record.id for record in records] == ["simulated-5-1", "simulated-5-2"]
    assert records[0].hands != records[1].hands
    checked = shell("verify_record", stdin=one.stdout, DATABASE_URL="sqlite:////nowhere/at/all")
    assert (checked.returncode, checked.stdout) == (0, "ok simulated-5-1\nok simulated-5-2\n")


def test_another_seed_is_another_match() -> None:
    (one,), (other,) = simulated("--seed", "1", "--bots", "easy"), simulated("--seed", "2", "--bots", "easy")
    assert one["hands"] != other["hands"]


def test_bots_are_repeated_round_the_table() -> None:
    (record,) = simulated("--players", "5", "--bots", "easy,normal")
    assert [seat["level"] for seat in record["seats"]] == ["easy", "normal", "easy", "normal", "easy"]
    assert all(seat["kind"] == "bot" for seat in record["seats"])


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ((), {"preset": "classic"}),
        (("--preset", "gold", "--ladder", "8-1-8"), {"preset": "gold", "ladder": "8-1-8", "scoring": "gold"}),
        (("--preset", "zero", "--scoring", "gold"), {"preset": "custom", "scoring": "gold", "zero_wins": True}),
        (("--preset", "gold", "--one-card-hands", "open"), {"preset": "custom", "one_card_hands": "open"}),
        (("--no-streak",), {"preset": "custom", "streak": None, "scoring": "five_plus"}),
        (("--zero-wins",), {"preset": "custom", "zero_wins": True, "streak": {"length": 5, "award": 10}}),
        (("--scoring", "five_plus"), {"preset": "custom", "scoring": "five_plus"}),
        (("--preset", "custom"), {"preset": "custom", "scoring": "five_plus", "one_card_hands": "open"}),
    ],
)
def test_free_options_make_the_preset_custom(arguments: tuple[str, ...], expected: dict[str, Any]) -> None:
    (record,) = simulated("--players", "3", "--bots", "easy", *arguments)
    assert {key: record["ruleset"][key] for key in expected} == expected
    read_record(record)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--preset", "poker"), "invalid choice"),
        (("--players", "2"), "invalid choice"),
        (("--players", "seven"), "invalid int"),
        (("--ladder", "1-2-1"), "invalid choice"),
        (("--matches", "0"), "at least 1"),
        (("--matches", "many"), "invalid"),
        (("--seed", "x"), "invalid int"),
        (("--bots", "genius"), "easy, normal, hard"),
        (("--bots", ""), "easy, normal, hard"),
        (("--players", "3", "--bots", "easy,easy,easy,easy"), "4 bots are named for 3 seats"),
        (("--scoring", "silver"), "invalid choice"),
    ],
)
def test_bad_arguments_are_told(arguments: tuple[str, ...], message: str) -> None:
    with pytest.raises(CommandError, match=message):
        simulated(*arguments)


@pytest.mark.parametrize("arguments", [("--players", "9"), ("--players", "3", "--bots", "easy,easy,easy,easy")])
def test_bad_arguments_end_with_status_2(arguments: tuple[str, ...]) -> None:
    done = shell("simulate", *arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert "Traceback" not in done.stderr


def test_a_reader_that_goes_away_ends_the_command_quietly() -> None:
    command = [sys.executable, "manage.py", "simulate", "--bots", "easy", "--matches", "1000"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 1


def test_one_record_on_many_lines_verifies(tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_text(json.dumps(json.loads(record_text(played(PRESETS[Preset.GOLD], 3))), indent=2))
    assert verdict(file) == (True, ["ok match-1"])


def test_every_record_gets_its_line(tmp_path: Path) -> None:
    sound = record_text(played(PRESETS[Preset.GOLD], 3))
    wrong = sound.replace('"size":1', '"size":2', 1)
    nameless = json.dumps({"format": "whist-match/1"})
    hostile = json.dumps({"format": "whist-match/1", "id": "a\nok b\x1b[2J" + "x" * 200})
    file = tmp_path / "records.jsonl"
    file.write_text("\n".join(["", sound, wrong, "{broken", nameless, hostile, "", sound]))
    clean, lines = verdict(file)
    assert not clean
    assert lines[0] == lines[5] == "ok match-1"
    assert lines[1] == "fault match-1 hands[0].size: expected 1"
    assert lines[2].startswith("fault #3 record: no valid JSON")
    assert lines[3] == "fault #4 id: missing"
    assert lines[4].startswith(r"fault a\nok b\x1b[2Jxxx")
    assert len(lines[4]) < 200
    assert len(lines) == 6


@pytest.mark.parametrize("content", [b"", b"\n", b"hello", b"[]", b"null", b'{"id": NaN}', b"\xff\xfe"])
def test_no_record_at_all_is_a_fault(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "empty.json"
    file.write_bytes(content)
    clean, _ = verdict(file)
    assert not clean


def test_a_fault_ends_with_status_1() -> None:
    done = shell("verify_record", stdin='{"format": "whist-match/1"}')
    assert (done.returncode, done.stdout) == (1, "fault #1 id: missing\n")
    assert "Traceback" not in done.stderr


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="cannot read"):
        call_command("verify_record", str(tmp_path / "nothing"))


@pytest.mark.django_db
def test_export_prints_the_stored_record(settings: Any) -> None:
    settings.BOT_PAUSE = settings.BOT_THINKING = settings.TRICK_PAUSE = settings.DEAL_PAUSE = 0
    match = play_until(started(rules=PRESETS[Preset.GOLD], players=3), lambda now: now.match.hands_done == 2).match
    out = io.StringIO()
    call_command("export_record", match.code, stdout=out)
    assert out.getvalue() == record_text(match_record(match)) + "\n"
    assert len(read_record(json.loads(out.getvalue())).hands) == 2


@pytest.mark.django_db
def test_export_of_a_match_that_is_unknown_or_has_not_begun_is_told() -> None:
    for code in ("nothing", waiting().code):
        with pytest.raises(CommandError, match=f"no match that has begun has the id {code}") as refused:
            call_command("export_record", code)
        assert refused.value.returncode == 1
