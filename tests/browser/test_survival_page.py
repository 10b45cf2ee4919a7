"""The page on survival: for everybody, alone, and safe whatever systems and slices are called."""

import pytest

from tests.browser.results import followed


@pytest.mark.parametrize(("theme", "width"), [("light", 390), ("dark", 1280)])
def test_axe_finds_no_violation(opened, flaws, theme, width):
    with opened("followed", width, theme=theme) as found:
        assert flaws(found.page) == ""


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
@pytest.mark.parametrize("width", [360, 1280])
def test_it_asks_for_nothing_complains_of_nothing_and_fits(opened, width, scripts):
    with opened("followed", width, scripts=scripts) as found:
        asked = [url for url in found.requests if not url.startswith(("file:", "data:"))]
        assert (asked, found.complaints) == ([], [])
        assert found.page.evaluate("document.documentElement.scrollWidth") <= width


def test_every_prediction_can_be_chosen_and_every_picture_has_its_words(opened):
    with opened("followed") as found:
        assert found.page.locator("details.system").count() == len(followed().systems)
        assert found.page.locator("img[alt]:not([alt=''])").count() == 4


def test_the_censoring_curve_is_behind_a_fold(opened):
    with opened("followed") as found:
        picture = found.page.get_by_alt_text("censoring distribution")
        assert not picture.is_visible()
        found.page.get_by_text("incidence of each cause, and the censoring distribution").first.click()
        assert picture.is_visible()
