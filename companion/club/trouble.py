"""Why a broker is not there, or refuses something: in one sentence for people, with what to do."""

from __future__ import annotations

import errno
import socket
import ssl

from companion.club.settings import Club
from companion.core.texts import T, Text

CLOSED = T("The broker has closed the connection. The companion keeps trying; nothing is lost.")

_NOT_LET_IN = (0x86, 0x87)
_BUSY = (0x88, 0x89, 0x97)
TOO_OLD, SILENT = 0x84, 0x8D
"""MQTT 5's reasons, those that people can do something about."""
_EXPIRED, _EARLY, _UNKNOWN = (10,), (9,), (18, 19, 20, 21)
"""What OpenSSL calls certificates that are too old, too young, and signed by nobody who is known."""
_UNREACHABLE = (errno.EHOSTUNREACH, errno.ENETUNREACH, errno.ENETDOWN, errno.EHOSTDOWN, errno.ETIMEDOUT)


class NoCertificate(ValueError):
    """The file that ``ca`` names is no certificate that can be read."""


def context(club: Club) -> ssl.SSLContext:
    """How the broker is known to be the one that is meant; raises ``NoCertificate``."""
    try:
        return ssl.create_default_context(cafile=club.ca or None)
    except OSError as problem:
        raise NoCertificate(str(problem.strerror or problem)) from problem


def trouble(club: Club, problem: Exception) -> Text:
    """What hinders a connection to the broker of ``club``."""
    host, port = club.address[0], str(club.address[1])
    match problem:
        case NoCertificate():
            found = T("The certificate {file} cannot be read: {problem}.", file=club.ca, problem=str(problem))
        case ssl.SSLCertVerificationError():
            found = _certificate(host, problem)
        case socket.gaierror() | UnicodeError():
            found = T("There is no broker {host} in this network. Check its name in companion.toml.", host=host)
        case ConnectionRefusedError():
            found = T("Nothing answers at {host}, port {port}. Start mosquitto there.", host=host, port=port)
        case OSError() if isinstance(problem, TimeoutError) or problem.errno in _UNREACHABLE:
            found = T("The broker {host} does not answer. Check the network; nothing is lost meanwhile.", host=host)
        case _:
            found = hung_up(club)
    return found


def hung_up(club: Club) -> Text:
    """Something is there, and has closed the connection before it has let anybody in."""
    host, port = club.address[0], str(club.address[1])
    if club.tls:
        return T("{host} does not speak TLS at port {port}. Check tls and port.", host=host, port=port)
    return T("{host} hangs up at port {port}. Check tls and port.", host=host, port=port)


def _certificate(host: str, problem: ssl.SSLCertVerificationError) -> Text:
    if problem.verify_code in _EXPIRED:
        return T("The certificate of {host} has expired. Renew it there, or set the clock of this machine.", host=host)
    if problem.verify_code in _EARLY:
        return T("The certificate of {host} is not valid yet. Set the clock of this machine.", host=host)
    if problem.verify_code in _UNKNOWN:
        return T("Nobody here knows who signed the certificate of {host}. Name that certificate as ca.", host=host)
    return T("The certificate of {host} is for another name. Use that name as broker.", host=host)


def refused(club: Club, reason: int) -> Text:
    """What MQTT 5's ``reason`` of a broker means."""
    host = club.address[0]
    if reason in _NOT_LET_IN:
        if club.user:
            return T("{host} does not know user {user} with this password. Check both.", host=host, user=club.user)
        return T("{host} wants a user and a password. Give them in companion.toml.", host=host)
    if reason in _BUSY:
        return T("{host} is too busy just now. The companion keeps trying; nothing is lost.", host=host)
    if reason == TOO_OLD:
        return T("{host} does not speak MQTT 5. It needs mosquitto 2, or another broker that does.", host=host)
    return CLOSED
