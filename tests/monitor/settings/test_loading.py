"""Settings: sound ones, and every fault of wrong ones at once with its place."""

from pathlib import Path

import pytest

from monitor.rules import ruleset_names
from monitor.settings import SettingsError, StationSettings, UnreadableSettingsError, load
from monitor.settings.passwords import hash_password

HASH = hash_password("backgammon")


def settings(tmp_path: Path, text: str, **environment: str) -> StationSettings:
    file = tmp_path / "station.toml"
    file.write_text(text, encoding="utf-8")
    return load(file, environment=environment)


def faults(tmp_path: Path, text: str, **environment: str) -> list[str]:
    """The faults with the folder of the file left out."""
    with pytest.raises(SettingsError) as caught:
        settings(tmp_path, text, **environment)
    return [str(fault).replace(f"{tmp_path}/", "") for fault in caught.value.faults]


def test_nothing_given_is_all_defaults() -> None:
    assert load(environment={}) == StationSettings()


def test_a_full_station(tmp_path: Path) -> None:
    found = settings(
        tmp_path,
        f"""
        [table]
        id = "t12"
        [source]
        address = "usb:0"
        calibration = "boards/t12.toml"
        [camera]
        size = [1280, 720]
        fps = 30
        [match]
        length = 7
        players = ["Anna", "Boris"]
        score = [6, 2]
        crawford = true
        options = {{ "dice.landing.on_checker" = "valid" }}
        [access]
        monitor = "{HASH}"
        [mqtt]
        broker = "10.0.0.2:8883"
        tls = true
        username = "t12"
        password_file = "/run/secret"
        """,
    )
    assert found.table.id == "t12"
    assert found.source.calibration == tmp_path / "boards/t12.toml"
    assert found.camera.size == (1280, 720)
    assert found.camera.fps == 30
    assert found.match.players == ("Anna", "Boris")
    assert found.match.options == {"dice.landing.on_checker": "valid"}
    assert found.mqtt.password_file == Path("/run/secret")
    assert found.server.port == 8642


def test_options_win_over_variables_and_those_over_the_file(tmp_path: Path) -> None:
    file = tmp_path / "s.toml"
    file.write_text('[match]\nlength = 3\nruleset = "biba-2014"\n[server]\nport = 1\n', encoding="utf-8")
    found = load(
        file,
        environment={
            "GAMMONITOR_MATCH_LENGTH": "5",
            "GAMMONITOR_SERVER_PORT": "2",
            "GAMMONITOR_DEMO": "x",
            "HOME": "/",
        },
        options={"match.length": ("--length", 7), "server.port": ("--port", None)},
    )
    assert (found.match.length, found.server.port, found.match.ruleset) == (7, 2, "biba-2014")


def test_another_source_for_once_leaves_the_camera_alone(tmp_path: Path) -> None:
    file = tmp_path / "s.toml"
    file.write_text('[source]\naddress = "usb:0"\n[camera]\nfps = 30\n', encoding="utf-8")
    assert load(file, environment={}, options={"source.address": ("SOURCE", "demo")}).source.address == "demo"


def test_variables_hold_text_as_it_is_and_the_rest_as_in_the_file() -> None:
    found = load(
        environment={
            "GAMMONITOR_TABLE_ID": "12",
            "GAMMONITOR_MATCH_PLAYERS": '["Anna", "Boris"]',
            "GAMMONITOR_MATCH_LEFT_ROLL": '["A"]',
            "GAMMONITOR_SERVER_ENABLED": "true",
            "GAMMONITOR_LOGS_LEVEL": "debug",
            "GAMMONITOR_SOURCE_CALIBRATION": "7",
        }
    )
    assert found.table.id == "12"
    assert found.match.players == ("Anna", "Boris")
    assert found.match.left_roll == ("A",)
    assert found.server.enabled
    assert found.logs.level == "debug"
    assert found.source.calibration == Path("7")


