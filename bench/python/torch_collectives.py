#!/usr/bin/env python3
"""torch.distributed over Clump beside Gloo and beside Clump's own MPI calls: all_reduce, all_gather, broadcast and
all_to_all of 64 B to 64 MiB, in float32 and bfloat16, and barrier.

    PYTHONPATH=PREFIX/lib/python python3 torch_collectives.py [--ranks 2,4,8] [--repeat 15] [--json FILE]
    ... --hosts clump0:2,clump1:2 --rsh target/hosts/rsh --interface eth0

A job's processes have a group of either backend. For each point they measure a batch of calls on one, then on the
other, by turns, as often as `--repeat` says. A value is the mean time of a call on the slowest rank. `mpi` is the same
call of MPI, blocking, without PyTorch; `empty` is a backend that does nothing.

Sizes are the bytes of each rank's tensor: of all_gather the result, of all_to_all the input and the result. --json
writes a run file as `cargo xtask bench peers` does."""
import argparse
import ctypes
import datetime
import json
import os
import platform
import socket
import statistics
import subprocess
import sys
import time

SIZES = [64, 4 << 10, 256 << 10, 4 << 20, 64 << 20]
CALLS = ["all_reduce", "all_gather", "broadcast", "all_to_all"]
# The time in seconds that a batch of calls takes at least; one call is always a batch.
BATCH = 0.02
# Beside Gloo: the most bytes of a point, and the part of Gloo's time that Clump may take.
BESIDE = [(4 << 10, 1 / 20), (256 << 10, 1 / 3), (1 << 40, 1 / 2)]
BETWEEN_HOSTS = [(64 << 10, 1 / 2), (1 << 40, 0.9)]
TIMEOUT = datetime.timedelta(seconds=600)


