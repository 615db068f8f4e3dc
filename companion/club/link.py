"""A connection to the broker that is kept up in a thread of its own, and sentences for people about what is wrong.

Nobody waits for it: whoever has something to do calls ``wake``, and is called back in the thread of the link. Each
attempt starts from nothing: what was not acknowledged, the listener sends again.
"""

from __future__ import annotations

import errno
import logging
import os
import select
import socket
import ssl
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Protocol, TypeAlias

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode
from paho.mqtt.subscribeoptions import SubscribeOptions

from companion.club.settings import Club
from companion.core.texts import T, Text

CLOSED = T("The broker has closed the connection. The companion keeps trying; nothing is lost.")

_NOT_ADMITTED = (0x86, 0x87)
_BUSY = (0x88, 0x89, 0x97)
TOO_OLD, SILENT = 0x84, 0x8D
"""Reason codes of MQTT 5 that people can do something about."""
_EXPIRED, _EARLY, _UNKNOWN = (10,), (9,), (18, 19, 20, 21)
"""OpenSSL's codes: expired, not valid yet, signed by an unknown authority."""
_UNREACHABLE = (errno.EHOSTUNREACH, errno.ENETUNREACH, errno.ENETDOWN, errno.EHOSTDOWN, errno.ETIMEDOUT)


class NoCertificate(ValueError):
    """The file named by ``ca`` cannot be read as a certificate."""


def context(club: Club) -> ssl.SSLContext:
    """The TLS context that verifies the broker. Raises ``NoCertificate``."""
    try:
        return ssl.create_default_context(cafile=club.ca or None)
    except OSError as problem:
        raise NoCertificate(str(problem.strerror or problem)) from problem


def trouble(club: Club, problem: Exception) -> Text:
    """Why there is no connection to the broker of ``club``, and what to do."""
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
    """Something closed the connection before accepting it."""
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
    """The meaning of a reason code of MQTT 5, and what to do."""
    host = club.address[0]
    if reason in _NOT_ADMITTED:
        if club.user:
            return T("{host} does not know user {user} with this password. Check both.", host=host, user=club.user)
        return T("{host} wants a user and a password. Give them in companion.toml.", host=host)
    if reason in _BUSY:
        return T("{host} is too busy just now. The companion keeps trying; nothing is lost.", host=host)
    if reason == TOO_OLD:
        return T("{host} does not speak MQTT 5. It needs mosquitto 2, or another broker that does.", host=host)
    return CLOSED


logger = logging.getLogger(__name__)

KEEPALIVE = 15
"""Seconds between signs of life; after one and a half times as many the broker drops a client."""
PATIENCE = 8.0
"""Seconds for which an answer of the broker is awaited."""
FIRST, MOST = 0.5, 15.0
"""Seconds between attempts: the first wait, doubled up to the longest."""
PULSE = 1.0
"""Seconds after which the listener is called, if nobody has woken it before."""
FAREWELL = 1.5
"""Seconds for the last messages at the end."""

Done: TypeAlias = Callable[[Text | None], None]
"""Called when the broker has a message: with None, or a sentence if it refuses it."""


class Listener(Protocol):
    """The user of a link. All methods are called in the thread of the link, one at a time."""

    def up(self, link: BrokerLink) -> None:
        """The connection is up; nothing is subscribed yet."""

    def heard(self, topic: str, payload: bytes, retained: bool) -> None:
        """A message of a subscribed topic; it is acknowledged when this returns, and not if it raises."""

    def work(self, link: BrokerLink) -> None:
        """Called after ``wake``, and once a second, while the broker is there."""


