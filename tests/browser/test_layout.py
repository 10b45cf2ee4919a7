"""Nothing is cut off, nothing overlaps, on a phone, a desk and paper."""

import re

import pytest

NAMES = ("one", "demo", "many", "hostile")
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
OVERLAPS = """all => all.filter(svg => {
    const boxes = [...svg.querySelectorAll('text')].map(text => text.getBoundingClientRect());
    const apart = (a, b) => a.right <= b.left || b.right <= a.left;
    return boxes.some((one, at) => boxes.slice(at + 1).some(two => !apart(one, two)));
}).length"""
PAGE = re.compile(rb"/Type\s*/Page\b(?!s)")


@pytest.mark.parametrize(("name", "width"), [*((name, 390) for name in NAMES), ("demo", 768), ("demo", 1920)])
@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_the_page_never_scrolls_sideways(opened, name, width, scripts):
    with opened(name, width, scripts=scripts) as found:
        found.page.locator("details").evaluate_all("all => { for (const each of all) each.open = true; }")
        assert found.page.evaluate(OVERFLOW) <= 0


@pytest.mark.parametrize("name", NAMES)
def test_texts_in_drawings_do_not_overlap(opened, name):
    with opened(name) as found:
        assert found.page.locator("svg:visible").evaluate_all(OVERLAPS) == 0
        assert found.page.locator("svg text:visible").count() > 0


def test_cells_hold_what_they_show(opened):
    with opened("demo") as found:
        spilt = "all => all.filter(cell => cell.scrollWidth > cell.clientWidth + 1).length"
        assert found.page.locator("td:visible").evaluate_all(spilt) == 0


@pytest.mark.parametrize("name", NAMES)
def test_on_paper_no_table_is_cut_off_and_everything_is_open(opened, name):
    with opened(name, 703, media="print") as found:
        ends = found.page.locator("table").evaluate_all("all => all.map(t => t.getBoundingClientRect())")
        assert max(end["right"] for end in ends) <= 704
        assert min(end["width"] for end in ends) > 0
        assert found.page.locator("nav, .chooser, .tools, .sort, .filter").locator("visible=true").count() == 0


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_it_prints_to_pages(opened, scripts):
    with opened("demo", scripts=scripts) as found:
        pages = len(PAGE.findall(found.page.pdf(prefer_css_page_size=True)))
        assert 5 <= pages <= 30


def test_dark_and_light_follow_the_reader(opened):
    colour = "getComputedStyle(document.body).backgroundColor"
    with opened("one", theme="dark") as dark, opened("one", theme="light") as light:
        assert light.page.evaluate(colour) == "rgb(255, 255, 255)"
        assert dark.page.evaluate(colour) != light.page.evaluate(colour)


def test_the_first_screen_holds_verdicts_and_headline_metrics(opened):
    with opened("demo") as found:
        last = found.page.locator(".verdict").bounding_box()
        first_row = found.page.locator(".board tbody tr").first.bounding_box()
        assert last["y"] + last["height"] < first_row["y"] + first_row["height"] < 800
