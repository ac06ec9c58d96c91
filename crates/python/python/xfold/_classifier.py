"""``FoldClassifier``: default rules with exceptions from tables, as a scikit-learn classifier."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_random_state
from sklearn.utils.class_weight import compute_sample_weight
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import (
    _check_sample_weight,
    check_consistent_length,
    check_is_fitted,
    validate_data,
)

from ._columns import (
    CATEGORY,
    NOTHING,
    NUMBER,
    Column,
    class_names,
    coded_labels,
    columns_of,
    is_frame,
    name_of,
    names_of,
    shape_of,
)
from ._display import Display, with_best
from ._errors import Note, XfoldWarning, notes_from
from ._rules import Explanation, Rule, rules_from, rules_to_html
from ._xfold import fit_table

# What to try, where the command has an option and this has a parameter.
_HINTS = {"E310": "categorical_features uses a column all the same", "E311": None}


class FoldClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Learns rules with exceptions that people can read, for two or many classes.

    Data frames of pandas, polars and Arrow are taken as they are: numbers, booleans, texts and categories, with missing
    cells. Nothing is one-hot encoded. Arrays of numbers or objects work, too.

    Parameters
    ----------
    brevity : float, default=0.4
        What a condition costs against an error; more makes rules fewer and shorter.
    max_rules : int, default=None
        The most rules, exceptions included: conditions get dearer until the rules are that few.
    max_depth : int, default=1
        Deepest nesting of exceptions; 0 for rules without.
    describe : label, default=None
        Of two classes the one that the rules describe; by default the rarer one.
    vote : int, default=1
        Let so many theories vote, all but the first learned from a part of the columns at each step. More accurate,
        less readable.
    paper : bool, default=False
        FOLD as published: exact on the training rows, without a price for rules.
    categorical_features : list of str or int, or a truth value for each column, default=None
        Columns to be taken as categories even if they hold numbers.
    class_weight : dict, "balanced" or None, default=None
        What rows of a class count for.
    verify : bool, default=False
        Whether clingo, too, checks the printed rules on the training rows, where there are at most 50 000 cells. They
        are always read back and checked by xfold's own evaluator.
    time_limit : float, default=None
        Seconds after which the best rules so far are taken, with a ``ConvergenceWarning``.
    verbose : int, default=0
        1 shows what ``fit`` is doing, with tqdm where it is installed; 2 prints how the rules are found.
    n_jobs : int, default=None
        Number of threads; the rules do not depend on it. None and -1 mean all processors.
    random_state : int, RandomState or None, default=None
        Chooses the columns for ``vote``; nothing else is random. None is a fixed choice.

    Attributes
    ----------
    classes_ : ndarray
        The classes.
    rules_ : list of Rule
        The rules, in the order in which they are asked; the default is last.
    n_features_in_ : int
        Number of columns.
    feature_names_in_ : ndarray of str
        Names of the columns, where ``X`` had names.
    n_rules_, n_conditions_ : int
        The size of the rules; the default does not count.
    train_accuracy_ : float
        The share of training rows that get their class from the printed rules.
    stop_ : str
        ``"verified"`` if the printed rules do on the training rows what the search counted, ``"time_limit"`` or
        ``"interrupt"`` if that came first, else ``"not_verified"``.
    checked_by_ : str
        ``"clingo"`` if it had a say, else ``"evaluator"``.
    fit_seconds_ : float
        How long the search took, without the columns being copied and the rules being checked.
    notes_ : list of Note
        How the columns were read, and what is odd about them.

    Examples
    --------
    >>> import numpy as np
    >>> from xfold import FoldClassifier
    >>> age = np.arange(2, 82)
    >>> member = age % 3 == 0
    >>> X = np.column_stack([age, member])
    >>> free = np.where((age < 12) | (member & (age > 62)), "yes", "no")
    >>> clf = FoldClassifier().fit(X, free)
    >>> for rule in clf.rules_:
    ...     print(rule)
    yes if x0 <= 11
    yes if x0 > 62 and x1 > 0
    no if otherwise
    >>> clf.predict([[8, 0], [70, 1], [30, 1]])
    array(['yes', 'yes', 'no'], dtype='<U3')
    """

    def __init__(
        self,
        *,
        brevity: float = 0.4,
        max_rules: int | None = None,
        max_depth: int = 1,
        describe: Any = None,
        vote: int = 1,
        paper: bool = False,
        categorical_features: Sequence[str | int | bool] | None = None,
        class_weight: dict[Any, float] | str | None = None,
        verify: bool = False,
        time_limit: float | None = None,
        verbose: int = 0,
        n_jobs: int | None = None,
        random_state: Any = None,
    ) -> None:
        self.brevity = brevity
        self.max_rules = max_rules
        self.max_depth = max_depth
        self.describe = describe
        self.vote = vote
        self.paper = paper
        self.categorical_features = categorical_features
        self.class_weight = class_weight
        self.verify = verify
        self.time_limit = time_limit
        self.verbose = verbose
        self.n_jobs = n_jobs
        self.random_state = random_state

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.categorical = True
        tags.input_tags.string = True
        return tags

    def fit(self, X: Any, y: Any, sample_weight: ArrayLike | None = None) -> FoldClassifier:
        """Learns rules.

        Ctrl-C ends it with ``KeyboardInterrupt``. The estimator then has the best rules so far, its ``stop_`` is
        ``"interrupt"``, and it is the attribute ``best`` of the exception.

        Parameters
        ----------
        X : data frame or array-like of shape (n_samples, n_features)
            Numbers, booleans, texts, categories; cells may be missing.
        y : array-like of shape (n_samples,)
            The classes.
        sample_weight : array-like of shape (n_samples,), default=None
            What each row counts for.

        Returns
        -------
        self : FoldClassifier
        """
        options = self._options()
        X, codes = self._validated(X, y)
        names = class_names(self.classes_.tolist())
        if self.describe is not None:
            if len(names) > 2:
                raise ValueError(f"describe chooses between two classes, but y has {len(names)}: leave it out")
            options["describe"] = self._class_name(self.describe, names, "describe")
        self._target = name_of(y)
        columns = self._columns(X)
        weights = self._weights(X, codes, sample_weight)
        if weights is not None and not weights.all():
            kept = np.flatnonzero(weights)
            if len(kept) == 0:
                raise ValueError("every row has the sample_weight 0, so that no class is left: give some rows a weight")
            columns = [column.take(kept) for column in columns]
            codes, weights = codes[kept], weights[kept]
        if np.count_nonzero(np.bincount(codes)) < 2:
            what = "every row" if weights is None else "every row with a weight"
            raise ValueError(
                f"{what} has the class {names[codes[0]]!r}: the number of classes has to be greater than one; "
                "got 1 class. There is nothing to tell apart: is y the right column?"
            )
        target = Column(self._target, codes, names, asked=True)
        given = [column.for_rust() for column in [*columns, target]]
        with Display(self.verbose == 1, lines=self.verbose > 1) as display:
            self._fitted_rules, text, counts, raised = fit_table(given, weights, options, display.callback)
        report = json.loads(text)
        self._class_names = names
        self._column_names = report["names"][:-1]
        self._kinds = {name: column.kind for name, column in zip(self._column_names, columns, strict=True)}
        self._leaves = self._shares(counts, report["classes"])
        self._tell(report)
        if raised is not None:
            raise with_best(raised, self)
        return self

    def _tell(self, report: dict[str, Any]) -> None:
        """Sets what is told of a run, and warns of what is odd about it."""
        self.__dict__.pop("rules_", None)
        self.n_rules_ = self._fitted_rules.n_rules
        self.n_conditions_ = self._fitted_rules.n_literals
        self.train_accuracy_ = report["n_right"] / max(report["n_rows"], 1)
        self.stop_ = report["stop"]
        self.checked_by_ = report["checked_by"]
        self.fit_seconds_ = report["fit_seconds"]
        self.notes_: list[Note] = [
            replace(note, help=_HINTS.get(note.code, note.help)) for note in notes_from(report["notes"])
        ]
        for note in self.notes_:
            if note.severity == "warning":
                warnings.warn(str(note), XfoldWarning, stacklevel=3)
        if self.stop_ == "time_limit":
            message = f"time_limit of {self.time_limit} seconds came first: the rules are the best so far"
            warnings.warn(message, ConvergenceWarning, stacklevel=3)

    @cached_property
    def rules_(self) -> list[Rule]:
        """The rules as objects, made when somebody looks at them."""
        check_is_fitted(self)
        labels = dict(zip(self._class_names, self.classes_.tolist(), strict=True))
        return rules_from(self._fitted_rules.to_json(), labels)

    def predict(self, X: Any) -> NDArray[Any]:
        """The class of each row.

        Parameters
        ----------
        X : data frame or array-like of shape (n_samples, n_features)
            Rows with the columns that the rules were learned from.

        Returns
        -------
        y : ndarray of shape (n_samples,)
        """
        predicted, _ = self._judge(X)
        return np.asarray(self.classes_[predicted])

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """The share of each class among the training rows on which the same rule decided.

        A little of the shares in all training rows is mixed in, so that no class has the probability 0. With ``vote`` it
        is the mean over the theories. The predicted class always has the highest probability.

        Parameters
        ----------
        X : data frame or array-like of shape (n_samples, n_features)
            Rows with the columns that the rules were learned from.

        Returns
        -------
        p : ndarray of shape (n_samples, n_classes)
            In the order of ``classes_``.
        """
        predicted, rules = self._judge(X)
        shares: NDArray[np.float64] = self._leaves[rules].mean(axis=1)
        rows = np.arange(len(predicted))
        best = shares.argmax(axis=1)
        best_share = shares[rows, best]
        # A rule may win although most of its rows have another class; it is believed all the same.
        shares[rows, best] = shares[rows, predicted]
        shares[rows, predicted] = best_share
        return shares

    def predict_log_proba(self, X: Any) -> NDArray[np.float64]:
        """The logarithm of ``predict_proba``."""
        logarithms: NDArray[np.float64] = np.log(self.predict_proba(X))
        return logarithms

    def to_asp(self) -> str:
        """The rules as an answer set program that clingo reads, and ``xfold predict``, too."""
        check_is_fitted(self)
        return self._fitted_rules.program

    def to_sql(self, table: str = "rows", *, plain: bool = False) -> str:
        """The rules as a query: all columns of ``table``, and the predicted class.

        It fits the types that SQLite and DuckDB give columns by themselves. With ``plain`` it is shorter, and needs
        columns that have the types of ``X``.
        """
        return self.export("sql", table=table, plain=plain)

    def to_words(self) -> str:
        """The rules as sentences."""
        return self.export("words")

    def export(self, to: str, *, table: str = "rows", plain: bool = False) -> str:
        """The rules in another language.

        Parameters
        ----------
        to : {"clingo", "scasp", "prolog", "sql", "json", "words", "dot", "mermaid"}
            The language.
        table : str, default="rows"
            For SQL, the name of the table.
        plain : bool, default=False
            For SQL, a shorter query for a table whose columns have the types of ``X``.
        """
        check_is_fitted(self)
        return self._fitted_rules.export(to, table, plain)

    def explain(self, X: Any, *, label: Any = None) -> Explanation:
        """Why rows get their class, or why they do not get another one.

        Parameters
        ----------
        X : data frame or array-like
            Rows as ``predict`` takes them. One row may also be a sequence of cells, a Series or a dict.
        label : label, default=None
            The class to explain; by default the one that the rules give.

        Returns
        -------
        explanation : Explanation
            ``print`` it, look at it in a notebook, or read its ``data``.
        """
        check_is_fitted(self)
        X = self._as_rows(X)
        if is_frame(X):
            self._check_frame(X, reset=False)
        names = [f"row {row}" for row in _row_names(X)]
        columns, _ = self._columns_for_rules(X)
        wanted = None if label is None else self._class_name(label, self._class_names, "label")
        texts = [self._fitted_rules.explain(columns, names, wanted, form) for form in ("text", "html", "json")]
        return Explanation(texts[0].rstrip("\n"), texts[1], json.loads(texts[2])["explanations"])

    def _repr_html_inner(self) -> str:
        if not hasattr(self, "_fitted_rules"):
            return str(super()._repr_html_inner())
        summary = (
            f"{self.n_rules_} rules, {self.n_conditions_} conditions; right on "
            f"{100 * self.train_accuracy_:.1f} % of the training rows"
        )
        return rules_to_html(self.rules_, self._target, summary)

    def _repr_html_(self) -> str:
        return self._repr_html_inner()

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        return {"text/plain": repr(self), "text/html": self._repr_html_inner()}

    def _options(self) -> dict[str, Any]:
        """The parameters as the extension module takes them."""
        for name, least in (("max_rules", 1), ("max_depth", 0), ("vote", 1)):
            value = getattr(self, name)
            if value is None and name == "max_rules":
                continue
            if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < least:
                raise ValueError(f"{name} is {value!r}, but must be a whole number of at least {least}")
        if self.vote > 999:
            raise ValueError(f"vote is {self.vote!r}, but must be at most 999")
        if not _is_number(self.brevity) or not 0 < self.brevity <= 100:
            raise ValueError(f"brevity is {self.brevity!r}, but must be a number above 0 and at most 100")
        if self.paper and self.max_rules is not None:
            raise ValueError("the published algorithm has no price for rules: choose one of paper and max_rules")
        if self.time_limit is not None and not (_is_number(self.time_limit) and self.time_limit > 0):
            raise ValueError(f"time_limit is {self.time_limit!r}, but must be above 0 seconds, or None")
        if not _is_number(self.verbose):
            raise ValueError(f"verbose is {self.verbose!r}, but must be 0, 1 or 2")
        seed = 1
        if self.random_state is not None:
            is_whole = isinstance(self.random_state, (int, np.integer)) and self.random_state >= 0
            random = self.random_state if is_whole else check_random_state(self.random_state).randint(2**31)
            seed = int(random)
        return {
            "brevity": float(self.brevity),
            "max_rules": None if self.max_rules is None else int(self.max_rules),
            "max_depth": int(self.max_depth),
            "vote": int(self.vote),
            "paper": bool(self.paper),
            "verify": bool(self.verify),
            "verbose": self.verbose > 1,
            "time_limit": None if self.time_limit is None else float(self.time_limit),
            "threads": self._threads(),
            "seed": seed,
        }

    def _threads(self) -> int | None:
        if self.n_jobs is None:
            return None
        if not isinstance(self.n_jobs, (int, np.integer)) or self.n_jobs == 0:
            raise ValueError(f"n_jobs is {self.n_jobs!r}, but must be a number of threads, -1 or None")
        return int(self.n_jobs) if self.n_jobs > 0 else None

    def _validated(self, X: Any, y: Any) -> tuple[Any, NDArray[np.int64]]:
        """Checks shapes, names and the target, as scikit-learn's own estimators do; gives the classes by number."""
        if not is_frame(X):
            X, labels = validate_data(
                self, _as_array(X), y, dtype=None, ensure_all_finite="allow-nan", ensure_min_samples=1
            )
            return X, self._coded(labels)
        if y is None:
            raise ValueError(f"This {type(self).__name__} estimator requires y to be passed, but the target y is None.")
        self._check_frame(X, reset=True)
        codes = self._coded(y)
        if len(codes) != shape_of(X)[0]:
            check_consistent_length(codes, np.empty(shape_of(X)[0]))
        return X, codes

    def _coded(self, y: Any) -> NDArray[np.int64]:
        """The target by number; sets ``classes_``. Labels are compared once each, not row by row."""
        values, codes = coded_labels(y)
        if (codes < 0).any():
            raise ValueError("Input y contains NaN or None: drop the rows without a class")
        try:
            self.classes_, places = np.unique(values, return_inverse=True)
        except TypeError:
            kinds = ", ".join(sorted({type(label).__name__ for label in values.tolist()}))
            raise ValueError(
                f"y has labels of mixed types ({kinds}): make them one type, for example with y.astype(str)"
            ) from None
        if not all(isinstance(label, (str, bool, int)) for label in self.classes_.tolist()):
            # Each class more than once, or they would look like numbers to be predicted.
            check_classification_targets(np.tile(self.classes_, 3))
        return np.asarray(places[codes], dtype=np.int64)

    def _check_frame(self, X: Any, reset: bool) -> None:
        """Shape and names of a frame; ``reset`` if they are those to be learned from."""
        n_rows, n_columns = shape_of(X)
        for size, what in ((n_rows, "sample"), (n_columns, "feature")):
            if size == 0:
                raise ValueError(
                    f"Found a data frame with 0 {what}(s) (shape=({n_rows}, {n_columns})) while a minimum of 1 is "
                    f"required by {type(self).__name__}: give rows and columns to learn from."
                )
        names = names_of(X)
        if reset and all(isinstance(name, str) for name in names):
            self.n_features_in_, self.feature_names_in_ = n_columns, np.asarray(names, dtype=object)
            if len(set(names)) < n_columns:
                twice = ", ".join(sorted({repr(name) for name in names if names.count(name) > 1}))
                message = f"X has several columns of the name {twice}: rules number all but the first"
                warnings.warn(message, XfoldWarning, stacklevel=4)
        elif reset or not np.array_equal(names, getattr(self, "feature_names_in_", ())):
            # Scikit-learn has the words for what differs.
            validate_data(self, X, skip_check_array=True, reset=reset)

    def _class_name(self, label: Any, names: list[str], what: str) -> str:
        places = np.flatnonzero([known == label for known in self.classes_.tolist()])
        if len(places) == 0:
            shown = ", ".join(repr(known) for known in self.classes_.tolist()[:20])
            raise ValueError(f"{what} is {label!r}, but the classes are {shown}")
        return names[int(places[0])]

    def _columns(self, X: Any) -> list[Column]:
        names = self._input_names()
        columns = columns_of(X, names, range(len(names)))
        for place in self._categorical(names):
            columns[place] = columns[place].as_categories()
        return columns

    def _input_names(self) -> list[str]:
        names = getattr(self, "feature_names_in_", None)
        return [f"x{place}" for place in range(self.n_features_in_)] if names is None else [str(n) for n in names]

    def _categorical(self, names: list[str]) -> list[int]:
        features = self.categorical_features
        if features is None:
            return []
        features = [features] if isinstance(features, str) else list(features)
        if features and all(isinstance(wanted, (bool, np.bool_)) for wanted in features):
            if len(features) != len(names):
                raise ValueError(f"categorical_features has {len(features)} truth values for {len(names)} columns")
            return [int(place) for place in np.flatnonzero(features)]
        places = []
        for wanted in features:
            if isinstance(wanted, (int, np.integer)) and -len(names) <= wanted < len(names):
                places.append(int(wanted))
            elif wanted in names:
                places.append(names.index(str(wanted)))
            else:
                raise ValueError(f"categorical_features has {wanted!r}, but the columns are {', '.join(names[:20])}")
        return places

    def _weights(self, X: Any, codes: NDArray[np.int64], sample_weight: Any) -> NDArray[np.float64] | None:
        weights = None
        if sample_weight is not None:
            like = np.empty((shape_of(X)[0], 1))
            weights = np.asarray(_check_sample_weight(sample_weight, like, dtype=np.float64))
            if (weights < 0).any():
                row = int(np.flatnonzero(weights < 0)[0])
                raise ValueError(f"sample_weight has {weights[row]} in row {row}: weights are at least 0")
        if self.class_weight is not None:
            of_class = compute_sample_weight(self.class_weight, self.classes_[codes])
            weights = of_class if weights is None else weights * of_class
        return weights

    def _shares(self, counts: NDArray[np.float64], classes: list[str]) -> NDArray[np.float64]:
        """For each rule the shares of the classes among the rows on which it decides, and last those of all rows."""
        places = [self._class_names.index(name) for name in classes]
        by_rule = np.zeros((len(counts) // len(classes), len(self.classes_)))
        by_rule[:, places] = counts.reshape(-1, len(classes))
        prior = by_rule.sum(axis=0) / by_rule.sum()
        shares = (by_rule + prior) / (by_rule.sum(axis=1, keepdims=True) + 1)
        return np.vstack([shares, prior])

    def _judge(self, X: Any) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """For each row the place of its class in ``classes_``, and the rules that gave it."""
        check_is_fitted(self)
        if is_frame(X):
            self._check_frame(X, reset=False)
        else:
            X = validate_data(self, _as_array(X), dtype=None, ensure_all_finite="allow-nan", reset=False)
        columns, n_rows = self._columns_for_rules(X)
        classes, rules = self._fitted_rules.judge(columns, n_rows, self._threads())
        places = np.array([self._class_names.index(name) for name in self._fitted_rules.classes], dtype=np.int64)
        return places[classes], rules.reshape(n_rows, -1)

    def _columns_for_rules(self, X: Any) -> tuple[list[Any], int]:
        """The columns that rules read, of the kinds that they were learned from."""
        names = self._input_names()
        used = dict(self._fitted_rules.columns)
        places = [place for place, name in enumerate(self._column_names) if name in used]
        asked = set(self._categorical(names))
        read = columns_of(X, self._column_names, places)
        columns = []
        for place, column in zip(places, read, strict=True):
            fitted = self._kinds[column.name]
            if place in asked:
                column = column.as_categories()
            if column.kind == NUMBER and fitted == CATEGORY:
                column = column.without_numbers()
            if column.kind not in (fitted, NOTHING):
                words = {NUMBER: "numbers", CATEGORY: "categories"}
                raise ValueError(
                    f"column {names[place]!r} had {words[fitted]} when the rules were learned, but has "
                    f"{words[column.kind]} now: convert it, or fit again"
                )
            columns.append(column.for_rust())
        return columns, shape_of(X)[0]

    def _as_rows(self, X: Any) -> Any:
        """Rows from what ``explain`` takes."""
        if is_frame(X):
            return X
        if hasattr(X, "to_frame") and hasattr(X, "index"):
            return X.to_frame().T.infer_objects()
        if isinstance(X, dict):
            missing = [name for name in self._input_names() if name not in X]
            if missing:
                raise ValueError(f"the row lacks {', '.join(missing)}: give every column, None where it is missing")
            X = [[X[name] for name in self._input_names()]]
        X = np.asarray(_as_array(X))
        X = X.reshape(1, -1) if X.ndim == 1 else X
        if X.ndim != 2:
            raise ValueError(f"expected rows, found {X.tolist()!r}: give a data frame, or the cells of a row")
        if X.shape[1] != self.n_features_in_:
            raise ValueError(f"the row has {X.shape[1]} cells, but the rules were learned from {self.n_features_in_}")
        return X


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float, np.number))


def _as_array(X: Any) -> Any:
    """What is no array becomes one whose cells keep their types."""
    if isinstance(X, (list, tuple)):
        array = np.asarray(X)
        return np.array(X, dtype=object) if array.dtype.kind in "US" else array
    return X


def _row_names(X: Any) -> Iterable[Any]:
    return X.index.tolist() if hasattr(X, "index") and hasattr(X, "iloc") else range(shape_of(X)[0])
