"""Trains LightGBM on several ranks, whose messages go through Clump in place of LightGBM's own sockets.

    clump run -n 2 python3 examples/lightgbm_clump.py [--check]

LightGBM asks for two functions, a reduce-scatter and an all-gather of bytes (`LGBM_NetworkInitWithFunctions`), and
calls them in the thread that trains. `connect` gives it both by mpi4py. Each rank has every n-th row of one table.
--check trains a second time over LightGBM's own sockets on this machine, and compares the models: on two ranks they
must be the same, and on more, whose sums are added in another order, their predictions within 1e-9."""
import ctypes
import socket
import sys
import traceback

import lightgbm
import numpy as np
from mpi4py import MPI

Reducer = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_int)
# Numbers of 32 bits: where each rank's block starts in a buffer, and how many bytes it has.
Numbers = ctypes.POINTER(ctypes.c_int)
ReduceScatter = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int, ctypes.c_int, Numbers, Numbers, ctypes.c_int,
                                 ctypes.c_void_p, ctypes.c_int, ctypes.POINTER(Reducer))
Allgather = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int, Numbers, Numbers, ctypes.c_int, ctypes.c_void_p,
                             ctypes.c_int)
LIBRARY = lightgbm.basic._LIB


def memory(address, length):
    return (ctypes.c_char * length).from_address(address) if length else bytearray()


def connect(comm):
    """Lets LightGBM exchange data by a communicator, in this thread. Returns what must live as long."""
    rank, size = comm.rank, comm.size

    def reduce_scatter(source, length, element, starts, lengths, blocks, target, _, reducer):
        starts, lengths = starts[:blocks], lengths[:blocks]
        mine = lengths[rank]
        parts = bytearray(size * mine)
        comm.Alltoallv([memory(source, length), (lengths, starts), MPI.BYTE],
                       [parts, ([mine] * size, [i * mine for i in range(size)]), MPI.BYTE])
        memory(target, mine)[:] = parts[:mine]
        whole = (ctypes.c_char * len(parts)).from_buffer(parts)
        for i in range(1, size):
            # In the order of the ranks, so that every run has the same sums.
            reducer[0](ctypes.addressof(whole) + i * mine, target, element, mine)

    def allgather(source, length, starts, lengths, blocks, target, target_length):
        comm.Allgatherv([memory(source, length), MPI.BYTE],
                        [memory(target, target_length), (lengths[:blocks], starts[:blocks]), MPI.BYTE])

    def ending_the_job(function):
        # LightGBM's code in C++, between this and the program, takes no exception.
        def call(*arguments):
            try:
                function(*arguments)
            except BaseException:
                traceback.print_exc()
                comm.Abort(1)

        return call

    both = ReduceScatter(ending_the_job(reduce_scatter)), Allgather(ending_the_job(allgather))
    if LIBRARY.LGBM_NetworkInitWithFunctions(size, rank, *both) != 0:
        raise RuntimeError("LightGBM refuses the functions of its network")
    return both


def train(rank, size, extra):
    """Returns a model of this rank's and all other ranks' rows, and the rows of all."""
    random = np.random.default_rng(1)
    rows = random.normal(size=(4000, 12))
    answers = rows[:, 0] * rows[:, 1] + np.sin(3 * rows[:, 2]) + 0.1 * random.normal(size=4000)
    parameters = {"objective": "regression", "tree_learner": "data", "num_machines": size, "pre_partition": True,
                  "num_threads": 1, "verbosity": -1, "seed": 1, "deterministic": True, **extra}
    mine = lightgbm.Dataset(rows[rank::size], answers[rank::size], params=parameters)
    return lightgbm.train(parameters, mine, num_boost_round=30), rows, answers


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def trees(model):
    return model.model_to_string().split("\nparameters:")[0]


def main():
    comm = MPI.COMM_WORLD
    kept = connect(comm)
    model, rows, answers = train(comm.rank, comm.size, {})
    LIBRARY.LGBM_NetworkFree()
    del kept
    predicted = model.predict(rows)
    error = float(np.mean((predicted - answers) ** 2) / np.var(answers))
    every = comm.allgather(trees(model))
    if any(other != every[0] for other in every):
        sys.exit("the ranks' models differ")
    if comm.rank == 0:
        print(f"30 trees on {comm.size} ranks: {100 * (1 - error):.1f} % of the variance explained")
    if "--check" in sys.argv[1:] and comm.size > 1:
        ports = comm.allgather(free_port())
        machines = ",".join(f"127.0.0.1:{port}" for port in ports)
        other, _, _ = train(comm.rank, comm.size, {"machines": machines, "local_listen_port": ports[comm.rank]})
        farthest = float(np.abs(other.predict(rows) - predicted).max())
        is_same = trees(other) == trees(model)
        if not is_same and (comm.size == 2 or farthest > 1e-9):
            sys.exit(f"LightGBM's own sockets give another model: predictions differ by {farthest:g}")
        if comm.rank == 0:
            print(f"LightGBM's sockets: {'the same model' if is_same else f'predictions within {farthest:.1g}'}")


if __name__ == "__main__":
    main()
