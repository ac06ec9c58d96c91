"""From data frames and arrays to columns: numbers as arrays, categories as codes with their texts.

Buffers of numpy, pandas, polars and Arrow are handed on as they lie in memory; only columns of Python objects are
looked at value by value.
"""

from __future__ import annotations

import datetime
import decimal
import numbers
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.validation import column_or_1d

NUMBER = "number"
CATEGORY = "category"
NOTHING = "nothing"


@dataclass(frozen=True)
class Column:
    """A column. ``values`` are the texts of codes, where a code of -1 is a missing cell; none for numbers."""

    name: str
    cells: NDArray[Any]
    values: list[str] | None = None
    asked: bool = False

    @property
    def kind(self) -> str:
        """What it holds: numbers, categories or nothing at all."""
        if self.values is None:
            return NUMBER
        return CATEGORY if self.values else NOTHING

    def for_rust(self) -> tuple[str, NDArray[Any], list[str] | None, bool]:
        """As the extension module takes it."""
        return (self.name, self.cells, self.values, self.asked)


def _module(name: str) -> Any:
    """A module if the program has loaded it: what is no data frame need not load a library for them."""
    return sys.modules.get(name)


def is_frame(X: Any) -> bool:
    """Whether something has named columns of different types."""
    pandas, polars, pyarrow = _module("pandas"), _module("polars"), _module("pyarrow")
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


def names_of(X: Any) -> list[str] | None:
    """The names of a frame's columns, as text."""
    if not is_frame(X):
        return None
    return [str(name) for name in (X.column_names if hasattr(X, "column_names") else X.columns)]


def columns_of(X: Any, names: Sequence[str]) -> list[Column]:
    """The columns of a frame or a two-dimensional array, under these names."""
    pandas, polars = _module("pandas"), _module("polars")
    if pandas is not None and isinstance(X, pandas.DataFrame):
        return [_of_pandas(series, name) for (_, series), name in zip(X.items(), names, strict=True)]
    if polars is not None and isinstance(X, polars.DataFrame):
        return [_of_polars(series, name) for series, name in zip(X.get_columns(), names, strict=True)]
    if is_frame(X):
        return [_of_arrow(X.column(place), name) for place, name in enumerate(names)]
    return [_of_numpy(X[:, place], name) for place, name in enumerate(names)]


def _of_numpy(cells: NDArray[Any], name: str) -> Column:
    kind = cells.dtype.kind
    if kind == "f":
        return Column(name, cells if cells.dtype.itemsize in (4, 8) else cells.astype(np.float64))
    if kind in "iu":
        is_known = cells.dtype in (np.int64, np.int32)
        return Column(name, cells if is_known else cells.astype(np.float64))
    if kind == "b":
        return Column(name, cells.astype(np.uint8), ["False", "True"])
    if kind in "OUS":
        return _of_objects(cells.tolist(), name)
    if kind in "mM":
        texts = np.datetime_as_string(cells) if kind == "M" else cells.astype(np.int64).astype(str)
        missing = np.isnat(cells)
        return _of_objects([None if gone else str(text) for text, gone in zip(texts, missing, strict=True)], name)
    raise ValueError(
        f"column {name!r} has values of type {cells.dtype}, which rules cannot compare: "
        "give numbers, booleans, texts or categories"
    )


def _of_pandas(series: Any, name: str) -> Column:
    import pandas as pd

    dtype = series.dtype
    if isinstance(dtype, pd.CategoricalDtype):
        return _coded(series.cat.codes.to_numpy(), series.cat.categories.tolist(), name, asked=True)
    if isinstance(dtype, pd.SparseDtype):
        return _of_pandas(series.sparse.to_dense(), name)
    if pd.api.types.is_bool_dtype(dtype):
        codes = series.to_numpy(dtype=np.float64, na_value=np.nan) if series.hasnans else series.to_numpy(np.uint8)
        if codes.dtype.kind == "f":
            codes = np.where(np.isnan(codes), -1, codes).astype(np.int64)
        return Column(name, codes, ["False", "True"])
    if pd.api.types.is_numeric_dtype(dtype) and not pd.api.types.is_complex_dtype(dtype):
        if isinstance(dtype, np.dtype):
            return _of_numpy(series.to_numpy(), name)
        return Column(name, series.to_numpy(dtype=np.float64, na_value=np.nan))
    if dtype == object or isinstance(dtype, pd.StringDtype) or pd.api.types.is_string_dtype(dtype):
        try:
            codes, values = pd.factorize(series, use_na_sentinel=True)
        except TypeError:
            return _of_objects(series.tolist(), name)
        return _coded(np.asarray(codes), list(values), name)
    if isinstance(dtype, np.dtype):
        return _of_numpy(series.to_numpy(), name)
    if pd.api.types.is_datetime64_any_dtype(dtype) or isinstance(dtype, pd.PeriodDtype):
        return _of_objects([None if pd.isna(value) else str(value) for value in series], name)
    return _of_objects(series.astype(object).where(series.notna(), None).tolist(), name)


