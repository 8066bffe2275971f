"""Which boards may follow in play, also where their layouts are too dear to count."""

from __future__ import annotations

import numpy as np
import pytest

from autoplay.bench.known_looks import true_lattice
from autoplay.desktop.virtual import make_virtual_desktop
from autoplay.errors import HalfDrawnError, ImpossibleBoardError, UnreadableError
from autoplay.game import Board, Level, Shape, parse_board
from autoplay.inference import Analysis, best_known
from autoplay.play.analysis import analysis_of
from autoplay.play.follows import require_following
from autoplay.play.once_more import is_next
from autoplay.vision.reading import Reading
from tests.boards import misread, opened_here_and_there


def test_a_reading_too_wide_to_count_is_checked_number_by_number() -> None:
    board = opened_here_and_there(Shape.TRIANGLE, 30, 0.2)
    require_following(board, None)
    with pytest.raises(UnreadableError, match="28,8 shows 2, 29,9 shows 3") as info:
        require_following(misread(board), board)
    assert len(info.value.cells) == 2
    lattice = true_lattice(make_virtual_desktop(Level(30, 30, 180), "triangle").game)
    last = Reading(board, lattice, np.zeros(len(board.labels)), np.ones(len(board.labels)))
    assert is_next(np.frombuffer(board.labels, np.uint8), last)
    assert not is_next(np.frombuffer(misread(board).labels, np.uint8), last)


def test_what_cannot_be_is_asked_about_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def counted(board: Board) -> Analysis:
        asked.append(board)
        return best_known(board)

    monkeypatch.setattr("autoplay.play.analysis.best_known", counted)
    board = parse_board("1##\n#5#\n#1#")
    for _ in range(3):
        with pytest.raises(ImpossibleBoardError, match="1,1 shows 5, 2,1 shows 1"):
            analysis_of(board)
    assert asked == [board]


def test_a_zero_may_have_opened_its_sides_alone_once_that_is_believed() -> None:
    require_following(parse_board("#100\n1100\n0011\n001#"), None)
    by_sides, less = parse_board("####\n11##\n001#\n001#"), parse_board("####\n1###\n0#1#\n001#")
    for board in (by_sides, less):
        with pytest.raises(HalfDrawnError, match="beside a covered cell"):
            require_following(board, None)
    require_following(by_sides, None, opened_by_sides=True)
    with pytest.raises(HalfDrawnError, match="2,0 beside a covered cell"):
        require_following(less, None, opened_by_sides=True)
