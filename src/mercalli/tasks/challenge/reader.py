"""Bytes that strangers send, read as lines of text: in one pass, in bounded memory, and refused as soon as they can be.

Text is UTF-8, with or without a byte order mark, plain or packed by gzip. Nothing here knows what the lines mean.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from mercalli.text.words import counted

GZIP, BOM = b"\x1f\x8b", b"\xef\xbb\xbf"
WBITS_GZIP = 31
BLOCK = 1 << 16
# Other packings, by their first bytes: named so that the message can say what to do.
OTHERS = {b"PK\x03\x04": "zip", b"BZh": "bzip2", b"\xfd7zXZ": "xz", b"\x28\xb5\x2f\xfd": "zstd", b"PAR1": "Parquet"}


@dataclass(frozen=True)
class Limits:
    """How much a file may hold; `ratio` is how many times larger it may become when unpacked, beyond `spare` bytes."""

    most_bytes: int = 64 << 20
    most_line: int = 1 << 14
    ratio: int = 100
    spare: int = 1 << 20


class RefusedError(Exception):
    """Why nothing more is read: the rule, the line if there is one, and the words."""

    def __init__(self, rule: str, says: str, line: int | None = None) -> None:
        super().__init__(says)
        self.rule, self.says, self.line = rule, says, line


def lines(blocks: Iterable[bytes], limits: Limits) -> Iterator[str]:
    r"""Lines without their ends; a lone carriage return is no end of a line.

    >>> list(lines([b"\xef\xbb\xbfid,pred\r\n1,a\n2", b",b"], Limits()))
    ['id,pred', '1,a', '2,b']
    """
    rest, passed, number = b"", 0, 0
    for block in _limited(_unpacked(_known(blocks), limits), limits):
        *whole, rest = (rest + block).split(b"\n")
        for each in whole:
            number += 1
            yield _text(each, number, passed, limits)
            passed += len(each) + 1
        if len(rest) > limits.most_line:
            raise _long_line(number + 1, limits)
    if rest:
        yield _text(rest, number + 1, passed, limits)


def _text(line: bytes, number: int, passed: int, limits: Limits) -> str:
    """A line as text: no longer than may be, and all of it UTF-8."""
    if len(line) > limits.most_line:
        raise _long_line(number, limits)
    try:
        text = line.decode()
    except UnicodeDecodeError as error:
        place = passed + error.start + 1
        says = f"Byte {place:,} (0x{line[error.start]:02x}) is not UTF-8. Save the file as UTF-8 text."
        raise RefusedError("encoding", says, number) from None
    text = text.removesuffix("\r")
    if "\0" in text or "\r" in text:
        what = "a zero byte" if "\0" in text else "a lone carriage return"
        raise RefusedError("control", f"The line holds {what}. Save the file as plain text with line feeds.", number)
    return text.removeprefix("\ufeff") if number == 1 else text


def _long_line(number: int, limits: Limits) -> RefusedError:
    return RefusedError("long_line", f"The line has more than {limits.most_line:,} bytes.", number)


def _known(blocks: Iterable[bytes]) -> Iterator[bytes]:
    """The same blocks, unless the first bytes are those of a file that is no text."""
    start = True
    for block in blocks:
        if start and block:
            start = False
            named = next((name for magic, name in OTHERS.items() if block.startswith(magic)), None)
            if named:
                raise RefusedError("packing", f"This is a {named} file. Send plain CSV text, or pack it with gzip.")
        yield block


def _limited(blocks: Iterable[bytes], limits: Limits) -> Iterator[bytes]:
    """Blocks as long as they are not too many bytes together."""
    size = 0
    for block in blocks:
        size += len(block)
        if size > limits.most_bytes:
            says = f"The file holds more than {counted(limits.most_bytes, 'byte')}, more than a run can need."
            raise RefusedError("too_large", says)
        yield block


def _unpacked(blocks: Iterator[bytes], limits: Limits) -> Iterator[bytes]:
    """Plain blocks as they are; those of gzip unpacked piece by piece, with a limit on how much they grow."""
    first = b""
    while len(first) < len(GZIP) and (block := next(blocks, None)) is not None:
        first += block
    if not first.startswith(GZIP):
        yield first
        yield from blocks
        return
    yield from _Gunzip(limits).all(first, blocks)


class _Gunzip:
    """Members of a gzip file, one after the other."""

    def __init__(self, limits: Limits) -> None:
        self.limits, self.packed, self.size = limits, 0, 0
        self.member = zlib.decompressobj(WBITS_GZIP)

    def all(self, first: bytes, blocks: Iterator[bytes]) -> Iterator[bytes]:
        """Everything that is packed; a file that ends too early is refused."""
        yield from self._block(first)
        for block in blocks:
            yield from self._block(block)
        if not self.member.eof:
            raise RefusedError("cut_off", "The gzip file ends too early. Pack it again, and send all of it.")

    def _block(self, block: bytes) -> Iterator[bytes]:
        self.packed += len(block)
        left = block
        while left:
            if self.member.eof:
                self.member = zlib.decompressobj(WBITS_GZIP)
            try:
                piece = self.member.decompress(left, BLOCK)
            except zlib.error:
                raise RefusedError("packing", "The gzip file is damaged. Pack it again.") from None
            left = self.member.unconsumed_tail or self.member.unused_data
            self._check(len(piece))
            yield piece

    def _check(self, more: int) -> None:
        self.size += more
        if self.size > self.limits.spare + self.limits.ratio * self.packed:
            says = f"The gzip file grows to more than {self.limits.ratio} times its size. Send plain CSV text."
            raise RefusedError("bomb", says)
