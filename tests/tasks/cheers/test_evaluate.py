"""Scores of CHEERS: the worked example, readings, coverage, slices, comparisons, and results that last."""

from __future__ import annotations

import csv
import json

import numpy as np
import pytest
from sklearn.metrics import f1_score

import mercalli
from mercalli.errors import MetricError, SettingError, SystemNameError
from mercalli.tasks.cheers.errors import RunError
from tests.metrics.known_sets import FALSE_ALARM, GOLD, NOTHING, RUN
from tests.places import SHARED
from tests.tasks.cheers.cheers_files import PAGE_RUN, gold_text, run_text

REAL = SHARED / "humvi_cheers"


@pytest.fixture
def folder(tmp_path):
    """A gold file and some runs."""
    texts = {"run": RUN, "alarm": FALSE_ALARM, "nothing": NOTHING}
    (tmp_path / "gold.csv").write_text(gold_text(), encoding="utf-8")
    (tmp_path / "page.csv").write_text(PAGE_RUN, encoding="utf-8")
    for name, run in texts.items():
        (tmp_path / f"{name}.csv").write_text(run_text(run), encoding="utf-8")
    return tmp_path


def scored(folder, *runs, **settings):
    listed = [folder / f"{run}.csv" for run in runs]
    return mercalli.score_cheers(listed, gold=folder / "gold.csv", **{"replicates": 0, **settings})


def test_the_worked_example_comes_out(folder):
    scores = scored(folder, "run").systems[0].scores
    assert list(scores) == ["relevance_f1_score_macro", "sectorids_accuracy", "HumImpact"]
    assert list(scores.values()) == pytest.approx([0.8831168831, 0.8, 0.8415584416], abs=1e-10)


def test_a_false_alarm_counts_as_written_and_is_left_out_by_another_reading(folder):
    run = scored(folder, "alarm").systems[0]
    readings = {each.name: (each.accuracy.value, each.scored, each.left_out) for each in run.readings}
    assert readings == {
        "as_written": (pytest.approx(4 / 6), 6, 0),
        "skip_empty": (pytest.approx(4 / 5), 5, 1),
        "score_empty": (pytest.approx(4 / 6), 6, 0),
    }


WITHOUT = "1 sentence called relevant without a sector: "


@pytest.mark.parametrize(
    ("reading", "accuracy", "words"),
    [("as_written", 4 / 5, "none of them counts."), ("score_empty", 4 / 6, "1 of 1 count, each as a miss.")],
)
def test_relevant_without_sector_is_a_miss_where_it_counts(reading, accuracy, words, folder):
    run = scored(folder, "page", reading=reading).systems[0]
    assert run.scores["sectorids_accuracy"] == pytest.approx(accuracy)
    assert run.without_sector == 1
    assert WITHOUT + words in run.notes


def test_slices_of_few_documents_are_marked(tmp_path):
    made_runs(tmp_path)
    (tmp_path / "documents.csv").write_text(
        "doc_id,country_code\n" + "".join(f"{doc},{'A' if doc < 25 else 'B'}\n" for doc in range(40)), encoding="utf-8"
    )
    run = scored(tmp_path, "good", documents=tmp_path / "documents.csv").systems[0]
    assert [part.few for part in run.slices] == [False, True]
    assert "1 of 2 slices have fewer than 20 sentences with a sector or 20 documents." in run.notes


def test_a_sentence_without_a_sector_is_left_out_as_written_and_a_miss_if_scored(folder):
    readings = {each.name: each for each in scored(folder, "page").systems[0].readings}
    assert (readings["as_written"].left_out, readings["score_empty"].scored) == (1, 6)
    assert readings["score_empty"].accuracy.value == pytest.approx(4 / 6)


def test_the_reading_that_was_asked_for_is_the_one_that_is_told(folder):
    result = scored(folder, "alarm", reading="skip_empty")
    assert result.systems[0].scores["sectorids_accuracy"] == pytest.approx(4 / 5)
    assert result.systems[0].measure("humimpact").metric == "humimpact(reading='skip_empty')"


def test_without_any_sentence_to_score_the_accuracy_is_undefined_and_says_why(folder):
    run = scored(folder, "nothing", replicates=100).systems[0]
    assert (run.scores["sectorids_accuracy"], run.scores["HumImpact"]) == (None, None)
    assert "no sentence that counts was predicted relevant" in run.notes[0]


def test_coverage_and_ceiling_stand_beside_every_humimpact(folder):
    run = scored(folder, "run").systems[0]
    assert (run.coverage.scored, run.coverage.with_sector, run.coverage.extracted) == (5, 5, 5)
    assert run.ceiling.value == pytest.approx(4 / 5)


def test_low_coverage_is_warned_of_below_the_stated_share(tmp_path):
    easy = {key: (1, 1) if key == (0, 1) else (0, -1) for key in GOLD}
    (tmp_path / "gold.csv").write_text(gold_text(), encoding="utf-8")
    (tmp_path / "easy.csv").write_text(run_text(easy), encoding="utf-8")
    assert any("Low coverage" in note for note in scored(tmp_path, "easy").systems[0].notes)
    assert not any("Low coverage" in note for note in scored(tmp_path, "easy", least_coverage=0.1).systems[0].notes)


