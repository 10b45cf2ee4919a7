"""Predictions of files: streamed, resumable, and read by `evaluate` and `multilabel` unchanged."""

import csv
import json
import resource

import numpy as np
import pytest

import mercalli
from mercalli.errors import ColumnError, EmptyError, FileError, SettingError, TextError
from mercalli.inputs.texts import LabelledTexts
from mercalli.io.claims import Claim, claimed
from mercalli.io.part_files import PART, PartFile
from mercalli.tasks.classifier import predict
from mercalli.tasks.classifier.fit import fit
from mercalli.tasks.classifier.model import Model
from mercalli.tasks.classifier.predict import predict_file, predict_lines, texts_to_label
from tests.tasks.classifier.made import made_rows, made_sets, made_texts, written

STOPPED_AT = 64
PROBABILITIES = ["prob_fire", "prob_flood", "prob_quake"]


def _stop(_what, done, _total):
    if done >= STOPPED_AT:
        raise KeyboardInterrupt


@pytest.fixture(scope="module")
def model():
    return Model(fit(made_texts()), {}, "sha256:a")


def test_the_answer_feeds_evaluate_unchanged(model, tmp_path):
    path = written(tmp_path, "new.csv", made_rows(80, seed=2))
    found = predict_file(texts_to_label(model, path, keep=["event", "text"]), tmp_path / "pred.csv")
    assert (found.rows, found.resumed, found.dropped) == (80, 0, 0)
    texts, labels, _ = made_rows(80, seed=2)
    rows = list(csv.DictReader((tmp_path / "pred.csv").read_text().splitlines()))
    assert list(rows[0]) == ["event", "text", "truth", "pred", "confidence", "why_not_likeliest", *PROBABILITIES]
    assert [row["pred"] for row in rows] == model.predict(texts)
    assert float(rows[0]["prob_fire"]) == pytest.approx(model.probabilities(texts)[0, 0], abs=1e-6)
    result = mercalli.evaluate(tmp_path / "pred.csv", truth="truth", pred="pred", by="event", replicates=0)
    assert result.systems[0].measure("accuracy").value == np.mean(np.array(labels) == model.predict(texts))


def test_several_labels_feed_multilabel_unchanged(tmp_path):
    data = made_sets(120)
    lines = ["label,text", *(f"{label},{text}" for label, text in zip(data.written(), data.texts, strict=True))]
    (tmp_path / "new.csv").write_text("\n".join(lines) + "\n")
    classifier = fit(data)
    predict_file(texts_to_label(Model(classifier, {}), tmp_path / "new.csv"), tmp_path / "pred.csv")
    result = mercalli.multilabel(tmp_path / "pred.csv", truth="truth", pred="pred", separator="|", replicates=0)
    exact = (classifier.flags(classifier.probabilities(data.texts)) == data.flags).all(axis=1).mean()
    assert result.systems[0].measure("subset_accuracy").value == exact


def test_lists_of_labels_are_written_as_those_predicted_are(tmp_path):
    data = made_sets(120)
    rows = [
        {"labels": sorted(data.sets.sets[code]), "text": text}
        for code, text in zip(data.sets.codes, data.texts, strict=True)
    ]
    (tmp_path / "new.jsonl").write_text("\n".join(map(json.dumps, rows)))
    predict_file(texts_to_label(Model(fit(data), {}), tmp_path / "new.jsonl"), tmp_path / "pred.csv")
    rows = list(csv.DictReader((tmp_path / "pred.csv").read_text().splitlines()))
    assert [row["truth"] for row in rows] == data.written()


def test_what_was_stopped_goes_on_and_ends_the_same(model, tmp_path, monkeypatch):
    monkeypatch.setattr(predict, "BLOCK_ROWS", 32)
    path = written(tmp_path, "new.csv", made_rows(100))
    predict_file(texts_to_label(model, path), tmp_path / "whole.csv")

    with pytest.raises(KeyboardInterrupt):
        predict_file(texts_to_label(model, path), tmp_path / "pred.csv", progress=_stop)
    assert not (tmp_path / "pred.csv").exists()
    with (Claim.of(tmp_path / "pred.csv").place / PART).open("ab") as partial:
        partial.write(b"half a li")
    found = predict_file(texts_to_label(model, path), tmp_path / "pred.csv")
    assert (found.rows, found.resumed) == (100, 64)
    assert (tmp_path / "pred.csv").read_bytes() == (tmp_path / "whole.csv").read_bytes()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["new.csv", "pred.csv", "whole.csv"]


def test_other_work_is_begun_anew(tmp_path):
    with claimed(tmp_path / "pred.csv") as claim:
        first = PartFile.open("pred.csv", claim, {"model": "a"})
        first.add("a,b\n", 1)
        first.stream.close()
        anew = PartFile.open("pred.csv", claim, {"model": "b"})
        anew.stream.close()
    assert (first.rows, anew.rows) == (1, 0)


