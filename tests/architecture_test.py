#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plants violations in a small sound house, one at a time: architecture.py must find each, and nothing in the house."""
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from architecture import House  # noqa: E402

HEAD = "// SPDX-License-Identifier: Apache-2.0\n"
SOUND = {
    "CMakeLists.txt": "# SPDX-License-Identifier: Apache-2.0\n",
    "include/bcheck/error.h": HEAD + "#pragma once\n#include <tl/expected.hpp>\n",
    "src/main.cc": HEAD + '#include "cli/app.h"\n',
    "src/cli/app.h": HEAD + "#pragma once\n",
    "src/cli/app.cc": HEAD + '#include "cli/app.h"\n#include <CLI/CLI.hpp>\n#include <iostream>\n'
                             '#include "run/batch.h"\n#include "validators/registry.h"\nvoid f() { std::cout << 1; }\n',
    "src/run/batch.h": HEAD + '#pragma once\n#include "bcheck/error.h"\n',
    "src/run/batch.cc": HEAD + '#include "run/batch.h"\n#include <sys/wait.h>\n#include "validators/registry.h"\n'
                               "void g() { fork(); }\n",
    "src/base/text.h": HEAD + "#pragma once\n",
    "src/base/text.cc": HEAD + '#include "base/text.h"\n#include <fmt/format.h>\n#include <sys/stat.h>\n'
                               '// exit(1) in a comment, and "printf(" in a string\nconst char* s = "exit(1)";\n',
    "src/validators/registry.h": HEAD + "#pragma once\n",
    "src/validators/registry.cc": HEAD + '#include "validators/registry.h"\nextern const Type kToyType;\n'
                                         "constexpr std::array kChecked{&kToyType};\n",
    "src/validators/toy.cc": HEAD + '#include "base/text.h"\nextern const Type kToyType;\nconst Type kToyType{"toy"};\n',
    "src/validators/image/png.cc": HEAD + "#include <png.h>\n",
    "tests/run/batch_test.cc": HEAD,
    "src/base/near.cc": HEAD + "using namespace std::string_literals;\n",
    "tests/base/text_test.cc": HEAD + "// Also tests: near.cc\n",
    "tests/validators/toy_test.cc": HEAD,
    "tests/validators/image/png_test.cc": HEAD,
    "tests/fuzz/toy_fuzz.cc": HEAD,
    "tests/fuzz/corpus/toy/seed": "x",
}

# What is planted (file, text put at its end, or None to take it away) and a word of what must be said.
PLANTED = [
    ("src/base/text.cc", '#include "run/batch.h"\n', "base must not know run"),
    ("src/run/batch.cc", '#include "cli/app.h"\n', "run must not know cli"),
    ("src/validators/toy.cc", '#include "judge/limits.h"\n', "validators must not know judge"),
    ("src/cli/app.cc", '#include "validators/magic.h"\n', "cli must not know validators"),
    ("src/main.cc", '#include "run/batch.h"\n', "main must not know run"),
    ("include/bcheck/error.h", '#include "base/text.h"\n', "a word must not know"),
    ("src/base/text.cc", '#include "../run/batch.h"\n', "does not name its room"),
    ("src/base/text.cc", '#include "text.h"\n', "does not name its room"),
    ("src/base/text.cc", "#include <base/text.h>\n", "included with quotes"),
    ("src/base/text.cc", '#include "bcheck/nonsense.h"\n', "no word of include/bcheck"),
    ("src/base/text.cc", '#include "fmt/format.h"\n', "in no room"),
    ("src/base/text.cc", "#include <CLI/CLI.hpp>\n", "another door"),
    ("src/base/text.cc", "  #  include <nlohmann/json.hpp>\n", "another door"),
    ("src/base/text.cc", "#include <simdjson.h>\n", "another door"),
    ("src/run/batch.cc", "#include <openssl/evp.h>\n", "another door"),
    ("src/validators/toy.cc", "#include <png.h>\n", "another door"),
    ("src/validators/toy.cc", "#include <zlib.h>\n", "another door"),
    ("src/base/text.h", "#include <tl/expected.hpp>\n", "another door"),
    ("src/run/batch.cc", "#include <spdlog/spdlog.h>\n", "another door"),
    ("src/base/text.cc", "#include <thread>\n", "another door"),
    ("src/validators/toy.cc", "#include <iostream>\n", "another door"),
    ("src/base/text.cc", "#include <boost/any.hpp>\n", "third party without a door"),
    ("src/base/text.cc", "void h() { exit(1); }\n", "exit()"),
    ("src/base/text.cc", "void h() { std::exit(1); }\n", "exit()"),
    ("src/validators/toy.cc", "void h() { fork(); }\n", "processes belong to run"),
    ("src/run/batch.cc", 'void h() { std::cerr << "x"; }\n', "printing belongs to cli"),
    ("src/base/text.cc", "using namespace std;\n", "names of std"),
    ("src/base/text.cc", "int x;\n" * 500, "the most are 500"),
    ("tests/base/text_test.cc", "int x;\n" * 500, "the most are 500"),
    ("src/util/misc.h", HEAD + "#pragma once\n", "no room of the plan"),
    ("include/other/x.h", HEAD + "#pragma once\n", "nothing else"),
    ("src/base/bare.h", "#pragma once\n", "no 'SPDX"),
    ("src/base/twice.h", HEAD, "#pragma once"),
    ("src/base/late.h", HEAD + "#pragma once\n", "tests/base/late_test.cc"),
    ("src/validators/new.cc", HEAD + 'const Type kNewType{"new"};\n', "has no row"),
    ("src/validators/new.cc", HEAD, "no tests/validators/new_test.cc"),
    ("src/validators/toy.cc", None, "kToyType is defined by no file"),
    ("src/base/far.cc", HEAD, "no tests/base/far_test.cc"),
    ("tests/validators/toy_test.cc", None, "no tests/validators/toy_test.cc"),
    ("tests/base/stray_test.cc", HEAD, "tests no src/base/stray"),
    ("tests/base/text_test.cc", "// Also tests: gone.cc\n", "also tests no src/base/gone.cc"),
    ("tests/fuzz/corpus/toy/seed", None, "no seeds"),
]


class Planted(unittest.TestCase):
    def violations(self, change=None):
        files = dict(SOUND)
        if change:
            path, text = change
            if text is None:
                del files[path]
            else:
                files[path] = files.get(path, "") + text
            if path == "src/base/late.h":  # a header that is not the first of its own source
                files["src/base/late.cc"] = HEAD + '#include "base/text.h"\n#include "base/late.h"\n'
        with tempfile.TemporaryDirectory() as root:
            for path, text in files.items():
                place = pathlib.Path(root) / path
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_text(text)
            return House(root).check()

    def test_a_sound_house_has_none(self):
        self.assertEqual(self.violations(), [])

    def test_each_is_found(self):
        for path, text, said in PLANTED:
            with self.subTest(path=path, said=said):
                found = self.violations((path, text))
                self.assertTrue(any(said in line for line in found), found)

    def test_a_source_that_includes_its_own_header_late_is_found(self):
        found = self.violations(("src/base/late.h", HEAD + "#pragma once\n"))
        self.assertTrue(any("before its own header" in line for line in found), found)

    def test_the_place_is_told(self):
        found = self.violations(("src/base/text.cc", '#include "run/batch.h"\n'))
        self.assertEqual(found, ['src/base/text.cc:7: base must not know run: "run/batch.h"'])


if __name__ == "__main__":
    unittest.main()
