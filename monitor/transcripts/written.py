"""What a writer hands back."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Written:
    """A transcript in one of the forms, and in words what this form could not hold."""

    text: str
    losses: tuple[str, ...] = ()
