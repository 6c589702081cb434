#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What `bcheck show` writes for others, read by others: the XML parser and a schema of what CI systems read, Python's
json and csv, sha256sum, and the grammar of Prometheus' text format. The batch has the most hostile names there are.

usage: readers.py BCHECK
"""
import csv
import json
import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

BCHECK = os.path.abspath(sys.argv.pop(1))
HERE = os.path.dirname(os.path.abspath(__file__))
HOSTILE = [b"plain", b"=cmd|' calc'!A0", b"+1", b"-1", b"@x", b"a b", b'say "hi"', b"<script>alert(1)<!--", b"a&b;c",
           b"new\nline", b"tab\there", b"cr\rlf", b"back\\slash", b"esc\x1b[2J", b"bad\xff\xfeutf8", b"::error::x", b"%0A::error::y",
           "\u202ebidi".encode(), "\u2028sep".encode(), b"|pipe`tick", b"]]>", b"{{x}}", b"'quote'", "\U0001f431".encode()]


def show(*words):
    return subprocess.run([BCHECK, "show", *words], capture_output=True, check=True).stdout


class Readers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.place = tempfile.mkdtemp(prefix="bcheck-test-")
        cls.out = os.path.join(cls.place, "out")
        os.mkdir(cls.out)
        for i, key in enumerate(HOSTILE):
            if i % 5 != 1:  # the others are missing
                with open(os.path.join(cls.out.encode(), key), "wb") as file:
                    file.write(b"a caption of some length, number %d\n" % i if i % 3 else b"\xff\x00 no text")
        manifest = os.path.join(cls.place, "keys")
        with open(manifest, "wb") as file:
            file.write(b"\0".join(HOSTILE) + b"\0")
        rules = os.path.join(cls.place, "rules.json")
        with open(rules, "w") as file:
            json.dump({"schema": "bcheck.rules/1", "artifacts": {"caption": {"path": "{key}", "type": "text"}}}, file)
        cls.report = os.path.join(cls.place, "report.json")
        done = subprocess.run([BCHECK, "run", "-0", manifest, cls.out, "--rules", rules, "-o", cls.report], capture_output=True)
        assert done.returncode == 1, done
        with open(cls.report, encoding="utf-8") as file:
            cls.items = json.load(file)["items"]
        cls.failing = [i for i in cls.items if i["status"] != "pass"]

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.place)

    def test_junit(self):
        for words in ([], ["--all"]):
            text = show(self.report, "--format", "junit", *words)
            suite = xml.etree.ElementTree.fromstring(text).find("testsuite")
            cases = suite.findall("testcase")
            self.assertEqual(int(suite.get("tests")), len(cases))
            self.assertEqual(int(suite.get("failures")), len([c for c in cases if c.find("failure") is not None]))
            self.assertEqual(len({(c.get("classname"), c.get("name")) for c in cases}), len(cases))
            self.assertEqual(int(suite.get("failures")), len(self.failing))
        if shutil.which("xmllint"):
            subprocess.run(["xmllint", "--noout", "--schema", os.path.join(HERE, "junit.xsd"), "-"], input=text,
                           check=True, capture_output=True)

    def test_flat_and_gitlab(self):
        flat = json.loads(show(self.report, "--format", "flat"))
        self.assertEqual((flat["total"], flat["fail"]), (len(HOSTILE), len(self.failing)))
        self.assertEqual(sum(i["ok"] for i in flat["items"]), flat["pass"])
        entries = json.loads(show(self.report, "--format", "gitlab"))
        self.assertEqual(len({e["fingerprint"] for e in entries}), len(entries))
        self.assertGreaterEqual(len(entries), len(self.failing))
        for entry in entries:
            self.assertRegex(entry["fingerprint"], "^[0-9a-f]{64}$")
            self.assertIn(entry["severity"], ("info", "minor", "major", "critical", "blocker"))
            self.assertIsInstance(entry["location"]["lines"]["begin"], int)

    def test_tsv(self):
        text = show(self.report, "--format", "tsv").decode("utf-8")
        rows = list(csv.reader(text.split("\n")[:-1], delimiter="\t", quoting=csv.QUOTE_NONE))
        self.assertEqual(len(rows), len(HOSTILE) + 1)
        self.assertEqual({len(row) for row in rows}, {len(rows[0])})
        for row in rows:
            self.assertFalse([cell for cell in row if cell[:1] in tuple("=+-@\t\r")], row)
        keys = {re.sub(r"\\(x..|.)", lambda m: {"t": "\t", "n": "\n", "r": "\r", "\\": "\\"}.get(m[1]) or chr(int(m[1][1:], 16)), r[0])
                for r in rows[1:]}
        self.assertLessEqual({k.decode() for k in HOSTILE if b"\xff" not in k}, keys)

    def test_sha256sum(self):
        sums = show(self.report, "--format", "sha256sum")
        done = subprocess.run(["sha256sum", "--check", "--strict"], input=sums, cwd=self.out, capture_output=True)
        self.assertEqual(done.returncode, 0, done)
        self.assertEqual(done.stdout.count(b": OK\n"), len(HOSTILE) - len(self.failing))

    def test_github(self):
        for line in show(self.report, "--format", "github").decode("utf-8").splitlines():
            self.assertRegex(line, r"^::(notice|warning|error) title=[^:,]+::[^\r\n]+$")
        text = show(self.report, "--format", "markdown").decode("utf-8")
        self.assertNotRegex(text.replace("<details><summary>", "").replace("</summary>", "").replace("</details>", ""), "<[a-z/]")
        tables = [line for line in text.splitlines() if line.startswith("|")]
        self.assertEqual({line.count("|") for line in tables} - {4, 5, 8}, set())

    def test_prometheus(self):
        target = os.path.join(self.place, "bcheck.prom")
        old = os.umask(0o077)
        try:
            subprocess.run([BCHECK, "show", self.report, "--format", "prometheus", "-o", target], check=True)
        finally:
            os.umask(old)
        self.assertEqual(stat.S_IMODE(os.stat(target).st_mode), 0o644)
        with open(target, encoding="utf-8") as file:
            text = file.read()
        if shutil.which("promtool"):
            subprocess.run(["promtool", "check", "metrics"], input=text.encode(), check=True, capture_output=True)
        typed, seen = set(), set()
        for line in text.splitlines():
            if m := re.match(r"# (HELP|TYPE) ([a-z_]+) .+$", line):
                if m[1] == "TYPE":
                    self.assertNotIn(m[2], typed)
                    typed.add(m[2])
                continue
            m = re.match(r'([a-z_]+)\{[a-z_]+="[^"]*"(,[a-z_]+="[^"]*")*\} -?[0-9.e+-]+$', line)
            self.assertTrue(m, line)  # nothing behind the value: no time stamp
            self.assertIn(m[1], typed)
            self.assertNotIn(line.rsplit(" ", 1)[0], seen)
            seen.add(line.rsplit(" ", 1)[0])
        self.assertTrue(text.endswith("\n"))


if __name__ == "__main__":
    unittest.main()
