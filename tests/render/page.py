#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The pages of `bcheck show --format html` and `bcheck diff --format html`, read by a parser of HTML and, where it is installed, by Chromium: of a batch
whose names try to be markup, script and pictures, there is nothing on it but what bcheck puts there.

usage: page.py BCHECK [Pages | Differences]
"""
import base64
import hashlib
import html.parser
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import urllib.parse
import zlib

BCHECK = os.path.abspath(sys.argv.pop(1))
MARK = "pwned"
HOSTILE = [b"plain", b"</script><img src=x onerror=document.title='pwned'>", b'" onmouseover="document.title=\'pwned\'', b"'><svg onload=pwned()>",
           b"<!--<script>", b"]]>", b"&lt;b&gt;&#60;i&#62;", "\u202egnp.exe".encode(), "line\u2028sep\u2029".encode(), b"bad\xff\xfeutf8",
           b"new\nline", b"tab\t", b"esc\x1b[2J", b"${pwned}`", b"javascript:pwned()", b"#status=pass&code=x", b"a+b c%20d", b"__proto__",
           "\U0001f431".encode(), b"k" * 180]
# What the page consists of, and which of their attributes: nothing that loads, acts or styles.
ELEMENTS = {
    "html": {"lang"}, "head": set(), "meta": {"charset", "http-equiv", "content", "name"}, "title": set(), "style": set(),
    "body": set(), "header": {"id"}, "main": set(), "section": {"id"}, "nav": {"aria-label", "id", "hidden"}, "h1": set(), "h2": set(),
    "h3": set(), "p": {"class", "id", "aria-live"}, "div": {"class", "id", "hidden", "role", "aria-label"}, "span": {"class", "title"},
    "small": set(), "b": {"class"}, "i": {"class"}, "bdi": set(), "br": set(), "code": {"class"}, "pre": set(), "ul": {"class"}, "li": set(),
    "dl": set(), "dt": set(), "dd": set(), "a": {"class", "href", "title"}, "details": {"open"}, "summary": set(), "noscript": set(),
    "table": {"class", "id"}, "thead": set(), "tbody": {"id"}, "tr": set(), "th": {"class"}, "td": {"class"},
    "figure": {"class", "data-path"}, "figcaption": set(), "img": {"src", "width", "height", "alt"},
    "input": {"id", "type", "placeholder", "aria-label", "autocomplete", "spellcheck"}, "select": {"id", "aria-label"},
    "button": {"id", "type", "hidden"}, "script": {"type", "id", "class"},
    "svg": {"class", "viewbox", "preserveaspectratio", "role", "aria-label", "aria-hidden"},
    "g": set(), "rect": {"class", "x", "y", "width", "height"},
}
VOID = {"meta", "br", "img", "input", "rect"}


class Page(html.parser.HTMLParser):
    """All elements with their attributes, the text of each kind, and whether every one is closed in order."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.elements, self.texts, self.open, self.wrong = [], {}, [], []
        self.feed(text)
        self.close()
        self.wrong += [f"not closed: {name}" for name in self.open]

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        self.texts.setdefault(tag, []).append("")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"closed out of order: {tag}")

    def handle_data(self, data):
        if self.open:
            self.texts[self.open[-1]][-1] += data

    def handle_comment(self, data):
        self.wrong.append("a comment")


def find_chromium():
    for name in ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"):
        if shutil.which(name):
            return name
    return None


def browse(address, home):
    """What stands in the document when its script has run, and what the script had to complain of."""
    done = subprocess.run(
        [find_chromium(), "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", f"--user-data-dir={home}",
         "--enable-logging=stderr", "--virtual-time-budget=5000", "--dump-dom", address],
        capture_output=True, timeout=100, env={**os.environ, "HOME": home})
    complaints = [line for line in done.stderr.decode("utf-8", "replace").splitlines() if "CONSOLE" in line]
    return done.stdout.decode("utf-8", "replace"), complaints


def rows_of_png(path):
    """The pixels of a picture as Chromium writes it, RGB or RGBA of 8 bits, as rows of (r, g, b)."""
    with open(path, "rb") as file:
        data = file.read()
    at, packed = 8, b""
    while at < len(data):
        size, kind = int.from_bytes(data[at:at + 4], "big"), data[at + 4:at + 8]
        if kind == b"IHDR":
            width, height = (int.from_bytes(data[at + 8 + i:at + 12 + i], "big") for i in (0, 4))
            depth = {2: 3, 6: 4}[data[at + 17]]
        elif kind == b"IDAT":
            packed += data[at + 8:at + 8 + size]
        at += size + 12
    raw, out, above = zlib.decompress(packed), [], bytearray(width * depth)
    for y in range(height):
        start = y * (width * depth + 1)
        line, sort = bytearray(raw[start + 1:start + 1 + width * depth]), raw[start]
        if sort == 1:
            for i in range(depth, len(line)):
                line[i] = (line[i] + line[i - depth]) & 255
        elif sort == 2:
            line = bytearray((a + b) & 255 for a, b in zip(line, above))
        elif sort:
            for i in range(len(line)):
                left, up, corner = (line[i - depth], above[i], above[i - depth]) if i >= depth else (0, above[i], 0)
                guess = (left + up) // 2 if sort == 3 else min((abs(up - corner), 0, left), (abs(left - corner), 1, up), (abs(left + up - 2 * corner), 2, corner))[2]
                line[i] = (line[i] + guess) & 255
        out.append([tuple(line[i:i + 3]) for i in range(0, len(line), depth)])
        above = line
    return out


