"""Tests the backend `clump` of torch.distributed: `python3 torch_calls.py`, with PyTorch 1.13 or 2. Starts its ranks by
multiprocessing; they meet in a store of this process, whose port the system chooses. Ends with 0 if all is right.
`clump run -n 2 python3 torch_calls.py launched` tests the ranks of a launcher."""
import os
import signal
import sys
import time
from datetime import timedelta

import torch
import torch.distributed as dist
import torch.multiprocessing as mp

import clump_torch

OP = dist.ReduceOp
IS_NEW = hasattr(dist, "split_group")
WHOLE = [torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64]
FLOATS = [torch.float32, torch.float64, torch.bfloat16, torch.float16]
COMPLEX = [torch.complex64, torch.complex128]
ALL = [*WHOLE, *FLOATS, *COMPLEX, torch.bool]


def values(rank, dtype, shape=(3, 5)):
    """Returns this rank's tensor: small whole numbers, so that every type holds all results."""
    count = int(torch.tensor(shape).prod())
    numbers = (torch.arange(count) * (rank + 2)) % 3 + 1
    if dtype == torch.bool:
        return (numbers % 2 == 0).reshape(shape)
    tensor = numbers.to(dtype)
    return (tensor * (1 + 2j) if dtype.is_complex else tensor).reshape(shape)


def same(got, expected, what):
    assert got.dtype == expected.dtype and torch.equal(got, expected), f"{what}: {got} is not {expected}"


def fails(words, function, *arguments, **named):
    try:
        function(*arguments, **named)
    except (RuntimeError, ValueError) as error:
        text = str(error)
        for word in words:
            assert word in text, f"no `{word}` in: {text}"
        return text
    raise AssertionError(f"no error that says {words}")


def reduced(op, dtype, ranks, shape=(3, 5)):
    """Returns what a reduction of all ranks' tensors must give."""
    each = torch.stack([values(rank, dtype, shape) for rank in ranks])
    if dtype == torch.bool:
        return {OP.SUM: each.any(0), OP.MAX: each.any(0), OP.MIN: each.all(0), OP.PRODUCT: each.all(0)}[op]
    wide = each if dtype.is_complex else each.to(torch.float64)
    result = {OP.SUM: lambda: wide.sum(0), OP.PRODUCT: lambda: wide.prod(0), OP.MIN: lambda: wide.amin(0),
              OP.MAX: lambda: wide.amax(0)}[op]()
    return result.to(dtype)


def reductions(rank, size):
    everyone = range(size)
    for dtype in ALL:
        for op in [OP.SUM, OP.PRODUCT, OP.MIN, OP.MAX]:
            if dtype.is_complex and op != OP.SUM:
                continue
            expected, what = reduced(op, dtype, everyone), f"{op} of {dtype}"
            tensor = values(rank, dtype)
            dist.all_reduce(tensor, op)
            same(tensor, expected, "all_reduce " + what)
            for root in (0, size - 1):
                tensor = values(rank, dtype)
                dist.reduce(tensor, root, op)
                if rank == root:
                    same(tensor, expected, "reduce " + what)
            mine = expected[0].clone()
            dist.reduce_scatter(mine, [values(rank, dtype)[i % 3] for i in everyone], op)
            same(mine, expected[rank % 3], "reduce_scatter " + what)
            if not dtype.is_complex:
                flat = reduced(op, dtype, everyone, (size, 2))
                mine = flat[0].clone()
                name = getattr(dist, "reduce_scatter_tensor", None) or dist._reduce_scatter_base
                name(mine, values(rank, dtype, (size, 2)), op)
                same(mine, flat[rank], "reduce_scatter_tensor " + what)
    for dtype in WHOLE:
        each = [values(r, dtype) for r in everyone]
        for op, combine in [(OP.BAND, torch.bitwise_and), (OP.BOR, torch.bitwise_or), (OP.BXOR, torch.bitwise_xor)]:
            expected = each[0]
            for other in each[1:]:
                expected = combine(expected, other)
            tensor = values(rank, dtype)
            dist.all_reduce(tensor, op)
            same(tensor, expected, f"{op} of {dtype}")
    for dtype in FLOATS:
        expected = (reduced(OP.SUM, dtype, everyone).to(torch.float64) / size).to(dtype)
        tensor = values(rank, dtype)
        dist.all_reduce(tensor, OP.AVG)
        same(tensor, expected, f"AVG of {dtype}")
        tensor = values(rank, dtype)
        if IS_NEW:
            dist.all_reduce(tensor, dist._make_nccl_premul_sum(2.0))
            same(tensor, reduced(OP.SUM, dtype, everyone) * 2, f"PREMUL_SUM of {dtype}")
        else:
            fails(["does not tell the factor"], dist.all_reduce, tensor, dist._make_nccl_premul_sum(2.0))
    # Sums of bfloat16 are rounded once: 256 + 1 + 1 + ... keeps every 1 until the end.
    tensor = torch.tensor([256.0 if rank == 0 else 1.0], dtype=torch.bfloat16)
    dist.all_reduce(tensor)
    same(tensor, torch.tensor([255.0 + size]).to(torch.bfloat16), "one rounding")
    fails(["cannot reduce torch.float32 by BAND"], dist.all_reduce, torch.ones(1), OP.BAND)
    two = [values(rank, torch.float32), values(rank, torch.int64)[:1]]
    dist.all_reduce_coalesced([two[0], two[0]])
    same(two[0], reduced(OP.SUM, torch.float32, everyone), "all_reduce_coalesced of one tensor twice")