def test_every_fault_at_once_with_its_place(tmp_path: Path) -> None:
    text = """\
[table]
id = "Table 12"
sit = "x"
[serve]
port = 1
[server]
port = 99999
host = 12
  enabled = "yes"
[match]
players = ["Anna", "Anna"]
length = 0
score = [1, 2, 3]
ruleset = "usbgf"
left_roll = ["A", "C"]
dice = "own"
[retention]
reserve_mb = 5000
"""
    assert faults(tmp_path, text, GAMMONITOR_SERVER_PROT="3", GAMMONITOR_LOGS_LEVEL="loud") == [
        "station.toml:2:6: table.id: must be 1 to 40 small letters, digits and hyphens, is 'Table 12'",
        "station.toml:3:1: table.sit: there is no such setting; did you mean 'site'?",
        "station.toml:4:2: serve: there is no such section; did you mean 'server'?",
        "station.toml:7:8: server.port: must be at most 65535, is 99999",
        "station.toml:8:8: server.host: must be text in quotes, is 12",
        "station.toml:9:13: server.enabled: must be true or false, is 'yes'",
        "station.toml:11:11: match.players: both are called 'Anna'; give two different names",
        "station.toml:12:10: match.length: must be at least 1, is 0",
        "station.toml:13:9: match.score: has 3 values where 2 are wanted",
        "station.toml:14:11: match.ruleset: unknown rule set 'usbgf'; known: "
        + ", ".join((*ruleset_names(), "or a file that ends in .toml")),
        "station.toml:15:19: match.left_roll[2]: 'C' is none of 'A' or 'B'",
        "station.toml:16:8: match.dice: 'own' is none of 'own4' or 'shared2'; did you mean 'own4'?",
        (
            "station.toml:18:14: retention.reserve_mb: "
            "warn_mb = 2048 comes into play after reserve_mb = 5000; exchange them"
        ),
        "GAMMONITOR_LOGS_LEVEL: logs.level: 'loud' is none of 'debug', 'info', 'warning' or 'error'",
        "GAMMONITOR_SERVER_PROT: there is no such setting; did you mean 'GAMMONITOR_SERVER_PORT'?",
    ]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            '[source]\ncorners = [[1,2],[3,4],[5,6],[7,8]]\ncalibration = "b"',
            "2:11: source.corners: give either",
        ),
        ("[source]\nbar = [0.6, 0.4]", "2:7: source.bar: the left edge 0.6 lies right"),
        (
            '[source]\naddress = "rtsp://u:p@cam"\n[camera]\nfps = 5',
            "4:7: camera.fps: is for usb: and picamera: only",
        ),
        (
            '[source]\naddress = "usb:0"\n[camera]\ntransport = "udp"',
            "4:13: camera.transport: is for rtsp: only",
        ),
        ("[match]\nscore = [1, 0]", "2:9: match.score: needs the match length"),
        ("[match]\nlength = 3\nscore = [3, 0]", "3:9: match.score: 3:0 is not below the length of 3 points"),
        ("[match]\nlength = 5\nscore = [3, 0]\ncrawford = true", "4:12: match.crawford: nobody has 4 points"),
        ("[match]\ncrawford = true", "2:12: match.crawford: there is no Crawford game without"),
        ('[match]\nplayers = ["Anna"]', "2:11: match.players[2]: one value more is needed"),
        ('[match]\nplayers = ["Anna", " "]', "2:20: match.players[2]: must not be empty"),
        ('[access]\nmonitor = "geheim123"', "2:11: access.monitor: is no hash of a password"),
        ('[mqtt]\nusername = "x"', "2:12: mqtt.username: has no effect without a broker"),
        ('[mqtt]\nbroker = "mqtt://u:p@h"', "2:10: mqtt.broker: must be a host or host:port"),
        ('[mqtt]\nbroker = "h:70000"', "2:10: mqtt.broker: the port lies between"),
        ('[mqtt]\nbroker = "h"\nca_file = "c"', "3:11: mqtt.ca_file: has no effect without encryption"),
        ('[mqtt]\nbroker = "h"\ntls = true\nkey_file = "c"', "4:12: mqtt.key_file: needs cert_file too"),
        ('[mqtt]\nbroker = "h"\npassword_env = "P"', "3:16: mqtt.password_env: a password needs a username"),
        ("[retention]\nreadings_days = 5\nclips_days = 6", "3:14: retention.clips_days: clips are of no use"),
        ("[retention]\nmax_gb = inf", "2:10: retention.max_gb: must be a finite number"),
        ("[server]\nport = 80.5", "2:8: server.port: must be a whole number, is 80.5"),
        ("[server]\nport = true", "2:8: server.port: must be a whole number, is true"),
        ("[logs]\nlevel = 2026-01-01", "2:9: logs.level: '2026-01-01' is none of"),
        ("match = 3", "1:1: match: is a section; write its settings under [match]"),
        ("[match]\nlength = 7\n[match]\nclock = true", "3:7: no TOML: Cannot declare"),
        ("[match]\nlength = ", "2:10: no TOML: "),
        ('[match]\nplayers = ["Anna"', "2:18: no TOML: "),
    ],
)
def test_one_fault(tmp_path: Path, text: str, fault: str) -> None:
    found = faults(tmp_path, text)
    assert len(found) == 1, found
    assert found[0].startswith(f"station.toml:{fault}"), found[0]


def test_no_fault_tells_a_secret(tmp_path: Path) -> None:
    text = '[access]\nmonitor = "geheim123"\n[mqtt]\nbroker = "mqtt://t12:geheim@h"\n'
    text += '[source]\naddress = "http://u:geheim@cam/"\n[camera]\nfps = 1\n'
    found = " ".join(faults(tmp_path, text))
    assert "geheim" not in found
    for setting in ("access.monitor", "mqtt.broker", "camera.fps"):
        assert setting in found


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(UnreadableSettingsError, match="cannot be read: No such file"):
        load(tmp_path / "none.toml", environment={})
    latin = tmp_path / "latin.toml"
    latin.write_bytes('[table]\ntitle = "Böard"\n'.encode("latin-1"))
    with pytest.raises(UnreadableSettingsError, match=r"latin.toml:2: not text in UTF-8"):
        load(latin, environment={})
    deep = tmp_path / "deep.toml"
    deep.write_text("a = " + "[" * 20_000 + "]" * 20_000, encoding="utf-8")
    with pytest.raises(UnreadableSettingsError, match="nested too deeply"):
        load(deep, environment={})
    large = tmp_path / "large.toml"
    large.write_text("# " + "x" * 1_000_001, encoding="utf-8")
    with pytest.raises(UnreadableSettingsError, match="too many"):
        load(large, environment={})