class Batch:
    """A batch of such names, and what holds of every page of it."""

    @classmethod
    def setUpClass(cls):
        cls.place = tempfile.mkdtemp(prefix="bcheck-test-")
        cls.out = os.path.join(cls.place, "out")
        os.mkdir(cls.out)
        rows = []
        for i, key in enumerate(HOSTILE):
            name = os.path.join(cls.out.encode(), b"product-%02d" % i)
            if i % 5 != 1:  # the others are missing
                with open(name, "wb") as file:
                    file.write(b"a caption of some length, number %d\n" % i if i % 3 else b"\xff\x00 no text <script>pwned()</script>")
            # JSON cannot say bytes that are no UTF-8: these keys are only in the other report.
            if b"\xff" not in key:
                rows.append({"key": key.decode(), "path": f"product-{i:02}", "status": "ok", "gpu": HOSTILE[i % 4].decode()})
        cls.manifest = manifest = os.path.join(cls.place, "manifest.jsonl")
        with open(manifest, "w", encoding="utf-8") as file:
            file.writelines(json.dumps(row) + "\n" for row in rows)
        cls.rules = rules = os.path.join(cls.place, "rules.json")
        with open(rules, "w") as file:
            json.dump({"schema": "bcheck.rules/1", "artifacts": {"<b>caption</b>": {"path": "{path}", "type": "text"}}}, file)
        cls.report = os.path.join(cls.place, "re<i>port.json")
        done = subprocess.run([BCHECK, "run", manifest, cls.out, "--rules", rules, "-o", cls.report], capture_output=True)
        assert done.returncode == 1, done
        cls.rows, cls.keys = rows, [row["key"] for row in rows]
        # Files named by raw bytes, NUL-separated: bytes that are no UTF-8, and nothing in the output.
        raw = os.path.join(cls.place, "raw")
        with open(raw, "wb") as file:
            file.write(b"\0".join(HOSTILE) + b"\0")
        cls.raw = os.path.join(cls.place, "raw.json")
        done = subprocess.run([BCHECK, "run", "-0", raw, cls.out, "-o", cls.raw], capture_output=True)
        assert done.returncode in (1, 3), done
        cls.page = os.path.join(cls.place, "page.html")
        subprocess.run([BCHECK, "show", cls.report, "--format", "html", "-o", cls.page, cls.out], check=True)
        with open(cls.page, "rb") as file:
            cls.bytes = file.read()

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.place)

    def show(self, *words):
        return subprocess.run([BCHECK, "show", "--format", "html", *words], capture_output=True, check=True).stdout

    def hold(self, page):
        self.assertEqual(page.wrong, [])
        for tag, attributes in page.elements:
            self.assertIn(tag, ELEMENTS)
            self.assertLessEqual(set(attributes), ELEMENTS[tag], tag)
            self.assertTrue(attributes.get("href", "#").startswith("#"), attributes)
            if tag == "img":
                self.assertTrue(attributes["src"].startswith("data:image/png;base64,"), attributes)

    def hold_bytes(self, raw):
        page = Page(raw.decode("utf-8"))  # valid UTF-8 as a whole
        self.hold(page)
        self.assertNotRegex(raw, rb"[\x00-\x08\x0b-\x1f\x7f]")
        self.assertNotIn("\u202e", raw.decode())
        self.assertEqual(sum(tag == "script" and "type" not in attributes for tag, attributes in page.elements), 1)

    def hold_policy(self, raw):
        page = Page(raw.decode())
        policy = next(a["content"] for t, a in page.elements if t == "meta" and a.get("http-equiv") == "Content-Security-Policy")
        sources = dict(part.strip().split(" ", 1) for part in policy.split(";"))
        self.assertEqual(sources["default-src"], "'none'")
        self.assertEqual(sources["img-src"], "data:")
        digest = lambda text: "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"
        self.assertEqual(sources["style-src"], digest(page.texts["style"][0]))
        self.assertEqual(sources["script-src"], digest(page.texts["script"][-1]))
        self.assertNotRegex(raw, rb"(?i)https?://")

    def hold_names(self, dom):
        page = Page(dom)
        self.assertEqual([a for t, a in page.elements if any(name.startswith("on") for name in a)], [])


