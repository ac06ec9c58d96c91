"""What the tests share: tables with known rules."""

from __future__ import annotations

import numpy as np
import pytest


def pool(n_rows: int = 600, seed: int = 3):
    """Who swims for free: children, and members unless they are late with their fee. Some ages are missing."""
    pd = pytest.importorskip("pandas")
    random = np.random.RandomState(seed)
    age = random.randint(0, 80, n_rows).astype(float)
    member = random.rand(n_rows) < 0.5
    late = random.randint(0, 6, n_rows)
    free = (age < 12) | (member & (late < 3))
    age[(np.arange(n_rows) % 17 == 0) & (age >= 12)] = np.nan
    X = pd.DataFrame({"age": age, "member": np.where(member, "Yes", "No"), "months late": late})
    y = pd.Series(np.where(free, "yes", "no"), name="free")
    return X, y


@pytest.fixture
def pool_data():
    return pool()
