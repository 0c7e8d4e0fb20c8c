/* A pointer to memory of a GPU is refused with MPI_ERR_BUFFER and a sentence that names it, in every kind of call, also if
 * the program loads the driver long after MPI_Init; host memory passes. Stubs stand for the drivers. ranks: 2 */
#include "start.h"
#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

/* cuPointerGetAttribute: every address in this terabyte is a device's, of which the last part is managed. */
static const char stub[] =
    "int cuPointerGetAttribute(void *data, int attribute, unsigned long long at) {\n"
    "    if (at >> 40 != 0x30) return 1;\n"
    "    if (attribute == 2) *(unsigned *)data = 2;\n"
    "    else if (attribute == 8) *(unsigned *)data = at >= 0x308000000000ull;\n"
    "    else return 1;\n"
    "    return 0;\n"
    "}\n";

/* hipPointerGetAttributes: every address in another terabyte is a device's; any other address is an error, which stays
 * the last one until hipGetLastError. */
static const char rocm_stub[] =
    "static int last;\n"
    "int hipPeekAtLastError(void) { return last; }\n"
    "int hipGetLastError(void) { int was = last; last = 0; return was; }\n"
    "struct attributes { int type, device; const void *device_pointer, *host_pointer; int managed; unsigned flags; };\n"
    "int hipPointerGetAttributes(struct attributes *a, const void *at) {\n"
    "    if ((unsigned long long)at >> 40 != 0x31) return last = 1;\n"
    "    a->device_pointer = at, a->host_pointer = 0, a->managed = 0;\n"
    "    return 0;\n"
    "}\n";

static char folder[] = "/tmp/clump-device-XXXXXX", source[64], cuda[64], rocm[64];

/* Builds a stub before MPI_Init: a compiler is another process. */
static void build(const char *text, const char *name, char *library) {
    char command[256];
    snprintf(source, sizeof source, "%s/stub.c", folder);
    snprintf(library, 64, "%s/%s", folder, name);
    FILE *file = fopen(source, "w");
    CHECK(file != NULL);
    fputs(text, file);
    fclose(file);
    snprintf(command, sizeof command, "cc -shared -fPIC -Wl,-soname,%s -o %s %s", name, library, source);
    CHECK(system(command) == 0);
}

static void remove_all(void) {
    unlink(source), unlink(cuda), unlink(rocm), rmdir(folder);
}

static char *const device = (char *)0x300000001000ull;

/* The call has failed, because of the buffer. */
static void refused(int line, int code) {
    int class = -1;
    MPI_Error_class(code, &class);
    if (class != MPI_ERR_BUFFER) wrong(__FILE__, line, "no MPI_ERR_BUFFER");
}
#define REFUSED(call) refused(__LINE__, call)

/* The first such error also says on stderr what is wrong, and what to do. */
static void explained(void) {
    char text[2048], name[32];
    FILE *file = tmpfile();
    int real = dup(2);
    fflush(stderr);
    dup2(fileno(file), 2);
    int code = MPI_Send(device, 8, MPI_CHAR, rank, 0, MPI_COMM_WORLD);
    int again = MPI_Send(device, 8, MPI_CHAR, rank, 0, MPI_COMM_WORLD);
    dup2(real, 2);
    rewind(file);
    size_t got = fread(text, 1, sizeof text - 1, file);
    text[got] = 0;
    snprintf(name, sizeof name, "%#llx", (unsigned long long)device);
    CHECK(strstr(text, name) && strstr(text, "CUDA") && strstr(text, "cudaMemcpy") && strstr(text, "MPI_Send"));
    CHECK(strchr(text, '\n') == text + got - 1);
    REFUSED(code);
    REFUSED(again);
}

