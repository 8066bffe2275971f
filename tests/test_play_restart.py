"""How a game on the screen starts again."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from autoplay.errors import UsageError
from autoplay.play.restart import require_free_of, restart_of, uncovering_of

NO_BOARD = cast(Any, None)


def _machine(done: list[object]) -> Any:
    return SimpleNamespace(
        keyboard=SimpleNamespace(press=done.append),
        pointer=SimpleNamespace(click=lambda point: done.append((point.x, point.y))),
        clock=SimpleNamespace(sleep=done.append),
    )


def test_a_restart_of_several_steps_waits_between_them() -> None:
    done: list[object] = []
    restart_of(_machine(done), NO_BOARD, "escape ctrl+n 40,50.5")()
    assert [done[0], done[2], done[4]] == ["escape", "ctrl+n", (40.0, 50.5)]
    assert done[1] == done[3] and isinstance(done[1], float)


@pytest.mark.parametrize("how", ["", "  ", "4,x"])
def test_a_restart_that_says_nothing_is_a_usage_error(how: str) -> None:
    with pytest.raises(UsageError, match="--restart"):
        restart_of(_machine([]), NO_BOARD, how)


def test_only_the_first_of_several_steps_closes_a_dialog() -> None:
    done: list[object] = []
    assert uncovering_of(_machine(done), NO_BOARD, "ctrl+n") is None
    close = uncovering_of(_machine(done), NO_BOARD, "escape ctrl+n")
    assert close is not None
    close()
    assert done == ["escape"]


def test_the_stop_key_is_no_step_of_a_restart() -> None:
    with pytest.raises(UsageError, match="stop key"):
        require_free_of("escape", "escape ctrl+n")
    require_free_of("f9", "escape face 4,5 ctrl+n")