def copies(rank, size):
    everyone = range(size)
    for dtype in ALL:
        each, what = [values(r, dtype) for r in everyone], f"of {dtype}"
        for root in (0, size - 1):
            tensor = values(rank, dtype)
            dist.broadcast(tensor, root)
            same(tensor, each[root], f"broadcast {what}")
            got = [torch.zeros_like(each[0]) for _ in everyone] if rank == root else None
            dist.gather(values(rank, dtype), got, root)
            for r in everyone if rank == root else []:
                same(got[r], each[r], f"gather {what}")
            got = torch.zeros_like(each[0])
            dist.scatter(got, [values(r, dtype) for r in everyone] if rank == root else None, root)
            same(got, each[rank], f"scatter {what}")
        got = [torch.zeros_like(each[0]) for _ in everyone]
        dist.all_gather(got, values(rank, dtype))
        for r in everyone:
            same(got[r], each[r], f"all_gather {what}")
        got = [[torch.zeros_like(each[0]), torch.zeros(2, dtype=dtype)] for _ in everyone]
        dist.all_gather_coalesced(got, [values(rank, dtype), values(rank, dtype)[0, :2]])
        for r in everyone:
            same(got[r][0], each[r], f"all_gather_coalesced {what}")
            same(got[r][1], each[r][0, :2], f"all_gather_coalesced {what}")
        whole = torch.zeros((3 * size, 5), dtype=dtype)
        name = getattr(dist, "all_gather_into_tensor", None) or dist._all_gather_base
        name(whole, values(rank, dtype))
        same(whole, torch.cat(each), f"all_gather_into_tensor {what}")
        got = [torch.zeros_like(each[0]) for _ in everyone]
        dist.all_to_all(got, [values(rank * size + to, dtype) for to in everyone])
        for r in everyone:
            same(got[r], values(r * size + rank, dtype), f"all_to_all {what}")
        got = torch.zeros((size, 2), dtype=dtype)
        dist.all_to_all_single(got, values(rank, dtype, (size, 2)))
        same(got, torch.stack([values(r, dtype, (size, 2))[rank] for r in everyone]), f"all_to_all_single {what}")
    # Rank r sends r + to + 1 rows to each rank.
    rows = [rank + to + 1 for to in everyone]
    sent = torch.arange(2 * sum(rows), dtype=torch.float32).reshape(-1, 2) + 100 * rank
    got = torch.zeros((sum(rows), 2))
    dist.all_to_all_single(got, sent, rows, rows)
    expected = []
    for r in everyone:
        counts = [r + to + 1 for to in everyone]
        whole = torch.arange(2 * sum(counts), dtype=torch.float32).reshape(-1, 2) + 100 * r
        expected.append(whole.split(counts)[rank])
    same(got, torch.cat(expected), "all_to_all_single with splits")
    fails(["splits [1", "rows"], dist.all_to_all_single, got, sent, [1] * size, [1] * size)
    # Pieces of different lengths, far apart in memory, and large ones.
    for length in (1, 1000, 300_000):
        got = [torch.zeros(length + r) for r in everyone]
        dist.all_gather(got, torch.full((length + rank,), float(rank)))
        for r in everyone:
            same(got[r], torch.full((length + r,), float(r)), "all_gather of different lengths")
        tensor = torch.full((length,), float(rank))
        dist.all_reduce(tensor)
        same(tensor, torch.full((length,), sum(everyone) * 1.0), "a long all_reduce")


