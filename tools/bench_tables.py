#!/usr/bin/env python3
"""Compares xfold with other learners on tables: the same tables, types and folds for all, one thread.

It needs the data (tables/NAME.csv, folds/NAME.txt, tables/TYPES.tsv below one folder) and the release build of xfold.
The peers foldrpp, wittgenstein and scikit-learn are installed into a venv of its own; Weka's JRip is run where Java and
weka.jar are present. The result is a Markdown table.

    cargo build --release
    python3 tools/bench_tables.py --data ../shared/data --out docs/src/tables-benchmark.md

Every fold of every learner is kept in a file, so that the work can be done in pieces: with --seconds 200 it stops after
about so long, and the next run goes on. Folds that take one learner longer than --longest are not begun: the time is
estimated from the folds of that table that are done. xfold is timed anew beside every piece of the peers' work.
"""

import argparse
import csv
import json
import os
import random
import statistics
import subprocess
import sys
import time
import venv
from pathlib import Path

PACKAGES = ["scikit-learn", "pandas", "foldrpp", "wittgenstein"]
MISSING = {"", "?", "NA"}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", default="../shared/data", help="folder with tables/ and folds/")
    parser.add_argument("--xfold", default="target/release/xfold", help="the command")
    parser.add_argument("--out", help="where the table goes; docs/src/tables-benchmark.md, with --seed below target")
    parser.add_argument("--seed", type=int, help="deal the rows to ten folds anew, every class its share; other seeds, other folds")
    parser.add_argument("--venv", default="target/bench-venv", help="folder for the peers' packages")
    parser.add_argument("--sets", default="", help="only these tables, separated by commas")
    parser.add_argument("--learners", default="cart,foldrpp,jrip", help="which of the peers cart, foldrpp, ripper, jrip")
    parser.add_argument("--weka", default="/usr/share/java/weka.jar", help="Weka's class path")
    parser.add_argument("--cache", help="file that keeps the results of each fold; below target, one for each seed")
    parser.add_argument("--seconds", type=float, default=1e9, help="stop after about so long; run again to go on")
    parser.add_argument("--longest", type=float, default=300.0, help="seconds for one peer on one table")
    parser.add_argument("--report", action="store_true", help="only write the table, from the results that are kept")
    arguments = parser.parse_args()
    name = "bench-tables" if arguments.seed is None else f"bench-tables-{arguments.seed}"
    arguments.cache = arguments.cache or f"target/{name}.json"
    arguments.out = arguments.out or ("docs/src/tables-benchmark.md" if arguments.seed is None else f"target/{name}.md")
    python = Path(arguments.venv) / ("Scripts" if os.name == "nt" else "bin") / "python"
    if os.environ.get("XFOLD_BENCH_INSIDE") != "1":
        if not python.exists():
            print(f"installing {', '.join(PACKAGES)} into {arguments.venv}", file=sys.stderr)
            venv.create(arguments.venv, with_pip=True)
            subprocess.run([python, "-m", "pip", "install", "--quiet", *PACKAGES], check=True)
        environment = dict(os.environ, XFOLD_BENCH_INSIDE="1")
        for variable in ["OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"]:
            environment[variable] = "1"
        sys.exit(subprocess.run([python, *sys.argv], env=environment).returncode)
    run(arguments)


def run(arguments):
    cache, started = Cache(arguments.cache), time.monotonic()
    tables = list(read_tables(arguments))
    todo = [(table, peer) for table in tables for peer in PEERS if peer in arguments.learners.split(",")]
    for table, peer in [] if arguments.report else todo:
        folds = table.fold_numbers()
        while (fold := cache.next_fold(peer, table, folds, arguments.longest)) is not None:
            if time.monotonic() - started > arguments.seconds:
                print("time is up: run again to go on", file=sys.stderr)
                return
            # Ours and a peer's folds take turns, so that both meet the same machine.
            cache.add_ours(table, folds, xfold(arguments, table))
            until = time.monotonic() + 20
            while fold is not None and time.monotonic() < until:
                cache.add(peer, table, fold, attempt(peer, table, fold, arguments))
                fold = cache.next_fold(peer, table, folds, arguments.longest)
            cache.save()
            print(f"{table.name} {peer}: {len(cache.found(peer, table))} folds", file=sys.stderr)
    rows = [cache.row(table) for table in tables]
    Path(arguments.out).write_text(report([row for row in rows if "xfold" in row], arguments))


