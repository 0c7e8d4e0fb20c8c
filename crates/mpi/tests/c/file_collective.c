/* Collective accesses: blocks of arrays, pieces of random sizes, ends of files, non-blocking and split forms, the shared
 * pointer and the ranks' order; each way with and without the exchange of pieces. ranks: 1 2 3 4 */
#include "file.h"

/* The hints of each round: how pieces are exchanged, by how many ranks, in windows of which size. */
static const char *const ways[][3] = {
    {"automatic", NULL, NULL}, {"enable", NULL, "16384"}, {"enable", "1", "65536"}, {"disable", NULL, NULL},
};
enum { WAYS = sizeof ways / sizeof *ways };

static MPI_Info hints(int way) {
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, "romio_cb_write", ways[way][0]);
    MPI_Info_set(info, "romio_cb_read", ways[way][0]);
    if (ways[way][1]) MPI_Info_set(info, "cb_nodes", ways[way][1]);
    if (ways[way][2]) MPI_Info_set(info, "cb_buffer_size", ways[way][2]);
    return info;
}

/* How an access is made: 0 blocking, 1 non-blocking, 2 split; by offset or by the individual pointer. */
static int put(MPI_File file, int how, const void *from, int count, MPI_Datatype type, MPI_Status *status) {
    MPI_Request request;
    int code = MPI_SUCCESS;
    switch (how) {
    case 0: return MPI_File_write_all(file, from, count, type, status);
    case 1: return MPI_File_write_at_all(file, 0, from, count, type, status);
    case 2: code = MPI_File_iwrite_all(file, from, count, type, &request); break;
    case 3: code = MPI_File_iwrite_at_all(file, 0, from, count, type, &request); break;
    case 4:
        MPI_File_write_all_begin(file, from, count, type);
        return MPI_File_write_all_end(file, from, status);
    default:
        MPI_File_write_at_all_begin(file, 0, from, count, type);
        CHECK(file_class(MPI_File_write_all(file, from, count, type, status)) == MPI_ERR_OTHER);
        return MPI_File_write_at_all_end(file, from, status);
    }
    return code != MPI_SUCCESS ? code : MPI_Wait(&request, status);
}
static int get(MPI_File file, int how, void *into, int count, MPI_Datatype type, MPI_Status *status) {
    MPI_Request request;
    int code = MPI_SUCCESS;
    switch (how) {
    case 0: return MPI_File_read_all(file, into, count, type, status);
    case 1: return MPI_File_read_at_all(file, 0, into, count, type, status);
    case 2: code = MPI_File_iread_all(file, into, count, type, &request); break;
    case 3: code = MPI_File_iread_at_all(file, 0, into, count, type, &request); break;
    case 4:
        MPI_File_read_all_begin(file, into, count, type);
        return MPI_File_read_all_end(file, into, status);
    default:
        MPI_File_read_at_all_begin(file, 0, into, count, type);
        return MPI_File_read_at_all_end(file, into, status);
    }
    return code != MPI_SUCCESS ? code : MPI_Wait(&request, status);
}
enum { HOWS = 6 };

