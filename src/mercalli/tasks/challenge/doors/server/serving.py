"""The server as a process: one for a folder, with workers beside it that are started again when they end."""

from __future__ import annotations

import fcntl
import logging
import secrets
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager

import uvicorn

from mercalli.errors import SettingError
from mercalli.tasks.challenge.doors.addresses import environment
from mercalli.tasks.challenge.doors.database import held
from mercalli.tasks.challenge.doors.host import Host
from mercalli.tasks.challenge.doors.server.app import application
from mercalli.tasks.challenge.doors.server.headers import Shield
from mercalli.tasks.challenge.doors.server.json_log import log_json_lines
from mercalli.tasks.challenge.doors.server.site import Site
from mercalli.tasks.challenge.errors import ChallengeError

LOOPBACK = ("127.0.0.1", "::1", "localhost")
WAITING = 2048  # connections, as many as uvicorn lets wait
LOCK = "serving.lock"
WATCH_SECONDS, GRACE_SECONDS = 1.0, 20
log = logging.getLogger("mercalli.challenge")


def serve(site: Site, told: Callable[[str], None], *, host: str, port: int, root_path: str, workers: int) -> None:
    """Serve a challenge until a signal ends it; requests and jobs that were begun are finished first."""
    check_root(root_path)
    log_json_lines()
    config = uvicorn.Config(
        Shield(application(site)),
        root_path=root_path,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    alone, busy = serving_alone(site.host), working(site.host, workers)
    with alone, held(site.host.engine), listening(host, port) as listener, busy:
        server = uvicorn.Server(config)
        _stop_by_signal(server)
        told(f"http://{_written(listener)}{root_path}/")
        server.run(sockets=[listener])


def _stop_by_signal(server: uvicorn.Server) -> None:
    """A signal ends the server in good order: also one that comes early, or again when the server is done."""

    def stop(_number: int, _frame: object) -> None:
        server.should_exit = True

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)


def check_local(host: str) -> str:
    """The code of a one-time link, for a server that only this machine can reach."""
    if host not in LOOPBACK:
        raise SettingError.outside("local", host, f"used with --host {' or '.join(LOOPBACK)}")
    return secrets.token_urlsafe(32)


def check_root(path: str) -> None:
    """A path that a proxy puts before every address."""
    plain = path.strip("/").replace("/", "").replace("-", "").replace("_", "").replace(".", "")
    if path and (not path.startswith("/") or path.endswith("/") or not plain.isascii() or not plain.isalnum()):
        raise SettingError.outside("root-path", path, "a path as in /floods, without a / at its end")


def _written(listener: socket.socket) -> str:
    name, port = listener.getsockname()[:2]
    return f"[{name}]:{port}" if ":" in name else f"{name}:{port}"


@contextmanager
def listening(host: str, port: int) -> Generator[socket.socket]:
    """A place to listen at; what is taken or not there is told."""
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind, protocol)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(place)
        listener.listen(WAITING)  # from now on, so that whoever reads the address can connect
    except (OSError, UnicodeError, OverflowError) as error:
        why = getattr(error, "strerror", None) or "no such address"
        raise ChallengeError.coded("no_address", f"The server cannot listen at {host} port {port}: {why}.") from None
    with listener:
        yield listener


@contextmanager
def serving_alone(host: Host) -> Generator[None]:
    """Only one server for a folder; the lock ends with the process, however it ends."""
    with (host.store / LOCK).open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise ChallengeError.coded(
                "served", f"{str(host.folder)!r} is served already by another process."
            ) from None
        yield


@contextmanager
def working(host: Host, workers: int) -> Generator[None]:
    """Workers beside the server; each that ends is started again until all shall end."""
    stop = threading.Event()
    crew = [_worker(host) for _ in range(workers)]
    watch = threading.Thread(target=_watch, args=(host, crew, stop), daemon=True)
    watch.start()
    try:
        yield
    finally:
        stop.set()
        watch.join()
        _dismiss(crew)


def _worker(host: Host) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "mercalli.tasks.challenge.doors.server.worker_process", str(host.folder)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, env=environment(host.engine.url))  # noqa: S603 - our own


def _watch(host: Host, crew: list[subprocess.Popen[bytes]], stop: threading.Event) -> None:
    while not stop.wait(WATCH_SECONDS):
        for place, worker in enumerate(crew):
            if worker.poll() is not None:
                log.error("worker ended", extra={"told": {"code": worker.returncode}})
                crew[place] = _worker(host)


def _dismiss(crew: list[subprocess.Popen[bytes]]) -> None:
    """Let each end its job; one that does not is killed, and its lease gives the job to another later."""
    for worker in crew:
        worker.terminate()
    for worker in crew:
        try:
            worker.wait(GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            worker.kill()
            worker.wait()
        if worker.stdin is not None:
            worker.stdin.close()
