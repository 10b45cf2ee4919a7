"""Challenges that are served on loopback: in a thread for most tests, in a process of its own where it is killed."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from contextlib import contextmanager

import httpx
import uvicorn

from mercalli.tasks.challenge.doors.database import writing
from mercalli.tasks.challenge.doors.server.accounts import invite
from mercalli.tasks.challenge.doors.server.app import application
from mercalli.tasks.challenge.doors.server.headers import Shield
from mercalli.tasks.challenge.doors.server.serving import listening
from mercalli.tasks.challenge.doors.server.site import Site
from tests.tasks.challenge.folders import ME

PASSWORD = "correct horse"  # noqa: S105 - of nobody
SECRET = re.compile(r'class="secret"><code>([^<]+)')
TOKEN = re.compile(r'name="csrf" value="(\w+)"')


@contextmanager
def served(host, root_path="", **more):
    """The address of a challenge that is served by this process, without workers."""
    app = application(Site(host, **more))
    config = uvicorn.Config(Shield(app), root_path=root_path, log_config=None, access_log=False)
    server = uvicorn.Server(config)
    with listening("127.0.0.1", 0) as listener:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        server.should_exit = True
        thread.join()


def visit(address):
    """A browser of its own: it keeps cookies, and says where its forms come from."""
    return httpx.Client(base_url=address, headers={"Origin": address}, trust_env=False, timeout=60)


def send_form(client, page, action, files=None, **fields):
    """Fill in a form of a page and send it."""
    token = TOKEN.search(client.get(page).text)
    return client.post(action, data={"csrf": token[1] if token else "", **fields}, files=files)


@contextmanager
def process(folder, *options):
    """A server in a process of its own with its worker: the process and its address."""
    command = [sys.executable, "-m", "mercalli", "challenge", "serve", str(folder), "--port", "0", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as found:
        try:
            said = found.stdout.readline()
            yield found, re.search(r"http://[\d.:]+", said)[0]
        finally:
            found.kill()


def code_of(host, **more):
    """A code to join with."""
    with writing(host.engine) as connection:
        return invite(connection, ME, days=1, **more)


@contextmanager
def joined(place, name, **more):
    """Somebody who joined the challenge of a place (host, truths, address), with their browser."""
    host, _, address = place
    with visit(address) as client:
        fields = {"name": name, "password": PASSWORD, "team": f"Team {name}", "code": code_of(host), **more}
        answer = send_form(client, "/join", "/join", **fields)
        assert answer.status_code == 303, answer.text
        yield client


def token_of(client, scope="submit"):
    """A new token of somebody."""
    return SECRET.search(send_form(client, "/me", "/me/tokens", scope=scope, days="2").text)[1]


def put(address, token, content, key):
    """Send a run as a program does."""
    headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": key}
    url = f"{str(address).rstrip('/')}/api/submissions"
    return httpx.put(url, content=content, headers=headers, trust_env=False, timeout=60)
