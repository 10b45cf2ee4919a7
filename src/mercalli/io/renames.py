"""Names given in one step: two files or folders change places, or one gets a name that nothing has yet."""

from __future__ import annotations

import ctypes
import errno
import os
from functools import cache
from pathlib import Path
from typing import Any

# Of renameat2(2), which Linux has since 2014: paths are relative to the current folder.
HERE, ONLY_NEW, EXCHANGE = -100, 1, 2


@cache
def _system_call() -> Any | None:  # noqa: ANN401 - a function of C
    """Where the system has none, or a file system refuses it, two steps must do."""
    try:
        return ctypes.CDLL(None, use_errno=True).renameat2
    except (AttributeError, OSError, TypeError):
        return None


def _fault(first: Path, second: Path, how: int) -> int:
    """Zero, or the number of the error."""
    call = _system_call()
    if call is None:
        return errno.ENOSYS
    ctypes.set_errno(0)
    done = call(HERE, os.fsencode(first), HERE, os.fsencode(second), how)
    return ctypes.get_errno() if done else 0


def exchanged(first: Path, second: Path) -> bool:
    """Whether two that exist have changed places; nothing has happened where they could not."""
    return _fault(first, second, EXCHANGE) == 0


def move_new(source: Path, target: Path) -> None:
    """Give a name that nothing has; what stands there, also since a moment ago, is an error and is left alone."""
    fault = _fault(source, target, ONLY_NEW)
    if fault == errno.EEXIST or (fault and os.path.lexists(target)):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target))
    if fault:
        source.rename(target)