class Rank:
    """What one process measures."""

    def __init__(self, rank, size, store):
        import torch
        import torch.distributed as dist
        self.torch, self.dist, self.rank, self.size = torch, dist, rank, size
        torch.set_num_threads(1)
        import clump_torch  # noqa: F401 registers the backend in old versions
        dist.init_process_group("clump", store=dist.PrefixStore("clump", store), rank=rank, world_size=size,
                                timeout=TIMEOUT)
        everyone = list(range(size))
        self.groups = {"clump": dist.new_group(everyone, backend="clump"),
                       "gloo": dist.new_group(everyone, backend="gloo", timeout=TIMEOUT)}
        from clump_torch import mpi
        self.mpi = mpi
        backend = self.groups["clump"]
        if hasattr(backend, "_get_backend"):
            backend = backend._get_backend(torch.device("cpu"))
        self.comm = backend._group.comm
        self.word = torch.zeros(1, dtype=torch.float64)
        self.empty = self.make_empty()

    def make_empty(self):
        """Returns a group whose backend returns at once, or None where Python cannot write one."""
        torch, dist = self.torch, self.dist
        c10d = torch._C._distributed_c10d
        if not hasattr(dist, "split_group"):
            return None

        class Done(c10d.Work):
            def wait(self, timeout=None):
                return True

        class Empty(c10d.Backend):
            def allreduce(self, tensors, opts):
                return Done()

            def getBackendName(self):
                return "empty"

        dist.Backend.register_backend("empty", lambda store, rank, size, timeout: Empty(rank, size), devices=["cpu"])
        return dist.new_group(list(range(self.size)), backend="empty")

    def function(self, name, bytes_, dtype, system):
        """Returns a function that makes one call, after a check of its result."""
        torch, dist, size, rank, mpi = self.torch, self.dist, self.size, self.rank, self.mpi
        count = max(bytes_ // torch.empty(0, dtype=dtype).element_size(), size)
        mine, other = torch.ones(count, dtype=dtype), torch.zeros(count, dtype=dtype)
        part = count // size
        group = self.empty if system == "empty" else self.groups.get(system)
        places = [ctypes.c_void_p(t.data_ptr()) for t in (mine, other)]
        piece = part * mine.element_size()
        number = mpi.TYPES[str(dtype).split(".")[1]]
        call = {"all_reduce": "MPI_Allreduce_c", "all_gather": "MPI_Allgather_c", "broadcast": "MPI_Bcast_c",
                "all_to_all": "MPI_Alltoall_c", "barrier": "MPI_Barrier"}[name]
        call = getattr(mpi._lib, call)
        arguments = {"barrier": "p", "broadcast": "pnpip", "all_reduce": "ppnppp"}.get(name, "pnppnpp")
        call.argtypes = [mpi._CODES[code] for code in arguments]
        if name == "barrier":
            run = (lambda: call(self.comm)) if system == "mpi" else (lambda: dist.barrier(group=group))
        elif name == "all_reduce":
            run = (lambda: call(1, places[0], count, number, mpi.SUM, self.comm)) if system == "mpi" else (
                lambda: dist.all_reduce(mine, group=group))
        elif name == "broadcast":
            run = (lambda: call(places[0], count * mine.element_size(), mpi.BYTE, 0, self.comm)) if system == "mpi" \
                else (lambda: dist.broadcast(mine, 0, group=group))
        elif name == "all_gather":
            whole, own = other[:part * size], mine[:part]
            gather = getattr(dist, "all_gather_into_tensor", None) or dist._all_gather_base
            if system == "gloo" and not hasattr(dist, "split_group"):
                # PyTorch 1's Gloo has the form with a list only.
                pieces = list(whole.split(part))
                run = lambda: dist.all_gather(pieces, own, group=group)
            elif system == "mpi":
                run = lambda: call(places[0], piece, mpi.BYTE, places[1], piece, mpi.BYTE, self.comm)
            else:
                run = lambda: gather(whole, own, group=group)
        else:
            whole, sent = other[:part * size], mine[:part * size]
            if system == "mpi":
                run = lambda: call(places[0], piece, mpi.BYTE, places[1], piece, mpi.BYTE, self.comm)
            else:
                run = lambda: dist.all_to_all_single(whole, sent, group=group)
        run()
        if system != "empty" and name != "barrier":
            got = mine if name in ("all_reduce", "broadcast") else other
            want = float(size) if name == "all_reduce" else 1.0
            first, last = got[0].item(), got[part * size - 1].item()
            if (first, last) != (want, want):
                sys.exit(f"{name} of {bytes_} B by {system}: rank {rank} got {first} and {last} in place of {want}")
        # Repeated sums stay finite. MPI's functions know only addresses: what they point at stays.
        mine.zero_()
        run.memory = mine, other
        return run

    def slowest(self, seconds):
        """Returns the longest of all ranks' times."""
        self.word[0] = seconds
        self.dist.all_reduce(self.word, self.dist.ReduceOp.MAX, group=self.groups["clump"])
        return self.word.item()

    def time(self, run, count):
        """Returns the mean time of `count` calls on the slowest rank, in seconds."""
        self.dist.barrier(group=self.groups["clump"])
        start = time.perf_counter()
        for _ in range(count):
            run()
        return self.slowest((time.perf_counter() - start) / count)

    def point(self, name, bytes_, dtype, repeat):
        systems = ["clump", "gloo", "mpi"]
        if dtype == self.torch.bfloat16 and not hasattr(self.dist, "split_group"):
            # PyTorch 1's Gloo does not know this type.
            systems.remove("gloo")
        if self.empty is not None and name == "all_reduce" and bytes_ == SIZES[0]:
            systems.append("empty")
        runs = {system: self.function(name, bytes_, dtype, system) for system in systems}
        counts, values = {}, {system: [] for system in systems}
        for system, run in runs.items():
            counts[system] = max(1, min(int(BATCH / max(self.time(run, 1), 1e-7)), 2000))
            counts[system] = max(1, min(int(BATCH / max(self.time(run, counts[system]), 1e-7)), 5000))
        for _ in range(repeat):
            for system, run in runs.items():
                values[system].append(self.time(run, counts[system]) * 1e6)
        kind = "" if dtype is None or name == "barrier" else "_" + str(dtype).split(".")[1]
        return {"name": f"torch_{name}{kind}", "ranks": self.size, "size": bytes_, "unit": "us",
                "median": {system: statistics.median(each) for system, each in values.items()},
                "systems": {system: {"values": each} for system, each in values.items()}}

    def measure(self, repeat, sizes):
        torch, points = self.torch, []
        for dtype in (torch.float32, torch.bfloat16):
            for name in CALLS:
                for bytes_ in sizes:
                    points.append(self.point(name, bytes_, dtype, repeat))
        points.append(self.point("barrier", 0, torch.float32, repeat))
        return points


def rank_main(rank, size, repeat, sizes):
    """One process of the job. It learns the store's address from a line of its input; rank 0 tells it."""
    import torch.distributed as dist
    server = None
    if rank == 0:
        server = dist.TCPStore("0.0.0.0", 0, None, True, TIMEOUT, wait_for_workers=False)
        print(f"port {server.port}", flush=True)
    address, port = sys.stdin.readline().split()
    store = server or dist.TCPStore(address, int(port), None, False, TIMEOUT, wait_for_workers=False)
    measured = Rank(rank, size, store).measure(repeat, sizes)
    if rank == 0:
        print("points " + json.dumps(measured), flush=True)
    # Rank 0 has the store.
    if store.add("over", 1) == size:
        store.set("all/over", "1")
    store.wait(["all/over"], TIMEOUT)
    time.sleep(0.3 if rank == 0 else 0)
    os._exit(0)


def job(args, size):
    """Runs one job, and returns its points."""
    places, address = [None] * size, "127.0.0.1"
    if args.hosts:
        named = [host.split(":") for host in args.hosts.split(",")]
        places = [host for host, *count in named for _ in range(int(count[0]) if count else 1)]
        address = args.address or named[0][0]
    variables = {"OMP_NUM_THREADS": "1", "PYTHONPATH": os.environ.get("PYTHONPATH", ""), "PYTHONDONTWRITEBYTECODE": "1"}
    if args.interface:
        variables["GLOO_SOCKET_IFNAME"] = args.interface
    ranks = []
    for rank, place in enumerate(places):
        words = [sys.executable, "-W", "ignore", os.path.abspath(__file__), "--rank", f"{rank}/{size}", "--repeat",
                 str(args.repeat), "--sizes", args.sizes]
        if place is not None:
            words = [args.rsh, place, "env", *(f"{name}={value}" for name, value in variables.items()), *words]
        ranks.append(subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE if rank == 0 else None,
                                      env={**os.environ, **variables}, text=True))
    try:
        port = ranks[0].stdout.readline().split()[-1]
        for rank in ranks:
            rank.stdin.write(f"{address} {port}\n")
            rank.stdin.flush()
        said = ranks[0].stdout.read()
        codes = [rank.wait() for rank in ranks]
    finally:
        for rank in ranks:
            rank.kill()
    points = [line[len("points "):] for line in said.splitlines() if line.startswith("points ")]
    if any(codes) or not points:
        sys.exit(f"the job of {size} ranks failed: exit codes {codes}")
    return json.loads(points[0])


