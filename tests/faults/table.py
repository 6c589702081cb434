# SPDX-License-Identifier: Apache-2.0
"""Which faults are injected, and what has to come of each.

A row: a name, the batch, the fault (fault.h has its grammar), what is expected, and further words of the command line.
Where the fault holds {n}, it is injected at the first such call, the second, and so on until there is none left. {out}
is the output of the batch, {away} a folder outside of it.

Expected:
  same        as if nothing had happened, byte for byte
  contained   a complete report in which some keys are `error` and nothing else differs; exit 3
  contained1  the same, and it is one key
  failed1     the same, but it may fail: what is there is not what was there
  reread      a complete report in which what passes has the hash of the file that is there now
  worse       a complete report in which nothing passes but what passed before, with the same hash
  unwritten   no report, the old one untouched; exit 3
  refused     no report, the old one untouched; exit 2
  killed      the program dies; no report, the old one untouched
  stopped     143, and no report, or as if nothing had happened where the signal came too late
  partial     143, a complete report in which some keys are `error` and nothing else differs; or as if nothing had happened
  answered    with the same exit code
  said        the report is as it would be, and the exit code 3 says that the closing words were lost
  several words: any of them
"""
import os
import resource
import signal

RUN = [
    # Reading a product.
    ("a read fails once", "tree", "read:EIO:in=worker:path={out}:nth={n}", "same contained1", []),
    ("a read fails, on a stale handle", "tree", "read:ESTALE:in=worker:path=key-3", "contained1", []),
    ("every read fails", "tree", "read:EIO:in=worker:path={out}", "contained", []),
    ("a file ends early", "tree", "read:eof:in=worker:path={out}:nth={n}", "same contained1 failed1", []),
    ("short reads", "tree", "read:short=1", "same", []),
    ("short reads of 7 bytes", "records", "read:short=7", "same", []),
    ("interrupted reads", "tree", "read:EINTR:nth={n}", "same", []),
    ("interrupted reads of records", "records", "read:EINTR:nth={n}", "same", []),
    ("no descriptors", "tree", "openat2:EMFILE:in=worker:nth={n}", "same contained1", []),
    ("no descriptors at all", "tree", "openat2:EMFILE:in=worker", "contained", []),
    ("the kernel has no openat2", "tree", "openat2:ENOSYS", "same", []),
    ("a sandbox refuses openat2", "tree", "openat2:EPERM", "same", []),
    ("a race against a rename", "tree", "openat2:EAGAIN:times=20", "same", []),
    ("endless races", "tree", "openat2:EAGAIN:in=worker", "contained", []),
    ("nothing may be opened", "tree", "openat2:EACCES:in=worker:path=images", "contained", []),
    ("fstat of a product", "tree", "fstat:EIO:in=worker:path={out}:nth={n}", "contained1 failed1", []),
    ("a slow file", "tree", "read:sleep=300:in=worker:path=key-1.png", "same", []),
    ("a file slower than it may be", "tree", "read:sleep=3000:in=worker:path=key-1.png", "contained1", ["--timeout", "0.3"]),
    ("closing fails", "tree", "close:EIO", "same", []),
    # Mapped files, and files of records.
    ("a large file is not mapped", "large", "mmap:ENOMEM:in=worker:path=big", "contained1", []),
    ("advice is refused", "large", "madvise:EINVAL", "same", []),
    ("a large file shrinks", "large", "mmap:truncate=4096:in=worker:path=big.txt:on={out}/big.txt", "reread", []),
    ("a large file grows", "large", "mmap:append:in=worker:path=big.txt:on={out}/big.txt", "contained1 failed1", []),
    ("records are not mapped", "records", "mmap:ENOMEM:in=worker:path=results:nth={n}", "same contained", []),
    ("records cannot be opened", "records", "openat2:EIO:path=results:nth={n}", "contained same", []),
    ("records are gone", "records", "openat2:unlink:in=worker:on={out}/results.jsonl:nth=1", "contained", []),
    ("records grow", "records", "openat2:append:in=worker:on={out}/results.jsonl:nth=1", "contained", []),
    ("records shrink", "records", "mmap:truncate=100:in=worker:path=results:on={out}/results.jsonl:nth=1", "worse", []),
    # A worker dies: before a product, in it, after it. Once is survived, again and again costs the product.
    ("killed at an order", "tree", "read:kill:in=worker:nth={n}", "same", []),
    ("killed at opening", "tree", "openat2:kill:in=worker:nth={n}", "same", []),
    ("killed at its size", "tree", "fstat:kill:in=worker:nth={n}", "same", []),
    ("killed after it", "tree", "close:kill:in=worker:nth={n}", "same", []),
    ("killed at its bell", "tree", "send:kill:in=worker:nth={n}", "same", []),
    ("killed in the records", "records", "mmap:kill:in=worker:nth={n}", "same", []),
    ("killed again and again", "tree", "read:kill:in=worker:path=key-3.png", "contained1", []),
    ("killed twice, then not", "tree", "read:kill:in=worker:path=key-3.png:times=1;openat2:kill:in=worker:path=key-0.npy:times=1", "same", []),
    ("killed at every product", "tree", "read:kill:in=worker:path={out}", "contained", []),
    ("it exits as if it were done", "tree", "read:exit=0:in=worker:path=key-3.png", "contained1", []),
    ("killed while it starts", "tree", "prctl:kill:in=worker:nth={n}", "same", []),
    ("four workers, one dies", "tree", "read:kill:in=worker:nth={n}", "same", ["--jobs", "4"]),
    ("a bell does not ring", "tree", "send:EAGAIN:in=worker", "same", []),
    # Starting workers.
    ("no process", "tree", "fork:EAGAIN", "unwritten", []),
    ("no second worker", "tree", "fork:EAGAIN:from=3", "same", ["--jobs", "4"]),
    ("a process is refused", "tree", "fork:ENOMEM:nth={n}", "same unwritten", ["--jobs", "3"]),
    ("no process for a suspect", "tree", "read:kill:in=worker:path=key-3.png;fork:EAGAIN:from=3", "unwritten", []),
    ("no socket", "tree", "socketpair:EMFILE:nth={n}", "same unwritten", ["--jobs", "3"]),
    ("no shared memory", "tree", "mmap_anonymous:ENOMEM:in=parent:nth={n}", "same unwritten", ["--jobs", "3"]),
    ("the hash of the manifest is killed", "tree", "write:kill:in=worker:path=pipe:times=1", "same", []),
    ("the hash of the manifest is killed twice", "tree", "write:kill:in=worker:path=pipe", "unwritten", []),
    ("waiting is interrupted", "tree", "poll:EINTR", "same", []),
    ("a worker is not heard", "tree", "recv:EINTR:in=parent", "same", []),
    ("a wait for orders is interrupted", "tree", "recv:EINTR:in=worker:nth={n}", "same", []),
    ("killed at its orders", "tree", "recv:kill:in=worker:nth={n}", "same", []),
    ("orders do not come", "tree", "recv:EIO:in=worker:nth={n}", "same", []),
    # The list of what there is.
    ("listing fails", "tree", "readdir:EIO:nth={n}", "contained same", []),
    ("a folder cannot be opened", "tree", "openat2:EACCES:in=parent:nth={n}", "contained", []),
    ("no descriptors for folders", "tree", "fdopendir:EMFILE:nth={n}", "contained", []),
    ("the output cannot be opened", "tree", "open:EMFILE:path={out}", "refused", []),
    ("a product vanishes", "tree", "openat2:unlink:in=worker:on={out}/vectors/key-1.npy:nth=1", "contained1", []),
    ("a product is renamed", "tree", "openat2:rename:in=worker:on={out}/vectors/key-1.npy:to={out}/vectors/x:nth=1", "contained1", []),
    ("a product becomes a FIFO", "tree", "openat2:fifo:in=worker:on={out}/vectors/key-1.npy:nth=1", "contained1", []),
    ("a product grows", "tree", "read:append:in=worker:path=key-1.npy:on={out}/vectors/key-1.npy", "contained1 failed1", []),
    ("a product shrinks", "tree", "read:truncate=90:in=worker:path=key-1.npy:on={out}/vectors/key-1.npy", "contained1 failed1", []),
    ("a product appears", "tree", "openat2:create:in=worker:on={out}/deep/images/key-4.png:nth=1", "same", []),
    ("a folder becomes a link before its products are read", "tree", "openat2:swap:in=worker:on={out}/vectors:to={away}", "contained", []),
    ("a folder becomes a link before it is listed", "tree", "openat2:swap:in=parent:path=vectors:on={out}/vectors:to={away}", "contained", []),
    ("the folder of a folder becomes a link", "tree", "openat2:swap:in=parent:path=deep/:on={out}/deep:to={away}", "contained", []),
    ("the same without openat2", "tree", "openat2:ENOSYS;openat:swap:in=parent:path=images:on={out}/deep:to={away}", "contained", []),
    ("a link to a folder without openat2", "tree", "openat2:ENOSYS;openat:swap:in=worker:path=key-:on={out}/vectors:to={away}", "same contained", []),
    # What was submitted.
    ("the manifest fails", "tree", "read:EIO:in=parent:path=keys.txt:nth={n}", "refused", []),
    ("the rules fail", "tree", "read:EIO:in=parent:path=rules.json:nth={n}", "refused", []),
    ("the manifest cannot be opened", "tree", "open:EMFILE:path=keys.txt", "refused", []),
    # The report.
    ("no room for the report", "tree", "write:ENOSPC:path=reports:nth={n}", "unwritten", []),
    ("no room for the report, a page at a time", "records", "write:short=4096:path=reports;write:ENOSPC:path=reports:nth={n}", "unwritten", []),
    ("over the quota", "tree", "write:EDQUOT:path=reports", "unwritten", []),
    ("short writes", "tree", "write:short=13", "same", []),
    ("interrupted writes", "tree", "write:EINTR:nth={n}", "same", []),
    ("syncing fails", "tree", "fsync:EIO:path=reports", "unwritten", []),
    ("syncing the folder fails", "tree", "fsync:EINVAL:nth=2", "same", []),
    ("renaming fails", "tree", "rename:EIO", "unwritten", []),
    ("the report cannot be opened", "tree", "open:EACCES:path=reports", "unwritten", []),
    ("the file system is read only", "tree", "open:EROFS:path=reports", "unwritten", []),
    ("no files without a name", "tree", "open:EOPNOTSUPP:path=reports", "same", []),
    ("neither with nor without a name", "tree", "open:EOPNOTSUPP:path=reports;mkostemps:ENOSPC", "unwritten", []),
    ("a name cannot be given", "tree", "linkat:EPERM", "same", []),
    ("a name is taken", "tree", "linkat:EEXIST:times=3", "same", []),
    ("a name cannot be given, and copying fails", "tree", "linkat:EPERM;pread:EIO:path=reports", "unwritten", []),
    ("a name cannot be given, and copying ends early", "tree", "linkat:EPERM;write:ENOSPC:path=.tmp", "unwritten", []),
    ("its mode cannot be set", "tree", "fchmod:EPERM", "unwritten", []),
    ("nothing may be said", "tree", "write:ENOSPC:in=parent:path=pipe", "said", []),
    # The spool of outcomes.
    ("no spool", "tree", "open:ENOSPC:path=/scratch", "unwritten", []),
    ("a spool with a name", "tree", "open:EOPNOTSUPP:path=/scratch", "same", []),
    ("no spool either way", "tree", "open:EOPNOTSUPP:path=/scratch;mkostemp:EMFILE", "unwritten", []),
    ("no room for the spool", "tree", "write:ENOSPC:path=/scratch:in=parent:nth={n}", "unwritten", []),
    ("the spool cannot be read", "tree", "pread:EIO:in=parent:path=/scratch:nth={n}", "unwritten", []),
    ("the spool ends early", "records", "pread:eof:in=parent:path=/scratch:nth={n}", "unwritten", []),
    ("short and interrupted reads of the spool", "records", "pread:short=7:path=/scratch;pread:EINTR:times=50:path=/scratch", "same", []),
    # Clocks.
    ("the clock jumps a day on", "tree", "clock:jump=86400:from=2", "same", []),
    ("the clock goes back a week", "tree", "clock:jump=-604800:from=2", "same", []),
    ("the clock jumps while an output settles", "tree", "clock:jump=-604800:from=3", "same", ["--settle", "0.1"]),
    ("stopped for a quarter of an hour", "tree", "monotonic:jump=1000:in=parent:from={n}", "same", []),
    ("no clock at all", "tree", "clock:jump=-4000000000", "same", []),
    # What is asked beside the work.
    ("no copy of a descriptor", "tree", "fcntl:EMFILE:nth={n}", "same unwritten said", []),
    ("a name is not resolved", "tree", "realpath:ENOMEM:nth={n}", "same unwritten", []),
    ("a name is not looked up", "tree", "stat:EIO:nth={n}", "same unwritten refused", []),
    ("the room of the file system is not told", "tree", "fstatvfs:EIO", "same", []),
    ("no random bytes yet", "tree", "getrandom:EINTR:times=3", "same", []),
    ("no random bytes", "tree", "getrandom:ENOSYS", "same", []),
    ("no pipe to the hash of the manifest", "tree", "pipe2:EMFILE:nth={n}", "unwritten", []),
    ("a wait for a worker is interrupted", "tree", "waitpid:EINTR:nth={n}", "same", []),
    ("a worker may not say when to die", "tree", "prctl:EINVAL", "same", []),
    # The program itself.
    ("SIGTERM at a product", "tree", "read:signal=15:in=worker:nth={n}", "stopped", []),
    ("SIGTERM while listing", "tree", "readdir:signal=15:nth={n}", "stopped", []),
    ("SIGTERM while writing", "tree", "write:signal=15:in=parent:nth={n}", "stopped", []),
    ("SIGTERM at a product, a partial report", "tree", "read:signal=15:in=worker:nth={n}", "partial", ["--partial"]),
    ("SIGKILL while reading", "tree", "read:kill:in=parent:nth={n}", "killed", []),
    ("SIGKILL while listing", "tree", "readdir:kill:nth=9", "killed", []),
    ("SIGKILL while workers work", "tree", "poll:kill:in=parent:nth=1", "killed", []),
    ("SIGKILL while writing", "tree", "write:kill:in=parent:path=/reports:nth={n}", "killed", []),
    ("SIGKILL while syncing", "tree", "fsync:kill:nth=1", "killed", []),
    ("SIGKILL before its name", "tree", "linkat:kill:nth=1", "killed", []),
    ("SIGKILL after its name", "tree", "rename:kill:nth=1", "killed-named", []),
]

