"""Hypothesis strategies for the whole test suite."""

from __future__ import annotations

from hypothesis import strategies as st

from autoplay.game import VARIANTS, Board, Label, Minefield, Shape, Topology
from autoplay.game.topology import Variant

ONE_OF_EACH_SHAPE = [
    (Shape.SQUARE, Variant.NONE),
    (Shape.HEXAGON, Variant.ODD_ROWS),
    (Shape.TRIANGLE, Variant.UP_EVEN),
]

TILINGS = [(shape, variant) for shape in Shape for variant in VARIANTS[shape]]

tilings = st.sampled_from(TILINGS)


@st.composite
def topologies(draw: st.DrawFn, max_side: int = 7) -> Topology:
    """Boards of every tiling from 1x1 up, some without all their cells."""
    shape, variant = draw(tilings)
    side = st.integers(1, max_side)
    rows, cols = draw(side), draw(side)
    places = st.integers(0, rows * cols - 1)
    absent = draw(st.one_of(st.just(set[int]()), st.sets(places, max_size=rows * cols - 1)))
    return Topology(shape, rows, cols, variant, frozenset(absent))


@st.composite
def minefields(draw: st.DrawFn, max_side: int = 7) -> Minefield:
    """Any set of mines on any topology."""
    topology = draw(topologies(max_side))
    mines = draw(st.sets(st.integers(0, len(topology) - 1)))
    return Minefield.of(topology, mines - topology.absent)


@st.composite
def boards(draw: st.DrawFn, max_side: int = 7) -> Board:
    """Any label anywhere a cell's degree allows it, possible by the rules or not."""
    topology = draw(topologies(max_side))
    labels = [
        int(Label.ABSENT)
        if cell in topology.absent
        else draw(st.one_of(st.integers(0, len(around)), st.integers(13, 19)))
        for cell, around in enumerate(topology.neighbors)
    ]
    mines = draw(st.one_of(st.none(), st.integers(0, topology.present)))
    return Board(topology, bytes(labels), mines)
