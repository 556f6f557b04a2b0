"""Logs of the running program: one line an event, for people or as JSON, with its context, to stderr.

``log = logger(__name__)``, then ``log.warning("camera_lost", table="t12", frame=812)``: the event is a short
fixed name, everything else is a field. ``structlog.contextvars.bound_contextvars(table=...)`` adds fields to
all lines of a thread. Secrets never reach a line: see ``mask``.
"""

import logging
import os
import re
import sys
from collections.abc import Mapping, MutableMapping
from typing import Any, Literal, TextIO, cast

import structlog

Level = Literal["debug", "info", "warning", "error"]
Form = Literal["auto", "json", "console"]
Line = MutableMapping[str, Any]

HIDDEN = "***"
_SECRET_NAME = re.compile(
    r"pass(word|wd|phrase)|secret|token|authori[sz]ation|cookie|credential", re.IGNORECASE
)
_URL_LOGIN = re.compile(r"(?P<scheme>\b[a-z][a-z0-9+.-]*://)[^\s/?#]+@", re.IGNORECASE)
_QUERY_SECRET = re.compile(r"(?P<name>[?&](?:token|password|key|secret)=)[^&\s#\"']+", re.IGNORECASE)
_JOURNAL_PRIORITY = {"debug": 7, "info": 6, "warning": 4, "error": 3, "critical": 2}
"""Priorities of syslog, as sd-daemon(3) reads them from ``<n>`` before a line."""


def logger(name: str) -> structlog.stdlib.BoundLogger:
    """The logger of a module."""
    return structlog.stdlib.get_logger(name)


def configure(level: Level = "info", form: Form = "auto", stream: TextIO | None = None) -> None:
    """Send everything logged, also by libraries, to ``stream`` (stderr), from ``level`` up.

    auto: for people on a terminal, else JSON. Under systemd's journal each line carries its priority.
    """
    out = stream or sys.stderr
    to_journal = stream is None and "JOURNAL_STREAM" in os.environ and not out.isatty()
    as_json = form == "json" or (form == "auto" and not out.isatty())
    renderer: structlog.typing.Processor
    if as_json:
        renderer = structlog.processors.JSONRenderer(default=str, ensure_ascii=False)
    else:
        renderer = structlog.dev.ConsoleRenderer(colors=out.isatty())
    handler = _Handler(stream)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=_COMMON,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.format_exc_info,
                _mask_line,
                _with_priority(renderer) if to_journal else renderer,
            ],
        )
    )
    root = logging.getLogger()
    for old in [old for old in root.handlers if isinstance(old, _Handler)]:
        root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(level.upper())


class _Handler(logging.StreamHandler[TextIO]):
    """Writes to a stream, or to what ``sys.stderr`` is then: a live display may have taken its place."""

    def __init__(self, stream: TextIO | None) -> None:
        super().__init__(stream)
        self._follows_stderr = stream is None

    def emit(self, record: logging.LogRecord) -> None:
        if self._follows_stderr:
            self.stream = sys.stderr
        super().emit(record)


def mask(value: Any) -> Any:
    """A copy without secrets: logins in URLs, tokens in queries, and whatever a field's name calls secret."""
    if isinstance(value, str):
        return _QUERY_SECRET.sub(rf"\g<name>{HIDDEN}", _URL_LOGIN.sub(rf"\g<scheme>{HIDDEN}@", value))
    if isinstance(value, Mapping):
        return {
            key: HIDDEN if item and _SECRET_NAME.search(str(key)) else mask(item)
            for key, item in value.items()
        }
    if isinstance(value, list | tuple | set | frozenset):
        return [mask(item) for item in value]
    if value is None or isinstance(value, bool | int | float):
        return value
    return mask(str(value))


def _mask_line(_logger: Any, _name: str, line: Line) -> Line:
    return cast("Line", mask(line))


def _with_priority(renderer: structlog.typing.Processor) -> structlog.typing.Processor:
    def render(log: Any, name: str, line: Line) -> str:
        priority = _JOURNAL_PRIORITY.get(str(line.get("level")), 6)
        return f"<{priority}>{renderer(log, name, line)!s}"

    return render


_COMMON: list[structlog.typing.Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]

structlog.configure(
    processors=[
        structlog.stdlib.filter_by_level,
        *_COMMON,
        structlog.stdlib.PositionalArgumentsFormatter(),
        structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
    ],
    logger_factory=structlog.stdlib.LoggerFactory(),
    wrapper_class=structlog.stdlib.BoundLogger,
    cache_logger_on_first_use=True,
)
