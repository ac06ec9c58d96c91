"""What may be given to FoldClassifier, and what is refused, with which words."""

from __future__ import annotations

import datetime
import decimal
import pickle

import numpy as np
import pytest
from sklearn.exceptions import DataConversionWarning, NotFittedError

import xfold
from xfold import FoldClassifier

pd = pytest.importorskip("pandas")
pl = pytest.importorskip("polars")
pa = pytest.importorskip("pyarrow")


def numbers_and_words(n_rows: int = 200):
    """A number and a word, which tell two classes apart."""
    random = np.random.RandomState(0)
    X = pd.DataFrame({"a": random.randint(0, 10, n_rows) * 10.0, "b": random.choice(["x", "y", "z"], n_rows)})
    return X, np.where((X["a"] > 50) & (X["b"] != "x"), "p", "q")


def missing(values, dtype):
    """The same values in an array of pandas, the fourth one missing."""
    array = pd.array(values, dtype=dtype)
    array[3] = pd.NA
    return array


WORKS = {
    "Int64": lambda X: X.assign(a=missing(X["a"].astype(int), "Int64")),
    "Float64": lambda X: X.assign(a=missing(X["a"], "Float64")),
    "boolean": lambda X: X.assign(a=missing(X["a"] > 50, "boolean")),
    "string[pyarrow]": lambda X: X.assign(b=missing(X["b"], "string[pyarrow]")),
    "string[python]": lambda X: X.assign(b=missing(X["b"], "string[python]")),
    "arrow types": lambda X: X.assign(a=missing(X["a"], "double[pyarrow]"), b=missing(X["b"], pd.ArrowDtype(pa.string()))),
    "object numbers": lambda X: X.assign(a=X["a"].astype(int).astype(object)),
    "object booleans": lambda X: X.assign(a=pd.Series([None, *(X["a"] > 50)[1:]], dtype=object)),
    "decimals": lambda X: X.assign(a=[decimal.Decimal(str(value)) for value in X["a"]]),
    "bytes": lambda X: X.assign(b=[value.encode() for value in X["b"]]),
    "float16": lambda X: X.assign(a=X["a"].astype(np.float16)),
    "long double": lambda X: X.assign(a=X["a"].astype(np.longdouble)),
    "big endian": lambda X: X.assign(a=X["a"].astype(">f8")),
    "uint16": lambda X: X.assign(a=X["a"].astype(np.uint16)),
    "not aligned": lambda X: X.assign(a=np.frombuffer(b"." + X["a"].to_numpy().tobytes(), np.float64, offset=1)),
    "every second row": lambda X: pd.concat([X, X]).sort_index().iloc[::2],
    "sparse column": lambda X: X.assign(a=pd.arrays.SparseArray(X["a"])),
    "categories": lambda X: X.astype({"b": pd.CategoricalDtype(["unused", "z", "y", "x"])}),
    "ranges": lambda X: X.assign(a=pd.cut(X["a"], [-1, 50, 100])),
    "dates": lambda X: X.assign(c=pd.date_range("2020", periods=len(X))),
    "dates with a zone": lambda X: X.assign(c=pd.date_range("2020", periods=len(X), tz="UTC")),
    "durations": lambda X: X.assign(c=pd.to_timedelta(np.arange(len(X)), "D")),
    "periods": lambda X: X.assign(c=pd.period_range("2000", periods=len(X), freq="D")),
    "numbers as names": lambda X: X.set_axis([0, 1], axis=1),
    "names of two levels": lambda X: X.set_axis(pd.MultiIndex.from_tuples([("k", "a"), ("k", "b")]), axis=1),
    "polars": pl.from_pandas,
    "polars categories": lambda X: pl.from_pandas(X).with_columns(pl.col("b").cast(pl.Categorical)),
    "polars enum": lambda X: pl.from_pandas(X).with_columns(pl.col("b").cast(pl.Enum(["z", "y", "x"]))),
    "polars decimals": lambda X: pl.from_pandas(X).with_columns(pl.col("a").cast(pl.Decimal(10, 3))),
    "polars dates": lambda X: pl.from_pandas(X).with_columns(pl.lit(datetime.date(2020, 1, 1)).alias("c")),
    "arrow batch": lambda X: pa.Table.from_pandas(X).to_batches()[0],
    "arrow dictionary": lambda X: pa.Table.from_pandas(X.astype({"b": "category"})),
    "arrow views": lambda X: pa.table({"a": X["a"], "b": pa.array(X["b"], getattr(pa, "string_view", pa.string)())}),
    "arrow slice": lambda X: pa.table({"a": [0.0, *X["a"]], "b": ["new", *X["b"]]}).slice(1),
    "arrow chunks": lambda X: pa.concat_tables([pa.Table.from_pandas(X[:99]), pa.Table.from_pandas(X[99:])]),
}


