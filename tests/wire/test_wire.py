"""The headless table: every operation, by lines of JSON."""

from __future__ import annotations

import io
import json

import pytest

from companion.wire import handle, serve
from tests.tables import MemoryStore, new_table


def say(table, **request):
    """One request and its response."""
    line, _ = handle(table, json.dumps(request).encode())
    return json.loads(line)


def do(what):
    return {"do": "do", "what": what}


LAMP = {"verb": "place", "piece": "lamp", "n": 1, "at": "place:shelf"}
OPEN = {"kind": "choose", "who": "ann", "rule": "TOY-1", "choice": "deed"}


def test_ask_tells_what_set_up_wants_until_a_person_has_answered():
    table = new_table()
    assert say(table, op="ask") == {"ok": True, "rev": 1, "instructions": [LAMP], "ask": OPEN}
    say(table, op="answer", answer=do("pull"))
    assert say(table, op="ask") == {"ok": True, "rev": 3, "ask": OPEN}
    say(table, op="undo", n=1)
    assert "instructions" not in say(table, op="ask")


def test_with_physical_chance_the_first_ask_is_at_rev_0():
    table = new_table(chance={"wind": "asked"})
    first = say(table, op="ask")
    assert (first["rev"], first["instructions"]) == (0, [LAMP])
    assert first["ask"] == {"kind": "pick", "who": None, "rule": "TOY-0", "what": "wind", "among": ["north", "south"]}


def test_legal_lists_answers_that_can_be_sent_back_as_they_are():
    table = new_table()
    listed = say(table, op="legal")
    assert listed == {"ok": True, "rev": 1, "answers": [do(w) for w in ("draw", "gamble", "pull", "stop", "throw")]}
    for answer in listed["answers"]:
        assert say(new_table(), op="answer", answer=answer)["ok"]


def test_legal_gives_odds_where_chance_is_asked():
    table = new_table(chance={"tokens": "asked"})
    say(table, op="answer", answer=do("pull"))
    listed = say(table, op="legal")
    assert listed["answers"] == [{"do": "pull", "bag": "tokens", "token": token} for token in ("blue", "red")]
    assert listed["p"] == [0.4, 0.6]


def test_legal_gives_the_faces_of_a_roll():
    table = new_table(chance={"dice": "asked"})
    say(table, op="answer", answer=do("throw"))
    faces = {"left": ["A", "A", "B"], "right": ["A", "B", "C"]}
    assert say(table, op="legal") == {"ok": True, "rev": 2, "answers": None, "faces": faces}
    assert say(table, op="answer", answer={"do": "roll", "faces": {"left": "B", "right": "C"}})["ask"] == OPEN


def test_an_answer_gives_instructions_and_the_next_ask():
    table = new_table()
    reply = say(table, op="answer", answer=do("draw"), source="serial", rev=1)
    card = {"verb": "place", "piece": "card", "n": 1, "at": "place:shelf", "rule": "TOY-2"}
    assert reply == {"ok": True, "rev": 3, "instructions": [card], "ask": OPEN}
    assert [entry["source"] for entry in say(table, op="log")["log"]] == ["dealer", "serial", "dealer"]


def test_undo_and_redo_say_how_to_put_the_pieces_back():
    table = new_table()
    say(table, op="answer", answer=do("draw"))
    back = say(table, op="undo", n=1)
    assert back == {
        "ok": True,
        "rev": 4,
        "instructions": [{"verb": "remove", "piece": "card", "n": 1, "at": "place:shelf"}],
        "ask": OPEN,
    }
    assert say(table, op="redo", n=1)["instructions"][0]["verb"] == "place"


def test_a_correction_is_an_answer_of_its_own():
    table = new_table()
    reply = say(table, op="correct", changes=[{"fact": "lamps", "value": 2}], why="two stand there")
    assert reply["instructions"] == [{"verb": "place", "piece": "lamp", "n": 1, "at": "place:shelf"}]
    assert say(table, op="facts")["facts"]["lamps"] == 2


def test_facts_view_and_hash():
    table = new_table()
    assert say(table, op="facts") == {"ok": True, "rev": 1, "facts": table.facts()}
    assert say(table, **{"op": "view", "as": "ann"})["view"]["seat"] == "ann"
    assert say(table, **{"op": "view", "as": None})["view"]["seat"] is None
    assert say(table, op="hash") == {"ok": True, "rev": 1, "hash": table.hash()}


def test_the_log_tells_everything_in_order():
    table = new_table(chance={"wind": "asked"})
    say(table, op="answer", answer={"do": "pick", "what": "wind", "one": "north"})
    say(table, op="correct", changes=[{"fact": "lamps", "value": 2}], why="two")
    say(table, op="undo", n=2)
    say(table, op="redo", n=1)
    common = {"source": "wire", "at": 1000.0}
    assert say(table, op="log")["log"] == [
        {"rev": 1, "kind": "answer", "answer": {"do": "pick", "what": "wind", "one": "north"}, **common},
        {"rev": 2, "kind": "correct", "answer": None, "changes": [{"fact": "lamps", "value": 2}], "why": "two"}
        | common,
        {"rev": 3, "kind": "undo", "answer": None, "n": 2, **common},
        {"rev": 4, "kind": "redo", "answer": None, "n": 1, **common},
    ]


def test_over_has_a_result_and_no_answers():
    table = new_table()
    over = {"kind": "over", "who": None, "rule": "TOY-9", "result": {"outcome": "win", "cards": 0}}
    assert say(table, op="answer", answer=do("stop"))["ask"] == over
    assert say(table, op="legal")["answers"] == []
    assert say(table, op="answer", answer=do("stop"))["error"]["code"] == "over"
    assert say(table, op="correct", changes=[], why="")["error"]["code"] == "over"
    assert say(table, op="undo", n=1)["ok"]


def serve_lines(table, data, **options):
    out = io.BytesIO()
    serve(table, io.BytesIO(data), out, **options)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_every_line_has_one_response_until_quit():
    replies = serve_lines(new_table(), b'{"op":"ask"}\n\nrubbish\r\n{"op":"quit"}\n{"op":"ask"}\n')
    assert [reply["ok"] for reply in replies] == [True, False, False, True]
    assert replies[-1] == {"ok": True, "rev": 1}


@pytest.mark.parametrize("data", [b"", b'{"op":"hash"}', b'{"op":"hash"}\n'])
def test_the_end_of_input_is_the_end(data):
    assert len(serve_lines(new_table(), data)) == bool(data)


def test_a_line_too_long_is_refused_as_one_request_and_the_next_is_read():
    long = b'{"op":"ask","x":"' + b"x" * 10_000_000 + b'"}\n'
    replies = serve_lines(new_table(), long + b'{"op":"hash"}\n')
    assert [reply["ok"] for reply in replies] == [False, True]
    assert replies[0]["error"]["code"] == "malformed"


def test_a_response_waits_until_its_entries_are_on_disk():
    store = MemoryStore()
    waited = []
    table = new_table(store=store)

    def wait():
        waited.append(table.unsaved)
        store.write()

    serve_lines(table, b'{"op":"answer","answer":{"do":"do","what":"draw"}}\n{"op":"ask"}\n', before_response=wait)
    assert waited == [3]
