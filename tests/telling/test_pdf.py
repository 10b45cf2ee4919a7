"""The summary as PDF: one side, tagged, and letters that no font has are named."""

from __future__ import annotations

import re
import zlib

import pytest

import mercalli
from mercalli.errors import ExtraError, FileError
from mercalli.io.pdfs import MADE_BY, OWN_PDF, check_extra
from mercalli.plan.results import from_json
from mercalli.telling.kinds import summary_pdf_of
from tests.browser.test_summary import ARABIC, DEVANAGARI, LATIN
from tests.results.mutations import KINDS, example

pytest.importorskip("typst")
PARTS = re.compile(rb"stream\r?\n(.*?)endstream", re.DOTALL)


def evaluated(classes, systems=1):
    truth = classes * 20
    wrong = [classes[-1] if at % 3 else each for at, each in enumerate(truth)]
    preds = {f"{classes[0]} {at}": wrong for at in range(systems)}
    return mercalli.evaluate(truth=truth, pred=preds, replicates=100, urgent=classes[:1], floor=0.99)


def unpacked(pdf):
    """The file with its packed parts in plain text."""
    parts = [pdf]
    for packed in PARTS.findall(pdf):
        try:
            parts.append(zlib.decompress(packed))
        except zlib.error:
            continue
    return b"\n".join(parts)


@pytest.mark.parametrize("systems", [1, 4, 40])
@pytest.mark.parametrize("classes", [LATIN, ARABIC, DEVANAGARI], ids=["latin", "arabic", "devanagari"])
def test_it_is_one_tagged_side(classes, systems):
    try:
        pdf = summary_pdf_of(evaluated(classes, systems))
    except FileError:
        pytest.skip("no font here has these letters")
    text = unpacked(pdf)
    assert len(re.findall(rb"/Type\s*/Page\b", text)) == 1
    assert b"<pdfuaid:part>1</pdfuaid:part>" in text
    assert b"/StructTreeRoot" in text
    assert len(pdf) < 120_000


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_result_is_one_side(kind):
    text = unpacked(summary_pdf_of(from_json(example(kind))))
    assert len(re.findall(rb"/Type\s*/Page\b", text)) == 1


def test_the_same_result_gives_the_same_bytes():
    assert summary_pdf_of(evaluated(LATIN)) == summary_pdf_of(evaluated(LATIN))


def test_letters_without_a_font_are_named():
    with pytest.raises(FileError, match=r"could not be displayed.*or print summary.html"):
        summary_pdf_of(evaluated(["\U00010400\U0001e900", "calm"]))


def test_names_are_text_and_no_markup():
    summary_pdf_of(evaluated(["#panic() $x$ *a* <b> @c \\", "[calm]"]))


def test_ours_is_told_from_others(tmp_path):
    ours, other, empty = (tmp_path / name for name in ("ours.pdf", "other.pdf", "empty.pdf"))
    ours.write_bytes(summary_pdf_of(evaluated(LATIN)))
    other.write_bytes(b"%PDF-1.7 by somebody else")
    empty.touch()
    assert [OWN_PDF.fits(each) for each in (ours, other, empty)] == [True, False, True]
    assert MADE_BY.encode() in ours.read_bytes()


def test_without_the_extra_one_command_is_named(monkeypatch):
    monkeypatch.setattr("mercalli.io.pdfs.find_spec", lambda _: None)
    with pytest.raises(ExtraError, match=r"pip install 'mercalli\[pdf\]'"):
        check_extra()
