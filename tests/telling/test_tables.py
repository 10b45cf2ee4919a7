"""Tables on a terminal: nothing is cut off, however narrow it is."""

from io import StringIO

import pytest
from rich.console import Console

from mercalli.telling.terminal import Words, plain_table

NUMBERS = [f"{at},{at:03d}.25" for at in range(1, 9)]


def printed(width):
    table = plain_table(("slice", "left"), *((f"column {at}", "right") for at in range(len(NUMBERS))))
    table.add_row(Words("contract=month_to_month"), *NUMBERS)
    table.add_row(Words("x"), *NUMBERS)
    out = StringIO()
    Console(file=out, width=width).print(table)
    return out.getvalue()


@pytest.mark.parametrize("width", [24, 40, 60, 80, 120, 200])
def test_every_number_is_there_in_full_at_any_width(width):
    text = printed(width)
    assert all(text.count(number) == 2 for number in NUMBERS)
    assert max(map(len, text.splitlines())) <= width


@pytest.mark.parametrize("width", [40, 80])
def test_a_table_that_is_too_wide_goes_on_below_with_its_names(width):
    blocks = printed(width).split("\n\n")
    assert len(blocks) > 1
    assert all(block.startswith("slice") and "\nx " in block for block in blocks)


def test_a_table_that_fits_is_one():
    assert printed(200).count("slice") == 1
