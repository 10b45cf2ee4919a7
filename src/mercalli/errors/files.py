"""Errors about files."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Self

from mercalli.errors.base import InputError
from mercalli.text.words import capital, counted, shown, suggestion

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

SAME_BUT_FOR_A_SLIP = 0.8
DAMAGED = "{0} is cut off or damaged: {1}. Copy it or make it again, or correct its ending."
# What DuckDB says, and what we say: {0} is the file, {1} and so on are the groups of the pattern.
ENGINE_SAYS = (
    (r"CSV Error on Line: (\d+)", "Row {1} of {0} does not read as CSV. Check its quotes, delimiters and length."),
    (r"(\d+): Object .* has duplicate key \"(.*?)\"", "Row {1} of {0} has the key '{2}' twice. Remove one."),
    (r"(\d+): Expected OBJECT", 'Row {1} of {0} is not an object, as in {{"truth": ...}}. Correct or remove it.'),
    ("Invalid unicode", DAMAGED.format("{0}", "the name of a column is not text")),
    ("magic bytes|too small to be", DAMAGED.format("{0}", "it does not end as Parquet does")),
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
    def folder(cls, path: str, instead: str) -> Self:
        """A folder where a file is wanted."""
        return cls(f"{path!r} is a folder. Give {instead}.")

    @classmethod
    def stream(cls, path: str) -> Self:
        """A pipe or a device where a file is wanted."""
        return cls(
            f"{path!r} is no plain file, and data is read more than once. "
            f"Save what it gives in a file whose name tells its kind, as in rows.csv, and give that."
        )

    @classmethod
    def twice(cls, path: str) -> Self:
        """One file where several are wanted."""
        return cls(
            f"The file {path!r} is given twice. Give it once. To evaluate several of its columns, name them, as in A,B."
        )

    @classmethod
    def kinds(cls, endings: Iterable[str]) -> Self:
        """Files that do not go together."""
        return cls(f"The files are of several kinds ({', '.join(endings)}). Give one kind at a time.")

    @classmethod
    def kind(cls, path: str, kinds: Iterable[str]) -> Self:
        """An ending nobody reads."""
        return cls(f"The kind of {path!r} cannot be told from its name. Endings that are read: {', '.join(kinds)}.")

    @classmethod
    def unreadable(cls, path: str, kind: str, reason: str) -> Self:
        """The reader gave up."""
        return cls(
            f"{path!r} cannot be read as {kind}: {reason} Check that the file is whole and has the right ending."
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
    def wide(cls, path: str, encoding: str) -> Self:
        """Text with two bytes for a letter."""
        return cls(f"{path!r} looks like UTF-16 text. Say --encoding {encoding} (encoding='{encoding}' in Python).")

    @classmethod
    def binary(cls, path: str) -> Self:
        """Bytes that are no text in any usual encoding."""
        return cls.unreadable(path, "text", "it holds binary data.")

    @classmethod
    def no_copy(cls, path: str, error: OSError) -> Self:
        """No room for a plain copy."""
        return cls(
            f"{path!r} must be copied to be read, and the copy cannot be written: {error.strerror}. Make room in the "
            f"system's folder for temporary files, or name another one in the environment variable TMPDIR."
        )

    @classmethod
    def columns(cls, path: str, line: int, found: int, expected: int) -> Self:
        """A row that is longer or shorter than the header."""
        return cls(
            f"Line {line} of {path!r} has {counted(found, 'column')} where the first line has {expected}. "
            f"Correct it: a value that holds the delimiter or a line break must be in quotes."
        )

    @classmethod
    def after_quote(cls, path: str, line: int) -> Self:
        """A quoted value that does not end with its quote."""
        return cls(
            f"Line {line} of {path!r} goes on after the closing quote of a value. "
            f"Remove what follows it, or double a quote that is meant as such."
        )

    @classmethod
    def too_long(cls, path: str, line: int) -> Self:
        """A row longer than any engine takes."""
        return cls(f"Line {line} of {path!r} is too long. Check that every quote on it is closed.")

    @classmethod
    def not_json(cls, path: str, line: int) -> Self:
        """Text that is no JSON; where already the first line is none, objects may go over several lines."""
        if line == 1:
            return cls(f"{path!r} holds neither whole JSON objects nor one whole list of them. Make it again.")
        return cls(f"Line {line} of {path!r} is not a whole JSON object. Complete or remove it.")

    @classmethod
    def no_objects(cls, path: str) -> Self:
        """JSON without any object."""
        return cls(f'{path!r} holds no rows: each line must be an object, as in {{"truth": ...}}.')

    @classmethod
    def encoding(cls, found: str) -> Self:
        """An encoding nobody knows."""
        return cls(f"There is no text encoding named {found!r}. Usual ones are utf-8, latin-1 and utf-16.")

    @classmethod
    def holds_others(cls, path: str, names: Sequence[str]) -> Self:
        """A report folder into which somebody put files of their own."""
        return cls(
            f"{path!r} also holds {shown(names)}, so it is not replaced. Move that away, or give another folder."
        )

    @classmethod
    def own_input(cls, path: str) -> Self:
        """An answer that would take the place of the file it is made from."""
        return cls(f"{path!r} is the file that is read, so it is not replaced. Give another name to write to.")

    @classmethod
    def exists(cls, path: str) -> Self:
        """A folder that is there already."""
        return cls(f"{path!r} exists already. Give another folder, or --overwrite to replace it.")

    @classmethod
    def there(cls, path: str) -> Self:
        """Something that is never replaced."""
        return cls(f"{path!r} exists already and is not replaced. Give another name, or remove it first.")

    @classmethod
    def foreign(cls, path: str) -> Self:
        """A folder that holds something else than a report."""
        return cls(f"{path!r} holds no report of ours (no result.json), so it is not replaced. Give another folder.")

    @classmethod
    def no_folder(cls, path: str) -> Self:
        """No folder of that name."""
        return cls(f"There is no folder {path!r}. Give the folder that was written with --out.")

    @classmethod
    def no_page(cls, path: str, page: str) -> Self:
        """A folder without a page to look at."""
        return cls(f"{path!r} holds no {page}. Give the folder of an evaluation, written with --out.")

    @classmethod
    def engine_only(cls, engine: str) -> Self:
        """Something that one engine alone can do."""
        return cls(f"Files are joined by {engine} only. Leave --engine out, or put the predictions into one file.")

    @classmethod
    def engine_cannot(cls, engine: str, origin: str) -> Self:
        """Files that one engine does not take, for reasons of its own."""
        return cls(
            f"{engine} cannot read {origin}. Leave --engine out; or save it as UTF-8, with lines that all end alike "
            f"and columns that have different names."
        )

    @classmethod
    def unwritable(cls, path: str, error: OSError | ValueError | str) -> Self:
        """A place where nothing can be written."""
        return cls(
            f"{path!r} cannot be written: {getattr(error, 'strerror', error)}. "
            f"Give another path, in a folder that exists and that you may write to."
        )

    @classmethod
    def engine(cls, origin: str, kind: str, text: str) -> Self:
        """What the engine that read a file said, in our words where they are known; `origin` has its quotes already."""
        for pattern, words in ENGINE_SAYS:
            if found := re.search(pattern, text, re.DOTALL):
                return cls(capital(words.format(_file_in(text) or origin, *found.groups())))
        first = re.sub(r"^[\w ]+(Error|Exception): ", "", text.strip()).split("\n", maxsplit=1)[0].rstrip(". ")
        return cls(f"{capital(origin)} cannot be read as {kind}: {first}. Check that it is whole.")

    @classmethod
    def no_header_line(cls, path: str) -> Self:
        """Nothing where the columns should be named."""
        return cls(f"{path!r} has no header line. Its first line must name the columns, as in truth,pred.")

    @classmethod
    def no_header(cls, path: str, reason: str) -> Self:
        """A header that names no usable columns."""
        return cls(f"The first line of {path!r} must name the columns; {reason}")

    @classmethod
    def open_quote(cls, path: str, line: int) -> Self:
        """A quote without its end."""
        return cls(
            f"Line {line} of {path!r} opens a quote that is never closed. "
            f"Close it, or double a quote that is meant as such."
        )

    @classmethod
    def alike(cls, path: str, first: str, second: str) -> Self:
        """Two columns of one name, or nearly so."""
        if first == second:
            return cls(f"{path!r} has two columns named {first!r}. Rename one.")
        return cls(f"The columns {first!r} and {second!r} of {path!r} differ only in case. Rename one.")


def _file_in(text: str) -> str | None:
    """The file that DuckDB speaks of, where it reads several."""
    found = re.findall(r'(?:\n  file = |in file ")([^"\n]+)', text)
    return repr(re.split(r"[\\/]", found[-1])[-1]) if found else None
