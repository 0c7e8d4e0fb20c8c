/* The types of 16 bits, MPIX_BFLOAT16 and MPI_REAL2, and MPIX_Wait_for. */
#include "start.h"

static float of_bfloat16(unsigned short bits) {
    unsigned int wide = (unsigned int)bits << 16;
    float value;
    memcpy(&value, &wide, sizeof value);
    return value;
}

static unsigned short bfloat16_of(float value) { /* of numbers that it holds */
    unsigned int wide;
    memcpy(&wide, &value, sizeof wide);
    return (unsigned short)(wide >> 16);
}

static unsigned short *all, *sums;

/* Every element of every rank is the same number of `bits`; the sum must be `want`. */
static void sum(MPI_Datatype type, unsigned short bits, unsigned short want, int count) {
    for (int i = 0; i < count * size; i++) all[i] = bits;
    OK(MPI_Allreduce(all, sums, count, type, MPI_SUM, MPI_COMM_WORLD));
    CHECK(sums[0] == want && sums[count - 1] == want);
    OK(MPI_Reduce_scatter_block(all, sums, count, type, MPI_SUM, MPI_COMM_WORLD));
    CHECK(sums[0] == want && sums[count - 1] == want);
    OK(MPI_Reduce(all, sums, count, type, MPI_SUM, size - 1, MPI_COMM_WORLD));
    CHECK(rank != size - 1 || (sums[0] == want && sums[count - 1] == want));
}

int main(void) {
    begin();
    MPI_Datatype types[] = {MPIX_BFLOAT16, MPI_REAL2};
    for (int i = 0; i < 2; i++) {
        int bytes;
        OK(MPI_Type_size(types[i], &bytes));
        CHECK(bytes == 2);
    }
    char name[MPI_MAX_OBJECT_NAME];
    int length;
    OK(MPI_Type_get_name(MPIX_BFLOAT16, name, &length));
    CHECK(strcmp(name, "MPIX_BFLOAT16") == 0);

    enum { MOST = 100000 };
    all = malloc(sizeof *all * MOST * size), sums = malloc(sizeof *sums * MOST);
    int counts[] = {1, 33, 5000, MOST};
    for (int i = 0; i < 4; i++) {
        sum(MPIX_BFLOAT16, bfloat16_of(1.5f), bfloat16_of(1.5f * size), counts[i]);
        /* 1.5 in half precision; 1.5 times 1, 2, 4. */
        sum(MPI_REAL2, 0x3e00, (unsigned short)(0x3e00 + (size == 2) * 0x400 + (size == 4) * 0x800), counts[i]);
    }
    unsigned short one = bfloat16_of(rank == 0 ? 3 : -2), least, most;
    OK(MPI_Allreduce(&one, &least, 1, MPIX_BFLOAT16, MPI_MIN, MPI_COMM_WORLD));
    OK(MPI_Allreduce(&one, &most, 1, MPIX_BFLOAT16, MPI_MAX, MPI_COMM_WORLD));
    CHECK(of_bfloat16(least) == (size == 1 ? 3 : -2) && of_bfloat16(most) == 3);
    int class;
    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
    OK(MPI_Error_class(MPI_Allreduce(&one, &most, 1, MPIX_BFLOAT16, MPI_BAND, MPI_COMM_WORLD), &class));
    CHECK(class == MPI_ERR_OP);

    /* A derived type of them, in a window. */
    MPI_Datatype pair;
    MPI_Win win;
    unsigned short *memory, two[2] = {bfloat16_of(1), bfloat16_of(0.5f)};
    OK(MPI_Type_contiguous(2, MPIX_BFLOAT16, &pair));
    OK(MPI_Type_commit(&pair));
    OK(MPI_Win_allocate(4, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win));
    memory[0] = memory[1] = 0;
    OK(MPI_Win_fence(0, win));
    OK(MPI_Accumulate(two, 1, pair, 0, 0, 1, pair, MPI_SUM, win));
    OK(MPI_Win_fence(0, win));
    CHECK(rank != 0 || (of_bfloat16(memory[0]) == size && of_bfloat16(memory[1]) == 0.5f * size));
    OK(MPI_Win_free(&win));
    OK(MPI_Type_free(&pair));

    /* A wait that ends with its time leaves the request alone. */
    int flag = 1, got = 0, next = (rank + 1) % size, last = (rank + size - 1) % size;
    MPI_Request r;
    MPI_Status s;
    OK(MPI_Irecv(&got, 1, MPI_INT, last, 7, MPI_COMM_WORLD, &r));
    OK(MPIX_Wait_for(&r, 0, &flag, &s));
    CHECK(!flag && r != MPI_REQUEST_NULL);
    double start = MPI_Wtime();
    OK(MPIX_Wait_for(&r, 0.02, &flag, &s));
    CHECK(!flag && r != MPI_REQUEST_NULL && MPI_Wtime() - start >= 0.02);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_Send(&rank, 1, MPI_INT, next, 7, MPI_COMM_WORLD));
    OK(MPIX_Wait_for(&r, 60, &flag, &s));
    CHECK(flag && r == MPI_REQUEST_NULL && got == last && s.MPI_SOURCE == last && s.MPI_TAG == 7);
    OK(MPIX_Wait_for(&r, 60, &flag, MPI_STATUS_IGNORE));
    CHECK(flag);
    /* A collective call, too. */
    OK(MPI_Ibarrier(MPI_COMM_WORLD, &r));
    OK(MPIX_Wait_for(&r, 60, &flag, &s));
    CHECK(flag && r == MPI_REQUEST_NULL);
    OK(MPI_Error_class(MPIX_Wait_for(NULL, 1, &flag, &s), &class));
    CHECK(class == MPI_ERR_ARG);
    OK(MPI_Irecv(&got, 1, MPI_INT, last, 8, MPI_COMM_WORLD, &r));
    OK(MPI_Error_class(MPIX_Wait_for(&r, -1, &flag, &s), &class));
    CHECK(class == MPI_ERR_ARG);
    OK(MPI_Send(&rank, 1, MPI_INT, next, 8, MPI_COMM_WORLD));
    OK(MPI_Wait(&r, &s));
    free(all), free(sums);
    return end();
}