@pytest.mark.parametrize("name", WORKS)
def test_every_kind_of_column(name):
    X, y = numbers_and_words()
    given = WORKS[name](X)
    clf = FoldClassifier().fit(given, y)
    assert clf.score(given, y) > 0.98
    assert len(clf.rules_) <= 3
    again = pickle.loads(pickle.dumps(clf))
    assert (again.predict(given) == clf.predict(given)).all()


@pytest.mark.parametrize("nothing", [None, np.nan, pd.NA])
def test_a_column_without_values_is_left_out(nothing):
    X, y = numbers_and_words()
    with pytest.warns(xfold.XfoldWarning, match="`c` has no value in any row"):
        clf = FoldClassifier().fit(X.assign(c=nothing), y)
    assert clf.score(X.assign(c=nothing), y) == 1.0
    for frame in (pl.from_pandas(X).with_columns(pl.lit(None).alias("c")), pa.table({**X, "c": pa.nulls(len(X))})):
        with pytest.warns(xfold.XfoldWarning, match="`c` has no value in any row"):
            assert FoldClassifier().fit(frame, y).score(frame, y) == 1.0


TARGETS = {
    "texts": lambda y: y,
    "list": lambda y: y.tolist(),
    "objects": lambda y: y.astype(object),
    "series": lambda y: pd.Series(y, index=range(5, len(y) + 5)),
    "categories": lambda y: pd.Series(pd.Categorical(y, categories=["unused", "q", "p"])),
    "booleans": lambda y: y == "p",
    "numbers": lambda y: (y == "p").astype(float),
    "far numbers": lambda y: np.where(y == "p", 2**63, 5).astype(np.uint64),
    "near numbers": lambda y: np.where(y == "p", -7, 3).astype(np.int8),
    "Int64": lambda y: pd.Series(y == "p").astype("Int64"),
    "polars": lambda y: pl.Series("t", y),
    "polars categories": lambda y: pl.Series("t", y).cast(pl.Categorical),
    "arrow": lambda y: pa.array(y),
    "arrow dictionary": lambda y: pa.chunked_array([pa.array(y).dictionary_encode()]),
    "dates": lambda y: np.where(y == "p", np.datetime64("2020-01-01"), np.datetime64("2021-01-01")),
    "control characters": lambda y: pd.Series(np.where(y == "p", "p\r\n\x07", "q")),
}


@pytest.mark.parametrize("name", TARGETS)
def test_every_kind_of_target(name):
    X, labels = numbers_and_words()
    y = TARGETS[name](labels)
    clf = FoldClassifier().fit(X, y)
    assert len(clf.classes_) == 2
    plain = np.asarray(y.to_pylist() if hasattr(y, "to_pylist") else y)
    assert (clf.predict(X) == plain).all()
    assert set(clf.classes_.tolist()) == set(plain.tolist())


def test_the_name_of_a_target():
    X, y = numbers_and_words()
    assert "goes is p" in FoldClassifier().fit(X, pd.Series(y, name="goes")).to_words()
    with pytest.warns(DataConversionWarning):
        assert "goes is p" in FoldClassifier().fit(X, pd.DataFrame({"goes": y})).to_words()


def test_columns_of_one_name():
    X, y = numbers_and_words()
    for twice in (X.set_axis(["a", "a"], axis=1), pa.Table.from_pandas(X).rename_columns(["a", "a"])):
        with pytest.warns(xfold.XfoldWarning, match="several columns of the name 'a'"):
            clf = FoldClassifier().fit(twice, y)
        assert str(clf.rules_[0]) == "p if a > 55 unless (a_2 is x)"
        assert clf.score(twice, y) == 1.0