def layouts(rank, size):
    """Tensors that are not contiguous, that are empty, and that lie elsewhere than in the memory of the CPU."""
    tensor = torch.zeros(4, 6).t()
    tensor += rank
    dist.all_reduce(tensor)
    same(tensor, torch.full((6, 4), sum(range(size)) * 1.0), "all_reduce of a transposed tensor")
    tensor = torch.full((3, 4), float(rank))[:, ::2]
    dist.broadcast(tensor, 1)
    same(tensor, torch.ones(3, 2), "broadcast of a strided tensor")
    got = [torch.zeros(5, 2).t() for _ in range(size)]
    dist.all_gather(got, torch.full((5, 2), float(rank)).t())
    for r in range(size):
        same(got[r], torch.full((2, 5), float(r)), "all_gather of transposed tensors")
    # Inputs within outputs, as FSDP passes them.
    gather = getattr(dist, "all_gather_into_tensor", None) or dist._all_gather_base
    scatter = getattr(dist, "reduce_scatter_tensor", None) or dist._reduce_scatter_base
    whole = torch.full((size, 3), float(rank))
    gather(whole, whole[rank])
    same(whole[:, 0], torch.arange(size) * 1.0, "all_gather_into_tensor in place")
    whole = torch.full((size, 3), float(rank))
    gather(whole, whole[size - 1 - rank])
    same(whole[:, 0], torch.arange(size) * 1.0, "all_gather_into_tensor from another place")
    scatter(whole[rank], whole)
    same(whole[rank], torch.full((3,), float(rank * size)), "reduce_scatter_tensor in place")
    whole = torch.full((size, 3), float(rank))
    dist.all_gather(list(whole), whole[rank])
    same(whole[:, 0], torch.arange(size) * 1.0, "all_gather in place")
    for empty in (torch.zeros(0), torch.zeros(3, 0)):
        dist.all_reduce(empty)
        dist.broadcast(empty, 0)
    scalar = torch.tensor(float(rank))
    dist.all_reduce(scalar)
    assert scalar.item() == sum(range(size))
    dist.all_reduce(torch.ones(2, requires_grad=True).detach())
    # Rank r has r elements: one at place 1 and, from rank 2 on, others.
    places = torch.tensor([[1, *range(3, 2 + rank)][:rank], [0] * rank], dtype=torch.int64).reshape(2, rank)
    sparse = torch.sparse_coo_tensor(places, torch.ones(rank, 2), (8, 1, 2))
    dist.all_reduce(sparse)
    expected = torch.zeros(8, 1, 2)
    for r in range(size):
        for place in [1, *range(3, 2 + r)][:r]:
            expected[place, 0] += 1
    same(sparse.to_dense(), expected, "all_reduce of sparse tensors")
    # PyTorch 2.15 refuses that itself.
    fails(["Sparse"] if IS_NEW else ["dense tensors", "to_dense"], dist.broadcast, sparse, 0)
    fails(["sparse tensors", "MAX"], dist.all_reduce, sparse, OP.MAX)
    if not IS_NEW:
        fails(["on meta", "cpu:clump,cuda:nccl"], dist.all_reduce, torch.ones(2, device="meta"))


