"""Every Python block in the documentation runs, and prints what the text block after it shows."""

import contextlib
import io
import re
from importlib.util import find_spec

import pytest

from mercalli.metrics import facts
from mercalli.metrics.catalogue import catalogue
from tests.places import ROOT

PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")])
HEAVY = ("mlflow", "wandb")
BLOCK = re.compile(r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```)?", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_block_runs_and_prints_what_is_shown(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    catalogue()  # all of ours is recorded before
    monkeypatch.setattr(facts, "RECORDED", dict(facts.RECORDED))  # an example may add a metric of its own
    for printed, shown in run_blocks(page):
        assert normal(printed) == normal(shown) or not shown


def run_blocks(page):
    """What the Python blocks of a page print, one after the other, and what the page shows.

    Those for programs that weigh 100 MB and more run where these are installed.
    """
    names, blocks = {"__name__": "example"}, []
    for code, shown in BLOCK.findall(page.read_text(encoding="utf-8")):
        if any(f"import {name}\n" in code and find_spec(name) is None for name in HEAVY):
            continue
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, page.name, "exec"), names)  # noqa: S102 - that is the test
        blocks.append((printed.getvalue(), shown))
    return blocks


def normal(text):
    """Numbers to the four decimals that pages show."""
    return re.sub(r"(\d\.\d{4})\d+", r"\1", text).strip()


def test_links_between_pages_lead_somewhere():
    links = [
        (page, link) for page in PAGES for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8"))
    ]
    assert links
    assert [f"{page.name}: {link}" for page, link in links if not (page.parent / link).exists()] == []
