"""Drives a real browser through its DevTools protocol."""

from __future__ import annotations

import base64
import json
import os
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import urlopen

import websocket

PROGRAM = "/usr/bin/chromium"
FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--no-first-run", "--disable-dev-shm-usage", "--hide-scrollbars", "--remote-debugging-port=0",
    "--remote-allow-origins=*", "--force-device-scale-factor=1", "--font-render-hinting=none",
    "--disable-features=BackForwardCache",
)  # fmt: skip
LATEST = 90.0
"""Seconds: on a busy machine a page may take half a minute."""


class Line:
    """A line to the browser: each call is answered, among messages about what happens."""

    def __init__(self, address: str) -> None:
        self._socket = websocket.create_connection(address, timeout=LATEST)
        self._count = 0

    def call(self, method: str, **about: Any) -> dict[str, Any]:
        """Call a method of the protocol; returns its result. Fails if it is not answered in time."""
        answer = self._sent(method, about, lambda: False)
        if "error" in answer:
            raise AssertionError(f"{method}: {answer['error']}")
        result: dict[str, Any] = answer["result"]
        return result

    def _sent(self, method: str, about: Mapping[str, Any], lost: Callable[[], bool]) -> dict[str, Any]:
        """Call a method; returns its answer, or the message after which that is lost."""
        self._count += 1
        self._socket.send(json.dumps({"id": self._count, "method": method, "params": about}))
        # Other messages come all the time: the limit is that of the answer.
        end = time.monotonic() + LATEST
        while True:
            self._socket.settimeout(max(end - time.monotonic(), 0.001))
            try:
                message: dict[str, Any] = json.loads(self._socket.recv())
            except websocket.WebSocketTimeoutException:
                raise TimeoutError(f"the browser has not answered {method} for {LATEST:.0f} s") from None
            self._hear(message)
            if message.get("id") == self._count or lost():
                return message

    def _hear(self, message: dict[str, Any]) -> None:
        """What happens."""


