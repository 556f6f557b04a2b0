"""The lines of a journal as a file of JSON lines, which follows the journal."""

from collections.abc import Iterator
from contextlib import suppress
from io import RawIOBase
from pathlib import Path

from monitor.journal.store import Store


class Mirror:
    """Writes every line that is safely in the journal to a text file, once and in order.

    What an earlier run has left in the file stays where it agrees with the journal; otherwise the file is
    written anew. trouble: why the file is behind the journal, None while it is not.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.trouble: str | None = None
        self._seq = 0
        self._file: RawIOBase | None = None

    def follow(self, store: Store) -> None:
        """Write what the journal has and the file has not. What goes wrong is kept in `trouble`."""
        try:
            file = self._file or self._open(store)
            while lines := store.lines(self._seq):
                data = b"".join(text.encode() + b"\n" for _, text in lines)
                while data:
                    data = data[file.write(data) :]
                self._seq = lines[-1][0]
            self.trouble = None
        except OSError as error:
            self.trouble = f"{self.path} cannot be written: {error.strerror}"
            self.close()

    def close(self) -> None:
        """Close the file; harmless when repeated."""
        if self._file is not None:
            with suppress(OSError):  # said before
                self._file.close()
            self._file = None

    def _open(self, store: Store) -> RawIOBase:
        """The file, open where the lines agree with the journal no longer, or end."""
        regular = self.path.is_file() or not self.path.exists()
        self._file = file = self.path.open("ab" if regular else "wb", buffering=0)
        self._seq = 0
        if not regular:
            return file
        there, good = self.path.read_bytes(), 0
        for seq, text in self._stored(store):
            data = text.encode() + b"\n"
            if there[good : good + len(data)] != data:
                break
            self._seq, good = seq, good + len(data)
        file.truncate(good)
        return file

    def _stored(self, store: Store) -> Iterator[tuple[int, str]]:
        while lines := store.lines(self._seq):
            yield from lines
