"""Simulations and comparisons that Ctrl-C interrupts after so many chunks."""

from __future__ import annotations

import pytest

from autoplay.bench.simulate import Result, Setup, play_chunk


def play_first_chunks(patched: pytest.MonkeyPatch, chunks: int) -> None:
    """Let so many chunks be played in this process, and Ctrl-C be pressed at the next.

    Chunks of which no game is missing do not count.
    """
    left = iter(range(chunks))

    def played(setup: Setup, chunk: tuple[int, ...]) -> list[Result]:
        if chunk and next(left, None) is None:
            raise KeyboardInterrupt
        return play_chunk(setup, chunk)

    patched.setattr("autoplay.bench.simulate.play_chunk", played)