/* A 3-D array in blocks, of which memory has a border of one element. */
static void array(int way, int how) {
    int grid[3] = {0}, sizes[3] = {12, 10, 14}, block[3], starts[3], halo[3], ones[3] = {1, 1, 1}, position[3];
    MPI_Dims_create(check_size, 3, grid);
    for (int d = 2, rest = check_rank; d >= 0; rest /= grid[d--]) position[d] = rest % grid[d];
    int elements = 1;
    for (int d = 0; d < 3; d++) {
        starts[d] = sizes[d] * position[d] / grid[d];
        block[d] = sizes[d] * (position[d] + 1) / grid[d] - starts[d];
        halo[d] = block[d] + 2;
        elements *= halo[d];
    }
    MPI_Datatype file_type, memory_type;
    MPI_Type_create_subarray(3, sizes, block, starts, MPI_ORDER_C, MPI_INT, &file_type);
    MPI_Type_create_subarray(3, halo, block, ones, MPI_ORDER_C, MPI_INT, &memory_type);
    MPI_Type_commit(&file_type);
    MPI_Type_commit(&memory_type);
    int *memory = malloc(sizeof *memory * (size_t)elements), *back = malloc(sizeof *back * (size_t)elements);
    for (int i = 0, e = 0; i < halo[0]; i++)
        for (int j = 0; j < halo[1]; j++)
            for (int k = 0; k < halo[2]; k++, e++) {
                int x = starts[0] + i - 1, y = starts[1] + j - 1, z = starts[2] + k - 1;
                int inside = i && j && k && i <= block[0] && j <= block[1] && k <= block[2];
                memory[e] = inside ? (x * sizes[1] + y) * sizes[2] + z : -1;
                back[e] = -1;
            }
    MPI_Info info = hints(way);
    MPI_File file = file_new(MPI_COMM_WORLD, info);
    MPI_Info_free(&info);
    MPI_Status status;
    CHECK(MPI_File_set_view(file, 20, MPI_INT, file_type, "native", MPI_INFO_NULL) == MPI_SUCCESS);
    CHECK(put(file, how, memory, 1, memory_type, &status) == MPI_SUCCESS && file_count(&status, memory_type) == 1);
    MPI_Barrier(MPI_COMM_WORLD);
    size_t len;
    unsigned char *bytes = file_bytes(&len);
    int wrong = len != 20 + sizeof(int) * 12 * 10 * 14;
    for (int i = 0, number; !wrong && i < 12 * 10 * 14; i++) {
        memcpy(&number, bytes + 20 + sizeof(int) * (size_t)i, sizeof number);
        wrong += number != i;
    }
    CHECK(!wrong);
    free(bytes);
    MPI_File_seek(file, 0, MPI_SEEK_SET);
    CHECK(get(file, how, back, 1, memory_type, &status) == MPI_SUCCESS && file_count(&status, memory_type) == 1);
    CHECK(memcmp(memory, back, sizeof *back * (size_t)elements) == 0);
    MPI_File_close(&file);
    MPI_Type_free(&file_type);
    MPI_Type_free(&memory_type);
    free(memory);
    free(back);
}

static unsigned long long seed;
static unsigned number(unsigned below) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(seed >> 33) % below;
}

/* Pieces of random lengths and distances, dealt out to the ranks; some ranks may have none. */
static void dealt(int way, unsigned round) {
    enum { PIECES = 300, MOST = 1 << 20 };
    static unsigned char want[MOST], mine[MOST], back[MOST];
    static int lens[PIECES], at[PIECES];
    seed = 1000 * round + (unsigned)way; /* alike on all ranks */
    unsigned gaps = number(3) * 200, longest = 1 + number(2) * 3000 + number(60), place = number(5000);
    int pieces = 0;
    size_t count = 0;
    memset(want, 0, sizeof want);
    unsigned end = 0;
    for (int i = 0; i < PIECES; i++) {
        unsigned len = 1 + number(longest), owner = number((unsigned)check_size + 1);
        if (place + len > MOST) break;
        if (owner < (unsigned)check_size) {
            for (unsigned k = 0; k < len; k++) want[place + k] = check_byte(place + k, round);
            if (owner == (unsigned)check_rank) {
                lens[pieces] = (int)len, at[pieces++] = (int)place;
                memcpy(mine + count, want + place, len);
                count += len;
            }
            end = place + len;
        }
        place += len + (gaps ? number(gaps) : 0);
    }
    MPI_Datatype type;
    if (pieces == 0) lens[0] = 1, at[0] = 0;
    MPI_Type_indexed(pieces ? pieces : 1, lens, at, MPI_BYTE, &type);
    MPI_Type_commit(&type);
    MPI_Info info = hints(way);
    MPI_File file = file_new(MPI_COMM_WORLD, info);
    MPI_Info_free(&info);
    MPI_Status status;
    int how = (int)(round % HOWS);
    MPI_File_set_view(file, 0, MPI_BYTE, type, "native", MPI_INFO_NULL);
    CHECK(put(file, how, mine, (int)count, MPI_BYTE, &status) == MPI_SUCCESS);
    CHECK(file_count(&status, MPI_BYTE) == (int)count);
    MPI_Barrier(MPI_COMM_WORLD);
    size_t len;
    unsigned char *bytes = file_bytes(&len);
    CHECK(len == end && memcmp(bytes, want, len) == 0);
    free(bytes);
    /* The file ends in the middle of what is read. */
    unsigned half = end / 2;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_set_size(file, half);
    int left = 0;
    for (int i = 0; i < pieces; i++)
        left += (unsigned)at[i] >= half ? 0 : (unsigned)(at[i] + lens[i]) > half ? (int)half - at[i] : lens[i];
    memset(back, 0, count);
    MPI_File_seek(file, 0, MPI_SEEK_SET);
    CHECK(get(file, how, back, (int)count, MPI_BYTE, &status) == MPI_SUCCESS);
    CHECK(file_count(&status, MPI_BYTE) == left && memcmp(back, mine, (size_t)left) == 0);
    MPI_File_close(&file);
    MPI_Type_free(&type);
}

