"""``gammonitor rules``: the rule sets, and checking them and scenarios."""

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

app = typer.Typer(help="The rule sets.", no_args_is_help=True)


@app.command("list")
def list_rules() -> None:
    """Name the rule sets that come with the program."""
    from monitor.rules import load_ruleset, ruleset_names

    for name in ruleset_names():
        rules = load_ruleset(name)
        typer.echo(f"{name:14} {rules.title}, {rules.edition}")


@app.command()
def show(
    ruleset: Annotated[str | None, typer.Argument(help="Name of a rule set, or a .toml file.")] = None,
    diff: Annotated[
        tuple[str, str] | None, typer.Option(help="Two rule sets: show only what they have differently.")
    ] = None,
) -> None:
    """Show what a rule set says: what counts, what is raised, until when, and on what ground."""
    if (ruleset is None) == (diff is None):
        raise typer.BadParameter("name one rule set, or two with --diff", param_hint="RULESET")
    if diff is not None:
        _show_differences(*diff)
    elif ruleset is not None:
        _show_page(ruleset)


def _show_page(name: str) -> None:
    from rich.console import Console
    from rich.text import Text

    from monitor.rules import load_ruleset
    from monitor.rules.page import page

    console = Console()
    for line in page(load_ruleset(name)):
        text = Text()
        if line.kind == "remark":
            text.append(f"    {line.term}", "dim")
        elif line.kind == "entry":
            text.append(line.term, "bold").append(f": {line.text}  ").append(line.ground, "cyan")
        elif line.kind == "heading":
            text.append(f"\n{line.term}", "bold underline")
        else:
            text.append(f"{line.term}: {line.text}", "bold")
        console.print(text, soft_wrap=not console.is_terminal)


def _show_differences(left: str, right: str) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from monitor.rules import load_ruleset
    from monitor.rules.page import differences

    first, second = load_ruleset(left), load_ruleset(right)
    table = Table("", first.id, second.id, show_lines=True)
    for found in differences(first, second):
        table.add_row(found.name, Text(found.left or "-"), Text(found.right or "-"))
    console = Console(width=None if sys.stdout.isatty() else 160)
    console.print(table if table.rows else f"{first.id} and {second.id} say the same")


@app.command()
def check(
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            help="Scenarios (.json) or rule sets (.toml); without any, the rule sets that come along."
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a case.")] = False,
) -> None:
    """Run scenarios under every rule set they name and compare findings; look for faults in rule sets."""
    from monitor.rules import ruleset_names

    passed = failed = 0
    for what in files or ruleset_names():
        for record in _checked(what):
            passed, failed = passed + record["passed"], failed + (not record["passed"])
            if as_json:
                typer.echo(json.dumps(record, ensure_ascii=False))
            elif "ruleset_file" in record:
                typer.echo("\n".join(record["wrong"]) or f"{record['ruleset_file']}: no faults")
            elif record["wrong"]:
                where = f"{record['scenario']} {record['ruleset']} ({record['title']})"
                typer.echo(f"{where}: {'; '.join(record['wrong'])}")
    typer.echo(f"{passed} passed, {failed} failed")
    raise typer.Exit(int(failed > 0))


def _checked(what: Path | str) -> Iterator[dict[str, Any]]:
    from monitor.rules import RuleSetFileError, load_ruleset
    from monitor.scenarios import check_scenarios

    if isinstance(what, Path) and what.suffix != ".toml":
        yield from (asdict(case) | {"passed": not case.wrong} for case in check_scenarios(what))
        return
    if isinstance(what, Path):
        what.read_bytes()
    try:
        load_ruleset(str(what))
    except RuleSetFileError as error:
        yield {"ruleset_file": str(what), "wrong": str(error).splitlines(), "passed": False}
    else:
        yield {"ruleset_file": str(what), "wrong": [], "passed": True}
