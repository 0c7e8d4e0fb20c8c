"""Operations under way: the Work objects that PyTorch waits for, and the thread that completes them meanwhile."""
import ctypes
import os
import sys
import threading
import time
from datetime import timedelta

import torch
from torch._C import _distributed_c10d as c10d

from . import mpi

_address, _wait_for, _FLAG, _STATUS = ctypes.addressof, mpi.wait_for, mpi.FLAG, mpi.STATUS

Failure = getattr(torch._C, "_DistBackendError", RuntimeError)

# How long a wait stays in the library. In between, the program's signal handlers run, and an abort is noticed.
_SLICE = 0.1
# How long a call that is not asynchronous waits before it has a Work, whose own time begins then.
_MOMENT = 0.02
# The thread that completes operations for which nobody waits sleeps for a share of the time that it has waited, but no
# longer than _NAP.
_SHARE = 0.05
_NAP = 0.001
# So many operations of a group may be under way, or over without a wait, before a new one looks which are over.
_MANY = 256
# How long a rank whose wait has timed out looks for the others' notes that theirs have too.
_NOTES = 0.5


class Work(c10d.Work):
    """Some requests of MPI that one call of torch.distributed has started, and what is to be done once they are over.

    `requests` are slots; `finish`, if there is one, copies results to where the caller wants them. `tensors` are the
    results; the memory that the requests use is kept alive by `kept`."""

    _done, _failure, _future, _source, _bytes = False, None, None, None, None

    def __init__(self, group, call, requests, tensors, kept=None, finish=None, seconds=None):
        super().__init__()
        self._group, self._call, self._requests = group, call, requests
        self._tensors, self._kept, self._finish = tensors, kept, finish
        self._seconds = group.seconds if seconds is None else seconds
        self._number, self.since = group.number, time.monotonic()
        # The future's callbacks run under the lock, and may use this object.
        self._lock = threading.RLock()
        group.works.add(self)
        if len(group.works) > _MANY:
            # Other threads may add works meanwhile.
            for work in list(group.works):
                if work is not self and work.is_completed():
                    group.works.discard(work)

    # What PyTorch calls.
    def wait(self, timeout=None):
        """Blocks until the operation is over. Raises what has ended it, or at the end of the time."""
        if not self._done:
            seconds = timeout.total_seconds() if isinstance(timeout, timedelta) else 0
            self._block(seconds if seconds > 0 else self._seconds)
        self._group.works.discard(self)
        if self._failure is not None:
            raise self._failure
        return True

    def is_completed(self):
        return self._done or self._advance()

    def is_success(self):
        return self._done and self._failure is None

    def exception(self):
        return self._failure

    def synchronize(self):
        self.wait()

    def result(self):
        self.wait()
        return self._tensors

    def source_rank(self):
        return self._source

    _source_rank = source_rank

    def get_future(self):
        _asked.work = self
        with self._lock:
            if self._future is not None:
                return self._future
            self._future = torch.futures.Future()
            if self._done:
                self._settle()
        if not self._done:
            progress.add(self)
        return self._future

    # What advances it.
    def _block(self, seconds):
        end, left = time.monotonic() + seconds, seconds
        while not self._advance(min(left, _SLICE)):
            left = end - time.monotonic()
            if left <= 0:
                return self._time_out(seconds)
            if self._group.aborted:
                return self._abort()

    def _advance(self, seconds=0.0):
        """Tests the requests, or waits for them for this time. Returns true if the operation is over."""
        if not self._lock.acquire(timeout=seconds):
            # Another thread is testing: two must not test one request.
            return self._done
        try:
            if self._done:
                return True
            requests = self._requests
            while requests:
                slot = requests[-1]
                at = ctypes.addressof(slot)
                code = mpi.wait_for(at, seconds, at + mpi.FLAG, at + mpi.STATUS)
                if code != 0:
                    self._end(self._group.failure(self._call, mpi.error(self._call, code), slot.status.source))
                    return True
                if not slot.flag:
                    return False
                requests.pop()
                if self._bytes is not None:
                    self._received(slot)
            self._end(None)
            return True
        finally:
            self._lock.release()

    def _received(self, slot):
        """Checks the length of a received message."""
        got = ctypes.c_int64()
        mpi.get_count(ctypes.addressof(slot) + mpi.STATUS, mpi.BYTE, ctypes.addressof(got))
        self._source = slot.status.source
        if got.value != self._bytes:
            self._failure = Failure(f"clump: {self._call} on rank {self._group.rank}: rank {self._source} has sent "
                                     f"{got.value} bytes, and the tensor has {self._bytes}")

    def _end(self, failure):
        """Ends the operation. The caller holds the lock."""
        failure = failure or self._failure
        if failure is None and self._finish is not None:
            try:
                with torch.no_grad():
                    self._finish()
            except Exception as wrong:
                failure = wrong
        if failure is not None and self._requests:
            # The library may still use the memory of requests that have not ended.
            _abandoned.append((self._requests, self._kept, self._tensors))
        self._failure, self._kept, self._finish, self._requests = failure, None, None, []
        self._done = True
        if self._future is not None:
            self._settle()

    def _settle(self):
        if self._failure is None:
            self._future.set_result(self._tensors)
        else:
            self._future.set_exception(self._failure)

    def _time_out(self, seconds):
        group = self._group
        text = (f"clump: {self._call} on rank {group.rank} of {group.size}: timeout after {seconds:g} s"
                + group.explain_lateness(self._number, self._call, _NOTES))
        with self._lock:
            if not self._done:
                if self._call not in ("send", "recv"):
                    group.broken = text
                self._end(Failure(text))


    def _abort(self):
        with self._lock:
            if not self._done:
                self._end(Failure(f"clump: {self._call} on rank {self._group.rank}: the group was aborted"))


