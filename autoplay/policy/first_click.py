"""Where to open first, before anything is known."""

from __future__ import annotations

from autoplay.game import Cell, FirstClick, Shape, Topology

DENSE = 0.18
"""Share of mines above which an opening begins deeper inside: between intermediate and expert."""

ALONG = 4
"""Columns from the corner, on triangles, where an opening begins on the side."""


def best_first_click(topology: Topology, rule: FirstClick, mines: int) -> Cell:
    """Return the cell whose opening wins most games under this first-click rule.

    With a protected first cell, or none, a corner: fewest neighbours, so the likeliest zero
    (beginner, 40 000 games a cell: 0,0 wins 91.9 %, the middle of a side 89.7, the middle 86.5;
    the same order on hexagons and triangles). Where the first click opens an area, near the corner
    but with the protected block whole: on sparse boards row 2, column 2 (beginner, 40 000 games a
    cell: 97.2 %, 3,3 96.9, 0,0 96.3; intermediate, 15 000: 89.6 and 3,3 89.4), on dense ones row 3,
    column 3 (expert, 10 000: 54.8 %, 2,2 53.5). On hexagons always 2,2 (beginner, 6000: 99.0 %,
    3,3 98.5, 0,0 96.2; as expert, 2500: 54.8 %, 3,3 53.4, 0,0 48.2). On triangles beside a corner
    with most neighbours, four columns along the side (beginner, 12 000: 98.4 %, beside one with
    fewer 96.1, 2,2 95.2; intermediate, 8000: 91.8 %, 2,2 90.2; as expert, 2500: 73.8 %, 3,3 71.0).
    Measured by ``autoplay bench starts``. A board that is no rectangle has other corners: the cell
    with the fewest neighbours, or the one nearest to such a corner whose block is whole.
    """
    if topology.absent:
        return _among_absent(topology, rule)
    if rule is FirstClick.OPENING and topology.shape is not Shape.TRIANGLE:
        inside = 3 if topology.shape is Shape.SQUARE and mines > DENSE * len(topology) else 2
        row, col = (min(inside, (side - 1) // 2) for side in (topology.rows, topology.cols))
        return topology.cell(row, col)
    corners = [
        topology.cell(row, col) for row in (0, topology.rows - 1) for col in (0, topology.cols - 1)
    ]
    if rule is not FirstClick.OPENING:
        return min(corners, key=lambda cell: (len(topology.around(cell)), cell))
    row, col = topology.row_col(min(corners, key=lambda c: (-len(topology.around(c)), c)))
    along = min(ALONG, (topology.cols - 1) // 2)
    return topology.cell(row, col - along if col else along)


def _among_absent(topology: Topology, rule: FirstClick) -> Cell:
    degree = (topology.neighbor_table >= 0).sum(axis=1)
    cells = [Cell(cell) for cell in topology.cells.tolist()]
    if rule is not FirstClick.OPENING:
        return min(cells, key=lambda cell: degree[cell])
    whole = [cell for cell in cells if degree[cell] == degree.max()]
    return min(whole, key=lambda cell: sum(degree[other] for other in topology.around(cell)))
