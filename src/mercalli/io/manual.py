"""The documentation as one packed file beside the code, and a server of it for this machine alone."""

from __future__ import annotations

import mimetypes
import zipfile
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

from mercalli.errors import FileError

LOOPBACK: Final = "127.0.0.1"
INDEX, NOT_FOUND = "index.html", "404.html"
NONE = (
    "This installation has no copy of the documentation. In a clone, make docs makes one; "
    "released packages have it, and the pages in docs/ say the same."
)


def manual_file(site: str | None = None) -> Path:
    """The packed documentation; an error says how to get it."""
    found = Path(site) if site is not None else Path(str(files("mercalli"))) / "manual.zip"
    if not found.is_file():
        raise FileError(NONE) if site is None else FileError.absent(site)
    return found


def manual_server(file: Path, port: int = 0) -> ThreadingHTTPServer:
    """A server of packed pages on this machine, not reachable from others; port 0 takes any that is free."""
    try:
        site = zipfile.ZipFile(file)
    except zipfile.BadZipFile as error:
        raise FileError.damaged(str(file), str(error)) from None
    try:
        return _Server((LOOPBACK, port), site)
    except OSError as error:
        site.close()
        raise FileError.named(str(port), f"is no port that can be used: {error.strerror}. Give another.") from None


class _Server(ThreadingHTTPServer):
    """A server that closes its site when it is closed."""

    def __init__(self, address: tuple[str, int], site: zipfile.ZipFile) -> None:
        self.site = site
        super().__init__(address, partial(_Pages, site))

    def handle_error(self, request: object, client_address: object) -> None:
        """Nothing: a browser that went away is no error."""

    def server_close(self) -> None:
        """No more pages."""
        super().server_close()
        self.site.close()


class _Pages(BaseHTTPRequestHandler):
    """Pages of a packed site; nothing else can be read."""

    def __init__(self, site: zipfile.ZipFile, *connection: object) -> None:
        self.site = site
        super().__init__(*connection)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        """A page or a part of one."""
        name = unquote(urlsplit(self.path).path).lstrip("/")
        name = f"{name}{INDEX}" if name.endswith("/") or not name else name
        held = name in self.site.NameToInfo
        shown = name if held else NOT_FOUND
        content = self.site.read(shown) if shown in self.site.NameToInfo else b""
        self.send_response(200 if held else 404)
        self.send_header("Content-Type", mimetypes.guess_type(shown)[0] or "application/octet-stream")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as the base class calls it
        """Nothing: the reader sees the pages."""
