"""Every prediction with what it means, straight to disk."""

from __future__ import annotations

import csv
import json

import pytest

from mercalli.inputs.classes import ClassList
from mercalli.io import sql
from mercalli.io.cells import safe
from mercalli.io.predictions import COLUMNS, write_predictions
from mercalli.io.profiles import read_profile
from mercalli.io.tables import open_database
from mercalli.profiles.check import check
from mercalli.tasks.labels.answers import Answers, Meanings, labelled
from mercalli.tasks.labels.levels import class_notes
from tests.telling.hostile import HOSTILE

HURT, CALM, ASKED = "injured_or_dead_people", "not_humanitarian", "requests_or_urgent_needs"
PHASES = """\
name = "phases"
headline = ["care"]
harm = "care"
classes = ["red", "green"]
[metrics.care]
kernel = "class_weighted_accuracy"
weights = { red = 5, green = 1 }
[when.phase.relief.care.weights]
red = 2
"""
NUMBERS = 'name = "numbers"\nheadline = ["accuracy"]\nclasses = ["0", "1"]\n'


def meanings(profile=None):
    chosen = read_profile("humaid") if profile is None else check(profile, "a test")
    notes = class_notes(chosen, chosen.classes)
    return Meanings(ClassList.check(chosen.classes, chosen.aliases), [note.level for note in notes], chosen)


@pytest.fixture
def written(tmp_path):
    """The rows of the file that is written of a table given as SQL."""

    def write(table, profile=None, tell=lambda _: None, **roles):
        database = open_database()
        answers = Answers(database.sql(f"from ({table})"), "truth", "pred", **roles)
        rows = labelled(answers, meanings(profile))
        write_predictions(tmp_path / "predictions.csv", rows, database, tell, with_id="key" in roles)
        with (tmp_path / "predictions.csv").open(encoding="utf-8", newline="") as stream:
            return list(csv.DictReader(stream))

    return write


def labels(*pairs):
    """A table of truths and predictions."""
    return f"from (values {', '.join(f'({sql.listed(pair)})' for pair in pairs)}) labels(truth, pred)"


def many(rows):
    """A table of so many rows, numbered; one in three is right."""
    return f"select range as item, if(range % 3 = 0, '{HURT}', '{CALM}') as truth, '{HURT}' as pred from range({rows})"  # noqa: S608 - ours


def test_a_row_says_what_both_labels_mean(written):
    (row,) = written(labels((HURT, "Requests or needs")))
    assert row == {
        "text": "",
        "true_label": HURT,
        "predicted_label": "Requests or needs",
        "true_class": HURT,
        "predicted_class": ASKED,
        "correct": "false",
        "true_actionability": "high_action",
        "predicted_actionability": "high_action",
        "true_urgency_weight": "5.0",
        "predicted_urgency_weight": "4.5",
        "actionability_correct": "true",
        "urgency_penalty": "5.0",
    }
    assert list(row) == list(COLUMNS)


def test_what_is_right_costs_nothing(written):
    (row,) = written(labels((HURT, f" {HURT.upper()}. ")))
    assert (row["correct"], row["urgency_penalty"]) == ("true", "0.0")


def test_a_prediction_outside_the_classes_has_no_class_and_is_wrong(written):
    (row,) = written(labels((HURT, "looting")))
    assert (row["predicted_label"], row["predicted_class"], row["predicted_actionability"]) == ("looting", "", "")
    assert (row["correct"], row["actionability_correct"], row["urgency_penalty"]) == ("false", "false", "5.0")


def test_rows_that_lack_what_is_needed_are_left_out(written):
    table = labels((HURT, HURT), (CALM, " "), (None, CALM), (HURT, None))
    assert [row["true_label"] for row in written(table, needed=("truth", "pred"))] == [HURT]


def test_rows_stay_in_the_order_of_a_file_that_several_threads_read(written, tmp_path):
    file = tmp_path / "many.parquet"
    open_database().execute(f"copy ({many(100_000)}) to '{file}' (row_group_size 4096)")
    found = written(f"from '{file}'", key="item")
    assert [int(row["id"]) for row in found] == list(range(100_000))
    assert [row["correct"] for row in found[:4]] == ["true", "false", "false", "true"]


@pytest.mark.parametrize("kind", ["integer", "double", "varchar"])
def test_labels_of_any_type_mean_their_class(kind, written):
    (row,) = written(f"select 1::{kind} as truth, 0::{kind} as pred", profile=NUMBERS)
    assert (row["true_class"], row["predicted_class"]) == ("1", "0")


def test_weights_that_vary_by_a_column_are_those_of_the_row(written):
    rows = "('red', 'green', 'rescue'), ('red', 'green', 'Relief'), ('green', 'red', null)"
    table = f"from (values {rows}) items(truth, pred, phase)"
    found = written(table, profile=PHASES)
    assert [row["true_urgency_weight"] for row in found] == ["5.0", "2.0", "1.0"]
    assert [row["urgency_penalty"] for row in found] == ["5.0", "2.0", "1.0"]


def test_without_levels_nothing_is_said_of_actionability(written):
    (row,) = written("select 'red' as truth, 'green' as pred, 'x' as phase", profile=PHASES)
    assert (row["true_actionability"], row["predicted_actionability"], row["actionability_correct"]) == ("", "", "")


def test_texts_stay_texts_and_formulas_are_not_run(written):
    listed = ", ".join(f"({at}, {sql.text(text)}, '{HURT}', '{HURT}')" for at, text in enumerate(HOSTILE))
    found = written(f"from (values {listed}) items(item, words, truth, pred)", text="words", key="item")
    assert [row["text"] for row in found] == [safe(text) for text in HOSTILE]
    assert next(row["text"] for row in found if "cmd" in row["text"]).startswith("'=cmd")


def test_a_class_may_be_called_anything(written):
    names = [" ".join(name.split()) for name in HOSTILE[:12]]
    made = f"name = 'odd'\nheadline = ['accuracy']\nclasses = {json.dumps(names, ensure_ascii=False)}\n"
    found = written(labels(*((name, names[0]) for name in names)), profile=made)
    assert [row["true_class"] for row in found] == [safe(name) for name in names]


def test_how_far_it_is_can_be_watched(tmp_path):
    told, database = [], open_database()
    rows = labelled(Answers(database.sql(many(1_000_000)), "truth", "pred"), meanings())
    write_predictions(tmp_path / "predictions.csv", rows, database, told.append, with_id=False)
    assert told
    assert all(0 <= percent <= 100 for percent in told)


def test_whoever_stops_watching_stops_the_writing(tmp_path):
    database = open_database()
    rows = labelled(Answers(database.sql(many(20_000_000)), "truth", "pred"), meanings())

    def stop(_percent):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_predictions(tmp_path / "predictions.csv", rows, database, stop, with_id=False)


def test_a_place_where_nothing_can_be_written_is_an_error_of_the_system(tmp_path):
    database = open_database()
    rows = labelled(Answers(database.sql(f"from ({labels((HURT, CALM))})"), "truth", "pred"), meanings())
    with pytest.raises(OSError, match="No such file or directory"):
        write_predictions(tmp_path / "no" / "folder.csv", rows, database, lambda _: None, with_id=False)
