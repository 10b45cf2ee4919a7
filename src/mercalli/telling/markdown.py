"""An article as Markdown."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator

from mercalli.results.findings import Finding
from mercalli.results.verdict import ANSWER, Line
from mercalli.telling.article import (
    Article,
    Block,
    Findings,
    Fold,
    Lines,
    Notes,
    Picture,
    Section,
    Sentence,
    Table,
    Verdicts,
)
from mercalli.telling.simple import simple
from mercalli.telling.words import line_text
from mercalli.text.names import one_line

# Signs of markup; an underscore inside a word is none.
MARKS = re.compile(r"[\\`*~\[\]|]|(?<!\w)_|_(?!\w)")
# What begins a heading, a list or a rule where it stands first.
FIRST = re.compile(r"^(\d{0,9})([#+=.)-])(?=\s|$)|^([#+=-])")
# What some programs make links, mentions and formulas of, though it has no mark around it.
LINKS = re.compile(r"[@$]|(?<=\w):(?=//)|(?<=www)\.", re.IGNORECASE)


def article_markdown(article: Article) -> str:
    """The whole article."""
    top = article.top
    lines = [f"# {escape(top.title)}: {article.asks}", *_paragraph(top.byline), *_paragraph(f"{top.summary}.")]
    lines += [line for section in article.sections for line in _section(section)]
    return "\n".join([*lines, *_computed(article)]) + "\n"


def sections_markdown(sections: Iterable[Section]) -> str:
    """Sections alone, to stand among other things."""
    return "\n".join(line for each in sections for line in _section(each))


def _paragraph(text: str) -> list[str]:
    return ["", escape(text)] if text else []


def _section(section: Section) -> Iterator[str]:
    if section.title:
        yield f"\n## {escape(section.title)}"
    if section.about:
        yield f"\n{escape(section.about)}."
    yield from _blocks(section.blocks)


def _computed(article: Article) -> Iterator[str]:
    """The settings, the versions, and the digests of the data by what they are of."""
    yield "\n## How it was computed\n"
    provenance = article.provenance
    facts = {
        **provenance.settings,
        "profile": f"{provenance.profile} ({provenance.profile_digest})",
        **{f"data of {name}": digest for name, digest in article.digests.items()},
        **{f"version of {name}": version for name, version in provenance.versions.items()},
    }
    yield from (f"- {escape(name)}: {escape(str(value))}" for name, value in facts.items() if value is not None)


def _blocks(blocks: Iterable[Block], heading: str = "###") -> Iterator[str]:
    """What is folded gets a heading of its own, and is open."""
    for block in blocks:
        if isinstance(block, Fold):
            yield f"\n{heading} {escape(block.heading)}"
            yield from _blocks(block.blocks, f"{heading}#")
        else:
            yield from (line for each in simple([block]) for line in _block(each))


def _block(block: Block) -> Iterator[str]:
    yield ""
    match block:
        case Sentence(text):
            yield escape(text)
        case Verdicts(lines):
            yield from (f"- {_line(line)}" for line in lines)
        case Notes(texts):
            yield from ("Before you rely on it:", "", *(f"- {escape(text)}" for text in texts))
        case Lines(caption, texts):
            yield from (f"{caption}:", "", "```text", *texts, "```")
        case Findings(findings, start):
            yield from (f"{at}. {_finding(each)}" for at, each in enumerate(findings, start))
        case Picture(file, shows):
            yield f"![{escape(shows)}]({file})"
        case Table():
            yield from (f"{escape(block.caption)}:", "", *_table(block))
        case _:
            pass


def _line(line: Line) -> str:
    """Warnings and the answer stand out."""
    text = escape(line_text(line))
    return f"**{text}**" if line.warns or line.topic == ANSWER else text


def _finding(each: Finding) -> str:
    return f"{each.severity}: **{escape(each.finding)}** ({escape(each.evidence)}). {escape(each.action)}"


def _table(table: Table) -> Iterator[str]:
    header, *rows = ([in_cell(str(cell)) for cell in row] for row in (table.header, *table.rows, *table.foot))
    return ("| " + " | ".join(line) + " |" for line in (header, ["---"] * len(header), *rows))


def escape(text: str) -> str:
    r"""Text of the data that stays text: no markup, no HTML, no link, one line.

    >>> print(escape("<b>*a*|b_c"))
    &lt;b&gt;\*a\*\|b_c
    """
    return FIRST.sub(lambda sign: f"{sign[1] or ''}\\{sign[2] or sign[3]}", in_cell(text))


def in_cell(text: str) -> str:
    r"""The same inside a table, where no sign stands first.

    >>> print(in_cell("-0.5"), in_cell("a|b"))
    -0.5 a\|b
    """
    marked = html.escape(MARKS.sub(r"\\\g<0>", one_line(text)), quote=False)
    return LINKS.sub(lambda sign: f"&#{ord(sign[0])};", marked)