@pytest.mark.parametrize("how", ["symlink_to", "hardlink_to"])
def test_a_part_that_is_a_link_is_not_continued_and_what_it_leads_to_stays(model, tmp_path, monkeypatch, how):
    monkeypatch.setattr(predict, "BLOCK_ROWS", 32)
    path = written(tmp_path, "new.csv", made_rows(100))
    with pytest.raises(KeyboardInterrupt):
        predict_file(texts_to_label(model, path), tmp_path / "pred.csv", progress=_stop)
    part = Claim.of(tmp_path / "pred.csv").place / PART
    part.rename(tmp_path / "mine.txt")
    getattr(part, how)(tmp_path / "mine.txt")
    before = (tmp_path / "mine.txt").read_bytes()
    assert predict_file(texts_to_label(model, path), tmp_path / "pred.csv").resumed == 0
    assert (tmp_path / "mine.txt").read_bytes() == before
    assert not (tmp_path / "pred.csv").is_symlink()


@pytest.mark.parametrize("bytes_left", [16, 2000])
def test_a_full_disk_names_the_file_and_leaves_nothing(model, tmp_path, bytes_left):
    path = written(tmp_path, "new.csv", made_rows(100))
    asked, (soft, hard) = texts_to_label(model, path), resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (bytes_left, hard))
    try:
        with pytest.raises(FileError, match=r"pred\.csv' cannot be written: File too large"):
            predict_file(asked, tmp_path / "pred.csv")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert [file.name for file in tmp_path.iterdir()] == ["new.csv"]


@pytest.mark.parametrize("other", [{"text": "more"}, {"key": "event"}, {"label": "event"}, {"encoding": "latin-1"}])
def test_work_on_other_columns_is_begun_anew(model, tmp_path, monkeypatch, other):
    monkeypatch.setattr(predict, "BLOCK_ROWS", 32)
    rows = zip(*made_rows(100), strict=True)
    lines = [f"{at},{label},{text},more {text},{event}" for at, (text, label, event) in enumerate(rows)]
    (tmp_path / "new.csv").write_text("\n".join(["id,label,text,more,event", *lines]))
    first = {"text": "text", "label": "label", "key": "id"}
    with pytest.raises(KeyboardInterrupt):
        predict_file(texts_to_label(model, tmp_path / "new.csv", **first), tmp_path / "pred.csv", progress=_stop)
    asked = texts_to_label(model, tmp_path / "new.csv", **{**first, **other})
    assert predict_file(asked, tmp_path / "pred.csv").resumed == 0
    assert (tmp_path / "pred.csv").read_text() == "".join(predict_lines(asked))


def test_rows_without_a_text_are_counted_over_all_runs(model, tmp_path, monkeypatch):
    monkeypatch.setattr(predict, "BLOCK_ROWS", 32)
    (tmp_path / "new.csv").write_text("text,a\n" + "smoke,b\n,c\n" * 50)
    asked = texts_to_label(model, tmp_path / "new.csv", missing="drop")
    with pytest.raises(KeyboardInterrupt):
        predict_file(asked, tmp_path / "pred.csv", progress=_stop)
    found = predict_file(asked, tmp_path / "pred.csv")
    assert (found.rows, found.resumed, found.dropped) == (50, 32, 50)
    with pytest.raises(TextError, match=r"50 rows of 'new\.csv' have no text; the first is row 2"):
        predict_file(texts_to_label(model, tmp_path / "new.csv"), tmp_path / "other.csv")


def test_ids_and_labels_stay_as_they_are_and_what_is_kept_is_no_formula(tmp_path):
    labels = {"fire": "-minus", "flood": "=1+1", "quake": "@at"}
    texts, told, _ = made_rows(120, noise=0)
    named = [labels[name] for name in told]
    odd = Model(fit(LabelledTexts.check(texts, named)), {})
    lines = [f"-N{at},{label},{text},+{at}a" for at, (label, text) in enumerate(zip(named, texts, strict=True))]
    (tmp_path / "new.csv").write_text("\n".join(["id,label,text,beside", *lines]))
    predict_file(texts_to_label(odd, tmp_path / "new.csv", keep=["beside"]), tmp_path / "pred.csv")
    rows = list(csv.DictReader((tmp_path / "pred.csv").read_text().splitlines()))
    assert (rows[0]["id"], rows[0]["beside"]) == ("-N0", "'+0a")
    assert [row["truth"] for row in rows] == named
    assert [row["pred"] for row in rows] == odd.predict(texts)


def test_the_file_that_is_read_is_never_replaced(model, tmp_path):
    path = written(tmp_path, "new.csv", made_rows(5))
    before = path.read_text()
    with pytest.raises(FileError, match="is the file that is read"):
        predict_file(texts_to_label(model, path), tmp_path / "." / "new.csv", overwrite=True)
    assert path.read_text() == before


def test_texts_without_labels_or_ids_are_labelled_too(model, tmp_path):
    (tmp_path / "new.csv").write_text("text\nsmoke and flames\n")
    lines = "".join(predict_lines(texts_to_label(model, tmp_path / "new.csv"))).splitlines()
    assert lines[0].startswith("pred,confidence,why_not_likeliest,prob_fire")
    assert lines[1].startswith("fire,")


