"""Classifiers as arrays and facts, as files hold them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mercalli.errors import ModelError, SettingError, TextError
from mercalli.inputs.arrays import Floats, Ints
from mercalli.inputs.texts import MODES, Texts
from mercalli.io.models import read_model, write_model
from mercalli.tasks.classifier.classifier import Calibration, Classifier, Linear
from mercalli.tasks.classifier.ngrams import COLUMNS, Terms
from mercalli.tasks.classifier.words import WordScore, words_behind

NUMBERS = ("idf", "coefficients", "intercepts", "calibration", "calibration_start", "weights")
FACTS = {"classes": list, "mode": str, "delimiter": str, "together": bool, "card": dict}


@dataclass(frozen=True)
class Model:
    """A classifier and its card: what it was made from, how, and what it is worth; `digest` is that of its file."""

    classifier: Classifier
    card: Mapping[str, Any]
    digest: str = ""

    @property
    def classes(self) -> tuple[str, ...]:
        """The labels, in the order of the probabilities."""
        return self.classifier.classes

    def probabilities(self, texts: Sequence[str] | Texts) -> Floats:
        """The probability of each label for each text: (texts, K)."""
        return self.classifier.probabilities(_checked(texts))

    def predict(self, texts: Sequence[str] | Texts) -> list[str]:
        """The label of each text, or its labels with a delimiter between them."""
        return self.classifier.predict(_checked(texts))

    def words(self, texts: Sequence[str] | Texts, label: str | None = None) -> list[tuple[WordScore, ...]]:
        """For each text its words, by how much they add to the score of a label, the most first.

        Without a label, that of each text which it is given; where it may have several, the likeliest.
        """
        checked = _checked(texts)
        if label is not None and label not in self.classes:
            raise SettingError.choice("label", label, self.classes)
        labels = self._codes(checked) if label is None else np.full(len(checked), self.classes.index(label))
        return list(words_behind(self.classifier, checked, labels))

    def _codes(self, texts: Sequence[str]) -> Ints:
        codes: Ints = (self.classifier.probabilities(texts) * self.classifier.weights).argmax(axis=1)
        return codes


def _checked(texts: Sequence[str] | Texts) -> list[str]:
    """Texts, and nothing but texts."""
    if isinstance(texts, str):
        raise TextError.one_text(texts)
    listed: list[Any] = list(texts)
    for at, text in enumerate(listed):
        if not isinstance(text, str):
            raise TextError.no_text(text, at)
    return listed


def save_model(path: Path, model: Model) -> None:
    """Write a model; see `write_model`."""
    classifier = model.classifier
    arrays: dict[str, NDArray[Any]] = {
        "columns": classifier.terms.columns.astype(np.int32),
        "idf": classifier.terms.weight,
        "coefficients": classifier.linear.coefficients,
        "intercepts": classifier.linear.intercepts,
        "calibration": classifier.calibration.matrix,
        "calibration_start": classifier.calibration.start,
        "weights": classifier.weights,
    }
    facts = {
        "classes": list(classifier.classes),
        "mode": classifier.mode,
        "delimiter": classifier.delimiter,
        "together": classifier.calibration.together,
        "card": dict(model.card),
    }
    write_model(path, arrays, facts)


def load_model(path: str | Path) -> Model:
    """A model from its file or from the folder that `train` wrote; nothing in it is ever run."""
    arrays, facts = read_model(path)
    if not {*NUMBERS, "columns"} <= set(arrays) or not set(FACTS) <= set(facts):
        raise ModelError.not_ours(str(path), "parts of it are missing")
    if not _is_sound(arrays, facts):
        raise ModelError.not_ours(str(path), "parts of it have the wrong type")
    classifier = _classifier(arrays, facts)
    if not _is_whole(classifier):
        raise ModelError.not_ours(str(path), "its parts do not fit each other")
    return Model(classifier, facts["card"], facts["digest"])


def _is_sound(arrays: Mapping[str, NDArray[Any]], facts: Mapping[str, Any]) -> bool:
    """Whether each part by itself is what it should be."""
    numbers = all(arrays[name].dtype.kind in "fiu" and np.isfinite(arrays[name]).all() for name in NUMBERS)
    kinds = all(isinstance(facts[name], kind) for name, kind in FACTS.items())
    return numbers and kinds and _are_columns(arrays["columns"]) and _are_facts(facts)


def _are_columns(columns: NDArray[Any]) -> bool:
    """Places of n-grams, each once and in order."""
    if columns.dtype.kind not in "iu" or columns.ndim != 1:
        return False
    places = columns.astype(np.int64)
    return bool((np.diff(places) > 0).all() and ((places >= 0) & (places < COLUMNS)).all())


def _are_facts(facts: Mapping[str, Any]) -> bool:
    """A mode that is known, something between labels, and labels of which each is a text of its own."""
    classes = facts["classes"]
    texts = all(isinstance(name, str) and name.strip() for name in classes)
    return texts and len(set(classes)) == len(classes) > 0 and facts["mode"] in MODES and bool(facts["delimiter"])


def _classifier(arrays: Mapping[str, NDArray[Any]], facts: Mapping[str, Any]) -> Classifier:
    return Classifier(
        tuple(facts["classes"]),
        facts["mode"],
        Terms(arrays["columns"].astype(np.int64), arrays["idf"]),
        Linear(arrays["coefficients"], arrays["intercepts"]),
        Calibration(arrays["calibration"], arrays["calibration_start"], facts["mode"], facts["together"]),
        arrays["weights"],
        facts["delimiter"],
    )


def _is_whole(classifier: Classifier) -> bool:
    """Whether all parts fit each other."""
    size, terms = len(classifier.classes), len(classifier.terms.columns)
    shapes = (classifier.terms.weight.shape, classifier.linear.coefficients.shape, classifier.calibration.matrix.shape)
    ends = (classifier.linear.intercepts.shape, classifier.calibration.start.shape, classifier.weights.shape)
    return shapes == ((terms,), (terms + 1, size), (size, size)) and ends == ((size,),) * 3
