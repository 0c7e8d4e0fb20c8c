/* Files on tmpfs (/dev/shm; FILES_FOLDER names another folder). Sizes are bytes of the file. Values: medians, ms, of
 * the slowest rank, from the call until it returns; every write begins with an empty file. Points:
 *     files_block_write, files_block_read      a 3-D array of ints in blocks, one for each rank, by MPI_File_write_all
 *     files_plain_write, files_plain_read      rank 0 alone, the same bytes in one piece, by pwrite and pread of 1 MiB
 *     files_strided_write                      pieces of 4 KiB, dealt out to the ranks, by MPI_File_write
 *     files_ior_write, files_ior_read          IOR's default pattern: a block for each rank, in transfers of 256 KiB
 *     files_tile_write, files_tile_read        mpi-tile-io's pattern: 2-D tiles of elements of 32 bytes, collective
 * What was written is compared with what a serial program would write. */
#include "common.h"
#include <fcntl.h>
#include <unistd.h>

enum { PIECE = 4 << 10, TRANSFER = 256 << 10, PLAIN = 1 << 20, ELEMENT = 32 };

static char path[512];
static MPI_File file;
static int plain;
static int *memory;
static size_t mine; /* bytes of this rank */
static int reads, collective;
static size_t transfer; /* bytes of one access; 0: all at once */

static void must(int code, const char *what) {
    if (code != MPI_SUCCESS) fail(what, "failed");
}

static double all_of_it(void) {
    double start = now();
    MPI_Status status;
    if (collective) {
        int ints = (int)(mine / 4);
        if (reads) must(MPI_File_read_at_all(file, 0, memory, ints, MPI_INT, &status), "MPI_File_read_at_all");
        else must(MPI_File_write_at_all(file, 0, memory, ints, MPI_INT, &status), "MPI_File_write_at_all");
        return now() - start;
    }
    size_t each = transfer ? transfer : mine;
    for (size_t at = 0; at < mine; at += each) {
        char *part = (char *)memory + at;
        int ints = (int)(each / 4);
        if (reads) must(MPI_File_read_at(file, (MPI_Offset)at / 4, part, ints, MPI_INT, &status), "MPI_File_read_at");
        else must(MPI_File_write_at(file, (MPI_Offset)at / 4, part, ints, MPI_INT, &status), "MPI_File_write_at");
    }
    return now() - start;
}

static double accesses(size_t size, long n) {
    (void)size;
    double took = 0;
    for (long i = 0; i < n; i++) {
        if (!reads) must(MPI_File_set_size(file, 0), "MPI_File_set_size");
        MPI_Barrier(MPI_COMM_WORLD);
        took += all_of_it();
    }
    return took;
}

static double plain_accesses(size_t size, long n) {
    double took = 0;
    for (long i = 0; i < n && rank == 0; i++) {
        if (!reads && ftruncate(plain, 0) != 0) fail("ftruncate", "failed");
        double start = now();
        for (size_t at = 0; at < size; at += PLAIN) {
            size_t len = size - at < PLAIN ? size - at : PLAIN;
            char *part = (char *)memory + at % mine;
            ssize_t done = reads ? pread(plain, part, len, (off_t)at) : pwrite(plain, part, len, (off_t)at);
            if (done != (ssize_t)len) fail("pwrite", "failed");
        }
        took += now() - start;
    }
    return took;
}

/* Rank 0 looks at the file: int number i is i. */
static void look(size_t size) {
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        static int ints[PLAIN / 4];
        int fd = open(path, O_RDONLY);
        for (size_t at = 0; at < size; at += PLAIN) {
            size_t len = size - at < PLAIN ? size - at : PLAIN;
            if (pread(fd, ints, len, (off_t)at) != (ssize_t)len) fail(path, "is too short");
            for (size_t i = 0; i < len / 4; i++)
                if (ints[i] != (int)(at / 4 + i)) fail(path, "has wrong bytes");
        }
        close(fd);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

/* Where this rank's int number k lies in the file, in ints. */
static size_t (*place)(size_t k);
static int sizes3[3], part[3], starts[3]; /* of an array in blocks: all ints, this rank's, and where they begin */

static size_t in_block(size_t k) {
    size_t z = k % (size_t)part[2], y = k / (size_t)part[2] % (size_t)part[1], x = k / (size_t)(part[2] * part[1]);
    size_t row = (x + (size_t)starts[0]) * (size_t)sizes3[1] + y + (size_t)starts[1];
    return row * (size_t)sizes3[2] + z + (size_t)starts[2];
}
static size_t in_pieces(size_t k) {
    size_t piece = PIECE / sizeof(int);
    return (k / piece * (size_t)ranks + (size_t)rank) * piece + k % piece;
}
static size_t in_order(size_t k) { return mine / sizeof(int) * (size_t)rank + k; }

/* Sets the memory to what this rank's view of the file has when int number i is i. With `check`, compares. */
static void expect(int check) {
    for (size_t k = 0; k < mine / sizeof(int); k++) {
        if (check && memory[k] != (int)place(k)) fail("reading", "wrong bytes arrived");
        memory[k] = (int)place(k);
    }
}

static void opened(MPI_Datatype filetype, MPI_Offset disp) {
    must(MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file), "MPI_File_open");
    must(MPI_File_set_view(file, disp, MPI_INT, filetype, "native", MPI_INFO_NULL), "MPI_File_set_view");
}

