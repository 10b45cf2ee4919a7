"""Logs of other programs, evaluated and compared from the shell."""

from __future__ import annotations

import json

import pytest

from tests.io.logs.samples import inspect_log, inspect_sample, lines, openai, promptfoo, promptfoo_file

CLASSES = ("fire", "flood", "quake")
TRUTHS = {f"m{at}": CLASSES[at % 3] for at in range(30)}
QUICK = ("--replicates", "0")


@pytest.fixture
def logs(tmp_path):
    """Two logs, one of bare labels and one of sentences, and the truths of their items."""
    truths = "".join(f"{name},{label}\n" for name, label in TRUTHS.items())
    (tmp_path / "truth.csv").write_text(f"id,label\n{truths}", encoding="utf-8")
    bare = [openai(name, label if at % 5 else "fire") for at, (name, label) in enumerate(TRUTHS.items())]
    bare[1], bare[2] = openai("m1", status=429), openai("m2", None, refusal="I can't help with quake.")
    (tmp_path / "bare.jsonl").write_text(lines(*reversed(bare)), encoding="utf-8")
    said = [openai(name, f"Class: {label}", model="gpt-4o") for name, label in TRUTHS.items()]
    (tmp_path / "said.jsonl").write_text(lines(*said), encoding="utf-8")
    return tmp_path


@pytest.fixture
def sealed(mercalli, logs):
    """The sealed result of a call."""

    def result(*words):
        run = mercalli(*words, *QUICK, "--json", cwd=logs)
        assert run.returncode == 0, run.stderr
        return json.loads(run.stdout)

    return result


def test_failed_requests_are_missing_and_refusals_refused_among_bare_labels(sealed):
    (system,) = sealed("evaluate", "bare.jsonl", "--truth-file", "truth.csv")["systems"]
    unread = {each["outcome"]: each["count"] for each in system["outputs"]["counts"] if each["outcome"] != "read"}
    assert (system["name"], system["n"], unread) == ("bare", 30, {"refused": 1, "missing": 1})


def test_the_words_of_a_failure_are_never_a_class(sealed, logs):
    (logs / "words.jsonl").write_text(lines(openai("m0"), openai("m1", error={"message": "flood"})), encoding="utf-8")
    (system,) = sealed("evaluate", "words.jsonl", "--truth-file", "truth.csv", "--unread", "wrong")["systems"]
    assert sum(each["count"] for each in system["outputs"]["counts"] if each["outcome"] == "missing") == 29


@pytest.mark.usefixtures("logs")
def test_two_logs_are_compared_over_a_file_of_truths(mercalli):
    run = mercalli("compare", "bare.jsonl", "said.jsonl", "--truth-file", "truth.csv", width=200)
    first = run.stdout.splitlines()[:8]
    assert first[1].strip() == (
        "'bare.jsonl' read as an OpenAI batch log of 'gpt-4o-mini-2024-07-18': 30 rows, "
        "1 without an answer (1: HTTP 429 Rate limit reached), 1 refused"
    )
    assert first[2].strip() == "30 of 30 items of 'truth.csv' are in 'bare.jsonl' (by 'id')"
    assert "said is ahead: accuracy 1.000" in run.stdout


def test_the_shape_and_the_digest_are_in_the_provenance(sealed):
    settings = sealed("evaluate", "bare.jsonl", "--truth-file", "truth.csv")["provenance"]["settings"]
    assert settings["logs"].startswith("'bare.jsonl' openai sha256:")


@pytest.mark.usefixtures("logs")
def test_a_log_alone_says_what_it_needs(mercalli):
    run = mercalli("evaluate", "bare.jsonl")
    assert (run.returncode, "with --truth-file FILE; it is matched by id" in run.stderr) == (2, True)
    assert "try: mercalli evaluate bare.jsonl --truth-file FILE" in mercalli("bare.jsonl").stderr.replace("\n", " ")