def test_sectors_are_counted_end_to_end(folder):
    sectors = {each.name: each for each in scored(folder, "run").systems[0].sectors}
    assert (sectors["Health"].support, sectors["Health"].predicted) == (2, 1)
    assert [each.value for each in sectors["Health"].measures] == pytest.approx([1.0, 0.5, 2 / 3])


def test_one_document_has_no_intervals_and_says_so(tmp_path):
    gold = {key: value for key, value in GOLD.items() if key[0] == 2}
    (tmp_path / "gold.csv").write_text(gold_text(gold), encoding="utf-8")
    (tmp_path / "run.csv").write_text(run_text({key: RUN[key] for key in gold}), encoding="utf-8")
    result = scored(tmp_path, "run", replicates=100)
    assert result.systems[0].measures[0].low is None
    assert "one document" in result.notes[0]


def test_a_result_is_read_back_as_it_was(folder):
    result = scored(folder, "run", "alarm", replicates=100)
    assert mercalli.from_json(mercalli.to_json(result)) == result
    assert mercalli.to_json(scored(folder, "run", "alarm", replicates=100)) == mercalli.to_json(result)


def test_the_order_of_lines_changes_nothing(folder):
    lines = (folder / "run.csv").read_text(encoding="utf-8").splitlines()
    (folder / "run.csv").write_text("\n".join([lines[0], *reversed(lines[1:])]) + "\n", encoding="utf-8")
    turned = scored(folder, "run", replicates=100)
    (folder / "run.csv").write_text("\n".join(lines), encoding="utf-8")
    assert mercalli.to_json(turned) == mercalli.to_json(scored(folder, "run", replicates=100))


def test_a_run_is_looked_up_by_its_name(folder):
    result = scored(folder, "run")
    assert result["run"].measure("humimpact").value == result["run"].scores["HumImpact"]
    with pytest.raises(SystemNameError, match="no system named 'ran'"):
        result["ran"]
    with pytest.raises(MetricError, match="no metric named 'accuracy'"):
        result["run"].measure("accuracy")


def test_settings_outside_their_range_are_refused(folder):
    with pytest.raises(SettingError, match="least_coverage"):
        scored(folder, "run", least_coverage=2.0)
    with pytest.raises(SettingError, match="reading"):
        scored(folder, "run", reading="lenient")


def test_slices_come_from_the_gold_file_or_the_documents(folder):
    (folder / "documents.csv").write_text("doc_id,country_code\n0,SYR\n1,COL\n", encoding="utf-8")
    run = scored(folder, "run", documents=folder / "documents.csv").systems[0]
    assert [(part.name, part.n) for part in run.slices] == [
        ("country_code=(missing)", 5),
        ("country_code=COL", 1),
        ("country_code=SYR", 3),
    ]


@pytest.mark.parametrize("name", ["place", "Place", "rule"])
def test_columns_of_documents_may_have_any_name(name, folder):
    (folder / "documents.csv").write_text(f"doc_id,{name}\n0,west\n1,east\n2,east\n", encoding="utf-8")
    run = scored(folder, "run", documents=folder / "documents.csv", by=[name]).systems[0]
    assert [(part.values, part.n) for part in run.slices] == [(("east",), 6), (("west",), 3)]


def test_a_column_that_is_scored_may_be_sliced_by(folder):
    run = scored(folder, "run", by=["is_relevant"]).systems[0]
    assert [(part.values, part.n) for part in run.slices] == [(("0",), 3), (("1",), 6)]


def test_a_column_named_place_of_the_gold_file_is_sliced_by(folder):
    lines = gold_text().replace("sentence_text", "place").replace('a ""text"", of\ntwo lines', "here")
    (folder / "gold.csv").write_text(lines, encoding="utf-8")
    assert [part.values for part in scored(folder, "run", by=["place"]).systems[0].slices] == [("here",)]


def test_sentences_of_which_nothing_is_told_are_counted(folder):
    (folder / "documents.csv").write_text("doc_id,country_code\n0,SYR\n1,\n9,COL\n", encoding="utf-8")
    assert scored(folder, "run", documents=folder / "documents.csv").notes[0] == (
        "'country_code' is missing for 6 of 9 sentences, in 2 of 3 documents: they are the slice (missing)."
    )


def test_documents_of_other_data_are_refused(folder):
    (folder / "documents.csv").write_text("doc_id,country_code\nd0,SYR\nd1,COL\n", encoding="utf-8")
    with pytest.raises(RunError, match="doc_id is 'd0' there and '0' here"):
        scored(folder, "run", documents=folder / "documents.csv")


def test_a_file_without_documents_is_refused(folder):
    (folder / "documents.csv").write_text("doc_id,country_code\n", encoding="utf-8")
    with pytest.raises(RunError, match=r"'documents.csv' has no documents"):
        scored(folder, "run", documents=folder / "documents.csv")


