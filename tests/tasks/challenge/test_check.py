"""Runs are checked by the key alone, in one pass, with every problem at once."""

import csv
import gzip
import json
import math
import random
import zlib
from contextlib import suppress
from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mercalli.inputs.runs import RunField, RunForm, RunRule
from mercalli.tasks.challenge.check import MOST_LISTED, check_run, limits_for
from mercalli.tasks.challenge.errors import ChallengeError, InvalidRunError
from mercalli.tasks.challenge.key import Key
from mercalli.tasks.challenge.reader import Limits, RefusedError, lines

LABELS = Key(RunForm(("id",), (RunField("pred", ("a", "b")),)), (("1",), ("2",), ("3",)))
SECTORS = Key(
    RunForm(
        ("doc", "sentence"),
        (RunField("relevant", ("0", "1")), RunField("sector", ("-1", "3"))),
        (
            RunRule("irrelevant_with_sector", "relevant", "0", "sector", ("-1",)),
            RunRule("without_sector", "relevant", "1", "sector", ("3",), warns=True),
        ),
    ),
    (("0", "0"), ("0", "1")),
)
NUMBERS = Key(RunForm(("id",), (RunField("score", lowest=0.0, highest=1.0),)), (("1",), ("2",)))
SETS = Key(RunForm(("id",), (RunField("pred", ("x", "y"), separator=";"),)), (("1",), ("2",)))


def texts(content, key=LABELS):
    return check_run([content], key).texts


@pytest.mark.parametrize(
    "content",
    [
        b"id,pred\n1,a\n2,b\n3,a\n",
        b"\xef\xbb\xbfid,pred\r\n1,a\r\n2,b\r\n3,a\r\n",
        b'pred, id\n"a", 1\n"b", 2\n\na, 3',
        b"id\tpred\n1\ta\n2\tb\n3\ta\n",
        gzip.compress(b"id,pred\n1,a\n2,b\n3,a\n"),
        gzip.compress(b"id,pred\n1,a\n") + gzip.compress(b"2,b\n3,a\n"),
    ],
    ids=["plain", "marked", "quoted", "tabs", "packed", "packed in two"],
)
def test_every_way_to_write_a_run_is_read_alike(content):
    assert check_run([content[at : at + 3] for at in range(0, len(content), 3)], LABELS).predictions == (
        ("a",),
        ("b",),
        ("a",),
    )


def test_all_problems_are_told_at_once_with_line_rule_and_fix():
    checked = check_run([b"id,pred\n1,c\n1,a\n02,b\n9,a\n"], LABELS)
    assert checked.texts == [
        "line 2: pred is 'c'; it must be one of 'a', 'b'.",
        "line 3: The item 1 is repeated; it is first on line 2.",
        "line 4: The item 02 was not asked for. Write it as 2.",
        "line 5: The item 9 was not asked for.",
        "The item 2 is missing: every item needs a line.",
        "The item 3 is missing: every item needs a line.",
    ]
    assert checked.found == {"value": 1, "duplicate": 1, "unexpected": 2, "missing": 2}
    with pytest.raises(InvalidRunError, match="6 problems"):
        checked.checked("run.csv")


def test_of_many_problems_the_first_are_listed_and_all_are_counted():
    items = tuple((str(at),) for at in range(1000))
    checked = check_run([b"id,pred\n"], Key(LABELS.form, items))
    assert checked.found == {"missing": 1000}
    assert len(checked.faults) == MOST_LISTED
    assert checked.texts[-1] == "and 980 more of this kind (missing)"


