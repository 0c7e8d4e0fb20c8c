"""The calls of torch.distributed as calls of MPI. Each starts requests and returns a Work that completes them.

A tensor that is contiguous is used where it lies; another is copied, and copied back when the call is over."""
import ctypes
import threading
from datetime import timedelta

import torch
from torch.distributed import ReduceOp

from . import mpi
from .mpi import IN_PLACE, Slot
from .work import Work, finish_now, progress

_OPS = {"SUM": mpi.SUM, "AVG": mpi.SUM, "PREMUL_SUM": mpi.SUM, "PRODUCT": mpi.PROD, "MIN": mpi.MIN, "MAX": mpi.MAX,
        "BAND": mpi.BAND, "BOR": mpi.BOR, "BXOR": mpi.BXOR}
_BOOLEAN = {"SUM": mpi.LOR, "PRODUCT": mpi.LAND, "MIN": mpi.LAND, "MAX": mpi.LOR, "BAND": mpi.LAND, "BOR": mpi.LOR,
            "BXOR": mpi.LXOR}
_BITS = ("BAND", "BOR", "BXOR")
_ORDERS = ("MIN", "MAX")
_TYPES = {getattr(torch, name): number for name, number in mpi.TYPES.items() if hasattr(torch, name)}
_FLOAT = mpi.TYPES["float32"]
_SHORT = (torch.bfloat16, torch.float16)
_address = ctypes.addressof
_KINDS = [(name, getattr(ReduceOp, name)) for name in _OPS if name != "PREMUL_SUM" and hasattr(ReduceOp, name)]
_RED_OP = getattr(ReduceOp, "RedOpType", None)
# The names of the operations that were found before, by PyTorch's objects of them.
_names = {}


def _operation(op):
    """Returns the name of a reduction, and the factor of PREMUL_SUM."""
    name = _names.get(op)
    if name is None:
        name = next((name for name, known in _KINDS if op == known), None)
        if name is None and _RED_OP is not None and op == _RED_OP.PREMUL_SUM:
            name = "PREMUL_SUM"
        if name is None:
            raise ValueError(f"clump: {op} is no reduction that Clump knows")
        _names[op] = name
    if name != "PREMUL_SUM":
        return name, None
    state = op.__getstate__()
    if state is None:
        raise ValueError("clump: this version of PyTorch does not tell the factor of PREMUL_SUM; multiply before a SUM")
    return name, state[1]


def _is_plain(tensor):
    return tensor.is_contiguous() and not tensor.is_conj() and not tensor.is_neg()


def _check(call, tensors):
    for tensor in tensors:
        if tensor.device.type != "cpu":
            raise ValueError(f"clump: {call} got a tensor on {tensor.device}; Clump moves tensors of the CPU. For "
                             "tensors of a GPU use nccl, both in one group by the backend `cpu:clump,cuda:nccl`")
        if tensor.layout != torch.strided:
            raise ValueError(f"clump: {call} got a tensor of the layout {tensor.layout}; Clump moves dense tensors "
                             "only, so call `to_dense()` first")


def _readable(tensor):
    """Returns a contiguous tensor of the same elements."""
    return tensor if _is_plain(tensor) else tensor.resolve_conj().resolve_neg().contiguous()


def _apart(source, buffers):
    """Returns a contiguous tensor, copied if it overlaps memory that the call fills, which MPI does not allow."""
    start, end = source.data_ptr(), source.data_ptr() + _bytes(source)
    overlaps = any(start < b.data_ptr() + _bytes(b) and b.data_ptr() < end for b in buffers)
    return source.clone() if overlaps else source


def _bytes(tensor):
    return tensor.numel() * tensor.element_size()


