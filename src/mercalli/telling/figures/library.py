"""What draws pictures is a library that need not be there."""

from importlib.util import find_spec

from mercalli.errors import ExtraError

LIBRARY = "matplotlib"


def check_drawable() -> None:
    """Refuse pictures where nothing is installed that draws them."""
    if find_spec(LIBRARY) is None:
        raise ExtraError.pictures()