@pytest.mark.parametrize(
    ("content", "key", "said"),
    [
        (b"doc,sentence,relevant,sector\n0,0,0,3\n0,1,0,-1\n", SECTORS, "sector is '3' where relevant is 0"),
        (b"id,score\n1,nan\n2,0.5\n", NUMBERS, "a finite number from 0 to 1"),
        (b"id,score\n1,inf\n2,0.1_0\n", NUMBERS, "score is '0.1_0'; it must be a finite number"),
        (b"id,score\n1,2\n2,0.5\n", NUMBERS, "a finite number from 0 to 1"),
        (b"id,score\n1,-1e51\n2,0.5\n", NUMBERS, "it must be at most 1e+50 in size"),
        (b"id,pred\n1,x;z\n2,\n", SETS, "several with ';' between them"),
        (b"id,pred\n1,x;x\n2,\n", SETS, "several with ';' between them"),
        (b"id,pred,more\n", LABELS, "unknown: 'more'"),
        (b"id,pred,pred\n", LABELS, "repeated: 'pred'"),
        (b"id,predd\n", LABELS, "Call 'predd' 'pred'."),
        (b"", LABELS, "The file has no header"),
        (b"id,pred\n1,a,b\n", LABELS, "3 values where the header has 2"),
        (b'id,pred\n1,"a\nb"\n', LABELS, "no end on its line"),
        (b"id,pred\n1,\xe9\n", LABELS, "Byte 11 (0xe9) is not UTF-8"),
        (b"id,pred\n1,a\0\n", LABELS, "a zero byte"),
        (b"id,pred\r1,a\r", LABELS, "a lone carriage return"),
        (b"id,pred\n" + b"1,a\n" * 5, LABELS, "more lines than the 3 items"),
        (b"id,pred\n1," + b"a" * 300 + b"\n", LABELS, "more than 256 bytes"),
        (b"PK\x03\x04 more", LABELS, "This is a zip file"),
        (gzip.compress(b"id,pred\n1,a\n", mtime=0)[:-3], LABELS, "ends too early"),
        (b"\x1f\x8b not packed at all", LABELS, "is damaged"),
    ],
)
def test_what_is_wrong_is_said(content, key, said):
    assert said in " ".join(texts(content, key))
    assert not check_run([content], key).valid


def test_what_is_of_no_use_is_a_warning():
    checked = check_run([b"doc,sentence,relevant,sector\n0,0,1,-1\n0,1,0,-1\n"], SECTORS)
    assert checked.valid
    assert checked.warning_texts == ["line 2: sector is '-1' where relevant is 1; it should be '3'."]


