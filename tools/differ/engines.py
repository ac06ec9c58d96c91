"""The programs that run rules: the command, databases, clingo, SWI-Prolog and the Python package.

Each gives one answer for each row or the atoms that it derives. Those that are not installed are named by `missing()`.
"""

from __future__ import annotations

import csv
import importlib.util
import io
import json
import math
import re
import shutil
import sqlite3
import subprocess
from pathlib import Path
from typing import Any

from tables import BLANKS, MISSING, Table

SQLITE_TYPES = ["TEXT", "ANY", "NUMERIC", ""]


def missing() -> list[str]:
    """What is not installed here."""
    modules = {"duckdb": "DuckDB", "clingo": "clingo", "xfold": "the Python package", "pandas": "pandas"}
    found = [name for module, name in modules.items() if importlib.util.find_spec(module) is None]
    return found + ([] if shutil.which("swipl") else ["SWI-Prolog"])


class Failed(Exception):
    """A command ended as it should not."""


class Command:
    """The command `xfold`."""

    def __init__(self, path: str) -> None:
        self.path = path

    def run(self, *args: str | Path, codes: tuple[int, ...] = (0,)) -> subprocess.CompletedProcess[str]:
        words = [self.path, *map(str, args)]
        done = subprocess.run(words, capture_output=True, text=True, encoding="utf-8", timeout=120, check=False)
        if done.returncode not in codes:
            raise Failed(f"{' '.join(words[1:3])} ended with {done.returncode}: {done.stderr.strip()[:400]}")
        return done

    def predicted(self, rules: Path, data: Path) -> list[str | None]:
        text = self.run("predict", rules, data, "--format", "json", "--quiet").stdout
        return [row["label"] for row in json.loads(text)]

    def explained(self, rules: Path, data: Path, target: str, n_rows: int) -> list[str]:
        """What is claimed of each row: `target is class`."""
        text = self.run("explain", rules, data, "--format", "json", "--quiet", "--most", str(n_rows)).stdout
        asked = [explanation["asked"] for explanation in json.loads(text)["explanations"]]
        return [re.sub(r"^row \d+: ", "", one).split(" (the table says ")[0] for one in asked]


# ---- databases ------------------------------------------------------------------------------------------------------


def duckdb_answers(table: Table, query: str, setup: str | None) -> list[Any] | None:
    """What DuckDB says of each row; none if it reads other columns or rows from the file."""
    import duckdb

    base = duckdb.connect()
    base.execute("SET threads = 1")
    path = str(table.path).replace("'", "''")
    if setup is None:
        read = f"read_parquet('{path}')" if table.kind == "parquet" else f"read_csv_auto('{path}')"
        try:
            base.execute(f"CREATE TABLE rows AS SELECT row_number() OVER () AS xfold_number, * FROM {read}")
        except (duckdb.InvalidInputException, duckdb.ConversionException):
            # A type that it guessed does not fit all cells.
            return None
        names = [name for name, *_ in base.execute("DESCRIBE rows").fetchall()][1:]
        count = base.execute("SELECT count(*) FROM rows").fetchall()[0][0]
        if names != [column.name for column in table.columns] or count != table.n_rows:
            return None
    else:
        base.execute(setup)
        base.execute("CREATE TABLE rows AS SELECT row_number() OVER () AS xfold_number, * FROM loaded")
    found = base.execute(query).fetchall()
    base.close()
    return [row[-1] for row in sorted(found, key=lambda row: row[0])]


def write_parquet(table: Table) -> None:
    """Writes a table by DuckDB, with types."""
    import duckdb

    base = duckdb.connect()
    columns = []
    for number, column in enumerate(table.columns):
        kind = "FLOAT" if column.floats else "DOUBLE" if column.numeric else "VARCHAR"
        if column.numeric and not column.floats and is_whole(column.cells):
            kind = "BIGINT"
        columns.append(f'"{number}" {kind}')
    base.execute(f"CREATE TABLE t ({', '.join(columns)})")
    rows = [[typed(table, place, cell) for place, cell in enumerate(row)] for row in table.rows()]
    base.executemany(f"INSERT INTO t VALUES ({', '.join('?' * len(columns))})", rows)
    names = ", ".join(
        f'"{number}" AS "{column.name.replace(chr(34), chr(34) * 2)}"' for number, column in enumerate(table.columns)
    )
    base.execute(f"COPY (SELECT {names} FROM t) TO '{table.path}' (FORMAT parquet)")
    base.close()


