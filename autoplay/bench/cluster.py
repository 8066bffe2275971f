"""Simulation on a Dask cluster: the same games, played wherever there are workers.

A lost worker costs only the chunks it held; the scheduler gives them to another.
"""

from __future__ import annotations

import logging
import socket
from collections.abc import Iterable, Iterator
from concurrent.futures import CancelledError
from itertools import islice
from typing import Any
from urllib.parse import urlsplit

from autoplay.bench.playing_code import playing_sources
from autoplay.bench.simulate import Job, Result, Setup, play_chunk
from autoplay.errors import MissingExtraError, UsageError
from autoplay.words import counted

CONNECT_SECONDS = 10
AHEAD = 2000
"""Chunks under way at a time: more than a cluster has threads, however many games there are."""

RETRIES = 5
"""How often a chunk whose worker died is given to another before the simulation fails."""


class ClusterRunner:
    """The workers of a running Dask scheduler, reached at ``address`` (``tcp://host:8786``)."""

    def __init__(self, address: str) -> None:
        """Raises UsageError when nobody answers there, MissingExtraError without Dask."""
        try:
            import distributed
        except ImportError:
            raise MissingExtraError(
                "a cluster needs the package distributed: pip install 'autoplay[cluster]'"
            ) from None
        _require_answer(address)
        # It writes tracebacks of a lost connection, which is told in one line here.
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
        self._distributed: Any = distributed
        self._address = address

    def run(self, jobs: Iterable[Job]) -> Iterator[tuple[int, list[Result]]]:
        """Yield the number of each job and its results as they are ready.

        UsageError when nobody answers, the scheduler is lost, or a worker plays otherwise than
        this machine would.
        """
        with self._connect() as client:
            try:
                yield from self._played(client, jobs)
            except (OSError, CancelledError):
                raise UsageError(
                    f"the scheduler at {self._address} was lost; start it again with: dask "
                    "scheduler"
                ) from None
            except self._distributed.KilledWorker as error:
                raise UsageError(
                    f"{counted(error.allowed_failures + 1, 'worker')} of {self._address} died of "
                    "the same games, or holding them: see what they wrote"
                ) from None

    def _played(self, client: Any, jobs: Iterable[Job]) -> Iterator[tuple[int, list[Result]]]:
        # The set-up goes with every chunk: data scattered beforehand dies with its worker.
        handed_out = (
            (client.submit(play_there, setup, chunk, pure=False, retries=RETRIES), number)
            for number, (setup, chunk) in enumerate(jobs)
        )
        numbers = dict(islice(handed_out, AHEAD))
        under_way = self._distributed.as_completed(list(numbers), loop=client.loop)
        for future in under_way:
            sources, results = self._result_of(future)
            if sources != playing_sources():
                raise self._another_build(f": {sources}, here {playing_sources()}")
            number = numbers.pop(future)
            future.release()
            for another, place in islice(handed_out, 1):
                numbers[another] = place
                under_way.add(another)
            yield number, results

    def _result_of(self, future: Any) -> tuple[str, list[Result]]:
        try:
            sources, results = future.result()
        except (ImportError, AttributeError):  # it has no such module or function
            raise self._another_build("") from None
        return sources, results

    def _another_build(self, which: str) -> UsageError:
        return UsageError(
            f"a worker of {self._address} has another build of autoplay{which}; its games would "
            "be others: install the same build on every machine, and start the workers again"
        )

    def _connect(self) -> Any:
        try:
            client = self._distributed.Client(
                self._address, timeout=CONNECT_SECONDS, set_as_default=False
            )
        except (OSError, ValueError, TimeoutError):
            raise _nobody_answers(self._address) from None
        if not client.scheduler_info()["workers"]:
            client.close()
            raise UsageError(
                f"the scheduler at {self._address} has no workers; start some with: "
                f"dask worker {self._address}"
            )
        return client


def play_there(setup: Setup, games: tuple[int, ...]) -> tuple[str, list[Result]]:
    """Return the sources that play on this worker, and its results of these games.

    A worker may join at any time, so each chunk says what played it.
    """
    return playing_sources(), play_chunk(setup, games)


def _require_answer(address: str) -> None:
    """Raise UsageError unless something listens at the address.

    Asked before Dask is: its client, once made in vain, waits half a minute and then complains in
    words of its own.
    """
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
    except ValueError:
        host = port = None
    if host is None or port is None:
        raise UsageError(f"--cluster {address!r}: write the scheduler's address, tcp://HOST:PORT")
    try:
        socket.create_connection((host, port), CONNECT_SECONDS).close()
    except OSError:
        raise _nobody_answers(address) from None


def _nobody_answers(address: str) -> UsageError:
    return UsageError(f"no Dask scheduler answers at {address}; start one with: dask scheduler")
