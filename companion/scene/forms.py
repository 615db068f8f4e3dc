"""Finds the forms of a scene."""

from __future__ import annotations

from companion.core.answers import Answer
from companion.scene.scene import Filling, Scene


def form_of(scene: Scene, answer: Answer) -> Filling | None:
    """The form that a choice with this answer opens; None if there is none."""
    return next((form for form in scene.fillings if form.template == answer), None)


def only_form(scene: Scene) -> Filling | None:
    """The form that no choice opens, because it is all that is asked."""
    offered = [choice.answer for choice in scene.choices]
    alone = [form for form in scene.fillings if form.template not in offered]
    return alone[0] if alone else None
