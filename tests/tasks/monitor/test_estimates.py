"""What reviewed predictions say of all, by hand and by law."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mercalli import monitor_report, monitor_sample
from mercalli.metrics.payoffs import RatioParts
from mercalli.tasks.monitor.priors import shifted_prior
from mercalli.tasks.monitor.sample import shares
from mercalli.tasks.monitor.strata import Strata, bound
from mercalli.tasks.monitor.watch import KEYS, REVIEWED, Watch
from tests.tasks.monitor.watches import stratified, told, watch_of

PROMISES = ("class:urgent.recall>=0.5", "class:urgent.precision>=0.5", "accuracy>=0.5")
FLAGGED = stratified(range(20), [("urgent", 15), ("other", 5)])
REST = stratified(range(100, 145), [("urgent", 3), ("other", 42)])
TWO = {"urgent": 100, "other": 900}


@pytest.fixture
def reviewed(tmp_path):
    """100 predicted urgent, 20 reviewed, 15 urgent; 900 predicted other, 45 reviewed, 3 urgent."""
    folder = watch_of(tmp_path / "watch", TWO.items(), promise=PROMISES)
    told(folder, {**FLAGGED, **REST}, 3)
    return folder


def test_strata_are_weighted_by_what_was_predicted(reviewed):
    system = monitor_report(reviewed)["model"]
    assert system.measure("class:urgent.recall").value == pytest.approx(0.555556, abs=5e-7)
    assert system.measure("class:urgent.precision").value == pytest.approx(0.75)
    assert system.alone[0].value == pytest.approx(0.833333, abs=5e-7)
    assert system.measure("class:urgent.recall").low < 0.555556 < system.measure("class:urgent.recall").high


def test_prevalence_by_hand():
    table = strata_of([(0, 0, 15), (1, 0, 5), (0, 1, 3), (1, 1, 42)], [100, 900]).table()
    assert table[:, :2].tolist() == pytest.approx(np.array([[75.0, 60.0], [25.0, 840.0]]))
    assert table[0].sum() / table.sum() == pytest.approx(0.135)


def strata_of(reviews, sizes):
    """Strata of (truth, pred, times), one for each prediction, each with so many predictions."""
    rows = [(truth, pred) for truth, pred, times in reviews for _ in range(times)]
    open_rows = [
        (-1, pred) for pred, size in enumerate(sizes) for _ in range(size - sum(each[1] == pred for each in rows))
    ]
    truth, pred = np.array([*rows, *open_rows]).T
    nothing = np.zeros(len(truth), np.int64)
    kind = np.where(truth >= 0, REVIEWED, 0)
    keys = {**dict.fromkeys(KEYS, nothing), "pred": pred, "truth": truth + 1, "kind": kind, "bin": nothing + 1}
    return Strata.by_prediction(Watch.of(keys), len(sizes))


def test_what_nobody_reviewed_gives_bounds(tmp_path):
    folder = watch_of(tmp_path / "watch", TWO.items())
    told(folder, FLAGGED, 3)
    system = monitor_report(folder)["model"]
    measure = system.measure("class:urgent.recall")
    assert measure.value is None
    assert "strata have too few reviews" in measure.undefined
    (found,) = system.bounds
    assert (found.low, found.high) == (pytest.approx(75 / 975), pytest.approx(1.0))
    assert "is not known" in monitor_report(folder).verdict.lines[0].text


def test_bounds_by_hand():
    parts = RatioParts(np.array([[1.0, 0, 0], [0, 0, 0]]), np.array([[1.0, 1, 0], [0, 0, 0]]))
    table, missing = np.array([[[75.0, 60, 0], [25, 840, 0]]]), np.array([0.0, 50.0])
    assert bound(parts, table, missing, best=False)[0] == pytest.approx(0.405405, abs=5e-7)
    assert bound(parts, table, missing, best=True)[0] == pytest.approx(0.555556, abs=5e-7)


@given(st.integers(0, 10_000))
def test_bounds_are_those_of_all_corners(seed):
    rng = np.random.default_rng(seed)
    below = rng.random((3, 4)) + 0.01
    parts = RatioParts(below * rng.random((3, 4)), below)
    table, missing = rng.integers(0, 9, (3, 4)).astype(float), rng.integers(0, 9, 3).astype(float)
    table[0, 0] += 1
    corners = []
    for truths in itertools.product(range(3), repeat=3):
        more = table.copy()
        np.add.at(more, (truths, range(3)), missing)
        corners.append(float(parts(more)))
    found = [float(bound(parts, table[None], missing, best=best)[0]) for best in (False, True)]
    assert found == pytest.approx([min(corners), max(corners)])


def test_what_was_reviewed_as_a_whole_does_not_vary():
    whole = strata_of([(0, 0, 5), (1, 1, 5), (0, 1, 2)], [5, 7])
    assert np.ptp(whole.tables_drawn(50, np.random.default_rng(0)), axis=0).max() == 0
    part = strata_of([(0, 0, 5), (1, 1, 5), (0, 1, 2)], [5, 70])
    assert np.ptp(part.tables_drawn(50, np.random.default_rng(0)), axis=0).max() > 0


def test_the_interval_within_strata_holds_the_truth():
    rng, held = np.random.default_rng(11), 0
    sizes, wrong = np.array([200, 1800]), np.array([0.25, 0.1])
    for _ in range(300):
        counts = []
        for pred, (size, rate) in enumerate(zip(sizes, wrong, strict=True)):
            errors = rng.hypergeometric(int(size * rate), int(size * (1 - rate)), size // 10)
            counts += [(1 - pred, pred, errors), (pred, pred, size // 10 - errors)]
        drawn = strata_of(counts, sizes.tolist()).tables_drawn(200, rng)
        right = (drawn[:, 0, 0] + drawn[:, 1, 1]) / drawn.sum(axis=(1, 2))
        low, high = np.quantile(right, [0.025, 0.975])
        held += low <= 1 - (sizes * wrong).sum() / sizes.sum() <= high
    assert 0.91 <= held / 300 <= 0.99


def test_one_review_of_a_band_is_joined_to_its_neighbour():
    truth, band = np.array([1, 1, 2, 0, 0]), np.array([0, 1, 1, 0, 1])
    nothing = np.zeros(5, np.int64)
    kind = np.where(truth > 0, REVIEWED, 0)
    keys = {**dict.fromkeys(KEYS, nothing), "truth": truth, "band": band, "kind": kind}
    assert Strata.by_prediction(Watch.of(keys), 2).sizes.tolist() == [5]


def test_the_prior_by_hand():
    table = np.array([[80.0, 20.0], [10.0, 90.0]])
    prior = shifted_prior(table, np.array([300.0, 700.0]))
    assert prior[0] == pytest.approx(0.285714, abs=5e-7)
    assert prior @ np.array([0.8, 0.9]) == pytest.approx(0.871429, abs=5e-7)
    assert shifted_prior(table, np.array([50.0, 950.0])).tolist() == pytest.approx([0.0, 1.0], abs=1e-3)


def test_a_draw_gives_every_row_of_a_stratum_the_same_chance(tmp_path):
    folder = watch_of(tmp_path / "watch", TWO.items())
    drawn = monitor_sample(folder, 100)
    by_class = {"urgent": [], "other": []}
    for each, chance in zip(drawn.ids, drawn.chances, strict=True):
        by_class["urgent" if int(each) < 100 else "other"].append(chance)
    assert {name: len(each) / TWO[name] for name, each in by_class.items()} == pytest.approx(
        {name: each[0] for name, each in by_class.items()}
    )
    assert len(drawn.ids) == 100
    assert not set(drawn.ids) & set(monitor_sample(folder, 100, seed=0).ids)


def test_a_draw_by_class_takes_as_many_of_each(tmp_path):
    folder = watch_of(tmp_path / "watch", TWO.items())
    drawn = monitor_sample(folder, 100, by="pred")
    assert sum(int(each) < 100 for each in drawn.ids) == 50


@given(st.lists(st.integers(1, 50), min_size=1, max_size=8), st.data())
def test_shares_of_a_draw_add_up_and_fit(sizes, data):
    n = data.draw(st.integers(1, sum(sizes)))
    found = shares(np.array(sizes), n, np.array(sizes, float))
    assert found.sum() == n
    assert ((found >= 0) & (found <= sizes)).all()


def test_drawn_rows_alone_tell_of_the_others(tmp_path):
    folder = watch_of(tmp_path / "watch", TWO.items())
    drawn = monitor_sample(folder, 65)
    told(folder, dict.fromkeys(drawn.ids, "urgent"), 3)
    others = [str(at) for at in range(1000) if str(at) not in drawn.ids][:30]
    added = told(folder, dict.fromkeys(others, "other"), 4)
    assert (added.reviewed, added.volunteered) == (0, 30)
    system = monitor_report(folder)["model"]
    assert (system.reviewed, system.volunteered) == (65, 30)
    assert any("volunteered" in note for note in system.notes)


def test_what_was_drawn_and_is_open_can_be_listed_again(tmp_path):
    folder = watch_of(tmp_path / "watch", TWO.items())
    drawn = monitor_sample(folder, 10)
    told(folder, dict.fromkeys(drawn.ids[:4], "other"), 3)
    assert set(monitor_sample(folder, again=True).ids) == set(drawn.ids[4:])


def test_a_bin_is_mature_from_nine_in_ten_on(tmp_path):
    folder = watch_of(tmp_path / "watch", [("other", 100)])
    told(folder, dict.fromkeys(map(str, range(89)), "other"), 2)
    assert not monitor_report(folder)["model"].bins[0].mature
    told(folder, {"89": "other"}, 3)
    system = monitor_report(folder)["model"]
    assert system.bins[0].mature
    assert system.delays.median == 1.0
    assert system.delays.curve == pytest.approx((0.0, 0.89, 0.9))


def test_late_truths_with_more_errors_are_told(tmp_path):
    folder = watch_of(tmp_path / "watch", [("other", 200)])
    told(folder, dict.fromkeys(map(str, range(120)), "other"), 2)
    told(folder, stratified(range(120, 200), [("urgent", 40), ("other", 40)]), 9)
    system = monitor_report(folder)["model"]
    assert (system.delays.early.value, system.delays.late.value) == (0.0, 0.5)
    assert any("come late have more errors" in note for note in system.notes)
