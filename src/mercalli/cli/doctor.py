"""`mercalli doctor`: what is installed, what is not, and how to get it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from mercalli.console import options
from mercalli.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

OPTIONAL = {
    "matplotlib": "pictures of reports, unless --no-pictures leaves them out: pip install matplotlib",
    "pandas": "pandas frames",
    "polars": "polars frames",
    "pyarrow": "pyarrow tables, and Spark's answers",
    "dask": "dask frames",
    "pyspark": "--engine spark: pip install 'mercalli[spark]'",
    "scikit-learn": "trained baselines, and mercalli.scorer: pip install 'mercalli[train]'",
    "python-calamine": "reading workbooks: pip install 'mercalli[excel]'",
    "xlsxwriter": "writing workbooks: pip install 'mercalli[excel]'",
    "typst": "summaries as PDF: pip install 'mercalli[pdf]'",
    "rasterio": "maps of fires: pip install 'mercalli[geo]'",
    "geopandas": "shapes of fires: pip install 'mercalli[geo]'",
    "sqlalchemy": "challenges: pip install 'mercalli[serve]'",
    "h5py": "HDF5 and NetCDF maps: pip install 'mercalli[geo]'",
}
JAVA = "java"


def versions() -> dict[str, str | None]:
    """Mercalli, Python, and the packages it cannot do without; None for what is not installed."""
    import platform

    return {"mercalli": __version__, "python": platform.python_version(), **{name: _version(name) for name in _core()}}


def _core() -> list[str]:
    """The packages that Mercalli cannot do without: those that it installs, except for what is used only if wanted."""
    import re
    from importlib.metadata import requires

    needed = (re.match(r"[\w.-]+", line) for line in requires("mercalli") or [] if "extra ==" not in line)
    return sorted({name[0] for name in needed if name} - {*OPTIONAL})


def _version(name: str) -> str | None:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(name)
    except PackageNotFoundError:
        return None


def doctor(as_json: options.Json = False) -> None:
    """Check what is installed and what each optional part is for."""
    import shutil

    from mercalli.console.streams import print_json

    needed, optional = versions(), {name: _version(name) for name in OPTIONAL}
    java = shutil.which(JAVA) is not None
    if as_json:
        print_json({"needed": needed, "optional": optional, JAVA: java})
    else:
        typer.echo("\n".join(_lines(needed, optional, java=java)))
    if None in needed.values():
        raise typer.Exit(2)


def _lines(needed: Mapping[str, str | None], optional: Mapping[str, str | None], *, java: bool) -> Iterator[str]:
    """What is there and what is not, a line each."""
    from mercalli.registry import failures

    for name, version in needed.items():
        yield f"ok    {name} {version}" if version else f"LACKS {name}"
    for name, version in optional.items():
        yield f"ok    {name} {version}" if version else f"-     {name} is not installed (for {OPTIONAL[name]})"
    yield "ok    java" if java else "-     java is not installed (for Spark)"
    yield from (f"LACKS task {name!r} of another package: {why}" for name, why in failures().items())
