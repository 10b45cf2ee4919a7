"""Options that several commands share, and how their texts are read."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

Files = Annotated[list[str], typer.Argument(metavar="FILE...", help="CSV, TSV, Parquet or JSON-lines files; .gz too.")]
Truth = Annotated[str | None, typer.Option(help="Column of true classes; found by its usual names if not given.")]
Pred = Annotated[list[str] | None, typer.Option(help="Column of predictions; several, or A,B, are several systems.")]
Score = Annotated[list[str] | None, typer.Option(help="Column of scores; several, or A,B, are several.")]
Positive = Annotated[str | None, typer.Option(help="The class that the scores are for: 1, yes ... if any.")]
Bins = Annotated[int | None, typer.Option(help="Put scores into so many bins; by itself for huge files.")]
Profile = Annotated[str | None, typer.Option(help="A profile's name or .toml file; guessed from the classes.")]
Classes = Annotated[str | None, typer.Option(help="The declared classes in order: A,B,C.")]
Unit = Annotated[str | None, typer.Option(help="Column of what is resampled as a whole: documents, events.")]
Weight = Annotated[str | None, typer.Option(help="Column of weights.")]
Level = Annotated[float, typer.Option(help="Confidence of the intervals.")]
Replicates = Annotated[int, typer.Option(help="How many times to resample; 0 for no intervals.")]
Method = Annotated[Literal["auto", "percentile", "bca"], typer.Option(help="How intervals are made.")]
Seed = Annotated[int, typer.Option(help="The same data, settings and seed give the same bytes.")]
Metrics = Annotated[str | None, typer.Option(help="Metrics to show: dua,f1_macro,'f_beta_macro(beta=2)'.")]
Like = Annotated[str | None, typer.Option(help="A reading under which another program's numbers come out.")]
Invalid = Annotated[Literal["error", "wrong"], typer.Option(help="What a prediction outside the classes is.")]
Missing = Annotated[Literal["error", "drop"], typer.Option(help="What to do with rows without truth or prediction.")]
Unknown = Annotated[Literal["error", "default"], typer.Option(help="What a true class outside the profile is.")]
Encoding = Annotated[str, typer.Option(help="Encoding of text files.")]
Json = Annotated[bool, typer.Option("--json", help="Print the sealed result as JSON instead of a screen.")]
Out = Annotated[str | None, typer.Option(metavar="DIR", help="Write a report folder.")]
Overwrite = Annotated[bool, typer.Option("--overwrite", help="Replace a report folder that exists.")]


def listed(text: str | None) -> list[str]:
    """Parts between commas that are outside parentheses and quotes.

    >>> listed("dua,f_beta_macro(beta=2, undefined='skip'), ar")
    ['dua', "f_beta_macro(beta=2, undefined='skip')", 'ar']
    """
    parts, depth, part = [], 0, ""
    for letter in text or "":
        depth += (letter in "([") - (letter in ")]")
        if letter == "," and not depth:
            parts.append(part)
            part = ""
        else:
            part += letter
    return [each.strip() for each in [*parts, part] if each.strip()]


def listed_all(texts: list[str] | None) -> list[str]:
    """The parts of several texts."""
    return [part for text in texts or [] for part in listed(text)]
