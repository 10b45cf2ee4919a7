"""A PostgreSQL server of its own, on loopback and in a temporary folder, for tests and for `bench.soak`."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import psycopg

# PostgreSQL refuses to run as root: Debian's package has a user for it.
USER = "postgres"
# Whoever is called "locked" needs a password; everybody else may come in.
ACCESS = "host all locked 127.0.0.1/32 scram-sha-256\nhost all all 127.0.0.1/32 trust\nlocal all all trust\n"
# The server ends with whoever holds its input, however that ended.
RUN = '"$@" & read -r _; kill -QUIT $!; wait'


def programs() -> Path | None:
    """Where the programs of the newest PostgreSQL of this machine are."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda file: int(file.parts[-3]))
    known = shutil.which("initdb")
    return found[-1].parent if found else Path(known).parent if known else None


@dataclass
class Cluster:
    """A server that runs: where it listens, and how many databases it was asked for."""

    port: int
    numbers: count[int]

    def url(self, database: str, user: str = USER, password: str = "") -> str:
        """The address of a database."""
        secret = f":{password}" if password else ""
        return f"postgresql://{user}{secret}@127.0.0.1:{self.port}/{database}"

    def run(self, statement: str) -> None:
        """Run a statement as the superuser."""
        with psycopg.connect(self.url(USER), autocommit=True) as connection:
            connection.execute(statement.encode())

    def new(self) -> str:
        """The address of a new, empty database."""
        name = f"made_{next(self.numbers)}"
        self.run(f"CREATE DATABASE {name}")
        return self.url(name)


@contextmanager
def cluster(*, durable: bool = False) -> Generator[Cluster]:
    """A server that ends with the block; `durable` if it must keep what it acknowledged when the machine goes down."""
    place = programs()
    if place is None:
        message = "PostgreSQL is not installed: run scripts/setup as root"
        raise RuntimeError(message)
    folder = Path(tempfile.mkdtemp(prefix="mercalli-postgres-"))
    own: dict[str, Any] = {}
    if os.getuid() == 0:
        shutil.chown(folder, USER, USER)
        own = {"user": USER, "group": pwd.getpwnam(USER).pw_gid, "extra_groups": [], "cwd": folder}
    try:
        data = folder / "data"
        _run([place / "initdb", "-D", data, "-U", USER, "--no-sync", "-E", "UTF8", "--locale=C", "-A", "trust"], own)
        (data / "pg_hba.conf").write_text(ACCESS)
        with _running(place / "postgres", data, own, durable=durable) as port:
            yield Cluster(port, count(1))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _run(command: Sequence[str | Path], own: dict[str, Any]) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, **own)  # noqa: S603 - PostgreSQL's own


@contextmanager
def _running(program: Path, data: Path, own: dict[str, Any], *, durable: bool) -> Generator[int]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    on = "on" if durable else "off"
    settings = {"listen_addresses": "127.0.0.1", "port": port, "unix_socket_directories": data.parent}
    settings |= {"fsync": on, "full_page_writes": on, "max_connections": 200, "logging_collector": "off"}
    named = [text for name, value in settings.items() for text in ("-c", f"{name}={value}")]
    command = ["/bin/sh", "-c", RUN, "sh", program, "-D", data, *named]
    with (data.parent / "log").open("wb") as log:
        server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=log, stderr=log, **own)  # noqa: S603 - as above
    try:
        _wait(program, port, own)
        yield port
    finally:
        server.communicate()


def _wait(program: Path, port: int, own: dict[str, Any]) -> None:
    """Until the server takes connections."""
    asked = [program.parent / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(port)]
    for _ in range(600):
        if subprocess.run(asked, check=False, **own).returncode == 0:  # noqa: S603 - as above
            return
        time.sleep(0.1)
    message = "PostgreSQL did not start within a minute"
    raise RuntimeError(message)
