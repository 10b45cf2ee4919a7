"""Whatever a stranger puts into a result and seals again: `report` writes it or says what is wrong, and never fails."""

from __future__ import annotations

import json
import signal
from contextlib import contextmanager

import pytest

import mercalli
from mercalli.errors import ResultError
from mercalli.plan.results import fitting
from mercalli.telling.kinds import files_of
from tests.frozen.kept import FIRST, KEPT
from tests.results.mutations import HUGE, KINDS, content_of, mutations, replaced, sealed, some

LONGEST_SECONDS = 30


@contextmanager
def ended_in_time(name):
    """What hangs is named."""

    def stop(*_):
        pytest.fail(f"{name} takes longer than {LONGEST_SECONDS} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(LONGEST_SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def told(text):
    """The page, the Markdown and what a prompt shows; pictures and tables are made too."""
    result = mercalli.from_json(text)
    with fitting("the result"):
        files = files_of(result)
        return files["index.html"], files["report.md"], str(result)


@pytest.mark.parametrize("kind", KINDS)
def test_every_mutation_is_told_or_refused(kind):
    refused = 0
    for name, content in some(kind, 20):
        with ended_in_time(name):
            try:
                told(sealed(content))
            except ResultError:
                refused += 1
    assert 0 < refused < len(some(kind, 20))


@pytest.mark.parametrize("kind", KINDS)
def test_a_report_of_mutations_is_written_or_refused(kind, mercalli, written, tmp_path):
    for at, (name, content) in enumerate(some(kind, 3)):
        written("foreign.json", sealed(content))
        done = mercalli("report", "foreign.json", "--out", f"report{at}")
        assert done.returncode in {0, 2}, (name, done.stderr)
        assert "Traceback" not in done.stderr
        assert (tmp_path / f"report{at}").exists() == (done.returncode == 0)


FIELDS = {
    "a turned interval": ("uplift", ("systems", 0, "measures", 0, "low"), 2.0, "which is above 'high'"),
    "a class less": (
        "evaluation",
        ("systems", 0, "table", "classes"),
        ["one"],
        "table.cells must have as many entries",
    ),
    "no systems": ("ranked", ("systems",), [], "systems must not be empty"),
    "a strange pair": ("models", ("pairs", 0, "first"), "nobody", r"pairs\[0\].first must be one of the systems"),
    "a strange headline": ("uplift", ("headline", 0), "x", r"headline\[0\] must be one of the metrics"),
    "a level of 2": (
        "alerts",
        ("provenance", "settings", "level"),
        2,
        "settings.level must be a number between 0 and 1",
    ),
    "no level": ("uplift", ("provenance", "settings"), {}, "settings.level must be a number"),
    "a count below 0": ("evaluation", ("systems", 0, "n"), -1, r"systems\[0\].n must be a count"),
    "an uneven curve": ("decisions", ("systems", 0, "curve", "tp"), [], "curve.tp must have as many entries"),
    "a huge map": ("fire", ("systems", 0, "map", "rows"), HUGE, "map.rows times 'columns' must be at most"),
    "a strange kind": ("fire_field", ("kind",), "x", "kind must be fss or arrival"),
    "two of three": ("evaluation", ("systems", 0, "table", "cells", 0), [1.0], r"cells\[0\] must have 3 entries"),
    "half of a sign": ("advice", ("about",), "\ud800", "lone surrogate"),
}


@pytest.mark.parametrize("case", FIELDS)
def test_a_fault_is_told_with_its_path(case):
    kind, path, value, says = FIELDS[case]
    text = json.dumps(json.loads(sealed(content_of(kind))))
    if case == "half of a sign":
        text = text.replace('"about": "', '"about": "\\ud800', 1)
    else:
        text = sealed(replaced(content_of(kind), path, value))
    with pytest.raises(ResultError, match=says):
        mercalli.from_json(text)


# A count that does not fit the others, in every kind of result that has counts of rows.
COUNTS = {
    "rows of a table": ("evaluation", ("systems", 0, "table", "cells", 0, 0), "table.cells comes to"),
    "rows of a class": ("evaluation", ("systems", 0, "classes", 0, "support"), r"classes\[0\].support comes to"),
    "predictions of a class": ("evaluation", ("systems", 0, "classes", 0, "predicted"), "predicted comes to"),
    "rows of an evaluation": ("evaluation", ("systems", 0, "n"), r"measures\[0\].n comes to"),
    "rows of a measure": ("decisions", ("systems", 0, "measures", 0, "n"), r"measures\[0\].n comes to"),
    "items of a pair": ("comparison", ("pairs", 0, "n"), r"pairs\[0\] comes to"),
    "decisions": ("decisions", ("systems", 0, "decision", "chosen", "tp"), "decision.chosen comes to"),
    "positives of a curve": ("decisions", ("systems", 0, "curve", "tp", 0), "curve.tp is .* above 'positives'"),
    "rows of scores": ("ranked", ("systems", 0, "n"), "total comes to"),
    "hits": ("ranked", ("systems", 0, "tops", 0, "hits"), r"tops\[0\].hits is .* above 'positives'"),
    "urgent items": ("alerts", ("systems", 0, "counts", "urgent"), "urgent is .* above 'items'"),
    "items of events": ("alerts", ("systems", 0, "n"), "events comes to"),
    "people": ("survival", ("systems", 0, "censored"), "events, competing and censored comes to"),
    "pairs of people": ("survival", ("systems", 0, "pairs", "concordant"), "comparable comes to"),
    "people of arms": ("uplift", ("systems", 0, "treated", "n"), "treated and control comes to"),
    "cells of a fire": ("fire", ("systems", 0, "counts", "tp"), "counts comes to"),
    "sentences": ("cheers", ("systems", 0, "n"), "table.cells comes to"),
    "items of a label": ("multilabel", ("systems", 0, "labels", 0, "support"), r"labels\[0\].support is .* above 'n'"),
    "answers": ("models", ("systems", 0, "outcomes", "read"), "outcomes comes to"),
}


@pytest.mark.parametrize("case", COUNTS)
def test_counts_that_do_not_fit_each_other_are_refused(case):
    kind, path, says = COUNTS[case]
    with pytest.raises(ResultError, match=says):
        mercalli.from_json(sealed(replaced(content_of(kind), path, 987_654_321)))


def test_weights_need_not_add_up_to_rows():
    text = (KEPT / FIRST / "evaluate_weights_bca.json").read_text(encoding="utf-8")
    system = mercalli.from_json(text).systems[0]
    assert abs(system.table.total - system.n) > 1


def test_all_kinds_of_change_are_tried():
    names = [name for name, _ in mutations(content_of("advice"))]
    assert any(name.startswith("without ") for name in names)
    assert any(name.startswith("more in ") for name in names)
    assert any(name.endswith(" twice") for name in names)


ITEMS = {"truth": ["fire", "flood", "calm"] * 20, "pred": ["fire", "calm", "calm"] * 20, "event": ["a", "b"] * 30}
SLICED = {
    "evaluation": lambda: mercalli.evaluate(ITEMS, truth="truth", pred="pred", by="event", replicates=0),
    "multilabel": lambda: mercalli.multilabel(ITEMS, truth="truth", pred="pred", by="event", replicates=0),
}


@pytest.mark.parametrize("change", [list.clear, list.reverse, list.pop])
@pytest.mark.parametrize(
    ("kind", "part"),
    [("evaluation", "slices"), ("evaluation", "classes"), ("multilabel", "labels"), ("multilabel", "slices")],
)
def test_parts_that_are_measured_by_other_metrics_are_refused(kind, part, change):
    # The first of a slice stood below the name of another metric; a class with fewer ended in a traceback.
    content = json.loads(mercalli.to_json(SLICED[kind]()))
    change(content["systems"][0][part][-1]["measures"])
    with pytest.raises(ResultError, match=rf"systems\[0\]\.{part}\[\d+\]\.measures must be of the same metrics"):
        mercalli.from_json(sealed(content))


def test_slices_that_all_begin_with_another_metric_are_refused():
    content = json.loads(mercalli.to_json(SLICED["evaluation"]()))
    for each in content["systems"][0]["slices"]:
        each["measures"].reverse()
    with pytest.raises(ResultError, match=r"systems\[0\]\.slices must be measured by 'accuracy' first"):
        mercalli.from_json(sealed(content))


def test_a_number_that_leaves_no_room_in_a_picture_is_refused():
    content = content_of("capacity")
    content["systems"][0]["measures"][0]["value"] = 1e307
    with pytest.raises(ResultError, match="too large for a number"):
        mercalli.from_json(sealed(content))