BAD = {
    "one class": (lambda X, y: (X, ["yes"] * len(y)), ValueError, "got 1 class"),
    "no rows": (lambda X, y: (X[:0], y[:0]), ValueError, "0 sample"),
    "no columns": (lambda X, y: (X[[]], y), ValueError, "0 feature"),
    "no target": (lambda X, y: (X, None), ValueError, "requires y"),
    "another length": (lambda X, y: (X, y[:-1]), ValueError, "inconsistent numbers of samples"),
    "missing target": (lambda X, y: (X, [None, *y[1:]]), ValueError, "NaN|None"),
    "numbers as target": (lambda X, y: (X, np.linspace(0, 1, len(y))), ValueError, "Unknown label type"),
    "mixed target": (lambda X, y: (X, np.array([1, *y[1:]], dtype=object)), ValueError, "mixed types|Unknown label"),
    "mixed cells": (lambda X, y: (X.assign(age=["old", *X["age"][1:]]), y), ValueError, "'age' has mixed types"),
    "objects": (lambda X, y: (X.assign(age=[{}] * len(y)), y), TypeError, "string or a real number"),
    "infinite": (lambda X, y: (np.full((len(y), 1), np.inf), y), ValueError, "infinity"),
    "complex": (lambda X, y: (np.full((len(y), 1), 1j), y), ValueError, "Complex data not supported"),
    "infinite in a frame": (lambda X, y: (X.assign(age=-np.inf), y), ValueError, "infinity: column 'age'"),
    "complex in a frame": (lambda X, y: (X.assign(age=1j), y), ValueError, "'age' has values of type complex128"),
    "one dimension": (lambda X, y: (X["age"].to_numpy(), y), ValueError, "Expected 2D array"),
    "a series": (lambda X, y: (X["age"], y), ValueError, "2-dimensional|Expected 2D"),
    "three dimensions": (lambda X, y: (np.zeros((len(y), 2, 2)), y), ValueError, "dim 3"),
    "a scalar": (lambda X, y: (5, y), ValueError, "Expected 2D array"),
    "ragged lists": (lambda X, y: ([[1, 2], [3]] * (len(y) // 2), y), ValueError, "inhomogeneous"),
    "lists in cells": (lambda X, y: (X.assign(age=[[1]] * len(y)), y), TypeError, "'age'.*not 'list'"),
    "sparse": (lambda X, y: (sparse(len(y)), y), TypeError, "[Ss]parse"),
    "lazy": (lambda X, y: (pl.from_pandas(X).lazy(), y), TypeError, "collect"),
    "lists of polars": (
        lambda X, y: (pl.from_pandas(X).with_columns(pl.concat_list("age").alias("c")), y),
        TypeError,
        "'c'.*not 'list'",
    ),
    "names of two types": (lambda X, y: (X.set_axis([0, "b", "c"], axis=1), y), TypeError, "string names"),
    "target with NaN": (lambda X, y: (X, np.r_[np.nan, np.zeros(len(y) - 1)]), ValueError, "y contains NaN"),
    "target with NA": (lambda X, y: (X, pd.Series([pd.NA, *y[1:]])), ValueError, "y contains NaN"),
    "target of two columns": (lambda X, y: (X, np.c_[y, y]), ValueError, "1d array"),
    "target that is a name": (lambda X, y: (X, "age"), ValueError, "1d array"),
    "thousands of classes": (
        lambda X, y: (np.arange(3000).reshape(-1, 1), np.repeat(np.arange(1500), 2)),
        ValueError,
        "more than 1000 different values",
    ),
}


def sparse(n_rows: int):
    import scipy.sparse

    return scipy.sparse.csr_matrix(np.eye(n_rows, 3))


@pytest.mark.parametrize("name", BAD)
def test_bad_input(name, pool_data):
    spoil, kind, message = BAD[name]
    X, y = spoil(*pool_data)
    with pytest.raises(kind, match=message):
        FoldClassifier().fit(X, y)


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"brevity": 0}, "brevity is 0"),
        ({"max_depth": -1}, "max_depth is -1"),
        ({"max_depth": 33}, "max-depth is 33"),
        ({"max_rules": 0}, "max_rules is 0"),
        ({"vote": 1.5}, "vote is 1.5"),
        ({"n_jobs": 0}, "n_jobs is 0"),
        ({"time_limit": -1}, "time_limit is -1"),
        ({"paper": True, "max_rules": 3}, "choose one of paper and max_rules"),
        ({"describe": "maybe"}, "describe is 'maybe', but the classes are 'no', 'yes'"),
        ({"categorical_features": ["size"]}, "categorical_features has 'size'"),
        ({"categorical_features": [True]}, "1 truth values for 3 columns"),
        ({"class_weight": "heavy"}, "class_weight"),
        ({"time_limit": "long"}, "time_limit is 'long'"),
        ({"n_jobs": "all"}, "n_jobs is 'all'"),
        ({"verbose": "yes"}, "verbose is 'yes'"),
    ],
)
def test_bad_parameters(params, message, pool_data):
    with pytest.raises(ValueError, match=message):
        FoldClassifier(**params).fit(*pool_data)