# Commands that read a report, and what they write. {report} is one, {other} another, {to} the file that is written.
READERS = [
    ("show text", ["show", "{report}"], False),
    ("show flat", ["show", "{report}", "--format", "flat", "-o", "{to}"], True),
    ("show tsv", ["show", "{report}", "--format", "tsv", "-o", "{to}"], True),
    ("show html", ["show", "{report}", "--format", "html", "-o", "{to}"], True),
    ("show junit", ["show", "{report}", "--format", "junit", "-o", "{to}"], True),
    ("show of a compressed report", ["show", "{packed}"], False),
    ("show of items apart", ["show", "{pair}"], False),
    ("merge", ["merge", "{shard}", "{rest}", "--reproducible", "-o", "{to}"], True),
    ("gate", ["gate", "{report}"], False),
    ("diff", ["diff", "{report}", "{other}"], False),
    ("judge", ["judge", "{report}", "--rules", "{rules}", "--reproducible", "-o", "{to}"], True),
    ("trend", ["trend", "--as-given", "{report}", "{other}"], False),
    ("localise", ["localise", "{report}"], False),
    ("sample", ["sample", "{report}", "--count", "2"], False),
    ("resume", ["resume", "{keys}", "{out}", "--rules", "{rules}", "--emit", "{to}"], True),
]

