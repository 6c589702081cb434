#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The golden runner itself: it must find what differs, and rewrite no more than it is asked for."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

RUNNER = pathlib.Path(__file__).resolve().parent / "run_case.py"


class Runner(unittest.TestCase):
    def setUp(self):
        self.place = tempfile.TemporaryDirectory()
        self.case = pathlib.Path(self.place.name).resolve() / "case"
        self.case.mkdir()

    def tearDown(self):
        self.place.cleanup()

    def run_case(self, files, **environment):
        for name, text in files.items():
            path = self.case / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
        done = subprocess.run([sys.executable, str(RUNNER), str(self.case)], capture_output=True, text=True,
                              env={**os.environ, "BCHECK_UPDATE_GOLDEN": "", **environment})
        return done.returncode, done.stdout + done.stderr

    def held(self, name):
        path = self.case / name
        return path.read_text() if path.exists() else None

    def test_silence_and_zero_are_expected_by_default(self):
        self.assertEqual(self.run_case({"cmd": "true\n"})[0], 0)
        for cmd in ("echo x\n", "echo x >&2\n", "exit 3\n", "false\necho x\n"):
            with self.subTest(cmd=cmd):
                self.assertEqual(self.run_case({"cmd": cmd})[0], 1)

    def test_what_is_expected_passes_and_what_differs_is_shown(self):
        files = {"cmd": "echo one; echo two; echo talk >&2; exit 3\n", "stdout": "one\ntwo\n", "stderr": "talk\n",
                 "exit": "3\n"}
        self.assertEqual(self.run_case(files), (0, ""))
        code, shown = self.run_case({"stdout": "one\n2\n"})
        self.assertEqual(code, 1)
        self.assertIn("-2\n+two\n", shown)
        code, shown = self.run_case({"stdout": "one\ntwo\n", "stderr": ""})
        self.assertEqual(code, 1)
        self.assertIn("+talk\n", shown)
        code, shown = self.run_case({"stderr": "talk\n", "exit": "0"})
        self.assertEqual(code, 1)
        self.assertIn("exit 3, expected 0", shown)

    def test_a_missing_or_surplus_line_end_differs(self):
        self.assertEqual(self.run_case({"cmd": "printf x\n", "stdout": "x\n"})[0], 1)
        self.assertEqual(self.run_case({"cmd": "printf 'x\\n\\n'\n", "stdout": "x\n"})[0], 1)
        self.assertEqual(self.run_case({"cmd": "printf x\n", "stdout": "x"})[0], 0)

    def test_lines_in_another_order_differ(self):
        self.assertEqual(self.run_case({"cmd": "echo a; echo b\n", "stdout": "b\na\n"})[0], 1)

    def test_bytes_that_are_no_text_are_compared(self):
        self.case.joinpath("stdout").write_bytes(b"\xff\n")
        self.assertEqual(self.run_case({"cmd": "printf '\\377\\n'\n"})[0], 0)
        self.assertEqual(self.run_case({"cmd": "printf '\\376\\n'\n"})[0], 1)

    def test_an_unset_variable_ends_the_case(self):
        self.assertEqual(self.run_case({"cmd": 'true "$NOT_SET"\n'})[0], 1)

    def test_placeholders_match_their_kind_only(self):
        sample = {"<TIME>": ("2026-01-31T12:00:00Z", "2026-01-31 12:00"), "<SECONDS>": ("0.01", "soon"),
                  "<HOST>": ("node-1.local", "two words"), "<VERSION>": ("1.6.39", "one"), "<NUMBER>": ("42", "x"),
                  "<SHA256>": ("ab" * 32, "ab" * 31), "<BASE64>": ("Yf8=", "?"), "<ANY>": ("what you like", None)}
        for placeholder, (right, wrong) in sample.items():
            with self.subTest(placeholder=placeholder):
                expected = {"stdout": f"[{placeholder}] (x.y)\n"}
                self.assertEqual(self.run_case({"cmd": f"echo '[{right}] (x.y)'\n", **expected})[0], 0)
                self.assertEqual(self.run_case({"cmd": f"echo '[{right}] (xzy)'\n", **expected})[0], 1)
                if wrong:
                    self.assertEqual(self.run_case({"cmd": f"echo '[{wrong}] (x.y)'\n", **expected})[0], 1)

    def test_a_placeholder_matches_one_line(self):
        self.assertEqual(self.run_case({"cmd": "echo a; echo b\n", "stdout": "<ANY>\n"})[0], 1)

    def test_the_directory_is_empty_and_named(self):
        self.assertEqual(self.run_case({"cmd": "ls -A; pwd; echo $CASE\n", "stdout": "<DIR>\n<CASE>\n"}), (0, ""))

    def test_the_environment_is_clean(self):
        cmd = 'echo "${SECRET-unset} $LC_ALL $TZ"; cat; test "$HOME" != "$SECRET_HOME"\n'.replace("$SECRET_HOME", "/root")
        self.assertEqual(self.run_case({"cmd": cmd, "stdout": "unset C.UTF-8 UTC\n"}, SECRET="x", LC_ALL="de_DE", TZ="CET"),
                         (0, ""))

    def test_input_is_found_by_its_name(self):
        self.assertEqual(self.run_case({"cmd": 'cat "$CASE/in/keys.txt"\n', "in/keys.txt": "a\n", "stdout": "a\n"})[0], 0)

    def test_no_end_is_a_failure(self):
        code, shown = self.run_case({"cmd": "sleep 60 & wait\n"}, BCHECK_GOLDEN_SECONDS="0.5")
        self.assertEqual(code, 1)
        self.assertIn("no end within 0.5 s", shown)

    def test_a_folder_that_is_no_case_is_refused(self):
        self.assertEqual(self.run_case({"stdout": "x"})[0], 2)
        self.assertEqual(self.run_case({"cmd": "echo x\n", "stdout": "x\n", "stdot": "x\n"})[0], 2)
        (self.case / "stdot").unlink()
        self.assertEqual(self.run_case({"exit": "none"})[0], 2)
        self.assertEqual(self.run_case({"exit": "0", ".cmd.swp": "left by an editor"})[0], 0)

    def test_what_is_required_and_not_there_is_said(self):
        code, shown = self.run_case({"cmd": "false\n", "requires": "echo no such kernel; false\n"})
        self.assertEqual(code, 77)
        self.assertIn("no such kernel", shown)
        self.assertEqual(self.run_case({"requires": "true\n"})[0], 1)

    def test_update_rewrites_what_differs_and_keeps_placeholders(self):
        self.case.joinpath("stdout").write_text("version <VERSION>\nold\n")
        self.case.joinpath("stderr").write_text("gone\n")
        code, _ = self.run_case({"cmd": "echo version 1.2; echo new; echo more\n"}, BCHECK_UPDATE_GOLDEN="1")
        self.assertEqual(code, 0)
        self.assertEqual(self.held("stdout"), "version <VERSION>\nnew\nmore\n")
        self.assertIsNone(self.held("stderr"))
        self.assertEqual(self.run_case({})[0], 0)

    def test_update_never_blesses_an_exit_code(self):
        code, shown = self.run_case({"cmd": "echo new; exit 1\n", "stdout": "old\n"}, BCHECK_UPDATE_GOLDEN="1")
        self.assertEqual(code, 1)
        self.assertIn("nothing was rewritten", shown)
        self.assertEqual(self.held("stdout"), "old\n")
        self.assertIsNone(self.held("exit"))

    def test_nothing_is_left_behind(self):
        with tempfile.TemporaryDirectory() as scratch:
            self.assertEqual(self.run_case({"cmd": "mkdir a; touch a/b; chmod 0 a\n"}, TMPDIR=scratch), (0, ""))
            self.assertEqual(os.listdir(scratch), [])
        self.assertEqual([p.name for p in self.case.iterdir()], ["cmd"])


if __name__ == "__main__":
    unittest.main()
