"""Intervals of the scores of a card: of its groups and of its total."""

import json

import numpy as np
import pytest

from mercalli import fire_case
from mercalli.tasks.wildfire.kpis import Normalisation
from mercalli.telling.kinds import files_of
from tests.tasks.wildfire.maps import severity, tiff, wrong

TILE = 8


def counts(truth, pred, side):
    """TP, FP, FN and TN of each tile: (tiles, 4)."""
    starts = [(row, column) for row in range(0, truth.shape[0], side) for column in range(0, truth.shape[1], side)]
    tiles = [np.s_[row : row + side, column : column + side] for row, column in starts]
    pairs = [(np.asarray(truth[at] == 4), np.asarray(pred[at] == 4), ~np.isin(truth[at], (0, 6))) for at in tiles]
    found = [
        [(k & (s == one) & (p == two)).sum() for one, two in ((1, 1), (0, 1), (1, 0), (0, 0))] for s, p, k in pairs
    ]
    return np.array(found)


def mean_of_six(tables):
    """The score of a card that weighs the six KPIs alike: (R,)."""
    tp, fp, fn, tn = tables.T
    six = [(tp + tn) / tables.sum(axis=1), tp / (tp + fp), tp / (tp + fn), tn / (tn + fp), tn / (tn + fn)]
    return 100 * np.mean([*six, 2 * tp / (2 * tp + fp + fn)], axis=0)


def written(folder, text):
    (folder / "case.toml").write_text(text, encoding="utf-8")
    return folder / "case.toml"


@pytest.fixture
def case(tmp_path):
    (tmp_path / "model").mkdir()
    for at, name in enumerate(("north", "south")):
        values = severity(seed=at)
        tiff(tmp_path / f"{name}.tif", values)
        tiff(tmp_path / "model" / f"{name}.tif", wrong(values, seed=at + 5))
    return tmp_path


def part(fire, kind="severity", more=f"tile = {TILE}"):
    return f"[fires.{fire}.{kind}]\nobserved = '{fire}.tif'\nmodel = '{fire}.tif'\n{more}\n"


def test_the_total_of_a_fire_draws_its_tiles(case):
    result = fire_case(written(case, part("north")), str(case / "model"), replicates=4000)
    card, rng = result.models[0].fires[0], np.random.default_rng(1)
    tiles = counts(severity(seed=0), wrong(severity(seed=0), seed=5), TILE)
    drawn = mean_of_six(tiles[rng.integers(0, len(tiles), (4000, len(tiles)))].sum(axis=1))
    assert (card.low, card.high) == pytest.approx(np.quantile(drawn, [0.025, 0.975]), abs=0.3)
    assert card.low < card.total < card.high
    assert (card.groups[0].low, card.groups[0].high, card.method) == (card.low, card.high, "percentile over tiles")


def test_the_pooled_total_draws_fires_and_their_tiles(case):
    result = fire_case(written(case, part("north") + part("south")), str(case / "model"), replicates=4000)
    card, rng = result.models[0].pooled, np.random.default_rng(1)
    tiles = [counts(severity(seed=at), wrong(severity(seed=at), seed=at + 5), TILE) for at in (0, 1)]
    drawn = np.array(
        [
            sum(tiles[at][rng.integers(0, len(tiles[at]), len(tiles[at]))].sum(axis=0) for at in which)
            for which in rng.integers(0, 2, (4000, 2))
        ]
    )
    assert (card.low, card.high) == pytest.approx(np.quantile(mean_of_six(drawn), [0.025, 0.975]), abs=0.3)
    assert card.method == "percentile over fires and their tiles"


def structures(folder, fire, preds):
    rows = "".join(f"{at},{damage}\n" for at, damage in enumerate(("Destroyed", "No Damage") * 2))
    (folder / f"{fire}.csv").write_text(f"id,damage\n{rows}", encoding="utf-8")
    said = "".join(f"{at},{pred}\n" for at, pred in enumerate(preds))
    (folder / "model" / f"{fire}.csv").write_text(f"id,pred\n{said}", encoding="utf-8")
    return f"[fires.{fire}.structures]\nobserved = '{fire}.csv'\nmodel = '{fire}.csv'\n"


