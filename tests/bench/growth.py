#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How time and memory grow with a batch: ten times as much again and again, in the shapes that break tools.

usage: growth.py BCHECK [--shapes missing,records,…] [--from 1000] [--to 1000000] [--runs 3] [--jobs 2]

Prints a table in Markdown: for each shape and size the least wall time and CPU time of the runs, the time over that of
a tenth of the size, and the peak memory of the largest process. Growth is linear where the ratio is about 10.
Everything is made in a temporary folder; files of a folder are hard links to a few, so a million of them cost no space.
"""
import argparse
import json
import multiprocessing
import os
import pathlib
import subprocess
import sys
import tempfile
import time

LINKS_EACH = 50_000  # of a file; ext4 allows 65,000


def keys_of(n, prefix="sample"):
    return [f"{prefix}-{i:07d}" for i in range(n)]


def write_keys(path, keys):
    path.write_text("".join(key + "\n" for key in keys))


def link_files(folder, names):
    """Files of 30 bytes that are text, as links to a few."""
    folder.mkdir(parents=True, exist_ok=True)
    source = None
    for i, name in enumerate(names):
        if i % LINKS_EACH == 0:
            source = folder / name
            source.write_text(f"A sentence of file {i:010d}.\n")
        else:
            os.link(source, folder / name)


def write_records(path, rows):
    with open(path, "w") as out:
        for key, text in rows:
            out.write(json.dumps({"id": key, "text": text}) + "\n")


def text_of(i):
    return f"The answer to question {i} is {i * 7919 % 100_003}, give or take."


# Each makes a manifest, an output and rules of size n, and says what to look for in the report's counts.


def missing(folder, n):
    """keys without any product"""
    write_keys(folder / "keys.txt", keys_of(n))
    (folder / "out").mkdir()
    return None, {"total": n, "missing": n}


def files(folder, n):
    """keys with a small file each, all in one folder"""
    keys = keys_of(n)
    write_keys(folder / "keys.txt", keys)
    link_files(folder / "out", [key + ".txt" for key in keys])
    return None, {"total": n, "pass": n}


def extra(folder, n):
    """a folder of files that belong to none of the 1,000 keys"""
    write_keys(folder / "keys.txt", keys_of(1000))
    link_files(folder / "out", [name + ".txt" for name in keys_of(n, "stranger")])
    return None, {"total": 1000, "missing": 1000, "extra": n}


RECORDS = {"schema": "bcheck.rules/1",
           "artifacts": {"text": {"records": "results.jsonl", "id": "/id", "value": "/text", "type": "text"}}}


def records(folder, n):
    """records with a text, one for each key, in another order"""
    keys = keys_of(n)
    write_keys(folder / "keys.txt", keys)
    (folder / "out").mkdir()
    step = 7919  # prime, and no divisor of a power of ten: every key once, none near the last
    write_records(folder / "out/results.jsonl", ((keys[i * step % n], text_of(i)) for i in range(n)))
    return RECORDS, {"total": n, "pass": n}


def duplicates(folder, n):
    """records that all have the same key, each with another text"""
    write_keys(folder / "keys.txt", keys_of(1))
    (folder / "out").mkdir()
    write_records(folder / "out/results.jsonl", ((keys_of(1)[0], text_of(i)) for i in range(n)))
    return RECORDS, {"total": 1, "fail": 1, "duplicates": n - 1}


def twins(folder, n):
    """keys that stand twice in the manifest"""
    write_keys(folder / "keys.txt", keys_of(n // 2) * 2)
    (folder / "out").mkdir()
    return None, {"total": n // 2, "missing": n // 2}


ROWS = {"schema": "bcheck.rules/1", "artifacts": {"vector": {"row_of": "vectors.json", "type": "embedding"}}}


def rows(folder, n):
    """rows of one array in a JSON file, one for each key"""
    write_keys(folder / "keys.txt", keys_of(n))
    (folder / "out").mkdir()
    with open(folder / "out/vectors.json", "w") as out:
        for i in range(n):
            # No two rows alike, and no column constant.
            numbers = ", ".join(f"0.{(i * 7919 + 1) * (column * 104_729 + 1) % 999_983:06d}" for column in range(12))
            out.write(("[" if i == 0 else ",\n") + f"[{numbers}, {i % 1000}.5, {i // 1000}.5]")
        out.write("]\n")
    return ROWS, {"total": n, "pass": n}


def line(folder, n):
    """one record with a text of 100 bytes for each of the size"""
    write_keys(folder / "keys.txt", keys_of(1))
    (folder / "out").mkdir()
    words = " ".join(text_of(i) for i in range(2 * n))
    write_records(folder / "out/results.jsonl", [(keys_of(1)[0], words[:100 * n])])
    return RECORDS, {"total": 1, "pass": 1}


SHAPES = {shape.__name__: shape for shape in (missing, files, extra, records, duplicates, twins, rows, line)}


def made(shape, folder, n):
    """In a process of its own: what this one has ever used would count as used by its children."""
    with multiprocessing.Pool(1) as pool:
        return pool.apply(SHAPES[shape], (folder, n))


def timed(command):
    """Wall seconds, CPU seconds, peak MiB of the largest process."""
    start = time.perf_counter()
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    complaint = child.stderr.read()
    _, status, usage = os.wait4(child.pid, 0)
    wall = time.perf_counter() - start
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode not in (0, 1):
        sys.exit(f"{command} ends with {child.returncode}: {complaint.decode(errors='replace')[-500:]}")
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def counts_of(report):
    """The counts of a report's summary, which stands behind the items on a line of its own."""
    with open(report, "rb") as file:
        file.seek(max(0, report.stat().st_size - (1 << 20)))
        line = next(line for line in reversed(file.read().split(b"\n")) if line.startswith(b' "summary": '))
    summary = json.loads(line.removeprefix(b' "summary": ').rstrip(b","))
    return summary | summary["keys"]


