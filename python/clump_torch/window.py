"""The windows of PyTorch 2.15, also for PyTorch 1: memory that the other ranks write into without a call of its owner,
by MPI's one-sided calls (MPI 5.0, chapter 12).

Offsets and lengths count elements. A `put` is over when the bytes are in the target's memory; `signal` then tells the
target, whose `wait_signal` returns when that message has come. Signals of a rank are counted: each wait takes one."""
import ctypes
import json
import os
import socket

import torch
from torch._C import _distributed_c10d as c10d

from . import mpi
from .collectives import _bytes, _check, _is_plain, _readable, _seconds
from .mpi import Slot
from .work import Work, progress

# The most bytes of what a rank tells the others about its tensor.
_CARD = 1024
_TAG = 0


class Window(getattr(c10d, "Window", object)):
    """One window of a group. Made by `new`, because PyTorch gives its own class no constructor; nothing of that class
    is used."""

    @staticmethod
    def new(backend, tensor):
        """Makes a window, and registers a tensor if there is one. All ranks must call it, in one order."""
        window = Window.__new__(Window)
        window._backend, window._group, window._comm, window._win = backend, backend._group, None, None
        window._tensor = window._cards = None
        if tensor is not None:
            window.tensor_register(tensor)
        return window

    def tensor_register(self, tensor, owning=True):
        """Lets the other ranks write into this tensor. All ranks must call it, in one order. Ranks may register
        different lengths and types. The window keeps the tensor alive, also if it is not `owning`, because the other
        ranks write there."""
        call = "tensor_register"
        if self._tensor is not None:
            raise RuntimeError(f"clump: {call}: this window has a tensor already; call `tensor_deregister` first")
        _check(call, [tensor])
        if not _is_plain(tensor):
            raise ValueError(f"clump: {call} needs a contiguous tensor, in which offsets count elements; got the "
                             f"strides {tensor.stride()} for the shape {tuple(tensor.shape)}")
        # The exchange comes first: it ends after the group's time if a rank does not come.
        self._cards = self._exchange(json.dumps(_card(tensor)).encode())
        comm, win = ctypes.c_void_p(), ctypes.c_void_p()
        self._call(call, mpi.comm_dup, self._group.comm, ctypes.addressof(comm))
        self._call(call, mpi.win_create, tensor.data_ptr(), _bytes(tensor), 1, mpi.INFO_NULL, comm,
                   ctypes.addressof(win))
        self._call(call, mpi.win_set_errhandler, win, mpi.ERRORS_RETURN)
        self._call(call, mpi.win_lock_all, 0, win)
        self._comm, self._win, self._tensor = comm.value, win.value, tensor
        _open.add(self)

    def tensor_deregister(self):
        """Ends the other ranks' access. All ranks must call it, in one order; it waits for all of them."""
        call = "tensor_deregister"
        self._registered(call)
        self._backend.barrier().wait()
        win, comm = ctypes.c_void_p(self._win), ctypes.c_void_p(self._comm)
        self._call(call, mpi.win_unlock_all, win)
        self._call(call, mpi.win_free, ctypes.addressof(win))
        mpi.comm_free(ctypes.addressof(comm))
        self._comm = self._win = self._tensor = self._cards = None
        _open.discard(self)

    def put(self, tensor, dst_rank, target_offset_nelems, async_op=False, opts=None):
        """Writes a tensor into the window of a rank, from this element on."""
        call, at = "put", target_offset_nelems
        card = self._card(call, dst_rank)
        _check(call, [tensor])
        if str(tensor.dtype) != card["dtype"]:
            raise ValueError(f"clump: {call} got {tensor.dtype}, and rank {dst_rank} has registered {card['dtype']}")
        if at < 0 or at + tensor.numel() > card["count"]:
            raise ValueError(f"clump: {call} of {tensor.numel()} elements at {at} does not fit into the "
                             f"{card['count']} elements that rank {dst_rank} has registered")
        source, win = _readable(tensor), self._win

        def flush():
            self._call(call, mpi.win_flush, dst_rank, win)

        count = _bytes(source)
        slot = self._post(call, mpi.rput, source.data_ptr(), count, mpi.BYTE, dst_rank, at * source.element_size(),
                          count, mpi.BYTE, win)
        return self._work(call, slot, source, flush, async_op, opts)

    def signal(self, peer_rank, async_op=False, opts=None):
        """Tells a rank that this one's earlier puts to it are over."""
        call = "signal"
        self._card(call, peer_rank)
        self._call(call, mpi.win_flush, peer_rank, self._win)
        return self._work(call, self._post(call, mpi.isend, None, 0, mpi.BYTE, peer_rank, _TAG, self._comm), None, None,
                          async_op, opts)

    def wait_signal(self, peer_rank, async_op=False, opts=None):
        """Waits for one signal of a rank. Its puts before that are in the registered tensor then."""
        call, win = "wait_signal", self._win
        self._card(call, peer_rank)
        return self._work(call, self._post(call, mpi.irecv, None, 0, mpi.BYTE, peer_rank, _TAG, self._comm), None,
                          lambda: self._call(call, mpi.win_sync, win), async_op, opts)

    def map_remote_tensor(self, rank):
        """Returns the tensor that a rank of this machine has registered, over the same memory. That rank must have made
        it by `share_memory_()`."""
        call = "map_remote_tensor"
        card = self._card(call, rank)
        if rank == self._group.rank:
            return self._tensor
        if card["host"] != _host():
            raise RuntimeError(f"clump: {call}: rank {rank} is on another machine ({card['host'][0]}), whose memory "
                               "cannot be mapped; use `put`")
        if card["file"] is None:
            raise RuntimeError(f"clump: {call}: the tensor that rank {rank} has registered is in its own memory; call "
                               "`share_memory_()` before `tensor_register`, with torch.multiprocessing's sharing "
                               "strategy `file_descriptor`, or use `put`")
        path, size = card["file"]
        try:
            descriptor = os.open(path, os.O_RDWR)
        except OSError as refused:
            raise RuntimeError(f"clump: {call}: the memory of rank {rank} cannot be opened ({refused}); use `put`"
                               ) from refused
        try:
            storage = torch.UntypedStorage._new_shared_fd_cpu(descriptor, size)
        finally:
            os.close(descriptor)
        dtype = getattr(torch, card["dtype"].split(".")[1])
        return torch.empty(0, dtype=dtype).set_(storage, card["offset"], card["shape"])

    def get_attr(self, peer_rank):
        """Returns that a rank's window is one memory for that rank and for all others."""
        self._card("get_attr", peer_rank)
        attr = c10d.WindowAttr()
        attr.access_type = c10d.WindowAccessType.UNIFIED
        return attr

    def _registered(self, call):
        if self._tensor is None:
            raise RuntimeError(f"clump: {call}: this window has no tensor; all ranks call `tensor_register` first")

    def _card(self, call, rank):
        """Returns what a rank has told about its tensor."""
        self._registered(call)
        if not 0 <= rank < self._group.size:
            raise ValueError(f"clump: {call} got rank {rank}, and the group has the ranks 0 to {self._group.size - 1}")
        return self._cards[rank]

    def _exchange(self, card):
        """Gathers all ranks' cards."""
        if len(card) > _CARD:
            raise ValueError(f"clump: tensor_register: the tensor's description has {len(card)} bytes, of which a "
                             f"window keeps {_CARD}; use fewer dimensions")
        mine, size = torch.zeros(_CARD, dtype=torch.uint8), self._group.size
        mine[:len(card)] = torch.frombuffer(bytearray(card), dtype=torch.uint8)
        every = torch.empty(size * _CARD, dtype=torch.uint8)
        self._backend.all_gather_single(every, mine).wait()
        return [json.loads(bytes(each).rstrip(b"\0")) for each in every.view(size, _CARD).tolist()]

    def _call(self, call, function, *arguments):
        code = function(*arguments)
        if code != 0:
            raise self._group.failure(call, mpi.error(call, code))

    def _post(self, call, function, *arguments):
        slot = Slot()
        self._call(call, function, *arguments, ctypes.addressof(slot))
        return slot

    def _work(self, call, slot, kept, finish, is_asynchronous, opts):
        tensors = [] if kept is None else [kept]
        work = Work(self._group, call, [slot], tensors, (self, kept), finish, _seconds(opts))
        if not is_asynchronous:
            work.wait()
        elif not work.is_completed():
            progress.add(work)
        return work