# This one says something else each time, and is asked for its exit code alone.
ANSWERERS = [
    ("env", ["env"], False),
]
ANSWERER_FAULTS = [
    ("no tool can be started", "posix_spawnp:EAGAIN", "answered"),
    ("no pipe to a tool", "pipe2:EMFILE", "answered"),
]

# What is done to each of them, and what has to come of it, as above.
READER_FAULTS = [
    # same: bytes that are read once more are not missed; unwritten: outcomes that resume cannot read back
    ("a read fails", "pread:EIO:nth={n}", "refused same unwritten"),
    ("a read ends early", "pread:eof:nth={n}", "refused same unwritten"),
    ("short reads", "pread:short=100;read:short=3", "same"),
    ("interrupted reads", "pread:EINTR:times=50;read:EINTR:times=50", "same"),
    ("no descriptors", "open:EMFILE:nth={n}", "refused unwritten same"),
    ("no room on stdout", "write:ENOSPC:path=pipe:nth={n}", "unwritten"),
    ("no room for the file", "write:ENOSPC:path=/reports:nth={n}", "unwritten"),
    ("short writes", "write:short=5", "same"),
    ("interrupted writes", "write:EINTR:times=50", "same"),
    ("syncing fails", "fsync:EIO:nth=1", "unwritten"),
    ("renaming fails", "rename:EIO", "unwritten"),
    ("not a file to go about in", "lseek:ESPIPE", "same"),
    ("no pipe to a process", "pipe2:EMFILE", "unwritten"),
    ("no memory to map", "mmap_anonymous:ENOMEM", "same unwritten"),
]

