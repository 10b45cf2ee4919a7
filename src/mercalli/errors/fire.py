"""Errors about fires: what was observed and what a model says that cannot be compared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from mercalli.errors.base import InputError
from mercalli.text.words import capital, counted, shown, suggestion

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class FireError(InputError):
    """An observation and a model of a fire that cannot be held against each other."""

    @classmethod
    def shapes(cls, first: str, one: Sequence[int], second: str, two: Sequence[int]) -> Self:
        """Arrays that do not lie on each other."""
        turned = " One looks like the other turned on its side." if tuple(one) == tuple(two)[::-1] else ""
        return cls(
            f"{capital(first)} has the shape {tuple(one)} and {second} {tuple(two)}; cell by cell they must be the "
            f"same.{turned} Nothing is stretched or cut to fit."
        )

    @classmethod
    def not_binary(cls, name: str, found: Iterable[object]) -> Self:
        """Numbers that are neither yes nor no."""
        return cls(
            f"{capital(name)} must hold True and False, or 1 and 0, with NaN where nobody looked; found "
            f"{shown(found)}. A probability needs a threshold and a mask of 0 and 255 a comparison: pass "
            f"values >= threshold."
        )

    @classmethod
    def needs_threshold(cls, name: str, found: float, option: str | None) -> Self:
        """A probability where a class is wanted."""
        advice = (
            "Make a map of codes of it, or of True and False."
            if option is None
            else f"If they are probabilities or an index, say from which value on a cell is high, with `{option}`."
        )
        return cls(f"{name!r} holds numbers such as {found:g} that are no classes. {advice}")

    @classmethod
    def unknown_codes(cls, name: str, found: Sequence[object], known: Sequence[int], *, model: bool) -> Self:
        """Codes that nobody explained."""
        option = "model_missing" if model else "not_observed"
        return cls(
            f"{name!r} holds {'codes' if len(found) > 1 else 'the code'} {shown(found)}, and known are "
            f"{', '.join(map(str, known))}. If "
            f"{'they mean' if len(found) > 1 else 'it means'} that there is no data, add "
            f"{'them' if len(found) > 1 else 'it'} to `{option}`."
        )

    @classmethod
    def overlapping_codes(cls, found: Sequence[int]) -> Self:
        """One code for two meanings."""
        return cls(
            f"{shown(found)} {'are' if len(found) > 1 else 'is'} named both as high and as not observed. Take "
            f"{'them' if len(found) > 1 else 'it'} out of one of the two."
        )

    @classmethod
    def grids(cls, observed: str, model: str, differences: Sequence[str]) -> Self:
        """Rasters whose cells do not lie on each other."""
        return cls(
            f"{observed!r} and {model!r} are on different grids: {'; '.join(differences)}. Put the model on the grid "
            f"of the observation, or say with `align` how that is to be done: 'nearest' or 'mode'."
        )

    @classmethod
    def apart(cls, observed: str, model: str) -> Self:
        """Rasters of different places."""
        return cls(f"{observed!r} and {model!r} have no ground in common. Check that both are of the same fire.")

    @classmethod
    def no_place(cls, name: str, why: str) -> Self:
        """A file that does not say where on Earth it is."""
        return cls(f"{name!r} does not say where it lies (no coordinate reference system), and {why} needs that.")

    @classmethod
    def nothing_left(cls, observed: str, reasons: Sequence[tuple[str, int]]) -> Self:
        """Everything was excluded."""
        told = "; ".join(f"{reason}: {n:,}" for reason, n in reasons) or "there are no cells at all"
        return cls(
            f"No cell of {observed!r} can be counted ({told}). Check the codes that mean no data, and the domain."
        )

    @classmethod
    def no_structure_left(cls, observed: str, reasons: Sequence[tuple[str, int]]) -> Self:
        """Every structure was excluded."""
        told = "; ".join(f"{reason}: {n:,}" for reason, n in reasons)
        return cls(
            f"No structure of {observed!r} can be counted ({told}). Check the columns of damage and of the model."
        )

    @classmethod
    def not_degrees(cls, name: str, found: float) -> Self:
        """Coordinates of a projection where degrees are wanted."""
        return cls(
            f"The coordinates of {name!r} must be degrees of longitude and latitude; it holds {found:g}. Give "
            f"structures in another coordinate system as a file of shapes, which says which one it is, or rename the "
            f"columns."
        )

    @classmethod
    def no_chance(cls, name: str, column: str, found: float) -> Self:
        """A number beyond what a probability can be."""
        return cls(
            f"With `threshold` the column {column!r} of {name!r} must hold probabilities from 0 to 1; it holds "
            f"{found:.12g}. Divide a percentage by 100, and leave cells without an answer empty."
        )

    @classmethod
    def beyond(cls, name: str, found: float, low: float, high: float) -> Self:
        """A value that its normalisation does not know."""
        return cls(
            f"{capital(name)} is {found:g}, and its normalisation takes values between {low:g} and {high:g}. Widen it "
            f"with 'a' and 'b' in the case."
        )

    @classmethod
    def layers(cls, name: str, found: Sequence[str], wanted: str) -> Self:
        """A file with several fields, or with none."""
        if not found:
            return cls(f"{name!r} holds no {wanted}. Name it after a colon, as in fire.h5:/group/name.")
        return cls(
            f"{name!r} holds {counted(len(found), wanted)}: {shown(found)}. Name one of them after a colon, as in "
            f"{name}:{found[0]}."
        )

    @classmethod
    def no_layer(cls, name: str, layer: str, found: Sequence[str]) -> Self:
        """A field that is not in the file."""
        return cls(f"{name!r} holds no {layer!r}.{suggestion(layer, found)} It holds: {shown(found)}.")

    @classmethod
    def wide_netcdf(cls, name: str) -> Self:
        """The version of NetCDF 3 for very large files."""
        return cls(
            f"{name!r} is NetCDF 3 of the kind CDF-5, which is not read. Convert it to NetCDF 4, as in: "
            f"nccopy -k nc4 {name} converted.nc"
        )

    @classmethod
    def not_flat(cls, name: str, shape: Sequence[int]) -> Self:
        """A field that is no map."""
        return cls(
            f"{name!r} must be a map with rows and columns; its shape is {tuple(shape)}. Give one time or one level."
        )

    @classmethod
    def not_numbers(cls, name: str, found: str) -> Self:
        """Texts, complex numbers or anything else that is no map."""
        return cls(f"{name!r} must hold whole or decimal numbers; it holds {found}.")

    @classmethod
    def uneven(cls, name: str) -> Self:
        """Coordinates that are no grid."""
        return cls(f"The coordinates of {name!r} are not evenly spaced, so it is no grid. Put it on a grid first.")

    @classmethod
    def not_polygons(cls, name: str, found: Sequence[str]) -> Self:
        """Points or lines where areas are wanted."""
        return cls(f"{name!r} must hold polygons; it also holds {shown(dict.fromkeys(found))}. Take them out.")

    @classmethod
    def unknown_damage(cls, name: str, found: Sequence[str], known: Sequence[str]) -> Self:
        """Words that no inspection uses."""
        numbers = all(_is_number(each) for each in found)
        if numbers:
            return cls(
                f"{name!r} holds numbers such as {found[0]} where damage is wanted. If they are probabilities, say "
                f"with `threshold` from which value on a structure is lost."
            )
        every = f"{', '.join(known[:-1])} and {known[-1]}"
        return cls(
            f"{name!r} holds damage that is not known: {shown(found)}. Known are {every}, "
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
    def repeated_ids(cls, name: str, key: str, found: Sequence[object], total: int) -> Self:
        """An id that stands twice."""
        more = f" and {total - len(found):,} more" if total > len(found) else ""
        return cls(
            f"{key!r} must name each structure of {name!r} once; there more than once: {shown(found)}{more}. "
            f"Remove the repetitions, or name another column with `key`."
        )

    @classmethod
    def rounded_ids(cls, name: str, key: str, found: float) -> Self:
        """Ids that are floats too large to tell neighbours apart."""
        return cls(
            f"{key!r} of {name!r} holds ids such as {found:.0f} as decimal numbers, which round whole numbers of that "
            f"size, so that partners would be wrong ones. Write ids as texts, or leave out the rows that have none: "
            f"some libraries make a whole column decimal for one missing id."
        )

    @classmethod
    def distance(cls, found: object) -> Self:
        """No distance."""
        return cls(f"`within` must be a distance above 0, as in 20m or 0.1km; found {found!r}.")

    @classmethod
    def not_equal_area(cls, crs: str) -> Self:
        """A projection that stretches areas."""
        return cls(
            f"{crs!r} does not keep areas, and shapes are compared by their area. Give an equal-area projection such "
            f"as EPSG:5070 (United States), EPSG:3035 (Europe), ESRI:102001 (Canada) or EPSG:6933 (world), or leave "
            f"`crs` out for one around the fire."
        )

    @classmethod
    def no_times(cls, observed: str, model: str, first: Sequence[str], second: Sequence[str]) -> Self:
        """Steps that do not meet."""
        return cls(
            f"{observed!r} and {model!r} have no time in common: {shown(first)} against {shown(second)}. Write times "
            f"in the same way in both."
        )

    @classmethod
    def not_probabilities(cls, name: str, found: float) -> Self:
        """Numbers that are no chances."""
        return cls(
            f"{name!r} must hold probabilities from 0 to 1; it holds {found:.12g}. Divide a percentage by 100, and "
            f"declare a value that means no data as nodata, or, of a model, with `model_missing`."
        )

    @classmethod
    def not_classes(cls, name: str, found: float) -> Self:
        """Numbers where codes of classes are wanted."""
        return cls(f"{name!r} must hold codes of classes in an order; it holds {found:g}. Give a map of classes.")


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
