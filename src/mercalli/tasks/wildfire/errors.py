"""Errors about fires: what was observed and what a model says that cannot be compared."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Self

from mercalli.errors import MapError
from mercalli.tasks.wildfire.result import Exclusion
from mercalli.text.words import capital, counted, shown

ADVICE = {
    "cell": "Check the codes that mean no data, and the domain.",
    "structure": "Check the columns of damage and of the model.",
}


class FireError(MapError):
    """An observation and a model of a fire that cannot be compared."""

    @classmethod
    def needs_threshold(cls, name: str, number: float, option: str | None, state: str = "high") -> Self:
        """A probability where a code is wanted."""
        return cls(f"{name!r} holds numbers such as {number:g} that are not codes. {_index_advice(option, state)}")

    @classmethod
    def unknown_codes(
        cls, name: str, codes: Sequence[int], known: Sequence[int], missing: Sequence[int], *, model: bool
    ) -> Self:
        """Codes that nobody explained, and how to say that they mean no data, like those that do so already."""
        option, all_of_them = "model_missing" if model else "not_observed", sorted({*missing, *codes})
        return cls(
            f"{_codes(name, codes)} {', '.join(map(str, known))}. If {'they mean' if len(codes) > 1 else 'it means'} "
            f"that there is no data, give `{option}` as {','.join(map(str, all_of_them))}."
        )

    @classmethod
    def levels_for_codes(cls, name: str, codes: Sequence[object], known: Sequence[int], option: str | None) -> Self:
        """Many levels, as of an index in 256 steps, where codes of a few classes are wanted."""
        return cls(
            f"{_codes(name, codes)} {', '.join(map(str, known))}. So many look like levels of an index, not like "
            f"classes. {_index_advice(option, 'high')}"
        )

    @classmethod
    def two_meanings(cls, codes: Sequence[int], one: str, other: str) -> Self:
        """One code for two meanings."""
        them = "them" if len(codes) > 1 else "it"
        return cls(f"{shown(codes)} cannot mean both {one} and {other}. Remove {them} from one of the two.")

    @classmethod
    def nothing_left(cls, thing: str, observed: str, excluded: Sequence[Exclusion]) -> Self:
        """Every cell or structure was excluded."""
        reasons = "; ".join(f"{each.reason}: {each.n:,}" for each in excluded) or f"there are no {thing}s at all"
        return cls(f"No {thing} of {observed!r} can be counted ({reasons}). {ADVICE[thing]}")

    @classmethod
    def not_probabilities(cls, name: str, number: float, column: str | None = None) -> Self:
        """Numbers beyond what a probability can be: of a map, or of a column of structures."""
        who = repr(name) if column is None else f"With `threshold` the column {column!r} of {name!r}"
        absent = (
            "declare a value that means no data as nodata, or, of a model, with `model_missing`"
            if column is None
            else "leave cells without an answer empty"
        )
        return cls(
            f"{who} must hold probabilities from 0 to 1; it holds {number:.12g}. Divide a percentage by 100, and "
            f"{absent}."
        )

    @classmethod
    def not_classes(cls, name: str, number: float) -> Self:
        """Numbers where codes of classes are wanted."""
        return cls(f"{name!r} must hold codes of classes in an order; it holds {number:g}. Give a map of classes.")

    @classmethod
    def beyond(cls, name: str, value: float, low: float, high: float) -> Self:
        """A value that its normalisation does not know."""
        return cls(
            f"{capital(name)} is {value:g}, and its normalisation takes values between {low:g} and {high:g}. Widen it "
            f"with 'a' and 'b' in the case."
        )

    @classmethod
    def unknown_damage(cls, name: str, words: Sequence[str], known: Sequence[str]) -> Self:
        """Words that no inspection uses."""
        if all(map(is_number, words)):
            return cls(
                f"{name!r} holds numbers such as {words[0]} where damage is expected. If they are probabilities, "
                f"give the lowest one that counts as lost with `threshold`."
            )
        every = f"{', '.join(known[:-1])} and {known[-1]}"
        return cls(
            f"{name!r} holds unknown words for damage: {shown(words)}. Known words are {every}, "
            f"with or without their percentages, and 0 or 1."
        )

    @classmethod
    def mixed_tables(cls, tables: Sequence[str], columns: Sequence[str]) -> Self:
        """A dict that is neither one table nor several."""
        return cls(
            f"A dict of models holds either the columns of one table, or a table or file for each model; of these "
            f"{shown(tables)} {'are tables' if len(tables) > 1 else 'is a table'} and {shown(columns)} "
            f"{'are columns' if len(columns) > 1 else 'is a column'}. Give one or the other."
        )

    @classmethod
    def no_match(cls, observed: str, model: str) -> Self:
        """Nothing to match structures by."""
        return cls(
            f"{observed!r} and {model!r} have no id column in common. Name the ids with `key` (A=B where they differ), "
            f"or match by place with `within`, as in 20m; both files need coordinates for that. Rows are never "
            f"matched by their order."
        )

    @classmethod
    def no_coordinates(cls, name: str) -> Self:
        """A file that cannot be matched by place."""
        return cls(
            f"{name!r} has no coordinates to match by: columns named latitude and longitude (in degrees), or points in "
            f"a file of shapes. Or name the ids with `key`."
        )

    @classmethod
    def no_partner(cls, observed: str, model: str, how: str) -> Self:
        """Two files that share no structure."""
        return cls(f"No structure of {observed!r} is in {model!r} ({how}). Check that both are of the same fire.")

    @classmethod
    def far_apart(cls, observed: str, model: str, how: str, far: int, pairs: int, farthest_m: float) -> Self:  # noqa: PLR0917 - what was matched, and how far apart that is
        """Ids of two files that name different structures."""
        return cls(
            f"{far:,} of {pairs:,} structures of {observed!r} and {model!r} with the same id ({how}) are more than 1 "
            f"km apart, the farthest {farthest_m / 1000:,.0f} km: the ids name different structures. Name the columns "
            f"of ids with `key`, or match by place with `within`."
        )

    @classmethod
    def repeated_ids(cls, name: str, key: str, ids: Sequence[object], total: int) -> Self:
        """An id that stands twice."""
        more = f" and {total - len(ids):,} more" if total > len(ids) else ""
        return cls(
            f"{key!r} must name each structure of {name!r} once; repeated: {shown(ids)}{more}. "
            f"Remove the repetitions, or name another column with `key`."
        )

    @classmethod
    def rounded_ids(cls, name: str, key: str, number: float) -> Self:
        """Ids that are floats too large to tell neighbours apart."""
        return cls(
            f"{key!r} of {name!r} holds ids such as {number:.0f} as decimal numbers, which round whole numbers of that "
            f"size, so structures could be matched wrongly. Write ids as texts, or leave out the rows that have none: "
            f"some libraries make a whole column decimal for one missing id."
        )


class PerimeterError(FireError):
    """Shapes or cells that give no perimeter to compare."""

    @classmethod
    def not_equal_area(cls, crs: str) -> Self:
        """A projection that stretches areas."""
        return cls(
            f"{crs!r} is not an equal-area projection, and shapes are compared by their area. Give one such as "
            f"EPSG:5070 (United States), EPSG:3035 (Europe), ESRI:102001 (Canada) or EPSG:6933 (world), or leave `crs` "
            f"out for one centred on the fire."
        )

    @classmethod
    def not_metres(cls, crs: str, unit: str) -> Self:
        """A projection in another unit."""
        return cls(
            f"{crs!r} measures in {unit}, and areas and distances are reported in hectares and metres. Give an "
            f"equal-area projection in metres, or leave `crs` out for one centred on the fire."
        )

    @classmethod
    def no_times(cls, observed: str, model: str, first: Sequence[str], second: Sequence[str]) -> Self:
        """Steps that do not meet."""
        return cls(
            f"{observed!r} and {model!r} have no time in common: {shown(first)} against {shown(second)}. Write times "
            f"in the same way in both."
        )

    @classmethod
    def missing_times(cls, name: str, column: str, n: int) -> Self:
        """Polygons of no step."""
        return cls(
            f"{column!r} must give the time of every polygon of {name!r}; {counted(n, 'polygon')} "
            f"{'have' if n > 1 else 'has'} none. Fill in the times, or remove those polygons."
        )

    @classmethod
    def other_codes(cls, name: str, codes: Sequence[object], burned: Sequence[int], unburned: Sequence[int]) -> Self:
        """Codes that are neither burned nor not."""
        return cls(
            f"{_codes(name, codes)} {', '.join(map(str, unburned)) or 'none'} (not burned) and "
            f"{', '.join(map(str, burned))} (burned). Name every code that means burned with `burned`, and every one "
            f"that means not burned or not observed with `unburned`; or give with `threshold` the lowest value "
            f"that means burned."
        )

    @classmethod
    def infinite(cls, name: str) -> Self:
        """An infinite number where burned or not is wanted."""
        return cls(
            f"{name!r} holds infinite numbers, which are neither burned nor unburned with any `threshold`. Declare "
            f"them as nodata, or write NaN in their place."
        )


def _index_advice(option: str | None, state: str) -> str:
    """What to do with numbers where codes are wanted."""
    if option is None:
        return "Convert it to a map of codes, or of True and False."
    return f"If they are probabilities or an index, give the lowest value at which a cell is {state} with `{option}`."


def _codes(name: str, codes: Sequence[object]) -> str:
    return f"{name!r} holds {'codes' if len(codes) > 1 else 'the code'} {shown(codes)}; known codes are"


def is_number(text: str) -> bool:
    """Whether a text is a finite number."""
    try:
        return isfinite(float(text))
    except ValueError:
        return False
