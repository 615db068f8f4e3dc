"""Train the network that reads pips, from drawn dice, and write ``hardware/camera/pips.onnx``.

    pip install .[training]
    OMP_NUM_THREADS=1 python -m hardware.camera.training --half

So the network that is shipped was made: six minutes of drawing and five of learning, each on one core of a Xeon that
computes with bfloat16. Everything is seeded, but another processor or OpenCV makes another network: measure each with
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
import torch
from torch import Tensor, nn
from torch.nn import functional

from hardware.camera.pips import CHANNELS, FACES, LEAST_SPREAD, NETWORK, SIDE
from hardware.camera.training.drawings import UNKNOWN, Drawings, drawing, mixed, real

BATCH = 128
BLOCK = 2000
"""Drawings of one seed."""
TESTED = 0.05
"""Share of the drawings that is not learned from."""
RATE = 4e-3
"""Greatest step of the training."""
LEANING = 0.5
"""How much it counts whether a die leans, beside what it shows."""


class PipNetwork(nn.Module):  # type: ignore[misc, unused-ignore]  # PyTorch is not installed where this is checked
    """From dice as ``pips.prepared`` gives them, (n, ``CHANNELS``, ``SIDE``, ``SIDE``), to (n, ``FACES`` + 2): the
    odds that a face is up, 0 for none, which add up to 1; and last the odds that the die leans."""

    def __init__(self) -> None:
        super().__init__()
        self.looks = nn.Sequential(
            *(_layer(CHANNELS, 16, 2), _layer(16, 24), nn.MaxPool2d(2), _layer(24, 48), _layer(48, 48)),
            *(nn.MaxPool2d(2), _layer(48, 64)),
        )
        self.drops = nn.Dropout(0.2)
        self.says = nn.Linear(64 * 6, FACES + 2)

    def forward(self, dice: Tensor) -> Tensor:
        found = self.scores(dice)
        return torch.cat([functional.softmax(found[:, :-1], 1), torch.sigmoid(found[:, -1:])], 1)

    def scores(self, dice: Tensor) -> Tensor:
        """The same before they are made odds."""
        seen = self.looks(dice)
        parts = [functional.avg_pool2d(seen, 3).flatten(1), seen.mean((2, 3)), seen[:, :, 1:5, 1:5].amax((2, 3))]
        found: Tensor = self.says(self.drops(torch.cat(parts, 1)))
        return found


def _layer(wide: int, out: int, step: int = 1) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(wide, out, 3, step, 1, bias=False), nn.BatchNorm2d(out), nn.ReLU(inplace=True))


def drawn(count: int, seed: int) -> Drawings:
    """So many drawings, on every core."""
    with Pool() as pool:
        blocks = pool.starmap(_block, [(seed, n) for n in range(-(-count // BLOCK))], chunksize=1)
    return Drawings(*(np.concatenate(parts) for parts in zip(*blocks, strict=True)))


def _block(seed: int, number: int) -> Drawings:
    cv2.setNumThreads(1)
    random = np.random.default_rng((seed, number))
    made = [drawing(random) for _ in range(BLOCK)]
    pictures, slopes, faces, leans = zip(*made, strict=True)
    return Drawings(np.stack(pictures), np.array(slopes, np.float32), np.array(faces), np.array(leans))


def train(drawings: Drawings, rounds: int, seed: int, *, half: bool) -> Iterator[tuple[PipNetwork, str]]:
    """After each round the network as it is, and how well it reads drawings that it does not learn from."""
    torch.manual_seed(seed)
    pictures = torch.from_numpy(drawings.pictures).permute(0, 3, 1, 2).contiguous()
    slopes, faces, leans = map(torch.from_numpy, drawings[1:])
    tested = int(TESTED * len(faces))
    steps = rounds * ((len(faces) - tested) // BATCH)
    network = PipNetwork().to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(network.parameters(), RATE, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, total_steps=steps)
    for n in range(rounds):
        network.train()
        for some in (torch.randperm(len(faces) - tested) + tested).split(BATCH)[: steps // rounds]:
            dice = _changed(pictures[some].float(), slopes[some]).contiguous(memory_format=torch.channels_last)
            with torch.autocast("cpu", torch.bfloat16, enabled=half):
                scores = network.scores(dice).float()
            loss = _loss(scores, faces[some], leans[some])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
        network.eval()
        with torch.no_grad():
            dice = _channels(pictures[:tested].float(), slopes[:tested])
            found = torch.cat([network(part) for part in dice.split(BATCH)])
        yield network, f"{n + 1}: {_told(found, faces[:tested], leans[:tested])}"


def _loss(scores: Tensor, faces: Tensor, leans: Tensor) -> Tensor:
    loss = functional.cross_entropy(scores[:, :-1], faces, label_smoothing=0.02)
    said = leans != UNKNOWN
    leaning = functional.binary_cross_entropy_with_logits(scores[said, -1], leans[said].float())
    return loss + LEANING * leaning


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


def write(network: PipNetwork, file: Path) -> None:
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
    wanted.add_argument("--dice", type=Path, action="append", default=[], help="a folder of real dice (--keep)")
    wanted.add_argument("--rounds", type=int, default=10, help="how often each of them is looked at")
    wanted.add_argument("--seed", type=int, default=1, help="the same seed makes the same network")
    wanted.add_argument("--half", action="store_true", help="compute in 16 bits, where the processor has bfloat16")
    wanted.add_argument("--out", type=Path, default=NETWORK, help="the file that is written")
    given = wanted.parse_args()
    print(f"Drawing {given.drawings} dice.")
    drawings = drawn(given.drawings, given.seed)
    if given.dice:
        drawings = mixed([drawings, *map(real, given.dice)], given.seed)
    print("Learning.")
    for network, told in train(drawings, given.rounds, given.seed, half=given.half):
        print(told, flush=True)
        write(network, given.out)
    print(f"{given.out}: {given.out.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()
