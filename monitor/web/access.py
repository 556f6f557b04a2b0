"""Who may do what: roles, passwords, sessions, and how often somebody may try."""

import hmac
import ipaddress
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from threading import Lock
from time import monotonic
from typing import Final, Literal, get_args

from monitor.settings.passwords import hash_password, password_matches

Role = Literal["viewer", "monitor", "director"]
ROLES: Final[tuple[Role, ...]] = get_args(Role)
"""From the least rights to the most."""
SESSION_S: Final = 12 * 3600.0
SESSIONS: Final = 500
FREE_TRIES: Final = 5
"""Wrong passwords from one address before it has to wait."""
LONGEST_WAIT: Final = 300.0
ADDRESSES: Final = 2000


def allows(role: Role | None, wanted: Role) -> bool:
    """Whether a role has the rights of another."""
    return role is not None and ROLES.index(role) >= ROLES.index(wanted)


def is_loopback(host: str) -> bool:
    """Whether an address is reached from this machine only."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def generated_passwords() -> dict[Role, str]:
    """A new password for every role, easy to read out: three groups of four letters and digits."""
    letters = "abcdefghjkmnpqrstuvwxyz23456789"
    return {
        role: "-".join("".join(secrets.choice(letters) for _ in range(4)) for _ in range(4)) for role in ROLES
    }


@dataclass
class _Tries:
    failed: int = 0
    until: float = 0.0


@dataclass
class Access:
    """Passwords by role as scrypt hashes; without any, whoever reaches the station is a director.

    That is meant for a station that listens on this machine alone. Passwords are compared one at a time, so
    that guessing costs one core at most.
    """

    passwords: Mapping[Role, str] = field(default_factory=dict)
    clock: Callable[[], float] = monotonic

    def __post_init__(self) -> None:
        self._lock = Lock()
        self._comparing = Lock()
        self._sessions: dict[bytes, tuple[Role, float]] = {}
        self._tries: dict[str, _Tries] = {}
        self._tokens: set[bytes] = set()

    @classmethod
    def of(cls, passwords: Mapping[Role, str]) -> "Access":
        """From passwords in plain text."""
        return cls({role: hash_password(password) for role, password in passwords.items()})

    @property
    def needed(self) -> bool:
        """Whether people have to say who they are."""
        return bool(self.passwords)

    def wait(self, address: str) -> float:
        """Seconds that an address has to wait before its next try; 0 where it may try now."""
        with self._lock:
            tries = self._tries.get(address)
            return 0.0 if tries is None else max(0.0, tries.until - self.clock())

    def login(self, password: str, address: str) -> tuple[Role, str] | None:
        """(role, session) for a right password, None for a wrong one; `wait` has to be asked before.

        The highest role with that password counts. It takes as long for a wrong password as for a right one.
        """
        found: Role | None = None
        with self._comparing:
            for role in ROLES:
                if role in self.passwords and password_matches(password, self.passwords[role]):
                    found = role
        with self._lock:
            if found is None:
                self._failed(address)
                return None
            self._tries.pop(address, None)
            session = secrets.token_urlsafe(32)
            self._tidy()
            self._sessions[_digest(session)] = (found, self.clock() + SESSION_S)
            return found, session

    def logout(self, session: str | None) -> None:
        """End a session."""
        if session:
            with self._lock:
                self._sessions.pop(_digest(session), None)

    def role(self, session: str | None) -> Role | None:
        """The role of a session; None where there is none, or it has run out."""
        if not self.needed:
            return "director"
        if not session:
            return None
        with self._lock:
            found = self._sessions.get(_digest(session))
            if found is None or found[1] < self.clock():
                return None
            return found[0]

    def token_is_viewers(self, token: str, address: str) -> bool:
        """Whether a token in an address is the viewers' password. A right one is remembered: the comparison
        is costly."""
        digest = _digest(token)
        if any(hmac.compare_digest(digest, known) for known in self._tokens):
            return True
        if self.wait(address) > 0 or "viewer" not in self.passwords or len(token) > 200:
            return False
        with self._comparing:
            right = password_matches(token, self.passwords["viewer"])
        with self._lock:
            if right:
                self._tokens.add(digest)
            else:
                self._failed(address)
        return right

    def _failed(self, address: str) -> None:
        if len(self._tries) >= ADDRESSES:
            self._tries.pop(next(iter(self._tries)))
        tries = self._tries.setdefault(address, _Tries())
        tries.failed += 1
        if tries.failed >= FREE_TRIES:
            tries.until = self.clock() + min(LONGEST_WAIT, 2.0 ** (tries.failed - FREE_TRIES + 1))

    def _tidy(self) -> None:
        now = self.clock()
        for session in [one for one, (_, until) in self._sessions.items() if until < now]:
            del self._sessions[session]
        while len(self._sessions) >= SESSIONS:
            self._sessions.pop(next(iter(self._sessions)))


def _digest(secret: str) -> bytes:
    return sha256(secret.encode()).digest()
