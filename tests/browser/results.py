"""Results to make pages of: small and large, kind and hostile."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

import mercalli
from mercalli.cli.demo_tasks import demo_results
from mercalli.tasks.labels.result import ErrorExample
from mercalli.telling.article import PAGE
from mercalli.telling.kinds import article_of, files_of
from mercalli.telling.page.article import article_page
from tests.frozen.kept import FIRST, KEPT
from tests.metrics.known_sets import FALSE_ALARM, NOTHING, RUN
from tests.tasks.cheers.cheers_files import gold_text, run_text

HOSTILE = {
    "script": "<script>alert(1)</script>",
    "image": '<img src="https://example.org/x.png" onerror="alert(2)">',
    "formula": "=cmd()",
    "pipe": "a|b",
    "latex": r"\input{secret}",
    "style": "</style><b>bold</b>",
    "link": "javascript:alert(3)",
    "right to left": "طلب مساعدة عاجلة",
    "turned": "\u202egnorw si txet",
    "long": "long " + "x" * 10_000,
}
QUICK = {"replicates": 100}


def rows(classes, *, count=900, slices=6, systems=("model",), seed=0):
    """A truth, predictions that are right in two of three rows, and a column to slice by."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, len(classes), count)
    guesses = {name: rng.integers(0, len(classes), count) for name in systems}
    preds = {name: np.where(rng.random(count) < 2 / 3, truth, guess) for name, guess in guesses.items()}
    return {"truth": truth, "place": rng.integers(0, slices, count), "hour": rng.integers(0, 3, count), **preds}


def evaluated(classes, *, systems=("model",), **options):
    """A result on such rows."""
    sizes = {name: options.pop(name) for name in ("count", "slices") if name in options}
    data = rows(classes, systems=systems, **sizes)
    chosen = {"truth": "truth", "pred": list(systems), "classes": dict(enumerate(classes)), "by": ["place"], **QUICK}
    return mercalli.evaluate(data, **{**chosen, **options})


@cache
def one():
    """One system on disaster messages, with gates."""
    gates = ["dua.low>=0.75", "class:requests_or_urgent_needs.recall>=0.6", "slice:event.dua>=0.7"]
    data = mercalli.read_demo()
    return mercalli.evaluate(
        data, truth="truth", pred="tfidf_linear_svm", profile="humaid", by="event", gates=gates, **QUICK
    )


@cache
def demo():
    """Four systems, compared."""
    return demo_results()[0]


@cache
def many():
    """Twelve systems, twenty classes, sliced by two columns and both crossed."""
    names = [f"model_{at:02d}" for at in range(12)]
    return evaluated([f"kind {at}" for at in range(20)], systems=names, slices=8, count=1500, by=["place", "hour"])


@cache
def hostile():
    """Names and texts that try to be more than text."""
    texts = list(HOSTILE.values())
    data = rows(texts, systems=texts[:8], slices=len(texts))
    data["place"] = np.array(texts, dtype=object)[data["place"]]
    found = mercalli.evaluate(
        data,
        truth="truth",
        pred=texts[:8],
        classes=dict(enumerate(texts)),
        by=["place"],
        gates=["accuracy>=0.99"],
        **QUICK,
    )
    examples = tuple(ErrorExample(texts[0], texts[1], 1.0, text, text) for text in texts)
    systems = tuple(replace(system, examples=examples) for system in found.systems)
    return replace(found, systems=systems, provenance=replace(found.provenance, origin=texts[0]))


def scored(names=("score",), slices=("north", "south"), count=600):
    """Scores that are better than chance, with a column to slice by."""
    rng = np.random.default_rng(0)
    truth = rng.random(count) < 0.3
    scores = {name: np.clip(rng.normal(0.35 + 0.25 * truth, 0.2), 0, 1).round(3) for name in names}
    return {"truth": truth, "place": np.array(slices, dtype=object)[rng.integers(0, len(slices), count)], **scores}


@cache
def decided():
    """The scores of one system, with prices."""
    wish = {"value_tp": 100, "cost_fp": 20, "cost_fn": 40}
    return mercalli.threshold(scored(), truth="truth", score="score", by="place", **wish, **QUICK)


@cache
def bounded():
    """2,000 weighed cases, so that many numbers lie half-way between two, with prices and a bound."""
    data = scored(count=500)
    data["weight"] = np.where(np.arange(500) % 2, 3.5, 4.5)
    wish = {"value_tp": 100, "cost_fp": 0.25, "cost_fn": 40, "max_fpr": 0.1}
    return mercalli.threshold(data, truth="truth", score="score", weight="weight", **wish, **QUICK)


@cache
def undecided():
    """Two systems with hostile names, and bounds that no threshold keeps."""
    names, bounds = [HOSTILE["script"], HOSTILE["right to left"]], {"min_precision": 0.99, "min_recall": 0.99}
    data = scored(names, tuple(HOSTILE.values()))
    return mercalli.threshold(data, truth="truth", score=names, by="place", **bounds, **QUICK)


