import pytest

from mercalli.metrics.catalogue import catalogue
from mercalli.telling.page.mathml import formula
from mercalli.telling.svg.strip import Scale, axis
from mercalli.text.names import END_OF_ISOLATE, ISOLATE, plain, readable


@pytest.mark.parametrize("name", sorted(catalogue()))
def test_every_formula_of_the_catalogue_can_be_drawn(name):
    assert formula(catalogue()[name].facts.formula).startswith("<math")


@pytest.mark.parametrize("latex", [r"\oint_0^1 x", r"\frac{1", r"^2", r"\frac{a}", "{a"])
def test_a_formula_that_cannot_be_drawn_is_shown_as_it_is(latex):
    assert formula(latex) == f"<code>{latex}</code>"


def test_a_formula_is_no_markup():
    assert "<b>" not in formula(r"<b>\text{<b>}\unknown")
    assert "<b>" not in formula(r"<b>\text{<b>}")


def test_a_long_name_keeps_its_ends():
    short = plain("begin " + "x" * 10_000 + " end")
    assert len(short) == 81
    assert short.startswith("begin x")
    assert short.endswith("x end")


def test_a_name_from_right_to_left_is_set_apart():
    assert readable("طلب_مساعدة") == f"{ISOLATE}طلب مساعدة{END_OF_ISOLATE}"


def test_signs_that_turn_or_break_a_line_are_dropped():
    assert plain("a\u202eb\u2069\r\nc\x07") == "ab c"


@pytest.mark.parametrize(
    ("low", "high"), [(0, 1), (-1, 1), (0.6, 0.8), (0.5, 0.9), (100, 180), (0, 25000), (0.61, 0.62)]
)
def test_an_axis_has_few_round_numbers(low, high):
    ticks = Scale(low, high).ticks
    assert 2 <= len(ticks) <= 5
    assert ticks[0] == low
    assert max(len(f"{tick:g}") for tick in ticks) <= 6
    assert axis(Scale(low, high)).count("<text") == len(ticks)
