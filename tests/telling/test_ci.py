"""What programs that check every change are told: notes for GitHub, JUnit reports and summaries."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import numpy as np

import mercalli
from mercalli.results.gates import GateReport
from mercalli.telling.article import Article, Notes, Section, Verdicts, table
from mercalli.telling.ci import MOST_SUMMARY, TOO_LONG, github_notes, junit, summary
from mercalli.telling.kinds import article_of


def gates(missed, passed=0, system="svm"):
    return [
        *(GateReport("dua>=0.9", system, f"lang={at}", 0.5, passed=False) for at in range(missed)),
        *(GateReport(f"accuracy>=0.{at}", system, None, 0.5, passed=True) for at in range(passed)),
    ]


def told(*sections):
    provenance = mercalli.evaluate(truth=["a", "b"], pred=["a", "b"], replicates=0).provenance
    return Article("rows.csv", "how good", "2 rows", sections, (), provenance, {})


def test_each_missed_gate_is_an_error():
    assert github_notes(gates(2, 3)) == [
        "::error title=gate missed::dua>=0.9: svm in lang=0 is 0.5000",
        "::error title=gate missed::dua>=0.9: svm in lang=1 is 0.5000",
    ]


def test_ten_fit_and_of_more_the_last_one_says_how_many_are_hidden():
    assert len(github_notes(gates(10))) == 10
    lines = github_notes(gates(16))
    assert len(lines) == 10
    assert lines[-1] == "::error title=gates missed::and 7 more"


def test_where_all_gates_are_passed_a_notice_says_so():
    assert github_notes(gates(0, 3)) == ["::notice title=gates::3 gates passed"]


def test_names_cannot_begin_another_command():
    (line,) = github_notes(gates(1, system="a%0Ab\n::error::c\r\x1b[31m"))
    assert line.count("\n") == line.count("\r") == line.count("\x1b") == 0
    assert "a%250Ab" in line


def test_a_junit_report_has_a_suite_for_each_system_and_missed_gates_first():
    root = ET.fromstring(junit([*gates(1, 2)[::-1], *gates(0, 1, "rules")]))  # noqa: S314 - made here
    assert (root.get("tests"), root.get("failures")) == ("4", "1")
    assert [(suite.get("name"), suite.get("tests"), suite.get("failures")) for suite in root] == [
        ("svm", "3", "1"),
        ("rules", "1", "0"),
    ]
    first = root[0][0]
    assert first.get("name") == "dua>=0.9 in lang=0"
    assert first.find("failure").get("message") == "dua>=0.9: svm in lang=0 is 0.5000"
    assert root[0][1].find("failure") is None


def test_a_junit_report_is_xml_whatever_names_hold():
    name = '<b a="&">\x00\x1f\ud800\ufffe]]>\N{FIRE}'
    (suite,) = ET.fromstring(junit(gates(1, system=name)).encode("utf-8"))  # noqa: S314 - made here
    assert suite.get("name") == '<b a="&">\ufffd\ufffd\ufffd\ufffd]]>\N{FIRE}'


def test_a_summary_has_the_verdict_the_gates_and_the_numbers():
    truth = ["fire", "flood"] * 10
    result = mercalli.evaluate(truth=truth, pred={"svm": truth, "rules": ["fire"] * 20}, gates="accuracy>=0.9")
    text = summary(article_of(result))
    places = [text.index(part) for part in ("## Verdict", "| missed |", "| passed |", "| metric | svm | rules |")]
    assert places == sorted(places)
    assert "\n## \n" not in text


def test_a_long_summary_is_cut_and_says_so():
    shown = table("Rows", ("name", "n"), [(f"row {at}", str(at)) for at in range(50)])
    text = summary(told(Section("All", (shown, Notes(tuple(f"note {at}" for at in range(40)))))))
    assert "Rows (the first 20 of 50 rows)" in text
    assert "row 19" in text
    assert "row 20" not in text
    assert "and 20 more notes" in text


def test_a_summary_stays_below_its_limit_however_much_there_is():
    rng = np.random.default_rng(0)
    names = ["\N{FIRE}" * 60 + str(at) for at in range(40)]
    truth = rng.choice(names, 400)
    result = mercalli.evaluate(
        truth=truth, pred={f"{at}" * 80: rng.choice(names, 400) for at in range(40)}, replicates=0
    )
    assert len(summary(article_of(result)).encode()) <= MOST_SUMMARY


def test_what_cannot_be_cut_is_left_out_with_a_sentence():
    assert summary(told(Section("All", (Verdicts.of(("x" * 100_000,)),)))) == f"{TOO_LONG}\n"
