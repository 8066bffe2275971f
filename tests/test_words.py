"""Numbers in texts agree with what they count."""

from __future__ import annotations

from autoplay.words import counted, first_of


def test_one_is_singular_and_all_else_plural() -> None:
    assert [counted(n, "mine") for n in (0, 1, 2)] == ["0 mines", "1 mine", "2 mines"]
    assert counted(1, "mine is", "mines are") == "1 mine is"
    assert counted(3, "mine is", "mines are") == "3 mines are"


def test_three_are_named_and_more_are_dots() -> None:
    assert first_of(["0,1", "0,2", "0,3"]) == "0,1, 0,2, 0,3"
    assert first_of(["0,1", "0,2", "0,3", "0,4"]) == "0,1, 0,2, 0,3 ..."
