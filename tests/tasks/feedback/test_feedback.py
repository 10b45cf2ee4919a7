"""Feedback is recorded for good, told beside the test, and learnt from."""

from __future__ import annotations

import json
import os
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, replace
from datetime import datetime

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mercalli.adapters.service import metadata_json
from mercalli.errors import FeedbackError, FileError, SettingError, TextError
from mercalli.inputs.feedback import Feedback, latest
from mercalli.io.feedback import append_feedback, read_feedback
from mercalli.plan.results import read_result, write_result
from mercalli.tasks.classifier.article import article as training_article
from mercalli.tasks.classifier.evaluate import train
from mercalli.tasks.classifier.model import load_model, save_model
from mercalli.tasks.classifier.result import LearntFeedback
from mercalli.tasks.classifier.split import with_feedback
from mercalli.tasks.feedback.data import add_feedback, add_feedback_file
from mercalli.tasks.feedback.estimate import Side
from mercalli.tasks.feedback.evaluate import feedback_report
from mercalli.tasks.feedback.result import Swap
from mercalli.telling.article import SCREEN
from mercalli.telling.kinds import article_of, files_of
from mercalli.telling.markdown import article_markdown
from mercalli.telling.page.article import article_page
from mercalli.uncertainty.change_point import change_point
from tests.tasks.advice.planted import labelled, made

