import json
import zipfile

import pytest

from mercalli.errors import FileError
from mercalli.io.tables import open_table
from tests.io.logs.samples import inspect_log, inspect_sample


@pytest.fixture
def samples(answers):
    """The rows of an Inspect log with some samples."""
    return lambda *each: answers(json.dumps(inspect_log(*each), indent=2), name="log.json")


@pytest.fixture
def packed(tmp_path):
    """An Inspect log as a zip file."""
    path = tmp_path / "log.eval"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as folder:
        folder.writestr("_journal/start.json", json.dumps({"version": 2, "eval": {"model": "openai/gpt-4o"}}))
        for sample in (inspect_sample("a"), inspect_sample("b", "fire")):
            folder.writestr(f"samples/{sample['id']}_epoch_1.json", json.dumps(sample))
        folder.writestr("summaries.json", "[]")
    return path


def test_a_sample_has_id_target_answer_tokens_and_time(samples):
    assert samples(inspect_sample("a", "Class: flood")) == [
        {
            "id": "a",
            "system": "openai/gpt-4o",
            "truth": "flood",
            "text": "Water in the street",
            "output": "Class: flood",
            "finish_reason": "stop",
            "input_tokens": "40",
            "output_tokens": "4",
            "cached_tokens": "10",
            "latency_s": "1.25",
        }
    ]


def test_epochs_are_samples(samples):
    rows = samples(inspect_sample(1, epoch=1), inspect_sample(2, epoch=1), inspect_sample(1, "fire", epoch=2))
    assert [(row["id"], row["sample"], row["output"]) for row in rows] == [
        ("1", 1, "flood"),
        ("2", 1, "flood"),
        ("1", 2, "fire"),
    ]


def test_an_epoch_that_failed_stays_a_sample(samples):
    failed = inspect_sample(1, "", epoch=1, error={"message": "boom", "traceback": ""})
    first, second = samples(failed, inspect_sample(1, epoch=2))
    assert (first["error"], first["sample"], second["sample"]) == ("boom", 1, 2)


def test_parts_of_a_message_are_joined_without_reasoning(samples):
    parts = [{"type": "reasoning", "reasoning": "fire?"}, {"type": "text", "text": "flood"}]
    (row,) = samples(inspect_sample(1, parts, stop="max_tokens"))
    assert (row["output"], row["finish_reason"]) == ("flood", "length")


def test_a_long_text_is_found_where_it_is_kept(samples):
    (row,) = samples(inspect_sample(1, "attachment://abc", attachments={"abc": "flood"}))
    assert row["output"] == "flood"


def test_a_packed_log_is_read_as_well(packed):
    table = open_table(packed)
    assert table.relation.project("id, output, system").fetchall() == [
        ("a", "flood", "openai/gpt-4o"),
        ("b", "fire", "openai/gpt-4o"),
    ]


def test_a_packed_log_that_is_cut_off_is_refused(packed):
    packed.write_bytes(packed.read_bytes()[:-30])
    with pytest.raises(FileError, match=r"'log.eval' is cut off or damaged: it is not a zip file"):
        open_table(packed)


def test_a_document_that_is_cut_off_says_after_which_sample(log):
    text = json.dumps(inspect_log(inspect_sample(1), inspect_sample(2)), indent=2)
    with pytest.raises(FileError, match=r"no complete JSON document after sample 1"):
        log(text[:-300], name="log.json")


def test_a_log_without_samples_is_refused(log):
    with pytest.raises(FileError, match=r"was read as an Inspect log and holds no sample"):
        log(json.dumps(inspect_log()), name="log.json")


def test_a_long_document_is_read_piece_by_piece(samples):
    rows = samples(*(inspect_sample(at, "flood " + "x" * 5000) for at in range(100)))
    assert [row["id"] for row in rows] == [str(at) for at in range(100)]


def repacked(path, name, content):
    """The same log with another content of one member."""
    with zipfile.ZipFile(path) as folder:
        members = {each: folder.read(each) for each in folder.namelist()}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as folder:
        for each, old in {**members, name: content}.items():
            folder.writestr(each, old)


def test_a_member_that_is_larger_than_any_sample_is_not_unpacked(packed):
    repacked(packed, "samples/a_epoch_1.json", b" " * (1 << 25))
    with pytest.raises(FileError, match="larger than any sample"):
        open_table(packed)


def test_a_member_with_a_password_is_told(packed):
    content = bytearray(packed.read_bytes())
    for sign, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = content.find(sign)
        while at >= 0:
            content[at + flags] |= 1
            at = content.find(sign, at + 1)
    packed.write_bytes(content)
    with pytest.raises(FileError, match="is not JSON"):
        open_table(packed)


def test_a_header_that_is_no_object_says_nothing(packed):
    repacked(packed, "_journal/start.json", b"[]")
    assert open_table(packed).log.systems == (("gpt-4o", None),)
