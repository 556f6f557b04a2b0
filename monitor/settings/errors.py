"""What can be wrong with the station's settings."""

from collections.abc import Sequence
from dataclasses import dataclass

from monitor.errors import GammonitorError


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong. where: ``station.toml:12:8``, a variable or an option; what: the reason."""

    where: str
    setting: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.setting}: {self.what}" if self.setting else f"{self.where}: {self.what}"


class SettingsError(GammonitorError):
    """The settings cannot be used; the message lists every fault, a line each."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        number = len(self.faults)
        lines = "\n".join(f"  {fault}" for fault in self.faults)
        super().__init__(f"{number} fault{'s' if number != 1 else ''} in the settings\n{lines}")


class UnreadableSettingsError(GammonitorError):
    """The file with the settings cannot be read."""