def test_ids_that_match_nowhere_end_in_one_sentence(mercalli, logs):
    (logs / "other.csv").write_text("id,label\nx1,fire\nx2,flood\n", encoding="utf-8")
    run = mercalli("evaluate", "bare.jsonl", "--truth-file", "other.csv")
    assert run.returncode == 2
    assert run.stderr.startswith("mercalli: No 'id' of 'bare.jsonl' is in 'other.csv': the first has 'm0', 'm1', 'm10'")


def test_ids_without_a_partner_are_noted(sealed, logs):
    (logs / "more.csv").write_text("msg,label\nm0,fire\nm3,fire\nm4,flood\nz,flood\n", encoding="utf-8")
    result = sealed("evaluate", "said.jsonl", "--truth-file", "more.csv", "--id", "msg")
    assert result["notes"][0].startswith("Not in 'said.jsonl' (by 'msg'): 1 item of 'more.csv' ('z').")
    assert result["notes"][1].startswith("Left out: 27 rows of 'said.jsonl'")


def test_providers_in_one_file_are_systems(sealed, logs):
    results = [promptfoo(at, provider=name) for at in range(9) for name in ("a", "b")]
    (logs / "results.json").write_text(json.dumps(promptfoo_file(*results)), encoding="utf-8")
    result = sealed("evaluate", "results.json", "--classes", "flood,fire")
    assert [(system["name"], system["n"]) for system in result["systems"]] == [("a", 9), ("b", 9)]
    assert result["provenance"]["origin"] == "'results.json'"


def test_repeats_are_sent_to_the_command_for_them(sealed, logs, mercalli):
    samples = [inspect_sample(at, epoch=epoch) for at in range(5) for epoch in (1, 2)]
    (logs / "log.json").write_text(json.dumps(inspect_log(*samples)), encoding="utf-8")
    (logs / "again.json").write_text(json.dumps(inspect_log(*samples)), encoding="utf-8")
    note = sealed("evaluate", "log.json", "--classes", "flood,fire")["notes"][0]
    assert "several answers to 5 items (column 'sample')" in note
    assert "Use mercalli models" in note
    assert "are for mercalli models" in mercalli("compare", "log.json", "again.json").stderr.replace("\n", " ")


@pytest.mark.usefixtures("logs")
def test_spark_reads_no_logs(mercalli):
    run = mercalli("evaluate", "bare.jsonl", "--truth", "truth", "--engine", "spark")
    assert run.returncode == 2
    assert "'bare.jsonl' is an OpenAI batch log, and logs are read by duckdb only" in run.stderr.replace("\n", " ")


@pytest.mark.usefixtures("logs")
def test_spark_joins_no_truths(mercalli):
    run = mercalli("evaluate", "rows.csv", "--truth-file", "truth.csv", "--engine", "spark")
    assert (run.returncode, "are joined by duckdb only" in run.stderr) == (2, True)


def test_predictions_of_a_table_take_truths_of_another_file_too(sealed, logs):
    (logs / "preds.csv").write_text("id,pred\n" + "".join(f"{name},fire\n" for name in TRUTHS), encoding="utf-8")
    (system,) = sealed("evaluate", "preds.csv", "--truth-file", "truth.csv")["systems"]
    assert (system["name"], system["n"]) == ("pred", 30)


def test_the_report_of_a_log_has_its_predictions(mercalli, logs):
    run = mercalli("evaluate", "bare.jsonl", "--truth-file", "truth.csv", *QUICK, "--out", "report")
    assert run.returncode == 0, run.stderr
    rows = (logs / "report" / "bare_detailed_predictions.csv").read_text(encoding="utf-8").splitlines()
    assert (len(rows), sum("refused" in row for row in rows), sum("missing" in row for row in rows)) == (31, 1, 1)


def test_two_columns_of_outputs_are_compared(mercalli, tmp_path):
    rows = "".join(f"{at},fire,Class: fire,Label: flood\n" for at in range(12))
    (tmp_path / "both.csv").write_text(f"id,truth,one,two\n{rows}", encoding="utf-8")
    run = mercalli("compare", "both.csv", "--pred", "one,two", "--classes", "fire,flood")
    assert (run.returncode, run.stderr) == (0, "")
