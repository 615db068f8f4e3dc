"""The form data that a browser would send."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser


@dataclass
class Form:
    """A form of a page."""

    action: str
    method: str = "get"
    fields: dict[str, str] = field(default_factory=dict)
    """The data of an untouched form."""
    choices: dict[str, list[str]] = field(default_factory=dict)
    """The options by field name."""
    checks: set[str] = field(default_factory=set)
    labels: dict[str, str] = field(default_factory=dict)
    """The labels by field name."""
    buttons: list[tuple[str, str]] = field(default_factory=list)


class Forms(HTMLParser):
    """The forms of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.all: list[Form] = []
        self.links: list[str] = []
        self.words = ""
        self._form: Form | None = None
        self._select = self._area = self._label = ""
        self.feed(text)

    def to(self, action: str) -> Form:
        """The form with this address."""
        return next(form for form in self.all if form.action == action)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        about = {name: value or "" for name, value in attrs}
        if tag == "a":
            self.links.append(about["href"])
        if tag == "form":
            self._form = Form(about["action"], about.get("method", "get"))
            self.all.append(self._form)
        if self._form is not None and tag == "label":
            self._label = about.get("for", "")
        elif self._form is not None and "disabled" not in about:
            self._field(self._form, tag, about, about.get("name", ""))

    def _field(self, form: Form, tag: str, about: dict[str, str], name: str) -> None:
        if tag == "button":
            form.buttons.append((name, about.get("value", "")))
        elif tag == "textarea":
            self._area, form.fields[name] = name, ""
        elif tag == "select":
            self._select, form.choices[name] = name, []
        elif tag == "option" and self._select:
            if not form.choices[self._select] or "selected" in about:
                form.fields[self._select] = about["value"]
            form.choices[self._select].append(about["value"])
        elif tag == "input" and about.get("type") == "checkbox":
            form.checks.add(name)
            if "checked" in about:
                form.fields[name] = about["value"]
        elif tag == "input":
            form.fields[name] = about.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._select = ""
        elif tag == "label":
            self._label = ""
        elif tag == "textarea" and self._form is not None:
            # Browsers drop the first line break of a textarea, and send the others as CR LF.
            text = self._form.fields[self._area].removeprefix("\n")
            self._form.fields[self._area] = text.replace("\n", "\r\n")
            self._area = ""

    def handle_data(self, data: str) -> None:
        self.words += data
        if self._area and self._form is not None:
            self._form.fields[self._area] += data
        elif self._label and self._form is not None:
            self._form.labels[self._label] = (self._form.labels.get(self._label, "") + data).strip()
