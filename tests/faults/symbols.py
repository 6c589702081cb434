#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the list of what can be made to fail to what bcheck asks the system for. A function of the C library that
enters the kernel and that bcheck calls is either interposed by shim.cc or stands below with the reason why not.

usage: symbols.py --bcheck BCHECK --shim LIBRARY --nm NM
"""
import argparse
import os
import subprocess
import sys

# What enters the kernel, as far as a program like this one could come to call it.
KERNEL = set("""
accept accept4 access bind chdir chmod chown clock_getres clock_gettime clock_nanosleep clone close close_range closedir
connect copy_file_range creat dup dup2 dup3 epoll_create1 epoll_ctl epoll_wait eventfd execv execve execvp execvpe
faccessat fallocate fchdir fchmod fchmodat fchown fcntl fcntl64 fdatasync fdopendir flock fopen fopen64 fork fread fstat
fstat64 fstatat fstatat64 fstatfs fstatvfs fstatvfs64 fsync ftruncate ftruncate64 futimens fwrite getcwd getdents64
getentropy gethostname getpid getppid getrandom getrlimit getrusage gettimeofday inotify_add_watch inotify_init1 ioctl
isatty kill lchown link linkat listen lseek lseek64 lstat lstat64 madvise mkdir mkdirat mkdtemp mkfifo mknod mkostemp
mkostemp64 mkostemps mkostemps64 mkstemp mkstemp64 mkstemps mlock mmap mmap64 mprotect mremap msync munmap nanosleep open
open64 openat openat64 opendir pause pipe pipe2 poll posix_fadvise posix_fadvise64 posix_fallocate posix_madvise
posix_spawn posix_spawnp ppoll prctl pread pread64 preadv preadv2 preadv64v2 prlimit process_vm_readv pselect pthread_create pwrite pwrite64
pwritev pwritev2 raise read readahead readdir readdir64 readdir_r readlink readlinkat readv realpath recv recvfrom recvmsg remove
rename renameat renameat2 rewinddir rmdir scandir sched_getaffinity sched_setaffinity sched_yield select sem_open send
sendfile sendfile64 sendmsg sendto setitimer setpriority setrlimit setsid shm_open sigaction signal sigprocmask sleep
socket socketpair splice stat stat64 statfs statvfs statx symlink symlinkat sync sync_file_range syncfs sysconf syscall
system tee time timer_create timerfd_create times tmpfile truncate truncate64 umask uname unlink unlinkat usleep utime
utimensat vfork wait wait3 wait4 waitid waitpid write writev
""".split())

EXEMPT = {
    "closedir": "its descriptor is closed even where it says that it failed, and nobody asks",
    "dup2": "of stderr, while a library decodes that likes to talk: at worst it is heard",
    "fwrite": "to stderr alone, by the log: what cannot be told there can be told nowhere",
    "getpid": "cannot fail",
    "getppid": "cannot fail",
    "getrlimit": "a fault of it leaves the limit of descriptors that there is",
    "gethostname": "a host without a name is an empty word in the report",
    "ioctl": "asks a terminal for its width; a fault of it is a default of 80",
    "isatty": "a fault of it means no terminal",
    "kill": "of a child that was not waited for: cannot fail",
    "munmap": "of what was mapped: cannot fail",
    "nanosleep": "a worker waits for room, and looks again",
    "posix_fadvise": "advice to read ahead; a fault of it is a slower read",
    "raise": "the second SIGINT, at the end of the process",
    "sched_getaffinity": "a fault of it is one worker",
    "setrlimit": "a limit that is not granted leaves the one that there is",
    "sigaction": "of signals that there are: cannot fail",
    "signal": "of signals that there are: cannot fail",
    "sysconf": "asks for the size of a page: cannot fail",
    "umask": "cannot fail",
    "uname": "a fault of it is an empty word in the report",
}


def symbols(nm, file, which):
    text = subprocess.run([nm, "-D", which, file], capture_output=True, check=True, text=True).stdout
    return {line.split()[-1].split("@")[0] for line in text.splitlines() if line.strip()}


def main():
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("bcheck", "shim", "nm"):
        ask.add_argument(f"--{name}", required=True)
    given = ask.parse_args()
    asked = symbols(given.nm, os.path.abspath(given.bcheck), "--undefined-only")
    kernel = asked & KERNEL
    shim = symbols(given.nm, os.path.abspath(given.shim), "--defined-only")
    wrong = [f"{name} is neither interposed nor exempt: say in shim.cc how it fails, or here why it need not" for name in
             sorted(kernel - shim - EXEMPT.keys())]
    wrong += [f"{name} is exempt and interposed" for name in sorted(EXEMPT.keys() & shim)]
    wrong += [f"bcheck calls no {name}: take it off the list" for name in sorted(EXEMPT.keys() - asked)]
    if any("basic_ofstream" in name for name in asked):  # CLI11 brings an ifstream, for files that nobody names
        wrong.append("streams of the C++ library write within it, past the shim")
    for sentence in wrong:
        print(f"FAILED  {sentence}")
    print(f"{len(kernel)} functions that enter the kernel: {len(kernel & shim)} interposed, {len(kernel & EXEMPT.keys())} exempt")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
