#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reports, manifests, rules and records made by somebody who means harm: each command that reads one ends soon, with
little memory, with one of its exit codes, and says what is wrong in a few clean lines.

usage: documents.py BCHECK
"""
import gzip
import json
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile
import unittest

BCHECK = os.path.abspath(sys.argv.pop(1))
SECONDS = 20
MEMORY = 1 << 30  # bytes of data that a command may take; no document here is larger than 20 MB
SANITIZED = any(name.endswith("SAN_OPTIONS") for name in os.environ)
DEEP = 100_000
LONG = 8_000_000


def start():
    if not SANITIZED:
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def nested(kind):
    return {"arrays": "[" * DEEP + "]" * DEEP, "objects": '{"a":' * DEEP + "1" + "}" * DEEP, "open": "[" * DEEP}[kind]


def reports(sound):
    """Variants of a sound report's text, by name. Names that begin with "legal" are odd and no harm."""
    def put(old, new):
        assert old in sound, old
        return sound.replace(old, new, 1)

    yield "empty", ""
    yield "no report", "{}"
    yield "an array", "[]"
    yield "binary", "\x00\x01\x02" * 1000
    for kind in ("arrays", "objects", "open"):
        yield f"nested {kind}", nested(kind)
        yield f"nested {kind} in an item", put('"artifacts": {"caption": {', f'"x": {nested(kind)}, "artifacts": {{"caption": {{')
        yield f"nested {kind} in the head", put('"manifest": {', f'"x": {nested(kind)}, "manifest": {{')
        yield f"nested {kind} in the run", put('"run": {', f'"run": {{"x": {nested(kind)}, ')
        yield f"nested {kind} in the rules", put('"gate": {', f'"gate": {{"x": {nested(kind)}, ')
    for number in ("1e400", "-1e400", "9" * 400, "18446744073709551616", "-1", "0.5", "1e2", '"1"', "null", "true", "NaN", "0x10"):
        yield f"total {number[:30]}", put('"total": 3', f'"total": {number}')
        yield f"keys {number[:30]}", put('"keys": 3', f'"keys": {number}')
        yield f"bytes {number[:30]}", put('"bytes": 20', f'"bytes": {number}')
        yield f"measure {number[:30]}", put('"chars": 20', f'"chars": {number}')
    yield "total of many digits", put('"total": 3', '"total": ' + "3" * LONG)
    yield "a measure of many digits", put('"chars": 20', '"chars": ' + "3" * LONG)
    yield "a long key", put('"key": "a"', f'"key": "{"k" * LONG}"')
    yield "a long string without an end", sound[:sound.index('"key": "a"') + 8] + "k" * LONG
    yield "a long unknown member", put('"manifest"', f'"x": "{"k" * LONG}", "manifest"')
    yield "many unknown members", put('"manifest"', "".join(f'"x{i}": 1, ' for i in range(200_000)) + '"manifest"')
    yield "the same member many times", put('"manifest"', '"x": 1, ' * 200_000 + '"manifest"')
    yield "many findings", put('"findings": [', '"findings": [' + '{"code": "a.b", "severity": "fail", "message": "m"}, ' * 100_000)
    yield "two keys", put('"key": "a"', '"key": "a", "key": "b"')
    yield "two states", put('"status": "pass"', '"status": "fail", "status": "pass"')
    yield "two lists of items", put('"items": [', '"items": [], "items": [')
    yield "two summaries", put('"summary": {', '"summary": {}, "summary": {')
    yield "two schemas", put('"schema": "bcheck.report/1"', '"schema": "bcheck.report/9", "schema": "bcheck.report/1"')
    yield "the same key twice", put('"key": "b"', '"key": "a"')
    yield "keys out of order", put('"key": "a"', '"key": "z"')
    yield "items that are none", put('"items": [', '"items": [1, null, [], "x", ')
    yield "an unknown status", put('"status": "pass"', '"status": "splendid"')
    yield "a pass that is none", put('"status": "fail"', '"status": "pass"')
    yield "a newer schema", put("bcheck.report/1", "bcheck.report/2")
    yield "cut", sound[:len(sound) // 2]
    yield "a second document", sound + sound
    yield "bad utf-8", put('"key": "a"', '"key": "\udcff\udcfe"')
    yield "a lone surrogate", put('"key": "a"', '"key": "\\ud800"')
    yield "a NUL", put('"key": "a"', '"key": "a\x00b"')
    yield "an escaped NUL", put('"key": "a"', '"key": "\\u0000"')
    yield "bad base64", put('"key": "a"', '"key": "a", "key_base64": "!!!!"')
    yield "a comment", put('"manifest"', '/* x */ "manifest"')
    yield "a path that leads out", put('"path": "a.txt"', '"path": "../../../../etc/hostname"')
    yield "escape sequences", put('"message": "', '"message": "\\u001b]0;pwned\\u0007\\u001b[2J\\u202e\\r\\n')
    yield "a code with escape sequences", put('"code": "', '"code": "\\u001b[2J\\n::error::')
    yield "a host with escape sequences", put('"host": "', '"host": "\\u001b[2J\\n</script><script>')


class Documents(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.place = pathlib.Path(tempfile.mkdtemp(prefix="bcheck-test-"))
        out = cls.place / "out"
        out.mkdir()
        (out / "a.txt").write_text("a caption of a kind\n")
        (out / "b.txt").write_text("")
        cls.keys = cls.place / "keys.txt"
        cls.keys.write_text("a\nb\nc\n")
        cls.rules = cls.place / "rules.json"
        cls.rules.write_text(json.dumps({"schema": "bcheck.rules/1", "artifacts": {"caption": {"path": "{key}.txt", "type": "text"}}}))
        cls.sound = cls.place / "sound.json"
        done = subprocess.run([BCHECK, "run", cls.keys, out, "--rules", cls.rules, "-o", cls.sound], capture_output=True)
        assert done.returncode == 1, done
        cls.bad = cls.place / "bad.json"

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.place)

    def ask(self, words, codes=(0, 1, 2, 3, 4)):
        try:
            done = subprocess.run([BCHECK, *map(str, words)], capture_output=True, timeout=SECONDS, cwd=self.place, preexec_fn=start,
                                  stdin=subprocess.DEVNULL)
        except subprocess.TimeoutExpired:
            self.fail(f"{words[0]}: no end within {SECONDS} s")
        said = done.stderr.decode("utf-8", "strict")
        self.assertIn(done.returncode, codes, said[-500:])
        self.assertNotIn("internal", said)
        self.assertNotIn("bad_alloc", said)
        self.assertLess(len(said), 4000, said[:500])
        self.assertFalse([c for c in said if (ord(c) < 32 and c != "\n") or 0x7F <= ord(c) < 0xA0 or c in "\u202e\u2028\u2029"], repr(said[:500]))
        if done.returncode == 2:
            self.assertTrue(said.startswith("bcheck: error: "), said)
        return done

    def test_reports(self):
        sound = self.sound.read_text()
        others = [["judge", self.bad, "--rules", self.rules], ["diff", self.sound, self.bad], ["diff", self.bad, self.sound],
                  ["trend", "--as-given", self.sound, self.bad], ["localise", self.bad], ["sample", self.bad, "-n", "1"], ["learn", self.bad],
                  ["resume", self.keys, "out", "--rules", self.rules, "--before", self.bad], ["merge", self.bad, self.sound]]
        others += [["show", self.bad, "--format", kind] for kind in ("json", "flat", "html", "junit", "prometheus")]
        for number, (name, text) in enumerate(reports(sound)):
            self.bad.write_bytes(text.encode("utf-8", "surrogateescape"))
            # Every document to two commands, and in turn to three of the others: all of them see all sorts.
            ways = [["show", self.bad], ["gate", self.bad]] + [others[(number * 3 + i) % len(others)] for i in range(3)]
            for words in ways:
                with self.subTest(document=name, command=" ".join(str(w) for w in words if w not in (self.bad, self.sound))):
                    done = self.ask(words)
                    if words[0] in ("show", "gate") and any(name.startswith(bad) for bad in (
                            "empty", "no report", "an array", "binary", "nested arrays", "nested open", "cut", "a second", "bad utf-8", "a pass that",
                            "the same key", "keys out", "items that", "an unknown status", "a newer", "bad base64", "a comment", "a NUL")):
                        if "nested arrays in" not in name:
                            self.assertEqual(done.returncode, 2, (name, done.stdout[:300]))

    def test_compressed_reports(self):
        sound = self.sound.read_bytes()
        whole = gzip.compress(sound)
        for name, data in {"a bomb": gzip.compress(b" " * (300 << 20), 9), "a bomb in a report": gzip.compress(b"{" + b" " * (300 << 20) + sound[1:], 9),
                           "cut": whole[:-9], "a checksum that is wrong": whole[:-8] + b"\0\0\0\0" + whole[-4:], "nothing in it": gzip.compress(b""),
                           "no more than its magic": b"\x1f\x8b", "no more than the other magic": b"\x28\xb5\x2f\xfd",
                           "garbage behind": whole + b"garbage", "zstd garbage": b"\x28\xb5\x2f\xfd" + bytes(range(256)) * 40}.items():
            self.bad.write_bytes(data)
            for words in (["show", self.bad], ["gate", self.bad], ["diff", self.sound, self.bad]):
                with self.subTest(document=name, command=words[0]):
                    self.ask(words, (2,))

    def test_a_report_names_no_file_to_read(self):
        self.bad.write_text(self.sound.read_text().replace('"path": "a.txt"', '"path": "../secret"'))
        (self.place / "secret").write_text("nobody's business")
        for words in (["show", self.bad, "--format", "html", "out"], ["show", self.bad, "--all", "--contact-sheet", "sheet.png", "out"],
                      ["diff", self.sound, self.bad, "--near", "--old-output", "out", "--new-output", "out"]):
            with self.subTest(command=words):
                self.assertNotIn(b"business", self.ask(words).stdout)

    def test_manifests(self):
        rows = {
            "nested.json": nested("arrays"), "objects.json": nested("objects"), "open.json": nested("open"),
            "nested.jsonl": f'{{"key": "a", "x": {nested("arrays")}}}\n', "key.jsonl": f'{{"key": {nested("arrays")}}}\n',
            "twice.jsonl": '{"key": "a", "key": "b"}\n', "number.jsonl": '{"key": 1e400}\n', "digits.jsonl": f'{{"key": {"9" * 100_000}}}\n',
            "long.txt": "k" * LONG, "long.jsonl": f'{{"key": "{"k" * LONG}"}}\n', "columns.tsv": "\t".join(["key"] + [f"c{i}" for i in range(100_000)]) + "\na\n",
            "same.tsv": "key\tkey\na\tb\n", "quote.csv": 'key,x\n"a' + "\n" * 100_000, "nul.txt": "\0" * 100_000, "escape.txt": "\x1b[2J\x1b]0;x\x07\n",
            "up.txt": "../../../etc/passwd\n", "absolute.txt": "/etc/passwd\n", "bom.json": "\ufeff" * 1000, "blank.txt": "\n" * 1_000_000,
            "empty.txt": "", "bad.tsv": "key\tpath\na\t/etc/passwd\n", "status.tsv": "key\tstatus\na\t\x1b[2J\n", "sep.txt": "a\u2028b\n\u202ec\n",
        }
        for name, text in rows.items():
            file = self.place / name
            file.write_text(text)
            for words in (["run", file, "out", "-o", "made.json"], ["run", file, "out", "--rules", self.rules], ["resume", file, "out"], ["sample", file, "-n", "1"]):
                with self.subTest(manifest=name, command=words[0]):
                    self.ask(words)

    def test_rules(self):
        def artifact(words):
            return '{"schema": "bcheck.rules/1", "artifacts": {"x": {' + words + "}}}"

        rows = {
            "nested": nested("arrays"), "objects": nested("objects"), "open": nested("open"), "limits": artifact(f'"limits": {nested("objects")}'),
            "number": artifact('"path": "{key}.txt", "type": "text", "limits": {"chars": {"min": 1e400}}'),
            "digits": artifact('"path": "{key}.txt", "type": "text", "limits": {"chars": {"min": ' + "9" * 100_000 + "}}"),
            "up": artifact('"path": "../{key}", "type": "text"'), "absolute": artifact('"path": "/etc/{key}", "type": "text"'),
            "braces": artifact('"path": "' + "{" * 100_000 + '", "type": "text"'), "many": artifact('"path": "' + "{key}" * 10_000 + '", "type": "text"'),
            "unknown": artifact('"path": "{\\u001b[2J}", "type": "text"'), "type": artifact('"path": "{key}", "type": "\\u001b[2J\\u202e"'),
            "twice": artifact('"path": "{key}.txt", "path": "../{key}", "type": "text"'), "comment": "/*" + "*" * 1_000_000,
            "regex": artifact('"path": "{key}.txt", "type": "text", "require": ["(a*)*b", "((((((((((a{100}){100}){100}){100})"]'),
            "codes": artifact('"path": "{key}.txt", "type": "text", "allow": ["*", "\\u0000"]'),
            "pointer": artifact('"records": "r.jsonl", "id": "' + "/a" * 100_000 + '", "value": "/b", "type": "text"'),
        }
        for name, text in rows.items():
            file = self.place / "bad-rules.json"
            file.write_text(text)
            for words in (["run", self.keys, "out", "--rules", file], ["judge", self.sound, "--rules", file]):
                with self.subTest(rules=name, command=words[0]):
                    self.ask(words)

    def test_records(self):
        rules = self.place / "records-rules.json"
        rules.write_text(json.dumps({"schema": "bcheck.rules/1", "artifacts": {
            "text": {"records": "r.jsonl", "id": "/id", "value": "/text", "type": "text"}}}))
        out = self.place / "records"
        out.mkdir()
        rows = {"nested": f'{{"id": "a", "text": {nested("arrays")}}}\n', "key": f'{{"id": {nested("objects")}}}\n', "open": nested("open") + "\n",
                "twice": '{"id": "a", "text": "one text", "text": "another text", "id": "b"}\n', "digits": f'{{"id": {"1" * 100_000}, "text": "t"}}\n',
                "long": f'{{"id": "a", "text": "{"t" * LONG}"}}\n', "long key": f'{{"id": "{"k" * LONG}", "text": "t"}}\n', "blank": "\n" * 1_000_000,
                "escape": '{"id": "\\u001b[2J\\u202e", "text": "a text"}\n', "nul": "\0" * 1_000_000, "no end": "x" * LONG}
        for name, text in rows.items():
            (out / "r.jsonl").write_text(text)
            with self.subTest(records=name):
                done = self.ask(["run", self.keys, "records", "--rules", rules, "-o", "made.json"], (1, 3))
                made = json.loads((self.place / "made.json").read_text())
                self.assertEqual(sum(made["summary"]["keys"][s] for s in ("pass", "fail", "missing", "error", "unchecked")), 3)
                self.assertNotIn(b"\x1b", done.stdout)


if __name__ == "__main__":
    unittest.main()
