"""Polygons and points from files: GeoPackage, Shapefile, GeoJSON, KML, FlatGeobuf and GeoParquet."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mercalli.errors import FileError, MapError
from mercalli.io.maps.geo import library

VECTORS = (".gpkg", ".shp", ".geojson", ".json", ".kml", ".fgb", ".parquet", ".geoparquet")
PARQUET = (".parquet", ".geoparquet")


@dataclass(frozen=True)
class Features:
    """What a file of shapes holds: its name, a table with a column of geometries, and their coordinate system."""

    name: str
    frame: Any
    crs: str | None


def read_features(path: str) -> Features:
    """Shapes with their columns."""
    kind, name = Path(path).suffix.lower(), Path(path).name
    if not Path(path).exists():
        raise FileError.absent(path)
    if kind not in VECTORS:
        raise FileError.kind(name, VECTORS)
    geopandas = library("geopandas")
    try:
        frame = geopandas.read_parquet(path) if kind in PARQUET else geopandas.read_file(path, engine="pyogrio")
    except Exception as error:  # noqa: BLE001 - of GDAL, pyarrow and geopandas, of many kinds
        raise FileError.unreadable(name, "a file of shapes", f"{str(error).rstrip('.')}.") from None
    if not hasattr(frame, "crs") or not hasattr(frame, "geometry"):
        raise MapError.no_place(name, "a map of shapes")
    return Features(name, frame, None if frame.crs is None else frame.crs.to_wkt())
