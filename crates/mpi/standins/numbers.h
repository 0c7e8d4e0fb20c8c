/* Conversions of numbers, by the lists of an ABI's generated header, which a stand-in includes before. */

/* What a variable holds that a call has not set. No argument of MPI has this value. */
#define UNTOUCHED ((int)0x80000001)

#define ONE_IN(name) case THEIRS_##name: return OURS_##name;
#define ONE_OUT(name) case OURS_##name: return THEIRS_##name;
/* Defines the conversions of a kind of number. A number that is not in the list stays as it is. */
#define NUMBERS(kind, list) \
    static inline int kind##_in(int number) { switch (number) { list(ONE_IN) } return number; } \
    static inline int kind##_out(int number) { switch (number) { list(ONE_OUT) } return number; }

#define RANKS(X) X(PROC_NULL) X(ANY_SOURCE) X(ROOT)
#define ANY_TAGS(X) X(ANY_TAG)
#define DISTRIBUTIONS(X) X(DISTRIBUTE_NONE) X(DISTRIBUTE_BLOCK) X(DISTRIBUTE_CYCLIC)
#define DEFAULTS(X) X(DISTRIBUTE_DFLT_DARG)
#define COMM_KEYVALS(X) X(KEYVAL_INVALID) LIST_attr_comm_keyval(X)
#define WIN_KEYVALS(X) X(KEYVAL_INVALID) LIST_attr_win_keyval(X)

static COLD int negative_rank_in(int number) { switch (number) { RANKS(ONE_IN) } return number; }
static COLD int negative_rank_out(int number) { switch (number) { RANKS(ONE_OUT) } return number; }
/* Ranks with a meaning are negative in all ABIs, and so is MPI_ANY_TAG. An ABI with the standard ABI's own numbers
 * defines SAME_NUMBERS. */
#ifdef SAME_NUMBERS
#define IS_SAME(number) 1
#else
#define IS_SAME(number) LIKELY(number)
#endif
static inline int rank_in(int rank) { return IS_SAME(rank >= 0) ? rank : negative_rank_in(rank); }
static inline int rank_out(int rank) { return IS_SAME(rank >= 0) ? rank : negative_rank_out(rank); }
NUMBERS(tag, ANY_TAGS)
NUMBERS(thread, LIST_thread_level)
NUMBERS(lock, LIST_rma_lock_type)
NUMBERS(whence, LIST_io_seek)
NUMBERS(order, LIST_datatype_order)
NUMBERS(distribution, DISTRIBUTIONS)
NUMBERS(default, DEFAULTS)
NUMBERS(combiner, LIST_datatype_combiner)
NUMBERS(typeclass, LIST_datatype_typeclass)
NUMBERS(comparison, LIST_comm_group_compare)
NUMBERS(topology, LIST_topology_type)
NUMBERS(split, LIST_comm_split_type)
NUMBERS(comm_keyval, COMM_KEYVALS)
NUMBERS(win_keyval, WIN_KEYVALS)
NUMBERS(flavor, LIST_rma_flavor)
NUMBERS(model, LIST_rma_memory_model)
NUMBERS(bind, LIST_mpi_t_bind)
NUMBERS(verbosity, LIST_mpi_t_verbosity)
NUMBERS(scope, LIST_mpi_t_scope)
NUMBERS(variable_class, LIST_mpi_t_pvar_class)
NUMBERS(safety, LIST_mpi_t_cb_safety)
NUMBERS(ordering, LIST_mpi_t_source_order)
static inline int64_t displacement_in(int64_t bytes)
{
    return bytes == THEIRS_DISPLACEMENT_CURRENT ? OURS_DISPLACEMENT_CURRENT : bytes;
}

#define BIT_IN(name) if (bits & THEIRS_##name) made |= OURS_##name;
#define BIT_OUT(name) if (bits & OURS_##name) made |= THEIRS_##name;
static inline int assertion_in(int bits)
{
    int made = 0;
    LIST_rma_assert_mode(BIT_IN)
    return made;
}
static inline int amode_in(int bits)
{
    int made = 0;
    LIST_io_open_mode(BIT_IN)
    return made;
}
static inline int amode_out(int bits)
{
    int made = 0;
    LIST_io_open_mode(BIT_OUT)
    return made;
}

/* Error classes are codes, too. Codes that the program added follow MPI_ERR_LASTCODE in each ABI. */
#define CLASS_IN(ours, theirs) case theirs: return ours;
#define CLASS_OUT(ours, theirs) case ours: return theirs;
#define OUR_ERR_ARG 13
#define OUR_ERR_UNKNOWN 14
#define OUR_ERR_OTHER 16
#define OUR_ERR_IN_STATUS 19
/* No ABI has a class of this number or a larger one, but for MPI_ERR_LASTCODE. */
#define CLASSES_END 128
#define OUR_ERR_SPAWN 53
#define OUR_ERR_ERRHANDLER 61
static COLD __attribute__((const)) int failed_in(int code)
{
    switch (code) { CLASSES(CLASS_IN) }
    if (code >= THEIRS_ERR_LASTCODE)
        return code - THEIRS_ERR_LASTCODE + OURS_ERR_LASTCODE;
    /* A class that the engine does not know, such as those of fault tolerance. */
    if (code > 0 && code < CLASSES_END)
        return OUR_ERR_UNKNOWN;
    return code;
}
static COLD __attribute__((const)) int failed_out(int code)
{
    switch (code) { CLASSES(CLASS_OUT) }
    if (code >= OURS_ERR_LASTCODE)
        return code - OURS_ERR_LASTCODE + THEIRS_ERR_LASTCODE;
    /* A class that the ABI does not know. The last classes are MPI_ERR_ABI and MPI_T_ERR_PVAR_NO_ATOMIC. */
    if (code == OUR_ERR_ERRHANDLER)
        return failed_out(OUR_ERR_ARG);
    if (code <= 62 || (code >= 1001 && code <= 1018))
        return failed_out(OUR_ERR_OTHER);
    return code;
}
static inline int code_in(int code) { return IS_SAME(code == 0) ? code : failed_in(code); }
static inline int code_out(int code) { return IS_SAME(code == 0) ? code : failed_out(code); }
