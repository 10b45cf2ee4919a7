"""Results as Markdown."""

from __future__ import annotations
