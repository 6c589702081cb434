#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whole processes in turn, A B A B …: the ratio of each pair, since machines are noisy and pairs are not.

usage: pairs.py BCHECK CORPUS PEERS [--sets png,jpeg:jpegfast,…] [--peers naive,tuned,y1] [--runs 5] [--jobs 2]

For each set of the corpus: `bcheck run` with manifests/bench/SET.json, or of another name behind a colon, and each
peer. Peers are what PEERS/run.sh knows, and the limits of the machine: y1, y2 and y3 of tests/bench/yardstick.cc
(build/release/tests/yardstick), and y4, `openssl dgst -sha256` of the largest file. One run of each is not counted.
Prints a table in Markdown: the median of peer ÷ bcheck over the pairs with the smallest and largest, for wall time and
for CPU time, and bcheck's own median seconds.
"""
import argparse
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
RULES = {"jpegprog": "jpeg"}  # sets that share the rules of another


def timed(command, environment):
    """Wall and CPU seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    done = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE)
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in (0, 1):
        sys.exit(f"{command} exits with {done.returncode}: {done.stderr.decode(errors='replace')[-500:]}")
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def peer_command(peer, name, corpus, opts, scratch):
    files = corpus / name / "files"
    if peer == "y4":
        return ["openssl", "dgst", "-sha256", str(max(files.iterdir(), key=lambda path: path.stat().st_size))]
    if peer in ("y1", "y2", "y3"):
        return [str(pathlib.Path(opts.bcheck).resolve().parent / "tests/yardstick"), peer, str(files), str(opts.jobs)]
    return ["sh", f"{opts.peers_folder}/run.sh", peer, name, str(corpus), scratch]


def spread(values):
    return f"{statistics.median(values):.2f} ({min(values):.2f}–{max(values):.2f})"


def main():
    ask = argparse.ArgumentParser()
    ask.add_argument("bcheck")
    ask.add_argument("corpus")
    ask.add_argument("peers_folder")
    ask.add_argument("--sets", default="png,png1024,jpeg,jpegprog,text,npy")
    ask.add_argument("--peers", default="naive,tuned")
    ask.add_argument("--runs", type=int, default=5)
    ask.add_argument("--jobs", type=int, default=os.cpu_count())
    opts = ask.parse_args()
    corpus, bcheck = pathlib.Path(opts.corpus).resolve(), str(pathlib.Path(opts.bcheck).resolve())
    environment = {**os.environ, "JOBS": str(opts.jobs)}
    print("| set | peer | wall, peer ÷ bcheck | CPU, peer ÷ bcheck | bcheck, wall s | bcheck, CPU s |")
    print("| --- | --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as scratch:
        for words in opts.sets.split(","):
            name, _, rules = words.partition(":")
            rules = rules or RULES.get(name, name)
            batch = corpus / name
            mine = [bcheck, "run", str(batch / "manifest.txt"), str(batch / "files"), "-q", "--jobs", str(opts.jobs),
                    "--rules", str(ROOT / "manifests/bench" / f"{rules}.json"), "-o", f"{scratch}/report.json"]
            for peer in opts.peers.split(","):
                theirs = peer_command(peer, name, corpus, opts, scratch)
                pairs = [(timed(mine, environment), timed(theirs, environment)) for _ in range(opts.runs + 1)][1:]
                wall = [b[0] / a[0] for a, b in pairs]
                cpu = [b[1] / a[1] for a, b in pairs]
                print(f"| {words} | {peer} | {spread(wall)} | {spread(cpu)} | "
                      f"{statistics.median(a[0] for a, _ in pairs):.2f} | {statistics.median(a[1] for a, _ in pairs):.2f} |",
                      flush=True)


if __name__ == "__main__":
    main()
