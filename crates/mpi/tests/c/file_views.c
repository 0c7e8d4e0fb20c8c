/* Independent accesses through views: filetypes and buffers with gaps, beside bytes placed by hand; each file is also read
 * as the system has it. ranks: 1 2 4 */
#include "file.h"

enum { ROWS = 12, COLUMNS = 20, MOST = 4096 };

/* Marks where the `count` first bytes of the stream of `filetype` from `disp` on lie, by a message to this rank itself. */
static void places(MPI_Datatype filetype, long disp, int items, unsigned char *marks, const unsigned char *stream) {
    int size;
    MPI_Type_size(filetype, &size);
    int position = 0;
    MPI_Unpack(stream, size * items, &position, marks + disp, items, filetype, MPI_COMM_SELF);
}

/* Each rank's own file: writes and reads back through a view, from several positions, contiguous and with gaps. */
static void through(MPI_Datatype etype, MPI_Datatype filetype, long disp, int items) {
    unsigned char stream[MOST], want[2 * MOST] = {0}, gaps[2 * MOST] = {0}, back[MOST] = {0};
    int size, unit;
    MPI_Status status;
    MPI_Type_commit(&filetype);
    MPI_Type_size(filetype, &size);
    MPI_Type_size(etype, &unit);
    int len = size * items, etypes = len / unit, half = etypes / 2;
    CHECK(len <= MOST);
    check_fill(stream, (size_t)len, (unsigned)disp);
    places(filetype, disp, items, want, stream);
    MPI_File file = file_new(MPI_COMM_SELF, MPI_INFO_NULL);
    CHECK(MPI_File_set_view(file, disp, etype, filetype, "native", MPI_INFO_NULL) == MPI_SUCCESS);
    /* The second half first, at its offset; the first half out of memory with gaps. */
    CHECK(MPI_File_write_at(file, half, stream + half * unit, (etypes - half) * unit, MPI_BYTE, &status) == MPI_SUCCESS);
    CHECK(file_count(&status, MPI_BYTE) == (etypes - half) * unit);
    MPI_Datatype spread;
    MPI_Type_create_resized(MPI_BYTE, 0, 2, &spread);
    MPI_Type_commit(&spread);
    for (int i = 0; i < half * unit; i++) gaps[2 * i] = stream[i];
    CHECK(MPI_File_write(file, gaps, half * unit, spread, &status) == MPI_SUCCESS);
    CHECK(file_count(&status, spread) == half * unit);
    size_t found;
    unsigned char *bytes = file_bytes(&found);
    CHECK(found <= sizeof want && memcmp(bytes, want, found) == 0);
    free(bytes);
    MPI_File_seek(file, 0, MPI_SEEK_SET);
    CHECK(MPI_File_read(file, back, len, MPI_BYTE, &status) == MPI_SUCCESS);
    CHECK(file_count(&status, MPI_BYTE) == len && memcmp(back, stream, (size_t)len) == 0);
    memset(gaps, 0, sizeof gaps);
    MPI_Request request;
    CHECK(MPI_File_iread_at(file, half, gaps, (etypes - half) * unit, spread, &request) == MPI_SUCCESS);
    CHECK(MPI_Wait(&request, &status) == MPI_SUCCESS && file_count(&status, spread) == (etypes - half) * unit);
    for (int i = 0; i < (etypes - half) * unit; i++) CHECK(gaps[2 * i] == stream[half * unit + i] && gaps[2 * i + 1] == 0);
    /* The individual pointer moves when a non-blocking access starts. */
    memset(back, 0, (size_t)len);
    MPI_Request both[2];
    MPI_File_seek(file, 0, MPI_SEEK_SET);
    CHECK(MPI_File_iread(file, back, half * unit, MPI_BYTE, &both[0]) == MPI_SUCCESS);
    CHECK(MPI_File_iread(file, back + half * unit, (etypes - half) * unit, MPI_BYTE, &both[1]) == MPI_SUCCESS);
    CHECK(MPI_Waitall(2, both, MPI_STATUSES_IGNORE) == MPI_SUCCESS && memcmp(back, stream, (size_t)len) == 0);
    MPI_File_seek(file, 0, MPI_SEEK_SET);
    CHECK(MPI_File_iwrite(file, stream, half * unit, MPI_BYTE, &both[0]) == MPI_SUCCESS);
    CHECK(MPI_File_iwrite(file, stream + half * unit, (etypes - half) * unit, MPI_BYTE, &both[1]) == MPI_SUCCESS);
    CHECK(MPI_Waitall(2, both, MPI_STATUSES_IGNORE) == MPI_SUCCESS);
    bytes = file_bytes(&found);
    CHECK(found <= sizeof want && memcmp(bytes, want, found) == 0);
    free(bytes);
    /* Past the end, and across it. */
    CHECK(MPI_File_read_at(file, etypes, back, unit, MPI_BYTE, &status) == MPI_SUCCESS);
    CHECK(file_count(&status, MPI_BYTE) == 0);
    CHECK(MPI_File_read_at_c(file, etypes - 1, back, 3 * unit, MPI_BYTE, &status) == MPI_SUCCESS);
    CHECK(file_count(&status, MPI_BYTE) == unit && memcmp(back, stream + len - unit, (size_t)unit) == 0);
    /* The same bytes with data sieving. */
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, "romio_ds_read", "enable");
    MPI_File_set_view(file, disp, etype, filetype, "internal", info);
    MPI_Info_free(&info);
    memset(back, 0, sizeof back);
    CHECK(MPI_File_read(file, back, len, MPI_BYTE, &status) == MPI_SUCCESS);
    CHECK(file_count(&status, MPI_BYTE) == len && memcmp(back, stream, (size_t)len) == 0);
    MPI_Type_free(&spread);
    MPI_File_close(&file);
    MPI_Type_free(&filetype);
}

