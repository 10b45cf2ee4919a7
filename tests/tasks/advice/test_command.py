"""`mercalli advise` and `mercalli feedback` from the shell."""

import json
from dataclasses import replace

import numpy as np
import pytest

from mercalli.estimates.progress import quiet
from mercalli.results.findings import Finding
from mercalli.results.seal import to_json
from mercalli.tasks.advice.article import other_findings
from mercalli.tasks.advice.evaluate import advise
from mercalli.tasks.advice.separable import _counted
from mercalli.tasks.advice.texts import TextStudy
from mercalli.tasks.classifier.evaluate import train
from mercalli.tasks.classifier.model import save_model
from tests.tasks.advice.planted import labelled, made

EMPTY = replace(advise(labelled(*made({"fire": 5, "flood": 5}))), findings=())


@pytest.fixture
def rows(tmp_path):
    """A file of labelled texts, one of which would colour a terminal and is there twice under two labels."""
    texts, labels = made({"fire": 80, "flood": 80})
    texts += ["\x1b[31mburning\x1b[0m smoke flames"] * 2
    lines = [
        json.dumps({"id": str(at), "text": text, "label": label})
        for at, (text, label) in enumerate(zip(texts, [*labels, "fire", "flood"], strict=True))
    ]
    (tmp_path / "texts.jsonl").write_text("\n".join(lines), encoding="utf-8")
    return tmp_path


def test_advice_is_on_the_screen_and_in_the_folder_and_gives_a_terminal_no_orders(mercalli, rows):
    done = mercalli("advise", "texts.jsonl", "--out", "advice")
    assert (done.returncode, done.stderr) == (0, "")
    assert "1 text occurs more than once with different labels" in done.stdout
    assert "\x1b" not in done.stdout
    assert "\\x1b[31mburning" in done.stdout
    page = (rows / "advice" / "index.html").read_text(encoding="utf-8")
    report = (rows / "advice" / "report.md").read_text(encoding="utf-8")
    sealed = json.loads((rows / "advice" / "result.json").read_text(encoding="utf-8"))
    for finding in sealed["findings"]:
        assert finding["finding"].split("“")[0] in page
        assert finding["action"].split("“")[0].split("[")[0] in report.replace("&gt;", ">")


def test_the_five_most_pressing_findings_come_first_and_the_rest_on_request(mercalli, tmp_path):
    advice = replace(
        EMPTY, findings=tuple(Finding("kind", "low", f"finding {at}", "so many", "do it") for at in "abcdefg")
    )
    (tmp_path / "result.json").write_text(to_json(advice), encoding="utf-8")
    first, rest = other_findings(advice, wanted=False), other_findings(advice, wanted=True)
    assert [block.text for block in first[0].blocks] == [
        "The 5 most pressing of 7 findings are shown; --all shows the rest."
    ]
    assert (rest[0].blocks[0].start, len(rest[0].blocks[0].findings)) == (6, 2)
    assert other_findings(EMPTY, wanted=True) == ()
    assert mercalli("report", "result.json", "--out", "folder").returncode == 0
    page = (tmp_path / "folder" / "index.html").read_text(encoding="utf-8")
    folded = page[page.index("<summary>2 more findings</summary>") :]
    assert page.index("finding e") < page.index("<summary>2 more findings</summary>")
    assert '<ol class="advice" start="6">' in folded
    assert "finding g" in folded
    report = (tmp_path / "folder" / "report.md").read_text(encoding="utf-8")
    assert "6. " in report
    assert "finding g" in report
    assert "2 more findings: see `findings` of the result." in str(advice)


def test_all_findings_are_on_the_screen_when_asked_for(mercalli, tmp_path):
    texts, labels = made({"fire": 130, "flood": 12, "quake": 5})
    lines = [json.dumps({"text": text, "label": label}) for text, label in zip(texts, labels, strict=True)]
    lines += [
        *lines[:4],
        json.dumps({"text": texts[0], "label": "flood"}),
        json.dumps({"text": f"RT {texts[1]} !", "label": "fire"}),
    ]
    (tmp_path / "few.jsonl").write_text("\n".join(lines), encoding="utf-8")
    short, whole = mercalli("advise", "few.jsonl"), mercalli("advise", "few.jsonl", "--all")
    assert "--all shows the rest." in short.stdout
    assert "\n6. [" not in short.stdout
    assert "\n6. [" in whole.stdout


def test_feedback_is_recorded_and_reported_on(mercalli, rows):
    save_model(rows / "model.skops", train(labelled(*made({"fire": 40, "flood": 40})), replicates=0).model)
    many = mercalli("feedback", "add", "said.jsonl", "--model", "model.skops", "--who", "ana", "--from", "texts.jsonl")
    assert many.stdout.startswith("said.jsonl: 162 records added; ")
    told = mercalli(
        "feedback", "report", "said.jsonl", "--model", "model.skops", "--test", "texts.jsonl", "--out", "report"
    )
    assert (told.returncode, told.stderr) == (0, "")
    assert "161 texts of 162 records by 1 name" in told.stdout
    assert "Feedback is not a random sample" in told.stdout
    assert (rows / "report" / "labels.csv").is_file()


def test_feedback_without_a_text_or_a_file_is_refused(mercalli):
    done = mercalli("feedback", "add", "said.jsonl", "--model", "model", "--who", "ana", "--label", "fire")
    assert done.returncode == 2
    assert "Give --text and --label for one entry, or --from a file" in done.stderr


def test_words_of_a_finding_are_no_part_of_personal_data():
    # The numbers and names of texts that were masked stood among the words that tell labels apart: a word alone tells
    # nobody that it is part of an address.
    texts = ["smoke, call +4917012345678", "water, mail johndoe@example.org", "smoke RT @jo: all is well"]
    study = TextStudy(labelled(texts, ["fire", "flood", "fire"]), None, None, 3, 0.95, 0, quiet)
    assert study.told == ["smoke call", "water mail", "smoke rt all is well"]
    counted = _counted(study, np.ones(3, np.bool_))
    assert counted.keys() == {"smoke", "call", "water", "mail", "all", "well"}
