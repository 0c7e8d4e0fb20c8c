/* Functions that the standard has dropped but programs still call, and extensions that programs look for. */

EXPORT int NAME(Address)(void *location, intptr_t *address)
{
    return code_out(TABLE.Get_address(location, address));
}
TWIN(Address)
EXPORT int NAME(Errhandler_create)(void *function, F_Errhandler *errhandler)
{
    OUT(Errhandler, errhandler)
    TABLE.set_adapters(&adapters);
    int code = TABLE.Comm_create_errhandler(function, POINTER(errhandler));
    TABLE.set_adapters(0);
    OUT_BACK(Errhandler, errhandler)
    return code_out(code);
}
TWIN(Errhandler_create)
EXPORT int NAME(Errhandler_get)(F_Comm comm, F_Errhandler *errhandler)
{
    return NAME(Comm_get_errhandler)(comm, errhandler);
}
TWIN(Errhandler_get)
EXPORT int NAME(Errhandler_set)(F_Comm comm, F_Errhandler errhandler)
{
    return NAME(Comm_set_errhandler)(comm, errhandler);
}
TWIN(Errhandler_set)
EXPORT int NAME(Type_extent)(F_Datatype datatype, intptr_t *extent)
{
    intptr_t lb;
    return code_out(TABLE.Type_get_extent(Datatype_in(datatype), &lb, extent));
}
TWIN(Type_extent)
EXPORT int NAME(Type_lb)(F_Datatype datatype, intptr_t *lb)
{
    intptr_t extent;
    return code_out(TABLE.Type_get_extent(Datatype_in(datatype), lb, &extent));
}
TWIN(Type_lb)
EXPORT int NAME(Type_ub)(F_Datatype datatype, intptr_t *ub)
{
    intptr_t lb, extent;
    int code = TABLE.Type_get_extent(Datatype_in(datatype), &lb, &extent);
    if (!code && ub)
        *ub = lb + extent;
    return code_out(code);
}
TWIN(Type_ub)
EXPORT int NAME(Type_hvector)(int count, int blocklength, intptr_t stride, F_Datatype oldtype, F_Datatype *newtype)
{
    OUT(Datatype, newtype)
    int code = TABLE.Type_create_hvector(count, blocklength, stride, Datatype_in(oldtype), POINTER(newtype));
    OUT_BACK(Datatype, newtype)
    return code_out(code);
}
TWIN(Type_hvector)
EXPORT int NAME(Type_hindexed)(int count, int lengths[], intptr_t displacements[], F_Datatype oldtype,
                             F_Datatype *newtype)
{
    OUT(Datatype, newtype)
    int code = TABLE.Type_create_hindexed(count, lengths, displacements, Datatype_in(oldtype), POINTER(newtype));
    OUT_BACK(Datatype, newtype)
    return code_out(code);
}
TWIN(Type_hindexed)

/* A structure may name its bounds by elements of the types MPI_LB and MPI_UB, which the standard has dropped. */
EXPORT int NAME(Type_struct)(int count, int lengths[], intptr_t displacements[], F_Datatype types[],
                             F_Datatype *newtype)
{
    int kept = 0, has_lb = 0, has_ub = 0;
    intptr_t lb = 0, ub = 0;
    ARRAY(int, given, lengths && displacements && types && newtype ? count : 0)
    ARRAY(int, length, given_count)
    ARRAY(intptr_t, displacement, given_count)
    ARRAY(word, type, given_count)
    for (int i = 0; i < given_count; i++) {
        if (types[i] == THEIR_LB) {
            lb = has_lb && lb < displacements[i] ? lb : displacements[i];
            has_lb = 1;
        } else if (types[i] == THEIR_UB) {
            ub = has_ub && ub > displacements[i] ? ub : displacements[i];
            has_ub = 1;
        } else {
            length_ours[kept] = lengths[i];
            displacement_ours[kept] = displacements[i];
            type_ours[kept++] = Datatype_in(types[i]);
        }
    }
    word made = 0;
    int code = TABLE.Type_create_struct(given_count == count ? kept : count, given_count == count ? length_ours : 0,
                                        displacement_ours, type_ours, newtype ? &made : 0);
    if (!code && (has_lb || has_ub)) {
        intptr_t old_lb, extent;
        word bounded = 0;
        TABLE.Type_get_extent(made, &old_lb, &extent);
        intptr_t first = has_lb ? lb : old_lb, last = has_ub ? ub : old_lb + extent;
        code = TABLE.Type_create_resized(made, first, last - first, &bounded);
        TABLE.Type_free(&made);
        made = bounded;
    }
    ARRAY_DONE(given)
    ARRAY_DONE(length)
    ARRAY_DONE(displacement)
    ARRAY_DONE(type)
    if (!code)
        *newtype = Datatype_out(made);
    return code_out(code);
}
TWIN(Type_struct)

/* No device memory is supported. */
EXPORT int EXTENSION(Query_cuda_support)(void) { return 0; }
EXPORT int EXTENSION(Query_rocm_support)(void) { return 0; }
EXPORT int EXTENSION(Query_hip_support)(void) { return 0; }
EXPORT int EXTENSION(Query_ze_support)(void) { return 0; }
