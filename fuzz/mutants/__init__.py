"""What is done to a good file: small functions from a generator and the content to another content, by kind of file."""

from __future__ import annotations

from pathlib import Path
from random import Random

from fuzz.mutants import maps, objects, packed, raw, tables, texts

OF_ANY = (*raw.ALL,)
OF_KIND = {
    ".csv": (*tables.ALL, *texts.ALL),
    ".toml": (*texts.ALL, *texts.ALL, *texts.OF_TOML),
    ".json": (*objects.ALL, *objects.ALL),
    ".jsonl": (*objects.OF_LINES, *texts.ALL),
    ".geojson": (*objects.ALL, *objects.ALL),
    ".skops": (packed.member, packed.member, packed.schema),
    ".tif": (maps.tif,) * 6,
    ".npy": (maps.npy,) * 6,
    ".h5": (maps.h5,) * 6,
    ".nc": (maps.h5,) * 6,
}
MOST = 3


def mutated(rng: Random, name: str, content: bytes) -> bytes:
    """A content that was changed once or a few times."""
    fitting = (*OF_ANY, *OF_KIND.get(Path(name).suffix, ()))
    for _ in range(rng.choice((1, 1, 1, 2, MOST))):
        content = rng.choice(fitting)(rng, content)
    return content