class BrokerLink:
    """A connection of one client. ``will`` is a topic and what the broker publishes there when the client is lost."""

    def __init__(self, club: Club, client: str, listener: Listener, *, will: tuple[str, bytes] | None = None) -> None:
        self.club = club
        self.client = client
        self.will = will
        self.trouble: Text | None = T("The broker has not answered yet.")
        """Why the broker is not there; None while it is."""
        self.refusal: Text | None = None
        """What the broker has refused on this connection; None if nothing."""
        self.attempts = 0
        """The number of connections and attempts that have ended, for whatever reason."""
        self._listener = listener
        self._waiting: dict[int, tuple[str, Done, bool]] = {}
        self._client: Client | None = None
        self._accepted = self._afresh = False
        self._refused: Text | None = None
        self._wake_in, self._wake_out = socket.socketpair()
        self._wake_in.setblocking(False)
        self._wake_out.setblocking(False)
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="club", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def wake(self) -> None:
        """Have the listener's ``work`` called soon. From any thread; returns at once."""
        # A call is pending already, or the link is closed.
        with suppress(OSError):
            self._wake_out.send(b"!")

    def close(self, timeout: float = 2.0) -> None:
        """Call the listener's ``work`` a last time, and stop, after at most ``timeout`` seconds."""
        self._closing.set()
        self.wake()
        if self._thread.is_alive():
            self._thread.join(timeout)

    @property
    def problem(self) -> Text | None:
        """Why the broker is not there, or what it refuses; None while all is well."""
        return self.trouble or self.refusal

    @property
    def there(self) -> bool:
        return self.trouble is None

    @property
    def closing(self) -> bool:
        return self._closing.is_set()

    # For the listener, in the thread of the link.

    def publish(
        self,
        topic: str,
        payload: bytes,
        done: Done = lambda refusal: None,
        *,
        expiry: int = 0,
        retain: bool = True,
        needed: bool = True,
    ) -> None:
        """Publish a message, which the broker retains for who comes later; ``done`` is called when the broker has it.
        ``expiry`` in seconds, 0: never. If it is not ``needed``, people are not told that the broker refuses it."""
        properties = _properties(PacketTypes.PUBLISH)
        if expiry:
            properties.MessageExpiryInterval = expiry
        if self._client is not None:
            sent = self._client.publish(topic, payload, qos=1, retain=retain, properties=properties)
            self._waiting[sent.mid] = topic, done, needed

    def tell(self, topic: str, payload: bytes) -> None:
        """Publish a message that is not retained."""
        if self._client is not None:
            self._client.publish(topic, payload, qos=1, retain=False)

    def subscribe(self, topics: Sequence[str]) -> None:
        """Subscribe to topics, retained messages first."""
        if self._client is not None:
            self._client.subscribe([(topic, SubscribeOptions(qos=1)) for topic in topics])

    def reconnect(self) -> None:
        """Disconnect and connect again at once, with the current ``will``."""
        self._afresh = True

    # The connection.

    def _run(self) -> None:
        delay = FIRST
        while not self._closing.is_set():
            try:
                self._serve(self._connect())
            except (OSError, ValueError) as problem:
                self.trouble = trouble(self.club, problem)
            except Exception:
                logger.exception("the link to the broker has stumbled")
                self.trouble = CLOSED
            self.attempts += 1
            delay = FIRST if self._was_accepted() else min(delay * 2, MOST)
            self._waiting.clear()
            if not self._afresh:
                self._closing.wait(delay)
            self._afresh = False
        self._wake_in.close()
        self._wake_out.close()

    def _was_accepted(self) -> bool:
        was, self._accepted = self._accepted, False
        return was

    def _connect(self) -> Client:
        client = Client(
            CallbackAPIVersion.VERSION2, self.client, protocol=MQTTProtocolVersion.MQTTv5, reconnect_on_failure=False,
            manual_ack=True,
        )  # fmt: skip
        club = self.club
        if club.user:
            client.username_pw_set(club.user, club.password or None)
        if club.tls:
            client.tls_set_context(context(club))
        if self.will is not None:
            client.will_set(*self.will, qos=1, retain=True)
        client.connect_timeout = PATIENCE
        client.on_connect = self._on_connect
        client.on_disconnect = self._on_disconnect
        client.on_message = self._on_message
        client.on_publish = self._on_publish
        client.on_subscribe = self._on_subscribe
        self._client, self._since, self._refused = client, time.monotonic(), None
        client.connect(*club.address, keepalive=KEEPALIVE, clean_start=True)
        return client

    def _serve(self, client: Client) -> None:
        try:
            while client.socket() is not None and not self._afresh and not self._may_end(client):
                self._turn(client)
        finally:
            self._client = None
            client.disconnect()
            if not self._accepted:
                self.trouble = self._refused or hung_up(self.club)
            elif self.trouble is None:
                self.trouble = CLOSED

    def _turn(self, client: Client) -> None:
        """Wait for the network or a call of ``wake``, and serve both."""
        sock: Any = client.socket()
        pending = bool(getattr(sock, "pending", int)())
        writes = select.POLLOUT if client.want_write() else 0
        # Not select(), which is limited to 1,024 files: a simulated club has more.
        waits = select.poll()
        waits.register(sock, select.POLLIN | writes)
        waits.register(self._wake_in, select.POLLIN)
        ready = dict(waits.poll(0 if pending else PULSE * 1000))
        here = ready.get(sock.fileno(), 0)
        if self._wake_in.fileno() in ready:
            self._drain()
        if pending or here & ~select.POLLOUT:
            client.loop_read()
        if here & select.POLLOUT and client.socket() is not None:
            client.loop_write()
        if client.socket() is not None:
            client.loop_misc()
        if self.there:
            self._listener.work(self)
        elif time.monotonic() - self._since > PATIENCE:
            raise TimeoutError

    def _drain(self) -> None:
        with suppress(BlockingIOError):
            while self._wake_in.recv(64):
                pass

    def _may_end(self, client: Client) -> bool:
        """True when the link is closing and the last messages are out."""
        if not self._closing.is_set():
            return False
        if not self.there:
            return True
        self._listener.work(self)
        until = time.monotonic() + FAREWELL
        while self._waiting and client.socket() is not None and time.monotonic() < until:
            if client.loop(0.1) != MQTTErrorCode.MQTT_ERR_SUCCESS:
                break
        return True

    def _on_connect(self, client: Client, _data: Any, _flags: Any, reason: ReasonCode, _properties: Any) -> None:
        if reason.is_failure:
            self._refused = refused(self.club, reason.value)
            client.disconnect()
            return
        self.trouble, self.refusal, self._accepted = None, None, True
        self._listener.up(self)

    def _on_disconnect(self, _client: Client, _data: Any, flags: Any, reason: ReasonCode, _properties: Any) -> None:
        if self._closing.is_set():
            return
        if flags.is_disconnect_packet_from_server:
            self.trouble = refused(self.club, reason.value)
        elif reason.value == SILENT:
            self.trouble = trouble(self.club, TimeoutError())

    def _on_message(self, client: Client, _data: Any, message: MQTTMessage) -> None:
        try:
            topic = message.topic
        except UnicodeDecodeError:
            topic = ""
        self._listener.heard(topic, bytes(message.payload), message.retain)
        client.ack(message.mid, message.qos)

    def _on_publish(self, _client: Client, _data: Any, mid: int, reason: ReasonCode, _properties: Any) -> None:
        topic, done, needed = self._waiting.pop(mid, ("", None, False))
        if done is None:
            return
        refusal = None
        if reason.is_failure:
            refusal = T("The broker does not let this table write on {topic}. Allow it there.", topic=topic)
        if refusal is not None and needed:
            self.refusal = refusal
        done(refusal)

    def _on_subscribe(self, _client: Client, _data: Any, _mid: int, reasons: list[ReasonCode], _: Any) -> None:
        if any(reason.is_failure for reason in reasons):
            self.refusal = T("The broker does not let this machine read what tables write. Allow it there.")


def _properties(packet: int) -> Properties:
    return Properties(packet)  # type: ignore[no-untyped-call] # paho says no types here


def short_id() -> str:
    """A random id of a table or a client: ten letters and digits that are not easily confused."""
    letters = "abcdefghjkmnpqrstuvwxyz23456789"
    return "".join(letters[one % len(letters)] for one in os.urandom(10))
