"""FoldClassifier: rules from data frames and arrays, and what they say."""

from __future__ import annotations

import copy
import pickle
import sqlite3

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer

import xfold
from xfold import Condition, FoldClassifier, Rule

pd = pytest.importorskip("pandas")


def test_rules_of_a_data_frame(pool_data):
    X, y = pool_data
    clf = FoldClassifier(verify=True).fit(X, y)
    assert clf.stop_ == "verified" and clf.checked_by_ == "clingo"
    assert clf.train_accuracy_ == 1.0
    assert clf.score(X, y) == 1.0
    assert sorted(str(rule) for rule in clf.rules_) == [
        "no if otherwise",
        "yes if age <= 11",
        "yes if member is Yes and months late <= 2",
    ]
    [members] = [rule for rule in clf.rules_ if len(rule.conditions) == 2]
    assert isinstance(members, Rule)
    assert members.conditions == [Condition("member", "is", "Yes"), Condition("months late", "<=", 2.0)]
    assert members.rows == members.right == ((X["member"] == "Yes") & (X["months late"] < 3)).sum()
    assert clf.rules_[-1].is_default and clf.rules_[-1].head == "no"
    assert list(clf.feature_names_in_) == ["age", "member", "months late"]
    assert list(clf.classes_) == ["no", "yes"]


def test_exceptions_are_objects():
    n = np.arange(840)
    species = np.array(["sparrow", "penguin", "crow", "cat", "dog", "robin", "duck"])[n % 7]
    X = pd.DataFrame({"species": species, "wings": ~np.isin(species, ["cat", "dog"]), "noise": n % 11})
    y = X["wings"] & (species != "penguin")
    clf = FoldClassifier(describe=True).fit(X, y)
    [rule, default] = clf.rules_
    assert rule.head is True and default.head is False
    assert rule.conditions == [Condition("wings", "is", "True")]
    assert [exception.conditions for exception in rule.exceptions] == [[Condition("species", "is", "penguin")]]
    assert str(rule) == "True if wings is True unless (species is penguin)"
    assert clf.predict(X).dtype == bool
    assert (clf.predict(X) == y).all()


def test_every_kind_of_frame_gives_the_same_rules(pool_data):
    X, y = pool_data
    expected = FoldClassifier().fit(X, y).to_asp()
    frames = {
        "categorical": X.astype({"member": "category"}),
        "nullable": X.convert_dtypes(),
        "float32": X.astype({"age": "float32", "months late": "int8"}),
        "object": X.astype(object),
    }
    polars = pytest.importorskip("polars")
    frames["polars"] = polars.DataFrame({name: X[name].tolist() for name in X}).with_columns(
        polars.col("age").fill_nan(None)
    )
    frames["polars categories"] = frames["polars"].with_columns(polars.col("member").cast(polars.Categorical))
    pyarrow = pytest.importorskip("pyarrow")
    frames["arrow"] = pyarrow.Table.from_pandas(X)
    frames["arrow dictionary"] = pyarrow.Table.from_pandas(X.astype({"member": "category"}))
    frames["arrow chunks"] = pyarrow.concat_tables([pyarrow.Table.from_pandas(X[:100]), pyarrow.Table.from_pandas(X[100:])])
    for name, frame in frames.items():
        clf = FoldClassifier().fit(frame, y)
        assert clf.to_asp() == expected, name
        assert (clf.predict(frame) == y).all(), name
        assert list(clf.feature_names_in_) == list(X), name


def test_arrays_of_objects_and_lists(pool_data):
    X, y = pool_data
    array = FoldClassifier().fit(X.to_numpy(dtype=object), y)
    rows = FoldClassifier().fit(X.to_numpy(dtype=object).tolist(), y.tolist())
    assert [str(rule) for rule in array.rules_] == [str(rule) for rule in rows.rules_]
    assert "yes if x1 is Yes and x2 <= 2" in [str(rule) for rule in array.rules_]
    assert (rows.predict(X.to_numpy(dtype=object).tolist()) == y).all()


