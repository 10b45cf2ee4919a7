"""Metrics over label sets held against scikit-learn, against sets of Python, and by their laws."""

from __future__ import annotations

from math import isfinite

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from sklearn import metrics as sklearn

import mercalli
from mercalli.errors import LengthError, MetricError
from mercalli.stats.extraction import Extraction
from mercalli.stats.label_sets import LabelSets
from tests.metrics.known_sets import ALARMED, PAGE

LAW = settings(deadline=None, max_examples=100, derandomize=True)
SETS = [metric for metric in mercalli.catalogue().values() if metric.needs == "LabelSets"]
SENTENCES = [metric for metric in mercalli.catalogue().values() if metric.needs == "Extraction"]


@st.composite
def two_sides(draw):
    """Flags of up to 30 items and 5 labels, truly and as predicted."""
    shape = (draw(st.integers(1, 30)), draw(st.integers(2, 5)))
    return draw(arrays(np.bool_, shape)), draw(arrays(np.bool_, shape))


@st.composite
def extractions(draw):
    """Sentences as a run has them: one sector or none where it takes a sentence for relevant."""
    truth, pred = draw(two_sides())
    relevant = truth.any(axis=1) | draw(arrays(np.bool_, len(truth)))
    extracted = draw(arrays(np.bool_, len(truth)))
    one = np.eye(truth.shape[1], dtype=bool)[pred.argmax(axis=1)] & pred.any(axis=1)[:, None] & extracted[:, None]
    return relevant, truth, extracted, one


def value(text, *sides):
    return float(mercalli.parse(text)(LabelSets.of(*sides)))


@LAW
@given(sides=two_sides(), name=st.sampled_from(["precision", "recall", "f1"]))
def test_means_over_items_are_those_of_scikit_learn(sides, name):
    peer = getattr(sklearn, f"{name}_score")
    theirs = peer(*sides, average="samples", zero_division=0)
    assert value(f"{name}_samples(neither='differ')", *sides) == pytest.approx(theirs, abs=1e-12)


@LAW
@given(sides=two_sides())
def test_the_mean_jaccard_index_is_that_of_scikit_learn(sides):
    theirs = sklearn.jaccard_score(*sides, average="samples", zero_division=0)
    assert value("mean_jaccard(neither='differ')", *sides) == pytest.approx(theirs, abs=1e-12)


@LAW
@given(
    sides=two_sides(),
    name=st.sampled_from(["precision", "recall", "f1"]),
    average=st.sampled_from(["micro", "macro", "weighted"]),
)
def test_averages_over_labels_are_those_of_scikit_learn(sides, name, average):
    true = np.flatnonzero(np.asarray(sides[0]).any(axis=0)) if average == "macro" else None  # ours has these alone
    scored = true is None or len(true)
    theirs = getattr(sklearn, f"{name}_score")(*sides, average=average, labels=true, zero_division=0) if scored else 0.0
    ours = value(f"{name}_{average}", *sides)
    assert (0.0 if np.isnan(ours) else ours) == pytest.approx(theirs, abs=1e-12)


@LAW
@given(sides=two_sides())
def test_subset_accuracy_and_hamming_loss_are_those_of_scikit_learn(sides):
    assert value("subset_accuracy", *sides) == pytest.approx(sklearn.accuracy_score(*sides), abs=1e-12)
    assert value("label_hamming_loss", *sides) == pytest.approx(sklearn.hamming_loss(*sides), abs=1e-12)


@LAW
@given(sides=two_sides())
def test_each_label_has_the_two_by_two_table_of_scikit_learn(sides):
    counts = LabelSets.of(*sides).per_class
    ours = np.stack([[counts.tn, counts.fp], [counts.fn, counts.tp]]).transpose(2, 0, 1)
    assert ours.tolist() == sklearn.multilabel_confusion_matrix(*sides).tolist()


@LAW
@given(sides=two_sides())
def test_items_without_labels_on_either_side_agree(sides):
    sets = [tuple(frozenset(np.flatnonzero(each)) for each in pair) for pair in zip(*sides, strict=True)]
    by_hand = [len(one & two) / len(one | two) if one | two else 1.0 for one, two in sets]
    assert value("mean_jaccard", *sides) == pytest.approx(sum(by_hand) / len(by_hand), abs=1e-12)


@LAW
@given(sides=two_sides())
def test_values_are_in_range_or_undefined(sides):
    found = {metric.name: (metric.facts.range, float(metric(LabelSets.of(*sides)))) for metric in SETS}
    assert not [name for name, ((low, high), value) in found.items() if not low <= value <= high]


