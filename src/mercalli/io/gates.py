"""Gates from a file: `gates = ["dua>=0.75", "slice:lang.recall_macro>=0.6"]`."""

from __future__ import annotations

import tomllib
from pathlib import Path

from mercalli.errors import FileError, GateError


def read_gates(path: str | None) -> list[str]:
    """The gates of a TOML file; none if there is no file."""
    if path is None:
        return []
    try:
        content = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise FileError.absent(path) from None
    except UnicodeDecodeError:
        raise FileError.unreadable(Path(path).name, "TOML", "it is not UTF-8 text.") from None
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise FileError.unreadable(Path(path).name, "TOML", f"{error}.") from None
    gates = content.get("gates")
    if not isinstance(gates, list) or not gates or not all(isinstance(gate, str) for gate in gates):
        raise GateError.file(Path(path).name)
    return gates
