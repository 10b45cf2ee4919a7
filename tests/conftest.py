"""How tests are shared out among workers: a file goes to one, so that what its tests share is made once."""

from __future__ import annotations

import re

import pytest
from hypothesis import settings

from tests.shell.command import copies, demo, demo_folder, mercalli, shared, snapshot, written

__all__ = ["copies", "demo", "demo_folder", "mercalli", "shared", "snapshot", "written"]  # fixtures for every room

settings.register_profile("untimed", deadline=None)  # timing never decides a test
settings.load_profile("untimed")

TOGETHER = {
    "spark": re.compile(r"\[spark|/test_spark\.py|engines/test_structures\.py"),
    "browser": re.compile(r"^tests/browser/"),
}
SINGLE = re.compile(r"engines/test_parity\.py")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """One Spark and one browser for all, first; the many small tests of engines come last and fill what is left."""
    from xdist.scheduler import LoadFileScheduling  # noqa: PLC0415 - not there unless it asks

    class Shared(LoadFileScheduling):
        def _split_scope(self, nodeid):
            for name, which in TOGETHER.items():
                if which.search(nodeid):
                    return name
            return nodeid if SINGLE.search(nodeid) else super()._split_scope(nodeid)

    return Shared(config, log)
