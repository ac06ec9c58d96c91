"""Runs that end before their time, tell of themselves, or go wrong: limits, Ctrl-C, progress, panics, forks."""

from __future__ import annotations

import multiprocessing
import pickle
import signal
import subprocess
import sys
import textwrap
import threading
import warnings

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning

import xfold
from xfold import FoldClassifier, _xfold

from conftest import pool
from test_tasks import ENDLESS, PENGUIN, ROOT

can_signal = pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="there are no signals to threads")


def noisy(n_rows: int = 30000, n_columns: int = 60):
    """Rows that no rule explains, so that learning takes long."""
    random = np.random.RandomState(0)
    X = random.rand(n_rows, n_columns)
    return X, (X[:, 0] * X[:, 1] + random.rand(n_rows) * 0.5 > 0.5).astype(int)


def press_ctrl_c(seconds: float) -> threading.Timer:
    main = threading.main_thread().ident
    assert main is not None
    timer = threading.Timer(seconds, lambda: signal.pthread_kill(main, signal.SIGINT))
    timer.start()
    return timer


def test_a_time_limit_gives_the_best_so_far():
    X, y = noisy()
    with pytest.warns(ConvergenceWarning, match="time_limit of 0.3 seconds came first"):
        clf = FoldClassifier(time_limit=0.3, vote=99).fit(X, y)
    assert clf.stop_ == "time_limit"
    assert len(clf.predict(X)) == len(y)


@can_signal
def test_ctrl_c_ends_a_fit_but_keeps_the_best():
    X, y = noisy()
    clf = FoldClassifier(vote=99, brevity=0.01)
    press_ctrl_c(0.5)
    with pytest.raises(KeyboardInterrupt) as caught:
        clf.fit(X, y)
    assert caught.value.best is clf
    if sys.version_info >= (3, 11):
        assert "attribute `best`" in caught.value.__notes__[0]
    assert clf.stop_ == "interrupt" and len(clf.rules_) >= 1
    assert clf.score(X, y) >= np.bincount(y).max() / len(y)
    assert pickle.loads(pickle.dumps(clf)).to_asp() == clf.to_asp()
    assert FoldClassifier().fit(X[:100], y[:100]).stop_ == "verified"


@can_signal
def test_ctrl_c_ends_a_task_before_anything_is_learned():
    press_ctrl_c(1)
    with pytest.raises(KeyboardInterrupt) as caught:
        xfold.learn(ENDLESS)
    assert not hasattr(caught.value, "best")
    assert xfold.learn(PENGUIN).stop == "verified"


@can_signal
def test_ctrl_c_keeps_the_best_of_a_task():
    found: list[str] = []
    task = many_targets()

    def stop_when_something_is_learned(message: str) -> None:
        found.append(message)
        if "1 clauses" in message and len(found) < 1000:
            found.extend(["stopped"] * 1000)
            signal.pthread_kill(threading.get_ident(), signal.SIGINT)

    with pytest.raises(KeyboardInterrupt) as caught:
        xfold.learn(task, progress=stop_when_something_is_learned)
    best = caught.value.best
    assert isinstance(best, xfold.Learned)
    # The run is ahead of its messages: it may have come to its end meanwhile.
    assert best.stop in ("interrupt", "verified")
    assert 0 < best.n_rules <= xfold.learn(task).n_rules


def many_targets(n: int = 40) -> str:
    """A task of many targets, one rule for each."""
    lines = [f"p(1..{30 * n}). q(X) :- p(X), X \\ 7 = 0."]
    for target in range(n):
        lines.append(f"b{target}(X) :- p(X), X \\ {n} = {target}.")
        lines.append(f"#modeh(t{target}(var(p))). #modeb(b{target}(var(p))).")
        atoms = ", ".join(f"t{target}({k * n + target})" for k in range(1, 20))
        lines.append(f"#pos({{{atoms}}}, {{}}).")
    return "\n".join(lines)


def test_progress_of_a_fit(capfd):
    pytest.importorskip("tqdm")
    X, y = pool()
    silent = FoldClassifier().fit(X, y)
    assert capfd.readouterr() == ("", "")
    bar = FoldClassifier(verbose=1).fit(X, y)
    told = capfd.readouterr()
    assert "check: judging all rows" in told.err and told.out == ""
    lines = FoldClassifier(verbose=2).fit(X, y)
    told = capfd.readouterr()
    assert "class yes: " in told.err and "  + age is at most 11" in told.err
    assert silent.to_asp() == bar.to_asp() == lines.to_asp()


def test_progress_without_tqdm(capfd, monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm", None)
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    FoldClassifier(verbose=True).fit(*pool())
    assert "search: 1 rules" in capfd.readouterr().err
    xfold.learn(PENGUIN, progress=True)
    assert "search: fly/1" in capfd.readouterr().err


def test_progress_and_trace_of_a_task(capfd):
    messages: list[str] = []
    xfold.learn(PENGUIN, progress=messages.append)
    assert any(message.startswith("search: fly/1") for message in messages)
    pytest.importorskip("tqdm")
    xfold.learn(PENGUIN, progress=True)
    xfold.learn(PENGUIN, verbose=True)
    assert "penguin(X)" in capfd.readouterr().err

    def broken(_: str) -> None:
        raise RuntimeError("no display")

    with pytest.raises(RuntimeError, match="no display"):
        xfold.learn(PENGUIN, progress=broken)


@pytest.mark.parametrize("place", ["thread", "pool", "python"])
def test_a_panic_is_an_exception(place):
    panic = getattr(_xfold, "__panic", None)
    if panic is None:
        pytest.skip("only builds for tests can be made to panic")
    with pytest.raises(xfold.InternalError, match=f"a test of panics in {place}"):
        panic(place)
    assert FoldClassifier().fit(*pool(100)).stop_ == "verified"


def test_no_profile_aborts_on_a_panic():
    assert "abort" not in (ROOT / "Cargo.toml").read_text(encoding="utf-8")


def fit(X, y):
    return FoldClassifier().fit(X, y).to_asp()


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_other_processes_can_fit(method):
    X, y = pool(100)
    expected = fit(X, y)
    with warnings.catch_warnings(), multiprocessing.get_context(method).Pool(1) as processes:
        assert processes.apply_async(fit, (X, y)).get(timeout=120) == expected


def test_joblib_can_fit():
    joblib = pytest.importorskip("joblib")
    X, y = pool(100)
    expected = fit(X, y)
    for backend in ("loky", "threading", "multiprocessing"):
        jobs = joblib.Parallel(n_jobs=2, backend=backend)(joblib.delayed(fit)(X, y) for _ in range(4))
        assert jobs == [expected] * 4, backend


@pytest.mark.skipif(not hasattr(__import__("os"), "fork"), reason="there is no fork")
def test_a_fork_refuses_tasks_if_its_parent_had_some():
    script = textwrap.dedent(
        f"""
        import multiprocessing, xfold
        learn = lambda: xfold.learn({PENGUIN!r}).stop
        def work(queue):
            try:
                queue.put(learn())
            except xfold.InputError as error:
                queue.put(error.hint)
        def forked():
            context = multiprocessing.get_context("fork")
            queue = context.SimpleQueue()
            process = context.Process(target=work, args=(queue,))
            process.start()
            print(queue.get())
            process.join()
        forked()
        print(learn())
        forked()
        """
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120)
    lines = run.stdout.splitlines()
    assert lines[:2] == ["verified", "verified"], run.stderr
    assert "spawn" in lines[2]
