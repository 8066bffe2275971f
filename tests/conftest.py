"""In continuous integration a skipped test hides a gap, so it is a failure there."""

from __future__ import annotations

import os
import signal
from collections.abc import Generator, Iterator
from typing import Any

import pytest

from tests.live.fixtures import game, real, shared_screen, xvfb

__all__ = ["game", "pytest_runtest_makereport", "real", "shared_screen", "xvfb"]


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """Ctrl-C as in a terminal: what a shell starts in the background is told to ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if os.environ.get("CI") and report.skipped and not hasattr(report, "wasxfail"):
        reason: Any = report.longrepr
        report.outcome = "failed"
        report.longrepr = f"skipped, which is a failure in CI: {reason}"
    return report
