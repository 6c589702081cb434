# SPDX-License-Identifier: Apache-2.0
"""bcheck under faults: started with the shim, watched to its end, and looked after."""
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time

SECONDS = 60


class Answer:
    def __init__(self, code, out, err, hits, left):
        self.code, self.out, self.err = code, out, err
        self.hits = hits  # which of the rules were hit
        self.left = left  # what it left behind, as sentences


def processes_of(group):
    """Those of a process group that live, by number and name."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            text = (entry / "stat").read_text()
        except OSError:
            continue
        name, rest = text[text.index("(") + 1:text.rindex(")")], text[text.rindex(")") + 2:].split()
        if int(rest[2]) == group and rest[0] not in "ZX":
            found.append(f"{entry.name} {name}")
    return found


class Program:
    """Runs in a folder of its own; temporary files go to another that must be empty afterwards."""

    def __init__(self, bcheck, shim):
        self.bcheck, self.shim = bcheck, shim
        self.place = pathlib.Path(tempfile.mkdtemp(prefix="bcheck-faults-"))
        self.temporary = self.place / "scratch"
        self.temporary.mkdir()
        self.log = self.place / "log"
        self.runs = 0

    def close(self):
        shutil.rmtree(self.place, ignore_errors=True)

    def run(self, words, fault="", before=None, seconds=SECONDS, **more):
        self.log.unlink(missing_ok=True)
        self.runs += 1
        environment = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC", "TMPDIR": str(self.temporary),
                       "HOME": str(self.place), **more}
        if fault:
            environment |= {"LD_PRELOAD": self.shim, "BCHECK_FAULT": fault, "BCHECK_FAULT_LOG": str(self.log)}
        with open(self.place / "said", "w+b") as said:  # no pipe: so the path of a fault can tell it from stdout
            process = subprocess.Popen([self.bcheck, *words], cwd=self.place, env=environment, stdin=subprocess.DEVNULL,
                                       stdout=subprocess.PIPE, stderr=said, start_new_session=True, preexec_fn=before)
            try:
                out, _ = process.communicate(timeout=seconds)
                code = process.returncode
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)  # a session of its own: nothing else is in the group
                out, _ = process.communicate()
                code = "timeout"
            said.seek(0)
            err = said.read()
        end = time.monotonic() + 2  # workers of a program that was killed die soon after it
        while (alive := processes_of(process.pid)) and time.monotonic() < end:
            time.sleep(0.005)
        left = [f"a process goes on: {one}" for one in alive]
        left += [f"a temporary file stays: {file.name}" for file in self.temporary.iterdir()]
        for file in self.temporary.iterdir():
            shutil.rmtree(file) if file.is_dir() else file.unlink()
        if b"internal" in err:
            left.append(f"it speaks of itself: {err.decode(errors='replace').strip()}")
        hits = {int(line.split()[0]) for line in self.log.read_text().splitlines()} if self.log.exists() else set()
        return Answer(code, out, err, hits, left)