def test_numbers_as_categories():
    code = np.tile([1, 2, 3, 4, 5], 60)
    y = np.isin(code, [2, 4]).astype(int)
    X = np.column_stack([code, np.arange(300) % 11])
    plain = FoldClassifier().fit(X, y)
    named = FoldClassifier(categorical_features=[0]).fit(X, y)
    masked = FoldClassifier(categorical_features=[True, False]).fit(X, y)
    assert masked.to_asp() == named.to_asp() != plain.to_asp()
    assert {c.operator for rule in named.rules_ for c in rule.conditions} == {"is"}
    assert {c.operator for rule in plain.rules_ for c in rule.conditions} <= {"<=", ">"}
    assert (named.predict(X) == y).all()


def test_missing_values_may_decide():
    value = np.arange(200, dtype=float)
    value[::2] = np.nan
    X = pd.DataFrame({"value": value, "word": pd.Series(["a", "b", None, "c"] * 50)})
    by_number = FoldClassifier().fit(X, np.isnan(value))
    assert (by_number.predict(X) == np.isnan(value)).all()
    by_word = FoldClassifier().fit(X[["word"]], X["word"].isna())
    assert (by_word.predict(X[["word"]]) == X["word"].isna()).all()
    assert {c.operator for rule in by_word.rules_ for c in rule.conditions} == {"is missing"}


def test_probabilities(pool_data):
    X, y = pool_data
    y = y.copy()
    y[::25] = np.where(y[::25] == "yes", "no", "yes")
    clf = FoldClassifier().fit(X, y)
    p = clf.predict_proba(X)
    assert p.shape == (600, 2)
    np.testing.assert_allclose(p.sum(axis=1), 1)
    assert (clf.classes_[p.argmax(axis=1)] == clf.predict(X)).all()
    assert 0.9 < p.max(axis=1).mean() < 1
    voting = FoldClassifier(vote=5).fit(X, y)
    p = voting.predict_proba(X)
    np.testing.assert_allclose(p.sum(axis=1), 1)
    assert (voting.classes_[p.argmax(axis=1)] == voting.predict(X)).all()
    assert {rule.theory for rule in voting.rules_} == {1, 2, 3, 4, 5}


def test_weights_stand_for_repeated_rows(pool_data):
    X, y = pool_data
    y = y.copy()
    y[::9] = "no"
    weights = np.random.RandomState(0).randint(0, 4, len(y))
    repeated = np.repeat(np.arange(len(y)), weights)
    weighted = FoldClassifier().fit(X, y, sample_weight=weights)
    expected = FoldClassifier().fit(X.iloc[repeated], y.iloc[repeated])
    assert weighted.to_words() == expected.to_words()
    np.testing.assert_allclose(weighted.predict_proba(X), expected.predict_proba(X))


def test_class_weights_move_the_rules(pool_data):
    X, y = pool_data
    random = np.random.RandomState(1)
    y = pd.Series(np.where(random.rand(len(y)) < 0.25, "yes", "no"))
    plain = (FoldClassifier().fit(X, y).predict(X) == "yes").mean()
    heavy = (FoldClassifier(class_weight={"yes": 20, "no": 1}).fit(X, y).predict(X) == "yes").mean()
    balanced = FoldClassifier(class_weight="balanced").fit(X, y)
    assert heavy > plain
    assert balanced.fit_seconds_ >= 0


def test_many_classes_with_names():
    from sklearn.datasets import load_iris

    X, y = load_iris(return_X_y=True, as_frame=True)
    names = np.array(["setosa", "versicolor", "virginica"])[y]
    clf = FoldClassifier().fit(X, names)
    assert clf.score(X, names) > 0.95
    assert {rule.head for rule in clf.rules_} == {"setosa", "versicolor", "virginica"}
    assert clf.predict_proba(X).shape == (150, 3)
    numbers = FoldClassifier().fit(X, y)
    assert {rule.head for rule in numbers.rules_} == {0, 1, 2}
    assert (names[np.argsort(np.argsort(np.arange(150)))] == clf.predict(X)).mean() == clf.score(X, names)


def test_pickle_copy_clone_and_params(pool_data):
    X, y = pool_data
    clf = FoldClassifier(brevity=0.5, vote=2).fit(X, y)
    for other in (pickle.loads(pickle.dumps(clf)), copy.deepcopy(clf)):
        assert other.to_asp() == clf.to_asp()
        assert other.rules_ == clf.rules_
        np.testing.assert_array_equal(other.predict_proba(X), clf.predict_proba(X))
    fresh = clone(clf).set_params(vote=1)
    assert fresh.get_params()["brevity"] == 0.5
    with pytest.raises(NotFittedError):
        fresh.predict(X)


