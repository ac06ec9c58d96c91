"""Random tables: everything that people and their programs put into files, with a class that can be learned.

A table knows its cells as texts, how it is written to a file, and whether a database can load it by its own guesses. It
cannot where two names or two values become one by a type: then the statements of `xfold export --setup` load it.
"""

from __future__ import annotations

import random
import re
import struct
from dataclasses import dataclass, field
from pathlib import Path

# What stands around a cell without being a part of it.
BLANKS = " \t\n\r\f"
MISSING = ["", "?", "NA", "N/A", "NaN", "nan", "null", "NULL", "None", " "]

# Values of categories, and whether a type of a database would merge some of them.
CATEGORIES: list[tuple[list[str], bool]] = [
    (["red", "green", "blue"], False),
    (["yes", "no"], False),
    (["Yes", "No"], False),
    (["True", "False"], False),
    (["true", "false"], False),
    (["T", "F"], False),
    (["yes", "true", "no"], True),
    (["1.50", "2.25", "10.00", "3"], False),
    (["1.5", "1.50", "2"], True),
    (["007", "8", "12"], False),
    (["0x1F", "7", "31.5"], False),
    (["12:30", "9:05", "23:59:01"], False),
    (["12:30:15.5", "00:00"], False),
    (["01.02.2020", "03.04.2021", "28.02.1999"], False),
    (["2020-01-02", "2021-12-31", "1999-02-28"], False),
    (["2020/1/2", "2021/12/31"], False),
    (["01/13/2020", "02/03/2020"], True),
    (["2020-01-02 12:30", "2021-12-31 00:05:10"], False),
    (["dark 'blue'", 'a"b', "a,b", "a;b", "x|y"], False),
    (["two\nlines", "two lines", "one"], False),
    (["a\x7fb", "a b", "\x7f", "plain"], False),
    (["\u00a0", "\u00a0x", "x"], False),
    (["über", "klein", "日本", "🐧"], False),
    (["\\", "\\n", "a\\b", "%", "_"], False),
    (["not", "X", "-5a", "_a", "aB", "ab0", "row"], False),
    (["dynamic", "table", "mod", "is", "discontiguous"], False),
    ([" pad", "ded ", "in side", "tab\tbed"], False),
    (["f(x)", "a.", ":- halt.", "'; DROP TABLE rows; --"], False),
    (["\u2421", "\ufffd", "\u2028"], False),
]

NAMES = [
    "age", "Length", "member", "table", "dynamic", "select", "order", "a b", "größe", 'in"ch', "O'x", "row", "source",
    "xfold_row", "text_1", "number_1", "category_1", "blanks", "ab0", "not", "X", "true", "halt", "call", "fail",
    "2nd", "%x", "x;y", "name,comma", "initialization", "discontiguous", "length", "name", "atom", "integer",
    "rule", "string", "sort", "signs", "cells", "value", "date", "group", "from", "日本", "is", "mod", "vote", "target",
    "age_missing", "age_above", "listing", "append", "print_message", "xfold_length", "member_2", "real_1",
]  # fmt: skip
ODD_NAMES = [" padded ", "", "Age", "age", "AGE", "two\nlines", "length"]


@dataclass
class Column:
    """A column: its name, its cells as texts, and what they are."""

    name: str
    cells: list[str]
    numeric: bool
    merged: bool = False
    asked: bool = False
    floats: bool = False


