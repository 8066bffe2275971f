"""The steps of finding a board: edges, periods, fit of a tiling, extent."""
