"""The page of CHEERS in a real browser: it asks for nothing, fits any width, and everybody can read it."""

from itertools import pairwise

import pytest


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_no_violation(opened, flaws, width, theme):
    with opened("challenged", width, theme=theme) as found:
        assert flaws(found.page) == ""


@pytest.mark.parametrize("scripts", [True, False])
def test_the_page_asks_for_nothing_and_complains_of_nothing(opened, scripts):
    with opened("challenged", scripts=scripts) as found:
        assert [url for url in found.requests if not url.startswith(("file:", "data:"))] == []
        assert found.complaints == []


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_nothing_is_wider_than_the_screen(opened, width):
    with opened("challenged", width) as found:
        assert found.page.evaluate("document.documentElement.scrollWidth") <= width


def test_headings_never_skip_a_level(opened):
    with opened("challenged") as found:
        levels = found.page.locator("h1, h2, h3, h4").evaluate_all("all => all.map(each => Number(each.tagName[1]))")
        assert levels.count(1) == 1
        assert all(after - before <= 1 for before, after in pairwise(levels))


def test_low_coverage_is_marked_and_every_score_says_on_how_much_it_rests(opened):
    with opened("challenged") as found:
        assert found.page.locator("th", has_text="low coverage").count() == 1
        shares = found.page.locator("#verdict .board tbody tr td:nth-child(2)").all_inner_texts()
        assert sum(" of " in share for share in shares) == 3


def test_every_score_and_sector_is_drawn(opened):
    with opened("challenged") as found:
        assert found.page.locator("svg.strip").count() > 3 * 3
