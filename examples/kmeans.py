"""Clusters the 1,797 handwritten digits that ship with scikit-learn, with mpi4py and numpy.

    clump run -n 4 python3 kmeans.py [--check] [--picture centroids.png]

Rank 0 reads the digits and scatters their rows; every rank assigns its rows to the nearest centroid, and the new
centroids come from an Allreduce. The answer does not depend on the number of ranks: the start is chosen by rank 0
from a seed, and pixels are whole numbers (0 to 16), whose sums are exact in any order, so every rank count sees the
same centroids to the last bit. --check solves the problem again on one rank and with scikit-learn, and compares.
"""

import argparse
import hashlib
import sys
import time

import numpy as np
from mpi4py import MPI

CLUSTERS = 10
MAX_ROUNDS = 300
SEED = 5


def load():
    from sklearn.datasets import load_digits

    digits = load_digits()
    return np.ascontiguousarray(digits.data, dtype=np.float64), digits.target


def squared_distances(rows, centroids):
    """Returns the squared distance of each row to each centroid, whose sum does not depend on the number of ranks."""
    return ((rows[:, None, :] - centroids[None, :, :]) ** 2).sum(axis=2)


def choose_start(rows):
    """Chooses the first centroids by k-means++ from a fixed seed, over all rows."""
    random = np.random.default_rng(SEED)
    chosen = [int(random.integers(len(rows)))]
    while len(chosen) < CLUSTERS:
        nearest = squared_distances(rows, rows[chosen]).min(axis=1)
        chosen.append(int(random.choice(len(rows), p=nearest / nearest.sum())))
    return rows[chosen]


def shares(total, ranks):
    """Returns rows and start for each rank. The first ranks get one row more if the rows do not divide evenly."""
    counts = np.full(ranks, total // ranks, dtype=np.int64)
    counts[: total % ranks] += 1
    return counts, np.concatenate(([0], np.cumsum(counts)[:-1]))


def cluster(comm, rows):
    """Runs k-means over comm. Rank 0 passes all rows, the others None. Rank 0 gets (labels, centroids, inertia, rounds)."""
    shape = comm.bcast(rows.shape if comm.rank == 0 else None)
    counts, starts = shares(shape[0], comm.size)
    width = shape[1]
    mine = np.empty((counts[comm.rank], width))
    comm.Scatterv([rows, counts * width, starts * width, MPI.DOUBLE], mine)
    centroids = choose_start(rows) if comm.rank == 0 else np.empty((CLUSTERS, width))
    comm.Bcast(centroids)

    labels = np.full(len(mine), -1, dtype=np.int64)
    for rounds in range(1, MAX_ROUNDS + 1):
        nearest = squared_distances(mine, centroids).argmin(axis=1)
        changed = comm.allreduce(int((nearest != labels).sum()))
        labels = nearest
        if changed == 0:
            break
        sums = np.zeros((CLUSTERS, width))
        np.add.at(sums, labels, mine)
        sizes = np.bincount(labels, minlength=CLUSTERS)
        comm.Allreduce(MPI.IN_PLACE, sums)
        comm.Allreduce(MPI.IN_PLACE, sizes)
        filled = sizes > 0
        centroids[filled] = sums[filled] / sizes[filled, None]
    else:
        raise SystemExit(f"kmeans: labels still changing after {MAX_ROUNDS} rounds")

    inertia = np.array(((mine - centroids[labels]) ** 2).sum())
    comm.Allreduce(MPI.IN_PLACE, inertia)
    everyone = np.empty(shape[0], dtype=np.int64) if comm.rank == 0 else None
    comm.Gatherv(labels, [everyone, counts, starts, MPI.INT64_T])
    return everyone, centroids, float(inertia), rounds


def check(rows, labels, inertia):
    """Returns what is wrong with this answer, as sentences."""
    wrong = []
    alone, _, alone_inertia, _ = cluster(MPI.COMM_SELF, rows)
    if not np.array_equal(labels, alone):
        wrong.append(f"{int((labels != alone).sum())} labels differ from those found on one rank")
    if abs(inertia - alone_inertia) > 1e-9 * alone_inertia:
        wrong.append(f"inertia {inertia!r} is not that of one rank, {alone_inertia!r}")

    from sklearn.cluster import KMeans

    theirs = KMeans(CLUSTERS, init=choose_start(rows), n_init=1, max_iter=MAX_ROUNDS, tol=0).fit(rows)
    if not np.array_equal(labels, theirs.labels_):
        wrong.append(f"{int((labels != theirs.labels_).sum())} labels differ from scikit-learn's")
    if abs(inertia - theirs.inertia_) > 1e-9 * inertia:
        wrong.append(f"inertia {inertia!r} is not scikit-learn's, {theirs.inertia_!r}")
    return wrong


def purity(labels, target):
    """Returns the share of the digits that lie in a cluster where they are the commonest digit."""
    return sum(np.bincount(target[labels == c]).max() for c in range(CLUSTERS) if (labels == c).any()) / len(target)


def draw(centroids, labels, target, path):
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plot

    figure, axes = plot.subplots(2, 5, figsize=(8, 3.8))
    for c, axis in enumerate(axes.flat):
        members = target[labels == c]
        title = f"{np.bincount(members).argmax()} ({len(members)} digits)" if len(members) else "empty"
        axis.imshow(centroids[c].reshape(8, 8), cmap="gray_r", vmin=0, vmax=16)
        axis.set_title(title, fontsize=10)
        axis.set_axis_off()
    figure.tight_layout()
    figure.savefig(path, dpi=120)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare with one rank and with scikit-learn")
    parser.add_argument("--picture", metavar="FILE", help="write the ten centroids as a picture (PNG)")
    arguments = parser.parse_args()

    comm = MPI.COMM_WORLD
    rows, target = load() if comm.rank == 0 else (None, None)
    comm.Barrier()
    start = time.perf_counter()
    labels, centroids, inertia, rounds = cluster(comm, rows)
    seconds = time.perf_counter() - start
    wrong = []
    if comm.rank == 0:
        digest = hashlib.sha256(labels.astype("<i8").tobytes()).hexdigest()[:16]
        print(f"kmeans: {comm.size} ranks, {len(rows)} digits, {rounds} rounds, {seconds:.2f} s")
        print(f"kmeans: labels {digest} inertia {inertia!r} purity {purity(labels, target):.3f}")
        if arguments.check:
            wrong = check(rows, labels, inertia)
            for sentence in wrong:
                print(f"kmeans: wrong: {sentence}", file=sys.stderr)
            if not wrong:
                print("kmeans: as on one rank, and as scikit-learn has it")
        if arguments.picture and not wrong:
            draw(centroids, labels, target, arguments.picture)
            print(f"kmeans: picture in {arguments.picture}")
        sys.stdout.flush()
    sys.exit(comm.bcast(1 if wrong else 0))


if __name__ == "__main__":
    main()
