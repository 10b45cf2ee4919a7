"""Who made a result: `mercalli sign` signs one, `mercalli verify` checks its seal and its signature."""

from __future__ import annotations

from typing import Annotated

import typer

from mercalli.console import calls, options

ENDING = ".sig"
SEAL_ALONE = "A seal shows damage and careless changes; it says nothing about who made the result."
Sealed = Annotated[
    str, typer.Argument(metavar="RESULT", help="A sealed result or a statistic, as in result.json or a.stat.")
]


@calls.with_records
def sign(
    *,
    result: Sealed,
    key: Annotated[
        str, typer.Option(metavar="FILE", help="Your private SSH key, or the public key of one that an agent holds.")
    ],
    out: Annotated[
        str | None, typer.Option(metavar="FILE", help="Where to write the signature; RESULT.sig if not given.")
    ] = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace a signature that exists.")] = False,
) -> None:
    """Sign a result, so that others can check who made it.

    Needs ssh-keygen, which is part of OpenSSH. The result itself is not changed; send both files.
    """
    from mercalli.io.signatures import SIGNATURE, signature
    from mercalli.plan.statistics import read_signable
    from mercalli.text.words import visible

    target = calls.claim_file(f"{result}{ENDING}" if out is None else out, SIGNATURE, overwrite=overwrite)
    content, _ = read_signable(result)
    target.write(signature(content, key))
    typer.echo(visible(f"signature: {target.path}"))


def verify(
    result: Sealed,
    signers: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Whom you trust: lines of a name, the type of a key and the public key."),
    ] = None,
    signature: Annotated[
        str | None, typer.Option(metavar="FILE", help="The signature; RESULT.sig if not given.")
    ] = None,
    as_json: options.Json = False,
) -> None:
    """Check the seal of a result and who signed it.

    Without --signers only the seal is checked. Exit code 2 if the seal or the signature does not hold.
    """
    from mercalli.console.streams import print_json
    from mercalli.errors import SettingError
    from mercalli.io.signatures import check_signers, signature_text, signer
    from mercalli.plan.statistics import read_signable
    from mercalli.text.words import visible

    if signature is not None and signers is None:
        raise SettingError.named("signature", "says nothing without `signers`: name the file of those whom you trust.")
    if signers is not None:
        check_signers(signers)
    content, kind = read_signable(result)
    who = None
    if signers is not None:
        text = signature_text(f"{result}{ENDING}" if signature is None else signature, repr(result))
        who = signer(content, text, signers, repr(result))
    if as_json:
        name, key = who or (None, None)
        print_json({"kind": kind, "seal": "holds", "signed_by": name, "key": key})
    elif who is None:
        typer.echo(f"The seal holds. {SEAL_ALONE}")
    else:
        typer.echo(visible(f"The seal holds, and it is signed by {who[0]} ({who[1]})."))
