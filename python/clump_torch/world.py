"""The one MPI world of a process: which launcher it comes from, when it is made, and the communicators of its groups."""
import atexit
import ctypes
import multiprocessing
import os
import threading
import zlib

from . import mpi
from .meeting import Introducer, Meeting, host, names

# By these, the library finds a launcher. They are hidden from MPI_Init where PyTorch's store is the launcher.
_LAUNCHERS = ["CLUMP_JOB", "PMIX_NAMESPACE", "PMIX_RANK", "PMI_RANK", "PMI_SIZE", "PMI_FD", "PMI_PORT",
              "OMPI_COMM_WORLD_SIZE", "SLURM_STEP_NUM_TASKS"]
_RETURN_ERRORS = "CLUMP_INITIAL_ERRHANDLER"
_NEW = "new"


class World:
    """MPI_COMM_WORLD. `name` tells worlds apart; all processes of a world have the same."""

    def __init__(self):
        self.pid = os.getpid()
        self.rank, self.size = mpi.value(mpi.comm_rank, mpi.COMM_WORLD), mpi.value(mpi.comm_size, mpi.COMM_WORLD)
        mpi.comm_set_errhandler(mpi.COMM_WORLD, mpi.ERRORS_RETURN)
        mpi.progress_by_thread()
        name = ctypes.create_string_buffer(os.urandom(8))
        mpi.check("MPI_Bcast", mpi.bcast(ctypes.addressof(name), 8, mpi.BYTE, 0, mpi.COMM_WORLD))
        self.name = name.raw[:8].hex()


_world = None
_lock = threading.Lock()


def _of_this_process():
    if _world is not None and _world.pid != os.getpid():
        raise RuntimeError("clump: this process was forked from one that has a process group; only processes that are "
                           "started anew (multiprocessing's method `spawn`) can make groups then")
    return _world


def _is_launched(size):
    """Returns true if a launcher has started this process as one of `size`."""
    if os.environ.get("TORCHELASTIC_RUN_ID") or multiprocessing.parent_process() is not None or not size:
        # torchrun or the parent may itself run under a launcher, whose variables are then theirs.
        return False
    job = dict(word.split("=", 1) for word in os.environ.get("CLUMP_JOB", "").split(" ") if "=" in word)
    is_pmix = "PMIX_NAMESPACE" in os.environ
    sizes = [job.get("size"), os.environ.get("PMI_SIZE")]
    sizes += [os.environ.get(name) for name in ("OMPI_COMM_WORLD_SIZE", "SLURM_STEP_NUM_TASKS") if is_pmix]
    return next((found == str(size) for found in sizes if found), False)


def _start(variables):
    """Calls MPI_Init_thread with these environment variables, and without those of other launchers."""
    global _world
    changed = dict.fromkeys(_LAUNCHERS) if variables else {}
    changed.update(variables or {})
    changed[_RETURN_ERRORS] = "mpi_errors_return"
    before = {name: os.environ.get(name) for name in changed}
    _put(changed)
    try:
        got = ctypes.c_int()
        mpi.check("MPI_Init_thread", mpi.init_thread(None, None, mpi.THREAD_MULTIPLE, ctypes.addressof(got)))
    finally:
        _put(before)
    if got.value != mpi.THREAD_MULTIPLE:
        raise RuntimeError("clump: MPI gives no MPI_THREAD_MULTIPLE")
    _world = World()
    atexit.register(_leave)
    # Children of multiprocessing end without running the functions of atexit.
    from multiprocessing import util
    util.Finalize(None, _leave, exitpriority=-1000)


def _put(variables):
    for name, text in variables.items():
        if text is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = text


def _leave():
    global _world
    if _world is not None and _world.pid == os.getpid():
        _world = None
        if not mpi.value(mpi.finalized):
            from . import group, work
            is_quiet = work.end_progress() and all(work.is_completed() for work in group.unfinished())
            _finalize(is_quiet)


def _finalize(is_quiet):
    """Calls MPI_Finalize, so that the other processes know at once that this one has left. It blocks while a message
    that this process has sent is not received. What is not `is_quiet` therefore ends without it, and counts as dead:
    the others' calls that need it fail too."""
    if is_quiet:
        mpi.finalize()


def _join_as_launched(size):
    """Makes the world if the program has initialized MPI, or if a launcher has started this process as one of these."""
    global _world
    if _world is None and mpi.value(mpi.initialized):
        if mpi.value(mpi.finalized):
            raise RuntimeError("clump: this process has called MPI_Finalize already; it can make no process group")
        _world = World()
    elif _world is None and _is_launched(size):
        _start(None)


def communicator(store, rank, size, seconds, group):
    """Returns a communicator for a new group of `size` processes, in which this one is `rank`, its ranks in the
    world, and where in the store its notes are. All members must call it. `group` is the group's name, the same for
    all."""
    with _lock:
        _of_this_process()
        _join_as_launched(size)
        meeting = Meeting(store, rank, size, seconds)
        cards = meeting.exchange(_NEW if _world is None else f"{_world.name} {_world.rank} {_world.size}")
        if all(card == _NEW for card in cards):
            introducer = Introducer(meeting)
            variables = introducer.variables()
            introducer.start()
            try:
                _start(variables)
            except RuntimeError as failed:
                raise RuntimeError(f"clump: rank {rank} of {size} cannot meet the others: {failed}"
                                   + (f" ({introducer.failure})" if introducer.failure else "")) from failed
            return mpi.communicator(list(range(size)), 0), list(range(size)), meeting.key("notes")
        worlds = {card.split(" ")[0] for card in cards}
        if len(worlds) > 1:
            _refuse(cards, rank)
        ranks = [int(card.split(" ")[1]) for card in cards]
        tag = zlib.crc32(f"{group} {meeting.number} {ranks}".encode()) & 0x7FFF
        return mpi.communicator(ranks, tag), ranks, meeting.key("notes")


def free(comm):
    """Frees a communicator, unless the world has ended."""
    if _world is not None and _world.pid == os.getpid():
        handle = ctypes.c_void_p(comm)
        mpi.comm_free(ctypes.addressof(handle))


def _refuse(cards, rank):
    first = [i for i, card in enumerate(cards) if card.split(" ")[0] != cards[rank].split(" ")[0]]
    mine = cards[rank]
    which = "has made no process group before" if mine == _NEW else (
        f"belongs to a world of {mine.split(' ')[2]} processes since its first process group")
    raise RuntimeError(f"clump: rank {rank} of {len(cards)} {which}, and {names(first)} of the new group do not belong "
                       "with it: a process keeps the world of its first group. Start all processes anew to change "
                       "their number (torchrun does so when it restarts them)")


def rendezvous(timeout=None):
    """See `clump_torch.rendezvous`."""
    from datetime import timedelta

    from torch.distributed import TCPStore
    timeout = timeout or timedelta(seconds=300)
    with _lock:
        if _of_this_process() is None and not mpi.value(mpi.initialized):
            _start(None)
        else:
            _join_as_launched(None)
    rank, size = _world.rank, _world.size
    word = ctypes.create_string_buffer(256)
    store = None
    if rank == 0:
        store = TCPStore(host(), 0, size, True, timeout, wait_for_workers=False)
        word.value = f"{host()} {store.port}".encode()
    mpi.check("MPI_Bcast", mpi.bcast(ctypes.addressof(word), 256, mpi.BYTE, 0, mpi.COMM_WORLD))
    if rank != 0:
        at, port = word.value.decode().split(" ")
        store = TCPStore(at, int(port), size, False, timeout, wait_for_workers=False)
    return store, rank, size
