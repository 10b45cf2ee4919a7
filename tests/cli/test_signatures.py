"""`mercalli sign` and `mercalli verify`: who made a result."""

from __future__ import annotations

import json
import shutil
import subprocess

import pytest

from tests.results.mutations import example
from tests.shell.screen import refused

KEYGEN = shutil.which("ssh-keygen")
pytestmark = pytest.mark.skipif(KEYGEN is None, reason="signatures need OpenSSH")


@pytest.fixture(autouse=True)
def keys(tmp_path, written):
    """Keys of ana and bob, and a list of signers with ana alone."""
    written("result.json", example("alerts"))
    for name in ("ana", "bob"):
        subprocess.run([KEYGEN, "-q", "-t", "ed25519", "-N", "", "-f", tmp_path / name], check=True, timeout=60)
    public = (tmp_path / "ana.pub").read_text(encoding="utf-8").split()
    written("signers", f"ana@example.org {public[0]} {public[1]}\n")
    return tmp_path


def test_a_signed_result_says_who_made_it(keys, mercalli):
    assert mercalli("sign", "result.json", "--key", "ana").stdout == "signature: result.json.sig\n"
    done = mercalli("verify", "result.json", "--signers", "signers")
    assert done.stdout.startswith("The seal holds, and it is signed by ana@example.org (ED25519 key SHA256:")
    found = json.loads(mercalli("verify", "result.json", "--signers", "signers", "--json").stdout)
    assert (found["seal"], found["signed_by"]) == ("holds", "ana@example.org")
    assert (keys / "result.json").read_text(encoding="utf-8") == example("alerts")


def test_a_seal_alone_says_nothing_about_who(mercalli):
    assert "says nothing about who made the result" in mercalli("verify", "result.json").stdout


def test_a_signature_of_somebody_else_is_refused(mercalli):
    mercalli("sign", "result.json", "--key", "bob")
    assert "not signed by anybody in 'signers'" in refused(mercalli("verify", "result.json", "--signers", "signers"))


def test_a_signature_of_another_result_is_refused(mercalli, written):
    mercalli("sign", "result.json", "--key", "ana")
    written("result.json", example("ranked"))
    assert "does not fit 'result.json'" in refused(mercalli("verify", "result.json", "--signers", "signers"))


def test_a_signature_for_something_else_is_refused(keys, mercalli):
    sign = [KEYGEN, "-q", "-Y", "sign", "-f", "ana", "-n", "file", "result.json"]
    subprocess.run(sign, cwd=keys, check=True, timeout=60, capture_output=True)
    refused(mercalli("verify", "result.json", "--signers", "signers"))


def test_a_result_without_a_signature_is_told(mercalli):
    assert "has no signature" in refused(mercalli("verify", "result.json", "--signers", "signers"))


@pytest.mark.parametrize("text", ["", "x", "-----BEGIN SSH SIGNATURE-----\nAAAA\n-----END SSH SIGNATURE-----\n"])
def test_a_damaged_signature_is_told(text, mercalli, written):
    written("result.json.sig", text)
    refused(mercalli("verify", "result.json", "--signers", "signers"))


@pytest.mark.parametrize("key", ["rows.csv", "nowhere", "."])
def test_what_is_no_key_is_told_and_nothing_is_written(key, keys, mercalli):
    refused(mercalli("sign", "result.json", "--key", key))
    assert not (keys / "result.json.sig").exists()


def test_a_broken_result_is_not_signed(mercalli, written):
    written("result.json", example("alerts").replace('"n": 1', '"n": 2', 1))
    assert "was changed after it was sealed" in refused(mercalli("sign", "result.json", "--key", "ana"))


def test_a_signature_is_not_replaced_unless_asked(mercalli):
    mercalli("sign", "result.json", "--key", "ana")
    assert "exists already" in refused(mercalli("sign", "result.json", "--key", "ana"))
    assert mercalli("sign", "result.json", "--key", "ana", "--overwrite").returncode == 0


def test_without_the_program_it_says_what_to_install(mercalli):
    assert "Install OpenSSH" in refused(mercalli("sign", "result.json", "--key", "ana", PATH="/nowhere"))


@pytest.mark.parametrize("call", [("sign", "--key", "ana"), ("verify", "--signers", "signers")])
def test_a_program_that_ends_before_it_has_read_everything_is_told(call, keys, mercalli, written):
    written("result.json", example("alerts") + " " * 200_000)  # more than a pipe holds
    written("result.json.sig", "-----BEGIN SSH SIGNATURE-----\nAAAA\n-----END SSH SIGNATURE-----\n")
    (keys / "bin").mkdir()
    early = keys / "bin" / "ssh-keygen"
    early.write_text("#!/bin/sh\necho ana@example.org\necho no such key >&2\nexit 3\n", encoding="utf-8")
    early.chmod(0o755)
    done = mercalli(call[0], "result.json", *call[1:], *["--overwrite"] * (call[0] == "sign"), PATH=str(early.parent))
    assert "no such key" in refused(done)
