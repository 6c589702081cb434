#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the house to its plan: docs/architecture.md says the same in words.

usage: architecture.py [ROOT]

Prints one line a violation, "file:line: what", and exits 1 if there is one. architecture_test.py plants violations
and checks that each is found.
"""
import pathlib
import re
import sys

# Who may include whose headers. A room always knows itself, base and the words in include/bcheck.
ARROWS = {
    "main": {"cli"},
    "cli": {"run", "analysis", "render", "judge", "input", "sources", "report"},
    "run": {"input", "sources", "validators", "judge", "report"},
    "analysis": {"report", "judge", "input"},
    "render": {"report"},
    "input": set(),
    "sources": set(),
    "validators": set(),
    "judge": set(),
    "report": set(),
    "base": set(),
}
# Beside the arrows, one header each: (room, header).
SINGLE = {("cli", "validators/registry.h")}

# Third parties: what an include looks like, and the one door. None = free to use.
THIRD = [
    (r"fmt/", None),
    (r"tl/expected\.hpp$", r"include/bcheck/error\.h$"),
    (r"CLI/", r"src/cli/"),
    (r"spdlog/", r"src/cli/"),
    (r"nlohmann/", r"src/base/json_tree\.(h|cc)$"),
    (r"simdjson", r"src/base/(json_fast\.(h|cc)|utf8\.cc)$"),
    (r"openssl/", r"src/base/hash\.cc$"),
    (r"(png|pngconf|jpeglib|jerror|jmorecfg|turbojpeg)\.h$", r"src/validators/image/"),
    (r"re2/", r"src/validators/text/user_patterns\.cc$"),
    (r"(tiff|tiffio)\.h$|webp/", r"src/validators/image/"),
    (r"unictype\.h$", r"src/validators/text/generate/"),
    (r"(libheif|jxl|OpenEXR)/", r"src/validators/image/"),
    (r"zlib\.h$", r"src/(validators/(container|image)/|base/gzip\.cc$)"),
    (r"zstd\.h$", r"src/base/zstd\.cc$"),
    (r"libdeflate\.h$", r"src/validators/image/checksums\.cc$"),
    (r"expat\.h$", r"src/validators/container/xml\.cc$"),
]
# The system, where one room alone may ask it.
SYSTEM = [
    (r"(thread|mutex|shared_mutex|condition_variable|future|semaphore|latch|barrier|stop_token)$", r"src/run/"),
    (r"(pthread|spawn|sys/wait|sys/prctl)\.h$", r"src/run/"),
    (r"iconv\.h$", r"src/validators/(container/transcode\.cc|text/generate/)"),
    (r"(iostream|termios\.h|sys/ioctl\.h)$", r"src/(cli|validators/text/generate)/"),
]
# What a name with a slash may be without being a third party.
POSIX = re.compile(r"(sys|linux|asm|netinet|arpa|bits)/")

# Words of the code (not of comments and strings), and the only files that may say them.
WORDS = [
    (r"\busing namespace std\s*;", r"$^", "no names of std by the dozen"),
    (r"(?<![\w_.>:])(std::|::)?exit\s*\(", r"$^", "exit() outside main's return"),
    (r"\b(fork|vfork|posix_spawn|waitpid|kill)\s*\(", r"src/run/", "processes belong to run"),
    (r"\bstd::(cout|cerr|clog)\b|\b(printf|puts|putchar)\s*\(|\bstdout\b|\bstderr\b",
     r"src/(cli/|validators/text/generate/|main\.cc$)",
     "printing belongs to cli"),
    (r"\b(isatty|signal|sigaction)\s*\(", r"src/(cli|run)/|src/main\.cc$", "terminals and signals belong to cli"),
]

MOST_LINES = 500
SPDX = "SPDX-License-Identifier: Apache-2.0"

# Sources without a test of their own name, and why.
UNTESTED = {
    "src/main.cc": "golden cases run it",
    "src/validators/registry.cc": "the list; every row has its own test",
}
# Tests that belong to a room as a whole and to no source, and what they are about.
WHOLE_ROOM = {
    "tests/input/docs_test.cc": "every example of docs/manifest.md is read by the readers of the room",
    "tests/report/docs_test.cc": "the examples of docs/report.md are read by the reader",
}
# A test that looks after neighbours too says so in a line of its own, "// Also tests: dumps.cc, terminal.cc".
ALSO = re.compile(r"^// Also tests: (.+)$", re.MULTILINE)
# Folders whose sources are told by golden cases, as users see them, and need no unit test each.
GOLDEN_ROOMS = ("src/cli/",)
# Programs that make a table while bcheck is built: the test of what uses the table looks at it.
GENERATORS = "/generate/"

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
TYPE = re.compile(r"\bconst(?:expr)?\s+Type\s+(k\w+)\s*[{=(]")
LITERALS = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.DOTALL)


def without_literals(code):
    """The code with comments, strings and characters blanked, line numbers kept."""
    return LITERALS.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), code)


def line_of(text, at):
    return text.count("\n", 0, at) + 1


def room_of(path):
    """"base" of src/base/x.h, "main" of src/main.cc, "words" of include/bcheck/x.h."""
    parts = path.split("/")
    if parts[0] == "include":
        return "words"
    return "main" if len(parts) == 2 else parts[1]


class House:
    def __init__(self, root):
        self.root = pathlib.Path(root)
        self.violations = []

    def say(self, path, line, what):
        self.violations.append(f"{path}:{line}: {what}")

    def files(self, *patterns):
        found = set()
        for pattern in patterns:
            found.update(p for p in self.root.glob(pattern) if p.is_file())
        return sorted(str(p.relative_to(self.root)) for p in found)

    def read(self, path):
        return (self.root / path).read_text("utf-8")

    def exists(self, path):
        return (self.root / path).is_file()

    # One rule a method; check() runs them all.

    def rooms(self):
        for path in self.files("src/**/*"):
            if room_of(path) not in ARROWS:
                self.say(path, 1, f"src/{path.split('/')[1]} is no room of the plan")
        for path in self.files("include/**/*"):
            if not re.fullmatch(r"include/bcheck/[a-z0-9_]+\.h", path):
                self.say(path, 1, "include/ holds include/bcheck/NAME.h and nothing else")

    def includes(self):
        for path in self.files("src/**/*.cc", "src/**/*.h", "include/**/*.h"):
            for number, text in enumerate(self.read(path).splitlines(), 1):
                match = INCLUDE.match(text)
                if match:
                    self.include(path, number, match.group(1) == '"', match.group(2))

    def include(self, path, line, quoted, name):
        room, target = room_of(path), name.split("/")[0]
        if quoted:
            if "/" not in name or ".." in name.split("/"):
                self.say(path, line, f'"{name}" does not name its room')
            elif target == "bcheck":
                if not self.exists("include/" + name):
                    self.say(path, line, f'"{name}" is no word of include/bcheck')
            elif target not in ARROWS:
                self.say(path, line, f'"{name}" is in no room; third parties are included with <>')
            elif room == "words":
                self.say(path, line, f'a word must not know "{name}"')
            elif target not in ARROWS[room] | {room, "base"} and (room, name) not in SINGLE:
                self.say(path, line, f'{room} must not know {target}: "{name}"')
            return
        if target in ARROWS or target == "bcheck":
            self.say(path, line, f"<{name}> is ours and is included with quotes")
            return
        for pattern, door in THIRD:
            if re.match(pattern, name):
                if door is not None and not re.match(door, path):
                    self.say(path, line, f"<{name}> has another door: {door}")
                return
        for pattern, door in SYSTEM:
            if re.match(pattern, name) and not re.match(door, path):
                self.say(path, line, f"<{name}> has another door: {door}")
                return
        if "/" in name and not POSIX.match(name):
            self.say(path, line, f"<{name}> is a third party without a door; give it one in tests/architecture.py")

    def own_header_first(self):
        """What makes headers self-sufficient: each is compiled at the head of its own source. Headers without a
        source are compiled alone by CMake (bcheck_headers)."""
        for path in self.files("src/**/*.cc"):
            header = path[:-3] + ".h"
            if not self.exists(header):
                continue
            first = next((m.group(2) for m in map(INCLUDE.match, self.read(path).splitlines()) if m), "nothing")
            if first != header[len("src/"):]:
                self.say(path, 1, f'includes {first} before its own header "{header[len("src/"):]}"')

    def words(self):
        for path in self.files("src/**/*.cc", "src/**/*.h", "include/**/*.h"):
            code = without_literals(self.read(path))
            for pattern, allowed, what in WORDS:
                if re.match(allowed, path):
                    continue
                for match in re.finditer(pattern, code):
                    self.say(path, line_of(code, match.start()), f"{match.group().strip()}: {what}")

    def sizes_and_heads(self):
        code = ("src/**/*.cc", "src/**/*.h", "include/**/*.h", "tests/**/*.cc", "tests/**/*.h", "tests/**/*.py",
                "tests/**/CMakeLists.txt", "CMakeLists.txt", "scripts/*", ".ci/*", ".clang-tidy")
        for path in self.files(*code):
            if "__pycache__" in path:
                continue
            lines = self.read(path).splitlines()
            if len(lines) > MOST_LINES:
                self.say(path, len(lines), f"{len(lines)} lines; the most are {MOST_LINES}")
            if not any(SPDX in line for line in lines[:2]):
                self.say(path, 1, f"no '{SPDX}' in the first two lines")
        for path in self.files("src/**/*.h", "include/**/*.h", "tests/**/*.h"):
            if "#pragma once" not in self.read(path):
                self.say(path, 1, "no #pragma once")

    def validators(self):
        registry = without_literals(self.read("src/validators/registry.cc"))
        rows = re.search(r"\bkChecked\b[^;]*;", registry)
        named = set(re.findall(r"&\s*(k\w+)", rows.group())) if rows else set()
        defined = {}
        for path in self.files("src/validators/**/*.cc"):
            for match in TYPE.finditer(self.read(path)):
                defined[match.group(1)] = path
                if match.group(1) not in named:
                    self.say(path, line_of(self.read(path), match.start()), f"{match.group(1)} has no row in registry.cc")
        for name in sorted(named - set(defined)):
            self.say("src/validators/registry.cc", 1, f"{name} is defined by no file below src/validators")

    def tests(self):
        covered = set(UNTESTED)
        for path in self.files("tests/**/*_test.cc"):
            text = self.read(path)
            for match in ALSO.finditer(text):
                for name in match.group(1).split(","):
                    source = str(pathlib.PurePosixPath("src" + path[len("tests"):]).with_name(name.strip()))
                    covered.add(source)
                    if not self.exists(source):
                        self.say(path, line_of(text, match.start()), f"also tests no {source}")
        for path in self.files("src/**/*.cc"):
            test = "tests/" + path[len("src/"):-3] + "_test.cc"
            if path.startswith(GOLDEN_ROOMS) or GENERATORS in path or path in covered or self.exists(test):
                continue
            self.say(path, 1, f"no {test}")
        for path in self.files("tests/**/*_test.cc"):
            source = "src/" + path[len("tests/"):-len("_test.cc")]
            if not self.exists(source + ".cc") and not self.exists(source + ".h") and path not in WHOLE_ROOM:
                self.say(path, 1, f"tests no {source}.cc or .h")
        for path in UNTESTED:
            if self.exists("src/main.cc") and not self.exists(path):
                self.say("tests/architecture.py", 1, f"{path} is exempt and does not exist")

    def fuzz_targets(self):
        for path in self.files("tests/fuzz/*_fuzz.cc"):
            corpus = "tests/fuzz/corpus/" + pathlib.Path(path).name[:-len("_fuzz.cc")]
            if not self.files(corpus + "/**/*"):
                self.say(path, 1, f"no seeds in {corpus}/")

    def check(self):
        for rule in (self.rooms, self.includes, self.own_header_first, self.words, self.sizes_and_heads,
                     self.validators, self.tests, self.fuzz_targets):
            rule()
        return self.violations


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent.parent
    house = House(root)
    sources = house.files("src/**/*.cc")
    if not sources:
        print(f"no sources below {root}")
        return 1
    for violation in house.check():
        print(violation)
    print(f"{len(sources)} sources, {len(house.violations)} violations")
    return 1 if house.violations else 0


if __name__ == "__main__":
    sys.exit(main())
