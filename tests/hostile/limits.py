#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the table of limits of docs/security.md to the code: each row names a constant, or a member with its default,
and the file in which it stands.

usage: limits.py ROOT
"""
import pathlib
import re
import sys

UNITS = {"KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30, "s": 1, "": 1}


def value_of(name, text):
    """What a definition `name = expression;` of C++ comes to."""
    found = re.search(rf"\b{name} = ([^;]+);", text)
    if not found:
        return None
    expression = re.sub(r"std::\w+\{(\d+)\}", r"\1", found[1]).replace("'", "")
    expression = re.sub(r"(\d)[uUlL]+", r"\1", expression).strip()
    if not re.fullmatch(r"[\d .<*+()-]+", expression):
        return None
    return eval(expression)  # digits and operators, and nothing else


def main():
    root = pathlib.Path(sys.argv[1])
    rows = re.findall(r"^\|[^|]*\| ([\d.]+) ?(\w*)[^|]*\|[^|]*\| `(\w+)` in `([^`]+)` \|$", (root / "docs/security.md").read_text(), re.M)
    wrong = 0
    for number, unit, name, file in rows:
        said = float(number) * UNITS.get(unit, 0)
        found = value_of(name, (root / file).read_text())
        if found != said:
            print(f"FAILED  docs/security.md says that {name} in {file} is {number} {unit}; it is {found}")
            wrong += 1
    if len(rows) < 20:
        print(f"FAILED  only {len(rows)} rows of the table were understood")
        wrong += 1
    print(f"{len(rows)} limits, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
