"""Training from files: what is learnt, what is tested, and the answer of the service."""

import json
from dataclasses import replace

import numpy as np
import pytest

import mercalli
from mercalli.adapters.service import confusion_json, metadata_json
from mercalli.errors import ClassError, ColumnError, ExtraError, FileError, MetricError, SettingError, TextError
from mercalli.inputs.texts import LabelledTexts
from mercalli.io.folders import check_free
from mercalli.stats.confusion import Confusion
from mercalli.stats.label_sets import LabelSets
from mercalli.tasks.classifier import classifier
from mercalli.tasks.classifier.article import article
from mercalli.tasks.classifier.result import LabelCount, Training
from mercalli.telling.article import SCREEN
from mercalli.telling.kinds import article_of
from tests.tasks.classifier.made import made_rows, made_sets, made_texts, written

QUICK = {"replicates": 0}


def _training(mode, labels, trained=0, tested=0):
    counts = tuple(LabelCount(name, 0, 0, 1.0) for name in labels)
    return Training(mode, "", "", "", trained, tested, 0, counts, 0, 3, "f1_macro", (), "none", "generic", 0, {})


def _answer(truth, pred):
    """The service's metrics of predictions."""
    found = mercalli.evaluate(truth=truth, pred=pred, replicates=0)
    return json.loads(metadata_json(_training("multi-class", sorted({*truth, *pred})), found))["EvaluationMetrics"]


def test_the_table_of_seven_rows_gives_the_metrics_worked_out_for_it():
    truth, pred = list("aabbccd"), list("babbccc")
    found = _answer(truth, pred)
    assert found["Accuracy"] == found["MicroPrecision"] == found["MicroRecall"] == found["MicroF1Score"] == 0.7143
    assert [found[name] for name in ("Precision", "Recall", "F1Score", "HammingLoss")] == [
        0.5833,
        0.625,
        0.5667,
        0.2857,
    ]
    weighted = mercalli.evaluate(truth=truth, pred=pred, replicates=0).systems[0].measure("f1_weighted")
    assert weighted.value == pytest.approx(0.6476, abs=5e-5)


def test_the_example_of_four_labels_gives_the_metrics_worked_out_for_it():
    cells, labels = [[1, 2, 0, 4], [0, 3, 0, 1], [0, 0, 1, 0], [1, 1, 1, 1]], "ABXY"
    pairs = [
        (labels[row], labels[column]) for row in range(4) for column in range(4) for _ in range(cells[row][column])
    ]
    found = _answer(*map(list, zip(*pairs, strict=True)))
    assert [found[name] for name in ("Accuracy", "Precision", "Recall", "F1Score")] == [0.375, 0.4167, 0.5357, 0.4222]
    told = json.loads(confusion_json(Confusion.of(cells, classes=list(labels)), [*labels]))
    assert told == {"type": "multi_class", "confusion_matrix": cells, "labels": [*labels], "all_labels": [*labels]}


def test_a_model_that_never_finds_the_rare_label_is_seen_through():
    truth, pred = ["no"] * 95 + ["yes"] * 5, ["no"] * 100
    found = _answer(truth, pred)
    assert [found[name] for name in ("Precision", "Recall", "F1Score")] == [0.475, 0.5, 0.4872]
    measures = mercalli.evaluate(truth=truth, pred=pred, replicates=0).systems[0]
    assert measures.measure("precision_weighted").value == pytest.approx(0.9025)
    assert measures.measure("f1_weighted").value == pytest.approx(0.9256, abs=5e-5)