def messages(rank, size):
    right, left = (rank + 1) % size, (rank - 1) % size
    for dtype in ALL:
        sent, got = dist.isend(values(rank, dtype), right, tag=3), torch.zeros(3, 5, dtype=dtype)
        dist.recv(got, left, tag=3)
        sent.wait()
        same(got, values(left, dtype), f"send and recv of {dtype}")
    # Any source.
    if rank == 0:
        seen = set()
        for _ in range(size - 1):
            got = torch.zeros(1)
            source = dist.recv(got, tag=5)
            assert got.item() == source, (got, source)
            seen.add(source)
        assert seen == set(range(1, size))
    else:
        dist.send(torch.tensor([float(rank)]), 0, tag=5)
    big = torch.zeros(500_000)
    batch = [dist.P2POp(dist.isend, torch.full((500_000,), float(rank)), right), dist.P2POp(dist.irecv, big, left)]
    for work in dist.batch_isend_irecv(batch):
        work.wait()
    same(big, torch.full((500_000,), float(left)), "batch_isend_irecv")
    # A message of another length than its tensor is an error of the receiver.
    if rank == 0:
        dist.send(torch.ones(3), 1, tag=7)
    elif rank == 1:
        fails(["rank 0 has sent 12 bytes, and the tensor has 20"], dist.recv, torch.zeros(5), 0, tag=7)
    dist.barrier()


def objects(rank, size):
    got = [None] * size
    dist.all_gather_object(got, {"rank": rank, "more": "x" * 1000 * rank})
    assert [len(each["more"]) for each in got] == [1000 * r for r in range(size)]
    got = [{"only": rank}] if rank == 1 else [None]
    dist.broadcast_object_list(got, 1)
    assert got == [{"only": 1}]
    got = [None] * size if rank == 0 else None
    dist.gather_object(("from", rank), got, 0)
    assert rank != 0 or got == [("from", r) for r in range(size)]
    got = [None]
    dist.scatter_object_list(got, [f"for {r}" for r in range(size)] if rank == 0 else [None] * size, 0)
    assert got == [f"for {rank}"]


def asynchronous(rank, size):
    tensors = [torch.full((1000 * (i + 1),), float(rank)) for i in range(8)]
    works = [dist.all_reduce(tensor, async_op=True) for tensor in tensors]
    for work in reversed(works):
        work.wait()
        assert work.is_completed() and work.is_success() and work.exception() is None
    for i, tensor in enumerate(tensors):
        same(tensor, torch.full((1000 * (i + 1),), sum(range(size)) * 1.0), "overlapping all_reduce")
    # A future is over without a wait for its work.
    tensor = torch.full((3,), float(rank))
    future = dist.all_reduce(tensor, async_op=True).get_future()
    doubled = future.then(lambda done: done.value()[0] * 2)
    same(doubled.wait(), torch.full((3,), sum(range(size)) * 2.0), "a future's callback")
    # One rank comes late: the others' operations are not over, and none waits.
    if rank == 0:
        store().wait(["late/others"], timedelta(seconds=30))
    work = dist.barrier(async_op=True)
    if rank != 0:
        assert not work.is_completed()
        if store().add("late/count", 1) == size - 1:
            store().set("late/others", "1")
    work.wait()


def groups(rank, size):
    odd, even = dist.new_group([1, 3]), dist.new_group([0, 2])
    pair = dist.new_group([2, 1])
    mine = odd if rank % 2 else even
    tensor = torch.full((4,), float(rank))
    dist.all_reduce(tensor, group=mine)
    same(tensor, torch.full((4,), 4.0 if rank % 2 else 2.0), "all_reduce in a group")
    if rank in (1, 2):
        tensor = torch.full((4,), float(rank))
        dist.broadcast(tensor, 2, group=pair)
        same(tensor, torch.full((4,), 2.0), "broadcast in a group")
        dist.destroy_process_group(pair)
    dist.all_reduce(tensor)
    if IS_NEW:
        part = dist.split_group(dist.group.WORLD, [[0, 1], [2, 3]])
        tensor = torch.full((4,), float(rank))
        dist.all_reduce(tensor, group=part)
        same(tensor, torch.full((4,), 1.0 if rank < 2 else 5.0), "all_reduce in a split group")
    dist.barrier()