def test_in_pipelines_and_searches(pool_data):
    X, y = pool_data
    add = FunctionTransformer(lambda frame: frame.assign(half=frame["age"] / 2))
    assert make_pipeline(add, FoldClassifier()).fit(X, y).score(X, y) == 1.0
    assert cross_val_score(FoldClassifier(), X, y, cv=3).mean() > 0.95
    search = GridSearchCV(FoldClassifier(), {"brevity": [0.2, 0.4, 3.0]}, cv=3).fit(X, y)
    assert search.best_score_ > 0.95


def test_exports(pool_data):
    X, y = pool_data
    clf = FoldClassifier().fit(X, y)
    assert 'free(X,yes) :- member(X,"Yes"), months_late(X,M), M <= 2.' in clf.to_asp()
    assert "member is Yes" in clf.to_words()
    for language in ("clingo", "scasp", "prolog", "json", "dot", "mermaid"):
        assert clf.export(language)
    with sqlite3.connect(":memory:") as database:
        X.to_sql("swimmers", database, index=False)
        answers = database.execute(clf.to_sql("swimmers").rstrip(";\n")).fetchall()
    assert [row[-1] for row in answers] == clf.predict(X).tolist()
    with pytest.raises(xfold.InputError, match="no language `cobol`"):
        clf.export("cobol")


def test_explanations(pool_data):
    X, y = pool_data
    clf = FoldClassifier().fit(X, y)
    row = X[(X["member"] == "Yes") & (X["months late"] < 3)].iloc[[0]]
    why = clf.explain(row)
    assert f"row {row.index[0]}: free is yes" in str(why)
    assert "member is Yes" in str(why)
    assert why.data[0]["proofs"][0]["proof"]["holds"] is True
    assert "<html" in why.html and "iframe" in why._repr_html_()
    why_not = clf.explain(row.iloc[0].to_dict(), label="no")
    assert why_not.data[0]["proofs"][0]["proof"]["holds"] is False
    assert str(clf.explain(row.iloc[0])).startswith("row")
    assert str(clf.explain([5.0, "No", 0])).startswith("row 0: free is yes")
    assert len(clf.explain(X.head(3)).data) == 3
    with pytest.raises(ValueError, match="label is 'maybe', but the classes are 'no', 'yes'"):
        clf.explain(row, label="maybe")
    with pytest.raises(ValueError, match="lacks member, months late"):
        clf.explain({"age": 3})
    with pytest.raises(ValueError, match="feature names"):
        clf.explain(row[["member", "age", "months late"]])
    with pytest.raises(ValueError, match="the row has 2 cells"):
        clf.explain([1, "Yes"])


def test_a_notebook_shows_the_rules(pool_data):
    X, y = pool_data
    clf = FoldClassifier()
    assert "FoldClassifier" in clf._repr_mimebundle_()["text/html"]
    shown = clf.fit(X, y)._repr_mimebundle_()["text/html"]
    assert "free is yes" in shown and "member is Yes" in shown and "100.0 % of the training rows" in shown
    odd = X.rename(columns={"member": "<b>&"})
    assert "<b>&" not in FoldClassifier().fit(odd, y)._repr_html_()


def test_the_same_rules_with_any_number_of_threads(pool_data):
    X, y = pool_data
    texts = {FoldClassifier(n_jobs=n, vote=3).fit(X, y).to_asp() for n in (1, 2, 5, -1, None)}
    assert len(texts) == 1
    seeds = {FoldClassifier(vote=3, random_state=seed).fit(X, y).to_asp() for seed in range(4)}
    assert len(seeds) > 1


def test_what_is_odd_is_told():
    X = pd.DataFrame({"a": np.arange(50.0), "empty": np.nan, "name": [f"name {n}" for n in range(50)]})
    with pytest.warns(xfold.XfoldWarning, match="`empty` has no value in any row"):
        clf = FoldClassifier().fit(X, X["a"] > 20)
    [ignored] = [note for note in clf.notes_ if "`name` (free text" in note.message]
    assert ignored.help == "categorical_features uses a column all the same"
    assert not any("--" in str(note) for note in clf.notes_)
    assert (clf.predict(X) == (X["a"] > 20)).all()
