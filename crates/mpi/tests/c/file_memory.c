/* Files in memory (tmpfs): pieces that are dealt out to the ranks, over what the file had before, past its end, longer than a
 * window of the exchange; a file system that is full. ranks: 1 2 4 */
#include "file.h"
#include <sys/mount.h>

enum { BEFORE = 0xAA, DISPLACEMENT = 77 };

/* The pieces of one access. In each turn every rank has one, and behind them lies a gap. */
static int piece, turns, gap;

static size_t turn_bytes(void) { return (size_t)(piece * check_size + gap); }
static MPI_Datatype dealt_type(void) {
    MPI_Datatype bytes, type;
    MPI_Type_contiguous(piece, MPI_BYTE, &bytes);
    MPI_Type_create_resized(bytes, 0, (MPI_Aint)turn_bytes(), &type);
    MPI_Type_commit(&type);
    MPI_Type_free(&bytes);
    return type;
}
static size_t place(size_t k) {
    return DISPLACEMENT + k / (size_t)piece * turn_bytes() + (size_t)(piece * check_rank) + k % (size_t)piece;
}

/* Rank 0 compares the file with the bytes of `seed`; the gaps and the beginning have what was there before. */
static void compare(unsigned seed, size_t before) {
    MPI_Barrier(MPI_COMM_WORLD);
    if (check_rank == 0) {
        size_t len, wrong = 0, data = (size_t)(piece * check_size), end = DISPLACEMENT + turn_bytes() * (size_t)turns - (size_t)gap;
        unsigned char *bytes = file_bytes(&len);
        CHECK(len == (end > before ? end : before));
        for (size_t i = 0; i < len && i < end; i++) {
            int written = i >= DISPLACEMENT && (i - DISPLACEMENT) % turn_bytes() < data;
            wrong += bytes[i] != (written ? check_byte(i, seed) : i < before ? BEFORE : 0);
        }
        CHECK(wrong == 0);
        free(bytes);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

/* Writes and reads by all ranks, together or each by itself, out of memory with gaps or without. */
static void dealt(int together, int spread, size_t before, const char *exchange) {
    size_t mine = (size_t)piece * (size_t)turns, step = spread ? 3 : 1;
    unsigned char *memory = malloc(mine * step), *back = malloc(mine * step);
    unsigned seed = (unsigned)(piece + turns + together);
    MPI_Datatype one, type = dealt_type();
    MPI_Status status;
    MPI_Info info;
    MPI_Info_create(&info);
    if (exchange) MPI_Info_set(info, "romio_cb_write", exchange), MPI_Info_set(info, "romio_cb_read", exchange);
    MPI_File file = file_new(MPI_COMM_WORLD, info);
    MPI_Info_free(&info);
    if (check_rank == 0 && before) {
        memset(memory, BEFORE, mine * step);
        for (size_t at = 0; at < before; at += mine * step) {
            size_t len = before - at < mine * step ? before - at : mine * step;
            CHECK(MPI_File_write_at(file, (MPI_Offset)at, memory, (int)len, MPI_BYTE, &status) == MPI_SUCCESS);
        }
    }
    MPI_Barrier(MPI_COMM_WORLD);
    memset(memory, 1, mine * step);
    memset(back, 1, mine * step);
    for (size_t k = 0; k < mine; k++) memory[k * step] = check_byte(place(k), seed);
    MPI_Type_create_resized(MPI_BYTE, 0, (MPI_Aint)step, &one);
    MPI_Type_commit(&one);
    MPI_File_set_view(file, DISPLACEMENT + piece * check_rank, MPI_BYTE, type, "native", MPI_INFO_NULL);
    int (*put)(MPI_File, MPI_Offset, const void *, int, MPI_Datatype, MPI_Status *) = together ? MPI_File_write_at_all : MPI_File_write_at;
    int (*get)(MPI_File, MPI_Offset, void *, int, MPI_Datatype, MPI_Status *) = together ? MPI_File_read_at_all : MPI_File_read_at;
    CHECK(put(file, 0, memory, (int)mine, one, &status) == MPI_SUCCESS && file_count(&status, one) == (int)mine);
    compare(seed, before);
    CHECK(get(file, 0, back, (int)mine, one, &status) == MPI_SUCCESS && file_count(&status, one) == (int)mine);
    CHECK(memcmp(back, memory, mine * step) == 0);
    /* The file ends within a piece. */
    MPI_Offset end = (MPI_Offset)(DISPLACEMENT + turn_bytes() * (size_t)(turns / 2) + 3);
    CHECK(MPI_File_set_size(file, end) == MPI_SUCCESS);
    size_t left = 0;
    while (left < mine && place(left) < (size_t)end) left++;
    memset(back, 1, mine * step);
    CHECK(get(file, 0, back, (int)mine, one, &status) == MPI_SUCCESS && file_count(&status, one) == (int)left);
    CHECK(memcmp(back, memory, left * step) == 0);
    for (size_t k = left; k < mine; k++)
        if (back[k * step] != 1) CHECK(!"a byte behind the file's end was read");
    MPI_File_close(&file);
    MPI_Type_free(&type);
    MPI_Type_free(&one);
    free(memory);
    free(back);
}

/* A file system of 1 MiB, which only root can mount. What the ranks write ends past it. */
static void full(void) {
    char folder[PATH_MAX], path[PATH_MAX];
    snprintf(folder, sizeof folder, "%s/small", file_folder);
    snprintf(path, sizeof path, "%s/small/data", file_folder);
    int mounted = 0;
    if (check_rank == 0) {
        mkdir(folder, 0700);
        mounted = mount("clump-test", folder, "tmpfs", MS_NOSUID | MS_NODEV, "size=1m") == 0;
    }
    MPI_Bcast(&mounted, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    /* Ranks of other hosts, and of other mount namespaces, do not see what rank 0 has mounted. */
    struct stat inside, outside;
    int sees = stat(folder, &inside) == 0 && stat(file_folder, &outside) == 0 && inside.st_dev != outside.st_dev;
    int there = mounted && sees, all;
    MPI_Allreduce(&there, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    piece = 512, gap = 0;
    turns = (int)((4 << 20) / turn_bytes());
    size_t mine = (size_t)piece * (size_t)turns;
    unsigned char *memory = malloc(mine), *back = malloc(mine);
    for (size_t k = 0; k < mine; k++) memory[k] = check_byte(place(k), 9);
    MPI_Datatype type = dealt_type();
    for (int together = 0; all && together < 2; together++) {
        MPI_File file;
        MPI_Status status;
        CHECK(MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file) == MPI_SUCCESS);
        MPI_File_set_size(file, 0);
        MPI_File_set_view(file, DISPLACEMENT + piece * check_rank, MPI_BYTE, type, "native", MPI_INFO_NULL);
        int code = together ? MPI_File_write_at_all(file, 0, memory, (int)mine, MPI_BYTE, &status)
                            : MPI_File_write_at(file, 0, memory, (int)mine, MPI_BYTE, &status);
        CHECK(file_class(code) == MPI_ERR_NO_SPACE);
        CHECK(MPI_File_set_size(file, 0) == MPI_SUCCESS);
        /* An access that fits succeeds, and its bytes are there. */
        int fits = piece * (turns / 16);
        CHECK(MPI_File_write_at(file, 0, memory, fits, MPI_BYTE, &status) == MPI_SUCCESS && file_count(&status, MPI_BYTE) == fits);
        MPI_Barrier(MPI_COMM_WORLD);
        CHECK(MPI_File_read_at_all(file, 0, back, fits, MPI_BYTE, &status) == MPI_SUCCESS && file_count(&status, MPI_BYTE) == fits);
        CHECK(memcmp(back, memory, (size_t)fits) == 0);
        MPI_File_close(&file);
    }
    MPI_Type_free(&type);
    free(memory);
    free(back);
    MPI_Barrier(MPI_COMM_WORLD);
    if (check_rank != 0) return;
    if (mounted) CHECK(umount2(folder, MNT_DETACH) == 0);
    CHECK(rmdir(folder) == 0);
}

int main(int argc, char **argv) {
    struct stat facts;
    if (stat("/dev/shm", &facts) == 0 && access("/dev/shm", W_OK) == 0) setenv("TMPDIR", "/dev/shm", 1);
    check_start(&argc, &argv);
    file_start();
    /* Bytes of a piece, turns, bytes of a gap. The third needs several windows, in the last a piece is longer than one. */
    static const int shapes[][3] = {{300, 400, 0}, {512, 300, 9000}, {700, 1200, 100}, {4096, 200, 0}, {1500000, 2, 5000}};
    for (int i = 0; i < 5; i++) {
        piece = shapes[i][0], turns = shapes[i][1], gap = shapes[i][2];
        for (int way = 0; way < 4; way++) dealt(way / 2, way % 2 && i < 4, i % 2 ? 900000 : 0, NULL);
        if (i < 3) dealt(1, 0, 0, "enable"), dealt(1, 1, 900000, "disable");
    }
    full();
    file_end();
    return check_end();
}
