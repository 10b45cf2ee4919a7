"""What is known of the systems under test, from a TOML file: `[systems.NAME] model = ..., prompt_file = ...`."""

from __future__ import annotations

from datetime import date
from hashlib import sha256
from pathlib import Path

from mercalli.errors import MercalliError
from mercalli.inputs.about import AboutSystem
from mercalli.io.toml import ENDING, TOML
from mercalli.io.whole_files import file_text
from mercalli.profiles.table import Table
from mercalli.profiles.toml import Toml

SYSTEMS, PARAMETERS, PROMPT_FILE, DATE = "systems", "parameters", "prompt_file", "date"
KNOWN = ("model", "prompt", DATE, PARAMETERS, PROMPT_FILE)


def read_about(path: str | Path) -> dict[str, AboutSystem]:
    """What a file says of each system, by its name; a prompt file is looked for beside the file that names it."""
    file = Path(path)
    toml = Toml(file_text(file, TOML, f"a {ENDING} file with [systems.NAME]"), repr(file.name))
    top = Table(toml.content(), toml, "a file about systems")
    top.only((SYSTEMS,))
    if not top.content.get(SYSTEMS):
        top.fail("the file must hold at least one [systems.NAME], as in: [systems.gpt] model = 'small-1'.")
    return {name: _about(table, file.parent) for name, table in top.table(SYSTEMS).tables("system")}


def _about(table: Table, folder: Path) -> AboutSystem:
    table.only(KNOWN)
    return AboutSystem(
        table.text("model"), table.text("prompt"), _date(table), _parameters(table), _prompt_digest(table, folder)
    )


def _date(table: Table) -> str:
    """A date of TOML, or a text."""
    found = table.content.get(DATE, "")
    return found.isoformat() if isinstance(found, date) else table.text(DATE)


def _parameters(table: Table) -> dict[str, str | int | float]:
    given = table.table(PARAMETERS)
    for name, value in given.options().items():
        if not isinstance(value, str | int | float):
            given.fail(f"the parameter {name!r} must be a text or a number.", name)
    return {name: str(value).lower() if isinstance(value, bool) else value for name, value in given.content.items()}


def _prompt_digest(table: Table, folder: Path) -> str:
    """SHA-256 of the text of a prompt, whatever its line breaks."""
    named = table.text(PROMPT_FILE)
    if not named:
        return ""
    try:
        text = file_text(folder / named, "text", "the text file of a prompt")
    except MercalliError as error:
        table.fail(f"the prompt of {table.noun} cannot be read: {error}", PROMPT_FILE)
    return f"sha256:{sha256(text.encode()).hexdigest()}"
