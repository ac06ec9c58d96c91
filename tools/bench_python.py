#!/usr/bin/env python3
"""The Python package beside other learners of rules, and beside the command line.

The first table has accuracy, rules, conditions and seconds of a fit for FoldClassifier, foldrpp, wittgenstein's RIPPER and
scikit-learn's tree: the same rows, five folds with every class its share. The tree gets one-hot columns and medians for
missing numbers, which the others do not need; its rules are leaves, its conditions the lengths of their paths. The second
table compares `fit` on data frames with the learning stage of the command, which its report tells as `fit_seconds`: from
typed columns in memory to rules, without reading the file before and checking the rules behind. `fit` is timed as a whole,
with the columns taken from the frame and the printed rules checked on all rows. Run it where nothing else runs, with a
release wheel and a release command:

    cargo build --release
    maturin build --release && pip install target/wheels/xfold-*.whl foldrpp wittgenstein pandas polars pyarrow
    python tools/bench_python.py --data ../shared/data/tables

Without the data, tables that scikit-learn brings along are used.
"""

import argparse
import json
import statistics
import subprocess
import time
import warnings
from pathlib import Path

import numpy as np
import pandas as pd
from sklearn.model_selection import StratifiedKFold
from sklearn.tree import DecisionTreeClassifier

from xfold import FoldClassifier

