#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What looks after the docs, itself: it must find a document that lies."""
import json
import os
import pathlib
import sys
import tempfile
import textwrap
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import check_schemas  # noqa: E402
import run_docs  # noqa: E402
from fences import blocks  # noqa: E402


class Fences(unittest.TestCase):
    def test_blocks_are_found_with_their_words(self):
        text = "a\n```console run exit=1\n$ x\n```\n\n~~~json\n{}\n```\n~~~\n  ```sh\n  y\n  ```\n````md\n```\n````\n"
        found = [(b.line, b.language, b.words, b.text) for b in blocks(text)]
        self.assertEqual(found, [(2, "console", ["run", "exit=1"], "$ x\n"), (6, "json", [], "{}\n```\n"),
                                 (10, "sh", [], "y\n"), (13, "md", [], "```\n")])
        self.assertEqual(blocks(text)[0].value("exit"), "1")

    def test_an_open_block_is_refused(self):
        with self.assertRaises(ValueError):
            blocks("```sh\nx\n")


class RunDocs(unittest.TestCase):
    def setUp(self):
        self.place = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.place.name)
        for name, script in (("bcheck", 'echo "bcheck $*"; echo talk >&2; test "$1" != gate'),
                             ("demo", 'echo key >"$1/manifest.tsv"')):
            path = self.root / name
            path.write_text("#!/bin/sh\n" + script + "\n")
            path.chmod(0o755)

    def tearDown(self):
        self.place.cleanup()

    def faults(self, text):
        document = self.root / "doc.md"
        document.write_text(textwrap.dedent(text))
        faults, self.ran = run_docs.check(document, str(self.root / "bcheck"), str(self.root / "demo"))
        return faults

    def test_what_is_shown_must_come(self):
        self.assertEqual(self.faults("""
            ```console run
            $ bcheck run
            bcheck run
            talk
            $ cat manifest.tsv second/manifest.tsv
            key
            key
            $ x=5
            $ echo $x \\
            > and more
            5 and more
            ```
            """), [])
        self.assertEqual(self.ran, 4)

    def test_other_output_is_found(self):
        for shown in ("bcheck ran\ntalk", "bcheck run", "talk\nbcheck run", "bcheck run\ntalk\nmore"):
            with self.subTest(shown=shown):
                faults = self.faults(f"```console run\n$ bcheck run\n{shown}\n```\n")
                self.assertEqual(len(faults), 1)
                self.assertIn("line 2: other output: bcheck run", faults[0])

    def test_gaps(self):
        right = ("…", "bcheck…\n…", "...\ntalk", "b…k run\ntalk", "bcheck run\n…\ntalk")
        wrong = ("…\nrun", "bcheck…", "x…\n…", "…\ntalk\ntalk")
        for shown, count in [(s, 0) for s in right] + [(s, 1) for s in wrong]:
            with self.subTest(shown=shown):
                self.assertEqual(len(self.faults(f"```console run\n$ bcheck run\n{shown}\n```\n")), count)

    def test_exit_codes(self):
        self.assertEqual(len(self.faults("```console run\n$ bcheck gate\n```\n")), 1)
        self.assertEqual(self.faults("```console run exit=1\n$ bcheck gate\n```\n"), [])
        self.assertEqual(len(self.faults("```console run exit=3\n$ bcheck gate\n```\n")), 2)
        self.assertEqual(len(self.faults("```console run exit=1\n$ bcheck run\n```\n")), 1)
        self.assertEqual(len(self.faults("```sh run\nbcheck gate\ntrue\n```\n")), 1)
        self.assertEqual(self.faults("```sh run\nbcheck run\n```\n"), [])

    def test_a_block_that_leaves_the_shell_is_found(self):
        self.assertTrue(self.faults("```console run\n$ exit 0\n$ true\n```\n"))

    def test_every_block_says_whether_it_runs(self):
        self.assertEqual(len(self.faults("```console\n$ false\n```\n")), 1)
        self.assertEqual(len(self.faults("```sh\nfalse\n```\n")), 1)
        self.assertEqual(self.faults("```console norun\n$ false\n```\n```sh norun\nfalse\n```\n```json\n{}\n```\n"), [])

    def test_nothing_of_the_caller_is_seen(self):
        os.environ["BCHECK_TEST_SECRET"] = "x"
        self.assertEqual(self.faults("```console run\n$ echo ${BCHECK_TEST_SECRET-unset}\nunset\n```\n"), [])


class Schemas(unittest.TestCase):
    SCHEMA = {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
              "properties": {"schema": True, "n": {"type": "integer"}}, "additionalProperties": False}

    def setUp(self):
        self.place = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.place.name)
        self.write("docs/schema/rules-1.schema.json", json.dumps(self.SCHEMA))

    def tearDown(self):
        self.place.cleanup()

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def check(self):
        schemas = check_schemas.check(self.root)
        return len(schemas.faults), schemas.checked

    def test_sound_documents(self):
        self.write("README.md", '```jsonc\n{"schema": "bcheck.rules/1", /* "x" */ "n": 1} // all\n```\n```json fragment\n{…}\n```\n')
        self.write("manifests/a/rules.json", '// why\n{"schema": "bcheck.rules/1"}')
        self.write("manifests/a/keys.jsonl", '{"key": "a"}\n')
        self.write("tests/golden/run/x/in/bad.json", "{")
        self.assertEqual(self.check(), (0, 2))

    def test_a_schema_may_refer_to_its_neighbour(self):
        for named in (None, "manifest-1.schema.json", "https://example.invalid/schema/manifest-1.schema.json"):
            schema = {**self.SCHEMA, "properties": {"schema": True, "rules": {"$ref": "rules-1.schema.json"}}}
            if named:
                schema["$id"] = named
            self.write("docs/schema/manifest-1.schema.json", json.dumps(schema))
            self.write("manifests/m.json", '{"schema": "bcheck.manifest/1", "rules": {"n": 1}}')
            self.assertEqual(self.check(), (0, 1), named)
            self.write("manifests/m.json", '{"schema": "bcheck.manifest/1", "rules": {"n": "1"}}')
            self.assertEqual(self.check(), (1, 1), named)
        self.write("docs/schema/manifest-1.schema.json", json.dumps({**self.SCHEMA, "$ref": "none.json"}))
        self.assertEqual(self.check()[0], 1)

    def test_faults(self):
        for name, text in (("README.md", '```json\n{"schema": "bcheck.rules/1", "m": 1}\n```\n'),
                           ("docs/x.md", '```json\n{"a": …}\n```\n'),
                           ("docs/x.md", '```json\n{"a": 1, "a": 2}\n```\n'),
                           ("docs/x.md", '```json\n{"a": NaN}\n```\n'),
                           ("manifests/rules.json", '{"schema": "bcheck.rules/2"}'),
                           ("manifests/rules.json", '{"n": 1}'),
                           ("manifests/keys.jsonl", '{"key": "a"}\n{\n'),
                           ("tests/golden/run/x/in/rules.json", '{"schema": "bcheck.rules/1", "n": "1"}'),
                           ("docs/schema/report-1.schema.json", '{"type": "nonsense"}')):
            with self.subTest(name=name, text=text):
                self.write(name, text)
                self.assertEqual(self.check()[0], 1)
                (self.root / name).unlink()


if __name__ == "__main__":
    unittest.main()
