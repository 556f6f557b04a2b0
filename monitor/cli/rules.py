"""``gammonitor rules``: the rule sets, and checking them against scenarios."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

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
def show(ruleset: Annotated[str, typer.Argument(help="Name of a rule set, or a .toml file.")]) -> None:
    """Show what a rule set flags, until when it can be put right, and on what ground."""
    from monitor.rules import load_ruleset

    rules = load_ruleset(ruleset)
    typer.echo(f"{rules.id}: {rules.title}, {rules.edition}\n")
    for clause in rules.clauses:
        kinds = "" if clause.kinds == ("*",) else f" ({', '.join(clause.kinds)})"
        mode = f" [{', '.join(sorted(clause.mode))}]" if clause.mode else ""
        typer.echo(f"{clause.code}{kinds}{mode}")
        typer.echo(f"    {clause.text}")
        typer.echo(
            f"    {clause.until()}; decided by: {clause.decide}; {rules.prefix} {', '.join(clause.cite)}"
        )
    typer.echo()
    for path, value in rules.values.items():
        typer.echo(f"{path} = {', '.join(map(str, value)) if isinstance(value, list) else value}")


@app.command()
def check(
    scenarios: Annotated[Path, typer.Argument(help="File of scenarios with the findings to expect.")],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a case.")] = False,
) -> None:
    """Run scenarios under every rule set they name, and compare the findings."""
    from monitor.scenarios import check_scenarios

    passed = failed = 0
    for case in check_scenarios(scenarios):
        passed, failed = passed + (not case.wrong), failed + bool(case.wrong)
        if as_json:
            typer.echo(json.dumps(asdict(case) | {"passed": not case.wrong}, ensure_ascii=False))
        elif case.wrong:
            typer.echo(f"{case.scenario} {case.ruleset} ({case.title}): {'; '.join(case.wrong)}")
    typer.echo(f"{passed} passed, {failed} failed")
    raise typer.Exit(int(failed > 0))