/* Measures writing and reading through a view. */
static void view(const char *writing, const char *reading, size_t size, MPI_Datatype filetype, MPI_Offset disp) {
    if (!wanted(writing) && !(reading && wanted(reading))) return;
    opened(filetype, disp);
    expect(0);
    reads = 0;
    accesses(size, 1);
    look(size);
    if (wanted(writing)) {
        struct figures f = measure(accesses, size, 1);
        print_time(writing, size, f.p50, f, 1e3, "ms");
    }
    if (reading && wanted(reading)) {
        reads = 1;
        memset(memory, 255, mine);
        accesses(size, 1);
        expect(1);
        struct figures f = measure(accesses, size, 1);
        print_time(reading, size, f.p50, f, 1e3, "ms");
    }
    MPI_File_close(&file);
}

/* The view of an array of ints in `dims` dimensions, of which each rank has a block. */
static void array(const char *writing, const char *reading, size_t size, const int grid[3]) {
    for (int d = 2, rest = rank; d >= 0; rest /= grid[d--]) {
        if (sizes3[d] % grid[d]) fail("ranks", "the array cannot be divided evenly");
        part[d] = sizes3[d] / grid[d];
        starts[d] = rest % grid[d] * part[d];
    }
    MPI_Datatype type;
    MPI_Type_create_subarray(3, sizes3, part, starts, MPI_ORDER_C, MPI_INT, &type);
    MPI_Type_commit(&type);
    collective = 1, transfer = 0, place = in_block;
    view(writing, reading, size, type, 0);
    MPI_Type_free(&type);
}

static void blocks(size_t size) {
    int grid[3] = {0};
    size_t ints = size / sizeof(int), edge = 1;
    MPI_Dims_create(ranks, 3, grid);
    while (edge * 2 * edge * 2 * edge * 2 <= ints) edge *= 2;
    sizes3[0] = (int)(ints / (edge * edge)), sizes3[1] = sizes3[2] = (int)edge;
    /* The last dimension is divided, too, so that rows are short. */
    int last = grid[0];
    grid[0] = grid[2], grid[2] = last;
    array("files_block_write", "files_block_read", size, grid);
}

static void tiles(size_t size) {
    int grid[3] = {0}, two[2] = {0};
    size_t elements = size / ELEMENT, edge = 1;
    MPI_Dims_create(ranks, 2, two);
    while (edge * 2 * edge * 2 <= elements) edge *= 2;
    sizes3[0] = 1, sizes3[1] = (int)(elements / edge), sizes3[2] = (int)(edge * ELEMENT / sizeof(int));
    grid[0] = 1, grid[1] = two[0], grid[2] = two[1];
    array("files_tile_write", "files_tile_read", size, grid);
}

static void strided(size_t size) {
    MPI_Datatype piece, type;
    MPI_Type_contiguous(PIECE / sizeof(int), MPI_INT, &piece);
    MPI_Type_create_resized(piece, 0, (MPI_Aint)PIECE * ranks, &type);
    MPI_Type_commit(&type);
    collective = 0, transfer = 0, place = in_pieces;
    view("files_strided_write", NULL, size, type, (MPI_Offset)PIECE * rank);
    MPI_Type_free(&piece);
    MPI_Type_free(&type);
}

static void ior(size_t size) {
    collective = 0, transfer = TRANSFER, place = in_order;
    view("files_ior_write", "files_ior_read", size, MPI_INT, (MPI_Offset)mine * rank);
}

static void alone(size_t size) {
    if (!wanted("files_plain_write") && !wanted("files_plain_read")) return;
    if (rank == 0 && (plain = open(path, O_RDWR | O_CREAT, 0600)) < 0) fail(path, "cannot be opened");
    reads = 0;
    struct figures f = measure(plain_accesses, size, 1);
    print_time("files_plain_write", size, f.p50, f, 1e3, "ms");
    reads = 1;
    f = measure(plain_accesses, size, 1);
    print_time("files_plain_read", size, f.p50, f, 1e3, "ms");
    if (rank == 0) close(plain);
}

int main(int argc, char **argv) {
    begin(argc, argv, "256m", 0);
    if (rank == 0) {
        const char *folder = getenv("FILES_FOLDER");
        snprintf(path, sizeof path, "%s/clump-bench-%ld", folder ? folder : "/dev/shm", (long)getpid());
    }
    MPI_Bcast(path, sizeof path, MPI_CHAR, 0, MPI_COMM_WORLD);
    for (int s = 0; s < size_count; s++) {
        if (sizes[s] % ((size_t)ranks << 20)) fail("--sizes", "take multiples of 1 MiB for each rank");
        mine = sizes[s] / (size_t)ranks;
        memory = buffer(mine);
        alone(sizes[s]);
        blocks(sizes[s]);
        strided(sizes[s]);
        ior(sizes[s]);
        tiles(sizes[s]);
        free(memory);
    }
    if (rank == 0) unlink(path);
    MPI_Finalize();
    return 0;
}
