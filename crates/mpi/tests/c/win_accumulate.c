/* Accumulating operations: what many ranks add at once is all there, every operation does what it does in MPI_Reduce, on
 * every kind of type, in windows of every flavour. ranks: 1 2 4 */
#include "win.h"
#include <complex.h>

enum { N = 300, ROUNDS = 40 };

/* All ranks add to the same elements of rank 0 at once. */
#define ADD(type, mpi)                                                                                 \
    do {                                                                                               \
        type *memory, ones[N], old[N];                                                                 \
        MPI_Win win = win_make(flavour, N * sizeof(type), sizeof(type), MPI_COMM_WORLD, &memory);      \
        MPI_Aint *at = win_bases(flavour, memory, MPI_COMM_WORLD);                                     \
        for (int i = 0; i < N; i++) ones[i] = 1, memory[i] = 0;                                        \
        MPI_Win_fence(0, win);                                                                         \
        for (int k = 0; k < ROUNDS; k++)                                                               \
            MPI_Accumulate(ones, N, mpi, 0, at[0], N, mpi, MPI_SUM, win);                              \
        /* Nothing to anybody. */                                                                      \
        for (int r = 0; r < check_size; r++) {                                                         \
            MPI_Accumulate(ones, 0, mpi, r, at[r], 0, mpi, MPI_SUM, win);                              \
            MPI_Get_accumulate(ones, 0, mpi, old, 0, mpi, r, at[r], 0, mpi, MPI_SUM, win);             \
        }                                                                                              \
        MPI_Get_accumulate(ones, N, mpi, old, N, mpi, 0, at[0], N, mpi, MPI_SUM, win);                 \
        MPI_Win_fence(0, win);                                                                         \
        for (int i = 0; i < N; i++) CHECK(creal(old[i]) >= ROUNDS);                                    \
        for (int i = 0; i < N && check_rank == 0; i++) CHECK(memory[i] == (type)(check_size * (ROUNDS + 1))); \
        free(at);                                                                                      \
        win_end(flavour, &win, memory);                                                                \
    } while (0)

static void together(int flavour) {
    ADD(unsigned char, MPI_UINT8_T);
    ADD(short, MPI_SHORT);
    ADD(int, MPI_INT);
    ADD(long, MPI_LONG);
    ADD(unsigned, MPI_UNSIGNED);
    ADD(float, MPI_FLOAT);
    ADD(double, MPI_DOUBLE);
    ADD(long double, MPI_LONG_DOUBLE);
    ADD(float complex, MPI_C_FLOAT_COMPLEX);
    ADD(double complex, MPI_C_DOUBLE_COMPLEX);
}

/* Each operation against MPI_Reduce_local. */
static void operations(int flavour) {
    MPI_Op ops[] = {MPI_SUM, MPI_PROD, MPI_MIN, MPI_MAX, MPI_LAND, MPI_LOR, MPI_LXOR, MPI_BAND, MPI_BOR, MPI_BXOR};
    unsigned *memory, operand[N], want[N], old[N], start[N];
    MPI_Win win = win_make(flavour, N * sizeof *memory, sizeof *memory, MPI_COMM_WORLD, &memory);
    MPI_Aint *at = win_bases(flavour, memory, MPI_COMM_WORLD);
    int to = (check_rank + 1) % check_size, left = (check_rank + check_size - 1) % check_size;
    for (int o = 0; o < (int)(sizeof ops / sizeof *ops); o++) {
        for (int i = 0; i < N; i++) operand[i] = i % 7 * (to + 3), start[i] = memory[i] = i % 5 * (i + o + 1);
        MPI_Win_fence(0, win);
        MPI_Get_accumulate(operand, N, MPI_UNSIGNED, old, N, MPI_UNSIGNED, to, at[to], N, MPI_UNSIGNED, ops[o], win);
        MPI_Win_fence(0, win);
        CHECK(memcmp(old, start, sizeof old) == 0);
        for (int i = 0; i < N; i++) operand[i] = i % 7 * (check_rank + 3), want[i] = start[i];
        MPI_Reduce_local(operand, want, N, MPI_UNSIGNED, ops[o]);
        CHECK(memcmp(memory, want, sizeof want) == 0);
    }
    /* The two that only accumulating has. */
    for (int i = 0; i < N; i++) operand[i] = check_rank * 1000 + i;
    MPI_Win_fence(0, win);
    MPI_Accumulate(operand, N, MPI_UNSIGNED, to, at[to], N, MPI_UNSIGNED, MPI_REPLACE, win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < N; i++) CHECK(memory[i] == (unsigned)(left * 1000 + i));
    MPI_Get_accumulate(NULL, 0, MPI_UNSIGNED, old, N, MPI_UNSIGNED, to, at[to], N, MPI_UNSIGNED, MPI_NO_OP, win);
    MPI_Accumulate(NULL, 0, MPI_UNSIGNED, to, at[to], N, MPI_UNSIGNED, MPI_NO_OP, win);
    MPI_Win_fence(0, win);
    CHECK(memcmp(old, operand, sizeof old) == 0);
    for (int i = 0; i < N; i++) CHECK(memory[i] == (unsigned)(left * 1000 + i));
    /* Characters are no numbers, but can be replaced. */
    char word[8] = "replace";
    MPI_Win_fence(0, win);
    MPI_Accumulate(word, 8, MPI_CHAR, to, at[to], 8, MPI_CHAR, MPI_REPLACE, win);
    MPI_Win_fence(0, win);
    CHECK(strcmp((char *)memory, word) == 0);
    free(at);
    win_end(flavour, &win, memory);
}

