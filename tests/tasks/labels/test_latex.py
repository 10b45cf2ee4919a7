r"""LaTeX tables: read by a strict reader of TeX's signs, nothing from the data is a command."""

from __future__ import annotations

import re

import pytest

from mercalli.tasks.labels.latex import evaluation_tables
from mercalli.telling.latex import MOST_ROWS_ON_A_PAGE, escape, table
from tests.telling.hostile import HOSTILE, hostile_result

SIGN = re.compile(
    r"(?P<command>\\[A-Za-z]+(?:\{\})?)|(?P<escaped>\\[{}$&#%_])|(?P<end>\\\\)|(?P<braced>\{[\[\]*\"'-]\})"
    r"|(?P<cell>&)|(?P<bad>[\\{}$#%_^~<>|`\"])|(?P<text>[^\\{}$#%_^~&<>|`\"])"
)
MEANT = {
    r"\textbackslash{}": "\\",
    r"\textasciitilde{}": "~",
    r"\textasciicircum{}": "^",
    r"\textless{}": "<",
    r"\textgreater{}": ">",
    r"\textbar{}": "|",
    r"\textasciigrave{}": "`",
}
FRAME = re.compile(
    r"% (?:No package is needed\.|Needs \\usepackage\{longtable\}\.)\n"
    r"\\begin\{(tabular|longtable)\}\{([lr]+)\}\n\\hline\n(.*?)\n\\hline\n(?:\\endhead\n)?(.*)\n\\hline\n\\end\{\1\}\n",
    re.DOTALL,
)


def printed(row):
    """The cells that TeX prints of a row; anything that it would obey fails."""
    cells, at = [""], 0
    while at < len(row):
        found = SIGN.match(row, at)
        assert found["bad"] is None, row[at : at + 30]
        kind, sign = found.lastgroup, found[0]
        if kind == "cell":
            cells.append("")
        elif kind == "end":
            assert at == len(row) - len(sign), "a row ends once, at its end"
        else:
            cells[-1] += {"command": MEANT.get, "escaped": lambda s: s[1:], "braced": lambda s: s[1]}.get(kind, str)(
                sign
            )
        at = found.end()
    return [cell.strip() for cell in cells]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_tex_prints_a_text_as_it_is(text):
    assert printed(escape(text)) == [
        " ".join(re.sub(r"[\x00-\x08\x0e-\x1b\u202a-\u202e\u2066-\u2069]", coded, text).split())
    ]


def coded(found):
    return found[0].encode("unicode_escape").decode()


def test_every_row_of_every_table_has_its_cells():
    for name, page in evaluation_tables(hostile_result()).items():
        frame = FRAME.fullmatch(page)
        assert frame, name
        for row in [frame[3], *frame[4].split("\n")]:
            assert row.endswith(r" \\")
            assert len(printed(row)) == len(frame[2])


def test_nothing_at_the_start_of_a_row_is_taken_for_an_option_of_the_row_before():
    lines = table("l", ["name"], [["[2cm]"], ["*"]]).splitlines()
    assert not any(line.startswith(("[", "*")) for line in lines)


def test_a_long_table_goes_over_pages_with_its_header_on_each():
    page = table("l", ["name"], [["x"]] * (MOST_ROWS_ON_A_PAGE + 1))
    assert page.startswith("% Needs \\usepackage{longtable}.\n\\begin{longtable}")
    assert "\\endhead" in page
    assert "longtable" not in table("l", ["name"], [["x"]] * MOST_ROWS_ON_A_PAGE)


def test_numbers_are_those_of_the_result():
    result = hostile_result()
    cells = printed(evaluation_tables(result)["metrics.tex"].splitlines()[5])
    assert cells[1:3] == ["accuracy", f"{result.systems[0].measure('accuracy').value:.3f}"]
