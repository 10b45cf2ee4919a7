"""Cross-disaster validation: each event is tested by a classifier that has not seen it."""

from dataclasses import replace

import numpy as np
import pytest
from rich.console import Console
from scipy.special import expit, logit
from scipy.stats import t as students_t

import mercalli
from mercalli.errors import TextError
from mercalli.inputs.tally import Column
from mercalli.inputs.texts import LabelledTexts
from mercalli.tasks.classifier.article import article, files
from mercalli.tasks.classifier.figures import leave_out_figure
from mercalli.tasks.classifier.fit import fit
from mercalli.telling.article import PAGE
from mercalli.telling.terminal import show
from tests.tasks.classifier.made import made_rows, made_sets, made_texts


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


def test_what_a_new_event_gets_is_the_mean_over_events_with_an_interval_by_leaving_one_out(trained):
    report = trained.left_out.report
    values = np.array([part.measure.value for part in report.parts])
    mean = values.mean()
    without = logit((values.sum() - values) / 2)
    reach = students_t.ppf(0.975, 2) * np.sqrt(2 / 3 * np.square(without - without.mean()).sum())
    ends = expit(logit(mean) + np.array([-reach, reach]))
    assert report.mean.value == pytest.approx(mean)
    assert (report.mean.low, report.mean.high) == pytest.approx(tuple(ends))


def test_both_pages_begin_with_the_number_for_a_new_event(trained):
    written = files(trained)
    said = f"The classifier on a new event: f1_macro {trained.left_out.report.mean.value:.3f}"
    assert all(
        said in written[name].replace("<wbr>", "")
        for name in ("index.html", "report.md", "model_card.html", "model_card.md")
    )
    assert "model_card.html" in written["index.html"].replace("<wbr>", "")
    assert "--leave-out measures it" not in written["model_card.md"]


def test_a_column_of_ids_is_refused_before_anything_is_trained():
    texts, labels, _ = made_rows(80)
    data = LabelledTexts.check(texts, labels, by={"tweet_id": [str(at) for at in range(80)]})
    with pytest.raises(TextError, match=r"'tweet_id' of .* has 80 different values; leave-out takes at most 50.*ids"):
        mercalli.train(data, leave_out="tweet_id", replicates=0)


def test_labels_that_one_event_alone_has_are_told():
    texts, labels, events = made_rows(200)
    alone = ["eruption of lava", "lava and lava", "hot lava"]
    data = LabelledTexts.check([*texts, *alone], [*labels, *["volcano"] * 3], by={"event": [*events, *["island"] * 3]})
    parts = mercalli.train(data, leave_out="event", replicates=0).left_out.report.parts
    assert {part.name: part.untrained for part in parts if part.untrained} == {"island": ("volcano",)}


def test_the_folder_has_a_table_and_a_picture_of_it(trained, tmp_path):
    trained.save(tmp_path / "model")
    rows = (tmp_path / "model" / "leave_out.csv").read_text().splitlines()
    assert rows[0] == "event,texts,few,metric,value,low,high,untrained,obstacle"
    assert [row.split(",")[0] for row in rows[-3:]] == ["(mean)", "(all)", "(held out at random)"]
    assert mercalli.read_result(tmp_path / "model" / "leave_out.json").systems[0].n == 300
    assert "leave_out.png" in (tmp_path / "model" / "model_card.md").read_text()
    assert leave_out_figure(trained.left_out.report) == (tmp_path / "model" / "leave_out.png").read_bytes()


def test_the_screen_tells_how_it_was_trained_and_how_far_it_generalises(trained):
    console = Console(width=100)
    with console.capture() as captured:
        show(console, article(trained), ["report: model"])
    shown = " ".join(captured.get().split())
    for told in ("training texts", "Weights of labels by f1_macro in 3 folds", "report: model", "On a new event"):
        assert told in shown
    worst = trained.left_out.report.parts[0]
    assert f"{worst.name} {worst.n} {worst.measure.value:.3f}" in shown


def test_one_event_is_not_enough():
    texts, labels, _ = made_rows(60)
    data = LabelledTexts.check(texts, labels, by={"event": ["north"] * 60})
    with pytest.raises(TextError, match="'event' of the texts has one value only"):
        mercalli.train(data, leave_out="event", replicates=0)


def _confounded(mode="multi-class"):
    """Floods are in the north alone; of all other texts one label is left."""
    data = made_texts(90)
    labels = ["flood" if at % 2 else "fire" for at in range(30)] + ["fire"] * 60
    told = [[label] for label in labels] if mode == "multi-label" else labels
    events = ["north"] * 30 + ["south"] * 30 + ["west"] * 30
    return LabelledTexts.check(data.texts, told, mode=mode, by={"event": events})


@pytest.mark.parametrize("mode", ["multi-class", "multi-label"])
def test_an_event_without_which_nothing_can_be_learnt_is_told_and_the_others_tested(mode, tmp_path):
    found = mercalli.train(_confounded(mode), leave_out="event", replicates=0)
    report = found.left_out.report
    assert {part.name for part in report.parts} == {"north", "south", "west"}
    assert [(part.name, part.n) for part in report.untested] == [("north", 30)]
    assert "very other event has 'fire'" in report.parts[-1].obstacle.replace("holds only one label,", "has")
    assert (report.all_parts.n, found.left_out.pred[:30]) == (60, (None,) * 30)
    found.save(tmp_path / "model")
    assert "north was not tested: " in (tmp_path / "model" / "model_card.md").read_text()


def test_events_that_leave_nothing_to_learn_are_told_before_training():
    texts, _, _ = made_rows(60)
    events = ["north", "south"] * 30
    data = LabelledTexts.check(texts, events, by={"event": events})
    with pytest.raises(TextError, match="No event of the texts can be left out"):
        mercalli.train(data, leave_out="event", replicates=0)


@pytest.mark.parametrize("metric", ["hamming_loss", "f_beta_macro(beta=2)"])
def test_the_metric_that_was_asked_for_is_told_of_each_event_and_on_the_card(metric):
    found = mercalli.train(made_texts(120), metric=metric, leave_out="event", replicates=0)
    report = found.left_out.report
    assert {metric} == {report.metric, report.at_random.metric, *(part.measure.metric for part in report.parts)}
    verdict, worth = article(found).on(PAGE).sections[:2]
    assert any(line.text.startswith(f"The classifier on a new event: {metric} ") for line in verdict.blocks[0].lines)
    assert metric in [row[0] for row in worth.blocks[-1].rows]
    assert metric in [each["metric"] for each in found.model.card["measures"]]
    assert metric in found.test.headline


def test_a_metric_of_label_sets_is_told_of_each_event():
    data = made_sets(120)
    events = {"event": Column.of(["north", "south"] * 60)}
    found = mercalli.train(replace(data, by=events), metric="f_beta_macro(beta=2)", leave_out="event", replicates=0)
    assert found.left_out.report.metric == "f_beta_macro(beta=2)"
