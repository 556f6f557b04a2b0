"""A connection to the broker, as the settings say, and when to try again."""

import asyncio
import logging
import os
import random
import ssl
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import aiomqtt

from monitor.settings.model import MqttSettings
from monitor.tables.errors import BrokerError

PORT: Final = 1883
TLS_PORT: Final = 8883
KEEPALIVE_S: Final = 10
"""Seconds of silence until each end asks the other; after 1.5 times that the broker publishes the will."""
ANSWER_S: Final = 5.0
FAILURES: Final = (aiomqtt.MqttError, OSError, asyncio.TimeoutError, ValueError)
"""What a connection raises when it cannot be made or breaks."""
_library = logging.getLogger(f"{__name__}.library")
_library.setLevel(
    logging.CRITICAL
)  # a broken connection is no error; publisher and follower say it in their words


@dataclass(frozen=True)
class Address:
    """Where the broker is."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"

    @property
    def near(self) -> bool:
        """Whether it is on this machine."""
        return self.host in ("localhost", "::1") or self.host.startswith("127.")


def address_of(mqtt: MqttSettings) -> Address:
    """Host and port; BrokerError where none is named."""
    if mqtt.broker is None:
        raise BrokerError("no broker is named; give mqtt.broker in the settings, or --broker HOST[:PORT]")
    host, _, port = mqtt.broker.partition(":")
    return Address(host, int(port) if port else (TLS_PORT if mqtt.tls else PORT))


def password_of(mqtt: MqttSettings) -> str | None:
    """The password from its variable or file, None where there is none; BrokerError if it cannot be read."""
    if mqtt.password_env is not None:
        value = os.environ.get(mqtt.password_env)
        if not value:
            raise BrokerError(f"the variable {mqtt.password_env} (mqtt.password_env) is not set")
        return value
    if mqtt.password_file is None:
        return None
    try:
        lines = mqtt.password_file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BrokerError(f"the broker's password cannot be read (mqtt.password_file): {error}") from error
    if not lines or not lines[0]:
        raise BrokerError(
            f"{mqtt.password_file} (mqtt.password_file) is empty; write the password in its first line"
        )
    return lines[0]


def connector(
    mqtt: MqttSettings, identifier: str, will: aiomqtt.Will | None = None
) -> Callable[[], aiomqtt.Client]:
    """Makes clients for one connection each; everything that settings can have wrong is said here, at once.

    identifier: one that is used again takes the place of the connection that had it, so a station that comes
    back is not declared dead by its former self. Raises BrokerError.
    """
    address, password, context = address_of(mqtt), password_of(mqtt), _tls(mqtt)

    def connect() -> aiomqtt.Client:
        return aiomqtt.Client(
            address.host,
            address.port,
            identifier=identifier,
            username=mqtt.username,
            password=password,
            will=will,
            protocol=aiomqtt.ProtocolVersion.V5,
            keepalive=KEEPALIVE_S,
            timeout=ANSWER_S,
            tls_context=context,
            max_queued_incoming_messages=10_000,
            logger=_library,
        )

    return connect


def reason_of(error: BaseException) -> str:
    """Why a connection broke, in the words of the layer that knows."""
    cause = error.__cause__ or error
    return str(cause) or type(cause).__name__


class Delays:
    """How long to wait before the next try: twice as long each time, up to a limit.

    Never quite the same, so that many stations do not come back all at once.
    """

    def __init__(self, first: float = 0.5, longest: float = 30.0) -> None:
        self._first, self._longest = first, longest
        self._random = random.Random()
        self._next = first

    def next(self) -> float:
        """Seconds to wait now."""
        delay = self._next * self._random.uniform(0.7, 1.0)
        self._next = min(self._longest, self._next * 2)
        return delay

    def reset(self) -> None:
        """It went well; begin small again."""
        self._next = self._first


def _tls(mqtt: MqttSettings) -> ssl.SSLContext | None:
    if not mqtt.tls:
        return None
    try:
        context = ssl.create_default_context(cafile=mqtt.ca_file)
        if mqtt.cert_file is not None:
            context.load_cert_chain(mqtt.cert_file, mqtt.key_file)
    except (OSError, ssl.SSLError) as error:
        files = ", ".join(str(file) for file in (mqtt.ca_file, mqtt.cert_file, mqtt.key_file) if file)
        raise BrokerError(f"certificates for the broker cannot be used ({files}): {error}") from error
    return context
