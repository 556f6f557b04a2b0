"""What can go wrong with a rule set."""

from monitor.errors import GammonitorError
from monitor.events import EventError


class RulesError(GammonitorError):
    """Base of all errors of the referee; the message says what happened, where, and what to do."""


class UnknownRuleSetError(RulesError):
    """No rule set of that name."""


class RuleSetFileError(RulesError):
    """A rule set file that cannot be read or does not hold what it must; lists every fault at once."""


class RuleSetOptionError(RulesError):
    """A director's option that the rule set does not leave open, or a value it cannot have."""


class EventOrderError(EventError):
    """An event that comes after a later one."""
