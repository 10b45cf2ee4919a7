"""Structures from files: tables with columns, files of shapes, and FireBench's HDF5."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from mercalli.errors import ColumnError, EmptyError, FileError, InputError, LengthError, MapError
from mercalli.inputs.arrays import Floats
from mercalli.inputs.usual_names import LATITUDE, LONGITUDE, usual_column
from mercalli.io.book_names import WORKBOOKS, book_of
from mercalli.io.maps.h5_maps import described, opened_file
from mercalli.io.maps.shapes import VECTORS, read_features
from mercalli.io.paths import check_file
from mercalli.io.tables import open_database, open_table

TABLES = (".csv", ".tsv", ".gz", ".parquet", ".jsonl", ".ndjson", *WORKBOOKS)
SHAPES = tuple(ending for ending in VECTORS if ending != ".parquet")
H5 = (".h5", ".hdf5")
DAMAGE = "points/building_damaged"
WGS84 = "EPSG:4326"
FURTHEST = (180.0, 90.0)  # degrees of longitude and latitude


@dataclass(frozen=True)
class StructureTable:
    """Columns of structures, and where each stands: longitude and latitude (n, 2), if that is known."""

    name: str
    columns: Mapping[str, NDArray[Any]]
    places: Floats | None

    @property
    def origin(self) -> str:
        """What it is called in messages."""
        return repr(self.name)

    def __len__(self) -> int:
        return len(next(iter(self.columns.values()), ()))


def read_structures(source: object) -> StructureTable:
    """From a path, a dict of arrays, or a data frame of any library that Narwhals knows, or of geopandas."""
    table = _from_path(str(source)) if isinstance(source, str | Path) else _from_frame(source)
    lengths = {name: len(column) for name, column in table.columns.items()}
    if len(set(lengths.values())) > 1:
        raise LengthError.unequal([(repr(name), length) for name, length in lengths.items()])
    if not len(table):
        raise EmptyError.no_rows(repr(table.name))
    beyond = np.zeros(0) if table.places is None else table.places[np.abs(table.places) > FURTHEST]
    if len(beyond):  # coordinates of a projection would be taken for places elsewhere
        raise MapError.about(
            f"the coordinates of {table.name!r}",
            f"must be degrees of longitude and latitude; it holds {beyond[0]:g}. Give structures in another coordinate "
            f"system as a file of shapes, which says which one it is, or rename the columns.",
        )
    return table


def _from_frame(source: Any) -> StructureTable:  # noqa: ANN401 - of one of several libraries
    if getattr(source, "crs", None) is not None:
        return _from_shapes("the frame", source)
    columns = _columns(source)
    return StructureTable("the table", columns, _places(columns))


def _columns(source: Any) -> dict[str, NDArray[Any]]:  # noqa: ANN401 - as above
    """All rows of a table; what DuckDB holds needs no other library to come here."""
    if isinstance(source, Mapping):
        return {str(name): np.atleast_1d(values) for name, values in source.items()}
    if hasattr(source, "fetchnumpy"):
        return dict(source.fetchnumpy())
    return {str(column.name): _exact(column) for column in _frame(source).iter_columns()}


def _exact(column: nw.Series[Any]) -> NDArray[Any]:
    """Values of a column; whole numbers stay what they are where some are missing, since floats would round ids."""
    if column.dtype.is_integer() and column.null_count():
        return np.array(column.to_list(), dtype=object)
    return column.to_numpy()


def _frame(source: Any) -> nw.DataFrame[Any]:  # noqa: ANN401 - as above
    """A frame of any library that Narwhals knows, in memory."""
    try:
        frame: nw.LazyFrame[Any] | nw.DataFrame[Any] = nw.from_native(source)
    except TypeError:
        raise InputError.not_data(source) from None
    except nw.exceptions.DuplicateError:
        names = [str(name) for name in getattr(source, "column_names", source.columns)]
        raise ColumnError.twice(next(name for name in names if names.count(name) > 1), "the table") from None
    return frame.lazy().collect()


def _from_path(path: str) -> StructureTable:
    kind, name = Path(book_of(path)).suffix.lower(), Path(path).name
    check_file(book_of(path), "a table or a file of shapes, as in structures.csv")
    if kind in H5:
        return _from_h5(path)
    if kind in SHAPES:
        return _from_shapes(name, read_features(path).frame)
    if kind not in TABLES:
        raise FileError.kind(name, [*TABLES, *SHAPES, *H5])
    table = open_table(path)
    if kind == ".parquet" and _has_shapes(path):
        return _from_shapes(name, read_features(path).frame)
    columns = table.arrays()
    return StructureTable(name, columns, _places(columns))


def _has_shapes(path: str) -> bool:
    """Whether a Parquet file says that it is GeoParquet."""
    with open_database() as database:
        return bool(database.execute("FROM parquet_kv_metadata(?) WHERE key = 'geo'", [path]).fetchall())


def _from_shapes(name: str, frame: Any) -> StructureTable:  # noqa: ANN401 - geopandas'
    """Points; of other shapes a point inside."""
    if frame.crs is None:
        raise MapError.no_place(name, "a structure")
    shapes = frame.geometry.representative_point().to_crs(WGS84)
    columns = _columns(frame.drop(columns=frame.geometry.name))
    return StructureTable(name, columns, np.stack([shapes.x.to_numpy(), shapes.y.to_numpy()], axis=-1))


def _from_h5(path: str) -> StructureTable:
    """FireBench's layout."""
    name = Path(path).name
    with opened_file(path) as file:
        if DAMAGE not in file:
            raise MapError.no_layer(name, DAMAGE, sorted(file))
        with described(name):
            columns = {key: _values(item[()]) for key, item in file[DAMAGE].items() if len(item.shape) == 1}
    return StructureTable(name, columns, _places(columns))


def _values(stored: NDArray[Any]) -> NDArray[Any]:
    if stored.dtype.kind not in "OS":
        return stored
    return np.array([each.decode() if isinstance(each, bytes) else str(each) for each in stored], dtype=object)


def _places(columns: Mapping[str, NDArray[Any]]) -> Floats | None:
    """Degrees, from columns with a usual name."""
    x, y = (usual_column(names, columns) for names in (LONGITUDE, LATITUDE))
    if x is None or y is None:
        return None
    try:
        return np.stack([numbers_of(columns[x]), numbers_of(columns[y])], axis=-1)
    except (TypeError, ValueError):
        return None


def numbers_of(values: NDArray[Any]) -> Floats:
    """Numbers, NaN where a file holds none.

    >>> numbers_of(np.ma.masked_array([0.5, 7.0], [False, True]))
    array([0.5, nan])
    """
    there = ~np.ma.getmaskarray(values)
    numbers = np.full(len(values), np.nan)
    numbers[there] = np.ma.getdata(values)[there].astype(np.float64)
    return numbers
