"""How the machine does that the station runs on; from the kernel's own files, nothing to install."""

import os
import shutil
from pathlib import Path
from typing import Any

_MEGABYTE = 2**20


def machine_health(folder: Path | None = None) -> dict[str, Any]:
    """Load of the last minute a core, memory of this process and free disk beside the journals, in MB.

    What a machine does not tell is left out.
    """
    found: dict[str, Any] = {}
    try:
        found["load"] = round(os.getloadavg()[0] / (os.cpu_count() or 1), 2)
        found["disk_free_mb"] = round(shutil.disk_usage(_standing(folder or Path.cwd())).free / _MEGABYTE)
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        found["memory_mb"] = round(pages * os.sysconf("SC_PAGE_SIZE") / _MEGABYTE)
    except (OSError, ValueError, IndexError):
        return found
    return found


def _standing(folder: Path) -> Path:
    """The folder, or the nearest one above it that is there."""
    folder = folder.absolute()
    return next((one for one in (folder, *folder.parents) if one.is_dir()), Path("/"))
