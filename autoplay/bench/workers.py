"""Work divided among processes."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from enum import Enum
from itertools import islice
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.connection import Connection, wait
from threading import Thread
from typing import Generic, TypeVar

from autoplay.desktop.interrupt import remembered_interrupt
from autoplay.errors import UsageError

Job = TypeVar("Job")
Result = TypeVar("Result")

AHEAD = 4
"""Jobs handed out for each worker: none waits for work while an early job takes long."""


def worked_off(
    work: Callable[[Job], Result],
    jobs: Iterable[Job],
    workers: int,
    begin: Callable[[], None] | None = None,
) -> Iterator[Result]:
    """Yield what the work makes of each job, in their order, by this many processes.

    One worker is this process itself. Jobs are taken a few ahead, so there may be any number of
    them; ``begin`` runs in each process before its first. When the caller wants no more, the
    jobs under way are waited for and no other begins; Ctrl-C ends those as well. So do SIGTERM and
    SIGHUP, which raise KeyboardInterrupt here, whatever the number of workers. UsageError where a
    process was killed.
    """
    if workers == 1:
        with remembered_interrupt() as check:
            for job in jobs:
                check()
                yield work(job)
        return
    # A spawned process inherits no threads or locks of ours.
    context = get_context("spawn")
    with (
        remembered_interrupt(_end_processes) as check,
        ProcessPoolExecutor(workers, context, initializer=_begin, initargs=(begin,)) as pool,
        _death_told(check),
    ):
        waiting = iter(jobs)

        def begun(count: int) -> Iterator[Future[Result]]:
            for job in islice(waiting, count):
                with _interrupt_held_back():
                    begun_one = pool.submit(work, job)
                yield begun_one

        running = deque(begun(AHEAD * workers))
        try:
            while running:
                check()
                yield running.popleft().result()
                running.extend(begun(1))
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _death_told(check: Callable[[], None]) -> Iterator[None]:
    """Let the death of a worker be told as what it mostly comes from, unless Ctrl-C ended it."""
    try:
        yield
    except BrokenProcessPool:
        check()
        raise UsageError(
            "a worker process was killed, perhaps for lack of memory; use fewer processes"
        ) from None


class Ended(Enum):
    """How a job ended that a process apart worked on."""

    DONE = "done"
    HUNG = "hung"
    DIED = "died"


def worked_apart(
    work: Callable[[Job], Iterable[Result]], jobs: Iterable[Job], seconds: float
) -> Iterator[tuple[Result | None, Ended]]:
    """Yield the last that the work said of each job, None for nothing, and how the job ended.

    Another process works on one after the other. Where it says nothing for so many seconds after
    its first word on a job, or dies, the job is given up, and a new process goes on with the next.
    SIGTERM and SIGHUP raise KeyboardInterrupt here, as Ctrl-C does.
    """
    with remembered_interrupt(_end_processes) as check:
        apart = None
        try:
            for job in jobs:
                if apart is None:
                    apart = _Apart(work)
                said, ended = apart.work_on(job, seconds)
                check()
                if ended is not Ended.DONE:
                    apart.end()
                    apart = None
                yield said, ended
        finally:
            if apart is not None:
                apart.end()


class _Apart(Generic[Job, Result]):
    """A process that works on jobs, and the line to it."""

    def __init__(self, work: Callable[[Job], Iterable[Result]]) -> None:
        context = get_context("spawn")
        self._line, theirs = context.Pipe()
        self._process = context.Process(target=_work_apart, args=(work, theirs), daemon=True)
        with _interrupt_held_back():
            self._process.start()
        theirs.close()  # else nobody is told when the process dies

    def work_on(self, job: Job, seconds: float) -> tuple[Result | None, Ended]:
        last: Result | None = None
        try:
            self._line.send(job)
            while self._line.poll(None if last is None else seconds):
                said: Result | None = self._line.recv()
                if said is None:
                    return last, Ended.DONE
                last = said
        except (EOFError, ConnectionResetError, BrokenPipeError):
            return last, Ended.DIED
        return last, Ended.HUNG

    def end(self) -> None:
        self._process.kill()
        self._process.join()
        self._line.close()


def _work_apart(work: Callable[[Job], Iterable[Result]], line: Connection) -> None:
    _begin(None)
    with suppress(EOFError):  # the command wants no more
        while True:
            for said in work(line.recv()):
                line.send(said)
            line.send(None)


def _end_processes() -> None:
    # Those of a process that ended before them would leave semaphores behind, and warn of it.
    for process in active_children():
        process.terminate()


@contextmanager
def _interrupt_held_back() -> Iterator[None]:
    """Let Ctrl-C wait until the end of the block, and in a process begun in it until ``_begin``.

    One that is still importing would end with a traceback.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(begin: Callable[[], None] | None) -> None:
    # A terminal sends Ctrl-C to every process of the command: these end at once, without a word,
    # unless it was begun in the background and none of them minds.
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    Thread(target=_end_with_parent, daemon=True).start()
    if begin is not None:
        begin()


def _end_with_parent() -> None:
    # A command that is killed tells its processes nothing: they would wait for work for ever.
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
