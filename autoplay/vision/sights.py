"""What is seen on lattices that may be boards: each is read, and must be the whole of one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from autoplay.errors import UnreadableError
from autoplay.game import Shape
from autoplay.vision.align import aligned
from autoplay.vision.find import Search
from autoplay.vision.finding.candidates import Candidate
from autoplay.vision.fresh import require_minesweeper
from autoplay.vision.kinship import is_of_another_game, overlap
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.learn_once import LearnOnce
from autoplay.vision.learning.doubted_marks import require_equal_flags
from autoplay.vision.light import brightened_around
from autoplay.vision.nearby import learn_nearby
from autoplay.vision.overlay import require_uncovered
from autoplay.vision.pointer import require_no_pointer
from autoplay.vision.read import Reader, skin_of
from autoplay.vision.reading import Reading
from autoplay.vision.recognized import recognized
from autoplay.vision.refusal import Failures
from autoplay.vision.sight import Sight
from autoplay.vision.skin import Skin
from autoplay.vision.unparted import require_parted
from autoplay.vision.whole.beyond import require_whole
from autoplay.vision.whole.numbers_beyond import require_no_numbers_beyond
from autoplay.vision.whole.settled_lattice import counting_all, settled
from autoplay.vision.whole.severed import severed_sides
from autoplay.vision.whole.shaped import require_no_page, shaped
from autoplay.vision.whole.trimmed import require_not_trimmed

MOST_CANDIDATES = 6
"""Lattices tried: the right one is among the first three wherever the finder has it at all."""

RIVAL_SCORE = 0.6
"""A second lattice elsewhere is tried when its score is at least this share of the best one's."""


@dataclass(frozen=True, eq=False)
class Task:
    """What ``see`` was asked, with the candidates to try.

    A known skin is one of the picture as it was ``given``; all else is read in ``image``, which is
    bright, and whose boards are ``learned``. ``search`` finds others in it where these cannot be
    read, None where none are tried. Cells in doubt are looked at again ``around`` their lattice.
    """

    given: Image
    learned: LearnOnce
    box: tuple[int, int, int, int] | None
    shape: Shape | None
    skins: Sequence[Skin]
    found: tuple[Candidate, ...]
    search: Search | None
    around: bool = True

    @property
    def image(self) -> Image:
        """The picture that is read."""
        return self.learned.image


def sights_of(task: Task) -> tuple[list[Sight], Failures]:
    """Return what is seen of the candidates, and of which nothing is, with the reason."""
    sights: list[Sight] = []
    failures: Failures = []
    read, read_there = (partial(_read, each) for each in (task, replace(task, around=False)))
    candidates = task.found[:MOST_CANDIDATES]
    rivals = [each.lattice for each in candidates if is_about_as_good(each, candidates[0])]
    for candidate in candidates:
        if sights and not _is_rival(candidate, candidates[0], sights):
            continue
        try:
            if forms := shaped(task.image, candidate.lattice):
                sights.append(_first_read(forms, read))
                continue
            image = brightened_around(task.image, candidate.lattice.box)
            sight = settled(image, candidate.lattice, read, read_there, task.box)
            with counting_all(sight.reading):
                others = [each for each in rivals if is_of_another_game(each, sight.lattice)]
                require_all_seen(image, sight.reading, box=task.box, others=others)
            sights.append(sight)
        except UnreadableError as error:
            failures.append((candidate, error))
    return sights, failures


def _first_read(forms: Sequence[Lattice], read: Callable[[Lattice], Sight]) -> Sight:
    """Return what is seen on the first of these lattices that can be read; where none can, raise
    what speaks against the first."""
    errors = []
    for form in forms:
        try:
            return read(form)
        except UnreadableError as error:
            error.lattice = form
            errors.append(error)
    raise errors[0]


def _is_rival(candidate: Candidate, best: Candidate, sights: Sequence[Sight]) -> bool:
    """Whether this could be a second board: elsewhere, and about as good."""
    apart = all(not overlap(candidate.lattice, sight.lattice) for sight in sights)
    return apart and is_about_as_good(candidate, best)


def is_about_as_good(candidate: Candidate, best: Candidate) -> bool:
    """Whether a candidate is nearly as good as the best one: both may be boards."""
    return candidate.score >= RIVAL_SCORE * best.score


def _read(task: Task, lattice: Lattice) -> Sight:
    image, mines = task.image, task.learned.mines
    readers: list[Reader] = []
    for skin in task.skins:
        if skin.shape is lattice.topology.shape:
            readers.append(Reader(skin, aligned(task.given, lattice, skin), mines))
            try:
                reading = readers[-1].read(task.given)
            except UnreadableError:
                continue
            require_uncovered(image, reading.lattice)
            return Sight.of_known(reading, skin)
    lattice, learned = learn_nearby(task.learned, lattice, around=task.around)
    best = max(candidate.score for candidate in task.found)
    require_minesweeper(learned.image, learned.reading, best, task.box)
    require_uncovered(image, lattice)
    require_parted(image, lattice, learned.reading.board.labels)
    require_no_pointer(image, learned.reading)
    require_equal_flags(learned.naming, learned.looks, lattice.topology)
    known = recognized(task.given, learned.reading, readers, learned.certainty)
    if known is not None:
        return known
    skin = learned.skin
    if image is not task.given:
        skin = skin_of(task.given, learned.reading, skin.name)
    return Sight(lattice, learned.reading, skin, learned.certainty)


def require_all_seen(
    image: Image,
    reading: Reading,
    continued: Sequence[str] = (),
    box: tuple[int, int, int, int] | None = None,
    others: Sequence[Lattice] = (),
) -> None:
    """Raise UnreadableError where more of the board lies beyond what was read, seen or hidden.

    It is known to go on at the ``continued`` sides; ``others`` are of other games.
    """
    lattice = reading.lattice
    require_no_page(image, lattice, reading.board.labels)
    require_whole(image, lattice, [*continued, *severed_sides(image, lattice, box, others)])
    require_no_numbers_beyond(image, lattice, reading.board.labels, box)
    require_not_trimmed(image, lattice, reading.board.labels)
