"""Long measurements that Ctrl-C ends early: what was done by then is still told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Generic, TypeVar

from autoplay.errors import StoppedError

Result = TypeVar("Result")


class UntilStopped(Generic[Result]):
    """Results as they come, until there are no more or the person presses Ctrl-C."""

    def __init__(self, results: Iterable[Result]) -> None:
        self._results = results
        self._stopped = False

    def __iter__(self) -> Iterator[Result]:
        """Yield each result; end without a word at Ctrl-C."""
        try:
            yield from self._results
        except KeyboardInterrupt:
            self._stopped = True

    def gathered(self, show: Callable[[Sequence[Result]], object]) -> list[Result]:
        """Return all results. ``show`` is given those that came, if any, before an error that ends
        them is raised: it takes nothing from what was measured before it."""
        done: list[Result] = []
        try:
            done.extend(self)
        finally:
            if done:
                show(done)
        return done

    def tell(self, done: str) -> None:
        """Raise StoppedError that says what was done, if Ctrl-C was pressed: after the report."""
        if self._stopped:
            raise StoppedError(f"stopped after {done}")