def trained(rank, size):
    """DistributedDataParallel gives every rank the gradients of all ranks' samples."""
    torch.manual_seed(0)
    layers = lambda: torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.ReLU(), torch.nn.Linear(16, 1))
    alone = layers()
    torch.manual_seed(rank)
    model = torch.nn.parallel.DistributedDataParallel(layers(), bucket_cap_mb=0.0005)
    torch.manual_seed(0)
    model.module.load_state_dict(alone.state_dict())
    samples = torch.randn(6, 4 * size, 8)
    both = [torch.optim.SGD(m.parameters(), lr=0.1) for m in (alone, model)]
    for batch in samples:
        mine = batch[rank * 4:(rank + 1) * 4]
        for m, x, optimizer in [(alone, batch, both[0]), (model, mine, both[1])]:
            optimizer.zero_grad()
            m(x).square().mean().backward()
            optimizer.step()
    for a, b in zip(alone.parameters(), model.module.parameters()):
        assert torch.allclose(a, b, atol=1e-6), (a - b).abs().max()
        each = [torch.zeros_like(b) for _ in range(size)]
        dist.all_gather(each, b.detach())
        assert all(torch.equal(each[0], other) for other in each), "ranks differ"


def again(rank, size):
    """The process groups are destroyed and made anew, over the world of the first one."""
    for turn in range(2):
        dist.destroy_process_group()
        # PyTorch 1's own barrier needs another prefix each time.
        begin(rank, size, 30, "" if IS_NEW else f"turn {turn}")
        tensor = torch.full((3,), float(rank + turn))
        dist.all_reduce(tensor)
        same(tensor, torch.full((3,), sum(range(size)) + float(turn * size)), "all_reduce after another init")
    if rank < size - 1:
        # Fewer processes of the same world are a group too.
        dist.destroy_process_group()
        begin(rank, size - 1, 30, "fewer")
        tensor = torch.ones(1)
        dist.all_reduce(tensor)
        assert tensor.item() == size - 1
        dist.destroy_process_group()
        begin(rank, size - 1, 30, "fewer again")
        store().set("fewer/over", "1")
    store().wait(["fewer/over"], timedelta(seconds=30))


def lateness(rank, size):
    """A collective that one rank does not call, and a barrier that says who is missing."""
    part = dist.new_group(list(range(size)), timeout=timedelta(seconds=1))
    if rank != 2:
        others = [f"all_reduce on rank {rank} of {size}: timeout after 1 s", "rank 2 did not come"]
        fails(others, dist.all_reduce, torch.ones(1), group=part)
        fails(["the group cannot go on"], dist.all_reduce, torch.ones(1), group=part)
    store().add("lateness", 1)
    while store().add("lateness", 0) < size:
        time.sleep(0.01)
    engine = dist.group.WORLD._get_backend(torch.device("cpu")) if IS_NEW else dist.group.WORLD
    for all_of_them, words in [(False, "Rank 1 failed to pass"), (True, "Ranks 1, 2 failed to pass")]:
        if rank in (0, 3):
            if IS_NEW:
                barrier = lambda: dist.monitored_barrier(timeout=timedelta(seconds=1), wait_all_ranks=all_of_them)
            else:
                barrier = lambda: engine.monitored_barrier(timedelta(seconds=1), all_of_them)
            fails([words + " monitoredBarrier in 1000 ms"], barrier)
    store().add("lateness", 1)
    while store().add("lateness", 0) < 2 * size:
        time.sleep(0.01)


def death(rank, size):
    """A rank is killed: the others' calls that need it raise its name soon."""
    if rank == 2:
        dist.barrier()
        os.kill(os.getpid(), signal.SIGKILL)
    dist.barrier()
    start = time.monotonic()
    words = [f"all_reduce on rank {rank} of {size}", "rank 2 has died or left"]
    fails(words, dist.all_reduce, torch.ones(1000))
    assert time.monotonic() - start < 1.2, time.monotonic() - start
    # The ranks that live go on among themselves.
    if rank != 3:
        other = 1 - rank
        work, got = dist.isend(torch.full((2,), float(rank)), other), torch.zeros(2)
        dist.recv(got, other)
        work.wait()
        same(got, torch.full((2,), float(other)), "messages between survivors")


def shrunk(rank, size):
    """A rank is killed, and the others go on without it; then two of them without the third, which lives."""
    def check(processes):
        assert dist.get_rank() == processes.index(rank) and dist.get_world_size() == len(processes)
        tensor = torch.full((5000,), float(rank))
        dist.all_reduce(tensor)
        same(tensor, torch.full((5000,), float(sum(processes))), f"all_reduce of {processes}")

    death(rank, size)
    dist.shrink_group([2])
    check([0, 1, 3])
    if rank != 3:
        dist.shrink_group([2], shrink_flags=1)
        check([0, 1])


