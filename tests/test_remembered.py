"""Functions of rows that are evaluated once for each different row."""

from __future__ import annotations

import gc
import weakref

import numpy as np
from numpy.typing import NDArray

from autoplay.vision.remembered import Remembered


def test_every_row_is_evaluated_once_and_what_a_caller_changes_is_not_remembered() -> None:
    asked: list[list[int]] = []

    def doubled(rows: NDArray[np.intp]) -> NDArray[np.intp]:
        asked.extend(rows.tolist())
        return 2 * rows

    remembered = Remembered(doubled, most=100)
    first = remembered(np.array([[1, 2], [3, 4], [1, 2]]))
    first[:] = 0
    assert remembered(np.array([[3, 4], [5, 6], [1, 2]])).tolist() == [[6, 8], [10, 12], [2, 4]]
    assert asked == [[1, 2], [3, 4], [5, 6]]
    assert remembered.of(np.array([5, 6])).tolist() == [10, 12]
    assert remembered(np.zeros((0, 2), np.intp)).shape == (0, 2)


def test_beyond_the_most_rows_all_are_forgotten() -> None:
    asked: list[int] = []

    def counted(rows: NDArray[np.intp]) -> NDArray[np.intp]:
        asked.append(len(rows))
        return np.asarray(rows[:, 0])

    remembered = Remembered(counted, most=1)
    for rows in ([[1], [2]], [[2]], [[2]]):
        assert remembered(np.array(rows)).tolist() == [row[0] for row in rows]
    assert asked == [2, 1]


class Doubling:
    """Remembers what one of its own methods said."""

    def __init__(self) -> None:
        self.remembered = Remembered(self._doubled, most=1)

    def _doubled(self, rows: NDArray[np.intp]) -> NDArray[np.intp]:
        return 2 * rows


def test_an_object_that_remembers_is_gone_with_its_last_reference() -> None:
    doubling = Doubling()
    assert doubling.remembered.of(np.array([1, 2])).tolist() == [2, 4]
    gone = weakref.ref(doubling)
    gc.disable()  # it would find a circle sooner or later
    try:
        del doubling
        assert gone() is None
    finally:
        gc.enable()
