"""Two ranks: large messages whose memory is shared between the ranks, and processes that fork in
between. No process may see what another writes after the fork, and messages go on."""
import multiprocessing
import os
import subprocess
import sys

import numpy as np
from mpi4py import MPI

comm = MPI.COMM_WORLD
rank, other = comm.rank, 1 - comm.rank
N = 1 << 20


def exchange(out, into, times, seed):
    """Messages of 8 MiB in both directions; the last one's contents are checked."""
    for i in range(times):
        out[:] = np.arange(N) * (rank + 1) + seed + i
        comm.Sendrecv(out, other, 0, into, other, 0)
    assert (into == np.arange(N) * (other + 1) + seed + times - 1).all(), f"rank {rank}, seed {seed}"


def shared_now():
    """Bytes of this process that lie in the shared heap's file."""
    total = 0
    with open("/proc/self/maps") as maps:
        for line in maps:
            if "shared-heap" in line and "rw-s" in line:
                start, end = (int(x, 16) for x in line.split()[0].split("-"))
                # Its own lies at the offset that is its address; the other rank's is mapped elsewhere.
                if int(line.split()[2], 16) == start:
                    total += end - start
    return total


def child(out, into, seed):
    """In a forked process: everything is as it was, and stays so whatever the parent does."""
    before = out.copy(), into.copy()
    out += 1
    into -= 1
    os.write(ready[1], b"c")
    os.read(go[0], 1)
    assert (out == before[0] + 1).all() and (into == before[1] - 1).all(), "the parent's writes show in the child"


expected = "LD_PRELOAD" in os.environ and "libclump_heap" in os.environ["LD_PRELOAD"]
out, into = np.empty(N), np.empty(N)
exchange(out, into, 40, 1)
if expected:
    assert shared_now() >= 2 * 8 * N - 8192, f"rank {rank}: {shared_now()} bytes are shared"

# os.fork: parent and child write, and neither sees the other.
for round in range(3):
    ready, go = os.pipe(), os.pipe()
    before = out.copy(), into.copy()
    pid = os.fork()
    if pid == 0:
        try:
            child(out, into, round)
            os._exit(0)
        except BaseException as e:
            print("child:", e, file=sys.stderr, flush=True)
            os._exit(1)
    os.read(ready[0], 1)
    assert (out == before[0]).all() and (into == before[1]).all(), "the child's writes show in the parent"
    assert shared_now() < 2 * 8 * N, "what was shared before fork is private now"
    exchange(out, into, 25, 1000 * round)
    os.write(go[1], b"g")
    assert os.waitpid(pid, 0)[1] == 0, "the child saw the parent's writes"
    for fd in ready + go:
        os.close(fd)

# Programs started meanwhile are other programs.
for i in range(3):
    exchange(out, into, 5, i)
    text = subprocess.run([sys.executable, "-c", "print(sum(bytearray(10**6)) + 7)"], capture_output=True, text=True)
    assert text.stdout == "7\n" and text.stderr == "", text
    assert subprocess.run("exit 3", shell=True).returncode == 3


def squares(block):
    return float((block * block).sum())


# multiprocessing by fork, with large arguments and results.
with multiprocessing.get_context("fork").Pool(2) as pool:
    data = np.arange(4 * N, dtype=float).reshape(4, N) % 1000
    sums = pool.map(squares, data)
    exchange(out, into, 20, 77)
    assert sums == [float((row * row).sum()) for row in data]
exchange(out, into, 20, 99)

# Memory that comes and goes: freed while shared, taken again, grown and cut.
for i in range(60):
    a = np.empty(N + (i % 7) * 1000)
    a[:] = i
    b = np.zeros_like(a)
    assert not b.any()
    for _ in range(1 + i % 20):
        comm.Sendrecv(a, other, 1, b, other, 1)
    assert (b == i).all()
    c = bytearray(b.tobytes())
    for _ in range(3):
        comm.Sendrecv([c, MPI.BYTE], other, 2, [b, MPI.BYTE], other, 2)
    c.extend(b"x" * (i * 5000))
    assert (b == i).all() and len(c) == b.nbytes + i * 5000
    objects = comm.sendrecv({"i": i, "data": a}, other, 3, None, other, 3)
    assert objects["i"] == i and (objects["data"] == i).all()
