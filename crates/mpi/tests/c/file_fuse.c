/* Errors that a file system reports in the midst of reading and writing: EIO, EDQUOT, ENOSPC, EROFS, of a small file system in
 * this program (FUSE). Where it cannot be mounted, for want of root or of /dev/fuse, nothing is tried. ranks: 1 3 */
#include "file.h"
#include <linux/fuse.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/wait.h>

/* Files of 64 KiB. From WRONG on, reading (`read`) or writing (the others) fails with the error that the name says. */
enum { SIZE = 64 << 10, WRONG = 40 << 10, FILES = 6, FIRST = 2 };
static const struct {
    const char *name;
    int error;
} files[FILES] = {{"sound", 0}, {"eio", EIO}, {"edquot", EDQUOT}, {"enospc", ENOSPC}, {"erofs", EROFS}, {"read", EIO}};
static unsigned char contents[FILES][SIZE];

static void attributes(struct fuse_attr *a, uint64_t node) {
    memset(a, 0, sizeof *a);
    a->ino = node;
    a->mode = node == 1 ? S_IFDIR | 0755 : S_IFREG | 0644;
    a->size = node == 1 ? 0 : SIZE;
    a->nlink = 1;
}

/* Answers one request. Returns 0 when the file system is no longer mounted. */
static int serve(int fuse, char *request, size_t room) {
    struct {
        struct fuse_out_header head;
        char body[1 << 18];
    } static answer;
    ssize_t got = read(fuse, request, room);
    if (got < 0) return errno == EINTR || errno == EAGAIN || errno == ENOENT;
    struct fuse_in_header *in = (struct fuse_in_header *)request;
    void *argument = in + 1;
    size_t len = 0, file = in->nodeid - FIRST;
    int error = 0;
    memset(answer.body, 0, 256);
    switch (in->opcode) {
    case FUSE_INIT: {
        struct fuse_init_out *out = (void *)answer.body;
        out->major = FUSE_KERNEL_VERSION, out->minor = 26;
        out->max_write = 1 << 16, out->max_readahead = 0;
        len = sizeof *out;
        break;
    }
    case FUSE_LOOKUP: {
        struct fuse_entry_out *out = (void *)answer.body;
        error = ENOENT;
        for (int i = 0; i < FILES; i++)
            if (strcmp(argument, files[i].name) == 0) error = 0, out->nodeid = (uint64_t)(FIRST + i);
        attributes(&out->attr, out->nodeid);
        len = sizeof *out;
        break;
    }
    case FUSE_GETATTR:
    case FUSE_SETATTR: {
        struct fuse_attr_out *out = (void *)answer.body;
        attributes(&out->attr, in->nodeid);
        len = sizeof *out;
        break;
    }
    case FUSE_OPEN:
    case FUSE_OPENDIR: {
        struct fuse_open_out *out = (void *)answer.body;
        out->open_flags = FOPEN_DIRECT_IO;
        len = sizeof *out;
        break;
    }
    case FUSE_READ: {
        struct fuse_read_in *read = argument;
        if (read->offset >= SIZE) break;
        len = read->size < SIZE - read->offset ? read->size : SIZE - (size_t)read->offset;
        if (strcmp(files[file].name, "read") == 0 && read->offset + len > WRONG) error = EIO;
        memcpy(answer.body, contents[file] + read->offset, len);
        break;
    }
    case FUSE_WRITE: {
        struct fuse_write_in *write = argument;
        struct fuse_write_out *out = (void *)answer.body;
        if (strcmp(files[file].name, "read") != 0 && write->offset + write->size > WRONG) error = files[file].error;
        if (write->offset + write->size > SIZE) error = EFBIG;
        if (!error) memcpy(contents[file] + write->offset, write + 1, write->size);
        out->size = write->size;
        len = sizeof *out;
        break;
    }
    case FUSE_STATFS: len = sizeof(struct fuse_statfs_out); break;
    case FUSE_FORGET:
    case FUSE_BATCH_FORGET:
    case FUSE_INTERRUPT: return 1;
    case FUSE_RELEASE:
    case FUSE_RELEASEDIR:
    case FUSE_FLUSH:
    case FUSE_FSYNC: break;
    default: error = ENOSYS;
    }
    if (error) len = 0;
    answer.head.len = (uint32_t)(sizeof answer.head + len);
    answer.head.error = -error;
    answer.head.unique = in->unique;
    return write(fuse, &answer, answer.head.len) >= 0 || errno == ENOENT;
}