MISSING = ["", "?", "NA", "N/A", "n/a", "NaN", "nan", "NAN", "null", "NULL", "None"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", default="../shared/data/tables", help="folder with CSV files whose last column is the class")
    parser.add_argument("--peers", default="titanic,credit_g,breastw", help="tables for the first comparison")
    parser.add_argument("--large", default="titanic,adult,credit_card,avila,dry_bean", help="tables for the second one")
    parser.add_argument("--xfold", default="target/release/xfold", help="the command")
    parser.add_argument("--turns", type=int, default=15, help="how often each fit is timed")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    names = [name for name in arguments.peers.split(",") if name]
    if names:
        compare_learners({name: read(Path(arguments.data) / f"{name}.csv", name) for name in names})
    large = [Path(arguments.data) / f"{name}.csv" for name in arguments.large.split(",") if name]
    if any(path.exists() for path in large) and Path(arguments.xfold).exists():
        print("| table | learning stage | " + " | ".join(FORMS) + " |")
        print("|---|--:|" + "--:|" * len(FORMS))
        for path in filter(Path.exists, large):
            compare_with_command(path, arguments)


def read(path, name):
    """A table: the columns, and the class as text. Cells are those that the command sees."""
    if not path.exists():
        from sklearn import datasets

        load = {"titanic": datasets.load_wine, "credit_g": datasets.load_breast_cancer}.get(name, datasets.load_iris)
        X, y = load(return_X_y=True, as_frame=True)
        return X, y.astype(str)
    frame = pd.read_csv(path, dtype=str, na_values=MISSING, keep_default_na=False, skipinitialspace=True)
    y = frame.pop(frame.columns[-1])
    for column in frame:
        try:
            frame[column] = pd.to_numeric(frame[column])
        except ValueError:
            pass
    return frame[y.notna()], y[y.notna()]


def compare_learners(tables):
    learners = {"FoldClassifier": ours, "foldrpp": foldrpp, "wittgenstein": ripper, "tree": tree}
    print("| table | " + " | ".join(learners) + " |")
    print("|---|" + "---|" * len(learners))
    for name, (X, y) in tables.items():
        X, y = X.reset_index(drop=True), y.reset_index(drop=True)
        cells = []
        for learn in learners.values():
            found = []
            for train, test in StratifiedKFold(5, shuffle=True, random_state=1).split(X, y):
                said, rules, conditions, seconds = learn(X.iloc[train], y.iloc[train], X.iloc[test])
                found.append((float(np.mean(np.asarray(said) == y.iloc[test].to_numpy())), rules, conditions, seconds))
            accuracy, rules, conditions, seconds = (statistics.fmean(values) for values in zip(*found))
            cells.append(f"{accuracy:.3f} · {rules:.0f}/{conditions:.0f} · {seconds:.3f} s")
        print(f"| {name} ({len(X)} × {X.shape[1]}) | " + " | ".join(cells) + " |", flush=True)
    print()


def timed(work):
    started = time.perf_counter()
    done = work()
    return done, time.perf_counter() - started


def ours(X, y, new):
    clf, seconds = timed(lambda: FoldClassifier().fit(X, y))
    return clf.predict(new), clf.n_rules_, clf.n_conditions_, seconds


def foldrpp(X, y, new):
    """FOLD-R++ knows two classes; the rarer one is described."""
    from foldrpp import Foldrpp

    rare = y.value_counts().index[-1]
    other = y.value_counts().index[0]
    attributes = {column: f"a{place}" for place, column in enumerate(X)}
    numeric = [attributes[column] for column in X if pd.api.types.is_numeric_dtype(X[column])]
    texts = [name for name in attributes.values() if name not in numeric]

    def rows(frame, labels):
        records = frame.rename(columns=attributes).to_dict("records")
        # What is missing is left out, as its own reader does.
        records = [{key: cell for key, cell in record.items() if cell == cell} for record in records]
        return [{**record, "label": int(label == rare)} for record, label in zip(records, labels)]

    model = Foldrpp(texts, numeric, "label", "1")
    _, seconds = timed(lambda: model.fit(rows(X, y)))
    said = [rare if is_rare else other for is_rare in model.predict(rows(new, [other] * len(new)))]
    return said, *size(model.rules), seconds


def size(rules):
    """Rules and conditions of foldrpp, those of exceptions included; `not ab` is a condition, as for xfold."""
    n_rules, n_conditions = 0, 0
    for _, items, exceptions in rules:
        inner = size(exceptions)
        n_rules += 1 + inner[0]
        n_conditions += len(items) + bool(exceptions) + inner[1]
    return n_rules, n_conditions


def ripper(X, y, new):
    import wittgenstein

    rare, other = y.value_counts().index[-1], y.value_counts().index[0]
    texts = {column: "?" for column in X if not pd.api.types.is_numeric_dtype(X[column])}
    medians = X.drop(columns=list(texts)).median()
    X, new = (frame.fillna(texts).fillna(medians) for frame in (X, new))
    model = wittgenstein.RIPPER(random_state=1)
    _, seconds = timed(lambda: model.fit(X.assign(target=(y == rare)), class_feat="target", pos_class=True))
    said = [rare if is_rare else other for is_rare in model.predict(new)]
    rules = model.ruleset_.rules
    return said, len(rules), sum(len(rule.conds) for rule in rules), seconds


def tree(X, y, new):
    both = pd.get_dummies(pd.concat([X, new]))
    both = both.fillna(both.median())
    model, seconds = timed(lambda: DecisionTreeClassifier(random_state=1).fit(both.iloc[: len(X)], y))
    depths, leaves = [(0, 0)], []
    while depths:
        node, depth = depths.pop()
        left, right = model.tree_.children_left[node], model.tree_.children_right[node]
        if left == right:
            leaves.append(depth)
        else:
            depths += [(left, depth + 1), (right, depth + 1)]
    return model.predict(both.iloc[len(X) :]), len(leaves), sum(leaves), seconds


def objects(X):
    """Texts as objects of Python, as pandas had them before its third version."""
    return X.astype(dict.fromkeys(X.select_dtypes(exclude="number"), object))


def categories(X):
    return X.astype(dict.fromkeys(X.select_dtypes(exclude="number"), "category"))


def polars(X):
    import polars

    return polars.from_arrow(arrow(X))


def arrow(X):
    import pyarrow

    return pyarrow.Table.from_pandas(X)


FORMS = {"pandas": lambda X: X, "categories": categories, "objects": objects, "polars": polars, "arrow": arrow}


def compare_with_command(path, arguments):
    """The least time of `fit` on data frames, and of the learning stage of the command; they take turns."""
    X, y = read(path, path.stem)
    frames = {form: make(X) for form, make in FORMS.items()}
    command = [arguments.xfold, "learn", str(path), "--target", y.name, "--format", "json"]
    seconds = {form: [] for form in ["command", *frames]}
    for _ in range(arguments.turns):
        report = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        seconds["command"].append(report["fit_seconds"])
        for form, frame in frames.items():
            clf, needed = timed(lambda frame=frame: FoldClassifier().fit(frame, y))
            seconds[form].append(needed)
            assert clf.to_asp() == report["program"], "the command has learned other rules"
    # What else runs on the machine only adds to a time.
    least = {form: 1000 * min(values) for form, values in seconds.items()}
    cells = [f"{least[form]:.1f} ms, {least[form] / least['command']:.2f}" for form in frames]
    print(f"| {path.stem} ({len(X)} × {X.shape[1]}) | {least['command']:.1f} ms | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
