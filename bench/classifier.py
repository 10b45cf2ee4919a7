"""A classifier of texts: training with cross-validation, and prediction, against plain scikit-learn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.made import SEED
from bench.measure import DisagreementError, around, measured
from bench.table import Row, memory, under

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from bench.measure import Values

ROWS = 50_000
CLASSES = 10
WORDS, OWN = 30_000, 400  # of the language, and of each class
LENGTH = 15
FOUND = 0.25  # share of a text's words that are of its class
TESTED = 10  # one text of so many
SECONDS, PER_SECOND = 180, 20_000
PEER = "TfidfVectorizer() and LogisticRegression(), fitted once"


def classifier(rows: int = ROWS) -> list[Row]:
    """Texts of 10 classes, made: training with its cross-validation, and prediction of all of them.

    The peer is fitted once, on words alone; the bench stops if its macro F1 on texts held out is higher than ours.
    """
    peer, ours = around(lambda: measured(scikit_learn, rows=rows), lambda: measured(our_training, rows=rows))
    if ours.values["f1_macro"] < peer.values["f1_macro"]:
        raise DisagreementError(f"macro F1 of ours {ours.values}, of the peer {peer.values}")
    scores = f"macro F1 {ours.values['f1_macro']:.3f}, the peer's {peer.values['f1_macro']:.3f}"
    met = ours.cpu < SECONDS
    what = f"{rows:,} texts, training with cross-validation ({scores})"
    trained = Row(what, PEER, "CPU", peer.cpu, ours.cpu, f"< {SECONDS} s", met, memory(peer), memory(ours))
    predicted = measured(our_predictions, 3, rows=rows)
    return [trained, under(f"{rows:,} texts, labels and probabilities", predicted, rows / PER_SECOND)]


def made_texts(rows: int) -> tuple[list[str], list[str]]:
    """Texts of words as frequent as words are, some of them those of a class; classes are of unequal size."""
    import numpy as np

    rng = np.random.default_rng(SEED)
    letters = np.array([*"etaoinshrdlucmfwyp"])
    lengths = rng.integers(2, 10, WORDS)
    ends = np.cumsum(lengths)
    joined = "".join(rng.choice(letters, lengths.sum()))
    words = np.array([joined[end - size : end] for end, size in zip(ends, lengths, strict=True)])
    share = 1 / np.arange(1, CLASSES + 1)
    codes = rng.choice(CLASSES, rows, p=share / share.sum())
    common = np.minimum(rng.zipf(1.3, (rows, LENGTH)) - 1, WORDS - 1)
    own = WORDS - 1 - (codes[:, None] * OWN // 2 + rng.integers(0, OWN, (rows, LENGTH)))  # classes share half of them
    chosen = words[np.where(rng.random((rows, LENGTH)) < FOUND, own, common)]
    return [" ".join(row) for row in chosen], [f"class {code}" for code in codes]


def split(rows: int) -> tuple[Any, Any, Any, Any]:
    """Texts and labels to learn from and to test on, the same for both sides."""
    import numpy as np

    texts, labels = (np.array(each, np.object_) for each in made_texts(rows))
    test = np.random.default_rng(SEED + 1).random(rows) < 1 / TESTED
    return texts[~test], labels[~test], texts[test], labels[test]


def scikit_learn(rows: int) -> Callable[[], Values]:
    """Words weighted by rarity, and a logistic regression, both as they come."""
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.metrics import f1_score

    texts, labels, new, truth = split(rows)

    def work() -> Values:
        words = TfidfVectorizer()
        model = LogisticRegression().fit(words.fit_transform(texts), labels)
        return {"f1_macro": float(f1_score(truth, model.predict(words.transform(new)), average="macro"))}

    return work


def our_training(rows: int) -> Callable[[], Values]:
    """Cross-fitted, calibrated, weighted by the metric, and tested."""
    from mercalli import train
    from mercalli.inputs.texts import LabelledTexts

    texts, labels, new, truth = split(rows)

    def work() -> Values:
        data, test = LabelledTexts.check(texts, labels), LabelledTexts.check(new, truth)
        found = train(data, test=test, replicates=0)
        return {"f1_macro": found.test.systems[0].measure("f1_macro").value or 0.0}

    return work


def our_predictions(rows: int) -> Callable[[], Values]:
    """Labels and probabilities of all texts; the classifier is small, which makes no difference to them."""
    from mercalli.inputs.texts import LabelledTexts
    from mercalli.tasks.classifier.fit import fit

    texts, labels, _, _ = split(rows)
    model = fit(LabelledTexts.check(texts[: rows // TESTED], labels[: rows // TESTED]))
    every = made_texts(rows)[0]

    def work() -> Values:
        probabilities = model.probabilities(every)
        return {"texts": float(len(model.labels(probabilities)))}

    return work
