"""A real browser: Debian's chromium, driven by playwright. Without it these tests are skipped."""

from __future__ import annotations

import shutil
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest

from tests.browser.results import page as made

CHROMIUM = shutil.which("chromium")


@dataclass
class Opened:
    """A page, what it asked for and what it complained about."""

    page: object
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)


@pytest.fixture(scope="session")
def browser():
    """One browser for all tests of a worker."""
    if CHROMIUM is None:
        pytest.skip("chromium is not installed")
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture(scope="session")
def opened(browser, tmp_path_factory):
    """Opens the page of a result from a file, as a reader would."""
    folder = tmp_path_factory.mktemp("pages")

    @contextmanager
    def opening(name, width=1280, *, scripts=True, theme="light", media="screen"):
        file = folder / f"{name}.html"
        file.write_text(made(name), encoding="utf-8")
        context = browser.new_context(
            viewport={"width": width, "height": 900}, java_script_enabled=scripts, color_scheme=theme
        )
        found = Opened(context.new_page())
        found.page.on("request", lambda request: found.requests.append(request.url))
        found.page.on("console", lambda message: found.complaints.append(message.text))
        found.page.on("pageerror", lambda error: found.complaints.append(str(error)))
        found.page.on("dialog", lambda dialog: found.complaints.append(dialog.message))
        found.page.emulate_media(media=media)
        found.page.goto(file.as_uri())
        yield found
        context.close()

    return opening


@pytest.fixture(scope="session")
def flaws():
    """What axe finds wrong with a page, in words; nothing if it finds nothing."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()

    def found(page, **options):
        checked = axe.run(page, options={"resultTypes": ["violations"], **options})
        return checked.generate_report() if checked.violations_count else ""

    return found
