"""A computer whose screen shows one game of a look drawn from a seed: it answers clicks."""

from __future__ import annotations

import random
from contextlib import AbstractContextManager, nullcontext

import cv2
import numpy as np
from numpy.typing import NDArray

from autoplay.bench.synthetic.picture import BoardPainter
from autoplay.bench.synthetic.placing import place
from autoplay.bench.synthetic.positions import Stage, as_shown
from autoplay.bench.synthetic.scene import outlined_scene, set_scene
from autoplay.bench.synthetic.skins import make_skin
from autoplay.desktop.ports import Frame, Machine, Point, Region
from autoplay.game import Action, Board, Cell, FirstClick, Game, Outcome, Verb

MOST_CELLS = 600
"""Cells of a board; most games have an expert board's 480 or fewer."""

CALL_SECONDS = 0.0005
"""What asking for the person's wish takes: time goes on for a program that never sleeps."""

ENDS = {
    Outcome.LOST: (Stage.LOST, Stage.LOST, Stage.LOST_ONE, Stage.LOST_ALL),
    Outcome.WON: (Stage.WON, Stage.WON_PLAIN),
}
"""How games show that they are over."""


class DrawnGame:
    """Screen, pointer, keyboard, clock and watch in one: a game that is painted at once.

    An ``outlined`` one has a board that is no rectangle. ``mines`` is its mine total, ``shown`` the
    board that the last capture showed.
    """

    def __init__(self, seed: str, *, outlined: bool = False) -> None:
        rng = random.Random(seed)
        if outlined:
            scene = outlined_scene(rng, Stage.FRESH)
        else:
            scene = set_scene(rng, make_skin(rng), MOST_CELLS, stage=Stage.FRESH)
        place(scene, cells=False)
        self.scene = scene
        topology = scene.layout.topology
        rule = rng.choice((FirstClick.OPENING, FirstClick.OPENING, FirstClick.SAFE))
        self.mines = scene.board.mines or 0
        self.game = Game(topology, self.mines, rule, rng)
        self.outside = 0
        self.shown = self.game.board()
        self._ends = {outcome: rng.choice(stages) for outcome, stages in ENDS.items()}
        self._first = Cell(rng.randrange(len(topology)))
        while self._first in topology.absent:
            self._first = Cell(rng.randrange(len(topology)))
        self._painter = BoardPainter(scene.skin, scene.layout)
        self._picture: NDArray[np.uint8] | None = None
        self._pointer, self._time = Point(1, 1), 0.0
        places = [divmod(cell, topology.cols) for cell in range(len(topology))]
        middles = np.array([scene.layout.middle(*place) for place in places])
        self._middles = middles + scene.origin - 0.5  # pixel centres at .0

    def machine(self) -> Machine:
        """Return it as what the program uses of a computer."""
        return Machine(self, self, self, self, self)

    @property
    def outcome(self) -> Outcome:
        """How the game stands."""
        return self.game.outcome

    @property
    def whole(self) -> Region:
        """The whole screen."""
        return Region(0, 0, *self.scene.page.size)

    def open_first(self) -> None:
        """Open a cell, as a person does where nothing but covered cells is too little to see."""
        self.game.perform([Action(Verb.OPEN, self._first)])

    def monitors(self) -> tuple[Region, ...]:
        """Return the only monitor."""
        return (self.whole,)

    def grab(self, region: Region) -> Frame:
        """Return what the region shows now."""
        board = self._board()
        if self._picture is None or board != self.shown:
            page = self.scene.page.copy()
            self._painter.paint(page, board, self.scene.origin)
            self._picture = np.asarray(cv2.cvtColor(np.asarray(page), cv2.COLOR_RGB2BGRA), np.uint8)
            self.shown = board
        left, top, width, height = region
        return Frame(self._picture[top : top + height, left : left + width], region)

    def _board(self) -> Board:
        if self.outcome is Outcome.PLAYING:
            return self.game.board()
        return as_shown(self.game, self._ends[self.outcome])

    def click(self, point: Point, button: str = "left") -> None:
        """Click what is there: the cell whose middle is nearest, within one pitch."""
        self._pointer = point
        away = np.hypot(*(self._middles - point).T)
        cell = Cell(int(away.argmin()))
        layout = self.scene.layout
        is_far = away[cell] > max(layout.pitch_x, layout.pitch_y)
        if is_far or cell in layout.topology.absent:
            self.outside += 1
        elif self.outcome is Outcome.PLAYING:
            verb = Verb.OPEN if button == "left" else Verb.FLAG
            self.game.perform([Action(verb, cell)])

    def move(self, point: Point) -> None:
        """Move the pointer."""
        self._pointer = point

    def position(self) -> Point:
        """Return where the pointer is."""
        return self._pointer

    def press(self, keys: str) -> None:
        """Nothing listens to keys."""

    def require(self, keys: str) -> None:
        """Every key is there."""

    def now(self) -> float:
        """Return the seconds gone."""
        return self._time

    def sleep(self, seconds: float) -> None:
        """Let time pass."""
        self._time += max(seconds, CALL_SECONDS)

    def check(self) -> None:
        """The person never wants the mouse back."""
        self._time += CALL_SECONDS

    def listening(self) -> AbstractContextManager[None]:
        """The person never wants the mouse back."""
        return nullcontext()

    def resume(self) -> None:
        """Nothing was paused."""