def is_whole(cells: list[str]) -> bool:
    texts = [cell.strip(BLANKS) for cell in cells if cell.strip(BLANKS) not in MISSING]
    return all(re.fullmatch(r"-?\d{1,18}", text) for text in texts)


def typed(table: Table, place: int, cell: str) -> Any:
    if cell.strip(BLANKS) in MISSING:
        return None
    column = table.columns[place]
    if not column.numeric:
        return cell
    return int(cell) if is_whole(column.cells) and not column.floats else float(cell)


def sqlite_answers(table: Table, query: str, setup: str | None, kind: str) -> list[Any]:
    """What SQLite says of each row. Its shell gives every column of a file the type TEXT, or ANY in newer versions."""
    base = sqlite3.connect(":memory:")
    names = [column.name for column in table.columns]
    if setup is None:
        columns = ", ".join(f'"{name.replace(chr(34), chr(34) * 2)}" {kind}' for name in names)
        base.execute(f"CREATE TABLE rows ({columns})")
    else:
        base.execute(setup.split(";\n")[0].replace('CREATE TABLE "loaded"', "CREATE TABLE rows"))
    text = table.path.read_bytes().decode(table.encoding if table.encoding != "utf-8" else "utf-8-sig")
    rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=table.delimiter))[1:]
    base.executemany(f"INSERT INTO rows VALUES ({', '.join('?' * len(names))})", [row for row in rows if row])
    # SQLite goes through a table in the order of its rows.
    found = base.execute(query).fetchall()
    base.close()
    return [row[-1] for row in found]


# ---- clingo and Prolog ----------------------------------------------------------------------------------------------


def clingo_atoms(program: str, heads: list[tuple[str, int]]) -> set[str]:
    """The atoms of some predicates in the only stable model."""
    import clingo

    control = clingo.Control(["--warn=none", "0"], logger=lambda *_: None)
    control.add("base", [], program)
    control.ground([("base", [])])
    models: list[set[str]] = []

    def take(model: Any) -> None:
        atoms = model.symbols(atoms=True)
        models.append({str(a) for a in atoms if (a.name, len(a.arguments)) in heads and a.positive})

    control.solve(on_model=take)
    if len(models) != 1:
        raise Failed(f"clingo finds {len(models)} stable models")
    return models[0]


SWI = r"""
:- use_module(library(unix)).
:- use_module(library(lists), []).
'differ case'(Folder, Files, Goals) :-
    fork(Pid),
    (   Pid == child
    ->  catch('differ run'(Folder, Files, Goals), E, (print_message(error, E), halt(3))), halt(0)
    ;   wait(Pid, Status),
        (   Status == exited(0) -> true ; atom_concat(Folder, '/failed', F), open(F, write, S), print(S, Status), close(S) )
    ).
'differ run'(Folder, Files, Goals) :-
    atom_concat(Folder, '/said', Said), open(Said, write, Error, [encoding(utf8)]), set_stream(Error, alias(user_error)),
    'differ load'(Files),
    atom_concat(Folder, '/atoms', Atoms), open(Atoms, write, Out, [encoding(utf8)]),
    'differ show'(Goals, Out), close(Out), close(Error).
'differ load'([]).
'differ load'([File|Files]) :- load_files(user:File, [silent(true)]), 'differ load'(Files).
'differ show'([], _).
'differ show'([Shown-Goal|Goals], Out) :-
    forall(user:Goal, ( Goal =.. [_|Args], Atom =.. [Shown|Args], 'differ text'(Atom, Out), nl(Out) )),
    'differ show'(Goals, Out).
'differ text'(T, Out) :- string(T), !, 'differ string'(T, Out).
'differ text'(T, Out) :- integer(T), !, write(Out, T).
'differ text'(T, Out) :- atom(T), !, write(Out, T).
'differ text'(-T, Out) :- !, write(Out, -), 'differ text'(T, Out).
'differ text'(T, Out) :- T = (_, _), !, write(Out, '('), 'differ pairs'(T, Out), write(Out, ')').
'differ text'(T, Out) :- T =.. [F|Args], write(Out, F), write(Out, '('), 'differ list'(Args, Out), write(Out, ')').
'differ pairs'(T, Out) :- ( T = (A, B) -> 'differ text'(A, Out), write(Out, ','), 'differ pairs'(B, Out) ; 'differ text'(T, Out) ).
'differ list'([A], Out) :- !, 'differ text'(A, Out).
'differ list'([A|L], Out) :- 'differ text'(A, Out), write(Out, ','), 'differ list'(L, Out).
'differ string'(T, Out) :- put_char(Out, '"'), string_codes(T, Cs), 'differ codes'(Cs, Out), put_char(Out, '"').
'differ codes'([], _).
'differ codes'([C|Cs], Out) :-
    ( C =:= 0'\n -> write(Out, '\\n') ; C =:= 0'" -> write(Out, '\\"') ; C =:= 0'\\ -> write(Out, '\\\\') ; put_code(Out, C) ),
    'differ codes'(Cs, Out).
"""


