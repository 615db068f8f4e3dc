"""Parses pages and submits their forms, like a browser."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from random import Random


@dataclass
class Input:
    """An input of a form."""

    name: str
    kind: str
    value: str
    least: int = 0
    most: int = 0
    on: bool = False


@dataclass
class Form:
    """A form: its address, its inputs, and its buttons by name and value."""

    action: str
    inputs: list[Input] = field(default_factory=list)
    buttons: list[tuple[str, str]] = field(default_factory=list)
    said: str = ""

    def hidden(self, name: str) -> str:
        """The value of a hidden field; empty if there is none."""
        return next((one.value for one in self.inputs if one.name == name and one.kind == "hidden"), "")

    def filled(self, r: Random) -> dict[str, str]:
        """Random valid form data."""
        sent: dict[str, str] = {}
        words = [one for one in self.inputs if one.kind == "radio"]
        for one in self.inputs:
            if one.kind == "number":
                sent[one.name] = str(r.choice([int(one.value or one.least), r.randint(one.least, one.most)]))
            elif one.kind == "checkbox":
                if r.random() < 0.5:
                    sent[one.name] = one.value
            elif one.kind != "radio":
                sent[one.name] = one.value
        if words:
            chosen = r.choice(words)
            sent[chosen.name] = chosen.value
        if self.buttons:
            name, value = r.choice(self.buttons)
            sent |= {name: value} if name else {}
        return sent


class Page(HTMLParser):
    """The forms of a page, including collapsed ones."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._form: Form | None = None
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        about = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._form = Form(about["action"])
            self.forms.append(self._form)
        elif self._form is None:
            return
        elif tag == "input":
            kind = about.get("type", "text")
            least, most = int(about.get("min", 0)), int(about.get("max", 0))
            value = about.get("value", "")
            self._form.inputs.append(Input(about["name"], kind, value, least, most, "checked" in about))
        elif tag == "button" and "disabled" not in about:
            self._form.buttons.append((about.get("name", ""), about.get("value", "")))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None

    def handle_data(self, data: str) -> None:
        if self._form is not None:
            self._form.said += data

    def to(self, *actions: str) -> list[Form]:
        """The forms with this address that can be submitted."""
        return [form for form in self.forms if form.action in actions and form.buttons]
