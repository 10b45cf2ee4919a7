"""A served challenge in which every text that somebody can write is hostile, with three people who look at it."""

from __future__ import annotations

import re
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy import select

from mercalli.tasks.challenge.doors import tables
from mercalli.tasks.challenge.doors.boards import public_board
from mercalli.tasks.challenge.doors.database import reading
from mercalli.tasks.challenge.doors.rulings import allow, exclude, freeze
from mercalli.tasks.challenge.doors.server.app import application
from mercalli.tasks.challenge.doors.server.site import Site
from mercalli.tasks.challenge.doors.worker import rescore, work
from tests.tasks.challenge.folders import ME, TOML, opened, run_of, send, team
from tests.tasks.challenge.sites import code_of, joined, send_form, served, token_of, visit

SCRIPT, PICTURE = "<script>alert(1)</script>", '"><img src=x onerror=alert(2)>'
LINK, BREAK = "javascript:alert(3)", "'-->{{7919*7907}}</title><svg onload=alert(4)>"
HOSTILE = (SCRIPT, PICTURE, BREAK)
MARKDOWN = rf"""
# {SCRIPT}
{PICTURE} [x]({LINK}) [y](data:text/html,{SCRIPT}) ![p](http://example.org/p.png) <{LINK}>

[z]: vbscript:x
[z] [ok](https://example.org) [broken](http://[) `{SCRIPT}`
"""
TEXT = f"title = '''Floods {SCRIPT}'''\ntext = '''{MARKDOWN}'''\n" + TOML.replace(
    'classes = ["fire", "flood"]', f"classes = ['''fire''', '''flood''', '''{PICTURE}''']"
)


@dataclass(frozen=True)
class Crowd:
    """A served challenge, and browsers of the public, a participant and the organiser."""

    place: tuple
    clients: dict
    token: str
    own: str
    shown: str

    @property
    def host(self):
        return self.place[0]

    @property
    def paths(self):
        """Routes as the API document has them."""
        return application(Site(self.host)).openapi()["paths"]

    def filled(self, path):
        """An address for a route: the runs are those that its reader may see."""
        run = self.shown if path.startswith("/card") else self.own
        values = {"submission": run, "name": "site.css", "prefix": "mct_00000000"}
        return re.sub(r"\{(\w+)\}", lambda found: values[found[1]], path)

    def pages(self):
        """Every page, with who may see it."""
        for path, ways in self.paths.items():
            content = ways.get("get", {}).get("responses", {}).get("200", {}).get("content", {})
            if "text/html" in content and path != "/enter":
                yield role_of(path), self.filled(path)


def role_of(path):
    """Who a route is for."""
    return "organiser" if path.startswith("/desk") else "participant" if path.startswith("/me") else "public"


@contextmanager
def crowd(folder):
    """Teams with runs, rulings and tokens, each with a hostile text."""
    host, labels = opened(folder, text=TEXT)
    with served(host) as address:
        place = host, labels, address
        organiser = code_of(host, role="organiser")
        with (
            joined(place, f"Ada {PICTURE}", team=f"River {SCRIPT}") as ada,
            joined(place, f"Otto {PICTURE}", code=organiser) as otto,
            visit(address) as public,
        ):
            for name, right, seed in ((f"Bela {BREAK}", 0.9, 4), ("Cleo", 0.6, 5), (f"Gone {PICTURE}", 0.5, 6)):
                send(host, run_of(labels, right, seed=seed), name)
            files = {"run": (f"{SCRIPT}.csv", run_of(labels, 0.8))}
            sent = send_form(ada, "/me", "/me/submit", files=files, remark=PICTURE, key=SCRIPT)
            send_form(ada, "/me", "/me/submit", files={"run": (PICTURE, f"id,pred\n0,{SCRIPT}\n{BREAK},x".encode())})
            token = token_of(ada)
            allow(host, team(host, "Cleo"), None, PICTURE, ME, more_runs=1)
            work(host)
            freeze(host, None, SCRIPT, ME)
            exclude(host, team(host, f"Gone {PICTURE}"), BREAK, ME)
            rescore(host, ME, SCRIPT)
            work(host)
            clients = {"public": public, "participant": ada, "organiser": otto}
            own = sent.headers["location"].rpartition("/")[2]
            yield Crowd(place, clients, token, own, public_board(host).entries[0].submission)


def last_line(host):
    """The number of the last line of the audit log: it grows with everything that is done."""
    with reading(host.engine) as connection:
        return max(connection.execute(select(tables.audit.c.id)).scalars())
