"""What PyTorch sees: a subclass of its Backend where Python may write one (PyTorch 2), else of its ProcessGroup."""
from datetime import timedelta

from torch._C import _distributed_c10d as c10d

from . import group as groups
from .collectives import Calls
from .work import complete_work_objects



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

    def shutdown(self):
        self._group.close()
        groups.alive.discard(self)

    def abort(self):
        self._group.abort()
        groups.alive.discard(self)


if _IS_BACKEND:

    class ClumpBackend(_Clump, c10d.Backend):
        """A backend of one device of a process group."""

        def __init__(self, store, rank, size, timeout, name, as_name):
            c10d.Backend.__init__(self, rank, size)
            self._name, self._group = as_name, groups.Group(store, rank, size, timeout, name)
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


def make(store, rank, size, timeout, group, name):
    """Returns what PyTorch makes a group's process in: all members must call it. `name` is the backend's."""
    if not _IS_BACKEND:
        return ClumpGroup(store, rank, size, timeout, group, name)
    complete_work_objects()
    return ClumpBackend(store, rank, size, timeout, group, name)
