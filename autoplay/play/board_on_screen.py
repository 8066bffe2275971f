"""Finds the game on a screen: the profile that fits it, or a new one learned on the spot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

import msgspec

from autoplay.calibration import Library, Limits, Profile, ScreenPlace
from autoplay.desktop.ports import Frame, Machine, Region
from autoplay.errors import DesktopError, NoBoardError, SeveralBoardsError, UnreadableError
from autoplay.game import Board, usual_mines
from autoplay.play.named_board import named_board
from autoplay.vision.counter import mines_shown
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.see import see, see_in_place
from autoplay.vision.sight import Sight
from autoplay.vision.skin import Skin

CAPTURE_SECONDS = 0.1
"""Between a capture that failed and the next attempt: a screen that changes its mode is back."""

LEARNED = "learned"
"""What a game seen for the first time is called; the next one is learned-2."""


@dataclass(frozen=True)
class Found:
    """A game found on the screen: how to play it, its look, and the frame it was found in.

    ``board`` is what that shows. ``mines`` is its total where the person told it, ``shown`` what
    stands beside a fresh board and is most likely the total: some clocks run before the first
    click. The profile's was true of an earlier game of this size.
    """

    profile: Profile
    skin: Skin
    lattice: Lattice
    board: Board
    frame: Frame
    confidence: float
    known: bool
    mines: int | None = None
    shown: int | None = None

    @property
    def likely_mines(self) -> int | None:
        """A total to assume where none was told: what is shown, an earlier game's, or the usual."""
        profile = self.profile
        if self.mines is not None:
            return None
        if self.shown is not None:
            return self.shown
        if profile.mines is not None:
            return profile.mines
        return usual_mines(profile.topology, profile.rows, profile.cols)


UNCOVER = "is a game open, with nothing over it, such as this terminal or a dialog of its own?"


def find_game(
    machine: Machine,
    library: Library,
    area: Region,
    name: str | None = None,
    mines: int | None = None,
    *,
    captured: Callable[[Frame], object] = lambda _: None,
) -> Found:
    """Return the game in an area of the screen; what was ``captured`` there is handed on first.

    With ``name`` that profile's skin must read it, of several boards one alone; otherwise every
    known skin is tried, then the look is learned. Raises VisionError subclasses, ProfileError, and
    StoppedError where the person wants to stop meanwhile.
    """
    cut_out = area not in machine.screen.monitors()
    frame = capture(machine, area)
    captured(frame)
    with machine.watch.listening():
        return find_in_frame(frame, library, name, mines, cut_out=cut_out)


def capture(machine: Machine, area: Region) -> Frame:
    """Return what an area of the screen shows; DesktopError when a second attempt fails, too."""
    with suppress(DesktopError):
        return machine.screen.grab(area)
    machine.clock.sleep(CAPTURE_SECONDS)
    return machine.screen.grab(area)


def find_in_frame(
    frame: Frame,
    library: Library,
    name: str | None = None,
    mines: int | None = None,
    *,
    cut_out: bool = False,
) -> Found:
    """Return the game in a capture of the screen, as ``find_game`` does.

    ``cut_out`` says that somebody chose the area for the board that is in it.
    """
    known = _profiles(library, name)
    for profile, skin in known:
        found = _where_it_was(frame, profile, skin, mines)
        if found is not None:
            return found
    try:
        high, wide = frame.pixels.shape[:2]
        box = (0, 0, wide, high) if cut_out else None
        sight = see(frame.pixels, box, mines, [skin for _, skin in known])
    except NoBoardError as error:
        raise NoBoardError(str(error), more=UNCOVER) from None
    except SeveralBoardsError as error:
        boards = [each for each in error.candidates if isinstance(each, Lattice)]
        only = None if name is None else named_board(frame.pixels, boards, known[0][1], mines)
        if only is None:
            raise
        sight = only
    if name is not None and not sight.known:
        raise UnreadableError(
            f"the board on the screen does not look like profile {name!r}",
            more="calibrate again, or run without --profile",
        )
    return _found(frame, sight, library, known, mines)


def find_in_picture(
    image: Image, library: Library, region: Region | None = None, mines: int | None = None
) -> Found:
    """Return the game in a picture, BGR or BGRA uint8, or in this ``region`` of it, in pixels."""
    frame = Frame(image, Region(0, 0, image.shape[1], image.shape[0]))
    known = _profiles(library, None)
    sight = see(
        image, None if region is None else region.box, mines, skins=[skin for _, skin in known]
    )
    return _found(frame, sight, library, known, mines)


def _profiles(library: Library, name: str | None) -> list[tuple[Profile, Skin]]:
    return library.load_all() if name is None else [library.load(name)]


def _where_it_was(frame: Frame, profile: Profile, skin: Skin, mines: int | None) -> Found | None:
    """Try the place the profile remembers: no search is needed when the window has not moved."""
    lattice = profile.lattice()
    size = (frame.pixels.shape[1], frame.pixels.shape[0])
    if lattice is None or profile.place is None or profile.place.screen != size:
        return None
    try:
        sight = see_in_place(frame.pixels, lattice, skin, mines)
    except UnreadableError:
        return None
    board = sight.reading.board
    shown = mines_shown(frame.pixels, lattice, board) if mines is None else None
    profile = msgspec.structs.replace(profile, mines=_first(mines, shown, profile.mines))
    return Found(profile, skin, lattice, board, frame, sight.confidence, True, mines, shown)


def _found(
    frame: Frame,
    sight: Sight,
    library: Library,
    known: Sequence[tuple[Profile, Skin]],
    mines: int | None,
) -> Found:
    shown = None
    if mines is None:
        shown = mines_shown(frame.pixels, sight.lattice, sight.reading.board)
    profile = _profile_of(frame, sight, library.free_name(LEARNED), _first(mines, shown))
    for candidate, skin in known:
        if skin is sight.given:
            same_size = (candidate.rows, candidate.cols) == (profile.rows, profile.cols)
            before = candidate.mines if same_size else None
            profile = replace_profile(candidate, profile, _first(profile.mines, before))
            break
    lattice, board, sure = sight.lattice, sight.reading.board, sight.confidence
    return Found(profile, sight.skin, lattice, board, frame, sure, sight.known, mines, shown)


def _first(*totals: int | None) -> int | None:
    """Return the first of these totals that is known."""
    return next((total for total in totals if total is not None), None)


def replace_profile(candidate: Profile, seen: Profile, mines: int | None) -> Profile:
    """Return the known profile with the size and place that were seen now."""
    return msgspec.structs.replace(
        candidate,
        topology=seen.topology,
        rows=seen.rows,
        cols=seen.cols,
        variant=seen.variant,
        absent=seen.absent,
        place=seen.place,
        mines=mines,
    )


def _profile_of(frame: Frame, sight: Sight, name: str, mines: int | None) -> Profile:
    topology = sight.lattice.topology
    return Profile(
        name=name,
        skin=name,
        topology=topology.shape,
        rows=topology.rows,
        cols=topology.cols,
        variant=topology.variant,
        absent=tuple(sorted(topology.absent)),
        mines=mines,
        place=ScreenPlace(
            first_cell_center=sight.lattice.first_cell_center,
            pitch=sight.lattice.pitch,
            wider=sight.lattice.wider,
            more=sight.lattice.more,
            screen=(frame.pixels.shape[1], frame.pixels.shape[0]),
        ),
        limits=Limits(),
    )
