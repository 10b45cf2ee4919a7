"""One look for curves: colours, sizes, what can be drawn."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from mercalli.text.names import plain

if TYPE_CHECKING:
    from collections.abc import Generator


MOST_SYSTEMS = 8
# Okabe and Ito's colours, which the colour-blind can tell apart too.
COLOURS = ("#0072b2", "#e69f00", "#009e73", "#56b4e9", "#000000", "#d55e00", "#cc79a7", "#f0e442")
LOOK: Any = {"text.parse_math": False, "font.size": 9.0, "font.family": ["DejaVu Sans"]}


@contextmanager
def one_look() -> Generator[None]:
    """Pictures look the same whatever the user's settings are."""
    from matplotlib import rc_context, rcdefaults, rcParams  # noqa: PLC0415 - half a second to import

    settings: Any = rcParams
    with rc_context():
        rcdefaults()
        settings.update(LOOK)
        yield


def drawable(name: str) -> str:
    """A name in letters that the font has for certain.

    >>> drawable("modèle 火")
    'modèle ?'
    """
    return "".join(sign if ord(sign) < 0x250 else "?" for sign in plain(name))  # noqa: PLR2004 - Latin
