/* Fetch-and-op and compare-and-swap, of every width, by all ranks at once: every number is drawn once. A lock made of
 * them keeps others out. ranks: 1 2 4 */
#include "win.h"
#include <sys/mman.h>
#include <unistd.h>

enum { DRAWS = 400 };

/* All ranks draw numbers from one counter; each is drawn by one of them, and in ascending order. */
#define DRAW(type, mpi, draws)                                                                      \
    do {                                                                                            \
        type *memory, one = 1, got, last = 0, sum = 0, all = 0;                                     \
        MPI_Win win = win_make(flavour, sizeof(type), 1, MPI_COMM_WORLD, &memory);                  \
        MPI_Aint *at = win_bases(flavour, memory, MPI_COMM_WORLD);                                  \
        MPI_Barrier(MPI_COMM_WORLD);                                                                \
        MPI_Win_lock_all(0, win);                                                                   \
        for (int i = 0; i < (draws); i++) {                                                         \
            MPI_Fetch_and_op(&one, &got, mpi, 0, at[0], MPI_SUM, win);                              \
            MPI_Win_flush(0, win);                                                                  \
            CHECK(i == 0 || got > last);                                                            \
            last = got;                                                                             \
            sum += got;                                                                             \
        }                                                                                           \
        MPI_Win_unlock_all(win);                                                                    \
        MPI_Allreduce(&sum, &all, 1, mpi, MPI_SUM, MPI_COMM_WORLD);                                 \
        long n = (long)(draws) * check_size;                                                        \
        CHECK(all == (type)(n * (n - 1) / 2));                                                      \
        free(at);                                                                                   \
        win_end(flavour, &win, memory);                                                             \
    } while (0)

static void draw(int flavour) {
    DRAW(unsigned char, MPI_UINT8_T, 250 / check_size);
    DRAW(unsigned short, MPI_UINT16_T, DRAWS);
    DRAW(int, MPI_INT, DRAWS);
    DRAW(long, MPI_LONG, DRAWS);
    DRAW(unsigned long, MPI_UNSIGNED_LONG, DRAWS);
    DRAW(double, MPI_DOUBLE, DRAWS);
    DRAW(float, MPI_FLOAT, DRAWS);
    DRAW(long double, MPI_LONG_DOUBLE, DRAWS);
}