def windows(rank, size):
    """Puts, signals and mapped tensors of windows."""
    is_new = hasattr(dist, "_new_window")
    of_group = lambda tensor=None, group=None: (group or dist.group.WORLD).make_window(tensor)
    new = dist._new_window if is_new else of_group
    right, left, length = (rank + 1) % size, (rank - 1) % size, 3000
    mine = torch.full((size, length), -1.0)
    window = new(mine)
    assert not is_new or isinstance(window, dist.distributed_c10d.Window) and dist._supports_window()
    for turn in range(20):
        window.put(torch.full((length,), float(100 * rank + turn)), right, rank * length, False)
        window.signal(right, False)
        window.wait_signal(left, False)
        same(mine[left], torch.full((length,), float(100 * left + turn)), "what the left rank has put")
        dist.barrier()
    # The last element of a rank, without waits in between; the signals are counted.
    works = [window.put(torch.tensor([float(turn)]), right, size * length - 1, True) for turn in range(5)]
    works += [window.signal(right, True) for _ in range(2)]
    waits = [window.wait_signal(left, True) for _ in range(2)]
    waits[1].get_future().wait()
    for work in works + waits:
        work.wait()
    assert mine[-1, -1] in range(5), mine[-1, -1]
    fails(["put of 2 elements", f"the {size * length} elements that rank 0"], window.put, torch.ones(2), 0,
          size * length - 1, False)
    fails(["torch.int64", "registered torch.float32"], window.put, torch.ones(2, dtype=torch.int64), 0, 0, False)
    fails([f"got rank {size}"], window.signal, size, False)
    fails(["share_memory_()"], window.map_remote_tensor, right)
    assert window.map_remote_tensor(rank) is mine
    assert not is_new or window.get_attr(right).access_type.name == "UNIFIED"
    late = new(group=dist.new_group(list(range(size)), timeout=timedelta(seconds=1)))
    fails(["no tensor", "tensor_register"], late.put, torch.ones(1), 0, 0, False)
    if rank != 1:
        fails(["timeout after 1 s", "rank 1 did not come"], late.tensor_register, torch.ones(1))
    fails(["has a tensor already"], window.tensor_register, mine)
    fails(["contiguous"], new, torch.zeros(3, 2).t())
    window.tensor_deregister()
    # Another tensor, of another length on each rank, in memory that the ranks share.
    shared = torch.zeros(rank + 2, dtype=torch.int32).share_memory_()
    window.tensor_register(shared[1:])
    if is_new:
        window.map_remote_tensor(right)[right] = rank
        assert window.map_remote_tensor(right).shape == (right + 1,)
    else:
        window.put(torch.tensor([rank], dtype=torch.int32), right, right, False)
    dist.barrier()
    same(shared[-1:], torch.tensor([left], dtype=torch.int32), "what the left rank has written")
    window.tensor_deregister()


def reconfigured(rank, size):
    """The group gets a new communicator, also after a call that one rank has not made."""
    handles = [None] * size
    dist.all_gather_object(handles, dist._get_reconfigure_handle())

    def check():
        tensor = torch.full((5,), float(rank))
        dist.all_reduce(tensor)
        same(tensor, torch.full((5,), sum(range(size)) * 1.0), "all_reduce after reconfigure")

    dist._reconfigure(1, handles).wait()
    check()
    dist._reconfigure(2, set(handles)).wait()
    check()
    fails(["uuid 2 was used before"], dist._reconfigure, 2, handles)
    fails(["began as ranks 2, 1 and 0", "shrink_group"], dist._reconfigure, 3, handles[::-1])
    fails(["began as ranks 0 and 1" if rank < 2 else "do not contain"], dist._reconfigure, 3, handles[:2])
    if rank != 2:
        work = dist.barrier(async_op=True)
        fails(["timeout after 1 s", "rank 2 did not come"], work.wait, timedelta(seconds=1))
        fails(["the group cannot go on"], check)
    dist._reconfigure(4, handles).wait()
    check()
    # A group that waits for its first reconfigure.
    dist.destroy_process_group()
    dist.init_process_group("clump", store=dist.PrefixStore("waits", _store), rank=rank, world_size=size,
                            timeout=timedelta(seconds=30), enable_reconfigure=True)
    fails(["before `reconfigure`"], check)
    fails(["before `reconfigure`"], dist.send, torch.ones(1), 1 - min(rank, 1))
    _store.set(f"handle {rank}", dist._get_reconfigure_handle())
    dist._reconfigure(1, [_store.get(f"handle {other}").decode() for other in range(size)]).wait()
    check()


