/* What is wrong with a call on a window is an error of the right class, goes to the window's error handler, and changes
 * nothing. ranks: 1 2 */
#include "win.h"

static int heard, last;
static MPI_Win about;

static void handler(MPI_Win *win, int *code, ...) {
    heard++;
    last = *code;
    about = *win;
}

static int class_of(int code) {
    int class;
    MPI_Error_class(code, &class);
    return class;
}

#define FAILS(class, call) CHECK(class_of(call) == (class))

static void making(void) {
    MPI_Win win;
    int x, *base;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    FAILS(MPI_ERR_SIZE, MPI_Win_create(&x, -1, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win));
    CHECK(win == MPI_WIN_NULL);
    FAILS(MPI_ERR_DISP, MPI_Win_create(&x, 4, 0, MPI_INFO_NULL, MPI_COMM_WORLD, &win));
    FAILS(MPI_ERR_BASE, MPI_Win_create(NULL, 4, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win));
    FAILS(MPI_ERR_SIZE, MPI_Win_allocate(-5, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win));
    FAILS(MPI_ERR_NO_MEM, MPI_Win_allocate((MPI_Aint)1 << 45, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win));
    FAILS(MPI_ERR_COMM, MPI_Win_create(&x, 4, 1, MPI_INFO_NULL, MPI_COMM_NULL, &win));
    /* Wrong on one rank is wrong on all. */
    int n = check_rank == 0 ? -1 : 4;
    FAILS(MPI_ERR_SIZE, MPI_Win_create(&x, n, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win));
    FAILS(MPI_ERR_WIN, MPI_Win_fence(0, MPI_WIN_NULL));
    FAILS(MPI_ERR_WIN, MPI_Win_fence(0, (MPI_Win)0x12345678));
    win = MPI_WIN_NULL;
    FAILS(MPI_ERR_WIN, MPI_Win_free(&win));
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

static void using(MPI_Win win, int *memory) {
    int value = 1, flag;
    MPI_Group group;
    MPI_Request request;
    MPI_Win_get_group(win, &group);
    /* No epoch. */
    FAILS(MPI_ERR_RMA_SYNC, MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win));
    FAILS(MPI_ERR_RMA_SYNC, MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win));
    FAILS(MPI_ERR_RMA_SYNC, MPI_Accumulate(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win));
    FAILS(MPI_ERR_RMA_SYNC, MPI_Fetch_and_op(&value, &flag, MPI_INT, 0, 0, MPI_SUM, win));
    FAILS(MPI_ERR_RMA_SYNC, MPI_Compare_and_swap(&value, &value, &flag, MPI_INT, 0, 0, win));
    FAILS(MPI_ERR_RMA_SYNC, MPI_Win_flush(0, win));
    FAILS(MPI_ERR_RMA_SYNC, MPI_Win_flush_all(win));
    FAILS(MPI_ERR_RMA_SYNC, MPI_Win_flush_local(0, win));
    FAILS(MPI_ERR_RMA_SYNC, MPI_Win_flush_local_all(win));
    FAILS(MPI_ERR_RMA_SYNC, MPI_Win_unlock(0, win));
    FAILS(MPI_ERR_RMA_SYNC, MPI_Win_unlock_all(win));
    FAILS(MPI_ERR_RMA_SYNC, MPI_Win_complete(win));
    FAILS(MPI_ERR_RMA_SYNC, MPI_Win_wait(win));
    FAILS(MPI_ERR_RMA_SYNC, MPI_Win_test(win, &flag));
    FAILS(MPI_ERR_LOCKTYPE, MPI_Win_lock(17, 0, 0, win));
    FAILS(MPI_ERR_ASSERT, MPI_Win_lock(MPI_LOCK_SHARED, 0, MPI_MODE_NOPUT, win));
    FAILS(MPI_ERR_ASSERT, MPI_Win_fence(1, win));
    FAILS(MPI_ERR_RANK, MPI_Win_lock(MPI_LOCK_SHARED, check_size, 0, win));
    FAILS(MPI_ERR_RANK, MPI_Win_lock(MPI_LOCK_SHARED, -7, 0, win));
    FAILS(MPI_ERR_RMA_FLAVOR, MPI_Win_attach(win, memory, 4));
    FAILS(MPI_ERR_RMA_FLAVOR, MPI_Win_detach(win, memory));
    FAILS(MPI_ERR_ARG, MPI_Win_test(win, NULL));
    FAILS(MPI_ERR_ARG, MPI_Win_get_group(win, NULL));
    /* One after the other, so that locks do not meet. */
    for (int turn = 0; turn < check_size; turn++) {
        MPI_Barrier(MPI_COMM_WORLD);
        if (turn != check_rank) continue;
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        FAILS(MPI_ERR_RMA_SYNC, MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win));
        FAILS(MPI_ERR_RMA_SYNC, MPI_Win_lock_all(0, win));
        FAILS(MPI_ERR_RMA_SYNC, MPI_Win_start(group, 0, win));
        FAILS(MPI_ERR_RMA_SYNC, MPI_Win_fence(0, win));
        FAILS(MPI_ERR_RMA_SYNC, MPI_Win_free(&win));
        if (check_size > 1) {
            FAILS(MPI_ERR_RMA_SYNC, MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win));
            FAILS(MPI_ERR_RMA_SYNC, MPI_Win_flush(1, win));
        }
        memory[1] = 5;
        FAILS(MPI_ERR_RMA_RANGE, MPI_Put(&value, 1, MPI_INT, 0, 4, 1, MPI_INT, win));
        FAILS(MPI_ERR_RMA_RANGE, MPI_Put(&value, 1, MPI_INT, 0, INT64_MAX / 2, 1, MPI_INT, win));
        FAILS(MPI_ERR_RMA_RANGE, MPI_Get(memory, 5, MPI_INT, 0, 0, 5, MPI_INT, win));
        FAILS(MPI_ERR_RMA_RANGE, MPI_Accumulate(memory, 4, MPI_INT, 0, 1, 4, MPI_INT, MPI_SUM, win));
        FAILS(MPI_ERR_RMA_RANGE, MPI_Fetch_and_op(&value, &flag, MPI_INT, 0, 4, MPI_SUM, win));
        FAILS(MPI_ERR_RMA_RANGE, MPI_Compare_and_swap(&value, &value, &flag, MPI_INT, 0, 4, win));
        FAILS(MPI_ERR_DISP, MPI_Put(&value, 1, MPI_INT, 0, -1, 1, MPI_INT, win));
        FAILS(MPI_ERR_RANK, MPI_Put(&value, 1, MPI_INT, check_size, 0, 1, MPI_INT, win));
        FAILS(MPI_ERR_COUNT, MPI_Put(&value, -1, MPI_INT, 0, 0, -1, MPI_INT, win));
        FAILS(MPI_ERR_TYPE, MPI_Put(&value, 1, MPI_DATATYPE_NULL, 0, 0, 1, MPI_INT, win));
        FAILS(MPI_ERR_TYPE, MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_DATATYPE_NULL, win));
        FAILS(MPI_ERR_TYPE, MPI_Put(&value, 1, MPI_INT, 0, 0, 2, MPI_INT, win));
        FAILS(MPI_ERR_TYPE, MPI_Accumulate(&value, 1, MPI_INT, 0, 0, 1, MPI_FLOAT, MPI_SUM, win));
        FAILS(MPI_ERR_OP, MPI_Accumulate(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_OP_NULL, win));
        FAILS(MPI_ERR_OP, MPI_Accumulate(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_MAXLOC, win));
        FAILS(MPI_ERR_OP, MPI_Accumulate(&value, 1, MPI_CHARACTER, 0, 0, 1, MPI_CHARACTER, MPI_SUM, win));
        FAILS(MPI_ERR_BUFFER, MPI_Put(NULL, 1, MPI_INT, 0, 0, 1, MPI_INT, win));
        CHECK(MPI_Put(&value, 0, MPI_INT, 0, 4, 0, MPI_INT, win) == MPI_SUCCESS);
        CHECK(MPI_Put(&value, 1, MPI_INT, MPI_PROC_NULL, -1, 1, MPI_INT, win) == MPI_SUCCESS);
        CHECK(memory[1] == 5);
        MPI_Win_unlock(0, win);
        FAILS(MPI_ERR_RMA_SYNC, MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win));
    }
    MPI_Win_fence(0, win);
    FAILS(MPI_ERR_RMA_SYNC, MPI_Rput(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &request));
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    FAILS(MPI_ERR_RMA_SYNC, MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win));
    MPI_Win_post(MPI_GROUP_EMPTY, 0, win);
    FAILS(MPI_ERR_RMA_SYNC, MPI_Win_post(MPI_GROUP_EMPTY, 0, win));
    FAILS(MPI_ERR_RMA_SYNC, MPI_Win_fence(0, win));
    FAILS(MPI_ERR_RMA_SYNC, MPI_Win_free(&win));
    MPI_Win_wait(win);
    FAILS(MPI_ERR_GROUP, MPI_Win_post(MPI_GROUP_NULL, 0, win));
    MPI_Group_free(&group);
}

int main(int argc, char **argv) {
    check_start(&argc, &argv);
    making();
    int *memory;
    MPI_Errhandler mine, got;
    for (int flavour = CREATED; flavour <= SHARED; flavour++) {
        MPI_Win win = win_make(flavour, 4 * sizeof(int), sizeof(int), MPI_COMM_WORLD, &memory);
        MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
        using(win, memory);
        MPI_Win_create_errhandler(handler, &mine);
        CHECK(MPI_Win_set_errhandler(win, mine) == MPI_SUCCESS);
        MPI_Win_get_errhandler(win, &got);
        CHECK(got == mine);
        MPI_Errhandler_free(&got);
        MPI_Errhandler_free(&mine);
        int before = heard;
        MPI_Win_flush(0, win);
        CHECK(heard == before + 1 && class_of(last) == MPI_ERR_RMA_SYNC && about == win);
        CHECK(MPI_Win_call_errhandler(win, MPI_ERR_OTHER) == MPI_SUCCESS);
        CHECK(heard == before + 2 && last == MPI_ERR_OTHER);
        win_end(flavour, &win, memory);
    }
    return check_end();
}