class Pages(Batch, unittest.TestCase):
    def test_there_is_nothing_but_what_bcheck_puts_there(self):
        for raw in (self.bytes, self.show(self.raw), self.show(self.report, "--status", "fail"), self.show(self.raw, "--finding", "no.such")):
            self.hold_bytes(raw)

    def test_the_policy_allows_this_script_and_this_style_and_no_network(self):
        self.hold_policy(self.bytes)

    def test_the_data_hold_every_key(self):
        page = Page(self.bytes.decode())
        kinds = [a.get("class") or a.get("id") for t, a in page.elements if t == "script"]
        rows = [row for kind, text in zip(kinds, page.texts["script"]) if kind == "rows" for row in json.loads(text)]
        more = [one for kind, text in zip(kinds, page.texts["script"]) if kind == "more" for one in json.loads(text)]
        words = json.loads(page.texts["script"][kinds.index("words")])
        self.assertEqual(len(rows), len(self.keys))
        for key in self.keys:
            if key.isprintable() and "\\" not in key:
                self.assertEqual(sum(row[0] == key for row in rows), 1, key)
        self.assertEqual(sum(len(row) > 7 for row in rows), len(more))
        for row in rows:
            self.assertIn(words["statuses"][row[1]], ("pass", "fail", "missing"))
            if len(row) > 7:
                self.assertEqual(more[row[7]]["a"][0][1], row[1])

    def test_without_a_script_the_page_tells_what_is_wrong(self):
        page = Page(self.bytes.decode())
        rows = "".join(page.texts["bdi"])
        for key in ("plain", "</script><img src=x onerror=document.title='pwned'>"):
            self.assertIn(key, rows)
        self.assertIn("Gate closed", "".join(page.texts["b"]))
        self.assertIn("silent errors", "".join(page.texts["a"]))
        self.assertEqual(sum(a.get("class") == "excerpt" for t, a in page.elements if t == "figure"),
                         self.bytes.count(b"\\xff\\x00 no text &lt;script&gt;"))

    @unittest.skipUnless(find_chromium(), "Chromium is not installed")
    def test_in_a_browser(self):
        home = os.path.join(self.place, "home")
        os.mkdir(home)
        address = "file://" + self.page
        statuses = lambda dom: re.findall(r'<td><b class="s (\w+)">', dom.split('<tbody id="rows">')[1].split("</tbody>")[0])
        for fragment, wanted in (("", {"fail", "missing"}), ("#status=fail", {"fail"}), ("#status=pass", {"pass"}),
                                 ("#code=artifact.missing", {"missing"}), ("#q=script", {"fail", "missing", "pass"}),
                                 ("#key=plain", {"fail"}), ("#%zz=<img>&status=all&page=9", {"fail", "missing", "pass"}),
                                 ("#group=gpu%3Aplain&status=all", {"fail", "missing", "pass"})):
            with self.subTest(fragment):
                dom, complaints = browse(address + fragment, home)
                self.assertEqual(complaints, [])
                self.assertLessEqual(set(statuses(dom)), wanted)
                self.assertTrue(statuses(dom))
                self.assertNotIn("<title>" + MARK, dom)
                self.hold_names(dom)
                if fragment == "#key=plain":
                    self.assertIn('class="artifact"', dom)
                    self.assertIn("no text &lt;script&gt;", dom)
                if fragment.startswith("#group"):
                    self.assertEqual(len(statuses(dom)), sum(row["gpu"] == "plain" for row in self.rows))
                if fragment == "#status=fail":
                    self.assertEqual(len(statuses(dom)), sum(1 for _ in re.finditer(rb'<td><b class="s fail">', self.bytes)))


