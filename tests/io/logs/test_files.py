import gzip
import json

import pytest

from mercalli.errors import FileError, SettingError
from mercalli.io.tables import open_table
from tests.io.logs.samples import anthropic, harness, inspect_log, inspect_sample, lines, openai, promptfoo


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (openai("a"), "an OpenAI batch log of 'gpt-4o-mini-2024-07-18': 1 row"),
        (anthropic("a", {"type": "text", "text": "x"}), "an Anthropic batch log of 'claude-sonnet-4-5': 1 row"),
        (harness(1, "x"), "samples of lm-evaluation-harness: 1 row"),
        (promptfoo(1), "promptfoo results of 'openai:gpt-4o-mini': 1 row"),
    ],
)
def test_the_shape_is_found_and_said(log, line, said):
    assert log(line).log.lines == (f"'log.jsonl' read as {said}",)


@pytest.mark.parametrize(
    "row",
    [
        {"id": "1", "truth": "fire", "pred": "flood"},
        {"custom_id": "1", "response": "flood", "error": None},
        {"doc_id": "1", "resps": "flood"},
        {"id": "1", "output": {"label": "fire"}},
        {"key": "1", "error": "none"},
    ],
)
def test_a_plain_table_stays_one(log, row):
    table = log(row, row)
    assert (table.log, table.columns) == (None, list(row))


def test_a_log_can_be_opened_as_a_table(log):
    assert log(openai("a"), openai("b"), read_as="table").columns == ["id", "custom_id", "response", "error"]


def test_a_shape_that_is_named_must_fit(log):
    with pytest.raises(FileError, match=r"Line 1 of 'log.jsonl' is not a request of an Anthropic batch log"):
        log(openai("a"), openai("b"), read_as="anthropic")


def test_a_shape_that_nobody_knows_is_refused(log):
    with pytest.raises(SettingError, match=r"`from` must be one of 'openai', "):
        log(openai("a"), read_as="opnai")


def test_mixed_shapes_are_refused_with_the_line(log):
    with pytest.raises(FileError, match=r"Line 2 of 'log.jsonl' is not a request of an OpenAI batch log.*'result'"):
        log(openai("a"), anthropic("b"))


def test_a_damaged_line_is_told_by_its_number(log):
    with pytest.raises(FileError, match=r"Line 3 of 'log.jsonl' is not a complete JSON object. Correct or remove it"):
        log(lines(openai("a")) + "\n" + lines(openai("b"))[:40] + "\n" + lines(openai("c")))


def test_a_last_line_without_its_end_is_a_file_that_was_cut_off(log):
    with pytest.raises(FileError, match=r"Line 2 of 'log.jsonl'.*it is the last line: the file was cut off"):
        log(lines(openai("a"), openai("b"))[:-50])


def test_blank_lines_a_mark_and_carriage_returns_are_nothing(answers):
    text = "\ufeff" + lines(openai("a")) + "\n\n" + lines(openai("b"))
    assert [row["id"] for row in answers(text.replace("\n", "\r\n"))] == ["a", "b"]


def test_a_list_of_objects_is_read_like_lines(answers):
    assert [row["id"] for row in answers(json.dumps([openai("a"), openai("b")], indent=1))] == ["a", "b"]


def test_packed_logs_are_read_and_checked_to_their_end(tmp_path):
    packed = gzip.compress(lines(openai("a")).encode())
    (tmp_path / "a.jsonl.gz").write_bytes(packed)
    (tmp_path / "b.jsonl.gz").write_bytes(packed[:-9])
    assert open_table(tmp_path / "a.jsonl.gz").relation.project("id").fetchall() == [("a",)]
    with pytest.raises(FileError, match=r"'b.jsonl.gz' is cut off or damaged: it ends too early"):
        open_table(tmp_path / "b.jsonl.gz")


def test_an_output_file_and_its_error_file_are_one_log(tmp_path):
    (tmp_path / "out_1.jsonl").write_text(lines(openai("a")), encoding="utf-8")
    (tmp_path / "out_2.jsonl").write_text(lines(openai("b", status=500)), encoding="utf-8")
    assert open_table(tmp_path / "out_*.jsonl").relation.project("id").fetchall() == [("a",), ("b",)]


def test_signs_that_no_text_can_hold_are_replaced(answers):
    (row,) = answers(json.dumps(openai("a", "fl\ud83dood\0")) + "\n")
    assert row["output"] == "fl?ood\0"


def test_bytes_that_are_no_text_are_told_by_their_line(tmp_path):
    (tmp_path / "log.jsonl").write_bytes(lines(openai("a")).encode() + b'{"custom_id": "\xff"}\n')
    with pytest.raises(FileError, match=r"Line 2 of 'log.jsonl' is not utf-8 text"):
        open_table(tmp_path / "log.jsonl")


def test_a_document_that_is_no_text_is_refused(tmp_path):
    text = json.dumps(
        inspect_log(inspect_sample(1, "flood" * 20000), inspect_sample(2, "\xff")), indent=1, ensure_ascii=False
    )
    (tmp_path / "log.json").write_bytes(text.encode("latin-1"))
    with pytest.raises(FileError, match=r"not UTF-8 text"):
        open_table(tmp_path / "log.json", read_as="inspect")


def test_the_digest_is_that_of_the_bytes(log):
    first, second = log(openai("a")), log(openai("a"), name="other.jsonl")
    assert first.log.digest == second.log.digest != log(openai("b")).log.digest
    assert first.log.digest.startswith("sha256:")
