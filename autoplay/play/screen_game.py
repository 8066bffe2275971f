"""A game on a screen as a Playable: looks through vision, acts through the pointer.

A look is believed only when the picture stands still, every cell reads without doubt, and the board
follows from the last one by the rules: an opened number stays, and nothing closes again. Every
click is confirmed by a later look; one that changed nothing is repeated, and the pace learns. A
chord is not: it may be that the game has none.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from autoplay.desktop.ports import Frame, Machine, Point
from autoplay.errors import DesktopError
from autoplay.game import UNOPENED, Action, Board, Cell, Done, Verb
from autoplay.play.analysis import analysis_of
from autoplay.play.anchor import Anchor
from autoplay.play.chords import changed_by, flags_of
from autoplay.play.clicked import LastClicks, MadeClick
from autoplay.play.find_again import Seen
from autoplay.play.look import Look
from autoplay.play.pace import Pace, Tempo
from autoplay.play.persons_wish import PersonsWish
from autoplay.play.progress import no_effect_error
from autoplay.play.spot import FindAgain, Spot, View
from autoplay.play.travel import click_order
from autoplay.vision.lattice import Lattice
from autoplay.vision.reading import Reading
from autoplay.vision.skin import Skin

BUTTON = {Verb.OPEN: "left", Verb.FLAG: "right", Verb.CHORD: "left"}

MOST_REPEATS = 2
"""How often clicks without effect are repeated before it is said that they have none."""

JUST_NOW = 0.003
"""Seconds for which the picture that was read, and the person's answer, need not be asked for again
before the first click that follows from them."""

FOCUS_SECONDS = 0.3
"""Between a click that gives the game the keyboard and the first key: some window managers hold
such a click back until they have raised the window, and a key overtakes it. With openbox a restart
key did so in 19 of 40 games of sgt-mines and xbomb, and the click opened a cell of the new game;
0.1 s later in none of 24."""


class ScreenGame:
    """Plays on the machine's screen where the board was found.

    ``find_again`` looks for the board on the whole screen when it no longer reads where it was.
    ``frame`` is the picture of the last look, before the first one that in which it was found.
    """

    def __init__(self, machine: Machine, view: View, tempo: Tempo, find_again: FindAgain) -> None:
        self._spot = Spot(machine, view, find_again)
        self._wish = PersonsWish(machine.watch, machine.clock)
        self.pace = Pace(tempo, self._wish)
        self.frame: Frame = view.frame
        self.reading: Reading | None = None
        self.clicks = 0
        self._last = LastClicks(machine.clock)
        self._repeats = 0
        self._untold: list[MadeClick] = []
        self._is_new = True  # the game is still the one that was found, and was not looked at

    @property
    def skin(self) -> Skin:
        """The looks known by now."""
        return self._spot.eyes.skin

    def learn(self) -> Skin:
        """Return the looks known, with those of numbers that were read although drawn a little
        differently; learning them takes longer than a look.

        StoppedError or PausedError where the person wants to stop meanwhile; it can be done again.
        """
        with self._wish.listening():
            self._spot.eyes.learn()
        return self.skin

    @property
    def lattice(self) -> Lattice:
        """Where the cells are, in pixels of its frames."""
        return self._spot.eyes.lattice

    @property
    def anchor(self) -> Anchor:
        """Where the board was seen last."""
        return self._spot.anchor

    @property
    def latest(self) -> Frame | None:
        """The last capture that was looked at."""
        return self._spot.latest

    def forget(self) -> None:
        """Forget the last look: another game begins, nothing need follow from it.

        What it showed is learned first, as ``learn`` does.
        """
        self.learn()
        self.reading = None
        self._is_new = False
        self._last.await_none()
        self._repeats = 0
        self._untold = []

    def board(self) -> Board:
        """Return the board once it is settled and follows from the last look.

        Some of the last clicks may show no effect yet where others do: they are awaited. Where none
        shows any in time they are repeated, but for chords; unless the board changed: what was
        advised before may be advised no longer. Raises VisionError when it cannot be read in time,
        LostBoardError when it is gone, NoEffectError when clicks stay without effect, but for those
        that are flags alone, and StoppedError when the person says so.
        """
        while True:
            before, spot = self._seen_last(), self._spot
            seen = self._look(before).sight()
            if self._is_unopened() and (seen.missing or not spot.still.is_still(seen.frame)):
                spot.require_whole(seen.frame)
            self._is_new = False
            self.frame, self.reading = seen.frame, seen.reading
            spot.still.show(seen.frame, seen.reading.board.labels)
            board, missing = seen.reading.board, seen.missing
            if self._last.are_news(missing):
                self.pace.shown(self._last.await_only(missing), seen.since)
                self._repeats = self._repeats if missing else 0
                return board
            lost = _without_chords(missing)
            is_in_vain = lost and before is not None and board == before.reading.board
            if is_in_vain and not self._are_refused(lost):
                self._repeat(lost)
                continue
            if lost:
                self.pace.lost(len(lost))
            self._last.await_none()
            self._repeats = 0
            return board

    def _is_unopened(self) -> bool:
        """Whether nothing was known yet of this game but covered cells.

        They say nothing of their game: another one, larger, may have come in its place. Clicks
        without effect tell, or that what is around the board changed, which 3 of 600 real games
        did at their first opening.
        """
        if self.reading is None:
            return self._is_new
        return self.reading.board.is_closed

    def _look(self, before: Seen | None) -> Look:
        deadline = self.pace.tempo.deadline
        return Look(self._wish, self._spot, before, self._last, deadline=deadline)

    def _seen_last(self) -> Seen | None:
        if self.reading is None:
            return None
        return Seen(self.frame.pixels, self.reading)

    def touch(self, board: Board, seen: Collection[Cell] = ()) -> frozenset[Cell]:
        """Click an open cell of the board, so that the game's window gets the keyboard.

        Returns the cells that show what they do on ``board``; none where nothing was clicked. What
        is open takes no harm from a click; it must show what it does on the board, and so must all
        around it and all that were ``seen`` before: something came over those that do not.
        It returns when the game has had the click, before any key. StoppedError or PausedError
        where the person wants to stop.
        """
        self._wish.ask()
        frame = self._spot.grab()
        labels = self._spot.eyes.labels(frame.pixels)
        pairs = enumerate(zip(board.labels, labels, strict=True))
        shown = frozenset(Cell(cell) for cell, (was, now) in pairs if was == now)
        if not shown.issuperset(seen):
            return frozenset()
        for cell in sorted(shown, key=board.labels.__getitem__):
            if board.labels[cell] not in UNOPENED and shown.issuperset(
                board.topology.neighbors[cell]
            ):
                self._spot.hand.click(self._spot.point_of(cell, frame))
                self._wish.sleep(FOCUS_SECONDS)
                return shown
        return frozenset()

    def perform(self, actions: Sequence[Action]) -> Done:
        """Click these actions in an order of short travel and return those that were clicked.

        ``board`` checks their effect, and that of earlier ones that are awaited. Clicks that the
        board has no longer room for are left out: it changed, and ``board`` looks again.
        """
        assert self.reading is not None, "look before acting"
        self._last.begin()
        lost = self._click(actions)
        made = set(self._last.actions)
        return Done([action for action in actions if action in made], lost)

    def taken(self) -> Sequence[MadeClick]:
        """Return the clicks on cells made since this was last asked, repeated ones too, in their
        order."""
        taken, self._untold = self._untold, []
        return taken

    def _click(self, actions: Sequence[Action]) -> Sequence[Action]:
        """Click while the picture is still the one that was read; otherwise leave the rest.

        A cell that changed meanwhile, opened by a click before, needs no click any more. Returns
        the clicks that should have shown an effect before the last one was made, and did not.
        """
        assert self.reading is not None
        points = [self._spot.point_of(action.cell, self.frame) for action in actions]
        order = click_order(
            [action.cell for action in actions],
            points,
            self._spot.hand.place(),
            analysis_of(self.reading.board),
        )
        still = self._spot.still
        patience = self.pace.patience(self._repeats)
        lost: Sequence[Action] = ()
        for number, index in enumerate(order):
            action = actions[index]
            at_once = not number and self.pace.is_due
            began = self.pace.await_turn()
            looked = self._spot.latest_within(JUST_NOW) if at_once else None
            self._wish.ask(unless_within=0.0 if looked is None else JUST_NOW)
            try:
                now = looked or self._spot.grab()
            except DesktopError:
                return lost  # the next look says whether the capture failed once or for good
            if not still.is_still(now):
                return lost
            if index == order[-1]:
                lost = self._overdue_in(now, began)
            if not self._is_to_be_made(now, action):
                continue
            if not self._is_made(points[index], BUTTON[action.verb]):
                return lost
            self.clicks += 1
            when = self.pace.clicked(at_once=looked is not None)
            self._last.made(action, when, patience)
            self._untold.append(MadeClick(action, when, points[index]))
        return lost

    def _is_made(self, point: Point, button: str) -> bool:
        """Click there; False where that failed and nothing can be captured there, either: the
        screen was made smaller since, and the next look says whether for good."""
        try:
            self._spot.hand.click(point, button)
        except DesktopError:
            try:
                self._spot.grab()
            except DesktopError:
                return False
            raise
        return True

    def _is_to_be_made(self, frame: Frame, action: Action) -> bool:
        """Whether something is left to do, by the look of the cells, and a chord's flags stand."""
        assert self.reading is not None
        board, still = self.reading.board, self._spot.still
        return any(still.is_untouched(frame, cell) for cell in changed_by(action, board)) and all(
            still.is_untouched(frame, cell) for cell in flags_of(action, board)
        )

    def _overdue_in(self, frame: Frame, seen: float) -> Sequence[Action]:
        """Return the clicks whose effect the frame should show and does not."""
        due = self._last.made_until(lambda clicked: self.pace.is_overdue(clicked, seen))
        return [action for action in _without_chords(due) if self._is_to_be_made(frame, action)]

    def _are_refused(self, missing: list[Action]) -> bool:
        """Whether these are flags alone, repeated often enough: a game may have none left."""
        return self._repeats >= MOST_REPEATS and all(a.verb is Verb.FLAG for a in missing)

    def _repeat(self, missing: list[Action]) -> None:
        self._repeats += 1
        if self._repeats > MOST_REPEATS:
            assert self.reading is not None
            raise no_effect_error(missing, self.reading.board)
        self.pace.lost(len(missing))
        self._last.await_none()
        self._click(missing)


def _without_chords(actions: Sequence[Action]) -> list[Action]:
    """Return the actions that every game knows: a chord without effect is not a click lost."""
    return [action for action in actions if action.verb is not Verb.CHORD]
