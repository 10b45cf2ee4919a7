"""The page of every kind of result: the verdict first, nothing wider than a phone, no word broken, pictures to read."""

import pytest

from tests.browser.results import KEPT_PAGES
from tests.browser.test_layout import OVERFLOW

OPEN = "all => { for (const each of all) each.open = true; }"
# Sentences and headings that are wider than their place, or have to break a word to fit.
BROKEN = """all => all.filter(each => {
    const style = each.style;
    style.overflowWrap = "normal";
    const wide = each.scrollWidth > each.clientWidth + 1;
    style.overflowWrap = "";
    return wide;
}).map(each => each.textContent)"""
FIRST = "all => all.map(each => each.id || each.className)"


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
@pytest.mark.parametrize("name", KEPT_PAGES)
def test_it_never_scrolls_sideways_on_a_phone(opened, name, scripts):
    with opened(name, 390, scripts=scripts) as found:
        found.page.locator("details").evaluate_all(OPEN)
        assert found.page.evaluate(OVERFLOW) <= 0


@pytest.mark.parametrize("name", KEPT_PAGES)
def test_no_word_of_the_verdict_is_broken_on_a_phone(opened, name):
    with opened(name, 390) as found:
        assert found.page.locator(".verdict p, .verdict li, h1, h2").evaluate_all(BROKEN) == []


@pytest.mark.parametrize("name", KEPT_PAGES)
def test_the_verdict_comes_first_and_what_is_chosen_follows_its_chooser(opened, name):
    with opened(name) as found:
        parts = found.page.locator("main > section, main > .chooser").evaluate_all(FIRST)
        assert parts[0] == "verdict"
        if "chooser" in parts:
            after = found.page.locator(".chooser + section details.system")
            assert after.count() > 0


@pytest.mark.parametrize("name", KEPT_PAGES)
def test_pictures_fit_a_desk_and_keep_their_letters_on_a_phone(opened, name):
    with opened(name, 1280) as desk, opened(name, 390) as phone:
        wide, narrow = (
            each.page.locator(".picture img:visible").evaluate_all("all => all.map(each => each.clientWidth)")
            for each in (desk, phone)
        )
        assert all(width <= 1280 for width in wide)
        assert all(width >= 340 for width in narrow)
