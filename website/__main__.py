"""Build the documentation site: `python -m website [FOLDER]`, by default into build/website."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from website.checks import faults
from website.pages import ROOT, write_pages

HERE = Path(__file__).parent
MANUAL = ROOT / "src" / "mercalli" / "manual.zip"
STAR = re.compile(r'^(?P<indent> *)"(?P<folder>[^"]+)/\*",$', re.MULTILINE)


def build(folder: Path) -> Path:
    """The folder of the finished site."""
    shutil.rmtree(folder, ignore_errors=True)
    write_pages(folder / "pages")
    shutil.copyfile(HERE / "theme.css", folder / "pages" / "theme.css")
    settings = (HERE / "zensical.toml").read_text(encoding="utf-8").replace("SOURCE", (ROOT / "src").as_posix())
    (folder / "zensical.toml").write_text(_starred(settings, folder / "pages"), encoding="utf-8")
    program = [sys.executable, "-m", "zensical", "build", "--strict"]
    built = subprocess.run(program, cwd=folder, capture_output=True, text=True, check=False)
    if built.returncode:
        sys.exit(built.stdout + built.stderr)
    return folder / "site"


def pack(site: Path, target: Path) -> None:
    """The site as one file, which `mercalli docs` serves."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
        for path in sorted(path for path in site.rglob("*") if path.is_file()):
            packed.write(path, path.relative_to(site))


def _starred(settings: str, pages: Path) -> str:
    """The settings with every page of a folder in place of its star, the index first."""

    def every(found: re.Match[str]) -> str:
        names = sorted(path.name for path in (pages / found["folder"]).glob("*.md") if path.name != "index.md")
        return "\n".join(f'{found["indent"]}"{found["folder"]}/{name}",' for name in ["index.md", *names])

    return STAR.sub(every, settings)


def main() -> None:
    """Build the site, and check it."""
    site = build(Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build" / "website").resolve())
    found = faults(site)
    if not found:
        pack(site, MANUAL)
    print("\n".join([*found, f"site: {site}"]))
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
