/* Many non-blocking collective calls in flight at once, while other threads make progress: with `clump run --check`, the
 * comparisons of the calls end in any order. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <pthread.h>
enum { N = 24 };
static volatile int stop;
static void *prog(void *p) { int f; (void)p; while (!stop) MPI_Iprobe(MPI_ANY_SOURCE, 99, MPI_COMM_SELF, &f, MPI_STATUS_IGNORE); return 0; }
int main(int argc, char **argv) {
    int rank, size, level, bad = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank); MPI_Comm_size(MPI_COMM_WORLD, &size);
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, prog, 0);
    unsigned s = rank * 77 + 5;
    for (int round = 0; round < 100; round++) {
        int in[N][4], out[N][4]; MPI_Request q[N];
        for (int i = 0; i < N; i++) {
            for (int k = 0; k < 4; k++) in[i][k] = round * 100 + i * 4 + k + rank, out[i][k] = -1;
            if (i % 3 == 2) { if (rank) out[i][0] = -1; else out[i][0] = i + round; MPI_Ibcast(out[i], 1, MPI_INT, 0, MPI_COMM_WORLD, &q[i]); }
            else MPI_Iallreduce(in[i], out[i], 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &q[i]);
            s = s * 1664525u + 1013904223u;
            if ((s >> 20) % 8 == 0) { int f; MPI_Testall(i + 1, q, &f, MPI_STATUSES_IGNORE); if (f) for (int j = 0; j <= i; j++) q[j] = MPI_REQUEST_NULL; }
        }
        MPI_Waitall(N, q, MPI_STATUSES_IGNORE);
        for (int i = 0; i < N; i++) {
            if (i % 3 == 2) { if (out[i][0] != i + round) bad++; continue; }
            for (int k = 0; k < 4; k++) if (out[i][k] != size * (round * 100 + i * 4 + k) + size * (size - 1) / 2) bad++;
        }
    }
    stop = 1;
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);

    MPI_Finalize();
    return bad != 0;
}
