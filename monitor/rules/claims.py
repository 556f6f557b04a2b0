"""Corrections, options and claims: what people say about what happened."""

from monitor.events import Event
from monitor.rules.replays import late, right_starter, was_void
from monitor.rules.table import Table, opponent
from monitor.rules.throws import stand


def corrected(table: Table, event: Event) -> None:
    """Corrected: something a finding was about has been put right; after its window that is late. Where it
    is withdrawn, nothing was wrong. A play with a roll that did not count has not been judged."""
    code = str(event.get("code"))
    if code == "ILLEGAL_MOVE" and was_void(table, event.by):
        table.game.mending = None
    if code == "OPENING_WRONG_STARTER" and table.docket.open(code) is not None:
        right_starter(table)
    if event.get("withdrawn"):
        table.withdraw(code, event, event.by)
        return
    if table.docket.resolve(code, event, event.by):
        return
    finding = table.docket.latest(code, event.by)
    if finding is not None and finding.status == "closed":
        late(table, event, finding)


def option_used(table: Table, event: Event) -> None:
    """OptionExercised: a roll is let stand or ordered again, an illegal play condoned or demanded again."""
    choice = event.get("choice")
    early = table.game.early
    if choice in ("stand", "reroll") and early is not None and early.finding is not None:
        finding = early.finding
        if finding.severity != "option" or event.by not in (opponent(early.by), None):
            return
        early.refused = choice == "reroll"
        table.docket.settle(finding, event)
        if choice == "stand" and early.out_of_turn and early.dice is not None:
            stand(table, event)
    elif choice == "condone":
        wrong = table.docket.open("ILLEGAL_MOVE", opponent(event.by))
        if wrong is not None and wrong.decide == "opponent":
            table.docket.close(wrong, event)


def pointed_out(table: Table, event: Event) -> None:
    """ViolationPointedOut: somebody spoke who may not."""
    role = str(event.get("role"))
    named = {"annotator": "transcriber"}.get(role, role)
    if named not in table.docket.speakers:
        table.raise_finding("UNAUTHORISED_CALL", event, None, (role,))


def recorded(table: Table, event: Event) -> None:
    """PositionRecorded: the player has begun to write the position down."""
    game = table.game
    if table.value("recording.writing_locks_move") and event.by == game.to_act and game.phase == "rolled":
        game.recorded_by = event.by
