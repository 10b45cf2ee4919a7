"""Limits of a served challenge: sizes, slow senders, names that look alike, and a path that a proxy puts before it."""

import socket
from contextlib import ExitStack
from urllib.parse import urlsplit

import httpx
import pytest

from mercalli.tasks.challenge.doors.opening import open_challenge
from tests.tasks.challenge.folders import ME, TOML, opened, run_of, table, truths
from tests.tasks.challenge.sites import PASSWORD, code_of, joined, put, send_form, served, token_of, visit


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A served challenge: its host, its truths and its address."""
    found, labels = opened(tmp_path_factory.mktemp("limits") / "c", text=TOML + "runs_per_day = 50\n")
    with served(found) as address:
        yield found, labels, address


def test_a_form_is_small_and_what_is_too_large_is_told_in_its_own_kind(place):
    with joined(place, "Rex") as client:
        refused = put(client.base_url, token_of(client), b"x" * (4 << 20), "a")
        assert (refused.status_code, refused.json()["error"]) == (413, "too_large")
        assert "frame-ancestors" in refused.headers["content-security-policy"]
        for body in (b"x" * (1 << 18), (b"x" * (1 << 16) for _ in range(4))):
            headers = {"Content-Type": "application/x-www-form-urlencoded"}
            answer = client.post("/me/tokens", content=body, headers=headers)
            assert answer.status_code == 413
            assert "This is too large" in answer.text


def test_the_form_for_runs_takes_little_from_a_stranger(place):
    run = {"run": ("run.csv", b"x" * (80 << 10))}
    with visit(place[2]) as stranger, joined(place, "Uli") as client:
        assert stranger.post("/me/submit", files=run).status_code == 413
        assert send_form(client, "/me", "/me/submit", files=run).status_code == 303


def test_a_revision_with_more_items_lets_runs_be_larger(tmp_path):
    host, labels = opened(tmp_path / "c", items=20)
    with served(host) as address, joined((host, labels, address), "Zoe") as client:
        more = truths(2000)
        (host.folder / "gold.csv").write_text(table("truth", more))
        open_challenge(host.folder, ME, revise="more items")
        padded = run_of(more).replace(b",", b"," + b" " * 90)
        assert put(address, token_of(client), padded, "a").status_code == 201


def test_slow_senders_of_a_team_hold_up_nobody_else(place):
    _, labels, address = place
    with joined(place, "Slo") as one, joined(place, "Tia") as other:
        token, name = token_of(one), urlsplit(address)
        head = f"PUT /api/submissions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\nContent-Length: 99\r\n"
        with ExitStack() as stack:
            for key in range(40):
                slow = stack.enter_context(socket.create_connection((name.hostname, name.port)))
                slow.sendall(f"{head}Idempotency-Key: slow-{key}\r\n\r\nid,".encode())
            assert put(address, token_of(other), run_of(labels, 0.7), "a").status_code == 201
            assert put(address, token, run_of(labels, 0.7), "a").status_code == 429


def test_names_are_known_whatever_their_letters(place):
    _, _, address = place
    with joined(place, "Émile", team="Équipe Été"), visit(address) as client:
        fields = {"password": PASSWORD, "code": code_of(place[0])}
        taken = send_form(client, "/join", "/join", name="Yves", team="équipe  été", **fields)
        assert (taken.status_code, "This team name is taken" in taken.text) == (409, True)
        assert 'value="Yves"' in taken.text
        same = send_form(client, "/join", "/join", name="ÉMILE", team="Other", **fields)
        assert (same.status_code, "This user name is taken" in same.text) == (409, True)
        assert (
            send_form(client, "/login", "/login", name=" e\u0301mile", password=PASSWORD).headers["location"] == "/me"
        )


class Proxy(httpx.HTTPTransport):
    """Takes the path off that stands before every address."""

    def handle_request(self, request):
        url = request.url.copy_with(raw_path=request.url.raw_path.removeprefix(b"/floods"))
        return super().handle_request(
            httpx.Request(request.method, url, headers=request.headers, stream=request.stream, extensions={})
        )


def test_behind_a_proxy_under_a_path_everything_works_with_a_session_of_its_own(place):
    host, labels, _ = place
    with served(host, root_path="/floods") as address:
        client = httpx.Client(base_url=f"{address}/floods", headers={"Origin": address}, transport=Proxy())
        fields = {"name": "Uma", "password": PASSWORD, "team": "Uma", "code": code_of(host)}
        with client:
            assert send_form(client, "/join", "/join", **fields).headers["location"] == "/floods/me"
            assert [(each.name, each.path) for each in client.cookies.jar] == [("mercalli-floods", "/floods/")]
            sent = send_form(client, "/me", "/me/submit", files={"run": ("r.csv", run_of(labels, 0.8))})
            assert sent.headers["location"].startswith("/floods/me/runs/")
            assert f"{address}/floods/api/submissions" in client.get("/me").text
