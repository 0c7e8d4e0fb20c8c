"""Compares the reductions of the backend `clump` with a longer format: `python3 torch_exact.py`, with PyTorch 1.13 or
2. Each result must be what some order of the operands can give, all ranks must hold the same bits, and a second job, whose
ranks come late at random, must give the bits of the first.

What n operands of unit roundoff u (2^-24 in float32, 2^-53 in float64) may differ from the exact result:
- SUM: (n - 1) u times the sum of their magnitudes. For operands of one sign this is at most n - 1 units in the last
  place of the result: 4 on 5 ranks. No order of additions has a smaller bound where operands cancel each other.
- AVG: one more rounding, of the quotient.
- PRODUCT: (n - 1) u times the product, if no partial product leaves the type's range.
- MIN and MAX: nothing.
bfloat16 and float16 are computed in float32 within these bounds, and then rounded once."""
import ctypes
import itertools
import os
import random
import sys
import time
import zlib
from datetime import timedelta

import numpy
import torch
import torch.distributed as dist
import torch.multiprocessing as mp

import clump_torch  # noqa: F401 registers the backend in old versions

OP = dist.ReduceOp
OPS = {"SUM": OP.SUM, "AVG": OP.AVG, "PRODUCT": OP.PRODUCT, "MIN": OP.MIN, "MAX": OP.MAX}
SIZES = [2, 3, 4, 5]
# For each type: the unit roundoff of the computation, the exponents of large operands, of mixed ones and of factors,
# and the smallest number.
TYPES = {torch.float32: (2.0**-24, 100, 20, 24, 2.0**-149), torch.float64: (2.0**-53, 900, 40, 190, 2.0**-1074),
         torch.float16: (2.0**-24, 12, 8, 2, 2.0**-24), torch.bfloat16: (2.0**-24, 100, 20, 24, 2.0**-133)}
KINDS = ["small", "large", "mixed", "cancelling", "least", "special"]
SHORT, MIDDLE, LONG = [1, 7, 1000], [5000, 40_000, 300_003], [2_000_003]
SPECIAL = [0.0, -0.0, float("inf"), float("-inf"), float("nan"), 1.0]
EXACT = {torch.float64: numpy.longdouble}


def operand(kind, dtype, length, rank):
    """Returns a rank's tensor, the same in every process."""
    _, large, mixed, factor, least = TYPES[dtype]

    def generator(name):
        return numpy.random.default_rng(zlib.crc32(f"{kind} {dtype} {length} {name}".encode()))

    random = generator(rank)
    numbers = random.uniform(0.5, 1.5, length)
    if kind == "small":
        numbers = numpy.ldexp(numbers, -min(large, 14))
    elif kind == "large":
        numbers = numpy.ldexp(numbers, large)
    elif kind == "mixed":
        numbers = numpy.ldexp(numbers * random.choice([-1, 1], length), random.integers(-mixed, mixed, length))
    elif kind == "cancelling":
        # The same number with alternating signs, and a thousandth of it.
        numbers = generator("all").uniform(0.5, 1.5, length) * (-1) ** rank + numbers / 1024
    elif kind == "least":
        # Numbers without a leading one (subnormal ones).
        numbers = random.integers(-200, 200, length) * least
    elif kind == "special":
        numbers = random.choice(SPECIAL, length)
    else:
        numbers = numpy.ldexp(numbers * random.choice([-1, 1], length), random.integers(-factor, factor, length))
    return torch.from_numpy(numbers).to(dtype)


