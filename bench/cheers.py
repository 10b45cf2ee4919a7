"""CHEERS: a run of 262,000 sentences checked and scored from its files, with 1,000 resamples of documents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.made import SEED
from bench.measure import DATA, agree, in_turns, measured
from bench.table import Row, memory, under

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from bench.measure import Values

ROWS = 262_000
BAR_SECONDS = 2.0
ROUNDS = 3
PEER = "pandas and scikit-learn, nothing checked"
SECTORS = 11
RELEVANT, WITHOUT_SECTOR, RIGHT, RIGHT_SECTOR = 0.145, 0.08, 0.85, 0.7
MEAN_LENGTH = 45
WORDS = "people in the camp lack water, food and shelter after the flood of last week"


def cheers(rows: int = ROWS) -> list[Row]:
    """From two files to scores; scikit-learn computes the same three values of files that pandas read, and no more."""
    files(rows)
    peer, points, whole = in_turns(
        ROUNDS,
        lambda: measured(scikit_learn, rows=rows),
        lambda: measured(mercalli, rows=rows, replicates=0),
        lambda: measured(mercalli, rows=rows, replicates=1000),
    )
    agree(peer, points)
    agree(peer, whole)
    what = f"{rows:,} sentences, checked and scored"
    return [
        Row(f"{what}, points only", PEER, "CPU", peer.cpu, points.cpu, peer_mb=memory(peer), our_mb=memory(points)),
        under(f"{what}, 1,000 resamples", whole, BAR_SECONDS),
    ]


def files(rows: int) -> tuple[Path, Path]:
    """A gold file with texts, and a run that is right on most sentences; made once."""
    import numpy as np

    gold, run = (DATA / f"cheers_{rows}_{name}.csv" for name in ("gold", "run"))
    if gold.exists() and run.exists():
        return gold, run
    DATA.mkdir(exist_ok=True)
    rng = np.random.default_rng(SEED)
    document = np.sort(rng.integers(0, rows // MEAN_LENGTH, rows))
    relevant = rng.random(rows) < RELEVANT
    count = np.where(relevant & (rng.random(rows) > WITHOUT_SECTOR), rng.integers(1, 4, rows), 0)
    sets = [sorted(rng.choice(SECTORS, size, replace=False).tolist()) for size in count.tolist()]
    said = np.where(rng.random(rows) < RIGHT, relevant, ~relevant)
    sector = [each[0] if each and rng.random() < RIGHT_SECTOR else int(rng.integers(SECTORS)) for each in sets]
    truth = zip(document, relevant, sets, strict=True)
    lines = (f'{doc},{at},"{WORDS}",{int(flag)},"{each}"\n' for at, (doc, flag, each) in enumerate(truth))
    answers = zip(document, said, sector, strict=True)
    runs = (f"{doc},{at},{int(flag)},{each if flag else -1}\n" for at, (doc, flag, each) in enumerate(answers))
    gold.write_text("doc_id,sentence_id,sentence_text,is_relevant,sector_ids\n" + "".join(lines), encoding="utf-8")
    run.write_text("doc_id,sentence_id,is_relevant,sector_id\n" + "".join(runs), encoding="utf-8")
    return gold, run


def mercalli(rows: int, replicates: int) -> Callable[[], Values]:
    """Both files checked by every rule, and all that the result holds."""
    from mercalli import score_cheers

    gold, run = files(rows)

    def work() -> Values:
        found = score_cheers(run, gold=gold, replicates=replicates).systems[0].scores
        return {name: value or 0.0 for name, value in found.items()}

    return work


def scikit_learn(rows: int) -> Callable[[], Values]:
    """The three values by the documented formula; nothing is checked."""
    import json

    import pandas as pd
    from sklearn.metrics import f1_score, jaccard_score
    from sklearn.preprocessing import MultiLabelBinarizer

    gold, run = files(rows)

    def work() -> Values:
        both = pd.read_csv(gold).merge(pd.read_csv(run), on=["doc_id", "sentence_id"], suffixes=("", "_said"))
        f1 = float(f1_score(both["is_relevant"], both["is_relevant_said"], average="macro"))
        sets = both["sector_ids"].map(json.loads)
        counts = (both["is_relevant_said"] == 1) & ~((both["is_relevant"] == 1) & (sets.map(len) == 0))
        flags = MultiLabelBinarizer(classes=range(SECTORS))
        truth = flags.fit_transform(sets[counts])
        pred = flags.transform([[sector] for sector in both.loc[counts, "sector_id"]])
        accuracy = float(jaccard_score(truth, pred, average="samples", zero_division=0))
        return {"relevance_f1_score_macro": f1, "sectorids_accuracy": accuracy, "HumImpact": (f1 + accuracy) / 2}

    return work
