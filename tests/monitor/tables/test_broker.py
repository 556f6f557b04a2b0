"""Settings of the broker: addresses, passwords, certificates, waiting times."""

from pathlib import Path

import pytest

from monitor.settings.model import MqttSettings, StationSettings
from monitor.tables.broker import Delays, address_of, connector, password_of
from monitor.tables.errors import BrokerError
from monitor.tables.publisher import publisher_for


def test_addresses() -> None:
    assert str(address_of(MqttSettings(broker="h"))) == "h:1883"
    assert str(address_of(MqttSettings(broker="h", tls=True))) == "h:8883"
    assert str(address_of(MqttSettings(broker="h:99", tls=True))) == "h:99"
    with pytest.raises(BrokerError, match="no broker is named"):
        address_of(MqttSettings())


def test_without_a_broker_there_is_no_publisher() -> None:
    assert publisher_for(StationSettings()) is None
    assert publisher_for(StationSettings(mqtt=MqttSettings(broker="127.0.0.1:1"))) is not None


def test_passwords(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "secret"
    file.write_text("geheim\nnot this\n", encoding="utf-8")
    assert password_of(MqttSettings(broker="h")) is None
    assert password_of(MqttSettings(broker="h", username="u", password_file=file)) == "geheim"
    monkeypatch.setenv("BROKER_PASSWORD", "auch geheim")
    with_variable = MqttSettings(broker="h", username="u", password_env="BROKER_PASSWORD")  # noqa: S106
    assert password_of(with_variable) == "auch geheim"
    monkeypatch.delenv("BROKER_PASSWORD")
    with pytest.raises(BrokerError, match="BROKER_PASSWORD"):
        password_of(with_variable)
    with pytest.raises(BrokerError, match="cannot be read"):
        password_of(MqttSettings(broker="h", username="u", password_file=tmp_path / "none"))
    file.write_text("", encoding="utf-8")
    with pytest.raises(BrokerError, match="is empty"):
        password_of(MqttSettings(broker="h", username="u", password_file=file))


def test_certificates_that_are_none(tmp_path: Path) -> None:
    file = tmp_path / "ca.pem"
    with pytest.raises(BrokerError, match="certificates"):
        connector(MqttSettings(broker="h", tls=True, ca_file=file), "x")
    file.write_text("no certificate", encoding="utf-8")
    with pytest.raises(BrokerError, match=r"ca\.pem"):
        connector(MqttSettings(broker="h", tls=True, ca_file=file), "x")


def test_waits_grow_to_a_limit_and_begin_again() -> None:
    delays = Delays(0.5, 30.0)
    waits = [delays.next() for _ in range(12)]
    assert 0.35 <= waits[0] <= 0.5
    assert all(21.0 <= wait <= 30.0 for wait in waits[7:])
    assert waits[3] > waits[0] * 4
    delays.reset()
    assert delays.next() <= 0.5
