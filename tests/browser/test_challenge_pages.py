"""Pages of a served challenge in a browser: with and without scripts, by keyboard, on a narrow phone, on paper."""

import pytest

from mercalli.tasks.challenge.doors.worker import work
from tests.tasks.challenge.crowds import crowd
from tests.tasks.challenge.folders import opened as opened_challenge
from tests.tasks.challenge.folders import run_of
from tests.tasks.challenge.sites import PASSWORD, code_of, send_form, served

NARROW = 320


@pytest.fixture(scope="module")
def people(tmp_path_factory):
    with crowd(tmp_path_factory.mktemp("crowd") / "c") as found:
        yield found


@pytest.fixture
def tabs(browser, people):
    """A page for each role, with what it asked for and what it complained about."""
    contexts, said = [], []

    def opening(role, **how):
        context = browser.new_context(**how)
        contexts.append(context)
        context.add_cookies(
            [
                {"name": name, "value": value, "url": people.place[2]}
                for name, value in people.clients[role].cookies.items()
            ]
        )
        page = context.new_page()
        page.on("dialog", lambda dialog: said.append(dialog.message))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
        page.on("request", lambda request: None if _ours(request.url, people) else said.append(request.url))
        return page

    yield opening
    for context in contexts:
        context.close()
    assert not [each for each in said if "status of 404" not in each]


def _ours(url, people):
    return url.startswith((people.place[2], "data:"))


@pytest.mark.parametrize(("theme", "rules"), [("light", {}), ("dark", {"runOnly": ["color-contrast"]})])
def test_axe_finds_nothing_on_any_page(people, tabs, flaws, theme, rules):
    pages = {role: tabs(role, color_scheme=theme) for role in people.clients}
    for role, path in (*people.pages(), ("public", "/nothing"), ("public", "/board?sort=team&team=z")):
        pages[role].goto(f"{people.place[2]}{path}")
        assert not flaws(pages[role], **rules), path


@pytest.mark.parametrize("scripts", [True, False])
def test_every_page_fits_a_narrow_phone(people, tabs, scripts):
    how = {"viewport": {"width": NARROW, "height": 700}, "java_script_enabled": scripts}
    pages = {role: tabs(role, **how) for role in people.clients}
    for role, path in people.pages():
        pages[role].goto(f"{people.place[2]}{path}")
        assert pages[role].evaluate("document.documentElement.scrollWidth") <= NARROW, path


def test_the_pictures_of_the_board_can_be_read_on_a_phone(people, tabs):
    page = tabs("public", viewport={"width": NARROW, "height": 700})
    page.goto(f"{people.place[2]}/board")
    for picture in page.query_selector_all("figure svg"):
        box = picture.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= NARROW
    assert page.locator(".plot").get_attribute("aria-label").startswith("The best accuracy of all teams over time")
    smallest = "Math.min(...[...document.querySelectorAll('figure text')].map(t => t.getBoundingClientRect().height))"
    assert page.evaluate(smallest) >= 9


def test_a_page_on_paper_has_its_content_and_no_controls(people, tabs):
    page = tabs("public")
    page.emulate_media(media="print")
    page.goto(f"{people.place[2]}/board")
    assert page.is_visible(".standings")
    assert page.is_visible(".plot")
    assert not page.is_visible("nav")
    assert not page.is_visible("form")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


def test_the_state_of_a_run_changes_by_itself_with_scripts(people, tabs):
    host, labels, address = people.place
    files = {"run": ("r.csv", run_of(labels, 0.7, seed=9))}
    path = send_form(people.clients["participant"], "/me", "/me/submit", files=files).headers["location"]
    page = tabs("participant")
    page.goto(f"{address}{path}")
    assert page.inner_text("#state .lead") == "queued, 1st in line"
    work(host)
    page.wait_for_selector("#state .lead:text-is('scored')", timeout=30_000)


def test_a_participant_joins_and_sends_a_run_by_keyboard_alone(browser, tmp_path):
    host, labels = opened_challenge(tmp_path / "c")
    (tmp_path / "run.csv").write_bytes(run_of(labels, 0.9))
    context = browser.new_context()
    with served(host) as address:
        page = context.new_page()
        page.goto(f"{address}/")
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
        _press_link(page, "Join")
        for text in (code_of(host), "Ada", PASSWORD, "River"):
            _tab_to(page, "INPUT")
            page.keyboard.type(text)
        page.keyboard.press("Enter")
        page.wait_for_url("**/me")
        page.set_input_files("[name=run]", tmp_path / "run.csv")  # the dialog of the system is no page
        page.focus("[name=remark]")
        page.keyboard.type("by keyboard")
        _tab_to(page, "BUTTON")
        page.keyboard.press("Enter")
        page.wait_for_selector("#state")
        assert "queued" in page.inner_text("#state")
        assert "by keyboard" in page.inner_text("main")
        context.close()


def _tab_to(page, tag, text=""):
    """Press the tabulator until something has the focus; the focus can always be seen."""
    for _ in range(40):
        page.keyboard.press("Tab")
        found = page.evaluate("[document.activeElement.tagName, document.activeElement.textContent]")
        if found[0] == tag and text in found[1]:
            assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
            return
    pytest.fail(f"{tag} {text} cannot be reached by keyboard")


def _press_link(page, text):
    _tab_to(page, "A", text)
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/{text.lower()}")


def test_a_participant_joins_and_sends_a_run_without_scripts_on_a_phone(browser, tmp_path):
    host, labels = opened_challenge(tmp_path / "c")
    (tmp_path / "run.csv").write_bytes(run_of(labels, 0.9))
    context = browser.new_context(viewport={"width": NARROW, "height": 700}, java_script_enabled=False)
    with served(host) as address:
        page, outside = context.new_page(), []
        page.on("request", lambda request: outside.append(request.url))
        page.goto(f"{address}/join")
        for name, value in (("code", code_of(host)), ("name", "Ada"), ("password", PASSWORD), ("team", "River")):
            page.fill(f"[name={name}]", value)
        page.click("main button")
        page.set_input_files("[name=run]", tmp_path / "run.csv")
        page.click("form[action$=submit] button")
        assert page.inner_text("#state .lead") == "queued, 1st in line"
        work(host)
        page.reload()
        assert page.inner_text("#state .lead") == "scored"
        context.close()
    assert all(url.startswith((address, "data:")) for url in outside)
