"""Types: the package keeps its own, a program that uses it is checked by them, and the stub fits the module."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

from xfold import _xfold

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


def test_the_package_and_programs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "program.py").write_text(PROGRAM)
    (tmp_path / "wrong.py").write_text(WRONG)
    options = ["--strict", "--disable-error-code=import-untyped", "--cache-dir=cache"]
    command = [sys.executable, "-m", "mypy", *options, "-p", "xfold", "-p", "program", "-p", "wrong"]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    errors = [line.split(":")[:2] for line in found.stdout.splitlines() if ": error:" in line]
    assert errors == [["wrong.py", "4"], ["wrong.py", "5"], ["wrong.py", "6"]], found.stdout + found.stderr


def test_the_stub_fits_the_module():
    stub = ast.parse(Path(_xfold.__file__).with_name("_xfold.pyi").read_text())
    functions = {node.name: node for node in stub.body if isinstance(node, ast.FunctionDef)}
    [rules] = [node for node in stub.body if isinstance(node, ast.ClassDef)]
    methods = {node.name: node for node in rules.body if isinstance(node, ast.FunctionDef)}
    public = {name for name in dir(_xfold) if not name.startswith("__")}
    assert public == set(functions) | {rules.name}
    assert {name for name in dir(_xfold.TableRules) if not name.startswith("_")} == {
        name for name in methods if not name.startswith("_")
    }
    for name, node in functions.items():
        found = list(inspect.signature(getattr(_xfold, name)).parameters)
        assert found == [argument.arg for argument in node.args.args], name
