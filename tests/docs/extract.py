#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the blocks ```cpp file=PATH of a document to OUT/PATH, so that they can be built.

usage: extract.py DOCUMENT OUT
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from fences import blocks  # noqa: E402


def main():
    document, out = map(pathlib.Path, sys.argv[1:3])
    written = 0
    for block in blocks(document.read_text("utf-8")):
        name = block.value("file")
        if name is None or block.language != "cpp":
            continue
        path = out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f'#line {block.line + 1} "{document.resolve()}"\n' + block.text, "utf-8")
        written += 1
    return 0 if written else 1


if __name__ == "__main__":
    sys.exit(main())
