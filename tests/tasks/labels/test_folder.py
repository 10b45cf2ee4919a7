"""The files of a report: their names, their columns, and the same numbers as in the result."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from functools import cache
from io import StringIO

import pytest

import mercalli
from mercalli.telling.kinds import files_of
from tests.tasks.labels.messages import CLASSES, evaluate, messages
from tests.telling.hostile import hostile_result

SEED = {
    "comprehensive_evaluation_results.json",
    "comprehensive_evaluation_report.md",
    "comprehensive_metrics_comparison.png",
    "actionability_breakdown.png",
    "enhanced_confusion_matrices.png",
    "metrics_correlation.png",
    "standard_metrics_comparison.csv",
    "custom_metrics_comparison.csv",
}
OTHERS = {"result.json", "index.html", "report.md", "metrics.csv", "metrics.json", "classes.csv", "slices.csv"} | {
    *("confusions.csv", "summary.html")
}
COMPARED = {"differences.csv"}
LATEX = {"metrics.tex", "classes.tex", "slices.tex", "comparison.tex"}


@cache
def result(pred=("good", "poor"), **settings):
    data = messages()
    chosen = {"truth": "truth", "pred": list(pred), "profile": "humaid", "replicates": 100, **settings}
    found = mercalli.evaluate(data, by="event", **chosen)
    return replace(found, comparison=mercalli.compare(data, **chosen)) if len(pred) > 1 else found


@cache
def files():
    return files_of(result(), latex=True)


def rows(name, made=None):
    return list(csv.DictReader(StringIO((made or files())[name], newline="")))


def strict(text):
    def refuse(token):
        raise ValueError(token)

    return json.loads(text, parse_constant=refuse)


@pytest.mark.parametrize("pred", [("good",), ("good", "poor")])
def test_all_files_are_written_for_one_system_and_for_several(pred):
    assert set(files_of(result(pred))) == SEED | OTHERS | (COMPARED if len(pred) > 1 else set())


def test_the_report_has_the_name_of_the_original_too():
    assert files()["comprehensive_evaluation_report.md"] == files()["report.md"]


def test_tables_for_a_paper_are_written_if_asked_for():
    assert set(files()) == SEED | OTHERS | COMPARED | LATEX
    assert "comparison.tex" not in files_of(result(("good",)), latex=True)


def test_metrics_parse_back_to_the_numbers_of_the_result():
    for row in rows("metrics.csv"):
        measure = result()[row["system"]].measure(row["metric"])
        assert [number(row[name]) for name in ("value", "low", "high")] == [measure.value, measure.low, measure.high]


def number(cell):
    return float(cell) if cell else None


def test_classes_and_slices_parse_back_to_the_numbers_of_the_result():
    system = result().systems[0]
    parts = {"classes.csv": (system.classes, "class"), "slices.csv": (system.slices, "slice")}
    for file, (reports, column) in parts.items():
        found = {
            (row[column], row["metric"]): number(row["value"]) for row in rows(file) if row["system"] == system.name
        }
        assert found == {(each.name, measure.metric): measure.value for each in reports for measure in each.measures}


def test_confusions_parse_back_to_the_numbers_of_the_result():
    system = result().systems[1]
    found = [
        [float(row[name]) for name in ("count", "share", "harm")]
        for row in rows("confusions.csv")
        if row["system"] == "poor"
    ]
    assert found == [[each.count, each.share, each.harm] for each in system.confusions]


def test_the_standard_table_has_the_columns_of_the_original_and_no_time():
    found = rows("standard_metrics_comparison.csv")
    metrics = ("accuracy", "f1_weighted", "f1_macro", "precision_weighted", "recall_weighted", "balanced_accuracy")
    columns = ("Accuracy", "F1 (Weighted)", "F1 (Macro)", "Precision", "Recall", "Balanced Acc")
    assert list(found[0]) == ["Model", *columns]
    for row in found:
        values = [result()[row["Model"]].measure(metric).value for metric in metrics]
        assert [float(row[column]) for column in columns] == values


def test_the_custom_table_has_the_columns_of_the_original():
    found = rows("custom_metrics_comparison.csv")
    assert list(found[0]) == ["Model", "DUA (Urgency)", "ECS (Emotional)", "AR (Actionability)"]
    for row in found:
        values = [result()[row["Model"]].measure(metric).value for metric in ("dua", "ecs", "ar")]
        assert [float(cell) for cell in list(row.values())[1:]] == values


def test_metrics_that_were_not_asked_for_are_empty():
    made = files_of(result(metrics="dua"))
    assert rows("standard_metrics_comparison.csv", made)[0]["F1 (Macro)"] == ""
    assert rows("custom_metrics_comparison.csv", made)[0]["ECS (Emotional)"] == ""


def test_another_profile_has_its_own_metrics_in_the_custom_table(tmp_path):
    profile, weights = tmp_path / "care.toml", ", ".join(f"{name} = 2" for name in CLASSES)
    profile.write_text(
        f'name = "care"\nheadline = ["care"]\nclasses = {json.dumps(CLASSES)}\n'
        f'[metrics.care]\nkernel = "class_weighted_accuracy"\nweights = {{ {weights} }}\n'
    )
    (row,) = rows("custom_metrics_comparison.csv", files_of(evaluate(profile=profile)))
    assert list(row) == ["Model", "care"]


def test_a_profile_without_metrics_of_its_own_has_no_file_for_them():
    assert "custom_metrics_comparison.csv" not in files_of(evaluate(profile=None))


def test_the_comprehensive_results_have_the_shape_of_the_original():
    found = strict(files()["comprehensive_evaluation_results.json"])
    assert list(found) == ["good", "poor"]
    parts = {"standard_metrics", "per_class_metrics", "confusion_analysis", "custom_metrics", "custom_interpretations"}
    more = {
        "actionability_breakdown",
        "intervals",
        "n",
        "undefined",
        "digest",
        "profile_digest",
        "settings",
        "versions",
    }
    assert parts | more <= set(found["good"])
    assert set(found["good"]["confusion_analysis"]["top_confusions"][0]) == {
        *("true_class", "predicted_class", "count", "percentage"),
    }


def test_the_comprehensive_results_are_the_numbers_of_the_result():
    found, system = strict(files()["comprehensive_evaluation_results.json"])["poor"], result()["poor"]
    assert found["standard_metrics"]["matthews_corrcoef"] == system.measure("mcc").value
    assert found["custom_metrics"]["disaster_urgency_awareness"] == system.measure("dua").value
    assert found["intervals"]["dua"] == [system.measure("dua").low, system.measure("dua").high]
    assert found["confusion_analysis"]["confusion_matrix"] == [list(row[:-1]) for row in system.table.cells]
    assert (found["n"], found["digest"]) == (system.n, system.digest)
    levels = {each.level: each.accuracy.value for each in system.levels}
    assert {name: part["accuracy"] for name, part in found["actionability_breakdown"].items()} == levels


def test_the_comprehensive_results_say_what_is_undefined_and_why():
    found = strict(files()["comprehensive_evaluation_results.json"])["good"]
    absent = {"metric": "recall", "class": "missing_or_found_people"}
    assert any(absent.items() <= each.items() and each["reason"] for each in found["undefined"])
    assert found["per_class_metrics"]["missing_or_found_people"]["recall"] is None


def test_every_json_file_of_hostile_names_is_strict_and_every_table_whole():
    made = files_of(hostile_result(), latex=True)
    for name, content in made.items():
        if name.endswith(".json"):
            strict(content)
        elif name.endswith(".csv"):
            read = list(csv.reader(StringIO(content, newline="")))
            assert {len(row) for row in read} == {len(read[0])}, name


def test_the_files_are_the_same_after_the_result_was_written_and_read():
    again = mercalli.from_json(mercalli.to_json(result()))
    assert files_of(again, latex=True) == files()


def test_a_comparison_has_files_of_its_own():
    comparison = result().comparison
    made = files_of(comparison, latex=True)
    told = {"result.json", "index.html", "summary.html", "report.md"}
    assert set(made) == told | {"differences.csv", "rankings.csv", "comparison.tex"}
    for row in rows("differences.csv", made):
        each = comparison.pair(row["first"], row["second"]).difference(row["metric"])
        assert [number(row[name]) for name in ("difference", "low", "high", "p")] == [
            each.difference,
            each.low,
            each.high,
            each.p,
        ]
