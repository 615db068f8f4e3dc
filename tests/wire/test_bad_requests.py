"""Requests of every wrong kind: one clear refusal each, and nothing has changed."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.wire import LONGEST, handle
from tests.daily import share
from tests.tables import PULL, new_table

NO_REQUESTS = {
    "an empty line": b"",
    "blanks": b"   \t",
    "no JSON": b"ask",
    "half an object": b'{"op":"ask"',
    "two objects": b'{"op":"ask"}{"op":"ask"}',
    "a list": b'[{"op":"ask"}]',
    "a number": b"7",
    "null": b"null",
    "an empty object": b"{}",
    "an unknown op": b'{"op":"dance"}',
    "an op of another type": b'{"op":3}',
    "an op twice": b'{"op":"ask","op":"hash"}',
    "no UTF-8": b'{"op":"view","as":"\xff\xfe"}',
    "no UTF-8 outside of strings": b'{"op":"ask"}\xff',
    "half a surrogate": b'{"op":"correct","changes":[],"why":"\\udc00 "}',
    "a byte order mark": b'\xef\xbb\xbf{"op":"ask"}',
    "a zero byte": b'{"op":"ask"}\x00',
    "not a number": b'{"op":"answer","answer":{"do":"do","what":NaN}}',
    "infinity": b'{"op":"answer","answer":Infinity}',
    "a number too large for any": b'{"op":"answer","answer":1e999}',
    "an integer without end": b'{"op":"undo","n":' + b"9" * 5000 + b"}",
    "very deep": b'{"op":"answer","answer":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    "very long": b'{"op":"ask","x":"' + b"x" * LONGEST + b'"}',
    "an unknown field": b'{"op":"ask","please":true}',
    "an answer that is missing": b'{"op":"answer"}',
    "an answer that is null": b'{"op":"answer","answer":null}',
    "an answer that is a list": b'{"op":"answer","answer":["do"]}',
    "an answer without a verb": b'{"op":"answer","answer":{"what":"draw"}}',
    "an answer with an unknown verb": b'{"op":"answer","answer":{"do":"fly"}}',
    "an answer with a field too many": b'{"op":"answer","answer":{"do":"do","what":"draw","n":1}}',
    "an answer with a field too few": b'{"op":"answer","answer":{"do":"do"}}',
    "an answer with a huge integer": b'{"op":"answer","answer":{"do":"do","what":123456789012345678901234567890}}',
    "an unknown source": b'{"op":"answer","answer":{"do":"do","what":"draw"},"source":"moon"}',
    "a rev that is null": b'{"op":"answer","answer":{"do":"do","what":"draw"},"rev":null}',
    "a rev that is a fraction": b'{"op":"answer","answer":{"do":"do","what":"draw"},"rev":1.5}',
    "a rev that is a text": b'{"op":"answer","answer":{"do":"do","what":"draw"},"rev":"1"}',
    "undo without a number": b'{"op":"undo"}',
    "undo of nothing": b'{"op":"undo","n":0}',
    "undo of less": b'{"op":"undo","n":-1}',
    "undo of a bool": b'{"op":"undo","n":true}',
    "undo of a half": b'{"op":"undo","n":0.5}',
    "redo of a text": b'{"op":"redo","n":"1"}',
    "a correction without changes": b'{"op":"correct","why":"so"}',
    "a correction without why": b'{"op":"correct","changes":[{"fact":"lamps","value":2}]}',
    "a correction of nothing": b'{"op":"correct","changes":[],"why":"so"}',
    "a correction that is no list": b'{"op":"correct","changes":{"fact":"lamps","value":2},"why":"so"}',
    "a change that is no object": b'{"op":"correct","changes":["lamps"],"why":"so"}',
    "a change without a value": b'{"op":"correct","changes":[{"fact":"lamps"}],"why":"so"}',
    "a why that is a number": b'{"op":"correct","changes":[{"fact":"lamps","value":2}],"why":5}',
    "a view of nobody": b'{"op":"view"}',
    "a view of a number": b'{"op":"view","as":1}',
}


def refused(table, line):
    """The error of a refusal that has changed nothing."""
    before = table.hash(), table.rev, table.ask
    response, last = handle(table, line)
    reply = json.loads(response)
    assert (reply["ok"], reply["rev"], last) == (False, table.rev, False)
    assert (table.hash(), table.rev, table.ask) == before
    assert reply["error"].keys() == {"code", "message", "rule"}
    assert reply["error"]["message"].strip()
    assert b"\n" not in response
    return reply["error"]


@pytest.mark.parametrize("line", NO_REQUESTS.values(), ids=NO_REQUESTS.keys())
def test_malformed(line):
    assert refused(new_table(), line)["code"] == "malformed"


@pytest.mark.parametrize(
    "line",
    [
        b'{"op":"answer","answer":{"do":"do","what":"fly"}}',
        b'{"op":"correct","changes":[{"fact":"moon","value":1}],"why":""}',
        b'{"op":"view","as":"carl"}',
    ],
)
def test_unknown(line):
    assert refused(new_table(), line)["code"] == "unknown"


def test_illegal_names_the_rule():
    error = refused(new_table(), b'{"op":"answer","answer":{"do":"draw","deck":"trees","card":"ash"}}')
    assert (error["code"], error["rule"]) == ("illegal", "TOY-1")


@pytest.mark.parametrize("rev", [0, 2, -1, 10**30])
def test_stale(rev):
    table = new_table()
    table.answer(PULL)
    line = b'{"op":"answer","answer":{"do":"do","what":"draw"},"rev":%d}' % rev
    assert refused(table, line)["code"] == "stale"


@pytest.mark.parametrize("op", ["undo", "redo"])
@pytest.mark.parametrize("n", [1, 2, 10**30])
def test_nothing(op, n):
    assert refused(new_table(), b'{"op":"%s","n":%d}' % (op.encode(), n))["code"] == "nothing"


@pytest.mark.parametrize(
    "line",
    [
        b'{"op":"answer","answer":{"do":"do","what":"draw"}}',
        b'{"op":"answer","answer":{"do":"fly"}}',
        b'{"op":"answer","answer":null}',
        b'{"op":"correct","changes":[],"why":""}',
        b'{"op":"correct","changes":[7],"why":""}',
    ],
)
def test_over_comes_before_all_that_may_be_wrong_with_an_answer(line):
    table = new_table()
    table.answer({"do": "do", "what": "stop"})
    assert refused(table, line)["code"] == "over"


def test_of_two_fields_with_the_same_name_the_last_counts():
    line, _ = handle(new_table(), b'{"op":"answer","answer":{"do":"do","what":"fly","what":"stop"}}')
    assert json.loads(line)["ask"]["kind"] == "over"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
FIELDS = st.sampled_from(["answer", "source", "rev", "n", "changes", "why", "as", "do"])
OPS = st.sampled_from(["ask", "legal", "answer", "undo", "redo", "correct", "facts", "view", "log", "hash"])


@settings(max_examples=share(300), deadline=None)
@given(
    st.binary(max_size=40)
    | JSON.map(lambda value: json.dumps(value).encode())
    | st.tuples(OPS, st.dictionaries(FIELDS, JSON, max_size=3)).map(
        lambda request: json.dumps({"op": request[0], **request[1]}).encode()
    )
)
def test_whatever_comes_gets_one_line_of_json(line):
    response, _ = handle(new_table(), line)
    assert isinstance(json.loads(response)["ok"], bool)
    assert b"\n" not in response
