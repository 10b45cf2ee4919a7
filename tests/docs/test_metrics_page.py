import runpy

from tests.places import ROOT


def test_the_metrics_page_says_what_the_catalogue_says():
    made = runpy.run_path(str(ROOT / "scripts" / "metrics_page.py"))["page"]()
    assert (ROOT / "docs" / "metrics.md").read_text(encoding="utf-8") == made
