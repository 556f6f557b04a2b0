"""A station's settings against this machine: what a sound file cannot know."""

import re
import socket
from collections.abc import Iterator
from pathlib import Path

from monitor.cli.checkup import cameras
from monitor.cli.checkup.check import Check, ok
from monitor.settings.model import MqttSettings, SourceSettings, StationSettings

_USB = re.compile(r"usb:(\d*)")
REACH_S = 3.0


def station(settings: StationSettings) -> Iterator[Check]:
    """The source, the board file and the broker of these settings."""
    yield from source(settings.source)
    if settings.mqtt.broker is not None:
        yield from broker(settings.mqtt)


def source(settings: SourceSettings, folder: Path = cameras.DEV) -> Iterator[Check]:
    """Whether what is to be watched is there."""
    address = settings.address
    usb = _USB.fullmatch(address or "")
    if address is None:
        yield Check("optional", "source", "none in the settings", "Name one on the command line")
    elif usb:
        path = folder / f"video{usb[1] or 0}"
        if not path.exists():
            remedy = (
                "Plug the camera in, or name another; without --config this command lists those connected"
            )
            yield Check("missing", "source", f"{address}: there is no {path}", remedy)
        elif not cameras.describe(path).captures:
            yield Check(
                "missing", "source", f"{address}: {path} gives no pictures", "Try the number before it"
            )
        else:
            yield ok("source", address)
    elif "://" not in address and not address.startswith("picamera:") and address != "demo":
        there = Path(address).expanduser().exists()
        remedy = "Give the full path, as seen from the folder the station starts in"
        yield (
            ok("source", address) if there else Check("missing", "source", f"{address} is not there", remedy)
        )
    else:
        yield ok("source", f"{address.partition('://')[0]}, opened only when watched")
    if settings.calibration is not None:
        what, file = "board file", settings.calibration
        remedy = "Make it with: gammonitor calibrate"
        yield (
            ok(what, str(file)) if file.is_file() else Check("missing", what, f"{file} is not there", remedy)
        )


def broker(settings: MqttSettings) -> Iterator[Check]:
    """Whether the broker can be reached, and the files for it read."""
    from monitor.tables.broker import address_of, connector
    from monitor.tables.errors import BrokerError

    address = address_of(settings)
    try:
        connector(settings, "doctor")
        with socket.create_connection((address.host, address.port), REACH_S):
            pass
    except BrokerError as error:
        yield Check("missing", "broker", str(error))
    except OSError as error:
        remedy = "Start mosquitto there, and let the port through the firewall"
        yield Check("missing", "broker", f"{address} cannot be reached: {error.strerror or error}", remedy)
    else:
        yield ok("broker", str(address))
    if settings.username is not None and not settings.tls and not address.near:
        yield Check(
            "warning", "broker", "its password crosses the network unencrypted", "Set mqtt.tls = true"
        )
