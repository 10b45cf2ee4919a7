"""Classifiers to files and back: arrays of numbers and text, in a format that runs no code when it is read."""

from __future__ import annotations

import json
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from io import BytesIO
from math import prod
from pathlib import Path
from tokenize import TokenError
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mercalli.errors import ExtraError, FileError, ModelError
from mercalli.io.manifests import MODEL
from mercalli.io.paths import absent, check_regular, in_folder
from mercalli.text.words import shown

KIND, FORMAT = "mercalli classifier", 1
SCHEMA = "schema.json"
MOST_BYTES, MOST_PARTS, MOST_SCHEMA_BYTES = 1 << 32, 1000, 1 << 24
ALWAYS_FINE_BYTES, MOST_PACKED = 1 << 28, 100  # beyond so many bytes, how many times smaller they may be packed
# All that such a file may make: module, class, and how skops reads it.
ALLOWED = {
    ("builtins", "dict", "DictNode"),
    ("builtins", "list", "ListNode"),
    ("builtins", "str", "JsonNode"),
    ("builtins", "str", "TypeNode"),
    ("numpy", "ndarray", "NdArrayNode"),
}


def write_model(path: Path, arrays: Mapping[str, NDArray[Any]], facts: Mapping[str, object]) -> None:
    """Arrays and what is known of them; whoever calls sees to it that the file is whole or absent."""
    text = json.dumps({"kind": KIND, "format": FORMAT, **facts}, ensure_ascii=False, allow_nan=False)
    content = {"facts": text, "digest": _digest(text, arrays), **arrays}
    _write_parts(path, _skops().dumps(content, compression=zipfile.ZIP_STORED))


def _write_parts(path: Path, dumped: bytes) -> None:
    """The same parts under numbers instead of places in memory, and without a time: the same model, the same bytes."""
    with zipfile.ZipFile(BytesIO(dumped)) as made, zipfile.ZipFile(path, "w") as packed:
        schema = json.loads(made.read(SCHEMA))
        names = _renumbered(schema)
        parts = {SCHEMA: json.dumps(schema, indent=2).encode(), **{new: made.read(old) for old, new in names.items()}}
        for name, part in parts.items():
            packed.writestr(zipfile.ZipInfo(name), part, zipfile.ZIP_DEFLATED, compresslevel=1)


def _renumbered(schema: object) -> dict[str, str]:
    """Number the parts of a file in their order; the old names of files and the new ones."""
    numbers: dict[int, int] = {}
    names: dict[str, str] = {}
    for node in _parts_of(schema):
        if "__id__" in node:
            node["__id__"] = numbers.setdefault(node["__id__"], len(numbers))
        if "file" in node:
            node["file"] = names.setdefault(node["file"], f"{len(names)}.npy")
    return names


def _skops() -> Any:  # noqa: ANN401 - a module
    try:
        import skops.io  # noqa: PLC0415 - an extra, and slow to load
    except ImportError:
        raise ExtraError.missing("skops", "train") from None
    return skops.io


def read_model(path: str | Path) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """Arrays and facts of a model, or of the one in a folder; an error if anything else is in it."""
    file = in_folder(path, MODEL)
    check_regular(file)
    try:
        content = _content(file)
        text, digest = content.pop("facts"), content.pop("digest")
        facts = json.loads(text)
    except FileNotFoundError:
        raise absent(file) from None
    except OSError as error:
        raise FileError.unopened(file.name, "a classifier", error) from None
    except zipfile.BadZipFile:
        raise ModelError.not_ours(file.name, "it is not whole, or another kind of file") from None
    except (
        ValueError,
        KeyError,
        TypeError,
        AttributeError,
        RuntimeError,
        EOFError,
        MemoryError,
        RecursionError,
        SyntaxError,
        TokenError,
        zlib.error,
    ) as error:
        raise ModelError.not_ours(file.name, f"its content does not make sense ({type(error).__name__})") from None
    _check_facts(file.name, facts)
    if not all(isinstance(part, np.ndarray) for part in content.values()):
        raise ModelError.not_ours(file.name, "it holds more than named arrays")
    if digest != _digest(text, content):
        raise ModelError.named(
            file.name, "was changed after it was written: its digest does not match. Train it again."
        )
    return content, {**facts, "digest": digest}


