"""Packs: the content of a box as data, bundled with the companion or added by its owner."""

from companion.packs.loader import InstalledPack, LoadedPack, installed_packs, load_pack

__all__ = ["InstalledPack", "LoadedPack", "installed_packs", "load_pack"]
