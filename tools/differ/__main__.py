"""Every form of the rules says the same: random tables and tasks through the command, clingo, SQLite, DuckDB, SWI-Prolog
and the Python package, compared row by row and atom by atom. `cargo xtask differ` runs it.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import re
import shutil
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import engines  # noqa: E402
import programs  # noqa: E402
import tables  # noqa: E402
from engines import Command, Failed, Prolog  # noqa: E402

BATCH = 25


def main() -> int:
    parser = argparse.ArgumentParser(prog="cargo xtask differ", description=__doc__)
    parser.add_argument("--command", required=True, help="the command xfold")
    parser.add_argument("--cases", type=int, default=200)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--case", type=int, help="run this one only, and keep its files")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    missing = engines.missing()
    for name in missing:
        print(f"differ: SKIPPED {name}: it is not installed", flush=True)
    wanted = range(options.cases) if options.case is None else [options.case]
    batches = [list(wanted)[start : start + BATCH] for start in range(0, len(wanted), BATCH)]
    work = [(options.command, options.seed, batch, missing, options.case is not None) for batch in batches]
    counts: Counter[str] = Counter()
    found: list[str] = []
    started = time.monotonic()
    with multiprocessing.Pool(options.jobs) as pool:
        for number, (counted, differences) in enumerate(pool.imap_unordered(run_batch, work), 1):
            counts.update(counted)
            found.extend(differences)
            for difference in differences:
                print(difference, flush=True)
            if number % 20 == 0:
                print(f"differ: {number * BATCH} cases, {len(found)} differences", flush=True)
    for name, count in sorted(counts.items()):
        print(f"  {count:>9}  {name}")
    took = time.monotonic() - started
    print(f"differ: {len(wanted)} cases of seed {options.seed}, {len(found)} differences, {took:.0f} s")
    return 1 if found else 0


def run_batch(work: tuple[str, str, list[int], list[str], bool]) -> tuple[Counter[str], list[str]]:
    """Some cases; counts of what was compared, and what differs."""
    command, seed, numbers, missing, keep = work
    folder = Path(tempfile.mkdtemp(prefix="differ_"))
    counts: Counter[str] = Counter()
    found: list[str] = []
    prolog = Prolog()
    for number in numbers:
        place = folder / str(number)
        place.mkdir()
        rng = random.Random(f"{seed}/{number}")
        case = Case(Command(command), place, rng, counts, prolog, missing)
        try:
            rng.choice([case.table] * 8 + [case.program, case.task])()
        except Failed as failed:
            case.differs(str(failed))
        except Exception:
            case.differs(traceback.format_exc())
        found.extend(f"case {number}: {what}" for what in case.found)
    for place, what in prolog.run(folder):
        found.append(f"case {place.name}: {what}")
    if keep:
        print(f"differ: its files are in {folder}")
    else:
        shutil.rmtree(folder)
    return counts, found


class Case:
    """One case: what it is made of, and what was found."""

    def __init__(
        self,
        command: Command,
        place: Path,
        rng: random.Random,
        counts: Counter[str],
        prolog: Prolog,
        missing: list[str],
    ) -> None:
        self.command, self.place, self.rng = command, place, rng
        self.counts, self.prolog, self.missing = counts, prolog, missing
        self.found: list[str] = []

    def differs(self, what: str) -> None:
        self.found.append(what)

    def has(self, name: str) -> bool:
        return name not in self.missing

    def same(self, name: str, expected: list[Any], found: list[Any]) -> None:
        """Compares what is said of each row."""
        self.counts[f"rows by {name}"] += len(expected)
        if expected != found:
            rows = [at for at, pair in enumerate(zip(expected, found, strict=False)) if pair[0] != pair[1]]
            first = rows[0] if rows else min(len(expected), len(found))
            pair = [said[first] if first < len(said) else "nothing" for said in (expected, found)]
            self.differs(f"{name}: {len(rows)} rows differ, row {first + 1}: {pair[0]!r} and {pair[1]!r}")

    # ---- tables -----------------------------------------------------------------------------------------------------

    def table(self) -> None:
        table = tables.table(self.rng)
        if table.kind == "parquet" and not self.has("DuckDB"):
            table.kind = "csv"
        table.write(self.place)
        if table.kind == "parquet":
            engines.write_parquet(table)
        rules = self.place / "rules.lp"
        asked = [str(at + 1) for at, column in enumerate(table.columns[:-1]) if column.asked]
        words: list[str | Path] = ["learn", table.path, "--target", str(table.target + 1), "-o", rules, *table.options]
        words += ["--categorical", ",".join(asked)] if asked else []
        words += ["--threads", "1"]
        learned = self.command.run(*words, codes=(0, 2))
        self.counts[f"tables in {table.kind}"] += 1
        if learned.returncode == 2:
            self.refused(table, learned.stderr)
            return
        expected = self.command.predicted(rules, table.path)
        self.checked(table, rules, expected, learned.stderr)
        claims = [f"{self.name_of(rules)} is {label}" for label in expected]
        self.same("explain", claims, self.command.explained(rules, table.path, "", table.n_rows))
        self.by_clingo(table, rules, expected)
        self.by_databases(table, rules, expected)
        if self.has("the Python package") and self.has("pandas"):
            self.by_python(table)

    def refused(self, table: tables.Table, said: str) -> None:
        """An error is right only for what cannot be learned from."""
        code = re.search(r"error\[(E\d+)\]", said)
        allowed = {"E304", "E321"} | ({"E302"} if table.ragged else set())
        if code is None or code[1] not in allowed:
            self.differs(f"learn refuses the table: {said.strip()[:300]}")
        self.counts["tables refused"] += 1

    def name_of(self, rules: Path) -> str:
        """The target's name, as the rules have it."""
        line = rules.read_text(encoding="utf-8").split("\n")[0]
        quoted = re.match(r'% target \w+ (".*"); row\(X\)', line)
        return json.loads(quoted[1]) if quoted else re.match(r"% target (\w+)", line)[1]  # type: ignore[index]

    def checked(self, table: tables.Table, rules: Path, expected: list[Any], learned: str) -> None:
        """What learning counted in memory, and what `check` says, are what `predict` says."""
        done = self.command.run("check", table.path, rules, "--format", "json", "--quiet", codes=(0, 1))
        verdict = json.loads(done.stdout)["verdict"]
        if not verdict["as_counted"]:
            self.differs("check: clingo disagrees")
        counted = re.search(r"verified by clingo: (\d+) of (\d+) rows", learned)
        if counted is None:
            self.differs(f"learn: not verified: {learned.strip()[-200:]}")
        elif (int(counted[1]), int(counted[2])) != (verdict["right"], verdict["rows"]):
            self.differs(f"learn counted {counted[0]}, check {verdict['right']} of {verdict['rows']}")
        self.counts["rows by check"] += verdict["rows"]

    def by_clingo(self, table: tables.Table, rules: Path, expected: list[Any]) -> None:
        program = rules.read_text(encoding="utf-8")
        predicate = re.match(r"% target (\w+)", program)[1]  # type: ignore[index]
        heads = [(predicate, 2)]
        facts = self.command.run("predict", rules, table.path, "--facts", "--quiet").stdout
        atoms = {f"{predicate}({row},{constant(label)})" for row, label in enumerate(expected, 1) if label is not None}
        if self.has("clingo"):
            found = engines.clingo_atoms(program + facts, heads)
            self.counts["rows by clingo"] += len(expected)
            if found != atoms:
                self.differs(f"clingo lacks {sorted(atoms - found)[:3]}, has {sorted(found - atoms)[:3]}")
        if self.has("SWI-Prolog") and "--vote" not in table.options:
            exported = self.command.run("export", rules, "--to", "prolog").stdout
            (self.place / "rules.pl").write_text(exported, encoding="utf-8")
            before = self.rng.random() < 0.5
            if before or self.rng.random() < 0.5:
                facts = self.command.run("predict", rules, table.path, "--facts=prolog", "--quiet").stdout
            else:
                facts = ":- encoding(utf8).\n:- style_check(-discontiguous).\n" + facts
            (self.place / "facts.pl").write_text(facts, encoding="utf-8")
            files = [self.place / name for name in (["facts.pl", "rules.pl"] if before else ["rules.pl", "facts.pl"])]
            self.prolog.add(self.place, files, heads, exported, atoms)
            self.counts["rows by SWI-Prolog"] += len(expected)

    def by_databases(self, table: tables.Table, rules: Path, expected: list[Any]) -> None:
        if table.kind == "arff":
            return
        query = self.command.run("export", rules, "--to", "sql").stdout
        (self.place / "query.sql").write_text(query, encoding="utf-8", newline="")

        def setup(engine: str) -> str | None:
            words = ["export", rules, "--to", "sql", "--setup", engine, "--data", table.path, "--table", "loaded"]
            done = self.command.run(*words, codes=(0, 2))
            # Names that are one to a database have no set-up, nor does what DuckDB reads wrongly.
            is_refused = "have one name for a database" in done.stderr or "byte order mark" in done.stderr
            return None if is_refused else done.stdout

        if table.kind == "csv" and not table.has_long_numbers():
            by_itself = table.loads_by_itself("sqlite")
            made = None if by_itself else setup("sqlite")
            if by_itself or made is not None:
                kind = self.rng.choice(engines.SQLITE_TYPES) if by_itself else ""
                said = engines.sqlite_answers(table, query, made, kind)
                self.same("SQLite" if by_itself else "SQLite with --setup", expected, said)
        if not self.has("DuckDB"):
            return
        if table.loads_by_itself("duckdb"):
            found = engines.duckdb_answers(table, query, None)
            if found is not None:
                self.same("DuckDB", expected, found)
                return
            self.counts["tables that DuckDB reads as others"] += 1
        made = setup("duckdb")
        if made is not None:
            found = engines.duckdb_answers(table, query, made)
            self.same("DuckDB with --setup", expected, found or [])

    def by_python(self, table: tables.Table) -> None:
        """The rules that are learned in memory from a frame are given to the command as a text."""
        names = [column.name for column in table.columns]
        if table.kind != "csv" or table.ragged or len({name.strip() for name in names} - {""}) != len(names):
            return
        learned = engines.python_answers(table)
        if learned is None:
            return
        rules = self.place / "python.lp"
        rules.write_text(learned[0], encoding="utf-8")
        self.same("Python", self.command.predicted(rules, table.path), learned[1])

    # ---- programs and tasks -----------------------------------------------------------------------------------------

    def program(self) -> None:
        """A program says the same as what it is exported to."""
        made = programs.program(self.rng)
        rules = self.place / "rules.lp"
        rules.write_text(made.rules, encoding="utf-8")
        self.counts["programs"] += 1
        if not self.has("clingo"):
            return
        expected = engines.clingo_atoms(made.rules + made.facts, made.heads)
        printed = self.command.run("export", rules, "--to", "clingo").stdout
        if engines.clingo_atoms(printed + made.facts, made.heads) != expected:
            self.differs("clingo: the rules printed again derive something else")
        self.counts["atoms by clingo"] += len(expected)
        self.by_prolog(rules, made, expected)

    def by_prolog(self, rules: Path, made: programs.Program, expected: set[str]) -> None:
        if not self.has("SWI-Prolog"):
            return
        done = self.command.run("export", rules, "--to", "prolog", codes=(0, 2))
        if done.returncode == 2:
            if "E342" not in done.stderr:
                self.differs(f"export refuses: {done.stderr[:300]}")
            self.counts["programs that Prolog cannot say"] += 1
            return
        (self.place / "rules.pl").write_text(done.stdout, encoding="utf-8")
        facts = self.place / "facts.pl"
        # Prolog may have a predicate of a name that only facts have.
        clauses = "\n".join(line for line in done.stdout.split("\n") if not line.startswith((":-", "%")))
        is_read = [line for line in made.facts.split("\n") if re.search(rf"\b(xfold_)?{re.split('[(.]', line)[0]}\b", clauses)]
        made.facts = "\n".join(is_read) + "\n"
        facts.write_text(":- encoding(utf8).\n:- style_check(-discontiguous).\n" + made.facts, encoding="utf-8")
        files = [self.place / "rules.pl", facts]
        if "term_expansion" not in done.stdout and self.rng.random() < 0.5:
            files.reverse()
        self.prolog.add(self.place, files, made.heads, done.stdout, expected)
        self.counts["atoms by SWI-Prolog"] += len(expected)

    def task(self) -> None:
        """Rules that were learned from a task derive the same everywhere."""
        made = programs.task(self.rng)
        task, rules = self.place / "task.las", self.place / "rules.lp"
        task.write_text(made.rules, encoding="utf-8")
        self.command.run("learn", task, "-o", rules, "--quiet", "--threads", "1", codes=(0, 1))
        self.counts["tasks"] += 1
        checked = self.command.run("check", task, rules, "--format", "json", codes=(0, 1))
        if not self.has("clingo"):
            return
        learned = rules.read_text(encoding="utf-8")
        expected = engines.clingo_atoms(learned + made.facts, made.heads)
        wanted = set(re.findall(r"\w+\(\w+\)", re.search(r"#pos\(\{(.*?)\}", made.rules)[1]))  # type: ignore[index]
        if (expected == wanted) != (checked.returncode == 0):
            self.differs(f"check ends with {checked.returncode}, but clingo derives {sorted(expected ^ wanted)[:3]} more")
        self.counts["atoms by clingo"] += len(expected)
        self.by_explain(task, rules, made, expected)
        self.by_prolog(rules, made, expected)

    def by_explain(self, task: Path, rules: Path, made: programs.Program, expected: set[str]) -> None:
        name = made.heads[0][0]
        for one in self.rng.sample(sorted(set(re.findall(r"\bc\d+\b", made.facts))), 3):
            atom = f"{name}({one})"
            text = self.command.run("explain", rules, task, atom, "--format", "json", "--quiet").stdout
            holds = json.loads(text)["explanations"][0]["proofs"][0]["proof"]["holds"]
            self.counts["atoms by explain"] += 1
            if holds != (atom in expected):
                self.differs(f"explain: {atom} holds: {holds}")


def constant(label: str) -> str:
    """A class as a program has it."""
    if re.fullmatch(r"[a-z]\w*", label, re.ASCII) and label != "not":
        return label
    return '"' + label.replace("\\", "\\\\").replace("\n", "\\n").replace('"', '\\"') + '"'


if __name__ == "__main__":
    sys.exit(main())
