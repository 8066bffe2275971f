"""Boards learned from one picture, on each lattice once however often it is asked for."""

from __future__ import annotations

from autoplay.errors import UnreadableError
from autoplay.vision.effort import AGAIN, FIRST
from autoplay.vision.kinship import overlap
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.learn import Learned, learn


class LearnOnce:
    """Learns the board of a picture, BGR uint8, and mine total on any lattice: see ``learn``.

    Lattices that differ lead to the same one where they are laid over the cells, and what fails
    there takes as long each time. Those of other cells than the first one at their place are given
    up sooner.
    """

    def __init__(self, image: Image, mines: int | None) -> None:
        self.image, self.mines = image, mines
        self._known: dict[Lattice, Learned | UnreadableError] = {}

    def __call__(self, lattice: Lattice) -> Learned:
        """Return what is learned on a lattice; UnreadableError, a new one each time, as ``learn``
        raises it."""
        known = self._known.get(lattice)
        if known is None:
            known = self._known[lattice] = self._learned(lattice)
        if isinstance(known, UnreadableError):
            raise known.copied()
        return known

    def _learned(self, lattice: Lattice) -> Learned | UnreadableError:
        first = next((tried for tried in self._known if overlap(lattice, tried)), lattice)
        limits = FIRST if lattice.topology == first.topology else AGAIN
        try:
            return learn(self.image, lattice, self.mines, limits=limits)
        except UnreadableError as error:
            return error.copied()  # without its traceback, which holds on to all that was done