class Over(Work):
    """An operation that was over before its call returned."""

    _done = True

    def __init__(self, tensors):
        c10d.Work.__init__(self)
        self._tensors = tensors

    def wait(self, timeout=None):
        return True

    def get_future(self):
        _asked.work = self
        if self._future is None:
            self._future = torch.futures.Future()
            self._future.set_result(self._tensors)
        return self._future


def finish_now(group, call, requests, tensors, kept, finish, opts, seconds):
    """Waits a moment for requests, and returns a Work, which is over as a rule. The arguments are those of Work;
    `seconds` finds the call's time in its options."""
    code = 0
    while requests:
        slot = requests[-1]
        at = _address(slot)
        code = _wait_for(at, _MOMENT, at + _FLAG, at + _STATUS)
        if code != 0 or not slot.flag:
            break
        requests.pop()
    if not requests and finish is None:
        return Over(tensors)
    work = Work(group, call, requests, tensors, kept, finish, seconds(opts))
    if not requests or code != 0:
        with work._lock:
            work._end(group.failure(call, mpi.error(call, code), slot.status.source) if code != 0 else None)
    return work


# Requests of calls that have failed or timed out, with their memory. Never freed: the library may still use it.
_abandoned = []
# The work whose future this thread has asked for last.
_asked = threading.local()


def _of(work):
    """Returns our Work behind an object of PyTorch's that stands for it, or None if it stands for another's."""
    if isinstance(work, Work):
        return work
    _asked.work = None
    try:
        work.get_future()
    except RuntimeError:
        return None
    return _asked.work


def complete_work_objects():
    """PyTorch 2 hands the program an object that stands for ours, and forwards `wait` and `get_future` only. Makes the
    other methods reach ours; those of other backends' objects stay as they are."""
    for name in ["is_completed", "is_success", "exception", "source_rank", "_source_rank", "result", "synchronize"]:
        original = getattr(c10d.Work, name, None)
        if original is None or hasattr(original, "_clump"):
            continue

        def method(self, original=original, name=name):
            ours = _of(self)
            return original(self) if ours is None else getattr(ours, name)()

        method._clump = True
        setattr(c10d.Work, name, method)


class _Progress:
    """A thread that completes operations for which nobody waits: those whose future the program has asked for, and
    those that the program has called asynchronous."""

    def __init__(self):
        self._condition, self._works, self._thread, self._pid = threading.Condition(), [], None, None
        self._ends = False

    def add(self, work):
        with self._condition:
            if self._pid != os.getpid():
                self._thread = threading.Thread(target=self._run, name="clump-progress", daemon=True)
                self._pid, self._works = os.getpid(), []
                self._thread.start()
            self._works.append(work)
            self._condition.notify()

    def end(self):
        with self._condition:
            self._ends = True
            thread = self._thread if self._pid == os.getpid() else None
            self._condition.notify()
        if thread is not None and thread is not threading.current_thread():
            thread.join()

    @staticmethod
    def _is_over(work):
        if work._group.aborted:
            work._abort()
        try:
            return work._done or work._advance()
        except Exception:
            # A callback of the program's has failed; the other operations go on.
            threading.excepthook(threading.ExceptHookArgs([*sys.exc_info(), threading.current_thread()]))
            return True

    def _run(self):
        started = time.monotonic()
        while True:
            with self._condition:
                while not self._works and not self._ends:
                    self._condition.wait()
                    started = time.monotonic()
                if self._ends:
                    return
                works = list(self._works)
            over = [work for work in works if self._is_over(work)]
            if over:
                started = time.monotonic()
                with self._condition:
                    self._works = [work for work in self._works if work not in over]
                for work in over:
                    work._group.works.discard(work)
                continue
            now = time.monotonic()
            for work in works:
                if now - work.since > work._seconds:
                    work._time_out(work._seconds)
            waited = now - started
            time.sleep(min(max(waited * _SHARE, 5e-5), _NAP))


progress = _Progress()


def end_progress():
    """Ends the thread. Returns true if no operation of this process is under way any more."""
    progress.end()
    return not _abandoned
