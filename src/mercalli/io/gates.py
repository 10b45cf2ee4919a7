"""Gates from a file: `gates = ["dua>=0.75", "slice:lang.recall_macro>=0.6"]`."""

from __future__ import annotations

from pathlib import Path

from mercalli.errors import GateError
from mercalli.io.toml import toml_text
from mercalli.profiles.toml import Toml
from mercalli.results.gates import Gate

KEY = "gates"


def read_gates(path: str | None) -> list[str]:
    """The gates of a TOML file; none if there is no file."""
    if path is None:
        return []
    toml = Toml(toml_text(path, "a .toml file of gates"), repr(Path(path).name))
    content = toml.content()
    gates = content.pop(KEY, None)
    if not isinstance(gates, list) or not gates or not all(isinstance(gate, str) for gate in gates):
        raise GateError.named(
            Path(path).name, 'must hold a list of gates, as in: gates = ["dua>=0.75", "dua.low>=0.7"]'
        )
    for key in content:
        raise GateError.key(key, toml.origin, toml.line([key]))
    for gate in gates:
        _check(gate, toml)
    return gates


def _check(gate: str, toml: Toml) -> None:
    """A gate that does not read as one is told with its line."""
    try:
        Gate.check(gate)
    except GateError as error:
        raise GateError.at(error, toml.origin, toml.line([KEY, gate])) from None
