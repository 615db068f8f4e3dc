"""Render dice with Blender's Cycles, for ``python -m tests.bench --only photos --photos FOLDER``.

    pip install .[render]
    python -m tests.bench.blender FOLDER --setups 4 --throws 10

Every set-up has a tray, a lamp, a camera straight above and dice of its own: with carved pips, or with ``--digits``
cubes and dice of twelve and twenty sides with printed digits. Some dice lean, some touch. A throw takes half a minute
of one core; what was rendered before stays, so that a run can be stopped and started again. Seeded.
"""

from __future__ import annotations

import json
import math
from argparse import ArgumentDefaultsHelpFormatter, ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

import bpy  # isort: skip
import bmesh  # needs bpy to be imported before
from mathutils import Matrix, Vector

Colour: TypeAlias = tuple[float, float, float]
Labels: TypeAlias = dict[str, Any]

WIDE, HIGH = 1280, 720
FOCUS: Final = 0.8
"""Focal length as a fraction of the picture's width."""
LEFT, TOP, PART = 480, 200, 320
"""Place and size of the pictures to learn from: ``photos.LEARNED_AT``, which would need OpenCV."""
CELLS: Final = (6, 4)
"""Places in the tray, so that only those dice touch that are to."""
LEAN, TOUCH = 0.45, 0.2
"""Share of the places where a die leans, and where two touch."""
LEANS: Final = (9.0, 36.0)
"""By how many degrees; one with more sides than a cube by at most ``TWELVE``."""
TWELVE: Final = 25.0
BODIES: Final[dict[str, Colour]] = {
    "red": (0.5, 0.02, 0.02),
    "white": (0.75, 0.7, 0.58),
    "blue": (0.03, 0.08, 0.5),
    "black": (0.012, 0.012, 0.014),
    "yellow": (0.7, 0.42, 0.02),
    "green": (0.02, 0.25, 0.05),
    "purple": (0.16, 0.02, 0.25),
}
TRAYS: Final[Sequence[Colour]] = ((0.03, 0.1, 0.05), (0.02, 0.03, 0.09), (0.12, 0.12, 0.12), (0.14, 0.07, 0.03))
DARK, LIGHT = (0.01, 0.01, 0.01), (0.8, 0.8, 0.75)
GRID: Final = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}
SIZES: Final = {6: 0.55, 12: 0.42, 20: 0.27}
"""Height of a digit on a die of so many sides, in edges of a cube."""
GOLD: Final = (1 + math.sqrt(5)) / 2


class Body(NamedTuple):
    """A die at the origin: its mesh, the outward normal of each face, and how far the faces are from the middle."""

    mesh: Any
    faces: dict[str, Any]
    inside: float


