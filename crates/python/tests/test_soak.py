"""Learning and predicting again and again in one process: memory does not grow, and threads do not disturb each other.

`XFOLD_SOAK` says how often; `cargo xtask soak` asks for a thousand times.
"""

from __future__ import annotations

import gc
import os
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

import xfold
from xfold import FoldClassifier

from conftest import pool
from test_tasks import PENGUIN

ROUNDS = int(os.environ.get("XFOLD_SOAK", "40"))
#: What memory may grow by after the first rounds: untidiness of the allocators.
GROWTH = 12 << 20

on_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux tells the memory in use")


def memory() -> int:
    """The memory that this process has in use."""
    gc.collect()
    with open("/proc/self/statm", encoding="ascii") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def one_round() -> tuple[str, str, list[str]]:
    X, y = pool()
    clf = FoldClassifier().fit(X, y)
    return xfold.learn(PENGUIN).program, clf.to_asp(), [str(label) for label in clf.predict(X)]


@on_linux
def test_memory_does_not_grow():
    first = one_round()
    for _ in range(max(ROUNDS // 5, 5)):
        assert one_round() == first
    before = memory()
    for _ in range(ROUNDS):
        assert one_round() == first
    after = memory()
    print(f"{ROUNDS} rounds: {before >> 10} kB before, {after >> 10} kB after")
    assert after < before + GROWTH


def test_eight_threads_give_the_same_bytes():
    first = one_round()
    with ThreadPoolExecutor(8) as threads:
        assert all(found == first for found in threads.map(lambda _: one_round(), range(max(ROUNDS // 5, 8))))
