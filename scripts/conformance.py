#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the conformance judge over corpora with known verdicts and refuses to slip back.

usage: conformance.py JUDGE BCHECK [--thresholds FILE] [--update]

JUDGE is a program that takes BCHECK, --only NAMES and --json FILE, and counts a group of cases at a time: how many
verdicts, reasons and measures are right. The thresholds file (tests/conformance.json) holds the corpora to run and
the least of each group. Fewer right ones than that, or a group that is gone, is a failure; more are told, so that the
file can be raised with --update. --update never lowers a number: that is done by hand, with a reason in the commit.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

HOUSE = pathlib.Path(__file__).resolve().parent.parent
COUNTS = ("right", "reasons right", "measures right")


def slips(least, rows):
    """What is worse than the thresholds: one line each."""
    out = []
    for group, wanted in sorted(least.items()):
        if group not in rows:
            out.append(f"{group}: not judged at all")
            continue
        for count in COUNTS:
            have, want = rows[group].get(count, 0), wanted.get(count, 0)
            if have < want:
                out.append(f"{group}: {count} {have}, at least {want} expected")
    return out


def gains(least, rows):
    out = []
    for group, row in sorted(rows.items()):
        for count in COUNTS:
            have, want = row.get(count, 0), least.get(group, {}).get(count, 0)
            if have > want:
                out.append(f"{group}: {count} {have} (threshold {want})")
    return out


def raised(least, rows):
    return {group: {count: max(rows.get(group, {}).get(count, 0), least.get(group, {}).get(count, 0))
                    for count in COUNTS}
            for group in sorted(least.keys() | rows.keys())}


def written(thresholds):
    """One group a line, so that a change is a line."""
    groups = ",\n".join(f"  {json.dumps(name)}: {json.dumps(counts)}" for name, counts in thresholds["groups"].items())
    return (f'{{\n "corpora": {json.dumps(thresholds["corpora"])},\n "groups": {{\n{groups}\n }}\n}}\n')


def main():
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("judge")
    ask.add_argument("bcheck")
    ask.add_argument("--thresholds", type=pathlib.Path, default=HOUSE / "tests/conformance.json")
    ask.add_argument("--update", action="store_true")
    given = ask.parse_args()
    thresholds = json.loads(given.thresholds.read_text("utf-8"))
    with tempfile.TemporaryDirectory() as place:
        out = pathlib.Path(place) / "rows.json"
        command = [sys.executable, given.judge, given.bcheck, "--only", ",".join(thresholds["corpora"]), "--list", "20",
                   "--json", str(out)]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, check=False)
        if not out.exists():
            print(f"the judge ended with {done.returncode} and left no result")
            return 1
        rows = json.loads(out.read_text("utf-8"))["rows"]
    if not rows:
        print("the judge found no cases")
        return 1
    bad = slips(thresholds["groups"], rows)
    better = gains(thresholds["groups"], rows)
    for line in bad:
        print("slipped back:", line)
    for line in better:
        print("better:", line)
    print(f"{len(thresholds['groups'])} groups with thresholds, {len(bad)} slips, {len(better)} gains")
    if given.update:
        thresholds["groups"] = raised(thresholds["groups"], rows)
        given.thresholds.write_text(written(thresholds), "utf-8")
    elif better:
        print("raise the thresholds with --update")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
