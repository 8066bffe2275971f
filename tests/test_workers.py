"""Work divided among processes comes back in order, and only as much as is asked for is begun."""

from __future__ import annotations

from itertools import count, islice

import pytest

from autoplay.bench.workers import worked_off


@pytest.mark.parametrize("workers", [1, 2])
def test_results_come_in_the_order_of_the_jobs(workers: int) -> None:
    assert list(worked_off(abs, [-3, 2, -1, 0], workers)) == [3, 2, 1, 0]


def test_jobs_without_number_are_taken_a_few_ahead() -> None:
    coming = worked_off(abs, count(), 2)
    assert list(islice(coming, 20)) == list(range(20))


def test_an_error_of_a_job_is_raised_here() -> None:
    with pytest.raises(TypeError):
        list(worked_off(len, [1, 2], 2))  # type: ignore[arg-type]
