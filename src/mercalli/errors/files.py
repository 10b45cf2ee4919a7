"""Errors about files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Self

from mercalli.errors.base import InputError
from mercalli.text.words import capital, suggestion

SAME_BUT_FOR_A_SLIP = 0.8
DAMAGED = "{0} is cut off or damaged: {1}. Copy it or make it again, or correct its ending."
# What DuckDB says, and what we say: {0} is the file, {1} and so on are the groups of the pattern.
ENGINE_SAYS = (
    (r"CSV Error on Line: (\d+)", "Row {1} of {0} cannot be read as CSV. Check its quotes, delimiters and length."),
    (
        r"(?<!\d)(\d++): Object .{0,4000} has duplicate key \"(.*?)\"",
        "Row {1} of {0} has the key '{2}' twice. Remove one.",
    ),
    (
        r"(?<!\d)(\d++): Expected OBJECT",
        'Row {1} of {0} is not an object, as in {{"truth": ...}}. Correct or remove it.',
    ),
    (
        r"(numbers of more than 15 digits in the column .*?, such as [\d.e+-]+\d)",
        "{0} has {1}, and spreadsheets keep 15. Format the column as text before ids are written into it, "
        "or give the file that they come from.",
    ),
    ("Invalid unicode", DAMAGED.format("{0}", "the name of a column is not text")),
    ("magic bytes|too small to be", DAMAGED.format("{0}", "it does not end like a Parquet file")),
    (
        "TProtocol|TType|orrupted|Out of buffer|know what type|bit width|Footer|ecompress|GZIP|nvalid string encoding"
        "|Failed to read (?:Parquet )?file|Could not read (?:enough bytes )?from file|Varint",
        DAMAGED.format("{0}", "its content does not make sense"),
    ),
)


class FileError(InputError):
    """A file that is absent, cut off, or not what its name says."""

    @classmethod
    def absent(cls, path: str, others: Sequence[str] = ()) -> Self:
        """No file matches; `others` are in the same folder, and have much of their names in common anyway."""
        hint = suggestion(path, others, SAME_BUT_FOR_A_SLIP)
        return cls(f"No file matches {path!r}.{hint} Check the spelling and the folder you are in.")

    @classmethod
    def at_line(cls, path: str, line: int, problem: str) -> Self:
        """What is wrong with a line, and what to do."""
        return cls(f"Line {line} of {path!r} {problem}")

    @classmethod
    def folder(cls, path: str, instead: str) -> Self:
        """A folder where a file is wanted."""
        return cls(f"{path!r} is a folder. Give {instead}.")

    @classmethod
    def irregular(cls, path: str) -> Self:
        """A pipe or a device, which may never end."""
        return cls(f"{path!r} is not a regular file. Save its content in a file, and give that file.")

    @classmethod
    def too_large(cls, path: str, most: int) -> Self:
        """More than such a file can sensibly hold."""
        return cls(
            f"{path!r} is larger than {most >> 20:,} MB, which no file of this kind is. Check that it is the right one."
        )

    @classmethod
    def twice(cls, path: str) -> Self:
        """One file where several are wanted."""
        return cls(
            f"The file {path!r} is given twice. Give it once. "
            f"To evaluate several of its columns, name them all, as in --pred A,B."
        )

    @classmethod
    def kind(cls, path: str, kinds: Iterable[str]) -> Self:
        """An ending nobody reads."""
        return cls(f"The kind of {path!r} is not clear from its name. Supported endings: {', '.join(kinds)}.")

    @classmethod
    def unreadable(cls, path: str, kind: str, reason: str) -> Self:
        """The reader gave up."""
        return cls(
            f"{path!r} cannot be read as {kind}: {reason} Check that the file is complete and has the right ending."
        )

    @classmethod
    def unopened(cls, path: str, kind: str, error: OSError | ValueError) -> Self:
        """The system gave up, or found no text."""
        text = "it is not UTF-8 text" if isinstance(error, UnicodeDecodeError) else getattr(error, "strerror", error)
        return cls.unreadable(path, kind, f"{text}.")

    @classmethod
    def damaged(cls, path: str, reason: str) -> Self:
        """A packed file that is not whole."""
        return cls(DAMAGED.format(repr(path), reason))

    @classmethod
    def not_text(cls, path: str, encoding: str, line: int) -> Self:
        """Bytes that are no text in the encoding."""
        return cls(
            f"Line {line} of {path!r} is not {encoding} text. If it was saved by a spreadsheet, try --encoding latin-1 "
            f"(encoding='latin-1' in Python); else save it as UTF-8."
        )

    @classmethod
    def no_copy(cls, path: str, error: OSError) -> Self:
        """No room for a plain copy."""
        return cls(
            f"{path!r} must be copied to be read, and the copy cannot be written: {error.strerror}. Make room in the "
            f"system's folder for temporary files, or name another one in the environment variable TMPDIR."
        )

    @classmethod
    def encoding(cls, found: str) -> Self:
        """An encoding nobody knows."""
        return cls(f"There is no text encoding named {found!r}. Usual ones are utf-8, latin-1 and utf-16.")

    @classmethod
    def no_folder(cls, path: str) -> Self:
        """No folder of that name."""
        return cls(f"There is no folder {path!r}. Give the folder that was written with --out.")

    @classmethod
    def alike(cls, path: str, first: str, second: str) -> Self:
        """Two columns of one name, or nearly so."""
        if first == second:
            return cls.named(path, f"has two columns named {first!r}. Rename one.")
        return cls(f"The columns {first!r} and {second!r} of {path!r} differ only in case. Rename one.")

    @classmethod
    def unwritable(cls, path: str, error: OSError | ValueError | str) -> Self:
        """A place where nothing can be written."""
        return cls(
            f"{path!r} cannot be written: {getattr(error, 'strerror', error)}. "
            f"Give another path, in a folder that exists and that you may write to."
        )

    @classmethod
    def claimed(cls, path: str) -> Self:
        """Another run writes there."""
        return cls(f"{path!r} is being written by another run. Wait until that ends, or give another name.")

    @classmethod
    def engine(cls, origin: str, kind: str, text: str) -> Self:
        """What the engine that read a file said, in our words where they are known; `origin` has its quotes already."""
        for pattern, words in ENGINE_SAYS:
            if found := re.search(pattern, text, re.DOTALL):
                return cls(capital(words.format(_file_in(text) or origin, *found.groups())))
        first = re.sub(r"^[\w ]+(Error|Exception): ", "", text.strip()).split("\n", maxsplit=1)[0].rstrip(". ")
        return cls(f"{capital(origin)} cannot be read as {kind}: {first}. Check that it is complete.")

    @classmethod
    def no_header(cls, path: str, reason: str) -> Self:
        """A header that names no usable columns."""
        return cls(f"The first line of {path!r} must name the columns; {reason}")


def _file_in(text: str) -> str | None:
    """The file that DuckDB speaks of, where it reads several."""
    found = re.findall(r'(?:\n  file = |in file ")([^"\n]+)', text)
    return repr(re.split(r"[\\/]", found[-1])[-1]) if found else None
