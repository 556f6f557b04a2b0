"""``python -m monitor`` is ``gammonitor``."""

from monitor.cli import main

if __name__ == "__main__":
    main()
