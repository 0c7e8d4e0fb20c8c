/* What MPICH's modules mpi and mpi_f08 call beside the functions of MPI. */
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
HANDLES_IN_LOWER_CASE(HANDLE)
