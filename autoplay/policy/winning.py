"""Maximises the chance to win the whole game: the default policy.

Where few layouts are left the game tree is searched to its end (autoplay/policy/search.py is the
readable twin); so is any part of the board that is a game of its own.
Before that, a guess is worth what it leads to: over every number the cell may show, the safety of
the best next move. All of it runs in the compiled kernel.
"""

from __future__ import annotations

import time
from dataclasses import asdict
from random import Random

from autoplay.errors import UnreadableError
from autoplay.game import Action, Board, Cell, Label, Minefield, Verb
from autoplay.inference import analyze, analyze_nearby
from autoplay.inference._kernel import OK, Kernel
from autoplay.inference.kernel_engine import UNCOUNTED, kernel_of, kernel_total, require_counted
from autoplay.policy.advice import ALTERNATIVES, Advice, Alternative, guess_reason, told_method
from autoplay.policy.certainty import all_safe, certainty, lost
from autoplay.policy.estimate import by_estimate
from autoplay.policy.playing import SURVIVAL_WORTH, GamePlayed
from autoplay.policy.settings import Settings


class Winning:
    """The strongest play; needs the compiled kernel."""

    def __init__(self, settings: Settings | None = None) -> None:
        given = settings or Settings()
        self.name = given.named("winning")
        self._settings = asdict(given)

    def advise(self, board: Board) -> Advice:
        """Return every certainly safe cell in one batch, or else one guess.

        Where the board is too wide to count, they are what numbers near each other prove, or an
        estimate by them. Raises ImpossibleBoardError for a board no layout fits.
        """
        if over := lost(board):
            return over
        status, safe, choices, method, win, cut_short = kernel_of(board.topology).decide(
            board.labels, kernel_total(board), self._settings, ALTERNATIVES
        )
        if status in UNCOUNTED:
            return by_estimate(board, analyze_nearby(board, "kernel"))
        if safe or not choices:
            return all_safe(board, safe) or self._without_choice(board)
        cell, risk, value = choices[0]
        chance = win if method == "exact" else value
        method = told_method(board, method)
        alternatives = tuple(
            Alternative(Cell(cell), risk, value if value >= 0 else None)
            for cell, risk, value in choices[:ALTERNATIVES]
        )
        return Advice(
            (Action(Verb.OPEN, Cell(cell)),),
            risk,
            guess_reason(board, Cell(cell), risk, method, chance),
            win_probability=win if method == "exact" else None,
            method=method,
            alternatives=alternatives,
            cut_short=cut_short,
        )

    def _without_choice(self, board: Board) -> Advice:
        """Return the advice where no cell may be opened; raises where the board has no layout."""
        advice = certainty(board, analyze(board, "kernel"))
        assert advice is not None, "without a safe cell or a choice the game is over"
        return advice

    def play_on(self, board: Board, games: int, seed: int) -> int:
        """Return how many of so many games that go on from here, on drawn layouts, are won.

        Every layout that fits is as likely; flags count for nothing. Raises as ``advise`` does, and
        UnreadableError for a board with cells that could not be read.
        """
        if unreadable := tuple(board.cells(Label.UNREADABLE)):
            place = board.topology.place(unreadable[0])
            raise UnreadableError(
                f"no game goes on from a board on which {place} could not be read", unreadable
            )
        kernel, random = kernel_of(board.topology), Random(seed)
        won = 0
        for _ in range(games):  # one at a time: between short searches the kernel hears no Ctrl-C
            status, is_won = kernel.play_on(
                board.labels, kernel_total(board), 1, random.getrandbits(64), self._settings
            )
            require_counted(status, "a frontier of a game from here")
            if status != OK:
                analyze(board, "kernel")  # it says which numbers contradict each other
            won += is_won
        return won

    def play_game(self, minefield: Minefield, first: Cell) -> GamePlayed | None:
        """Return how the game that begins by opening ``first`` goes, played inside the kernel.

        None where some board of it is too wide to count, for which ``advise`` has an estimate.
        """
        kernel: Kernel = kernel_of(minefield.topology)
        covered = Board.covered(minefield.topology)
        mined = bytearray(len(covered.labels))
        for cell in minefield.mines:
            mined[cell] = 1
        started = time.thread_time()
        status, won, guesses, cut_short, expectation = kernel.play(
            covered.labels, bytes(mined), first, self._settings, SURVIVAL_WORTH
        )
        seconds = time.thread_time() - started
        if status in UNCOUNTED:
            return None
        assert status == OK, "a game by the rules contradicts itself nowhere"
        return GamePlayed(won, guesses, seconds, cut_short, expectation)
