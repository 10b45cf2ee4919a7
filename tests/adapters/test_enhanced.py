"""The evaluator of several models: the nine named files of the original, from arrays."""

from __future__ import annotations

import csv
import json

import numpy as np
import pytest
from sklearn.metrics import balanced_accuracy_score, cohen_kappa_score, f1_score, matthews_corrcoef

import mercalli
from mercalli.errors import ClassError, FileError, LengthError, MissingError, SettingError, SystemNameError
from tests.metrics.known_values import KAIKOURA_CELLS, KAIKOURA_CLASSES

CELLS = np.array(KAIKOURA_CELLS)
TRUTH, PRED = (np.repeat(codes, CELLS[CELLS > 0]) for codes in np.nonzero(CELLS))
TEXTS = [f"message {at}" for at in range(len(TRUTH))]
NAMED = ["caution_and_advice", "sympathy_and_support", "not_humanitarian"] * 20
ANSWERS = ["Class: other", "none of these", "not_humanitarian", "caution_and_advice", "sympathy_and_support"]
FREE = [ANSWERS[at % 7] if at % 7 < len(ANSWERS) else label for at, label in enumerate(NAMED)]
MODELS = {"gpt": PRED, "perfect": TRUTH}
NINE = {
    *("comprehensive_evaluation_results.json", "comprehensive_evaluation_report.md"),
    *("comprehensive_metrics_comparison.png", "actionability_breakdown.png", "enhanced_confusion_matrices.png"),
    *("metrics_correlation.png", "standard_metrics_comparison.csv", "custom_metrics_comparison.csv"),
    *("gpt_detailed_predictions.csv", "perfect_detailed_predictions.csv"),
}


def rows(file):
    with file.open(encoding="utf-8", newline="") as opened:
        return list(csv.DictReader(opened))


@pytest.fixture(scope="module")
def evaluated(tmp_path_factory):
    """What it returns, and the folder that it wrote."""
    evaluator = mercalli.EnhancedModelEvaluator(tmp_path_factory.mktemp("disaster") / "report", like="original")
    found = evaluator.evaluate_models(TRUTH, MODELS, TEXTS, KAIKOURA_CLASSES, seconds={"gpt": 12.5})
    return found, evaluator.output_dir


def test_the_nine_files_are_written(evaluated):
    _, folder = evaluated
    assert {file.name for file in folder.iterdir()} >= {*NINE, "result.json", "index.html"}


def test_numbers_are_those_of_the_worked_example_in_the_reading_of_the_original(evaluated):
    found, _ = evaluated
    custom = found["gpt"]["custom_metrics"]
    assert custom["disaster_urgency_awareness"] == pytest.approx(2763.5 / 3797.5)
    assert custom["actionability_relevance"] == pytest.approx(1918 / 2536)
    assert custom["emotional_context_sensitivity"] == pytest.approx(1 - 380 / 3072)
    assert found["gpt"]["readings"] == {"emotional_context_sensitivity": "first_group"}


def test_the_file_of_results_has_the_same_numbers(evaluated):
    found, folder = evaluated
    written = json.loads((folder / "comprehensive_evaluation_results.json").read_text(encoding="utf-8"))
    assert written["gpt"]["custom_metrics"] == found["gpt"]["custom_metrics"]
    custom = {row["Model"]: row["ECS (Emotional)"] for row in rows(folder / "custom_metrics_comparison.csv")}
    assert float(custom["gpt"]) == pytest.approx(1 - 380 / 3072)


def test_predictions_have_texts_and_class_names(evaluated):
    _, folder = evaluated
    detailed = rows(folder / "gpt_detailed_predictions.csv")
    assert len(detailed) == len(TRUTH)
    assert detailed[0]["text"] == "message 0"
    assert {row["true_class"] for row in detailed} == set(KAIKOURA_CLASSES)
    assert sum(row["correct"] == "true" for row in detailed) == int((TRUTH == PRED).sum())


def test_how_long_a_model_took_is_written_where_it_was_said(evaluated):
    _, folder = evaluated
    times = {row["Model"]: row["Time (s)"] for row in rows(folder / "standard_metrics_comparison.csv")}
    assert times == {"gpt": "12.5", "perfect": ""}


def test_class_names_do_as_well_as_positions(evaluated, tmp_path):
    names = {model: [KAIKOURA_CLASSES[code] for code in codes] for model, codes in MODELS.items()}
    truth = [KAIKOURA_CLASSES[code] for code in TRUTH]
    evaluator = mercalli.EnhancedModelEvaluator(tmp_path / "report", like="original")
    assert evaluator.evaluate_models(truth, names, label_names=KAIKOURA_CLASSES) == evaluated[0]


