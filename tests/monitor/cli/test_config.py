"""``gammonitor config``."""

import io
import sys
import tomllib
from pathlib import Path

import pytest

from monitor.settings.passwords import password_matches
from tests.support import run_command


def test_check_says_sound_or_every_fault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text("[match]\nlength = 7\n", encoding="utf-8")
    bad.write_text("[match]\nlenght = 7\nclock = 1\n", encoding="utf-8")
    code, out, err = run_command(capsys, "config", "check", str(good))
    assert (code, out, err) == (0, f"{good}: sound\n", "")
    code, out, err = run_command(capsys, "config", "check", str(bad), str(good), str(tmp_path / "none"))
    assert code == 2
    assert out == f"{good}: sound\n"
    assert "2 faults" in err
    assert f"{bad}:2:1: match.lenght: there is no such setting; did you mean 'length'?" in err
    assert f"{bad}:3:9: match.clock: must be true or false, is 1" in err
    assert "none cannot be read" in err
    assert "Traceback" not in err


def test_check_leaves_the_environment_out_unless_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "s.toml"
    file.write_text("", encoding="utf-8")
    monkeypatch.setenv("GAMMONITOR_MATCH_LENGTH", "x")
    assert run_command(capsys, "config", "check", str(file))[0] == 0
    code, _, err = run_command(capsys, "config", "check", "--with-environment", str(file))
    assert code == 2
    assert "GAMMONITOR_MATCH_LENGTH: match.length: must be a whole number" in err


def test_files_are_written_but_never_over_another(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "station.toml"
    assert run_command(capsys, "config", "example", "-o", str(file))[0] == 0
    assert tomllib.loads(file.read_text(encoding="utf-8"))
    code, _, err = run_command(capsys, "config", "example", "-o", str(file))
    assert code == 2
    assert "is there already" in err
    code, _, err = run_command(capsys, "config", "unit", "-o", str(tmp_path / "no" / "unit"))
    assert code == 2
    assert "cannot be written" in err
    assert run_command(capsys, "config", "broker", str(tmp_path))[0] == 0
    assert "acl_file" in (tmp_path / "mosquitto.conf").read_text(encoding="utf-8")
    code, out, _ = run_command(capsys, "config", "broker")
    assert code == 0
    assert "pattern write" in out


def test_password(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("backgammon\n"))
    code, out, _ = run_command(capsys, "config", "password")
    assert code == 0
    assert password_matches("backgammon", out.strip())
    monkeypatch.setattr(sys, "stdin", io.StringIO("kurz\n"))
    code, _, err = run_command(capsys, "config", "password")
    assert code == 2
    assert "too short" in err