/* Pairs, with padding and without. */
static void pairs(int flavour) {
    struct { double value; int at; } *memory, mine[3], old[3];
    struct { short value; int at; } *small, few[2];
    MPI_Win win = win_make(flavour, 3 * sizeof *memory, sizeof *memory, MPI_COMM_WORLD, &memory);
    MPI_Aint *at = win_bases(flavour, memory, MPI_COMM_WORLD);
    for (int i = 0; i < 3; i++) {
        memory[i].value = -1, memory[i].at = -1;
        mine[i].value = (check_rank * 7 + i) % check_size, mine[i].at = check_rank;
    }
    MPI_Win_fence(0, win);
    MPI_Accumulate(mine, 3, MPI_DOUBLE_INT, 0, at[0], 3, MPI_DOUBLE_INT, MPI_MAXLOC, win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < 3 && check_rank == 0; i++) {
        CHECK(memory[i].value == check_size - 1);
        CHECK((memory[i].at * 7 + i) % check_size == check_size - 1);
    }
    /* The second and third by a derived type at this side, the first and third at the target. */
    MPI_Datatype two;
    MPI_Type_vector(2, 1, 2, MPI_DOUBLE_INT, &two);
    MPI_Type_commit(&two);
    for (int i = 0; i < 3; i++) mine[i].value = 100 + i, mine[i].at = i, old[i].value = -5;
    MPI_Win_fence(0, win);
    if (check_rank == check_size - 1)
        MPI_Get_accumulate(mine + 1, 2, MPI_DOUBLE_INT, old, 1, two, 0, at[0], 1, two, MPI_REPLACE, win);
    MPI_Win_fence(0, win);
    if (check_rank == check_size - 1) {
        CHECK(old[0].value == check_size - 1 && old[2].value == check_size - 1 && old[1].value == -5);
    }
    if (check_rank == 0) {
        CHECK(memory[0].value == 101 && memory[0].at == 1 && memory[2].value == 102 && memory[2].at == 2);
        CHECK(memory[1].value == check_size - 1);
    }
    MPI_Type_free(&two);
    free(at);
    win_end(flavour, &win, memory);
    win = win_make(flavour, 2 * sizeof *small, sizeof *small, MPI_COMM_WORLD, &small);
    at = win_bases(flavour, small, MPI_COMM_WORLD);
    for (int i = 0; i < 2; i++) small[i].value = 1000, small[i].at = 9, few[i].value = check_rank, few[i].at = i;
    MPI_Win_fence(0, win);
    MPI_Accumulate(few, 2, MPI_SHORT_INT, 0, at[0], 2, MPI_SHORT_INT, MPI_MINLOC, win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < 2 && check_rank == 0; i++) CHECK(small[i].value == 0 && small[i].at == i);
    free(at);
    win_end(flavour, &win, small);
}

