"""What a validator found, in words that say what to write."""

from collections.abc import Sequence
from typing import Any

from pydantic_core import ErrorDetails

from monitor.logs import mask
from monitor.settings.nearest import suggestion

_PATTERNS = {
    "^[a-z0-9-]{1,40}$": "1 to 40 small letters, digits and hyphens",
    r"^https?://[^\s]+$": "an address that begins with http:// or https://",
    r"^[^\s/:@]+(:\d{1,5})?$": "a host or host:port, without a scheme, name or password",
    "^[A-Za-z_][A-Za-z0-9_]*$": "the name of an environment variable",
}
_KINDS = {
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "string": "text in quotes",
    "path": "a path in quotes",
    "tuple": "a list in square brackets",
    "list": "a list in square brackets",
    "dict": "a table",
}
_BOUNDS = {
    "greater_than_equal": ("ge", "at least"),
    "less_than_equal": ("le", "at most"),
    "greater_than": ("gt", "more than"),
    "less_than": ("lt", "less than"),
}


def reason(error: ErrorDetails, known: Sequence[str]) -> str:
    """One sentence; known: names of the settings of this section."""
    kind, value, context = error["type"], error["input"], error.get("ctx", {})
    if kind == "extra_forbidden" and len(error["loc"]) == 1:
        return f"there is no such setting{suggestion(str(error['loc'][-1]), known)}"
    if kind == "literal_error":
        return f"{_shown(value)} is none of {context['expected']}{_near_choice(value, context['expected'])}"
    if kind in _BOUNDS:
        name, words = _BOUNDS[kind]
        return f"must be {words} {context[name]:g}, is {_shown(value)}"
    if kind == "string_pattern_mismatch":
        return f"must be {_PATTERNS.get(context['pattern'], context['pattern'])}, is {_shown(value)}"
    stem = kind.partition("_")[0]
    if kind.endswith("_type") and stem in _KINDS:
        return f"must be {_KINDS[stem]}, is {_shown(value)}"
    return _other(error)


def _other(error: ErrorDetails) -> str:
    kind, value, context = error["type"], error["input"], error.get("ctx", {})
    if kind == "int_from_float":
        return f"must be a whole number, is {_shown(value)}"
    if kind == "missing":
        return "one value more is needed"
    if kind in ("too_long", "too_short"):
        wanted = context.get("max_length", context.get("min_length"))
        return f"has {context['actual_length']} values where {wanted} are wanted"
    if kind == "string_too_short":
        return "must not be empty"
    if kind == "string_too_long":
        return f"is longer than {context['max_length']} letters"
    if kind == "finite_number":
        return "must be a finite number"
    return f"{error['msg']}, is {_shown(value)}"


def _near_choice(value: Any, expected: str) -> str:
    choices = [part.strip(" '") for part in expected.replace(" or ", ",").split(",")]
    return suggestion(value, choices) if isinstance(value, str) else ""


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "a table"
    text = repr(mask(value))
    return text if len(text) <= 60 else f"{text[:57]}..."
