"""The verdict on CHEERS runs: who leads, how much is covered, which reading to quote, and what a constant run gets."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import t as students_t

import mercalli
from mercalli.telling.kinds import files_of
from tests.tasks.cheers.cheers_files import gold_text, run_text


def written(folder, runs, gold):
    for name, run in runs.items():
        (folder / f"{name}.csv").write_text(run_text(run), encoding="utf-8")
    (folder / "gold.csv").write_text(gold_text(gold), encoding="utf-8")
    return [folder / f"{name}.csv" for name in runs]


def challenge(documents=8, size=8, seed=1):
    """Half of the sentences are relevant; one run finds most of them, one only those of which it is sure."""
    rng = np.random.default_rng(seed)
    gold, honest, sly = {}, {}, {}
    for key in ((doc, at) for doc in range(documents) for at in range(size)):
        sector = int(rng.integers(0, 3))
        gold[key] = (1, [sector]) if key[1] % 2 else (0, [])
        found = rng.random() < (0.8 if key[1] % 2 else 0.3)
        honest[key] = (1, sector if rng.random() < 0.5 else (sector + 1) % 3) if found else (0, -1)
        sly[key] = (1, sector) if key[1] == 1 else (0, -1)
    return gold, honest, sly


def scored(folder, **others):
    gold, honest, sly = challenge(**others)
    runs = written(folder, {"honest": honest, "sly": sly}, gold)
    return mercalli.score_cheers(runs, gold=folder / "gold.csv", replicates=1000)


def test_a_leader_with_low_coverage_is_flagged_first(tmp_path):
    found = scored(tmp_path)
    first, second = found.verdict.lines[:2]
    assert first.warns
    assert "sly finds 25% of the sentences that have a sector (8 of 32;" in first.text
    assert "below the floor of 50%. honest finds" in first.text
    assert second.warns
    assert (
        "sly leads by HumImpact with low coverage: its sector accuracy is a mean over only 8 sentences" in second.text
    )
    assert "The best run with enough coverage is honest" in second.text


def test_a_run_that_covers_enough_is_not_flagged(tmp_path):
    gold, honest, _ = challenge()
    found = mercalli.score_cheers(written(tmp_path, {"honest": honest}, gold), gold=tmp_path / "gold.csv")
    assert not any(line.warns for line in found.verdict.lines)


def test_the_reading_to_quote_is_named(tmp_path):
    gold, honest, _ = challenge()
    (run,) = written(tmp_path, {"honest": honest}, gold)
    found = mercalli.score_cheers(run, gold=tmp_path / "gold.csv", reading="skip_empty", replicates=0)
    value = found["honest"].readings[0].humimpact.value
    assert any(
        f"For honest, quote HumImpact {value:.3f}: the reading as_written" in line.text for line in found.verdict.lines
    )


def test_a_run_without_a_score_leads_nothing(tmp_path):
    gold, _, _ = challenge()
    (run,) = written(tmp_path, {"none": dict.fromkeys(gold, (0, -1))}, gold)
    verdict = mercalli.score_cheers(run, gold=tmp_path / "gold.csv", replicates=0).verdict
    assert verdict.best is None
    assert not any("leads" in line.text or "uote HumImpact" in line.text for line in verdict.lines)


def test_a_single_run_of_low_coverage_leads_nothing_and_is_quoted_with_its_coverage(tmp_path):
    gold, _, sly = challenge()
    (run,) = written(tmp_path, {"sly": sly}, gold)
    said = " ".join(line.text for line in mercalli.score_cheers(run, gold=tmp_path / "gold.csv").verdict.lines)
    assert "sly has low coverage: its sector accuracy is a mean over only 8 sentences, which it chose itself." in said
    assert "only with its coverage of 25% beside it: the reading as_written" in said


def test_the_run_to_quote_is_the_best_that_covers_enough(tmp_path):
    found = scored(tmp_path)
    value = found["honest"].measure("humimpact").value
    said = [line.text for line in found.verdict.lines]
    assert any(text.startswith(f"For honest, quote HumImpact {value:.3f}: the reading as_written") for text in said)
    assert any("sly is ahead, with low coverage (25%): HumImpact" in text for text in said)


def test_runs_are_listed_best_first(tmp_path, request):
    gold, honest, sly = challenge()
    written(tmp_path, {"honest": honest, "sly": sly}, gold)
    command = request.getfixturevalue("mercalli")
    lines = command("cheers", "score", "honest.csv", "sly.csv", "--gold", "gold.csv").stdout.splitlines()
    assert (lines[0], lines[6]) == ("sly", "honest")
    board = [line for line in lines if "of 32]" in line]
    assert [line.split()[0] for line in board] == ["sly", "honest"]
    assert "(low coverage)" in board[0]


def test_the_baseline_is_the_score_of_a_run_that_extracts_everything(tmp_path):
    gold, honest, _ = challenge()
    sectors = [each for _, listed in gold.values() for each in listed]
    often = max(range(3), key=lambda sector: (sectors.count(sector), -sector))
    runs = written(tmp_path, {"honest": honest, "all": dict.fromkeys(gold, (1, often))}, gold)
    found = mercalli.score_cheers(runs, gold=tmp_path / "gold.csv", replicates=0)
    expected = [measure.value for measure in found["all"].measures]
    assert [measure.baselines["majority"] for measure in found["honest"].measures] == pytest.approx(expected)


def test_intervals_over_few_documents_leave_one_out_at_a_time(tmp_path):
    gold, honest, sly = challenge()
    found = scored(tmp_path).pairs[0].difference("humimpact")
    left = []
    for document in range(8):
        folder = tmp_path / f"without_{document}"
        folder.mkdir()
        sides = [{key: each for key, each in side.items() if key[0] != document} for side in (gold, honest, sly)]
        runs = written(folder, {"honest": sides[1], "sly": sides[2]}, sides[0])
        one, two = mercalli.score_cheers(runs, gold=folder / "gold.csv", replicates=0).systems
        left.append(one.measure("humimpact").value - two.measure("humimpact").value)
    error = np.sqrt(7 / 8 * ((np.array(left) - np.mean(left)) ** 2).sum())
    reach = students_t.ppf(0.975, 7) * error
    assert (found.low, found.high) == pytest.approx((found.difference - reach, found.difference + reach))


def test_four_documents_give_no_p_value_and_say_so(tmp_path):
    found = scored(tmp_path, documents=4)
    assert {each.p for each in found.pairs[0].differences} == {None}
    assert "With 4 documents no p-value can reach .05, so none is given." in found.notes
    assert any(
        "4 documents are too few to show a difference between systems" in line.text for line in found.verdict.lines
    )


def test_a_gold_file_of_one_kind_is_told(tmp_path):
    gold = {(0, 0): (1, [1]), (1, 0): (1, [2])}
    (run,) = written(tmp_path, {"run": {(0, 0): (1, 1), (1, 0): (1, 2)}}, gold)
    found = mercalli.score_cheers(run, gold=tmp_path / "gold.csv")
    assert any("Every sentence of the gold file is relevant" in note for note in found.notes)


def test_a_page_shows_runs_side_by_side_then_one_at_a_time(tmp_path):
    page = files_of(scored(tmp_path))["report.md"]
    order = [
        page.index(text) for text in ("Best HumImpact first", "cheers.png", "One run at a time", "Which is better")
    ]
    assert order == sorted(order)
