"""Which of several boards on a screen is the one of the profile that the person named."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from autoplay.errors import VisionError
from autoplay.vision.kinship import is_akin
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.refusal import box_around
from autoplay.vision.see import see
from autoplay.vision.sight import Sight
from autoplay.vision.skin import Skin


def named_board(
    image: Image, boards: Sequence[Lattice], skin: Skin, mines: int | None
) -> Sight | None:
    """Return what is seen of the only board that this skin reads, None for none or more.

    None as well where another one may be of the same game, or a piece of the same board.
    """
    seen: list[tuple[Lattice, Sight]] = []
    for board in boards:
        left, top, right, bottom = (round(edge) for edge in box_around(board, boards))
        with suppress(VisionError):
            sight = see(image, (left, top, right, bottom), mines, [skin])
            if sight.known:
                seen.append((board, sight))
    if len(seen) != 1:
        return None
    board, sight = seen[0]
    may_be_its = [is_akin(each, sight.lattice) for each in boards if each is not board]
    return None if any(may_be_its) else sight
