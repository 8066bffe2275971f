"""A lattice that was found a little off is moved to where a known skin fits."""

from pathlib import Path

import pytest

from autoplay.bench.truth import load_screens
from autoplay.vision.align import aligned
from autoplay.vision.read import Reader
from autoplay.vision.skin import load_skin

ROOT = Path(__file__).parent.parent
SCREENS = ROOT / "fixtures" / "screens"


@pytest.mark.parametrize("slip", [(0.5, -0.5), (-0.6, 0.4), (1.0, 1.0), (0.07, -0.03)])
@pytest.mark.parametrize("name", ["xdemineur", "xbomb-square", "sgt-mines", "xbomb-tri"])
def test_a_slipped_lattice_finds_back_to_the_skins_pixels(
    name: str, slip: tuple[float, float]
) -> None:
    screen = next(each for each in load_screens(SCREENS / name) if each.name.endswith("mid1"))
    truth = screen.truth
    assert truth.lattice is not None
    assert truth.board is not None
    skin = load_skin(ROOT / "templates" / name)
    image = screen.load()
    lattice = aligned(image, truth.lattice.moved(*slip), skin)
    assert Reader(skin, lattice).read(image).board.labels == truth.board.labels
