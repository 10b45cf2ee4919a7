"""Label sets from any source to values: against scikit-learn, by language, by unit, and what is refused."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy.stats import t as students_t
from sklearn import metrics as sklearn
from sklearn.preprocessing import MultiLabelBinarizer

import mercalli
from mercalli.errors import ColumnError, EmptyError, LabelSetError, MetricError, MissingError, SystemNameError

LABELS = ["Education", "Food Security", "Health", "WASH"]


def made(size=150, seed=0):
    """Items as HumSet has them: several sectors, a language, a document, and two systems."""
    rng = np.random.default_rng(seed)
    truth = [[label for label in LABELS if rng.random() < 0.3] for _ in range(size)]
    preds = [
        [[label for label in LABELS if (label in each) != (rng.random() < noise)] for each in truth]
        for noise in (0.05, 0.3)
    ]
    lang = rng.choice(["en", "es", "fr"], size).tolist()
    return {"sectors": truth, "good": preds[0], "poor": preds[1], "lang": lang, "doc": (np.arange(size) // 5).tolist()}


ROWS = made()
ROLES = {"truth": "sectors", "pred": ["good", "poor"], "by": "lang"}


def as_text(rows, join):
    return {
        name: [join(each) for each in values] if isinstance(values[0], list) else values
        for name, values in rows.items()
    }


def flags(rows=ROWS):
    """A column of 0 and 1 for each label and side."""
    sides = {"true": "sectors", "good": "good", "poor": "poor"}
    return {
        f"{side}_{label}": [int(label in each) for each in rows[column]]
        for side, column in sides.items()
        for label in LABELS
    }


@pytest.fixture(scope="module")
def result():
    return mercalli.multilabel(ROWS, **ROLES, replicates=200)


@pytest.mark.parametrize("name", ["precision", "recall", "f1"])
@pytest.mark.parametrize("average", ["micro", "macro", "weighted"])
def test_averages_are_those_of_scikit_learn(name, average, result):
    sides = MultiLabelBinarizer(classes=LABELS).fit_transform(ROWS["sectors"] + ROWS["good"]).reshape(2, -1, 4)
    theirs = getattr(sklearn, f"{name}_score")(*sides, average=average)
    assert result["good"].measure(f"{name}_{average}").value == pytest.approx(theirs)


def test_every_label_is_counted_by_itself(result):
    health = result["good"].labels[LABELS.index("Health")]
    assert health.support == sum("Health" in each for each in ROWS["sectors"])
    assert health.measures[1].value == pytest.approx(
        sum("Health" in one and "Health" in two for one, two in zip(ROWS["sectors"], ROWS["good"], strict=True))
        / health.support
    )


def test_languages_are_slices_with_values_of_their_own(result):
    part = next(each for each in result["good"].slices if each.values == ("fr",))
    chosen = [at for at, lang in enumerate(ROWS["lang"]) if lang == "fr"]
    alone = {name: [values[at] for at in chosen] for name, values in ROWS.items()}
    expected = mercalli.multilabel(alone, truth="sectors", pred="good", labels=LABELS, replicates=0).systems[0]
    assert [each.value for each in part.measures] == pytest.approx([each.value for each in expected.measures])


def test_systems_are_compared(result):
    ranking = next(each for each in result.rankings if each.metric == "mean_jaccard")
    assert ranking.groups == (("good",), ("poor",))


def test_the_most_frequent_set_is_the_baseline():
    rows = {"truth": [["a"], ["a"], ["b"]], "pred": [["b"]] * 3}
    measure = mercalli.multilabel(rows, truth="truth", pred="pred", replicates=0)["pred"].measure("mean_jaccard")
    assert (measure.value, measure.baselines["majority"]) == (pytest.approx(1 / 3), pytest.approx(2 / 3))


def test_a_system_that_is_no_better_than_the_most_frequent_set_is_told_so():
    rows = {"truth": [["a"], ["a"], ["b"]], "pred": [["b"]] * 3, "good": [["a"], ["a"], ["b"]]}
    pred, good = mercalli.multilabel(rows, truth="truth", pred=["pred", "good"], replicates=0).systems
    assert "no better than giving every item the same" in pred.notes[0]
    assert not any("no better" in note for note in good.notes)


def values(found):
    return {each.name: [measure.value for measure in each.measures] for each in found.systems}


SOURCES = {
    "pandas": lambda _: pd.DataFrame(ROWS),
    "polars": lambda _: pl.DataFrame(ROWS),
    "arrow": lambda _: pl.DataFrame(ROWS).to_arrow(),
    "text of lists": lambda _: as_text(ROWS, str),
    "json": lambda _: as_text(ROWS, json.dumps),
    "semicolons": lambda _: as_text(ROWS, ";".join),
    "bars": lambda _: as_text(ROWS, " | ".join),
    "other case": lambda _: as_text(ROWS, lambda each: [label.upper() for label in each]),
}


@pytest.mark.parametrize("name", SOURCES)
def test_lists_and_texts_from_any_source_are_the_same_sets(name, result, tmp_path):
    found = mercalli.multilabel(SOURCES[name](tmp_path), **ROLES, replicates=0)
    assert values(found) == values(result)


@pytest.mark.parametrize("ending", ["csv", "parquet", "jsonl"])
def test_files_hold_the_same_sets(ending, result, tmp_path):
    file = tmp_path / f"rows.{ending}"
    if ending == "csv":
        pd.DataFrame(ROWS).to_csv(file, index=False)
    elif ending == "parquet":
        pl.DataFrame(ROWS).write_parquet(file)
    else:
        pl.DataFrame(ROWS).write_ndjson(file)
    assert values(mercalli.multilabel(str(file), **ROLES, replicates=0)) == values(result)


def test_columns_of_flags_are_the_same_sets(result):
    true, good, poor = ([f"{side}_{label}" for label in LABELS] for side in ("true", "good", "poor"))
    found = mercalli.multilabel(flags(), truth=true, pred={"good": good, "poor": poor}, replicates=0)
    assert values(found) == values(result)


def test_whole_documents_are_drawn_if_they_are_the_unit():
    found = mercalli.multilabel(ROWS, truth="sectors", pred="good", unit="doc", replicates=100).systems[0]
    assert found.measures[0].method == "t over units left out in turn"


def test_slices_of_few_units_are_marked():
    rows = {name: values * 4 for name, values in ROWS.items()}
    rows["half"] = ["few" if doc < 10 else "many" for doc in rows["doc"]]
    alone = mercalli.multilabel(rows, truth="sectors", pred="good", by="half", replicates=0).systems[0]
    found = mercalli.multilabel(rows, truth="sectors", pred="good", by="half", unit="doc", replicates=0).systems[0]
    assert [[part.few for part in each.slices] for each in (alone, found)] == [[False, False], [True, False]]
    assert "1 of 2 slices have fewer than 30 items or 20 units." in found.notes


def test_the_order_of_rows_changes_nothing():
    turned = {name: each[::-1] for name, each in ROWS.items()}
    first, second = (
        mercalli.to_json(mercalli.multilabel(rows, **ROLES, unit="doc", replicates=100)) for rows in (ROWS, turned)
    )
    assert first == second


def test_a_result_is_read_back_as_it_was(result):
    assert mercalli.from_json(mercalli.to_json(result)) == result
    assert "mean_jaccard" in str(result)
    assert "<table>" in result._repr_html_()


def test_metrics_that_were_asked_for_come_first():
    found = mercalli.multilabel(ROWS, **ROLES, metrics="f1_samples(neither='skip')", replicates=0)
    assert found.headline == ("f1_samples(neither='skip')",)


HOLES = {"t": [["a", None], ["a"], ["b", ""], ["Food, other", "it's"]], "p": [["a"], ["a"], ["b"], ["it's"]]}


@pytest.mark.parametrize("ending", ["", "parquet", "jsonl"])
def test_missing_and_empty_values_of_a_list_are_no_labels(ending, tmp_path):
    file = tmp_path / f"rows.{ending}"
    if ending:
        frame = pl.DataFrame(HOLES)
        (frame.write_parquet if ending == "parquet" else frame.write_ndjson)(file)
    found = mercalli.multilabel(str(file) if ending else HOLES, truth="t", pred="p", replicates=0).systems[0]
    assert [label.name for label in found.labels] == ["Food, other", "a", "b", "it's"]
    assert found.measure("mean_jaccard").value == (3 + 0.5) / 4


NO_LISTS = ["['a', 'b'", "[['a','b']]", "{'a': 1}", "{a=1}", "[" * 5000, "[a]; b", ["a", ["b"]], [{"a": 1}]]


@pytest.mark.parametrize("cell", NO_LISTS, ids=lambda cell: str(cell)[:12])
def test_what_opens_like_a_list_and_is_none_is_refused_with_its_row(cell):
    with pytest.raises(LabelSetError, match=r"'t' of .* holds .* \(first at index 1\), which opens like a list"):
        mercalli.multilabel({"t": ["a", cell, "b"], "p": ["a", "a", "b"]}, truth="t", pred="p", replicates=0)


def test_labels_may_begin_with_a_parenthesis():
    rows = {"t": ["(un)safe;fire", "(fire, flood)"], "p": ["fire", "fire"]}
    found = mercalli.multilabel(rows, truth="t", pred="p", replicates=0).systems[0]
    assert [label.name for label in found.labels] == ["(un)safe", "fire", "flood"]


REFUSED = {
    "unknown column": (ROWS, {"truth": "sector", "pred": "good"}, ColumnError, "no column 'sector'"),
    "own truth": (ROWS, {"truth": "sectors", "pred": "sectors"}, ColumnError, "always be right"),
    "no prediction": (ROWS, {"truth": "sectors", "pred": None}, ColumnError, "`pred` was not given"),
    "a number": (ROWS, {"truth": "sectors", "pred": 3}, ColumnError, "must be the name of a column"),
    "no system": (ROWS, {"truth": "sectors", "pred": []}, SystemNameError, "no system to evaluate"),
    "undeclared": (
        ROWS,
        {"truth": "sectors", "pred": "good", "labels": ["WASH"]},
        LabelSetError,
        "not among the 1 declared",
    ),
    "no label": ({"a": [[]], "b": [[]]}, {"truth": "a", "pred": "b"}, LabelSetError, "There is no label"),
    "no rows": ({"a": [], "b": []}, {"truth": "a", "pred": "b"}, EmptyError, "no rows"),
    "no flags": ({"a": [2], "b": [1]}, {"truth": ["a"], "pred": ["b"]}, LabelSetError, "must hold 0 and 1"),
    "fewer flags": (flags(), {"truth": ["true_WASH", "true_Health"], "pred": ["good_WASH"]}, LabelSetError, "as many"),
    "no unit": (
        {**ROWS, "doc": [None] * 150},
        {"truth": "sectors", "pred": "good", "unit": "doc"},
        MissingError,
        "unit",
    ),
    "other metric": (
        ROWS,
        {"truth": "sectors", "pred": "good", "metrics": "mcc"},
        MetricError,
        "not a metric of label sets",
    ),
    "texts": (
        {"a": [f"w{at}" for at in range(10_001)], "b": ["w1"] * 10_001},
        {"truth": "a", "pred": "b"},
        LabelSetError,
        "10,001 different labels",
    ),
}


@pytest.mark.parametrize("situation", REFUSED)
def test_what_cannot_be_compared_is_refused_with_the_reason(situation):
    rows, asked, error, words = REFUSED[situation]
    with pytest.raises(error, match=words):
        mercalli.multilabel(rows, **asked, replicates=0)


def test_a_system_is_looked_up_by_its_name(result):
    with pytest.raises(SystemNameError, match="no system named 'better'"):
        result["better"]


def test_notes_say_what_weakens_the_result():
    found = mercalli.multilabel(ROWS, truth="sectors", pred="good", labels=[*LABELS, "Shelter"], replicates=0)
    assert any("'Shelter'" in note for note in found.systems[0].notes)


def test_the_verdict_names_the_best_its_weakest_label_and_the_trivial_rule(result):
    texts = [line.text for line in result.verdict.lines]
    assert result.verdict.best == "good"
    weakest = min(result["good"].labels, key=lambda label: label.measures[1].value)
    assert f"good finds {weakest.measures[1].value:.0%} of “{weakest.name}”, its weakest label" in " ".join(texts)
    assert any(text.startswith("Giving no item any label at all, which is right for") for text in texts)


def test_the_weakest_label_is_said_to_be_so_among_those_with_enough_items_if_a_rare_one_is_weaker():
    truth, pred = [["fire"]] * 30 + [["flood"]] * 30 + [["quake"]] * 3, [["fire"]] * 40 + [["flood"]] * 23
    found = mercalli.multilabel({"truth": truth, "pred": pred}, truth="truth", pred="pred", replicates=0)
    texts = " ".join(line.text for line in found.verdict.lines)
    assert "finds 67% of “flood”, its weakest label of those with 20 items or more (20 of 30)" in texts


def test_words_for_nothing_are_no_labels_and_a_note_says_so():
    truth, pred = ["fire", "NA", "flood; fire", "None"] * 10, ["fire", "fire", "-", ""] * 10
    found = mercalli.multilabel({"truth": truth, "pred": pred}, truth="truth", pred="pred", replicates=0)
    notes = found["pred"].notes
    assert any("holds a word for nothing in 20 items ('NA', 'None'), read as no label" in note for note in notes)
    assert any("holds a word for nothing in 10 items ('-'), read as no label" in note for note in notes)
    labels = ["fire", "flood", "none", "na"]
    declared = mercalli.multilabel(
        {"truth": truth, "pred": pred}, truth="truth", pred="pred", labels=labels, replicates=0
    )
    assert not any("'None'" in note for note in declared["pred"].notes)


def test_the_interval_of_a_difference_over_few_units_leaves_one_out_at_a_time():
    rows = {**ROWS, "doc": [at % 8 for at in range(150)]}
    roles = {"truth": "sectors", "pred": ["good", "poor"]}
    found = mercalli.multilabel(rows, **roles, unit="doc", replicates=100).pairs[0].difference("f1_micro")
    left = []
    for doc in range(8):
        kept = {name: [each for at, each in enumerate(column) if at % 8 != doc] for name, column in rows.items()}
        one, two = mercalli.multilabel(kept, **roles, replicates=0).systems
        left.append(one.measure("f1_micro").value - two.measure("f1_micro").value)
    reach = students_t.ppf(0.975, 7) * np.sqrt(7 / 8 * ((np.array(left) - np.mean(left)) ** 2).sum())
    assert (found.low, found.high) == pytest.approx((found.difference - reach, found.difference + reach))


def test_five_units_give_no_p_value():
    rows = {**ROWS, "doc": [at % 5 for at in range(150)]}
    found = mercalli.multilabel(rows, truth="sectors", pred=["poor", "good"], unit="doc", replicates=100)
    assert {each.p for each in found.pairs[0].differences} == {None}
    assert any("5 docs are too few to show a difference between systems" in line.text for line in found.verdict.lines)


def test_systems_with_equal_predictions_have_equal_intervals():
    found = mercalli.multilabel({**ROWS, "same": ROWS["good"]}, **{**ROLES, "pred": ["good", "same"]}, replicates=200)
    one, two = found.systems
    assert one.measures == two.measures
    assert (one.labels, one.slices) == (two.labels, two.slices)


def test_the_verdict_names_the_rule_that_gives_no_label_and_says_which_metric_decides():
    rng = np.random.default_rng(0)
    truth = [["fire"] if at < 60 else [] for at in range(300)]
    bold = [["fire"] if at < 40 or rng.random() < 0.6 else [] for at in range(300)]
    shy = [["fire"] if at < 3 else [] for at in range(300)]
    found = mercalli.multilabel({"t": truth, "bold": bold, "shy": shy}, truth="t", pred=["bold", "shy"], replicates=300)
    said = " ".join(line.text for line in found.verdict.lines)
    assert "Giving no item any label at all, which is right for 80% of them, gives mean_jaccard 0.800" in said
    assert "mean_jaccard decides here. By f1_micro" in said
    assert said.count("most frequent set") == 0