class Tab(Line):
    """A page in a browser context of its own, without shared cookies."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self._pages = 0
        """How many pages have come up."""
        self.errors: list[str] = []
        """Errors on the page's console."""
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def _hear(self, message: dict[str, Any]) -> None:
        about = message.get("params", {})
        if message.get("method") == "Runtime.exceptionThrown":
            self.errors.append(str(about["exceptionDetails"].get("exception", {}).get("description")))
        elif message.get("method") == "Log.entryAdded" and about["entry"]["level"] == "error":
            self.errors.append(f"{about['entry']['text']} {about['entry'].get('url', '')}")
        elif message.get("method") == "Page.frameNavigated" and "parentId" not in about["frame"]:
            self._pages += 1

    def _act(self, *events: tuple[str, Mapping[str, Any]]) -> None:
        """Do something with a finger, a mouse or a key, until the page is left: that acknowledges nothing any more."""
        before = self._pages
        for method, about in events:
            answer = self._sent(method, about, lambda: self._pages != before)
            assert "error" not in answer or self._pages != before, f"{method}: {answer['error']}"

    def touch(self, *points: tuple[float, float], finger: bool = True) -> None:
        """Press at the first point, move over the others, and let go: with a finger, or with a mouse."""
        kinds = ("touchStart", "touchMove", "touchEnd") if finger else ("mousePressed", "mouseMoved", "mouseReleased")
        down, move, up = kinds
        steps = [(down, points[0]), *((move, point) for point in points[1:]), (up, points[-1])]
        if finger:
            events = [(kind, [] if kind == up else [{"x": x, "y": y}]) for kind, (x, y) in steps]
            self._act(*(("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at}) for kind, at in events))
        else:
            held = {"button": "left", "buttons": 1, "clickCount": 1}
            self._act(*(("Input.dispatchMouseEvent", {"type": kind, "x": x, "y": y, **held}) for kind, (x, y) in steps))

    def press(self, key: str) -> None:
        """A key of the keyboard: Tab or Enter."""
        about = {"key": key, "code": key, "windowsVirtualKeyCode": {"Tab": 9, "Enter": 13}[key]}
        text = {"text": "\r"} if key == "Enter" else {}
        self._act(
            ("Input.dispatchKeyEvent", {"type": "keyDown", **about, **text}),
            ("Input.dispatchKeyEvent", {"type": "keyUp", **about}),
        )

    def close(self) -> bool:
        """Leave the page, and forget what was set for it; False if no other page can come up here.

        One that was put to sleep is not drawn any more, even when it is awake.
        """
        try:
            seen = self.run("document.visibilityState") == "visible"
            self.cut_off(offline=False)
            self.call("Page.navigate", url="about:blank")
        except TimeoutError:
            seen = False
        self._socket.close()
        return seen

    def size(self, width: int, height: int, *, mobile: bool = False) -> None:
        """Set the size in pixels, as a phone or not."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=mobile)

    def letters(self, pixels: int) -> None:
        """Set the size of letters that is set in the browser."""
        self.call("Page.setFontSizes", fontSizes={"standard": pixels, "fixed": pixels * 13 // 16})

    def speak(self, language: str) -> None:
        """Set the browser's language."""
        self.call("Network.setExtraHTTPHeaders", headers={"Accept-Language": language})

    def light(self, scheme: str) -> None:
        """Set the preferred colour scheme: ``light`` or ``dark``."""
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def know(self, cookie: str, key: str, url: str) -> None:
        """Keep a key for the pages at a URL."""
        name = f"{cookie}-{urlsplit(url).port}"
        self.call("Network.setCookie", name=name, value=key, url=url, httpOnly=True)

    def cut_off(self, *, offline: bool) -> None:
        """Disconnect or reconnect the network."""
        self.call(
            "Network.emulateNetworkConditions", offline=offline, latency=0, downloadThroughput=-1, uploadThroughput=-1
        )

    def go(self, address: str) -> None:
        """Open an address and wait until it is loaded."""
        self.call("Page.navigate", url=address)
        self.until("document.readyState === 'complete' && location.href !== 'about:blank'")

    def run(self, script: str) -> Any:
        """The result of a script."""
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise AssertionError(f"{script}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def until(self, script: str, seconds: float = LATEST) -> Any:
        """Wait until a script returns a true value; returns it."""
        end, result = time.monotonic() + seconds, None
        while True:
            with suppress(AssertionError):  # During navigation there is no page to query.
                result = self.run(f"(() => {{ const it = ({script}); return it instanceof Node ? true : it; }})()")
            if result:
                return result
            assert time.monotonic() < end, f"never: {script}\n{self.run('document.body.innerText')}"
            time.sleep(0.02)

    def text(self) -> str:
        """The visible text."""
        return str(self.run("document.body.innerText"))

    def tap(self, words: str, within: str = "body") -> None:
        """Tap the first button or heading with this text inside ``within`` (CSS), opening what is around it."""
        label, parts = json.dumps(words), json.dumps(f"{within} button, {within} summary")
        self.run(
            f"(() => {{ const all = [...document.querySelectorAll({parts})];"
            f"const hit = all.find((one) => one.innerText.trim().split('\\n')[0].trim() === {label} && !one.disabled)"
            f" ?? all.find((one) => one.textContent.includes({label}) && !one.disabled);"
            f"if (!hit) throw new Error('no ' + {label} + ' in ' + document.body.innerText);"
            "for (let box = hit.parentElement; box; box = box.parentElement) if (box.tagName === 'DETAILS'"
            " && hit.tagName !== 'SUMMARY') box.open = true;"
            "hit.click(); return true; })()"
        )

    def choose(self, *files: Path, which: int = 0) -> None:
        """Give files to the page's field for one that is the ``which``; the page may be another meanwhile."""
        self.until("document.readyState === 'complete' && document.querySelector('input[type=file]')")
        end = time.monotonic() + LATEST
        while True:
            try:
                root = self.call("DOM.getDocument")["root"]["nodeId"]
                result = self.call("DOM.querySelectorAll", nodeId=root, selector="input[type=file]")["nodeIds"]
                self.call("DOM.setFileInputFiles", nodeId=result[which], files=list(map(str, files)))
            except (AssertionError, IndexError):
                assert time.monotonic() < end, "no file can be chosen"
                time.sleep(0.05)
            else:
                return

    def settle(self) -> None:
        """End the moment after a page has changed in which nothing takes a tap."""
        self.run(
            "for (const one of document.getAnimations())"
            " if (one.animationName === 'settle' || one.animationName === 'dim') one.finish()"
        )

    def picture(self, *, whole: bool = False) -> bytes:
        """A PNG of the viewport, or of the whole page, once taps count on it."""
        self.settle()
        result = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        return base64.b64decode(result["data"])


class Browser(Line):
    """Headless Chromium."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self._base = address.partition("/devtools")[0]
        self._open: list[tuple[str, Tab]] = []
        self._free: list[str] = []
        """Tabs that nobody uses any more: a new one is a window, which takes longer to make than a page."""

    def tab(self) -> Tab:
        """A new isolated page."""
        if self._free:
            target = self._free.pop()
        else:
            context = self.call("Target.createBrowserContext")["browserContextId"]
            target = self.call("Target.createTarget", url="about:blank", browserContextId=context)["targetId"]
        tab = Tab(f"{self._base}/devtools/page/{target}")
        tab.call("Network.clearBrowserCookies")
        self._open.append((target, tab))
        return tab

    def close_tabs(self) -> None:
        """Close all pages, which would go on listening to servers that are gone."""
        while self._open:
            target, tab = self._open.pop()
            if tab.close():
                self._free.append(target)
            else:
                self.call("Target.closeTarget", targetId=target)


FONTS = Path(__file__).parents[2] / "ui/look/fonts"


def _environment(folder: Path) -> dict[str, str]:
    """With the same fonts on every machine."""
    config = folder / "fonts.conf"
    config.write_text(f"<fontconfig><dir>{FONTS}</dir><cachedir>{folder}/fonts</cachedir></fontconfig>")
    return {**os.environ, "FONTCONFIG_FILE": str(config)}


@contextmanager
def chromium(folder: Path) -> Iterator[Browser]:
    """The browser with its own profile in ``folder``, until the block ends."""
    program = subprocess.Popen(
        [PROGRAM, *FLAGS, f"--user-data-dir={folder}", "about:blank"],
        env=_environment(folder),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        active = folder / "DevToolsActivePort"
        end = time.monotonic() + LATEST
        while not (active.exists() and len(active.read_text().splitlines()) == 2):
            assert program.poll() is None, "the browser has ended"
            assert time.monotonic() < end, "the browser does not start"
            time.sleep(0.05)
        port = active.read_text().splitlines()[0]
        with urlopen(f"http://127.0.0.1:{port}/json/version", timeout=LATEST) as answer:
            yield Browser(json.load(answer)["webSocketDebuggerUrl"])
    finally:
        program.terminate()
        program.wait(LATEST)