@cache
def ranked():
    """Two rankings with hostile names."""
    names = [HOSTILE["script"], HOSTILE["right to left"]]
    data = scored(names, tuple(HOSTILE.values()))
    return mercalli.rank(data, truth="truth", score=names, k=[50, 0.1], by="place", **QUICK)


@cache
def trial():
    """A trial that helps those with high scores."""
    data = scored(count=900)
    data["treated"] = np.arange(900) % 2
    data["outcome"] = np.random.default_rng(1).random(900) < 0.2 + 0.4 * data["treated"] * data["score"]
    return mercalli.uplift(data, outcome="outcome", treatment="treated", score="score", by="place", **QUICK)


@cache
def followed():
    """People who were followed, with two causes, chances over time, and hostile names of systems and slices."""
    rng = np.random.default_rng(0)
    risk, texts = rng.normal(size=200), np.array(list(HOSTILE.values()), dtype=object)
    return mercalli.survival(
        time=rng.exponential(np.exp(-risk)).clip(0.01, 5),
        event=rng.integers(0, 3, 200),
        risk={HOSTILE["script"]: risk, HOSTILE["right to left"]: -risk},
        cif={HOSTILE["image"]: 1 - np.exp(-np.outer(np.exp(risk), [0.5, 1.0]))},
        grid=[0.5, 1.0],
        by={"place": texts[rng.integers(0, len(texts), 200)]},
    )


@cache
def challenged():
    """Runs of CHEERS, one of them with a hostile name, one that extracts nothing."""
    with TemporaryDirectory() as made:
        folder = Path(made)
        (folder / "gold.csv").write_text(gold_text(), encoding="utf-8")
        runs = {"run": RUN, "alarm": FALSE_ALARM, "nothing": NOTHING}
        for name, run in runs.items():
            (folder / f"{name}.csv").write_text(run_text(run), encoding="utf-8")
        files = [folder / f"{name}.csv" for name in runs]
        found = mercalli.score_cheers(files, gold=folder / "gold.csv", by=["doc_id"], **QUICK)
    first, *others = found.systems
    return replace(found, systems=(replace(first, name=HOSTILE["image"]), *others))


@cache
def tagged():
    """Two systems that give hostile labels to items."""
    names, rng = list(HOSTILE.values())[:5], np.random.default_rng(0)
    sets = [[[name for name in names if rng.random() < 0.4] for _ in range(200)] for _ in range(3)]
    data = {"truth": sets[0], names[0]: sets[1], names[1]: sets[2]}
    return mercalli.multilabel(data, truth="truth", pred=names[:2], **QUICK)


@cache
def burnt():
    """Two models of a fire, one with a hostile name."""
    rng = np.random.default_rng(0)
    observed = rng.integers(0, 7, (60, 80))
    models = {HOSTILE["image"]: np.roll(observed, 1, axis=0).clip(1, 5), "flat": np.full_like(observed, 1)}
    return mercalli.burn_severity(observed, models, tile=10, **QUICK)


@cache
def grouped():
    """Groups compared on all metrics, one of which lacks most classes: the widest tables there are."""
    data = mercalli.read_demo()
    chosen = slice(0, 4_986, 5)
    rows = {name: list(data[name])[chosen] for name in ("truth", "tfidf_logreg", "event")}
    rows["event"][:3] = ["a_group_of_very_few_rows"] * 3
    return mercalli.parity(rows, truth="truth", pred="tfidf_logreg", by="event", **QUICK)


RESULTS = {
    "one": one,
    "demo": demo,
    "many": many,
    "hostile": hostile,
    "decided": decided,
    "bounded": bounded,
    "undecided": undecided,
    "ranked": ranked,
    "trial": trial,
    "tagged": tagged,
    "burnt": burnt,
    "grouped": grouped,
    "followed": followed,
    "challenged": challenged,
}


def evaluation_page(result):
    """Without the pictures that stand beside it."""
    return article_page(article_of(result).on(PAGE), {})


def _kept_pages():
    """Of every kind of result that is kept, and of every kind of field, the largest one."""
    largest = {}
    for file in sorted((KEPT / FIRST).glob("*.json"), key=lambda file: file.stat().st_size):
        sealed = json.loads(file.read_text(encoding="utf-8"))
        largest[sealed["mercalli"], str(sealed.get("kind"))] = file.stem
    return tuple(sorted(largest.values()))


KEPT_PAGES = _kept_pages()


PAGES = {mercalli.Evaluation: evaluation_page}


@cache
def page(name):
    """The page of a result."""
    result = RESULTS[name]() if name in RESULTS else mercalli.read_result(KEPT / FIRST / f"{name}.json")
    made = PAGES.get(type(result))
    return files_of(result)["index.html"] if made is None else made(result)
