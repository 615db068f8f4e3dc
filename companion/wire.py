"""The headless table: a JSON lines protocol (core/WIRE.md)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Annotated, Any, BinaryIO, TypeAlias

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType, field, structs

from companion.core.asks import to_wire
from companion.core.instructions import Instruction
from companion.core.refusals import Refused
from companion.core.texts import T, plain
from companion.session.companions import play_companions
from companion.table.history import Played
from companion.table.log import Entry, Source
from companion.table.table import Table

LONGEST = 1 << 20
"""Maximum length of a request line in bytes; longer ones are refused unread, to limit memory."""

Count: TypeAlias = Annotated[int, Meta(ge=1)]
Response: TypeAlias = dict[str, Any]


class Request(Struct, frozen=True, tag_field="op", forbid_unknown_fields=True):
    """A request line. ``answer`` and ``changes`` are validated by the game."""

    def respond(self, table: Table) -> Response:
        """Execute the request; returns the response without ``ok`` and ``rev``. Raises ``Refused``."""
        raise NotImplementedError


class AskRequest(Request, frozen=True, tag="ask"):
    """Get the open ask and, until a person has answered, the instructions of the set-up."""

    def respond(self, table: Table) -> Response:
        begun, opening = table.begun, table.opening
        todo = [*opening, *(one for played in play_companions(table) for one in played.instructions)]
        ask = to_wire(table.ask)
        return {"ask": ask} if begun else {"instructions": wired(todo), "ask": ask}


class LegalRequest(Request, frozen=True, tag="legal"):
    """List the legal answers."""

    def respond(self, table: Table) -> Response:
        answers = table.legal()
        if answers is None:
            return {"answers": None, "faces": table.faces()}
        odds = table.odds()
        return {"answers": answers} if odds is None else {"answers": answers, "p": odds}


class AnswerRequest(Request, frozen=True, tag="answer"):
    """Answer the open ask."""

    answer: Any
    source: Source = "wire"
    rev: int | UnsetType = UNSET

    def respond(self, table: Table) -> Response:
        rev = None if self.rev is UNSET else self.rev
        return _changed(table, table.answer(self.answer, self.source, rev))


class UndoRequest(Request, frozen=True, tag="undo"):
    """Undo ``n`` decisions."""

    n: Count

    def respond(self, table: Table) -> Response:
        return _changed(table, table.undo(self.n, "wire"))


class RedoRequest(Request, frozen=True, tag="redo"):
    """Redo ``n`` decisions."""

    n: Count

    def respond(self, table: Table) -> Response:
        return _changed(table, table.redo(self.n, "wire"))


class CorrectRequest(Request, frozen=True, tag="correct"):
    """Correct facts."""

    changes: Any
    why: str

    def respond(self, table: Table) -> Response:
        return _changed(table, table.correct(self.changes, self.why, "wire"))


class LearnRequest(Request, frozen=True, tag="learn"):
    """Add a row to the box, or replace one."""

    table: str
    row: Any

    def respond(self, table: Table) -> Response:
        todo = wired(table.learn(self.table, self.row, "wire").instructions)
        known = table.known(self.table)
        follows = {"instructions": todo} if todo else {}
        return {"known": known.known, "unknown": known.unknown, **follows, "ask": to_wire(table.ask)}


class BoxRequest(Request, frozen=True, tag="box"):
    """Get the box as it is known now."""

    def respond(self, table: Table) -> Response:
        return {"pack": table.box.data}


class FactsRequest(Request, frozen=True, tag="facts"):
    """Get all facts."""

    def respond(self, table: Table) -> Response:
        return {"facts": table.facts()}


class ViewRequest(Request, frozen=True, tag="view"):
    """Get the view of a seat, or of the shared screen."""

    seat: str | None = field(name="as")

    def respond(self, table: Table) -> Response:
        return {"view": table.view(self.seat)}


class LogRequest(Request, frozen=True, tag="log"):
    """Get the whole log."""

    def respond(self, table: Table) -> Response:
        return {"log": [_entry(entry) for entry in table.log]}


class HashRequest(Request, frozen=True, tag="hash"):
    """Get the hash of the state."""

    def respond(self, table: Table) -> Response:
        return {"hash": table.hash()}


class QuitRequest(Request, frozen=True, tag="quit"):
    """End the connection, not the game."""

    def respond(self, table: Table) -> Response:
        return {}


AnyRequest: TypeAlias = (
    AskRequest
    | LegalRequest
    | AnswerRequest
    | UndoRequest
    | RedoRequest
    | CorrectRequest
    | LearnRequest
    | BoxRequest
    | FactsRequest
    | ViewRequest
    | LogRequest
    | HashRequest
    | QuitRequest
)

_decoder: msgspec.json.Decoder[AnyRequest] = msgspec.json.Decoder(AnyRequest)
_encode = msgspec.json.Encoder().encode


def serve(
    table: Table,
    requests: BinaryIO | None = None,
    responses: BinaryIO | None = None,
    before_response: Callable[[], None] | None = None,
) -> None:
    """Answer every line of ``requests`` with one line on ``responses``, until end of file or ``quit``.

    The defaults are standard input and output. ``before_response`` is called to wait for the disk if entries are not
    saved yet. Client input never raises; an exception is a bug.
    """
    source, sink = requests or sys.stdin.buffer, responses or sys.stdout.buffer
    for line in _lines(source):
        response, last = handle(table, line)
        if before_response is not None and table.unsaved:
            before_response()
            response = _with_unsaved(table, response)
        sink.write(response + b"\n")
        sink.flush()
        if last:
            return


def handle(table: Table, line: bytes) -> tuple[bytes, bool]:
    """The response to a request line, without newline, and whether it was the last (``quit``)."""
    try:
        request = _read(line)
        answered = request.respond(table)
    except Refused as no:
        error = {"code": no.code, "message": plain(no.text), "rule": no.rule}
        return _encode({"ok": False, "rev": table.rev, "error": error}), False
    return _encode({"ok": True, "rev": table.rev, **answered}), isinstance(request, QuitRequest)


def _with_unsaved(table: Table, response: bytes) -> bytes:
    """The response, with how many entries the disk does not take, and why."""
    why = table.not_saved
    if why is None:
        return response
    return _encode({**msgspec.json.decode(response), "unsaved": {"entries": table.unsaved, "message": plain(why)}})


def _read(line: bytes) -> AnyRequest:
    if len(line) > LONGEST:
        raise Refused("malformed", T("A request is at most {n} bytes long.", n=LONGEST))
    try:
        # Checked first, because the JSON decoder's message does not contain the position.
        line.decode()
        return _decoder.decode(line)
    except UnicodeDecodeError as error:
        raise Refused("malformed", T("A request is UTF-8 text; byte {n} is not.", n=error.start)) from None
    except RecursionError:
        raise Refused("malformed", T("A request is not nested so deeply.")) from None
    except msgspec.MsgspecError as error:
        raise Refused("malformed", T("That is no request: {why}.", why=str(error))) from None


def _lines(source: BinaryIO) -> Iterator[bytes]:
    while line := source.readline(LONGEST + 2):
        rest = line
        while not rest.endswith(b"\n") and (rest := source.readline(LONGEST)):
            pass
        yield line.rstrip(b"\r\n") if line.endswith(b"\n") else line


def _changed(table: Table, played: Played) -> Response:
    follows = [one for entry in play_companions(table) for one in entry.instructions]
    return {"instructions": wired([*played.instructions, *follows]), "ask": to_wire(table.ask)}


def wired(instructions: list[Instruction]) -> list[Instruction]:
    """Texts are read in English, whether of the rules or of a box."""
    return [todo if todo.text is None else structs.replace(todo, text=plain(todo.text)) for todo in instructions]


def _entry(entry: Entry) -> Response:
    return {**msgspec.to_builtins(entry), "answer": entry.answer}
