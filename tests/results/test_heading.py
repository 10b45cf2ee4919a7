"""Title, author and date of a report: text that stays text, under the seal, and refused where it cannot be shown."""

from __future__ import annotations

import datetime as dt

import pytest

import mercalli
from mercalli.errors import SettingError
from mercalli.results.heading import Heading, under
from mercalli.telling.kinds import files_of
from tests.frozen.kept import FIRST, KEPT, KINDS
from tests.telling.screens import screen

HOSTILE = r"<script>alert(1)</script> *B* $x_1$ \textbf{y} [a](http://b) | `c`"
KEPT_OF = {
    kind: file for file in sorted((KEPT / FIRST).glob("*.json")) for kind in [mercalli.read_result(file).sealed_as]
}


def titled(file=KEPT_OF["comparison"], **texts):
    return under(mercalli.read_result(file), Heading.check(**texts))


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_report_of_any_kind_has_title_author_and_date_on_top(kind):
    result = titled(KEPT_OF[kind], title="Week 3", author="A. Ruiz", date="2026-11-18")
    files = files_of(result)
    title, _, below = files["index.html"].partition('<h1 dir="auto">Week 3</h1>')
    assert '<p class="byline" dir="auto">A. Ruiz, 2026-11-18</p>\n<nav' in below
    assert "byline" not in title.partition("<body")[2]
    assert "<title>Week 3 - Mercalli report</title>" in files["index.html"]
    assert files["report.md"].startswith("# Week 3: ")
    assert "\n\nA. Ruiz, 2026-11-18\n\n" in files["report.md"]
    assert screen(result, 80).startswith("Week 3\nA. Ruiz, 2026-11-18\n")


def test_a_heading_is_under_the_seal_and_comes_back(tmp_path):
    result = mercalli.read_result(KEPT_OF["comparison"])
    folder = mercalli.write_report(result, tmp_path / "report", title="Week 3", date=dt.date(2026, 11, 18))
    read = mercalli.read_result(folder / "result.json")
    assert read.provenance.heading == Heading("Week 3", None, "2026-11-18")
    assert files_of(read)["index.html"] == (folder / "index.html").read_text(encoding="utf-8")


def test_without_a_heading_a_result_stays_as_it_is():
    result = mercalli.read_result(KEPT_OF["comparison"])
    assert under(result, Heading.check()) is result
    assert 'class="byline"' not in files_of(result)["index.html"]


def test_markup_in_a_title_stays_text():
    files = files_of(titled(title=HOSTILE, author=HOSTILE))
    assert "<script>alert" not in files["index.html"]
    assert "&lt;script&gt;alert(1)&lt;/script&gt; *B* $x_1$" in files["index.html"]
    first = files["report.md"].split("\n")[0]
    assert (
        r"&lt;script&gt;alert(1)&lt;/script&gt; \*B\* &#36;x_1&#36; \\textbf{y} \[a\](http&#58;//b) \| \`c\`" in first
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a" * 10_000, r"`title` has 10,000 characters; at most 300 are shown\. Shorten it\."),
        ("a\x1b[31m", r"`title` holds the control character '\\x1b'"),
        ("abc\u202edef", r"`title` holds the control character '\\u202e'"),
        ("a\udcff", r"`title` holds the control character '\\udcff'"),
        (" \n", r"`title` is empty\. Write one, or leave it out\."),
        (7, r"`title` must be a text; found 7\."),
    ],
)
def test_a_title_that_cannot_be_shown_is_refused(text, said):
    with pytest.raises(SettingError, match=said):
        Heading.check(text)


def test_lines_of_a_title_become_one():
    assert Heading.check("Week 3:\n\tthe floods").title == "Week 3: the floods"
