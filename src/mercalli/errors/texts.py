"""Errors about labelled texts, what is learnt from them, and feedback about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from mercalli.errors.base import InputError, MercalliError, rows_lack
from mercalli.text.words import capital, counted, short_name, shown, suggestion


class TextError(InputError):
    """Labelled texts that nothing can be learnt from, or tested on."""

    @classmethod
    def lacking(cls, what: str, rows: int, first: int, origin: str, said: str = "") -> Self:
        """Rows without a text or without a label; `said` tells which words mean so."""
        return cls(
            f"{rows_lack(rows, origin)} {what}; the first is row {first:,}.{said} Fill in what is missing, or pass "
            f'missing="drop" to leave such rows out and have their number reported.'
        )

    @classmethod
    def label(cls, label: str, origin: str, problem: str) -> Self:
        """What is wrong with a label, and what to do."""
        return cls(f"The label {short_name(label)!r} of {origin} {problem}")

    @classmethod
    def one_class(cls, classes: Sequence[str], origin: str) -> Self:
        """Nothing to tell apart."""
        held = f"holds only one label, {short_name(classes[0])!r}" if classes else "holds no label"
        return cls(f"{origin} {held}. Training needs texts of at least two labels.")

    @classmethod
    def wordless(cls, origin: str) -> Self:
        """Nothing to tell labels by."""
        return cls(f"No text of {origin} holds a word to learn from. Check that the right column is named with --text.")

    @classmethod
    def numbers(cls, column: str, origin: str) -> Self:
        """Numbers where texts were expected."""
        return cls(
            f"Texts were expected; {column!r} of {origin} holds numbers. Name the column of texts with --text NAME."
        )

    @classmethod
    def few(cls, classes: Sequence[str], fewest: int, origin: str, besides: str = "") -> Self:
        """Labels with so few texts that they cannot be learnt, `besides` those that are needed for more."""
        return cls(
            f"Each label needs at least {fewest} texts to learn from{besides}; there are fewer in {origin} for "
            f"{shown(map(short_name, classes))}. Add texts, or merge or remove these labels; "
            f"if one of them is the name of a column, add --header."
        )

    @classmethod
    def always(cls, classes: Sequence[str], origin: str) -> Self:
        """Labels that every text has."""
        return cls(f"Every text of {origin} has {shown(map(short_name, classes))}. Add texts without it, or remove it.")

    @classmethod
    def untrained(cls, found: Sequence[str], known: Sequence[str], origin: str) -> Self:
        """Labels of test data that the classifier cannot give."""
        return cls(
            f"{origin} has labels that no training text has: {shown(map(short_name, found))}."
            f"{suggestion(found[0], known)} The labels in training are: {shown(known, limit=20)}. "
            f"Correct them, add training texts of that label, or remove them from the test."
        )

    @classmethod
    def modes(cls, found: str, expected: str, origin: str) -> Self:
        """Texts to test on that are labelled in another way than those to learn from."""
        return cls(
            f"Texts to test on ({origin}) are {found}, and those to learn from are {expected}. Give both in one mode."
        )

    @classmethod
    def one_text(cls, found: str) -> Self:
        """A text where a list of texts is wanted."""
        return cls(
            f"A list of texts was expected; one text was found: {short_name(found)!r}. Put it in a list: [text]."
        )

    @classmethod
    def no_text(cls, found: object, place: int) -> Self:
        """Something among texts that is none."""
        return cls(f"Texts were expected; the one at place {place:,} is {short_name(repr(found))}. Leave it out.")

    @classmethod
    def many_events(cls, column: str, found: int, most: int, origin: str) -> Self:
        """A column that names rather texts than events."""
        return cls(
            f"{column!r} of {origin} has {found:,} different values; leave-out takes at most {most}, because a "
            f"classifier is trained without each of them. Is it a column of ids? Name one of events, or group its "
            f"values."
        )

    @classmethod
    def no_event(cls, column: str, origin: str) -> Self:
        """Nothing can be learnt, whichever event is left out."""
        return cls(
            f"No {column} of {origin} can be left out, because the others would have only one label, or each {column} "
            f"has a label of its own. Give texts of each label in several, or another column."
        )

    @classmethod
    def many_blocks(cls, column: str, found: int, most: int, width: str, origin: str) -> Self:
        """More blocks of time than a classifier can be trained before."""
        return cls(
            f"The times in {column!r} of {origin} make {found:,} blocks of {width}; at most {most} are tested, because "
            f"a classifier is trained before each of them. Take longer blocks with `forward`, as in 30d."
        )

    @classmethod
    def few_blocks(cls, column: str, found: int, fewest: int, width: str, origin: str) -> Self:
        """Too few blocks of time for a past and a future."""
        return cls(
            f"The times in {column!r} of {origin} make {counted(found, 'block')} of {width}; at least {fewest} are "
            f"needed: one to learn from and two to test on. Take shorter blocks with `forward`."
        )

    @classmethod
    def no_block(cls, column: str, fewest: int, origin: str) -> Self:
        """There is never enough to learn from before the last blocks."""
        return cls(
            f"No block of time in {column!r} of {origin} has enough before it: {fewest} texts, and two labels with "
            f"three texts each. Take longer blocks with `forward`, or give more texts of early days."
        )


class FeedbackError(InputError):
    """Feedback that cannot be recorded or read."""

    @classmethod
    def broken(cls, place: str, reason: str) -> Self:
        """A line that is no entry."""
        return cls(
            f"{capital(place)} is not a feedback record: {reason}. Only mercalli feedback add should write this "
            f"file; remove the line, or restore the file from a copy."
        )

    @classmethod
    def not_unicode(cls, place: str) -> Self:
        """Bytes that stand for no character."""
        return cls(
            f"{capital(place)} holds bytes that are not UTF-8, so it could not be read again. "
            f"Nothing was recorded; give it in UTF-8."
        )

    @classmethod
    def lacking(cls, rows: int, origin: str) -> Self:
        """Rows of a file that nothing can be recorded of, or tested on."""
        return cls(f"{rows_lack(rows, origin)} text or no label. Fill in what is missing, or remove such rows.")

    @classmethod
    def unknown_label(cls, label: str, known: Sequence[str], place: str) -> Self:
        """A label that the model does not have."""
        return cls(
            f"{capital(place)} is {short_name(label)!r}, which is not a label of the model.{suggestion(label, known)} "
            f"Its labels are: {shown(known, limit=20)}. For a new label, train a model on texts that have it."
        )

    @classmethod
    def either(cls) -> Self:
        """Neither an entry nor a file of them, or both."""
        return cls("Give `text` and `label` for one entry, or `from` a file of labelled texts; not both.")

    @classmethod
    def no_test(cls, model: str, file: str) -> Self:
        """Nothing to set the feedback beside."""
        return cls(
            f"There is no {file} beside the model {model!r}, so there is nothing to compare the feedback with. "
            f"Give the folder that mercalli train --out wrote, or the texts of its test with `test`."
        )


class ModelError(MercalliError):
    """A file that holds no classifier of ours."""

    @classmethod
    def not_ours(cls, path: str, reason: str) -> Self:
        """Another file, or one that is cut off."""
        return cls(
            f"{path!r} is not a Mercalli classifier: {reason}. Give the model.skops, or its folder, that "
            f"`mercalli train DATA --out DIR` wrote."
        )