# The windows that have a tensor. The other ranks may write into one that the program has forgotten.
_open = set()


def _host():
    """Returns what tells this machine, and its table of processes, from others."""
    with open("/proc/sys/kernel/random/boot_id") as file:
        boot = file.read().strip()
    return [socket.gethostname(), boot, os.stat("/proc/self/ns/pid").st_ino]


def _card(tensor):
    """Returns what the other ranks must know about a tensor: a dictionary."""
    file = None
    has_descriptors = torch.multiprocessing.get_sharing_strategy() == "file_descriptor"
    if hasattr(tensor, "untyped_storage") and tensor.is_shared() and has_descriptors:
        descriptor, size = tensor.untyped_storage()._share_fd_cpu_()
        file = f"/proc/{os.getpid()}/fd/{descriptor}", size
    return {"dtype": str(tensor.dtype), "count": tensor.numel(), "shape": tuple(tensor.shape), "file": file,
            "host": _host(), "offset": tensor.storage_offset()}


def complete_process_groups():
    """PyTorch 2.15 passes `new_window` on through C++, which takes only windows written there. Makes the method of
    process groups whose CPU backend is Clump's call that backend; others keep PyTorch's."""
    original = getattr(c10d.ProcessGroup, "new_window", None)
    if original is None or hasattr(original, "_clump"):
        return

    def new_window(self, tensor=None):
        backend = None
        if tensor is None or tensor.is_cpu:
            try:
                backend = self._get_backend(torch.device("cpu"))
            except RuntimeError:  # The group has none for the CPU.
                pass
        make = getattr(backend, "make_window", None)
        return original(self, tensor) if make is None else make(tensor)

    new_window._clump = True
    c10d.ProcessGroup.new_window = new_window
