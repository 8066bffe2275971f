"""A game is looked for first where one was before: there it must be all of it."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from autoplay.bench.known_looks import library_for, true_lattice
from autoplay.calibration import Library, ScreenPlace
from autoplay.desktop.ports import Region
from autoplay.desktop.virtual import Monitor, make_virtual_desktop
from autoplay.game import Cell, Level
from autoplay.play.board_on_screen import Found, find_in_frame

ROOM = Monitor(Region(0, 0, 1000, 1000))


@pytest.mark.parametrize("opened", [False, True])
@pytest.mark.parametrize("shape", ["square", "hexagon", "triangle"])
def test_the_corner_of_a_larger_board_is_not_taken_for_the_board_that_was_there(
    shape: str, opened: bool, tmp_path: Path
) -> None:
    place, found = found_by_place(shape, opened, (9, 9), tmp_path)
    assert found.known
    assert (found.lattice.topology.rows, found.lattice.topology.cols) == (16, 16)
    assert found.lattice.first_cell_center == pytest.approx(place.first_cell_center, abs=2)


@pytest.mark.parametrize("opened", [False, True])
@pytest.mark.parametrize("shape", ["square", "hexagon", "triangle"])
def test_a_board_that_did_not_move_is_read_where_it_was(
    shape: str, opened: bool, tmp_path: Path
) -> None:
    place, found = found_by_place(shape, opened, (16, 16), tmp_path)
    assert found.known
    assert found.lattice.first_cell_center == place.first_cell_center


def found_by_place(
    shape: str, opened: bool, remembered: tuple[int, int], folder: Path
) -> tuple[ScreenPlace, Found]:
    """Show a board of 16x16 where one of this size was; return that place and what is found."""
    desktop = make_virtual_desktop(
        Level(16, 16, 40), shape, "classic", 1, pitch=20, monitors=(ROOM,)
    )
    if opened:
        desktop.game.open_quietly(Cell(136))
    lattice = true_lattice(desktop.game)
    profile, skin = library_for("classic", shape, 20, 16).load("known")
    size = ROOM.region.width, ROOM.region.height
    place = ScreenPlace(
        first_cell_center=lattice.first_cell_center, pitch=lattice.pitch, screen=size
    )
    rows, cols = remembered
    library = Library(((folder, folder),))
    library.save(msgspec.structs.replace(profile, rows=rows, cols=cols, place=place), skin)
    return place, find_in_frame(desktop.grab(ROOM.region), library)