static void exchange(int bytes) {
    char out[64] = "", in[64];
    OK(MPI_Sendrecv(out, bytes, MPI_CHAR, rank, 0, in, bytes, MPI_CHAR, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
}

/* A query that fails leaves no error behind, and an error of the program stays. */
static void last_errors(void *driver) {
    int (*peek)(void) = (int (*)(void))dlsym(driver, "hipPeekAtLastError");
    int (*take)(void) = (int (*)(void))dlsym(driver, "hipGetLastError");
    int (*query)(void *, const void *) = (int (*)(void *, const void *))dlsym(driver, "hipPointerGetAttributes");
    char host[64];
    CHECK(peek && take && query);
    exchange(8);
    CHECK(peek() == 0);
    CHECK(query(host, host) == 1);
    exchange(8);
    CHECK(take() == 1 && peek() == 0);
    REFUSED(MPI_Send((char *)0x310000001000ull, 1, MPI_INT, rank, 0, MPI_COMM_WORLD));
}

int main(void) {
    MPI_Request request;
    MPI_Datatype every_other;
    MPI_Win win, dynamic;
    char host[64] = "";
    double pairs[8] = {0};
    CHECK(mkdtemp(folder) != NULL);
    build(stub, "libcuda.so.1", cuda);
    build(rocm_stub, "libamdhip64.so", rocm);
    begin();
    CHECK(MPIX_Query_cuda_support() == 0 && MPIX_Query_rocm_support() == 0);
    CHECK(MPIX_Query_hip_support() == 0 && MPIX_Query_ze_support() == 0);
    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
    OK(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN));
    OK(MPI_Type_vector(2, 1, 2, MPI_INT, &every_other));
    OK(MPI_Type_commit(&every_other));
    OK(MPI_Win_create(host, sizeof host, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win));
    OK(MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN));
    OK(MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &dynamic));
    OK(MPI_Win_set_errhandler(dynamic, MPI_ERRORS_RETURN));
    /* Enough messages that the library has stopped looking for a driver; then a wait of each rank that sleeps. */
    for (int i = 0; i < 200; i++) exchange(8);
    if (rank == 0) usleep(100000);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    if (rank == 0) OK(MPI_Recv(host, 8, MPI_CHAR, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    if (rank == 1) usleep(100000), OK(MPI_Send(host, 8, MPI_CHAR, 0, 1, MPI_COMM_WORLD));
    CHECK(dlopen(cuda, RTLD_NOW | RTLD_LOCAL) != NULL);

    explained();
    REFUSED(MPI_Send(device, 1, MPI_INT, rank, 0, MPI_COMM_WORLD));
    REFUSED(MPI_Ssend(device, 1 << 20, MPI_CHAR, rank, 0, MPI_COMM_WORLD));
    REFUSED(MPI_Isend(device, 8, MPI_CHAR, rank, 0, MPI_COMM_WORLD, &request));
    REFUSED(MPI_Bsend(device, 8, MPI_CHAR, rank, 0, MPI_COMM_WORLD));
    REFUSED(MPI_Send_init(device, 8, MPI_CHAR, rank, 0, MPI_COMM_WORLD, &request));
    REFUSED(MPI_Send(device, 1, every_other, rank, 0, MPI_COMM_WORLD));
    REFUSED(MPI_Recv(device, 8, MPI_CHAR, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    REFUSED(MPI_Irecv(device, 8, MPI_CHAR, rank, 0, MPI_COMM_WORLD, &request));
    REFUSED(MPI_Recv_init(device, 8, MPI_CHAR, rank, 0, MPI_COMM_WORLD, &request));
    REFUSED(MPI_Sendrecv(device, 8, MPI_CHAR, rank, 0, host, 8, MPI_CHAR, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    REFUSED(MPI_Sendrecv(host, 8, MPI_CHAR, rank, 0, device, 8, MPI_CHAR, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    REFUSED(MPI_Psend_init(device, 2, 4, MPI_CHAR, rank, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request));
    REFUSED(MPI_Bcast(device, 8, MPI_CHAR, 0, MPI_COMM_SELF));
    REFUSED(MPI_Allreduce(device, host, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_SELF));
    REFUSED(MPI_Allreduce(host, device, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_SELF));
    REFUSED(MPI_Allreduce(MPI_IN_PLACE, device, 1, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_SELF));
    REFUSED(MPI_Reduce_local(device, pairs, 1, MPI_DOUBLE, MPI_SUM));
    REFUSED(MPI_Allgather(host, 8, MPI_CHAR, device, 8, MPI_CHAR, MPI_COMM_SELF));
    REFUSED(MPI_Alltoall(device, 8, MPI_CHAR, host, 8, MPI_CHAR, MPI_COMM_SELF));
    REFUSED(MPI_Iallreduce(host, device, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_SELF, &request));
    REFUSED(MPI_Allreduce_init(host, device, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_SELF, MPI_INFO_NULL, &request));
    MPI_Win bad;
    REFUSED(MPI_Win_create(device, 64, 1, MPI_INFO_NULL, MPI_COMM_SELF, &bad));
    REFUSED(MPI_Win_attach(dynamic, device, 64));
    OK(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win));
    REFUSED(MPI_Put(device, 8, MPI_CHAR, rank, 0, 8, MPI_CHAR, win));
    REFUSED(MPI_Get(device, 8, MPI_CHAR, rank, 0, 8, MPI_CHAR, win));
    REFUSED(MPI_Accumulate(device, 1, MPI_INT, rank, 0, 1, MPI_INT, MPI_SUM, win));
    REFUSED(MPI_Fetch_and_op(device, pairs, MPI_INT, rank, 0, MPI_SUM, win));
    OK(MPI_Win_unlock(rank, win));

    /* Host memory passes, nothing at all passes, and so does memory that the driver moves to the host. */
    for (int i = 0; i < 100; i++) exchange(8);
    OK(MPI_Send(device, 0, MPI_CHAR, MPI_PROC_NULL, 0, MPI_COMM_WORLD));
    OK(MPI_Send(host, 1, every_other, MPI_PROC_NULL, 0, MPI_COMM_WORLD));
    char *managed = mmap((void *)0x308000000000ull, 4096, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    CHECK(managed == (char *)0x308000000000ull);
    OK(MPI_Bcast(managed, 8, MPI_CHAR, 0, MPI_COMM_WORLD));
    void *driver = dlopen(rocm, RTLD_NOW | RTLD_LOCAL);
    CHECK(driver != NULL);
    remove_all();
    last_errors(driver);
    OK(MPI_Type_free(&every_other));
    OK(MPI_Win_free(&win));
    OK(MPI_Win_free(&dynamic));
    return end();
}