class Scene:
    """An empty tray below a camera, as ``random`` makes it."""

    def __init__(self, random: Random) -> None:
        bpy.ops.wm.read_factory_settings(use_empty=True)
        self._scene = bpy.context.scene
        self.height = random.uniform(15, 22)
        """Of the camera above the tray, in edges of a cube."""
        self.colour = random.choice(TRAYS)
        self._settings()
        camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
        camera.data.sensor_width, camera.data.lens, camera.location = 36, 36 * FOCUS, (0, 0, self.height)
        self._add(camera)
        self._scene.camera = camera
        self._lamp(random)
        self._tray(random)
        self._dice: list[Any] = []

    def _settings(self) -> None:
        self._scene.render.engine = "CYCLES"
        cycles, render = self._scene.cycles, self._scene.render
        cycles.device, cycles.samples, cycles.use_denoising = "CPU", 10, False
        cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 3, 2, 2
        render.threads_mode, render.threads, render.use_persistent_data = "FIXED", 1, True
        render.resolution_x, render.resolution_y = WIDE, HIGH
        render.image_settings.file_format, render.image_settings.quality = "JPEG", 95
        self._scene.view_settings.view_transform = "Standard"

    def _add(self, thing: Any) -> None:
        self._scene.collection.objects.link(thing)

    def _lamp(self, random: Random) -> None:
        self._scene.world = bpy.data.worlds.new("room")
        self._scene.world.use_nodes = True
        room = self._scene.world.node_tree.nodes["Background"]
        room.inputs[0].default_value = (0.8, random.uniform(0.8, 0.9), 1, 1)
        room.inputs[1].default_value = random.uniform(0.35, 0.7)
        lamp = bpy.data.objects.new("lamp", bpy.data.lights.new("lamp", "AREA"))
        lamp.data.size, lamp.data.energy = random.uniform(3, 8), random.uniform(1800, 3000)
        about = random.uniform(0, 2 * math.pi)
        place = Vector((11 * math.cos(about), 11 * math.sin(about), random.uniform(12, 18)))
        lamp.location, lamp.rotation_euler = place, (-place).to_track_quat("-Z", "Y").to_euler()
        self._add(lamp)

    def _tray(self, random: Random) -> None:
        bpy.ops.mesh.primitive_plane_add(size=80)
        cloth = material(self.colour, 0.95, 0.1)
        nodes, links = cloth.node_tree.nodes, cloth.node_tree.links
        noise, mix = nodes.new("ShaderNodeTexNoise"), nodes.new("ShaderNodeMixRGB")
        noise.inputs["Scale"].default_value = random.uniform(20, 80)
        for n, part in enumerate((0.75, 1.25), 1):
            mix.inputs[n].default_value = (*(part * one for one in self.colour), 1)
        links.new(noise.outputs[0], mix.inputs[0])
        links.new(mix.outputs[0], nodes["Principled BSDF"].inputs["Base Color"])
        bpy.context.object.data.materials.append(cloth)

    def put(self, body: Body, face: str, x: float, y: float, yaw: float, lean: float, to: float) -> tuple[float, float]:
        """Put a die there, tipped by ``lean`` radians; returns where the middle of its upper face is in the picture."""
        up = body.faces[face].rotation_difference(Vector((0, 0, 1))).to_matrix()
        tipped = Matrix.Rotation(lean, 3, Vector((math.cos(to), math.sin(to), 0)))
        turn = tipped @ Matrix.Rotation(yaw, 3, "Z") @ up
        lowest = min((turn @ corner.co).z for corner in body.mesh.vertices) if lean else -body.inside
        die = bpy.data.objects.new("die", body.mesh)
        die.matrix_world = Matrix.Translation((x, y, -lowest)) @ turn.to_4x4()
        self._add(die)
        self._dice.append(die)
        top = turn @ body.faces[face] * body.inside + Vector((x, y, -lowest))
        scale = FOCUS * WIDE / (self.height - top.z)
        return WIDE / 2 + scale * top.x, HIGH / 2 - scale * top.y

    def shoot(self, file: Path, *, middle: bool = False, seed: int = 0) -> None:
        """Render the whole picture, or its middle, unless the file is there; then take the dice away."""
        render = self._scene.render
        render.use_border = render.use_crop_to_border = middle
        render.border_min_x, render.border_max_x = LEFT / WIDE, (LEFT + PART) / WIDE
        render.border_min_y, render.border_max_y = 1 - (TOP + PART) / HIGH, 1 - TOP / HIGH
        self._scene.cycles.seed = seed
        if not file.exists():
            beside = file.with_name("being-rendered.jpg")
            render.filepath = str(beside)
            bpy.ops.render.render(write_still=True)
            beside.rename(file)
        for die in self._dice:
            bpy.data.objects.remove(die)
        self._dice.clear()


def material(colour: Colour, rough: float, shine: float = 0.5) -> Any:
    made = bpy.data.materials.new("material")
    made.use_nodes = True
    inputs = made.node_tree.nodes["Principled BSDF"].inputs
    inputs["Base Color"].default_value, inputs["Roughness"].default_value = (*colour, 1), rough
    inputs["Specular IOR Level"].default_value = shine
    return made


def with_pips(body: Any, ink: Any, random: Random) -> Body:
    """A cube of edge 1 with carved pips."""
    normals = [(0, 0, 1), (1, 0, 0), (0, 1, 0), (0, -1, 0), (-1, 0, 0), (0, 0, -1)]
    faces = {str(n): Vector(normal) for n, normal in enumerate(normals, 1)}
    die = _rounded(_solid(6), random.uniform(0.04, 0.11))
    die.data.materials.append(body)
    die.data.materials.append(ink)
    radius, gap = random.uniform(0.08, 0.105), random.uniform(0.23, 0.27)
    cut = []
    for face, normal in faces.items():
        side = Vector((0, 0, 1)) if abs(normal.z) < 0.5 else Vector((0, 1, 0))
        for i, j in GRID[int(face)]:
            place = 0.535 * normal + gap * i * normal.cross(side) + gap * j * side
            bpy.ops.mesh.primitive_uv_sphere_add(radius=radius, location=place, segments=20, ring_count=12)
            bpy.context.object.data.materials.append(ink)
            bpy.ops.object.shade_smooth()
            cut.append(bpy.context.object)
    pips = _joined(cut)
    carve = die.modifiers.new("carve", "BOOLEAN")
    carve.operation, carve.object, carve.solver, carve.material_mode = "DIFFERENCE", pips, "EXACT", "TRANSFER"
    _apply(die, "carve")
    bpy.data.objects.remove(pips)
    return _taken(die, faces, 0.5)


