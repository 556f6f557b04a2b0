"""Telling systemd how the service does: the protocol of sd_notify(3) over its socket, without a library."""

import os
import socket
import time
from collections.abc import Callable, Mapping
from typing import Final, Self

SHARE: Final = 0.4
"""A sign of life goes out after this part of the watchdog's time; systemd advises less than half."""


class Notifier:
    """Sends states to the service manager; does nothing where there is none, and never raises.

    address: of the socket (NOTIFY_SOCKET; ``@`` first means an abstract one). watchdog: seconds within which
    systemd wants a sign of life, None where it does not ask.
    """

    def __init__(
        self, address: str | None, watchdog: float | None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._address = address
        self._every = None if watchdog is None else watchdog * SHARE
        self._clock = clock
        self._next = clock()

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> Self:
        """As systemd set this process's environment; a watchdog meant for another process is not ours."""
        known = os.environ if environment is None else environment
        address = known.get("NOTIFY_SOCKET") or None
        usec, pid = known.get("WATCHDOG_USEC", ""), known.get("WATCHDOG_PID", "")
        ours = not pid or pid == str(os.getpid())
        watchdog = int(usec) / 1e6 if address and ours and usec.isdecimal() and int(usec) > 0 else None
        return cls(address, watchdog)

    def ready(self, status: str = "") -> None:
        """The station watches."""
        self._send("READY=1", status)

    def status(self, status: str) -> None:
        """One line for ``systemctl status``."""
        self._send("", status)

    def beat(self) -> None:
        """A sign of life; call it on every turn of the main loop, it sends only as often as needed."""
        if self._every is not None and self._clock() >= self._next:
            self._next = self._clock() + self._every
            self._send("WATCHDOG=1")

    def stopping(self) -> None:
        """The station winds up."""
        self._send("STOPPING=1")

    def _send(self, state: str, status: str = "") -> None:
        if self._address is None:
            return
        lines = [state] if state else []
        if status:
            lines.append("STATUS=" + " ".join(status.split()))
        address = f"\0{self._address[1:]}" if self._address.startswith("@") else self._address
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as out:
                out.setblocking(False)
                out.sendto("\n".join(lines).encode(), address)
        except OSError:
            return  # a manager that does not listen must not stop the watch
