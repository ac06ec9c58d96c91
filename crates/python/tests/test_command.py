"""The same rules as the command line, for every table: those of the shared data, where it is, and generated ones."""

from __future__ import annotations

import contextlib
import os
import subprocess
import warnings
from pathlib import Path

import numpy as np
import pytest

from xfold import FoldClassifier

from conftest import pool

pd = pytest.importorskip("pandas")

COMMAND = os.environ.get("XFOLD_COMMAND")
TABLES = Path(__file__).resolve().parents[4] / "shared" / "data" / "tables"
MISSING = ["", "?", "NA", "N/A", "n/a", "NaN", "nan", "NAN", "null", "NULL", "None"]

pytestmark = pytest.mark.skipif(not COMMAND, reason="XFOLD_COMMAND does not name the command")


def read(path: Path):
    """A table as the command reads it: the last column is the class."""
    frame = pd.read_csv(path, dtype=str, na_values=MISSING, keep_default_na=False, skipinitialspace=True)
    frame = frame.apply(lambda column: column.str.strip())
    target = frame.pop(frame.columns[-1])
    for name in frame:
        try:
            frame[name] = pd.to_numeric(frame[name])
        except ValueError:
            pass
    known = target.notna()
    return frame[known].reset_index(drop=True), target[known].reset_index(drop=True)


def compare(path: Path, *options: str, **params) -> None:
    X, y = read(path)
    run = subprocess.run(
        [COMMAND, "learn", path, "--target", y.name, *options], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, frame in frames(X):
            assert FoldClassifier(**params).fit(frame, y).to_asp() == run.stdout, name


def frames(X):
    """The same table in every library there is."""
    yield "pandas", X
    yield "objects", X.astype(dict.fromkeys(X.select_dtypes(exclude="number"), object))
    with contextlib.suppress(ImportError):
        import pyarrow

        yield "arrow", pyarrow.Table.from_pandas(X)
        import polars

        yield "polars", polars.from_arrow(pyarrow.Table.from_pandas(X))


@pytest.mark.parametrize("name", sorted(path.stem for path in TABLES.glob("*.csv")) or [None])
def test_tables_of_the_suite(name):
    if name is None:
        pytest.skip("the shared tables are not there")
    compare(TABLES / f"{name}.csv")


@pytest.mark.parametrize("seed", range(3))
def test_generated_tables(tmp_path, seed):
    X, y = pool(400, seed)
    y[np.random.RandomState(seed).rand(len(y)) < 0.05] = "no"
    path = tmp_path / "pool.csv"
    X.assign(free=y).to_csv(path, index=False)
    compare(path)
    compare(path, "--vote", "3", "--seed", "5", vote=3, random_state=5)
    compare(path, "--brevity", "1.5", "--max-depth", "2", brevity=1.5, max_depth=2)
    compare(path, "--paper", paper=True)
    compare(path, "--max-rules", "2", max_rules=2)
