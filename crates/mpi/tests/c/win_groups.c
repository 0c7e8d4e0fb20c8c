/* Epochs among groups: post, start, complete, wait and test. ranks: 1 2 3 4 */
#include "win.h"

/* Each rank puts to the next one and is written by the one before. */
static void ring(int flavour, int assert) {
    int *memory, to = (check_rank + 1) % check_size, from = (check_rank + check_size - 1) % check_size;
    MPI_Win win = win_make(flavour, 4 * sizeof(int), sizeof(int), MPI_COMM_WORLD, &memory);
    MPI_Aint *at = win_bases(flavour, memory, MPI_COMM_WORLD);
    MPI_Group all, targets, origins;
    MPI_Win_get_group(win, &all);
    MPI_Group_incl(all, 1, &to, &targets);
    MPI_Group_incl(all, 1, &from, &origins);
    for (int round = 0; round < 50; round++) {
        int value = 100 * round + check_rank;
        memory[0] = -1;
        MPI_Win_post(origins, assert, win);
        if (assert & MPI_MODE_NOCHECK) MPI_Barrier(MPI_COMM_WORLD);
        MPI_Win_start(targets, assert & MPI_MODE_NOCHECK, win);
        MPI_Put(&value, 1, MPI_INT, to, at[to], 1, MPI_INT, win);
        MPI_Win_complete(win);
        if (round % 2) {
            MPI_Win_wait(win);
        } else {
            int flag = 0;
            while (!flag) MPI_Win_test(win, &flag);
        }
        CHECK(memory[0] == 100 * round + from);
    }
    MPI_Group_free(&all);
    MPI_Group_free(&targets);
    MPI_Group_free(&origins);
    free(at);
    win_end(flavour, &win, memory);
}

/* Rank 0 serves all others in one exposure epoch, in turns with epochs the other way. */
static void star(void) {
    int *memory;
    MPI_Win win = win_make(ALLOCATED, check_size * sizeof(int), sizeof(int), MPI_COMM_WORLD, &memory);
    MPI_Group all, rest, first, none = MPI_GROUP_EMPTY;
    int zero = 0;
    MPI_Win_get_group(win, &all);
    MPI_Group_incl(all, 1, &zero, &first);
    MPI_Group_excl(all, 1, &zero, &rest);
    for (int round = 0; round < 20; round++) {
        int value = round * 10 + check_rank, got = -1;
        if (check_rank == 0) {
            MPI_Win_post(rest, 0, win);
            MPI_Win_wait(win);
            for (int r = 1; r < check_size; r++) CHECK(memory[r] == round * 10 + r);
            MPI_Win_start(rest, 0, win);
            for (int r = 1; r < check_size; r++) MPI_Put(&value, 1, MPI_INT, r, 0, 1, MPI_INT, win);
            MPI_Win_complete(win);
        } else {
            MPI_Win_start(first, 0, win);
            MPI_Put(&value, 1, MPI_INT, 0, check_rank, 1, MPI_INT, win);
            MPI_Get(&got, 1, MPI_INT, 0, check_rank, 1, MPI_INT, win);
            MPI_Win_complete(win);
            CHECK(got == value || got == (round - 1) * 10 + check_rank || round == 0);
            MPI_Win_post(first, 0, win);
            MPI_Win_wait(win);
            CHECK(memory[0] == round * 10);
        }
    }
    /* With an empty group. */
    MPI_Win_post(none, 0, win);
    MPI_Win_start(none, 0, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    MPI_Group_free(&all);
    MPI_Group_free(&rest);
    MPI_Group_free(&first);
    MPI_Win_free(&win);
}

/* A test is false until the other side has completed. */
static void test_waits(void) {
    if (check_size < 2 || check_rank > 1) {
        MPI_Comm none;
        MPI_Comm_split(MPI_COMM_WORLD, MPI_UNDEFINED, 0, &none);
        return;
    }
    MPI_Comm two;
    MPI_Comm_split(MPI_COMM_WORLD, 0, check_rank, &two);
    int *memory, other = 1 - check_rank, flag = 1;
    MPI_Win win = win_make(ALLOCATED, sizeof(int), 1, two, &memory);
    MPI_Group all, one;
    MPI_Win_get_group(win, &all);
    MPI_Group_incl(all, 1, &other, &one);
    if (check_rank == 0) {
        MPI_Win_post(one, MPI_MODE_NOSTORE, win);
        MPI_Win_test(win, &flag);
        CHECK(flag == 0);
        MPI_Send(NULL, 0, MPI_INT, 1, 0, two);
        while (!flag) MPI_Win_test(win, &flag);
        CHECK(*memory == 77);
    } else {
        int value = 77;
        MPI_Win_start(one, 0, win);
        MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Recv(NULL, 0, MPI_INT, 0, 0, two, MPI_STATUS_IGNORE);
        MPI_Win_complete(win);
    }
    MPI_Group_free(&all);
    MPI_Group_free(&one);
    MPI_Win_free(&win);
    MPI_Comm_free(&two);
}

int main(int argc, char **argv) {
    check_start(&argc, &argv);
    for (int flavour = 0; flavour < FLAVOURS; flavour++) ring(flavour, 0);
    ring(ALLOCATED, MPI_MODE_NOCHECK | MPI_MODE_NOPUT);
    star();
    test_waits();
    return check_end();
}