class _Outputs:
    """Tensors that a call fills. `buffers` are contiguous; `copy` moves them to the tensors that are not."""

    def __init__(self, tensors):
        self.tensors = tensors
        self.buffers = [t if _is_plain(t) else torch.empty(t.shape, dtype=t.dtype) for t in tensors]
        self.finish = self.copy if any(t is not b for t, b in zip(tensors, self.buffers)) else None

    def copy(self):
        for tensor, buffer in zip(self.tensors, self.buffers):
            if tensor is not buffer:
                tensor.copy_(buffer)


def _layout(buffers):
    """Returns the lowest address of contiguous tensors, their lengths in bytes, and their distances from it. MPI's
    displacements reach tensors anywhere in memory, so that none needs a copy."""
    places = [buffer.data_ptr() for buffer in buffers]
    base = min((place for place in places if place), default=0)
    return base, mpi.numbers([_bytes(b) for b in buffers]), mpi.numbers([place - base if place else 0 for place in places])


class _Pool:
    """Memory of float32 for the reductions of shorter types: fresh memory costs more than the conversion."""
    # The most elements that the pool keeps.
    MOST = 16 << 20

    def __init__(self):
        self._free, self._count, self._lock = [], 0, threading.Lock()

    def take(self, shape, count):
        """Returns a tensor of this shape, and the memory under it, for `give`."""
        with self._lock:
            fits = (i for i, whole in enumerate(self._free) if count <= whole.numel() <= 2 * count)
            at = next(fits, None)
            whole = torch.empty(count, dtype=torch.float32) if at is None else self._free.pop(at)
            self._count -= 0 if at is None else whole.numel()
        return whole[:count].view(shape), whole

    def give(self, whole):
        with self._lock:
            if self._count + whole.numel() <= self.MOST:
                self._count += whole.numel()
                self._free.append(whole)


_pool = _Pool()
# The type and the operation of MPI for reductions that had nothing to copy, by PyTorch's reduction and type. A contiguous
# tensor needs no more than these.
_in_place = {}


class _Reduction:
    """How a tensor is reduced. The library sums bfloat16 and float16 in float32, and rounds once on each machine. What
    follows or precedes such a sum would round once more, or leave the type's range: then, and for shorter floats, the
    tensors travel as float32."""

    def __init__(self, call, op, example, size):
        self.name, self.factor = _operation(op)
        dtype = example.dtype
        self.type, self.op, self._size, self.dtype = _TYPES.get(dtype), _OPS[self.name], size, dtype
        is_halved = self.name == "AVG" and dtype == torch.bfloat16 and size & (size - 1) == 0
        is_scaled = self.name in ("AVG", "PREMUL_SUM") and dtype in _SHORT and not is_halved
        self.wide, self._borrowed = self.type is None or is_scaled, []
        if dtype == torch.bool:
            self.op = _BOOLEAN.get(self.name)
        elif self.name in _BITS and (dtype.is_floating_point or dtype.is_complex):
            self.op = None
        elif self.name in _ORDERS and dtype.is_complex:
            self.op = None
        if self.wide:
            self.type = _FLOAT
            if not dtype.is_floating_point:
                self.op = None
        if self.op is None:
            raise ValueError(f"clump: {call} cannot reduce {dtype} by {self.name}")

    def source(self, tensor):
        """Returns a contiguous tensor with what this rank contributes: the tensor itself if that is possible."""
        if self.wide:
            wide = self._wide(tensor).copy_(tensor)
            return wide if self.factor is None else wide.mul_(self.factor)
        if self.factor is not None:
            tensor = (tensor * self.factor).to(tensor.dtype)
        return _readable(tensor)

    def target(self, tensor):
        """Returns a contiguous tensor for the result: the tensor itself if that is possible."""
        if self.wide:
            return self._wide(tensor)
        return tensor if _is_plain(tensor) else torch.empty(tensor.shape, dtype=tensor.dtype)

    def _wide(self, tensor):
        wide, memory = _pool.take(tensor.shape, tensor.numel())
        self._borrowed.append(memory)
        return wide

    def finish(self, pairs):
        """Returns what moves results to their tensors (`pairs` of tensor and result), or None if nothing is to do."""
        if self.name != "AVG" and not self.wide and all(tensor is result for tensor, result in pairs):
            return None

        def finish():
            for tensor, result in pairs:
                if self.name == "AVG":
                    whole = not (result.is_floating_point() or result.is_complex())
                    result = result.div_(self._size, rounding_mode="trunc" if whole else None)
                if tensor is not result:
                    tensor.copy_(result)
            for memory in self._borrowed:
                _pool.give(memory)

        return finish


