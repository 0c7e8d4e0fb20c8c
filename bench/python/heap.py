#!/usr/bin/env python3
"""What a Python program without messages pays for the shared heap: MPI_Init, then only Python (and numpy, where it is).

    numpy N     a = b + c, arrays of N bytes (left out without numpy)
    list        a list of 200,000 numbers, appended one by one; a bytearray of 1 MiB, 1 KiB at a time
    fork        os.fork of a process with 64 MiB of memory, the child writes some of it and ends
    spawn       subprocess.run of /bin/true

Each prints `point NAME SIZE MEDIAN us samples=N`."""
import ctypes
import os
import statistics
import subprocess
import sys
import time


def point(name, size, work, budget, least=9):
    work()
    times, end = [], time.perf_counter() + budget
    while len(times) < least or time.perf_counter() < end:
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    print(f"point {name} {size} {statistics.median(times) * 1e6:.6g} us samples={len(times)}", flush=True)


def append():
    numbers, text = [], bytearray()
    for i in range(200_000):
        numbers.append(i)
    for _ in range(1024):
        text += b"x" * 1024


def fork(memory):
    child = os.fork()
    if child == 0:
        memory[: 4 << 20 : 4096] = bytes(1024)
        os._exit(0)
    if os.waitpid(child, 0)[1] != 0:
        sys.exit("the child did not end well")


def main():
    given = dict(zip(sys.argv[1::2], sys.argv[2::2]))
    budget = float(given.get("--budget", "0.1"))
    sizes = [int(s) for s in given.get("--sizes", "8388608,268435456").split(",")]
    mpi = ctypes.CDLL("libmpi_abi.so.1")
    if mpi.MPI_Init(None, None) != 0:
        sys.exit("MPI_Init failed")
    point("list", 0, append, budget)
    memory = bytearray(64 << 20)
    point("fork", 0, lambda: fork(memory), budget)
    point("spawn", 0, lambda: subprocess.run(["/bin/true"], check=True), budget, 25)
    try:
        import numpy
    except ImportError:
        numpy = None
    for size in sizes if numpy else []:
        b, c = numpy.arange(size // 8, dtype=float), numpy.ones(size // 8)
        point("numpy", size, lambda: b + c, budget)
    mpi.MPI_Finalize()


main()
