"""Synthetic Minesweeper screens: skins, fonts, pitches, topologies and clutter from a seed."""

from autoplay.bench.synthetic.screen import KINDS, Spec, SyntheticScreen, make_screen

__all__ = ["KINDS", "Spec", "SyntheticScreen", "make_screen"]
