#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""scripts/conformance.py with a judge that says what it is told to: a slip must be found."""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[1] / "scripts/conformance.py"
JUDGE = '''import shutil, sys
assert sys.argv[1] == "the-binary" and sys.argv[sys.argv.index("--only") + 1] == "images,text", sys.argv
shutil.copy({rows!r}, sys.argv[sys.argv.index("--json") + 1])
sys.exit(1)
'''


class Thresholds(unittest.TestCase):
    def setUp(self):
        self.place = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.place.name)
        self.thresholds = self.root / "least.json"
        self.thresholds.write_text(json.dumps({"corpora": ["images", "text"], "groups": {
            "images/png": {"right": 10, "reasons right": 5, "measures right": 3}}}))

    def tearDown(self):
        self.place.cleanup()

    def run_with(self, rows, *words):
        told = self.root / "rows.json"
        told.write_text(json.dumps({"rows": rows, "wrong": []}))
        judge = self.root / "judge.py"
        judge.write_text(JUDGE.format(rows=str(told)))
        done = subprocess.run([sys.executable, str(SCRIPT), str(judge), "the-binary", "--thresholds",
                               str(self.thresholds), *words], capture_output=True, text=True)
        return done.returncode, done.stdout

    def test_as_good_or_better_passes(self):
        even = {"right": 10, "reasons right": 5, "measures right": 3, "wrong": 7}
        self.assertEqual(self.run_with({"images/png": even})[0], 0)
        code, said = self.run_with({"images/png": {**even, "right": 11}, "text/udhr": {"right": 2}})
        self.assertEqual(code, 0)
        self.assertIn("better: images/png: right 11 (threshold 10)", said)
        self.assertIn("better: text/udhr: right 2 (threshold 0)", said)

    def test_each_slip_fails(self):
        even = {"right": 10, "reasons right": 5, "measures right": 3}
        for count in even:
            code, said = self.run_with({"images/png": {**even, count: even[count] - 1}})
            self.assertEqual(code, 1)
            self.assertIn(f"slipped back: images/png: {count}", said)
        self.assertEqual(self.run_with({"text/udhr": {"right": 1}})[0], 1)
        self.assertEqual(self.run_with({})[0], 1)

    def test_a_judge_without_a_result_fails(self):
        judge = self.root / "judge.py"
        judge.write_text("raise SystemExit(0)\n")
        done = subprocess.run([sys.executable, str(SCRIPT), str(judge), "x", "--thresholds", str(self.thresholds)],
                              capture_output=True)
        self.assertEqual(done.returncode, 1)

    def test_update_raises_and_never_lowers(self):
        self.run_with({"images/png": {"right": 12, "reasons right": 1}, "text/udhr": {"right": 2}}, "--update")
        self.assertEqual(json.loads(self.thresholds.read_text())["groups"], {
            "images/png": {"right": 12, "reasons right": 5, "measures right": 3},
            "text/udhr": {"right": 2, "reasons right": 0, "measures right": 0}})


if __name__ == "__main__":
    unittest.main()
