"""Children of an MPI program: os.fork, subprocess, os.system. They hold nothing of the job and do not harm it. Two ranks."""
import os
import subprocess
import sys

from mpi4py import MPI

comm = MPI.COMM_WORLD
other = 1 - comm.rank
LOOK = "! ls -l /proc/self/fd | grep -q memfd:clump"


def exchange(number):
    assert comm.sendrecv(list(range(number, number + 5000)), other, source=other)[0] == number


def holds_job():
    with open("/proc/self/maps") as maps:
        return "memfd:clump" in maps.read()


assert holds_job()
for number in range(10):
    child = os.fork()
    if child == 0:
        os._exit(7 if not holds_job() else 1)
    process = subprocess.Popen(["sh", "-c", LOOK])
    exchange(number)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    assert process.wait() == 0
assert os.system(LOOK) == 0
# Without closing descriptors, as a C program's exec would leave them.
assert subprocess.run(["sh", "-c", LOOK], close_fds=False).returncode == 0
# An MPI program that a rank starts is a job of its own.
alone = "from mpi4py import MPI; assert MPI.COMM_WORLD.size == 1; MPI.COMM_WORLD.Barrier()"
assert subprocess.run([sys.executable, "-B", "-c", alone]).returncode == 0
assert subprocess.run([sys.executable, "-B", "-c", alone], close_fds=False).returncode == 0
exchange(4711)
comm.Barrier()
