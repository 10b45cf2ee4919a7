"""The manifest of a report folder: which kind of command wrote which files, and what was in them."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import file_digest
from pathlib import Path
from typing import Any

RESULT = "result.json"
PAGE = "index.html"
SUMMARY = "summary.html"
PREDICTIONS = "_detailed_predictions.csv"
MANIFEST = "manifest.json"
MODEL = "model.skops"
TRAINING, DEMO = "training", "demo"
# What folders of 0.1.0 hold, which had no manifest.
WITHOUT_MANIFEST = frozenset(
    [
        *(RESULT, PAGE, "report.md", "metrics.csv", "classes.csv", "slices.csv", "confusions.csv"),
        *("comprehensive_evaluation_results.json", "comprehensive_evaluation_report.md"),
        *("standard_metrics_comparison.csv", "custom_metrics_comparison.csv"),
        *("comprehensive_metrics_comparison.png", "actionability_breakdown.png"),
        *("enhanced_confusion_matrices.png", "metrics_correlation.png"),
        *("metrics.tex", "classes.tex", "slices.tex", "comparison.tex"),
        *("differences.csv", "rankings.csv", "comparison.md", "comparison.json", "predictions.csv"),
        *("scores.csv", "operating_points.csv", "curves.png", "ranking.csv", "gains.csv", "gains.png"),
        *("alerts.csv", "findings.csv"),
        *("targets.csv", "uplift_curve.csv", "uplift.png"),
        *("concordance_curve.csv", "incidence.csv", "concordance.png", "incidence.png", "calibration.png"),
        *(MODEL, "model_card.md", "model_card.html", "test_predictions.csv"),
        *("classifier_metadata.json", "confusion_matrix.json", "leave_out.json", "leave_out.csv", "leave_out.png"),
        *("sectors.csv", "labels.csv", "cheers.png"),
        *("benchmarks.json", "map.png", "unmatched.csv", "windows.csv", "windows.png", "steps.csv"),
    ]
)
HEAD_BYTES = 64
RESULT_KIND = re.compile(rb'"mercalli": ?"([^"]*)"')


@dataclass(frozen=True)
class Manifest:
    """What a folder was written with; a digest is None where it is not known.

    Attributes:
        kind: What the folder is: the kind of its result, or what else a command says.
        files: Names, and SHA-256 of the content.
    """

    kind: str
    files: Mapping[str, str | None]

    @classmethod
    def of(cls, folder: Path, kind: str | None = None) -> Manifest:
        """Of a folder that was just written."""
        files = {file.name: _digest(file) for file in sorted(folder.iterdir())}
        return cls(kind or result_kind(folder / RESULT), files)

    @property
    def text(self) -> str:
        """As it stands in the folder."""
        content = {"mercalli": "manifest", "kind": self.kind, "files": dict(self.files)}
        return json.dumps(content, indent=1, ensure_ascii=False) + "\n"

    @classmethod
    def read(cls, folder: Path) -> Manifest:
        """Of a folder that holds a report; where its manifest is absent or broken, what older versions wrote counts."""
        try:
            content = json.loads(_text(folder / MANIFEST))
            files = _files(content["files"])
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            content, files = {}, dict.fromkeys(filter(_is_ours, _names(folder)))
        else:
            files[MANIFEST] = None
        return cls(str(content.get("kind") or _older_kind(folder, files)), files)

    def others(self, folder: Path) -> list[str]:
        """What stands in the folder and was not written with it."""
        return [name for name in _names(folder) if name not in self.files]

    def changed(self, folder: Path) -> list[str]:
        """Files that no longer hold what they were written with."""
        known = {name: digest for name, digest in self.files.items() if digest is not None}
        there = [name for name in _names(folder) if name in known]
        return [name for name in there if not (folder / name).is_file() or _digest(folder / name) != known[name]]


def report_around(path: Path) -> Path | None:
    """The folder with a manifest in which a path leads to something, if there is one."""
    return next((folder for folder in Path(os.path.realpath(path)).parents if _has_manifest(folder)), None)


def _has_manifest(folder: Path) -> bool:
    try:
        return result_kind(folder / MANIFEST) == "manifest"
    except OSError:
        return False


def _names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def _is_ours(name: str) -> bool:
    return name in WITHOUT_MANIFEST or name.endswith(PREDICTIONS)


def _files(listed: Any) -> dict[str, str | None]:  # noqa: ANN401 - any JSON
    """Names with digests; manifests of early versions have names alone."""
    if isinstance(listed, dict):
        return {str(name): str(digest) for name, digest in listed.items()}
    return dict.fromkeys(map(str, listed))


def _text(file: Path) -> str:
    """That of a manifest, and not of a pipe or a device, which may never end."""
    if not file.is_file():
        raise FileNotFoundError(file)
    return file.read_text(encoding="utf-8")


def _older_kind(folder: Path, files: Mapping[str, str | None]) -> str:
    """The kind of a folder that does not say it."""
    if MODEL in files:
        return TRAINING
    return DEMO if {"comparison.json", "predictions.csv"} <= files.keys() else result_kind(folder / RESULT)


def _digest(file: Path) -> str:
    with file.open("rb") as stream:
        return f"sha256:{file_digest(stream, 'sha256').hexdigest()}"


def is_result(file: Path) -> bool:
    """Whether a file begins as `to_json` begins a result."""
    return bool(result_kind(file))


def result_kind(file: Path) -> str:
    """The kind of result that a file holds, by how it begins; nothing where it holds none."""
    if not file.is_file():
        return ""
    with file.open("rb") as stream:
        found = RESULT_KIND.search(stream.read(HEAD_BYTES))
    return found[1].decode(errors="replace") if found else ""
