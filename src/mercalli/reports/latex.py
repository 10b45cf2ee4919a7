r"""Tables for a paper, as LaTeX: `\input{metrics.tex}`.

No package is needed, except longtable where a table may go over pages; each file says so in its first line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.reports.words import DIGITS, count, interval, one_line, value_or_why
from mercalli.results.text import number, p_text, with_companions

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from mercalli.results.compared import Comparison
    from mercalli.results.evaluation import Evaluation
    from mercalli.results.measured import Measure

MOST_ROWS_ON_A_PAGE = 45
CLASS_METRICS = ("precision", "recall", "f1")
# Brackets and asterisks mean something after the end of a row; <, > and | are other signs in TeX's oldest fonts.
COMMANDS = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "`": r"\textasciigrave{}",
    **{sign: f"\\{sign}" for sign in "{}$&#%_"},
    **{sign: f"{{{sign}}}" for sign in "[]*\"'-"},
}


def evaluation_tables(result: Evaluation) -> dict[str, str]:
    """The headline metrics, the classes, the slices if there are any, and the comparison if there is one."""
    files = {"metrics.tex": _metrics(result), "classes.tex": _classes(result)}
    if any(system.slices for system in result.systems):
        files["slices.tex"] = _slices(result)
    return files if result.comparison is None else {**files, **comparison_tables(result.comparison)}


def comparison_tables(result: Comparison) -> dict[str, str]:
    """The differences between the systems of each pair."""
    rows = (
        (
            *(pair.first, pair.second, each.metric, number(each.difference, DIGITS), interval(each.low, each.high)),
            *(p_text(each.p_adjusted), each.better or ""),
        )
        for pair in result.pairs
        for each in (pair.difference(name) for name in with_companions(result))
    )
    return {"comparison.tex": table("lllrrrl", _heads("first second metric difference interval p better"), rows)}


def _metrics(result: Evaluation) -> str:
    rows = (
        (
            *(system.name, *_measure(system.measure(name)), system.measure(name).band or ""),
            number(system.measure(name).baselines.get("majority"), DIGITS),
        )
        for system in result.systems
        for name in with_companions(result)
    )
    return table("llrrlr", _heads("system metric value interval band majority"), rows)


def _classes(result: Evaluation) -> str:
    rows = (
        (system.name, report.name, f"{report.support:,}", *_measure(measure))
        for system in result.systems
        for report in system.classes
        for measure in report.measures
        if measure.metric in CLASS_METRICS
    )
    return table("llrlrr", _heads("system class rows metric value interval"), rows)


def _slices(result: Evaluation) -> str:
    rows = (
        (system.name, part.name, count(part.n), *_measure(measure))
        for system in result.systems
        for part in system.slices
        for measure in part.measures
        if measure.metric in result.headline
    )
    return table("llrlrr", _heads("system slice rows metric value interval"), rows)


def _heads(words: str) -> list[str]:
    return words.split()


def _measure(measure: Measure) -> tuple[str, str, str]:
    return measure.metric, value_or_why(measure), interval(measure.low, measure.high)


def table(columns: str, header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    r"""A table; one that is longer than a page goes over several, with its header on each.

    >>> print(table("lr", ["class", "rows"], [["fire & smoke", "12"]]))
    % No package is needed.
    \begin{tabular}{lr}
    \hline
    class & rows \\
    \hline
    fire \& smoke & 12 \\
    \hline
    \end{tabular}
    <BLANKLINE>
    """
    lines = [_row(row) for row in rows]
    if len(lines) <= MOST_ROWS_ON_A_PAGE:
        return "\n".join(["% No package is needed.", *_within("tabular", columns, [*_header(header), *lines])]) + "\n"
    over_pages = [*_header(header), r"\endhead", *lines]
    return "\n".join([r"% Needs \usepackage{longtable}.", *_within("longtable", columns, over_pages)]) + "\n"


def _within(environment: str, columns: str, lines: Sequence[str]) -> Iterator[str]:
    yield f"\\begin{{{environment}}}{{{columns}}}"
    yield from lines
    yield "\\hline"
    yield f"\\end{{{environment}}}"


def _header(header: Sequence[str]) -> list[str]:
    return ["\\hline", _row(header), "\\hline"]


def _row(cells: Sequence[str]) -> str:
    return " & ".join(escape(cell) for cell in cells) + r" \\"


def escape(text: str) -> str:
    r"""Text that TeX prints and never obeys; letters of any script stay as they are.

    >>> print(escape(r"\input{x} 50% of_a"))
    \textbackslash{}input\{x\} 50\% of\_a
    """
    return "".join(COMMANDS.get(sign, sign) for sign in one_line(text))
