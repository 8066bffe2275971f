"""Every error this program raises on purpose.

    AutoplayError                    exit code
      UsageError                     2   a wrong argument, file, key or setting
        BoardTextError               2   a text that is no board
        ProfileError                 2   a profile or skin that cannot be used
        RecordingError               2   a recording that cannot be used
        MissingExtraError            2   a command that needs an optional package
      ImpossibleBoardError           3   no layout of mines fits the board (carries witnesses)
      BudgetError                    3   an exact answer would cost more than the budget
      VisionError                    3   the picture could not be read
        NoBoardError                 3   no board found
        SeveralBoardsError           3   more than one board found (carries them)
        UnreadableError              3   cells in doubt (carries them with scores)
          OverruledError             3   the rules allow nothing that these cells look like
          HalfDrawnError             3   the game has not drawn all that a click opens
          CutOffError                3   the board goes on beyond what can be read of it
          WrongTotalError            2   a mine total was told that the board cannot have
        DisprovedError               3   a cell that could be no mine held one
      UnclickedMineError             1   a mine exploded that was not clicked
      DesktopError                   4   the screen or the pointer does not work
        NoEffectError                4   a click had no effect
        LostBoardError               4   the board moved, closed or was covered
      StoppedError                   130 the person stopped the program
        PausedError                  130 the person moved the mouse; play may be resumed

Each message is one line that says what is wrong and what to do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Self

LONGEST_MESSAGE = 800
"""Characters; the longest message of our own, naming cells in doubt, has about 400."""


class AutoplayError(Exception):
    """Base of all errors; ``exit_code`` is what the command line returns for it.

    Messages quote what was given, which may be anything: they stay one line of bearable length.
    ``is_another_game`` says that a board shows which does not follow from the one before.
    """

    exit_code: ClassVar[int] = 1
    is_another_game = False

    def __init__(self, message: str = "") -> None:
        line = " ".join(message.splitlines())
        if len(line) > LONGEST_MESSAGE:
            half = LONGEST_MESSAGE // 2 - 3
            line = f"{line[:half]} ... {line[-half:]}"
        super().__init__(line)


class UsageError(AutoplayError):
    """A wrong argument, file, key or setting."""

    exit_code = 2


class BoardTextError(UsageError):
    """A text that is no board; the message names the line."""


class ProfileError(UsageError):
    """A profile or skin that cannot be used; the message names file and key."""


class RecordingError(UsageError):
    """A recording that cannot be used; the message names file and line."""


class MissingExtraError(UsageError):
    """A command that needs an optional package; the message says how to install it."""


class ImpossibleBoardError(AutoplayError):
    """No layout of mines fits the board.

    ``witnesses`` are the cells whose numbers contradict each other; empty if the total does.
    """

    exit_code = 3

    def __init__(self, message: str, witnesses: Sequence[int] = ()) -> None:
        super().__init__(message)
        self.witnesses = tuple(witnesses)


class BudgetError(AutoplayError):
    """An exact answer would cost more than the budget allows."""

    exit_code = 3


@dataclass(frozen=True)
class Beneath:
    """What is known of the last clicks beneath what covers a board.

    ``opened`` are the cells clicked last that were seen open, ``hidden`` those that something hides
    and that never were, ``exploded`` those that show a mine; ``numbers`` is what is drawn on cells
    that were closed before the last clicks.
    """

    opened: frozenset[int] = frozenset()
    hidden: frozenset[int] = frozenset()
    exploded: frozenset[int] = frozenset()
    numbers: Mapping[int, int] = field(default_factory=dict)


class VisionError(AutoplayError):
    """The picture could not be read; ``beneath`` is what is known of the last clicks.

    The message is ``what`` is wrong and, behind a semicolon, ``more``: what to do, or why it is so.
    """

    exit_code = 3
    beneath = Beneath()

    def __init__(self, what: str = "", *, more: str = "") -> None:
        super().__init__(f"{what}; {more}" if more else what)
        self.what = what


class NoBoardError(VisionError):
    """No board was found; the message describes the best rejected one, if any."""


class SeveralBoardsError(VisionError):
    """More than one board was found; ``candidates`` holds their lattices."""

    def __init__(self, what: str, candidates: Sequence[object] = ()) -> None:
        super().__init__(what)
        self.candidates = tuple(candidates)


class UnreadableError(VisionError):
    """Some cells are in doubt; ``cells`` names them, ``evidence`` says why for each.

    ``lattice`` is that of the board which was found, if it was looked for; ``numbers`` says how
    many of its cells show one beyond doubt, where the rules of the game allow what is seen; where
    all that is in doubt is how far the board goes, every cell counts.
    """

    def __init__(
        self,
        what: str,
        cells: Sequence[int] = (),
        evidence: Sequence[str] = (),
        lattice: object | None = None,
        numbers: int = 0,
        *,
        more: str = "",
    ) -> None:
        super().__init__(what, more=more)
        self.cells = tuple(cells)
        self.evidence = tuple(evidence)
        self.lattice = lattice
        self.numbers = numbers

    def copied(self) -> Self:
        """Return another error that says the same: what is told of one is not told of the other.

        Libraries change how ``copy`` copies errors, some to two that share what is told of them.
        """
        other = type(self).__new__(type(self), *self.args)
        other.__dict__.update(self.__dict__)
        return other


class OverruledError(UnreadableError):
    """The rules had to call these cells what they do not look like."""


class HalfDrawnError(UnreadableError):
    """A zero lies beside a covered cell, as where the game has not drawn all that a click opens."""


class CutOffError(UnreadableError):
    """A board goes on beyond what can be read of it; ``lattice`` is that of the part."""


class WrongTotalError(UnreadableError):
    """The board that was read cannot have the mine total that was told."""

    exit_code = 2


class DisprovedError(VisionError):
    """A cell that could be no mine held one: what was read, or told, is not the game's."""


class UnclickedMineError(AutoplayError):
    """The game was lost by a mine that was not clicked: by the person, or around a wrong flag."""


class DesktopError(AutoplayError):
    """The screen or the pointer does not work."""

    exit_code = 4


class NoEffectError(DesktopError):
    """A click had no effect on the board, after the stated number of tries."""


class LostBoardError(DesktopError):
    """The board moved, closed, was covered, was resized or never stood still."""

    @property
    def what(self) -> str:
        """What is wrong, as a VisionError says it."""
        return str(self)


class StoppedError(AutoplayError):
    """The person stopped the program; the message says how.

    ``told`` says that the person has read it already, in the line that sums the game up.
    """

    exit_code = 130
    told = False


class PausedError(StoppedError):
    """The person moved the mouse; play may go on after ``Watch.resume()``."""
