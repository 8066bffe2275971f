"""How soon play stopped, as it is told."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from autoplay.bench.persons_hand import PersonsHand, persons_hand
from autoplay.bench.stop import Stop, StopReport
from autoplay.cli.main import group
from autoplay.errors import AutoplayError, DesktopError


def test_what_ended_or_clicked_later_than_promised_is_counted_by_the_longest() -> None:
    stops = [
        Stop("corner", ended=0.010, clicked=-0.2),
        Stop("corner", ended=0.030, clicked=0.004),
        Stop("corner", ended=0.440, clicked=-0.1),  # it was learning, and clicked no more
        Stop("Ctrl-C", ended=0.051, clicked=0.0501),
    ]
    assert StopReport(stops).json() == {
        "stops": 4,
        "ended_late": 2,
        "clicked_late": 1,
        "ways": {
            "corner": {"stops": 3, "median_ms": 30.0, "longest_ms": 440.0, "last_click_ms": 4.0},
            "Ctrl-C": {"stops": 1, "median_ms": 51.0, "longest_ms": 51.0, "last_click_ms": 50.1},
        },
    }


def test_a_hand_without_a_display_says_that_it_cannot_act(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISPLAY", ":none")
    with pytest.raises(DesktopError, match="nothing can be done"), persons_hand() as hand:
        assert isinstance(hand, PersonsHand)
    assert "Traceback" not in capfd.readouterr().err


@pytest.mark.parametrize(
    ("options", "message"),
    [([], "no display: DISPLAY is not set; "), (["--stop-key", "nokey"], "no key 'nokey'; ")],
)
def test_what_is_missing_is_told_before_the_hand_is_started(
    options: list[str],
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE"):
        monkeypatch.delenv(name, raising=False)
    done = CliRunner().invoke(group, ["bench", "stop", *options])
    assert isinstance(done.exception, AutoplayError)
    assert str(done.exception).startswith(message)
    assert capfd.readouterr().err == ""