def goals(points, between_hosts):
    """Returns the issue's goals for these points."""
    all_of_them = []

    def goal(text, ours, bound):
        all_of_them.append({"text": text, "ours": ours, "bound": bound, "holds": ours <= bound})

    for point in points:
        of = f"{point['name']} {point['size']} on {point['ranks']}"
        took = point["median"]
        goal(f"{of}: at most 1.3 of MPI's own call + 15 us", took["clump"], 1.3 * took["mpi"] + 15)
        part = next(part for most, part in (BETWEEN_HOSTS if between_hosts else BESIDE) if point["size"] <= most)
        if "gloo" in took:
            goal(f"{of}: at most {part:.3g} of gloo", took["clump"], part * took["gloo"])
        if "empty" in took:
            goal(f"{of}: at most the empty backend's and MPI's call + 5 us", took["clump"],
                 took["empty"] + took["mpi"] + 5)
    return all_of_them


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--ranks", default="2,4,8")
    parser.add_argument("--repeat", type=int, default=15)
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)), help="bytes")
    parser.add_argument("--json", help="the run file to write")
    parser.add_argument("--hosts", help="HOST:RANKS,... in place of --ranks")
    parser.add_argument("--rsh", default="ssh")
    parser.add_argument("--address", help="of the first host, if it is not its name")
    parser.add_argument("--interface", help="the network interface that Gloo must use")
    parser.add_argument("--rank", help=argparse.SUPPRESS)
    args = parser.parse_args()
    sizes = [int(size) for size in args.sizes.split(",")]
    if args.rank:
        rank, size = map(int, args.rank.split("/"))
        return rank_main(rank, size, args.repeat, sizes)
    import torch
    from clump_torch import mpi
    version = ctypes.create_string_buffer(8192)
    mpi._lib.MPI_Get_library_version(version, ctypes.byref(ctypes.c_int()))
    load = open("/proc/loadavg").read().strip()
    counts = [len(args.hosts.split(","))] if args.hosts else [int(n) for n in args.ranks.split(",")]
    if args.hosts:
        counts = [sum(int(host.split(":")[1]) if ":" in host else 1 for host in args.hosts.split(","))]
    points = []
    for size in counts:
        for point in job(args, size):
            took = point["median"]
            rest = "".join(f"  {system} {us:11.1f}" for system, us in took.items())
            print(f"{point['name']:28} {point['size']:>9} B  {size} ranks {rest} us  "
                                    + (f"{took['clump'] / took['gloo']:6.3f} of gloo" if "gloo" in took else ""), flush=True)
            points.append(point)
    reached = goals(points, bool(args.hosts))
    missed = [goal for goal in reached if not goal["holds"]]
    for goal in missed:
        print(f"missed: {goal['text']}: {goal['ours']:.1f}, bound {goal['bound']:.1f}")
    print(f"{len(reached) - len(missed)} of {len(reached)} goals reached")
    if args.json:
        here = os.path.dirname(os.path.abspath(__file__))
        git = lambda *words: subprocess.run(["git", "-C", here, *words], capture_output=True, text=True).stdout.strip()
        commit = git("rev-parse", "HEAD") + ("+changes" if git("status", "--porcelain") else "")
        processor = next((line.split(":", 1)[1].strip() for line in open("/proc/cpuinfo") if "model name" in line), "")
        machine = {"host": socket.gethostname(), "kernel": platform.release(), "processor": processor,
                   "cores": os.cpu_count(), "load_before": load}
        library = version.value.decode(errors="replace").strip().splitlines()[0]
        run = {"date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"), "machine": machine,
               "commit": commit, "command": [sys.executable, *sys.argv], "repeat": args.repeat,
               "systems": {"clump": f"{library}, PyTorch {torch.__version__}", "gloo": f"PyTorch {torch.__version__}"},
               "points": points, "goals": reached, "failures": []}
        with open(args.json, "w") as file:
            json.dump(run, file, separators=(",", ":"))
            file.write("\n")


if __name__ == "__main__":
    main()
