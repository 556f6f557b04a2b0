"""The referee: rule sets as data, windows, findings. Events in, findings out."""

from monitor.rules.errors import RulesError, RuleSetFileError, UnknownRuleSetError
from monitor.rules.referee import Referee
from monitor.rules.ruleset import RuleSet, load_ruleset, ruleset_names

__all__ = [
    "Referee",
    "RuleSet",
    "RuleSetFileError",
    "RulesError",
    "UnknownRuleSetError",
    "load_ruleset",
    "ruleset_names",
]
