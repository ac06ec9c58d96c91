"""From data frames and arrays to columns: numbers as arrays, categories as codes with their texts, texts as Arrow keeps
them.

Buffers of numpy, pandas, polars and Arrow are handed on as they lie in memory. Columns of Python objects are looked at
value by value, but each object once.
"""

from __future__ import annotations

import datetime
import decimal
import numbers
import sys
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.validation import column_or_1d

from ._xfold import number_objects, number_texts

NUMBER = "number"
CATEGORY = "category"
NOTHING = "nothing"


class Texts(NamedTuple):
    """Texts as Arrow keeps them: where each begins and the next one ends, all bytes, and a bit for each that is there,
    the first of them at a place."""

    ends: NDArray[np.int64]
    bytes: NDArray[np.uint8]
    bits: NDArray[np.uint8] | None
    first: int


@dataclass(frozen=True)
class Column:
    """A column: numbers, texts, or codes. ``values`` are the texts of codes, where a code of -1 is a missing cell."""

    name: str
    cells: NDArray[Any] | Texts
    values: list[str] | None = None
    asked: bool = False

    @property
    def kind(self) -> str:
        """What it holds: numbers, categories or nothing at all."""
        if isinstance(self.cells, Texts):
            return CATEGORY
        if self.values is None:
            return NUMBER
        return CATEGORY if self.values else NOTHING

    def as_categories(self) -> Column:
        """The same as categories that the user has asked for, even if they are numbers."""
        cells, values = self.cells, self.values
        if isinstance(cells, Texts) or values is not None:
            return Column(self.name, cells, values, asked=True)
        different, codes = np.unique(cells, return_inverse=True)
        missing = np.isnan(different)
        return Column(self.name, np.where(missing[codes], -1, codes), class_names(different.tolist()), asked=True)

    def without_numbers(self) -> Column:
        """A column of numbers all of which are missing has nothing at all."""
        cells = np.asarray(self.cells, dtype=np.float64)
        return Column(self.name, np.full(len(cells), -1), []) if np.isnan(cells).all() else self

    def take(self, rows: NDArray[np.intp]) -> Column:
        """Some of its rows."""
        cells, values = self.cells, self.values
        if isinstance(cells, Texts):
            values, cells = number_texts(cells)
        return Column(self.name, cells[rows], values, self.asked)

    def for_rust(self) -> tuple[str, Any, list[str] | None, bool]:
        """As the extension module takes it."""
        return (self.name, self.cells, self.values, self.asked)


def _module(name: str) -> Any:
    """A module if the program has loaded it: what is no data frame need not load a library for them."""
    return sys.modules.get(name)


def is_frame(X: Any) -> bool:
    """Whether something has named columns of different types."""
    pandas, polars, pyarrow = _module("pandas"), _module("polars"), _module("pyarrow")
    if polars is not None and isinstance(X, polars.LazyFrame):
        raise TypeError("X is a LazyFrame, which has no rows yet: give X.collect()")
    return (
        (pandas is not None and isinstance(X, pandas.DataFrame))
        or (polars is not None and isinstance(X, polars.DataFrame))
        or (pyarrow is not None and isinstance(X, (pyarrow.Table, pyarrow.RecordBatch)))
    )


def shape_of(X: Any) -> tuple[int, int]:
    """Rows and columns."""
    if hasattr(X, "num_rows"):
        return (X.num_rows, X.num_columns)
    return (X.shape[0], X.shape[1])


def name_of(y: Any) -> str:
    """The name of a target; ``class`` where it has none."""
    if is_frame(y) and shape_of(y)[1] == 1:
        return str(names_of(y)[0])
    return str(getattr(y, "name", None) or "class")


def names_of(X: Any) -> list[Any]:
    """The names of a frame's columns, as they are."""
    return list(X.column_names if hasattr(X, "column_names") else X.columns)


def columns_of(X: Any, names: Sequence[str], places: Iterable[int]) -> list[Column]:
    """Some columns of a frame or a two-dimensional array, by their places; ``names`` has those of all."""
    pandas, polars = _module("pandas"), _module("polars")
    if pandas is not None and isinstance(X, pandas.DataFrame):
        return [_of_pandas(X.iloc[:, place], names[place]) for place in places]
    if polars is not None and isinstance(X, polars.DataFrame):
        return [_of_polars(X.to_series(place), names[place]) for place in places]
    if is_frame(X):
        return [_of_arrow(X.column(place), names[place]) for place in places]
    return [_of_numpy(X[:, place], names[place]) for place in places]


def _of_numpy(cells: NDArray[Any], name: str) -> Column:
    kind = cells.dtype.kind
    if kind in "fiub":
        if not cells.dtype.isnative or not cells.flags.aligned or (kind == "f" and cells.dtype.itemsize not in (4, 8)):
            cells = cells.astype(np.float64)
        return Column(name, cells, ["False", "True"] if kind == "b" else None)
    if kind in "OUS":
        return _of_objects(cells, name)
    if kind in "mM":
        texts = np.datetime_as_string(cells) if kind == "M" else cells.astype(np.int64).astype(str)
        objects = texts.astype(object)
        objects[np.isnat(cells)] = None
        return _of_objects(objects, name)
    raise ValueError(
        f"column {name!r} has values of type {cells.dtype}, which rules cannot compare: "
        "give numbers, booleans, texts or categories"
    )


