"""One thing that was looked at."""

from dataclasses import asdict, dataclass
from typing import Any, Literal

State = Literal["ok", "missing", "warning", "optional"]


@dataclass(frozen=True)
class Check:
    """missing: it cannot work so; warning: it works, but watch out; optional: only some things need it."""

    state: State
    what: str
    found: str
    remedy: str = ""

    def __str__(self) -> str:
        sign = {"ok": "ok      ", "missing": "MISSING ", "warning": "warning ", "optional": "optional"}[
            self.state
        ]
        return f"{sign}  {self.what}: {self.found}{f'. {self.remedy}' if self.remedy else ''}"

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        return asdict(self)


def ok(what: str, found: str) -> Check:
    """It works."""
    return Check("ok", what, found)