def read_tables(arguments):
    data = Path(arguments.data)
    wanted = {name for name in arguments.sets.split(",") if name}
    for line in (data / "tables/TYPES.tsv").read_text().splitlines()[1:]:
        name, positive, numeric = (line.split("\t") + ["", ""])[:3]
        if (wanted and name not in wanted) or not positive:
            continue
        table = Table(data, name, positive.strip(), [column for column in numeric.split(",") if column])
        if arguments.seed is not None:
            table.deal(arguments.seed, Path(arguments.cache).parent / f"bench-folds-{arguments.seed}")
        if any(label == table.positive for label in table.labels):
            yield table


class Cache:
    """The results of each learner, table and fold, in a file."""

    def __init__(self, path):
        self.path = Path(path)
        self.results = json.loads(self.path.read_text()) if self.path.exists() else {}

    def save(self):
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(json.dumps(self.results))

    def found(self, learner, table):
        return self.results.setdefault(learner, {}).setdefault(table.name, {})

    def add(self, learner, table, fold, result):
        self.found(learner, table)[fold] = result

    def add_ours(self, table, folds, results):
        """Every run gives the same rules; the times of all runs are kept."""
        for fold, result in zip(folds, results):
            before = self.found("xfold", table).get(fold, {"times": []})
            self.add("xfold", table, fold, {**result, "times": before["times"] + [result["fit_seconds"]]})

    def next_fold(self, peer, table, folds, longest):
        """The next fold to be run; none if all are done, it failed, or the folds would take too long."""
        done = self.found(peer, table)
        if None in done.values():
            return None
        spent = sum(result["fit_seconds"] for result in done.values())
        too_long = done and spent / len(done) * len(folds) > longest
        return next((fold for fold in folds if fold not in done and not too_long), None)

    def row(self, table):
        result = {"name": table.name, "rows": len(table.rows), "columns": len(table.header) - 1}
        for learner in ["xfold", *PEERS]:
            done = self.found(learner, table)
            if done and None not in done.values():
                folds = [done[fold] for fold in sorted(done)]
                if learner == "xfold":
                    folds = [{**fold, "fit_seconds": statistics.median(fold["times"])} for fold in folds]
                result[learner] = mean(folds)
        return result


class Table:
    """A table with its types and folds."""

    def __init__(self, data, name, positive, numeric):
        self.name, self.positive, self.numeric = name, positive, set(numeric)
        self.path = data / "tables" / f"{name}.csv"
        self.fold_path = data / "folds" / f"{name}.txt"
        with open(self.path, newline="", encoding="utf-8") as file:
            lines = list(csv.reader(file))
        self.header = [cell.strip() for cell in lines[0]]
        self.rows = [[cell.strip() for cell in row] for row in lines[1:] if row]
        self.labels = [row[-1] for row in self.rows]
        self.folds = "".join(self.fold_path.read_text().split())

    def deal(self, seed, folder):
        """Folds that nobody has seen, in a file that xfold reads, too. Rows that were left out stay out."""
        rows, signs = {}, ["-"] * len(self.rows)
        for i, label in enumerate(self.labels):
            if self.folds[i] != "-":
                rows.setdefault(label, []).append(i)
        chance, n = random.Random(f"{seed}/{self.name}"), 0
        for label in sorted(rows):
            chance.shuffle(rows[label])
            for i in rows[label]:
                signs[i] = str(n % 10)
                n += 1
        self.folds = "".join(signs)
        folder.mkdir(parents=True, exist_ok=True)
        self.fold_path = folder / f"{self.name}.txt"
        self.fold_path.write_text(self.folds + "\n")

    def parts(self, fold):
        keep = [i for i, sign in enumerate(self.folds) if sign != "-"]
        test = [i for i in keep if self.folds[i] == str(fold)]
        train = [i for i in keep if self.folds[i] != str(fold)]
        return train, test

    def fold_numbers(self):
        return sorted(set(self.folds) - {"-"})


