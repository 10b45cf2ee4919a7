"""The page of a report inside a notebook: in a frame of its own, so that neither changes the other."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape


@dataclass(frozen=True)
class Shown:
    """A page that a notebook shows in a frame of so many dots down; `str` gives its HTML."""

    html: str
    height: int

    def __str__(self) -> str:
        return self.html

    def __repr__(self) -> str:
        size = f"{len(self.html.encode()) / 1000:,.0f} KB"
        return f"<page of {size}: shown in a notebook; mercalli.write_report(result, folder) writes it for a browser>"

    def _repr_html_(self) -> str:
        """The frame; scripts of the page run inside it alone."""
        style = f"width:100%;height:{self.height}px;border:0"
        page = escape(self.html)
        return f'<iframe title="Report" sandbox="allow-scripts" style="{style}" srcdoc="{page}"></iframe>'
