/* Dynamic windows: memory is attached and detached while the window is in use; what is not attached is not reached.
 * ranks: 1 2 4 */
#include "win.h"

static MPI_Aint address(const void *at) {
    MPI_Aint a;
    MPI_Get_address(at, &a);
    return a;
}

/* A list whose elements lie at the ranks that add them. */
typedef struct {
    MPI_Aint rank, at;
    long value;
} Element;

static void list(void) {
    enum { EACH = 20 };
    MPI_Win win, heads;
    MPI_Aint *head;
    Element *mine = calloc(EACH, sizeof *mine);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_allocate(2 * sizeof(MPI_Aint), sizeof(MPI_Aint), MPI_INFO_NULL, MPI_COMM_WORLD, &head, &heads);
    head[0] = -1, head[1] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < EACH; i++) {
        MPI_Win_attach(win, mine + i, sizeof *mine);
        mine[i].value = check_rank * 100 + i;
        MPI_Aint new[2] = {check_rank, address(mine + i)};
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, heads);
        MPI_Get(&mine[i].rank, 2, MPI_AINT, 0, 0, 2, MPI_AINT, heads);
        MPI_Win_flush(0, heads);
        MPI_Put(new, 2, MPI_AINT, 0, 0, 2, MPI_AINT, heads);
        MPI_Win_unlock(0, heads);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, heads);
    Element e = {0};
    int found = 0;
    long sum = 0;
    MPI_Get(&e.rank, 2, MPI_AINT, 0, 0, 2, MPI_AINT, heads);
    MPI_Win_unlock(0, heads);
    while (e.rank >= 0) {
        int rank = (int)e.rank;
        MPI_Get(&e, sizeof e, MPI_BYTE, rank, e.at, sizeof e, MPI_BYTE, win);
        MPI_Win_flush(rank, win);
        found++;
        sum += e.value;
    }
    MPI_Win_unlock_all(win);
    CHECK(found == EACH * check_size);
    CHECK(sum == EACH * 100L * check_size * (check_size - 1) / 2 + (long)check_size * EACH * (EACH - 1) / 2);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < EACH; i++) MPI_Win_detach(win, mine + i);
    MPI_Win_free(&win);
    MPI_Win_free(&heads);
    free(mine);
}

/* What is not attached (any more), or only in part, is an error that changes nothing. (Of another machine it is heard at
 * the end of the epoch.) */
static void errors(void) {
    MPI_Win win;
    long room[4] = {1, 2, 3, 4}, value = 9;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_attach(win, room + 1, 2 * sizeof(long));
    CHECK(MPI_Win_attach(win, room + 2, 2 * sizeof(long)) == MPI_ERR_RMA_ATTACH);
    CHECK(MPI_Win_attach(win, room, -1) == MPI_ERR_SIZE);
    CHECK(MPI_Win_detach(win, room) == MPI_ERR_RMA_ATTACH);
    MPI_Aint *at = win_bases(DYNAMIC, room, MPI_COMM_WORLD);
    int to = (check_rank + 1) % check_size;
    MPI_Win_fence(0, win);
    CHECK(MPI_Put(&value, 1, MPI_LONG, to, at[to], 1, MPI_LONG, win) == MPI_ERR_RMA_RANGE);
    CHECK(MPI_Put(&value, 1, MPI_LONG, to, at[to] + 20, 1, MPI_LONG, win) == MPI_ERR_RMA_RANGE);
    CHECK(MPI_Get(&value, 1, MPI_LONG, to, 0, 1, MPI_LONG, win) == MPI_ERR_RMA_RANGE);
    CHECK(MPI_Accumulate(&value, 1, MPI_LONG, to, at[to] + 24, 1, MPI_LONG, MPI_SUM, win) == MPI_ERR_RMA_RANGE);
    CHECK(MPI_Put(&value, 1, MPI_LONG, to, at[to] + 16, 1, MPI_LONG, win) == MPI_SUCCESS);
    MPI_Win_fence(0, win);
    CHECK(room[0] == 1 && room[1] == 2 && room[2] == 9 && room[3] == 4);
    MPI_Win_detach(win, room + 1);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(MPI_Put(&value, 1, MPI_LONG, to, at[to] + 16, 1, MPI_LONG, win) == MPI_ERR_RMA_RANGE);
    MPI_Aint size;
    int unit;
    void *base;
    CHECK(MPI_Win_shared_query(win, 0, &size, &unit, &base) == MPI_ERR_RMA_FLAVOR);
    MPI_Win_free(&win);
    free(at);
}

/* More regions than are listed for others are still reached. */
static void many(void) {
    enum { REGIONS = 300 };
    static int memory[2 * REGIONS], values[REGIONS];
    MPI_Win win;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    for (int i = 0; i < REGIONS; i++) MPI_Win_attach(win, memory + 2 * i, sizeof(int));
    MPI_Aint *at = win_bases(DYNAMIC, memory, MPI_COMM_WORLD);
    int to = (check_rank + 1) % check_size, left = (check_rank + check_size - 1) % check_size;
    MPI_Win_fence(0, win);
    for (int i = 0; i < REGIONS; i++) {
        values[i] = 1000 * check_rank + i;
        MPI_Put(values + i, 1, MPI_INT, to, at[to] + 2 * i * (MPI_Aint)sizeof(int), 1, MPI_INT, win);
    }
    MPI_Win_fence(0, win);
    for (int i = 0; i < REGIONS; i++) CHECK(memory[2 * i] == 1000 * left + i);
    for (int i = REGIONS - 1; i >= 0; i--) MPI_Win_detach(win, memory + 2 * i);
    MPI_Win_free(&win);
    free(at);
}

