"""Certificates for a broker: valid, expired, not yet valid, for another name, untrusted."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import mkdtemp


def _openssl(folder: Path, *arguments: str, said: str = "") -> None:
    subprocess.run(["openssl", *arguments], cwd=folder, check=True, capture_output=True, input=said.encode())


@cache
def authority() -> Path:
    """A folder with a certificate authority, ``ca.pem``."""
    folder = Path(mkdtemp(prefix="certificates-"))
    _openssl(folder, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
             "-keyout", "ca.key", "-out", "ca.pem", "-days", "30", "-subj", "/CN=Club")  # fmt: skip
    return folder


@cache
def certificate(name: str = "IP:127.0.0.1", when: str = "now") -> Sequence[str]:
    """Lines of mosquitto's configuration with a certificate for ``name``, valid ``now``, ``past`` or ``future``."""
    folder = authority()
    stem = f"{name}-{when}".replace(":", "-").replace(".", "-")
    _openssl(folder, "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout",
             f"{stem}.key", "-out", f"{stem}.csr", "-subj", "/CN=broker")  # fmt: skip
    times = {
        "now": [],
        "past": ["-startdate", "20200101000000Z", "-enddate", "20200201000000Z"],
        "future": ["-startdate", "20990101000000Z", "-enddate", "20990201000000Z"],
    }[when]
    (folder / "names").write_text(f"subjectAltName={name}\n")
    (folder / "index.txt").touch()
    (folder / "serial").write_text(f"{len(list(folder.glob('*.csr'))) + 10:04d}\n")
    (folder / "ca.conf").write_text(
        "[ca]\ndefault_ca=own\n[own]\ndatabase=index.txt\nserial=serial\nnew_certs_dir=.\ndefault_md=sha256\n"
        "policy=any\nunique_subject=no\ndefault_days=30\n[any]\ncommonName=supplied\n"
    )
    _openssl(folder, "ca", "-batch", "-config", "ca.conf", "-cert", "ca.pem", "-keyfile", "ca.key", "-in",
             f"{stem}.csr", "-out", f"{stem}.pem", "-extfile", "names", "-notext", *times)  # fmt: skip
    return f"certfile {folder}/{stem}.pem", f"keyfile {folder}/{stem}.key", "allow_anonymous true"
