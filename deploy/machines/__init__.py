"""Whole machines to test on: Debian in QEMU, with what a table has: touch, a dice reader, buttons."""
