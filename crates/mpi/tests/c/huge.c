/* 3 GiB of real memory arrive intact: by the large-count call, and by an int count of a contiguous datatype. Skipped where
 * less than 8 GiB are free. ranks: 2 */
#define _GNU_SOURCE
#include "check.h"
#include <sys/mman.h>

static const size_t WORDS = (3ul << 30) / 8;

static long number_in(const char *path, const char *format, long otherwise) {
    char line[256];
    long number = otherwise;
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, format, &number) == 1) break;
    if (file) fclose(file);
    return number;
}

/* What is free, within a container's limit. */
static long available_mib(void) {
    long mib = number_in("/proc/meminfo", "MemAvailable: %ld kB", 0) >> 10;
    const char *limits[] = {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"};
    for (int i = 0; i < 2; i++) {
        long limit = number_in(limits[i], "%ld", -1);
        if (limit > 0 && limit >> 20 < mib) mib = limit >> 20;
    }
    return mib;
}

int main(int argc, char **argv) {
    check_start(&argc, &argv);
    long mib = available_mib();
    MPI_Bcast(&mib, 1, MPI_LONG, 0, MPI_COMM_WORLD);
    if (mib < 8 << 10) {
        if (check_rank == 0) printf("huge: skipped, %ld MiB of memory are free and 8192 MiB are wanted\n", mib);
        return check_end();
    }
    uint64_t *words = mmap(NULL, WORDS * 8, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    CHECK(words != MAP_FAILED);
    if (words == MAP_FAILED) MPI_Abort(MPI_COMM_WORLD, 1);
    madvise(words, WORDS * 8, MADV_HUGEPAGE);
    MPI_Datatype page;
    MPI_Type_contiguous(1 << 20, MPI_UINT64_T, &page);
    MPI_Type_commit(&page);
    for (uint64_t way = 1; way <= 2; way++) {
        int pages = (int)(WORDS >> 20);
        if (check_rank == 0) {
            for (size_t i = 0; i < WORDS; i++) words[i] = i * 0x9e3779b97f4a7c15u + way;
            if (way == 1) MPI_Send_c(words, (MPI_Count)WORDS * 8, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
            else MPI_Send(words, pages, page, 1, 2, MPI_COMM_WORLD);
        } else {
            MPI_Status status;
            MPI_Count count = -1;
            if (way == 1) MPI_Recv_c(words, (MPI_Count)WORDS * 8, MPI_BYTE, 0, 1, MPI_COMM_WORLD, &status);
            else MPI_Recv(words, pages, page, 0, 2, MPI_COMM_WORLD, &status);
            MPI_Get_count_c(&status, way == 1 ? MPI_BYTE : page, &count);
            CHECK(count == (way == 1 ? (MPI_Count)WORDS * 8 : pages));
            size_t wrong = 0;
            for (size_t i = 0; i < WORDS; i++) wrong += words[i] != i * 0x9e3779b97f4a7c15u + way;
            CHECK(wrong == 0);
        }
    }
    MPI_Type_free(&page);
    munmap(words, WORDS * 8);
    return check_end();
}
