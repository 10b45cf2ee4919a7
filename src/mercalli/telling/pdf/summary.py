"""A summary as PDF: one side of A4, tagged for screen readers (PDF/UA-1), written by typst."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any, Final

from mercalli.errors import FileError
from mercalli.io.pdfs import MADE_BY, check_extra
from mercalli.telling.article import Cell
from mercalli.telling.summary import KNOW, WRONG, Numbers, Summary, is_main

STANDARD: Final = "ua-1"


def summary_pdf(summary: Summary) -> bytes:
    """The bytes of the file; the same summary and the same fonts give the same bytes."""
    check_extra()
    import typst  # noqa: PLC0415 - an extra

    template = files("mercalli.telling.pdf").joinpath("summary.typ").read_bytes()
    told = json.dumps(_told(summary), ensure_ascii=False)
    try:
        pdf: bytes = typst.compile(template, format="pdf", sys_inputs={"summary": told}, pdf_standards=STANDARD)
    except typst.TypstError as error:
        raise _without_font(str(error)) from None
    return pdf


def _without_font(said: str) -> FileError:
    """Letters that no font has; such a PDF would show boxes."""
    return FileError.about(
        "the PDF",
        f"cannot be written: {said.splitlines()[0]}. If no installed font has the letters of a name, install one that "
        f"has them (Noto Sans for its script), or print summary.html of the report folder.",
    )


def _told(summary: Summary) -> dict[str, Any]:
    """What the template reads: texts and shares."""
    parts = {WRONG: summary.wrong, KNOW: summary.know}
    return {
        "maker": MADE_BY,
        "title": summary.title,
        "asks": f"Mercalli summary: {summary.asks}",
        "about": summary.about,
        "byline": summary.byline,
        "verdict": [{"text": each.text, "warns": each.warns, "main": is_main(each)} for each in summary.verdict],
        "numbers": None if summary.numbers is None else _numbers(summary.numbers),
        "parts": [{"title": title, "texts": list(texts)} for title, texts in parts.items() if texts],
        "rest": summary.rest,
        "seal": summary.seal,
        "versions": summary.versions,
    }


def _numbers(numbers: Numbers) -> dict[str, Any]:
    rows = [{"name": name, "cells": list(map(_cell, cells))} for name, cells in numbers.rows]
    return {"caption": numbers.caption, "header": list(numbers.header), "rows": rows}


def _cell(cell: Cell) -> dict[str, Any]:
    """A value with its places on the scale, from 0 to 1."""
    return {"text": cell.text, "small": f"{cell.small} {cell.mark}".strip(), "drawn": _drawn(cell)}


def _drawn(cell: Cell) -> dict[str, float | None] | None:
    if cell.strip is None or cell.strip.measure.value is None:
        return None
    scale, measure = cell.strip.scale, cell.strip.measure
    places = {"value": measure.value, "low": measure.low, "high": measure.high, "line": cell.strip.line}
    return {name: None if value is None else scale.share(value) for name, value in places.items()}
