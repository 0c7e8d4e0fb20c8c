/* Broadcasts of all lengths and roots, many in a row and to members that are late, on communicators of some ranks and on
 * several at once: between hosts by a group of them, and by multicast where that works. */
#include "check.h"
#include <unistd.h>

static unsigned char *data;

static void cast(MPI_Comm comm, int root, size_t len, unsigned seed) {
    int me, wrong = 0;
    MPI_Comm_rank(comm, &me);
    if (me == root) check_fill(data, len, seed);
    else memset(data, 0xee, len);
    CHECK(MPI_Bcast(data, (int)len, MPI_BYTE, root, comm) == MPI_SUCCESS);
    for (size_t i = 0; i < len; i++) wrong += data[i] != check_byte(i, seed);
    if (wrong) fprintf(stderr, "broadcast %u of %zu bytes: %d are wrong\n", seed, len, wrong);
    CHECK(!wrong);
    /* What was broadcast may change at once. */
    memset(data, 0x11, len);
}

int main(int argc, char **argv) {
    check_start(&argc, &argv);
    const int me = check_rank, n = check_size;
    const size_t lens[] = {1, 8, 1000, 1400, 1500, 4096, 9000, 16384, 16385, 40000, 300000};
    unsigned seed = 0;
    data = malloc(300000);
    for (size_t i = 0; i < sizeof lens / sizeof *lens; i++)
        for (int root = 0; root < n; root++) cast(MPI_COMM_WORLD, root, lens[i], seed++);
    /* Many in a row: more than any buffer holds. */
    for (int i = 0; i < 400; i++) cast(MPI_COMM_WORLD, 0, 700, seed++);
    /* The last rank is late; the others run ahead of it as far as they may. */
    if (me == n - 1) usleep(300000);
    for (int i = 0; i < 200; i++) cast(MPI_COMM_WORLD, i % 2 ? 0 : n / 2, i % 10 ? 64 : 30000, seed++);
    /* Some ranks only, in another order; two communicators at once. */
    MPI_Comm half, most;
    CHECK(MPI_Comm_split(MPI_COMM_WORLD, me % 2, n - me, &half) == MPI_SUCCESS);
    CHECK(MPI_Comm_split(MPI_COMM_WORLD, me < n - 1 ? 0 : MPI_UNDEFINED, me, &most) == MPI_SUCCESS);
    int many;
    MPI_Comm_size(half, &many);
    for (int i = 0; i < 50; i++) {
        cast(half, i % many, 100 + 300 * i, 1000 + i);
        if (most != MPI_COMM_NULL) cast(most, 0, 5000, 2000 + i);
    }
    if (most != MPI_COMM_NULL) MPI_Comm_free(&most);
    MPI_Comm_free(&half);
    /* Communicators that come and go: their numbers are used again. */
    for (int i = 0; i < 20; i++) {
        MPI_Comm comm;
        int size;
        CHECK(MPI_Comm_split(MPI_COMM_WORLD, (me + i) % 3 == 0, me, &comm) == MPI_SUCCESS);
        MPI_Comm_size(comm, &size);
        cast(comm, i % size, 10 + i, 3000 + i);
        cast(comm, (i + 1) % size, 20000 + i, 4000 + i);
        MPI_Comm_free(&comm);
    }
    free(data);
    return check_end();
}