/* Types with holes at both sides. */
static void derived(int flavour) {
    long *memory, row[2 * N], old[2 * N];
    MPI_Win win = win_make(flavour, 3 * N * sizeof(long), sizeof(long), MPI_COMM_WORLD, &memory);
    MPI_Aint *at = win_bases(flavour, memory, MPI_COMM_WORLD);
    MPI_Datatype second, third;
    MPI_Type_vector(N, 1, 2, MPI_LONG, &second);
    MPI_Type_vector(N, 1, 3, MPI_LONG, &third);
    MPI_Type_commit(&second);
    MPI_Type_commit(&third);
    for (int i = 0; i < 3 * N; i++) memory[i] = i;
    for (int i = 0; i < 2 * N; i++) row[i] = 1000, old[i] = -1;
    MPI_Win_fence(0, win);
    MPI_Get_accumulate(row, 1, second, old, 1, second, 0, at[0], 1, third, MPI_SUM, win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < 2 * N; i++) CHECK(i % 2 ? old[i] == -1 : old[i] % 1000 == i / 2 * 3 % 1000);
    for (int i = 0; i < 3 * N && check_rank == 0; i++) CHECK(memory[i] == i + (i % 3 ? 0 : 1000 * check_size));
    MPI_Type_free(&second);
    MPI_Type_free(&third);
    free(at);
    win_end(flavour, &win, memory);
}

/* Columns 1 to `columns` of a dense array, or of one with 2 more on the right. */
static MPI_Datatype patch(int rows, int columns, int whole) {
    MPI_Datatype type;
    int all[2] = {rows, whole}, part[2] = {rows, columns}, first[2] = {0, whole > columns};
    MPI_Type_create_subarray(2, all, part, first, MPI_ORDER_C, MPI_DOUBLE, &type);
    MPI_Type_commit(&type);
    return type;
}

/* Patches of an array, in rows of one element to more than a stripe guards: all ranks add to the same elements at once,
 * every other time from rows with gaps. What lies beside the rows stays as it is. */
static void patches(int flavour) {
    static const int lengths[] = {1, 2, 3, 4, 8, 16, 33, 700};
    for (int l = 0; l < (int)(sizeof lengths / sizeof *lengths); l++) {
        int columns = lengths[l], rows = 2100 / columns, whole = 2 * columns + 3, wrong = 0;
        double *memory, *operand = malloc(rows * (columns + 2) * sizeof *operand);
        MPI_Win win = win_make(flavour, rows * whole * sizeof *memory, sizeof *memory, MPI_COMM_WORLD, &memory);
        MPI_Aint *at = win_bases(flavour, memory, MPI_COMM_WORLD);
        MPI_Datatype there = patch(rows, columns, whole), dense = patch(rows, columns, columns);
        MPI_Datatype gaps = patch(rows, columns, columns + 2);
        memset(memory, 0, rows * whole * sizeof *memory);
        MPI_Win_fence(0, win);
        for (int k = 0; k < 8; k++) {
            for (int i = 0; i < rows * columns; i++)
                operand[k % 2 ? i / columns * (columns + 2) + 1 + i % columns : i] = i + 1;
            MPI_Accumulate(operand, 1, k % 2 ? gaps : dense, 0, at[0], 1, there, MPI_SUM, win);
        }
        MPI_Win_fence(0, win);
        for (int i = 0; i < rows * whole && check_rank == 0; i++) {
            int row = i / whole, column = i % whole - 1, inside = column >= 0 && column < columns;
            wrong += memory[i] != (inside ? 8.0 * check_size * (row * columns + column + 1) : 0);
        }
        if (wrong) fprintf(stderr, "flavour %d, rows of %d: %d elements are wrong\n", flavour, columns, wrong);
        CHECK(wrong == 0);
        MPI_Type_free(&there), MPI_Type_free(&dense), MPI_Type_free(&gaps);
        free(at), free(operand);
        win_end(flavour, &win, memory);
    }
}

int main(int argc, char **argv) {
    check_start(&argc, &argv);
    for (int flavour = 0; flavour < FLAVOURS; flavour++) {
        patches(flavour);
        together(flavour);
        operations(flavour);
        pairs(flavour);
        if (flavour != DYNAMIC) derived(flavour);
    }
    return check_end();
}
