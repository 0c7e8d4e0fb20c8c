"""What PyTorch sees: a subclass of its Backend where Python may write one (PyTorch 2), else of its ProcessGroup."""
from datetime import timedelta

from torch._C import _distributed_c10d as c10d

from . import group as groups
from . import window
from .collectives import Calls
from .meeting import names
from .work import Work, complete_work_objects


def _is_for_python():
    """Returns true if PyTorch's Backend may have subclasses in Python."""
    base = getattr(c10d, "Backend", None)
    if base is None or not hasattr(base, "Options"):
        return False
    try:
        type("Probe", (base,), {})(0, 1)
    except TypeError:
        return False
    return True


_IS_BACKEND = _is_for_python()
# torch.distributed.distributed_c10d.SHRINK_ABORT: end what is under way first.
_SHRINK_ABORT = 1


class _Clump(Calls):
    """What both kinds have. `_group` is the Group."""

    def getBackendName(self):
        return self._name

    def name(self):
        return self._name

    def _set_sequence_number_for_group(self):
        pass

    def _get_sequence_number_for_group(self):
        return self._group.number

    def _wait_for_pending_works(self):
        for work in list(self._group.works):
            work.wait()

    def set_timeout(self, timeout):
        self._group.seconds = timeout.total_seconds()

    _set_default_timeout = set_timeout

    def make_window(self, tensor=None):
        """Returns a window, with this tensor if there is one. All ranks must call it. PyTorch 2.15 calls it for
        `new_window`."""
        return window.Window.new(self, tensor)

    def shutdown(self):
        self._group.close()
        groups.alive.discard(self)

    def abort(self):
        self._group.abort()
        groups.alive.discard(self)


if _IS_BACKEND:

    class ClumpBackend(_Clump, c10d.Backend):
        """A backend of one device of a process group."""

        def __init__(self, store, rank, size, timeout, name, as_name, waits=False):
            c10d.Backend.__init__(self, rank, size)
            self._name, self._store, self._uuids = as_name, store, set()
            self._handle = groups.new_handle(rank)
            self._group = (groups.Unmade if waits else groups.Group)(store, rank, size, timeout, name)
            self._options = c10d.Backend.Options(as_name, timeout)
            self._options.group_name = name
            groups.alive.add(self)

        # The inherited ones call themselves without end.
        @property
        def options(self):
            return self._options

        @property
        def supports_coalescing(self):
            return False

        @property
        def supports_splitting(self):
            return True

        @property
        def supports_shrinking(self):
            return True

        @property
        def supports_window(self):
            return hasattr(c10d, "Window")

        @property
        def supports_reconfigure(self):
            return True

        @property
        def _supports_time_estimate(self):
            return False

        def eager_connect_single_device(self, device):
            pass

        def split(self, store, ranks, opts):
            """Returns the backend of a part of this one's ranks, or None in a process outside that part."""
            mine = self._group.rank
            if mine not in ranks:
                return None
            timeout = getattr(opts, "_timeout", None) or timedelta(seconds=self._group.seconds)
            name = getattr(opts, "group_name", "") or f"{self._options.group_name}/{ranks}"
            return ClumpBackend(store, list(ranks).index(mine), len(ranks), timeout, name, self._name)

        def shrink(self, excluded, flags=0, opts=None):
            """Returns the backend of the other ranks, which alone call it. Those excluded may have died."""
            if flags & _SHRINK_ABORT:
                self.abort()
            left = [rank for rank in range(self._group.size) if rank not in excluded]
            return self.split(c10d.PrefixStore(f"without {list(excluded)}", self._group.store), left, opts)

        def get_reconfigure_handle(self):
            return self._handle

        def reconfigure(self, opts):
            """Gives the group a new communicator, of the processes behind the handles. Their number, and each one's
            rank, stay: PyTorch asks its own part of the backend for both, which Python cannot change."""
            rank, size = self.rank(), self.size()
            handles = opts.handles
            if isinstance(handles, (set, frozenset)):
                handles = sorted(handles, key=groups.rank_of_handle)
            if self._handle not in handles:
                raise ValueError(f"clump: reconfigure on rank {rank} of {size}: the handles do not contain this "
                                 "process's own")
            ranks = [groups.rank_of_handle(handle) for handle in handles]
            if ranks != list(range(size)):
                raise ValueError(
                    f"clump: reconfigure of a group of {size} got, in this order, the processes that began as "
                    f"{names(ranks)}. PyTorch does not let a backend that is written in Python change its rank or "
                    "size: use `shrink_group` for fewer ranks, or `destroy_process_group` and `init_process_group`")
            if opts.uuid in self._uuids:
                raise ValueError(f"clump: reconfigure: the uuid {opts.uuid} was used before; each call needs another")
            self._uuids.add(opts.uuid)
            old = self._group
            if old.broken is None:
                old.close()
            else:
                old.abort()
            store = c10d.PrefixStore(f"reconfigure/{opts.uuid}", self._store)
            timeout = opts.timeout or timedelta(seconds=old.seconds)
            self._group = groups.Group(store, rank, size, timeout, f"{self._options.group_name}/{opts.uuid}")
            self._group.seconds = old.seconds
            groups.alive.add(self)
            return Work(self._group, "reconfigure", [], [])

else:

    class ClumpGroup(_Clump, c10d.ProcessGroup):
        """A process group."""

        def __init__(self, store, rank, size, timeout, name, as_name):
            c10d.ProcessGroup.__init__(self, rank, size)
            self._name, self._group = as_name, groups.Group(store, rank, size, timeout, name)
            groups.alive.add(self)

        def _start_coalescing(self, *_):
            pass

        def _end_coalescing(self, *_):
            pass


def make(store, rank, size, timeout, group, name, waits=False):
    """Returns what PyTorch makes a group's process in: all members must call it. `name` is the backend's. The group of
    a backend that `waits` is made by `reconfigure`."""
    if not _IS_BACKEND:
        return ClumpGroup(store, rank, size, timeout, group, name)
    complete_work_objects()
    window.complete_process_groups()
    return ClumpBackend(store, rank, size, timeout, group, name, waits)