class Case:
    """A reduction of `size` ranks' operands: the lowest and the highest result that the bounds allow."""

    def __init__(self, op, dtype, whole, size):
        unit = TYPES[dtype][0]
        each = [tensor.to(torch.float64).numpy().astype(EXACT.get(dtype, numpy.float64)) for tensor in whole[:size]]
        self.any = op not in ("MIN", "MAX") and not all(numpy.isfinite(x).all() for x in each)
        if self.any:
            return
        if op in ("MIN", "MAX"):
            low = high = torch.stack(whole[:size]).amin(0) if op == "MIN" else torch.stack(whole[:size]).amax(0)
            self.any = bool(low.isnan().any())
        else:
            if op == "PRODUCT":
                exact = numpy.prod(each, axis=0)
                bound = (size - 1) * unit * abs(exact)
            else:
                exact, bound = sum(each), (size - 1) * unit * sum(abs(x) for x in each)
            if op == "AVG":
                exact, bound = exact / size, (bound + unit * sum(abs(x) for x in each)) / size
            bound = bound * 1.001
            # Rounding is monotone: what lies between two numbers is rounded to a number between their roundings.
            low, high = (torch.from_numpy(numpy.asarray(x, dtype=numpy.float64)).to(dtype)
                         for x in (exact - bound, exact + bound))
        self.low, self.high = low, high

    def check(self, got, span, what):
        if self.any:
            return
        low, high = self.low[span], self.high[span]
        wrong = ((got < low) | (got > high) | got.isnan()).nonzero()
        if len(wrong):
            i = wrong[0].item()
            raise AssertionError(f"{what}: {len(wrong)} of {len(got)} are wrong; number {i} is {got[i].item()!r}, and "
                                 f"not between {low[i].item()!r} and {high[i].item()!r}")


def digest(tensor):
    return zlib.crc32(ctypes.string_at(tensor.data_ptr(), tensor.numel() * tensor.element_size()))