/* Mounts the file system on `folder`. Returns the process that serves it, or -1. */
static pid_t mounted(const char *folder) {
    char options[128];
    static char request[1 << 18];
    int fuse = open("/dev/fuse", O_RDWR | O_CLOEXEC);
    if (fuse < 0) return -1;
    snprintf(options, sizeof options, "fd=%d,rootmode=40000,user_id=%u,group_id=%u,allow_other", fuse, getuid(), getgid());
    if (mount("clump-test", folder, "fuse", MS_NOSUID | MS_NODEV, options) != 0) {
        close(fuse);
        return -1;
    }
    pid_t child = fork();
    if (child == 0) {
        while (serve(fuse, request, sizeof request)) {}
        _exit(0);
    }
    close(fuse);
    return child;
}

static void path_of(char *path, int i) { snprintf(path, PATH_MAX, "%s/%s", file_folder, files[i].name); }

/* All ranks write, or read, parts of a file, of which the last ones pass WRONG. */
static void access_all(int i, int exchange) {
    char path[PATH_MAX];
    unsigned char *bytes = malloc(SIZE);
    MPI_Info info;
    MPI_File file;
    MPI_Status status;
    int each = SIZE / check_size / 512 * 512, failing = each * (check_rank + 1) > WRONG, class;
    int reads = strcmp(files[i].name, "read") == 0;
    path_of(path, i);
    check_fill(bytes, SIZE, (unsigned)i);
    MPI_Info_create(&info);
    MPI_Info_set(info, "romio_cb_write", exchange ? "enable" : "disable");
    MPI_Info_set(info, "romio_cb_read", exchange ? "enable" : "disable");
    MPI_Info_set(info, "cb_buffer_size", "8192");
    CHECK(MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_RDWR, info, &file) == MPI_SUCCESS);
    MPI_Info_free(&info);
    unsigned char *mine = bytes + each * check_rank;
    if (reads) class = file_class(MPI_File_read_at_all(file, each * check_rank, mine, each, MPI_BYTE, &status));
    else class = file_class(MPI_File_write_at_all(file, each * check_rank, mine, each, MPI_BYTE, &status));
    int expected = files[i].error == 0        ? MPI_SUCCESS
                   : files[i].error == EDQUOT ? MPI_ERR_QUOTA
                   : files[i].error == ENOSPC ? MPI_ERR_NO_SPACE
                   : files[i].error == EROFS  ? MPI_ERR_READ_ONLY
                                              : MPI_ERR_IO;
    CHECK(class == (exchange || failing ? expected : MPI_SUCCESS));
    /* What was reported as written is there. */
    if (class == MPI_SUCCESS && !reads) {
        memset(mine, 0, (size_t)each);
        CHECK(MPI_File_read_at(file, each * check_rank, mine, each, MPI_BYTE, &status) == MPI_SUCCESS);
        CHECK(file_count(&status, MPI_BYTE) == each && check_same(bytes, (size_t)each * (size_t)(check_rank + 1), (unsigned)i));
    }
    /* The next call works. */
    CHECK(MPI_File_read_at_all(file, 512 * check_rank, mine, 512, MPI_BYTE, &status) == MPI_SUCCESS);
    MPI_File_close(&file);
    free(bytes);
}

int main(int argc, char **argv) {
    pid_t server = -1;
    char path[PATH_MAX];
    struct stat facts;
    check_start(&argc, &argv);
    file_start();
    if (check_rank == 0) server = mounted(file_folder);
    MPI_Barrier(MPI_COMM_WORLD);
    path_of(path, 0);
    int there = stat(path, &facts) == 0 && facts.st_size == SIZE, all;
    MPI_Allreduce(&there, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    for (int i = 0; all && i < FILES; i++) access_all(i, 0), access_all(i, 1);
    MPI_Barrier(MPI_COMM_WORLD);
    if (server > 0) {
        CHECK(umount2(file_folder, MNT_DETACH) == 0);
        CHECK(waitpid(server, NULL, 0) == server);
    }
    file_end();
    return check_end();
}
