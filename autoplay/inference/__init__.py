"""Exact inference: which cells are safe, which are mines, and how likely the rest is."""

from autoplay.inference.analysis import Analysis
from autoplay.inference.engine import (
    ENGINES,
    active_engine,
    analyze,
    chosen_engine,
    kernel_available,
    log_layouts,
)
from autoplay.inference.nearby import analyze_nearby, best_known

__all__ = [
    "ENGINES",
    "Analysis",
    "active_engine",
    "analyze",
    "analyze_nearby",
    "best_known",
    "chosen_engine",
    "kernel_available",
    "log_layouts",
]