ENTRY = Feedback("smoke everywhere", "fire", "flood", "ana", "2026-03-01T12:30:00Z", "sha256:1", "7")
LINE = json.dumps(ENTRY.plain()).encode() + b"\n"
LONG = json.dumps({**ENTRY.plain(), "text": "fire " * 50_000}).encode() + b"\n"
TEXTS = ["burning blaze smoke", "water river rising", "rubble aftershock tremor"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The folder of a model that was trained once."""
    place = tmp_path_factory.mktemp("trained") / "model"
    train(labelled(*made({"fire": 60, "flood": 60, "quake": 60})), holdout=0.2, replicates=0).save(place)
    return place


@pytest.fixture(scope="module")
def model(folder):
    return load_model(folder)


def entry(**changes):
    return replace(ENTRY, **changes)


def verdict(result):
    """Its first line, and all of it."""
    lines = [line.text for line in result.verdict.lines]
    return lines[0], " ".join(lines)


def test_what_is_recorded_is_read_back_and_what_was_there_stays(tmp_path):
    file = tmp_path / "feedback.jsonl"
    append_feedback(file, [ENTRY])
    before = file.read_bytes()
    append_feedback(file, [entry(text="two\nlines \u2028 and \x1b[31m", id=None)])
    assert file.read_bytes().startswith(before)
    assert [each.text for each in read_feedback(file)] == ["smoke everywhere", "two\nlines \u2028 and \x1b[31m"]


@settings(max_examples=30)
@given(st.lists(st.text(min_size=1), min_size=1, max_size=5))
def test_any_text_survives(tmp_path_factory, texts):
    file = tmp_path_factory.mktemp("any") / "feedback.jsonl"
    append_feedback(file, [entry(text=text) for text in texts])
    assert [each.text for each in read_feedback(file)] == texts


def test_many_writers_at_once_lose_nothing(tmp_path):
    file = tmp_path / "feedback.jsonl"
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda at: append_feedback(file, [entry(id=str(at))] * 20), range(40)))
    assert sorted({each.id for each in read_feedback(file)}, key=int) == [str(at) for at in range(40)]
    assert len(read_feedback(file)) == 800


@pytest.mark.parametrize(
    ("before", "says"),
    [
        (b"label,text\nfire,smoke\n", "'f.jsonl' is not a feedback file"),
        (b"PAR1\x00\xff", "'f.jsonl' is not a feedback file"),
        (b'{"name": "somebody"}\n', "'f.jsonl' is not a feedback file"),
        (
            b'{"format": 1, "text": "half',
            "The first line of 'f.jsonl' is not a feedback record: it is not complete JSON",
        ),
        (LINE + LINE[:90], "The last line of 'f.jsonl' is not a feedback record: it is not complete JSON"),
        (LINE + LONG[:-9], "The last line of 'f.jsonl' is not a feedback record: it is not complete JSON"),
        (
            LINE + b'{"format": 1, "text": "\xff"}\n',
            "The last line of 'f.jsonl' is not a feedback record: it is not UTF-8",
        ),
    ],
)
def test_a_foreign_or_broken_file_is_told_and_left_as_it_was(tmp_path, before, says):
    (tmp_path / "f.jsonl").write_bytes(before)
    with pytest.raises(FeedbackError, match=re.escape(says)):
        append_feedback(tmp_path / "f.jsonl", [ENTRY])
    assert (tmp_path / "f.jsonl").read_bytes() == before


@pytest.mark.parametrize("before", [b"", b"\n\n", LINE, LINE.rstrip(), LINE + b"\n", LONG])
def test_a_whole_file_grows_however_its_last_line_ends(tmp_path, before):
    (tmp_path / "f.jsonl").write_bytes(before)
    append_feedback(tmp_path / "f.jsonl", [ENTRY])
    assert (tmp_path / "f.jsonl").read_bytes().startswith(before)
    assert read_feedback(tmp_path / "f.jsonl")[-1] == ENTRY


def test_a_disk_that_is_full_leaves_the_file_as_it_was(tmp_path, monkeypatch):
    file = tmp_path / "feedback.jsonl"
    append_feedback(file, [ENTRY])
    before = file.read_bytes()
    monkeypatch.setattr(os, "fsync", lambda _: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(FileError, match="No space left"):
        append_feedback(file, [ENTRY])
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("[1]", "it is not an object"),
        ('{"format": 2}', "is of format 2; this version reads format 1"),
        (json.dumps({**ENTRY.plain(), "when": "yesterday"}), "'when' is 'yesterday'"),
        (json.dumps({**ENTRY.plain(), "when": "2026-99-99T00:00:00Z"}), "'when' is '2026-99-99T00:00:00Z'"),
        (json.dumps({**ENTRY.plain(), "when": "2026-11-18T15:27:38ZZ"}), "'when' is '2026-11-18T15:27:38ZZ'"),
        (json.dumps({**ENTRY.plain(), "label": 3}), "'label' is 3"),
        (json.dumps({**ENTRY.plain(), "mood": "bad"}), "'mood' is missing or unknown"),
    ],
)
def test_lines_that_are_no_entries_are_told(tmp_path, line, says):
    (tmp_path / "feedback.jsonl").write_text(line, encoding="utf-8")
    with pytest.raises(FeedbackError, match=re.escape(says)):
        read_feedback(tmp_path / "feedback.jsonl")


def test_an_empty_file_and_no_file_are_told_apart(tmp_path):
    (tmp_path / "empty.jsonl").touch()
    with pytest.raises(FeedbackError, match="holds no feedback yet"):
        read_feedback(tmp_path / "empty.jsonl")
    with pytest.raises(FileError):
        read_feedback(tmp_path / "none.jsonl")


def test_an_entry_says_what_the_model_said_who_and_when_in_utc(tmp_path, model):
    added = add_feedback(
        tmp_path / "f.jsonl", model, TEXTS[:1], ["FLOOD"], who=" ana ", when=["2026-03-01T13:30:00+01:00"], ids=["7"]
    )
    assert added == read_feedback(tmp_path / "f.jsonl")
    assert added == [Feedback(TEXTS[0], "flood", "fire", "ana", "2026-03-01T12:30:00Z", model.digest, "7")]


def test_an_early_time_is_read_back(tmp_path, model):
    (added,) = add_feedback(tmp_path / "f.jsonl", model, TEXTS[:1], ["fire"], who="ana", when=["0999-01-01"])
    assert added.when == "0999-01-01T00:00:00Z"
    assert read_feedback(tmp_path / "f.jsonl") == [added]


def test_without_a_time_it_is_now(tmp_path, model):
    (added,) = add_feedback(tmp_path / "f.jsonl", model, TEXTS[:1], ["fire"], who="ana")
    assert abs((datetime.now().astimezone() - datetime.fromisoformat(added.when)).total_seconds()) < 60
    assert not added.changed


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        (
            {"labels": ["fyre"]},
            "The label of text 1 is 'fyre', which is not a label of the model. Did you mean 'fire'?",
        ),
        ({"labels": [" "]}, "which is not a label of the model"),
        ({"texts": [" \n"]}, "Text 1 is empty"),
        ({"who": " "}, "say with `who` who made the correction"),
        ({"when": ["soon"]}, "The time of text 1 is 'soon', which is not a time"),
        (
            {"when": ["0001-01-01T00:00:00+10:00"]},
            "The time of text 1 is '0001-01-01T00:00:00+10:00', which is not a time",
        ),
        ({"texts": ["smoke \udcff"]}, "Text 1 holds bytes that are not UTF-8"),
        ({"who": "an\udcff"}, "`who` holds bytes that are not UTF-8"),
        ({"ids": ["\udcff"]}, "The id of text 1 holds bytes that are not UTF-8"),
    ],
)
def test_what_cannot_be_recorded_leaves_no_file(tmp_path, model, changes, says):
    asked = {"texts": TEXTS[:1], "labels": ["fire"], "who": "ana", **changes}
    with pytest.raises(FeedbackError, match=re.escape(says)):
        add_feedback(tmp_path / "f.jsonl", model, asked.pop("texts"), asked.pop("labels"), **asked)
    assert not (tmp_path / "f.jsonl").exists()


def test_a_file_of_corrections_is_recorded_at_once(tmp_path, folder):
    rows = "id,text,label,at\n1,burning blaze smoke,flood,2026-03-01\n2,water river,flood,2026-03-02T01:00:00\n"
    (tmp_path / "rows.csv").write_text(rows, encoding="utf-8")
    added = add_feedback_file(tmp_path / "f.jsonl", folder, str(tmp_path / "rows.csv"), who="shift 2", when="at")
    assert [(each.id, each.label, each.pred, each.when) for each in added] == [
        ("1", "flood", "fire", "2026-03-01T00:00:00Z"),
        ("2", "flood", "flood", "2026-03-02T01:00:00Z"),
    ]


def test_rows_that_lack_something_are_refused_without_naming_an_option_that_is_not_there(tmp_path, folder, model):
    (tmp_path / "rows.csv").write_text("text,label\nburning smoke,fire\nwater,\n", encoding="utf-8")
    with pytest.raises(
        FeedbackError, match=r"^1 row of 'rows.csv' has no text or no label. Fill in .* remove such rows"
    ):
        add_feedback_file(tmp_path / "f.jsonl", folder, str(tmp_path / "rows.csv"), who="ana")
    assert not (tmp_path / "f.jsonl").exists()
    add_feedback(tmp_path / "f.jsonl", model, TEXTS[:1], ["fire"], who="ana")
    with pytest.raises(FeedbackError, match=r"1 row of 'rows.csv' has no text or no label"):
        feedback_report(tmp_path / "f.jsonl", folder, test=str(tmp_path / "rows.csv"))


def recorded(file, model, n=120, wrong_from=60):
    """Feedback on fires, a day apart; from some day on people call them floods."""
    texts, labels = made({"fire": n, "quake": 20}, seed=5)
    labels = ["flood" if label == "fire" and at >= wrong_from else label for at, label in enumerate(labels)]
    days = np.datetime64("2026-01-01") + np.arange(n + 20) % n
    add_feedback(file, model, texts, labels, who="ana", when=[f"{day}T00:00:00Z" for day in days])
    return file


def test_the_report_says_which_label_changed_and_since_when(tmp_path, folder, model):
    found = feedback_report(recorded(tmp_path / "f.jsonl", model), folder)
    flood = next(each for each in found.labels if each.name == "flood")
    assert found.labels[0] == flood
    assert (flood.n, flood.missed) == (60, 60)
    assert flood.recall.high < 0
    fire = next(each for each in found.labels if each.name == "fire")
    assert fire.since[:10] == "2026-03-02"
    assert (found.swaps[0].pred, found.swaps[0].label, found.swaps[0].count) == ("fire", "flood", 60)


def test_one_text_of_feedback_makes_nothing_certain(tmp_path, folder, model):
    add_feedback(tmp_path / "f.jsonl", model, TEXTS[:1], ["flood"], who="ana")
    found = feedback_report(tmp_path / "f.jsonl", folder)
    accuracy, f1_macro = found.measures
    assert (accuracy.feedback, accuracy.feedback_low) == (0.0, 0.0)
    assert accuracy.feedback_high == pytest.approx(0.7935, abs=1e-4)
    assert (accuracy.low, accuracy.difference) == (-1.0, -1.0)
    assert -0.25 < accuracy.high < -0.15
    assert (f1_macro.feedback_low, f1_macro.low, f1_macro.high) == (None, None, None)
    first, every = verdict(found)
    assert first == "People correct the model on 100% of the texts they gave feedback on (1 of 1 text; 21% to 100%)."
    assert "1 text: too few to compare with its test." in every
    assert (
        "No label is shown to be found less often on the feedback than on the test. "
        "3 labels have fewer than 20 texts in the feedback: too few to tell."
    ) in every


def test_labels_stand_in_the_order_that_their_table_says(tmp_path, folder, model):
    found = feedback_report(recorded(tmp_path / "f.jsonl", model), folder)
    changes = [each.recall.difference for each in found.labels if each.n >= 20 and each.recall.difference is not None]
    assert changes == sorted(changes)
    assert "Labels whose recall fell most first" in files_of(found)["report.md"]


def test_where_replicates_are_all_alike_there_is_no_interval_of_a_mean(tmp_path, folder, model):
    f1_macro = feedback_report(recorded(tmp_path / "f.jsonl", model), folder).measures[1]
    assert f1_macro.feedback_low < f1_macro.feedback < f1_macro.feedback_high
    assert (f1_macro.test, f1_macro.test_low, f1_macro.low) == (1.0, None, None)


def test_a_label_of_few_texts_is_not_named_first(tmp_path, folder, model):
    texts, labels = made({"fire": 24, "flood": 2}, seed=9)[0], ["quake"] * 4 + ["flood"] * 22
    add_feedback(tmp_path / "f.jsonl", model, texts, labels, who="ana")
    found = feedback_report(tmp_path / "f.jsonl", folder)
    assert [(each.name, each.n, each.missed) for each in found.labels[:2]] == [("flood", 22, 20), ("quake", 4, 4)]
    first, every = verdict(found)
    assert first.startswith("“flood” is found less often")
    assert "more too" not in first
    assert "The model finds 9% of “flood”, its weakest label of those with 20 texts or more (2 of 22)." in every
    assert "Read what the model calls “fire”: of 24 corrections, 20 make it “flood”." in every


def test_copies_in_the_test_widen_its_interval(model):
    texts, labels = made({"fire": 20, "flood": 20, "quake": 20}, seed=3)
    labels[0] = "flood"
    alone, copied = (
        Side.of(labelled([*texts, *texts[:1] * more], [*labels, *labels[:1] * more]), model, 0) for more in (0, 40)
    )
    assert np.ptp(copied.accuracy(0.95)[1:]) > 2 * np.ptp(alone.accuracy(0.95)[1:])


def test_the_report_says_over_which_labels_a_mean_is_taken(tmp_path, folder, model):
    add_feedback(tmp_path / "f.jsonl", model, TEXTS[:2], ["fire", "flood"], who="ana")
    notes = " ".join(feedback_report(tmp_path / "f.jsonl", folder).notes)
    assert "2 on the feedback, 3 on the test, 2 of them the same" in notes


def test_nothing_changes_within_what_was_recorded_at_once(tmp_path, folder, model):
    texts, _ = made({"fire": 80}, seed=5)
    labels = ["fire"] * 60 + ["flood"] * 20
    days = [f"2026-03-{min(at, 20) + 1:02d}" for at in range(80)]
    add_feedback(tmp_path / "f.jsonl", model, texts, labels, who="ana", when=days)
    fire = next(each for each in feedback_report(tmp_path / "f.jsonl", folder).labels if each.name == "fire")
    assert (fire.since, fire.p > 0.01) == (None, True)


def test_a_change_is_found_among_many_labels(tmp_path):
    names = [f"kind{at:02d}" for at in range(60)]
    texts, labels = (
        [f"{name} word{at}" for name in names for at in range(4)],
        [name for name in names for _ in "1234"],
    )
    trained = train(labelled(texts, labels), holdout=0.25, replicates=0)
    save_model(tmp_path / "model.skops", trained.model)
    (tmp_path / "test.csv").write_text(f"label,text\n{names[0]},{names[0]} word\n", encoding="utf-8")
    said = [names[0]] * 40 + [names[1]] * 40
    days = [f"2026-03-01T00:{at:02d}:00" for at in range(60)] + [f"2026-03-01T01:{at:02d}:00" for at in range(20)]
    add_feedback(
        tmp_path / "f.jsonl", trained.model, [f"{names[0]} no{at}" for at in range(80)], said, who="a", when=days
    )
    found = feedback_report(tmp_path / "f.jsonl", tmp_path / "model.skops", test=str(tmp_path / "test.csv"))
    assert next(each.since for each in found.labels if each.name == names[0]) == "2026-03-01T00:40:00Z"


def test_the_report_is_sealed_and_read_back(tmp_path, folder, model):
    found = feedback_report(recorded(tmp_path / "f.jsonl", model), folder)
    write_result(found, tmp_path / "result.json")
    assert read_result(tmp_path / "result.json") == found == feedback_report(tmp_path / "f.jsonl", folder)


def test_the_accuracy_is_that_of_the_last_words(tmp_path, folder, model):
    file = tmp_path / "f.jsonl"
    add_feedback(file, model, TEXTS, ["flood", "flood", "quake"], who="ana", when=["2026-01-01"] * 3)
    add_feedback(file, model, TEXTS[:1], ["fire"], who="ben", when=["2026-01-02"])
    found = feedback_report(file, folder)
    assert (found.entries, found.n, found.measures[0].feedback) == (4, 3, 1.0)
    assert any("People disagree on 1 of the 1 text that several of them labelled" in note for note in found.notes)


def test_notes_say_that_feedback_is_no_random_sample_and_where_it_overlaps(tmp_path, folder, model):
    tested = (folder / "test_predictions.csv").read_text(encoding="utf-8").splitlines()[2].split(",")[0]
    file = tmp_path / "f.jsonl"
    add_feedback(file, model, [tested], ["quake" if model.predict([tested]) != ["quake"] else "fire"], who="ana")
    notes = " ".join(feedback_report(file, folder).notes)
    assert "not a random sample" in notes
    assert "only corrections" in notes
    assert "Also in the test: 1 text of the feedback, 1 of them with another label" in notes


def test_the_page_writes_out_codes_of_texts(tmp_path, folder, model):
    found = feedback_report(recorded(tmp_path / "f.jsonl", model), folder)
    odd = Swap("fire", "\u202eflood\x1b[31m\x9b\x00", 1, ENTRY.when, ENTRY.when)
    page = article_page(article_of(replace(found, swaps=(odd,), notes=("a\u2066b",))), {})
    assert not set("\x00\x1b\x9b\u202e\u2066") & set(page)
    assert r"\u202eflood\x1b[31m\x9b\x00" in page


def test_a_page_keeps_the_direction_of_a_name_to_itself(tmp_path, folder, model):
    found = feedback_report(recorded(tmp_path / "f.jsonl", model), folder)
    odd = Swap("حريق", "fire", 1, ENTRY.when, ENTRY.when)
    assert "\u2068حريق\u2069" in article_page(article_of(replace(found, swaps=(odd,))), {})


def test_dates_of_a_page_stay_on_one_line_where_words_may_wrap(tmp_path, folder, model):
    page = article_page(article_of(feedback_report(recorded(tmp_path / "f.jsonl", model), folder)), {})
    assert '<td class="text">since <time>2026-03-02</time></td>' in page


def test_without_a_test_there_is_nothing_to_stand_beside(tmp_path, folder, model):
    (tmp_path / "model.skops").write_bytes((folder / "model.skops").read_bytes())
    add_feedback(tmp_path / "f.jsonl", model, TEXTS[:1], ["fire"], who="ana")
    with pytest.raises(FeedbackError, match=r"There is no test_predictions.csv beside the model"):
        feedback_report(tmp_path / "f.jsonl", tmp_path / "model.skops")


def test_a_level_outside_its_range_is_refused(tmp_path, folder):
    with pytest.raises(SettingError, match="`level` must be"):
        feedback_report(tmp_path / "f.jsonl", folder, level=1)


def test_learning_with_feedback_corrects_adds_and_spares_the_test():
    data, test = labelled(["a fire", "b water"], ["fire", "flood"]), labelled(["c smoke"], ["fire"])
    texts = ["RT @x: A FIRE!", "new smoke", "C smoke http://t.co/1"]
    joined, said = with_feedback(data, test, [entry(text=text, label="flood") for text in texts])
    assert joined.texts.tolist() == ["a fire", "b water", "new smoke"]
    assert joined.written() == ["flood", "flood", "flood"]
    assert str(said).startswith("1 text added, 1 label corrected, 1 text left out")
    assert str(said).endswith("1 test text that people gave another label keeps its label")


def test_learning_with_a_label_that_no_text_has_is_refused():
    data = labelled(["a fire", "b water"], ["fire", "flood"])
    with pytest.raises(FeedbackError, match="not a label of the model"):
        with_feedback(data, data, [entry(label="quake", text="new")])


def test_feedback_that_leaves_a_label_without_texts_is_told(tmp_path):
    data = labelled(*made({"fire": 30, "flood": 30, "quake": 30}))
    lost = [text for text, label in zip(data.texts, data.written(), strict=True) if label == data.classes[0]]
    append_feedback(tmp_path / "f.jsonl", [replace(ENTRY, text=text, label=data.classes[1]) for text in lost])
    with pytest.raises(TextError, match=rf"corrected by the feedback, for '{data.classes[0]}'"):
        train(data, feedback=tmp_path / "f.jsonl", replicates=0)


def test_feedback_changes_neither_the_classes_nor_how_many_rows_were_left_out():
    data = labelled(["a b", "c d", "", "e f"], ["z", "y", "z", "x"], missing="drop")
    learn, _ = with_feedback(data, data.take(np.array([2])), [replace(ENTRY, text="a b", label="y")])
    assert (learn.classes, learn.counts.tolist(), learn.dropped) == (data.classes, [1, 2, 0], 1)


def test_training_learns_what_feedback_says(tmp_path, model):
    texts, labels = made({"fire": 60, "flood": 60, "quake": 60})
    add_feedback(tmp_path / "f.jsonl", model, ["volcano lava volcano"] * 1, ["quake"], who="ana")
    found = train(labelled(texts, labels), holdout=0.2, replicates=0, feedback=tmp_path / "f.jsonl")
    assert found.training.trained == 145
    assert found.said[-1].startswith("feedback: 1 text added")


def test_a_model_tells_that_it_learnt_from_feedback(tmp_path, model):
    texts, labels = made({"fire": 60, "flood": 60})
    data, test = labelled(texts[20:], labels[20:]), labelled([*texts[:20], *texts[-9:]], [*labels[:20], *labels[-9:]])
    add_feedback(tmp_path / "f.jsonl", model, ["lava volcano", *texts[:1]], ["fire", "flood"], who="ana")
    found = train(data, test=test, replicates=0, feedback=tmp_path / "f.jsonl")
    learnt = LearntFeedback(found.training.feedback.digest, 2, 1, 0, left_out=1, disputed=1)
    assert found.training.feedback == learnt
    assert found.model.card["feedback"] == asdict(learnt)
    assert found.test.provenance.settings["feedback"] == learnt.digest
    assert any(
        "1 test text that people gave another label keeps its label" in note for note in found.test.systems[0].notes
    )
    card = article_markdown(training_article(found))
    assert "2 records of feedback: 1 text added" in card
    assert learnt.digest in card
    told = json.loads(metadata_json(found.training, found.test))["Feedback"]
    assert told == {
        "Digest": learnt.digest,
        "Entries": 2,
        "Added": 1,
        "Corrected": 0,
        "LeftOut": 1,
        "Disputed": 1,
    }


def test_the_last_word_counts_also_within_a_second():
    assert [each.label for each in latest([entry(label="a"), entry(label="b")])] == ["b"]


def test_a_change_is_found_where_it_is_and_not_where_there_is_none():
    generator = np.random.default_rng(0)
    place, p = change_point(np.array([0.0, 0.1] * 15 + [1.0, 0.9] * 10), np.arange(50), generator)
    assert (place, p) == (30, 0.001)
    assert change_point(np.repeat([0.0, 1.0], 200), np.arange(400), generator, clear=0.05 / 200)[1] <= 0.05 / 200
    none = [change_point(generator.integers(0, 2, 40).astype(float), np.arange(40), generator)[1] for _ in range(60)]
    assert 0.25 < np.mean(none) < 0.75


def test_a_classifier_comes_with_what_stands_out_about_its_texts():
    texts, labels = made({"fire": 60, "flood": 60})
    found = train(labelled(texts, labels), test=labelled(texts[:20], labels[:20]), replicates=0)
    assert found.findings[0].kind == "leak"
    verdict = training_article(found).on(SCREEN).sections[0].blocks[0]
    (caution, *_), (step, *_) = verdict.texts("caution"), verdict.texts("next")
    assert caution == "20 test documents have a copy among the training texts."
    assert step.startswith("20 test documents have a copy among the training texts: ")