def measured(opts, shape, n):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="growth"))
    try:
        rules, expected = made(shape, folder, n)
        command = [opts.bcheck, "run", str(folder / "keys.txt"), str(folder / "out"), "-j", str(opts.jobs),
                   "-o", str(folder / "report.json")]
        if rules is not None:
            (folder / "rules.json").write_text(json.dumps(rules))
            command += ["--rules", str(folder / "rules.json")]
        runs = [timed(command) for _ in range(opts.runs)]
        counts = counts_of(folder / "report.json")
        wrong = {name: counts.get(name) for name, value in expected.items() if counts.get(name) != value}
        if wrong:
            sys.exit(f"{shape} of {n}: the report says {wrong}, and not {expected}")
        return min(run[0] for run in runs), min(run[1] for run in runs), max(run[2] for run in runs)
    finally:
        subprocess.run(["rm", "-rf", str(folder)], check=True)  # not by Python, which would list a million names


def main():
    ask = argparse.ArgumentParser()
    ask.add_argument("bcheck")
    ask.add_argument("--shapes", default=",".join(SHAPES))
    ask.add_argument("--from", dest="least", type=int, default=1000)
    ask.add_argument("--to", dest="most", type=int, default=1_000_000)
    ask.add_argument("--runs", type=int, default=3)
    ask.add_argument("--jobs", type=int, default=2)
    opts = ask.parse_args()
    print("| shape | size | wall, s | CPU, s | wall ÷ that of a tenth | CPU ÷ that of a tenth | peak MiB |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for shape in opts.shapes.split(","):
        before = None
        n = opts.least
        while n <= opts.most:
            wall, cpu, memory = measured(opts, shape, n)
            ratios = f"{wall / before[0]:.1f} | {cpu / before[1]:.1f}" if before else "|"
            print(f"| {shape} | {n:,} | {wall:.3f} | {cpu:.3f} | {ratios} | {memory:.0f} |", flush=True)
            before = (wall, cpu)
            n *= 10


if __name__ == "__main__":
    main()