/* A lock by compare-and-swap round a counter by put and get. */
static void lock(int flavour) {
    int *memory, none = 0, mine = check_rank + 1, got, value;
    MPI_Win win = win_make(flavour, 2 * sizeof(int), sizeof(int), MPI_COMM_WORLD, &memory);
    MPI_Aint *at = win_bases(flavour, memory, MPI_COMM_WORLD);
    MPI_Aint counter = at[0] + (flavour == DYNAMIC ? (MPI_Aint)sizeof(int) : 1);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    for (int i = 0; i < 50; i++) {
        do {
            MPI_Compare_and_swap(&mine, &none, &got, MPI_INT, 0, at[0], win);
            MPI_Win_flush(0, win);
        } while (got != 0);
        MPI_Get(&value, 1, MPI_INT, 0, counter, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
        value++;
        MPI_Put(&value, 1, MPI_INT, 0, counter, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
        MPI_Compare_and_swap(&none, &mine, &got, MPI_INT, 0, at[0], win);
        MPI_Win_flush(0, win);
        CHECK(got == mine);
    }
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Get(&value, 1, MPI_INT, 0, counter, 1, MPI_INT, win);
    MPI_Win_unlock(0, win);
    CHECK(value == 50 * check_size);
    free(at);
    win_end(flavour, &win, memory);
}

/* Of two ranks that put, flush, and get what the other puts, one sees the other's, also if the operation before the put
 * was an atomic one, after which a flush would need no fence. */
static void puts_and_gets(void) {
    enum { ROUNDS = 5000 };
    static int seen[ROUNDS];
    int *memory, one = 1, got, both = 0;
    long *counter, step = 1, was;
    MPI_Win win = win_make(ALLOCATED, 2 * ROUNDS * sizeof(int), sizeof(int), MPI_COMM_WORLD, &memory);
    memset(memory, 0, 2 * ROUNDS * sizeof(int));
    MPI_Win numbers = win_make(ALLOCATED, sizeof(long), 1, MPI_COMM_WORLD, &counter);
    *counter = 0;
    MPI_Win_lock_all(0, win), MPI_Win_lock_all(0, numbers);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < ROUNDS && check_rank < 2; i++) {
        MPI_Fetch_and_op(&one, &got, MPI_INT, check_rank, 2 * i + check_rank, MPI_NO_OP, win);
        MPI_Fetch_and_op(&step, &was, MPI_LONG, check_rank, 0, MPI_SUM, numbers);
        MPI_Fetch_and_op(&one, &got, MPI_INT, 1, 2 * i + check_rank, MPI_SUM, win);
        MPI_Put(&one, 1, MPI_INT, 0, 2 * i + check_rank, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
        MPI_Get(seen + i, 1, MPI_INT, 0, 2 * i + 1 - check_rank, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
    }
    if (check_rank == 0) {
        static int theirs[ROUNDS];
        MPI_Recv(theirs, ROUNDS, MPI_INT, 1, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int i = 0; i < ROUNDS; i++) both += !seen[i] && !theirs[i];
        if (both) fprintf(stderr, "in %d of %d rounds neither rank saw the other's put\n", both, ROUNDS);
        CHECK(both == 0);
    } else if (check_rank == 1) {
        MPI_Send(seen, ROUNDS, MPI_INT, 0, 5, MPI_COMM_WORLD);
    }
    MPI_Win_unlock_all(numbers), MPI_Win_unlock_all(win);
    win_end(ALLOCATED, &numbers, counter);
    win_end(ALLOCATED, &win, memory);
}

/* Every type that can be compared, and those that cannot. */
static void types(void) {
    MPI_Datatype types[] = {MPI_INT8_T,   MPI_SHORT,       MPI_UNSIGNED, MPI_LONG_LONG, MPI_AINT,   MPI_C_BOOL,
                            MPI_LOGICAL,  MPI_BYTE,        MPI_INTEGER,  MPI_COUNT};
    unsigned char *memory;
    MPI_Win win = win_make(ALLOCATED, 16, 1, MPI_COMM_SELF, &memory);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    for (int t = 0; t < 10; t++) {
        unsigned char compare[16] = {0}, new[16], old[16];
        int size;
        MPI_Type_size(types[t], &size);
        memset(new, 1, 16);
        memset(old, 9, 16);
        memset(memory, 0, 16);
        CHECK(MPI_Compare_and_swap(new, compare, old, types[t], 0, 0, win) == MPI_SUCCESS);
        for (int i = 0; i < 16; i++) CHECK(memory[i] == (i < size) && old[i] == (i < size ? 0 : 9));
        CHECK(MPI_Compare_and_swap(compare, compare, old, types[t], 0, 0, win) == MPI_SUCCESS);
        for (int i = 0; i < size; i++) CHECK(memory[i] == 1 && old[i] == 1);
    }
    double x = 0;
    CHECK(MPI_Compare_and_swap(&x, &x, &x, MPI_DOUBLE, 0, 0, win) == MPI_ERR_TYPE);
    MPI_Win_unlock(0, win);
    MPI_Win_free(&win);
}

/* Operations that only read write nothing, not even the present value: they work on read-only memory. */
static void reads(int flavour) {
    long page = sysconf(_SC_PAGESIZE), other = 7, got[3] = {0}, unused[3] = {0};
    long *memory = mmap(NULL, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (int i = 0; i < 3; i++) memory[i] = 100 * check_rank + i;
    mprotect(memory, page, PROT_READ);
    MPI_Win win;
    if (flavour == CREATED) {
        MPI_Win_create(memory, page, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    } else {
        MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
        MPI_Win_attach(win, memory, page);
    }
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Aint *at = win_bases(flavour, memory, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    for (int to = 0; to < check_size; to++) {
        CHECK(MPI_Fetch_and_op(NULL, got, MPI_LONG, to, at[to], MPI_NO_OP, win) == MPI_SUCCESS);
        CHECK(MPI_Win_flush(to, win) == MPI_SUCCESS && got[0] == 100 * to);
        CHECK(MPI_Get_accumulate(unused, 3, MPI_LONG, got, 3, MPI_LONG, to, at[to], 3, MPI_LONG, MPI_NO_OP, win) ==
              MPI_SUCCESS);
        CHECK(MPI_Win_flush(to, win) == MPI_SUCCESS && got[2] == 100 * to + 2);
        CHECK(MPI_Compare_and_swap(unused, &other, got, MPI_LONG, to, at[to] + 8, win) == MPI_SUCCESS);
        CHECK(MPI_Win_flush(to, win) == MPI_SUCCESS && got[0] == 100 * to + 1);
    }
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (flavour == DYNAMIC) MPI_Win_detach(win, memory);
    MPI_Win_free(&win);
    munmap(memory, page);
    free(at);
}

int main(int argc, char **argv) {
    check_start(&argc, &argv);
    for (int flavour = 0; flavour < FLAVOURS; flavour++) {
        draw(flavour);
        lock(flavour);
    }
    reads(CREATED);
    reads(DYNAMIC);
    types();
    if (check_size > 1) puts_and_gets();
    return check_end();
}
