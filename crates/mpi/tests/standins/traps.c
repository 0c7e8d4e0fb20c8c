/* What goes wrong where one library brings another: argument 1 is the stand-in's file. ranks: 2 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
            exit(1); \
        } \
    } while (0)

static const char *file;

/* Returns a function that the handle has, which must be of the stand-in and not of the library below. */
static void *of_standin(void *handle, const char *name)
{
    Dl_info info;
    void *found = dlsym(handle, name);
    CHECK(found && dladdr(found, &info) && !strcmp(info.dli_fname, file));
    return found;
}

int main(int argc, char **argv)
{
    int rank, value = 0, major = 5, minor = 5;
    CHECK(argc == 2);
    file = argv[1];
    /* The launcher has loaded the stand-in, and no other file of its name. */
    void *handle = dlopen(strrchr(file, '/') + 1, RTLD_NOW | RTLD_NOLOAD);
    CHECK(handle);
    /* A library of the standard ABI is recognised by this function, which dlsym also seeks in the library below. */
    int (*version)(int *, int *) = of_standin(handle, "MPI_Abi_get_version");
    CHECK(!version(&major, &minor) && major == -1 && minor == -1);
    /* The stand-in's functions call the library below, and not themselves. */
    int (*init)(int *, char ***) = of_standin(RTLD_DEFAULT, "MPI_Init");
    CHECK(init == MPI_Init && of_standin(handle, "PMPI_Send") != 0);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank)
        PMPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else
        MPI_Send(&(int){ 4711 }, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    CHECK(rank == 0 || value == 4711);
    /* Device memory is refused by the function that programs ask. */
    int (*cuda)(void) = of_standin(handle, "MPIX_Query_cuda_support");
    CHECK(cuda() == 0);
    return MPI_Finalize();
}
