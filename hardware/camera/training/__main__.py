"""Train the network that reads pips, from drawn dice, and write ``hardware/camera/pips.onnx``.

    pip install .[training]
    OMP_NUM_THREADS=1 python -m hardware.camera.training --half

Faces are learned first, six minutes of drawing and five of learning, each on one core of a Xeon that computes with
bfloat16; then whether a die leans, from other drawings, in six more. ``--faces FILE`` takes the first part from a
network that there is, and what it reads stays the same: so the one that is shipped was made, and so its own file makes
it again. Everything is seeded, but another processor or OpenCV makes another network: measure each with
``python -m tests.bench --only photos`` before it is kept.

``--dice FOLDER`` adds real dice that people confirmed or corrected at the table (``companion reader --keep FOLDER``).
"""

from __future__ import annotations

from argparse import ArgumentDefaultsHelpFormatter, ArgumentParser
from collections.abc import Iterator
from multiprocessing import Pool
from pathlib import Path

import cv2
import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn
from torch.nn import functional

from hardware.camera.pips import CHANNELS, FACES, LEAST_SPREAD, NETWORK, SIDE, SPAN
from hardware.camera.training.drawings import UNKNOWN, Drawings, drawing, mixed, real

BATCH = 128
BLOCK = 2000
"""Drawings of one seed."""
TESTED = 0.05
"""Share of the drawings that is not learned from."""
LEANING = 0.5
"""How much it counts whether a die leans, beside what it shows, while faces are learned."""
ASIDE, LARGER = 0.05, 0.03
"""How far a die is moved while it is learned whether it leans, in widths of its upper face, and how much larger or
smaller it is made, of itself: standard deviations."""


class Network(nn.Module):  # type: ignore[misc, unused-ignore]  # PyTorch is not installed where this is checked
    """From dice as ``pips.prepared`` gives them, (n, ``CHANNELS``, ``SIDE``, ``SIDE``), to (n, ``FACES`` + 2): the
    odds that a face is up, 0 for none, which add up to 1; and last the odds that the die leans."""

    rate, decay = 4e-3, 1e-3
    """Greatest step of the training, and the decay of weights."""

    def forward(self, dice: Tensor) -> Tensor:
        found = self.scores(dice)
        return torch.cat([functional.softmax(found[:, :-1], 1), torch.sigmoid(found[:, -1:])], 1)

    def scores(self, dice: Tensor) -> Tensor:
        """The same before they are made odds."""
        raise NotImplementedError

    def loss(self, dice: Tensor, faces: Tensor, leans: Tensor) -> Tensor:
        scores = self.scores(dice).float()
        return functional.cross_entropy(scores[:, :-1], faces, label_smoothing=0.02) + LEANING * _leaning(scores, leans)


class PipNetwork(Network):
    """Learns faces, and as well as it can beside them whether a die leans."""

    def __init__(self) -> None:
        super().__init__()
        self.looks = nn.Sequential(
            *(_layer(CHANNELS, 16, 2), _layer(16, 24), nn.MaxPool2d(2), _layer(24, 48), _layer(48, 48))
        )
        self.sees = nn.Sequential(nn.MaxPool2d(2), _layer(48, 64))
        self.drops = nn.Dropout(0.2)
        self.says = nn.Linear(64 * 6, FACES + 2)

    def scores(self, dice: Tensor) -> Tensor:
        return self.said(self.looks(dice))

    def said(self, looked: Tensor) -> Tensor:
        seen = self.sees(looked)
        parts = [functional.avg_pool2d(seen, 3).flatten(1), seen.mean((2, 3)), seen[:, :, 1:5, 1:5].amax((2, 3))]
        found: Tensor = self.says(self.drops(torch.cat(parts, 1)))
        return found

    def take(self, file: Path) -> None:
        """Take what reads the faces from a network that was written."""
        graph = onnx.load(str(file)).graph
        held = {one.name: torch.tensor(numpy_helper.to_array(one)) for one in graph.initializer}
        weighed = [node.input[1:] for node in graph.node if node.op_type == "Conv"]
        layers = [layer for layer in (*self.looks, *self.sees) if isinstance(layer, nn.Sequential)]
        for (conv, norm, _), (weight, bias) in zip(layers, weighed, strict=False):
            conv.weight.data, norm.bias.data, norm.eps = held[weight], held[bias], 0.0
        for name, value in held.items():
            if "says." in name:
                self.says.get_parameter(name.split(".")[-1]).data = value


