/* Messages of 3 GiB, by the large-count call and by a count of doubles. ranks: 2 */
#define _GNU_SOURCE
#include "check.h"
#include <sys/mman.h>
#include <unistd.h>

/* The same 64 MiB of memory, mapped end to end until 3 GiB: the addresses are many, the memory is not. */
static const size_t PIECE = 64u << 20, WHOLE = 3ul << 30;

static unsigned char *map_repeated(void) {
    int fd = memfd_create("large", 0);
    if (fd < 0 || ftruncate(fd, (off_t)PIECE) != 0) return NULL;
    unsigned char *at = mmap(NULL, WHOLE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED) return NULL;
    for (size_t offset = 0; offset < WHOLE; offset += PIECE)
        if (mmap(at + offset, PIECE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0) == MAP_FAILED) return NULL;
    close(fd);
    return at;
}

int main(int argc, char **argv) {
    check_start(&argc, &argv);
    unsigned char *bytes = map_repeated();
    CHECK(bytes != NULL);
    if (!bytes) MPI_Abort(MPI_COMM_WORLD, 1);
    for (int way = 0; way < 2; way++) {
        if (check_rank == 0) {
            check_fill(bytes, PIECE, (unsigned)way);
            if (way == 0) MPI_Send_c(bytes, (MPI_Count)WHOLE, MPI_BYTE, 1, way, MPI_COMM_WORLD);
            else MPI_Send(bytes, (int)(WHOLE / sizeof(double)), MPI_DOUBLE, 1, way, MPI_COMM_WORLD);
        } else {
            MPI_Status status;
            MPI_Count count = 0;
            int as_int = 0;
            memset(bytes, 0, PIECE);
            MPI_Recv_c(bytes, (MPI_Count)WHOLE, MPI_BYTE, 0, way, MPI_COMM_WORLD, &status);
            MPI_Get_count_c(&status, MPI_BYTE, &count);
            CHECK(count == (MPI_Count)WHOLE);
            MPI_Get_count(&status, MPI_DOUBLE, &as_int);
            CHECK(as_int == (int)(WHOLE / sizeof(double)));
            MPI_Get_count(&status, MPI_BYTE, &as_int);
            CHECK(as_int == MPI_UNDEFINED); /* it does not fit an int */
            CHECK(check_same(bytes, PIECE, (unsigned)way));
        }
    }
    munmap(bytes, WHOLE);
    return check_end();
}
