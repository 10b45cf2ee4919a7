"""Groups under several names."""

from __future__ import annotations

import pytest

from mercalli.errors import SettingError
from mercalli.plan.same_names import same_groups


def test_several_names_become_one() -> None:
    assert same_groups("eng=en, English=en") == {"eng": "en", "English": "en"}


@pytest.mark.parametrize("same", ["en=fr,en=de", "en=fr,fr=en", "a=b,b=c", {"en": "fr", "fr": "en"}])
def test_a_name_that_is_renamed_twice_is_refused(same: str | dict[str, str]) -> None:
    with pytest.raises(SettingError, match="each name is renamed once"):
        same_groups(same)
