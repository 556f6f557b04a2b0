"""The machine: Python, memory, disk, clock, ports."""

import ctypes
import errno
import os
import platform
import shutil
import socket
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from monitor.cli.checkup.check import Check, ok

OLDEST_PYTHON: Final = (3, 11)
LEAST_MEMORY_MB: Final = 900
"""A watch with its pages takes about 300 MB; a machine of 1 GB has some more."""
_UNSYNCHRONISED: Final = 5
"""TIME_ERROR of adjtimex(2)."""


def python() -> Iterator[Check]:
    """The interpreter."""
    where = f"{platform.python_version()}, {platform.system()} {platform.machine()}"
    if sys.version_info[:2] >= OLDEST_PYTHON:
        yield ok("Python", where)
    else:
        yield Check("missing", "Python", where, "Install Python 3.11 or newer")


def memory() -> Iterator[Check]:
    """Cores and memory."""
    total = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2**20
    found = f"{os.cpu_count()} cores, {total} MB of memory"
    if total >= LEAST_MEMORY_MB:
        yield ok("machine", found)
    else:
        yield Check(
            "warning", "machine", found, f"{LEAST_MEMORY_MB} MB or more are needed for a watch with pages"
        )


def clock() -> Iterator[Check]:
    """Whether the kernel's clock is kept by a time server: journals and the director compare times."""
    try:
        libc = ctypes.CDLL(None, use_errno=True)
        state = libc.adjtimex(ctypes.create_string_buffer(512))
    except (OSError, AttributeError):
        state = -1
    if state < 0:
        yield Check("optional", "clock", "cannot be asked here", "Make sure that the machine's time is right")
    elif state == _UNSYNCHRONISED:
        yield Check(
            "warning",
            "clock",
            "not kept by a time server",
            "Run: timedatectl set-ntp true (apt-get install systemd-timesyncd or chrony)",
        )
    else:
        yield ok("clock", "kept by a time server")


def journal_folder(folder: Path, warn_mb: int) -> Iterator[Check]:
    """Whether journals can be written there: a database in the mode they use, and the space."""
    what = "journal folder"
    standing = next(one for one in (folder.absolute(), *folder.absolute().parents) if one.is_dir())
    try:
        with tempfile.TemporaryDirectory(prefix=".gammonitor-", dir=standing) as trial:
            mode = _journal_mode(Path(trial) / "trial.db")
    except (OSError, sqlite3.Error) as error:
        yield Check(
            "missing", what, f"{folder} cannot be written: {error}", "Give it to the account of the watch"
        )
        return
    if mode != "wal":
        remedy = "Choose a folder on a disk of this machine (retention.folder)"
        yield Check("missing", what, f"{folder} is on a disk without write-ahead logs ({mode})", remedy)
        return
    free = shutil.disk_usage(standing).free // 2**20
    if free < warn_mb:
        yield Check("warning", what, f"{folder}, only {free} MB are free", "Make room; see [retention]")
    else:
        yield ok(what, f"{folder}, {free} MB free")


def port(host: str, number: int) -> Iterator[Check]:
    """Whether the pages can be served there."""
    what = f"port {number}"
    try:
        family, kind, proto, _, address = socket.getaddrinfo(host, number, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, proto) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(address)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            remedy = "If no gammonitor runs yet, choose another with --port or server.port"
            yield Check("warning", what, f"in use on {host}", remedy)
        else:
            remedy = "Choose an address of this machine and a port from 1024 up"
            yield Check("missing", what, f"cannot be used on {host}: {error.strerror or error}", remedy)
        return
    yield ok(what, f"free on {host}")


def _journal_mode(file: Path) -> str:
    base = sqlite3.connect(file)
    try:
        mode = str(base.execute("PRAGMA journal_mode=WAL").fetchone()[0])
        base.execute("CREATE TABLE trial (n INTEGER) STRICT")
        base.commit()
        return mode
    finally:
        base.close()
