"""Functions of many rows at once that remember what they said of each."""

from __future__ import annotations

from collections.abc import Callable
from inspect import ismethod
from typing import Any, Generic, TypeVar
from weakref import WeakMethod

import numpy as np
from numpy.typing import NDArray

Value = TypeVar("Value", bound=np.generic)


class Remembered(Generic[Value]):
    """A function of rows, (n, ...), that gives a value for each, (n, ...), evaluated once a row.

    What it gives for a row must not depend on the others. Beyond ``most`` rows all are forgotten.
    A method's object is not kept alive: it holds what remembers, and megabytes in a circle would
    wait for the garbage collector.
    """

    def __init__(self, of_rows: Callable[[NDArray[Any]], NDArray[Value]], most: int) -> None:
        self._function = WeakMethod(of_rows) if ismethod(of_rows) else lambda: of_rows
        self._most = most
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

    def _of_rows(self, rows: NDArray[Any]) -> NDArray[Value]:
        function = self._function()
        assert function is not None, "what remembers outlived its object"
        return function(rows)

    def of(self, row: NDArray[Any]) -> Any:
        """Return the value of a single row."""
        return self(row[None])[0]