def _of_polars(series: Any, name: str) -> Column:
    import polars as pl

    dtype = series.dtype
    if dtype == pl.Boolean:
        return Column(name, series.cast(pl.Int64).fill_null(-1).to_numpy(), ["False", "True"])
    is_category = isinstance(dtype, (pl.Categorical, pl.Enum))
    if dtype == pl.String or is_category:
        texts = series.cast(pl.String)
        unique = texts.drop_nulls().unique(maintain_order=True)
        codes = texts.cast(pl.Enum(unique)).to_physical().cast(pl.Int64).fill_null(-1).to_numpy()
        return _coded(codes, unique.to_list(), name, asked=is_category)
    if dtype.is_numeric():
        if series.null_count() == 0 and dtype in (pl.Float64, pl.Float32, pl.Int64, pl.Int32):
            return Column(name, series.to_numpy())
        return Column(name, series.cast(pl.Float64).fill_null(float("nan")).to_numpy())
    return _of_objects(series.to_list(), name)


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
    if pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind):
        encoded = array.cast(pa.large_string()).dictionary_encode()
        codes = pc.fill_null(encoded.indices.cast(pa.int64()), -1).to_numpy(zero_copy_only=False)
        return _coded(codes, encoded.dictionary.to_pylist(), name)
    if pa.types.is_floating(kind) or pa.types.is_integer(kind) or pa.types.is_decimal(kind):
        if array.null_count == 0 and kind in (pa.float64(), pa.float32(), pa.int64(), pa.int32()):
            return Column(name, array.to_numpy())
        return Column(name, array.cast(pa.float64()).to_numpy(zero_copy_only=False))
    return _of_objects(array.to_pylist(), name)


def is_missing(value: Any) -> bool:
    """Whether a value stands for a missing cell: none, NaN, or one of those of pandas."""
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return True
    return isinstance(value, (numbers.Real, decimal.Decimal)) and value != value


def _of_objects(cells: Sequence[Any], name: str) -> Column:
    """A column of Python objects, of one type."""
    values: dict[Any, int] = {}
    codes = np.empty(len(cells), dtype=np.int64)
    for place, value in enumerate(cells):
        if is_missing(value):
            codes[place] = -1
            continue
        try:
            codes[place] = values.setdefault((type(value), value), len(values))
        except TypeError:
            raise _not_a_value(name, value) from None
    return _coded(codes, [value for _, value in values], name)


def _coded(codes: NDArray[Any], values: list[Any], name: str, asked: bool = False) -> Column:
    """A column of codes whose values have one type: texts, booleans or numbers."""
    kinds = {_kind_of(name, value) for value in values}
    if len(kinds) > 1:
        first = {_kind_of(name, value): value for value in reversed(values)}
        shown = " and ".join(f"{kind}s such as {value!r}" for kind, value in sorted(first.items()))
        raise ValueError(
            f"column {name!r} has mixed types: {shown}. Make it one type, for example with "
            f"X[{name!r}].astype(str) for categories or pandas.to_numeric for numbers"
        )
    kind = kinds.pop() if kinds else "text"
    if kind == "number" and not asked:
        numbers_ = np.array([float(value) for value in values] + [np.nan], dtype=np.float64)
        return Column(name, numbers_[codes])
    return Column(name, codes, [_text(value) for value in values], asked)


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


def coded_labels(y: Any) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """The different labels of a target, and for each row the number of its own; -1 for a missing one."""
    pandas = _module("pandas")
    if pandas is not None and isinstance(y, pandas.Series):
        if isinstance(y.dtype, pandas.CategoricalDtype):
            y = y.astype(y.cat.categories.dtype if not y.hasnans else object)
        codes, values = pandas.factorize(y, use_na_sentinel=True)
        return np.asarray(values), np.asarray(codes, dtype=np.int64)
    labels = column_or_1d(y.to_numpy() if hasattr(y, "to_numpy") else y, warn=True)
    if labels.dtype.kind == "f" and not np.isfinite(labels).all():
        raise ValueError("Input y contains NaN or infinity: drop the rows without a class")
    if labels.dtype != object:
        values, codes = np.unique(labels, return_inverse=True)
        return values, codes.astype(np.int64)
    known: dict[Any, int] = {}
    codes = np.empty(len(labels), dtype=np.int64)
    for place, label in enumerate(labels.tolist()):
        codes[place] = -1 if is_missing(label) else known.setdefault(label, len(known))
    values = np.empty(len(known), dtype=object)
    values[:] = list(known)
    return values, codes


def class_names(labels: Iterable[Any]) -> list[str]:
    """The names that rules have for classes, all different."""
    names = [_text(label) for label in labels]
    return names if len(set(names)) == len(names) else [repr(label) for label in labels]