@dataclass
class Table:
    """A table, and how it is written."""

    columns: list[Column]
    target: int
    kind: str = "csv"
    delimiter: str = ","
    line_end: str = "\n"
    encoding: str = "utf-8"
    mark: bool = False
    ragged: bool = False
    options: list[str] = field(default_factory=list)
    path: Path = Path()

    @property
    def n_rows(self) -> int:
        return len(self.columns[0].cells)

    def loads_by_itself(self, engine: str) -> bool:
        """Whether a database that guesses names and types gets what is in the file."""
        names = [column.name for column in self.columns]
        plain = all(name and name == name.strip() and "\n" not in name for name in names)
        distinct = len({name.lower() for name in names}) == len(names)
        simple = self.encoding == "utf-8" and not (engine == "sqlite" and self.mark)
        return plain and distinct and simple and not any(column.merged for column in self.columns)

    def has_long_numbers(self) -> bool:
        """Whether SQLite may read a number of the file as a neighbour of it: it does so beyond 19 digits."""
        return any(re.search(r"\d{20}", cell.replace(".", "")) for column in self.columns for cell in column.cells)

    def write(self, folder: Path) -> None:
        self.path = folder / f"table.{self.kind}"
        if self.kind == "csv":
            rows = [[column.name for column in self.columns]] + self.rows()
            lines = [self.delimiter.join(self.quoted(cell) for cell in row) for row in rows]
            if self.ragged:
                lines[len(lines) // 2] += self.delimiter + "more"
            text = self.line_end.join(lines) + self.line_end
            data = text.encode(self.encoding, "replace")
            self.path.write_bytes((b"\xef\xbb\xbf" if self.mark else b"") + data)
        elif self.kind == "arff":
            self.path.write_text(self.arff(), encoding="utf-8")

    def rows(self) -> list[list[str]]:
        return [list(row) for row in zip(*(column.cells for column in self.columns), strict=True)]

    def quoted(self, cell: str) -> str:
        needs = any(sign in cell for sign in [self.delimiter, '"', "\n", "\r"])
        return '"' + cell.replace('"', '""') + '"' if needs else cell

    def arff(self) -> str:
        def value(cell: str) -> str:
            if cell.strip(BLANKS) in MISSING:
                return "?"
            return "'" + cell.replace("\\", "\\\\").replace("'", "\\'") + "'"

        lines = ["@relation t"]
        for column in self.columns:
            kinds = ",".join(dict.fromkeys(value(c) for c in column.cells if value(c) != "?"))
            kind = "numeric" if column.numeric else "{" + kinds + "}"
            lines.append(f'@attribute "{column.name}" {kind}')
        lines.append("@data")
        for row in self.rows():
            cells = [c if self.columns[i].numeric and c not in MISSING else value(c) for i, c in enumerate(row)]
            lines.append(",".join(cells))
        return "\n".join(lines) + "\n"


def number(rng: random.Random, kind: str) -> str:
    """A number as a text."""
    if kind == "small":
        return str(rng.randint(-9, 20))
    if kind == "decimal":
        return f"{rng.randint(-500, 500) / 10 ** rng.randint(1, 3)}"
    if kind == "large":
        return str(rng.randint(1, 99) * 10 ** rng.randint(14, 22) + rng.choice([0, 0, 1, 7]))
    if kind == "beyond":
        return str(2**53 + rng.randint(-4, 4))
    if kind == "huge":
        return rng.choice(["1e308", "-1e308", "1.5e300", "1e-308", "-2e-300", "5e-324", "0", "-0", "1e16", "3e17"])
    if kind == "written":
        return rng.choice(["+5", ".5", "5.", "1e2", "1E-2", "-0.0", "0", "00012", "7.25", "-.5e1"])
    if kind == "bits":
        return repr(struct.unpack("<d", struct.pack("<Q", rng.randint(1, 0x7FE << 52)))[0])
    if kind == "near":
        return repr(0.1 + rng.randint(0, 5) * 2.0**-56)
    return repr(struct.unpack("<f", struct.pack("<f", rng.randint(1, 30) / 10))[0])


NUMBERS = ["small", "small", "decimal", "decimal", "large", "beyond", "huge", "written", "bits", "near"]


def column(rng: random.Random, name: str, n_rows: int) -> Column:
    share = rng.choice([0, 0, 0, 0.1, 0.3])
    if rng.random() < 0.5:
        kind = rng.choice(NUMBERS)
        cells = [number(rng, kind) for _ in range(n_rows)]
        odd = MISSING + (["inf", "-inf", "1e400", "-1e400"] if rng.random() < 0.3 else [])
    else:
        values, _ = pool = rng.choice(CATEGORIES)
        cells = [rng.choice(values) for _ in range(n_rows)]
        odd = MISSING
    made = [rng.choice(odd) if rng.random() < share else cell for cell in cells]
    if kind_is_number(made):
        asked = rng.random() < 0.15 and len(set(made)) < 15
        merged = asked and len({float(c) for c in made if c.strip(BLANKS) not in MISSING}) < len(set(made) - set(MISSING))
        return Column(name, made, not asked, merged, asked)
    return Column(name, made, False, pool[1] if "pool" in locals() else False, True)


def kind_is_number(cells: list[str]) -> bool:
    """Whether all cells that have a value are numbers."""

    def is_number(cell: str) -> bool:
        try:
            float(cell.replace("_", "x"))
        except ValueError:
            return False
        return True

    return all(cell.strip(BLANKS) in MISSING or is_number(cell) for cell in cells)


def labels(rng: random.Random, columns: list[Column], n_rows: int) -> list[str]:
    """Classes by a rule with an exception over some columns, and a little noise."""
    values = rng.choice([
        ["yes", "no"], ["a", "b", "c"], ["1", "0"], ["big one", "it's", "ü"], ["True", "False"], ["not", "null x"],
        ["2.5", "3.5"], ["two\nlines", "x"], ["p", "q", "r", "s"],
    ])  # fmt: skip

    def test(of: Column, row: int, pivot: str) -> bool:
        cell = of.cells[row].strip(BLANKS)
        if not of.numeric:
            return cell == pivot.strip(BLANKS)
        try:
            return float(cell) <= float(pivot)
        except ValueError:
            return False

    parts = [(rng.choice(columns), rng.randrange(n_rows)) for _ in range(3)]
    out = []
    for row in range(n_rows):
        passed = [test(of, row, of.cells[at]) for of, at in parts]
        place = 0 if passed[0] and not passed[1] else (1 if len(values) == 2 or passed[2] else 2)
        out.append(rng.choice(values) if rng.random() < 0.05 else values[place])
    return out


def table(rng: random.Random) -> Table:
    """A random table."""
    n_rows = rng.choice([8, 20, 40, 80])
    n_columns = rng.randint(1, 5)
    names = rng.sample(NAMES, n_columns + 1)
    if rng.random() < 0.12:
        names[rng.randrange(n_columns)] = rng.choice(ODD_NAMES)
    columns = [column(rng, name, n_rows) for name in names[:-1]]
    target = Column(names[-1], labels(rng, columns, n_rows), False, False, True)
    if len(set(target.cells)) < 2:
        target.cells[0], target.cells[1] = "one class", "another"
    made = Table([*columns, target], n_columns)
    place = rng.random()
    if place < 0.12 and all(names):
        made.kind = "parquet"
        for of in columns:
            of.floats = of.numeric and rng.random() < 0.4
            if of.floats:
                of.cells = [cell if cell.strip(BLANKS) in MISSING else number(rng, "float32") for cell in of.cells]
    elif place < 0.2 and not any(s in c for of in made.columns for c in [of.name, *of.cells] for s in '\n\r"'):
        made.kind = "arff"
    else:
        made.delimiter = rng.choice([",", ",", ",", ";", "\t", "|"])
        made.line_end = rng.choice(["\n", "\n", "\r\n"])
        made.mark = rng.random() < 0.1
        if rng.random() < 0.08 and is_latin(made):
            made.encoding = "latin-1"
        made.ragged = rng.random() < 0.02
    if made.line_end == "\r\n" and rng.random() < 0.5:
        for of in made.columns[:-1]:
            of.cells = [cell.replace("\n", "\r\n") for cell in of.cells]
    options = rng.choice([[], [], ["--brevity", "0.05"], ["--brevity", "0.1", "--max-depth", "2"], ["--vote", "3"]])
    made.options = list(options)
    return made


def is_latin(of: Table) -> bool:
    cells = [cell for column in of.columns for cell in [column.name, *column.cells]]
    return all(sign < "\x80" or "\u00a0" < sign < "\u0100" for cell in cells for sign in cell)