def renamed(rank, size):
    tensor = torch.full((3,), float(rank))
    dist.all_reduce(tensor)
    same(tensor, torch.full((3,), sum(range(size)) * 1.0), "all_reduce under the name gloo")
    group = dist.group.WORLD._get_backend(torch.device("cpu")) if IS_NEW else dist.group.WORLD
    assert "clump" in type(group).__module__, type(group)
    assert dist.get_backend() == "gloo"
    part = dist.new_group(list(range(size)), backend="gloo")
    dist.all_reduce(tensor, group=part)
    dist.monitored_barrier(timeout=timedelta(seconds=20))


_store = None


def store():
    return _store


def begin(rank, size, seconds, prefix=""):
    backend = os.environ.get("CLUMP_TORCH") or "clump"
    dist.init_process_group(backend, store=dist.PrefixStore("job" + prefix, _store), rank=rank, world_size=size,
                            timeout=timedelta(seconds=seconds))


def child(rank, size, port, tests):
    global _store
    torch.set_num_threads(1)
    _store = dist.TCPStore("127.0.0.1", port, None, False, timedelta(seconds=60), wait_for_workers=False)
    begin(rank, size, 30)
    for test in tests:
        globals()[test](rank, size)
    if tests[-1] not in ("again", "death", "shrunk"):
        dist.destroy_process_group()


def run(size, tests, dead=()):
    start = time.monotonic()
    server = dist.TCPStore("127.0.0.1", 0, None, True, timedelta(seconds=60), wait_for_workers=False)
    context = mp.get_context("spawn")
    ranks = [context.Process(target=child, args=(rank, size, server.port, tests)) for rank in range(size)]
    for rank in ranks:
        rank.start()
    for rank in ranks:
        rank.join(90)
    for rank in ranks:
        if rank.is_alive():
            rank.kill()
    codes = [rank.exitcode for rank in ranks]
    expected = [-signal.SIGKILL if rank in dead else 0 for rank in range(size)]
    if codes != expected:
        sys.exit(f"{', '.join(tests)} on {size} ranks: the exit codes are {codes}")
    print(f"{', '.join(tests)} on {size} ranks: passed in {time.monotonic() - start:.1f} s", flush=True)


def launched():
    """The ranks are those of `clump run`, and nothing but the library has told them so."""
    global _store
    dist.init_process_group("clump")
    dist.barrier()
    assert dist.get_world_size() == 2
    dist.destroy_process_group()
    _store, rank, size = clump_torch.rendezvous()
    assert os.environ["CLUMP_JOB"].split(" ")[2:4] == [f"rank={rank}", f"size={size}"]
    begin(rank, size, 30)
    messages(rank, size)
    again(rank, size)
    print(f"rank {rank} of {size}: passed in `clump run`", flush=True)


if __name__ == "__main__":
    if sys.argv[1:] == ["launched"]:
        launched()
        sys.exit()
    if sys.argv[1:]:
        # `torch_calls.py RANKS TEST...` runs these tests alone.
        run(int(sys.argv[1]), sys.argv[2:])
        sys.exit()
    calls = ["reductions", "copies", "layouts", "messages", "objects", "asynchronous"]
    run(2, [*calls, "trained", "again"])
    run(4, [*calls, "groups", "lateness", "death"], dead=[2])
    if hasattr(dist, "shrink_group"):
        run(4, ["shrunk"], dead=[2])
    run(3, ["windows", "reconfigured"] if hasattr(dist, "_reconfigure") else ["windows"])
    os.environ["CLUMP_TORCH"] = "gloo"
    run(2, ["renamed"])