class Prolog:
    """Cases for one process of SWI-Prolog, which makes a child for each."""

    def __init__(self) -> None:
        self.cases: list[tuple[Path, set[str], list[str]]] = []

    def add(self, folder: Path, files: list[Path], heads: list[tuple[str, int]], exported: str, atoms: set[str]) -> None:
        """Files to load in this order, and what is to be derived."""
        renamed = dict(re.findall(r"([a-z]\w*/\d+) is (\w+)", exported.split("\n:-")[0]))
        goals = []
        for name, arity in heads:
            inside = renamed.get(f"{name}/{arity}", name)
            # Where no rule was learned, nobody has heard of the predicate.
            if f"{inside}/{arity}" not in exported:
                continue
            goals.append(f"'{name}'-'{inside}'({','.join('_' * arity)})" if arity else f"'{name}'-'{inside}'")
        self.cases.append((folder, atoms, [str(file) for file in files] + ["|"] + goals))

    def run(self, folder: Path) -> list[tuple[Path, str]]:
        """What differs, with the folder of its case."""
        if not self.cases:
            return []
        lines = [SWI]
        for place, _, words in self.cases:
            files, goals = words[: words.index("|")], words[words.index("|") + 1 :]
            listed = ", ".join(f"'{file}'" for file in files)
            lines.append(f":- 'differ case'('{place}', [{listed}], [{', '.join(goals)}]).")
        driver = folder / "driver.pl"
        driver.write_text(":- encoding(utf8).\n" + "\n".join(lines) + "\n", encoding="utf-8")
        done = subprocess.run(
            ["swipl", "-q", "-g", "halt", str(driver)], capture_output=True, text=True, timeout=600, check=False
        )
        found = [(folder, done.stderr[:500])] if done.stderr else []
        for place, expected, _ in self.cases:
            found.extend((place, what) for what in self.differs(place, expected))
        self.cases.clear()
        return found

    def differs(self, place: Path, expected: set[str]) -> list[str]:
        if (place / "failed").exists():
            return ["SWI-Prolog failed: " + (place / "failed").read_text() + said(place)]
        if not (place / "atoms").exists():
            return ["SWI-Prolog wrote nothing"]
        atoms = set((place / "atoms").read_text(encoding="utf-8").split("\n")) - {""}
        if said(place):
            return ["SWI-Prolog said: " + said(place)[:400]]
        if atoms != expected:
            return [f"Prolog lacks {sorted(expected - atoms)[:3]}, has {sorted(atoms - expected)[:3]}"]
        return []


def said(place: Path) -> str:
    path = place / "said"
    return path.read_text(encoding="utf-8") if path.exists() else ""


# ---- Python ---------------------------------------------------------------------------------------------------------


def python_answers(table: Table) -> tuple[str, list[str]] | None:
    """The rules that the Python package learns from a frame, and what they say of its rows."""
    import warnings

    import pandas as pd
    import xfold

    frame = {}
    for place, column in enumerate(table.columns[:-1]):
        cells = [typed(table, place, cell.strip(BLANKS)) for cell in column.cells]
        if column.numeric:
            # The package refuses infinite numbers, which are missing in a file.
            cells = [float(cell) if cell is not None and math.isfinite(float(cell)) else None for cell in cells]
        frame[column.name] = pd.Series(cells, dtype="float64" if column.numeric else "object")
    if len(frame) != table.target:
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            learner = xfold.FoldClassifier(n_jobs=1).fit(
                pd.DataFrame(frame), pd.Series(table.columns[-1].cells, name=table.columns[-1].name)
            )
        except xfold.InputError:
            return None
        answers = [str(answer) for answer in learner.predict(pd.DataFrame(frame))]
        return learner.to_asp(), answers
