"""Full screen on a desktop: an X11 window, shown through Xwayland under a Wayland compositor.

The window has the size of the screen from the start: without a window manager, nobody would enlarge it.

cage 0.1 (Debian 12) scans out a full-screen window directly. Everything it composites itself is then out of date:
screenshots, remote desktops, the area below a pointer it draws. While another window is transient for ours, mapped or
not, it composites every frame.
"""

from __future__ import annotations

import ctypes
from ctypes import c_char_p, c_int, c_uint, c_ulong, c_void_p

KNOWN = 1.0
"""Seconds a compositor takes to register a new window; hints set earlier are ignored."""


def size() -> tuple[int, int] | None:
    """Size of the X screen in pixels, all monitors together; None without a desktop."""
    x11 = _x11()
    display = x11.XOpenDisplay(None)
    if not display:
        return None
    screen = x11.XDefaultScreen(display)
    found = x11.XDisplayWidth(display, screen), x11.XDisplayHeight(display, screen)
    x11.XCloseDisplay(display)
    return found


def force_compositing() -> None:
    """Make the compositor composite every frame of the window."""
    from kivy.clock import Clock  # noqa: PLC0415 - kivy is imported only after it is prepared
    from kivy.core.window import Window  # noqa: PLC0415

    x11, info = _x11(), Window.get_window_info()
    root = x11.XDefaultRootWindow(info.display)
    never_shown = x11.XCreateSimpleWindow(info.display, root, 0, 0, 1, 1, 0, 0, 0)
    x11.XFlush(info.display)

    def belong(_dt: float) -> None:
        x11.XSetTransientForHint(info.display, never_shown, info.window)
        x11.XFlush(info.display)
        Window.canvas.ask_update()

    Clock.schedule_once(belong, KNOWN)


def _x11() -> ctypes.CDLL:
    found = ctypes.CDLL("libX11.so.6")
    found.XOpenDisplay.argtypes = [c_char_p]
    found.XOpenDisplay.restype = c_void_p
    found.XDefaultScreen.argtypes = found.XCloseDisplay.argtypes = found.XFlush.argtypes = [c_void_p]
    found.XDisplayWidth.argtypes = found.XDisplayHeight.argtypes = [c_void_p, c_int]
    found.XDefaultRootWindow.argtypes = [c_void_p]
    found.XDefaultRootWindow.restype = c_ulong
    found.XCreateSimpleWindow.argtypes = [c_void_p, c_ulong, c_int, c_int, *[c_uint] * 3, *[c_ulong] * 2]
    found.XCreateSimpleWindow.restype = c_ulong
    found.XSetTransientForHint.argtypes = [c_void_p, c_ulong, c_ulong]
    return found
