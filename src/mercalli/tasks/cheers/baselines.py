"""Baselines of CHEERS: runs by chance, by majority, and by a classifier of two stages on words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np

from mercalli.errors import ExtraError, SettingError
from mercalli.inputs.arrays import Bools, Floats, Ints
from mercalli.io.cells import csv_text
from mercalli.io.headers import UTF8
from mercalli.io.tables import open_database
from mercalli.io.targets import Target
from mercalli.tasks.cheers.errors import RunError
from mercalli.tasks.cheers.rules import check_gold, check_ids
from mercalli.tasks.cheers.sectors import NO_SECTOR, Sectors, sector_ids, sectors_for
from mercalli.tasks.cheers.tables import GOLD, IDS, RUN, load_gold

TEXT = "sentence_text"
FOLDS = 3
STEPS = 101


@dataclass(frozen=True)
class Lesson:
    """Sentences with what is true of them, to learn from."""

    file: str
    document: Ints
    text: Sequence[str]
    relevant: Ints
    sectors: Sequence[frozenset[int]]


def make_cheers_baseline(
    kind: Literal["random", "majority", "tfidf"],
    *,
    train: str | Path,
    questions: str | Path,
    out: str | Path,
    sectors: str | Path | None = None,
    seed: int = 0,
    encoding: str = UTF8,
) -> int:
    """Learn from one file of sentences and write a run for another; how many sentences it has.

    Args:
        kind: "random" draws by the frequencies of the training data; "majority" says of every sentence that it is
            relevant and of the most frequent sector; "tfidf" learns both stages from words.
        train: Sentences with their true labels.
        questions: Sentences to say something of; their labels are not looked at.
        out: The run to write, which may not exist.
        sectors: A JSON map of names to ids, a .toml file or "cheers"; else the map beside `train`, or "cheers".
        seed: The same data and seed give the same run.
        encoding: The encoding of text files.
    """
    if kind not in KINDS:
        raise SettingError.choice("kind", kind, tuple(KINDS))
    if seed < 0:
        raise SettingError.outside("seed", seed, "a whole number of at least 0")
    target = Target(out)
    target.check()
    sector_list, _ = sectors_for(train, sectors)
    lesson = _read_lesson(train, sector_list, texts=kind == "tfidf", encoding=encoding)
    ids, texts = _read_questions(questions, texts=kind == "tfidf", encoding=encoding)
    relevant, sector = KINDS[kind](lesson, texts, seed)
    labels = zip(ids, relevant, np.where(relevant, sector, NO_SECTOR), strict=True)
    target.write(csv_text(RUN, ((*sentence, int(flag), int(number)) for sentence, flag, number in labels)))
    return len(ids)


def _read_lesson(path: str | Path, sectors: Sectors, *, texts: bool, encoding: str) -> Lesson:
    """Sentences of a gold file that keeps the rules: some relevant, some not, and some with a sector."""
    gold = load_gold(open_database(), path, "gold", [*GOLD, *([TEXT] if texts else [])], encoding=encoding)
    check_gold(gold, sectors).checked()
    text = f"coalesce({TEXT}, '')" if texts else "''"
    query = f"select dense_rank() over (order by doc_id), {text}, is_relevant::int, sector_ids from gold order by place"
    document, words, relevant, cells = zip(*gold.query(query).fetchall(), strict=True)
    sets = {cell: sector_ids(cell) or frozenset[int]() for cell in set(cells)}
    there = {
        "that is relevant": 1 in relevant,
        "that is not relevant": 0 in relevant,
        "with a sector": any(sets.values()),
    }
    for what, some in there.items():
        if not some:
            raise RunError.nothing_to_learn(gold.file, what)
    flags = np.array(relevant, np.int64)
    return Lesson(gold.file, np.array(document, np.int64), words, flags, [sets[cell] for cell in cells])


def _read_questions(path: str | Path, *, texts: bool, encoding: str) -> tuple[list[tuple[str, str]], list[str]]:
    """Ids and texts of sentences to make a run for, in their order; labels are not looked at."""
    questions = load_gold(open_database(), path, "questions", [*IDS, *([TEXT] if texts else [])], encoding=encoding)
    check_ids(questions).checked()
    text = f"coalesce({TEXT}, '')" if texts else "''"
    rows = questions.query(f"select doc_id, sentence_id, {text} from questions order by place").fetchall()
    return [(doc, sentence) for doc, sentence, _ in rows], [words for _, _, words in rows]


def _sector_rows(lesson: Lesson) -> tuple[Ints, Ints]:
    """A row for every sentence and each of its sectors: which sentence, and the sector."""
    rows = [(at, sector) for at, sectors in enumerate(lesson.sectors) for sector in sorted(sectors)]
    sentence, sector = np.array(rows, np.int64).T
    return sentence, sector


def by_chance(lesson: Lesson, texts: Sequence[str], seed: int) -> tuple[Bools, Ints]:
    """Relevance and sectors drawn by their frequencies."""
    rng, size = np.random.default_rng(seed), len(texts)
    sectors, counts = np.unique(_sector_rows(lesson)[1], return_counts=True)
    relevant = rng.random(size) < lesson.relevant.mean()
    return relevant, rng.choice(sectors, size, p=counts / counts.sum())


def by_majority(lesson: Lesson, texts: Sequence[str], _seed: int) -> tuple[Bools, Ints]:
    """The best constant run: everything relevant, all of the most frequent sector."""
    sectors, counts = np.unique(_sector_rows(lesson)[1], return_counts=True)
    return np.ones(len(texts), np.bool_), np.full(len(texts), sectors[counts.argmax()])


def by_words(lesson: Lesson, texts: Sequence[str], _seed: int) -> tuple[Bools, Ints]:
    """Weighted words and logistic regressions: relevant or not, then the sector, sentences of several used for each."""
    classifier, train, questions = _weighed(lesson, texts)
    threshold = _threshold(lesson, train, classifier)
    relevance = classifier().fit(train, lesson.relevant)
    relevant: Bools = relevance.predict_proba(questions)[:, 1] >= threshold
    sentence, sector = _sector_rows(lesson)
    if len(np.unique(sector)) == 1:
        return relevant, np.full(len(texts), sector[0])
    sizes = np.array([len(lesson.sectors[at]) for at in sentence])
    chosen = classifier().fit(train[sentence], sector, sample_weight=1 / sizes)
    return relevant, chosen.predict(questions).astype(np.int64)


def _weighed(lesson: Lesson, texts: Sequence[str]) -> tuple[Any, Any, Any]:
    """A maker of classifiers, and the texts as weights of words."""
    try:
        from sklearn.feature_extraction.text import TfidfVectorizer  # noqa: PLC0415 - an extra, and slow to load
        from sklearn.linear_model import LogisticRegression  # noqa: PLC0415 - as above
    except ImportError:
        raise ExtraError.missing("scikit-learn", "train") from None
    weights = TfidfVectorizer(sublinear_tf=True, strip_accents="unicode")
    try:
        train = weights.fit_transform(lesson.text)
    except ValueError:
        raise RunError.nothing_to_learn(lesson.file, "with words") from None
    return lambda: LogisticRegression(C=10.0, max_iter=1000), train, weights.transform(texts)


def _threshold(lesson: Lesson, train: Any, classifier: Any) -> float:  # noqa: ANN401 - as scikit-learn has them
    """From which probability on to call a sentence relevant: the best macro F1 on documents held out."""
    fold = lesson.document % FOLDS
    score: Floats = np.full(len(fold), lesson.relevant.mean())
    for held_out in range(FOLDS):
        rest, part = fold != held_out, fold == held_out
        if part.any() and len(np.unique(lesson.relevant[rest])) == len((0, 1)):
            score[part] = classifier().fit(train[rest], lesson.relevant[rest]).predict_proba(train[part])[:, 1]
    steps = np.linspace(0.0, 1.0, STEPS)
    return float(steps[np.argmax([_macro_f1(lesson.relevant == 1, score >= step) for step in steps])])


def _macro_f1(truth: Bools, pred: Bools) -> float:
    both, neither = (truth & pred).sum(), (~truth & ~pred).sum()
    wrong = (truth != pred).sum()
    return float(both / max(2 * both + wrong, 1) + neither / max(2 * neither + wrong, 1))


KINDS = {"random": by_chance, "majority": by_majority, "tfidf": by_words}
