"""Who may see what: every route of the server with every role, against one list."""

import json
import re

import httpx
import pytest
from sqlalchemy import select

from mercalli.tasks.challenge.doors import tables
from mercalli.tasks.challenge.doors.boards import public_board
from mercalli.tasks.challenge.doors.closing import revealed_salt
from mercalli.tasks.challenge.doors.database import reading
from mercalli.tasks.challenge.doors.host import PRIVATE, SALT
from mercalli.tasks.challenge.doors.server.app import application
from mercalli.tasks.challenge.doors.server.site import Site
from mercalli.tasks.challenge.doors.tables import VIEWER
from mercalli.tasks.challenge.doors.worker import work
from mercalli.text.numbers import number
from tests.tasks.challenge.folders import TOML, opened, run_of, send
from tests.tasks.challenge.sites import TOKEN, code_of, joined, send_form, served, token_of, visit

ALL = (200, 200, 200)
MINE, NOT_MINE, DESK = (303, 200, 404), (303, 404, 404), (303, 404, 200)
TWIN_OF_MINE, TWIN_NOT_MINE, TWIN_OF_DESK = (401, 200, 404), (401, 404, 404), (401, 404, 200)
READABLE = {
    **dict.fromkeys(("/", "/rules", "/healthz", "/challenge.json", "/rules.json", "/key.json", "/join", "/login"), ALL),
    **dict.fromkeys(("/board", "/board.json", "/board.csv", "/board/embed", "/board/lead.json", "/static/{name}"), ALL),
    **dict.fromkeys(("/card/{submission}", "/card/{submission}.json", "/enter"), (404, 404, 404)),
    **dict.fromkeys(("/me.json", "/me/runs.json"), TWIN_OF_MINE),
    "/me": MINE,
    "/me/runs/{submission}": NOT_MINE,
    "/me/runs/{submission}.json": TWIN_NOT_MINE,
    **dict.fromkeys(("/api/submissions", "/api/submissions/{submission}"), (401, 401, 401)),
    **dict.fromkeys(("/desk", "/desk/runs", "/desk/board", "/desk/audit", "/desk/audit.csv", "/desk/export.zip"), DESK),
    **dict.fromkeys(("/desk.json", "/desk/runs.json", "/desk/board.json", "/desk/audit.json"), TWIN_OF_DESK),
}
FORMS = {
    *("/join", "/login", "/logout", "/enter"),
    *("/me/submit", "/me/finals", "/me/tokens", "/me/tokens/{prefix}/revoke", "/me/code"),
    *("/desk/codes", "/desk/teams", "/desk/freeze", "/desk/exceptions", "/desk/caps", "/desk/rescore", "/desk/close"),
}
KEPT = {"/desk/board", "/desk/board.json", "/desk/export.zip"}  # from viewers
SHORT = 6  # characters of a number that a setting may have, too
FOR_FORMS_ALONE = {"/join", "/login", "/enter"}


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    found, labels = opened(tmp_path_factory.mktemp("roles") / "c", items=200, text=TOML + 'feedback = "full"\n')
    with served(found) as address:
        yield found, labels, address


@pytest.fixture(scope="module")
def clients(place):
    """The public, a participant with a scored run, and the organiser."""
    host, labels, address = place
    organiser = code_of(host, role="organiser")
    with joined(place, "Ada") as one, joined(place, "Otto", code=organiser) as two:
        send_form(one, "/me", "/me/submit", files={"run": ("r.csv", run_of(labels, 0.77))})
        send(host, run_of(labels, 0.62, seed=5), "Foreign")
        send(host, run_of(labels, 0.9, seed=6), "Foreign")  # the better one is on the board
        work(host)
        with visit(address) as public:
            yield public, one, two


@pytest.fixture(scope="module")
def paths(place):
    return application(Site(place[0])).openapi()["paths"]


def foreign(host):
    """A run of another team that stands on no board."""
    shown = {entry.submission for entry in public_board(host).entries}
    with reading(host.engine) as connection:
        team = connection.execute(select(tables.teams.c.id).where(tables.teams.c.name == "Foreign")).scalar_one()
        runs = connection.execute(select(tables.submissions.c.public_id).where(tables.submissions.c.team_id == team))
        return next(each for each in runs.scalars() if each not in shown)


def filled(path, host):
    values = {"submission": foreign(host), "name": "site.css", "team": "1", "prefix": "mct_00000000"}
    return re.sub(r"\{(\w+)\}", lambda found: values[found[1]], path)


def test_every_route_is_on_the_list(paths):
    assert {path for path, ways in paths.items() if "get" in ways} == set(READABLE)
    assert {path for path, ways in paths.items() if "post" in ways} == FORMS
    assert {path for path, ways in paths.items() if set(ways) - {"get", "post"}} == {"/api/submissions"}


def test_every_page_has_a_twin_for_programs(paths):
    told = {path: ways["get"]["responses"]["200"].get("content", {}) for path, ways in paths.items() if "get" in ways}
    shown = {path for path, content in told.items() if "text/html" in content} - FOR_FORMS_ALONE
    twins = {"/": "/challenge.json", "/board/embed": "/board.json"}
    assert len(shown) == 11
    assert {twins.get(path, f"{path}.json") for path in shown} <= set(paths)


