"""What a file says of the systems under test."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from mercalli.errors import FileError, ProfileError
from mercalli.io.about import read_about

WHOLE = """
[systems.gpt]
model = "small-1"
prompt = "short"
date = 2026-03-01
parameters = { temperature = 0, seed = 7, stream = false }
prompt_file = "short.txt"

[systems."naive bayes"]
model = "nb"
"""


def about(folder: Path, text: str) -> Path:
    (folder / "about.toml").write_text(text)
    return folder / "about.toml"


def test_a_file_says_model_prompt_date_parameters_and_the_digest_of_the_prompt(tmp_path: Path) -> None:
    (tmp_path / "short.txt").write_bytes(b"Which class?\r\n")
    found = read_about(about(tmp_path, WHOLE))
    digest = sha256(b"Which class?\n").hexdigest()
    assert found["gpt"].text == (
        f"model small-1, prompt short, date 2026-03-01, temperature 0, seed 7, stream false, "
        f"prompt file sha256:{digest}"
    )
    assert found["naive bayes"].model == "nb"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[systems.gpt]\nmodle = 'x'", r"no setting 'modle'. Did you mean 'model'\? \(line 2 of 'about.toml'\)"),
        ("[systems.gpt]\nmodel = 3", r"'model' must be a text; found 3. \(line 2"),
        ("[systems.gpt]\nparameters = { a = [1] }", r"'a' must be a text or a number. \(line 2"),
        ("[systems.gpt]\nprompt_file = 'gone.txt'", r"prompt of the system 'gpt' cannot be read: .*gone.txt.*line 2"),
        ("[system.gpt]\nmodel = 'x'", r"no setting 'system'. Did you mean 'systems'\?"),
        ("", r"at least one \[systems.NAME\]"),
        ("systems = 3", r"'systems' must be a table; found 3"),
        ("[systems", r"This is not TOML"),
    ],
)
def test_a_mistake_is_told_with_its_line(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(ProfileError, match=said):
        read_about(about(tmp_path, text))


def test_a_file_that_is_not_there_is_said_to_be_so(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="none"):
        read_about(tmp_path / "none.toml")
