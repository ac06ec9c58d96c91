#!/usr/bin/env python3
"""Runs xfold on tasks written for ILASP and FastLAS, and writes what came of each beside the peers' published figures.

It needs a folder of tasks (*.las, also in folders below it) and the release build of xfold. ILASP and FastLAS are run in
the same run where a command of that name is on the path; the other figures of peers are of other runs and say so. The
result is a Markdown table. It can be made in pieces: --tasks chooses some, and --keep has the rows of earlier pieces, which
are replaced if they are run again.

    cargo build --release
    python3 tools/bench_las.py --data ../shared/data/las --out docs/src/las-benchmark.md
    python3 tools/bench_las.py --keep target/las.json --tasks '^paper/'   # one piece, then others
"""

import argparse
import json
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

# Published, not measured in this run: the least cost where it is known (proved, or found by a peer), the seconds of the
# prototype in Python, and the CPU seconds of the fastest peer with its default options.
KNOWN = {
    "adj_to_red": (4, 0.2, "ILASP 0.27"),
    "agentB": (14, 27, "ILASP 9.1"),
    "agent_nonopl_fastlas2": (7, 264, "FastLAS >58"),
    "agent_nonopl_ilasp": (7, 264, "ILASP >60"),
    "caviar_window_fastlas2": (849, 220, "FastLAS 18 (empty program, cost 2000)"),
    "choice_nonopl_fastlas2": (1, 0.03, "FastLAS >59"),
    "chunking100_fastlas1": (236, 4.8, "FastLAS 5.5"),
    "chunking100_ilasp": (236, 5.0, "ILASP >60"),
    "clique": (5, 0.6, "refused"),
    "coin": (6, 0.06, "ILASP 0.03"),
    "coloring6": (None, 0.5, "UNSATISFIABLE"),
    "colouring_verifier_fastlas2": (3, 0.1, "ILASP 0.15"),
    "evenodd": (6, 0.4, "ILASP 0.17"),
    "final_bias_fastlas2": (None, 0.1, "FastLAS 0.06"),
    "hamiltonA": (13, 2.2, "ILASP 5.1"),
    "hamiltonB": (13, 5.8, "ILASP 5.0"),
    "hamming0": (7, 0.1, "refused"),
    "negative_examples_fastlas2": (5, 0.6, "UNSATISFIABLE"),
    "noisy_fastlas2": (2, 0.1, "ILASP 0.02"),
    "nqueens_explicit": (5, 0.1, "refused"),
    "numvar_fastlas2": (None, 0.05, "FastLAS 0.06"),
    "petowner_fastlas2": (3, 0.1, "ILASP 0.05"),
    "policy_pm_fastlas1": (132, 1.2, "FastLAS 44.9"),
    "queens4_diag": (5, 0.4, "refused"),
    "roadkill12": (2, 0.5, "ILASP 4.8"),
    "scheduling_query": (4, 0.04, "ILASP 0.02"),
    "sudoku": (26, 0.6, "ILASP 1.5"),
    "traffic": (6, 0.1, "UNSATISFIABLE"),
    "party": (6, 0.4, "ILASP 0.26"),
    "party_neg": (6, 0.4, "ILASP 0.40"),
    "colour_n4_loops": (15, 0.5, "ILASP 5.2"),
    "colour_n8_loops": (19, 0.7, "ILASP 54.5"),
    "colour_n16_loops": (19, 0.5, "not run"),
    "colour_n64_loops": (21, 0.9, "not run"),
    "colour_n4_choice": (13, 0.1, "ILASP 0.13"),
    "colour_n8_choice": (13, None, "ILASP 0.20"),
    "colour_n16_choice": (13, 0.2, "ILASP 0.35"),
    "colour_n32_choice": (13, None, "ILASP 0.89"),
    "colour_n64_choice": (13, 0.9, "ILASP 3.2"),
    "colour_n16_p20_choice": (13, None, "ILASP 0.47"),
    "colour_n16_p60_choice": (13, None, "ILASP 0.61"),
    "colour_n16_p200_choice": (13, 4.5, "not run"),
    "colour_n4_fastlas2": (None, None, "FastLAS 0.19"),
    "colour_n8_fastlas2": (None, None, "FastLAS 0.26"),
    "colour_n16_fastlas2": (4, 0.2, "FastLAS 0.31"),
    "colour_n32_fastlas2": (None, None, "FastLAS 0.50"),
    "colour_n64_fastlas2": (4, 2.3, "FastLAS 1.03"),
    "colour_n16_p20_fastlas2": (None, None, "FastLAS 0.71"),
    "colour_n16_p60_fastlas2": (None, None, "FastLAS 1.84"),
    "colour_n16_p200_fastlas2": (4, 0.7, "FastLAS 6.1"),
    "queens4_choice": (6, 0.6, "refused"),
    "queens4_choice_facts": (6, 0.6, "ILASP >60"),
    "queens6_choice": (None, None, "refused"),
    "queens6_choice_facts": (None, None, "ILASP >60"),
    "queens8_choice": (6, 1.8, "refused"),
    "queens8_choice_facts": (6, 1.8, "ILASP >60"),
    "queens4_loops": (9, 9.7, "refused"),
    "queens4_loops_facts": (9, 9.7, "ILASP >60"),
    "queens6_loops": (None, None, "refused"),
    "queens6_loops_facts": (None, None, "ILASP >60"),
    "queens8_loops": (None, ">90", "not run"),
    "queens8_loops_facts": (None, ">90", "ILASP >60"),
    "distract5_ilasp": (13, 1.0, "ILASP 6.2"),
    "distract10_ilasp": (13, 4.7, "ILASP 42.5"),
    "distract20_ilasp": (13, 39, "ILASP >60"),
    "distract40_ilasp": (None, None, "ILASP >60"),
    "default_a5_n100_z0_ilasp": (None, None, "ILASP 0.58"),
    "default_a5_n100_z0_fastlas2": (None, None, "FastLAS 1.70"),
    "default_a5_n100_z5_ilasp": (42, 0.1, "ILASP 2.2"),
    "default_a5_n100_z5_fastlas2": (42, 0.1, "FastLAS 2.0"),
    "default_a5_n500_z5_fastlas2": (None, None, "FastLAS 3.58"),
    "default_a15_n100_z0_ilasp": (8, 0.2, "ILASP >60"),
    "default_a15_n100_z0_fastlas2": (8, 0.2, "FastLAS >50"),
    "default_a15_n100_z5_ilasp": (25, 70, "ILASP >60"),
    "default_a15_n100_z5_fastlas2": (25, 70, "FastLAS >60"),
    "default_a15_n500_z5_fastlas2": (None, ">80", "FastLAS >60, 11 GB"),
    "default_a30_n100_z0_ilasp": (8, 0.8, "ILASP >60"),
    "default_a30_n100_z0_fastlas2": (8, 0.8, "FastLAS >60"),
    "default_a30_n100_z5_fastlas2": (None, ">60", "FastLAS >60"),
    "exc_k1m2_inv0_ilasp": (None, None, "ILASP 0.43"),
    "exc_k1m2_inv0_fastlas2": (None, None, "FastLAS 0.13"),
    "exc_k1m2_inv1_ilasp": (None, None, "ILASP 0.52"),
    "exc_k1m2_inv1_fastlas2": (None, None, "FastLAS 5.4"),
    "exc_k2m2_inv0_ilasp": (None, None, "ILASP 1.4"),
    "exc_k2m2_inv0_fastlas2": (None, None, "FastLAS 0.60"),
    "exc_k2m2_inv1_ilasp": (9, 1.3, "ILASP 1.9"),
    "exc_k2m2_inv1_fastlas2": (None, None, "FastLAS 7.1"),
    "exc_k2m3_inv0_fastlas2": (32, 0.3, "FastLAS 6.4"),
    "exc_k2m3_inv1_ilasp": (11, 6.9, "ILASP 22.0"),
    "exc_k3m3_inv0_fastlas2": (40, 0.5, "FastLAS 38.2"),
    "exc_k3m3_inv1_ilasp": (15, ">100", "not run"),
}
# How the peers are called, where they are there.
PEERS = {
    "ILASP": lambda path: ["ILASP", "--version=2i", str(path)],
    "FastLAS": lambda path: ["FastLAS", "--nopl" if "_inv1" in path.name or "nonopl" in path.name else "--opl", str(path)],
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", default="../shared/data/las", help="folder with tasks")
    parser.add_argument("--xfold", default="target/release/xfold", help="the command")
    parser.add_argument("--out", default="docs/src/las-benchmark.md", help="where the table goes")
    parser.add_argument("--tasks", default="", help="only tasks whose names match this regular expression")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds for one task")
    parser.add_argument("--keep", help="a file for the rows of several runs")
    parser.add_argument("--repeat", type=int, default=1, help="runs of each task; the median time counts")
    arguments = parser.parse_args()
    data = Path(arguments.data)
    files = sorted(data.rglob("*.las"), key=lambda path: (len(path.relative_to(data).parts), path))
    if not files:
        print(f"skipped: there are no tasks in {data}", file=sys.stderr)
        return
    peers = [peer for peer in PEERS if shutil.which(peer)]
    for peer in PEERS:
        if peer not in peers:
            print(f"{peer} is not on the path: only published figures", file=sys.stderr)
    kept = Path(arguments.keep) if arguments.keep else None
    known = json.loads(kept.read_text()) if kept and kept.exists() else {}
    names = [path.relative_to(data).with_suffix("").as_posix() for path in files]
    for name, path in zip(names, files):
        if not re.search(arguments.tasks, name):
            continue
        row = {"name": name, "peers": {}, "limit": arguments.limit, **xfold(arguments, path)}
        for peer in peers:
            row["peers"][peer] = run_peer(PEERS[peer](path), arguments.limit)
        row["load"] = os.getloadavg()[0]
        known[name] = row
        if kept:
            kept.write_text(json.dumps(known, indent=1))
        print(f"{name}: {row['result']}, cost {row['cost']}, {row['seconds']:.2f} s", file=sys.stderr)
    rows = [known[name] for name in names if name in known]
    Path(arguments.out).write_text(report(rows, peers))


def xfold(arguments, path):
    """What our command makes of a task: result, rules, cost, claim, seconds."""
    command = [arguments.xfold, "learn", str(path), "--format", "json", "--time-limit", f"{arguments.limit:.0f}"]
    seconds, cpu = [], []
    for _ in range(arguments.repeat):
        started, used = time.monotonic(), cpu_seconds()
        try:
            # The limit is the command's own; the grace shows whether it holds.
            done = subprocess.run(command, capture_output=True, text=True, timeout=2 * arguments.limit + 10)
        except subprocess.TimeoutExpired:
            elapsed = time.monotonic() - started
            found = {"seconds": elapsed, "cpu": elapsed, "cost": None, "claim": "", "rules": None, "found": None}
            return {**found, "result": "the time limit does not hold"}
        seconds.append(time.monotonic() - started)
        cpu.append(cpu_seconds() - used)
    found = {"seconds": statistics.median(seconds), "cpu": statistics.median(cpu)}
    found.update(cost=None, claim="", rules=None, found=None)
    try:
        said = json.loads(done.stdout)
    except json.JSONDecodeError:
        return {**found, "result": refusal(done)}
    if said.get("status") == "error":
        first = said["errors"][0]
        return {**found, "result": f"{first['message']} (line {first['line']})"}
    exact = said.get("exact")
    if said["examples"] is None:
        return {**found, "result": f"not verified ({said['stop']})", "rules": said["n_rules"]}
    soft = sum(1 for example in said["examples"] if not example["holds"] and example["penalty"] is not None)
    hard = sum(1 for example in said["examples"] if not example["holds"] and example["penalty"] is None)
    result = "verified" if said["stop"] == "verified" and not hard else f"not verified ({said['stop']})"
    if result == "verified" and soft:
        result += f", {len(said['examples']) - soft} of {len(said['examples'])} examples"
    found.update(result=result, rules=said["n_rules"])
    if exact:
        who = "" if exact["is_exact"] else "greedy, "
        found.update(cost=exact["cost"], claim=who + claim(exact), found=exact["found_after"])
    elif result.startswith("verified"):
        found["claim"] = "greedy, beyond the space"
    return found


def cpu_seconds():
    """CPU seconds of all programs that were started and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def claim(exact):
    said = exact["claim"]
    if isinstance(said, dict):
        return f"optimal, bodies ≤ {said['optimal_within']}"
    if said == "best" and exact["lower_bound"] > 0:
        return f"best found, ≥ {exact['lower_bound']}"
    return {"optimal": "optimal", "best": "best found"}.get(said, said)


def refusal(done):
    """The first error of a task that was not learned from."""
    try:
        errors = [message for message in json.loads(done.stderr) if message["severity"] == "error"]
        return f"{errors[0]['message']} (line {errors[0]['line']})"
    except (json.JSONDecodeError, IndexError, KeyError, TypeError):
        return f"failed with exit code {done.returncode}"


def run_peer(command, limit):
    """CPU seconds of a peer and what it said last."""
    before = cpu_seconds()
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return f">{limit:.0f}"
    seconds = cpu_seconds() - before
    says_no = "UNSATISFIABLE" in done.stdout or done.returncode != 0
    return f"{seconds:.2f}" + (" (no program)" if says_no else "")


def report(rows, peers):
    lines = ["# Tasks of ILASP and FastLAS", ""]
    limits = " or ".join(sorted({f"{row['limit']:.0f}" for row in rows}, key=int))
    lines.append(
        "Written by `tools/bench_las.py`: `xfold learn` on each task as it stands, with a limit of "
        f"{limits} seconds. *Verified*: clingo confirms every example that must hold, with the printed rules. "
        "*Cost* is that of the task's dialect, rules and penalties of examples given up; *claim* says what was proved of it "
        "(`≥`: no program costs less); *greedy* programs are FOLD's or XFOLD's. "
        "*Seconds* are wall time of the whole command, from reading to checking, *found* when the printed program was found: "
        "the rest went into the proof, or into looking for better ones until the limit; *CPU* is its processor time with that of the "
        "solver's process. The columns *known* (the least cost that is "
        "known), *prototype* (a program in Python with the same method) and *published* (the fastest peer with its default "
        "options, CPU seconds; `>` is a limit) are **published figures of other runs, not measured in this one**: take them as "
        "an order of magnitude. A cost below the known one, or above it, is marked with `!`."
    )
    if not peers:
        lines += ["", "Neither `ILASP` nor `FastLAS` was on the path, so no peer was measured in this run."]
    load, processors = max((row.get("load", 0) for row in rows), default=0), os.cpu_count() or 1
    if load > processors:
        lines += ["", f"**The machine was busy with other work** (load average {load:.0f} on {processors} processors), "
                      "so that wall times are several times what they are on a quiet one, and limits came early; CPU tells more."]
    header = ["task", "result", "rules", "cost", "claim", "found", "seconds", "CPU", *[f"{peer}, this run" for peer in peers]]
    header += ["known", "prototype", "published"]
    lines += ["", "| " + " | ".join(header) + " |"]
    lines.append("|---|---|--:|--:|---|--:|--:|--:|" + "--:|" * len(peers) + "--:|--:|---|")
    for row in rows:
        known, prototype, published = KNOWN.get(row["name"].split("/")[-1], (None, None, ""))
        cost = "" if row["cost"] is None else str(row["cost"])
        if known is not None and cost and row["cost"] != known:
            cost += " !"
        cells = [row["name"], row["result"], shown(row["rules"]), cost, row["claim"]]
        cells += ["" if row["found"] is None else f"{row['found']:.2f}", f"{row['seconds']:.2f}", f"{row['cpu']:.2f}"]
        cells += [row["peers"].get(peer, "") for peer in peers]
        cells += [shown(known), shown(prototype), published]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines + ["", *summary(rows)]) + "\n"


def summary(rows):
    served = [row for row in rows if "not served" not in row["result"]]
    solved = [row for row in served if row["result"].startswith("verified")]
    proved = [row for row in solved if "optimal" in row["claim"]]
    lines = [f"- {len(rows)} tasks, {len(served)} without preferences. Of these {len(solved)} are verified, {len(proved)} proved optimal."]
    missed = ", ".join(f"{row['name']} ({row['result']})" for row in served if row not in solved)
    if missed:
        lines.append(f"- Not verified: {missed}.")
    seconds = [row["seconds"] for row in solved]
    if seconds:
        below = sum(each < 1 for each in seconds)
        lines.append(f"- Median {statistics.median(seconds):.2f} s; {below} of {len(solved)} verified tasks take less than a second.")
    faster, slower, worse = [], [], []
    for row in solved:
        known, _, published = KNOWN.get(row["name"].split("/")[-1], (None, None, ""))
        figure = re.search(r"(>?)([\d.]+)", published) if re.match(r"(ILASP|FastLAS)", published) else None
        if figure:
            ahead = row["cpu"] < float(figure.group(2))
            (faster if ahead else slower).append(row["name"])
        if known is not None and row["cost"] is not None and row["cost"] > known:
            worse.append(f"{row['name']} ({row['cost']} instead of {known})")
    if faster or slower:
        lines.append(
            f"- Below the fastest peer's published time (CPU seconds on both sides, but of another run): {len(faster)} of {len(faster) + len(slower)}"
            + (f"; not: {', '.join(slower)}" if slower else "")
            + "."
        )
    lines.append(f"- Dearer than the known optimum: {', '.join(worse) if worse else 'none'}.")
    return lines


def shown(value):
    return "" if value is None else str(value)


if __name__ == "__main__":
    main()
