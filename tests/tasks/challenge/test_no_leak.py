"""Nothing that a participant can see depends on the truth, but released scores: other truths, the same bytes."""

import gzip
import re

import httpx
import pytest

from mercalli.tasks.challenge.doors.host import Host
from mercalli.tasks.challenge.doors.opening import open_challenge
from tests.tasks.challenge.folders import ME, made, run_of, table, truths
from tests.tasks.challenge.sites import joined, put, send_form, served, token_of

ITEMS = 60
BAD = {
    "empty": b"",
    "header": b"id\n",
    "class": table("pred", ["quake"] * ITEMS).encode(),
    "missing": table("pred", ["fire"] * 5).encode(),
    "extra": table("pred", ["fire"] * (ITEMS + 1)).encode(),
    "repeated": b"id,pred\n" + b"1,fire\n" * 30,
    "encoding": b"id,pred\n0,f\xff\n",
    "zip": b"PK\x03\x04zip",
    "bomb": gzip.compress(b"id,pred\n" + b"0" * (4 << 20)),
    "cut": gzip.compress(b"id,pred\n0,fire\n")[:-9],
    "binary": bytes(range(256)) * 9,
    "formula": b"id,pred\n0,=cmd()\n",
}
VARYING = re.compile(
    r"[0-9a-f]{64}"  # form tokens, digests, commitments
    r"|[0-9a-f]{32}"  # keys of forms
    r"|\b[0-9a-f]{10}\b"  # ids of runs
    r"|mct_[\w-]+"
    r"|\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:[\d.]+Z)?"
    r"|127\.0\.0\.1:\d+"
)
PAGES = (
    "/",
    "/rules",
    "/rules.json",
    "/challenge.json",
    "/key.json",
    "/board",
    "/board.json",
    "/board.csv",
    "/board/embed",
)


def seen(folder, labels):
    """Everything that a team sees that sends bad files, and one run that waits."""
    made(folder, ITEMS)
    (folder / "gold.csv").write_text(table("truth", labels))
    open_challenge(folder, ME)
    host = Host.of(folder)
    with served(host) as address, joined((host, labels, address), "Ada") as client:
        token, found = token_of(client), {}
        for name, content in BAD.items():
            answer = put(address, token, content, name)
            found[name] = (answer.status_code, answer.text)
            page = f"/me/runs/{answer.json().get('submission', 'none')}"
            found[f"{name} page"] = client.get(page).text
        files = {"run": ("run.csv", run_of(truths(ITEMS), 0.8))}
        page = send_form(client, "/me", "/me/submit", files=files).headers["location"]
        for path in (*PAGES, "/me", "/me.json", "/me/runs.json", page, f"{page}.json", "/board?part=private", "/desk"):
            found[path.replace(page, "/me/runs/ID")] = client.get(path).text
        api = httpx.get(f"{address}/api/submissions", headers={"Authorization": f"Bearer {token}"}, trust_env=False)
        return {**found, "api": api.text}


@pytest.fixture(scope="module")
def worlds(tmp_path_factory):
    labels = truths(ITEMS)
    other = ["flood" if each == "fire" else "fire" for each in labels]
    places = tmp_path_factory.mktemp("one") / "c", tmp_path_factory.mktemp("two") / "c"
    return [seen(place, truth) for place, truth in zip(places, (labels, other), strict=True)]


def test_other_truths_give_the_same_bytes(worlds):
    one, two = worlds
    assert len(one) == len(two) > 30
    for name, first in one.items():
        assert VARYING.sub("*", str(first)) == VARYING.sub("*", str(two[name])), name


def test_the_bad_files_were_all_refused_and_told_why(worlds):
    for name in BAD:
        status, text = worlds[0][name]
        assert status in {413, 422}, name
        assert "message" in text
