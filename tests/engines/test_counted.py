"""Rows that stand for several items: a table of counts gives what the rows give."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from sklearn.metrics import cohen_kappa_score

import mercalli
from mercalli.errors import ClassError, ColumnError, CountError, LengthError, SettingError
from mercalli.stats.confusion import Confusion
from tests.shell.screen import refused

CLASSES = ("calm", "fire", "flood")
HUMAID = "src/mercalli/io/humaid_joint_counts.csv"


def rows(items: int = 300) -> dict[str, list[str]]:
    """Items with two systems and an event."""
    draw = np.random.default_rng(7)
    truth = draw.integers(0, 3, items)
    preds = (np.where(draw.random(items) < sure, truth, draw.integers(0, 3, items)) for sure in (0.8, 0.6))
    columns = dict(zip(("truth", "one", "two"), (truth, *preds), strict=True))
    named = {name: [CLASSES[code] for code in codes] for name, codes in columns.items()}
    return {**named, "event": [f"event {code}" for code in draw.integers(0, 12, items)]}


def grouped(data: dict[str, list[str]]) -> dict[str, list[object]]:
    """The same as GROUP BY gives it, with a combination that does not occur."""
    counts = Counter(zip(*data.values(), strict=True))
    columns = zip(*(*counts, ("calm", "flood", "flood", "event 99")), strict=True)
    return {**dict(zip(data, map(list, columns), strict=True)), "n": [*counts.values(), 0]}


@pytest.mark.parametrize("roles", [{}, {"by": "event"}, {"unit": "event"}])
def test_counts_give_what_the_rows_give(roles):
    asked = {"truth": "truth", "pred": ["one", "two"], **roles}
    counted = mercalli.evaluate(grouped(rows()), **asked, count="n")
    whole = mercalli.evaluate(rows(), **asked)
    assert counted.systems == whole.systems
    assert counted.comparison.pairs == whole.comparison.pairs


def test_items_of_a_row_weigh_as_much_as_it_says():
    weighed = {**grouped(rows()), "w": [1.5] * 3 + [0.5] * (len(grouped(rows())["n"]) - 3)}
    times = weighed["n"]
    repeated = {name: np.repeat(np.array(values, object), times) for name, values in weighed.items()}
    asked = {"truth": "truth", "pred": "one", "weight": "w"}
    counted = mercalli.evaluate(weighed, **asked, count="n")
    assert counted.systems == mercalli.evaluate(repeated, **asked).systems


def test_confidences_of_a_row_hold_for_all_its_items():
    table = {"truth": ["a", "a", "b"], "pred": ["a", "b", "b"], "confidence": [0.9, 0.6, 0.7], "n": [30, 10, 20]}
    repeated = {name: np.repeat(np.array(values), table["n"]) for name, values in table.items()}
    asked = {"truth": "truth", "pred": "pred", "replicates": 100}
    assert mercalli.evaluate(table, **asked, count="n").systems == mercalli.evaluate(repeated, **asked).systems


def test_a_comparison_takes_counts():
    asked = {"truth": "truth", "pred": ["one", "two"]}
    assert mercalli.compare(grouped(rows()), **asked, count="n").pairs == mercalli.compare(rows(), **asked).pairs


def test_a_published_table_gives_its_kappa_with_an_interval():
    result = mercalli.evaluate(HUMAID, truth="truth", pred="tfidf_linear_svm", count="n")
    kappa = result.systems[0].measure("cohen_kappa")
    import pandas as pd  # noqa: PLC0415 - the oracle alone needs it

    frame = pd.read_csv(HUMAID)
    assert kappa.value == pytest.approx(cohen_kappa_score(frame.truth, frame.tfidf_linear_svm, sample_weight=frame.n))
    assert result.systems[0].n == frame.n.sum()
    assert kappa.low < kappa.value < kappa.high


@pytest.mark.parametrize("wrong", [-1, 1.5, None, float("nan"), float("inf"), "many"])
def test_what_is_no_count_is_refused_with_its_row(wrong):
    with pytest.raises(CountError, match=r"whole numbers, 0 or more; found .* \(first at index 1\)"):
        mercalli.evaluate({"truth": ["a", "b"], "pred": ["a", "b"], "n": [3, wrong]}, **ASKED)


ASKED = {"truth": "truth", "pred": "pred", "count": "n"}


def test_counts_that_do_not_fit_are_refused():
    with pytest.raises(CountError, match="adds up to 100,000,000,000,000,000 items"):
        mercalli.evaluate({"truth": ["a", "b"], "pred": ["a", "b"], "n": [3, 10**17]}, **ASKED)


def test_a_column_is_not_both_truth_and_count():
    with pytest.raises(ColumnError, match="both as the truth and as the count"):
        mercalli.evaluate({"truth": [1, 2], "pred": [1, 2]}, truth="truth", pred="pred", count="truth")


def test_a_confusion_gives_what_its_rows_give():
    data = rows()
    cells = np.zeros((3, 3))
    np.add.at(cells, tuple([CLASSES.index(label) for label in data[name]] for name in ("truth", "one")), 1)
    table = mercalli.evaluate(Confusion.of(cells, CLASSES)).systems[0]
    whole = mercalli.evaluate(data, truth="truth", pred="one", classes=CLASSES).systems[0]
    assert (table.measures, table.classes, table.n) == (whole.measures, whole.classes, 300)


def test_predictions_outside_the_classes_of_a_confusion_stay_wrong():
    system = mercalli.evaluate(Confusion.of([[5, 0, 1], [0, 4, 0]], ["none", "fire"])).systems[0]
    assert (system.n, system.invalid, round(system.measure("accuracy").value, 4)) == (10, 1, 0.9)


@pytest.mark.parametrize(
    ("error", "table", "settings"),
    [
        (ClassError, Confusion.of([[5, 1], [0, 4]], ["ham", "spam"]), {"profile": "humaid"}),
        (ClassError, Confusion.of([[5, 1], [0, 4]], ["ham", "spam"]), {"classes": ["fire", "flood"]}),
        (CountError, Confusion.of([[5.5, 1], [0, 4]]), {}),
        (LengthError, Confusion.of([[[5, 1], [0, 4]]] * 2), {}),
        (SettingError, Confusion.of([[5, 1], [0, 4]]), {"truth": "truth"}),
    ],
)
def test_a_confusion_that_does_not_fit_is_refused(error, table, settings):
    with pytest.raises(error):
        mercalli.evaluate(table, **settings)


def test_the_query_gives_the_counts():
    import duckdb  # noqa: PLC0415 - stands for another database

    database = duckdb.connect()
    database.execute("create table predictions (truth text, one text, two text, event text)")
    database.executemany("insert into predictions values (?, ?, ?, ?)", list(zip(*rows().values(), strict=True)))
    text = mercalli.query("compare", truth="truth", pred=["one", "two"], by="event")
    counted = mercalli.evaluate(database.sql(text), truth="truth", pred=["one", "two"], by="event", count="n")
    assert counted.systems == mercalli.evaluate(rows(), truth="truth", pred=["one", "two"], by="event").systems


def test_names_in_a_query_are_quoted():
    assert mercalli.query(truth='the "true"', pred="p", quote="`").startswith(
        'SELECT `the "true"`, `p`, COUNT(*) AS `n`'
    )
    assert mercalli.query(truth='the "true"', pred="p").startswith('SELECT "the ""true"""')


@pytest.mark.parametrize("settings", [{"task": "survival"}, {"count": "truth"}, {"by": ["n"]}, {"pred": None}])
def test_a_query_that_cannot_be_is_refused(settings):
    with pytest.raises((SettingError, ColumnError)):
        mercalli.query(**{"truth": "truth", "pred": "pred", **settings})


def test_counts_from_the_shell(mercalli, tmp_path):
    file = tmp_path / "counts.csv"
    file.write_text("truth,pred,n\na,a,40\na,b,10\nb,b,35\n", encoding="utf-8")
    assert "85 rows" in mercalli("evaluate", str(file), "--count", "n").stdout
    folder = tmp_path / "report"
    assert mercalli("evaluate", str(file), "--count", "n", "--out", str(folder)).returncode == 0
    assert not list(folder.glob("predictions*"))


def test_counts_stand_beside_no_ids(mercalli, tmp_path):
    file = tmp_path / "counts.csv"
    file.write_text("truth,pred,n,id\na,a,40,1\nb,b,35,2\n", encoding="utf-8")
    assert "--count" in refused(mercalli("evaluate", str(file), "--count", "n", "--id", "id"))