static void types(void) {
    MPI_Datatype type, inner;
    MPI_Type_contiguous(3, MPI_INT, &type);
    through(MPI_INT, type, 0, 7);
    MPI_Type_vector(5, 3, 7, MPI_SHORT, &type);
    through(MPI_SHORT, type, 11, 9);
    int sizes[2] = {ROWS, COLUMNS}, parts[2] = {5, 7}, starts[2] = {3, 9};
    MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, MPI_DOUBLE, &type);
    through(MPI_DOUBLE, type, 64, 2);
    MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_FORTRAN, MPI_FLOAT, &type);
    through(MPI_FLOAT, type, 1, 3);
    int distributions[2] = {MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_BLOCK}, grid[2] = {2, 2};
    int arguments[2] = {2, MPI_DISTRIBUTE_DFLT_DARG};
    for (int r = 0; r < 4; r++) {
        MPI_Type_create_darray(4, r, 2, sizes, distributions, arguments, grid, MPI_ORDER_C, MPI_CHAR, &type);
        through(MPI_CHAR, type, 5, 3);
    }
    int lens[4] = {1, 0, 4, 2}, at[4] = {0, 3, 5, 30};
    MPI_Type_indexed(4, lens, at, MPI_INT, &type);
    through(MPI_INT, type, 3, 4);
    MPI_Type_create_resized(MPI_INT, 0, 20, &inner);
    MPI_Type_contiguous(4, inner, &type);
    through(MPI_INT, type, 0, 9);
    MPI_Type_free(&inner);
    MPI_Type_vector(2, 1, 3, MPI_BYTE, &inner);
    MPI_Type_create_hvector(3, 2, 41, inner, &type);
    through(MPI_BYTE, type, 2, 11);
    MPI_Type_free(&inner);
}