def packed(blocks):
    """A gzip file of very many blocks, in pieces."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    yield from (packer.compress(block) for block in blocks)
    yield packer.flush()


def endless(piece):
    """The same bytes for ever."""
    while True:
        yield piece


@pytest.mark.parametrize(
    "blocks",
    [
        packed(endless(b"1,a\n" * 10_000)),
        packed(endless(b"x" * (1 << 16))),
        endless(b"pred," * 13_000),
        endless(b"\n" * (1 << 16)),
        chain([b"id,pred\n"], endless(b"\n" * (1 << 10))),
        chain([b"id,pred\n"], endless(b"1,a\n")),
        chain([b"id,pred\n"], endless(b"1,a," + b"b," * 1000 + b"\n")),
    ],
    ids=["packed rows", "packed line", "header", "blank", "blank lines", "rows", "wide rows"],
)
def test_a_file_without_end_is_refused(blocks):
    assert not check_run(blocks, LABELS).valid


def test_a_file_that_grows_too_much_is_refused():
    limits = Limits(most_bytes=1 << 30, spare=1 << 16)
    with pytest.raises(RefusedError, match="100 times its size"):
        list(lines(packed([b"1,a\n" * 10_000] * 50), limits))


def test_empty_lines_and_lines_of_commas_take_no_time():
    empty = check_run(chain([b"id,pred\n"], (b"\n" * 1000 for _ in range(10**9))), LABELS)
    assert empty.texts == ["line 1,007: There are more empty lines than a run can need. The rest was not checked."]
    assert "more than 64 values" in check_run([b"id,pred\n1" + b"," * 9000], LABELS).texts[0]


def test_a_file_whose_lines_are_all_too_wide_is_not_read_to_its_end():
    many = Key(LABELS.form, tuple((str(at),) for at in range(3000)))
    checked = check_run([b"id,pred\n" + b"1,a,b\n" * 2000], many)
    assert checked.rows == 1000
    assert checked.texts[-1] == "and 981 more of this kind (width)"
    assert "missing" not in checked.found  # what was not read is not missed


def test_no_more_bytes_are_read_than_such_a_run_can_need():
    most = limits_for(LABELS).most_bytes
    assert "too_large" in check_run([b"id,pred\n", *[b" " * 16_000 + b"\n"] * (most // 16_000 + 1)], LABELS).found


def slowly(content):
    """What a plain reader makes of a valid run of LABELS; nothing if it is not valid."""
    try:
        rows = list(csv.reader(content.decode("utf-8-sig").split("\n"), strict=True, skipinitialspace=True))
    except (UnicodeDecodeError, csv.Error):
        return None
    rows = [[value.strip() for value in row] for row in rows if any(value.strip() for value in row) or len(row) > 1]
    if not rows or sorted(rows[0]) != ["id", "pred"] or any(len(row) != 2 for row in rows):
        return None
    id_at, pred_at = rows[0].index("id"), rows[0].index("pred")
    found = {row[id_at]: row[pred_at] for row in rows[1:]}
    valid = len(found) == len(rows) - 1 and set(found) == {"1", "2", "3"} and set(found.values()) <= {"a", "b"}
    return tuple((found[item],) for item in ("1", "2", "3")) if valid else None


PIECES = st.sampled_from(
    ["id,pred\n", "1,a\n", "2,b\n", "3,a\n", '"3",b\n', " 2 , a\n", "\n", "x", '"', ",", "4,a\n", "\r\n"]
)


@settings(max_examples=400, deadline=None)
@given(st.one_of(st.lists(PIECES, max_size=8).map("".join).map(str.encode), st.binary(max_size=60)))
def test_a_plain_slow_reader_agrees_and_nothing_is_ever_raised(content):
    checked = check_run([content[:5], content[5:]], LABELS)
    plain = (
        None
        if b"\r" in content.replace(b"\r\n", b"\n") or b"\0" in content
        else slowly(content.replace(b"\r\n", b"\n"))
    )
    assert (checked.predictions if checked.valid else None) == plain


@settings(max_examples=100, deadline=None)
@given(st.floats())
def test_every_finite_number_inside_is_taken_as_it_is_written(number):
    checked = check_run([f"id,score\n1,{number!r}\n2,0\n".encode()], NUMBERS)
    assert checked.valid == (math.isfinite(number) and 0 <= number <= 1)


def test_a_key_is_the_same_after_it_was_written():
    for key in (LABELS, SECTORS, NUMBERS, SETS):
        assert Key.of(key.text) == key


def test_a_large_run_is_checked_in_pieces_of_any_size():
    items = tuple((str(at),) for at in range(2_000))
    key = Key(LABELS.form, items)
    content = b"id,pred\n" + b"".join(f"{at},a\n".encode() for at in random.Random(1).sample(range(2_000), 2_000))  # noqa: S311
    assert check_run([content], key) == check_run([content[at : at + 7] for at in range(0, len(content), 7)], key)


SOUND = Key(
    RunForm(
        ("id",),
        (RunField("pred", ("a", "b")), RunField("s", (), 0.0, 1.0), RunField("t", ("1",), separator=";")),
        (RunRule("r", "pred", "a", "t", ("1",)),),
    ),
    (("1",), ("2",)),
)


def places(value, path=()):
    """Every place in what a JSON file holds."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, each in inner:
        yield from places(each, (*path, name))


@pytest.mark.parametrize("other", [None, 1, -1.5, "x", "", [], {}, [1], ["a"], {"a": 1}, [["1"]], 10**400])
def test_a_key_file_that_holds_anything_is_refused_or_used_and_never_breaks(other):
    for path in places(json.loads(SOUND.text)):
        content = {"key": json.loads(SOUND.text)}
        place = content
        for name in ("key", *path)[:-1]:
            place = place[name]
        place[("key", *path)[-1]] = other
        with suppress(ChallengeError):
            key = Key.of(json.dumps(content["key"]))
            for run in (b"id,pred,s,t\n1,a,0.5,1\n2,c,7,2\n", b"id\n1\n", b"pred,s,t,id\n,,,\n"):
                assert isinstance(check_run([run], key).texts, list)
