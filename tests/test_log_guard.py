"""The guard itself: errors that are logged fail a test that does not expect them."""

from pathlib import Path

import pytest

pytest_plugins = ["pytester"]
CONFTEST = "from tests.log_guard import expected_errors, no_errors_logged\n"
TESTS = """
import logging

def test_quiet():
    logging.getLogger("a").warning("only a warning")

def test_what_the_browsers_driver_left():
    logging.getLogger("asyncio").error("Task was destroyed: playwright")

def test_loud():
    logging.getLogger("a").error("broken %s", "disk")

def test_loud_and_expected(expected_errors):
    logging.getLogger("a").error("broken")
    assert "broken" in expected_errors.text
"""


def test_logged_errors_fail_tests(pytester: pytest.Pytester) -> None:
    pytester.makeconftest(CONFTEST)
    pytester.makepyfile(TESTS)
    root = Path(__file__).resolve().parents[1]
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider", "-o", f"pythonpath={root}")
    result.assert_outcomes(passed=4, errors=1)
    result.stdout.fnmatch_lines(["*errors were logged*", "*broken*disk*"])
