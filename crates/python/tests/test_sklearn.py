"""The contract of scikit-learn: its own checks of estimators, without an exclusion."""

from __future__ import annotations

from sklearn.utils.estimator_checks import parametrize_with_checks

from xfold import FoldClassifier


@parametrize_with_checks([FoldClassifier(), FoldClassifier(vote=3)])
def test_checks_of_scikit_learn(estimator, check):
    check(estimator)
