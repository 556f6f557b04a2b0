"""``gammonitor review``: a transcript in the browser of this machine."""

from pathlib import Path

from monitor.cli.local import serve_here
from monitor.review.app import folder_of, review_app


def run_review(path: Path, port: int, *, browser: bool) -> int:
    """Serve the page until stopped from the keyboard; 0."""
    return serve_here(review_app(folder_of(path)), f"review of {path}", port, browser=browser)
