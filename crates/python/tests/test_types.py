"""Types: the package keeps its own, a program that uses it is checked by them, and the stub fits the module."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytest.importorskip("mypy")

PROGRAM = '''
import pathlib

import numpy as np

import xfold

clf = xfold.FoldClassifier(brevity=0.5, max_rules=3).fit(np.zeros((2, 1)), ["a", "b"])
words: str = clf.to_words()
conditions: list[xfold.Condition] = clf.rules_[0].conditions
learned: xfold.Learned = xfold.learn(pathlib.Path("task.las"), time_limit=3.0)
verdicts: list[xfold.ExampleVerdict] = xfold.check("task.las", learned).examples
'''
WRONG = '''
import xfold

xfold.learn("task.las", time_limit="long")
xfold.FoldClassifier(brevty=1.0)
number: int = xfold.learn("task.las").program
'''


@pytest.fixture(scope="module")
def cache(tmp_path_factory):
    """What mypy remembers of the libraries from one test to the next."""
    return tmp_path_factory.mktemp("cache")


def test_the_package_and_programs(tmp_path, monkeypatch, cache):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "program.py").write_text(PROGRAM)
    (tmp_path / "wrong.py").write_text(WRONG)
    options = ["--strict", "--disable-error-code=import-untyped", f"--cache-dir={cache}"]
    command = [sys.executable, "-m", "mypy", *options, "-p", "xfold", "-p", "program", "-p", "wrong"]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    errors = [line.split(":")[:2] for line in found.stdout.splitlines() if ": error:" in line]
    assert errors == [["wrong.py", "4"], ["wrong.py", "5"], ["wrong.py", "6"]], found.stdout + found.stderr


def test_the_stub_fits_the_module(tmp_path, cache):
    # What Python's binding adds by itself, and what only builds for tests have.
    allowed = tmp_path / "allowed"
    allowed.write_text("xfold._xfold.__all__\nxfold._xfold.__panic\n")
    config = tmp_path / "mypy.ini"
    config.write_text(f"[mypy]\ndisable_error_code = import-untyped\ncache_dir = {cache}\n")
    options = ["--allowlist", allowed, "--ignore-unused-allowlist", "--mypy-config-file", config]
    command = [sys.executable, "-m", "mypy.stubtest", *options, "xfold._xfold"]
    found = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert found.returncode == 0, found.stdout + found.stderr
