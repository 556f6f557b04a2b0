"""The settings of a station: one TOML file, GAMMONITOR_* variables over it, options over both."""

from monitor.settings.errors import Fault, SettingsError, UnreadableSettingsError
from monitor.settings.loading import load
from monitor.settings.model import StationSettings

__all__ = ["Fault", "SettingsError", "StationSettings", "UnreadableSettingsError", "load"]
