"""Reading a board without knowing how its game looks.

Cells are grouped by look, a network that knows drawn digits and marks says what each look could
be, and the rules of the game decide. Doubt is an error that names the cells.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from autoplay.game import MAX_NUMBER, Board, Label, Shape, Topology
from autoplay.vision.effort import FIRST, Limits
from autoplay.vision.grouping import group_by_look, joined_drawings
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.learning.absent import named_absent, set_apart
from autoplay.vision.learning.alternatives import named
from autoplay.vision.learning.bare_ground import without_bare_marks
from autoplay.vision.learning.doubt import require_seen, require_sense
from autoplay.vision.learning.doubted_marks import require_marks_seen
from autoplay.vision.learning.faint import parted_by_number
from autoplay.vision.learning.families import with_middles_shared, with_shared
from autoplay.vision.learning.in_play import emptied_by_clicks, require_in_play
from autoplay.vision.learning.judged import Naming
from autoplay.vision.learning.known import Known, with_known
from autoplay.vision.learning.margins import LEAST_MARGINS, MIN_MARGIN
from autoplay.vision.learning.painted import scores_of
from autoplay.vision.learning.plain_flags import with_told_flags
from autoplay.vision.learning.proven_flags import with_proven_flags
from autoplay.vision.learning.rules import Opens
from autoplay.vision.learning.search import Costs
from autoplay.vision.learning.settled import settled
from autoplay.vision.learning.small import judged_views, parted_enlarged
from autoplay.vision.looks import NO_LOOKS, Looks
from autoplay.vision.overrun import without_overrun
from autoplay.vision.read import skin_of
from autoplay.vision.reading import Reading
from autoplay.vision.skin import Skin
from autoplay.vision.tiles import Tiles, canonical_tiles

USUAL = {
    Label.COVERED: 0.0, Label.ZERO: 0.3, Label.ONE: 0.3, Label.TWO: 0.5, Label.THREE: 1.0,
    Label.FOUR: 1.7, Label.FIVE: 2.5, Label.SIX: 3.2, Label.SEVEN: 4.2, Label.EIGHT: 5.0,
    Label.NINE: 4.0, Label.TEN: 4.0, Label.ELEVEN: 4.5, Label.TWELVE: 5.0, Label.FLAG: 0.7,
    Label.QUESTION: 2.0, Label.MINE: 1.5, Label.EXPLODED: 2.0, Label.WRONG_FLAG: 2.5,
    Label.UNREADABLE: 3.5,
}  # fmt: skip
"""Natural-log cost of a label before anything is seen: rare ones need better evidence."""

MORE_NUMBERS = {Label.FIVE: 1.0, Label.SIX: 1.2, Label.SEVEN: 1.5, Label.EIGHT: 1.5}
"""By how much less that is for triangles: of twelve neighbours more are mines."""

CROWD = {Label.EXPLODED: 2.0, Label.QUESTION: 0.8, Label.WRONG_FLAG: 0.8, Label.UNREADABLE: 1.0}
"""What every factor of e in the cells of a look adds for labels that are rare by nature."""


@dataclass(frozen=True, eq=False)
class Learned:
    """A reading without templates, and the skin that reads the next picture of this game.

    ``confidence`` is the least margin of any look in natural-log units; ``naming`` and ``looks``
    are what it was decided on, in a picture, BGR uint8, without what marks a cell for a moment.
    """

    image: Image
    reading: Reading
    skin: Skin
    confidence: float
    looks: Looks
    naming: Naming

    @property
    def certainty(self) -> float:
        """Return how many times the margin asked of it the least certain look has, 1 and more.

        A look that differs from its fellows at its edges alone is asked for none.
        """
        naming = self.naming
        times = naming.margin / LEAST_MARGINS[naming.names, naming.rivals]
        return max(1.0, float(times.min(initial=MAX_MARGIN)))


@dataclass(frozen=True, eq=False)
class Appearance:
    """What the cells of a picture look like, whatever is known of the game: their ``looks``, and
    what every label ``costs`` for each by its pixels alone."""

    image: Image
    lattice: Lattice
    looks: Looks
    costs: Costs


def appearance_of(image: Image, lattice: Lattice) -> Appearance:
    """Return what the cells of this lattice look like in a picture, BGR uint8."""
    tiles = canonical_tiles(image, lattice)
    looks = parted_by_number(tiles, group_by_look(tiles))
    looks = parted_enlarged(image, lattice, tiles, looks)
    if lattice.topology.shape is not Shape.TRIANGLE:  # whose tiles show more than the cell
        looks = joined_drawings(looks)
    if lattice.topology.shape is Shape.SQUARE:
        looks = without_overrun(looks, lattice.topology)
    looks = set_apart(tiles, looks, lattice.topology)
    judged = label_costs(looks, lattice.topology, judged_views(image, lattice, looks))
    shared = with_middles_shared(with_shared(judged, looks), looks)
    costs = without_bare_marks(shared, looks, lattice.topology.shape)
    return Appearance(image, lattice, looks, named_absent(costs, looks, lattice.topology))


def learn(
    image: Image,
    lattice: Lattice,
    mines: int | None = None,
    known: Known | None = None,
    *,
    limits: Limits = FIRST,
) -> Learned:
    """Read the board on this lattice and return the reading with the skin it shows.

    ``known`` is what a game in play tells beside the picture. Raises UnreadableError,
    with the cells and the rival names, where the rules or the glyphs leave a doubt, or naming them
    takes more than the ``limits``.
    """
    appearance = appearance_of(image, lattice)
    appearance.looks.effort.limits = limits
    return learn_from(appearance, mines, known)


def learn_from(appearance: Appearance, mines: int | None, known: Known | None) -> Learned:
    """Read the board that looks like this, as ``learn`` does."""
    image, lattice, looks = appearance.image, appearance.lattice, appearance.looks
    pixels = costs = appearance.costs
    if known is not None:
        costs = with_known(costs, looks, lattice.topology, known)
    # In play, a zero beside covered cells may be caught before these are drawn.
    least = Opens.NONE if known is None else Opens.SIDES
    naming = named(costs, looks, lattice.topology, least)
    costs, naming = with_told_flags(costs, naming, looks, lattice.topology)
    costs, naming = with_proven_flags(costs, naming, looks, lattice.topology, least)
    if known is not None:
        require_in_play(pixels, naming, looks, lattice.topology, known)
    certain = NO_LOOKS
    if known is not None:
        certain = np.unique(looks.of_cell[known.labels != Label.UNREADABLE])
    require_seen(costs, naming, looks, lattice.topology, certain=certain)
    naming = settled(costs, naming, looks, lattice.topology)
    require_marks_seen(costs, naming, looks, lattice.topology)
    labels = naming.names[looks.of_cell]
    if known is not None and known.left.any():
        margin = naming.margin.copy()
        margin[looks.of_cell[known.left]] = np.inf  # left in doubt, which is no doubt any more
        naming = replace(naming, margin=margin)
        labels[known.left] = Label.UNREADABLE
    if known is not None:
        emptied = emptied_by_clicks(labels, looks, lattice.topology, known)
        certain = np.union1d(certain, emptied)
    require_sense(labels, naming, looks, lattice.topology, mines, certain=certain)
    reading = _reading(labels, naming, looks, lattice, mines)
    skin = skin_of(image, reading, "learned")
    return Learned(image, reading, skin, float(naming.margin.min()), looks, naming)


def label_costs(looks: Looks, topology: Topology, views: list[Tiles]) -> Costs:
    """Return what each label costs for each look, (looks, 20), 0 for the cheapest.

    ``views`` are tiles, (looks, SIDE, SIDE, 3) each, that the looks are judged by. A number greater
    than a cell has neighbours is impossible.
    """
    costs = -np.mean([scores_of(tiles) for tiles in views], axis=0).astype(np.float64)
    costs += np.array([USUAL[Label(label)] for label in range(costs.shape[1])])
    if topology.shape is Shape.TRIANGLE:
        for label, less in MORE_NUMBERS.items():
            costs[:, label] -= less
    if looks.counts[costs.argmin(axis=1) == Label.EXPLODED].sum() > MOST_EXPLOSIONS:
        # A game that draws every mine of a lost board on the ground of an explosion.
        costs[:, Label.MINE] = costs[:, [Label.MINE, Label.EXPLODED]].min(axis=1)
        costs[:, Label.EXPLODED] += CERTAIN
    flags = costs.argmin(axis=1) == Label.EXPLODED
    flags &= costs[:, Label.FLAG] < costs[:, Label.MINE]
    if looks.counts[flags].sum() > 1:
        # Flags, rather than mines, on the ground of an explosion: one explodes, these are wrong.
        costs[flags, Label.WRONG_FLAG] = costs[flags, Label.EXPLODED]
        costs[flags, Label.EXPLODED] += CERTAIN
    for label, price in CROWD.items():
        costs[:, label] += price * np.log(looks.counts)
    degree = np.full(len(looks), MAX_NUMBER)
    np.minimum.at(degree, looks.of_cell, (topology.neighbor_table >= 0).sum(axis=1))
    numbers = np.arange(MAX_NUMBER + 1)
    costs[:, : MAX_NUMBER + 1][numbers > degree[:, None]] = IMPOSSIBLE
    # The outlines of other shapes than squares run through the outer blocks of their tiles.
    contrast = looks.own_contrast(1 if topology.shape is Shape.SQUARE else 2)
    if contrast.max() >= DRAWN:
        costs[contrast < NOTHING, Label.ONE : MAX_NUMBER + 1] += NO_NUMBER
    costs[looks.own_contrast(2) < NOTHING, Label.QUESTION] += NO_NUMBER
    # Nothing but the rules tells a bare covered cell from a bare opened one for certain.
    bare = np.minimum(costs[:, Label.COVERED], costs[:, Label.ZERO])
    for label in (Label.COVERED, Label.ZERO):
        costs[:, label] = np.minimum(costs[:, label], bare + BARE_REACH)
    return np.asarray(costs - costs.min(axis=1, keepdims=True), dtype=np.float64)


IMPOSSIBLE = 1e6
"""Natural-log cost of a number larger than the neighbours of a cell are many: never its name."""

DRAWN, NOTHING, NO_NUMBER = 20.0, 1.0, 8.0
"""Gray levels of a symbol that is drawn, and of a cell that shows nothing, and the natural-log cost
of that being a number where others are drawn: zeros that opened no neighbour were called ones. No
question mark shows nothing in its middle; flags of one colour may."""

MOST_EXPLOSIONS = 2
"""Mines that explode at once: one, or a few by a wrong chord."""

CERTAIN = 3.0
"""Natural-log units by which a name is set apart where the game leaves no choice."""

BARE_REACH = 5.0
"""Natural-log units by which pixels alone may prefer covered to opened, or the reverse."""


def _reading(
    labels: NDArray[np.uint8],
    naming: Naming,
    looks: Looks,
    lattice: Lattice,
    mines: int | None,
) -> Reading:
    margin = naming.margin[looks.of_cell] / MIN_MARGIN
    board = Board(lattice.topology, labels.tobytes(), mines)
    return Reading(board, lattice, looks.spread, np.minimum(margin, MAX_MARGIN))


MAX_MARGIN = 10.0
"""Margins are told up to this; beyond, nothing else was near at all."""
