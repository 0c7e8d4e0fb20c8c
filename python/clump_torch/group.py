"""A group of processes: its communicator, and what is said when one of its calls fails."""
import os
import threading
import time
from datetime import timedelta

from . import mpi, work, world
from .meeting import names, wait_for_keys

# All groups that are in use. PyTorch may keep no reference from Python.
alive = set()


def unfinished():
    """Returns what is under way in the groups of this process."""
    return [work for backend in list(alive) for work in list(backend._group.works) if not work._done]


def new_handle(rank):
    """Returns what tells a process's part of a group from all others, for `reconfigure`."""
    return f"clump {rank} {os.uname().nodename} {os.getpid()} {os.urandom(8).hex()}"


def rank_of_handle(handle):
    """Returns the rank that the process behind a handle began with."""
    try:
        name, rank, *_ = handle.split(" ")
        if name == "clump":
            return int(rank)
    except ValueError:
        pass
    raise ValueError(f"clump: reconfigure got the handle {handle!r}, which is none of Clump's `get_reconfigure_handle`")


class Unmade:
    """Stands for the group of a backend for which `reconfigure` has not been called yet."""

    broken, works, number = None, (), 0

    def __init__(self, store, rank, size, timeout, name):
        self.rank, self.size, self.seconds = rank, size, _in_seconds(timeout)

    def __getattr__(self, name):
        raise work.Failure(f"clump: rank {self.rank} of {self.size}: the group was made with `enable_reconfigure=True`, "
                           "and can do nothing before `reconfigure`")

    def close(self):
        pass

    abort = close


def _in_seconds(timeout):
    return timeout.total_seconds() if isinstance(timeout, timedelta) else float(timeout)


class Group:
    """`number` counts the collective calls, and is the same on all ranks."""

    def __init__(self, store, rank, size, timeout, name):
        self.store, self.rank, self.size, self.seconds = store, rank, size, _in_seconds(timeout)
        self.comm, self.ranks, self.notes = world.communicator(store, rank, size, self.seconds, name)
        self.number, self.works, self.broken, self._barriers, self.aborted = 0, set(), None, 0, False
        self._lock = threading.Lock()

    def begin(self, call):
        """Counts a collective call. Raises if an earlier one has not come to its end."""
        if self.broken is not None:
            raise work.Failure(f"clump: {call} on rank {self.rank}: the group cannot go on since an earlier call failed "
                               f"({self.broken}); destroy it and make a new one")
        self.number += 1

    def failure(self, call, error, source=None):
        """Returns the exception for an error of MPI. `source` is the rank that has died, if MPI has told it."""
        where = f"clump: {call} on rank {self.rank} of {self.size}"
        if error.kind not in (mpi.ERR_PROC_ABORTED, mpi.ERR_PROC_FAILED):
            return work.Failure(f"{where}: {error.text}")
        who = "a rank"
        if source is not None and 0 <= source < self.size:
            world = self.ranks[source]
            who = f"rank {source}" if world == source else f"rank {source} of the group (process {world} of the job)"
        self.broken = f"{who} has died or left"
        return work.Failure(f"{where}: {who} has died or left without its part of the call")

    def explain_lateness(self, number, call, seconds):
        """Publishes that this rank has waited too long, and returns which ranks have not said so of the same call."""
        try:
            keys = [f"{self.notes}/late/{number}/{rank}" for rank in range(self.size)]
            self.store.set(keys[self.rank], call)
            missing = wait_for_keys(self.store, keys, seconds)
            others = [rank for rank in range(self.size) if rank not in missing and rank != self.rank]
            calls = {rank: self.store.get(keys[rank]).decode() for rank in others}
        except Exception as gone:  # The process that has the store may have ended.
            return f"; which rank is missing is not known, because the store does not answer ({gone})"
        different = [f"rank {rank} is in {other}" for rank, other in calls.items() if other != call]
        if different:
            return ", while " + ", ".join(different)
        return f": {names(missing)} did not come" if missing else "; all ranks wait"

    def monitored_barrier(self, seconds, wait_all_ranks):
        """Blocks until all ranks have come. Rank 0 names those that have not, and the other ranks raise its words. The
        words are those of PyTorch's Gloo, which programs may know."""
        self._barriers += 1
        at, seconds = f"{self.notes}/monitored/{self._barriers}", self.seconds if seconds is None else seconds
        milliseconds = f"{seconds * 1000:.0f} ms"
        if self.rank == 0:
            # Rank 0 decides: the others wait for its word, and a little longer than it does.
            keys = [f"{at}/{rank}" for rank in range(1, self.size)]
            if seconds > 0:
                missing = [i + 1 for i in wait_for_keys(self.store, keys, seconds)]
            else:
                missing = [0]
            text = ""
            if missing == [0]:
                text = f"Rank 0 timed out in monitoredBarrier after {milliseconds}"
            elif missing:
                which = missing if wait_all_ranks else missing[:1]
                ranks = ", ".join(str(rank) for rank in which)
                text = f"Rank{'s' if len(which) > 1 else ''} {ranks} failed to pass monitoredBarrier in {milliseconds}"
            self.store.set(f"{at}/verdict", text or "-")
        else:
            self.store.set(f"{at}/{self.rank}", "1")
            came = not wait_for_keys(self.store, [f"{at}/verdict"], seconds + 1)
            text = self.store.get(f"{at}/verdict").decode().lstrip("-") if came else "no word within the time"
            text = text and (f"Rank {self.rank} successfully reached monitoredBarrier, but received errors while "
                             f"waiting for send/recv from rank 0: {text}")
        if text:
            raise RuntimeError("clump: " + text)

    def abort(self):
        """Ends the group at once. Waits of other threads raise."""
        self.aborted = True
        self.broken = self.broken or "the group was aborted"

    def close(self):
        """Ends the group: waits a moment for what is under way, and frees the communicator if nothing is."""
        if self.aborted:
            return
        end = time.monotonic() + 0.2
        works = list(self.works)
        while any(not w.is_completed() for w in works) and time.monotonic() < end and self.broken is None:
            time.sleep(0.001)
        self.broken = self.broken or "the group was destroyed"
        with self._lock:
            comm, self.comm = self.comm, None
        if comm is not None and all(w.is_completed() for w in works):
            world.free(comm)
