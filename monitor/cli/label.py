"""``gammonitor label``: a user's own pictures as test cases."""

from collections.abc import Sequence
from pathlib import Path

import typer

from monitor.cli.errors import UsageError
from monitor.labels.errors import LabelError
from monitor.labels.folder import LABELS, LabelFolder


def run_label(pictures: Sequence[Path], folder: Path, port: int, *, page: bool, browser: bool) -> int:
    """Read pictures into a folder of labels, and open the page on which they are corrected; 0."""
    labels = LabelFolder(folder)
    if not pictures and not labels.items:
        raise UsageError("name the pictures to be labelled: gammonitor label PICTURE... -o FOLDER")
    new = labels.add(pictures)
    typer.echo(f"{new} new pictures, {len(labels.items)} in all; labels: {folder / LABELS}")
    if not page:
        return 0
    from monitor.cli.local import serve_here
    from monitor.labels.app import label_app

    return serve_here(label_app(labels), f"labels of {folder}", port, browser=browser)


def run_label_score(folder: Path) -> int:
    """Read the pictures of a folder again and say what comes out otherwise; 0, or 1 where anything does."""
    from monitor.labels.scoring import score

    labels = LabelFolder(folder)
    if not labels.items:
        raise LabelError(f"{folder} holds no {LABELS}; gammonitor label PICTURE... -o {folder} makes one")
    results = [score(labels, number) for number in range(len(labels.items))]
    for result in results:
        unchecked = "" if result.checked else ", labels not checked by anybody"
        typer.echo(f"{result.name}: {result.right} of {result.slots} points right{unchecked}")
        for text in result.wrong:
            typer.echo(f"  {text}")
    bad = sum(bool(result.wrong) for result in results)
    slots, right = sum(one.slots for one in results), sum(one.right for one in results)
    typer.echo(
        f"{right} of {slots} points right; {len(results) - bad} of {len(results)} pictures without a fault"
    )
    return 1 if bad else 0
