"""Everybody can read the page: screen readers, keyboards, weak eyes, both themes."""

from itertools import pairwise

import pytest

BUT_COLOURS = {"color-contrast": {"enabled": False}}
# Whether an element has scrolled, or does within ten seconds; a page allows no script to be made of a text.
SCROLLED = """each => new Promise(done => {
  if (each.scrollLeft > 0) return done(true);
  each.addEventListener("scroll", () => done(true), { once: true });
  setTimeout(() => done(false), 10000);
})"""


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("name", "width"), [("one", 390), ("demo", 1280)])
def test_axe_finds_no_violation(opened, flaws, name, width, theme):
    with opened(name, width, theme=theme) as found:
        assert flaws(found.page) == ""


def test_axe_finds_no_violation_under_hostile_names(opened, flaws):
    with opened("hostile") as found:
        assert flaws(found.page, rules=BUT_COLOURS) == ""


def test_axe_finds_no_violation_where_everything_is_open(opened, flaws):
    with opened("one") as found:
        found.page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })")
        assert flaws(found.page) == ""


@pytest.mark.parametrize("name", ["one", "demo"])
def test_headings_never_skip_a_level(opened, name):
    with opened(name) as found:
        levels = found.page.locator("h1, h2, h3, h4").evaluate_all("all => all.map(each => Number(each.tagName[1]))")
        assert levels.count(1) == 1
        assert all(after - before <= 1 for before, after in pairwise(levels))


def test_the_first_key_press_offers_to_skip_to_the_verdict(opened):
    with opened("demo") as found:
        found.page.keyboard.press("Tab")
        skip = found.page.locator(":focus")
        assert skip.inner_text() == "Skip to the verdict"
        assert skip.bounding_box()["x"] >= 0


def test_what_has_the_focus_is_outlined(opened):
    with opened("demo") as found:
        for _ in range(20):
            found.page.keyboard.press("Tab")
            style = found.page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
            assert style == "solid"


def test_a_table_that_is_too_wide_scrolls_by_the_keyboard(opened):
    with opened("demo", 390) as found:
        region = found.page.locator(".scroll:has(.board)").first
        region.focus()
        found.page.keyboard.press("ArrowRight")
        assert region.evaluate(SCROLLED)


def test_every_table_says_what_its_headers_are_for(opened):
    with opened("demo") as found:
        assert found.page.locator("th:not([scope])").count() == 0
        assert found.page.locator("table:not(:has(caption))").count() == 0


def test_drawings_leave_their_numbers_to_the_text_beside_them(opened):
    with opened("demo") as found:
        assert found.page.locator("svg").count() > 0
        assert found.page.locator("svg:not([aria-hidden=true])").count() == 0
