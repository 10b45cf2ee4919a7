"""Where things are that tests read, said once."""

from pathlib import Path

TESTS = Path(__file__).parent
ROOT = TESTS.parent
DOCS = ROOT / "docs"
FIXTURES = TESTS / "fixtures"
SHARED = ROOT.parent / "shared" / "data"  # real data, where there is any