def test_documents_that_tell_no_country_are_refused_unless_told_otherwise(folder):
    (folder / "documents.csv").write_text("doc_id,land\n0,SYR\n1,COL\n", encoding="utf-8")
    with pytest.raises(RunError, match=r"no column 'country_code' in .*'documents.csv'"):
        scored(folder, "run", documents=folder / "documents.csv")
    assert scored(folder, "run", documents=folder / "documents.csv", by=["land"]).systems[0].slices


def test_a_column_that_no_file_has_is_refused(folder):
    (folder / "documents.csv").write_text("doc_id,country_code\n0,SYR\n", encoding="utf-8")
    with pytest.raises(RunError, match=r"There is no column 'land' in 'gold.csv' or 'documents.csv'"):
        scored(folder, "run", documents=folder / "documents.csv", by=["land"])


def test_a_document_that_is_there_twice_is_refused(folder):
    (folder / "documents.csv").write_text("doc_id,country_code\n0,SYR\n0,COL\n", encoding="utf-8")
    with pytest.raises(RunError, match="'0' is there twice"):
        scored(folder, "run", documents=folder / "documents.csv")


def made_runs(folder, documents=40, seed=0):
    """A gold file of some documents, and a good and a poor run of it."""
    rng = np.random.default_rng(seed)
    keys = [(doc, at) for doc in range(documents) for at in range(rng.integers(1, 20))]
    gold = {key: (1, [int(rng.integers(0, 11))]) if rng.random() < 0.3 else (0, []) for key in keys}
    good, poor = (
        {
            key: (flag, sectors[0] if flag else -1) if rng.random() < right else (1 - flag, -1 if flag else 5)
            for key, (flag, sectors) in gold.items()
        }
        for right in (0.9, 0.6)
    )
    (folder / "gold.csv").write_text(gold_text(gold), encoding="utf-8")
    for name, run in (("good", good), ("poor", poor), ("twin", good)):
        (folder / f"{name}.csv").write_text(run_text(run), encoding="utf-8")
    return gold, good


def test_runs_are_compared_and_those_that_do_not_differ_are_tied(tmp_path):
    made_runs(tmp_path)
    result = scored(tmp_path, "good", "poor", "twin", replicates=200)
    ranking = next(each for each in result.rankings if each.metric == "humimpact")
    assert ranking.groups == (("good", "twin"), ("poor",))
    assert next(pair for pair in result.pairs if pair.second == "twin").difference("humimpact").difference == 0


def test_intervals_are_those_of_documents_drawn_again(tmp_path):
    gold, run = made_runs(tmp_path)
    measure = scored(tmp_path, "good", replicates=2000).systems[0].measures[0]
    rng, found = np.random.default_rng(1), []
    by_document = {}
    for key in gold:
        by_document.setdefault(key[0], []).append((gold[key][0], run[key][0]))
    for _ in range(1000):
        drawn = [pair for doc in rng.integers(0, 40, 40) for pair in by_document[doc]]
        found.append(f1_score(*zip(*drawn, strict=True), average="macro"))
    assert (measure.low, measure.high) == pytest.approx(tuple(np.quantile(found, [0.025, 0.975])), abs=0.01)


@pytest.mark.skipif(not REAL.is_dir(), reason="the real data of ../shared/data is not on this machine")
def test_published_scores_of_real_runs_come_out():
    card = json.loads((REAL / "card.json").read_text(encoding="utf-8"))
    runs = [REAL / f"run_{name}.csv" for name in card]
    result = mercalli.score_cheers(runs, gold=REAL / "ground_truth.csv", by=["language"], replicates=0)
    for name, run in zip(card, result.systems, strict=True):
        readings = {each.name: each for each in run.readings}
        assert run.scores["relevance_f1_score_macro"] == pytest.approx(card[name]["f1_macro"])
        assert readings["skip_empty"].accuracy.value == pytest.approx(card[name]["acc_ignoring_empty_truth"])
        assert readings["skip_empty"].scored == card[name]["n_acc"]
        assert readings["as_written"].accuracy.value == pytest.approx(card[name]["acc_counting_empty_truth_as_zero"])
        assert sum(part.n for part in run.slices) == run.n == 2634


@pytest.mark.skipif(not REAL.is_dir(), reason="the real data of ../shared/data is not on this machine")
def test_values_of_real_runs_are_those_of_scikit_learn():
    result = mercalli.score_cheers(REAL / "run_logreg.csv", gold=REAL / "ground_truth.csv", replicates=0)
    truth, pred = (
        {
            (row["doc_id"], row["sentence_id"]): row
            for row in csv.DictReader(file.read_text(encoding="utf-8").splitlines())
        }
        for file in (REAL / "ground_truth.csv", REAL / "run_logreg.csv")
    )
    flags = [[side[key]["is_relevant"] for key in truth] for side in (truth, pred)]
    assert result.systems[0].scores["relevance_f1_score_macro"] == pytest.approx(f1_score(*flags, average="macro"))