/* Far apart, where windows would be mostly empty; beyond 4 GiB. */
static void far(int way) {
    MPI_Info info = hints(way);
    MPI_File file = file_new(MPI_COMM_WORLD, info);
    MPI_Info_free(&info);
    int mine[100], back[100] = {0};
    for (int i = 0; i < 100; i++) mine[i] = 1000 * check_rank + i;
    MPI_Offset at = (MPI_Offset)check_rank << 33;
    MPI_Status status;
    CHECK(MPI_File_write_at_all(file, at, mine, 100, MPI_INT, &status) == MPI_SUCCESS);
    CHECK(MPI_File_read_at_all(file, at, back, 100, MPI_INT, &status) == MPI_SUCCESS);
    CHECK(file_count(&status, MPI_INT) == 100 && memcmp(mine, back, sizeof mine) == 0);
    CHECK(MPI_File_read_at_all(file, at + 100 * sizeof(int), back, 0, MPI_INT, &status) == MPI_SUCCESS);
    CHECK(file_count(&status, MPI_INT) == 0);
    MPI_File_close(&file);
}

/* The ranks' order, and the shared pointer: each access gets a place of its own. */
static void shared(void) {
    MPI_File file = file_new(MPI_COMM_WORLD, MPI_INFO_NULL);
    MPI_Offset at;
    MPI_Status status;
    int n = check_size, total = n * (n + 1) / 2, mine[16], back[16] = {0}, before = check_rank * (check_rank + 1) / 2;
    for (int i = 0; i <= check_rank; i++) mine[i] = 10 * check_rank + i;
    MPI_File_set_view(file, 4, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    CHECK(MPI_File_write_ordered(file, mine, check_rank + 1, MPI_INT, &status) == MPI_SUCCESS);
    CHECK(file_count(&status, MPI_INT) == check_rank + 1);
    MPI_File_get_position_shared(file, &at);
    CHECK(at == total);
    MPI_File_write_ordered_begin(file, mine, check_rank + 1, MPI_INT);
    CHECK(MPI_File_write_ordered_end(file, mine, &status) == MPI_SUCCESS);
    MPI_File_seek_shared(file, -2 * total, MPI_SEEK_CUR);
    for (int turn = 0; turn < 2; turn++) {
        memset(back, 0, sizeof back);
        if (turn == 0) MPI_File_read_ordered(file, back, check_rank + 1, MPI_INT, &status);
        else MPI_File_read_ordered_begin(file, back, check_rank + 1, MPI_INT), MPI_File_read_ordered_end(file, back, &status);
        CHECK(file_count(&status, MPI_INT) == check_rank + 1 && memcmp(mine, back, sizeof(int) * ((size_t)check_rank + 1)) == 0);
    }
    MPI_File_read_at(file, total + before, back, 1, MPI_INT, &status);
    CHECK(back[0] == 10 * check_rank);
    if (check_size > 1) CHECK(file_class(MPI_File_seek_shared(file, check_rank, MPI_SEEK_SET)) == MPI_ERR_NOT_SAME);
    CHECK(file_class(MPI_File_seek_shared(file, -1, MPI_SEEK_SET)) == MPI_ERR_ARG);
    enum { TURNS = 50 };
    MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
    MPI_Request requests[2];
    for (int turn = 0; turn < TURNS; turn++) {
        int pair[2] = {1000 * check_rank + turn, 500000 + 1000 * check_rank + turn};
        MPI_File_write_shared(file, &pair[0], 1, MPI_INT, &status);
        MPI_File_iwrite_shared(file, &pair[1], 1, MPI_INT, &requests[0]);
        MPI_Wait(&requests[0], &status);
        CHECK(file_count(&status, MPI_INT) == 1);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_get_position_shared(file, &at);
    CHECK(at == 2 * TURNS * n);
    size_t len;
    unsigned char *bytes = file_bytes(&len);
    int *seen = calloc(sizeof *seen, 2 * TURNS);
    for (int i = 0; i < 2 * TURNS * n; i++) {
        int v;
        memcpy(&v, bytes + 4 + 4 * i, 4);
        int late = v >= 500000, rank = v % 500000 / 1000;
        if (rank == check_rank && v % 1000 < TURNS) seen[late * TURNS + v % 1000]++;
    }
    for (int i = 0; i < 2 * TURNS; i++) CHECK(seen[i] == 1);
    free(seen);
    free(bytes);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
    MPI_File_iread_shared(file, &back[0], 1, MPI_INT, &requests[0]);
    MPI_File_read_shared(file, &back[1], 1, MPI_INT, &status);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    CHECK(back[0] != back[1]);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_get_position_shared(file, &at);
    CHECK(at == 2 * n);
    MPI_File_close(&file);
}

/* Many requests at once, waited for together, and a rank that sleeps until its request is complete. */
static void many(void) {
    enum { MANY = 20, INTS = 5000 };
    static int numbers[MANY][INTS], back[MANY][INTS];
    MPI_Request requests[2 * MANY];
    MPI_Status statuses[2 * MANY];
    MPI_File file = file_new(MPI_COMM_WORLD, MPI_INFO_NULL);
    for (int i = 0; i < MANY; i++) {
        for (int k = 0; k < INTS; k++) numbers[i][k] = (check_rank * MANY + i) * INTS + k;
        MPI_Offset at = (MPI_Offset)sizeof *numbers * (i * check_size + check_rank);
        if (i % 2) MPI_File_iwrite_at_all(file, at, numbers[i], INTS, MPI_INT, &requests[i]);
        else MPI_File_iwrite_at(file, at, numbers[i], INTS, MPI_INT, &requests[i]);
    }
    CHECK(MPI_Waitall(MANY, requests, statuses) == MPI_SUCCESS);
    for (int i = 0; i < MANY; i++) CHECK(file_count(&statuses[i], MPI_INT) == INTS && requests[i] == MPI_REQUEST_NULL);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < MANY; i++) {
        MPI_Offset at = (MPI_Offset)sizeof *numbers * (i * check_size + check_rank);
        if (i % 2) MPI_File_iread_at(file, at, back[i], INTS, MPI_INT, &requests[i]);
        else MPI_File_iread_at_all(file, at, back[i], INTS, MPI_INT, &requests[i]);
    }
    for (int left = MANY, i; left > 0; left--) {
        CHECK(MPI_Waitany(MANY, requests, &i, statuses) == MPI_SUCCESS && i >= 0);
        CHECK(file_count(statuses, MPI_INT) == INTS && memcmp(back[i], numbers[i], sizeof *numbers) == 0);
    }
    MPI_File_close(&file);
}

/* Columns of a matrix: items of a filetype that reach beyond the item behind them. */
static void columns(int way) {
    enum { ROWS = 300, EACH = 2 };
    int all = EACH * check_size;
    static double out[EACH * ROWS], in[EACH * ROWS];
    MPI_Info info = hints(way);
    MPI_File file = file_new(MPI_COMM_WORLD, info);
    MPI_Info_free(&info);
    MPI_Datatype column, step;
    MPI_Type_vector(ROWS, 1, all, MPI_DOUBLE, &column);
    MPI_Type_create_resized(column, 0, sizeof(double), &step);
    MPI_Type_commit(&step);
    MPI_Offset first = (MPI_Offset)sizeof(double) * EACH * check_rank;
    CHECK(MPI_File_set_view(file, first, MPI_DOUBLE, step, "native", MPI_INFO_NULL) == MPI_SUCCESS);
    for (int i = 0; i < EACH * ROWS; i++) out[i] = check_rank * 10000 + i;
    MPI_Status status;
    CHECK(MPI_File_write_all(file, out, EACH * ROWS, MPI_DOUBLE, &status) == MPI_SUCCESS);
    CHECK(file_count(&status, MPI_DOUBLE) == EACH * ROWS);
    MPI_File_seek(file, 0, MPI_SEEK_SET);
    CHECK(MPI_File_read_all(file, in, EACH * ROWS, MPI_DOUBLE, &status) == MPI_SUCCESS);
    CHECK(memcmp(in, out, sizeof in) == 0);
    MPI_Barrier(MPI_COMM_WORLD);
    size_t len;
    unsigned char *bytes = file_bytes(&len);
    CHECK(len == sizeof(double) * ROWS * all);
    for (int row = 0; row < ROWS && len == sizeof(double) * ROWS * all; row++) {
        for (int c = 0; c < all; c++) {
            double v;
            memcpy(&v, bytes + sizeof v * ((size_t)row * all + c), sizeof v);
            CHECK(v == c / EACH * 10000 + c % EACH * ROWS + row);
        }
    }
    free(bytes);
    MPI_Type_free(&step);
    MPI_Type_free(&column);
    MPI_File_close(&file);
}

/* A value that has no form in the file's representation, on one rank: all ranks get the error, and none hangs. */
static void refused(void) {
    MPI_File file = file_new(MPI_COMM_WORLD, MPI_INFO_NULL);
    CHECK(MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "external32", MPI_INFO_NULL) == MPI_SUCCESS);
    long value = check_rank == check_size - 1 ? 1L << 40 : 1;
    CHECK(MPI_File_write_at_all(file, 8 * check_rank, &value, 1, MPI_LONG, MPI_STATUS_IGNORE) != MPI_SUCCESS);
    CHECK(MPI_File_write_ordered(file, &value, 1, MPI_LONG, MPI_STATUS_IGNORE) != MPI_SUCCESS);
    MPI_Offset at = check_rank == 0 ? -1 : 0;
    CHECK(MPI_File_read_at_all(file, at, &value, 1, MPI_CHAR, MPI_STATUS_IGNORE) != MPI_SUCCESS);
    MPI_File_close(&file);
}

int main(int argc, char **argv) {
    check_start(&argc, &argv);
    file_start();
    for (int way = 0; way < WAYS; way++) {
        for (int how = 0; how < HOWS; how++) array(way, how);
        for (unsigned round = 0; round < HOWS; round++) dealt(way, round);
        far(way);
        columns(way);
    }
    refused();
    shared();
    many();
    file_end();
    return check_end();
}
