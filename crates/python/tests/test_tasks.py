"""Tasks: learn, check, explain, convert and export, and what goes wrong."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import pytest

import xfold

ROOT = Path(__file__).resolve().parents[3]
COMMAND = os.environ.get("XFOLD_COMMAND")

PENGUIN = """
bird(X) :- penguin(X).
bird(tweety; et). cat(kitty). penguin(polly).
#modeh(fly(var(any))).
#modeb(bird(var(any))). #modeb(cat(var(any))). #modeb(penguin(var(any))).
#pos({fly(tweety), fly(et)}, {}).
"""


def test_learn_from_a_text():
    learned = xfold.learn(PENGUIN)
    assert learned.rules == ["fly(X) :- bird(X), not ab0(X).", "ab0(X) :- penguin(X)."]
    assert learned.verified and learned.stop == "verified"
    assert (learned.n_rules, learned.n_literals) == (2, 3)
    assert [example.holds for example in learned.examples] == [True]
    assert learned.report["learner"] == "fold"
    assert "fly(X) :- bird(X)" in learned._repr_html_()
    assert xfold.check(PENGUIN, learned)


@pytest.mark.parametrize("name", ["penguin", "contracts", "family", "trains", "colouring"])
def test_learn_from_files(name):
    path = ROOT / "examples" / name / "task.las"
    learned = xfold.learn(path)
    assert learned.verified
    assert xfold.learn(str(path)).program == learned.program
    assert xfold.check(path, learned.program).all_hold
    if COMMAND:
        run = subprocess.run([COMMAND, "learn", "--quiet", path], capture_output=True, text=True, check=True)
        assert run.stdout == learned.program


def test_check_says_what_fails():
    result = xfold.check(PENGUIN, "fly(X) :- bird(X).")
    assert not result
    [example] = result.examples
    assert not example.holds and "fly(polly)" in example.failures[0]


def test_explain():
    learned = xfold.learn(PENGUIN)
    why = learned.explain("fly(tweety)")
    assert why.data[0]["proofs"][0]["proof"]["holds"] is True
    why_not = xfold.explain(learned, PENGUIN, "fly(polly)")
    assert why_not.data[0]["proofs"][0]["proof"]["holds"] is False
    assert "penguin(polly)" in str(why_not)
    spoken = xfold.explain(learned, PENGUIN, "fly(tweety)", sentences="#pred fly(X) :: '@(X) can fly'.")
    assert "tweety can fly" in str(spoken)
    with pytest.raises(xfold.InputError, match="is no atom"):
        learned.explain("fly(")


def test_convert_and_export():
    assert "#modeh(fly(var(any)))." in xfold.convert(PENGUIN, "ilasp").text
    popper = xfold.convert(PENGUIN, "popper")
    assert set(popper.files) == {"bias.pl", "bk.pl", "exs.pl"}
    learned = xfold.learn(PENGUIN)
    assert "\\+" in learned.export("prolog")
    with pytest.raises(xfold.InputError, match="no language `cobol`"):
        xfold.convert(PENGUIN, "cobol")
    with pytest.raises(xfold.InputError, match="only rules for a table"):
        learned.export("sql")


def test_a_page_and_predictions():
    task = PENGUIN + "#predict(q, {fly(polly)}, {})."
    learned = xfold.learn(task, page=True)
    assert learned.page is not None and "<html" in learned.page
    assert len(learned.predictions) == 1 and learned.predictions[0].startswith("predict")


def test_errors_carry_their_place():
    with pytest.raises(xfold.InputError) as caught:
        xfold.learn("bird(tweety).\nfly(X :- bird(X).\n#pos({fly(tweety)}, {}).\n")
    error = caught.value
    assert (error.file, error.line) == ("<task>", 2)
    assert error.column is not None and error.code.startswith("E")
    assert "<task>:2:" in str(error)
    assert isinstance(error, ValueError) and isinstance(error, xfold.XfoldError)
    again = pickle.loads(pickle.dumps(error))
    assert (again.line, again.code, str(again)) == (error.line, error.code, str(error))


def test_errors_have_hints():
    with pytest.raises(xfold.InputError) as caught:
        xfold.learn("nowhere.las")
    assert "nowhere.las" in str(caught.value) and caught.value.hint
    with pytest.raises(xfold.InputError, match="max-body is 0"):
        xfold.learn(PENGUIN, max_body=0)
    with pytest.raises(xfold.InputError, match="setting is wrong"):
        xfold.learn(PENGUIN, learner="tree")
    with pytest.raises(xfold.InputError, match="no dialect `latin`"):
        xfold.learn(PENGUIN, dialect="latin")
    with pytest.raises(TypeError, match="a task is a text"):
        xfold.learn(7)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="rules are a text"):
        xfold.check(PENGUIN, 7)


ENDLESS = """
n(0..3000).
long :- n(A), n(B), n(C), n(D), A*B+C*D = -1.
bird(tweety).
#modeh(fly(var(any))). #modeb(bird(var(any))). #modeb(long).
#pos({fly(tweety)}, {}).
"""


def test_a_limit_ends_an_endless_grounding():
    start = time.monotonic()
    with pytest.raises(xfold.LimitError) as caught:
        xfold.learn(ENDLESS, time_limit=1)
    assert time.monotonic() - start < 10
    assert isinstance(caught.value, TimeoutError)


def test_other_threads_run_meanwhile():
    ticks = 0
    thread = threading.Thread(target=lambda: pytest.raises(xfold.LimitError, xfold.learn, ENDLESS, time_limit=1.5))
    thread.start()
    while thread.is_alive():
        time.sleep(0.01)
        ticks += 1
    assert ticks > 50


LEFT_BEHIND = """
n(1..9). q(X,Y) :- n(X), n(Y).
#modeh(r(var(n))). #modeb(2, q(var(n),var(n))).
#maxv(4).
#pos(a, {r(1)}, {r(2)}, { d(1..2500). p(X,Y,Z) :- d(X), d(Y), d(Z), X+Y+Z < 0. }).
#pos(b, {r(3)}, {r(4)}).
"""


def test_a_run_that_a_limit_ends_does_not_end_python():
    """The exact search is in a join that nothing can interrupt: it is left behind, and Python ends as it wants to."""
    script = textwrap.dedent(
        f"""
        import sys, xfold
        try:
            xfold.learn({LEFT_BEHIND!r}, search="exact", time_limit=0.5)
        except xfold.LimitError:
            pass
        print(xfold.learn({PENGUIN!r}).stop)
        sys.exit(7)
        """
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120)
    assert (run.stdout.strip(), run.returncode) == ("verified", 7), run.stderr


def test_nothing_to_learn_is_said_in_words():
    learned = xfold.learn(
        "bird(a). bird(b). fly(a). #modeh(fly(var(any))). #modeb(bird(var(any))). #pos({fly(a)}, {fly(b)})."
    )
    assert learned.verified and learned.n_rules == 0
    assert str(learned) == "% no rules are needed: the background alone explains all examples"
    assert [note.code for note in learned.notes] == ["E249"]
