"""Long measurements that Ctrl-C ends early: what was done by then is still told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from types import TracebackType
from typing import Self, TypeVar

from autoplay.errors import StoppedError

Result = TypeVar("Result")


class UntilStopped:
    """Around the loop of a measurement: Ctrl-C ends it without a word, wherever it comes."""

    def __init__(self) -> None:
        self.is_stopped = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        self.is_stopped = isinstance(error, KeyboardInterrupt)
        return self.is_stopped

    def gathered(
        self, results: Iterable[Result], show: Callable[[Sequence[Result]], object]
    ) -> list[Result]:
        """Return all results, or those that came before Ctrl-C. ``show`` is given them, if any,
        before an error that ends them is raised: it takes nothing from what was measured."""
        done: list[Result] = []
        try:
            with self:
                for result in results:
                    done.append(result)  # noqa: PERF402  # what came before an error is kept
        finally:
            if done:
                show(done)
        return done

    def tell(self, done: str) -> None:
        """Raise StoppedError that says what was done, if Ctrl-C was pressed: after the report."""
        if self.is_stopped:
            raise StoppedError(f"stopped after {done}")
