/* System errors: a device that is full, a file that refuses to be written, the process's limit on file sizes; each with the
 * right class and a text that names rank, file and cause, on every rank that a collective call concerns. ranks: 1 2 4 */
#include "file.h"
#include <signal.h>
#include <sys/resource.h>

/* The first failed access is told on stderr, with everything that its error code does not say. */
static void told(void) {
    FILE *list = tmpfile();
    int real = dup(2), byte = 1;
    char text[4096], rank[64];
    MPI_File file;
    fflush(stderr);
    MPI_File_open(MPI_COMM_WORLD, "/dev/full", MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
    dup2(fileno(list), 2);
    for (int i = 0; i < 2; i++) MPI_File_write_at(file, 100, &byte, 1, MPI_INT, MPI_STATUS_IGNORE);
    dup2(real, 2);
    close(real);
    MPI_File_close(&file);
    rewind(list);
    text[fread(text, 1, sizeof text - 1, list)] = 0;
    fclose(list);
    snprintf(rank, sizeof rank, "rank %d could not write 4 bytes at offset 100 of /dev/full", check_rank);
    CHECK(strstr(text, rank) != NULL && strstr(text, "No space left") != NULL && strstr(text, "MPI_ERR_NO_SPACE") != NULL);
    char *end = strchr(text, '\n');
    CHECK(end != NULL && end[1] == 0);
}

/* How a rank's bytes are written. */
static int ways(MPI_File file, int way, void *bytes, int count, MPI_Status *status) {
    MPI_Request request;
    int code;
    switch (way) {
    case 0: return MPI_File_write_at(file, check_rank * count, bytes, count, MPI_BYTE, status);
    case 1: return MPI_File_write_at_all(file, check_rank * count, bytes, count, MPI_BYTE, status);
    case 2:
        code = MPI_File_iwrite_at(file, check_rank * count, bytes, count, MPI_BYTE, &request);
        return code != MPI_SUCCESS ? code : MPI_Wait(&request, status);
    case 3:
        code = MPI_File_iwrite_at_all(file, check_rank * count, bytes, count, MPI_BYTE, &request);
        return code != MPI_SUCCESS ? code : MPI_Wait(&request, status);
    default:
        MPI_File_write_at_all_begin(file, check_rank * count, bytes, count, MPI_BYTE);
        return MPI_File_write_at_all_end(file, bytes, status);
    }
}
enum { WAYS = 5 };

static void refused(const char *path, int class) {
    unsigned char bytes[512] = {1};
    MPI_Status status;
    for (int exchange = 0; exchange < 2; exchange++) {
        MPI_Info info;
        MPI_Info_create(&info);
        MPI_Info_set(info, "romio_cb_write", exchange ? "enable" : "disable");
        MPI_File file;
        if (MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_WRONLY, info, &file) != MPI_SUCCESS) {
            CHECK(!"a file that refuses writes opens");
            return;
        }
        for (int way = 0; way < WAYS; way++) CHECK(file_class(ways(file, way, bytes, sizeof bytes, &status)) == class);
        MPI_Info_free(&info);
        MPI_File_close(&file);
    }
}

/* Only the last rank's bytes pass the limit; what lies before is in the file. */
static void limited(int exchange) {
    enum { EACH = 20000 };
    static unsigned char bytes[EACH], back[EACH];
    struct rlimit all, limit;
    MPI_Status status;
    MPI_Info info;
    check_fill(bytes, EACH, (unsigned)check_rank);
    MPI_Info_create(&info);
    MPI_Info_set(info, "romio_cb_write", exchange ? "enable" : "disable");
    MPI_File file = file_new(MPI_COMM_WORLD, info);
    MPI_Info_free(&info);
    getrlimit(RLIMIT_FSIZE, &all);
    limit = all;
    limit.rlim_cur = (rlim_t)(EACH * check_size - 1000);
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &limit);
    int class = file_class(MPI_File_write_at_all(file, EACH * check_rank, bytes, EACH, MPI_BYTE, &status));
    setrlimit(RLIMIT_FSIZE, &all);
    /* With the exchange, every rank learns of it: its bytes were in another rank's hands. */
    CHECK(class == (exchange || check_rank == check_size - 1 ? MPI_ERR_IO : MPI_SUCCESS));
    if (class == MPI_SUCCESS) {
        CHECK(MPI_File_read_at(file, EACH * check_rank, back, EACH, MPI_BYTE, &status) == MPI_SUCCESS);
        CHECK(memcmp(back, bytes, EACH) == 0);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(file_size() == EACH * check_size - 1000);
    /* The file works on. */
    CHECK(MPI_File_write_at_all(file, EACH * check_rank, bytes, EACH, MPI_BYTE, &status) == MPI_SUCCESS);
    CHECK(MPI_File_read_at_all(file, EACH * check_rank, back, EACH, MPI_BYTE, &status) == MPI_SUCCESS);
    CHECK(memcmp(back, bytes, EACH) == 0);
    MPI_File_close(&file);
}

static void names(void) {
    MPI_File file;
    char missing[PATH_MAX + 8];
    snprintf(missing, sizeof missing, "%s/none/data", file_folder);
    int mode = MPI_MODE_RDWR | MPI_MODE_CREATE;
    CHECK(file_class(MPI_File_open(MPI_COMM_WORLD, missing, mode, MPI_INFO_NULL, &file)) == MPI_ERR_NO_SUCH_FILE);
    CHECK(file_class(MPI_File_open(MPI_COMM_WORLD, file_folder, mode, MPI_INFO_NULL, &file)) == MPI_ERR_BAD_FILE);
    file = file_new(MPI_COMM_WORLD, MPI_INFO_NULL);
    MPI_File_close(&file);
    snprintf(missing, sizeof missing, "%s/data", file_path);
    CHECK(file_class(MPI_File_open(MPI_COMM_WORLD, missing, MPI_MODE_RDONLY, MPI_INFO_NULL, &file)) == MPI_ERR_BAD_FILE);
    memset(missing, 'a', sizeof missing - 1);
    missing[sizeof missing - 1] = 0;
    CHECK(file_class(MPI_File_open(MPI_COMM_WORLD, missing, MPI_MODE_RDONLY, MPI_INFO_NULL, &file)) == MPI_ERR_BAD_FILE);
    /* A file that is taken away stays usable until it is closed. */
    file = file_new(MPI_COMM_WORLD, MPI_INFO_NULL);
    if (check_rank == 0) unlink(file_path);
    MPI_Barrier(MPI_COMM_WORLD);
    int number = 5, back = 0;
    CHECK(MPI_File_write_at(file, 4 * check_rank, &number, 1, MPI_INT, MPI_STATUS_IGNORE) == MPI_SUCCESS);
    CHECK(MPI_File_read_at(file, 4 * check_rank, &back, 1, MPI_INT, MPI_STATUS_IGNORE) == MPI_SUCCESS && back == 5);
    MPI_File_close(&file);
}

int main(int argc, char **argv) {
    check_start(&argc, &argv);
    file_start();
    told();
    refused("/dev/full", MPI_ERR_NO_SPACE);
    refused("/proc/version", MPI_ERR_IO);
    limited(0);
    limited(1);
    names();
    file_end();
    return check_end();
}
