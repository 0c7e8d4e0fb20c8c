/* The large-count forms of the data access calls: reads that ask for more than 4 Gi elements at a file's end, and writes of
 * more than 4 GiB to /dev/null. A count without its upper half would read and write 16 bytes. ranks: 1 2 */
#include "file.h"
#include <sys/mman.h>

#define MANY (((MPI_Count)1 << 32) + 16)
enum { BYTES = 100 };

/* Memory for MANY bytes, of which the system keeps only what is written. */
static unsigned char *room;

typedef int call(MPI_File file, MPI_Status *status);
static MPI_Request request;

/* Calls that end at once, as requests, and in two parts. */
#define ONCE(function, ...)                                                      \
    static int of_##function(MPI_File file, MPI_Status *status) {                \
        return function(file, __VA_ARGS__ room, MANY, MPI_CHAR, status);         \
    }
#define LATER(function, ...)                                                     \
    static int of_##function(MPI_File file, MPI_Status *status) {                \
        int code = function(file, __VA_ARGS__ room, MANY, MPI_CHAR, &request);   \
        return code == MPI_SUCCESS ? MPI_Wait(&request, status) : code;          \
    }
#define PARTS(function, end, ...)                                                \
    static int of_##function(MPI_File file, MPI_Status *status) {                \
        int code = function(file, __VA_ARGS__ room, MANY, MPI_CHAR);             \
        return code == MPI_SUCCESS ? end(file, room, status) : code;             \
    }

ONCE(MPI_File_read_at_c, 0, )
ONCE(MPI_File_read_c)
ONCE(MPI_File_read_shared_c)
LATER(MPI_File_iread_at_c, 0, )
LATER(MPI_File_iread_c)
LATER(MPI_File_iread_shared_c)
ONCE(MPI_File_read_at_all_c, 0, )
ONCE(MPI_File_read_all_c)
LATER(MPI_File_iread_at_all_c, 0, )
LATER(MPI_File_iread_all_c)
PARTS(MPI_File_read_at_all_begin_c, MPI_File_read_at_all_end, 0, )
PARTS(MPI_File_read_all_begin_c, MPI_File_read_all_end)
ONCE(MPI_File_read_ordered_c)
PARTS(MPI_File_read_ordered_begin_c, MPI_File_read_ordered_end)
ONCE(MPI_File_write_at_c, 0, )
ONCE(MPI_File_write_c)
ONCE(MPI_File_write_shared_c)
LATER(MPI_File_iwrite_at_c, 0, )
LATER(MPI_File_iwrite_c)
LATER(MPI_File_iwrite_shared_c)
ONCE(MPI_File_write_at_all_c, 0, )
ONCE(MPI_File_write_all_c)
LATER(MPI_File_iwrite_at_all_c, 0, )
LATER(MPI_File_iwrite_all_c)
PARTS(MPI_File_write_at_all_begin_c, MPI_File_write_at_all_end, 0, )
PARTS(MPI_File_write_all_begin_c, MPI_File_write_all_end)
ONCE(MPI_File_write_ordered_c)
PARTS(MPI_File_write_ordered_begin_c, MPI_File_write_ordered_end)

static call *const alone_reads[] = {
    of_MPI_File_read_at_c,  of_MPI_File_read_c,  of_MPI_File_read_shared_c,
    of_MPI_File_iread_at_c, of_MPI_File_iread_c, of_MPI_File_iread_shared_c,
};
static call *const alone_writes[] = {
    of_MPI_File_write_at_c,  of_MPI_File_write_c,  of_MPI_File_write_shared_c,
    of_MPI_File_iwrite_at_c, of_MPI_File_iwrite_c, of_MPI_File_iwrite_shared_c,
};
/* The last two go by the ranks' order, in which only the first rank finds bytes. */
enum { ORDERED = 6 };
static call *const common_reads[] = {
    of_MPI_File_read_at_all_c,       of_MPI_File_read_all_c,       of_MPI_File_iread_at_all_c, of_MPI_File_iread_all_c,
    of_MPI_File_read_at_all_begin_c, of_MPI_File_read_all_begin_c, of_MPI_File_read_ordered_c,
    of_MPI_File_read_ordered_begin_c,
};
static call *const common_writes[] = {
    of_MPI_File_write_at_all_c,       of_MPI_File_write_all_c,       of_MPI_File_iwrite_at_all_c,
    of_MPI_File_iwrite_all_c,         of_MPI_File_write_at_all_begin_c, of_MPI_File_write_all_begin_c,
    of_MPI_File_write_ordered_c,      of_MPI_File_write_ordered_begin_c,
};
#define LENGTH(array) (int)(sizeof(array) / sizeof *(array))