@pytest.mark.parametrize("path", sorted(READABLE))
def test_each_role_reads_what_it_may_and_nothing_else(place, clients, path):
    answers = [client.get(filled(path, place[0])) for client in clients]
    assert tuple(each.status_code for each in answers) == READABLE[path]
    assert all("content-security-policy" in each.headers for each in answers)


@pytest.mark.parametrize("path", sorted(FORMS))
def test_no_form_is_taken_without_its_token(place, clients, path):
    for client in clients:
        assert client.post(filled(path, place[0]), data={"csrf": "0" * 64}).status_code in {303, 403, 404}
        assert client.post(filled(path, place[0])).headers.get("location", "/login") == "/login"


@pytest.mark.parametrize("path", sorted(path for path in FORMS if path.startswith("/desk")))
def test_forms_of_the_desk_are_for_the_organiser_alone(place, clients, path):
    public, one, _ = clients
    for client, page, status in ((public, "/login", 303), (one, "/me", 404)):
        token = TOKEN.search(client.get(page).text)[1]
        assert client.post(filled(path, place[0]), data={"csrf": token}).status_code == status


def test_nothing_private_is_readable_before_the_close(place, clients):
    host, _, _ = place
    public, one, organiser = clients
    texts = {
        (path, who): client.get(filled(path, host)).text
        for path in READABLE
        for who, client in (("public", public), ("participant", one))
    }
    texts["own", "participant"] = one.get(
        one.get("/me/runs.json").json()[0]["submission"].join(("/me/runs/", ".json"))
    ).text
    secrets = private_numbers(host)
    assert len(secrets) >= 4
    assert any(secret in organiser.get("/desk/board").text for secret in secrets)
    salt = (host.store / PRIVATE / SALT).read_text()
    for place_, text in texts.items():
        assert not [secret for secret in (*secrets, salt) if secret in text], place_
    with reading(host.engine) as connection:
        assert revealed_salt(connection, host) is None


def test_a_viewer_sees_the_desk_but_nothing_private_and_changes_nothing(place):
    host, _, _ = place
    with joined(place, "Vera", code=code_of(host, role=VIEWER)) as vera:
        for path, status in READABLE.items():
            own = status[2] if path not in KEPT else 404
            answer = vera.get(filled(path, host))
            assert (path, answer.status_code) == (path, own)
            assert not [secret for secret in private_numbers(host) if secret in answer.text], path
        assert 'method="post"' not in vera.get("/desk").text.partition("<main")[2]
        token = TOKEN.search(vera.get("/desk").text)[1]
        before = desk_of(vera)
        for path in FORMS - {"/login", "/logout", "/join", "/enter"}:
            assert vera.post(filled(path, host), data={"csrf": token}).status_code == 404, path
        assert desk_of(vera) == before


def desk_of(client):
    return {path: client.get(path).text for path in ("/desk.json", "/desk/runs.json", "/desk/audit.json")}


def private_numbers(host):
    """Private scores as pages and programs write them, without those that are public scores of some run, too."""
    with reading(host.engine) as connection:
        kept = {
            table: [
                each[name]
                for text in connection.execute(select(table.c.measures)).scalars()
                for each in json.loads(text)
                for name in ("value", "low", "high")
                if each.get(name) is not None
            ]
            for table in (tables.private_scores, tables.scores)
        }
    open_ = {number(value) for value in kept[tables.scores]}
    found = [value for value in kept[tables.private_scores] if number(value) not in open_ and len(number(value)) > 4]
    return {*(number(value) for value in found), *(repr(value) for value in found if len(repr(value)) > SHORT)}


ASKED = (
    "sort=accuracy&part=private",
    "part=private&phase=main",
    "part=PRIVATE",
    "part=private%00",
    "part=public&part=private",
)


def test_the_private_part_cannot_be_asked_for_before_the_close(place, clients):
    secrets = private_numbers(place[0])
    for client in clients[:2]:
        answers = [client.get(f"{path}?{query}") for path in READABLE if "{" not in path for query in ASKED]
        assert not [each.url for each in answers if any(secret in each.text for secret in secrets)]
        boards = [each for each in answers if each.url.path.startswith("/board") and "lead" not in each.url.path]
        assert {each.status_code for each in boards} <= {404, 422}


def test_a_token_reads_no_more_than_its_team_may(place, clients):
    host, _, address = place
    headers = {"Authorization": f"Bearer {token_of(clients[1])}"}
    for path in READABLE:
        answer = httpx.get(f"{address}{filled(path, host)}", headers=headers, trust_env=False)
        assert not [secret for secret in private_numbers(host) if secret in answer.text], path
        assert answer.status_code == (
            200 if path == "/api/submissions" else 404 if "/api/" in path else READABLE[path][0]
        )


def test_what_belongs_to_others_cannot_be_chosen_revoked_or_changed(place, clients):
    host, one = place[0], clients[1]
    assert send_form(one, "/me", "/me/finals", phase="main", run=foreign(host)).status_code == 404
    with joined(place, "Zoe") as zoe:
        prefix = token_of(zoe)[:12]
    assert send_form(one, "/me", f"/me/tokens/{prefix}/revoke").status_code == 404
    assert send_form(one, "/me", "/me/tokens/%00/revoke").status_code == 404
