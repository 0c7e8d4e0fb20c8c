/* The module mpi_f08, Clump's own and MPICH's: functions that pass data get gfortran's descriptors of arrays (version 9
 * and later), and functions with large counts have names of their own. */
/* The kinds of handles, as Fortran's names have them. */
#define HANDLES_IN_LOWER_CASE(X) \
    X(comm) X(datatype) X(errhandler) X(file) X(group) X(info) X(message) X(op) X(request) X(session) X(win)

struct array {
    void *base;
    size_t offset, size;
    int version;
    signed char rank, type;
    short attribute;
    /* Bytes from one element to the next of an array that is contiguous. */
    ptrdiff_t span;
    struct {
        ptrdiff_t stride, first, last;
    } dimensions[];
};
static ptrdiff_t extent_of(const struct array *array, int dimension)
{
    return array->dimensions[dimension].last - array->dimensions[dimension].first + 1;
}
/* Returns true if an array's elements lie side by side. The last extent of an array of assumed size is not known. */
static int is_contiguous(const struct array *array)
{
    ptrdiff_t next = 1;
    for (int i = 0; i < array->rank; i++) {
        if (extent_of(array, i) > 1 && array->dimensions[i].stride != next)
            return 0;
        next *= extent_of(array, i);
    }
    return array->rank == 0 || array->span == (ptrdiff_t)array->size;
}
/* Returns true for what most calls pass: a scalar, or an array of one dimension whose elements lie side by side. */
static inline int is_simple(const struct array *array)
{
    return array->rank == 0 ||
           (array->rank == 1 && array->dimensions[0].stride == 1 && array->span == (ptrdiff_t)array->size);
}
static COLD _Noreturn void no_section(void)
{
    die("the program passes a section of an array whose elements do not lie side by side, to a function of the module "
        "mpi_f08 that keeps the address, or with a datatype that is not that of the elements; this is not served: pass "
        "a copy");
}
/* Returns the address of data that must lie side by side. */
static void *data_of(const struct array *array)
{
    return is_contiguous(array) ? address_of(array->base) : (no_section(), (void *)0);
}

/* Returns a datatype that covers the first `count` elements, in the order of the array, of its first dimensions. */
static word covering(const struct array *array, int dimensions, int64_t count, word element)
{
    word whole = element, part = 0, many = 0, all = 0;
    int64_t below = 1, stride = array->dimensions[dimensions - 1].stride * array->span;
    for (int i = 0; i < dimensions - 1; i++)
        below *= extent_of(array, i);
    if (dimensions > 1)
        whole = covering(array, dimensions - 1, below, element);
    TABLE.Type_create_hvector_c(below ? count / below : 0, 1, stride, whole, &many);
    if (dimensions > 1)
        TABLE.Type_free(&whole);
    if (!below || count % below == 0)
        return many;
    part = covering(array, dimensions - 1, count % below, element);
    intptr_t places[] = { 0, count / below * stride };
    TABLE.Type_create_struct(2, (int[]){ 1, 1 }, places, (word[]){ many, part }, &all);
    TABLE.Type_free(&many);
    TABLE.Type_free(&part);
    return all;
}
/* Returns a datatype for a section of which `count` elements of this datatype are sent or received. */
static F_Datatype section_type(const struct array *array, int64_t count, F_Datatype datatype)
{
    int integers, addresses, datatypes, combiner, size = 0;
    word element = Datatype_in(datatype);
    if (TABLE.Type_get_envelope(element, &integers, &addresses, &datatypes, &combiner) ||
        combiner != OURS_COMBINER_NAMED || TABLE.Type_size(element, &size) || (size_t)size != array->size)
        no_section();
    word made = covering(array, array->rank, count, element);
    TABLE.Type_commit(&made);
    return Datatype_out(made);
}
/* Data, its number and its datatype: those of the program, or a datatype for a section. */
#define SECTION(name, count, datatype) \
    void *name##_c; \
    __typeof(*count + 0) name##_count = *count; \
    F_Datatype name##_type = Datatype_of_number(*datatype), name##_made = 0; \
    if (is_contiguous(name)) { \
        name##_c = address_of(name->base); \
    } else { \
        name##_c = name->base; \
        name##_type = name##_made = section_type(name, name##_count, name##_type); \
        name##_count = 1; \
    }
