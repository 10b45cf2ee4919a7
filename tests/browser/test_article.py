"""Pages of rankings, trials, label sets and fires: what every page of ours promises."""

import pytest

OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
NAMES = ("ranked", "trial", "tagged", "burnt", "grouped")
PICTURED = ("ranked", "trial", "burnt")


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("name", NAMES)
def test_it_asks_for_nothing_complains_of_nothing_and_never_scrolls_sideways(opened, name, width, scripts):
    with opened(name, width, scripts=scripts) as found:
        assert [url for url in found.requests if not url.startswith(("file:", "data:"))] == []
        assert found.complaints == []
        assert found.page.evaluate(OVERFLOW) <= 0


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", NAMES)
def test_axe_finds_no_violation(opened, flaws, name, theme):
    with opened(name, theme=theme) as found:
        assert flaws(found.page) == ""


@pytest.mark.parametrize("name", PICTURED)
def test_its_pictures_are_inside_and_say_what_they_show(opened, name):
    with opened(name) as found:
        picture = found.page.locator("figure img").first
        assert picture.evaluate("each => each.naturalWidth") > 1000
        assert len(picture.get_attribute("alt")) > 20


def test_every_link_leads_somewhere_on_the_page(opened):
    with opened("ranked") as found:
        links = found.page.locator("a").evaluate_all("links => links.map(link => link.getAttribute('href'))")
        assert all(found.page.locator(link).count() == 1 for link in set(links))


@pytest.mark.parametrize("name", NAMES)
def test_on_paper_no_table_is_cut_off(opened, name):
    with opened(name, 703, media="print") as found:
        ends = found.page.locator("table").evaluate_all("all => all.map(each => each.getBoundingClientRect().right)")
        assert max(ends) <= 704
