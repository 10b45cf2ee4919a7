"""What `/openapi.json` says holds for made-up requests of each role, good and bad."""

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.tasks.challenge.crowds import crowd, role_of
from tests.tasks.challenge.sites import TOKEN

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
QUIET = settings(
    max_examples=4,
    deadline=None,
    database=None,
    derandomize=True,
    phases=(Phase.generate,),
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def people(tmp_path_factory):
    with crowd(tmp_path_factory.mktemp("contract") / "c") as found:
        yield found


@pytest.fixture(scope="module")
def operations(people):
    schema = schemathesis.openapi.from_dict(people.clients["public"].get("/openapi.json").json())
    found = [each.ok() for each in schema.get_all_operations()]
    assert len(found) == sum(len(ways) for ways in people.paths.values())
    return [each for each in found if each.path != "/logout"]


@pytest.mark.parametrize("mode", list(GenerationMode))
@pytest.mark.parametrize("role", ["public", "participant", "organiser"])
def test_the_api_is_as_it_is_documented(people, operations, role, mode):
    client = people.clients[role]
    headers = {"Origin": people.place[2]}
    if role == "public":  # programs, too
        headers["Authorization"] = f"Bearer {people.token}"
    page = {"public": "/login", "participant": "/me", "organiser": "/desk"}[role]
    token = TOKEN.search(client.get(page).text)[1]
    how = {"base_url": people.place[2], "cookies": dict(client.cookies), "headers": headers}
    tried = sum(_tried(each, mode, how, token) for each in operations if role_of(each.path) == role)
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
