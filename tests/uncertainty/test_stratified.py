"""A share over strata."""

from __future__ import annotations

import numpy as np
import pytest

from mercalli.uncertainty.stratified import stratified_share


def test_one_stratum_has_the_exact_interval() -> None:
    found = stratified_share(np.array([3]), np.array([50]), np.array([10_000]), 0.95)
    assert found == pytest.approx([0.06, 0.01255, 0.16548], abs=1e-4)  # Clopper and Pearson, 3 of 50


def test_what_was_looked_at_as_a_whole_is_known() -> None:
    found = stratified_share(np.array([2, 0]), np.array([10, 4]), np.array([10, 4]), 0.95)
    assert found == pytest.approx([2 / 14] * 3)


def test_nothing_found_bounds_the_worst_stratum() -> None:
    _, low, high = stratified_share(np.array([0, 0]), np.array([50, 50]), np.array([900, 100]), 0.95)
    assert low == 0
    assert high >= 0.9 * (1 - 0.025 ** (1 / 50))


@pytest.mark.parametrize("rates", [(0.0, 0.05), (0.01, 0.2), (0.05, 0.0), (0.002, 0.01)])
def test_the_interval_covers_the_share_of_all_items(rates: tuple[float, float]) -> None:
    generator, sizes, trials = np.random.default_rng(7), np.array([20_000, 2_000]), np.array([60, 40])
    hits = np.stack([generator.hypergeometric(round(rate * size), size - round(rate * size), n, 2_000)
                     for rate, size, n in zip(rates, sizes, trials, strict=True)], axis=1)  # fmt: skip
    truth = (np.round(np.array(rates) * sizes)).sum() / sizes.sum()
    ends = {tuple(each): stratified_share(each, trials, sizes, 0.95) for each in np.unique(hits, axis=0)}
    covered = np.mean([ends[tuple(each)][1] <= truth <= ends[tuple(each)][2] for each in hits])
    assert covered >= 0.94
