"""What the manual and the front page show of Python is run. ``UPDATE_EXPECT=1`` rewrites what it prints.

A block marked ``pycon`` is a session; the sessions of one document share their names and run in a temporary folder.
"""

from __future__ import annotations

import code
import contextlib
import io
import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
DOCUMENTS = ["README.md", "docs/src/python.md"]


def sessions(text: str):
    """The lines of a document in pieces: ``(is_session, lines)``."""
    pieces: list[tuple[bool, list[str]]] = [(False, [])]
    for line in text.splitlines():
        if line == "```pycon":
            pieces[-1][1].append(line)
            pieces.append((True, []))
        elif line == "```" and pieces[-1][0]:
            pieces.append((False, [line]))
        else:
            pieces[-1][1].append(line)
    return pieces


def rerun(lines: list[str], console: code.InteractiveConsole) -> list[str]:
    """A session as it really goes."""
    found: list[str] = []
    statement: list[str] = []
    for number, line in enumerate(lines):
        if not line.startswith((">>> ", "... ", "...")):
            continue
        statement.append(line)
        following = lines[number + 1] if number + 1 < len(lines) else ""
        if following.startswith("..."):
            continue
        found.extend(statement)
        source = "\n".join(line[4:] for line in statement)
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            console.runsource(source + ("\n" if len(statement) > 1 else ""), "<manual>", "single")
        lines_ = printed.getvalue().splitlines()
        if lines_ and lines_[0].startswith("Traceback"):
            lines_ = [lines_[0], "    ..."] + [line for line in lines_[1:] if line and not line.startswith(" ")]
        found.extend(lines_)
        statement = []
    return found


@pytest.mark.parametrize("name", DOCUMENTS)
def test_sessions(name, tmp_path, monkeypatch):
    pytest.importorskip("pandas")
    path = ROOT / name
    text = path.read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    console = code.InteractiveConsole()
    found = []
    n_sessions = 0
    for is_session, lines in sessions(text):
        found.extend(rerun(lines, console) if is_session else lines)
        n_sessions += is_session
    found_text = "\n".join(found) + "\n"
    assert n_sessions > 0
    if os.environ.get("UPDATE_EXPECT"):
        path.write_text(found_text, encoding="utf-8")
    assert found_text == text


def test_a_source_distribution_has_what_the_build_reads():
    """Clingo is built with the files that its toolchain file names."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    toolchain = (ROOT / "tools" / "clingo.cmake").read_text(encoding="utf-8")
    read = {path.name for path in (ROOT / "tools").iterdir() if path.name in toolchain} | {"clingo.cmake"}
    assert len(read) > 1
    assert [name for name in read if f'"tools/{name}"' not in text] == []
