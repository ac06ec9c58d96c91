"""Relational and answer set tasks: learn, check, explain, convert and export, as the command ``xfold`` does."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Union

from . import _xfold
from ._display import Display, with_best
from ._errors import Note, notes_from
from ._rules import Explanation

Task = Union[str, "os.PathLike[str]", Iterable[Union[str, "os.PathLike[str]"]]]
"""A task: its text, a path, or several paths whose files are taken together."""


@dataclass(frozen=True)
class _Source:
    paths: list[str]
    text: tuple[str, str] | None
    dialect: str | None

    @property
    def task(self) -> Task:
        return self.paths if self.text is None else self.text[1]


@dataclass(frozen=True)
class _Run:
    time_limit: float | None = None
    memory_limit: int | None = None
    verbose: bool = False
    page: bool = False
    progress: Callable[[str], None] | None = None


@dataclass(frozen=True)
class _Wanted:
    atom: str | None
    example: str | None
    sentences: tuple[str, str] | None
    models: int
    depth: int
    most: int
    format: str


@dataclass(frozen=True)
class ExampleVerdict:
    """What the solver says of one example of a task.

    Attributes
    ----------
    name : str
        Its name, or its place in the task.
    positive : bool
        Whether it is a ``#pos``.
    penalty : int or None
        What it costs to give it up; none if it must hold.
    holds : bool
        Whether it holds.
    failures : list of str
        Why it does not hold.
    witness : list of str or None
        The atoms that it speaks of, in a stable model that extends it.
    """

    name: str
    positive: bool
    penalty: int | None
    holds: bool
    failures: list[str]
    witness: list[str] | None


@dataclass(frozen=True)
class CheckResult:
    """What the solver says of rules: truth is whether every example holds that must.

    Attributes
    ----------
    all_hold : bool
        Whether every example without a penalty holds.
    examples : list of ExampleVerdict
        Each example, in the order of the task.
    notes : list of Note
        What is odd about the task or the rules.
    """

    all_hold: bool
    examples: list[ExampleVerdict]
    notes: list[Note] = field(repr=False)

    def __bool__(self) -> bool:
        return self.all_hold


@dataclass(frozen=True)
class Learned:
    """What was learned from a task. ``str`` gives the program.

    Attributes
    ----------
    program : str
        The program, with comments, as clingo reads it.
    rules : list of str
        The rules, one by one.
    stop : str
        ``"verified"``, ``"not_verified"``, ``"time_limit"``, ``"memory_limit"``, ``"interrupt"`` or ``"work_bound"``.
    examples : list of ExampleVerdict
        What the solver says of each example; empty if a limit came first.
    predictions : list of str
        The answers to each ``#predict`` of the task.
    n_rules, n_literals : int
        The size of the program.
    n_listed : int
        Examples that the program names in lists instead of explaining them.
    notes : list of Note
        How the task was read, and what is odd about it.
    page : str or None
        The run as a page for a browser, if it was asked for.
    report : dict
        Everything about the run, as ``xfold learn --format json`` prints it.
    """

    program: str = field(repr=False)
    rules: list[str]
    stop: str
    examples: list[ExampleVerdict] = field(repr=False)
    predictions: list[str]
    n_rules: int
    n_literals: int
    n_listed: int
    notes: list[Note] = field(repr=False)
    page: str | None = field(repr=False)
    report: dict[str, Any] = field(repr=False)
    _source: _Source = field(repr=False)

    @property
    def verified(self) -> bool:
        """Whether clingo has confirmed the program on all examples."""
        return self.stop == "verified"

    @property
    def cost(self) -> int | None:
        """The cost of the program, where the task declares a space in the manner of ILASP or FastLAS."""
        exact = self.report.get("exact")
        return None if exact is None else exact.get("cost")

    def explain(self, atom: str | None = None, **options: Any) -> Explanation:
        """Why an atom follows, or why not; see :func:`explain`."""
        return explain(self.program, self._source.task, atom, **{"dialect": self._source.dialect, **options})

    def export(self, to: str, **options: Any) -> str:
        """The program in another language; see :func:`export`."""
        return export(self.program, to, **options)

    def __str__(self) -> str:
        return self.program.rstrip("\n")

    def _repr_html_(self) -> str:
        import html

        holding = sum(example.holds for example in self.examples)
        verdict = f"{self.stop.replace('_', ' ')}: {holding} of {len(self.examples)} examples hold"
        return f"<pre>{html.escape(str(self))}</pre><div style='color:#777'>{html.escape(verdict)}</div>"


@dataclass(frozen=True)
class Converted:
    """A task in another language.

    Attributes
    ----------
    text : str
        The text; where the language needs several files, all of them below each other.
    files : dict
        For languages of several files: names, or endings for Aleph, and texts.
    notes : list of Note
        What is lost, and what was added to keep the meaning.
    """

    text: str
    files: dict[str, str]
    notes: list[Note] = field(repr=False)

    def __str__(self) -> str:
        return self.text


def learn(
    task: Task,
    *,
    learner: str = "auto",
    search: str = "auto",
    noise: bool = False,
    brevity: float = 0.4,
    paper: bool = False,
    declared_only: bool = False,
    no_list: bool = False,
    count: str = "examples",
    open: bool = False,
    lenient: bool = False,
    constants: bool = False,
    complete: bool = False,
    choice_rules: bool = False,
    hide_types: bool = False,
    free_head: bool = False,
    max_body: int = 6,
    max_new: int = 3,
    max_vars: int | None = None,
    max_rules: int | None = None,
    max_depth: int = 5,
    tune: Sequence[str] = (),
    dialect: str | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    page: bool = False,
    verbose: bool = False,
    progress: bool | Callable[[str], None] | None = None,
) -> Learned:
    """Learns a program from a task, and lets clingo check it.

    Python may do other things meanwhile, in other threads. Ctrl-C ends the run with ``KeyboardInterrupt``, whose attribute
    ``best`` is what was learned so far; it has none if nothing was.

    Parameters
    ----------
    task : str, path or list of paths
        The text of a task, or files: ``.las`` files, a folder of Popper's, a stem of Aleph's. A text that names a file
        that exists is a path.
    learner : {"auto", "fold", "xfold", "foil"}
        Default rules with exceptions in one world, programs with several stable models, or plain clauses.
    search : {"auto", "greedy", "exact"}
        For tasks that declare a space, as those of ILASP and FastLAS do.
    noise : bool
        Some labels may be wrong: prefer short rules to exact ones.
    brevity : float
        With ``noise``: what a literal costs against an error.
    paper : bool
        FOLD as published.
    declared_only : bool
        No rule beyond the declared space.
    no_list : bool
        Rules or nothing: examples without a pattern stay uncovered.
    count : {"examples", "bindings"}
        What the gain of a literal counts.
    open, lenient, constants, complete, choice_rules, hide_types, free_head : bool
        As the options of the command.
    max_body, max_new, max_vars, max_rules, max_depth : int
        Bounds on rules.
    tune : sequence of str
        Names of heuristics to switch off, as ``--tune NAME=off`` does; ``xfold help tuning`` lists them.
    dialect : {"ilasp", "fastlas", "xfold"} or None
        Whose conventions the task follows; by default what its directives show.
    time_limit : float, default=None
        Seconds after which the best program so far is given.
    memory_limit : int, default=None
        Megabytes for the solver.
    page : bool
        Whether to make a page for a browser of the run.
    verbose : bool
        Print how the rules were found.
    progress : bool or callable, default=None
        Whether to show what the run is doing, with tqdm where it is installed; by default in a terminal or a notebook. A
        function is called with each message.

    Returns
    -------
    learned : Learned

    Raises
    ------
    InputError
        If something is wrong with the task or a setting; it carries the place and a hint.
    LimitError
        If a limit came before anything was learned.

    Examples
    --------
    >>> import xfold
    >>> learned = xfold.learn('''
    ... person(ann; bob; cleo; dan; eve; fay).
    ... age(ann,4; bob,35; cleo,17; dan,35; eve,70; fay,9).
    ... member(bob).
    ... #modeh(pays(var(person))).
    ... #modeb(age(var(person),num(year))).
    ... #modeb(member(var(person))).
    ... #pos({pays(cleo), pays(dan), pays(eve)}, {}).
    ... ''')
    >>> print(learned)
    % closed world: pays/1
    pays(X) :- age(X,A), A > 9, not ab0(X).
    ab0(X) :- member(X).
    >>> learned.verified
    True
    """
    settings = {
        "learner": learner,
        "search": search,
        "noise": noise,
        "brevity": brevity,
        "paper": paper,
        "declared_only": declared_only,
        "no_list": no_list,
        "count": count,
        "open": open,
        "lenient": lenient,
        "constants": constants,
        "complete": complete,
        "choice_rules": choice_rules,
        "hide_types": hide_types,
        "free_head": free_head,
        "max_body": max_body,
        "max_new": max_new,
        "max_vars": max_vars,
        "max_rules": max_rules,
        "max_depth": max_depth,
        "tuning": list(tune),
    }
    source = _source(task, dialect)
    with Display(progress, lines=verbose) as display:
        run = _Run(time_limit, memory_limit, verbose, page, display.callback)
        text, raised = _xfold.learn_task(source, json.dumps(settings), run)
    learned = _learned(json.loads(text), source)
    if raised is not None:
        raise with_best(raised, learned)
    return learned


def _learned(report: dict[str, Any], source: _Source) -> Learned:
    program = report["program"]
    rules = [line for line in program.splitlines() if line and not line.startswith("%")]
    return Learned(
        program=program,
        rules=rules,
        stop=report["stop"],
        examples=_verdicts(report["examples"] or []),
        predictions=report.pop("predictions"),
        n_rules=report["n_rules"],
        n_literals=report["n_literals"],
        n_listed=report["n_listed"],
        notes=notes_from(report["notes"]),
        page=report.pop("page"),
        report=report,
        _source=source,
    )


def check(
    task: Task,
    rules: Any,
    *,
    open: bool = False,
    dialect: str | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
) -> CheckResult:
    """Asks clingo which examples of a task hold under rules.

    Parameters
    ----------
    task : str, path or list of paths
        The task, as for :func:`learn`.
    rules : str, path or Learned
        The rules: a text, a file, or what was learned.
    open : bool
        Instances that no example mentions may hold.
    dialect, time_limit, memory_limit
        As for :func:`learn`.

    Returns
    -------
    result : CheckResult
        True if every example holds that must.

    Examples
    --------
    >>> import xfold
    >>> task = "bird(tweety; polly). penguin(polly). #pos({fly(tweety)}, {fly(polly)})."
    >>> bool(xfold.check(task, "fly(X) :- bird(X), not penguin(X)."))
    True
    >>> xfold.check(task, "fly(X) :- bird(X).").examples[0].failures
    ['fly(polly) is excluded, but derived']
    """
    report = json.loads(
        _xfold.check_rules(_source(task, dialect), _rules(rules), open, _Run(time_limit, memory_limit))
    )
    return CheckResult(report["all_hold"], _verdicts(report["examples"]), notes_from(report["notes"]))


def explain(
    rules: Any,
    task: Task,
    atom: str | None = None,
    *,
    example: str | None = None,
    sentences: Any = None,
    models: int = 10,
    depth: int = 50,
    most: int = 10,
    dialect: str | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
) -> Explanation:
    """Explains why an atom follows from rules and a task, or why it does not.

    Parameters
    ----------
    rules : str, path or Learned
        The rules.
    task : str, path or list of paths
        The task or facts that the rules are about.
    atom : str, default=None
        The atom; with variables every instance that holds. By default the atoms of the examples.
    example : str, default=None
        The example whose context counts.
    sentences : str or path, default=None
        Templates for sentences, such as ``#pred fly(X) :: '@(X) can fly'.``
    models, depth, most : int
        How many stable models to look at, how many steps to show below each other, how many atoms to explain.
    dialect, time_limit, memory_limit
        As for :func:`learn`.

    Returns
    -------
    explanation : Explanation

    Examples
    --------
    >>> import xfold
    >>> facts = "bird(tweety; polly). penguin(polly)."
    >>> rules = "fly(X) :- bird(X), not ab0(X). ab0(X) :- penguin(X)."
    >>> xfold.explain(rules, facts, "fly(tweety)").data[0]["proofs"][0]["proof"]["holds"]
    True
    """
    source = _source(task, dialect)
    templates = None if sentences is None else _rules(sentences, "<sentences>")
    texts = []
    for form in ("text", "html", "json"):
        wanted = _Wanted(atom, example, templates, models, depth, most, form)
        text, _ = _xfold.explain_atoms(source, _rules(rules), wanted, _Run(time_limit, memory_limit))
        texts.append(text)
    return Explanation(texts[0].rstrip("\n"), texts[1], json.loads(texts[2])["explanations"])


def convert(
    task: Task,
    to: str,
    *,
    dialect: str | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
) -> Converted:
    """Says a task in the language of another program.

    Parameters
    ----------
    task : str, path or list of paths
        The task, as for :func:`learn`.
    to : {"ilasp", "fastlas", "xfold", "popper", "aleph"}
        The language.
    dialect, time_limit, memory_limit
        As for :func:`learn`.

    Returns
    -------
    converted : Converted

    Examples
    --------
    >>> import xfold
    >>> task = "#modeh(fly(var(any))). #modeb(bird(var(any))). bird(tweety). #pos({fly(tweety)}, {})."
    >>> "#modeh(fly(var(any)))." in xfold.convert(task, "ilasp").text
    True
    """
    run = _Run(time_limit, memory_limit)
    report = json.loads(_xfold.convert_task(_source(task, dialect), to, to == "aleph", run))
    files = {name: text for name, text in report["texts"] if name}
    whole = "\n".join(text for _, text in report["texts"])
    return Converted(whole, files, notes_from(report["notes"]))


def export(rules: Any, to: str, *, table: str = "rows", plain: bool = False, sentences: Any = None) -> str:
    """Says rules in the language of another program.

    Parameters
    ----------
    rules : str, path or Learned
        The rules, of a task or of a table.
    to : {"clingo", "scasp", "prolog", "sql", "json", "words", "dot", "mermaid"}
        The language.
    table : str
        For SQL, the name of the table.
    plain : bool
        For SQL, a shorter query for a table whose columns have the types that the rules speak of.
    sentences : str or path, default=None
        For words, templates for sentences.

    Examples
    --------
    >>> import xfold
    >>> print(xfold.export("fly(X) :- bird(X), not penguin(X).", "prolog").splitlines()[-1])
    fly(X) :- bird(X), \\+ penguin(X).
    """
    templates = None if sentences is None else _rules(sentences, "<sentences>")
    return _xfold.export_rules(_rules(rules), to, table, plain, templates)


def _source(task: Task, dialect: str | None) -> _Source:
    if isinstance(task, str):
        if _is_path(task):
            return _Source([task], None, dialect)
        return _Source([], ("<task>", task), dialect)
    if isinstance(task, os.PathLike):
        return _Source([os.fspath(task)], None, dialect)
    if isinstance(task, Iterable) and not isinstance(task, (bytes, dict)):
        paths = [os.fspath(path) for path in task]
        if paths:
            return _Source(paths, None, dialect)
    raise TypeError(f"a task is a text, a path or a list of paths, not {task!r}")


def _is_path(text: str) -> bool:
    """Whether a text names a file, or could: a text of rules has a line end, brackets or a full stop at its end."""
    if "\n" in text or len(text) > 4000:
        return False
    return os.path.exists(text) or not (text.rstrip().endswith(".") or "(" in text or ":-" in text or not text.strip())


def _rules(rules: Any, name: str = "<rules>") -> tuple[str, str]:
    """The name and the text of rules."""
    if isinstance(rules, Learned):
        return (name, rules.program)
    if isinstance(rules, os.PathLike) or (isinstance(rules, str) and _is_path(rules)):
        return (os.fspath(rules), Path(rules).read_text(encoding="utf-8"))
    if isinstance(rules, str):
        return (name, rules)
    if hasattr(rules, "to_asp"):
        return (name, rules.to_asp())
    raise TypeError(f"rules are a text, a path or what was learned, not {rules!r}")


def _verdicts(values: list[dict[str, Any]]) -> list[ExampleVerdict]:
    names = ("name", "positive", "penalty", "holds", "failures", "witness")
    return [ExampleVerdict(**{name: value[name] for name in names}) for value in values]
