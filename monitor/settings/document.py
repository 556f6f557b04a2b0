"""The page and the example file about the settings, both made from the model."""

import json
from collections.abc import Iterator
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin

import annotated_types
from pydantic.fields import FieldInfo

from monitor.settings.given import variable_of
from monitor.settings.model import SECTIONS

PAGE = Path(__file__).with_name("SETTINGS.md")
_HEAD = """# Settings of a station

`gammonitor watch --config station.toml`. One TOML file; `gammonitor config example` writes one with every
setting in it, `gammonitor config check station.toml` says all that is wrong with it, with line and column.

- An option of the command wins over an environment variable, that over the file, that over the default.
- The variable of a setting is `GAMMONITOR_` + section + `_` + name in capitals: `GAMMONITOR_SERVER_PORT`.
  Text is written as it is, all else as in the file. Such a name that is no setting is refused.
- Paths in the file are relative to its folder.
- Passwords stand in the file only as hashes (`gammonitor config password`); the broker's password stands in
  a file or a variable of its own.

This page is made from `model.py` (`python -m monitor.settings.document`); a test keeps the two equal.
"""
_SERVICE = """## As a service
One systemd service a table, `gammonitor@t12` for `/etc/gammonitor/t12.toml`:

```
P=/usr/local/lib/gammonitor; python3 -m venv $P && $P/bin/pip install gammonitor
gammonitor config example -o /etc/gammonitor/t12.toml            # then edit it
gammonitor doctor --config /etc/gammonitor/t12.toml              # camera, board file, broker, port, disk
gammonitor config unit -o /etc/systemd/system/gammonitor@.service
systemctl enable --now gammonitor@t12 && journalctl -fu gammonitor@t12
```

The service runs under an account of its own that sees its state folder, the cameras and the network, and
nothing else (`systemd-analyze security`: exposure 1.8 of 10). It says when it watches (`READY=1`) and gives a
sign of life on every turn of its loop: one that hangs for 30 s is killed and started again, and goes on in
the same match (`--resume`). After five failures within a minute it stays down for a person to look.
"""
_NAMES = {
    int: "whole number",
    float: "number",
    bool: "true or false",
    str: "text",
    Path: "path",
    Any: "value",
}


def page() -> str:
    """The page: every setting with type, default and meaning."""
    parts = [_HEAD]
    for section, model in SECTIONS.items():
        parts.append(
            f"## [{section}]\n{model.__doc__}\n\n| setting | type | default | meaning |\n|---|---|---|---|"
        )
        parts.extend(
            f"| `{name}` | {_kind(field)} | {_default(field)} | {field.description} |"
            for name, field in model.model_fields.items()
        )
        parts.append("")
    return "\n".join([*parts, _SERVICE])


def example() -> str:
    """A file with every setting, each commented out: at its default, or with an example where it has none."""
    lines = ["# Settings of a gammonitor station. Check with: gammonitor config check FILE", ""]
    for section, model in SECTIONS.items():
        lines += [f"# {model.__doc__}", f"[{section}]"]
        for name, field in model.model_fields.items():
            lines.append(f"# {field.description} ({variable_of(section, name)})")
            lines.append(f"#{name} = {toml_value(example_of(field))}")
        lines.append("")
    return "\n".join(lines)


def example_of(field: FieldInfo) -> Any:
    """The default, or the example where the default is to leave it out."""
    return field.examples[0] if field.examples else field.default


def toml_value(value: Any) -> str:
    """A value as TOML; of a table only the empty one is needed."""
    if isinstance(value, list | tuple):
        return "[" + ", ".join(toml_value(item) for item in value) + "]"
    return json.dumps(value, ensure_ascii=False, default=str)


def _default(field: FieldInfo) -> str:
    return "none" if field.default is None else f"`{toml_value(field.default)}`"


def _kind(field: FieldInfo) -> str:
    return " ".join(part for part in (_type(field.annotation), *_bounds(field.metadata)) if part)


def _type(annotation: Any) -> str:
    origin, parts = get_origin(annotation), get_args(annotation)
    if origin is Literal:
        return " or ".join(f"`{part}`" for part in parts)
    if origin is Annotated:
        return " ".join((_type(parts[0]), *_bounds(parts[1:])))
    if origin is tuple:
        if parts[-1] is Ellipsis:
            return f"list of {_type(parts[0])}"
        return f"[{', '.join(_type(part) for part in parts)}]"
    if origin is dict:
        return "table"
    if parts:
        return _type(next(part for part in parts if part is not NoneType))
    return _NAMES[annotation]


def _bounds(metadata: Any) -> Iterator[str]:
    """The range of a number, as ``1..65535``, ``> 0``."""
    low = high = above = None
    for item in metadata:
        for part in getattr(item, "metadata", [item]):
            if isinstance(part, annotated_types.Ge):
                low = part.ge
            elif isinstance(part, annotated_types.Le):
                high = part.le
            elif isinstance(part, annotated_types.Gt):
                above = part.gt
    if above is not None:
        yield f"> {above}" + (f", <= {high}" if high is not None else "")
    elif low is not None:
        yield f"{low}..{high}" if high is not None else f">= {low}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