/* Ranks write different columns of one file. */
static void columns(void) {
    unsigned char line[ROWS * 8];
    MPI_Datatype column;
    MPI_Type_vector(ROWS, 8, 8 * check_size, MPI_BYTE, &column);
    MPI_Type_commit(&column);
    MPI_File file = file_new(MPI_COMM_WORLD, MPI_INFO_NULL);
    MPI_File_set_view(file, 8 * check_rank, MPI_BYTE, column, "native", MPI_INFO_NULL);
    check_fill(line, sizeof line, (unsigned)check_rank);
    MPI_File_write(file, line, sizeof line, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    size_t len;
    unsigned char *bytes = file_bytes(&len);
    CHECK(len == sizeof line * (size_t)check_size);
    for (size_t i = 0; i < len; i++) {
        size_t rank = i / 8 % (size_t)check_size, at = i / (8 * (size_t)check_size) * 8 + i % 8;
        if (bytes[i] != check_byte(at, (unsigned)rank)) CHECK(!"a byte of a column");
    }
    free(bytes);
    MPI_Type_free(&column);
}

/* Blocks of memory so large that the system gathers them, and many of them. */
static void large(void) {
    enum { BLOCK = 2000, BLOCKS = 1500 };
    size_t room = 2 * BLOCK * BLOCKS;
    unsigned char *memory = malloc(room), *back = calloc(1, room);
    MPI_Datatype blocks;
    MPI_Status status;
    check_fill(memory, room, 5);
    MPI_Type_vector(BLOCKS, BLOCK, 2 * BLOCK, MPI_BYTE, &blocks);
    MPI_Type_commit(&blocks);
    MPI_File file = file_new(MPI_COMM_SELF, MPI_INFO_NULL);
    CHECK(MPI_File_write_at(file, 77, memory, 1, blocks, &status) == MPI_SUCCESS && file_count(&status, blocks) == 1);
    CHECK(file_size() == 77 + BLOCK * BLOCKS);
    CHECK(MPI_File_read_at(file, 77, back, 1, blocks, &status) == MPI_SUCCESS && file_count(&status, blocks) == 1);
    for (size_t i = 0; i < room; i++)
        if (back[i] != (i / BLOCK % 2 ? 0 : memory[i])) CHECK(!"a byte of a large block");
    MPI_File_close(&file);
    MPI_Type_free(&blocks);
    free(memory);
    free(back);
}

/* Some ranks' views have no bytes: these ranks take part in collective calls, and access nothing. */
static void empty(void) {
    int mine = check_rank % 2 == 0, lens[2] = {mine ? 4 : 0, mine ? 4 : 0}, values[2] = {check_rank, ~check_rank}, back[2] = {0};
    MPI_Aint places[2] = {896 + 8 * check_rank, 900 + 8 * check_rank};
    MPI_Datatype type;
    MPI_Status status;
    MPI_Offset at;
    MPI_Type_create_hindexed(2, lens, places, MPI_BYTE, &type);
    MPI_Type_commit(&type);
    MPI_File file = file_new(MPI_COMM_WORLD, MPI_INFO_NULL);
    CHECK(MPI_File_set_view(file, 0, MPI_BYTE, type, "native", MPI_INFO_NULL) == MPI_SUCCESS);
    CHECK(MPI_File_write_at_all(file, 0, values, mine ? 8 : 0, MPI_BYTE, &status) == MPI_SUCCESS);
    CHECK(file_count(&status, MPI_BYTE) == (mine ? 8 : 0));
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(file_size() == 896 + 8 * ((check_size - 1) / 2 * 2 + 1));
    CHECK(MPI_File_read_all(file, back, mine ? 8 : 0, MPI_BYTE, &status) == MPI_SUCCESS);
    CHECK(!mine || memcmp(back, values, 8) == 0);
    if (!mine) {
        CHECK(file_class(MPI_File_write_at(file, 0, values, 1, MPI_BYTE, &status)) == MPI_ERR_ARG);
        CHECK(MPI_File_get_byte_offset(file, 0, &at) == MPI_SUCCESS);
        CHECK(MPI_File_get_position(file, &at) == MPI_SUCCESS && at == 0);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_close(&file);
    MPI_Type_free(&type);
}

/* Two ranks write numbers over each other in atomic mode: each access is seen whole. */
static void atomic(void) {
    enum { NUMBERS = 3000, ROUNDS = 40 };
    static int mine[NUMBERS], seen[NUMBERS];
    MPI_Datatype spread;
    MPI_Type_create_resized(MPI_INT, 0, 12, &spread);
    MPI_Type_commit(&spread);
    MPI_File file = file_new(MPI_COMM_WORLD, MPI_INFO_NULL);
    MPI_File_set_atomicity(file, 1);
    MPI_File_set_view(file, 0, MPI_INT, spread, "native", MPI_INFO_NULL);
    for (int i = 0; i < NUMBERS; i++) mine[i] = check_rank;
    MPI_File_write_at_all(file, 0, mine, NUMBERS, MPI_INT, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int round = 0; round < ROUNDS; round++) {
        MPI_File_write_at(file, 0, mine, NUMBERS, MPI_INT, MPI_STATUS_IGNORE);
        MPI_File_read_at(file, 0, seen, NUMBERS, MPI_INT, MPI_STATUS_IGNORE);
        int alike = 1;
        for (int i = 1; i < NUMBERS; i++) alike &= seen[i] == seen[0];
        CHECK(alike);
    }
    MPI_File_close(&file);
    MPI_Type_free(&spread);
}

int main(int argc, char **argv) {
    check_start(&argc, &argv);
    file_start();
    columns();
    empty();
    atomic();
    MPI_Barrier(MPI_COMM_WORLD);
    if (check_rank == 0) types();
    if (check_rank == 0) large();
    file_end();
    return check_end();
}
