"""Results to people: terminal, Markdown, CSV."""

from __future__ import annotations