def with_digits(sides: int, body: Any, ink: Any, random: Random) -> Body:
    """A die of 6, 12 or 20 sides with its numbers printed on it; 6 and 9 have a dot where both are there."""
    die = _solid(sides)
    middles = [(face.normal.copy(), face.center.copy(), die.data.vertices[face.vertices[0]].co.copy())
               for face in die.data.polygons]  # fmt: skip
    faces = {str(n): normal for n, (normal, _, _) in enumerate(middles, 1)}
    die = _rounded(die, random.uniform(0.03, 0.06))
    die.data.materials.append(body)
    parts = [die]
    for name, (normal, middle, corner) in zip(faces, middles, strict=True):
        text = bpy.data.curves.new("digit", "FONT")
        text.body, text.align_x, text.align_y = name + "." * (sides > 6 and name in "69"), "CENTER", "CENTER"
        text.size, text.extrude = SIZES[sides], 0.003
        there = bpy.data.objects.new("digit", text)
        bpy.context.scene.collection.objects.link(there)
        up = (corner - middle).normalized()
        turn = Matrix((up.cross(normal), up, normal)).transposed().to_4x4()
        bpy.context.view_layer.update()
        mesh = bpy.data.meshes.new_from_object(there.evaluated_get(bpy.context.evaluated_depsgraph_get()))
        bpy.data.objects.remove(there)
        printed = bpy.data.objects.new("digit", mesh)
        printed.matrix_world = Matrix.Translation(middle + 0.002 * normal) @ turn
        mesh.materials.clear()
        mesh.materials.append(ink)
        bpy.context.scene.collection.objects.link(printed)
        parts.append(printed)
    return _taken(_joined(parts), faces, float(middles[0][1].length))


def _solid(sides: int) -> Any:
    """A die of so many sides, as high as a cube of edge 1 or a fifth higher."""
    ends = (-1.0, 1.0)
    if sides == 6:
        points = [(a, b, c) for a in ends for b in ends for c in ends]
    elif sides == 12:
        points = [(a, b, c) for a in ends for b in ends for c in ends]
        points += [one for a in ends for b in ends for one in _cycled(0, a / GOLD, b * GOLD)]
    else:
        points = [one for a in ends for b in ends for one in _cycled(0, a, b * GOLD)]
    mesh, made = bpy.data.meshes.new("die"), bmesh.new()
    for point in points:
        made.verts.new(point)
    bmesh.ops.convex_hull(made, input=made.verts)
    bmesh.ops.dissolve_limit(made, angle_limit=0.05, verts=made.verts, edges=made.edges)
    bmesh.ops.recalc_face_normals(made, faces=made.faces)
    inside = next(iter(made.faces)).calc_center_median().length
    bmesh.ops.scale(made, vec=(Vector((1, 1, 1)) * ((0.5 if sides == 6 else 0.6) / inside)), verts=made.verts)
    made.to_mesh(mesh)
    die = bpy.data.objects.new("die", mesh)
    bpy.context.scene.collection.objects.link(die)
    return die


def _cycled(a: float, b: float, c: float) -> list[tuple[float, float, float]]:
    return [(a, b, c), (b, c, a), (c, a, b)]


def _rounded(die: Any, radius: float) -> Any:
    bevel = die.modifiers.new("bevel", "BEVEL")
    bevel.width, bevel.segments = radius, 5
    _apply(die, "bevel")
    bpy.ops.object.shade_smooth()
    return die


def _apply(thing: Any, modifier: str) -> None:
    bpy.ops.object.select_all(action="DESELECT")
    thing.select_set(True)
    bpy.context.view_layer.objects.active = thing
    bpy.ops.object.modifier_apply(modifier=modifier)


def _joined(things: Sequence[Any]) -> Any:
    bpy.ops.object.select_all(action="DESELECT")
    for thing in things:
        thing.select_set(True)
    bpy.context.view_layer.objects.active = things[0]
    bpy.ops.object.join()
    return things[0]


def _taken(die: Any, faces: dict[str, Any], inside: float) -> Body:
    """The die without its place in the scene."""
    body = Body(die.data, faces, inside)
    bpy.data.objects.remove(die)
    return body


