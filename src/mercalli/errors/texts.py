"""Errors about labelled texts and what can be learnt from them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from mercalli.errors.base import InputError
from mercalli.text.words import counted, short_name, shown, suggestion

if TYPE_CHECKING:
    from collections.abc import Sequence


class TextError(InputError):
    """Labelled texts that nothing can be learnt from, or tested on."""

    @classmethod
    def lacking(cls, what: str, rows: int, first: int, origin: str) -> Self:
        """Rows without a text or without a label."""
        have = f"1 row of {origin} has" if rows == 1 else f"{rows:,} rows of {origin} have"
        return cls(
            f'{have} no {what}; the first is row {first:,}. Fill in what is missing, or pass missing="drop" to leave '
            f"such rows out and have their number reported."
        )

    @classmethod
    def all_lacking(cls, rows: int, origin: str) -> Self:
        """Nothing is left once rows without text or label are left out."""
        return cls(
            f"All {counted(rows, 'row')} of {origin} lack a text or a label. Check that the right columns are named."
        )

    @classmethod
    def several(cls, found: str, delimiter: str, origin: str) -> Self:
        """Several labels where each text has one."""
        return cls(
            f"The label {short_name(found)!r} of {origin} holds the delimiter {delimiter!r}. If a text may have "
            f"several labels, say --mode multi-label; if it is one label, name a `delimiter` that no label holds."
        )

    @classmethod
    def delimiter(cls, found: str, delimiter: str, origin: str) -> Self:
        """A label of a list that could not be told apart once it is written."""
        return cls(
            f"The label {short_name(found)!r} of {origin} holds the delimiter {delimiter!r}, so that predictions could "
            f"not be read again. Name a `delimiter` that no label holds."
        )

    @classmethod
    def list_cell(cls, found: str, origin: str) -> Self:
        """A list where each text has one label."""
        return cls(
            f"The label {short_name(found)!r} of {origin} is a list. If a text may have several labels, "
            f"say --mode multi-label; else give one label for each text."
        )

    @classmethod
    def one_column(cls, origin: str) -> Self:
        """A file without a header that has no second column."""
        return cls(
            f"{origin} has one column; a file without a header must have the label first and the text second. "
            f"Check what parts its columns: commas in a .csv file, tabs in a .tsv file."
        )

    @classmethod
    def one_class(cls, classes: Sequence[str], origin: str) -> Self:
        """Nothing to tell apart."""
        held = f"holds one label only, {short_name(classes[0])!r}" if classes else "holds no label"
        return cls(f"{origin} {held}. To learn to tell labels apart, give texts of at least two.")

    @classmethod
    def wordless(cls, origin: str) -> Self:
        """Nothing to tell labels by."""
        return cls(f"No text of {origin} holds a word to learn from. Check that the right column is named with --text.")

    @classmethod
    def few(cls, classes: Sequence[str], fewest: int, origin: str, besides: str = "") -> Self:
        """Labels with so few texts that they cannot be learnt, `besides` those that are needed for more."""
        return cls(
            f"Each label must have at least {fewest} texts to learn from{besides}; fewer are in "
            f"{origin} for {shown(map(short_name, classes))}. Add texts, or merge or remove such labels; "
            f"if one of them is the name of a column, say --header."
        )

    @classmethod
    def always(cls, classes: Sequence[str], origin: str) -> Self:
        """Labels that every text has."""
        return cls(f"Every text of {origin} has {shown(map(short_name, classes))}. Give texts without, or remove it.")

    @classmethod
    def untrained(cls, found: Sequence[str], known: Sequence[str], origin: str) -> Self:
        """Labels of test data that the classifier cannot give."""
        return cls(
            f"{origin} has labels that no training text has: {shown(map(short_name, found))}."
            f"{suggestion(found[0], known)} Trained are: {shown(known, limit=20)}. "
            f"Correct them, add training texts of that label, or remove them from the test."
        )

    @classmethod
    def modes(cls, found: str, expected: str, origin: str) -> Self:
        """Texts to test on that are labelled in another way than those to learn from."""
        return cls(f"{origin} to test on are {found}, and those to learn from {expected}. Give both in one mode.")

    @classmethod
    def one_text(cls, found: str) -> Self:
        """A text where a list of texts is wanted."""
        return cls(f"Texts were expected, and one text was found: {short_name(found)!r}. Put it in a list: [text].")

    @classmethod
    def no_text(cls, found: object, place: int) -> Self:
        """Something among texts that is none."""
        return cls(f"Texts were expected; the one at place {place:,} is {short_name(repr(found))}. Leave it out.")

    @classmethod
    def no_event(cls, column: str, origin: str) -> Self:
        """Nothing can be learnt, whichever event is left out."""
        return cls(
            f"Whichever {column} of {origin} is left out, the others have nothing to tell labels apart by: a label of "
            f"its own for each {column}, or one for all. Give texts of each label in several, or another column."
        )

    @classmethod
    def one_event(cls, column: str, origin: str) -> Self:
        """Nothing is left to learn from once an event is left out."""
        return cls(
            f"{column!r} of {origin} has one value only, so nothing is left once it is left out. Give data of at least "
            f"two, or another column."
        )
