"""How fast a game takes clicks and shows their effect: known, kept to, and learned while playing.

The rate grows while every click takes effect, and falls when clicks are lost. Between two clicks
the pointer rests on the first one's cell, so a game that forgets a click when the pointer leaves
too early is one that takes fewer clicks a second. The settle time ends with the last change on the
board, so the animation of a game is in it.
"""

from __future__ import annotations

import math
import statistics
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace

from autoplay.desktop.ports import Clock

GROWTH = 1.25
"""The rate grows by this factor over ``FULL_BATCH`` clicks of one batch that all took effect."""

FULL_BATCH = 8

EASE = 0.8
"""The rate falls to this share when clicks are lost, and stays below this share of that rate."""

DROPS = 2
"""So many clicks lost at a rate make it too fast; one may be lost for any reason."""

FORGIVEN = 300
"""So many clicks without a loss, and the rate that was too fast is tried once more."""

KEPT_UP = 0.8
"""A batch that came at less than this share of the rate says nothing about a higher one."""

SLOWEST = 1.0
"""Clicks a second; losing clicks at this rate has another reason."""

FASTEST = 1000.0
"""Clicks a second; each is looked at before, which takes about a millisecond."""

CATCH_UP = 0.0005
"""Seconds by which a click may follow sooner after one that came late: sleeping is not exact, and
at high rates a little lateness each time would halve the rate. Far below any game's slow rates."""

OVERDUE = 3.0
"""A click whose effect has not come after this many settle times was most likely lost."""

EFFECT_SECONDS = 0.6
"""How long a click may take to show before it counts as lost; twice as long for each repetition.

Games are known to take up to 0.57 s, and one that is repeated too early may hit something else.
"""

LONGEST = 2 * EFFECT_SECONDS
"""Seconds after which no game is known to show what a click did, a repeated one either."""

LATEST = 5.0
"""A click that takes so many times as long as any before it in this game counts as lost."""

SOONEST = 0.1
"""Seconds that a click may take to show however fast the game was before: machines stall."""

SAMPLES = 200
"""Settle times that are remembered, the latest ones."""

ENOUGH = 20
"""Settle times it takes to say more than the profile did."""


@dataclass(frozen=True)
class Tempo:
    """A game's own speed. Seconds, but for the rates, which are in clicks a second.

    ``clicks_per_second`` were taken without a loss, at ``too_fast`` some were lost. ``settle`` is
    the time from a click to its last effect on the board, the 90th percentile. ``deadline`` is how
    long a look may take. With ``fixed`` the person has chosen the rate.
    """

    clicks_per_second: float = 60.0
    settle: float = 0.02
    too_fast: float = math.inf
    deadline: float = 3.0
    fixed: bool = False


class Pace:
    """Keeps to a tempo and learns a better one.

    ``waited`` is the time in seconds in all from the last click of each look until the game showed
    an effect.
    """

    def __init__(self, tempo: Tempo, clock: Clock) -> None:
        self.tempo = tempo
        self.waited = 0.0
        self._clock = clock
        self._settles: deque[float] = deque(maxlen=SAMPLES)
        self._last = -math.inf  # when the last click was made
        self._due = -math.inf  # when it should have been, at most CATCH_UP before
        self._began = 0.0
        self._work = 0.0  # seconds from the turn to the click: looking whether it may be made
        self._lost = 0
        self._taken = 0

    @property
    def is_due(self) -> bool:
        """Whether it is time to look at the screen for the next click."""
        return self._clock.now() >= self._turn

    @property
    def _turn(self) -> float:
        return self._due + 1 / self.tempo.clicks_per_second - self._work

    def await_turn(self) -> float:
        """Wait until it is time to look at the screen for the next click; return that time."""
        wait = self._turn - self._clock.now()
        if wait > 0:
            self._clock.sleep(wait)
        self._began = self._clock.now()
        return self._began

    def clicked(self, *, at_once: bool = False) -> float:
        """A click was made just now; return that time.

        With ``at_once`` nothing was captured before: that says nothing of the work for others.
        """
        self._last = self._clock.now()
        due = self._due + 1 / self.tempo.clicks_per_second
        self._due = min(self._last, max(due, self._last - CATCH_UP))
        if not at_once:
            self._work = self._last - self._began
        return self._last

    def is_overdue(self, clicked: float, seen: float) -> bool:
        """Whether a click made then must have shown an effect when the screen was ``seen``."""
        usual = self.tempo.settle if self.settle is None else self.settle
        return clicked <= seen - OVERDUE * usual

    def shown(self, batch: Sequence[float], seen: float) -> None:
        """The clicks made at these times, ascending, have taken effect, and the last of it was
        first ``seen`` then. Much later than any game shows it, nobody looked meanwhile: a pause."""
        clicks = len(batch)
        if not clicks:
            return
        if seen - batch[-1] <= LONGEST:
            self._settles.append(max(0.0, seen - batch[-1]))
            self.waited += max(0.0, seen - self._last)
        self._taken += clicks
        tempo = self.tempo
        if tempo.fixed or clicks < 2:
            return
        if self._taken >= FORGIVEN:
            self._taken = self._lost = 0
            too_fast = tempo.too_fast * GROWTH
            # Where it limits the rate no more it says nothing, however often it is forgiven.
            held = EASE * too_fast < FASTEST
            tempo = replace(tempo, too_fast=too_fast if held else math.inf)
        rate = tempo.clicks_per_second
        if clicks - 1 >= KEPT_UP * rate * (batch[-1] - batch[0]):
            rate *= GROWTH ** min(1.0, clicks / FULL_BATCH)
        limit = max(tempo.clicks_per_second, min(FASTEST, EASE * tempo.too_fast))
        self.tempo = replace(tempo, clicks_per_second=min(rate, limit))

    def lost(self, clicks: int) -> None:
        """So many clicks of the batch had no effect; after a second loss the rate falls."""
        self._lost += clicks
        self._taken = 0
        if self._lost < DROPS or self.tempo.fixed:
            return
        self._lost = 0
        rate = self.tempo.clicks_per_second
        too_fast = min(rate, self.tempo.too_fast)
        slower = min(rate, max(SLOWEST, EASE * rate))
        self.tempo = replace(self.tempo, clicks_per_second=slower, too_fast=too_fast)

    def patience(self, repeats: int) -> float:
        """Return how many seconds a click may take to show, made after so many without effect.

        One that is lost for the first time is repeated as soon as it is late for this game; the
        game may have stood still, so what follows is given the time of any game.
        """
        if repeats or len(self._settles) < ENOUGH:
            return EFFECT_SECONDS * 2.0**repeats
        return min(EFFECT_SECONDS, max(SOONEST, LATEST * max(self._settles)))

    @property
    def settle(self) -> float | None:
        """The median settle time of this game, None before the first."""
        return statistics.median(self._settles) if self._settles else None

    def learned(self) -> Tempo:
        """Return the tempo with the settle time that was seen, once it was seen often enough."""
        if len(self._settles) < ENOUGH:
            return self.tempo
        return replace(self.tempo, settle=statistics.quantiles(self._settles, n=10)[-1])