def test_a_fire_is_drawn_with_all_of_its_parts(case):
    """A model that is right on one fire and wrong on the other, in both parts: half of all draws are of one fire."""
    tiff(case / "model" / "north.tif", severity(seed=0))
    tiff(case / "model" / "south.tif", np.where(severity(seed=1) == 4, 1, 4).astype(np.uint8))
    parts = part("north", more="") + part("south", more="")
    parts += structures(case, "north", (1, 0, 1, 0)) + structures(case, "south", (0, 1, 0, 1))
    model = fire_case(written(case, parts), str(case / "model"), replicates=1000, level=0.8).models[0]
    assert (model.pooled.low, model.pooled.high) == pytest.approx((model.fires[1].total, 100.0))


def test_what_cannot_be_drawn_again_is_held_and_told(case):
    text = part("north") + part("north", "perimeter", "threshold = 3")
    result = fire_case(written(case, text), str(case / "model"), replicates=200)
    card = result.models[0].fires[0]
    burnt, outline = card.groups
    assert (outline.low, outline.high) == (None, None)
    assert card.high - card.low == pytest.approx((burnt.high - burnt.low) / 2)
    assert card.notes[-1].startswith("Intervals of scores treat Fire Perimeter as fixed: there is nothing to resample")


@pytest.mark.parametrize(
    ("text", "replicates"),
    [
        (part("north"), 0),
        (part("north", "perimeter", "threshold = 3"), 200),
        (part("north", more="tile = 128"), 200),
        (part("north") + "[groups.x]\nkpis = { 'Binary High Severity Recall' = 0 }\n", 200),
        (part("north") + "[groups.x]\nweight = 0\nkpis = { 'Binary High Severity Recall' = 1 }\n", 200),
    ],
)
def test_there_is_no_interval_of_what_is_not_drawn_or_not_scored(text, replicates, case):
    card = fire_case(written(case, text), str(case / "model"), replicates=replicates).models[0].fires[0]
    assert (card.low, card.high, card.method) == (None, None, None)


def test_a_kind_of_one_fire_is_drawn_whichever_fires_are(case):
    text = part("north") + part("south") + structures(case, "north", (1, 1, 0, 0))
    model = fire_case(written(case, text), str(case / "model"), replicates=500).models[0]
    groups = {group.name: (group.low, group.high) for group in model.pooled.groups}
    assert groups["Structure Damage"] == (model.fires[0].groups[1].low, model.fires[0].groups[1].high)


def test_intervals_of_scores_stand_in_the_files(case):
    result = fire_case(written(case, part("north")), str(case / "model"), replicates=200)
    card, files = result.models[0].fires[0], files_of(result)
    told = json.loads(files["benchmarks.json"])["models"]["model"]["fires"]["north"]["score_card"]["intervals"]
    assert told == {"Score Burn Severity": [card.low, card.high], "Score Total": [card.low, card.high]}
    for page in (str(result), result._repr_html_(), files["index.html"], files["report.md"]):
        assert f"{card.low:.2f} to {card.high:.2f}" in page
    rows = [row.split(",") for row in files["scores.csv"].splitlines()]
    assert [row[2:4] for row in rows] == [["class", "metric"], ["Burn Severity", "score"], ["", "total"]]
    assert [row[4:7] for row in rows[1:]] == [[str(card.total), str(card.low), str(card.high)]] * 2


@pytest.mark.parametrize(
    ("how", "ends"),
    [
        ("bounded_linear", {"a": 0.2, "b": 0.9}),
        ("half_open_linear", {"a": 0.2, "m": 0.6}),
        ("half_open_exponential", {"a": 0.2, "m": 0.6}),
        ("symmetric_open_linear", {"m": 0.6}),
        ("symmetric_open_exponential", {"m": 0.6}),
    ],
)
def test_draws_are_normalised_as_values_are(how, ends):
    values, norm = np.array([0.2, 0.5, 0.9]), Normalisation(how, ends)
    assert norm.drawn(values).tolist() == [norm.score(x) for x in values]
    assert np.isnan(norm.drawn(np.array([np.nan]))).all()