/* Runs each call from the file's beginning. The status must say that `count` elements were transferred. */
static void all(MPI_File file, call *const calls[], int n, int writes, int together) {
    for (int i = 0; i < n; i++) {
        MPI_Status status;
        MPI_Count count = -1, want = writes ? MANY : together && i >= ORDERED && check_rank > 0 ? 0 : BYTES;
        MPI_File_seek(file, 0, MPI_SEEK_SET);
        MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
        if (!writes) memset(room, 0, BYTES);
        int class = file_class(calls[i](file, &status));
        MPI_Get_count_c(&status, MPI_CHAR, &count);
        if (class != MPI_SUCCESS || count != want || (!writes && want && !check_same(room, BYTES, 3))) {
            fprintf(stderr, "rank %d: call %d of those that %s%s: class %d, %lld elements\n", check_rank, i,
                    writes ? "write" : "read", together ? " together" : "", class, (long long)count);
            check_wrong++;
        }
    }
}

/* The file pointer moves by the whole count, and a file's elements have an extent of MPI_Count. */
static void pointers(MPI_File file) {
    MPI_Offset at;
    MPI_Count extent;
    MPI_File_seek(file, 0, MPI_SEEK_SET);
    MPI_File_read_c(file, room, MANY, MPI_CHAR, MPI_STATUS_IGNORE);
    MPI_File_get_position(file, &at);
    CHECK(at == MANY);
    CHECK(MPI_File_get_type_extent_c(file, MPI_DOUBLE, &extent) == MPI_SUCCESS && extent == 8);
    CHECK(file_class(MPI_File_read_at_c(file, 0, room, -1, MPI_CHAR, MPI_STATUS_IGNORE)) == MPI_ERR_COUNT);
}

int main(int argc, char **argv) {
    check_start(&argc, &argv);
    file_start();
    room = mmap(NULL, MANY, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (room == MAP_FAILED) MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Info each;
    MPI_Info_create(&each);
    MPI_Info_set(each, "romio_cb_write", "disable");
    MPI_File file = file_new(MPI_COMM_WORLD, MPI_INFO_NULL), own, sink;
    if (check_rank == 0) {
        check_fill(room, BYTES, 3);
        MPI_File_write_at(file, 0, room, BYTES, MPI_CHAR, MPI_STATUS_IGNORE);
    }
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    all(file, common_reads, LENGTH(common_reads), 0, 1);
    MPI_File_close(&file);
    own = file_open(MPI_COMM_SELF, MPI_MODE_RDONLY, MPI_INFO_NULL);
    all(own, alone_reads, LENGTH(alone_reads), 0, 0);
    pointers(own);
    MPI_File_close(&own);
    CHECK(MPI_File_open(MPI_COMM_SELF, "/dev/null", MPI_MODE_WRONLY, MPI_INFO_NULL, &sink) == MPI_SUCCESS);
    all(sink, alone_writes, LENGTH(alone_writes), 1, 0);
    MPI_File_close(&sink);
    CHECK(MPI_File_open(MPI_COMM_WORLD, "/dev/null", MPI_MODE_WRONLY, each, &sink) == MPI_SUCCESS);
    all(sink, common_writes, LENGTH(common_writes), 1, 1);
    MPI_File_close(&sink);
    MPI_Info_free(&each);
    munmap(room, MANY);
    file_end();
    return check_end();
}
