"""Text files as DuckDB reads them, in UTF-8 and with lines that end alike: the files themselves, or plain copies."""

from __future__ import annotations

from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from mercalli.errors import FileError
from mercalli.io.headers import UTF8, header_of
from mercalli.io.lines import checked_lines, checked_records, lines
from mercalli.io.paths import JSON, blocks, check_whole, opened

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence

    from mercalli.io.origin import Origin

RETURN, FEED, BOTH = b"\r", b"\n", b"\r\n"
STYLES = ("\n", "\r\n", "\r")


@contextmanager
def plain_files(found: Origin) -> Generator[Sequence[Path]]:
    """The same files, each as itself if DuckDB can read it so, or else as a copy that is gone afterwards."""
    odd = {file for file in found.files if not _is_plain(file, found)}
    if not odd:
        yield found.files
        return
    with _folder(found) as folder:
        yield [
            _copy(file, found, Path(folder) / str(at)) if file in odd else file for at, file in enumerate(found.files)
        ]


def _folder(found: Origin) -> TemporaryDirectory[str]:
    try:
        return TemporaryDirectory(prefix="mercalli-")
    except OSError as error:
        raise FileError.no_copy(found.files[0].name, error) from None


def _is_plain(file: Path, found: Origin) -> bool:
    """Whether a text is UTF-8 and its lines end alike."""
    if found.kind == JSON:
        check_whole(file)
        return found.encoding == UTF8
    return found.encoding == UTF8 and (_breaks_are_alike(file) or not _is_uneven(file))


def _breaks_are_alike(file: Path) -> bool:
    """Whether there are only line feeds, or only pairs; as what is inside quotes counts too, this is quick."""
    feeds = returns = pairs = 0
    last = b""
    for block in blocks(file):
        if RETURN in block or last == RETURN:
            returns += block.count(RETURN)
            pairs += block.count(BOTH) + (last + block[:1] == BOTH)
        feeds += block.count(FEED)
        last = block[-1:]
    return not returns or feeds == returns == pairs


def _is_uneven(file: Path) -> bool:
    """Whether lines end in several ways or in an unusual one, or a break stands outside quotes that ends no line."""
    layout = header_of(file).layout
    seen = {layout.breaks(record.text) for record in layout.records(lines(file, UTF8, layout.end))}
    return not any(seen <= {style, ""} for style in STYLES)


def _copy(file: Path, found: Origin, folder: Path) -> Path:
    """A copy in UTF-8 under the same name."""
    check_whole(file)
    copy = folder / file.name
    try:
        folder.mkdir()
        with opened(copy, "wb") as stream, TextIOWrapper(stream, UTF8, newline="") as text:
            text.writelines(
                checked_lines(file, found.encoding) if found.kind == JSON else _records(file, found.encoding)
            )
    except OSError as error:
        raise FileError.no_copy(file.name, error) from None
    return copy


def _records(file: Path, encoding: str) -> Iterator[str]:
    layout = header_of(file, encoding).layout
    return (layout.plain(record.text) for record in checked_records(file, encoding, layout))
