#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Keys, groups, columns, artifacts, files, labels and fingerprints that try to be something else, through every command
that shows them: on a terminal no control, escape sequence or change of direction comes out, lines stay lines, tables
stay tables, markup stays text, and JSON stays JSON. What each format of `show` makes of keys is read by the readers of
tests/render/readers.py and page.py; this looks after the rest.

usage: names.py BCHECK
"""
import csv
import html.parser
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

BCHECK = os.path.abspath(sys.argv.pop(1))
HOSTILE = ["plain", "=cmd|' /C calc'!A0", "+1+1", "-2+3", "@SUM(1)", "\t=1", "new\nline", "cr\rlf", "tab\there", "esc\x1b[2J\x1b]0;pwned\x07",
           "\x9b2J", "\u202egnp.exe", "\u2066iso\u2069", "sep\u2028par\u2029", "</script><script>pwned()</script>", "<!--", "]]>", "<img src=x onerror=pwned()>",
           '" onload="pwned()', "'quote'", "&lt;b&gt;", "::error::pwned", "%0A::error::pwned", "|pipe`tick", "[x](javascript:pwned())", "# heading",
           "..", "../../../etc/passwd", "/etc/passwd", "back\\slash", "\x7fdel", "nul\x01", "\ufeffbom", "a\u0300\u0301", "${HOME}`id`", "{{x}}", "$(id)",
           "\u200b", "k" * 300, "-o", "--output=pwned", "con:", "%s%n"]
FORBIDDEN = {*map(chr, range(32)), *map(chr, range(0x7F, 0xA0)), *"\u2028\u2029\u200e\u200f\u061c\ufeff", *map(chr, range(0x202A, 0x202F)),
             *map(chr, range(0x2066, 0x206A))} - {"\n"}
ELEMENTS_THAT_ACT = {"script", "iframe", "object", "embed", "img", "link", "base", "form", "svg:script"}


class Acting(html.parser.HTMLParser):
    """Elements and attributes that do something."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.scripts, self.acts = 0, []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.scripts += tag == "script"
        if tag in ELEMENTS_THAT_ACT - {"script"}:
            self.acts.append(tag)
        self.acts += [f"{tag} {name}" for name, value in attrs if name.startswith("on") or (value or "").strip().lower().startswith("javascript:")]


