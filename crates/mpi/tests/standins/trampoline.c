/* A program of MPItrampoline: it opens the library that MPITRAMPOLINE_LIB names, takes constants and functions from it, and
 * frees a communicator after MPI_Finalize, as JAX does. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static void *library;

static void *symbol(const char *name)
{
    void *found = dlsym(library, name);
    if (found == NULL) {
        fprintf(stderr, "libmpiwrapper.so lacks %s\n", name);
        exit(1);
    }
    return found;
}
static uintptr_t constant(const char *name) { return (uintptr_t)*(intptr_t *)symbol(name); }

#define MUST(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "trampoline.c:%d: not so: %s\n", __LINE__, #condition); \
            return 1; \
        } \
    } while (0)

int main(int argc, char **argv)
{
    const char *name = getenv("MPITRAMPOLINE_LIB");
    MUST(name != NULL);
    library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
    MUST(library != NULL);
    int (*init)(int *, char ***) = symbol("MPIABI_Init");
    int (*size_of)(uintptr_t, int *) = symbol("MPIABI_Comm_size");
    int (*dup)(uintptr_t, uintptr_t *) = symbol("MPIABI_Comm_dup");
    int (*sum)(const void *, void *, int, uintptr_t, uintptr_t, uintptr_t) = symbol("MPIABI_Allreduce");
    int (*release)(uintptr_t *) = symbol("MPIABI_Comm_free");
    int (*finalize)(void) = symbol("MPIABI_Finalize");
    uintptr_t world = constant("MPIABI_COMM_WORLD"), null = constant("MPIABI_COMM_NULL"), first, second;
    int size, one = 1, all = 0;
    MUST(init(&argc, &argv) == 0);
    MUST(size_of(world, &size) == 0);
    MUST(dup(world, &first) == 0 && dup(world, &second) == 0);
    MUST(sum(&one, &all, 1, constant("MPIABI_INT"), constant("MPIABI_SUM"), first) == 0 && all == size);
    MUST(release(&first) == 0 && first == null);
    MUST(finalize() == 0);
    MUST(release(&second) == 0 && second == null);
    return 0;
}
