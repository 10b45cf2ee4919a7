"""A result for programs that check every change: a short summary, notes on missed gates, and a report as tests have."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from xml.etree.ElementTree import Element, SubElement, tostring

from mercalli.results.gates import GateReport, by_gate
from mercalli.telling.article import PROMPT, Article, Block, Notes, Section, Sentence, Table
from mercalli.telling.joined import joined
from mercalli.telling.markdown import escape, sections_markdown
from mercalli.telling.simple import simple
from mercalli.telling.words import gate_place, gate_text
from mercalli.text.names import visible_record
from mercalli.text.words import counted, cut, visible

MOST_SUMMARY = 64_000  # bytes
ROOM = (20, 12, 8, 5, 3, 2, 1)
MOST_NOTES = 10  # GitHub shows so many errors of a step, and hides the rest without a word
LONGEST = 500
TOO_LONG = "This summary is left out: it is too long even when it is cut. The report folder has everything."
UNESCAPED = {"%": "%25", "\r": "%0D", "\n": "%0A"}
FORBIDDEN = "\ufffd"
FIRST_SIGN = 0x20


def summary(article: Article) -> str:
    """Short Markdown: verdict, gates and the main numbers; what is cut is said."""
    told = list(joined([replace(each, blocks=tuple(simple(each.blocks))) for each in _sections(article)]))
    head = f"# {escape(cut(article.top.title, LONGEST))}: {article.asks}\n"
    tries = (f"{head}{sections_markdown(_shortened(told, room))}\n" for room in ROOM)
    return next((text for text in tries if len(text.encode()) <= MOST_SUMMARY), f"{TOO_LONG}\n")


def _sections(article: Article) -> Sequence[Section]:
    return visible_record(article.on(PROMPT).sections)


def _shortened(sections: Sequence[Section], room: int) -> list[Section]:
    """The first sections, of each the first rows and notes."""
    kept = [replace(each, blocks=tuple(_short(block, room) for block in each.blocks)) for each in sections[:room]]
    rest = [_more(len(sections) - room, "section")] if len(sections) > room else []
    return [*kept, *(Section("Cut", (each,)) for each in rest)]


def _short(block: Block, room: int) -> Block:
    match block:
        case Table(rows=rows) if len(rows) > room:
            more = f"{block.caption} (the first {room} of {counted(len(rows), block.each)})"
            return replace(block, caption=more, rows=rows[:room])
        case Notes(texts):
            rest = [f"and {counted(len(texts) - room, 'more note')}"] if len(texts) > room else []
            return Notes((*(cut(text, LONGEST) for text in texts[:room]), *rest))
        case Sentence(text):
            return Sentence(cut(text, LONGEST))
        case _:
            return block


def _more(rest: int, each: str) -> Sentence:
    return Sentence(f"{counted(rest, f'more {each}')} stand in the report.")


def github_notes(reports: Sequence[GateReport]) -> list[str]:
    """Workflow commands of GitHub: an error for each missed gate, the last one for all that would be hidden."""
    missed = [report for report in reports if not report.passed]
    if not missed:
        return [f"::notice title=gates::{counted(len(by_gate(reports)), 'gate')} passed"]
    shown = missed if len(missed) <= MOST_NOTES else missed[: MOST_NOTES - 1]
    rest = len(missed) - len(shown)
    return [
        *(f"::error title=gate missed::{_escaped(gate_text(each))}" for each in shown),
        *([f"::error title=gates missed::and {rest:,} more"] if rest else []),
    ]


def _escaped(text: str) -> str:
    return "".join(UNESCAPED.get(sign, sign) for sign in cut(visible(text), LONGEST))


def junit(reports: Sequence[GateReport]) -> str:
    """XML that GitLab, Jenkins and Azure show: a suite for each system, a case for each gate, missed ones first."""
    root = Element("testsuites", {"name": "mercalli", **_counts(reports)})
    for system in dict.fromkeys(report.system for report in reports):
        own = sorted((each for each in reports if each.system == system), key=lambda each: each.passed)
        suite = SubElement(root, "testsuite", {"name": _for_xml(system), **_counts(own)})
        for each in own:
            name = _for_xml(f"{each.gate}{gate_place(each)}")
            case = SubElement(suite, "testcase", classname=_for_xml(system), name=name)
            if not each.passed:
                SubElement(case, "failure", type="gate missed", message=_for_xml(gate_text(each)))
    return f'<?xml version="1.0" encoding="utf-8"?>\n{tostring(root, encoding="unicode")}\n'


def _counts(reports: Sequence[GateReport]) -> dict[str, str]:
    return {"tests": str(len(reports)), "failures": str(sum(not each.passed for each in reports))}


def _for_xml(text: str) -> str:
    r"""Without the signs that no XML may hold.

    >>> _for_xml("a\0b") == "a\N{REPLACEMENT CHARACTER}b"
    True
    """
    return "".join(sign if _fits_xml(ord(sign)) else FORBIDDEN for sign in text)


def _fits_xml(code: int) -> bool:
    return code in {0x9, 0xA, 0xD} or FIRST_SIGN <= code < 0xD800 or 0xE000 <= code < 0xFFFE or code > 0xFFFF  # noqa: PLR2004
