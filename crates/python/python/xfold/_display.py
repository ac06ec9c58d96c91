"""What a run tells of itself while it learns, and what is left of it if Python ends it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any


class Display:
    """Shows messages: as lines, or in a bar of tqdm where it is installed.

    Parameters
    ----------
    progress : bool, callable or None
        Whether to show what the run is doing; ``None`` shows it where somebody looks. A function gets the messages.
    lines : bool
        Whether each message is a line to be kept.
    """

    def __init__(self, progress: bool | Callable[[str], None] | None, lines: bool = False) -> None:
        self.callback: Callable[[str], None] | None = None
        self._bar: Any = None
        if callable(progress):
            self.callback = progress
        elif lines:
            self.callback = _print
        elif progress or (progress is None and _is_watched()):
            try:
                from tqdm.auto import tqdm
            except ImportError:
                self.callback = _print if progress else None
                return
            self._bar = tqdm(bar_format="{desc} [{elapsed}]", leave=False, delay=0 if progress else 0.4)
            self.callback = self._bar.set_description_str

    def __enter__(self) -> Display:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()


def with_best(raised: BaseException, best: Any) -> BaseException:
    """An exception that has ended a run, with the best so far as its attribute ``best``."""
    raised.best = best  # type: ignore[attr-defined]
    if hasattr(raised, "add_note"):
        raised.add_note("The best so far is not lost: it is the attribute `best` of this exception.")
    return raised


def _print(line: str) -> None:
    print(line, file=sys.stderr)


def _is_watched() -> bool:
    if "ipykernel" in sys.modules:
        return True
    return sys.stderr is not None and hasattr(sys.stderr, "isatty") and sys.stderr.isatty()