def test_other_columns_at_prediction(pool_data):
    X, y = pool_data
    clf = FoldClassifier().fit(X, y)
    with pytest.raises(ValueError, match="feature names"):
        clf.predict(X.rename(columns={"age": "years"}))
    with pytest.raises(ValueError, match="feature names|features"):
        clf.predict(X[["age", "member"]])
    with pytest.raises(ValueError, match="'member' had categories when the rules were learned, but has numbers now"):
        clf.predict(X.assign(member=1))
    with pytest.raises(ValueError, match="'age' had numbers when the rules were learned, but has categories now"):
        clf.predict(X.assign(age="old"))
    with pytest.raises(ValueError, match="0 sample"):
        clf.predict(X[:0])
    with pytest.raises(ValueError, match="unseen at fit time"):
        clf.predict(X.assign(more=1))
    with pytest.raises(ValueError, match="same order"):
        clf.predict(X[["member", "age", "months late"]])
    with pytest.raises(ValueError, match="same order"):
        clf.predict(pa.Table.from_pandas(X[["member", "age", "months late"]]))
    with pytest.raises(ValueError, match="infinity"):
        clf.predict(X.assign(age=np.inf))
    with pytest.warns(UserWarning, match="does not have valid feature names"):
        assert (clf.predict(X.to_numpy()) == clf.predict(X)).all()
    assert (clf.predict(X.astype({"member": "category"})) == clf.predict(X)).all()
    assert set(clf.predict(X.assign(member=None, age=np.nan))) <= {"yes", "no"}
    assert set(clf.predict(X.assign(member="Perhaps"))) == {"yes", "no"}


def test_nothing_works_before_fit(pool_data):
    clf = FoldClassifier()
    for ask in (clf.predict, clf.predict_proba, clf.explain):
        with pytest.raises(NotFittedError):
            ask(pool_data[0])
    for ask in (clf.to_asp, clf.to_sql, clf.to_words, lambda: clf.rules_):
        with pytest.raises(NotFittedError):
            ask()
    assert not hasattr(clf, "rules_")


def test_describe_is_for_two_classes():
    X, _ = numbers_and_words()
    with pytest.raises(ValueError, match="describe chooses between two classes, but y has 3"):
        FoldClassifier(describe="x").fit(X[["a"]], X["b"])


def test_what_no_row_can_be(pool_data):
    clf = FoldClassifier().fit(*pool_data)
    for row in ("a", None, 5):
        with pytest.raises(ValueError, match="expected rows"):
            clf.explain(row)


def test_names_that_are_odd():
    n = np.arange(100)
    X = pd.DataFrame(np.column_stack([n, n % 3, n % 2]), columns=[" a", "a", "class"])
    clf = FoldClassifier().fit(X, (n % 2 == 1) & (n > 50))
    assert clf.score(X, (n % 2 == 1) & (n > 50)) == 1.0
    again = pickle.loads(pickle.dumps(clf))
    assert again.score(X, (n % 2 == 1) & (n > 50)) == 1.0


def test_weights_of_zero_and_below(pool_data):
    X, y = pool_data
    with pytest.raises(ValueError, match="every row has the sample_weight 0|at least one non-zero"):
        FoldClassifier().fit(X, y, sample_weight=np.zeros(len(y)))
    with pytest.raises(ValueError, match="weights are at least 0|[Nn]egative"):
        FoldClassifier().fit(X, y, sample_weight=np.full(len(y), -1.0))
    with pytest.raises(ValueError, match="every row with a weight has the class 'yes'"):
        FoldClassifier().fit(X, y, sample_weight=(y == "yes").astype(float))
