"""Logs: forms, context, and that no secret gets into a line."""

import io
import json
import logging
from collections.abc import Iterator

import pytest
import structlog

from monitor.logs import HIDDEN, configure, logger, mask
from tests.log_guard import Kept


@pytest.fixture(autouse=True)
def restore() -> Iterator[None]:
    root = logging.getLogger()
    level, handlers = root.level, list(root.handlers)
    yield
    root.setLevel(level)
    root.handlers[:] = handlers


def open_broker(url: str) -> None:
    raise OSError(f"cannot connect to {url}")


def test_json_lines_carry_the_context() -> None:
    out = io.StringIO()
    configure("info", "json", out)
    with structlog.contextvars.bound_contextvars(table="t12"):
        logger("monitor.watch").warning("camera_lost", frame=812)
    line = json.loads(out.getvalue())
    assert line["event"] == "camera_lost"
    assert (line["table"], line["frame"], line["level"], line["logger"]) == (
        "t12",
        812,
        "warning",
        "monitor.watch",
    )
    assert line["timestamp"].endswith("Z")


def test_levels_hold_back_what_is_below(expected_errors: Kept) -> None:
    out = io.StringIO()
    configure("warning", "json", out)
    logger("x").info("quiet")
    logger("x").error("loud")
    assert [json.loads(line)["event"] for line in out.getvalue().splitlines()] == ["loud"]


def test_configuring_twice_writes_each_line_once() -> None:
    out = io.StringIO()
    configure("info", "json", out)
    configure("info", "console", out)
    logger("x").info("once", n=1)
    assert out.getvalue().count("once") == 1
    assert "n=1" in out.getvalue()


def test_what_libraries_log_comes_out_alike() -> None:
    out = io.StringIO()
    configure("info", "json", out)
    logging.getLogger("uvicorn.error").warning("cannot open %s", "rtsp://user:geheim@cam/1")
    line = json.loads(out.getvalue())
    assert line["event"] == f"cannot open rtsp://{HIDDEN}@cam/1"
    assert line["logger"] == "uvicorn.error"


@pytest.mark.parametrize("form", ["json", "console"])
def test_no_secret_in_any_part_of_a_line(form: str, expected_errors: Kept) -> None:
    out = io.StringIO()
    configure("info", form, out)  # type: ignore[arg-type]
    log = logger("x")
    with structlog.contextvars.bound_contextvars(source="http://u:geheim@cam/s?token=geheim&w=3"):
        log.info(
            "opened geheimes", mqtt={"username": "t12", "password": "geheim"}, urls=["rtsp://a:geheim@b"]
        )
        log.info("cookie set", cookie="geheim", auth_token="geheim")  # noqa: S106
        try:
            open_broker("mqtt://t12:geheim@broker:1883")
        except OSError as error:
            log.exception("failed", error=error)
    text = out.getvalue().replace("opened geheimes", "")
    assert "geheim" not in text
    assert "t12" in text
    assert "Traceback" in text


def test_journal_lines_carry_their_priority(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], expected_errors: Kept
) -> None:
    monkeypatch.setenv("JOURNAL_STREAM", "9:12345")
    configure("info", "auto")
    logger("x").error("broken")
    logger("x").info("fine")
    first, second = capsys.readouterr().err.splitlines()
    assert first.startswith("<3>{")
    assert second.startswith("<6>{")


def test_a_display_that_has_taken_stderr_gets_the_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    configure("info", "json")
    display = io.StringIO()
    monkeypatch.setattr("sys.stderr", display)
    logger("x").info("seen")
    assert '"seen"' in display.getvalue()


def test_masking_leaves_what_is_no_secret() -> None:
    line = {
        "token": "",
        "password": None,
        "n": 3,
        "ok": True,
        "path": "/a@b",
        "mail": "a@b.org",
        "score": (1, 2),
    }
    assert mask(line) == line | {"score": [1, 2]}
