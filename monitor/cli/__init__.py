"""The ``gammonitor`` command. Exit codes: 0 done, 1 a check found something, 2 bad usage or bad input."""

import sys


def main(arguments: list[str] | None = None) -> None:
    """Run the command line, by default the process's own arguments, and leave with its exit code.

    Anything foreseeable that goes wrong becomes one message and exit code 2.
    """
    from monitor.cli.app import app

    try:
        app(arguments)
    except _foreseen() as error:
        print(f"gammonitor: {error}", file=sys.stderr)  # noqa: T201
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)


def _foreseen() -> tuple[type[Exception], ...]:
    """The roots of the error trees; looked up only once something has gone wrong."""
    from calibration.errors import CalibrationError
    from models.errors import ModelError
    from monitor.errors import GammonitorError
    from vision.errors import VisionError

    return CalibrationError, GammonitorError, ModelError, VisionError, OSError
