"""Signatures by `ssh-keygen`: who made a file. Run without a shell, with a time limit, and never on what is no file."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile

from mercalli.errors import SignatureError
from mercalli.io.paths import check_file, is_there
from mercalli.io.targets import FileKind
from mercalli.io.whole_files import file_text

PROGRAM = "ssh-keygen"
NAMESPACE = "mercalli-result"
SECONDS = 120  # somebody may have to type a passphrase, or touch a key
MOST_BYTES = 1 << 20
WHOLE = re.compile(r"-----BEGIN SSH SIGNATURE-----\n[A-Za-z0-9+/=\s]*\n-----END SSH SIGNATURE-----")
SIGNATURE = FileKind("an SSH signature", re.compile("-----BEGIN SSH SIGNATURE-----"), beside=True)
SIGNER = re.compile(r"signature for (?P<who>[^\n]*) with (?P<key>\S+ key SHA256:\S+)")


def signature(content: bytes, key: str) -> str:
    """The signature of a content by a private key, or by the public key of one that an agent holds."""
    check_file(key, "the file of a private key, as in ~/.ssh/id_ed25519")
    done = _run(["-Y", "sign", "-f", key, "-n", NAMESPACE], content)
    if done.returncode or not done.stdout.startswith(b"-----BEGIN"):
        raise SignatureError.key(key, _said(done))
    return done.stdout.decode("ascii")


def check_signers(signers: str) -> None:
    """Refuse what is no file of allowed signers."""
    check_file(signers, "a file of allowed signers: lines of a name, the type of a key and the key")


def signer(content: bytes, sign: str, signers: str, origin: str) -> tuple[str, str]:
    """Who signed a content, as a file of allowed signers names them, and with which key."""
    with TemporaryDirectory() as aside:
        place = Path(aside) / "signature"
        place.write_text(sign, encoding="utf-8")
        known = _run(["-Y", "find-principals", "-s", str(place), "-f", signers, "-n", NAMESPACE], b"")
        names = [
            name for line in known.stdout.decode(errors="replace").splitlines() for name in line.split(",") if name
        ]
        if not names:
            raise SignatureError.stranger(origin, signers, _said(known))
        verify = ["-Y", "verify", "-f", signers, "-I", names[0], "-n", NAMESPACE, "-s", str(place)]
        done = _run(verify, content)
    found = SIGNER.search(done.stdout.decode(errors="replace"))
    if done.returncode or found is None:
        raise SignatureError.other(origin, _said(done))
    return found["who"], found["key"]


def signature_text(path: str, origin: str) -> str:
    """The text of a file with the signature of a result."""
    if not is_there(path):
        raise SignatureError.missing(origin, path)
    text = file_text(path, "a signature", "the file of a signature, as in result.json.sig", "ascii", MOST_BYTES)
    if not WHOLE.fullmatch(text.strip()):
        raise SignatureError.damaged(path)
    return text


def _run(arguments: Sequence[str], content: bytes) -> subprocess.CompletedProcess[bytes]:
    """The program with a content to read: a file, since writing to a pipe that it leaves early would end us, too."""
    try:
        with TemporaryFile() as given:
            given.write(content)
            given.seek(0)
            return subprocess.run(  # noqa: S603 - no shell, and every argument is ours or a file that was checked
                [PROGRAM, *arguments], stdin=given, capture_output=True, timeout=SECONDS, check=False
            )
    except FileNotFoundError:
        raise SignatureError.absent(PROGRAM) from None
    except subprocess.TimeoutExpired:
        raise SignatureError.slow(PROGRAM, SECONDS) from None


def _said(done: subprocess.CompletedProcess[bytes]) -> str:
    """What the program said, in one line."""
    return " ".join((done.stderr or done.stdout).decode(errors="replace").split())[:200]
