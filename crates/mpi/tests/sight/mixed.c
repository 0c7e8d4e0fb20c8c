/* A program with calls of every kind: messages of several modes, lengths and datatypes, blocking and not, at once and
 * late; collectives with and without roots, in place, by counts; operations on a window; a file. `mixed DIR` writes and
 * reads a file there, and ends with 1 if a result is wrong. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONG = 300000, ROUNDS = 40 };
static int rank, size, wrong;
static int data[LONG], other[LONG];

static void expect(int ok, const char *what) {
    if (!ok) fprintf(stderr, "rank %d: wrong: %s\n", rank, what), wrong = 1;
}

static void messages(void) {
    const int next = (rank + 1) % size, before = (rank + size - 1) % size;
    MPI_Datatype column;
    MPI_Type_vector(50, 1, 3, MPI_INT, &column);
    MPI_Type_commit(&column);
    char *buffer = malloc(1 << 16);
    MPI_Buffer_attach(buffer, 1 << 16);
    for (int round = 0; round < ROUNDS; round++) {
        const int n = round % 4 == 3 ? LONG : round * 7;
        MPI_Request requests[2];
        MPI_Status status;
        MPI_Irecv(other, LONG, MPI_INT, before, 1, MPI_COMM_WORLD, &requests[0]);
        MPI_Isend(data, n, MPI_INT, next, 1, MPI_COMM_WORLD, &requests[1]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        MPI_Sendrecv(data, 1, column, next, 2, other, LONG, MPI_INT, before, 2, MPI_COMM_WORLD, &status);
        int count;
        MPI_Get_count(&status, MPI_INT, &count);
        expect(count == 50, "50 integers of a column");
        MPI_Bsend(data, round, MPI_BYTE, next, 3, MPI_COMM_WORLD);
        MPI_Recv(other, 10, column, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Sendrecv(data, 9, MPI_INT, MPI_PROC_NULL, 4, other, 9, MPI_INT, MPI_PROC_NULL, 4, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        if (rank % 2 == 0 && next != rank && next % 2) MPI_Ssend(data, 2, MPI_DOUBLE, next, 5, MPI_COMM_WORLD);
        if (rank % 2 && before % 2 == 0) MPI_Recv(other, 2, MPI_DOUBLE, before, 5, MPI_COMM_WORLD, &status);
    }
    int len;
    MPI_Buffer_detach(&buffer, &len);
    free(buffer);
    MPI_Type_free(&column);
}

static void collectives(void) {
    int *counts = calloc(size, sizeof *counts), *places = calloc(size, sizeof *places), total = 0;
    for (int i = 0; i < size; i++) counts[i] = i + 1, places[i] = total, total += i + 1;
    for (int round = 0; round < ROUNDS; round++) {
        const int root = round % size;
        MPI_Request request;
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Bcast(data, round * 100, MPI_INT, root, MPI_COMM_WORLD);
        MPI_Allreduce(MPI_IN_PLACE, other, 5, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
        MPI_Iallreduce(data, other, 3000, MPI_INT, MPI_MAX, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Reduce(data, other, 11, MPI_DOUBLE, MPI_MAX, root, MPI_COMM_WORLD);
        MPI_Scan(data, other, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        MPI_Reduce_scatter_block(data, other, 3, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        MPI_Gather(rank == root ? MPI_IN_PLACE : data, 4, MPI_INT, other, 4, MPI_INT, root, MPI_COMM_WORLD);
        MPI_Gatherv(data, rank + 1, MPI_INT, other, counts, places, MPI_INT, root, MPI_COMM_WORLD);
        MPI_Scatter(data, 6, MPI_INT, other, 6, MPI_INT, root, MPI_COMM_WORLD);
        MPI_Scatterv(data, counts, places, MPI_INT, other, rank + 1, MPI_INT, root, MPI_COMM_WORLD);
        MPI_Allgather(data, 7, MPI_SHORT, other, 7, MPI_SHORT, MPI_COMM_WORLD);
        MPI_Alltoall(data, 20, MPI_INT, other, 20, MPI_INT, MPI_COMM_WORLD);
        for (int i = 0; i < size; i++) counts[i] = rank + i, places[i] = i * 2 * size;
        MPI_Alltoallv(data, counts, places, MPI_INT, other, counts, places, MPI_INT, MPI_COMM_WORLD);
        total = 0;
        for (int i = 0; i < size; i++) counts[i] = i + 1, places[i] = total, total += i + 1;
    }
    free(counts), free(places);
}

/* 3 operations of 8 bytes, one of 40, and one of 12000. */
static void window(void) {
    long *memory, one = 1, zero = 0, was;
    MPI_Win win;
    MPI_Win_allocate(sizeof data, sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    memset(memory, 0, sizeof data);
    MPI_Win_fence(0, win);
    MPI_Put(data, 3000, MPI_INT, (rank + 1) % size, 10, 3000, MPI_INT, win);
    MPI_Win_fence(0, win);
    MPI_Win_lock_all(0, win);
    MPI_Fetch_and_op(&one, &was, MPI_LONG, 0, 0, MPI_SUM, win);
    MPI_Compare_and_swap(&one, &zero, &was, MPI_LONG, rank, 1, win);
    MPI_Accumulate(&one, 1, MPI_LONG, rank, 2, 1, MPI_LONG, MPI_SUM, win);
    MPI_Win_unlock_all(win);
    MPI_Win_fence(0, win);
    MPI_Get(other, 10, MPI_INT, 0, 0, 10, MPI_INT, win);
    MPI_Win_fence(0, win);
    expect(*(long *)other == size, "the sum of all ranks");
    MPI_Win_free(&win);
}

/* 2 accesses of 4000 bytes, and one of 400 that finds the end of the file. */
static void file(const char *dir) {
    char name[4096];
    MPI_File f;
    snprintf(name, sizeof name, "%s/mixed", dir);
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &f);
    MPI_File_write_at_all(f, rank * 4000, data, 1000, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_sync(f);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_read_at(f, rank * 4000, other, 1000, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_read_at(f, size * 4000 - 400, other, 1000, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&f);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc != 2) MPI_Abort(MPI_COMM_WORLD, 2);
    messages();
    collectives();
    window();
    file(argv[1]);
    MPI_Finalize();
    return wrong;
}
