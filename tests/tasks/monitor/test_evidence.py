"""Evidence that a promise is broken: by hand, by law, and how often it is wrong."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mercalli import monitor_report, monitor_sample, monitor_start
from mercalli.metrics.catalogue import parse
from mercalli.metrics.payoffs import ratio_parts
from mercalli.stats.confusion import Confusion
from mercalli.tasks.monitor.doors import store
from mercalli.tasks.monitor.watch import KEYS, OPEN, REVIEWED, Looks, Watch
from mercalli.uncertainty.anytime import anytime_range, detector, likelihood_log_e, log_e_values, weighted_log_e
from tests.tasks.monitor.watches import stratified, told, watch_of

BETS = np.array([0.3, 0.4, 0.6])
DUA = ratio_parts(parse("class_weighted_accuracy(weights=[5, 1])"), 2)
RIGHT = ratio_parts(parse("accuracy"), 2)


def test_the_detector_by_hand():
    logs = likelihood_log_e(BETS, 0.2, np.array([2.0, 3, 6, 7]), np.array([8.0, 7, 4, 3]))
    assert detector(logs) == pytest.approx([0.4029, 1.3546, 42.8043, 6166.3536], abs=5e-5)


def test_the_detector_on_weighted_classes_by_hand():
    blocks = Confusion.of([[[8, 2], [5, 15]], [[3, 3], [4, 10]], [[2, 4], [4, 10]]])
    logs = log_e_values(DUA, 0.7, blocks, 5 * np.array([0.1, 0.2, 0.4]))
    assert detector(logs) == pytest.approx([0.1899, 1.4983, 7.9848], abs=5e-5)


@given(st.integers(0, 10_000))
def test_the_detector_is_its_recursion(seed):
    logs = np.random.default_rng(seed).normal(0, 2, (12, 5))
    after, found = np.zeros(5), []
    for look in np.exp(logs):
        after = (after + 1) * look
        found.append(after.mean())
    assert detector(logs) == pytest.approx(np.array(found))


def test_evidence_beyond_all_numbers_stays_one():
    assert np.isfinite(detector(np.full((50, 3), 100.0))).all()


def test_at_the_edge_of_a_promise_false_alarms_keep_the_bound():
    """Accuracy exactly as promised: 60 looks of 50, A = 1,000, so at most 6 in 100."""
    rng = np.random.default_rng(5)
    right = rng.binomial(50, 0.67, (1000, 60)).astype(float)
    tables = np.zeros((1000, 60, 2, 3))
    tables[..., 0, 0], tables[..., 0, 1] = right, 50 - right
    alarms = sum(detector(log_e_values(RIGHT, 0.67, Confusion(each, ("a", "b")))).max() >= 1000 for each in tables)
    assert alarms / 1000 <= 60 / 1000


def test_a_broken_promise_is_found():
    rng = np.random.default_rng(6)
    right = np.where(np.arange(60) < 30, rng.binomial(50, 0.70, (200, 60)), rng.binomial(50, 0.55, (200, 60)))
    tables = np.zeros((200, 60, 2, 3))
    tables[..., 0, 0], tables[..., 0, 1] = right, 50 - right
    first = [np.argmax(detector(log_e_values(RIGHT, 0.67, Confusion(each, ("a", "b")))) >= 1000) for each in tables]
    assert np.mean(np.array(first) >= 30) > 0.99
    assert np.median(first) * 50 - 1500 <= 400


def test_unequal_chances_keep_the_bound_too():
    """One class keeps a value above the promise and the other below; on the whole it is as promised."""
    rng = np.random.default_rng(8)
    size, chance, right = np.array([200, 1800]), np.array([0.2, 0.02]), np.array([0.4, 0.7])
    n, alarms = (size * chance).astype(int), 0
    promised = (size * right).sum() / size.sum()
    for _ in range(400):
        tables = []
        for at in range(2):
            hits = rng.binomial(n[at], right[at], 60).astype(float)
            cells = np.zeros((60, 2, 3))
            cells[:, at, at], cells[:, 1 - at, at] = hits, n[at] - hits
            tables.append((chance.min() / chance[at], Confusion(cells, ("a", "b"))))
        alarms += detector(weighted_log_e(RIGHT, promised, tables)).max() >= 1000
    assert alarms / 400 <= 60 / 1000


def test_looking_at_every_look_seldom_loses_the_value():
    rng, lost = np.random.default_rng(9), 0
    for _ in range(100):
        found = np.cumsum(rng.binomial(20, 0.7, 30)).astype(float)
        cells = np.zeros((30, 2, 3))
        cells[:, 0, 0], cells[:, 0, 1] = found, 20 * np.arange(1, 31) - found
        low, high = anytime_range(RIGHT, [(1.0, Confusion(cells, ("a", "b")))], 0.95)
        lost += bool(((low > 0.7) | (high < 0.7)).any())
    assert lost <= 5


ROWS = st.lists(st.tuples(*(st.integers(0, top) for top in (3, 0, 1, 1, 1, 3, 2, 1))), min_size=1, max_size=30)


def _watch(rows):
    keys = dict(zip(KEYS, np.array(rows).T, strict=True))
    told_of = keys["truth"] > 0
    keys["kind"] = np.where(told_of, REVIEWED, OPEN)
    return Watch.of(keys, (0.0, 0.25))


@given(ROWS, ROWS)
def test_watches_are_merged_by_adding(one, two):
    both, added = _watch(one + two), _watch(one) + _watch(two)
    assert {key: part.tolist() for key, part in both.keys.items()} == {
        key: part.tolist() for key, part in added.keys.items()
    }
    assert both.count.tolist() == added.count.tolist()


@given(ROWS, st.randoms(use_true_random=False))
def test_the_order_of_rows_does_not_matter(rows, chance):
    mixed = list(rows)
    chance.shuffle(mixed)
    one, two = (Looks.of(_watch(each), ("a", "b")) for each in (rows, mixed))
    assert one.bins.tolist() == two.bins.tolist()
    assert [share for share, _ in one.tables] == [share for share, _ in two.tables]
    assert all(
        (first.cells == second.cells).all() for (_, first), (_, second) in zip(one.tables, two.tables, strict=True)
    )


def test_an_alarm_names_the_looks_that_made_it(tmp_path):
    folder = watch_of(tmp_path / "watch", [("urgent", 400)], promise="accuracy>=0.7", looks=5)
    told(folder, dict.fromkeys(map(str, range(50)), "urgent"), 2)
    told(folder, stratified(range(50, 400), [("other", 200), ("urgent", 150)]), 3)
    report = monitor_report(folder)
    (alarm,) = report["model"].alarms
    assert (alarm.alarm, alarm.since, alarm.threshold) == (1, 1, 100.0)
    assert alarm.between.value == pytest.approx(150 / 350)
    assert report.alarmed
    assert "broken. From 2024-05-03 to 2024-05-03 accuracy was 0.429 (350 truths)" in report.verdict.lines[0].text


def test_an_alarm_stays_until_a_new_watch(tmp_path):
    folder = watch_of(tmp_path / "watch", [("urgent", 3000)], promise="accuracy>=0.7", looks=5)
    told(folder, dict.fromkeys(map(str, range(100)), "other"), 2)
    told(folder, dict.fromkeys(map(str, range(100, 3000)), "urgent"), 3)
    report = monitor_report(folder)
    assert report["model"].alarms[0].evidence[-1] < 100
    assert report.alarmed


def test_looks_that_are_used_up_are_told(tmp_path):
    folder = watch_of(tmp_path / "watch", [("other", 30)], looks=2, alpha=0.1)
    for at in range(3):
        told(folder, {str(at): "other"}, at + 2)
    report = monitor_report(folder)
    assert any("All 2 looks are used up: after 3" in note and "0.150" in note for note in report["model"].notes)


def test_several_promises_and_models_raise_the_threshold(tmp_path):
    promises = ["accuracy>=0.7", "class:urgent.recall>=0.5"]
    terms = monitor_start(tmp_path / "watch", promise=promises, classes=["urgent", "other"], model=["one", "two"])
    assert terms.threshold == pytest.approx(4 * 90 / 0.05)


def test_a_look_uses_the_rarest_chance_in_full(tmp_path):
    folder = watch_of(tmp_path / "watch", [("urgent", 100), ("other", 900)], promise="accuracy>=0.7")
    drawn = monitor_sample(folder, 100, by="pred")
    told(folder, dict.fromkeys(drawn.ids, "other"), 2)
    looks = Looks.of(store.read(folder).watch, ("urgent", "other"))
    assert [share for share, _ in looks.tables] == pytest.approx([1 / 9, 1.0])
