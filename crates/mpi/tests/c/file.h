/* What the programs on files share: a folder that all ranks see, and a file's bytes as the system has them. */
#ifndef FILE_H
#define FILE_H
#define _GNU_SOURCE
#include "check.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

static char file_folder[PATH_MAX - 64], file_path[PATH_MAX];

/* Makes the folder. Sets `file_path` to a file in it that does not exist. */
static inline void file_start(void) {
    if (check_rank == 0) {
        const char *temporary = getenv("TMPDIR");
        snprintf(file_folder, sizeof file_folder, "%s/clump-file-XXXXXX", temporary ? temporary : "/tmp");
        if (mkdtemp(file_folder) == NULL) MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Bcast(file_folder, sizeof file_folder, MPI_CHAR, 0, MPI_COMM_WORLD);
    snprintf(file_path, sizeof file_path, "%s/data", file_folder);
}

/* Removes the file and the folder, in which nothing else may be left. */
static inline void file_end(void) {
    MPI_Barrier(MPI_COMM_WORLD);
    if (check_rank != 0) return;
    unlink(file_path);
    CHECK(rmdir(file_folder) == 0);
}

static inline int file_class(int code) {
    int class = -1;
    MPI_Error_class(code, &class);
    return class;
}

/* The size of `file_path`, or -1. */
static inline long long file_size(void) {
    struct stat facts;
    return stat(file_path, &facts) == 0 ? (long long)facts.st_size : -1;
}

/* The bytes of `file_path`, which the caller frees. */
static inline unsigned char *file_bytes(size_t *len) {
    int fd = open(file_path, O_RDONLY);
    struct stat facts;
    if (fd < 0 || fstat(fd, &facts) != 0) MPI_Abort(MPI_COMM_WORLD, 1);
    *len = (size_t)facts.st_size;
    unsigned char *bytes = malloc(*len + 1);
    if (bytes == NULL || pread(fd, bytes, *len, 0) != (ssize_t)*len) MPI_Abort(MPI_COMM_WORLD, 1);
    close(fd);
    return bytes;
}

static inline MPI_File file_open(MPI_Comm comm, int mode, MPI_Info info) {
    MPI_File file;
    int code = MPI_File_open(comm, file_path, mode, info, &file);
    if (code != MPI_SUCCESS) {
        fprintf(stderr, "rank %d: MPI_File_open: class %d\n", check_rank, file_class(code));
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return file;
}

/* Makes the file empty, and opens it for reading and writing. */
static inline MPI_File file_new(MPI_Comm comm, MPI_Info info) {
    MPI_Barrier(comm);
    if (check_rank == 0) unlink(file_path);
    MPI_Barrier(comm);
    return file_open(comm, MPI_MODE_CREATE | MPI_MODE_RDWR, info);
}

static inline int file_count(const MPI_Status *status, MPI_Datatype type) {
    int count;
    MPI_Get_count(status, type, &count);
    return count;
}
#endif
