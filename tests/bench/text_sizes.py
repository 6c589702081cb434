#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Texts of one size and script at a time: how many megabytes of them a core checks, and the peers beside it.

usage: text_sizes.py BCHECK PEERS [--peers tuned] [--runs 3] [--megabytes 20]

Makes files of 100 bytes, 2 kB and 100 kB in English, Russian and Chinese (words in random order, so that nothing
repeats), runs `bcheck run` with one job and each peer in turn by pairs.py, and prints a table in Markdown: megabytes a
second of CPU time, microseconds a text, and peer ÷ bcheck. Whole processes: reading, hashing and the report are in it.
"""
import argparse
import pathlib
import random
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SIZES = {"100 B": 100, "2 kB": 2000, "100 kB": 100_000}
SYLLABLES = {
    "English": ["ra", "ton", "el", "mi", "sk", "ver", "ing", "po", "la", "den", "cu", "ther", "is", "o", "na", "be", "lo"],
    "Russian": ["ра", "тон", "эл", "ми", "ск", "вер", "ный", "по", "ла", "ден", "ку", "тер", "ис", "о", "на", "бе", "ло"],
    "Chinese": list("天地玄黄宇宙洪荒日月盈昃辰宿列张寒来暑往秋收冬藏闰余成岁律吕调阳云腾致雨露结为霜金生丽水玉出昆冈"),
}


def text_of(language, size, chance):
    parts, length = [], 0
    space = "" if language == "Chinese" else " "
    while length < size:
        sentence = space.join("".join(chance.choice(SYLLABLES[language]) for _ in range(chance.randint(2, 4)))
                              for _ in range(chance.randint(5, 14)))
        sentence = sentence.capitalize() + ("。" if language == "Chinese" else ". ")
        parts.append(sentence)
        length += len(sentence.encode())
    return "".join(parts).encode()[:size].decode(errors="ignore")


def make(folder, language, size, total):
    files = folder / "text" / "files"
    files.mkdir(parents=True)
    chance = random.Random(size)
    count = min(max(total // size, 20), 40_000)
    keys = [f"t{number:06d}" for number in range(count)]
    for key in keys:
        (files / f"{key}.txt").write_text(text_of(language, size, chance))
    (folder / "text" / "manifest.txt").write_text("".join(key + "\n" for key in keys))
    return count


def main():
    ask = argparse.ArgumentParser()
    ask.add_argument("bcheck")
    ask.add_argument("peers_folder")
    ask.add_argument("--peers", default="tuned")
    ask.add_argument("--runs", default="3")
    ask.add_argument("--megabytes", type=int, default=20)
    opts = ask.parse_args()
    print("| texts | size | MB/s of CPU | µs a text | " + " | ".join(f"{p} ÷ bcheck, CPU" for p in opts.peers.split(",")) + " |")
    print("| --- | --- | ---: | ---: |" + " --- |" * len(opts.peers.split(",")))
    for language in SYLLABLES:
        for name, size in SIZES.items():
            with tempfile.TemporaryDirectory() as folder:
                count = make(pathlib.Path(folder), language, size, opts.megabytes * 1_000_000)
                done = subprocess.run([sys.executable, HERE / "pairs.py", opts.bcheck, folder, opts.peers_folder, "--sets", "text",
                                       "--peers", opts.peers, "--runs", opts.runs, "--jobs", "1"],
                                      capture_output=True, text=True, check=True)
            rows = [re.split(r"\s*\|\s*", line.strip("| ")) for line in done.stdout.splitlines()[2:]]
            seconds = float(rows[0][5])
            print(f"| {language} | {name} | {count * size / seconds / 1e6:.0f} | {seconds / count * 1e6:.1f} | "
                  + " | ".join(row[3] for row in rows) + " |", flush=True)


if __name__ == "__main__":
    main()
