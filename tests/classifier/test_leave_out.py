"""Cross-disaster validation: each event is tested by a classifier that has not seen it."""

from io import StringIO

import numpy as np
import pytest
from rich.console import Console

import mercalli
from mercalli.errors import TextError
from mercalli.inputs.texts import LabelledTexts
from mercalli.reports.leave_out_figure import leave_out_figure
from mercalli.reports.training_screen import show_training
from mercalli.tasks.classifier.fit import fit
from tests.classifier.made import made_rows, made_texts


@pytest.fixture(scope="module")
def trained():
    return mercalli.train(made_texts(300), leave_out="event", replicates=200)


def test_every_event_is_predicted_by_a_classifier_of_the_others(trained):
    data = made_texts(300)
    north = data.by["event"].codes == data.by["event"].values.index("north")
    alone = fit(data.take(~north)).predict(data.texts[north])
    assert np.array(trained.left_out.pred)[north].tolist() == alone


def test_each_event_has_its_value_and_all_together_an_interval_over_events(trained):
    report = trained.left_out.report
    assert {part.name for part in report.parts} == {"north", "south", "west"}
    assert sum(part.n for part in report.parts) == report.all_parts.n == 300
    data = made_texts(300)
    oracle = mercalli.evaluate(
        {"t": data.written(), "p": trained.left_out.pred, "e": data.by["event"].codes},
        truth="t",
        pred="p",
        unit="e",
        replicates=200,
        metrics="f1_macro",
    )
    assert report.all_parts.value == oracle.systems[0].measure("f1_macro").value
    values = [part.measure.value for part in report.parts]
    assert values == sorted(values)
    assert report.at_random.metric == report.metric == "f1_macro"


def test_labels_that_one_event_alone_has_are_told():
    texts, labels, events = made_rows(200)
    alone = ["eruption of lava", "lava and lava", "hot lava"]
    data = LabelledTexts.check([*texts, *alone], [*labels, *["volcano"] * 3], by={"event": [*events, *["island"] * 3]})
    parts = mercalli.train(data, leave_out="event", replicates=0).left_out.report.parts
    assert {part.name: part.untrained for part in parts if part.untrained} == {"island": ("volcano",)}


def test_the_folder_has_a_table_and_a_picture_of_it(trained, tmp_path):
    trained.save(tmp_path / "model")
    rows = (tmp_path / "model" / "leave_out.csv").read_text().splitlines()
    assert rows[0] == "event,texts,few,metric,value,low,high,untrained"
    assert [row.split(",")[0] for row in rows[-2:]] == ["(all)", "(held out at random)"]
    assert mercalli.read_result(tmp_path / "model" / "leave_out.json").systems[0].n == 300
    assert "leave_out.png" in (tmp_path / "model" / "model_card.md").read_text()
    assert leave_out_figure(trained.left_out.report) == (tmp_path / "model" / "leave_out.png").read_bytes()


def test_the_screen_tells_how_it_was_trained_and_how_far_it_generalises(trained):
    written = StringIO()
    console = Console(file=written, width=100, highlight=False, markup=False)
    show_training(console, trained.training, trained.test, trained.left_out.report, ["report: model"])
    shown = " ".join(written.getvalue().split())
    for told in ("texts to learn from", "weights of labels by f1_macro in 3 folds", "report: model", "On a new event"):
        assert told in shown
    worst = trained.left_out.report.parts[0]
    assert f"{worst.name} {worst.n} {worst.measure.value:.4f}" in shown


def test_one_event_is_not_enough():
    texts, labels, _ = made_rows(60)
    data = LabelledTexts.check(texts, labels, by={"event": ["north"] * 60})
    with pytest.raises(TextError, match="'event' of the texts has one value only"):
        mercalli.train(data, leave_out="event", replicates=0)
