"""In the machine: a touchscreen of ten fingers that obeys the host, line by line, on a virtio-serial port.

    tap X Y [X Y ...]           one finger, or several at once
    press SECONDS X Y [X Y ...] the same, and stay for so long
    swipe SECONDS X Y X Y       a finger from here to there

X and Y are parts of the screen, from 0 to 1. Each line is answered when it is done: `done`, or what is wrong with it.
The kernel sees a multi-touch device of type B, as a touchscreen on USB is one.
"""

import fcntl
import os
import struct
import time

PORT = "/dev/virtio-ports/touch"
MOST = 4095
SLOTS = 10
STEP = 0.02

# Numbers of <linux/uinput.h> and <linux/input-event-codes.h>
UI_DEV_CREATE, UI_DEV_SETUP, UI_ABS_SETUP = 0x5501, 0x405C5503, 0x401C5504
UI_SET_EVBIT, UI_SET_KEYBIT, UI_SET_PROPBIT = 0x40045564, 0x40045565, 0x4004556E
EV_SYN, EV_KEY, EV_ABS, BTN_TOUCH, INPUT_PROP_DIRECT, BUS_USB = 0, 1, 3, 0x14A, 1, 3
ABS_X, ABS_Y, ABS_MT_SLOT, ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_TRACKING_ID = 0, 1, 0x2F, 0x35, 0x36, 0x39


class Touchscreen:
    """The device; it exists as long as this process."""

    def __init__(self):
        self.file = os.open("/dev/uinput", os.O_WRONLY)
        self.touches = 0
        bits = [(UI_SET_EVBIT, EV_KEY), (UI_SET_EVBIT, EV_ABS), (UI_SET_KEYBIT, BTN_TOUCH)]
        for request, bit in (*bits, (UI_SET_PROPBIT, INPUT_PROP_DIRECT)):
            fcntl.ioctl(self.file, request, bit)
        axes = {ABS_X: MOST, ABS_Y: MOST, ABS_MT_POSITION_X: MOST, ABS_MT_POSITION_Y: MOST}
        for code, most in {**axes, ABS_MT_SLOT: SLOTS - 1, ABS_MT_TRACKING_ID: 65535}.items():
            fcntl.ioctl(self.file, UI_ABS_SETUP, struct.pack("Hxxiiiiii", code, 0, 0, most, 0, 0, 0))
        fcntl.ioctl(self.file, UI_DEV_SETUP, struct.pack("HHHH80sI", BUS_USB, 0x0EEF, 1, 1, b"Table touchscreen", 0))
        fcntl.ioctl(self.file, UI_DEV_CREATE)

    def send(self, events):
        for kind, code, value in (*events, (EV_SYN, 0, 0)):
            os.write(self.file, struct.pack("qqHHi", 0, 0, kind, code, value))

    def place(self, slot, x, y):
        x, y = round(x * MOST), round(y * MOST)
        single = [] if slot else [(EV_ABS, ABS_X, x), (EV_ABS, ABS_Y, y)]
        return [(EV_ABS, ABS_MT_POSITION_X, x), (EV_ABS, ABS_MT_POSITION_Y, y), *single]

    def down(self, points):
        events = []
        for slot, (x, y) in enumerate(points):
            self.touches = (self.touches + 1) % 65536
            events += [(EV_ABS, ABS_MT_SLOT, slot), (EV_ABS, ABS_MT_TRACKING_ID, self.touches)]
            events += self.place(slot, x, y)
        self.send([*events, (EV_KEY, BTN_TOUCH, 1)])

    def up(self, points):
        events = []
        for slot in range(len(points)):
            events += [(EV_ABS, ABS_MT_SLOT, slot), (EV_ABS, ABS_MT_TRACKING_ID, -1)]
        self.send([*events, (EV_KEY, BTN_TOUCH, 0)])

    def tap(self, *points):
        self.press(0.12, *points)

    def press(self, seconds, *numbers):
        points = list(zip(numbers[::2], numbers[1::2], strict=True))
        if not 1 <= len(points) <= SLOTS or not all(0 <= number <= 1 for number in numbers):
            raise ValueError("one to ten points of two numbers from 0 to 1")
        self.down(points)
        time.sleep(seconds)
        self.up(points)

    def swipe(self, seconds, x, y, to_x, to_y):
        steps = max(1, round(seconds / STEP))
        self.down([(x, y)])
        for step in range(1, steps + 1):
            time.sleep(seconds / steps)
            part = step / steps
            self.send([(EV_ABS, ABS_MT_SLOT, 0), *self.place(0, x + (to_x - x) * part, y + (to_y - y) * part)])
        self.up([(x, y)])


def obey(screen, line):
    try:
        gesture, *numbers = line.decode().split()
        gestures = {"tap": screen.tap, "press": screen.press, "swipe": screen.swipe}
        gestures[gesture](*map(float, numbers))
    except (KeyError, TypeError, ValueError) as problem:
        return f"{type(problem).__name__}: {problem}\n".encode()
    return b"done\n"


def main():
    screen = Touchscreen()
    port = os.open(PORT, os.O_RDWR)
    rest = b""
    while True:
        heard = os.read(port, 4096)
        if not heard:
            time.sleep(0.2)  # Nobody is at the other end, which every read says at once.
        *lines, rest = (rest + heard).split(b"\n")
        for line in lines:
            os.write(port, obey(screen, line))


if __name__ == "__main__":
    main()
