/* Puts and gets of all lengths between all ranks, in windows of every flavour, with holes at either side or both, between
 * fences. ranks: 1 2 3 4 */
#include "win.h"

enum { ROOM = 1 << 17 };

static void plain(int flavour) {
    unsigned char *memory, *from = malloc(ROOM), *into = malloc(ROOM);
    MPI_Win win = win_make(flavour, ROOM * (MPI_Aint)check_size, 1, MPI_COMM_WORLD, &memory);
    MPI_Aint *at = win_bases(flavour, memory, MPI_COMM_WORLD);
    int sizes[] = {0, 1, 2, 3, 4, 7, 8, 9, 63, 64, 65, 1000, 4096, 4097, 70000, ROOM};
    for (int i = 0; i < (int)(sizeof sizes / sizeof *sizes); i++) {
        int n = sizes[i];
        check_fill(from, n, 100 * i + check_rank);
        MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
        /* Into a place of this rank's own, at each other rank. */
        for (int r = 0; r < check_size; r++)
            MPI_Put(from, n, MPI_BYTE, r, at[r] + (MPI_Aint)check_rank * ROOM, n, MPI_BYTE, win);
        MPI_Win_fence(0, win);
        for (int r = 0; r < check_size; r++) CHECK(check_same(memory + r * ROOM, n, 100 * i + r));
        for (int r = 0; r < check_size; r++) {
            memset(into, 0, n);
            MPI_Get(into, n, MPI_BYTE, r, at[r] + (MPI_Aint)check_rank * ROOM, n, MPI_BYTE, win);
            MPI_Win_fence(0, win);
            CHECK(check_same(into, n, 100 * i + check_rank));
        }
        MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    }
    free(at);
    win_end(flavour, &win, memory);
    free(from);
    free(into);
}

/* Every second int of a row goes to every third int of the target, and comes back. */
static void holes(int flavour) {
    enum { N = 500 };
    int *memory, from[2 * N], into[2 * N];
    MPI_Win win = win_make(flavour, 3 * N * sizeof(int), sizeof(int), MPI_COMM_WORLD, &memory);
    MPI_Aint *at = win_bases(flavour, memory, MPI_COMM_WORLD);
    MPI_Datatype second, third, resized;
    MPI_Type_vector(N, 1, 2, MPI_INT, &second);
    MPI_Type_commit(&second);
    MPI_Type_create_resized(MPI_INT, 0, 3 * sizeof(int), &resized);
    MPI_Type_contiguous(N, resized, &third);
    MPI_Type_commit(&third);
    for (int i = 0; i < 2 * N; i++) from[i] = check_rank * 10000 + i, into[i] = -1;
    for (int i = 0; i < 3 * N; i++) memory[i] = -7;
    int to = (check_rank + 1) % check_size, left = (check_rank + check_size - 1) % check_size;
    MPI_Win_fence(0, win);
    MPI_Put(from, 1, second, to, at[to], 1, third, win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < 3 * N; i++) CHECK(memory[i] == (i % 3 ? -7 : left * 10000 + i / 3 * 2));
    MPI_Get(into, 1, second, to, at[to], 1, third, win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < 2 * N; i++) CHECK(into[i] == (i % 2 ? -1 : from[i]));
    /* In one piece here, with holes there, and the other way round. */
    MPI_Get(into, N, MPI_INT, to, at[to], 1, third, win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < N; i++) CHECK(into[i] == from[2 * i]);
    MPI_Put(from, 1, second, to, at[to], N, MPI_INT, win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < N; i++) CHECK(memory[i] == left * 10000 + 2 * i);
    MPI_Type_free(&second);
    MPI_Type_free(&third);
    MPI_Type_free(&resized);
    free(at);
    win_end(flavour, &win, memory);
}

/* Units differ from rank to rank; some ranks have no memory at all. */
static void units(void) {
    long *memory;
    int unit = 1 << check_rank % 4;
    MPI_Aint size = check_rank % 2 ? 0 : 16 * unit;
    MPI_Win win = win_make(ALLOCATED, size, unit, MPI_COMM_WORLD, &memory);
    if (size) memset(memory, 0, size);
    MPI_Win_fence(0, win);
    unsigned char byte = 100 + check_rank;
    for (int r = 0; r < check_size; r += 2) MPI_Put(&byte, 1, MPI_BYTE, r, check_rank, 1, MPI_BYTE, win);
    MPI_Put(&byte, 1, MPI_BYTE, MPI_PROC_NULL, 5, 1, MPI_BYTE, win);
    for (int r = 1; r < check_size; r += 2) MPI_Put(&byte, 0, MPI_BYTE, r, 0, 0, MPI_BYTE, win);
    MPI_Win_fence(0, win);
    for (int r = 0; size && r < check_size; r++) CHECK(((unsigned char *)memory)[r * unit] == 100 + r);
    MPI_Win_free(&win);
    CHECK(win == MPI_WIN_NULL);
}

/* Many windows at once, of a part of the ranks, and of each alone. */
static void several(void) {
    MPI_Comm half;
    MPI_Comm_split(MPI_COMM_WORLD, check_rank % 2, -check_rank, &half);
    MPI_Win win[20], own;
    int *memory[20], *mine, rank, n, one = 1;
    MPI_Comm_rank(half, &rank);
    MPI_Comm_size(half, &n);
    own = win_make(CREATED, sizeof(int), 1, MPI_COMM_SELF, &mine);
    for (int i = 0; i < 20; i++) win[i] = win_make(i % DYNAMIC, n * sizeof(int), sizeof(int), half, &memory[i]);
    for (int i = 0; i < 20; i++) {
        int value = 1000 * i + check_rank;
        MPI_Win_fence(0, win[i]);
        for (int r = 0; r < n; r++) MPI_Put(&value, 1, MPI_INT, r, rank, 1, MPI_INT, win[i]);
        MPI_Win_fence(0, win[i]);
    }
    MPI_Win_fence(0, own);
    MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, own);
    MPI_Win_fence(0, own);
    CHECK(*mine == 1);
    for (int i = 19; i >= 0; i--) {
        for (int r = 0; r < n; r++) CHECK(memory[i][r] % 1000 % 2 == check_rank % 2 && memory[i][r] / 1000 == i);
        win_end(i % DYNAMIC, &win[i], memory[i]);
    }
    win_end(CREATED, &own, mine);
    MPI_Comm_free(&half);
}

/* Large counts. */
static void large_counts(void) {
    double *memory, value = 2.5, got = 0;
    MPI_Win win;
    MPI_Win_allocate_c(64, (MPI_Aint)8, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_fence(0, win);
    MPI_Put_c(&value, (MPI_Count)1, MPI_DOUBLE, 0, 7, (MPI_Count)1, MPI_DOUBLE, win);
    MPI_Win_fence(0, win);
    MPI_Get_c(&got, (MPI_Count)1, MPI_DOUBLE, 0, 7, (MPI_Count)1, MPI_DOUBLE, win);
    MPI_Win_fence(0, win);
    CHECK(got == 2.5);
    MPI_Win_free(&win);
}

int main(int argc, char **argv) {
    check_start(&argc, &argv);
    for (int flavour = 0; flavour < FLAVOURS; flavour++) {
        plain(flavour);
        if (flavour != DYNAMIC) holes(flavour);
    }
    units();
    several();
    large_counts();
    return check_end();
}