@LAW
@given(sides=two_sides())
def test_perfect_sets_get_the_best_value(sides):
    perfect = LabelSets.of(sides[0], sides[0])
    known = [metric for metric in SETS if metric.facts.best is not None and isfinite(metric.facts.best)]
    assert [float(metric(perfect)) for metric in known] == [metric.facts.best for metric in known]


@LAW
@given(sides=two_sides(), data=st.data())
def test_the_order_of_items_and_of_labels_changes_nothing(sides, data):
    items, labels = (data.draw(st.permutations(range(size))) for size in sides[0].shape)
    moved = [side[np.ix_(items, labels)] for side in sides]
    for metric in SETS:
        assert float(metric(LabelSets.of(*moved))) == pytest.approx(float(metric(LabelSets.of(*sides))), abs=1e-12)


def by_hand(relevant, truth, extracted, pred, reading):
    """The sector accuracy, sentence by sentence."""
    shares = []
    for is_relevant, sectors, taken, said in zip(relevant, truth, extracted, pred, strict=True):
        empty = not sectors.any()
        left_out = {"as_written": is_relevant and empty, "skip_empty": empty, "score_empty": False}[reading]
        if taken and not left_out:
            either = (sectors | said).sum()
            shares.append((sectors & said).sum() / either if either else 0.0)
    return sum(shares) / len(shares) if shares else np.nan


@LAW
@given(sentences=extractions(), reading=st.sampled_from(["as_written", "skip_empty", "score_empty"]))
def test_the_sector_accuracy_is_the_formula_of_the_challenge(sentences, reading):
    found = float(mercalli.parse(f"sectorids_accuracy(reading='{reading}')")(Extraction.of(*sentences)))
    assert found == pytest.approx(by_hand(*sentences, reading), abs=1e-12, nan_ok=True)


@LAW
@given(sentences=extractions())
def test_the_relevance_f1_is_that_of_scikit_learn(sentences):
    relevant, _, extracted, _ = sentences
    theirs = sklearn.f1_score(relevant, extracted, labels=[False, True], average="macro", zero_division=0)
    found = float(mercalli.parse("relevance_f1_score_macro")(Extraction.of(*sentences)))
    assert found == pytest.approx(theirs, abs=1e-12)


@LAW
@given(sentences=extractions())
def test_humimpact_is_the_mean_of_both_parts(sentences):
    found = {metric.name: float(metric(Extraction.of(*sentences))) for metric in SENTENCES}
    parts = found["relevance_f1_score_macro"], found["sectorids_accuracy"]
    assert found["humimpact"] == pytest.approx(sum(parts) / 2, abs=1e-12, nan_ok=True)
    assert not [name for name, value in found.items() if not (0 <= value <= 1 or np.isnan(value))]


@pytest.mark.parametrize("sentences", [PAGE, ALARMED])
def test_no_run_gets_more_than_the_ceiling_on_what_it_covers(sentences):
    found = {metric.name: float(metric(sentences)) for metric in SENTENCES}
    assert found["sectorids_accuracy"] <= found["sector_ceiling"]


def test_the_worked_example_of_the_challenge_comes_out():
    found = [
        float(mercalli.parse(name)(PAGE)) for name in ("relevance_f1_score_macro", "sectorids_accuracy", "HumImpact")
    ]
    assert found == pytest.approx([0.8831168831, 0.8, 0.8415584416], abs=1e-10)


def test_one_easy_sentence_ties_an_honest_system_and_its_coverage_shows_it():
    sectors = np.eye(2, dtype=bool)[np.zeros(20, int)]
    relevant, easy = np.arange(100) < 20, np.arange(100) < 1
    truth, pred = np.zeros((100, 2), bool), np.zeros((100, 2), bool)
    truth[:20], pred[:1] = sectors, sectors[:1]
    gamed = Extraction.of(relevant, truth, easy, pred)
    assert float(mercalli.parse("humimpact")(gamed)) > 0.7
    assert float(mercalli.parse("sector_coverage")(gamed)) == 0.05


def test_an_unknown_reading_is_refused():
    with pytest.raises(MetricError, match="must be 'as_written', 'skip_empty' or 'score_empty'; found 'lenient'"):
        mercalli.parse("sectorids_accuracy(reading='lenient')")(PAGE)


def test_an_unknown_rule_for_items_without_labels_is_refused():
    with pytest.raises(MetricError, match="must be 'agree', 'differ' or 'skip'; found 'one'"):
        value("mean_jaccard(neither='one')", [[1]], [[1]])


def test_sides_of_different_sizes_are_refused():
    with pytest.raises(LengthError, match="found 2 x 1 and 1 x 2"):
        LabelSets.of([[1], [0]], [[1, 0]])
