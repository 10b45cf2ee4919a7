"""The page needs nobody: no request, no complaint, no script."""

import pytest

NAMES = ("one", "demo", "many", "hostile")
WIDTHS = {"phone": (390, "screen"), "desk": (1280, "screen"), "paper": (703, "print")}


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", ["one", "demo", "hostile"])
def test_it_asks_for_nothing_and_complains_of_nothing(opened, name, width, scripts):
    pixels, media = WIDTHS[width]
    with opened(name, pixels, scripts=scripts, media=media) as found:
        assert [url for url in found.requests if not url.startswith(("file:", "data:"))] == []
        assert len([url for url in found.requests if url.startswith("file:")]) == 1
        assert found.complaints == []


@pytest.mark.parametrize("name", NAMES)
def test_without_scripts_everything_is_there_and_nothing_waits_for_one(opened, name):
    with opened(name, scripts=False) as found:
        assert found.page.locator(".chooser, .tools, .sort, .filter").locator("visible=true").count() == 0
        assert found.page.locator("table").count() == found.page.locator("table:has(caption)").count()
        shown = found.page.locator("section > h2").all_inner_texts()
        assert {"Verdict", "Errors", "Classes", "What to do next", "Glossary"} <= set(shown)


def test_without_scripts_a_closed_part_opens_by_a_click(opened):
    with opened("demo", scripts=False) as found:
        part = found.page.locator("#classes details.system").nth(1)
        assert not part.locator("table").is_visible()
        part.locator("summary").click()
        assert part.locator("table").is_visible()


def test_every_link_leads_somewhere_on_the_page(opened):
    with opened("demo") as found:
        links = found.page.locator("a").evaluate_all("links => links.map(link => link.getAttribute('href'))")
        assert links
        assert all(found.page.locator(link).count() == 1 for link in set(links))
