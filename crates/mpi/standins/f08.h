/* MPICH's module mpi_f08: functions that pass data get descriptors of arrays (Fortran 2018, 18.5.3), and functions with
 * large counts have names of their own. */
struct array {
    void *base;
    size_t size;
    int version;
    signed char rank, attribute;
    short type;
    struct {
        ptrdiff_t first, extent, stride;
    } dimensions[];
};
/* Returns the address of an array's elements, which must lie side by side. */
static void *data_of(const struct array *array)
{
    ptrdiff_t next = (ptrdiff_t)array->size;
    for (int i = 0; i < array->rank; i++) {
        ptrdiff_t extent = array->dimensions[i].extent;
        if (extent > 1 && array->dimensions[i].stride != next)
            die("the program passes a section of an array whose elements do not lie side by side to a function of the "
                "module mpi_f08, which is not served; pass a copy");
        /* The last extent of an array of assumed size is -1. */
        next *= extent < 0 ? 1 : extent;
    }
    return place_of(array->base);
}
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

/* The bytes of an element (MPI_SIZEOF), of the modules mpi and mpi_f08. */
#define SIZE_OF(name, bytes) \
    EXPORT void name(const void *x, int *size, int *ierror) \
    { \
        (void)x; \
        *size = bytes; \
        RETURNED(0) \
    }
#define SIZE_IN_F08(name, bytes) SIZE_OF(__mpi_f08_types_MOD_mpi_sizeof_##name, bytes)
SIZE_IN_F08(character, 1)
SIZE_IN_F08(logical, 4)
SIZE_IN_F08(xint8, 1)
SIZE_IN_F08(xint16, 2)
SIZE_IN_F08(xint32, 4)
SIZE_IN_F08(xint64, 8)
SIZE_IN_F08(xreal32, 4)
SIZE_IN_F08(xreal64, 8)
SIZE_IN_F08(xreal128, 16)
SIZE_IN_F08(xcomplex32, 8)
SIZE_IN_F08(xcomplex64, 16)
SIZE_IN_F08(xcomplex128, 32)
#define SIZE_IN_MPI(name, bytes) \
    SIZE_OF(__mpi_sizeofs_MOD_mpi_sizeof_##name, bytes) SIZE_OF(__mpi_sizeofs_MOD_mpi_sizeof_##name##v, bytes)
SIZE_IN_MPI(ch, 1)
SIZE_IN_MPI(l, 4)
SIZE_IN_MPI(i1, 1)
SIZE_IN_MPI(i2, 2)
SIZE_IN_MPI(i, 4)
SIZE_IN_MPI(i8, 8)
SIZE_IN_MPI(r, 4)
SIZE_IN_MPI(d, 8)
SIZE_IN_MPI(cx, 8)

/* Comparisons and conversions of handles. A handle is a structure of one INTEGER, which mpif.h has as it is. */
#define OF_TYPE(name) __mpi_f08_types_MOD_mpi_##name
#define OF_CONSTANTS(name) __mpi_constants_MOD_##name
#define HANDLE(lower) \
    EXPORT int OF_TYPE(lower##_eq)(const int *a, const int *b) { return *a == *b; } \
    EXPORT int OF_TYPE(lower##_neq)(const int *a, const int *b) { return *a != *b; } \
    EXPORT int OF_TYPE(lower##_f08_eq_f)(const int *a, const int *b) { return *a == *b; } \
    EXPORT int OF_TYPE(lower##_f08_neq_f)(const int *a, const int *b) { return *a != *b; } \
    EXPORT int OF_TYPE(lower##_f_eq_f08)(const int *a, const int *b) { return *a == *b; } \
    EXPORT int OF_TYPE(lower##_f_neq_f08)(const int *a, const int *b) { return *a != *b; } \
    EXPORT int OF_CONSTANTS(lower##eq)(const int *a, const int *b) { return *a == *b; } \
    EXPORT int OF_CONSTANTS(lower##neq)(const int *a, const int *b) { return *a != *b; }
HANDLE(comm)
HANDLE(datatype)
HANDLE(errhandler)
HANDLE(file)
HANDLE(group)
HANDLE(info)
HANDLE(message)
HANDLE(op)
HANDLE(request)
HANDLE(session)
HANDLE(win)
