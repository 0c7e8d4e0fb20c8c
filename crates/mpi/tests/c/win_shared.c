/* Shared memory windows: parts follow each other unless they need not, and all ranks load and store there; any window can
 * be asked for addresses. ranks: 1 2 3 4 hosts: 1 */
#include "win.h"

static void contiguous(void) {
    MPI_Aint mine = 8 * (check_rank + 1), size, total = 0;
    int unit;
    char *memory, *base, *expected = NULL;
    MPI_Win win;
    MPI_Win_allocate_shared(mine, 2, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    for (int r = 0; r < check_size; r++) {
        CHECK(MPI_Win_shared_query(win, r, &size, &unit, &base) == MPI_SUCCESS);
        CHECK(size == 8 * (r + 1) && unit == 2);
        CHECK(r == 0 || base == expected);
        CHECK(r != check_rank || base == memory);
        expected = base + size;
        total += size;
    }
    MPI_Win_shared_query(win, 0, &size, &unit, &base);
    MPI_Win_fence(0, win);
    for (int i = check_rank; i < total; i += check_size) base[i] = (char)(i * 3);
    MPI_Win_fence(0, win);
    for (int i = 0; i < total; i++) CHECK(base[i] == (char)(i * 3));
    /* By operations, too. */
    char byte = 0;
    MPI_Get(&byte, 1, MPI_BYTE, check_size - 1, 1, 1, MPI_BYTE, win);
    MPI_Win_fence(0, win);
    CHECK(byte == (char)((total - mine * 0 - 8 * check_size + 2) * 3));
    MPI_Win_free(&win);
}

static void apart(void) {
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, "alloc_shared_noncontig", "true");
    MPI_Win win;
    char *memory, *base;
    MPI_Aint size;
    int unit;
    MPI_Win_allocate_shared(check_rank ? 100 : 0, 1, info, MPI_COMM_WORLD, &memory, &win);
    if (check_size > 1) {
        /* The first rank that has any. */
        MPI_Win_shared_query(win, MPI_PROC_NULL, &size, &unit, &base);
        CHECK(size == 100 && base != NULL);
        CHECK(check_rank != 1 || base == memory);
    }
    MPI_Win_lock_all(0, win);
    if (check_rank) memory[7] = (char)check_rank;
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    for (int r = 1; r < check_size; r++) {
        MPI_Win_shared_query(win, r, &size, &unit, &base);
        CHECK(base[7] == r);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Info_free(&info);
}

static void any_flavour(void) {
    for (int flavour = CREATED; flavour <= SHARED; flavour++) {
        long *memory, *base;
        MPI_Aint size;
        int unit;
        MPI_Win win = win_make(flavour, 64, 8, MPI_COMM_WORLD, &memory);
        MPI_Win_shared_query(win, check_rank, &size, &unit, &base);
        CHECK(size == 64 && unit == 8 && base == memory);
        MPI_Aint large;
        MPI_Win_shared_query_c(win, check_rank, &size, &large, &base);
        CHECK(size == 64 && large == 8 && base == memory);
        memory[0] = check_rank + 50;
        MPI_Win_fence(0, win);
        for (int r = 0; r < check_size; r++) {
            MPI_Win_shared_query(win, r, &size, &unit, &base);
            CHECK(unit == 8);
            CHECK(size == 0 ? base == NULL : size == 64 && base[0] == r + 50);
            CHECK(flavour < ALLOCATED || size == 64);
        }
        MPI_Win_fence(0, win);
        win_end(flavour, &win, memory);
    }
}

int main(int argc, char **argv) {
    check_start(&argc, &argv);
    contiguous();
    apart();
    any_flavour();
    return check_end();
}