class Job:
    """What one process does. `late` makes it come late to some calls."""

    def __init__(self, rank, late):
        self.rank, self.late, self.count = rank, late, 0
        # What this rank got, by the case's name: what all ranks of a group must have, and what is this rank's.
        self.alike, self.own = {}, {}
        self.groups = [(size, dist.new_group(list(range(size)))) for size in SIZES]

    def come(self):
        self.count += 1
        if self.late and random.random() < 0.1:
            time.sleep(random.random() * 0.003)

    def forms(self, case, op, mine, group, size, what):
        rank, length = self.rank, len(mine)
        whole = slice(0, length)

        def keep(name, got, span, kept):
            if case is not None:
                case.check(got, span, f"{name} {what} on rank {rank}")
            kept[f"{name} {what}"] = digest(got)

        got = mine.clone()
        self.come()
        dist.all_reduce(got, OPS[op], group=group)
        keep("all_reduce", got, whole, self.alike)
        for root in {0, size - 1}:
            got = mine.clone()
            self.come()
            dist.reduce(got, root, OPS[op], group=group)
            if rank == root:
                keep(f"reduce at {root}", got, whole, self.own)
        got = [mine.clone(), mine[:length // 2 + 1].clone()]
        self.come()
        dist.all_reduce_coalesced(got, OPS[op], group=group)
        for i, part in enumerate(got):
            keep(f"all_reduce_coalesced, tensor {i},", part, slice(0, len(part)), self.alike)
        # Blocks of one length need a length that the ranks divide.
        block = length // size
        part = slice(rank * block, rank * block + block)
        if block:
            scatter = getattr(dist, "reduce_scatter_tensor", None) or dist._reduce_scatter_base
            got = mine[:block].clone()
            self.come()
            scatter(got, mine[:block * size].clone(), OPS[op], group=group)
            keep("reduce_scatter_tensor", got, part, self.own)
            if hasattr(dist, "_coalescing_manager") and hasattr(dist, "split_group"):
                both = [mine[:block].clone(), mine[:block].clone()]
                inputs = [mine[:block * size].clone(), mine[:block * size].clone()]
                self.come()
                with dist._coalescing_manager(group):
                    for output, input in zip(both, inputs):
                        scatter(output, input, OPS[op], group=group)
                for output in both:
                    keep("reduce_scatter_tensor_coalesced", output, part, self.own)
        ends = [length * i // size for i in range(size + 1)]
        part = slice(ends[rank], ends[rank + 1])
        got = mine[part].clone()
        self.come()
        dist.reduce_scatter(got, [mine[a:b].clone() for a, b in zip(ends, ends[1:])], OPS[op], group=group)
        keep("reduce_scatter", got, part, self.own)

    def run(self):
        plan = [(kind, ["SUM", "AVG", "MIN", "MAX"], SHORT) for kind in KINDS]
        plan += [("factors", ["PRODUCT"], SHORT + MIDDLE), ("mixed", ["SUM", "MAX"], MIDDLE),
                 ("cancelling", ["SUM"], MIDDLE), ("small", ["AVG"], MIDDLE), ("special", ["MIN"], MIDDLE),
                 ("mixed", ["SUM"], LONG)]
        for kind, ops, lengths in plan:
            for dtype, length in itertools.product(TYPES, lengths):
                everyone = [None] * SIZES[-1]
                everyone[self.rank] = mine = operand(kind, dtype, length, self.rank)
                for op, (size, group) in itertools.product(ops, self.groups):
                    # The longest ones cost most of the time.
                    if self.rank >= size or length in LONG and (size in (3, 4) or dtype == torch.float64):
                        continue
                    what = f"{op} of {length} {kind} {str(dtype).split('.')[1]} numbers on {size} ranks"
                    # A second run has the first one's bits, or none is right. One rank checks what it got of a long
                    # result.
                    checker = zlib.crc32(what.encode()) % size
                    case = None
                    if not self.late and (length < 10_000 or checker == self.rank):
                        everyone = [operand(kind, dtype, length, rank) if have is None else have
                                    for rank, have in enumerate(everyone)]
                        case = Case(op, dtype, everyone, size)
                    self.forms(case, op, mine, group, size, what)
        every = [None] * SIZES[-1]
        dist.all_gather_object(every, self.alike)
        for what, crc in self.alike.items():
            others = [rank for rank, alike in enumerate(every) if alike.get(what, crc) != crc]
            assert not others, f"{what}: ranks {self.rank} and {others} hold different bits"


def child(rank, port, late):
    torch.set_num_threads(1)
    store = dist.TCPStore("127.0.0.1", port, None, False, timedelta(seconds=60), wait_for_workers=False)
    dist.init_process_group("clump", store=dist.PrefixStore("job", store), rank=rank, world_size=SIZES[-1],
                            timeout=timedelta(seconds=60))
    job = Job(rank, late)
    job.run()
    store.set(f"digests {rank}", repr((job.count, {**job.alike, **job.own})))
    dist.destroy_process_group()


def run(late):
    """Returns, for each rank, how many calls it has made, and the digest of each result."""
    server = dist.TCPStore("127.0.0.1", 0, None, True, timedelta(seconds=60), wait_for_workers=False)
    context = mp.get_context("spawn")
    ranks = [context.Process(target=child, args=(rank, server.port, late)) for rank in range(SIZES[-1])]
    for rank in ranks:
        rank.start()
    for rank in ranks:
        rank.join(150)
    for rank in ranks:
        if rank.is_alive():
            rank.kill()
    codes = [rank.exitcode for rank in ranks]
    if any(codes):
        sys.exit(f"the exit codes of the ranks are {codes}")
    return [eval(server.get(f"digests {rank}")) for rank in range(SIZES[-1])]


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    start = time.monotonic()
    first, second = run(False), run(True)
    for rank, (one, other) in enumerate(zip(first, second)):
        different = [what for what in one[1] if one[1][what] != other[1].get(what)]
        if different or one[1].keys() != other[1].keys():
            sys.exit(f"rank {rank}: {len(different)} of {len(one[1])} results differ between two runs, among them "
                     f"{different[:3]}")
    print(f"{first[0][0]} reductions on 2 to 5 ranks, twice: passed in {time.monotonic() - start:.1f} s", flush=True)