def _of_pandas(series: Any, name: str) -> Column:
    import pandas as pd

    dtype = series.dtype
    if isinstance(dtype, np.dtype):
        return _of_numpy(series.to_numpy(), name)
    if isinstance(dtype, pd.CategoricalDtype):
        return _coded(series.cat.codes.to_numpy(), series.cat.categories.tolist(), name, asked=True)
    if isinstance(dtype, pd.SparseDtype):
        return _of_pandas(series.sparse.to_dense(), name)
    if isinstance(dtype, pd.ArrowDtype) or (isinstance(dtype, pd.StringDtype) and dtype.storage == "pyarrow"):
        return _of_arrow(series.array.__arrow_array__(), name)
    if isinstance(dtype, pd.BooleanDtype):
        return Column(name, series.to_numpy(dtype=np.int8, na_value=-1), ["False", "True"])
    if pd.api.types.is_numeric_dtype(dtype) and not pd.api.types.is_complex_dtype(dtype):
        return Column(name, series.to_numpy(dtype=np.float64, na_value=np.nan))
    cells = series.to_numpy(dtype=object)
    if isinstance(dtype, (pd.DatetimeTZDtype, pd.PeriodDtype, pd.IntervalDtype)):
        cells = np.array([None if is_missing(value) else str(value) for value in cells], dtype=object)
    return _of_objects(cells, name)


def _of_polars(series: Any, name: str) -> Column:
    import polars as pl

    dtype = series.dtype
    if dtype == pl.Boolean:
        return Column(name, series.cast(pl.Int64).fill_null(-1).to_numpy(), ["False", "True"])
    is_category = isinstance(dtype, (pl.Categorical, pl.Enum))
    if dtype == pl.String and find_spec("pyarrow"):
        return _of_arrow(series.to_arrow(), name)
    if dtype == pl.String or is_category:
        texts = series.cast(pl.String)
        unique = texts.drop_nulls().unique(maintain_order=True)
        codes = texts.cast(pl.Enum(unique)).to_physical().cast(pl.Int64).fill_null(-1).to_numpy()
        return _coded(codes, unique.to_list(), name, asked=is_category)
    if dtype.is_numeric():
        if series.null_count() == 0 and dtype in (pl.Float64, pl.Float32, pl.Int64, pl.Int32):
            return Column(name, series.to_numpy())
        return Column(name, series.cast(pl.Float64).fill_null(float("nan")).to_numpy())
    return _of_objects(_objects(series.to_list()), name)


def _of_arrow(array: Any, name: str) -> Column:
    import pyarrow as pa
    import pyarrow.compute as pc

    if isinstance(array, pa.ChunkedArray):
        array = array.combine_chunks() if array.num_chunks != 1 else array.chunk(0)
    if isinstance(array, pa.ChunkedArray):
        array = pa.concat_arrays(array.chunks) if array.num_chunks else pa.array([], type=array.type)
    kind = array.type
    if pa.types.is_dictionary(kind):
        codes = pc.fill_null(array.indices.cast(pa.int64()), -1).to_numpy(zero_copy_only=False)
        return _coded(codes, array.dictionary.to_pylist(), name, asked=True)
    if pa.types.is_boolean(kind):
        codes = pc.fill_null(array.cast(pa.int8()), -1).to_numpy(zero_copy_only=False)
        return Column(name, codes, ["False", "True"])
    if str(kind) in ("string", "large_string", "string_view"):
        if array.null_count == len(array):
            return Column(name, np.full(len(array), -1), [])
        return Column(name, _texts(array))
    if pa.types.is_floating(kind) or pa.types.is_integer(kind) or pa.types.is_decimal(kind):
        if array.null_count == 0 and kind in (pa.float64(), pa.float32(), pa.int64(), pa.int32()):
            return Column(name, array.to_numpy())
        return Column(name, array.cast(pa.float64()).to_numpy(zero_copy_only=False))
    return _of_objects(_objects(array.to_pylist()), name)


def _texts(array: Any) -> Texts:
    """The buffers of an array of texts."""
    import pyarrow as pa

    array = array.cast(pa.large_string())
    bits, ends, texts = array.buffers()
    return Texts(
        np.frombuffer(ends, dtype=np.int64)[array.offset : array.offset + len(array) + 1],
        np.empty(0, dtype=np.uint8) if texts is None else np.frombuffer(texts, dtype=np.uint8),
        None if bits is None else np.frombuffer(bits, dtype=np.uint8),
        array.offset,
    )


def _objects(cells: list[Any]) -> NDArray[Any]:
    """Objects as an array of them, even if they are sequences."""
    return np.fromiter(cells, dtype=object, count=len(cells))