class LeaningNetwork(Network):
    """Adds to a network that has learned its faces, and is not changed, layers of their own that say whether a die
    leans: by where its sides are, to a pixel or two."""

    rate, decay = 3e-3, 1e-2

    def __init__(self, pips: PipNetwork) -> None:
        super().__init__()
        self.pips = pips.requires_grad_(requires_grad=False)
        self.sides = nn.Sequential(nn.MaxPool2d(2), _layer(48, 32), _layer(32, 48))
        self.leans = nn.Sequential(nn.Dropout(0.3), nn.Linear(48 * 15, 64), nn.ReLU(inplace=True), nn.Linear(64, 1))

    def train(self, mode: bool = True) -> LeaningNetwork:
        super().train(mode)
        self.pips.eval()
        return self

    def scores(self, dice: Tensor) -> Tensor:
        looked = self.pips.looks(dice)
        return torch.cat([self.pips.said(looked)[:, :-1], self.leaning(looked)], 1)

    def leaning(self, looked: Tensor) -> Tensor:
        """The score for that it leans."""
        seen = self.sides(looked)
        parts = [functional.avg_pool2d(seen, n).flatten(1) for n in (2, 3)]
        found: Tensor = self.leans(torch.cat([*parts, seen.mean((2, 3)), seen.amax((2, 3))], 1))
        return found

    def loss(self, dice: Tensor, faces: Tensor, leans: Tensor) -> Tensor:
        return _leaning(self.leaning(self.pips.looks(_moved(dice))).float(), leans)


def _layer(wide: int, out: int, step: int = 1) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(wide, out, 3, step, 1, bias=False), nn.BatchNorm2d(out), nn.ReLU(inplace=True))


