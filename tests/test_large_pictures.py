"""Large pictures and grids larger than any board: refused in words, for little work and memory."""

from __future__ import annotations

import io
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import Image as Pillow

from autoplay.errors import NoBoardError
from autoplay.game import Shape, Topology
from autoplay.vision.find import Search
from autoplay.vision.finding import laid
from autoplay.vision.finding.candidates import Candidate
from autoplay.vision.finding.connected import MOST, _beside, connected
from autoplay.vision.finding.edges import PictureEdges
from autoplay.vision.finding.marks import mark_spacings
from autoplay.vision.finding.periods import periods_of
from autoplay.vision.finding.spacing import Spacing, spacing_of
from autoplay.vision.finding.spread import MOST_CELLS
from autoplay.vision.finding.tiling import Drawing
from autoplay.vision.finding.zones import Zones
from autoplay.vision.jpeg import is_jpeg
from autoplay.vision.lattice import LARGEST_GROWN, Image, Lattice
from autoplay.vision.picture import load_picture
from autoplay.vision.see import see

PITCH = 16
LARGE = 2500, 4000
"""Rows and columns of pixels: 10 million of them."""


def grid(rows: int, cols: int) -> Image:
    """Draw plain gray cells between lines, to the edges of the picture."""
    image = np.full((rows * PITCH, cols * PITCH, 3), 192, np.uint8)
    image[::PITCH] = image[:, ::PITCH] = 128
    return image


def peak(work: Callable[[], object]) -> int:
    """Return the most bytes that the work held at once."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_a_grid_larger_than_any_board_is_refused_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("autoplay.vision.sights.learn_nearby", None)
    with pytest.raises(NoBoardError, match=r"x120 cells.* larger than any board.*--region"):
        see(grid(67, 120))


def test_cells_whose_parts_are_more_than_any_board_has_are_no_board() -> None:
    """Of a board of two shades without lines, four cells may pass for one."""
    rows, cols, pitch = 20, LARGEST_GROWN + 2, 10
    shades = np.add.outer(np.arange(rows), np.arange(cols)) % 2
    image = np.repeat(np.repeat(np.uint8(150 + 60 * shades), pitch, 0), pitch, 1)
    search = Search(np.dstack([image] * 3))
    four = Lattice(Topology(Shape.SQUARE, rows // 2, cols // 2), (9.5, 9.5), (20.0, 20.0))
    search._found.append(Candidate(four, 1.0, ""))
    assert search.boards() == []
    assert search.too_large[0].topology.cols == cols


def middles(rows: int, cols: int) -> Zones:
    """Return zones of 10x10 pixels in rows and columns."""
    places = np.stack(np.meshgrid(np.arange(cols), np.arange(rows)), axis=-1).reshape(-1, 2)
    boxes = np.concatenate([places * PITCH, np.full_like(places, 10)], axis=1).astype(np.float64)
    return Zones(boxes, np.full(len(boxes), 100.0), boxes[:, :2] + 5)


@pytest.mark.parametrize("way", [spacing_of, lambda zones: list(mark_spacings(zones))])
def test_how_many_zones_repeat_is_told_from_those_near_some(
    way: Callable[[Zones], object],
) -> None:
    """What takes memory for every pair of them takes 800 MB and more."""
    zones = middles(100, 100)
    assert peak(lambda: way(zones)) < 80 << 20
    assert way(zones) in (Spacing(Shape.SQUARE, 16, 16), [Spacing(Shape.SQUARE, 16, 16)])


def test_the_neighbours_of_many_zones_are_sought_some_at_a_time() -> None:
    """Sought at once, those of 90 000 zones take 70 MB."""
    centers, steps = middles(300, 300).middles, np.array([(PITCH, 0), (0, PITCH)] * 4)
    assert peak(lambda: _beside(centers, steps, 3.0)) < 40 << 20
    assert (_beside(centers, steps, 3.0) >= 0).mean() > 0.99


def test_more_zones_than_any_screen_has_are_not_walked() -> None:
    centers = middles(MOST // 100 + 1, 100).middles
    assert connected(centers, Spacing(Shape.SQUARE, PITCH, PITCH)) == []


def test_a_tiling_is_laid_over_no_more_than_a_board_may_cover(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wide: list[int] = []
    monkeypatch.setattr(laid, "spread", lambda drawing, _: wide.append(_width(drawing)))
    image = grid(12, 4 * MOST_CELLS)
    list(laid.laid_lattices(PictureEdges(image)))
    assert wide
    assert max(wide) < 0.7 * image.shape[1]


def _width(drawing: Drawing) -> int:
    return drawing.edges.shape[1]


def test_edges_are_weighed_block_by_block() -> None:
    edges = PictureEdges(np.zeros((*LARGE, 3), np.uint8)).whole()
    assert peak(lambda: periods_of(edges)) < 4 * edges.any.nbytes


def test_blocks_of_jpeg_are_looked_at_some_at_a_time() -> None:
    image = np.zeros((*LARGE, 3), np.uint8)
    assert peak(lambda: is_jpeg(image)) < 4 * image[..., 0].nbytes


def test_a_picture_is_held_little_more_than_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    image = np.zeros((*LARGE, 3), np.uint8)
    data = io.BytesIO()
    Pillow.fromarray(image).save(data, "PNG")
    (tmp_path / "large.png").write_bytes(data.getvalue())
    # Room for the largest file is asked for, and given back.
    monkeypatch.setattr("autoplay.vision.picture.MAX_BYTES", len(data.getvalue()))
    assert peak(lambda: load_picture(tmp_path / "large.png")) < 1.5 * image.nbytes