BAD = {
    "no model": ({"predictions": {}}, SettingError, "`predictions` must be a dict"),
    "an array": ({"predictions": PRED.tolist()[:3]}, SettingError, "`predictions` must be a dict"),
    "a taken name": ({"predictions": {"truth": PRED}}, SettingError, "'truth' is the name of a column"),
    "unequal": ({"predictions": {"gpt": PRED[:5]}}, LengthError, "gpt"),
    "few texts": ({"texts": TEXTS[:3]}, LengthError, "text"),
    "a time of nobody": ({"seconds": {"gtp": 1.0}}, SystemNameError, "Did you mean 'gpt'"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_refused_and_nothing_is_written(case, tmp_path):
    changed, error, says = BAD[case]
    given = {"predictions": MODELS, "label_names": KAIKOURA_CLASSES, **changed}
    with pytest.raises(error, match=says):
        mercalli.EnhancedModelEvaluator(tmp_path / "report").evaluate_models(TRUTH, **given)
    assert not list(tmp_path.iterdir())


def test_a_folder_of_somebody_else_is_refused_before_any_work(tmp_path):
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(FileError, match="exists already"):
        mercalli.EnhancedModelEvaluator(tmp_path).evaluate_models(TRUTH, MODELS)


@pytest.mark.parametrize(
    ("like", "reading", "ecs"),
    [
        (None, "any_shared_group", 0.800130),
        ("original", "first_group", 0.876302),
        ("original_text", "as_written", 0.899251),
    ],
)
def test_the_evaluator_of_one_model_names_its_reading(like, reading, ecs):
    found = mercalli.AdvancedMetricsEvaluator(like=like).evaluate_all_metrics(TRUTH, PRED, None, KAIKOURA_CLASSES)
    assert found["readings"] == {"emotional_context_sensitivity": reading}
    assert found["custom_metrics"]["emotional_context_sensitivity"] == pytest.approx(ecs, abs=1e-6)
    assert len(found["custom_metrics"]) == 3


def test_an_unknown_reading_is_refused():
    with pytest.raises(SettingError, match="`like` must be one of"):
        mercalli.AdvancedMetricsEvaluator(like="mine").evaluate_all_metrics(TRUTH, PRED, None, KAIKOURA_CLASSES)


@pytest.mark.filterwarnings("ignore:y_pred contains classes not in y_true")
def test_without_declared_classes_both_give_the_numbers_of_scikit_learn(tmp_path):
    given = {"profile": "generic", "like": "sklearn"}
    alone = mercalli.AdvancedMetricsEvaluator(**given).evaluate_all_metrics(NAMED, FREE)
    several = mercalli.EnhancedModelEvaluator(tmp_path / "report", **given).evaluate_models(NAMED, {"m": FREE})
    for found in (alone["standard_metrics"], several["m"]["standard_metrics"]):
        assert found["f1_macro"] == pytest.approx(f1_score(NAMED, FREE, average="macro", zero_division=0), abs=1e-12)
        assert found["balanced_accuracy"] == pytest.approx(balanced_accuracy_score(NAMED, FREE), abs=1e-12)
        assert found["matthews_corrcoef"] == pytest.approx(matthews_corrcoef(NAMED, FREE), abs=1e-12)
        assert found["cohen_kappa"] == pytest.approx(cohen_kappa_score(NAMED, FREE), abs=1e-12)


def test_answers_outside_declared_classes_and_none_at_all_count_as_wrong_if_asked(tmp_path):
    pred = [None, *FREE[1:]]
    with pytest.raises(MissingError):
        mercalli.AdvancedMetricsEvaluator(like="sklearn", invalid="wrong").evaluate_all_metrics(NAMED, pred)
    with pytest.raises(ClassError, match='pass invalid="wrong"'):
        mercalli.AdvancedMetricsEvaluator(like="sklearn", missing="wrong").evaluate_all_metrics(NAMED, pred)
    given = {"like": "sklearn", "invalid": "wrong", "missing": "wrong"}
    alone = mercalli.AdvancedMetricsEvaluator(**given).evaluate_all_metrics(NAMED, pred)
    several = mercalli.EnhancedModelEvaluator(tmp_path / "report", **given).evaluate_models(NAMED, {"m": pred})
    right = sum(one == two for one, two in zip(NAMED, pred, strict=True))
    for found in (alone, several["m"]):
        assert found["standard_metrics"]["accuracy"] == pytest.approx(right / 60)
        assert found["invalid"] == 17
        assert any("For sklearn every such label is a class" in note for note in found["notes"])
