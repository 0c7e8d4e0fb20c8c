/* A program on Global Arrays, which uses one-sided communication through ARMCI: patches, sums, a counter and a product
 * of matrices, checked. */
#include <ga.h>
#include <macdecls.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define N 48
#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "rank %d: %s:%d: %s\n", GA_Nodeid(), __FILE__, __LINE__, #condition); \
            GA_Error("wrong", 1); \
        } \
    } while (0)

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    GA_Initialize();
    CHECK(MA_init(C_DBL, 1 << 18, 1 << 18));
    int me = GA_Nodeid(), all = GA_Nnodes(), size;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    CHECK(size == all);
    int dims[2] = { N, N }, lo[2] = { 0, 0 }, hi[2] = { N - 1, N - 1 }, ld[1] = { N };
    int a = NGA_Create(C_DBL, 2, dims, "a", NULL), b = NGA_Create(C_DBL, 2, dims, "b", NULL);
    int c = NGA_Create(C_DBL, 2, dims, "c", NULL);
    double *block = malloc(sizeof(double) * N * N), one = 1.0, zero = 0.0;
    CHECK(a && b && c && block);

    /* Every rank adds its number to the whole array. */
    GA_Zero(a);
    for (int i = 0; i < N * N; i++)
        block[i] = me + 1;
    NGA_Acc(a, lo, hi, block, ld, &one);
    GA_Sync();
    NGA_Get(a, lo, hi, block, ld);
    for (int i = 0; i < N * N; i++)
        CHECK(block[i] == all * (all + 1) / 2.0);
    GA_Sync();

    /* Each rank writes the rows of its number; another rank reads them. */
    for (int row = me; row < N; row += all) {
        int from[2] = { row, 0 }, to[2] = { row, N - 1 };
        for (int i = 0; i < N; i++)
            block[i] = row * 1000 + i;
        NGA_Put(b, from, to, block, ld);
    }
    GA_Sync();
    for (int row = (me + 1) % all; row < N; row += all) {
        int from[2] = { row, 3 }, to[2] = { row, N - 2 };
        NGA_Get(b, from, to, block, ld);
        for (int i = 3; i < N - 1; i++)
            CHECK(block[i - 3] == row * 1000 + i);
    }

    /* A counter that all ranks draw numbers from. */
    int counters = NGA_Create(C_LONG, 1, (int[]){ 1 }, "counter", NULL);
    GA_Zero(counters);
    long drawn = 0, last = -1;
    for (long next; (next = NGA_Read_inc(counters, (int[]){ 0 }, 1)) < 100; drawn++) {
        CHECK(next > last);
        last = next;
    }
    GA_Lgop(&drawn, 1, "+");
    CHECK(drawn == 100);

    /* The product with a matrix of ones on the diagonal. */
    GA_Zero(a);
    for (int i = me; i < N; i += all)
        NGA_Put(a, (int[]){ i, i }, (int[]){ i, i }, &one, ld);
    GA_Sync();
    GA_Dgemm('n', 'n', N, N, N, one, a, b, zero, c);
    GA_Add(&one, c, (double[]){ -1.0 }, b, c);
    CHECK(GA_Ddot(c, c) == 0.0);
    GA_Destroy(counters);
    GA_Destroy(a);
    GA_Destroy(b);
    GA_Destroy(c);
    GA_Terminate();
    free(block);
    MPI_Finalize();
    if (me == 0)
        printf("arrays on %d ranks: all right\n", all);
    return 0;
}