def is_missing(value: Any) -> bool:
    """Whether a value stands for a missing cell: none, NaN, or one of those of pandas."""
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return True
    return isinstance(value, (numbers.Real, decimal.Decimal)) and value != value


def _of_objects(cells: NDArray[Any], name: str) -> Column:
    """A column of Python objects, of one type."""
    try:
        values, codes = number_objects(cells.astype(object, copy=False), is_missing)
    except TypeError:
        unfit = [value for value in cells.tolist() if not _is_hashable(value)]
        raise _not_a_value(name, unfit[0]) from None
    return _coded(codes, values, name)


def _is_hashable(value: Any) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def _coded(codes: NDArray[Any], values: list[Any], name: str, asked: bool = False) -> Column:
    """A column of codes whose values have one type: texts, booleans or numbers. Categories may be anything."""
    if asked:
        return Column(name, codes, [_text(value) for value in values], asked)
    kinds = {_kind_of(name, value) for value in values}
    if len(kinds) > 1:
        first = {_kind_of(name, value): value for value in reversed(values)}
        plain = {kind: value.item() if isinstance(value, np.generic) else value for kind, value in first.items()}
        shown = " and ".join(f"{kind}s such as {value!r}" for kind, value in sorted(plain.items()))
        raise ValueError(
            f"column {name!r} has mixed types: {shown}. Make it one type, for example with "
            f"X[{name!r}].astype(str) for categories or pandas.to_numeric for numbers"
        )
    kind = kinds.pop() if kinds else "text"
    if kind == "number":
        numbers_ = np.array([float(value) for value in values] + [np.nan], dtype=np.float64)
        return Column(name, numbers_[codes])
    return Column(name, codes, [_text(value) for value in values])


def _kind_of(name: str, value: Any) -> str:
    if isinstance(value, (str, bytes)):
        return "text"
    if isinstance(value, (bool, np.bool_)):
        return "boolean"
    if isinstance(value, (numbers.Real, decimal.Decimal)):
        return "number"
    if isinstance(value, (datetime.date, datetime.time, datetime.timedelta)):
        return "date"
    raise _not_a_value(name, value)


def _not_a_value(name: str, value: Any) -> TypeError:
    return TypeError(
        f"column {name!r}: argument must be a string or a real number, not {type(value).__name__!r}. "
        "Cells are numbers, booleans, texts or missing"
    )


def _text(value: Any) -> str:
    """A value as rules name it."""
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if isinstance(value, (float, np.floating)) and float(value).is_integer():
        return str(int(value))
    return str(value)


def coded_labels(y: Any) -> tuple[NDArray[Any], NDArray[Any]]:
    """The different labels of a target, and for each row the number of its own; -1 for a missing one."""
    pandas = _module("pandas")
    if pandas is not None and isinstance(y, pandas.Series) and not isinstance(y.dtype, np.dtype):
        if isinstance(y.dtype, pandas.CategoricalDtype):
            used = y.cat.remove_unused_categories().cat
            return np.asarray(used.categories), used.codes.to_numpy()
        cells = _of_pandas(y, "y").cells
        if isinstance(cells, Texts):
            texts, codes = number_texts(cells)
            return _objects(texts), codes
        codes, different = pandas.factorize(y, use_na_sentinel=True)
        return np.asarray(different), codes
    pyarrow = _module("pyarrow")
    if pyarrow is not None and isinstance(y, (pyarrow.Array, pyarrow.ChunkedArray)):
        y = y.to_pylist()
    labels = column_or_1d(y.to_numpy() if hasattr(y, "to_numpy") else y, warn=True)
    if labels.dtype.kind == "f" and not np.isfinite(labels).all():
        raise ValueError("Input y contains NaN or infinity: drop the rows without a class")
    if labels.dtype.kind in "OU":
        objects, codes = number_objects(labels.astype(object, copy=False), is_missing)
        return _objects(objects).astype(labels.dtype, copy=False), codes
    if labels.dtype.kind in "biu" and len(labels):
        return _coded_whole(labels)
    return np.unique(labels, return_inverse=True)


def _coded_whole(labels: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """The same for whole numbers: those that lie near to each other need not be sorted."""
    least, most = int(labels.min()), int(labels.max())
    if most - least > 1000 or abs(least) > 2**62:
        return np.unique(labels, return_inverse=True)
    places = labels.astype(np.int64) - least
    is_there = np.bincount(places) > 0
    return (np.flatnonzero(is_there) + least).astype(labels.dtype), (np.cumsum(is_there) - 1)[places]


def class_names(labels: Iterable[Any]) -> list[str]:
    """The names that rules have for classes: all different, and without characters that no program can hold."""
    names = [_text(label) for label in labels]
    is_plain = all(unicodedata.category(sign) != "Cc" or sign in "\n\t" for name in names for sign in name)
    return names if is_plain and len(set(names)) == len(names) else [repr(label) for label in labels]
