"""The documentation site as it is built: complete, offline, readable, and found by its search."""

import contextlib
import csv
import shutil
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from threading import Thread

import pytest

from mercalli.errors import FileError
from mercalli.io.manual import manual_server
from tests.places import ROOT
from tests.shell.command import surroundings

pytest.importorskip("zensical")
from website.__main__ import build, pack
from website.checks import faults
from website.gallery import GALLERY

with (ROOT / "website" / "questions.csv").open(encoding="utf-8") as file:
    QUESTIONS = [(row["search"], set(row["pages"].split())) for row in csv.DictReader(file)]
SOME = [
    "",
    "start/model/",
    "from/sklearn/",
    "metrics/",
    "reference/metrics/",
    "reference/python/labels/",
    "cli/",
    "tour/",
]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    return build(tmp_path_factory.mktemp("website"))


@contextlib.contextmanager
def serving(file):
    """The address of a packed site while it is served."""
    call = [sys.executable, "-m", "mercalli", "docs", "--site", str(file), "--no-browser"]
    with subprocess.Popen(
        call, stdout=subprocess.PIPE, encoding="utf-8", env=surroundings(), start_new_session=True
    ) as server:
        yield next(word for word in server.stdout.readline().split() if word.startswith("http://"))
        server.send_signal(signal.SIGINT)


@pytest.fixture(scope="module")
def packed(site, tmp_path_factory):
    file = tmp_path_factory.mktemp("packed") / "manual.zip"
    pack(site, file)
    return file


@pytest.fixture(scope="module")
def address(packed):
    with manual_server(packed) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://{server.server_address[0]}:{server.server_address[1]}/"
        server.shutdown()
        thread.join()


@pytest.fixture
def visited(browser, address):
    """Opens a page of the site at a width; requests to other places fail the test."""
    contexts, outside = [], []

    def opening(path, width=1280, theme="light"):
        context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=theme)
        contexts.append(context)
        page = context.new_page()
        page.on("request", lambda each: None if each.url.startswith((address, "data:")) else outside.append(each.url))
        page.goto(address + path)
        return page

    yield opening
    for context in contexts:
        context.close()
    assert outside == []


def test_it_has_every_public_name_and_every_formula_and_asks_for_nothing_outside(site):
    assert faults(site) == []


def test_a_name_that_is_missing_is_told(site, tmp_path):
    copy = tmp_path / "copy"
    shutil.copytree(site, copy)
    (copy / "reference" / "python" / "labels" / "index.html").unlink()
    assert "evaluate: a public name that the reference does not have" in faults(copy)


def test_an_address_outside_is_told(tmp_path):
    (tmp_path / "reference").mkdir()
    (tmp_path / "index.html").write_text('<script defer src="https://example.org/a.js"></script>', encoding="utf-8")
    assert any("index.html: asks for something outside" in each for each in faults(tmp_path))


def test_a_list_without_an_empty_line_before_it_is_told(tmp_path):
    (tmp_path / "reference").mkdir()
    (tmp_path / "index.html").write_text("<p>Three ways:\n- by hand\n- not</p>", encoding="utf-8")
    assert any("a list that is none, at 'by hand'" in each for each in faults(tmp_path))


def test_every_report_of_the_gallery_has_its_page_and_its_picture(site):
    page = (site / "gallery" / "index.html").read_text(encoding="utf-8")
    assert len(GALLERY) == 12
    for name in (each.__name__ for each in GALLERY):
        assert f'href="../reports/{name}.html"' in page
        assert f'src="../reports/{name}.png"' in page
        assert "<h1 " in (site / "reports" / f"{name}.html").read_text(encoding="utf-8")
        assert (site / "reports" / f"{name}.png").stat().st_size > 1000


@pytest.mark.parametrize(("search", "pages"), QUESTIONS, ids=[search for search, _ in QUESTIONS])
def test_search_finds_the_right_page_first(visited, address, search, pages):
    page = visited(f"?q={search}")
    page.get_by_role("button", name="Search").first.click()
    field = page.get_by_role("textbox").or_(page.get_by_role("combobox")).first
    field.fill(search)
    first = page.locator("[class*=search] a[href], dialog a[href], [role=dialog] a[href]").first
    first.wait_for(timeout=20_000)
    found = first.evaluate("each => each.href").removeprefix(address).partition("#")[0].partition("?")[0].strip("/")
    assert found in pages


@pytest.mark.parametrize("path", SOME)
def test_nothing_is_cut_off_on_a_phone(visited, path):
    page = visited(path, 390, "dark")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("path", ["", "start/report/", "reference/metrics/"])
def test_axe_finds_no_serious_violation_in_the_text(visited, path):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    found = axe.run(visited(path), context="article").response["violations"]
    assert [(each["id"], each["nodes"][0]["html"]) for each in found if each["impact"] in ("serious", "critical")] == []


def test_only_what_is_packed_is_served(packed):
    with serving(packed) as address:
        for path in ("../../etc/passwd", "%2e%2e/%2e%2e/etc/passwd", "no-such-page/"):
            with pytest.raises(urllib.error.HTTPError) as found:
                urllib.request.urlopen(address + path, timeout=10)  # noqa: S310 - our own server
            with found.value as answer:
                assert answer.code == 404


def test_a_damaged_file_is_named(tmp_path):
    (tmp_path / "manual.zip").write_bytes(b"PK")
    with pytest.raises(FileError, match=r"manual\.zip"):
        manual_server(tmp_path / "manual.zip")


def test_a_port_that_is_taken_is_named(site, tmp_path):
    pack(site, tmp_path / "manual.zip")
    with (
        manual_server(tmp_path / "manual.zip") as server,
        pytest.raises(FileError, match=str(server.server_address[1])),
    ):
        manual_server(tmp_path / "manual.zip", server.server_address[1])
