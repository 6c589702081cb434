#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs one golden case: a folder that holds a command and what users must see of it.

usage: run_case.py CASE [--bcheck PATH] [--tools DIR]

  cmd        shell lines, run by /bin/sh -eu in an empty directory
  in/        input files (optional)
  exit       expected exit code; 0 without the file. Written by hand, never by the runner
  stdout     expected output; nothing without the file
  stderr     expected talk; nothing without the file
  requires   shell lines (optional): the case is skipped, with their output as the reason, unless they exit 0

cmd sees $CASE (the folder), $BCHECK (the program, also in PATH as bcheck), the tests' tools in PATH, LC_ALL=C.UTF-8,
TZ=UTC, HOME and TMPDIR in a directory that is thrown away, and nothing else of the caller's environment. Standard
input is empty. Hidden files of the folder are ignored; other files that are not in the list above are an error, since
a `stdot` would expect nothing.

What differs from run to run is shown by placeholders. The directory of the run and the case folder are always written
<DIR> and <CASE>. In expected lines stand
  <TIME>     a point in time, 2026-01-31T12:00:00Z        <SECONDS>  a number of seconds, 0.01
  <HOST>     a host name                                  <VERSION>  the version of bcheck or of a library
  <SHA256>   64 hexadecimal digits                        <BASE64>   base64 text
  <NUMBER>   digits                                       <ANY>      anything within the line

BCHECK_UPDATE_GOLDEN=1 rewrites stdout and stderr where they differ, keeping expected lines that still match.
Exit codes: 0 as expected, 1 not, 2 the case is no case, 77 skipped.
"""
import argparse
import difflib
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile

SECONDS = float(os.environ.get("BCHECK_GOLDEN_SECONDS", "60"))
KNOWN = {"cmd", "in", "exit", "stdout", "stderr", "requires"}
PLACEHOLDERS = {
    "<TIME>": r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ",
    "<SECONDS>": r"\d+(\.\d+)?(e-?\d+)?",
    "<HOST>": r"[A-Za-z0-9._-]+",
    "<VERSION>": r"\d+(\.\d+)+[0-9A-Za-z.+~-]*",
    "<SHA256>": r"[0-9a-f]{64}",
    "<BASE64>": r"[A-Za-z0-9+/]+={0,2}",
    "<NUMBER>": r"\d+",
    "<ANY>": r".*",
}
TOKEN = re.compile("|".join(map(re.escape, PLACEHOLDERS)))


def fail(what, code=2):
    print(what)
    sys.exit(code)


def matches(expected, actual):
    """One line against one line; both without their line end."""
    if expected == actual:
        return True
    if not TOKEN.search(expected):
        return False
    pattern, at = "", 0
    for token in TOKEN.finditer(expected):
        pattern += re.escape(expected[at:token.start()]) + "(?:" + PLACEHOLDERS[token.group()] + ")"
        at = token.end()
    return re.fullmatch(pattern + re.escape(expected[at:]), actual) is not None


def merged(expected, actual):
    """The actual lines, each given back as the expected line that it matches: what remains differs."""
    if len(expected) == len(actual):  # line by line is what people mean, and cannot pair the wrong ones
        return [e if matches(e, a) else a for e, a in zip(expected, actual)]
    patterns = [e for e in expected if TOKEN.search(e)]
    return [next((p for p in patterns if matches(p, a)), a) for a in actual]


def run(command, where, environment):
    process = subprocess.Popen(["/bin/sh", "-eu", str(command)], cwd=where, env=environment, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    try:
        out, err = process.communicate(timeout=SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)  # its own session: nothing else is in the group
        out, err = process.communicate()
        return "timeout", out, err
    return process.returncode, out, err


def text_of(data, names):
    text = data.decode("utf-8", "surrogateescape")
    for path, name in names:
        text = text.replace(path, name)
    return text


def read(path):
    return path.read_bytes().decode("utf-8", "surrogateescape") if path.exists() else ""


def compare(case, name, actual, update):
    """Whether `actual` is what the file `name` of the case expects; says what differs, or rewrites the file."""
    expected = read(case / name)
    old, new = expected.split("\n"), actual.split("\n")
    new = merged(old, new)
    if old == new:
        return True
    if update:
        text = "\n".join(new)
        if text:
            (case / name).write_bytes(text.encode("utf-8", "surrogateescape"))
        else:
            (case / name).unlink()
        print(f"rewritten: {case / name}")
        return True
    print(f"--- {name} differs")
    for line in difflib.unified_diff(old, new, f"expected {name}", f"actual {name}", lineterm=""):
        print(line.encode("utf-8", "backslashreplace").decode())
    return False


def expected_exit(case):
    text = read(case / "exit").strip() or "0"
    if not re.fullmatch(r"\d{1,3}", text):
        fail(f"{case / 'exit'} holds no exit code: {text!r}")
    return int(text)


def check(case, bcheck, tools, update):
    if not (case / "cmd").is_file():
        fail(f"{case} has no cmd")
    strays = sorted(p.name for p in case.iterdir() if p.name not in KNOWN and not p.name.startswith("."))
    if strays:
        fail(f"{case} holds what no case has: {', '.join(strays)}; input files belong into in/")
    code = expected_exit(case)

    base = pathlib.Path(tempfile.mkdtemp(prefix="bcheck-golden-")).resolve()
    try:
        where = base / "run"
        for folder in ("run", "home", "tmp", "bin"):
            (base / folder).mkdir()
        path = [str(base / "bin")] + ([tools] if tools else []) + ["/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin"]
        environment = {"PATH": ":".join(path), "HOME": str(base / "home"), "TMPDIR": str(base / "tmp"),
                       "LC_ALL": "C.UTF-8", "TZ": "UTC", "CASE": str(case)}
        for name in os.environ:  # how sanitizers speak is the build's business
            if name.endswith("SAN_OPTIONS"):
                environment[name] = os.environ[name]
        if bcheck:
            environment["BCHECK"] = bcheck
            (base / "bin" / "bcheck").symlink_to(bcheck)
        if (case / "requires").exists():
            status, out, err = run(case / "requires", where, environment)
            if status != 0:
                print("skipped:", (out + err).decode("utf-8", "replace").strip() or "requires is not met")
                return 77
        status, out, err = run(case / "cmd", where, environment)
    finally:
        subprocess.run(["chmod", "-R", "u+rwX", str(base)], check=False, stderr=subprocess.DEVNULL)
        shutil.rmtree(base, ignore_errors=True)

    names = [(str(where), "<DIR>"), (str(base / "tmp"), "<TMP>"), (str(case), "<CASE>")]
    good = True
    for name, data in (("stdout", out), ("stderr", err)):
        good = compare(case, name, text_of(data, names), update and status == code) and good
    if status != code:
        print(f"--- exit {status}, expected {code}" + ("; nothing was rewritten" if update else ""))
        if status == "timeout":
            print(f"no end within {SECONDS:g} s")
        good = False
    if not good:
        print(f"case: {case}\ncmd:\n{read(case / 'cmd')}")
    return 0 if good else 1


def main():
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("case")
    ask.add_argument("--bcheck", default="")
    ask.add_argument("--tools", default="", help="directory of the tests' programs")
    given = ask.parse_args()
    update = os.environ.get("BCHECK_UPDATE_GOLDEN", "") not in ("", "0")
    absolute = [os.path.abspath(p) if p else "" for p in (given.bcheck, given.tools)]
    sys.exit(check(pathlib.Path(given.case).resolve(), *absolute, update))


if __name__ == "__main__":
    main()
