"""How a game ended that the person ended: by what their own moves can have opened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from autoplay.errors import ImpossibleBoardError
from autoplay.game import MAX_NUMBER, UNOPENED, Action, Board, Cell, Label, Outcome, least_clicks
from autoplay.play.analysis import analysis_of
from autoplay.play.outcome import flooded, newly_open, outcome_after, outcome_of, with_numbers

MOST_CLICKS = 5
"""Clicks that a person makes between two looks. One takes them a fifth of a second at the least,
and they are looked after several times a second, but while a move is thought about."""


def outcome_after_person(before: Board, now: Board) -> Outcome | None:
    """Return how a game stands after the person's own moves, whose cells are not known; None of one
    that is over, and may be lost as well as won.

    A board on which mines were marked and more numbers came up than the person's click explains was
    shown by the game itself after a loss. A quick person may have opened all that is proven before
    that click, which opens a cell or a chord and what floods from there. Where mines show, and no
    flags, games look the same once they are won and once they opened a lost board whole: they are
    told as lost where what came up takes more clicks than a person makes between two looks.
    """
    outcome = outcome_of(now)
    pairs = zip(before.labels, now.labels, strict=True)
    is_marked = any(was != label > MAX_NUMBER for was, label in pairs)
    if outcome is not Outcome.WON or not is_marked:
        return outcome
    known = _opened_by_proof(before, now)
    if not _is_opened_by_a_click(known, now):
        return Outcome.LOST
    if not _mines_came_up(before, now):
        return Outcome.WON
    return Outcome.LOST if _clicks_between(before, now) > MOST_CLICKS else None


def outcome_of_turn(
    before: Board, advised: Sequence[Action], now: Board, made: Sequence[Action] | None
) -> Outcome | None:
    """Return how a game stands after what was ``advised``; None of one that is over, and may be
    lost as well as won.

    Where no click is known to be ``made`` the person was asked first, or play was paused: they had
    the time to end it in any number of clicks.
    """
    outcome = outcome_after(before, advised, now, made)
    is_untold = outcome is Outcome.WON and not made and _mines_came_up(before, now)
    return None if is_untold else outcome


def _mines_came_up(before: Board, now: Board) -> bool:
    """Whether mines show, and not as flags, that did not: as once a game is lost, or won."""
    return now.labels.count(Label.MINE) > before.labels.count(Label.MINE)


def _is_opened_by_a_click(known: Board, now: Board) -> bool:
    """Whether a single click can have opened all that came up, but for the person's next."""
    came_up = newly_open(known, now)
    seen = set[Cell]()
    for click in _clicks_that_open(known, came_up):
        if seen.issuperset(click):
            continue
        flood = flooded(click, now)
        if len(came_up) - len(came_up & flood) <= 1:
            return True
        seen.update(cell for cell in flood if now.labels[cell] == Label.ZERO)
    return len(came_up) <= 1


def _clicks_between(before: Board, now: Board) -> int:
    """Return the least clicks that open what came up, none of them a chord."""
    came_up = newly_open(before, now)
    labels = (
        now.labels[cell] if cell in came_up else Label.COVERED for cell in range(len(now.labels))
    )
    return least_clicks(now.topology, bytes(labels))


def _opened_by_proof(before: Board, now: Board) -> Board:
    """Return the board after all that can be proven free was opened, as ``now`` shows it."""
    known = before
    while True:
        try:
            safe = analysis_of(known).safe
        except ImpossibleBoardError:
            return known
        opened = flooded(safe, now) & newly_open(known, now)
        if not opened:
            return known
        known = with_numbers(known, {cell: now.labels[cell] for cell in opened})


def _clicks_that_open(known: Board, came_up: set[Cell]) -> Iterator[Sequence[Cell]]:
    """Yield the cells that each click can have opened that hit no mine, a chord's together."""
    for cell in came_up:
        yield [cell]
    for label, around in zip(known.labels, known.topology.neighbors, strict=True):
        flags = sum(known.labels[other] == Label.FLAG for other in around)
        opened = [other for other in around if known.labels[other] in UNOPENED - {Label.FLAG}]
        if label == flags > 0 and came_up.issuperset(opened):
            yield opened
