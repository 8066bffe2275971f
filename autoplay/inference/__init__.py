"""Exact inference: which cells are safe, which are mines, and how likely the rest is."""
