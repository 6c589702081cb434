#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""bcheck over and over for a while, on an output that changes, with its workers and itself killed at any moment.

usage: soak.py --bcheck BCHECK --make BCHECK_MAKE [--seconds 20] [--seed 1]

The seed decides what is changed, done and killed, and after how many microseconds; where in the program a signal falls
is the machine's affair. After each run:

  - the report is the one that was there before, or a complete one whose counts hold (tests/faults/report.py);
  - a run that was not stopped has one of the exit codes 0, 1, 3 and wrote its report;
  - what passes has the hash of the file, where nobody wrote meanwhile;
  - nothing is left beside the report, in TMPDIR, or among the processes;
  - the output is as it was, where nobody else wrote to it;
  - equal runs at the beginning and the end take equal memory, and never more descriptors than their workers need.
"""
import argparse
import collections
import hashlib
import json
import os
import pathlib
import random
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "faults"))
import batch
import report
from program import processes_of

KEYS = 40
EQUAL_EVERY = 40  # runs
MEMORY = 1.10     # equal runs may differ by that: the allocator's and the loader's share
SECONDS = 120     # none of these runs may take as long
MOST_DESCRIPTORS = 20  # of a run with four workers


def children_of(pid):
    try:
        return [int(word) for word in pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def descriptors_of(pid):
    try:
        return len(os.listdir(f"/proc/{pid}/fd"))
    except OSError:
        return 0


class Output:
    """The output of a batch, and what may become of it."""

    def __init__(self, place, make, dice):
        self.dice = dice
        self.batch = batch.Batch(place, "batch", {
            "image": {"path": "images/{key}.png", "type": "image", "optional": True},
            "caption": {"path": "captions/{key}.txt", "type": "text"},
            "vector": {"path": "vectors/{key}.npy", "type": "embedding", "dim": 16},
            "answer": {"records": "answers.jsonl", "id": "/id", "value": "/text", "type": "text", "optional": True},
        }, [f"key-{i:02}" for i in range(KEYS)])
        picture = pathlib.Path(place) / "picture.png"
        self.pictures = []
        for size in ("40x30", "64x64", "17x90"):
            subprocess.run([make, "png", str(picture), size, "photo"], check=True)
            self.pictures.append(picture.read_bytes())
        self.count = 0
        for key in self.batch.keys:
            self.write(key)
        self.write_answers()

    def text(self):
        self.count += 1
        return f"The text number {self.count} says {self.dice.randrange(10**9)} in words of its own.\n".encode()

    def write(self, key):
        self.batch.put(f"images/{key}.png", self.dice.choice(self.pictures))
        self.batch.put(f"captions/{key}.txt", self.text())
        self.batch.put(f"vectors/{key}.npy", batch.npy(3, 16, self.dice.randrange(1000)))

    def write_answers(self):
        lines = [json.dumps({"id": key, "text": self.text().decode()}) for key in self.batch.keys if self.dice.random() < 0.95]
        self.batch.put("answers.jsonl", "".join(line + "\n" for line in lines).encode())

    def change(self):
        """One thing that jobs do to their output."""
        key = self.dice.choice(self.batch.keys)
        file = self.batch.out / self.dice.choice([f"images/{key}.png", f"captions/{key}.txt", f"vectors/{key}.npy"])
        what = self.dice.choice(["write", "write", "write", "answers", "cut", "grow", "flip", "remove", "empty", "leftover",
                                 "link", "rename", "torn"])
        try:
            if what == "write":
                file.unlink(missing_ok=True)
                self.write(key)
            elif what == "answers":
                self.write_answers()
            elif what == "cut":
                os.truncate(file, file.stat().st_size // 2)
            elif what == "grow":
                with open(file, "ab") as more:
                    more.write(b"\0" * 100)
            elif what == "flip":
                data = bytearray(file.read_bytes())
                data[self.dice.randrange(len(data))] ^= 0x55
                file.write_bytes(data)
            elif what == "remove":
                file.unlink()
            elif what == "empty":
                file.write_bytes(b"")
            elif what == "leftover":
                self.batch.put(f"images/{key}.png.tmp", b"half")
            elif what == "link":
                file.unlink()
                file.symlink_to(self.dice.choice(["/etc/hostname", "../captions", "nothing", "key-00.png"]))
            elif what == "rename":
                folder = self.batch.out / "images"
                folder.rename(self.batch.out / "elsewhere")
                (self.batch.out / "elsewhere").rename(folder)
            elif what == "torn":
                os.truncate(self.batch.out / "answers.jsonl", (self.batch.out / "answers.jsonl").stat().st_size - 7)
        except (OSError, ValueError):
            pass  # it is gone, or a link to nothing

    def snapshot(self):
        found = {}
        for path in self.batch.out.rglob("*"):
            status = path.lstat()
            found[str(path)] = (status.st_mode, status.st_size, status.st_mtime_ns)
        return found


class Soak:
    def __init__(self, given):
        self.given = given
        self.dice = random.Random(given.seed)
        self.place = pathlib.Path(tempfile.mkdtemp(prefix="bcheck-soak-"))
        self.scratch, self.reports = self.place / "scratch", self.place / "reports"
        for folder in (self.scratch, self.reports):
            folder.mkdir()
        self.report = self.reports / "report.json"
        self.output = Output(self.place, given.make, self.dice)
        self.equal = Output(self.place / "equal", given.make, random.Random(0))
        self.ways = {"in peace": self.in_peace, "a worker is killed": self.worker_killed, "SIGTERM": self.terminated,
                     "SIGINT": self.interrupted, "SIGKILL": self.killed, "SIGTERM, --partial": self.partial,
                     "the output changes meanwhile": self.changing}
        self.ends = {way: collections.Counter() for way in self.ways}
        self.questions = collections.Counter()
        self.violations = []
        self.memory, self.descriptors = [], 0
        self.kills = self.hash_killed = 0

    def violated(self, way, run, what):
        self.violations.append(f"run {run}, {way}: {what}")
        print(f"VIOLATED  {self.violations[-1]}", flush=True)

    def start(self, words):
        environment = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC", "TMPDIR": str(self.scratch), "HOME": str(self.place)}
        for name in os.environ:  # how sanitizers speak is the build's business
            if name.endswith("SAN_OPTIONS"):
                environment[name] = os.environ[name]
        return subprocess.Popen([self.given.bcheck, *words], cwd=self.place, env=environment, stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)

    def words(self, more=()):
        return ["run", *self.output.batch.words, "-o", str(self.report), "--jobs", str(self.dice.randrange(1, 5)), *more]

    def moment(self):
        time.sleep(self.dice.randrange(0, 60_000) * 1e-6)

    # The ways. Each gives the process, what may come of it, and whether somebody wrote meanwhile.

    def in_peace(self):
        return self.start(self.words()), {0, 1, 3}, False

    def worker_killed(self):
        process = self.start(self.words())
        for _ in range(self.dice.randrange(1, 6)):
            self.moment()
            if victims := children_of(process.pid):
                self.kill(self.dice.choice(victims), signal.SIGKILL)
        return process, {0, 1, 3}, False

    def signalled(self, number, more=()):
        process = self.start(self.words(more))
        self.moment()
        self.kill(process.pid, number)
        return process

    def kill(self, pid, number):
        try:
            os.kill(pid, number)
            self.kills += 1
        except ProcessLookupError:
            pass

    # A signal before the program has begun to listen ends it as such.
    def terminated(self):
        return self.signalled(signal.SIGTERM), {0, 1, 3, 143, -signal.SIGTERM}, False

    def interrupted(self):
        return self.signalled(signal.SIGINT), {0, 1, 3, 130, -signal.SIGINT}, False

    def killed(self):
        return self.signalled(signal.SIGKILL), {0, 1, 3, -signal.SIGKILL}, False

    def partial(self):
        return self.signalled(signal.SIGTERM, ["--partial"]), {0, 1, 3, 143, -signal.SIGTERM}, False

    def changing(self):
        process = self.start(self.words())
        end = time.monotonic() + self.dice.randrange(60_000) * 1e-6
        while time.monotonic() < end and process.poll() is None:
            self.output.change()
        return process, {0, 1, 3}, True

    def one(self, run):
        way = self.dice.choices(list(self.ways), weights=[2, 4, 2, 1, 4, 2, 3])[0]
        for _ in range(self.dice.randrange(6)):
            self.output.change()
        old = self.report.read_bytes() if self.report.exists() else None
        before = self.output.snapshot()
        process, codes, written = self.ways[way]()
        self.descriptors = max(self.descriptors, descriptors_of(process.pid))
        try:
            out, err = process.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)  # a session of its own
            out, err = process.communicate()
            self.violated(way, run, "it does not end")
        code = process.returncode
        self.ends[way][code] += 1
        if code not in codes:
            self.violated(way, run, f"exit {code}: {err.decode(errors='replace')[-500:]}")
        new = self.report.read_bytes() if self.report.exists() else None
        # What hashes the manifest is no worker: killed twice in one run, it takes the run with it.
        told = code == 3 and b"the process that hashes the manifest died" in err
        if told:
            self.hash_killed += 1
        for sentence in ([] if told and new == old else self.look(old, new, code, written)) + self.left(process.pid, code):
            self.violated(way, run, sentence)
        if not written and self.output.snapshot() != before:
            self.violated(way, run, "the output was changed")
        if new is not None and new != old and self.dice.random() < 0.2:
            self.ask(run)

    def look(self, old, new, code, written):
        """What is wrong with the report."""
        if new == old:
            return [f"exit {code}, and no report"] if code in (0, 1, 3) else []
        if new is None:
            return ["the old report is gone"]
        return report.faults_of(new, self.output.batch.keys) or ([] if written else self.hashes(new))

    def left(self, group, code):
        """What was left behind; it is cleared away, so that it is told once."""
        end = time.monotonic() + 5  # workers of a program that was killed die soon after it
        while (alive := processes_of(group)) and time.monotonic() < end:
            time.sleep(0.002)
        beside = [file for file in self.reports.iterdir() if file != self.report]
        # Between a name of its own and the report's there is a moment in which SIGKILL leaves the file.
        allowed = 1 if code == -signal.SIGKILL else 0
        wrong = [f"a process goes on: {one}" for one in alive]
        wrong += [f"it left {file.name}" for file in beside[allowed:]]
        wrong += [f"it left {file.name} in TMPDIR" for file in self.scratch.iterdir()]
        for file in [*beside, *self.scratch.iterdir()]:
            file.unlink()
        return wrong

    def ask(self, run):
        """The other commands, of the report that there is."""
        file = str(self.report)
        for words in (["show", file], ["show", file, "--format", "html"], ["gate", file], ["diff", file, file],
                      ["trend", "--as-given", file, file], ["judge", file, "--rules", str(self.output.batch.rules)],
                      ["resume", *self.output.batch.words]):
            process = self.start(words)
            out, err = process.communicate(timeout=SECONDS)
            self.questions[f"{words[0]}: {process.returncode}"] += 1
            if process.returncode not in (0, 1, 3) or not out:
                self.violated(words[0], run, f"exit {process.returncode}: {err.decode(errors='replace')}")

    def equal_run(self):
        """The same as ever: its peak of memory, its and that of its workers."""
        process = self.start(["run", *self.equal.batch.words, "--jobs", "2"])
        process.stdout.read()
        process.stderr.read()
        _, _, used = os.wait4(process.pid, 0)
        process.returncode = 0
        self.memory.append(used.ru_maxrss)

    def hashes(self, data):
        """What passes has the hash of its file."""
        wrong = []
        for item in json.loads(data)["items"]:
            for name, outcome in item["artifacts"].items():
                if outcome["status"] == "pass" and "line" not in outcome:
                    there = hashlib.sha256((self.output.batch.out / outcome["path"]).read_bytes()).hexdigest()
                    if there != outcome["sha256"]:
                        wrong.append(f"{item['key']}: {name} passes with a hash that is not the file's")
        return wrong

    def run(self):
        end = time.monotonic() + self.given.seconds
        run = 0
        while time.monotonic() < end or run < EQUAL_EVERY:
            if run % EQUAL_EVERY == 0:
                self.equal_run()
            self.one(run)
            run += 1
        self.equal_run()
        first, last = self.memory[:max(1, len(self.memory) // 4)], self.memory[-max(1, len(self.memory) // 4):]
        if statistics.median(last) > MEMORY * statistics.median(first):
            self.violated("equal runs", run, f"memory grows: {first} KiB, later {last} KiB")
        if self.descriptors > MOST_DESCRIPTORS:
            self.violated("all", run, f"{self.descriptors} descriptors")
        return run

    def table(self, runs, seconds):
        print(f"seed {self.given.seed}, {seconds:.0f} s, {runs} runs, {self.kills} signals that found their process\n")
        print("| what was done | runs | ended with (exit code or signal: runs) |\n| --- | ---: | --- |")
        for way, ends in self.ends.items():
            words = ", ".join(f"{code}: {count}" for code, count in sorted(ends.items()))
            print(f"| {way} | {sum(ends.values())} | {words} |")
        words = ", ".join(f"{word} ({count})" for word, count in sorted(self.questions.items()))
        print(f"| other commands | {sum(self.questions.values())} | {words} |\n")
        print(f"peak memory of {len(self.memory)} equal runs: {min(self.memory)} to {max(self.memory)} KiB; "
              f"most descriptors seen: {self.descriptors}; runs that lost "
              f"their hash of the manifest twice: {self.hash_killed}; violations: {len(self.violations)}")


def main():
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("bcheck", "make"):
        ask.add_argument(f"--{name}", required=True, type=os.path.abspath)
    ask.add_argument("--seconds", type=float, default=20)
    ask.add_argument("--seed", type=int, default=1)
    given = ask.parse_args()
    start = time.monotonic()
    soak = Soak(given)
    try:
        runs = soak.run()
    finally:
        shutil.rmtree(soak.place, ignore_errors=True)
    soak.table(runs, time.monotonic() - start)
    return 1 if soak.violations else 0


if __name__ == "__main__":
    sys.exit(main())
