"""The examples of the docstrings are run."""

from __future__ import annotations

import doctest
import importlib

import pytest


@pytest.mark.parametrize("name", ["xfold", "xfold._classifier", "xfold._tasks", "xfold._rules", "xfold._errors"])
def test_examples(name):
    result = doctest.testmod(importlib.import_module(name), optionflags=doctest.NORMALIZE_WHITESPACE)
    assert result.failed == 0