/* An operation may span regions that lie next to each other, whatever their order of attachment, and elements may. */
static void adjacent(void) {
    enum { N = 1000 };
    MPI_Win win;
    int *memory = calloc(N, sizeof *memory), *values = malloc(2 * N * sizeof *values), *got = values + N;
    char *bytes = (char *)memory;
    long cuts[] = {0, 401, 402, 2 * N, N * 4};
    int order[] = {2, 0, 3, 1}, to = (check_rank + 1) % check_size, from = (check_rank + check_size - 1) % check_size;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    for (int i = 0; i < 4; i++)
        CHECK(MPI_Win_attach(win, bytes + cuts[order[i]], cuts[order[i] + 1] - cuts[order[i]]) == MPI_SUCCESS);
    MPI_Aint *at = win_bases(DYNAMIC, memory, MPI_COMM_WORLD);
    for (int i = 0; i < N; i++) values[i] = 1000 * check_rank + i, got[i] = -1;
    MPI_Win_fence(0, win);
    CHECK(MPI_Put(values, N, MPI_INT, to, at[to], N, MPI_INT, win) == MPI_SUCCESS);
    CHECK(MPI_Win_fence(0, win) == MPI_SUCCESS);
    for (int i = 0; i < N; i++) CHECK(memory[i] == 1000 * from + i);
    MPI_Win_fence(0, win);
    CHECK(MPI_Accumulate(values, N, MPI_INT, to, at[to], N, MPI_INT, MPI_SUM, win) == MPI_SUCCESS);
    CHECK(MPI_Win_fence(0, win) == MPI_SUCCESS);
    CHECK(MPI_Get(got, N, MPI_INT, to, at[to], N, MPI_INT, win) == MPI_SUCCESS);
    CHECK(MPI_Win_fence(0, win) == MPI_SUCCESS);
    for (int i = 0; i < N; i++) CHECK(got[i] == 2 * values[i]);
    /* Of its 4 bytes one is in a region of its own. */
    int one = 1, old = 0;
    CHECK(MPI_Fetch_and_op(&one, &old, MPI_INT, to, at[to] + 400, MPI_SUM, win) == MPI_SUCCESS);
    CHECK(MPI_Win_fence(0, win) == MPI_SUCCESS && old == 2 * values[100] && memory[100] == 2 * (1000 * from + 100) + 1);
    /* A gap that a detached region leaves is reached no more. */
    MPI_Win_fence(0, win);
    CHECK(MPI_Win_detach(win, bytes + 401) == MPI_SUCCESS);
    MPI_Barrier(MPI_COMM_WORLD);
    int refused = MPI_Put(values, N, MPI_INT, to, at[to], N, MPI_INT, win);
    int later = MPI_Win_fence(0, win);
    CHECK(refused == MPI_ERR_RMA_RANGE || later == MPI_ERR_RMA_RANGE);
    CHECK(MPI_Put(values, 1, MPI_INT, to, at[to], 1, MPI_INT, win) == MPI_SUCCESS);
    CHECK(MPI_Win_fence(0, win) == MPI_SUCCESS && memory[0] == 1000 * from);
    for (int i = 0; i < 4; i++)
        if (order[i] != 1) MPI_Win_detach(win, bytes + cuts[order[i]]);
    MPI_Win_free(&win);
    free(at), free(memory), free(values);
}

/* Memory of no bytes is attached and detached as any other is. */
static void nothing(void) {
    MPI_Win win;
    char memory[10];
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    for (int i = 0; i < 2; i++) {
        CHECK(MPI_Win_attach(win, memory, 0) == MPI_SUCCESS && MPI_Win_attach(win, NULL, 0) == MPI_SUCCESS);
        CHECK(MPI_Win_attach(win, memory, sizeof memory) == MPI_SUCCESS);
        CHECK(MPI_Win_attach(win, memory + 5, 0) == MPI_SUCCESS);
        CHECK(MPI_Win_detach(win, memory) == MPI_SUCCESS && MPI_Win_detach(win, memory) == MPI_SUCCESS);
        CHECK(MPI_Win_detach(win, memory) == MPI_ERR_RMA_ATTACH);
        CHECK(MPI_Win_detach(win, memory + 5) == MPI_SUCCESS && MPI_Win_detach(win, NULL) == MPI_SUCCESS);
        CHECK(MPI_Win_detach(win, NULL) == MPI_ERR_RMA_ATTACH);
    }
    MPI_Win_free(&win);
}

int main(int argc, char **argv) {
    check_start(&argc, &argv);
    list();
    adjacent();
    nothing();
    if (win_on_one_machine(MPI_COMM_WORLD)) errors();
    many();
    return check_end();
}
