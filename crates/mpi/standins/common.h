/* What the stand-ins for all ABIs share: the types of the standard ABI, and the library's table. */
#ifndef CLUMP_STANDINS_COMMON_H
#define CLUMP_STANDINS_COMMON_H
#define _GNU_SOURCE
#include <link.h>
#include <pthread.h>
#include <search.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))
/* Rare paths stay out of the functions that programs call often. */
#define COLD __attribute__((cold, noinline))
#define LIKELY(condition) __builtin_expect(!!(condition), 1)

/* A handle of the standard ABI. A predefined handle is below 1024, every other handle is above 4095. */
typedef uintptr_t word;
#define PREDEFINED 1024
/* The kind of object in bits 8 to 11 of a handle above 4095 (crates/mpi/src/slab.rs). */
#define KIND(handle) ((handle) >> 8 & 15)
enum { KIND_COMM = 1, KIND_GROUP, KIND_DATATYPE, KIND_REQUEST, KIND_MESSAGE, KIND_INFO, KIND_ERRHANDLER, KIND_OP,
       KIND_WIN, KIND_SESSION, KIND_FILE };

/* A status of the standard ABI. `internal` holds the number of bytes (low word, high word), then the cancelled flag. */
struct status {
    int source, tag, error, internal[5];
};

/* Functions that call a function of the program, which is their first argument, in the program's ABI. */
struct adapters {
    int (*copy_attr)(void *, word, int, void *, void *, void *, int *);
    int (*delete_attr)(void *, word, int, void *, void *);
    void (*error_handler)(void *, word *, int *);
    int (*query)(void *, void *, struct status *);
    int (*free)(void *, void *);
    int (*cancel)(void *, void *, int);
    void (*reduce)(void *, void *, void *, int *, word *);
    void (*reduce_c)(void *, void *, void *, int64_t *, word *);
    int (*extent)(void *, word, ptrdiff_t *, void *);
    int (*convert)(void *, void *, word, int, void *, int64_t, void *);
    int (*convert_c)(void *, void *, word, int64_t, void *, int64_t, void *);
};

#include "generated/engine.h"

/* The library's functions. The program's own tools may replace MPI_Send, but not this. */
extern const struct engine clump_mpi_table;
#define TABLE clump_mpi_table

/* Ends the process with a sentence. */
static COLD _Noreturn void die(const char *why)
{
    fprintf(stderr, "clump: %s: %s\n", STANDIN, why);
    abort();
}

/* The kinds of handles. */
#define HANDLES(X) \
    X(Comm) X(Datatype) X(Errhandler) X(File) X(Group) X(Info) X(Message) X(Op) X(Request) X(Session) X(Win)

/* A library of several files checks what it was loaded with in the one that does not define CHECKED_ELSEWHERE. */
#ifndef CHECKED_ELSEWHERE
/* The libraries of MPICH's ABI and of Open MPI's, by the number in their names. */
static const char *const abis[] = { ".so.12", ".so.40" };
static int abi_of(const char *path)
{
    const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    for (int i = 0; !strncmp(name, "libmpi", 6) && i < 2; i++)
        if (strstr(name, abis[i]))
            return i;
    return -1;
}

/* What one loaded object is, and needs, of these. */
struct found {
    int loaded[2], needed[2];
};
static int look_at(struct dl_phdr_info *object, size_t size, void *all)
{
    struct found *found = all;
    int of = abi_of(object->dlpi_name);
    (void)size;
    if (of >= 0) {
        found->loaded[of] = 1;
        return 0;
    }
    for (int i = 0; i < object->dlpi_phnum; i++) {
        if (object->dlpi_phdr[i].p_type != PT_DYNAMIC)
            continue;
        const ElfW(Dyn) *all_entries = (const void *)(object->dlpi_addr + object->dlpi_phdr[i].p_vaddr);
        const char *texts = 0;
        for (const ElfW(Dyn) *entry = all_entries; entry->d_tag != DT_NULL; entry++)
            if (entry->d_tag == DT_STRTAB)
                texts = (const char *)entry->d_un.d_ptr;
        /* The loader has made this an address, but not in objects of the kernel. */
        for (const ElfW(Dyn) *entry = all_entries; (word)texts > object->dlpi_addr && entry->d_tag != DT_NULL; entry++)
            if (entry->d_tag == DT_NEEDED && abi_of(texts + entry->d_un.d_val) >= 0)
                found->needed[abi_of(texts + entry->d_un.d_val)] = 1;
    }
    return 0;
}

/* Functions of MPI have the same names in all ABIs, so that a process finds only those of one. */
static void check_abis(void)
{
    struct found found = { { 0 }, { 0 } };
    int of = abi_of(STANDIN);
    dl_iterate_phdr(look_at, &found);
    if (of >= 0 && found.needed[of] && found.loaded[!of])
        die("the process has loaded MPI libraries of two ABIs, MPICH's (libmpi.so.12) and Open MPI's (libmpi.so.40), "
            "and can call MPI through one alone; use programs and modules that are built for one");
}

__attribute__((constructor)) static void check_library(void)
{
    check_abis();
    if (TABLE.layout != LAYOUT)
        die("the libmpi_abi.so.1 that the loader found is of another version of Clump (is LD_LIBRARY_PATH set?)");
}
#endif

/* The name of a function, that of an extension, and the definition of a function's profiling name. */
#ifndef NAME
#define NAME(name) MPI_##name
#define EXTENSION(name) MPIX_##name
#define TWIN(name) extern __typeof(MPI_##name) PMPI_##name EXPORT __attribute__((alias("MPI_" #name)));
#endif

#endif