# Of five documents: which of comedy, action and drama each has, and was given.
TRUTH = np.array([[1, 1, 0], [1, 1, 0], [0, 1, 0], [0, 0, 1], [0, 0, 1]], bool)
GIVEN = np.array([[1, 1, 0], [1, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], bool)


def test_the_example_of_several_labels_gives_the_metrics_worked_out_for_it():
    names = ["Comedy", "Action", "Drama"]
    rows = {
        side: [[names[at] for at in np.flatnonzero(row)] for row in flags]
        for side, flags in (("t", TRUTH), ("p", GIVEN))
    }
    result = mercalli.multilabel(rows, truth="t", pred="p", replicates=0)
    found = json.loads(metadata_json(_training("multi-label", names), result))
    expected = {"Precision": 0.7222, "Recall": 0.6111, "F1Score": 0.6222, "HammingLoss": 0.3333}
    expected |= {"MicroPrecision": 0.6667, "MicroRecall": 0.5714, "MicroF1Score": 0.6154}
    assert found["Mode"] == "MULTI_LABEL"
    assert {name: found["EvaluationMetrics"][name] for name in expected} == expected
    told = json.loads(confusion_json(LabelSets.of(TRUTH, GIVEN, names), names))
    assert told["confusion_matrix"] == [[[2, 1], [0, 2]], [[1, 1], [2, 1]], [[3, 0], [1, 1]]]
    assert (told["type"], told["labels"]) == ("multi_label", names)


def test_labels_that_the_test_has_not_are_only_among_all_labels():
    told = json.loads(
        confusion_json(Confusion.of([[1, 0, 0], [0, 0, 0], [1, 0, 1]], classes=["a", "b", "c"]), ["a", "b", "c"])
    )
    assert (told["labels"], told["all_labels"], told["confusion_matrix"]) == (
        ["a", "c"],
        ["a", "b", "c"],
        [[1, 0], [1, 1]],
    )


@pytest.fixture(scope="module")
def trained():
    return mercalli.train(made_texts(400), by=["event"], replicates=200)


def test_the_report_is_that_of_evaluate_on_the_texts_held_out(trained):
    data = trained.test_texts
    pred = trained.model.predict(data.texts)
    oracle = mercalli.evaluate(truth=data.written(), pred=pred, replicates=200).systems[0]
    assert trained.test.systems[0].measures == oracle.measures
    assert trained.test.systems[0].slices[0].columns == ("event",)
    assert trained.test.provenance.origin == "10% of the texts, held out at random from every label, copies together"


def test_no_copy_of_what_is_tested_is_learnt_from():
    texts, labels, _ = made_rows(200)
    passed_on = [f"RT @desk: {text}! http://t.co/{at}" for at, text in enumerate(texts)]
    found = mercalli.train(LabelledTexts.check([*texts, *passed_on], labels * 2), **QUICK)
    assert [each.kind for each in found.findings if each.kind == "leak"] == []
    assert 35 <= found.training.tested <= 40
    assert found.training.split.endswith("copies together")


def test_copies_that_cannot_be_kept_together_are_told():
    found = mercalli.train(LabelledTexts.check(["smoke", "water"] * 30, ["fire", "flood"] * 30), **QUICK)
    assert [each.severity for each in found.findings if each.kind == "leak"] == ["high"]
    assert found.training.split.endswith("from every label")


def test_no_text_is_both_learnt_and_tested():
    data = made_texts(300)
    found = mercalli.train(replace(data, ids=np.arange(300).astype(object)), **QUICK)
    assert found.training.trained + found.training.tested == 300
    assert [each.trained + each.tested for each in found.training.labels] == data.counts.tolist()


@pytest.fixture(scope="module")
def folder(trained, tmp_path_factory):
    path = tmp_path_factory.mktemp("trained") / "model"
    trained.save(path)
    return path


def test_a_folder_holds_the_model_its_card_the_report_and_the_answer(trained, folder):
    names = {file.name for file in folder.iterdir()}
    assert {"model.skops", "model_card.md", "classifier_metadata.json", "confusion_matrix.json", "index.html"} <= names
    again = mercalli.load_model(folder)
    assert again.predict(trained.test_texts.texts) == trained.model.predict(trained.test_texts.texts)
    assert again.card["digest"] == trained.training.digest
    cells = json.loads((folder / "confusion_matrix.json").read_text())["confusion_matrix"]
    assert np.sum(cells) == trained.training.tested
    rows = (folder / "test_predictions.csv").read_text().splitlines()
    assert len(rows) == trained.training.tested + 1
    assert mercalli.evaluate(folder / "test_predictions.csv", truth="truth", pred="pred", replicates=0)


def test_what_is_the_same_number_has_the_same_interval(trained):
    told = json.loads(metadata_json(trained.training, trained.test))
    for part in (told["EvaluationMetrics"], told["Intervals"]):
        assert part["MicroPrecision"] == part["MicroRecall"] == part["MicroF1Score"] == part["Accuracy"]


@pytest.mark.parametrize("metric", ["accuracy", "f1"])
def test_a_metric_that_label_sets_have_not_is_told(metric):
    with pytest.raises(MetricError, match="is not a metric of label sets"):
        mercalli.train(made_sets(60), metric=metric, **QUICK)


def test_the_card_tells_what_it_is_and_what_it_is_worth(trained, folder):
    card = (folder / "model_card.md").read_text()
    for told in ("training texts", "f1_macro by cross-validation", "taken", "Limits", trained.training.digest):
        assert told in card


def test_a_file_of_its_own_may_be_the_test(tmp_path):
    data, test = written(tmp_path, "data.csv"), written(tmp_path, "test.csv", made_rows(50, seed=5))
    found = mercalli.train(data, test=test, **QUICK)
    assert (found.training.trained, found.training.tested, found.training.split) == (300, 50, "'test.csv'")


def test_a_screen_shows_the_test_as_its_own_article_does():
    found = mercalli.train(made_sets(60), **QUICK)
    shown = {each.heading for each in article(found).on(SCREEN).sections}
    assert {each.heading for each in article_of(found.test).on(SCREEN).sections} <= shown


def test_several_labels_are_trained_and_reported(tmp_path):
    found = mercalli.train(made_sets(200), **QUICK)
    found.save(tmp_path / "model")
    told = json.loads((tmp_path / "model" / "classifier_metadata.json").read_text())
    assert (told["Mode"], told["NumberOfLabels"]) == ("MULTI_LABEL", 3)
    assert set(told["EvaluationMetrics"]) >= {"SubsetAccuracy", "MeanJaccard", "MicroF1Score", "HammingLoss"}
    assert told["EvaluationMetrics"]["F1Score"] == round(found.test.systems[0].measure("f1_macro").value, 4)


def test_labels_of_a_profile_are_weighed_by_it_without_being_asked():
    texts, labels, _ = made_rows(100)
    names = {
        "fire": "injured_or_dead_people",
        "flood": "not_humanitarian",
        "quake": "rescue_volunteering_or_donation_effort",
    }
    found = mercalli.train(LabelledTexts.check(texts, [names[each] for each in labels]), **QUICK)
    assert (found.training.profile, found.training.metric) == ("humaid", "dua")
    assert "humaid" in found.said[0]


BAD = [
    ("fire,smoke\nfire,ash\n", {}, TextError, "holds only one label, 'fire'"),
    ("fire,smoke\nfire,ash\nflood,water\n", {}, TextError, "at least 2 texts to learn from besides those held out"),
    ("fire,smoke\nflood,\n", {}, TextError, "has no text; the first is row 2"),
    ("a|b,smoke\nc,ash\n", {}, TextError, "holds the delimiter '|'"),
    ("label,text\nfire,smoke\n", {"label": "kind"}, ColumnError, "There is no column 'kind'"),
    ("fire,smoke\nflood,ash\n", {"holdout": 1.5}, SettingError, "`holdout`"),
    ("fire,smoke\nflood,ash\n", {"replicates": 3}, SettingError, "`replicates`"),
    ("\n".join(f"label {at},text {at}" for at in range(1001)), {}, ClassError, "more than 1,000 classes"),
]


@pytest.mark.parametrize(("content", "options", "error", "told"), BAD)
def test_what_cannot_be_learnt_from_is_told(tmp_path, content, options, error, told):
    (tmp_path / "rows.csv").write_text(content)
    with pytest.raises(error) as found:
        mercalli.train(tmp_path / "rows.csv", **options)
    assert told in str(found.value)


@pytest.mark.parametrize("held", [None, LabelledTexts.check(["aa", "bb"], ["A", "B"])])
def test_one_text_of_a_label_is_not_enough_to_learn_from(held):
    each = 1 if held else 2
    data = LabelledTexts.check(["aa", "bb"] * each, ["A", "B"] * each)
    with pytest.raises(TextError, match="at least 2 texts to learn from"):
        mercalli.train(data, test=held, **QUICK)


def test_three_texts_of_a_label_are_enough_to_learn_and_test():
    found = mercalli.train(LabelledTexts.check(["aa", "bb"] * 3, ["A", "B"] * 3), **QUICK)
    assert (found.training.trained, found.training.tested) == (4, 2)


@pytest.mark.parametrize("option", [{"leave_out": "nope"}, {"by": ["nope"]}])
def test_a_column_that_texts_have_not_is_told(option):
    with pytest.raises(ColumnError, match=r"There is no column 'nope' in the texts. Its columns are: 'event'"):
        mercalli.train(made_texts(60), **option, **QUICK)


def test_a_column_that_texts_to_test_on_have_not_is_told_before_training():
    test = LabelledTexts.check(["smoke"], ["fire"], origin="the test")
    with pytest.raises(ColumnError, match="There is no column 'event' in the test"):
        mercalli.train(made_texts(60), test=test, by=["event"], **QUICK)


def test_texts_to_test_on_must_be_of_the_same_mode():
    test = LabelledTexts.check(["smoke"], ["fire|flood"], mode="multi-label")
    with pytest.raises(TextError, match="are multi-label, and those to learn from are multi-class"):
        mercalli.train(made_texts(60), test=test, **QUICK)


def test_a_file_to_test_several_labels_on_is_read_like_the_data(tmp_path):
    (tmp_path / "test.csv").write_text("label,text\nfire|flood,smoke and water\n")
    found = mercalli.train(made_sets(60), test=tmp_path / "test.csv", **QUICK)
    assert found.test_texts.written() == ["fire|flood"]


def test_labels_of_the_test_may_be_spelt_in_another_case():
    found = mercalli.train(made_texts(60), test=LabelledTexts.check(["smoke", "dam"], ["FIRE", "Flood"]), **QUICK)
    assert found.test_texts.written() == ["fire", "flood"]


@pytest.mark.parametrize(
    ("texts", "told"),
    [
        ("smoke", r"one text was found: 'smoke'. Put it in a list"),
        (["smoke", None], "the one at place 1 is None"),
        ([3.5], "the one at place 0 is 3.5"),
    ],
)
def test_a_model_is_given_a_list_of_texts(trained, texts, told):
    for given in (trained.model.predict, trained.model.probabilities):
        with pytest.raises(TextError, match=told):
            given(texts)


def test_a_label_of_the_test_that_was_never_trained_is_told(tmp_path):
    data = written(tmp_path, "data.csv")
    test = written(tmp_path, "test.csv", (["ash"], ["volcano"], ["north"]))
    with pytest.raises(TextError, match=r"'test.csv' has labels that no training text has: 'volcano'"):
        mercalli.train(data, test=test, **QUICK)


def test_without_scikit_learn_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "skops.io", None)
    with pytest.raises(ExtraError, match=r"pip install 'mercalli\[train\]'"):
        classifier.check_extra()


def test_a_folder_that_is_there_is_not_replaced(folder):
    with pytest.raises(FileError, match="exists already"):
        check_free(folder, overwrite=False)
    check_free(folder, overwrite=True)


def test_stopped_training_leaves_nothing_behind(tmp_path, monkeypatch):
    found = mercalli.train(made_texts(100), **QUICK)

    def stopped(*_args, **_options):
        raise KeyboardInterrupt

    monkeypatch.setattr("mercalli.io.models.json.dumps", stopped)
    with pytest.raises(KeyboardInterrupt):
        found.save(tmp_path / "model")
    assert list(tmp_path.iterdir()) == []
