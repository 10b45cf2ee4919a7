"""The columns of predictions: each name once, how sure a label is, and why it is not the likeliest."""

from dataclasses import replace

import numpy as np
import pytest

import mercalli
from mercalli.errors import SettingError
from mercalli.inputs.texts import LabelledTexts
from mercalli.tasks.classifier.fit import fit
from mercalli.tasks.classifier.predictions import confidence, prediction_columns, why_moved
from tests.tasks.classifier.made import made_rows, made_sets, made_texts


@pytest.mark.parametrize("name", ["text", "Truth", "pred", "prob_fire", "id", "Confidence"])
def test_no_column_beside_the_texts_may_have_the_name_of_another(name):
    texts, labels, events = made_rows(60)
    data = LabelledTexts.check(texts, labels, by={name: events}, ids=list(range(60)))
    with pytest.raises(SettingError, match=f"`by` must be .* found '{name}'"):
        mercalli.train(data, by=[name], replicates=0)


def _classifier(weights, mode="multi-class"):
    """A classifier of which only the weights of labels matter."""
    return replace(fit(made_texts(60) if mode == "multi-class" else made_sets(60)), weights=np.array(weights))


def test_the_confidence_is_the_probability_of_the_label_given():
    classifier = _classifier([1.0, 3.0, 1.0])
    probabilities = classifier.probabilities(made_rows(50, seed=4)[0])
    labels, sure = prediction_columns(classifier, probabilities)[:2]
    own = [row[classifier.classes.index(label)] for row, label in zip(probabilities, labels, strict=True)]
    assert sure == pytest.approx(own, abs=1e-6)


def test_of_several_labels_the_least_sure_decision_counts():
    flags, probabilities = np.array([[True, False, False], [False] * 3]), np.array([[0.9, 0.2, 0.4], [0.1, 0.3, 0.05]])
    assert confidence(flags, probabilities, single=False) == pytest.approx([0.6, 0.7])


def test_a_label_that_is_not_the_likeliest_says_why():
    moved = why_moved(_classifier([1.0, 3.0, 1.0]), np.array([[0.5, 0.3, 0.2], [0.8, 0.1, 0.1]]))
    assert moved == ["fire is likelier (0.500 against 0.300), but has less weight (1.000 against 3.000)", ""]


def test_without_weights_every_label_is_the_likeliest():
    classifier = _classifier([1.0, 1.0, 1.0])
    assert set(why_moved(classifier, classifier.probabilities(made_rows(50, seed=4)[0]))) == {""}


def test_labels_given_or_not_given_because_of_their_weights_say_so():
    moved = why_moved(_classifier([3.0, 0.5, 1.0], "multi-label"), np.array([[0.4, 0.6, 0.9]]))
    assert moved == [
        "fire is given at 0.400 because of its weight 3.000; flood is not given at 0.600 because of its weight 0.500"
    ]


def test_the_words_behind_a_label_are_no_formula():
    classifier = _classifier([1.0, 1.0, 1.0])
    columns = prediction_columns(classifier, classifier.probabilities(["smoke"]), more=[["=1+1"]])
    assert columns[3] == ["'=1+1"]