def drawn(count: int, seed: int, *, alone: bool = False) -> Drawings:
    """So many drawings, on every core."""
    with Pool() as pool:
        blocks = pool.starmap(_block, [(seed, n, alone) for n in range(-(-count // BLOCK))], chunksize=1)
    return Drawings(*(np.concatenate(parts) for parts in zip(*blocks, strict=True)))


def _block(seed: int, number: int, alone: bool) -> Drawings:
    cv2.setNumThreads(1)
    random = np.random.default_rng((seed, number))
    made = [drawing(random, alone=alone) for _ in range(BLOCK)]
    pictures, slopes, faces, leans = zip(*made, strict=True)
    return Drawings(np.stack(pictures), np.array(slopes, np.float32), np.array(faces), np.array(leans))


def train(network: Network, drawings: Drawings, rounds: int, *, half: bool) -> Iterator[str]:
    """Train a network; after each round how well it reads drawings that it does not learn from."""
    pictures = torch.from_numpy(drawings.pictures).permute(0, 3, 1, 2).contiguous()
    slopes, faces, leans = map(torch.from_numpy, drawings[1:])
    tested = int(TESTED * len(faces))
    steps = rounds * ((len(faces) - tested) // BATCH)
    network.to(memory_format=torch.channels_last)
    learned = [one for one in network.parameters() if one.requires_grad]
    optimiser = torch.optim.AdamW(learned, network.rate, weight_decay=network.decay)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, network.rate, total_steps=steps)
    for n in range(rounds):
        network.train()
        for some in (torch.randperm(len(faces) - tested) + tested).split(BATCH)[: steps // rounds]:
            dice = _changed(pictures[some].float(), slopes[some]).contiguous(memory_format=torch.channels_last)
            with torch.autocast("cpu", torch.bfloat16, enabled=half):
                loss = network.loss(dice, faces[some], leans[some])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
        network.eval()
        with torch.no_grad():
            dice = _channels(pictures[:tested].float(), slopes[:tested])
            found = torch.cat([network(part) for part in dice.split(BATCH)])
        yield f"{n + 1}: {_told(found, faces[:tested], leans[:tested])}"


def _moved(dice: Tensor) -> Tensor:
    """The same dice a little aside and larger or smaller: a shadow that is taken for a part of a die moves its place,
    and must not make it lean."""
    large = 1 + LARGER * torch.randn(len(dice))
    aside = 2 * ASIDE / SPAN * torch.randn(len(dice), 2)
    to = torch.cat([large[:, None, None] * torch.eye(2), aside[:, :, None]], 2)
    places = functional.affine_grid(to, list(dice.shape), align_corners=False)
    return functional.grid_sample(dice, places, padding_mode="border", align_corners=False)


def _leaning(scores: Tensor, leans: Tensor) -> Tensor:
    said = leans != UNKNOWN
    return functional.binary_cross_entropy_with_logits(scores[said, -1], leans[said].float())


def _told(found: Tensor, faces: Tensor, leans: Tensor) -> str:
    right = float((found[:, :-1].argmax(1) == faces).float().mean())
    said = leans != UNKNOWN
    lean = float(((found[said, -1] > 0.5) == (leans[said] == 1)).float().mean())
    return f"faces {100 * right:.2f} %, leaning {100 * lean:.2f} %"


def _changed(pictures: Tensor, slopes: Tensor) -> Tensor:
    """The same dice turned by quarters, mirrored, in other colours and as negatives: each is a die, too."""
    turns = int(torch.randint(0, 4, (1,)))
    pictures = pictures.rot90(turns, (2, 3))
    for _ in range(turns):
        slopes = torch.stack([slopes[:, 1], -slopes[:, 0]], 1)
    if torch.rand(1) < 0.5:
        pictures, slopes = pictures.flip(3), slopes * torch.tensor([-1.0, 1.0])
    if torch.rand(1) < 0.5:
        pictures = pictures[:, torch.randperm(3)]
    if torch.rand(1) < 0.15:
        pictures = 255 - pictures
    return _channels(pictures, slopes)


def _channels(pictures: Tensor, slopes: Tensor) -> Tensor:
    """What ``pips.prepared`` makes of pictures, of many at once."""
    spread = pictures.std((1, 2, 3), keepdim=True, correction=0) + LEAST_SPREAD
    even = (pictures - pictures.mean((1, 2, 3), keepdim=True)) / spread
    return torch.cat([even, slopes[:, :, None, None].expand(-1, -1, SIDE, SIDE)], 1)


def write(network: Network, file: Path) -> None:
    """Write the network for OpenCV."""
    axes = {"dice": {0: "n"}, "odds": {0: "n"}}
    names = {"input_names": list(axes)[:1], "output_names": list(axes)[1:], "dynamic_axes": axes}
    example = torch.zeros(1, CHANNELS, SIDE, SIDE)
    # The newer exporter writes operators that OpenCV does not know.
    torch.onnx.export(network, (example,), str(file), opset_version=13, dynamo=False, **names)


def main() -> None:
    """For whoever trains the network, in English only."""
    wanted = ArgumentParser("python -m hardware.camera.training", formatter_class=ArgumentDefaultsHelpFormatter)
    wanted.add_argument("--drawings", type=int, default=48_000, help="number of dice drawn")
    wanted.add_argument("--alone", type=int, default=24_000, help="number of those from which leaning is learned")
    wanted.add_argument("--faces", type=Path, help="a network whose faces are kept, and not learned anew")
    wanted.add_argument("--dice", type=Path, action="append", default=[], help="a folder of real dice (--keep)")
    wanted.add_argument("--rounds", type=int, default=10, help="how often each of them is looked at")
    wanted.add_argument("--seed", type=int, default=1, help="the same seed makes the same network")
    wanted.add_argument("--half", action="store_true", help="compute in 16 bits, where the processor has bfloat16")
    wanted.add_argument("--out", type=Path, default=NETWORK, help="the file that is written")
    given = wanted.parse_args()
    torch.manual_seed(given.seed)
    pips = PipNetwork()
    if given.faces:
        pips.take(given.faces)
    else:
        print(f"Drawing {given.drawings} dice.")
        drawings = drawn(given.drawings, given.seed)
        if given.dice:
            drawings = mixed([drawings, *map(real, given.dice)], given.seed)
        print("Learning faces.")
        for told in train(pips, drawings, given.rounds, half=given.half):
            print(told, flush=True)
    print(f"Drawing {given.alone} dice that nothing touches.")
    torch.manual_seed(given.seed)
    network, drawings = LeaningNetwork(pips), drawn(given.alone, given.seed, alone=True)
    print("Learning whether they lean.")
    for told in train(network, drawings, given.rounds, half=given.half):
        print(told, flush=True)
        write(network, given.out)
    print(f"{given.out}: {given.out.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()
