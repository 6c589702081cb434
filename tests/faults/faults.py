#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""bcheck with faults injected into what it asks the system for: table.py has the rows, fault.h the faults, and this
file what must hold of each. A fault that was never hit fails its row: a test that injects nothing proves nothing.

usage: faults.py --bcheck BCHECK --shim LIBRARY --make BCHECK_MAKE [--runs] [--readers] [--only TEXT]
                 [--markdown]

Of every run, whatever its row expects: no time limit is reached, no process and no temporary file is left, the output
is as it was, the report is the old one or a complete one whose counts hold, and nothing passes in it that did not pass
without the fault.
"""
import argparse
import os
import pathlib
import shutil
import sys
import time

import batch
import report
import table
from program import Program

OLD = b"the report of an earlier run\n"
DEEDS = ("unlink", "truncate", "append", "create", "fifo", "swap", "rename")
MOST = 400  # faults of one row
MOST_SHOWN = 3  # of them that are told when they are not survived


def tree_of(folder):
    """Every file below, by name: kind, size and time."""
    found = {}
    for path in sorted(folder.rglob("*")):
        status = path.lstat()
        found[str(path)] = (status.st_mode, status.st_size, status.st_mtime_ns)
    return found


def changes_tree(fault):
    return any(one.split(":")[1].split("=")[0] in DEEDS for one in fault.split(";"))


def was_hit(fault, hits):
    """Whether each rule was: one that was not would make the row another one."""
    return all(i in hits for i in range(len(fault.split(";"))))


class Sound:
    """What comes without a fault."""

    def __init__(self, answer, data):
        self.code, self.out, self.data = answer.code, answer.out, data


class Bench:
    def __init__(self, given):
        self.given = given
        self.program = Program(given.bcheck, given.shim)
        self.reports = self.program.place / "reports"
        self.reports.mkdir()
        self.report = self.reports / "report.json"
        self.away = self.program.place / "away"
        for folder in ("ssl", "images", "captions"):
            (self.away / folder).mkdir(parents=True)
            (self.away / folder / "secret").write_text("nobody's business\n")
        self.batches = {b.place.name: b for b in (
            batch.tree(self.program.place, given.make), batch.records(self.program.place), batch.large(self.program.place))}
        self.known = {}
        self.injected = self.rows = self.failed = 0
        self.groups = {}  # by the call at which it happens

    def run(self, one, fault, more, before=None):
        """The answer, the report after it, and what else lies beside the report."""
        for file in self.reports.iterdir():
            file.unlink()
        self.report.write_bytes(OLD)
        words = ["run", *one.words, "-o", str(self.report), "--reproducible", "--jobs", "1", *more]
        answer = self.program.run(words, fault, before)
        data = self.report.read_bytes() if self.report.exists() else None
        return answer, data, sorted(file.name for file in self.reports.iterdir() if file != self.report)

    def sound(self, one, more):
        key = (one.place, *more)
        if key not in self.known:
            answer, data, beside = self.run(one, "", more)
            wrong = answer.left + beside + report.faults_of(data, one.keys)
            if wrong:
                raise SystemExit(f"{one.place.name} without a fault: {wrong}")
            self.known[key] = Sound(answer, data)
        return self.known[key]

    def judge_run(self, one, sound, expected, answer, data, beside):
        """Sentences about what is not as it must be."""
        wrong = list(answer.left)
        named = "killed-named" in expected
        wrong += [f"it left {name}" for name in beside if not (named and name.endswith(".tmp"))]
        if data is None:
            return wrong + ["the old report is gone"]
        whole = data != OLD
        if whole:
            wrong += report.faults_of(data, one.keys)
            if wrong:
                return wrong
        same = answer.code == sound.code and data == sound.data and answer.out == sound.out
        changed, doubts = report.doubtful(data, sound.data) if whole else ([], [])
        better = [d for d in doubts if "became pass" in d or ": a pass" in d]
        if better and "reread" not in expected:
            return wrong + better
        contained = whole and answer.code == 3 and changed and not doubts
        failed = whole and answer.code == 3 or whole and answer.code == 1
        ways = {
            "same": same,
            "contained": contained,
            "contained1": contained and len(changed) == 1,
            "failed1": failed and len(changed) == 1,
            "worse": whole and answer.code in (1, 3) and changed,
            "reread": "reread" in expected and whole and answer.code in (0, 1, 3) and report.hashes_hold(data, one.out),
            "unwritten": answer.code == 3 and not whole,
            "refused": answer.code == 2 and not whole,
            "killed": answer.code == -9 and not whole,
            "killed-named": answer.code == -9 and not whole,
            "stopped": (answer.code == 143 and not whole) or same,
            "partial": (answer.code == 143 and whole and not doubts) or same,
            "said": answer.code == 3 and data == sound.data,
        }
        if not any(ways[word] for word in expected.split()):
            wrong.append(f"not {expected}: exit {answer.code}, {'a new' if whole else 'no'} report, changed {changed}, {doubts}: "
                         f"{answer.err.decode(errors='replace').strip()}")
        return wrong

    def row(self, what, fault, expected, once):
        """Injects a fault, or each of a row of them. `once(fault)` runs and says whether it was hit, and what is wrong."""
        hits = shown = 0
        for n in range(1, MOST + 1):
            hit, wrong = once(fault.replace("{n}", str(n)))
            if not hit and n > 1:
                break
            if not hit:
                wrong = wrong + ["the fault was never hit: this row tests nothing"]
            hits += 1
            if wrong:
                self.failed += 1
                shown += 1
            if wrong and shown <= MOST_SHOWN:
                for sentence in wrong:
                    print(f"FAILED  {what} ({fault.replace('{n}', str(n))}): {sentence}")
            if "{n}" not in fault:
                break
        self.rows += 1
        self.injected += hits
        return hits

    def runs(self):
        for what, name, fault, expected, more in table.RUN:
            if self.given.only not in what:
                continue
            one = self.batches[name]
            sound = self.sound(one, more)
            mutable = changes_tree(fault)
            before = tree_of(one.place)

            def once(text):
                place = one
                if mutable:
                    place = self.copy(one)
                text = text.replace("{out}", str(place.out)).replace("{away}", str(self.away))
                answer, data, beside = self.run(place, text, more)
                wrong = self.judge_run(place, sound, expected, answer, data, beside)
                if b"secret" in (data or b"") + answer.out:
                    wrong.append("it tells what lies outside of the output")
                return was_hit(text, answer.hits), wrong

            start = time.monotonic()
            hits = self.row(what, fault, expected, once)
            if tree_of(one.place) != before:
                print(f"FAILED  {what}: the output was changed")
                self.failed += 1
            self.tell(what, fault, hits, expected, time.monotonic() - start)

    def inherited(self):
        one = self.batches["tree"]
        for what, before, fault, expected in table.INHERITED:
            if self.given.only not in what:
                continue
            sound = self.sound(one, [])

            def once(text):
                answer, data, beside = self.run(one, text, [], before)
                self.report.chmod(0o600)
                return not text or was_hit(text, answer.hits), self.judge_run(one, sound, expected, answer, data, beside)

            hits = self.row(what, fault, expected, once)
            self.tell(what, fault, hits, expected, 0)

    def pairs(self):
        one = self.batches["tree"]
        items = self.reports / "items.jsonl"
        words = ["run", *one.words, "-o", str(self.report), "--items", str(items), "--jobs", "1"]
        for what, fault, readable in table.PAIRS:
            if self.given.only not in what:
                continue

            def once(text):
                for file in self.reports.iterdir():
                    file.unlink()
                earlier = self.program.run(words)
                old, shown = self.report.read_bytes(), self.program.run(["show", str(self.report)])
                (one.out / "vectors" / "key-0.npy").write_bytes(batch.npy(3, 16, self.program.runs))  # the next one has other items
                answer = self.program.run(words, text)
                wrong = list(answer.left)
                if self.report.read_bytes() != old or answer.code not in (3, -9) or earlier.code != 1:
                    wrong.append(f"exit {answer.code} after {earlier.code}, the report is {'the old' if self.report.read_bytes() == old else 'another'}")
                beside = [file.name for file in self.reports.iterdir() if file not in (self.report, items)]
                wrong += [f"it left {name}" for name in beside if answer.code != -9]
                again = self.program.run(["show", str(self.report)])
                if (again.code, again.out) != (shown.code, shown.out) and (readable or again.code != 2):
                    wrong.append(f"the earlier report is shown with exit {again.code}: {again.err.decode(errors='replace')}")
                return was_hit(text, answer.hits), wrong

            hits = self.row(what, fault, "unwritten", once)
            self.tell(what, fault, hits, "unwritten", 0)

    def copy(self, one):
        """The batch once more, for what changes it; under the same name, so that messages are equal."""
        folder = self.program.place / "copy"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(one.place, folder, symlinks=True)
        again = object.__new__(batch.Batch)
        again.__dict__.update(one.__dict__)
        again.place, again.out = folder, folder / "out"
        again.manifest, again.rules = folder / "keys.txt", folder / "rules.json"
        again.words = [str(again.manifest), str(again.out), "--rules", str(again.rules)]
        return again

    def readers(self):
        one = self.batches["tree"]
        first, other = self.program.place / "first.json", self.program.place / "other.json"
        for file in (first, other):
            answer = self.program.run(["run", *one.words, "-o", str(file), "--jobs", "1"])
            assert answer.code == 1, answer.err
        more = {"packed": ["-o", "packed.json.gz"], "pair": ["-o", "pair.json", "--items", "pair.jsonl"],
                "shard": ["--shard", "0/2", "-o", "shard.json"], "rest": ["--shard", "1/2", "-o", "rest.json"]}
        for words in more.values():
            answer = self.program.run(["run", *one.words, "--jobs", "1", *words])
            assert answer.code in (0, 1), answer.err
        to = self.reports / "to"
        names = {"report": first, "other": other, "rules": one.rules, "keys": one.manifest, "out": one.out, "to": to,
                 **{name: self.program.place / words[words.index("-o") + 1] for name, words in more.items()}}

        def run(words, fault):
            for file in self.reports.iterdir():
                file.unlink()
            to.write_bytes(OLD)
            answer = self.program.run([word.format(**names) for word in words], fault)
            return answer, to.read_bytes(), sorted(f.name for f in self.reports.iterdir() if f != to)

        for command, words, writes in table.READERS + table.ANSWERERS:
            faults = table.READER_FAULTS if (command, words, writes) in table.READERS else table.ANSWERER_FAULTS
            answer, data, beside = run(words, "")
            sound = Sound(answer, data)
            if answer.left or beside or answer.code not in (0, 1) or (writes and data == OLD):
                raise SystemExit(f"{command} without a fault: exit {answer.code}: {answer.err}")
            for what, fault, expected in faults:
                if self.given.only not in f"{command}: {what}":
                    continue

                def once(text):
                    answer, data, beside = run(words, text)
                    wrong = list(answer.left) + [f"it left {name}" for name in beside]
                    untouched = data == OLD or not writes
                    ways = {"same": (answer.code, answer.out, data) == (sound.code, sound.out, sound.data),
                            "answered": answer.code == sound.code and answer.out,
                            "refused": answer.code == 2 and untouched,
                            "unwritten": answer.code == 3 and (untouched or data == sound.data)}
                    if not any(ways[word] for word in expected.split()):
                        wrong.append(f"not {expected}: exit {answer.code}, the file is "
                                     f"{'untouched' if data == OLD else 'as without' if data == sound.data else repr(data[:200])}: "
                                     f"{answer.err.decode(errors='replace').strip()}")
                    return was_hit(text, answer.hits), wrong

                if not once(fault.replace("{n}", "1"))[0]:
                    continue  # this command asks for nothing of the kind; RUN and the other commands hit each
                start = time.monotonic()
                hits = self.row(f"{command}: {what}", fault, expected, once)
                self.tell(f"{command}: {what}", fault, hits, expected, time.monotonic() - start)

    def tell(self, what, fault, hits, expected, seconds):
        call = fault.split(";")[-1].split(":")[0] if fault else "what is inherited"
        group = self.groups.setdefault(call, [0, 0, set()])
        group[0] += 1
        group[1] += hits
        group[2] |= set(expected.split())
        if self.given.only or seconds > 3:
            print(f"{hits:4}  {what} ({seconds:.1f} s)")

    def table(self):
        print("| fails, dies, lies or waits at | rows | faults | what comes of it (table.py) |\n| --- | ---: | ---: | --- |")
        for call, (rows, hits, expected) in sorted(self.groups.items()):
            print(f"| {call if ' ' in call else f'`{call}`'} | {rows} | {hits} | {', '.join(sorted(expected))} |")


def main():
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("bcheck", "shim", "make"):
        ask.add_argument(f"--{name}", required=True, type=os.path.abspath)
    ask.add_argument("--runs", action="store_true", help="the rows of bcheck run, and not the other commands")
    ask.add_argument("--readers", action="store_true", help="the other commands")
    ask.add_argument("--only", default="", help="rows whose name contains this")
    ask.add_argument("--markdown", action="store_true", help="the table of docs/reliability.md")
    given = ask.parse_args()
    start = time.monotonic()
    bench = Bench(given)
    try:
        if given.runs or not given.readers:
            bench.runs()
            bench.inherited()
            bench.pairs()
        if given.readers or not given.runs:
            bench.readers()
    finally:
        bench.program.close()
    if given.markdown:
        bench.table()
    print(f"{bench.rows} rows, {bench.injected} faults injected and hit, {bench.injected - bench.failed} survived, "
          f"{bench.failed} not; {bench.program.runs} runs in {time.monotonic() - start:.0f} s")
    return 1 if bench.failed or not bench.rows else 0


if __name__ == "__main__":
    sys.exit(main())
