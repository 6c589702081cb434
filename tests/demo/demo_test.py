#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The generators of test inputs: the same bytes every time, the manifest's keys, and the faults that are promised.

usage: demo_test.py BCHECK_DEMO BCHECK_MAKE
"""
import csv
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest
import zlib

DEMO, MAKE = (os.path.abspath(p) for p in sys.argv[1:3])


def tree(root):
    return {str(p.relative_to(root)): p.read_bytes() for p in sorted(root.rglob("*")) if p.is_file()}


def png_is_whole(data):
    """By its own chunk walk: signature, CRCs, IEND at the end."""
    if data[:8] != b"\x89PNG\r\n\x1a\n":
        return False
    at, kind = 8, b""
    while at + 12 <= len(data):
        size = struct.unpack(">I", data[at:at + 4])[0]
        kind = data[at + 4:at + 8]
        if zlib.crc32(data[at + 4:at + 8 + size]) != int.from_bytes(data[at + 8 + size:at + 12 + size], "big"):
            return False
        at += 12 + size
    return at == len(data) and kind == b"IEND"


def npy_values(data):
    assert data[:8] == b"\x93NUMPY\x01\x00", data[:8]
    start = 10 + struct.unpack("<H", data[8:10])[0]
    assert start % 64 == 0
    count = (len(data) - start) // 4
    return struct.unpack(f"<{count}f", data[start:start + 4 * count])


class Demo(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.place = tempfile.TemporaryDirectory()
        cls.trees = []
        for name, words in (("a", []), ("b", []), ("second", ["--second"])):
            where = pathlib.Path(cls.place.name) / name
            where.mkdir()
            subprocess.run([DEMO, str(where), *words], check=True)
            cls.trees.append(tree(where))

    @classmethod
    def tearDownClass(cls):
        cls.place.cleanup()

    def test_it_is_the_same_every_time(self):
        self.assertEqual(self.trees[0], self.trees[1])

    def test_it_is_small(self):
        self.assertLess(len(self.trees[0]), 60)
        self.assertLess(sum(map(len, self.trees[0].values())), 2_000_000)

    def test_it_holds_what_the_manifest_promises_but_for_the_missing_one(self):
        for files, missing in ((self.trees[0], {"out/images/sample-07.png"}), (self.trees[2], set())):
            rows = list(csv.DictReader(files["manifest.tsv"].decode().splitlines(), delimiter="\t"))
            promised = {name for row in rows for name in (f"out/images/{row['key']}.{row['ext']}",
                                                         f"out/captions/{row['key']}.txt", f"out/vectors/{row['key']}.npy")}
            self.assertEqual(promised - set(files), missing)

    def test_extra_and_leftover(self):
        self.assertIn("out/images/sample-99.png", self.trees[0])
        self.assertIn("out/vectors/sample-16.npy.tmp", self.trees[0])
        self.assertNotIn("out/vectors/sample-16.npy.tmp", self.trees[2])

    def test_faults(self):
        first = self.trees[0]
        broken = [n for n, d in first.items() if n.endswith(".png") and not png_is_whole(d)]
        self.assertEqual(broken, ["out/images/sample-05.png"])
        ends = [n for n, d in first.items() if n.endswith(".jpg") and not (d[:2] == b"\xff\xd8" and d[-2:] == b"\xff\xd9")]
        self.assertEqual(ends, ["out/images/sample-06.jpg", "out/images/sample-08.jpg"])
        self.assertEqual([n for n, d in first.items() if not d], ["out/captions/sample-09.txt"])
        with self.assertRaises(UnicodeDecodeError):
            first["out/captions/sample-10.txt"].decode()
        for name, data in first.items():
            if not name.endswith(".npy"):
                continue
            values = npy_values(data)
            whole = len(values) == 4 * 64
            self.assertEqual(whole, "-13" not in name, name)
            self.assertEqual(any(v != v for v in values), "-11" in name, name)
            norms = [sum(v * v for v in values[i:i + 64]) for i in range(0, len(values) - 63, 64)]
            sound = whole and all(abs(n - 1) < 1e-5 for n in norms)
            self.assertEqual(sound, not any(k in name for k in ("-11", "-12", "-13")), name)

    def test_the_second_run(self):
        first, second = self.trees[0], self.trees[2]
        changed = {n for n in first.keys() & second.keys() if first[n] != second[n]}
        self.assertEqual(changed, {"out/images/sample-01.png", "out/images/sample-03.png", "out/captions/sample-02.txt",
                                   "out/vectors/sample-14.npy"})
        self.assertTrue(png_is_whole(second["out/images/sample-01.png"]))


class Make(unittest.TestCase):
    def setUp(self):
        self.place = tempfile.TemporaryDirectory()
        self.file = pathlib.Path(self.place.name) / "f"

    def tearDown(self):
        self.place.cleanup()

    def make(self, kind, *words):
        return subprocess.run([MAKE, kind, str(self.file), *words], capture_output=True).returncode

    def test_each_kind(self):
        for kind in ("photo", "black", "white", "flat", "grey-half"):
            self.assertEqual(self.make("png", "20x10", kind), 0)
            self.assertTrue(png_is_whole(self.file.read_bytes()))
            self.assertEqual(self.make("jpeg", "20x10", kind), 0)
        for kind in ("unit", "nan", "zero", "same", "long"):
            self.assertEqual(self.make("npy", "3x5", kind), 0)
            self.assertEqual(len(npy_values(self.file.read_bytes())), 15)

    def test_a_bomb_is_whole_and_small(self):
        self.assertEqual(self.make("png-bomb", "60000x60000"), 0)
        data = self.file.read_bytes()
        self.assertTrue(png_is_whole(data))
        self.assertEqual(struct.unpack(">II", data[16:24]), (60000, 60000))
        self.assertLess(len(data), 200)

    def test_damage(self):
        self.file.write_bytes(bytes(range(100)))
        self.assertEqual(self.make("cut", "60%"), 0)
        self.assertEqual(self.file.read_bytes(), bytes(range(60)))
        self.assertEqual(self.make("flip", "5"), 0)
        self.assertEqual(self.file.read_bytes()[4:7], bytes([4, 0xFA, 6]))

    def test_nonsense_is_refused(self):
        self.file.write_bytes(b"x")
        for words in (["png", "20", "photo"], ["png", "0x9", "photo"], ["png", "2x2", "photon"], ["npy", "0x4", "unit"],
                      ["cut", "5"], ["flip", "x"], ["gif", "2x2", "photo"], ["png"]):
            self.assertEqual(self.make(*words), 2, words)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
