"""The referee: rule sets as data, windows, findings. Events in, findings out."""

from monitor.rules.errors import RulesError, RuleSetFileError, UnknownRuleSetError
from monitor.rules.referee import Referee
from monitor.rules.ruleset import RuleSet
from monitor.rules.ruleset_file import load_ruleset, ruleset_names
from monitor.rules.table import Cube

__all__ = [
    "Cube",
    "Referee",
    "RuleSet",
    "RuleSetFileError",
    "RulesError",
    "UnknownRuleSetError",
    "load_ruleset",
    "ruleset_names",
]
