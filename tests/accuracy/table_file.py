"""Writing a committed table."""

import csv
from collections.abc import Iterable, Sequence
from pathlib import Path


def write_rows(path: Path, rows: Sequence[dict[str, object]], lines: Iterable[str] = ()) -> None:
    """Rows under the names of the first one, then lines in words."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
        file.writelines(f"# {line}\n" for line in lines)