def scores(table, test, said):
    truth = [table.labels[i] == table.positive for i in test]
    hits = sum(a == b for a, b in zip(truth, said))
    both = sum(a and b for a, b in zip(truth, said))
    f1 = 2 * both / max(1, sum(truth) + sum(said))
    return {"accuracy": hits / max(1, len(test)), "f1": f1}


def mean(folds):
    out = {key: statistics.fmean(fold[key] for fold in folds) for key in ["accuracy", "f1", "rules", "literals"]}
    out["fit_seconds"] = statistics.median(fold["fit_seconds"] for fold in folds)
    out["each"], out["times"] = [fold["accuracy"] for fold in folds], [fold["fit_seconds"] for fold in folds]
    return out


def attempt(peer, table, fold, arguments):
    """One peer on one fold; none if it fails, which is a result, too."""
    train, test = table.parts(fold)
    try:
        return PEERS[peer](table, train, test, arguments)
    except Exception as error:
        print(f"  {peer} on {table.name}: {error!r}"[:300], file=sys.stderr)
        return None


def xfold(arguments, table):
    categorical = [column for column in table.header[:-1] if column not in table.numeric]
    command = [arguments.xfold, "eval", str(table.path), "--target", table.header[-1], "--positive", table.positive]
    command += ["--folds", str(table.fold_path), "--format", "json", "--threads", "1"]
    if table.numeric:
        command += ["--numeric", ",".join(sorted(table.numeric))]
    if categorical:
        command += ["--categorical", ",".join(categorical)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return [{**fold, "fit_seconds": fold["fit_cpu_seconds"]} for fold in json.loads(done.stdout)["folds"]]


def cart(table, train, test, _):
    """scikit-learn's DecisionTreeClassifier on numbers; categories as one column for each value."""
    import numpy
    from sklearn.tree import DecisionTreeClassifier

    columns = []
    for place, name in enumerate(table.header[:-1]):
        cells = [row[place] for row in table.rows]
        if name in table.numeric:
            columns.append([float("nan") if cell in MISSING else float(cell) for cell in cells])
        else:
            for value in sorted({cells[i] for i in train}):
                columns.append([float(cell == value) for cell in cells])
    matrix = numpy.array(columns, dtype=numpy.float32).T
    labels = numpy.array([label == table.positive for label in table.labels])
    tree = DecisionTreeClassifier(random_state=1)
    started = time.process_time()
    tree.fit(matrix[train], labels[train])
    seconds = time.process_time() - started
    found = scores(table, test, [bool(said) for said in tree.predict(matrix[test])])
    return {**found, "rules": int(tree.get_n_leaves()), "literals": float("nan"), "fit_seconds": seconds}


def foldrpp(table, train, test, _):
    from foldrpp import Foldrpp

    def row(i):
        cells = {}
        for name, cell in zip(table.header[:-1], table.rows[i]):
            key = name.lower().replace(" ", "_")
            if name in table.numeric and cell not in MISSING:
                cells[key] = float(cell)
            elif cell != "":
                cells[key] = cell
        return {**cells, "label": int(table.labels[i] == table.positive)}

    numeric = [name for name in table.header[:-1] if name in table.numeric]
    others = [name for name in table.header[:-1] if name not in table.numeric]
    model = Foldrpp(str_attrs=others, num_attrs=numeric, label=table.header[-1], pos_val=table.positive)
    rows = [row(i) for i in train]
    started = time.process_time()
    model.fit(rows)
    seconds = time.process_time() - started
    said = [bool(said) for said in model.predict([row(i) for i in test])]

    def size(rule):
        _, tests, exceptions = rule[0], rule[1], rule[2]
        inner = [size(exception) for exception in exceptions]
        n_rules, n_literals = 1 + sum(n for n, _ in inner), len(tests) + len(exceptions) + sum(n for _, n in inner)
        return n_rules, n_literals

    sizes = [size(rule) for rule in model.rules]
    found = scores(table, test, said)
    return {**found, "rules": sum(n for n, _ in sizes), "literals": sum(n for _, n in sizes), "fit_seconds": seconds}


def ripper(table, train, test, _):
    import pandas
    import wittgenstein

    frame = pandas.DataFrame(table.rows, columns=table.header)
    for name in table.numeric:
        frame[name] = pandas.to_numeric(frame[name], errors="coerce")
    target = table.header[-1]
    rare = min((True, False), key=lambda side: sum((table.labels[i] == table.positive) == side for i in train))
    frame[target] = [(label == table.positive) == rare for label in table.labels]
    model = wittgenstein.RIPPER(random_state=1)
    started = time.process_time()
    model.fit(frame.iloc[train], class_feat=target, pos_class=True)
    seconds = time.process_time() - started
    said = [bool(said) == rare for said in model.predict(frame.iloc[test].drop(columns=[target]))]
    rules = model.ruleset_.rules
    found = scores(table, test, said)
    return {**found, "rules": len(rules), "literals": sum(len(rule.conds) for rule in rules), "fit_seconds": seconds}


def jrip(table, train, test, arguments):
    """Weka's JRip, where it is installed."""
    if not Path(arguments.weka.split(os.pathsep)[0]).exists():
        return None
    import re
    import resource
    import tempfile

    def quoted(text):
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"

    def write(path, indices):
        with open(path, "w", encoding="utf-8") as file:
            file.write("@relation t\n")
            for place, name in enumerate(table.header[:-1]):
                values = sorted({row[place] for row in table.rows} - MISSING)
                # Weka refuses a list without values, which a column of missing cells would have.
                is_number = name in table.numeric or not values
                kind = "numeric" if is_number else "{" + ",".join(map(quoted, values)) + "}"
                file.write(f"@attribute {quoted(name)} {kind}\n")
            file.write("@attribute class {yes,no}\n@data\n")
            for i in indices:
                cells = []
                for name, cell in zip(table.header[:-1], table.rows[i]):
                    cells.append("?" if cell in MISSING else cell if name in table.numeric else quoted(cell))
                cells.append("yes" if table.labels[i] == table.positive else "no")
                file.write(",".join(cells) + "\n")

    with tempfile.TemporaryDirectory() as folder:
        training, testing = f"{folder}/train.arff", f"{folder}/test.arff"
        write(training, train)
        write(testing, test)
        command = ["java", "-cp", arguments.weka, "weka.classifiers.rules.JRip", "-t", training, "-T", testing]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    lines = [line for line in said.splitlines() if "=>" in line and line.startswith("(")]
    literals = sum(line.split("=>")[0].count(" and ") + 1 for line in lines)
    # Weka tells the time that went by, which is more than the time of the processor where other programs run.
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    seconds = min(processor, float(re.search(r"Time taken to build model: ([\d.]+)", said).group(1)))
    # Two numbers for each true class, yes and no, as predicted yes and no.
    matrix = said.split("Error on test data")[1].split("Confusion Matrix")[1]
    (yes, missed), (false, no) = [map(int, pair) for pair in re.findall(r"(\d+)\s+(\d+) \|", matrix)]
    found = {"accuracy": (yes + no) / len(test), "f1": 2 * yes / max(1, 2 * yes + missed + false)}
    return {**found, "rules": len(lines), "literals": literals, "fit_seconds": seconds}


PEERS = {"cart": cart, "foldrpp": foldrpp, "ripper": ripper, "jrip": jrip}
TITLES = {"xfold": "xfold", "cart": "CART", "foldrpp": "FOLD-R++", "ripper": "RIPPER", "jrip": "JRip"}


def report(rows, arguments):
    learners = ["xfold"] + [peer for peer in PEERS if any(row.get(peer) for row in rows)]
    lines = ["# Tables: xfold beside other learners", ""]
    lines.append(
        "Accuracy · rules/literals · fit in milliseconds (median of the folds), written by `tools/bench_tables.py`. "
        "The same tables, types and folds for all; one thread. CART is scikit-learn's unpruned tree (rules are leaves), "
        "RIPPER is wittgenstein's, JRip is Weka's. Times are CPU time of the fit; for JRip, what Weka says it took, or the "
        "CPU time of all it did where that is less. xfold and "
        "the peers take turns. A dash: it failed, is not installed, or was not asked for. Where fewer than all folds were run, "
        "their number stands behind, and means and ratios "
        "are over these folds for xfold, too."
    )
    lines += ["", "| table | rows × columns | " + " | ".join(TITLES[name] for name in learners) + " |"]
    lines.append("|---|--:|" + "---|" * len(learners))
    for row in rows:
        cells = [cell(row.get(learner)) for learner in learners]
        lines.append(f"| {row['name']} | {row['rows']} × {row['columns']} | " + " | ".join(cells) + " |")
    lines.append("")
    for title, part in [
        ("up to 10 000 rows", [row for row in rows if row["rows"] <= 10_000]),
        ("above 10 000 rows", [row for row in rows if row["rows"] > 10_000]),
    ]:
        for learner in learners:
            done = [row for row in part if row.get(learner)]
            if not done:
                continue
            average = {
                key: statistics.fmean(row[learner][key] for row in done) for key in ["accuracy", "f1", "rules", "literals"]
            }
            literals = average["literals"]
            ours = statistics.fmean(statistics.fmean(same_folds(row, learner)[0]) for row in done)
            lines.append(
                f"- {title}, {TITLES[learner]}: {len(done)} tables, accuracy {average['accuracy']:.4f}"
                + ("" if learner == "xfold" else f" (xfold on the same folds {ours:.4f})")
                + f", F1 {average['f1']:.4f}, {average['rules']:.1f} rules"
                + ("" if literals != literals else f", {literals:.1f} literals")
            )
    lines.append("")
    for peer in learners[1:]:
        ratios = [
            (row[peer]["fit_seconds"] / statistics.median(same_folds(row, peer)[1]), row) for row in rows if row.get(peer)
        ]
        faster = sum(ratio > 1 for ratio, _ in ratios)
        slow = ", ".join(f"{row['name']} {1 / ratio:.1f}" for ratio, row in sorted(ratios, key=lambda r: r[0]) if ratio < 1)
        large = sorted((ratio, row["name"]) for ratio, row in ratios if row["rows"] > 5000)
        large = ", ".join(f"{name} {ratio:.1f}" for ratio, name in large)
        lines.append(
            f"- Time against {TITLES[peer]}: xfold is faster on {faster} of {len(ratios)} tables"
            + (f"; times slower: {slow}" if slow else "")
            + (f"; times faster above 5000 rows: {large}" if large else "")
            + "."
        )
    lines += ["", *behind(rows)]
    return "\n".join(lines) + "\n"


def same_folds(row, peer):
    """xfold's accuracies and times on the folds that a peer was run on: the first ones."""
    n = len(row[peer]["each"])
    return row["xfold"]["each"][:n], row["xfold"]["times"][:n]


def behind(rows):
    """The tables on which the better of JRip and FOLD-R++ is ahead by more than two points, on the folds it was run on."""
    far, n = [], 0
    for row in rows:
        found = []
        for peer in ["jrip", "foldrpp"]:
            each = (row.get(peer) or {}).get("each", [])
            if each:
                ours, theirs = same_folds(row, peer)[0], each
                ahead = statistics.fmean(theirs) - statistics.fmean(ours)
                spread = statistics.stdev(a - b for a, b in zip(theirs, ours)) / len(each) ** 0.5 if len(each) > 1 else 0.0
                found.append((ahead, peer, spread, len(each)))
        if found:
            n += 1
            ahead, peer, spread, folds = max(found)
            if ahead > 0.02:
                far.append(
                    f"- {row['name']}: {TITLES[peer]} is ahead by {100 * ahead:.1f} points "
                    f"(standard error {100 * spread:.1f} over {folds} folds of {row['rows'] // 10} rows)."
                )
    head = f"Accuracy against the better of JRip and FOLD-R++, on the same folds: on {n - len(far)} of {n} tables xfold is "
    return [head + "at most 2 points behind" + ("; the others:" if far else "."), "", *far]


def cell(found):
    if not found:
        return "–"
    literals = "" if found["literals"] != found["literals"] else f"/{found['literals']:.1f}"
    folds = "" if len(found["each"]) >= 10 else f" ({len(found['each'])} folds)"
    return f"{found['accuracy']:.3f} · {found['rules']:.1f}{literals} · {1000 * found['fit_seconds']:.1f}{folds}"


if __name__ == "__main__":
    main()
