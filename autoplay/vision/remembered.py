"""Functions of many rows at once that remember what they said of each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

Value = TypeVar("Value", bound=np.generic)


class Remembered(Generic[Value]):
    """A function of rows, (n, ...), that gives a value for each, (n, ...), evaluated once a row.

    What it gives for a row must not depend on the others. Beyond ``most`` rows all are forgotten.
    """

    def __init__(self, of_rows: Callable[[NDArray[Any]], NDArray[Value]], most: int) -> None:
        self._of_rows, self._most = of_rows, most
        self._known: dict[bytes, NDArray[Value]] = {}

    def __call__(self, rows: NDArray[Any]) -> NDArray[Value]:
        """Return the values of all rows, to be changed at will."""
        if not len(rows):
            return self._of_rows(rows)
        if len(self._known) > self._most:
            self._known.clear()
        keys = [row.tobytes() for row in rows]
        fresh = {key: place for place, key in enumerate(keys) if key not in self._known}
        if fresh:
            values = self._of_rows(rows[list(fresh.values())])
            self._known.update(zip(fresh, values, strict=True))
        return np.array([self._known[key] for key in keys])

    def of(self, row: NDArray[Any]) -> Any:
        """Return the value of a single row."""
        return self(row[None])[0]