def _seconds(opts):
    """Returns the time that a call's options name, or None if the group's counts."""
    timeout = getattr(opts, "timeout", None)
    seconds = timeout.total_seconds() if isinstance(timeout, timedelta) else 0
    return seconds if seconds > 0 else None


class Calls:
    """The calls, for a class of PyTorch's that has a Group as `_group`."""

    def _post(self, call, function, *arguments):
        slot = Slot()
        code = function(*arguments, self._group.comm, _address(slot))
        if code != 0:
            raise self._group.failure(call, mpi.error(call, code))
        return slot

    def _work(self, call, slots, tensors, kept, finish, opts):
        is_asynchronous = getattr(opts, "asyncOp", None)
        if is_asynchronous is False:
            # The program waits next: a Work that is over costs less than one that is waited for.
            return finish_now(self._group, call, slots, tensors, kept, finish, opts, _seconds)
        work = Work(self._group, call, slots, tensors, kept, finish, _seconds(opts))
        if is_asynchronous and not work.is_completed():
            progress.add(work)
        return work

    # Reductions.
    def allreduce(self, tensors, opts=None):
        call = "all_reduce"
        if len(tensors) == 1:
            (tensor,) = tensors
            known = _in_place.get((opts.reduceOp, tensor.dtype))
            if known is not None and tensor.is_cpu and tensor.layout == torch.strided and _is_plain(tensor):
                self._group.begin(call)
                slot = self._post(call, mpi.iallreduce, IN_PLACE, tensor.data_ptr(), tensor.numel(), *known)
                return self._work(call, [slot], tensors, None, None, opts)
        return self._allreduce(call, tensors, opts)

    def allreduce_coalesced(self, tensors, opts=None):
        return self._allreduce("all_reduce_coalesced", tensors, opts)

    def _allreduce(self, call, tensors, opts):
        if len(tensors) == 1 and tensors[0].is_sparse:
            return self._sparse_allreduce(call, tensors, opts)
        _check(call, tensors)
        group, slots, kept, hows = self._group, [], [], []
        for tensor in tensors:
            how = _Reduction(call, opts.reduceOp, tensor, group.size)
            # The program may name one tensor twice: every operand is taken before the first call changes one.
            kept.append(_apart(how.source(tensor), kept))
            hows.append(how)
        for buffer, how in zip(kept, hows):
            group.begin(call)
            slots.append(self._post(call, mpi.iallreduce, IN_PLACE, buffer.data_ptr(), buffer.numel(), how.type, how.op))
        finishes = [how.finish([pair]) for how, pair in zip(hows, zip(tensors, kept))]
        for how, finish in zip(hows, finishes):
            if finish is None:
                _in_place[opts.reduceOp, how.dtype] = how.type, how.op
        return self._work(call, slots, tensors, kept, _all(finishes), opts)

    def _sparse_allreduce(self, call, tensors, opts):
        """Gathers all ranks' indices and values, and adds what has the same index. Waits for the other ranks' numbers
        of elements."""
        tensor, name = tensors[0], _operation(opts.reduceOp)[0]
        if tensor.device.type != "cpu" or name != "SUM":
            raise ValueError(f"clump: {call} of sparse tensors adds them, on the CPU, and got {name} on {tensor.device}")
        mine = tensor.coalesce()
        indices, values = mine.indices().t().contiguous(), mine.values().contiguous()
        counts = torch.empty(self._group.size, dtype=torch.int64)
        self.all_gather_single(counts, torch.tensor([len(values)])).wait()
        counts = counts.tolist()
        both = [torch.empty((sum(counts), *part.shape[1:]), dtype=part.dtype) for part in (indices, values)]

        def add():
            tensor.copy_(torch.sparse_coo_tensor(both[0].t(), both[1], tensor.shape).coalesce())

        pieces = [list(part.split(counts)) for part in both]
        return self._allgather(call, pieces, [indices, values], opts, tensors, add)

    def reduce(self, tensors, opts):
        call, group, (tensor,) = "reduce", self._group, tensors
        _check(call, tensors)
        group.begin(call)
        how = _Reduction(call, opts.reduceOp, tensor, group.size)
        source, root, target = how.source(tensor), opts.rootRank, None
        if group.rank == root:
            target = source
            arguments = (IN_PLACE, target.data_ptr())
        else:
            arguments = (source.data_ptr(), None)
        slot = self._post(call, mpi.ireduce, *arguments, source.numel(), how.type, how.op, root)
        finish = how.finish([] if target is None else [(tensor, target)])
        return self._work(call, [slot], tensors, source, finish, opts)

    def reduce_scatter(self, outputs, inputs, opts):
        call, group, slots, kept, finishes = "reduce_scatter", self._group, [], [], []
        for output, pieces in zip(outputs, inputs):
            _check(call, [output, *pieces])
            group.begin(call)
            how = _Reduction(call, opts.reduceOp, output, group.size)
            source = torch.cat([how.source(piece).reshape(-1) for piece in pieces])
            target, counts = how.target(output), mpi.numbers([piece.numel() for piece in pieces])
            slots.append(self._post(call, mpi.ireduce_scatter, source.data_ptr(), target.data_ptr(), _address(counts),
                                    how.type, how.op))
            kept.append((source, counts))
            finishes.append(how.finish([(output, target)]))
        return self._work(call, slots, outputs, kept, _all(finishes), opts)

    def reduce_scatter_single(self, output, input, opts):
        return self.reduce_scatter_single_coalesced([output], [input], opts)

    def reduce_scatter_single_coalesced(self, outputs, inputs, opts):
        call, group, slots, kept, finishes = "reduce_scatter_tensor", self._group, [], [], []
        for output, input in zip(outputs, inputs):
            _check(call, [output, input])
            group.begin(call)
            if input.numel() != output.numel() * group.size:
                raise ValueError(f"clump: {call} on {group.size} ranks got {input.numel()} elements for an output of "
                                 f"{output.numel()}")
            how = _Reduction(call, opts.reduceOp, output, group.size)
            target = how.target(output)
            source = _apart(how.source(input), [target])
            slots.append(self._post(call, mpi.ireduce_scatter_block, source.data_ptr(), target.data_ptr(),
                                    target.numel(), how.type, how.op))
            kept.append(source)
            finishes.append(how.finish([(output, target)]))
        return self._work(call, slots, outputs, kept, _all(finishes), opts)

    _reduce_scatter_base = reduce_scatter_single
    reduce_scatter_tensor_coalesced = reduce_scatter_single_coalesced

    # Copies.
    def broadcast(self, tensors, opts):
        call, group, slots, kept, finishes = "broadcast", self._group, [], [], []
        _check(call, tensors)
        for tensor in tensors:
            group.begin(call)
            if group.rank == opts.rootRank:
                buffer, finish = _readable(tensor), None
            else:
                output = _Outputs([tensor])
                buffer, finish = output.buffers[0], output.finish
            slots.append(self._post(call, mpi.ibcast, buffer.data_ptr(), _bytes(buffer), mpi.BYTE, opts.rootRank))
            kept.append(buffer)
            finishes.append(finish)
        return self._work(call, slots, tensors, kept, _all(finishes), opts)

    def allgather(self, outputs, inputs, opts=None):
        return self._allgather("all_gather", outputs, inputs, opts)

    def allgather_coalesced(self, outputs, inputs, opts=None):
        # `outputs` has a list for each rank, with a tensor for each input.
        return self._allgather("all_gather_coalesced", list(zip(*outputs)), inputs, opts)

    def _allgather(self, call, outputs, inputs, opts, results=None, finish=None):
        """Gathers each input into its outputs, a tensor for each rank. `finish` then makes the results of them, if they
        are not the outputs."""
        group, slots, kept, finishes = self._group, [], [], []
        for pieces, input in zip(outputs, inputs):
            _check(call, [*pieces, input])
            group.begin(call)
            out = _Outputs(pieces)
            source = _apart(_readable(input), out.buffers)
            base, counts, places = _layout(out.buffers)
            slots.append(self._post(call, mpi.iallgatherv, source.data_ptr(), _bytes(source), mpi.BYTE, base,
                                    _address(counts), _address(places), mpi.BYTE))
            kept.append((source, out, counts, places))
            finishes.append(out.finish)
        results = [t for pieces in outputs for t in pieces] if results is None else results
        return self._work(call, slots, results, kept, _all([*finishes, finish]), opts)

    def all_gather_single(self, output, input, opts=None):
        return self.all_gather_single_coalesced([output], [input], opts)

    def all_gather_single_coalesced(self, outputs, inputs, opts=None):
        call, group, slots, kept, finishes = "all_gather_into_tensor", self._group, [], [], []
        for output, input in zip(outputs, inputs):
            _check(call, [output, input])
            group.begin(call)
            if output.numel() != input.numel() * group.size:
                raise ValueError(f"clump: {call} on {group.size} ranks got {input.numel()} elements for an output of "
                                 f"{output.numel()}")
            source, out = _readable(input), _Outputs([output])
            count, at = _bytes(source), out.buffers[0].data_ptr()
            if source.data_ptr() == at + count * group.rank:
                place = IN_PLACE
            else:
                source = _apart(source, out.buffers)
                place = source.data_ptr()
            slots.append(self._post(call, mpi.iallgather, place, count, mpi.BYTE, at, count, mpi.BYTE))
            kept.append((source, out))
            finishes.append(out.finish)
        return self._work(call, slots, outputs, kept, _all(finishes), opts)

    _allgather_base = all_gather_single
    allgather_into_tensor_coalesced = all_gather_single_coalesced

    def gather(self, outputs, inputs, opts):
        call, group, (input,) = "gather", self._group, inputs
        pieces = outputs[0] if group.rank == opts.rootRank else []
        _check(call, [input, *pieces])
        group.begin(call)
        out = _Outputs(pieces)
        source = _apart(_readable(input), out.buffers)
        base, counts, places = _layout(out.buffers)
        slot = self._post(call, mpi.igatherv, source.data_ptr(), _bytes(source), mpi.BYTE, base, _address(counts),
                          _address(places), mpi.BYTE, opts.rootRank)
        return self._work(call, [slot], pieces, (source, out, counts, places), out.finish, opts)

    def scatter(self, outputs, inputs, opts):
        call, group, (output,) = "scatter", self._group, outputs
        pieces = inputs[0] if group.rank == opts.rootRank else []
        _check(call, [output, *pieces])
        group.begin(call)
        out = _Outputs(outputs)
        sources = [_apart(_readable(piece), out.buffers) for piece in pieces]
        base, counts, places = _layout(sources)
        slot = self._post(call, mpi.iscatterv, base, _address(counts), _address(places), mpi.BYTE,
                          out.buffers[0].data_ptr(), _bytes(output), mpi.BYTE, opts.rootRank)
        return self._work(call, [slot], outputs, (sources, out, counts, places), out.finish, opts)

    def alltoall(self, outputs, inputs, opts=None):
        call = "all_to_all"
        _check(call, [*outputs, *inputs])
        self._group.begin(call)
        out = _Outputs(outputs)
        sources = [_apart(_readable(piece), out.buffers) for piece in inputs]
        return self._alltoallv(call, _layout(sources), _layout(out.buffers), outputs, (sources, out), out.finish, opts)

    def _alltoallv(self, call, send, recv, tensors, kept, finish, opts):
        (to, counts, places), (at, lengths, spots) = send, recv
        slot = self._post(call, mpi.ialltoallv, to, _address(counts), _address(places), mpi.BYTE, at,
                          _address(lengths), _address(spots), mpi.BYTE)
        return self._work(call, [slot], tensors, (kept, send, recv), finish, opts)

    def all_to_all_single(self, output, input, output_splits, input_splits, opts=None):
        call, group = "all_to_all_single", self._group
        _check(call, [output, input])
        group.begin(call)
        out = _Outputs([output])
        target, source = out.buffers[0], _apart(_readable(input), out.buffers)
        if output_splits or input_splits:
            send, recv = self._rows(call, source, input_splits), self._rows(call, target, output_splits)
            return self._alltoallv(call, send, recv, [output], (source, out), out.finish, opts)
        if _bytes(source) != _bytes(target) or source.numel() % group.size:
            raise ValueError(f"clump: {call} without splits on {group.size} ranks got {source.numel()} elements for an "
                             f"output of {target.numel()}; both must be one multiple of the number of ranks")
        count = _bytes(source) // group.size
        slot = self._post(call, mpi.ialltoall, source.data_ptr(), count, mpi.BYTE, target.data_ptr(), count, mpi.BYTE)
        return self._work(call, [slot], [output], (source, out), out.finish, opts)

    alltoall_base = all_to_all_single

    def _rows(self, call, tensor, splits):
        """Returns the address of a tensor, and the lengths and places in bytes of each rank's rows."""
        size, rows = self._group.size, tensor.shape[0] if tensor.dim() else 0
        splits = list(splits) or [rows // size] * size
        if len(splits) != size or sum(splits) != rows:
            raise ValueError(f"clump: {call} on {size} ranks got the splits {splits} for {rows} rows")
        row = _bytes(tensor) // rows if rows else 0
        lengths, places = [count * row for count in splits], [0] * size
        for i in range(1, size):
            places[i] = places[i - 1] + lengths[i - 1]
        return tensor.data_ptr(), mpi.numbers(lengths), mpi.numbers(places)

    # One rank to another.
    def send(self, tensors, to, tag=0):
        call, (tensor,) = "send", tensors
        _check(call, tensors)
        source = _readable(tensor)
        slot = self._post(call, mpi.isend, source.data_ptr(), _bytes(source), mpi.BYTE, to, tag)
        return self._work(call, [slot], tensors, source, None, None)

    def recv(self, tensors, source, tag=0):
        call, (tensor,) = "recv", tensors
        _check(call, tensors)
        out = _Outputs(tensors)
        slot = self._post(call, mpi.irecv, out.buffers[0].data_ptr(), _bytes(tensor), mpi.BYTE, source, tag)
        work = Work(self._group, call, [slot], tensors, out, out.finish)
        work._bytes = _bytes(tensor)
        return work

    def recv_anysource(self, tensors, tag=0):
        return self.recv(tensors, mpi.ANY_SOURCE, tag)

    # All ranks wait for each other.
    def barrier(self, opts=None):
        call = "barrier"
        self._group.begin(call)
        return self._work(call, [self._post(call, mpi.ibarrier)], [], None, None, opts)

    def monitored_barrier(self, opts=None, wait_all_ranks=False):
        timeout = opts if isinstance(opts, timedelta) else getattr(opts, "timeout", None)
        seconds = timeout.total_seconds() if isinstance(timeout, timedelta) else -1
        self._group.monitored_barrier(seconds if seconds >= 0 else None, wait_all_ranks)


def _all(finishes):
    """Returns one function for those that are not None, or None."""
    finishes = [finish for finish in finishes if finish is not None]
    if len(finishes) < 2:
        return finishes[0] if finishes else None

    def finish():
        for each in finishes:
            each()

    return finish