def test_a_header_that_was_not_found_is_told(model, tmp_path):
    (tmp_path / "new.csv").write_text("kind,said\nfire,smoke and flames\n")
    asked = texts_to_label(model, tmp_path / "new.csv")
    assert asked.said[0].startswith("no header found: text is column 2, label is column 1;")
    assert texts_to_label(model, tmp_path / "new.csv", text="said").said == ()


def test_the_words_behind_each_label_stand_beside_it(model, tmp_path):
    (tmp_path / "new.csv").write_text("text\nthe smoke and flames today\n...\n")
    rows = csv.DictReader("".join(predict_lines(texts_to_label(model, tmp_path / "new.csv", why=2))).splitlines())
    assert [row["why"] for row in rows] == ["smoke, flames", "no word supports it"]


def test_ids_are_kept_as_they_are_written(model, tmp_path):
    (tmp_path / "new.jsonl").write_text('{"id": "9007199254740993", "text": "smoke"}\n')
    assert (
        "".join(predict_lines(texts_to_label(model, tmp_path / "new.jsonl")))
        .splitlines()[1]
        .startswith("9007199254740993,")
    )


@pytest.mark.parametrize(
    ("content", "options", "expected"),
    [
        ("text\nsmoke\n\n", {"keep": ["event"]}, (ColumnError, "There is no column 'event'")),
        ("text,pred\nsmoke,a\n", {"keep": ["pred"]}, (SettingError, "`keep`")),
        ("text,Prob_Fire\nsmoke,a\n", {"keep": ["Prob_Fire"]}, (SettingError, "`keep`")),
        ("text,a\nsmoke,b\n", {"keep": ["a", "a"]}, (SettingError, "`keep`")),
        ("text,a\nsmoke,b\n,c\n", {}, (TextError, "1 row of 'new.csv' has no text; the first is row 2")),
        ("text\n", {}, (EmptyError, "no rows")),
        ("text\nsmoke\n", {"why": -1}, (SettingError, "`why` must be 0 or more; found -1")),
        ("text,why\nsmoke,a\n", {"keep": ["why"], "why": 2}, (SettingError, "`keep`")),
        ("text,a\nsmoke\n", {}, (FileError, "Line 2 of 'new.csv'")),
        ("words,a\nsmoke,b\n", {"header": True}, (ColumnError, "usual name for the text")),
    ],
)
def test_what_cannot_be_predicted_is_told_and_leaves_nothing(model, tmp_path, content, options, expected):
    (tmp_path / "new.csv").write_text(content)
    with pytest.raises(expected[0]) as found:
        predict_file(texts_to_label(model, tmp_path / "new.csv", **options), tmp_path / "pred.csv")
    assert expected[1] in str(found.value)
    assert [file.name for file in tmp_path.iterdir()] == ["new.csv"]


def test_rows_without_a_text_may_be_left_out(model, tmp_path):
    (tmp_path / "new.csv").write_text("text,a\nsmoke,b\n,c\n")
    found = predict_file(texts_to_label(model, tmp_path / "new.csv", missing="drop"), tmp_path / "pred.csv")
    assert (found.rows, found.dropped) == (1, 1)


def test_a_file_that_is_there_is_replaced_only_if_asked(model, tmp_path):
    path = written(tmp_path, "new.csv", made_rows(5))
    (tmp_path / "pred.csv").write_text("mine")
    for overwrite in (False, True):
        with pytest.raises(FileError, match="is not replaced"):
            predict_file(texts_to_label(model, path), tmp_path / "pred.csv", overwrite=overwrite)
    assert (tmp_path / "pred.csv").read_text() == "mine"
    (tmp_path / "pred.csv").unlink()
    predict_file(texts_to_label(model, path), tmp_path / "pred.csv")
    assert predict_file(texts_to_label(model, path), tmp_path / "pred.csv", overwrite=True).rows == 5
    with pytest.raises(SettingError, match=r"ends in \.csv"):
        predict_file(texts_to_label(model, path), tmp_path / "pred.parquet")


@pytest.mark.parametrize("show", [True, False])
def test_words_behind_a_label_hide_what_is_masked_in_the_text(show, tmp_path):
    # The text had [phone] and [mail], and its number and name stood among the words behind the label.
    texts = ["fire at the mill, call +4917012345678", "fire, mail jo@exaemple.de", "water in the street", "water"] * 5
    data = LabelledTexts.check(texts, ["fire", "fire", "flood", "flood"] * 5)
    (tmp_path / "new.csv").write_text("text\n" + "".join(f'"{text}"\n' for text in texts[:3]))
    found = texts_to_label(Model(fit(data), {}), tmp_path / "new.csv", why=9, show_personal=show)
    first, second, third = [row["why"] for row in csv.DictReader("".join(predict_lines(found)).splitlines())]
    assert [each in first + second for each in ("4917012345678", "jo", "exaemple")] == [show] * 3
    assert ("[hidden]" in first, "[hidden]" in third) == (not show, False)
    assert "fire" in first
    assert "fire" in second