# A report with its items in another file, over an earlier pair: what is done, and whether the earlier report can still be
# read afterwards. Where its items are gone it has to be refused: items of one run below the sums of another are no report.
PAIRS = [
    ("no room for one of the two", "write:ENOSPC:path=/reports:nth={n}", True),
    ("one of the two is not synced", "fsync:EIO:path=/reports/:nth={n}", True),
    ("the items are not renamed", "rename:EIO:nth=1", True),
    ("the report is not renamed", "rename:EIO:nth=2", False),
    ("killed before the items are renamed", "rename:kill:nth=1", True),
    ("killed between the two", "rename:kill:nth=2", False),
]

# What the program may inherit from its caller: a name, what is done before it starts, the fault beside it, what is
# expected of a run of the tree.
INHERITED = [
    ("SIGCHLD ignored", lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN), "read:kill:in=worker:path=key-3.png", "contained1"),
    ("SIGCHLD ignored, and no fault", lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN), "", "same"),
    ("SIGTERM ignored", lambda: signal.signal(signal.SIGTERM, signal.SIG_IGN), "read:kill:in=worker:path=key-3.png", "contained1"),
    ("no standard input", lambda: os.close(0), "", "same"),
    ("no standard error", lambda: os.close(2), "", "same"),
    ("a limit on the size of files", lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)), "", "unwritten"),
    ("no files may be written at all", lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)), "", "unwritten"),
    ("a umask of 0777", lambda: os.umask(0o777), "", "same"),
    *((f"{n} descriptors", lambda n=n: resource.setrlimit(resource.RLIMIT_NOFILE, (n, n)), "", "same contained unwritten refused")
      for n in range(4, 16)),
    *((f"{n} MB of address space", lambda n=n: resource.setrlimit(resource.RLIMIT_AS, (n << 20, n << 20)), "",
       "same contained unwritten refused") for n in range(64, 256, 24)),
]