class Differences(Batch, unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        # The same batch again: one key more that is missing, one of another input, other texts, and a label.
        again = os.path.join(cls.place, "again")
        shutil.copytree(cls.out, again)
        os.unlink(os.path.join(again, "product-02"))
        with open(os.path.join(again, "product-04"), "w") as file:
            file.write("another caption <script>pwned()</script>\n")
        other = os.path.join(cls.place, "other.jsonl")
        for name, digit in ((cls.manifest, "1"), (other, "2")):
            with open(name, "w", encoding="utf-8") as file:
                for i, row in enumerate(cls.rows):
                    file.write(json.dumps({**row, "input_sha256": (digit if i == 5 else "0") * 64}) + "\n")
        cls.pair = []
        for name, out, label in ((cls.manifest, cls.out, HOSTILE[1].decode()), (other, again, HOSTILE[3].decode())):
            cls.pair.append(os.path.join(cls.place, f"<b>{os.path.basename(name)}.json"))
            done = subprocess.run([BCHECK, "run", name, out, "--rules", cls.rules, "--label", "by=" + label, "-o", cls.pair[-1]], capture_output=True)
            assert done.returncode == 1, done
        cls.diff = os.path.join(cls.place, "diff.html")
        done = subprocess.run([BCHECK, "diff", *cls.pair, "--format", "html", "-o", cls.diff], capture_output=True)
        assert done.returncode == 1, done
        with open(cls.diff, "rb") as file:
            cls.diff_bytes = file.read()

    def test_there_is_nothing_but_what_bcheck_puts_there(self):
        self.hold_bytes(self.diff_bytes)

    def test_the_policy_allows_this_script_and_this_style_and_no_network(self):
        self.hold_policy(self.diff_bytes)

    def differing(self):
        """The rows of the page of a difference with the names of their classes."""
        page = Page(self.diff_bytes.decode())
        kinds = [a.get("class") or a.get("id") for t, a in page.elements if t == "script"]
        words = json.loads(page.texts["script"][kinds.index("words")])
        return [(words["classes"][row[1]][0], row) for kind, text in zip(kinds, page.texts["script"]) if kind == "rows" for row in json.loads(text)]

    def test_it_has_every_key_that_differs(self):
        told = json.loads(subprocess.run([BCHECK, "diff", *self.pair, "--json"], capture_output=True).stdout)["changes"]
        rows = self.differing()
        self.assertEqual(sorted(name for name, _ in rows), sorted(change["change"] for change in told))
        self.assertEqual({name for name, _ in rows}, {"input-changed", "newly-bad", "changed", "still-bad"})
        # Without a script too.
        page = Page(self.diff_bytes.decode())
        self.assertEqual(sum(a.get("class") == "before" for t, a in page.elements if t == "td"), len(rows))

    @unittest.skipUnless(find_chromium(), "Chromium is not installed")
    def test_in_a_browser(self):
        home = os.path.join(self.place, "home")
        os.mkdir(home)
        body = lambda dom: dom.split('<tbody id="rows">')[1].split("</tbody>")[0]
        classes = lambda dom: re.findall(r'<td><b class="s ([\w-]+)">', body(dom))
        all_classes = [name for name, _ in self.differing()]
        for fragment, wanted in (("", all_classes), ("#class=newly-bad", ["newly-bad"]), ("#class=still-bad", [n for n in all_classes if n == "still-bad"]),
                                 ("#class=input-changed,changed", ["input-changed", "changed"]), ("#q=222222222222", ["input-changed"]),
                                 ("#class=no.such", []), ("#%zz=<img>&page=9", all_classes),
                                 ("#key=" + urllib.parse.quote(HOSTILE[1].decode()), ["still-bad"])):
            with self.subTest(fragment):
                dom, complaints = browse("file://" + self.diff + fragment, home)
                self.assertEqual(complaints, [])
                self.assertEqual(classes(dom), wanted)
                self.assertNotIn("<title>" + MARK, dom)
                self.hold_names(dom)

    @unittest.skipUnless(find_chromium(), "Chromium is not installed")
    def test_on_a_phone(self):
        home = os.path.join(self.place, "home-of-shots")
        os.mkdir(home)
        frame, shot = (os.path.join(self.place, name) for name in ("frame.html", "shot.png"))
        for fragment, scheme in (("", 0), ("", 1), ("#class=still-bad", 1)):
            with self.subTest((fragment, scheme)):
                with open(frame, "w") as file:  # a window is at least 500 pixels wide
                    file.write(f'<body style="margin:0"><iframe src="diff.html{fragment}" style="border:0;width:390px;height:700px"></iframe>')
                subprocess.run([find_chromium(), "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
                                f"--user-data-dir={home}", f"--blink-settings=preferredColorScheme={scheme}", "--force-device-scale-factor=1",
                                "--window-size=500,700", f"--screenshot={shot}", "file://" + frame],
                               capture_output=True, timeout=100, check=True, env={**os.environ, "HOME": home})
                pixels = rows_of_png(shot)
                ground, line = ((255, 255, 255), (0xdf, 0xe2, 0xe7)) if scheme else ((0x14, 0x17, 0x1b), (0x33, 0x39, 0x42))
                self.assertEqual(pixels[650][2], ground)
                self.assertGreater(len({pixel for row in pixels for pixel in row[:390:3]}), 20)  # there is something to see
                # Nothing comes near the right edge but the line under the links: the page is as wide as the window.
                self.assertLessEqual({row[386] for row in pixels[:690]}, {ground, line})


if __name__ == "__main__":
    unittest.main()
