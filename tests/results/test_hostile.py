"""Every text field of every kind of result, hostile: on pages and in Markdown it stays text."""

from __future__ import annotations

import pytest

from mercalli.errors import ResultError
from tests.results.mutations import KINDS, at, content_of, places, replaced, sealed
from tests.results.test_mutations import told

HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)>"
RAW = ("<script>alert", "<img src=x", "onerror=alert(2)>")
# Texts that code looks up, or that are no words at all: these are tried one by one.
LOOKED_UP = {"metric", "kind", "severity", "digest", "profile_digest", "cells", "places", "codes", "headline", "aim"}
LOOKED_UP |= {
    "metrics",
    "of_classes",
    "reading",
    "side",
    "category",
    "time",
    "outcome",
    "how",
    "over",
    "method",
    "level",
}
LOOKED_UP |= {"quantities", "growth", "kpis"}
AROUND = {"seal", "mercalli", "verdict"}


def texts(content):
    """Every text with its path and with what kind of place it stands at."""
    for path, pattern in places(content):
        if path and path[0] not in AROUND and isinstance(at(content, path), str):
            yield at(content, path), path, pattern


def is_looked_up(path):
    return any(part in LOOKED_UP for part in path) or path[:2] == ("provenance", "settings")


def hostile(value, chosen):
    """The same with chosen texts made hostile, wherever they stand: also as keys."""
    if isinstance(value, dict):
        return {hostile(key, chosen): hostile(each, chosen) for key, each in value.items()}
    if isinstance(value, list):
        return [hostile(each, chosen) for each in value]
    return f"{value}{HOSTILE}" if isinstance(value, str) and value in chosen else value


def stays_text(parts):
    page, markdown, *_ = parts
    return not any(raw in text for raw in RAW for text in (page, markdown))


@pytest.mark.parametrize("kind", KINDS)
def test_all_words_of_a_result_stay_text(kind):
    content = {key: each for key, each in content_of(kind).items() if key not in AROUND - {"mercalli"}}
    every = list(texts(content))
    fields = {part for path, _ in places(content) for part in path if isinstance(part, str)} | set(KINDS)
    chosen = {text for text, *_ in every} - {text for text, path, _ in every if is_looked_up(path)} - fields
    assert chosen
    parts = told(sealed(hostile(content, chosen)))
    assert "&lt;img src=x" in parts[0]
    assert stays_text(parts)


@pytest.mark.parametrize("kind", KINDS)
def test_every_text_that_is_looked_up_stays_text_or_is_refused(kind):
    content = content_of(kind)
    paths = {pattern: path for _, path, pattern in texts(content) if is_looked_up(path)}
    for path in paths.values():
        try:
            assert stays_text(told(sealed(replaced(content, path, HOSTILE)))), path
        except ResultError:
            continue
