"""Results that tell themselves, in the one way in which every result is told."""

from __future__ import annotations

from importlib import import_module

# Named and not imported: telling is a room above this one, and is loaded when somebody looks.
TELLING = "mercalli.telling.told"


class Told:
    """A few lines at a prompt, small tables in a notebook."""

    def __str__(self) -> str:
        return str(import_module(TELLING).text_of(self))

    def _repr_html_(self) -> str:
        return str(import_module(TELLING).html_of(self))
