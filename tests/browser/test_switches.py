"""With scripts: sorting, filtering, switching and reading values, by mouse and by keyboard."""

import pytest


def column(table, at):
    return [
        float(text.replace(",", "")) for text in table.locator(f"tbody tr:visible td:nth-child({at})").all_inner_texts()
    ]


def names(table):
    return table.locator("tbody tr:visible th").all_inner_texts()


@pytest.fixture
def classes(opened):
    with opened("demo") as found:
        yield found.page.locator("#classes details.system table").first


def test_a_click_sorts_from_high_to_low_and_another_turns_it_round(classes):
    button = classes.get_by_label("Sort by Rows")
    button.click()
    assert column(classes, 2) == sorted(column(classes, 2), reverse=True)
    button.click()
    assert column(classes, 2) == sorted(column(classes, 2))


def test_the_keyboard_sorts_and_the_header_tells_how(classes):
    classes.get_by_label("Sort by Class").focus()
    classes.page.keyboard.press("Enter")
    assert names(classes) == sorted(names(classes), key=str.lower)
    assert classes.locator("th[aria-sort]").get_attribute("aria-sort") == "ascending"
    classes.page.keyboard.press("Space")
    assert classes.locator("th[aria-sort]").get_attribute("aria-sort") == "descending"


def test_what_is_undefined_is_sorted_last_both_ways(classes):
    for _ in range(2):
        classes.get_by_label("Sort by Recall").click()
        assert names(classes)[-1].startswith("dont know cant judge")


def test_typing_leaves_only_rows_with_the_words(classes):
    every = len(names(classes))
    details = classes.page.locator("#classes details.system").first
    field = details.locator(".filter input")
    field.fill("PEOPLE")
    assert 0 < len(names(classes)) < every
    assert all("people" in name for name in names(classes))
    assert details.locator(".filter output").inner_text() == f"{len(names(classes))} of {every} rows"
    field.fill("injured or dead")
    assert names(classes) == ["injured or dead people"]
    field.fill("")
    assert len(names(classes)) == every


def test_one_system_is_shown_at_a_time_the_best_first(opened):
    with opened("demo") as found:
        parts = found.page.locator("#errors details.system:visible h3")
        assert parts.all_inner_texts() == ["tfidf_linear_svm"]
        found.page.select_option("#system", label="gpt_4o_zero_shot")
        assert parts.all_inner_texts() == ["gpt_4o_zero_shot"]
        assert found.page.locator("#errors details.system:visible table.matrix").is_visible()
        found.page.select_option("#system", "")
        assert parts.count() == 4


def test_the_keyboard_switches_the_system(opened):
    with opened("demo") as found:
        found.page.locator("#system").focus()
        found.page.keyboard.press("ArrowDown")
        assert found.page.locator("#next details.system:visible h3").all_inner_texts() == ["tfidf_logreg"]


def test_slices_are_switched_by_column(opened):
    with opened("many") as found:
        assert found.page.locator("#slices select.views option").all_inner_texts() == [
            "place",
            "hour",
            "place and hour",
            "all",
        ]
        found.page.select_option("#slices select.views", label="hour")
        shown = found.page.locator("#slices table:visible")
        assert shown.count() == 1
        assert shown.locator("tbody tr").count() == 3


def test_cells_switch_from_counts_to_shares(opened):
    with opened("demo") as found:
        cell = found.page.locator(".matrix td.right:visible").first
        assert "%" not in cell.inner_text()
        found.page.select_option("#cells", "shares")
        assert cell.inner_text().strip().endswith("%")


def test_pointing_at_a_cell_reads_it_in_words(opened):
    with opened("demo") as found:
        matrix = found.page.locator(".matrix:visible")
        matrix.locator("tbody tr:not(.level)").nth(1).locator("td").nth(3).hover()
        said = found.page.locator(".readout:visible").inner_text()
        assert said.startswith("“requests or urgent needs” predicted as “rescue volunteering or donation effort”: 81,")
        assert said.endswith("47% of the class, harm 364.5.")


def test_arrow_keys_walk_through_the_cells(opened):
    with opened("demo") as found:
        found.page.locator(".matrix:visible td[tabindex='0']").focus()
        for key in ("ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft", "ArrowLeft"):
            found.page.keyboard.press(key)
        said = found.page.locator(".readout:visible").inner_text()
        assert said.startswith("“injured or dead people”: 444 right")


def test_pointing_at_a_drawing_shows_its_numbers(opened):
    with opened("demo") as found:
        found.page.locator("#slices td .strip:visible").first.hover()
        assert found.page.locator(".tip").inner_text() == "hurricane_dorian_2019: 0.727, 0.704 to 0.751"
        found.page.locator("h1").hover()
        assert not found.page.locator(".tip").is_visible()
