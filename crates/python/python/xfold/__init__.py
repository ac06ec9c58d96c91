"""xfold learns default rules with exceptions, and answer set programs.

For tables there is a scikit-learn classifier, :class:`FoldClassifier`. For relational and answer set tasks there are
:func:`learn`, :func:`check`, :func:`explain`, :func:`convert` and :func:`export`.

>>> import xfold
>>> task = '''
... bird(X) :- penguin(X).
... bird(tweety; et). cat(kitty). penguin(polly).
... #modeh(fly(var(any))).
... #modeb(bird(var(any))). #modeb(cat(var(any))). #modeb(penguin(var(any))).
... #pos({fly(tweety), fly(et)}, {}).
... '''
>>> learned = xfold.learn(task)
>>> print(learned)
% closed world: fly/1
fly(X) :- bird(X), not ab0(X).
ab0(X) :- penguin(X).
"""

from __future__ import annotations

from ._classifier import FoldClassifier
from ._errors import InputError, InternalError, LimitError, Note, XfoldError, XfoldWarning
from ._rules import Condition, Explanation, Rule
from ._tasks import (
    CheckResult,
    Converted,
    ExampleVerdict,
    Learned,
    check,
    convert,
    explain,
    export,
    learn,
)
from ._xfold import __version__

__all__ = [
    "CheckResult",
    "Condition",
    "Converted",
    "ExampleVerdict",
    "Explanation",
    "FoldClassifier",
    "InputError",
    "InternalError",
    "Learned",
    "LimitError",
    "Note",
    "Rule",
    "XfoldError",
    "XfoldWarning",
    "__version__",
    "check",
    "convert",
    "explain",
    "export",
    "learn",
]
