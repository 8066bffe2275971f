"""The pointer over a connection of its own, in the bytes of the X protocol.

python-xlib builds and parses each request by itself, 0.2 ms a click and as much a question. Here
what belongs together goes out at once, ready packed: ten times less work, and no press can be sent
without its release. Formats: X11 protocol, QueryPointer and GetAtomName; XTEST 2.2, FakeInput.
"""

from __future__ import annotations

import os
import socket
import struct
from contextlib import suppress
from typing import Any, NamedTuple

PACKET = 32
"""Bytes of an answer, an event or an error; an answer may have more, as many as it says."""

_ASK = struct.Struct("=BxHI")
_FAKE_INPUT = struct.Struct("=BBHBB2xII8xhh8x")
_HEAD = struct.Struct("=BB2xI")
_POINTER = struct.Struct("=16xhh4xH6x")

PRESS, RELEASE, MOTION = 4, 5, 6
"""Kinds of events."""

QUERY_POINTER, GET_ATOM_NAME, FAKE_INPUT = 38, 17, 2
"""Opcodes of requests, the last one among those of XTEST."""

NO_DELAY = 0
"""An event is made at once."""

ERROR, REPLY = 0, 1
"""Kinds of packets; all others are events."""

PRIMARY, PRIMARY_WORDS = 1, 2
"""An atom that every server has, and how many words its name takes: told apart by that."""


class Pointed(NamedTuple):
    """Where the pointer is, in pixels of the whole screen, and the mask of what is held down."""

    x: int
    y: int
    mask: int


class PointerLine:
    """Asks where the pointer is and makes events.

    ``display`` is an open connection of python-xlib, which nobody else may use from then on.
    """

    def __init__(self, display: Any) -> None:
        self._xtest = int(display.query_extension("XTEST").major_opcode)
        self._root = int(display.screen().root.id)
        self._query = _ASK.pack(QUERY_POINTER, 2, self._root)
        display.sync()  # nothing is on its way to python-xlib any more
        self._socket = socket.socket(fileno=os.dup(display.fileno()))
        self._socket.setblocking(True)
        self._awaited = 0  # answers on their way that nobody has waited for
        self._is_torn = False  # whether an exchange was not finished: Ctrl-C came between

    def close(self) -> None:
        """Close it; the display is its owner's to close, for which no answer may be left to it."""
        with self._socket, suppress(OSError):
            self._forget()

    def event(self, kind: int, detail: int, x: int = 0, y: int = 0) -> bytes:
        """Return an event to be made: its kind, the button, and where, on the whole screen."""
        size = _FAKE_INPUT.size // 4
        return _FAKE_INPUT.pack(
            self._xtest, FAKE_INPUT, size, kind, detail, NO_DELAY, self._root, x, y
        )

    def make(self, *events: bytes) -> None:
        """Make these events, all at once, and right before ask where the pointer is.

        Nothing is waited for: ``where`` returns that answer, too. OSError where the display has
        gone.
        """
        self._begin()
        self._send(b"".join((self._query, *events)))
        self._awaited += 1
        self._is_torn = False

    def where(self) -> tuple[Pointed | None, Pointed]:
        """Return where the pointer was right before the last events, if any were made since the
        last question, and where it is now; one round trip. OSError where the display has gone or
        refused what it was sent."""
        self._begin()
        self._send(self._query)
        before = None
        for _ in range(self._awaited):
            before = self._answer()
        here = self._answer()
        self._awaited = 0
        self._is_torn = False
        return before, here

    def _begin(self) -> None:
        if self._is_torn:
            self._forget()
        self._is_torn = True

    def _forget(self) -> None:
        """Let all pass that is still on its way: what comes back now is told by its length."""
        self._send(_ASK.pack(GET_ATOM_NAME, 2, PRIMARY))
        while self._packet()[1] != PRIMARY_WORDS:
            pass
        self._awaited = 0

    def _answer(self) -> Pointed:
        return Pointed(*_POINTER.unpack(self._packet()[0]))

    def _packet(self) -> tuple[bytes, int]:
        """Return the next answer, without what may follow, and how many words follow."""
        while True:
            packet = self._received(PACKET)
            kind, code, more = _HEAD.unpack_from(packet)
            if kind == ERROR:
                raise OSError(f"the display refused it (X error {code})")
            if kind == REPLY:
                self._received(4 * more)
                return packet, more

    def _send(self, data: bytes) -> None:
        self._socket.sendall(data)

    def _received(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            part = self._socket.recv(size - len(data), socket.MSG_WAITALL)
            if not part:
                raise ConnectionResetError("the display closed the connection")
            data += part
        return data