def set_up(folder: Path, seed: str, throws: int, *, digits: bool) -> Labels:
    """Render a set-up; returns what lies where, and says of each throw when it is done."""
    random = Random(seed)
    scene = Scene(random)
    bodies = {name: _die(name, sides, random) for name, sides in _kinds(scene.colour, random, digits=digits).items()}
    folder.mkdir(parents=True, exist_ok=True)
    scene.shoot(folder / "empty.jpg")
    for kind, body in bodies.items():
        for face in body.faces:
            scene.put(body, face, random.uniform(-0.3, 0.3), random.uniform(-0.3, 0.3), random.uniform(0, 6.3), 0, 0)
            scene.shoot(folder / f"learn-{kind}-{face}.jpg", middle=True, seed=random.randrange(10**6))
    faces = {kind: list(body.faces) for kind, body in bodies.items()}
    page: Labels = {"kinds": list(bodies), "faces": faces, "throws": []}
    for n in range(throws):
        page["throws"].append(_thrown(scene, bodies, random))
        scene.shoot(folder / f"throw-{n:02d}.jpg", seed=n)
        print(f"{folder.name}: throw {n + 1} of {throws}", flush=True)
    return page


def _kinds(tray: Colour, random: Random, *, digits: bool) -> dict[str, int]:
    """Three kinds of dice that are not of the colour of the tray, and how many sides they have."""
    apart = [name for name, body in BODIES.items() if max(abs(a - b) for a, b in zip(body, tray, strict=True)) > 0.15]
    return dict(zip(random.sample(apart, 3), (6, 12, 20) if digits else (0, 0, 0), strict=True))


def _die(colour: str, sides: int, random: Random) -> Body:
    dark = max(BODIES[colour]) > 0.55
    body = material(BODIES[colour], random.uniform(0.1, 0.4))
    ink = material(DARK if dark else LIGHT, 0.5)
    return with_digits(sides, body, ink, random) if sides else with_pips(body, ink, random)


def _thrown(scene: Scene, bodies: dict[str, Body], random: Random) -> list[Labels]:
    """A die in every cell of the tray, in some two that touch side to side; what lies where."""
    wide, high = scene.height / FOCUS, scene.height / FOCUS * HIGH / WIDE
    cells = [(i, j) for i in range(CELLS[0]) for j in range(CELLS[1])]
    throw: list[Labels] = []
    for i, j in cells:
        x = wide * ((i + 0.5) / CELLS[0] - 0.5) * 0.93 + random.uniform(-0.15, 0.15)
        y = high * ((j + 0.5) / CELLS[1] - 0.5) * 0.9 + random.uniform(-0.1, 0.1)
        yaw, kind = random.uniform(0, 2 * math.pi), random.choice(list(bodies))
        many = len(bodies[kind].faces) > 6
        two = random.random() < TOUCH and not many
        lean = math.radians(random.uniform(LEANS[0], TWELVE if many else LEANS[1]))
        lean = lean if random.random() < LEAN and not two else 0.0
        for n in (-1, 1) if two else (0,):
            face, to, aside = random.choice(list(bodies[kind].faces)), random.uniform(0, 2 * math.pi), 0.505 * n
            place = (x + aside * math.cos(yaw), y + aside * math.sin(yaw))
            seen = scene.put(bodies[kind], face, *place, yaw, lean, to)
            what: Labels = {"kind": kind, "face": face, "touching": two, "lean": math.degrees(lean)}
            throw.append(what | dict(zip("xy", seen, strict=True)))
    return throw


def main() -> None:
    """For whoever measures the camera reader, in English only."""
    wanted = ArgumentParser("python -m tests.bench.blender", formatter_class=ArgumentDefaultsHelpFormatter)
    wanted.add_argument("folder", type=Path, help="where the pictures go")
    wanted.add_argument("--setups", type=int, default=4, help="trays, lamps, cameras, and three kinds of dice each")
    wanted.add_argument("--throws", type=int, default=10, help="pictures of each")
    wanted.add_argument("--seed", default="1", help="the same seed makes the same pictures")
    wanted.add_argument("--digits", action="store_true", help="dice of 6, 12 and 20 sides with digits")
    given = wanted.parse_args()
    file = given.folder / "renders" / "renders.json"
    for n in range(given.setups):
        name = f"{'digits' if given.digits else 'pips'}-{given.seed}-{n:02d}"
        page = set_up(file.parent / name, name, given.throws, digits=given.digits)
        pages = json.loads(file.read_text()) if file.exists() else {}
        file.write_text(json.dumps(pages | {name: page}))


if __name__ == "__main__":
    main()
