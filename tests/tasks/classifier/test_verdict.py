"""The verdict on a classifier: on its own metric, for what it speaks, and what to do next."""

from dataclasses import replace

import pytest

import mercalli
from mercalli.inputs.texts import LabelledTexts
from mercalli.results.findings import HIGH, LOW, Finding
from mercalli.results.verdict import ANSWER, BASELINE, CAUTION, MISSED, NEXT, SCOPE, verdict
from mercalli.tasks.classifier.article import article
from mercalli.tasks.classifier.evaluate import train
from mercalli.tasks.classifier.result import WeightTrial
from mercalli.tasks.classifier.verdict import grounds
from mercalli.telling.article import PAGE, SCREEN
from tests.tasks.classifier.made import made_rows, made_sets, made_texts, written

HUMAID = {"fire": "injured_or_dead_people", "flood": "caution_and_advice", "quake": "not_humanitarian"}


@pytest.fixture(scope="module")
def trained():
    return train(made_texts(), replicates=100)


@pytest.fixture(scope="module")
def left_out():
    return train(made_texts(), leave_out="event", replicates=100)


def _texts(trained, *topics):
    return " ".join(verdict(grounds(trained)).texts(*topics))


def test_it_is_on_the_metric_that_weights_were_chosen_by_against_the_majority(trained):
    measure = trained.test.systems[0].measure("f1_macro")
    assert _texts(trained, ANSWER).startswith(f"The classifier: f1_macro {measure.value:.3f} [")
    assert _texts(trained, BASELINE) == (
        f"Always predicting the most frequent label gives f1_macro {measure.baselines['majority']:.3f}."
    )
    assert "its weakest class" in _texts(trained, MISSED)


def test_it_speaks_for_texts_like_these_and_not_for_new_events(trained):
    assert _texts(trained, SCOPE).endswith("30 texts. This applies to more texts like these, not to new events.")


def test_a_column_of_events_suggests_to_leave_them_out(trained):
    assert trained.events == "event"
    assert verdict(grounds(trained)).texts(NEXT)[0].startswith("Test it on a new event too: `--leave-out event`.")


def test_events_that_were_left_out_are_told_with_their_interval(left_out):
    assert left_out.events is None
    report = left_out.left_out.report
    assert _texts(left_out, ANSWER).startswith(f"The classifier on a new event: f1_macro {report.mean.value:.3f} [")
    assert "Its f1_macro is the mean over 3 events, each left out of training in turn: from" in _texts(left_out, MISSED)
    assert f"For more texts of these events, f1_macro is {report.at_random.value:.3f} [" in _texts(left_out, SCOPE)
    assert "--leave-out" not in _texts(left_out, NEXT)


def test_critical_classes_of_a_profile_are_told_with_their_floor():
    texts, labels, _ = made_rows()
    trained = train(LabelledTexts.check(texts, [HUMAID[label] for label in labels]), replicates=100)
    assert "injured or dead people" in _texts(trained, MISSED)
    assert _texts(trained, ANSWER).startswith("The classifier: dua ")


def test_what_is_pressing_about_the_texts_is_told_and_the_rest_is_not(trained):
    findings = (Finding("a", HIGH, "Copies differ", "", "Read them."), Finding("b", LOW, "Few copies", "", "Wait."))
    planted = replace(trained, findings=findings)
    assert "Copies differ." in _texts(planted, CAUTION)
    assert "Copies differ: Read them." in _texts(planted, NEXT)
    assert "Few copies" not in _texts(planted, CAUTION, NEXT)


def test_several_labels_have_a_verdict_too():
    assert _texts(train(made_sets(), replicates=0), ANSWER).startswith("The classifier: f1_macro ")


def test_the_verdict_stands_first_on_the_screen_on_the_card_and_at_a_prompt(trained):
    for place in (SCREEN, PAGE):
        first = article(trained).on(place).sections[0]
        assert (first.title, first.blocks[0].lines) == ("Verdict", verdict(grounds(trained)).lines)
    assert "The classifier: f1_macro" in str(trained)
    assert [each.title for each in article(trained).on(SCREEN).sections].count("Verdict") == 1


def test_weightings_stand_best_first_and_the_one_taken_before_its_equals(trained):
    trials = tuple(WeightTrial(*each) for each in (("none", 0.5), ("balanced", 0.7), ("profile", 0.7), ("x", None)))
    changed = replace(trained, training=replace(trained.training, trials=trials, chosen="profile"))
    tables = [block for section in article(changed).on(PAGE).sections for block in section.blocks]
    (table,) = [block for block in tables if getattr(block, "caption", "").endswith("best first")]
    assert [row[0] for row in table.rows] == ["profile", "balanced", "none", "x"]


@pytest.mark.parametrize(
    ("header", "expected"), [("event", "event"), ("Crisis", "Crisis"), ("place", None), ("disaster", "disaster")]
)
def test_columns_of_events_are_known_by_their_usual_names(tmp_path, header, expected):
    path = written(tmp_path, "rows.csv", made_rows(80))
    path.write_text(path.read_text().replace("label,text,event", f"label,text,{header}"))
    assert mercalli.train(path, replicates=0).events == expected


def test_one_event_alone_is_not_suggested(tmp_path):
    texts, labels, _ = made_rows(80)
    path = written(tmp_path, "rows.csv", (texts, labels, ["north"] * 80))
    assert mercalli.train(path, replicates=0).events is None
    data = LabelledTexts.check(texts, labels, by={"event": ["north"] * 80})
    assert train(data, replicates=0).events is None
