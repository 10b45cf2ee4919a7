"""Changes inside of a packed model."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Callable
from random import Random

from fuzz.mutants import objects, raw

SCHEMA = "schema.json"


def member(rng: Random, content: bytes) -> bytes:
    """Changed bytes in one of the parts."""
    return _with(content, rng.choice, lambda part: rng.choice(raw.ALL)(rng, part))


def schema(rng: Random, content: bytes) -> bytes:
    """Another description of the parts."""
    return _with(content, lambda _: SCHEMA, lambda part: objects.document(rng, part))


def _with(content: bytes, which: Callable[[list[str]], str], change: Callable[[bytes], bytes]) -> bytes:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            parts = {name: packed.read(name) for name in packed.namelist()}
        changed = which(list(parts))
        parts[changed] = change(parts[changed])
    except (
        zipfile.BadZipFile,
        KeyError,
        IndexError,
        ValueError,
        OSError,
        NotImplementedError,
        RuntimeError,
        EOFError,
        zlib.error,
    ):
        return content  # an earlier change left no zip
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, part in parts.items():
            packed.writestr(zipfile.ZipInfo(name), part)
    return made.getvalue()
