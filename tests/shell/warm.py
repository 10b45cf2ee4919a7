"""A process that has imported what commands need, and runs each command in a copy of itself.

A copy is a process of its own: its folder, environment, streams and exit code are as those of the installed command,
which takes most of its time to import the same again. DuckDB is not imported before: it starts a thread, and a copy
would have none. Run as a script, this file is that process.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import resource
import signal
import socket
import subprocess
import sys
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from tempfile import TemporaryFile

NEEDED = ("typer._adapters",)
HOUSE = "mercalli"
LEFT_OUT = {"__main__", "doors"}  # servers and stores of a task, which have libraries of their own
LONGEST = 1 << 16


@contextmanager
def warm(environment, *more):
    """A function that runs the command as `subprocess.run` would: arguments, folder, environment, seconds.

    A copy that takes longer is ended by SIGALRM; one that asks for more bytes of `memory` than it may have gets none.
    Both kinds of output come `together` in the order in which they were written, if asked for. `more` modules are
    imported before, too.
    """
    ours, theirs = socket.socketpair()
    script = [sys.executable, __file__, str(theirs.fileno()), *more]
    with subprocess.Popen(script, env=environment, pass_fds=[theirs.fileno()]) as process, ours:
        theirs.close()

        def run(arguments, folder, environment, seconds, *, memory=None, together=False):
            with TemporaryFile() as out, TemporaryFile() as err:
                asked = json.dumps([arguments, str(folder), environment, seconds, memory]).encode()
                socket.send_fds(ours, [asked], [out.fileno(), (out if together else err).fileno()])
                code = int(ours.recv(LONGEST))
                said = [_text(stream) for stream in (out, err)]
            return subprocess.CompletedProcess(arguments, code, *said)

        try:
            yield run
        finally:
            process.terminate()


def _text(stream):
    stream.seek(0)
    return stream.read().decode("utf-8", "backslashreplace")


def serve(link):
    """Run a command whenever one is asked for, until nobody can ask any more."""
    while True:
        asked, streams, *_ = socket.recv_fds(link, LONGEST, 2)
        if not asked:
            return
        child = os.fork()
        if not child:
            link.close()
            become(*json.loads(asked), *streams)
        for stream in streams:
            os.close(stream)
        link.send(str(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])).encode())


def become(arguments, folder, environment, seconds, memory, *streams):
    """Be the command, to its end."""
    signal.alarm(seconds)
    if memory is not None:
        resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
    for stream, place in zip(streams, (1, 2), strict=True):
        os.dup2(stream, place)
        os.close(stream)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["mercalli", *arguments]
    try:
        import_module("mercalli.cli.main").main()
    except SystemExit as ended:
        atexit._run_exitfuncs()  # noqa: SLF001 - what else an end does takes more time than most commands
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(ended.code or 0)


if __name__ == "__main__":
    sys.path.remove(str(Path(__file__).parent))
    rooms = (found.name for found in walk_packages(import_module(HOUSE).__path__, f"{HOUSE}."))
    for name in (*NEEDED, *(each for each in rooms if not LEFT_OUT & {*each.split(".")}), *sys.argv[2:]):
        import_module(name)
    assert "duckdb" not in sys.modules
    gc.freeze()  # what copies share is not looked through in each of them
    serve(socket.socket(fileno=int(sys.argv[1])))
