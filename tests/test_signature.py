"""The signature of a policy: the same for the same advice, and no other."""

from __future__ import annotations

import pytest

from autoplay.bench.signature import corpus, signature
from autoplay.game import Shape
from autoplay.game.topology import Variant
from autoplay.inference import analyze
from autoplay.policy import make_policy


def test_a_policy_has_the_same_signature_again() -> None:
    assert signature(make_policy("winning")) == signature(make_policy("winning"))


@pytest.mark.parametrize("other", ["lowest_risk", "winning:plies=1", "winning:endgame_layouts=0"])
def test_a_policy_that_guesses_otherwise_has_another_signature(other: str) -> None:
    assert signature(make_policy(other)) != signature(make_policy("winning"))


def test_the_corpus_has_guesses_and_certain_moves_on_every_tiling() -> None:
    guesses: set[tuple[Shape, Variant]] = set()
    certain: set[tuple[Shape, Variant]] = set()
    for board in corpus():
        tiling = board.topology.shape, board.topology.variant
        (certain if analyze(board).safe else guesses).add(tiling)
    assert guesses == certain
    assert len(guesses) == 7
