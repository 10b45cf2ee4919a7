"""Pages of a served challenge in a browser without scripts, on a narrow phone."""

from mercalli.tasks.challenge.doors.worker import work
from tests.tasks.challenge.folders import opened as opened_challenge
from tests.tasks.challenge.folders import run_of
from tests.tasks.challenge.sites import PASSWORD, code_of, served

NARROW = 320


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
        for path in ("/", "/rules", "/board", "/board/embed", "/me", "/join", "/nothing"):
            page.goto(f"{address}{path}")
            assert page.evaluate("document.documentElement.scrollWidth") <= NARROW, path
        context.close()
    assert all(url.startswith((address, "data:")) for url in outside)
