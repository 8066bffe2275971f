"""In continuous integration a skipped test hides a gap, so it is a failure there."""

from __future__ import annotations

import os
from collections.abc import Generator
from typing import Any

import pytest

from tests.live.fixtures import game, real, shared_screen, xvfb

__all__ = ["game", "pytest_runtest_makereport", "real", "shared_screen", "xvfb"]


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