#define SECTION_DONE(name, count, datatype) \
    if (name##_made) \
        CALLED(Type_free)(&name##_made);

/* Copies of sections, for functions that exchange a block with each process or combine data: one call's are a list. */
struct copy {
    struct copy *next;
    char *data;
    int written;
    struct array array;
};
/* Copies a section's first dimensions, whose begin is `at`, to or from `data`. Returns the place behind that data. */
static char *move_section(const struct array *array, int dimensions, char *at, char *data, int back)
{
    if (dimensions == 0) {
        memcpy(back ? at : data, back ? data : at, array->size);
        return data + array->size;
    }
    ptrdiff_t stride = array->dimensions[dimensions - 1].stride * array->span;
    for (ptrdiff_t i = 0; i < extent_of(array, dimensions - 1); i++)
        data = move_section(array, dimensions - 1, at + i * stride, data, back);
    return data;
}
/* A step of a call: copies are read, written back if the call writes to them, or freed. */
enum { READ, WRITE_BACK, FREE };
static void move_copies(void *copies, int step)
{
    for (struct copy *copy = copies, *next; copy; copy = next) {
        next = copy->next;
        if (step == FREE)
            free(copy->data), free(copy);
        else if (step == READ || copy->written)
            move_section(&copy->array, copy->array.rank, copy->array.base, copy->data, step == WRITE_BACK);
    }
}
static COLD void *copy_of(const struct array *array, int written, struct copy **copies)
{
    size_t dimensions = array->rank * sizeof array->dimensions[0], bytes = array->size;
    for (int i = 0; i < array->rank; i++)
        bytes *= extent_of(array, i) > 0 ? extent_of(array, i) : 0;
    struct copy *copy = memory(sizeof *copy + dimensions);
    *copy = (struct copy){ *copies, memory(bytes + 1), written, *array };
    memcpy(copy->array.dimensions, array->dimensions, dimensions);
    move_section(array, array->rank, array->base, copy->data, 0);
    return (*copies = copy)->data;
}
static inline void *copied(const struct array *array, int written, struct copy **copies)
{
    return LIKELY(is_contiguous(array)) ? place_of(array->base) : copy_of(array, written, copies);
}
static void end_copies(struct copy **copies)
{
    move_copies(*copies, WRITE_BACK);
    move_copies(*copies, FREE);
}
/* Passes copies to the call that follows. */
static void pass(struct copy *copies)
{
    if (copies)
        TABLE.set_copies(move_copies, copies);
}
static void take_back(struct copy **copies)
{
    if (*copies && TABLE.set_copies(0, 0))
        move_copies(*copies, FREE);
}
/* The copies of a call, which end with it, also if an error handler throws a C++ exception through it: written back and
 * freed; or, of a call that returns early, freed if it has failed and so not taken them over. */
#define COPIES(copies) __attribute__((cleanup(end_copies))) struct copy *copies = 0
#define PASSED_COPIES(copies) __attribute__((cleanup(take_back))) struct copy *copies = 0

#define F08(type, name, parameters) \
    EXPORT type mpi_##name##_ parameters; \
    ALSO(mpi_##name##_, pmpir_##name##_) \
    type mpi_##name##_ parameters
#include "generated/f08.h"

/* The address of a detached buffer is a pointer of C here. */
F08(void, buffer_detach_f08, (void **buffer, int *size, int *ierror))
{
    RETURNED(CALLED(Buffer_detach)(buffer, size))
}

/* Keeps the compiler from moving what the program does with the data. */
F08(void, f_sync_reg_f08ts, (const struct array *buffer))
{
    (void)buffer;
}

/* The bytes of an element (MPI_SIZEOF). */
#define SIZE_OF(name, bytes) \
    EXPORT void name(const void *x, int *size, int *ierror) \
    { \
        (void)x; \
        *size = bytes; \
        RETURNED(0) \
    }