def _content(file: Path) -> dict[str, Any]:
    """The parts of a file by their names, read without skops: to import that takes longer than all the rest."""
    with zipfile.ZipFile(file) as packed:
        if SCHEMA not in packed.namelist():
            raise ModelError.not_ours(file.name, f"it has no {SCHEMA}")
        _check_sizes(file.name, packed.infolist())
        schema = json.loads(packed.read(SCHEMA))
        _check_types(file.name, schema)
        return {name: _part(packed, node) for name, node in schema["content"].items()}


def _check_sizes(name: str, parts: Sequence[zipfile.ZipInfo]) -> None:
    """Refuse, before anything is unpacked, what no model needs; zipfile unpacks no more than a part says."""
    whole, stored = (sum(getattr(part, size) for part in parts) for size in ("file_size", "compress_size"))
    if len(parts) > MOST_PARTS or whole > MOST_BYTES or whole > max(ALWAYS_FINE_BYTES, MOST_PACKED * stored):
        raise ModelError.not_ours(name, f"its {len(parts):,} parts unpack to {whole:,} bytes")
    if any(part.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) for part in parts):
        raise ModelError.not_ours(name, "it is packed in another way")
    if next(part.file_size for part in parts if part.filename == SCHEMA) > MOST_SCHEMA_BYTES:
        raise ModelError.not_ours(name, f"its {SCHEMA} is too large")


def _array(content: bytes) -> NDArray[Any]:
    """An array that has as many numbers as it says, before room is made for them."""
    stream = BytesIO(content)
    version = np.lib.format.read_magic(stream)
    header = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
    shape, _, dtype = header(stream)
    if prod(shape) * dtype.itemsize != len(content) - stream.tell():
        raise ValueError("an array is larger or smaller than it says")
    stream.seek(0)
    return np.load(stream, allow_pickle=False)  # type: ignore[no-any-return]


def _part(packed: zipfile.ZipFile, node: dict[str, Any]) -> object:
    """A text, or an array of numbers in numpy's own format; of anything else nothing is made."""
    if node["__loader__"] == "JsonNode":
        return json.loads(node["content"])
    if node["__loader__"] == "NdArrayNode" and node["type"] == "numpy":
        return _array(packed.read(node["file"]))
    return None


def _check_types(name: str, schema: object) -> None:
    """Refuse, before anything is made of it, what is not on the list."""
    strange = sorted({".".join(node[:2]) for node in _nodes(schema) if node not in ALLOWED})
    if strange:
        raise ModelError.named(
            name,
            f"is refused: it holds {shown(strange)}, and a classifier of Mercalli holds arrays of numbers and "
            f"text only. Do not load it unless you trust whoever made it.",
        )


def _nodes(schema: object) -> Iterator[tuple[str, str, str]]:
    """What each part of a file would become."""
    for part in _parts_of(schema):
        if "__loader__" in part:
            yield str(part.get("__module__")), str(part.get("__class__")), str(part["__loader__"])


def _parts_of(schema: Any) -> Iterator[dict[str, Any]]:  # noqa: ANN401 - any JSON
    """Every object in a schema, the outer ones first."""
    if isinstance(schema, dict):
        yield schema
    for part in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from _parts_of(part)


def _check_facts(name: str, facts: Any) -> None:  # noqa: ANN401 - any JSON
    if not isinstance(facts, dict) or facts.get("kind") != KIND:
        raise ModelError.not_ours(name, "it does not say that it is one")
    if facts.get("format") != FORMAT:
        raise ModelError.named(
            name,
            f"was written in format {facts.get('format')}; this version reads format {FORMAT}. "
            f"Train it again, or read it with the version that wrote it.",
        )


def _digest(text: str, arrays: Mapping[str, NDArray[Any]]) -> str:
    """Over what is known and all numbers, however they are packed."""
    seal = sha256(text.encode())
    for name in sorted(arrays):
        part = np.asarray(arrays[name])
        seal.update(f"{name} {part.dtype.str} {part.shape}".encode())
        seal.update(np.ascontiguousarray(part).tobytes())
    return f"sha256:{seal.hexdigest()}"
