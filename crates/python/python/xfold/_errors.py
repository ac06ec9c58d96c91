"""What goes wrong, as exceptions that carry the code, the place and a hint."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Note:
    """A message about a task, a table or rules.

    Attributes
    ----------
    severity : str
        ``"error"``, ``"warning"`` or ``"note"``.
    code : str
        A stable code such as ``"E213"``; ``xfold help E213`` of the command explains it.
    message : str
        What was found.
    help : str or None
        What to try.
    file, line, column
        The place, where there is one; lines and columns count from one.
    """

    severity: str
    code: str
    message: str
    help: str | None = None
    file: str | None = None
    line: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.file, self.line, self.column) if part is not None)
        text = f"{self.severity}[{self.code}]: {self.message}"
        text = f"{place}: {text}" if place else text
        return f"{text} ({self.help})" if self.help else text


def notes_from(values: list[dict[str, Any]]) -> list[Note]:
    """Notes from the values of a report."""
    return [Note(**value) for value in values]


class XfoldError(Exception):
    """Anything that xfold refuses or cannot do.

    Attributes
    ----------
    notes : list of Note
        All messages, the first error first.
    code, hint, file, line, column
        Those of the first error.
    """

    def __init__(self, notes: list[Note]) -> None:
        self.notes = sorted(notes, key=lambda note: note.severity != "error")
        first = self.notes[0] if self.notes else Note("error", "", "unknown error")
        self.code = first.code
        self.hint = first.help
        self.file, self.line, self.column = first.file, first.line, first.column
        errors = [note for note in self.notes if note.severity == "error"] or self.notes
        super().__init__("\n".join(str(note) for note in errors))

    def __reduce__(self) -> tuple[type[XfoldError], tuple[list[Note]]]:
        return (type(self), (self.notes,))


class InputError(XfoldError, ValueError):
    """A task, a table, rules or a setting cannot be used; the place says where, the hint what to try."""


class LimitError(XfoldError, TimeoutError):
    """A limit came before anything was learned."""


class InternalError(XfoldError, RuntimeError):
    """A fault of xfold itself: please report it."""


class XfoldWarning(UserWarning):
    """Something about the data is probably not as it was meant; work went on."""


def from_json(kind: str, notes: str) -> XfoldError:
    """The exception for what the extension module found."""
    kinds = {"limit": LimitError, "internal": InternalError}
    return kinds.get(kind, InputError)(notes_from(json.loads(notes)))
