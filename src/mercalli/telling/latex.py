"""Tables as LaTeX."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from mercalli.text.names import one_line

MOST_ROWS_ON_A_PAGE = 45
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
