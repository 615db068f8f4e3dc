"""Which boxes are changed in browsers, and which browsers may do that."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.refusals import BadPack, Refused
from companion.core.texts import T, Text, Words
from companion.packs.editing.box import OpenBox
from companion.packs.editing.tables import Path, name_refused
from companion.packs.editing.words import Problem
from companion.packs.folder import read_content
from companion.packs.loader import installed_packs
from companion.packs.own import copy_box, why_not
from companion.web.box.drafts import Drafts
from companion.web.desk import Desk
from companion.web.serving.work import Work
from companion.web.sharing import Phone, Sharing

STAYS = T("It comes with the companion and stays as it is: copy it to change something.")
SENT_AWAY = T("You were sent away from the box.")


class BoxDesk(Work):
    """The box that is shown to browsers, the copies that they have made of it, and the browsers themselves.

    It belongs to one thread, that in which the box is changed at the touchscreen as well.
    """

    def __init__(self, box: OpenBox, *, beside: Desk | None = None) -> None:
        """``beside`` is the table at whose address the box is changed, if it is one."""
        super().__init__(beside)
        self.sharing = Sharing([], changed=self.tell, beside=None if beside is None else beside.sharing)
        self.first = box
        """The box that people have agreed to."""
        self._boxes = {box.id: box}
        self._moments: dict[str, tuple[int, object]] = {}
        self.drafts = Drafts()
        """What is being filled in."""
        self._checked: dict[str, tuple[object, list[Problem], list[Problem]]] = {}

    @property
    def boxes(self) -> Sequence[OpenBox]:
        """All that may be changed."""
        return list(self._boxes.values())

    def box(self, id_: str) -> OpenBox:
        """One of them. Refused, ``unknown``: that is none of them."""
        if id_ not in self._boxes:
            raise Refused("unknown", T("This box is not open here."))
        return self._boxes[id_]

    def fixed(self, box: OpenBox) -> Text | None:
        """Why nothing but photos can be changed in a box; None: all of it can."""
        return STAYS if box.bundled else None

    def hidden(self, path: Path) -> Text | None:
        """Why nothing of a table is shown here; None: it is."""
        return None

    def question(self, phone: Phone) -> Words:
        """What people are asked about a browser that wants to come in."""
        return T("May {phone} change the box {box}?", phone=phone.words, box=self.first.name)

    def send_away(self, phone: Phone) -> None:
        """A browser changes nothing any more."""
        self.sharing.send_away(phone, SENT_AWAY)

    def copy(self, box: OpenBox, name: str) -> OpenBox:
        """A copy of a box among the owner's own, which may be changed, too. Refused, ``illegal``: there can be none of
        that name, or it cannot be kept."""
        refusal = name_refused(name, [one.name for one in installed_packs()])
        if refusal is not None:
            raise Refused("illegal", refusal)
        try:
            path = copy_box(box.path, name.strip())
            made = OpenBox(box.game, path, read_content(path))
        except BadPack as bad:
            raise Refused("illegal", T("The box cannot be copied: {why}.", why=bad.problems[0].words)) from None
        except OSError as no:
            raise Refused("illegal", T("The box cannot be saved: {why}.", why=why_not(no))) from None
        self._boxes[made.id] = made
        self.tell()
        return made

    def problems(self, box: OpenBox) -> list[Problem]:
        """What keeps a game from beginning with it; worked out once for each state of it."""
        return self._known(box)[0]

    def untold(self, box: OpenBox) -> list[Problem]:
        """What is left to people until it is told; worked out once for each state of it."""
        return self._known(box)[1]

    def moment(self, box: OpenBox) -> str:
        """Another word as soon as the box is another."""
        number, content = self._moments.get(box.id, (0, None))
        if content is not box.content:
            number += 1
            self._moments[box.id] = number, box.content
        return str(number)

    def _known(self, box: OpenBox) -> tuple[list[Problem], list[Problem]]:
        known = self._checked.get(box.id)
        if known is None or known[0] is not box.content:
            both = ([], []) if box.bundled else (box.problems(), box.untold())
            found = [[one for one in some if self.hidden(one.table) is None] for some in both]
            known = self._checked[box.id] = (box.content, found[0], found[1])
        return known[1], known[2]
