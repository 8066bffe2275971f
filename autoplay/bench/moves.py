"""What one move costs: CPU time of the advice, and of what the session does around it."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from autoplay.bench.simulate import Setup
from autoplay.desktop.interrupt import remembered_interrupt
from autoplay.errors import StoppedError
from autoplay.game import Action, Board, Done, Game, Verb
from autoplay.play.session import Session
from autoplay.policy import Advice, Policy, make_policy


@dataclass(frozen=True)
class Move:
    """One move: the CPU time of its advice, of all else the session does, and if it is a guess."""

    milliseconds: float
    session: float
    is_guess: bool


class _Timed:
    """A game and its player for a session, which times what it is asked for itself.

    The session's own share is what passes between; StoppedError ends it after ``most`` moves.
    """

    clicks = 0

    def __init__(self, game: Game, policy: Policy, most: int) -> None:
        self._game, self._policy, self._most = game, policy, most
        self.name = policy.name
        self.moves: list[Move] = []
        self._left = time.thread_time()
        self._session = 0.0

    def board(self) -> Board:
        self._enter()
        board = self._game.board()
        self._leave()
        return board

    def advise(self, board: Board) -> Advice:
        self._enter()
        if len(self.moves) == self._most:
            raise StoppedError
        started = time.thread_time()
        advice = self._policy.advise(board)
        seconds = time.thread_time() - started
        self.moves.append(Move(1000 * seconds, 1000 * self._session, advice.is_guess))
        self._session = 0.0
        self._leave()
        return advice

    def perform(self, actions: Sequence[Action]) -> Done:
        self._enter()
        done = self._game.perform(actions)
        self._leave()
        return done

    def _enter(self) -> None:
        self._session += time.thread_time() - self._left

    def _leave(self) -> None:
        self._left = time.thread_time()


def moves_of(setup: Setup, games: int, most: int) -> Iterator[list[Move]]:
    """Yield a list for each of these games as it begins: it grows with each move but the first.

    There are ``most`` moves of a game at most. Ctrl-C is heard as ``worked_off`` hears it.
    """
    policy = make_policy(setup.policy)
    with remembered_interrupt() as check:
        for index in range(games):
            check()
            minefield, first = setup.game(index)
            game = Game.on(minefield)
            game.perform([Action(Verb.OPEN, first)])
            timed = _Timed(game, policy, most)
            yield timed.moves
            with suppress(StoppedError):
                Session(timed, timed, time.monotonic).run()
