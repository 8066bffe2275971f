"""The README's session is true."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

PROJECT = Path(__file__).parent.parent


def test_the_session_in_the_readme_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(PROJECT)
    result = doctest.testfile(str(PROJECT / "README.md"), module_relative=False)
    assert result.attempted >= 8
    assert result.failed == 0
