"""What `/openapi.json` says holds for made-up requests of each role, good and bad, alone and one after the other.

With `CONTRACT_EXAMPLES=200` in the environment it takes long, tries other requests each time, and every role on both
databases (`make soak`).
"""

import os

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    ensure_resource_availability,
    response_schema_conformance,
    status_code_conformance,
    use_after_free,
)
from sqlalchemy import func, select

from mercalli.tasks.challenge.challenge import CAPS
from mercalli.tasks.challenge.doors import tables
from mercalli.tasks.challenge.doors.database import reading, writing
from tests.tasks.challenge import folders
from tests.tasks.challenge.crowds import crowd, role_of
from tests.tasks.challenge.folders import opened, run_of
from tests.tasks.challenge.sites import TOKEN, joined, served, token_of, visit

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
ONE_AFTER_THE_OTHER = [*CHECKS, ensure_resource_availability, use_after_free]
LONG = int(os.environ.get("CONTRACT_EXAMPLES", "0"))
QUIET = settings(
    max_examples=LONG or 4,
    stateful_step_count=12,
    deadline=None,
    database=None,
    derandomize=not LONG,
    phases=(Phase.generate,),
    suppress_health_check=list(HealthCheck),
)
SQLITE, POSTGRES, ROLES = "sqlite", "postgresql", ("public", "participant", "organiser")
SHORT = [*((SQLITE, role) for role in ROLES), (POSTGRES, "participant")]
EVERY = [(database, role) for database in (SQLITE, POSTGRES) for role in ROLES]


@pytest.fixture(scope="module")
def crowds(tmp_path_factory, request):
    """The people of a served challenge on a database, made when they are asked for."""
    with pytest.MonkeyPatch.context() as patch, _Crowds(tmp_path_factory, request, patch) as found:
        yield found


class _Crowds:
    def __init__(self, places, request, patch):
        self.places, self.request, self.patch, self.known = places, request, patch, {}

    def __enter__(self):
        return self

    def __call__(self, database):
        if database not in self.known:
            if database == POSTGRES:
                self.patch.setattr(folders, "new_database", self.request.getfixturevalue("postgres").new)
            held = crowd(self.places.mktemp(database) / "c")
            self.known[database] = held, held.__enter__()
            self.patch.undo()
        return self.known[database][1]

    def __exit__(self, *error):
        for held, _ in self.known.values():
            held.__exit__(*error)


def operations(people):
    schema = schemathesis.openapi.from_dict(people.clients["public"].get("/openapi.json").json())
    found = [each.ok() for each in schema.get_all_operations()]
    assert len(found) == sum(len(ways) for ways in people.paths.values())
    return [each for each in found if each.path != "/logout"]


@pytest.mark.parametrize("mode", list(GenerationMode))
@pytest.mark.parametrize(("database", "role"), EVERY if LONG else SHORT)
def test_the_api_is_as_it_is_documented(crowds, database, role, mode):
    people = crowds(database)
    client = people.clients[role]
    headers = {"Origin": people.place[2]}
    if role == "public":  # programs, too
        headers["Authorization"] = f"Bearer {people.token}"
    page = {"public": "/login", "participant": "/me", "organiser": "/desk"}[role]
    token = TOKEN.search(client.get(page).text)[1]
    how = {"base_url": people.place[2], "cookies": dict(client.cookies), "headers": headers}
    tried = sum(_tried(each, mode, how, token) for each in operations(people) if role_of(each.path) == role)
    assert tried >= (9 if mode is GenerationMode.POSITIVE else 4)


def _tried(operation, mode, how, token):
    """Whether requests could be made up; nothing can be spoilt where there is nothing to fill in."""

    @QUIET
    @given(case=operation.as_strategy(generation_mode=mode))
    def trying(case):
        if isinstance(case.body, dict) and "csrf" in case.body:
            case.body["csrf"] = token
        case.call_and_validate(checks=CHECKS, **how)

    try:
        trying()
    except Unsatisfiable:
        return False
    return True


@pytest.mark.usefixtures("either_database")
def test_what_was_sent_is_found_again_whatever_is_asked_in_between(tmp_path):
    caps = "".join(f"{name} = 100000\n" for name in CAPS)
    host, labels = opened(tmp_path / "c", more=caps)
    with served(host) as address, joined((host, labels, address), "Ada") as client, visit(address) as public:
        token, good = token_of(client), [run_of(labels, right) for right in (1.0, 0.8, 0.6)]
        runs = [*good, b"id,pred\n0,quake\n", b"\xff"]
        schema = schemathesis.openapi.from_dict(public.get("/openapi.json").json()).include(path_regex="^/api/")
        seen = []

        class Machine(schema.as_state_machine()):
            def setup(self):
                with writing(host.engine) as connection:  # more is tried here than a team may try in a minute
                    connection.execute(tables.rates.delete())

            def before_call(self, case):
                if case.method == "PUT":
                    case.body, case.media_type = runs[len(seen) % len(runs)], "text/csv"

            def get_call_kwargs(self, _case):
                return {"base_url": address, "headers": {"Authorization": f"Bearer {token}"}}

            def validate_response(self, response, case, **sent):
                seen.append((case.method, response.status_code))
                case.validate_response(response, checks=ONE_AFTER_THE_OTHER, transport_kwargs=sent)

        Machine.run(settings=QUIET)
        created = seen.count(("PUT", 201))
        assert created
        assert {("PUT", 422), ("GET", 200)} <= set(seen)
        with reading(host.engine) as connection:
            jobs = connection.execute(select(func.count()).select_from(tables.jobs)).scalar_one()
        assert jobs == created
