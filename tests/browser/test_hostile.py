"""Labels, names and texts of the data stay text, whatever they say."""

import pytest

from tests.browser.results import HOSTILE, hostile


@pytest.fixture(scope="module", params=[True, False], ids=["scripts", "no scripts"])
def found(opened, request):
    with opened("hostile", scripts=request.param) as page:
        yield page


def test_nothing_of_it_runs_or_is_fetched(found):
    assert found.complaints == []
    assert all(url.startswith(("file:", "data:")) for url in found.requests)


def test_nothing_of_it_becomes_an_element(found):
    page = found.page
    assert page.locator("script").count() == 1
    assert page.locator("img, iframe, object, form, section b:text-is('bold')").count() == 0
    hrefs = page.locator("a").evaluate_all("all => all.map(link => link.getAttribute('href'))")
    assert all(href.startswith("#") for href in hrefs)


@pytest.mark.parametrize("kind", [kind for kind in HOSTILE if kind not in {"long", "turned"}])
def test_all_of_it_can_be_read(found, kind):
    assert HOSTILE[kind] in found.page.locator("#examples").text_content()
    assert HOSTILE[kind] in found.page.locator("#classes").text_content()
    assert HOSTILE[kind] in found.page.locator("#slices").text_content()


def test_a_text_of_ten_thousand_letters_is_cut_and_says_so(found):
    assert "9,405 more characters" in found.page.locator("#examples").text_content()
    assert len(found.page.locator("main").text_content()) < 200_000


def test_signs_that_turn_the_direction_are_gone_from_names(found):
    assert "\u202e" not in found.page.locator("#classes").text_content()


def test_text_from_right_to_left_has_its_own_direction(found):
    cell = found.page.locator("#examples td[dir=auto]", has_text=HOSTILE["right to left"]).first
    assert cell.evaluate("cell => cell.matches(':dir(rtl)')")


def test_the_page_of_it_has_all_systems():
    assert len(hostile().systems) == 8