class Names(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.place = pathlib.Path(tempfile.mkdtemp(prefix="bcheck-test-"))
        cls.manifest = cls.place / "manifest.jsonl"
        rows = [{"key": key, "file": f"product-{i:02}", "gpu\x1b[2J</script>": HOSTILE[(i * 7) % 11], "status": "ok"} for i, key in enumerate(HOSTILE)]
        cls.manifest.write_text("".join(json.dumps(row) + "\n" for row in rows))
        cls.rules = cls.place / "rules.json"
        cls.rules.write_text(json.dumps({"schema": "bcheck.rules/1", "artifacts": {
            "cap\x1b[2J\u202e</script>\ntion|=1": {"path": "{file}", "type": "text"}}}))
        cls.reports = []
        for day in range(6):
            out = cls.place / f"out-{day}"
            out.mkdir()
            for i in range(len(HOSTILE)):
                if (i + day) % 6 != 1:
                    (out / f"product-{i:02}").write_bytes(b"\xff\xfe\x00 no text" if i % 5 == 2 else b"a caption of some length, %d %d\n" % (i, day // 3))
            for name in HOSTILE:
                if name not in ("..",) and "/" not in name and len(name) < 250:
                    (out / ("extra " + name)).write_text("an extra one\n")
            report = cls.place / f"report-{day}.json"
            done = cls.ask(["run", cls.manifest, out, "--rules", cls.rules, "-o", report, "--label", "node=\x1b[2J</script>", "--label", "a=cmd|\n=x"])
            assert done.returncode == 1, done
            cls.reports.append(report)
        cls.closing = done

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.place)

    @classmethod
    def ask(cls, words):
        return subprocess.run([BCHECK, *map(str, words)], capture_output=True, timeout=60, cwd=cls.place, stdin=subprocess.DEVNULL)

    def told(self, *words, codes=(0, 1, 3)):
        done = self.ask(words)
        self.assertIn(done.returncode, codes, done.stderr)
        self.is_plain(done.stderr.decode())
        return done.stdout.decode()

    def is_plain(self, text):
        found = sorted({hex(ord(c)) for c in text if c in FORBIDDEN})
        line = next((line for line in text.split("\n") if any(c in FORBIDDEN for c in line)), "")
        self.assertEqual(found, [], repr(line[:300]))
        self.assertFalse([line for line in text.split("\n") if line.startswith("::")])

    def test_what_people_read(self):
        a, b = self.reports[0], self.reports[1]
        self.is_plain(self.closing.stdout.decode())
        self.is_plain(self.closing.stderr.decode())
        for words in (["show", a], ["show", a, "--all"], ["show", a, "--format", "table"], ["show", a, "--status", "fail"], ["diff", a, b], ["diff", a, b, "--all"],
                      ["diff", a, b, "--near"], ["diff", a, b, "--sample"], ["gate", a], ["gate", *self.reports[:3]], ["gate", *self.reports[:3], "--accept"],
                      ["judge", a, "--rules", self.rules], ["judge", a, "--rules", self.rules, "--all"], ["trend", "--as-given", *self.reports],
                      ["trend", "--as-given", "--group-by", "node", *self.reports], ["localise", a], ["localise", a, "--all"],
                      ["localise", a, "--by", "gpu\x1b[2J</script>"], ["resume", self.manifest, "out-0", "--rules", self.rules],
                      ["resume", self.manifest, "out-1", "--rules", self.rules, "--before", a], ["plan", "--max-rate", "0.5%"], ["types"]):
            with self.subTest(command=words[:1] + [w for w in words[1:] if str(w).startswith("--")]):
                self.is_plain(self.told(*words))

    def test_what_programs_read(self):
        a, b = self.reports[0], self.reports[1]
        for words in (["show", a, "--format", "json"], ["show", a, "--format", "flat"], ["show", a, "--format", "gitlab"], ["diff", a, b, "--json"],
                      ["trend", "--as-given", *self.reports, "--json"], ["localise", a, "--format", "json"], ["learn", a, b],
                      ["resume", self.manifest, "out-0", "--rules", self.rules, "--format", "json"]):
            with self.subTest(command=words[:1] + [w for w in words[1:] if str(w).startswith("--")]):
                text = self.told(*words)
                json.loads(text[text.index("{") if words[0] == "learn" else 0:] if words[0] != "learn" else "\n".join(
                    line for line in text.split("\n") if not line.lstrip().startswith("//")))
                self.assertFalse([c for c in text if ord(c) < 32 and c != "\n"])
        for kind in ("prometheus", "github", "markdown", "sha256sum", "junit"):
            with self.subTest(format=kind):
                text = self.told("show", a, "--format", kind)
                self.assertFalse([c for c in text if ord(c) < 32 and c != "\n"], kind)
        text = self.told("show", a, "--format", "tsv")
        for row in csv.reader(text.split("\n"), delimiter="\t", quoting=csv.QUOTE_NONE):
            self.assertFalse([cell for cell in row if cell[:1] in tuple("=+-@\r")], row)

    def test_pages(self):
        own = Acting(self.told("show", self.reports[0], "--format", "html"))
        clean = self.place / "clean"
        clean.mkdir()
        (clean / "keys.txt").write_text("a\n")
        (clean / "a").write_text("a caption of some length\n")
        self.ask(["run", clean / "keys.txt", clean, "-o", self.place / "clean.json"])
        for words in (["show", "{}", "--format", "html"], ["trend", "--as-given", "{}", "--format", "html"]):
            hostile = Acting(self.told(*[w.format(self.reports[0]) for w in words]))
            usual = Acting(self.told(*[w.format(self.place / "clean.json") for w in words]))
            with self.subTest(command=words[0]):
                self.assertEqual(hostile.acts, [])
                self.assertEqual(hostile.scripts, usual.scripts)
        self.assertEqual(own.acts, [])

    def test_lists_of_keys_are_the_keys(self):
        """What other programs are given is not escaped: with -0 every key comes back as it was."""
        failing = self.told("show", self.reports[0], "--status", "pass", "--keys-only", "-0").split("\0")[:-1]
        self.assertLessEqual(set(failing), set(HOSTILE))
        self.assertGreater(len(failing), 10)
        drawn = self.told("sample", self.reports[0], "-n", "20", "-0").split("\0")[:-1]
        self.assertEqual(len(drawn), 20)
        self.assertLessEqual(set(drawn), set(HOSTILE))

    def test_nothing_is_written_elsewhere(self):
        self.assertFalse((self.place / "pwned").exists())
        self.assertFalse((self.place / "etc").exists())


if __name__ == "__main__":
    unittest.main()
