/* Written by `cargo xtask gen`; do not edit. */
EXPORT int NAME(Abi_get_fortran_booleans)(int logical_size, void *logical_true, void *logical_false, int *is_set)
{
    return code_out(TABLE.Abi_get_fortran_booleans(logical_size, logical_true, logical_false, is_set));
}
TWIN(Abi_get_fortran_booleans)
TWIN(Abi_get_fortran_info)
EXPORT int NAME(Abi_get_info)(F_Info *info)
{
    OUT(Info, info);
    int code = TABLE.Abi_get_info(POINTER(info));
    OUT_BACK(Info, info);
    return code_out(code);
}
TWIN(Abi_get_info)
TWIN(Abi_get_version)
EXPORT int NAME(Abi_set_fortran_booleans)(int logical_size, void *logical_true, void *logical_false)
{
    return code_out(TABLE.Abi_set_fortran_booleans(logical_size, logical_true, logical_false));
}
TWIN(Abi_set_fortran_booleans)
EXPORT int NAME(Abi_set_fortran_info)(F_Info info)
{
    return code_out(TABLE.Abi_set_fortran_info(Info_in(info)));
}
TWIN(Abi_set_fortran_info)
EXPORT int NAME(Abort)(F_Comm comm, int errorcode)
{
    return code_out(TABLE.Abort(Comm_in(comm), errorcode));
}
TWIN(Abort)
EXPORT int NAME(Accumulate)(const void *origin_addr, int origin_count, F_Datatype origin_datatype, int target_rank, intptr_t target_disp, int target_count, F_Datatype target_datatype, F_Op op, F_Win win)
{
    return code_out(TABLE.Accumulate(origin_addr, origin_count, Datatype_in(origin_datatype), rank_in(target_rank), target_disp, target_count, Datatype_in(target_datatype), Op_in(op), Win_in(win)));
}
TWIN(Accumulate)
EXPORT int NAME(Accumulate_c)(const void *origin_addr, int64_t origin_count, F_Datatype origin_datatype, int target_rank, intptr_t target_disp, int64_t target_count, F_Datatype target_datatype, F_Op op, F_Win win)
{
    return code_out(TABLE.Accumulate_c(origin_addr, origin_count, Datatype_in(origin_datatype), rank_in(target_rank), target_disp, target_count, Datatype_in(target_datatype), Op_in(op), Win_in(win)));
}
TWIN(Accumulate_c)
EXPORT int NAME(Add_error_class)(int *errorclass)
{
    NUMBER_OUT(code, errorclass);
    int code = TABLE.Add_error_class(POINTER(errorclass));
    NUMBER_BACK(code, errorclass);
    return code_out(code);
}
TWIN(Add_error_class)
EXPORT int NAME(Add_error_code)(int errorclass, int *errorcode)
{
    NUMBER_OUT(code, errorcode);
    int code = TABLE.Add_error_code(code_in(errorclass), POINTER(errorcode));
    NUMBER_BACK(code, errorcode);
    return code_out(code);
}
TWIN(Add_error_code)
EXPORT int NAME(Add_error_string)(int errorcode, const char *string)
{
    return code_out(TABLE.Add_error_string(code_in(errorcode), string));
}
TWIN(Add_error_string)
EXPORT int NAME(Allgather)(const void *sendbuf, int sendcount, F_Datatype sendtype, void *recvbuf, int recvcount, F_Datatype recvtype, F_Comm comm)
{
    return code_out(TABLE.Allgather(buffer_in(sendbuf), sendcount, Datatype_in(sendtype), buffer_in(recvbuf), recvcount, Datatype_in(recvtype), Comm_in(comm)));
}
TWIN(Allgather)
EXPORT int NAME(Allgather_c)(const void *sendbuf, int64_t sendcount, F_Datatype sendtype, void *recvbuf, int64_t recvcount, F_Datatype recvtype, F_Comm comm)
{
    return code_out(TABLE.Allgather_c(buffer_in(sendbuf), sendcount, Datatype_in(sendtype), buffer_in(recvbuf), recvcount, Datatype_in(recvtype), Comm_in(comm)));
}
TWIN(Allgather_c)
EXPORT int NAME(Allgather_init)(const void *sendbuf, int sendcount, F_Datatype sendtype, void *recvbuf, int recvcount, F_Datatype recvtype, F_Comm comm, F_Info info, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Allgather_init(buffer_in(sendbuf), sendcount, Datatype_in(sendtype), buffer_in(recvbuf), recvcount, Datatype_in(recvtype), Comm_in(comm), Info_in(info), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Allgather_init)
EXPORT int NAME(Allgather_init_c)(const void *sendbuf, int64_t sendcount, F_Datatype sendtype, void *recvbuf, int64_t recvcount, F_Datatype recvtype, F_Comm comm, F_Info info, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Allgather_init_c(buffer_in(sendbuf), sendcount, Datatype_in(sendtype), buffer_in(recvbuf), recvcount, Datatype_in(recvtype), Comm_in(comm), Info_in(info), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Allgather_init_c)
EXPORT int NAME(Allgatherv)(const void *sendbuf, int sendcount, F_Datatype sendtype, void *recvbuf, const int *recvcounts, const int *displs, F_Datatype recvtype, F_Comm comm)
{
    return code_out(TABLE.Allgatherv(buffer_in(sendbuf), sendcount, Datatype_in(sendtype), buffer_in(recvbuf), recvcounts, displs, Datatype_in(recvtype), Comm_in(comm)));
}
TWIN(Allgatherv)
EXPORT int NAME(Allgatherv_c)(const void *sendbuf, int64_t sendcount, F_Datatype sendtype, void *recvbuf, const int64_t *recvcounts, const intptr_t *displs, F_Datatype recvtype, F_Comm comm)
{
    return code_out(TABLE.Allgatherv_c(buffer_in(sendbuf), sendcount, Datatype_in(sendtype), buffer_in(recvbuf), recvcounts, displs, Datatype_in(recvtype), Comm_in(comm)));
}
TWIN(Allgatherv_c)
EXPORT int NAME(Allgatherv_init)(const void *sendbuf, int sendcount, F_Datatype sendtype, void *recvbuf, const int *recvcounts, const int *displs, F_Datatype recvtype, F_Comm comm, F_Info info, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Allgatherv_init(buffer_in(sendbuf), sendcount, Datatype_in(sendtype), buffer_in(recvbuf), recvcounts, displs, Datatype_in(recvtype), Comm_in(comm), Info_in(info), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Allgatherv_init)
EXPORT int NAME(Allgatherv_init_c)(const void *sendbuf, int64_t sendcount, F_Datatype sendtype, void *recvbuf, const int64_t *recvcounts, const intptr_t *displs, F_Datatype recvtype, F_Comm comm, F_Info info, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Allgatherv_init_c(buffer_in(sendbuf), sendcount, Datatype_in(sendtype), buffer_in(recvbuf), recvcounts, displs, Datatype_in(recvtype), Comm_in(comm), Info_in(info), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Allgatherv_init_c)
EXPORT int NAME(Alloc_mem)(intptr_t size, F_Info info, void *baseptr)
{
    return code_out(TABLE.Alloc_mem(size, Info_in(info), baseptr));
}
TWIN(Alloc_mem)
EXPORT int NAME(Allreduce)(const void *sendbuf, void *recvbuf, int count, F_Datatype datatype, F_Op op, F_Comm comm)
{
    return code_out(TABLE.Allreduce(buffer_in(sendbuf), buffer_in(recvbuf), count, Datatype_in(datatype), Op_in(op), Comm_in(comm)));
}
TWIN(Allreduce)
EXPORT int NAME(Allreduce_c)(const void *sendbuf, void *recvbuf, int64_t count, F_Datatype datatype, F_Op op, F_Comm comm)
{
    return code_out(TABLE.Allreduce_c(buffer_in(sendbuf), buffer_in(recvbuf), count, Datatype_in(datatype), Op_in(op), Comm_in(comm)));
}
TWIN(Allreduce_c)
EXPORT int NAME(Allreduce_init)(const void *sendbuf, void *recvbuf, int count, F_Datatype datatype, F_Op op, F_Comm comm, F_Info info, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Allreduce_init(buffer_in(sendbuf), buffer_in(recvbuf), count, Datatype_in(datatype), Op_in(op), Comm_in(comm), Info_in(info), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Allreduce_init)
EXPORT int NAME(Allreduce_init_c)(const void *sendbuf, void *recvbuf, int64_t count, F_Datatype datatype, F_Op op, F_Comm comm, F_Info info, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Allreduce_init_c(buffer_in(sendbuf), buffer_in(recvbuf), count, Datatype_in(datatype), Op_in(op), Comm_in(comm), Info_in(info), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Allreduce_init_c)
EXPORT int NAME(Alltoall)(const void *sendbuf, int sendcount, F_Datatype sendtype, void *recvbuf, int recvcount, F_Datatype recvtype, F_Comm comm)
{
    return code_out(TABLE.Alltoall(buffer_in(sendbuf), sendcount, Datatype_in(sendtype), buffer_in(recvbuf), recvcount, Datatype_in(recvtype), Comm_in(comm)));
}
TWIN(Alltoall)
EXPORT int NAME(Alltoall_c)(const void *sendbuf, int64_t sendcount, F_Datatype sendtype, void *recvbuf, int64_t recvcount, F_Datatype recvtype, F_Comm comm)
{
    return code_out(TABLE.Alltoall_c(buffer_in(sendbuf), sendcount, Datatype_in(sendtype), buffer_in(recvbuf), recvcount, Datatype_in(recvtype), Comm_in(comm)));
}
TWIN(Alltoall_c)
EXPORT int NAME(Alltoall_init)(const void *sendbuf, int sendcount, F_Datatype sendtype, void *recvbuf, int recvcount, F_Datatype recvtype, F_Comm comm, F_Info info, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Alltoall_init(buffer_in(sendbuf), sendcount, Datatype_in(sendtype), buffer_in(recvbuf), recvcount, Datatype_in(recvtype), Comm_in(comm), Info_in(info), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Alltoall_init)
EXPORT int NAME(Alltoall_init_c)(const void *sendbuf, int64_t sendcount, F_Datatype sendtype, void *recvbuf, int64_t recvcount, F_Datatype recvtype, F_Comm comm, F_Info info, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Alltoall_init_c(buffer_in(sendbuf), sendcount, Datatype_in(sendtype), buffer_in(recvbuf), recvcount, Datatype_in(recvtype), Comm_in(comm), Info_in(info), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Alltoall_init_c)
EXPORT int NAME(Alltoallv)(const void *sendbuf, const int *sendcounts, const int *sdispls, F_Datatype sendtype, void *recvbuf, const int *recvcounts, const int *rdispls, F_Datatype recvtype, F_Comm comm)
{
    return code_out(TABLE.Alltoallv(buffer_in(sendbuf), sendcounts, sdispls, Datatype_in(sendtype), buffer_in(recvbuf), recvcounts, rdispls, Datatype_in(recvtype), Comm_in(comm)));
}
TWIN(Alltoallv)
EXPORT int NAME(Alltoallv_c)(const void *sendbuf, const int64_t *sendcounts, const intptr_t *sdispls, F_Datatype sendtype, void *recvbuf, const int64_t *recvcounts, const intptr_t *rdispls, F_Datatype recvtype, F_Comm comm)
{
    return code_out(TABLE.Alltoallv_c(buffer_in(sendbuf), sendcounts, sdispls, Datatype_in(sendtype), buffer_in(recvbuf), recvcounts, rdispls, Datatype_in(recvtype), Comm_in(comm)));
}
TWIN(Alltoallv_c)
EXPORT int NAME(Alltoallv_init)(const void *sendbuf, const int *sendcounts, const int *sdispls, F_Datatype sendtype, void *recvbuf, const int *recvcounts, const int *rdispls, F_Datatype recvtype, F_Comm comm, F_Info info, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Alltoallv_init(buffer_in(sendbuf), sendcounts, sdispls, Datatype_in(sendtype), buffer_in(recvbuf), recvcounts, rdispls, Datatype_in(recvtype), Comm_in(comm), Info_in(info), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Alltoallv_init)
EXPORT int NAME(Alltoallv_init_c)(const void *sendbuf, const int64_t *sendcounts, const intptr_t *sdispls, F_Datatype sendtype, void *recvbuf, const int64_t *recvcounts, const intptr_t *rdispls, F_Datatype recvtype, F_Comm comm, F_Info info, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Alltoallv_init_c(buffer_in(sendbuf), sendcounts, sdispls, Datatype_in(sendtype), buffer_in(recvbuf), recvcounts, rdispls, Datatype_in(recvtype), Comm_in(comm), Info_in(info), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Alltoallv_init_c)
EXPORT int NAME(Alltoallw)(const void *sendbuf, const int *sendcounts, const int *sdispls, const F_Datatype *sendtypes, void *recvbuf, const int *recvcounts, const int *rdispls, const F_Datatype *recvtypes, F_Comm comm)
{
    TYPES(sendtypes, buffer_in(sendbuf) == IN_PLACE ? 0 : members(comm));
    TYPES(recvtypes, members(comm));
    int code = TABLE.Alltoallw(buffer_in(sendbuf), sendcounts, sdispls, sendtypes_ours, buffer_in(recvbuf), recvcounts, rdispls, recvtypes_ours, Comm_in(comm));
    TYPES_DONE(sendtypes);
    TYPES_DONE(recvtypes);
    return code_out(code);
}
TWIN(Alltoallw)
EXPORT int NAME(Alltoallw_c)(const void *sendbuf, const int64_t *sendcounts, const intptr_t *sdispls, const F_Datatype *sendtypes, void *recvbuf, const int64_t *recvcounts, const intptr_t *rdispls, const F_Datatype *recvtypes, F_Comm comm)
{
    TYPES(sendtypes, buffer_in(sendbuf) == IN_PLACE ? 0 : members(comm));
    TYPES(recvtypes, members(comm));
    int code = TABLE.Alltoallw_c(buffer_in(sendbuf), sendcounts, sdispls, sendtypes_ours, buffer_in(recvbuf), recvcounts, rdispls, recvtypes_ours, Comm_in(comm));
    TYPES_DONE(sendtypes);
    TYPES_DONE(recvtypes);
    return code_out(code);
}
TWIN(Alltoallw_c)
EXPORT int NAME(Alltoallw_init)(const void *sendbuf, const int *sendcounts, const int *sdispls, const F_Datatype *sendtypes, void *recvbuf, const int *recvcounts, const int *rdispls, const F_Datatype *recvtypes, F_Comm comm, F_Info info, F_Request *request)
{
    TYPES(sendtypes, buffer_in(sendbuf) == IN_PLACE ? 0 : members(comm));
    TYPES(recvtypes, members(comm));
    OUT(Request, request);
    int code = TABLE.Alltoallw_init(buffer_in(sendbuf), sendcounts, sdispls, sendtypes_ours, buffer_in(recvbuf), recvcounts, rdispls, recvtypes_ours, Comm_in(comm), Info_in(info), POINTER(request));
    TYPES_DONE(sendtypes);
    TYPES_DONE(recvtypes);
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Alltoallw_init)
EXPORT int NAME(Alltoallw_init_c)(const void *sendbuf, const int64_t *sendcounts, const intptr_t *sdispls, const F_Datatype *sendtypes, void *recvbuf, const int64_t *recvcounts, const intptr_t *rdispls, const F_Datatype *recvtypes, F_Comm comm, F_Info info, F_Request *request)
{
    TYPES(sendtypes, buffer_in(sendbuf) == IN_PLACE ? 0 : members(comm));
    TYPES(recvtypes, members(comm));
    OUT(Request, request);
    int code = TABLE.Alltoallw_init_c(buffer_in(sendbuf), sendcounts, sdispls, sendtypes_ours, buffer_in(recvbuf), recvcounts, rdispls, recvtypes_ours, Comm_in(comm), Info_in(info), POINTER(request));
    TYPES_DONE(sendtypes);
    TYPES_DONE(recvtypes);
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Alltoallw_init_c)
EXPORT int NAME(Attr_delete)(F_Comm comm, int keyval)
{
    return code_out(TABLE.Attr_delete(Comm_in(comm), comm_keyval_in(keyval)));
}
TWIN(Attr_delete)
TWIN(Attr_get)
EXPORT int NAME(Attr_put)(F_Comm comm, int keyval, void *attribute_val)
{
    return code_out(TABLE.Attr_put(Comm_in(comm), comm_keyval_in(keyval), attribute_val));
}
TWIN(Attr_put)
EXPORT int NAME(Barrier)(F_Comm comm)
{
    return code_out(TABLE.Barrier(Comm_in(comm)));
}
TWIN(Barrier)
EXPORT int NAME(Barrier_init)(F_Comm comm, F_Info info, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Barrier_init(Comm_in(comm), Info_in(info), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Barrier_init)
EXPORT int NAME(Bcast)(void *buffer, int count, F_Datatype datatype, int root, F_Comm comm)
{
    return code_out(TABLE.Bcast(buffer_in(buffer), count, Datatype_in(datatype), rank_in(root), Comm_in(comm)));
}
TWIN(Bcast)
EXPORT int NAME(Bcast_c)(void *buffer, int64_t count, F_Datatype datatype, int root, F_Comm comm)
{
    return code_out(TABLE.Bcast_c(buffer_in(buffer), count, Datatype_in(datatype), rank_in(root), Comm_in(comm)));
}
TWIN(Bcast_c)
EXPORT int NAME(Bcast_init)(void *buffer, int count, F_Datatype datatype, int root, F_Comm comm, F_Info info, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Bcast_init(buffer_in(buffer), count, Datatype_in(datatype), rank_in(root), Comm_in(comm), Info_in(info), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Bcast_init)
EXPORT int NAME(Bcast_init_c)(void *buffer, int64_t count, F_Datatype datatype, int root, F_Comm comm, F_Info info, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Bcast_init_c(buffer_in(buffer), count, Datatype_in(datatype), rank_in(root), Comm_in(comm), Info_in(info), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Bcast_init_c)
EXPORT int NAME(Bsend)(const void *buf, int count, F_Datatype datatype, int dest, int tag, F_Comm comm)
{
    return code_out(TABLE.Bsend(buf, count, Datatype_in(datatype), rank_in(dest), tag_in(tag), Comm_in(comm)));
}
TWIN(Bsend)
EXPORT int NAME(Bsend_c)(const void *buf, int64_t count, F_Datatype datatype, int dest, int tag, F_Comm comm)
{
    return code_out(TABLE.Bsend_c(buf, count, Datatype_in(datatype), rank_in(dest), tag_in(tag), Comm_in(comm)));
}
TWIN(Bsend_c)
EXPORT int NAME(Bsend_init)(const void *buf, int count, F_Datatype datatype, int dest, int tag, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Bsend_init(buf, count, Datatype_in(datatype), rank_in(dest), tag_in(tag), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Bsend_init)
EXPORT int NAME(Bsend_init_c)(const void *buf, int64_t count, F_Datatype datatype, int dest, int tag, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Bsend_init_c(buf, count, Datatype_in(datatype), rank_in(dest), tag_in(tag), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Bsend_init_c)
EXPORT int NAME(Buffer_attach)(void *buffer, int size)
{
    return code_out(TABLE.Buffer_attach(attached_in(buffer), size));
}
TWIN(Buffer_attach)
EXPORT int NAME(Buffer_attach_c)(void *buffer, int64_t size)
{
    return code_out(TABLE.Buffer_attach_c(attached_in(buffer), size));
}
TWIN(Buffer_attach_c)
EXPORT int NAME(Buffer_detach)(void *buffer_addr, int *size)
{
    int code = TABLE.Buffer_detach(buffer_addr, size);
    attached_out(buffer_addr);
    return code_out(code);
}
TWIN(Buffer_detach)
EXPORT int NAME(Buffer_detach_c)(void *buffer_addr, int64_t *size)
{
    int code = TABLE.Buffer_detach_c(buffer_addr, size);
    attached_out(buffer_addr);
    return code_out(code);
}
TWIN(Buffer_detach_c)
EXPORT int NAME(Buffer_flush)(void)
{
    return code_out(TABLE.Buffer_flush());
}
TWIN(Buffer_flush)
EXPORT int NAME(Buffer_iflush)(F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Buffer_iflush(POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Buffer_iflush)
EXPORT int NAME(Cancel)(F_Request *request)
{
    CHANGED(Request, request);
    int code = TABLE.Cancel(POINTER(request));
    CHANGED_BACK(Request, request);
    return code_out(code);
}
TWIN(Cancel)
EXPORT int NAME(Cart_coords)(F_Comm comm, int rank, int maxdims, int *coords)
{
    return code_out(TABLE.Cart_coords(Comm_in(comm), rank, maxdims, coords));
}
TWIN(Cart_coords)
EXPORT int NAME(Cart_create)(F_Comm comm_old, int ndims, const int *dims, const int *periods, int reorder, F_Comm *comm_cart)
{
    OUT(Comm, comm_cart);
    int code = TABLE.Cart_create(Comm_in(comm_old), ndims, dims, periods, reorder, POINTER(comm_cart));
    OUT_BACK(Comm, comm_cart);
    return code_out(code);
}
TWIN(Cart_create)
EXPORT int NAME(Cart_get)(F_Comm comm, int maxdims, int *dims, int *periods, int *coords)
{
    return code_out(TABLE.Cart_get(Comm_in(comm), maxdims, dims, periods, coords));
}
TWIN(Cart_get)
EXPORT int NAME(Cart_map)(F_Comm comm, int ndims, const int *dims, const int *periods, int *newrank)
{
    return code_out(TABLE.Cart_map(Comm_in(comm), ndims, dims, periods, newrank));
}
TWIN(Cart_map)
EXPORT int NAME(Cart_rank)(F_Comm comm, const int *coords, int *rank)
{
    return code_out(TABLE.Cart_rank(Comm_in(comm), coords, rank));
}
TWIN(Cart_rank)
EXPORT int NAME(Cart_shift)(F_Comm comm, int direction, int disp, int *rank_source, int *rank_dest)
{
    NUMBER_OUT(rank, rank_source);
    NUMBER_OUT(rank, rank_dest);
    int code = TABLE.Cart_shift(Comm_in(comm), direction, disp, POINTER(rank_source), POINTER(rank_dest));
    NUMBER_BACK(rank, rank_source);
    NUMBER_BACK(rank, rank_dest);
    return code_out(code);
}
TWIN(Cart_shift)
EXPORT int NAME(Cart_sub)(F_Comm comm, const int *remain_dims, F_Comm *newcomm)
{
    OUT(Comm, newcomm);
    int code = TABLE.Cart_sub(Comm_in(comm), remain_dims, POINTER(newcomm));
    OUT_BACK(Comm, newcomm);
    return code_out(code);
}
TWIN(Cart_sub)
EXPORT int NAME(Cartdim_get)(F_Comm comm, int *ndims)
{
    return code_out(TABLE.Cartdim_get(Comm_in(comm), ndims));
}
TWIN(Cartdim_get)
EXPORT int NAME(Close_port)(const char *port_name)
{
    return code_out(TABLE.Close_port(port_name));
}
TWIN(Close_port)
EXPORT int NAME(Comm_accept)(const char *port_name, F_Info info, int root, F_Comm comm, F_Comm *newcomm)
{
    OUT(Comm, newcomm);
    int code = TABLE.Comm_accept(port_name, Info_in(info), rank_in(root), Comm_in(comm), POINTER(newcomm));
    OUT_BACK(Comm, newcomm);
    return code_out(code);
}
TWIN(Comm_accept)
EXPORT int NAME(Comm_attach_buffer)(F_Comm comm, void *buffer, int size)
{
    return code_out(TABLE.Comm_attach_buffer(Comm_in(comm), attached_in(buffer), size));
}
TWIN(Comm_attach_buffer)
EXPORT int NAME(Comm_attach_buffer_c)(F_Comm comm, void *buffer, int64_t size)
{
    return code_out(TABLE.Comm_attach_buffer_c(Comm_in(comm), attached_in(buffer), size));
}
TWIN(Comm_attach_buffer_c)
EXPORT int NAME(Comm_call_errhandler)(F_Comm comm, int errorcode)
{
    return code_out(TABLE.Comm_call_errhandler(Comm_in(comm), code_in(errorcode)));
}
TWIN(Comm_call_errhandler)
EXPORT int NAME(Comm_compare)(F_Comm comm1, F_Comm comm2, int *result)
{
    NUMBER_OUT(comparison, result);
    int code = TABLE.Comm_compare(Comm_in(comm1), Comm_in(comm2), POINTER(result));
    NUMBER_BACK(comparison, result);
    return code_out(code);
}
TWIN(Comm_compare)
EXPORT int NAME(Comm_connect)(const char *port_name, F_Info info, int root, F_Comm comm, F_Comm *newcomm)
{
    OUT(Comm, newcomm);
    int code = TABLE.Comm_connect(port_name, Info_in(info), rank_in(root), Comm_in(comm), POINTER(newcomm));
    OUT_BACK(Comm, newcomm);
    return code_out(code);
}
TWIN(Comm_connect)
EXPORT int NAME(Comm_create)(F_Comm comm, F_Group group, F_Comm *newcomm)
{
    OUT(Comm, newcomm);
    int code = TABLE.Comm_create(Comm_in(comm), Group_in(group), POINTER(newcomm));
    OUT_BACK(Comm, newcomm);
    return code_out(code);
}
TWIN(Comm_create)
EXPORT int NAME(Comm_create_errhandler)(void *comm_errhandler_fn, F_Errhandler *errhandler)
{
    OUT(Errhandler, errhandler);
    TABLE.set_adapters(&adapters);
    int code = TABLE.Comm_create_errhandler(comm_errhandler_fn, POINTER(errhandler));
    TABLE.set_adapters(0);
    OUT_BACK(Errhandler, errhandler);
    return code_out(code);
}
TWIN(Comm_create_errhandler)
EXPORT int NAME(Comm_create_from_group)(F_Group group, const char *stringtag, F_Info info, F_Errhandler errhandler, F_Comm *newcomm)
{
    OUT(Comm, newcomm);
    int code = TABLE.Comm_create_from_group(Group_in(group), stringtag, Info_in(info), Errhandler_in(errhandler), POINTER(newcomm));
    OUT_BACK(Comm, newcomm);
    return code_out(code);
}
TWIN(Comm_create_from_group)
EXPORT int NAME(Comm_create_group)(F_Comm comm, F_Group group, int tag, F_Comm *newcomm)
{
    OUT(Comm, newcomm);
    int code = TABLE.Comm_create_group(Comm_in(comm), Group_in(group), tag_in(tag), POINTER(newcomm));
    OUT_BACK(Comm, newcomm);
    return code_out(code);
}
TWIN(Comm_create_group)
EXPORT int NAME(Comm_create_keyval)(void *comm_copy_attr_fn, void *comm_delete_attr_fn, int *comm_keyval, void *extra_state)
{
    NUMBER_OUT(comm_keyval, comm_keyval);
    TABLE.set_adapters(&adapters);
    int code = TABLE.Comm_create_keyval(copy_in(comm_copy_attr_fn), delete_in(comm_delete_attr_fn), POINTER(comm_keyval), extra_state);
    TABLE.set_adapters(0);
    NUMBER_BACK(comm_keyval, comm_keyval);
    return code_out(code);
}
TWIN(Comm_create_keyval)
EXPORT int NAME(Comm_delete_attr)(F_Comm comm, int comm_keyval)
{
    return code_out(TABLE.Comm_delete_attr(Comm_in(comm), comm_keyval_in(comm_keyval)));
}
TWIN(Comm_delete_attr)
EXPORT int NAME(Comm_detach_buffer)(F_Comm comm, void *buffer_addr, int *size)
{
    int code = TABLE.Comm_detach_buffer(Comm_in(comm), buffer_addr, size);
    attached_out(buffer_addr);
    return code_out(code);
}
TWIN(Comm_detach_buffer)
EXPORT int NAME(Comm_detach_buffer_c)(F_Comm comm, void *buffer_addr, int64_t *size)
{
    int code = TABLE.Comm_detach_buffer_c(Comm_in(comm), buffer_addr, size);
    attached_out(buffer_addr);
    return code_out(code);
}
TWIN(Comm_detach_buffer_c)
EXPORT int NAME(Comm_disconnect)(F_Comm *comm)
{
    CHANGED(Comm, comm);
    int code = TABLE.Comm_disconnect(POINTER(comm));
    CHANGED_BACK(Comm, comm);
    return code_out(code);
}
TWIN(Comm_disconnect)
EXPORT int NAME(Comm_dup)(F_Comm comm, F_Comm *newcomm)
{
    OUT(Comm, newcomm);
    int code = TABLE.Comm_dup(Comm_in(comm), POINTER(newcomm));
    OUT_BACK(Comm, newcomm);
    return code_out(code);
}
TWIN(Comm_dup)
EXPORT int NAME(Comm_dup_with_info)(F_Comm comm, F_Info info, F_Comm *newcomm)
{
    OUT(Comm, newcomm);
    int code = TABLE.Comm_dup_with_info(Comm_in(comm), Info_in(info), POINTER(newcomm));
    OUT_BACK(Comm, newcomm);
    return code_out(code);
}
TWIN(Comm_dup_with_info)
EXPORT int NAME(Comm_flush_buffer)(F_Comm comm)
{
    return code_out(TABLE.Comm_flush_buffer(Comm_in(comm)));
}
TWIN(Comm_flush_buffer)
EXPORT int NAME(Comm_free)(F_Comm *comm)
{
    CHANGED(Comm, comm);
    int code = TABLE.Comm_free(POINTER(comm));
    CHANGED_BACK(Comm, comm);
    return code_out(code);
}
TWIN(Comm_free)
EXPORT int NAME(Comm_free_keyval)(int *comm_keyval)
{
    NUMBER_CHANGED(comm_keyval, comm_keyval);
    int code = TABLE.Comm_free_keyval(POINTER(comm_keyval));
    NUMBER_BACK(comm_keyval, comm_keyval);
    return code_out(code);
}
TWIN(Comm_free_keyval)
TWIN(Comm_get_attr)
TWIN(Comm_get_errhandler)
EXPORT int NAME(Comm_get_info)(F_Comm comm, F_Info *info_used)
{
    OUT(Info, info_used);
    int code = TABLE.Comm_get_info(Comm_in(comm), POINTER(info_used));
    OUT_BACK(Info, info_used);
    return code_out(code);
}
TWIN(Comm_get_info)
TWIN(Comm_get_name)
EXPORT int NAME(Comm_get_parent)(F_Comm *parent)
{
    OUT(Comm, parent);
    int code = TABLE.Comm_get_parent(POINTER(parent));
    OUT_BACK(Comm, parent);
    return code_out(code);
}
TWIN(Comm_get_parent)
EXPORT int NAME(Comm_group)(F_Comm comm, F_Group *group)
{
    OUT(Group, group);
    int code = TABLE.Comm_group(Comm_in(comm), POINTER(group));
    OUT_BACK(Group, group);
    return code_out(code);
}
TWIN(Comm_group)
EXPORT int NAME(Comm_idup)(F_Comm comm, F_Comm *newcomm, F_Request *request)
{
    OUT(Comm, newcomm);
    OUT(Request, request);
    int code = TABLE.Comm_idup(Comm_in(comm), POINTER(newcomm), POINTER(request));
    OUT_BACK(Comm, newcomm);
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Comm_idup)
EXPORT int NAME(Comm_idup_with_info)(F_Comm comm, F_Info info, F_Comm *newcomm, F_Request *request)
{
    OUT(Comm, newcomm);
    OUT(Request, request);
    int code = TABLE.Comm_idup_with_info(Comm_in(comm), Info_in(info), POINTER(newcomm), POINTER(request));
    OUT_BACK(Comm, newcomm);
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Comm_idup_with_info)
EXPORT int NAME(Comm_iflush_buffer)(F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Comm_iflush_buffer(Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Comm_iflush_buffer)
EXPORT int NAME(Comm_join)(int fd, F_Comm *intercomm)
{
    OUT(Comm, intercomm);
    int code = TABLE.Comm_join(fd, POINTER(intercomm));
    OUT_BACK(Comm, intercomm);
    return code_out(code);
}
TWIN(Comm_join)
EXPORT int NAME(Comm_rank)(F_Comm comm, int *rank)
{
    return code_out(TABLE.Comm_rank(Comm_in(comm), rank));
}
TWIN(Comm_rank)
EXPORT int NAME(Comm_remote_group)(F_Comm comm, F_Group *group)
{
    OUT(Group, group);
    int code = TABLE.Comm_remote_group(Comm_in(comm), POINTER(group));
    OUT_BACK(Group, group);
    return code_out(code);
}
TWIN(Comm_remote_group)
EXPORT int NAME(Comm_remote_size)(F_Comm comm, int *size)
{
    return code_out(TABLE.Comm_remote_size(Comm_in(comm), size));
}
TWIN(Comm_remote_size)
EXPORT int NAME(Comm_set_attr)(F_Comm comm, int comm_keyval, void *attribute_val)
{
    return code_out(TABLE.Comm_set_attr(Comm_in(comm), comm_keyval_in(comm_keyval), attribute_val));
}
TWIN(Comm_set_attr)
TWIN(Comm_set_errhandler)
EXPORT int NAME(Comm_set_info)(F_Comm comm, F_Info info)
{
    return code_out(TABLE.Comm_set_info(Comm_in(comm), Info_in(info)));
}
TWIN(Comm_set_info)
EXPORT int NAME(Comm_set_name)(F_Comm comm, const char *comm_name)
{
    return code_out(TABLE.Comm_set_name(Comm_in(comm), comm_name));
}
TWIN(Comm_set_name)
EXPORT int NAME(Comm_size)(F_Comm comm, int *size)
{
    return code_out(TABLE.Comm_size(Comm_in(comm), size));
}
TWIN(Comm_size)
TWIN(Comm_spawn)
TWIN(Comm_spawn_multiple)
EXPORT int NAME(Comm_split)(F_Comm comm, int color, int key, F_Comm *newcomm)
{
    OUT(Comm, newcomm);
    int code = TABLE.Comm_split(Comm_in(comm), color, key, POINTER(newcomm));
    OUT_BACK(Comm, newcomm);
    return code_out(code);
}
TWIN(Comm_split)
EXPORT int NAME(Comm_split_type)(F_Comm comm, int split_type, int key, F_Info info, F_Comm *newcomm)
{
    OUT(Comm, newcomm);
    int code = TABLE.Comm_split_type(Comm_in(comm), split_in(split_type), key, Info_in(info), POINTER(newcomm));
    OUT_BACK(Comm, newcomm);
    return code_out(code);
}
TWIN(Comm_split_type)
EXPORT int NAME(Comm_test_inter)(F_Comm comm, int *flag)
{
    return code_out(TABLE.Comm_test_inter(Comm_in(comm), flag));
}
TWIN(Comm_test_inter)
EXPORT int NAME(Compare_and_swap)(const void *origin_addr, const void *compare_addr, void *result_addr, F_Datatype datatype, int target_rank, intptr_t target_disp, F_Win win)
{
    return code_out(TABLE.Compare_and_swap(origin_addr, compare_addr, result_addr, Datatype_in(datatype), rank_in(target_rank), target_disp, Win_in(win)));
}
TWIN(Compare_and_swap)
EXPORT int NAME(Dims_create)(int nnodes, int ndims, int *dims)
{
    return code_out(TABLE.Dims_create(nnodes, ndims, dims));
}
TWIN(Dims_create)
EXPORT int NAME(Dist_graph_create)(F_Comm comm_old, int n, const int *sources, const int *degrees, const int *destinations, const int *weights, F_Info info, int reorder, F_Comm *comm_dist_graph)
{
    OUT(Comm, comm_dist_graph);
    int code = TABLE.Dist_graph_create(Comm_in(comm_old), n, sources, degrees, destinations, weights_in(weights), Info_in(info), reorder, POINTER(comm_dist_graph));
    OUT_BACK(Comm, comm_dist_graph);
    return code_out(code);
}
TWIN(Dist_graph_create)
EXPORT int NAME(Dist_graph_create_adjacent)(F_Comm comm_old, int indegree, const int *sources, const int *sourceweights, int outdegree, const int *destinations, const int *destweights, F_Info info, int reorder, F_Comm *comm_dist_graph)
{
    OUT(Comm, comm_dist_graph);
    int code = TABLE.Dist_graph_create_adjacent(Comm_in(comm_old), indegree, sources, weights_in(sourceweights), outdegree, destinations, weights_in(destweights), Info_in(info), reorder, POINTER(comm_dist_graph));
    OUT_BACK(Comm, comm_dist_graph);
    return code_out(code);
}
TWIN(Dist_graph_create_adjacent)
EXPORT int NAME(Dist_graph_neighbors)(F_Comm comm, int maxindegree, int *sources, int *sourceweights, int maxoutdegree, int *destinations, int *destweights)
{
    return code_out(TABLE.Dist_graph_neighbors(Comm_in(comm), maxindegree, sources, weights_in(sourceweights), maxoutdegree, destinations, weights_in(destweights)));
}
TWIN(Dist_graph_neighbors)
EXPORT int NAME(Dist_graph_neighbors_count)(F_Comm comm, int *indegree, int *outdegree, int *weighted)
{
    return code_out(TABLE.Dist_graph_neighbors_count(Comm_in(comm), indegree, outdegree, weighted));
}
TWIN(Dist_graph_neighbors_count)
TWIN(Errhandler_free)
EXPORT int NAME(Error_class)(int errorcode, int *errorclass)
{
    NUMBER_OUT(code, errorclass);
    int code = TABLE.Error_class(code_in(errorcode), POINTER(errorclass));
    NUMBER_BACK(code, errorclass);
    return code_out(code);
}
TWIN(Error_class)
TWIN(Error_string)
EXPORT int NAME(Exscan)(const void *sendbuf, void *recvbuf, int count, F_Datatype datatype, F_Op op, F_Comm comm)
{
    return code_out(TABLE.Exscan(buffer_in(sendbuf), buffer_in(recvbuf), count, Datatype_in(datatype), Op_in(op), Comm_in(comm)));
}
TWIN(Exscan)
EXPORT int NAME(Exscan_c)(const void *sendbuf, void *recvbuf, int64_t count, F_Datatype datatype, F_Op op, F_Comm comm)
{
    return code_out(TABLE.Exscan_c(buffer_in(sendbuf), buffer_in(recvbuf), count, Datatype_in(datatype), Op_in(op), Comm_in(comm)));
}
TWIN(Exscan_c)
EXPORT int NAME(Exscan_init)(const void *sendbuf, void *recvbuf, int count, F_Datatype datatype, F_Op op, F_Comm comm, F_Info info, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Exscan_init(buffer_in(sendbuf), buffer_in(recvbuf), count, Datatype_in(datatype), Op_in(op), Comm_in(comm), Info_in(info), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Exscan_init)
EXPORT int NAME(Exscan_init_c)(const void *sendbuf, void *recvbuf, int64_t count, F_Datatype datatype, F_Op op, F_Comm comm, F_Info info, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Exscan_init_c(buffer_in(sendbuf), buffer_in(recvbuf), count, Datatype_in(datatype), Op_in(op), Comm_in(comm), Info_in(info), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Exscan_init_c)
EXPORT int NAME(Fetch_and_op)(const void *origin_addr, void *result_addr, F_Datatype datatype, int target_rank, intptr_t target_disp, F_Op op, F_Win win)
{
    return code_out(TABLE.Fetch_and_op(origin_addr, result_addr, Datatype_in(datatype), rank_in(target_rank), target_disp, Op_in(op), Win_in(win)));
}
TWIN(Fetch_and_op)
EXPORT int NAME(File_call_errhandler)(F_File fh, int errorcode)
{
    return code_out(TABLE.File_call_errhandler(File_in(fh), code_in(errorcode)));
}
TWIN(File_call_errhandler)
EXPORT int NAME(File_close)(F_File *fh)
{
    CHANGED(File, fh);
    int code = TABLE.File_close(POINTER(fh));
    CHANGED_BACK(File, fh);
    return code_out(code);
}
TWIN(File_close)
EXPORT int NAME(File_create_errhandler)(void *file_errhandler_fn, F_Errhandler *errhandler)
{
    OUT(Errhandler, errhandler);
    TABLE.set_adapters(&adapters);
    int code = TABLE.File_create_errhandler(file_errhandler_fn, POINTER(errhandler));
    TABLE.set_adapters(0);
    OUT_BACK(Errhandler, errhandler);
    return code_out(code);
}
TWIN(File_create_errhandler)
EXPORT int NAME(File_delete)(const char *filename, F_Info info)
{
    return code_out(TABLE.File_delete(filename, Info_in(info)));
}
TWIN(File_delete)
EXPORT int NAME(File_get_amode)(F_File fh, int *amode)
{
    NUMBER_OUT(amode, amode);
    int code = TABLE.File_get_amode(File_in(fh), POINTER(amode));
    NUMBER_BACK(amode, amode);
    return code_out(code);
}
TWIN(File_get_amode)
EXPORT int NAME(File_get_atomicity)(F_File fh, int *flag)
{
    return code_out(TABLE.File_get_atomicity(File_in(fh), flag));
}
TWIN(File_get_atomicity)
EXPORT int NAME(File_get_byte_offset)(F_File fh, int64_t offset, int64_t *disp)
{
    return code_out(TABLE.File_get_byte_offset(File_in(fh), offset, disp));
}
TWIN(File_get_byte_offset)
TWIN(File_get_errhandler)
EXPORT int NAME(File_get_group)(F_File fh, F_Group *group)
{
    OUT(Group, group);
    int code = TABLE.File_get_group(File_in(fh), POINTER(group));
    OUT_BACK(Group, group);
    return code_out(code);
}
TWIN(File_get_group)
EXPORT int NAME(File_get_info)(F_File fh, F_Info *info_used)
{
    OUT(Info, info_used);
    int code = TABLE.File_get_info(File_in(fh), POINTER(info_used));
    OUT_BACK(Info, info_used);
    return code_out(code);
}
TWIN(File_get_info)
EXPORT int NAME(File_get_position)(F_File fh, int64_t *offset)
{
    return code_out(TABLE.File_get_position(File_in(fh), offset));
}
TWIN(File_get_position)
EXPORT int NAME(File_get_position_shared)(F_File fh, int64_t *offset)
{
    return code_out(TABLE.File_get_position_shared(File_in(fh), offset));
}
TWIN(File_get_position_shared)
EXPORT int NAME(File_get_size)(F_File fh, int64_t *size)
{
    return code_out(TABLE.File_get_size(File_in(fh), size));
}
TWIN(File_get_size)
EXPORT int NAME(File_get_type_extent)(F_File fh, F_Datatype datatype, intptr_t *extent)
{
    return code_out(TABLE.File_get_type_extent(File_in(fh), Datatype_in(datatype), extent));
}
TWIN(File_get_type_extent)
EXPORT int NAME(File_get_type_extent_c)(F_File fh, F_Datatype datatype, int64_t *extent)
{
    return code_out(TABLE.File_get_type_extent_c(File_in(fh), Datatype_in(datatype), extent));
}
TWIN(File_get_type_extent_c)
EXPORT int NAME(File_get_view)(F_File fh, int64_t *disp, F_Datatype *etype, F_Datatype *filetype, char *datarep)
{
    OUT(Datatype, etype);
    OUT(Datatype, filetype);
    int code = TABLE.File_get_view(File_in(fh), disp, POINTER(etype), POINTER(filetype), datarep);
    OUT_BACK(Datatype, etype);
    OUT_BACK(Datatype, filetype);
    return code_out(code);
}
TWIN(File_get_view)
EXPORT int NAME(File_iread)(F_File fh, void *buf, int count, F_Datatype datatype, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.File_iread(File_in(fh), buf, count, Datatype_in(datatype), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(File_iread)
EXPORT int NAME(File_iread_c)(F_File fh, void *buf, int64_t count, F_Datatype datatype, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.File_iread_c(File_in(fh), buf, count, Datatype_in(datatype), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(File_iread_c)
EXPORT int NAME(File_iread_all)(F_File fh, void *buf, int count, F_Datatype datatype, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.File_iread_all(File_in(fh), buf, count, Datatype_in(datatype), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(File_iread_all)
EXPORT int NAME(File_iread_all_c)(F_File fh, void *buf, int64_t count, F_Datatype datatype, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.File_iread_all_c(File_in(fh), buf, count, Datatype_in(datatype), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(File_iread_all_c)
EXPORT int NAME(File_iread_at)(F_File fh, int64_t offset, void *buf, int count, F_Datatype datatype, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.File_iread_at(File_in(fh), offset, buf, count, Datatype_in(datatype), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(File_iread_at)
EXPORT int NAME(File_iread_at_c)(F_File fh, int64_t offset, void *buf, int64_t count, F_Datatype datatype, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.File_iread_at_c(File_in(fh), offset, buf, count, Datatype_in(datatype), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(File_iread_at_c)
EXPORT int NAME(File_iread_at_all)(F_File fh, int64_t offset, void *buf, int count, F_Datatype datatype, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.File_iread_at_all(File_in(fh), offset, buf, count, Datatype_in(datatype), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(File_iread_at_all)
EXPORT int NAME(File_iread_at_all_c)(F_File fh, int64_t offset, void *buf, int64_t count, F_Datatype datatype, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.File_iread_at_all_c(File_in(fh), offset, buf, count, Datatype_in(datatype), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(File_iread_at_all_c)
EXPORT int NAME(File_iread_shared)(F_File fh, void *buf, int count, F_Datatype datatype, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.File_iread_shared(File_in(fh), buf, count, Datatype_in(datatype), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(File_iread_shared)
EXPORT int NAME(File_iread_shared_c)(F_File fh, void *buf, int64_t count, F_Datatype datatype, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.File_iread_shared_c(File_in(fh), buf, count, Datatype_in(datatype), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(File_iread_shared_c)
EXPORT int NAME(File_iwrite)(F_File fh, const void *buf, int count, F_Datatype datatype, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.File_iwrite(File_in(fh), buf, count, Datatype_in(datatype), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(File_iwrite)
EXPORT int NAME(File_iwrite_c)(F_File fh, const void *buf, int64_t count, F_Datatype datatype, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.File_iwrite_c(File_in(fh), buf, count, Datatype_in(datatype), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(File_iwrite_c)
EXPORT int NAME(File_iwrite_all)(F_File fh, const void *buf, int count, F_Datatype datatype, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.File_iwrite_all(File_in(fh), buf, count, Datatype_in(datatype), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(File_iwrite_all)
EXPORT int NAME(File_iwrite_all_c)(F_File fh, const void *buf, int64_t count, F_Datatype datatype, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.File_iwrite_all_c(File_in(fh), buf, count, Datatype_in(datatype), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(File_iwrite_all_c)
EXPORT int NAME(File_iwrite_at)(F_File fh, int64_t offset, const void *buf, int count, F_Datatype datatype, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.File_iwrite_at(File_in(fh), offset, buf, count, Datatype_in(datatype), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(File_iwrite_at)
EXPORT int NAME(File_iwrite_at_c)(F_File fh, int64_t offset, const void *buf, int64_t count, F_Datatype datatype, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.File_iwrite_at_c(File_in(fh), offset, buf, count, Datatype_in(datatype), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(File_iwrite_at_c)
EXPORT int NAME(File_iwrite_at_all)(F_File fh, int64_t offset, const void *buf, int count, F_Datatype datatype, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.File_iwrite_at_all(File_in(fh), offset, buf, count, Datatype_in(datatype), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(File_iwrite_at_all)
EXPORT int NAME(File_iwrite_at_all_c)(F_File fh, int64_t offset, const void *buf, int64_t count, F_Datatype datatype, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.File_iwrite_at_all_c(File_in(fh), offset, buf, count, Datatype_in(datatype), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(File_iwrite_at_all_c)
EXPORT int NAME(File_iwrite_shared)(F_File fh, const void *buf, int count, F_Datatype datatype, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.File_iwrite_shared(File_in(fh), buf, count, Datatype_in(datatype), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(File_iwrite_shared)
EXPORT int NAME(File_iwrite_shared_c)(F_File fh, const void *buf, int64_t count, F_Datatype datatype, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.File_iwrite_shared_c(File_in(fh), buf, count, Datatype_in(datatype), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(File_iwrite_shared_c)
EXPORT int NAME(File_open)(F_Comm comm, const char *filename, int amode, F_Info info, F_File *fh)
{
    OUT(File, fh);
    int code = TABLE.File_open(Comm_in(comm), filename, amode_in(amode), Info_in(info), POINTER(fh));
    OUT_BACK(File, fh);
    return code_out(code);
}
TWIN(File_open)
EXPORT int NAME(File_preallocate)(F_File fh, int64_t size)
{
    return code_out(TABLE.File_preallocate(File_in(fh), size));
}
TWIN(File_preallocate)
EXPORT int NAME(File_read)(F_File fh, void *buf, int count, F_Datatype datatype, F_Status *status)
{
    STATUS(status);
    int code = TABLE.File_read(File_in(fh), buf, count, Datatype_in(datatype), STATUS_POINTER(status));
    STATUS_BACK(status);
    return code_out(code);
}
TWIN(File_read)
EXPORT int NAME(File_read_c)(F_File fh, void *buf, int64_t count, F_Datatype datatype, F_Status *status)
{
    STATUS(status);
    int code = TABLE.File_read_c(File_in(fh), buf, count, Datatype_in(datatype), STATUS_POINTER(status));
    STATUS_BACK(status);
    return code_out(code);
}
TWIN(File_read_c)
EXPORT int NAME(File_read_all)(F_File fh, void *buf, int count, F_Datatype datatype, F_Status *status)
{
    STATUS(status);
    int code = TABLE.File_read_all(File_in(fh), buf, count, Datatype_in(datatype), STATUS_POINTER(status));
    STATUS_BACK(status);
    return code_out(code);
}
TWIN(File_read_all)
EXPORT int NAME(File_read_all_c)(F_File fh, void *buf, int64_t count, F_Datatype datatype, F_Status *status)
{
    STATUS(status);
    int code = TABLE.File_read_all_c(File_in(fh), buf, count, Datatype_in(datatype), STATUS_POINTER(status));
    STATUS_BACK(status);
    return code_out(code);
}
TWIN(File_read_all_c)
EXPORT int NAME(File_read_all_begin)(F_File fh, void *buf, int count, F_Datatype datatype)
{
    return code_out(TABLE.File_read_all_begin(File_in(fh), buf, count, Datatype_in(datatype)));
}
TWIN(File_read_all_begin)
EXPORT int NAME(File_read_all_begin_c)(F_File fh, void *buf, int64_t count, F_Datatype datatype)
{
    return code_out(TABLE.File_read_all_begin_c(File_in(fh), buf, count, Datatype_in(datatype)));
}
TWIN(File_read_all_begin_c)
EXPORT int NAME(File_read_all_end)(F_File fh, void *buf, F_Status *status)
{
    STATUS(status);
    int code = TABLE.File_read_all_end(File_in(fh), buf, STATUS_POINTER(status));
    STATUS_BACK(status);
    return code_out(code);
}
TWIN(File_read_all_end)
EXPORT int NAME(File_read_at)(F_File fh, int64_t offset, void *buf, int count, F_Datatype datatype, F_Status *status)
{
    STATUS(status);
    int code = TABLE.File_read_at(File_in(fh), offset, buf, count, Datatype_in(datatype), STATUS_POINTER(status));
    STATUS_BACK(status);
    return code_out(code);
}
TWIN(File_read_at)
EXPORT int NAME(File_read_at_c)(F_File fh, int64_t offset, void *buf, int64_t count, F_Datatype datatype, F_Status *status)
{
    STATUS(status);
    int code = TABLE.File_read_at_c(File_in(fh), offset, buf, count, Datatype_in(datatype), STATUS_POINTER(status));
    STATUS_BACK(status);
    return code_out(code);
}
TWIN(File_read_at_c)
EXPORT int NAME(File_read_at_all)(F_File fh, int64_t offset, void *buf, int count, F_Datatype datatype, F_Status *status)
{
    STATUS(status);
    int code = TABLE.File_read_at_all(File_in(fh), offset, buf, count, Datatype_in(datatype), STATUS_POINTER(status));
    STATUS_BACK(status);
    return code_out(code);
}
TWIN(File_read_at_all)
EXPORT int NAME(File_read_at_all_c)(F_File fh, int64_t offset, void *buf, int64_t count, F_Datatype datatype, F_Status *status)
{
    STATUS(status);
    int code = TABLE.File_read_at_all_c(File_in(fh), offset, buf, count, Datatype_in(datatype), STATUS_POINTER(status));
    STATUS_BACK(status);
    return code_out(code);
}
TWIN(File_read_at_all_c)
EXPORT int NAME(File_read_at_all_begin)(F_File fh, int64_t offset, void *buf, int count, F_Datatype datatype)
{
    return code_out(TABLE.File_read_at_all_begin(File_in(fh), offset, buf, count, Datatype_in(datatype)));
}
TWIN(File_read_at_all_begin)
EXPORT int NAME(File_read_at_all_begin_c)(F_File fh, int64_t offset, void *buf, int64_t count, F_Datatype datatype)
{
    return code_out(TABLE.File_read_at_all_begin_c(File_in(fh), offset, buf, count, Datatype_in(datatype)));
}
TWIN(File_read_at_all_begin_c)
EXPORT int NAME(File_read_at_all_end)(F_File fh, void *buf, F_Status *status)
{
    STATUS(status);
    int code = TABLE.File_read_at_all_end(File_in(fh), buf, STATUS_POINTER(status));
    STATUS_BACK(status);
    return code_out(code);
}
TWIN(File_read_at_all_end)
EXPORT int NAME(File_read_ordered)(F_File fh, void *buf, int count, F_Datatype datatype, F_Status *status)
{
    STATUS(status);
    int code = TABLE.File_read_ordered(File_in(fh), buf, count, Datatype_in(datatype), STATUS_POINTER(status));
    STATUS_BACK(status);
    return code_out(code);
}
TWIN(File_read_ordered)
EXPORT int NAME(File_read_ordered_c)(F_File fh, void *buf, int64_t count, F_Datatype datatype, F_Status *status)
{
    STATUS(status);
    int code = TABLE.File_read_ordered_c(File_in(fh), buf, count, Datatype_in(datatype), STATUS_POINTER(status));
    STATUS_BACK(status);
    return code_out(code);
}
TWIN(File_read_ordered_c)
EXPORT int NAME(File_read_ordered_begin)(F_File fh, void *buf, int count, F_Datatype datatype)
{
    return code_out(TABLE.File_read_ordered_begin(File_in(fh), buf, count, Datatype_in(datatype)));
}
TWIN(File_read_ordered_begin)
EXPORT int NAME(File_read_ordered_begin_c)(F_File fh, void *buf, int64_t count, F_Datatype datatype)
{
    return code_out(TABLE.File_read_ordered_begin_c(File_in(fh), buf, count, Datatype_in(datatype)));
}
TWIN(File_read_ordered_begin_c)
EXPORT int NAME(File_read_ordered_end)(F_File fh, void *buf, F_Status *status)
{
    STATUS(status);
    int code = TABLE.File_read_ordered_end(File_in(fh), buf, STATUS_POINTER(status));
    STATUS_BACK(status);
    return code_out(code);
}
TWIN(File_read_ordered_end)
EXPORT int NAME(File_read_shared)(F_File fh, void *buf, int count, F_Datatype datatype, F_Status *status)
{
    STATUS(status);
    int code = TABLE.File_read_shared(File_in(fh), buf, count, Datatype_in(datatype), STATUS_POINTER(status));
    STATUS_BACK(status);
    return code_out(code);
}
TWIN(File_read_shared)
EXPORT int NAME(File_read_shared_c)(F_File fh, void *buf, int64_t count, F_Datatype datatype, F_Status *status)
{
    STATUS(status);
    int code = TABLE.File_read_shared_c(File_in(fh), buf, count, Datatype_in(datatype), STATUS_POINTER(status));
    STATUS_BACK(status);
    return code_out(code);
}
TWIN(File_read_shared_c)
EXPORT int NAME(File_seek)(F_File fh, int64_t offset, int whence)
{
    return code_out(TABLE.File_seek(File_in(fh), offset, whence_in(whence)));
}
TWIN(File_seek)
EXPORT int NAME(File_seek_shared)(F_File fh, int64_t offset, int whence)
{
    return code_out(TABLE.File_seek_shared(File_in(fh), offset, whence_in(whence)));
}
TWIN(File_seek_shared)
EXPORT int NAME(File_set_atomicity)(F_File fh, int flag)
{
    return code_out(TABLE.File_set_atomicity(File_in(fh), flag));
}
TWIN(File_set_atomicity)
TWIN(File_set_errhandler)
EXPORT int NAME(File_set_info)(F_File fh, F_Info info)
{
    return code_out(TABLE.File_set_info(File_in(fh), Info_in(info)));
}
TWIN(File_set_info)
EXPORT int NAME(File_set_size)(F_File fh, int64_t size)
{
    return code_out(TABLE.File_set_size(File_in(fh), size));
}
TWIN(File_set_size)
EXPORT int NAME(File_set_view)(F_File fh, int64_t disp, F_Datatype etype, F_Datatype filetype, const char *datarep, F_Info info)
{
    return code_out(TABLE.File_set_view(File_in(fh), displacement_in(disp), Datatype_in(etype), Datatype_in(filetype), datarep, Info_in(info)));
}
TWIN(File_set_view)
EXPORT int NAME(File_sync)(F_File fh)
{
    return code_out(TABLE.File_sync(File_in(fh)));
}
TWIN(File_sync)
EXPORT int NAME(File_write)(F_File fh, const void *buf, int count, F_Datatype datatype, F_Status *status)
{
    STATUS(status);
    int code = TABLE.File_write(File_in(fh), buf, count, Datatype_in(datatype), STATUS_POINTER(status));
    STATUS_BACK(status);
    return code_out(code);
}
TWIN(File_write)
EXPORT int NAME(File_write_c)(F_File fh, const void *buf, int64_t count, F_Datatype datatype, F_Status *status)
{
    STATUS(status);
    int code = TABLE.File_write_c(File_in(fh), buf, count, Datatype_in(datatype), STATUS_POINTER(status));
    STATUS_BACK(status);
    return code_out(code);
}
TWIN(File_write_c)
EXPORT int NAME(File_write_all)(F_File fh, const void *buf, int count, F_Datatype datatype, F_Status *status)
{
    STATUS(status);
    int code = TABLE.File_write_all(File_in(fh), buf, count, Datatype_in(datatype), STATUS_POINTER(status));
    STATUS_BACK(status);
    return code_out(code);
}
TWIN(File_write_all)
EXPORT int NAME(File_write_all_c)(F_File fh, const void *buf, int64_t count, F_Datatype datatype, F_Status *status)
{
    STATUS(status);
    int code = TABLE.File_write_all_c(File_in(fh), buf, count, Datatype_in(datatype), STATUS_POINTER(status));
    STATUS_BACK(status);
    return code_out(code);
}
TWIN(File_write_all_c)
EXPORT int NAME(File_write_all_begin)(F_File fh, const void *buf, int count, F_Datatype datatype)
{
    return code_out(TABLE.File_write_all_begin(File_in(fh), buf, count, Datatype_in(datatype)));
}
TWIN(File_write_all_begin)
EXPORT int NAME(File_write_all_begin_c)(F_File fh, const void *buf, int64_t count, F_Datatype datatype)
{
    return code_out(TABLE.File_write_all_begin_c(File_in(fh), buf, count, Datatype_in(datatype)));
}
TWIN(File_write_all_begin_c)
EXPORT int NAME(File_write_all_end)(F_File fh, const void *buf, F_Status *status)
{
    STATUS(status);
    int code = TABLE.File_write_all_end(File_in(fh), buf, STATUS_POINTER(status));
    STATUS_BACK(status);
    return code_out(code);
}
TWIN(File_write_all_end)
EXPORT int NAME(File_write_at)(F_File fh, int64_t offset, const void *buf, int count, F_Datatype datatype, F_Status *status)
{
    STATUS(status);
    int code = TABLE.File_write_at(File_in(fh), offset, buf, count, Datatype_in(datatype), STATUS_POINTER(status));
    STATUS_BACK(status);
    return code_out(code);
}
TWIN(File_write_at)
EXPORT int NAME(File_write_at_c)(F_File fh, int64_t offset, const void *buf, int64_t count, F_Datatype datatype, F_Status *status)
{
    STATUS(status);
    int code = TABLE.File_write_at_c(File_in(fh), offset, buf, count, Datatype_in(datatype), STATUS_POINTER(status));
    STATUS_BACK(status);
    return code_out(code);
}
TWIN(File_write_at_c)
EXPORT int NAME(File_write_at_all)(F_File fh, int64_t offset, const void *buf, int count, F_Datatype datatype, F_Status *status)
{
    STATUS(status);
    int code = TABLE.File_write_at_all(File_in(fh), offset, buf, count, Datatype_in(datatype), STATUS_POINTER(status));
    STATUS_BACK(status);
    return code_out(code);
}
TWIN(File_write_at_all)
EXPORT int NAME(File_write_at_all_c)(F_File fh, int64_t offset, const void *buf, int64_t count, F_Datatype datatype, F_Status *status)
{
    STATUS(status);
    int code = TABLE.File_write_at_all_c(File_in(fh), offset, buf, count, Datatype_in(datatype), STATUS_POINTER(status));
    STATUS_BACK(status);
    return code_out(code);
}
TWIN(File_write_at_all_c)
EXPORT int NAME(File_write_at_all_begin)(F_File fh, int64_t offset, const void *buf, int count, F_Datatype datatype)
{
    return code_out(TABLE.File_write_at_all_begin(File_in(fh), offset, buf, count, Datatype_in(datatype)));
}
TWIN(File_write_at_all_begin)
EXPORT int NAME(File_write_at_all_begin_c)(F_File fh, int64_t offset, const void *buf, int64_t count, F_Datatype datatype)
{
    return code_out(TABLE.File_write_at_all_begin_c(File_in(fh), offset, buf, count, Datatype_in(datatype)));
}
TWIN(File_write_at_all_begin_c)
EXPORT int NAME(File_write_at_all_end)(F_File fh, const void *buf, F_Status *status)
{
    STATUS(status);
    int code = TABLE.File_write_at_all_end(File_in(fh), buf, STATUS_POINTER(status));
    STATUS_BACK(status);
    return code_out(code);
}
TWIN(File_write_at_all_end)
EXPORT int NAME(File_write_ordered)(F_File fh, const void *buf, int count, F_Datatype datatype, F_Status *status)
{
    STATUS(status);
    int code = TABLE.File_write_ordered(File_in(fh), buf, count, Datatype_in(datatype), STATUS_POINTER(status));
    STATUS_BACK(status);
    return code_out(code);
}
TWIN(File_write_ordered)
EXPORT int NAME(File_write_ordered_c)(F_File fh, const void *buf, int64_t count, F_Datatype datatype, F_Status *status)
{
    STATUS(status);
    int code = TABLE.File_write_ordered_c(File_in(fh), buf, count, Datatype_in(datatype), STATUS_POINTER(status));
    STATUS_BACK(status);
    return code_out(code);
}
TWIN(File_write_ordered_c)
EXPORT int NAME(File_write_ordered_begin)(F_File fh, const void *buf, int count, F_Datatype datatype)
{
    return code_out(TABLE.File_write_ordered_begin(File_in(fh), buf, count, Datatype_in(datatype)));
}
TWIN(File_write_ordered_begin)
EXPORT int NAME(File_write_ordered_begin_c)(F_File fh, const void *buf, int64_t count, F_Datatype datatype)
{
    return code_out(TABLE.File_write_ordered_begin_c(File_in(fh), buf, count, Datatype_in(datatype)));
}
TWIN(File_write_ordered_begin_c)
EXPORT int NAME(File_write_ordered_end)(F_File fh, const void *buf, F_Status *status)
{
    STATUS(status);
    int code = TABLE.File_write_ordered_end(File_in(fh), buf, STATUS_POINTER(status));
    STATUS_BACK(status);
    return code_out(code);
}
TWIN(File_write_ordered_end)
EXPORT int NAME(File_write_shared)(F_File fh, const void *buf, int count, F_Datatype datatype, F_Status *status)
{
    STATUS(status);
    int code = TABLE.File_write_shared(File_in(fh), buf, count, Datatype_in(datatype), STATUS_POINTER(status));
    STATUS_BACK(status);
    return code_out(code);
}
TWIN(File_write_shared)
EXPORT int NAME(File_write_shared_c)(F_File fh, const void *buf, int64_t count, F_Datatype datatype, F_Status *status)
{
    STATUS(status);
    int code = TABLE.File_write_shared_c(File_in(fh), buf, count, Datatype_in(datatype), STATUS_POINTER(status));
    STATUS_BACK(status);
    return code_out(code);
}
TWIN(File_write_shared_c)
EXPORT int NAME(Finalize)(void)
{
    return code_out(TABLE.Finalize());
}
TWIN(Finalize)
EXPORT int NAME(Finalized)(int *flag)
{
    return code_out(TABLE.Finalized(flag));
}
TWIN(Finalized)
EXPORT int NAME(Free_mem)(void *base)
{
    return code_out(TABLE.Free_mem(base));
}
TWIN(Free_mem)
EXPORT int NAME(Gather)(const void *sendbuf, int sendcount, F_Datatype sendtype, void *recvbuf, int recvcount, F_Datatype recvtype, int root, F_Comm comm)
{
    return code_out(TABLE.Gather(buffer_in(sendbuf), sendcount, Datatype_in(sendtype), buffer_in(recvbuf), recvcount, Datatype_in(recvtype), rank_in(root), Comm_in(comm)));
}
TWIN(Gather)
EXPORT int NAME(Gather_c)(const void *sendbuf, int64_t sendcount, F_Datatype sendtype, void *recvbuf, int64_t recvcount, F_Datatype recvtype, int root, F_Comm comm)
{
    return code_out(TABLE.Gather_c(buffer_in(sendbuf), sendcount, Datatype_in(sendtype), buffer_in(recvbuf), recvcount, Datatype_in(recvtype), rank_in(root), Comm_in(comm)));
}
TWIN(Gather_c)
EXPORT int NAME(Gather_init)(const void *sendbuf, int sendcount, F_Datatype sendtype, void *recvbuf, int recvcount, F_Datatype recvtype, int root, F_Comm comm, F_Info info, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Gather_init(buffer_in(sendbuf), sendcount, Datatype_in(sendtype), buffer_in(recvbuf), recvcount, Datatype_in(recvtype), rank_in(root), Comm_in(comm), Info_in(info), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Gather_init)
EXPORT int NAME(Gather_init_c)(const void *sendbuf, int64_t sendcount, F_Datatype sendtype, void *recvbuf, int64_t recvcount, F_Datatype recvtype, int root, F_Comm comm, F_Info info, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Gather_init_c(buffer_in(sendbuf), sendcount, Datatype_in(sendtype), buffer_in(recvbuf), recvcount, Datatype_in(recvtype), rank_in(root), Comm_in(comm), Info_in(info), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Gather_init_c)
EXPORT int NAME(Gatherv)(const void *sendbuf, int sendcount, F_Datatype sendtype, void *recvbuf, const int *recvcounts, const int *displs, F_Datatype recvtype, int root, F_Comm comm)
{
    return code_out(TABLE.Gatherv(buffer_in(sendbuf), sendcount, Datatype_in(sendtype), buffer_in(recvbuf), recvcounts, displs, Datatype_in(recvtype), rank_in(root), Comm_in(comm)));
}
TWIN(Gatherv)
EXPORT int NAME(Gatherv_c)(const void *sendbuf, int64_t sendcount, F_Datatype sendtype, void *recvbuf, const int64_t *recvcounts, const intptr_t *displs, F_Datatype recvtype, int root, F_Comm comm)
{
    return code_out(TABLE.Gatherv_c(buffer_in(sendbuf), sendcount, Datatype_in(sendtype), buffer_in(recvbuf), recvcounts, displs, Datatype_in(recvtype), rank_in(root), Comm_in(comm)));
}
TWIN(Gatherv_c)
EXPORT int NAME(Gatherv_init)(const void *sendbuf, int sendcount, F_Datatype sendtype, void *recvbuf, const int *recvcounts, const int *displs, F_Datatype recvtype, int root, F_Comm comm, F_Info info, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Gatherv_init(buffer_in(sendbuf), sendcount, Datatype_in(sendtype), buffer_in(recvbuf), recvcounts, displs, Datatype_in(recvtype), rank_in(root), Comm_in(comm), Info_in(info), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Gatherv_init)
EXPORT int NAME(Gatherv_init_c)(const void *sendbuf, int64_t sendcount, F_Datatype sendtype, void *recvbuf, const int64_t *recvcounts, const intptr_t *displs, F_Datatype recvtype, int root, F_Comm comm, F_Info info, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Gatherv_init_c(buffer_in(sendbuf), sendcount, Datatype_in(sendtype), buffer_in(recvbuf), recvcounts, displs, Datatype_in(recvtype), rank_in(root), Comm_in(comm), Info_in(info), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Gatherv_init_c)
EXPORT int NAME(Get)(void *origin_addr, int origin_count, F_Datatype origin_datatype, int target_rank, intptr_t target_disp, int target_count, F_Datatype target_datatype, F_Win win)
{
    return code_out(TABLE.Get(origin_addr, origin_count, Datatype_in(origin_datatype), rank_in(target_rank), target_disp, target_count, Datatype_in(target_datatype), Win_in(win)));
}
TWIN(Get)
EXPORT int NAME(Get_c)(void *origin_addr, int64_t origin_count, F_Datatype origin_datatype, int target_rank, intptr_t target_disp, int64_t target_count, F_Datatype target_datatype, F_Win win)
{
    return code_out(TABLE.Get_c(origin_addr, origin_count, Datatype_in(origin_datatype), rank_in(target_rank), target_disp, target_count, Datatype_in(target_datatype), Win_in(win)));
}
TWIN(Get_c)
EXPORT int NAME(Get_accumulate)(const void *origin_addr, int origin_count, F_Datatype origin_datatype, void *result_addr, int result_count, F_Datatype result_datatype, int target_rank, intptr_t target_disp, int target_count, F_Datatype target_datatype, F_Op op, F_Win win)
{
    return code_out(TABLE.Get_accumulate(origin_addr, origin_count, Datatype_in(origin_datatype), result_addr, result_count, Datatype_in(result_datatype), rank_in(target_rank), target_disp, target_count, Datatype_in(target_datatype), Op_in(op), Win_in(win)));
}
TWIN(Get_accumulate)
EXPORT int NAME(Get_accumulate_c)(const void *origin_addr, int64_t origin_count, F_Datatype origin_datatype, void *result_addr, int64_t result_count, F_Datatype result_datatype, int target_rank, intptr_t target_disp, int64_t target_count, F_Datatype target_datatype, F_Op op, F_Win win)
{
    return code_out(TABLE.Get_accumulate_c(origin_addr, origin_count, Datatype_in(origin_datatype), result_addr, result_count, Datatype_in(result_datatype), rank_in(target_rank), target_disp, target_count, Datatype_in(target_datatype), Op_in(op), Win_in(win)));
}
TWIN(Get_accumulate_c)
EXPORT int NAME(Get_address)(const void *location, intptr_t *address)
{
    return code_out(TABLE.Get_address(location, address));
}
TWIN(Get_address)
EXPORT int NAME(Get_count)(const F_Status *status, F_Datatype datatype, int *count)
{
    STATUS_IN(status);
    return code_out(TABLE.Get_count(STATUS_POINTER(status), Datatype_in(datatype), count));
}
TWIN(Get_count)
EXPORT int NAME(Get_count_c)(const F_Status *status, F_Datatype datatype, int64_t *count)
{
    STATUS_IN(status);
    return code_out(TABLE.Get_count_c(STATUS_POINTER(status), Datatype_in(datatype), count));
}
TWIN(Get_count_c)
EXPORT int NAME(Get_elements)(const F_Status *status, F_Datatype datatype, int *count)
{
    STATUS_IN(status);
    return code_out(TABLE.Get_elements(STATUS_POINTER(status), Datatype_in(datatype), count));
}
TWIN(Get_elements)
EXPORT int NAME(Get_elements_c)(const F_Status *status, F_Datatype datatype, int64_t *count)
{
    STATUS_IN(status);
    return code_out(TABLE.Get_elements_c(STATUS_POINTER(status), Datatype_in(datatype), count));
}
TWIN(Get_elements_c)
EXPORT int NAME(Get_elements_x)(const F_Status *status, F_Datatype datatype, int64_t *count)
{
    STATUS_IN(status);
    return code_out(TABLE.Get_elements_x(STATUS_POINTER(status), Datatype_in(datatype), count));
}
TWIN(Get_elements_x)
EXPORT int NAME(Get_hw_resource_info)(F_Info *hw_info)
{
    OUT(Info, hw_info);
    int code = TABLE.Get_hw_resource_info(POINTER(hw_info));
    OUT_BACK(Info, hw_info);
    return code_out(code);
}
TWIN(Get_hw_resource_info)
TWIN(Get_library_version)
TWIN(Get_processor_name)
TWIN(Get_version)
EXPORT int NAME(Graph_create)(F_Comm comm_old, int nnodes, const int *indx, const int *edges, int reorder, F_Comm *comm_graph)
{
    OUT(Comm, comm_graph);
    int code = TABLE.Graph_create(Comm_in(comm_old), nnodes, indx, edges, reorder, POINTER(comm_graph));
    OUT_BACK(Comm, comm_graph);
    return code_out(code);
}
TWIN(Graph_create)
EXPORT int NAME(Graph_get)(F_Comm comm, int maxindex, int maxedges, int *indx, int *edges)
{
    return code_out(TABLE.Graph_get(Comm_in(comm), maxindex, maxedges, indx, edges));
}
TWIN(Graph_get)
EXPORT int NAME(Graph_map)(F_Comm comm, int nnodes, const int *indx, const int *edges, int *newrank)
{
    return code_out(TABLE.Graph_map(Comm_in(comm), nnodes, indx, edges, newrank));
}
TWIN(Graph_map)
EXPORT int NAME(Graph_neighbors)(F_Comm comm, int rank, int maxneighbors, int *neighbors)
{
    return code_out(TABLE.Graph_neighbors(Comm_in(comm), rank, maxneighbors, neighbors));
}
TWIN(Graph_neighbors)
EXPORT int NAME(Graph_neighbors_count)(F_Comm comm, int rank, int *nneighbors)
{
    return code_out(TABLE.Graph_neighbors_count(Comm_in(comm), rank, nneighbors));
}
TWIN(Graph_neighbors_count)
EXPORT int NAME(Graphdims_get)(F_Comm comm, int *nnodes, int *nedges)
{
    return code_out(TABLE.Graphdims_get(Comm_in(comm), nnodes, nedges));
}
TWIN(Graphdims_get)
EXPORT int NAME(Grequest_complete)(F_Request request)
{
    return code_out(TABLE.Grequest_complete(Request_in(request)));
}
TWIN(Grequest_complete)
EXPORT int NAME(Grequest_start)(void *query_fn, void *free_fn, void *cancel_fn, void *extra_state, F_Request *request)
{
    OUT(Request, request);
    TABLE.set_adapters(&adapters);
    int code = TABLE.Grequest_start(query_fn, free_fn, cancel_fn, extra_state, POINTER(request));
    TABLE.set_adapters(0);
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Grequest_start)
EXPORT int NAME(Group_compare)(F_Group group1, F_Group group2, int *result)
{
    NUMBER_OUT(comparison, result);
    int code = TABLE.Group_compare(Group_in(group1), Group_in(group2), POINTER(result));
    NUMBER_BACK(comparison, result);
    return code_out(code);
}
TWIN(Group_compare)
EXPORT int NAME(Group_difference)(F_Group group1, F_Group group2, F_Group *newgroup)
{
    OUT(Group, newgroup);
    int code = TABLE.Group_difference(Group_in(group1), Group_in(group2), POINTER(newgroup));
    OUT_BACK(Group, newgroup);
    return code_out(code);
}
TWIN(Group_difference)
EXPORT int NAME(Group_excl)(F_Group group, int n, const int *ranks, F_Group *newgroup)
{
    OUT(Group, newgroup);
    int code = TABLE.Group_excl(Group_in(group), n, ranks, POINTER(newgroup));
    OUT_BACK(Group, newgroup);
    return code_out(code);
}
TWIN(Group_excl)
EXPORT int NAME(Group_free)(F_Group *group)
{
    CHANGED(Group, group);
    int code = TABLE.Group_free(POINTER(group));
    CHANGED_BACK(Group, group);
    return code_out(code);
}
TWIN(Group_free)
EXPORT int NAME(Group_from_session_pset)(F_Session session, const char *pset_name, F_Group *newgroup)
{
    OUT(Group, newgroup);
    int code = TABLE.Group_from_session_pset(Session_in(session), pset_name, POINTER(newgroup));
    OUT_BACK(Group, newgroup);
    return code_out(code);
}
TWIN(Group_from_session_pset)
EXPORT int NAME(Group_incl)(F_Group group, int n, const int *ranks, F_Group *newgroup)
{
    OUT(Group, newgroup);
    int code = TABLE.Group_incl(Group_in(group), n, ranks, POINTER(newgroup));
    OUT_BACK(Group, newgroup);
    return code_out(code);
}
TWIN(Group_incl)
EXPORT int NAME(Group_intersection)(F_Group group1, F_Group group2, F_Group *newgroup)
{
    OUT(Group, newgroup);
    int code = TABLE.Group_intersection(Group_in(group1), Group_in(group2), POINTER(newgroup));
    OUT_BACK(Group, newgroup);
    return code_out(code);
}
TWIN(Group_intersection)
EXPORT int NAME(Group_range_excl)(F_Group group, int n, int *ranges, F_Group *newgroup)
{
    OUT(Group, newgroup);
    int code = TABLE.Group_range_excl(Group_in(group), n, ranges, POINTER(newgroup));
    OUT_BACK(Group, newgroup);
    return code_out(code);
}
TWIN(Group_range_excl)
EXPORT int NAME(Group_range_incl)(F_Group group, int n, int *ranges, F_Group *newgroup)
{
    OUT(Group, newgroup);
    int code = TABLE.Group_range_incl(Group_in(group), n, ranges, POINTER(newgroup));
    OUT_BACK(Group, newgroup);
    return code_out(code);
}
TWIN(Group_range_incl)
EXPORT int NAME(Group_rank)(F_Group group, int *rank)
{
    return code_out(TABLE.Group_rank(Group_in(group), rank));
}
TWIN(Group_rank)
EXPORT int NAME(Group_size)(F_Group group, int *size)
{
    return code_out(TABLE.Group_size(Group_in(group), size));
}
TWIN(Group_size)
TWIN(Group_translate_ranks)
EXPORT int NAME(Group_union)(F_Group group1, F_Group group2, F_Group *newgroup)
{
    OUT(Group, newgroup);
    int code = TABLE.Group_union(Group_in(group1), Group_in(group2), POINTER(newgroup));
    OUT_BACK(Group, newgroup);
    return code_out(code);
}
TWIN(Group_union)
EXPORT int NAME(Iallgather)(const void *sendbuf, int sendcount, F_Datatype sendtype, void *recvbuf, int recvcount, F_Datatype recvtype, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Iallgather(buffer_in(sendbuf), sendcount, Datatype_in(sendtype), buffer_in(recvbuf), recvcount, Datatype_in(recvtype), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Iallgather)
EXPORT int NAME(Iallgather_c)(const void *sendbuf, int64_t sendcount, F_Datatype sendtype, void *recvbuf, int64_t recvcount, F_Datatype recvtype, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Iallgather_c(buffer_in(sendbuf), sendcount, Datatype_in(sendtype), buffer_in(recvbuf), recvcount, Datatype_in(recvtype), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Iallgather_c)
EXPORT int NAME(Iallgatherv)(const void *sendbuf, int sendcount, F_Datatype sendtype, void *recvbuf, const int *recvcounts, const int *displs, F_Datatype recvtype, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Iallgatherv(buffer_in(sendbuf), sendcount, Datatype_in(sendtype), buffer_in(recvbuf), recvcounts, displs, Datatype_in(recvtype), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Iallgatherv)
EXPORT int NAME(Iallgatherv_c)(const void *sendbuf, int64_t sendcount, F_Datatype sendtype, void *recvbuf, const int64_t *recvcounts, const intptr_t *displs, F_Datatype recvtype, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Iallgatherv_c(buffer_in(sendbuf), sendcount, Datatype_in(sendtype), buffer_in(recvbuf), recvcounts, displs, Datatype_in(recvtype), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Iallgatherv_c)
EXPORT int NAME(Iallreduce)(const void *sendbuf, void *recvbuf, int count, F_Datatype datatype, F_Op op, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Iallreduce(buffer_in(sendbuf), buffer_in(recvbuf), count, Datatype_in(datatype), Op_in(op), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Iallreduce)
EXPORT int NAME(Iallreduce_c)(const void *sendbuf, void *recvbuf, int64_t count, F_Datatype datatype, F_Op op, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Iallreduce_c(buffer_in(sendbuf), buffer_in(recvbuf), count, Datatype_in(datatype), Op_in(op), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Iallreduce_c)
EXPORT int NAME(Ialltoall)(const void *sendbuf, int sendcount, F_Datatype sendtype, void *recvbuf, int recvcount, F_Datatype recvtype, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Ialltoall(buffer_in(sendbuf), sendcount, Datatype_in(sendtype), buffer_in(recvbuf), recvcount, Datatype_in(recvtype), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Ialltoall)
EXPORT int NAME(Ialltoall_c)(const void *sendbuf, int64_t sendcount, F_Datatype sendtype, void *recvbuf, int64_t recvcount, F_Datatype recvtype, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Ialltoall_c(buffer_in(sendbuf), sendcount, Datatype_in(sendtype), buffer_in(recvbuf), recvcount, Datatype_in(recvtype), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Ialltoall_c)
EXPORT int NAME(Ialltoallv)(const void *sendbuf, const int *sendcounts, const int *sdispls, F_Datatype sendtype, void *recvbuf, const int *recvcounts, const int *rdispls, F_Datatype recvtype, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Ialltoallv(buffer_in(sendbuf), sendcounts, sdispls, Datatype_in(sendtype), buffer_in(recvbuf), recvcounts, rdispls, Datatype_in(recvtype), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Ialltoallv)
EXPORT int NAME(Ialltoallv_c)(const void *sendbuf, const int64_t *sendcounts, const intptr_t *sdispls, F_Datatype sendtype, void *recvbuf, const int64_t *recvcounts, const intptr_t *rdispls, F_Datatype recvtype, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Ialltoallv_c(buffer_in(sendbuf), sendcounts, sdispls, Datatype_in(sendtype), buffer_in(recvbuf), recvcounts, rdispls, Datatype_in(recvtype), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Ialltoallv_c)
EXPORT int NAME(Ialltoallw)(const void *sendbuf, const int *sendcounts, const int *sdispls, const F_Datatype *sendtypes, void *recvbuf, const int *recvcounts, const int *rdispls, const F_Datatype *recvtypes, F_Comm comm, F_Request *request)
{
    TYPES(sendtypes, buffer_in(sendbuf) == IN_PLACE ? 0 : members(comm));
    TYPES(recvtypes, members(comm));
    OUT(Request, request);
    int code = TABLE.Ialltoallw(buffer_in(sendbuf), sendcounts, sdispls, sendtypes_ours, buffer_in(recvbuf), recvcounts, rdispls, recvtypes_ours, Comm_in(comm), POINTER(request));
    TYPES_DONE(sendtypes);
    TYPES_DONE(recvtypes);
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Ialltoallw)
EXPORT int NAME(Ialltoallw_c)(const void *sendbuf, const int64_t *sendcounts, const intptr_t *sdispls, const F_Datatype *sendtypes, void *recvbuf, const int64_t *recvcounts, const intptr_t *rdispls, const F_Datatype *recvtypes, F_Comm comm, F_Request *request)
{
    TYPES(sendtypes, buffer_in(sendbuf) == IN_PLACE ? 0 : members(comm));
    TYPES(recvtypes, members(comm));
    OUT(Request, request);
    int code = TABLE.Ialltoallw_c(buffer_in(sendbuf), sendcounts, sdispls, sendtypes_ours, buffer_in(recvbuf), recvcounts, rdispls, recvtypes_ours, Comm_in(comm), POINTER(request));
    TYPES_DONE(sendtypes);
    TYPES_DONE(recvtypes);
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Ialltoallw_c)
EXPORT int NAME(Ibarrier)(F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Ibarrier(Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Ibarrier)
EXPORT int NAME(Ibcast)(void *buffer, int count, F_Datatype datatype, int root, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Ibcast(buffer_in(buffer), count, Datatype_in(datatype), rank_in(root), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Ibcast)
EXPORT int NAME(Ibcast_c)(void *buffer, int64_t count, F_Datatype datatype, int root, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Ibcast_c(buffer_in(buffer), count, Datatype_in(datatype), rank_in(root), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Ibcast_c)
EXPORT int NAME(Ibsend)(const void *buf, int count, F_Datatype datatype, int dest, int tag, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Ibsend(buf, count, Datatype_in(datatype), rank_in(dest), tag_in(tag), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Ibsend)
EXPORT int NAME(Ibsend_c)(const void *buf, int64_t count, F_Datatype datatype, int dest, int tag, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Ibsend_c(buf, count, Datatype_in(datatype), rank_in(dest), tag_in(tag), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Ibsend_c)
EXPORT int NAME(Iexscan)(const void *sendbuf, void *recvbuf, int count, F_Datatype datatype, F_Op op, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Iexscan(buffer_in(sendbuf), buffer_in(recvbuf), count, Datatype_in(datatype), Op_in(op), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Iexscan)
EXPORT int NAME(Iexscan_c)(const void *sendbuf, void *recvbuf, int64_t count, F_Datatype datatype, F_Op op, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Iexscan_c(buffer_in(sendbuf), buffer_in(recvbuf), count, Datatype_in(datatype), Op_in(op), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Iexscan_c)
EXPORT int NAME(Igather)(const void *sendbuf, int sendcount, F_Datatype sendtype, void *recvbuf, int recvcount, F_Datatype recvtype, int root, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Igather(buffer_in(sendbuf), sendcount, Datatype_in(sendtype), buffer_in(recvbuf), recvcount, Datatype_in(recvtype), rank_in(root), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Igather)
EXPORT int NAME(Igather_c)(const void *sendbuf, int64_t sendcount, F_Datatype sendtype, void *recvbuf, int64_t recvcount, F_Datatype recvtype, int root, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Igather_c(buffer_in(sendbuf), sendcount, Datatype_in(sendtype), buffer_in(recvbuf), recvcount, Datatype_in(recvtype), rank_in(root), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Igather_c)
EXPORT int NAME(Igatherv)(const void *sendbuf, int sendcount, F_Datatype sendtype, void *recvbuf, const int *recvcounts, const int *displs, F_Datatype recvtype, int root, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Igatherv(buffer_in(sendbuf), sendcount, Datatype_in(sendtype), buffer_in(recvbuf), recvcounts, displs, Datatype_in(recvtype), rank_in(root), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Igatherv)
EXPORT int NAME(Igatherv_c)(const void *sendbuf, int64_t sendcount, F_Datatype sendtype, void *recvbuf, const int64_t *recvcounts, const intptr_t *displs, F_Datatype recvtype, int root, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Igatherv_c(buffer_in(sendbuf), sendcount, Datatype_in(sendtype), buffer_in(recvbuf), recvcounts, displs, Datatype_in(recvtype), rank_in(root), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Igatherv_c)
EXPORT int NAME(Improbe)(int source, int tag, F_Comm comm, int *flag, F_Message *message, F_Status *status)
{
    OUT(Message, message);
    STATUS(status);
    int code = TABLE.Improbe(rank_in(source), tag_in(tag), Comm_in(comm), flag, POINTER(message), STATUS_POINTER(status));
    OUT_BACK(Message, message);
    STATUS_BACK(status);
    return code_out(code);
}
TWIN(Improbe)
EXPORT int NAME(Imrecv)(void *buf, int count, F_Datatype datatype, F_Message *message, F_Request *request)
{
    CHANGED(Message, message);
    OUT(Request, request);
    int code = TABLE.Imrecv(buf, count, Datatype_in(datatype), POINTER(message), POINTER(request));
    CHANGED_BACK(Message, message);
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Imrecv)
EXPORT int NAME(Imrecv_c)(void *buf, int64_t count, F_Datatype datatype, F_Message *message, F_Request *request)
{
    CHANGED(Message, message);
    OUT(Request, request);
    int code = TABLE.Imrecv_c(buf, count, Datatype_in(datatype), POINTER(message), POINTER(request));
    CHANGED_BACK(Message, message);
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Imrecv_c)
EXPORT int NAME(Ineighbor_allgather)(const void *sendbuf, int sendcount, F_Datatype sendtype, void *recvbuf, int recvcount, F_Datatype recvtype, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Ineighbor_allgather(buffer_in(sendbuf), sendcount, Datatype_in(sendtype), buffer_in(recvbuf), recvcount, Datatype_in(recvtype), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Ineighbor_allgather)
EXPORT int NAME(Ineighbor_allgather_c)(const void *sendbuf, int64_t sendcount, F_Datatype sendtype, void *recvbuf, int64_t recvcount, F_Datatype recvtype, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Ineighbor_allgather_c(buffer_in(sendbuf), sendcount, Datatype_in(sendtype), buffer_in(recvbuf), recvcount, Datatype_in(recvtype), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Ineighbor_allgather_c)
EXPORT int NAME(Ineighbor_allgatherv)(const void *sendbuf, int sendcount, F_Datatype sendtype, void *recvbuf, const int *recvcounts, const int *displs, F_Datatype recvtype, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Ineighbor_allgatherv(buffer_in(sendbuf), sendcount, Datatype_in(sendtype), buffer_in(recvbuf), recvcounts, displs, Datatype_in(recvtype), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Ineighbor_allgatherv)
EXPORT int NAME(Ineighbor_allgatherv_c)(const void *sendbuf, int64_t sendcount, F_Datatype sendtype, void *recvbuf, const int64_t *recvcounts, const intptr_t *displs, F_Datatype recvtype, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Ineighbor_allgatherv_c(buffer_in(sendbuf), sendcount, Datatype_in(sendtype), buffer_in(recvbuf), recvcounts, displs, Datatype_in(recvtype), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Ineighbor_allgatherv_c)
EXPORT int NAME(Ineighbor_alltoall)(const void *sendbuf, int sendcount, F_Datatype sendtype, void *recvbuf, int recvcount, F_Datatype recvtype, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Ineighbor_alltoall(buffer_in(sendbuf), sendcount, Datatype_in(sendtype), buffer_in(recvbuf), recvcount, Datatype_in(recvtype), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Ineighbor_alltoall)
EXPORT int NAME(Ineighbor_alltoall_c)(const void *sendbuf, int64_t sendcount, F_Datatype sendtype, void *recvbuf, int64_t recvcount, F_Datatype recvtype, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Ineighbor_alltoall_c(buffer_in(sendbuf), sendcount, Datatype_in(sendtype), buffer_in(recvbuf), recvcount, Datatype_in(recvtype), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Ineighbor_alltoall_c)
EXPORT int NAME(Ineighbor_alltoallv)(const void *sendbuf, const int *sendcounts, const int *sdispls, F_Datatype sendtype, void *recvbuf, const int *recvcounts, const int *rdispls, F_Datatype recvtype, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Ineighbor_alltoallv(buffer_in(sendbuf), sendcounts, sdispls, Datatype_in(sendtype), buffer_in(recvbuf), recvcounts, rdispls, Datatype_in(recvtype), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Ineighbor_alltoallv)
EXPORT int NAME(Ineighbor_alltoallv_c)(const void *sendbuf, const int64_t *sendcounts, const intptr_t *sdispls, F_Datatype sendtype, void *recvbuf, const int64_t *recvcounts, const intptr_t *rdispls, F_Datatype recvtype, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Ineighbor_alltoallv_c(buffer_in(sendbuf), sendcounts, sdispls, Datatype_in(sendtype), buffer_in(recvbuf), recvcounts, rdispls, Datatype_in(recvtype), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Ineighbor_alltoallv_c)
EXPORT int NAME(Ineighbor_alltoallw)(const void *sendbuf, const int *sendcounts, const intptr_t *sdispls, const F_Datatype *sendtypes, void *recvbuf, const int *recvcounts, const intptr_t *rdispls, const F_Datatype *recvtypes, F_Comm comm, F_Request *request)
{
    TYPES(sendtypes, neighbours(comm, 1));
    TYPES(recvtypes, neighbours(comm, 0));
    OUT(Request, request);
    int code = TABLE.Ineighbor_alltoallw(buffer_in(sendbuf), sendcounts, sdispls, sendtypes_ours, buffer_in(recvbuf), recvcounts, rdispls, recvtypes_ours, Comm_in(comm), POINTER(request));
    TYPES_DONE(sendtypes);
    TYPES_DONE(recvtypes);
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Ineighbor_alltoallw)
EXPORT int NAME(Ineighbor_alltoallw_c)(const void *sendbuf, const int64_t *sendcounts, const intptr_t *sdispls, const F_Datatype *sendtypes, void *recvbuf, const int64_t *recvcounts, const intptr_t *rdispls, const F_Datatype *recvtypes, F_Comm comm, F_Request *request)
{
    TYPES(sendtypes, neighbours(comm, 1));
    TYPES(recvtypes, neighbours(comm, 0));
    OUT(Request, request);
    int code = TABLE.Ineighbor_alltoallw_c(buffer_in(sendbuf), sendcounts, sdispls, sendtypes_ours, buffer_in(recvbuf), recvcounts, rdispls, recvtypes_ours, Comm_in(comm), POINTER(request));
    TYPES_DONE(sendtypes);
    TYPES_DONE(recvtypes);
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Ineighbor_alltoallw_c)
EXPORT int NAME(Info_create)(F_Info *info)
{
    OUT(Info, info);
    int code = TABLE.Info_create(POINTER(info));
    OUT_BACK(Info, info);
    return code_out(code);
}
TWIN(Info_create)
EXPORT int NAME(Info_create_env)(int argc, char * *argv, F_Info *info)
{
    OUT(Info, info);
    int code = TABLE.Info_create_env(argc, argv, POINTER(info));
    OUT_BACK(Info, info);
    return code_out(code);
}
TWIN(Info_create_env)
EXPORT int NAME(Info_delete)(F_Info info, const char *key)
{
    return code_out(TABLE.Info_delete(Info_in(info), key));
}
TWIN(Info_delete)
EXPORT int NAME(Info_dup)(F_Info info, F_Info *newinfo)
{
    OUT(Info, newinfo);
    int code = TABLE.Info_dup(Info_in(info), POINTER(newinfo));
    OUT_BACK(Info, newinfo);
    return code_out(code);
}
TWIN(Info_dup)
EXPORT int NAME(Info_free)(F_Info *info)
{
    CHANGED(Info, info);
    int code = TABLE.Info_free(POINTER(info));
    CHANGED_BACK(Info, info);
    return code_out(code);
}
TWIN(Info_free)
EXPORT int NAME(Info_get)(F_Info info, const char *key, int valuelen, char *value, int *flag)
{
    return code_out(TABLE.Info_get(Info_in(info), key, valuelen, value, flag));
}
TWIN(Info_get)
EXPORT int NAME(Info_get_nkeys)(F_Info info, int *nkeys)
{
    return code_out(TABLE.Info_get_nkeys(Info_in(info), nkeys));
}
TWIN(Info_get_nkeys)
TWIN(Info_get_nthkey)
EXPORT int NAME(Info_get_string)(F_Info info, const char *key, int *buflen, char *value, int *flag)
{
    return code_out(TABLE.Info_get_string(Info_in(info), key, buflen, value, flag));
}
TWIN(Info_get_string)
EXPORT int NAME(Info_get_valuelen)(F_Info info, const char *key, int *valuelen, int *flag)
{
    return code_out(TABLE.Info_get_valuelen(Info_in(info), key, valuelen, flag));
}
TWIN(Info_get_valuelen)
EXPORT int NAME(Info_set)(F_Info info, const char *key, const char *value)
{
    return code_out(TABLE.Info_set(Info_in(info), key, value));
}
TWIN(Info_set)
EXPORT int NAME(Init)(int *argc, char ***argv)
{
    return code_out(TABLE.Init(argc, argv));
}
TWIN(Init)
EXPORT int NAME(Init_thread)(int *argc, char ***argv, int required, int *provided)
{
    NUMBER_OUT(thread, provided);
    int code = TABLE.Init_thread(argc, argv, thread_in(required), POINTER(provided));
    NUMBER_BACK(thread, provided);
    return code_out(code);
}
TWIN(Init_thread)
EXPORT int NAME(Initialized)(int *flag)
{
    return code_out(TABLE.Initialized(flag));
}
TWIN(Initialized)
EXPORT int NAME(Intercomm_create)(F_Comm local_comm, int local_leader, F_Comm peer_comm, int remote_leader, int tag, F_Comm *newintercomm)
{
    OUT(Comm, newintercomm);
    int code = TABLE.Intercomm_create(Comm_in(local_comm), local_leader, Comm_in(peer_comm), rank_in(remote_leader), tag_in(tag), POINTER(newintercomm));
    OUT_BACK(Comm, newintercomm);
    return code_out(code);
}
TWIN(Intercomm_create)
EXPORT int NAME(Intercomm_create_from_groups)(F_Group local_group, int local_leader, F_Group remote_group, int remote_leader, const char *stringtag, F_Info info, F_Errhandler errhandler, F_Comm *newintercomm)
{
    OUT(Comm, newintercomm);
    int code = TABLE.Intercomm_create_from_groups(Group_in(local_group), local_leader, Group_in(remote_group), rank_in(remote_leader), stringtag, Info_in(info), Errhandler_in(errhandler), POINTER(newintercomm));
    OUT_BACK(Comm, newintercomm);
    return code_out(code);
}
TWIN(Intercomm_create_from_groups)
EXPORT int NAME(Intercomm_merge)(F_Comm intercomm, int high, F_Comm *newintracomm)
{
    OUT(Comm, newintracomm);
    int code = TABLE.Intercomm_merge(Comm_in(intercomm), high, POINTER(newintracomm));
    OUT_BACK(Comm, newintracomm);
    return code_out(code);
}
TWIN(Intercomm_merge)
EXPORT int NAME(Iprobe)(int source, int tag, F_Comm comm, int *flag, F_Status *status)
{
    STATUS(status);
    int code = TABLE.Iprobe(rank_in(source), tag_in(tag), Comm_in(comm), flag, STATUS_POINTER(status));
    STATUS_BACK(status);
    return code_out(code);
}
TWIN(Iprobe)
EXPORT int NAME(Irecv)(void *buf, int count, F_Datatype datatype, int source, int tag, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Irecv(buf, count, Datatype_in(datatype), rank_in(source), tag_in(tag), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Irecv)
EXPORT int NAME(Irecv_c)(void *buf, int64_t count, F_Datatype datatype, int source, int tag, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Irecv_c(buf, count, Datatype_in(datatype), rank_in(source), tag_in(tag), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Irecv_c)
EXPORT int NAME(Ireduce)(const void *sendbuf, void *recvbuf, int count, F_Datatype datatype, F_Op op, int root, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Ireduce(buffer_in(sendbuf), buffer_in(recvbuf), count, Datatype_in(datatype), Op_in(op), rank_in(root), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Ireduce)
EXPORT int NAME(Ireduce_c)(const void *sendbuf, void *recvbuf, int64_t count, F_Datatype datatype, F_Op op, int root, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Ireduce_c(buffer_in(sendbuf), buffer_in(recvbuf), count, Datatype_in(datatype), Op_in(op), rank_in(root), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Ireduce_c)
EXPORT int NAME(Ireduce_scatter)(const void *sendbuf, void *recvbuf, const int *recvcounts, F_Datatype datatype, F_Op op, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Ireduce_scatter(buffer_in(sendbuf), buffer_in(recvbuf), recvcounts, Datatype_in(datatype), Op_in(op), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Ireduce_scatter)
EXPORT int NAME(Ireduce_scatter_c)(const void *sendbuf, void *recvbuf, const int64_t *recvcounts, F_Datatype datatype, F_Op op, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Ireduce_scatter_c(buffer_in(sendbuf), buffer_in(recvbuf), recvcounts, Datatype_in(datatype), Op_in(op), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Ireduce_scatter_c)
EXPORT int NAME(Ireduce_scatter_block)(const void *sendbuf, void *recvbuf, int recvcount, F_Datatype datatype, F_Op op, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Ireduce_scatter_block(buffer_in(sendbuf), buffer_in(recvbuf), recvcount, Datatype_in(datatype), Op_in(op), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Ireduce_scatter_block)
EXPORT int NAME(Ireduce_scatter_block_c)(const void *sendbuf, void *recvbuf, int64_t recvcount, F_Datatype datatype, F_Op op, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Ireduce_scatter_block_c(buffer_in(sendbuf), buffer_in(recvbuf), recvcount, Datatype_in(datatype), Op_in(op), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Ireduce_scatter_block_c)
EXPORT int NAME(Irsend)(const void *buf, int count, F_Datatype datatype, int dest, int tag, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Irsend(buf, count, Datatype_in(datatype), rank_in(dest), tag_in(tag), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Irsend)
EXPORT int NAME(Irsend_c)(const void *buf, int64_t count, F_Datatype datatype, int dest, int tag, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Irsend_c(buf, count, Datatype_in(datatype), rank_in(dest), tag_in(tag), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Irsend_c)
EXPORT int NAME(Is_thread_main)(int *flag)
{
    return code_out(TABLE.Is_thread_main(flag));
}
TWIN(Is_thread_main)
EXPORT int NAME(Iscan)(const void *sendbuf, void *recvbuf, int count, F_Datatype datatype, F_Op op, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Iscan(buffer_in(sendbuf), buffer_in(recvbuf), count, Datatype_in(datatype), Op_in(op), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Iscan)
EXPORT int NAME(Iscan_c)(const void *sendbuf, void *recvbuf, int64_t count, F_Datatype datatype, F_Op op, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Iscan_c(buffer_in(sendbuf), buffer_in(recvbuf), count, Datatype_in(datatype), Op_in(op), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Iscan_c)
EXPORT int NAME(Iscatter)(const void *sendbuf, int sendcount, F_Datatype sendtype, void *recvbuf, int recvcount, F_Datatype recvtype, int root, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Iscatter(buffer_in(sendbuf), sendcount, Datatype_in(sendtype), buffer_in(recvbuf), recvcount, Datatype_in(recvtype), rank_in(root), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Iscatter)
EXPORT int NAME(Iscatter_c)(const void *sendbuf, int64_t sendcount, F_Datatype sendtype, void *recvbuf, int64_t recvcount, F_Datatype recvtype, int root, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Iscatter_c(buffer_in(sendbuf), sendcount, Datatype_in(sendtype), buffer_in(recvbuf), recvcount, Datatype_in(recvtype), rank_in(root), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Iscatter_c)
EXPORT int NAME(Iscatterv)(const void *sendbuf, const int *sendcounts, const int *displs, F_Datatype sendtype, void *recvbuf, int recvcount, F_Datatype recvtype, int root, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Iscatterv(buffer_in(sendbuf), sendcounts, displs, Datatype_in(sendtype), buffer_in(recvbuf), recvcount, Datatype_in(recvtype), rank_in(root), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Iscatterv)
EXPORT int NAME(Iscatterv_c)(const void *sendbuf, const int64_t *sendcounts, const intptr_t *displs, F_Datatype sendtype, void *recvbuf, int64_t recvcount, F_Datatype recvtype, int root, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Iscatterv_c(buffer_in(sendbuf), sendcounts, displs, Datatype_in(sendtype), buffer_in(recvbuf), recvcount, Datatype_in(recvtype), rank_in(root), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Iscatterv_c)
EXPORT int NAME(Isend)(const void *buf, int count, F_Datatype datatype, int dest, int tag, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Isend(buf, count, Datatype_in(datatype), rank_in(dest), tag_in(tag), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Isend)
EXPORT int NAME(Isend_c)(const void *buf, int64_t count, F_Datatype datatype, int dest, int tag, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Isend_c(buf, count, Datatype_in(datatype), rank_in(dest), tag_in(tag), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Isend_c)
EXPORT int NAME(Isendrecv)(const void *sendbuf, int sendcount, F_Datatype sendtype, int dest, int sendtag, void *recvbuf, int recvcount, F_Datatype recvtype, int source, int recvtag, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Isendrecv(sendbuf, sendcount, Datatype_in(sendtype), rank_in(dest), tag_in(sendtag), recvbuf, recvcount, Datatype_in(recvtype), rank_in(source), tag_in(recvtag), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Isendrecv)
EXPORT int NAME(Isendrecv_c)(const void *sendbuf, int64_t sendcount, F_Datatype sendtype, int dest, int sendtag, void *recvbuf, int64_t recvcount, F_Datatype recvtype, int source, int recvtag, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Isendrecv_c(sendbuf, sendcount, Datatype_in(sendtype), rank_in(dest), tag_in(sendtag), recvbuf, recvcount, Datatype_in(recvtype), rank_in(source), tag_in(recvtag), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Isendrecv_c)
EXPORT int NAME(Isendrecv_replace)(void *buf, int count, F_Datatype datatype, int dest, int sendtag, int source, int recvtag, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Isendrecv_replace(buf, count, Datatype_in(datatype), rank_in(dest), tag_in(sendtag), rank_in(source), tag_in(recvtag), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Isendrecv_replace)
EXPORT int NAME(Isendrecv_replace_c)(void *buf, int64_t count, F_Datatype datatype, int dest, int sendtag, int source, int recvtag, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Isendrecv_replace_c(buf, count, Datatype_in(datatype), rank_in(dest), tag_in(sendtag), rank_in(source), tag_in(recvtag), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Isendrecv_replace_c)
EXPORT int NAME(Issend)(const void *buf, int count, F_Datatype datatype, int dest, int tag, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Issend(buf, count, Datatype_in(datatype), rank_in(dest), tag_in(tag), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Issend)
EXPORT int NAME(Issend_c)(const void *buf, int64_t count, F_Datatype datatype, int dest, int tag, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Issend_c(buf, count, Datatype_in(datatype), rank_in(dest), tag_in(tag), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Issend_c)
EXPORT int NAME(Keyval_create)(void *copy_fn, void *delete_fn, int *keyval, void *extra_state)
{
    NUMBER_OUT(comm_keyval, keyval);
    TABLE.set_adapters(&adapters);
    int code = TABLE.Keyval_create(copy_in(copy_fn), delete_in(delete_fn), POINTER(keyval), extra_state);
    TABLE.set_adapters(0);
    NUMBER_BACK(comm_keyval, keyval);
    return code_out(code);
}
TWIN(Keyval_create)
EXPORT int NAME(Keyval_free)(int *keyval)
{
    NUMBER_CHANGED(comm_keyval, keyval);
    int code = TABLE.Keyval_free(POINTER(keyval));
    NUMBER_BACK(comm_keyval, keyval);
    return code_out(code);
}
TWIN(Keyval_free)
TWIN(Lookup_name)
EXPORT int NAME(Mprobe)(int source, int tag, F_Comm comm, F_Message *message, F_Status *status)
{
    OUT(Message, message);
    STATUS(status);
    int code = TABLE.Mprobe(rank_in(source), tag_in(tag), Comm_in(comm), POINTER(message), STATUS_POINTER(status));
    OUT_BACK(Message, message);
    STATUS_BACK(status);
    return code_out(code);
}
TWIN(Mprobe)
EXPORT int NAME(Mrecv)(void *buf, int count, F_Datatype datatype, F_Message *message, F_Status *status)
{
    CHANGED(Message, message);
    STATUS(status);
    int code = TABLE.Mrecv(buf, count, Datatype_in(datatype), POINTER(message), STATUS_POINTER(status));
    CHANGED_BACK(Message, message);
    STATUS_BACK(status);
    return code_out(code);
}
TWIN(Mrecv)
EXPORT int NAME(Mrecv_c)(void *buf, int64_t count, F_Datatype datatype, F_Message *message, F_Status *status)
{
    CHANGED(Message, message);
    STATUS(status);
    int code = TABLE.Mrecv_c(buf, count, Datatype_in(datatype), POINTER(message), STATUS_POINTER(status));
    CHANGED_BACK(Message, message);
    STATUS_BACK(status);
    return code_out(code);
}
TWIN(Mrecv_c)
EXPORT int NAME(Neighbor_allgather)(const void *sendbuf, int sendcount, F_Datatype sendtype, void *recvbuf, int recvcount, F_Datatype recvtype, F_Comm comm)
{
    return code_out(TABLE.Neighbor_allgather(buffer_in(sendbuf), sendcount, Datatype_in(sendtype), buffer_in(recvbuf), recvcount, Datatype_in(recvtype), Comm_in(comm)));
}
TWIN(Neighbor_allgather)
EXPORT int NAME(Neighbor_allgather_c)(const void *sendbuf, int64_t sendcount, F_Datatype sendtype, void *recvbuf, int64_t recvcount, F_Datatype recvtype, F_Comm comm)
{
    return code_out(TABLE.Neighbor_allgather_c(buffer_in(sendbuf), sendcount, Datatype_in(sendtype), buffer_in(recvbuf), recvcount, Datatype_in(recvtype), Comm_in(comm)));
}
TWIN(Neighbor_allgather_c)
EXPORT int NAME(Neighbor_allgather_init)(const void *sendbuf, int sendcount, F_Datatype sendtype, void *recvbuf, int recvcount, F_Datatype recvtype, F_Comm comm, F_Info info, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Neighbor_allgather_init(buffer_in(sendbuf), sendcount, Datatype_in(sendtype), buffer_in(recvbuf), recvcount, Datatype_in(recvtype), Comm_in(comm), Info_in(info), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Neighbor_allgather_init)
EXPORT int NAME(Neighbor_allgather_init_c)(const void *sendbuf, int64_t sendcount, F_Datatype sendtype, void *recvbuf, int64_t recvcount, F_Datatype recvtype, F_Comm comm, F_Info info, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Neighbor_allgather_init_c(buffer_in(sendbuf), sendcount, Datatype_in(sendtype), buffer_in(recvbuf), recvcount, Datatype_in(recvtype), Comm_in(comm), Info_in(info), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Neighbor_allgather_init_c)
EXPORT int NAME(Neighbor_allgatherv)(const void *sendbuf, int sendcount, F_Datatype sendtype, void *recvbuf, const int *recvcounts, const int *displs, F_Datatype recvtype, F_Comm comm)
{
    return code_out(TABLE.Neighbor_allgatherv(buffer_in(sendbuf), sendcount, Datatype_in(sendtype), buffer_in(recvbuf), recvcounts, displs, Datatype_in(recvtype), Comm_in(comm)));
}
TWIN(Neighbor_allgatherv)
EXPORT int NAME(Neighbor_allgatherv_c)(const void *sendbuf, int64_t sendcount, F_Datatype sendtype, void *recvbuf, const int64_t *recvcounts, const intptr_t *displs, F_Datatype recvtype, F_Comm comm)
{
    return code_out(TABLE.Neighbor_allgatherv_c(buffer_in(sendbuf), sendcount, Datatype_in(sendtype), buffer_in(recvbuf), recvcounts, displs, Datatype_in(recvtype), Comm_in(comm)));
}
TWIN(Neighbor_allgatherv_c)
EXPORT int NAME(Neighbor_allgatherv_init)(const void *sendbuf, int sendcount, F_Datatype sendtype, void *recvbuf, const int *recvcounts, const int *displs, F_Datatype recvtype, F_Comm comm, F_Info info, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Neighbor_allgatherv_init(buffer_in(sendbuf), sendcount, Datatype_in(sendtype), buffer_in(recvbuf), recvcounts, displs, Datatype_in(recvtype), Comm_in(comm), Info_in(info), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Neighbor_allgatherv_init)
EXPORT int NAME(Neighbor_allgatherv_init_c)(const void *sendbuf, int64_t sendcount, F_Datatype sendtype, void *recvbuf, const int64_t *recvcounts, const intptr_t *displs, F_Datatype recvtype, F_Comm comm, F_Info info, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Neighbor_allgatherv_init_c(buffer_in(sendbuf), sendcount, Datatype_in(sendtype), buffer_in(recvbuf), recvcounts, displs, Datatype_in(recvtype), Comm_in(comm), Info_in(info), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Neighbor_allgatherv_init_c)
EXPORT int NAME(Neighbor_alltoall)(const void *sendbuf, int sendcount, F_Datatype sendtype, void *recvbuf, int recvcount, F_Datatype recvtype, F_Comm comm)
{
    return code_out(TABLE.Neighbor_alltoall(buffer_in(sendbuf), sendcount, Datatype_in(sendtype), buffer_in(recvbuf), recvcount, Datatype_in(recvtype), Comm_in(comm)));
}
TWIN(Neighbor_alltoall)
EXPORT int NAME(Neighbor_alltoall_c)(const void *sendbuf, int64_t sendcount, F_Datatype sendtype, void *recvbuf, int64_t recvcount, F_Datatype recvtype, F_Comm comm)
{
    return code_out(TABLE.Neighbor_alltoall_c(buffer_in(sendbuf), sendcount, Datatype_in(sendtype), buffer_in(recvbuf), recvcount, Datatype_in(recvtype), Comm_in(comm)));
}
TWIN(Neighbor_alltoall_c)
EXPORT int NAME(Neighbor_alltoall_init)(const void *sendbuf, int sendcount, F_Datatype sendtype, void *recvbuf, int recvcount, F_Datatype recvtype, F_Comm comm, F_Info info, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Neighbor_alltoall_init(buffer_in(sendbuf), sendcount, Datatype_in(sendtype), buffer_in(recvbuf), recvcount, Datatype_in(recvtype), Comm_in(comm), Info_in(info), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Neighbor_alltoall_init)
EXPORT int NAME(Neighbor_alltoall_init_c)(const void *sendbuf, int64_t sendcount, F_Datatype sendtype, void *recvbuf, int64_t recvcount, F_Datatype recvtype, F_Comm comm, F_Info info, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Neighbor_alltoall_init_c(buffer_in(sendbuf), sendcount, Datatype_in(sendtype), buffer_in(recvbuf), recvcount, Datatype_in(recvtype), Comm_in(comm), Info_in(info), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Neighbor_alltoall_init_c)
EXPORT int NAME(Neighbor_alltoallv)(const void *sendbuf, const int *sendcounts, const int *sdispls, F_Datatype sendtype, void *recvbuf, const int *recvcounts, const int *rdispls, F_Datatype recvtype, F_Comm comm)
{
    return code_out(TABLE.Neighbor_alltoallv(buffer_in(sendbuf), sendcounts, sdispls, Datatype_in(sendtype), buffer_in(recvbuf), recvcounts, rdispls, Datatype_in(recvtype), Comm_in(comm)));
}
TWIN(Neighbor_alltoallv)
EXPORT int NAME(Neighbor_alltoallv_c)(const void *sendbuf, const int64_t *sendcounts, const intptr_t *sdispls, F_Datatype sendtype, void *recvbuf, const int64_t *recvcounts, const intptr_t *rdispls, F_Datatype recvtype, F_Comm comm)
{
    return code_out(TABLE.Neighbor_alltoallv_c(buffer_in(sendbuf), sendcounts, sdispls, Datatype_in(sendtype), buffer_in(recvbuf), recvcounts, rdispls, Datatype_in(recvtype), Comm_in(comm)));
}
TWIN(Neighbor_alltoallv_c)
EXPORT int NAME(Neighbor_alltoallv_init)(const void *sendbuf, const int *sendcounts, const int *sdispls, F_Datatype sendtype, void *recvbuf, const int *recvcounts, const int *rdispls, F_Datatype recvtype, F_Comm comm, F_Info info, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Neighbor_alltoallv_init(buffer_in(sendbuf), sendcounts, sdispls, Datatype_in(sendtype), buffer_in(recvbuf), recvcounts, rdispls, Datatype_in(recvtype), Comm_in(comm), Info_in(info), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Neighbor_alltoallv_init)
EXPORT int NAME(Neighbor_alltoallv_init_c)(const void *sendbuf, const int64_t *sendcounts, const intptr_t *sdispls, F_Datatype sendtype, void *recvbuf, const int64_t *recvcounts, const intptr_t *rdispls, F_Datatype recvtype, F_Comm comm, F_Info info, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Neighbor_alltoallv_init_c(buffer_in(sendbuf), sendcounts, sdispls, Datatype_in(sendtype), buffer_in(recvbuf), recvcounts, rdispls, Datatype_in(recvtype), Comm_in(comm), Info_in(info), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Neighbor_alltoallv_init_c)
EXPORT int NAME(Neighbor_alltoallw)(const void *sendbuf, const int *sendcounts, const intptr_t *sdispls, const F_Datatype *sendtypes, void *recvbuf, const int *recvcounts, const intptr_t *rdispls, const F_Datatype *recvtypes, F_Comm comm)
{
    TYPES(sendtypes, neighbours(comm, 1));
    TYPES(recvtypes, neighbours(comm, 0));
    int code = TABLE.Neighbor_alltoallw(buffer_in(sendbuf), sendcounts, sdispls, sendtypes_ours, buffer_in(recvbuf), recvcounts, rdispls, recvtypes_ours, Comm_in(comm));
    TYPES_DONE(sendtypes);
    TYPES_DONE(recvtypes);
    return code_out(code);
}
TWIN(Neighbor_alltoallw)
EXPORT int NAME(Neighbor_alltoallw_c)(const void *sendbuf, const int64_t *sendcounts, const intptr_t *sdispls, const F_Datatype *sendtypes, void *recvbuf, const int64_t *recvcounts, const intptr_t *rdispls, const F_Datatype *recvtypes, F_Comm comm)
{
    TYPES(sendtypes, neighbours(comm, 1));
    TYPES(recvtypes, neighbours(comm, 0));
    int code = TABLE.Neighbor_alltoallw_c(buffer_in(sendbuf), sendcounts, sdispls, sendtypes_ours, buffer_in(recvbuf), recvcounts, rdispls, recvtypes_ours, Comm_in(comm));
    TYPES_DONE(sendtypes);
    TYPES_DONE(recvtypes);
    return code_out(code);
}
TWIN(Neighbor_alltoallw_c)
EXPORT int NAME(Neighbor_alltoallw_init)(const void *sendbuf, const int *sendcounts, const intptr_t *sdispls, const F_Datatype *sendtypes, void *recvbuf, const int *recvcounts, const intptr_t *rdispls, const F_Datatype *recvtypes, F_Comm comm, F_Info info, F_Request *request)
{
    TYPES(sendtypes, neighbours(comm, 1));
    TYPES(recvtypes, neighbours(comm, 0));
    OUT(Request, request);
    int code = TABLE.Neighbor_alltoallw_init(buffer_in(sendbuf), sendcounts, sdispls, sendtypes_ours, buffer_in(recvbuf), recvcounts, rdispls, recvtypes_ours, Comm_in(comm), Info_in(info), POINTER(request));
    TYPES_DONE(sendtypes);
    TYPES_DONE(recvtypes);
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Neighbor_alltoallw_init)
EXPORT int NAME(Neighbor_alltoallw_init_c)(const void *sendbuf, const int64_t *sendcounts, const intptr_t *sdispls, const F_Datatype *sendtypes, void *recvbuf, const int64_t *recvcounts, const intptr_t *rdispls, const F_Datatype *recvtypes, F_Comm comm, F_Info info, F_Request *request)
{
    TYPES(sendtypes, neighbours(comm, 1));
    TYPES(recvtypes, neighbours(comm, 0));
    OUT(Request, request);
    int code = TABLE.Neighbor_alltoallw_init_c(buffer_in(sendbuf), sendcounts, sdispls, sendtypes_ours, buffer_in(recvbuf), recvcounts, rdispls, recvtypes_ours, Comm_in(comm), Info_in(info), POINTER(request));
    TYPES_DONE(sendtypes);
    TYPES_DONE(recvtypes);
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Neighbor_alltoallw_init_c)
EXPORT int NAME(Op_commutative)(F_Op op, int *commute)
{
    return code_out(TABLE.Op_commutative(Op_in(op), commute));
}
TWIN(Op_commutative)
TWIN(Op_create)
TWIN(Op_create_c)
EXPORT int NAME(Op_free)(F_Op *op)
{
    CHANGED(Op, op);
    int code = TABLE.Op_free(POINTER(op));
    CHANGED_BACK(Op, op);
    return code_out(code);
}
TWIN(Op_free)
TWIN(Open_port)
EXPORT int NAME(Pack)(const void *inbuf, int incount, F_Datatype datatype, void *outbuf, int outsize, int *position, F_Comm comm)
{
    return code_out(TABLE.Pack(inbuf, incount, Datatype_in(datatype), outbuf, outsize, position, Comm_in(comm)));
}
TWIN(Pack)
EXPORT int NAME(Pack_c)(const void *inbuf, int64_t incount, F_Datatype datatype, void *outbuf, int64_t outsize, int64_t *position, F_Comm comm)
{
    return code_out(TABLE.Pack_c(inbuf, incount, Datatype_in(datatype), outbuf, outsize, position, Comm_in(comm)));
}
TWIN(Pack_c)
EXPORT int NAME(Pack_external)(const char *datarep, const void *inbuf, int incount, F_Datatype datatype, void *outbuf, intptr_t outsize, intptr_t *position)
{
    return code_out(TABLE.Pack_external(datarep, inbuf, incount, Datatype_in(datatype), outbuf, outsize, position));
}
TWIN(Pack_external)
EXPORT int NAME(Pack_external_c)(const char *datarep, const void *inbuf, int64_t incount, F_Datatype datatype, void *outbuf, int64_t outsize, int64_t *position)
{
    return code_out(TABLE.Pack_external_c(datarep, inbuf, incount, Datatype_in(datatype), outbuf, outsize, position));
}
TWIN(Pack_external_c)
EXPORT int NAME(Pack_external_size)(const char *datarep, int incount, F_Datatype datatype, intptr_t *size)
{
    return code_out(TABLE.Pack_external_size(datarep, incount, Datatype_in(datatype), size));
}
TWIN(Pack_external_size)
EXPORT int NAME(Pack_external_size_c)(const char *datarep, int64_t incount, F_Datatype datatype, int64_t *size)
{
    return code_out(TABLE.Pack_external_size_c(datarep, incount, Datatype_in(datatype), size));
}
TWIN(Pack_external_size_c)
EXPORT int NAME(Pack_size)(int incount, F_Datatype datatype, F_Comm comm, int *size)
{
    return code_out(TABLE.Pack_size(incount, Datatype_in(datatype), Comm_in(comm), size));
}
TWIN(Pack_size)
EXPORT int NAME(Pack_size_c)(int64_t incount, F_Datatype datatype, F_Comm comm, int64_t *size)
{
    return code_out(TABLE.Pack_size_c(incount, Datatype_in(datatype), Comm_in(comm), size));
}
TWIN(Pack_size_c)
EXPORT int NAME(Parrived)(F_Request request, int partition, int *flag)
{
    return code_out(TABLE.Parrived(Request_in(request), partition, flag));
}
TWIN(Parrived)
TWIN(Pcontrol)
EXPORT int NAME(Pready)(int partition, F_Request request)
{
    return code_out(TABLE.Pready(partition, Request_in(request)));
}
TWIN(Pready)
EXPORT int NAME(Pready_list)(int length, const int *array_of_partitions, F_Request request)
{
    return code_out(TABLE.Pready_list(length, array_of_partitions, Request_in(request)));
}
TWIN(Pready_list)
EXPORT int NAME(Pready_range)(int partition_low, int partition_high, F_Request request)
{
    return code_out(TABLE.Pready_range(partition_low, partition_high, Request_in(request)));
}
TWIN(Pready_range)
EXPORT int NAME(Precv_init)(void *buf, int partitions, int count, F_Datatype datatype, int dest, int tag, F_Comm comm, F_Info info, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Precv_init(buf, partitions, count, Datatype_in(datatype), rank_in(dest), tag_in(tag), Comm_in(comm), Info_in(info), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Precv_init)
EXPORT int NAME(Precv_init_c)(void *buf, int partitions, int64_t count, F_Datatype datatype, int dest, int tag, F_Comm comm, F_Info info, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Precv_init_c(buf, partitions, count, Datatype_in(datatype), rank_in(dest), tag_in(tag), Comm_in(comm), Info_in(info), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Precv_init_c)
EXPORT int NAME(Probe)(int source, int tag, F_Comm comm, F_Status *status)
{
    STATUS(status);
    int code = TABLE.Probe(rank_in(source), tag_in(tag), Comm_in(comm), STATUS_POINTER(status));
    STATUS_BACK(status);
    return code_out(code);
}
TWIN(Probe)
EXPORT int NAME(Psend_init)(const void *buf, int partitions, int count, F_Datatype datatype, int dest, int tag, F_Comm comm, F_Info info, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Psend_init(buf, partitions, count, Datatype_in(datatype), rank_in(dest), tag_in(tag), Comm_in(comm), Info_in(info), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Psend_init)
EXPORT int NAME(Psend_init_c)(const void *buf, int partitions, int64_t count, F_Datatype datatype, int dest, int tag, F_Comm comm, F_Info info, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Psend_init_c(buf, partitions, count, Datatype_in(datatype), rank_in(dest), tag_in(tag), Comm_in(comm), Info_in(info), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Psend_init_c)
EXPORT int NAME(Publish_name)(const char *service_name, F_Info info, const char *port_name)
{
    return code_out(TABLE.Publish_name(service_name, Info_in(info), port_name));
}
TWIN(Publish_name)
EXPORT int NAME(Put)(const void *origin_addr, int origin_count, F_Datatype origin_datatype, int target_rank, intptr_t target_disp, int target_count, F_Datatype target_datatype, F_Win win)
{
    return code_out(TABLE.Put(origin_addr, origin_count, Datatype_in(origin_datatype), rank_in(target_rank), target_disp, target_count, Datatype_in(target_datatype), Win_in(win)));
}
TWIN(Put)
EXPORT int NAME(Put_c)(const void *origin_addr, int64_t origin_count, F_Datatype origin_datatype, int target_rank, intptr_t target_disp, int64_t target_count, F_Datatype target_datatype, F_Win win)
{
    return code_out(TABLE.Put_c(origin_addr, origin_count, Datatype_in(origin_datatype), rank_in(target_rank), target_disp, target_count, Datatype_in(target_datatype), Win_in(win)));
}
TWIN(Put_c)
EXPORT int NAME(Query_thread)(int *provided)
{
    NUMBER_OUT(thread, provided);
    int code = TABLE.Query_thread(POINTER(provided));
    NUMBER_BACK(thread, provided);
    return code_out(code);
}
TWIN(Query_thread)
EXPORT int NAME(Raccumulate)(const void *origin_addr, int origin_count, F_Datatype origin_datatype, int target_rank, intptr_t target_disp, int target_count, F_Datatype target_datatype, F_Op op, F_Win win, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Raccumulate(origin_addr, origin_count, Datatype_in(origin_datatype), rank_in(target_rank), target_disp, target_count, Datatype_in(target_datatype), Op_in(op), Win_in(win), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Raccumulate)
EXPORT int NAME(Raccumulate_c)(const void *origin_addr, int64_t origin_count, F_Datatype origin_datatype, int target_rank, intptr_t target_disp, int64_t target_count, F_Datatype target_datatype, F_Op op, F_Win win, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Raccumulate_c(origin_addr, origin_count, Datatype_in(origin_datatype), rank_in(target_rank), target_disp, target_count, Datatype_in(target_datatype), Op_in(op), Win_in(win), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Raccumulate_c)
EXPORT int NAME(Recv)(void *buf, int count, F_Datatype datatype, int source, int tag, F_Comm comm, F_Status *status)
{
    STATUS(status);
    int code = TABLE.Recv(buf, count, Datatype_in(datatype), rank_in(source), tag_in(tag), Comm_in(comm), STATUS_POINTER(status));
    STATUS_BACK(status);
    return code_out(code);
}
TWIN(Recv)
EXPORT int NAME(Recv_c)(void *buf, int64_t count, F_Datatype datatype, int source, int tag, F_Comm comm, F_Status *status)
{
    STATUS(status);
    int code = TABLE.Recv_c(buf, count, Datatype_in(datatype), rank_in(source), tag_in(tag), Comm_in(comm), STATUS_POINTER(status));
    STATUS_BACK(status);
    return code_out(code);
}
TWIN(Recv_c)
EXPORT int NAME(Recv_init)(void *buf, int count, F_Datatype datatype, int source, int tag, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Recv_init(buf, count, Datatype_in(datatype), rank_in(source), tag_in(tag), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Recv_init)
EXPORT int NAME(Recv_init_c)(void *buf, int64_t count, F_Datatype datatype, int source, int tag, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Recv_init_c(buf, count, Datatype_in(datatype), rank_in(source), tag_in(tag), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Recv_init_c)
EXPORT int NAME(Reduce)(const void *sendbuf, void *recvbuf, int count, F_Datatype datatype, F_Op op, int root, F_Comm comm)
{
    return code_out(TABLE.Reduce(buffer_in(sendbuf), buffer_in(recvbuf), count, Datatype_in(datatype), Op_in(op), rank_in(root), Comm_in(comm)));
}
TWIN(Reduce)
EXPORT int NAME(Reduce_c)(const void *sendbuf, void *recvbuf, int64_t count, F_Datatype datatype, F_Op op, int root, F_Comm comm)
{
    return code_out(TABLE.Reduce_c(buffer_in(sendbuf), buffer_in(recvbuf), count, Datatype_in(datatype), Op_in(op), rank_in(root), Comm_in(comm)));
}
TWIN(Reduce_c)
EXPORT int NAME(Reduce_init)(const void *sendbuf, void *recvbuf, int count, F_Datatype datatype, F_Op op, int root, F_Comm comm, F_Info info, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Reduce_init(buffer_in(sendbuf), buffer_in(recvbuf), count, Datatype_in(datatype), Op_in(op), rank_in(root), Comm_in(comm), Info_in(info), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Reduce_init)
EXPORT int NAME(Reduce_init_c)(const void *sendbuf, void *recvbuf, int64_t count, F_Datatype datatype, F_Op op, int root, F_Comm comm, F_Info info, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Reduce_init_c(buffer_in(sendbuf), buffer_in(recvbuf), count, Datatype_in(datatype), Op_in(op), rank_in(root), Comm_in(comm), Info_in(info), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Reduce_init_c)
EXPORT int NAME(Reduce_local)(const void *inbuf, void *inoutbuf, int count, F_Datatype datatype, F_Op op)
{
    return code_out(TABLE.Reduce_local(buffer_in(inbuf), buffer_in(inoutbuf), count, Datatype_in(datatype), Op_in(op)));
}
TWIN(Reduce_local)
EXPORT int NAME(Reduce_local_c)(const void *inbuf, void *inoutbuf, int64_t count, F_Datatype datatype, F_Op op)
{
    return code_out(TABLE.Reduce_local_c(buffer_in(inbuf), buffer_in(inoutbuf), count, Datatype_in(datatype), Op_in(op)));
}
TWIN(Reduce_local_c)
EXPORT int NAME(Reduce_scatter)(const void *sendbuf, void *recvbuf, const int *recvcounts, F_Datatype datatype, F_Op op, F_Comm comm)
{
    return code_out(TABLE.Reduce_scatter(buffer_in(sendbuf), buffer_in(recvbuf), recvcounts, Datatype_in(datatype), Op_in(op), Comm_in(comm)));
}
TWIN(Reduce_scatter)
EXPORT int NAME(Reduce_scatter_c)(const void *sendbuf, void *recvbuf, const int64_t *recvcounts, F_Datatype datatype, F_Op op, F_Comm comm)
{
    return code_out(TABLE.Reduce_scatter_c(buffer_in(sendbuf), buffer_in(recvbuf), recvcounts, Datatype_in(datatype), Op_in(op), Comm_in(comm)));
}
TWIN(Reduce_scatter_c)
EXPORT int NAME(Reduce_scatter_block)(const void *sendbuf, void *recvbuf, int recvcount, F_Datatype datatype, F_Op op, F_Comm comm)
{
    return code_out(TABLE.Reduce_scatter_block(buffer_in(sendbuf), buffer_in(recvbuf), recvcount, Datatype_in(datatype), Op_in(op), Comm_in(comm)));
}
TWIN(Reduce_scatter_block)
EXPORT int NAME(Reduce_scatter_block_c)(const void *sendbuf, void *recvbuf, int64_t recvcount, F_Datatype datatype, F_Op op, F_Comm comm)
{
    return code_out(TABLE.Reduce_scatter_block_c(buffer_in(sendbuf), buffer_in(recvbuf), recvcount, Datatype_in(datatype), Op_in(op), Comm_in(comm)));
}
TWIN(Reduce_scatter_block_c)
EXPORT int NAME(Reduce_scatter_block_init)(const void *sendbuf, void *recvbuf, int recvcount, F_Datatype datatype, F_Op op, F_Comm comm, F_Info info, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Reduce_scatter_block_init(buffer_in(sendbuf), buffer_in(recvbuf), recvcount, Datatype_in(datatype), Op_in(op), Comm_in(comm), Info_in(info), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Reduce_scatter_block_init)
EXPORT int NAME(Reduce_scatter_block_init_c)(const void *sendbuf, void *recvbuf, int64_t recvcount, F_Datatype datatype, F_Op op, F_Comm comm, F_Info info, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Reduce_scatter_block_init_c(buffer_in(sendbuf), buffer_in(recvbuf), recvcount, Datatype_in(datatype), Op_in(op), Comm_in(comm), Info_in(info), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Reduce_scatter_block_init_c)
EXPORT int NAME(Reduce_scatter_init)(const void *sendbuf, void *recvbuf, const int *recvcounts, F_Datatype datatype, F_Op op, F_Comm comm, F_Info info, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Reduce_scatter_init(buffer_in(sendbuf), buffer_in(recvbuf), recvcounts, Datatype_in(datatype), Op_in(op), Comm_in(comm), Info_in(info), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Reduce_scatter_init)
EXPORT int NAME(Reduce_scatter_init_c)(const void *sendbuf, void *recvbuf, const int64_t *recvcounts, F_Datatype datatype, F_Op op, F_Comm comm, F_Info info, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Reduce_scatter_init_c(buffer_in(sendbuf), buffer_in(recvbuf), recvcounts, Datatype_in(datatype), Op_in(op), Comm_in(comm), Info_in(info), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Reduce_scatter_init_c)
EXPORT int NAME(Register_datarep)(const char *datarep, void *read_conversion_fn, void *write_conversion_fn, void *dtype_file_extent_fn, void *extra_state)
{
    TABLE.set_adapters(&adapters);
    int code = TABLE.Register_datarep(datarep, conversion_in(read_conversion_fn), conversion_in(write_conversion_fn), dtype_file_extent_fn, extra_state);
    TABLE.set_adapters(0);
    return code_out(code);
}
TWIN(Register_datarep)
EXPORT int NAME(Register_datarep_c)(const char *datarep, void *read_conversion_fn, void *write_conversion_fn, void *dtype_file_extent_fn, void *extra_state)
{
    TABLE.set_adapters(&adapters);
    int code = TABLE.Register_datarep_c(datarep, conversion_in(read_conversion_fn), conversion_in(write_conversion_fn), dtype_file_extent_fn, extra_state);
    TABLE.set_adapters(0);
    return code_out(code);
}
TWIN(Register_datarep_c)
EXPORT int NAME(Remove_error_class)(int errorclass)
{
    return code_out(TABLE.Remove_error_class(code_in(errorclass)));
}
TWIN(Remove_error_class)
EXPORT int NAME(Remove_error_code)(int errorcode)
{
    return code_out(TABLE.Remove_error_code(code_in(errorcode)));
}
TWIN(Remove_error_code)
EXPORT int NAME(Remove_error_string)(int errorcode)
{
    return code_out(TABLE.Remove_error_string(code_in(errorcode)));
}
TWIN(Remove_error_string)
EXPORT int NAME(Request_free)(F_Request *request)
{
    CHANGED(Request, request);
    int code = TABLE.Request_free(POINTER(request));
    CHANGED_BACK(Request, request);
    return code_out(code);
}
TWIN(Request_free)
EXPORT int NAME(Request_get_status)(F_Request request, int *flag, F_Status *status)
{
    STATUS(status);
    int code = TABLE.Request_get_status(Request_in(request), flag, STATUS_POINTER(status));
    STATUS_BACK(status);
    return code_out(code);
}
TWIN(Request_get_status)
TWIN(Request_get_status_all)
TWIN(Request_get_status_any)
TWIN(Request_get_status_some)
EXPORT int NAME(Rget)(void *origin_addr, int origin_count, F_Datatype origin_datatype, int target_rank, intptr_t target_disp, int target_count, F_Datatype target_datatype, F_Win win, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Rget(origin_addr, origin_count, Datatype_in(origin_datatype), rank_in(target_rank), target_disp, target_count, Datatype_in(target_datatype), Win_in(win), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Rget)
EXPORT int NAME(Rget_c)(void *origin_addr, int64_t origin_count, F_Datatype origin_datatype, int target_rank, intptr_t target_disp, int64_t target_count, F_Datatype target_datatype, F_Win win, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Rget_c(origin_addr, origin_count, Datatype_in(origin_datatype), rank_in(target_rank), target_disp, target_count, Datatype_in(target_datatype), Win_in(win), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Rget_c)
EXPORT int NAME(Rget_accumulate)(const void *origin_addr, int origin_count, F_Datatype origin_datatype, void *result_addr, int result_count, F_Datatype result_datatype, int target_rank, intptr_t target_disp, int target_count, F_Datatype target_datatype, F_Op op, F_Win win, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Rget_accumulate(origin_addr, origin_count, Datatype_in(origin_datatype), result_addr, result_count, Datatype_in(result_datatype), rank_in(target_rank), target_disp, target_count, Datatype_in(target_datatype), Op_in(op), Win_in(win), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Rget_accumulate)
EXPORT int NAME(Rget_accumulate_c)(const void *origin_addr, int64_t origin_count, F_Datatype origin_datatype, void *result_addr, int64_t result_count, F_Datatype result_datatype, int target_rank, intptr_t target_disp, int64_t target_count, F_Datatype target_datatype, F_Op op, F_Win win, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Rget_accumulate_c(origin_addr, origin_count, Datatype_in(origin_datatype), result_addr, result_count, Datatype_in(result_datatype), rank_in(target_rank), target_disp, target_count, Datatype_in(target_datatype), Op_in(op), Win_in(win), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Rget_accumulate_c)
EXPORT int NAME(Rput)(const void *origin_addr, int origin_count, F_Datatype origin_datatype, int target_rank, intptr_t target_disp, int target_count, F_Datatype target_datatype, F_Win win, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Rput(origin_addr, origin_count, Datatype_in(origin_datatype), rank_in(target_rank), target_disp, target_count, Datatype_in(target_datatype), Win_in(win), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Rput)
EXPORT int NAME(Rput_c)(const void *origin_addr, int64_t origin_count, F_Datatype origin_datatype, int target_rank, intptr_t target_disp, int64_t target_count, F_Datatype target_datatype, F_Win win, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Rput_c(origin_addr, origin_count, Datatype_in(origin_datatype), rank_in(target_rank), target_disp, target_count, Datatype_in(target_datatype), Win_in(win), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Rput_c)
EXPORT int NAME(Rsend)(const void *buf, int count, F_Datatype datatype, int dest, int tag, F_Comm comm)
{
    return code_out(TABLE.Rsend(buf, count, Datatype_in(datatype), rank_in(dest), tag_in(tag), Comm_in(comm)));
}
TWIN(Rsend)
EXPORT int NAME(Rsend_c)(const void *buf, int64_t count, F_Datatype datatype, int dest, int tag, F_Comm comm)
{
    return code_out(TABLE.Rsend_c(buf, count, Datatype_in(datatype), rank_in(dest), tag_in(tag), Comm_in(comm)));
}
TWIN(Rsend_c)
EXPORT int NAME(Rsend_init)(const void *buf, int count, F_Datatype datatype, int dest, int tag, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Rsend_init(buf, count, Datatype_in(datatype), rank_in(dest), tag_in(tag), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Rsend_init)
EXPORT int NAME(Rsend_init_c)(const void *buf, int64_t count, F_Datatype datatype, int dest, int tag, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Rsend_init_c(buf, count, Datatype_in(datatype), rank_in(dest), tag_in(tag), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Rsend_init_c)
EXPORT int NAME(Scan)(const void *sendbuf, void *recvbuf, int count, F_Datatype datatype, F_Op op, F_Comm comm)
{
    return code_out(TABLE.Scan(buffer_in(sendbuf), buffer_in(recvbuf), count, Datatype_in(datatype), Op_in(op), Comm_in(comm)));
}
TWIN(Scan)
EXPORT int NAME(Scan_c)(const void *sendbuf, void *recvbuf, int64_t count, F_Datatype datatype, F_Op op, F_Comm comm)
{
    return code_out(TABLE.Scan_c(buffer_in(sendbuf), buffer_in(recvbuf), count, Datatype_in(datatype), Op_in(op), Comm_in(comm)));
}
TWIN(Scan_c)
EXPORT int NAME(Scan_init)(const void *sendbuf, void *recvbuf, int count, F_Datatype datatype, F_Op op, F_Comm comm, F_Info info, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Scan_init(buffer_in(sendbuf), buffer_in(recvbuf), count, Datatype_in(datatype), Op_in(op), Comm_in(comm), Info_in(info), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Scan_init)
EXPORT int NAME(Scan_init_c)(const void *sendbuf, void *recvbuf, int64_t count, F_Datatype datatype, F_Op op, F_Comm comm, F_Info info, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Scan_init_c(buffer_in(sendbuf), buffer_in(recvbuf), count, Datatype_in(datatype), Op_in(op), Comm_in(comm), Info_in(info), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Scan_init_c)
EXPORT int NAME(Scatter)(const void *sendbuf, int sendcount, F_Datatype sendtype, void *recvbuf, int recvcount, F_Datatype recvtype, int root, F_Comm comm)
{
    return code_out(TABLE.Scatter(buffer_in(sendbuf), sendcount, Datatype_in(sendtype), buffer_in(recvbuf), recvcount, Datatype_in(recvtype), rank_in(root), Comm_in(comm)));
}
TWIN(Scatter)
EXPORT int NAME(Scatter_c)(const void *sendbuf, int64_t sendcount, F_Datatype sendtype, void *recvbuf, int64_t recvcount, F_Datatype recvtype, int root, F_Comm comm)
{
    return code_out(TABLE.Scatter_c(buffer_in(sendbuf), sendcount, Datatype_in(sendtype), buffer_in(recvbuf), recvcount, Datatype_in(recvtype), rank_in(root), Comm_in(comm)));
}
TWIN(Scatter_c)
EXPORT int NAME(Scatter_init)(const void *sendbuf, int sendcount, F_Datatype sendtype, void *recvbuf, int recvcount, F_Datatype recvtype, int root, F_Comm comm, F_Info info, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Scatter_init(buffer_in(sendbuf), sendcount, Datatype_in(sendtype), buffer_in(recvbuf), recvcount, Datatype_in(recvtype), rank_in(root), Comm_in(comm), Info_in(info), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Scatter_init)
EXPORT int NAME(Scatter_init_c)(const void *sendbuf, int64_t sendcount, F_Datatype sendtype, void *recvbuf, int64_t recvcount, F_Datatype recvtype, int root, F_Comm comm, F_Info info, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Scatter_init_c(buffer_in(sendbuf), sendcount, Datatype_in(sendtype), buffer_in(recvbuf), recvcount, Datatype_in(recvtype), rank_in(root), Comm_in(comm), Info_in(info), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Scatter_init_c)
EXPORT int NAME(Scatterv)(const void *sendbuf, const int *sendcounts, const int *displs, F_Datatype sendtype, void *recvbuf, int recvcount, F_Datatype recvtype, int root, F_Comm comm)
{
    return code_out(TABLE.Scatterv(buffer_in(sendbuf), sendcounts, displs, Datatype_in(sendtype), buffer_in(recvbuf), recvcount, Datatype_in(recvtype), rank_in(root), Comm_in(comm)));
}
TWIN(Scatterv)
EXPORT int NAME(Scatterv_c)(const void *sendbuf, const int64_t *sendcounts, const intptr_t *displs, F_Datatype sendtype, void *recvbuf, int64_t recvcount, F_Datatype recvtype, int root, F_Comm comm)
{
    return code_out(TABLE.Scatterv_c(buffer_in(sendbuf), sendcounts, displs, Datatype_in(sendtype), buffer_in(recvbuf), recvcount, Datatype_in(recvtype), rank_in(root), Comm_in(comm)));
}
TWIN(Scatterv_c)
EXPORT int NAME(Scatterv_init)(const void *sendbuf, const int *sendcounts, const int *displs, F_Datatype sendtype, void *recvbuf, int recvcount, F_Datatype recvtype, int root, F_Comm comm, F_Info info, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Scatterv_init(buffer_in(sendbuf), sendcounts, displs, Datatype_in(sendtype), buffer_in(recvbuf), recvcount, Datatype_in(recvtype), rank_in(root), Comm_in(comm), Info_in(info), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Scatterv_init)
EXPORT int NAME(Scatterv_init_c)(const void *sendbuf, const int64_t *sendcounts, const intptr_t *displs, F_Datatype sendtype, void *recvbuf, int64_t recvcount, F_Datatype recvtype, int root, F_Comm comm, F_Info info, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Scatterv_init_c(buffer_in(sendbuf), sendcounts, displs, Datatype_in(sendtype), buffer_in(recvbuf), recvcount, Datatype_in(recvtype), rank_in(root), Comm_in(comm), Info_in(info), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Scatterv_init_c)
EXPORT int NAME(Send)(const void *buf, int count, F_Datatype datatype, int dest, int tag, F_Comm comm)
{
    return code_out(TABLE.Send(buf, count, Datatype_in(datatype), rank_in(dest), tag_in(tag), Comm_in(comm)));
}
TWIN(Send)
EXPORT int NAME(Send_c)(const void *buf, int64_t count, F_Datatype datatype, int dest, int tag, F_Comm comm)
{
    return code_out(TABLE.Send_c(buf, count, Datatype_in(datatype), rank_in(dest), tag_in(tag), Comm_in(comm)));
}
TWIN(Send_c)
EXPORT int NAME(Send_init)(const void *buf, int count, F_Datatype datatype, int dest, int tag, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Send_init(buf, count, Datatype_in(datatype), rank_in(dest), tag_in(tag), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Send_init)
EXPORT int NAME(Send_init_c)(const void *buf, int64_t count, F_Datatype datatype, int dest, int tag, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Send_init_c(buf, count, Datatype_in(datatype), rank_in(dest), tag_in(tag), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Send_init_c)
EXPORT int NAME(Sendrecv)(const void *sendbuf, int sendcount, F_Datatype sendtype, int dest, int sendtag, void *recvbuf, int recvcount, F_Datatype recvtype, int source, int recvtag, F_Comm comm, F_Status *status)
{
    STATUS(status);
    int code = TABLE.Sendrecv(sendbuf, sendcount, Datatype_in(sendtype), rank_in(dest), tag_in(sendtag), recvbuf, recvcount, Datatype_in(recvtype), rank_in(source), tag_in(recvtag), Comm_in(comm), STATUS_POINTER(status));
    STATUS_BACK(status);
    return code_out(code);
}
TWIN(Sendrecv)
EXPORT int NAME(Sendrecv_c)(const void *sendbuf, int64_t sendcount, F_Datatype sendtype, int dest, int sendtag, void *recvbuf, int64_t recvcount, F_Datatype recvtype, int source, int recvtag, F_Comm comm, F_Status *status)
{
    STATUS(status);
    int code = TABLE.Sendrecv_c(sendbuf, sendcount, Datatype_in(sendtype), rank_in(dest), tag_in(sendtag), recvbuf, recvcount, Datatype_in(recvtype), rank_in(source), tag_in(recvtag), Comm_in(comm), STATUS_POINTER(status));
    STATUS_BACK(status);
    return code_out(code);
}
TWIN(Sendrecv_c)
EXPORT int NAME(Sendrecv_replace)(void *buf, int count, F_Datatype datatype, int dest, int sendtag, int source, int recvtag, F_Comm comm, F_Status *status)
{
    STATUS(status);
    int code = TABLE.Sendrecv_replace(buf, count, Datatype_in(datatype), rank_in(dest), tag_in(sendtag), rank_in(source), tag_in(recvtag), Comm_in(comm), STATUS_POINTER(status));
    STATUS_BACK(status);
    return code_out(code);
}
TWIN(Sendrecv_replace)
EXPORT int NAME(Sendrecv_replace_c)(void *buf, int64_t count, F_Datatype datatype, int dest, int sendtag, int source, int recvtag, F_Comm comm, F_Status *status)
{
    STATUS(status);
    int code = TABLE.Sendrecv_replace_c(buf, count, Datatype_in(datatype), rank_in(dest), tag_in(sendtag), rank_in(source), tag_in(recvtag), Comm_in(comm), STATUS_POINTER(status));
    STATUS_BACK(status);
    return code_out(code);
}
TWIN(Sendrecv_replace_c)
EXPORT int NAME(Session_attach_buffer)(F_Session session, void *buffer, int size)
{
    return code_out(TABLE.Session_attach_buffer(Session_in(session), attached_in(buffer), size));
}
TWIN(Session_attach_buffer)
EXPORT int NAME(Session_attach_buffer_c)(F_Session session, void *buffer, int64_t size)
{
    return code_out(TABLE.Session_attach_buffer_c(Session_in(session), attached_in(buffer), size));
}
TWIN(Session_attach_buffer_c)
EXPORT int NAME(Session_call_errhandler)(F_Session session, int errorcode)
{
    return code_out(TABLE.Session_call_errhandler(Session_in(session), code_in(errorcode)));
}
TWIN(Session_call_errhandler)
EXPORT int NAME(Session_create_errhandler)(void *session_errhandler_fn, F_Errhandler *errhandler)
{
    OUT(Errhandler, errhandler);
    TABLE.set_adapters(&adapters);
    int code = TABLE.Session_create_errhandler(session_errhandler_fn, POINTER(errhandler));
    TABLE.set_adapters(0);
    OUT_BACK(Errhandler, errhandler);
    return code_out(code);
}
TWIN(Session_create_errhandler)
EXPORT int NAME(Session_detach_buffer)(F_Session session, void *buffer_addr, int *size)
{
    int code = TABLE.Session_detach_buffer(Session_in(session), buffer_addr, size);
    attached_out(buffer_addr);
    return code_out(code);
}
TWIN(Session_detach_buffer)
EXPORT int NAME(Session_detach_buffer_c)(F_Session session, void *buffer_addr, int64_t *size)
{
    int code = TABLE.Session_detach_buffer_c(Session_in(session), buffer_addr, size);
    attached_out(buffer_addr);
    return code_out(code);
}
TWIN(Session_detach_buffer_c)
EXPORT int NAME(Session_finalize)(F_Session *session)
{
    CHANGED(Session, session);
    int code = TABLE.Session_finalize(POINTER(session));
    CHANGED_BACK(Session, session);
    return code_out(code);
}
TWIN(Session_finalize)
EXPORT int NAME(Session_flush_buffer)(F_Session session)
{
    return code_out(TABLE.Session_flush_buffer(Session_in(session)));
}
TWIN(Session_flush_buffer)
EXPORT int NAME(Session_get_errhandler)(F_Session session, F_Errhandler *errhandler)
{
    OUT(Errhandler, errhandler);
    int code = TABLE.Session_get_errhandler(Session_in(session), POINTER(errhandler));
    OUT_BACK(Errhandler, errhandler);
    return code_out(code);
}
TWIN(Session_get_errhandler)
EXPORT int NAME(Session_get_info)(F_Session session, F_Info *info_used)
{
    OUT(Info, info_used);
    int code = TABLE.Session_get_info(Session_in(session), POINTER(info_used));
    OUT_BACK(Info, info_used);
    return code_out(code);
}
TWIN(Session_get_info)
EXPORT int NAME(Session_get_nth_pset)(F_Session session, F_Info info, int n, int *pset_len, char *pset_name)
{
    return code_out(TABLE.Session_get_nth_pset(Session_in(session), Info_in(info), n, pset_len, pset_name));
}
TWIN(Session_get_nth_pset)
EXPORT int NAME(Session_get_num_psets)(F_Session session, F_Info info, int *npset_names)
{
    return code_out(TABLE.Session_get_num_psets(Session_in(session), Info_in(info), npset_names));
}
TWIN(Session_get_num_psets)
EXPORT int NAME(Session_get_pset_info)(F_Session session, const char *pset_name, F_Info *info)
{
    OUT(Info, info);
    int code = TABLE.Session_get_pset_info(Session_in(session), pset_name, POINTER(info));
    OUT_BACK(Info, info);
    return code_out(code);
}
TWIN(Session_get_pset_info)
EXPORT int NAME(Session_iflush_buffer)(F_Session session, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Session_iflush_buffer(Session_in(session), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Session_iflush_buffer)
EXPORT int NAME(Session_init)(F_Info info, F_Errhandler errhandler, F_Session *session)
{
    OUT(Session, session);
    int code = TABLE.Session_init(Info_in(info), Errhandler_in(errhandler), POINTER(session));
    OUT_BACK(Session, session);
    return code_out(code);
}
TWIN(Session_init)
EXPORT int NAME(Session_set_errhandler)(F_Session session, F_Errhandler errhandler)
{
    return code_out(TABLE.Session_set_errhandler(Session_in(session), Errhandler_in(errhandler)));
}
TWIN(Session_set_errhandler)
EXPORT int NAME(Ssend)(const void *buf, int count, F_Datatype datatype, int dest, int tag, F_Comm comm)
{
    return code_out(TABLE.Ssend(buf, count, Datatype_in(datatype), rank_in(dest), tag_in(tag), Comm_in(comm)));
}
TWIN(Ssend)
EXPORT int NAME(Ssend_c)(const void *buf, int64_t count, F_Datatype datatype, int dest, int tag, F_Comm comm)
{
    return code_out(TABLE.Ssend_c(buf, count, Datatype_in(datatype), rank_in(dest), tag_in(tag), Comm_in(comm)));
}
TWIN(Ssend_c)
EXPORT int NAME(Ssend_init)(const void *buf, int count, F_Datatype datatype, int dest, int tag, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Ssend_init(buf, count, Datatype_in(datatype), rank_in(dest), tag_in(tag), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Ssend_init)
EXPORT int NAME(Ssend_init_c)(const void *buf, int64_t count, F_Datatype datatype, int dest, int tag, F_Comm comm, F_Request *request)
{
    OUT(Request, request);
    int code = TABLE.Ssend_init_c(buf, count, Datatype_in(datatype), rank_in(dest), tag_in(tag), Comm_in(comm), POINTER(request));
    OUT_BACK(Request, request);
    return code_out(code);
}
TWIN(Ssend_init_c)
EXPORT int NAME(Start)(F_Request *request)
{
    CHANGED(Request, request);
    int code = TABLE.Start(POINTER(request));
    CHANGED_BACK(Request, request);
    return code_out(code);
}
TWIN(Start)
TWIN(Startall)
EXPORT int NAME(Status_get_error)(const F_Status *status, int *error)
{
    STATUS_IN(status);
    NUMBER_OUT(code, error);
    int code = TABLE.Status_get_error(STATUS_POINTER(status), POINTER(error));
    NUMBER_BACK(code, error);
    return code_out(code);
}
TWIN(Status_get_error)
EXPORT int NAME(Status_get_source)(const F_Status *status, int *source)
{
    STATUS_IN(status);
    NUMBER_OUT(rank, source);
    int code = TABLE.Status_get_source(STATUS_POINTER(status), POINTER(source));
    NUMBER_BACK(rank, source);
    return code_out(code);
}
TWIN(Status_get_source)
EXPORT int NAME(Status_get_tag)(const F_Status *status, int *tag)
{
    STATUS_IN(status);
    NUMBER_OUT(tag, tag);
    int code = TABLE.Status_get_tag(STATUS_POINTER(status), POINTER(tag));
    NUMBER_BACK(tag, tag);
    return code_out(code);
}
TWIN(Status_get_tag)
EXPORT int NAME(Status_set_cancelled)(F_Status *status, int flag)
{
    STATUS_CHANGED(status);
    int code = TABLE.Status_set_cancelled(STATUS_POINTER(status), flag);
    STATUS_BACK(status);
    return code_out(code);
}
TWIN(Status_set_cancelled)
EXPORT int NAME(Status_set_elements)(F_Status *status, F_Datatype datatype, int count)
{
    STATUS_CHANGED(status);
    int code = TABLE.Status_set_elements(STATUS_POINTER(status), Datatype_in(datatype), count);
    STATUS_BACK(status);
    return code_out(code);
}
TWIN(Status_set_elements)
EXPORT int NAME(Status_set_elements_c)(F_Status *status, F_Datatype datatype, int64_t count)
{
    STATUS_CHANGED(status);
    int code = TABLE.Status_set_elements_c(STATUS_POINTER(status), Datatype_in(datatype), count);
    STATUS_BACK(status);
    return code_out(code);
}
TWIN(Status_set_elements_c)
EXPORT int NAME(Status_set_elements_x)(F_Status *status, F_Datatype datatype, int64_t count)
{
    STATUS_CHANGED(status);
    int code = TABLE.Status_set_elements_x(STATUS_POINTER(status), Datatype_in(datatype), count);
    STATUS_BACK(status);
    return code_out(code);
}
TWIN(Status_set_elements_x)
EXPORT int NAME(Status_set_error)(F_Status *status, int error)
{
    STATUS_CHANGED(status);
    int code = TABLE.Status_set_error(STATUS_POINTER(status), code_in(error));
    STATUS_BACK(status);
    return code_out(code);
}
TWIN(Status_set_error)
EXPORT int NAME(Status_set_source)(F_Status *status, int source)
{
    STATUS_CHANGED(status);
    int code = TABLE.Status_set_source(STATUS_POINTER(status), rank_in(source));
    STATUS_BACK(status);
    return code_out(code);
}
TWIN(Status_set_source)
EXPORT int NAME(Status_set_tag)(F_Status *status, int tag)
{
    STATUS_CHANGED(status);
    int code = TABLE.Status_set_tag(STATUS_POINTER(status), tag_in(tag));
    STATUS_BACK(status);
    return code_out(code);
}
TWIN(Status_set_tag)
EXPORT int NAME(Test)(F_Request *request, int *flag, F_Status *status)
{
    CHANGED(Request, request);
    STATUS(status);
    int code = TABLE.Test(POINTER(request), flag, STATUS_POINTER(status));
    CHANGED_BACK(Request, request);
    STATUS_BACK(status);
    return code_out(code);
}
TWIN(Test)
EXPORT int NAME(Test_cancelled)(const F_Status *status, int *flag)
{
    STATUS_IN(status);
    return code_out(TABLE.Test_cancelled(STATUS_POINTER(status), flag));
}
TWIN(Test_cancelled)
TWIN(Testall)
TWIN(Testany)
TWIN(Testsome)
EXPORT int NAME(Topo_test)(F_Comm comm, int *status)
{
    NUMBER_OUT(topology, status);
    int code = TABLE.Topo_test(Comm_in(comm), POINTER(status));
    NUMBER_BACK(topology, status);
    return code_out(code);
}
TWIN(Topo_test)
EXPORT int NAME(Type_commit)(F_Datatype *datatype)
{
    CHANGED(Datatype, datatype);
    int code = TABLE.Type_commit(POINTER(datatype));
    CHANGED_BACK(Datatype, datatype);
    return code_out(code);
}
TWIN(Type_commit)
EXPORT int NAME(Type_contiguous)(int count, F_Datatype oldtype, F_Datatype *newtype)
{
    OUT(Datatype, newtype);
    int code = TABLE.Type_contiguous(count, Datatype_in(oldtype), POINTER(newtype));
    OUT_BACK(Datatype, newtype);
    return code_out(code);
}
TWIN(Type_contiguous)
EXPORT int NAME(Type_contiguous_c)(int64_t count, F_Datatype oldtype, F_Datatype *newtype)
{
    OUT(Datatype, newtype);
    int code = TABLE.Type_contiguous_c(count, Datatype_in(oldtype), POINTER(newtype));
    OUT_BACK(Datatype, newtype);
    return code_out(code);
}
TWIN(Type_contiguous_c)
TWIN(Type_create_darray)
TWIN(Type_create_darray_c)
EXPORT int NAME(Type_create_f90_complex)(int p, int r, F_Datatype *newtype)
{
    OUT(Datatype, newtype);
    int code = TABLE.Type_create_f90_complex(p, r, POINTER(newtype));
    OUT_BACK(Datatype, newtype);
    return code_out(code);
}
TWIN(Type_create_f90_complex)
EXPORT int NAME(Type_create_f90_integer)(int r, F_Datatype *newtype)
{
    OUT(Datatype, newtype);
    int code = TABLE.Type_create_f90_integer(r, POINTER(newtype));
    OUT_BACK(Datatype, newtype);
    return code_out(code);
}
TWIN(Type_create_f90_integer)
EXPORT int NAME(Type_create_f90_real)(int p, int r, F_Datatype *newtype)
{
    OUT(Datatype, newtype);
    int code = TABLE.Type_create_f90_real(p, r, POINTER(newtype));
    OUT_BACK(Datatype, newtype);
    return code_out(code);
}
TWIN(Type_create_f90_real)
EXPORT int NAME(Type_create_hindexed)(int count, const int *array_of_blocklengths, const intptr_t *array_of_displacements, F_Datatype oldtype, F_Datatype *newtype)
{
    OUT(Datatype, newtype);
    int code = TABLE.Type_create_hindexed(count, array_of_blocklengths, array_of_displacements, Datatype_in(oldtype), POINTER(newtype));
    OUT_BACK(Datatype, newtype);
    return code_out(code);
}
TWIN(Type_create_hindexed)
EXPORT int NAME(Type_create_hindexed_c)(int64_t count, const int64_t *array_of_blocklengths, const int64_t *array_of_displacements, F_Datatype oldtype, F_Datatype *newtype)
{
    OUT(Datatype, newtype);
    int code = TABLE.Type_create_hindexed_c(count, array_of_blocklengths, array_of_displacements, Datatype_in(oldtype), POINTER(newtype));
    OUT_BACK(Datatype, newtype);
    return code_out(code);
}
TWIN(Type_create_hindexed_c)
EXPORT int NAME(Type_create_hindexed_block)(int count, int blocklength, const intptr_t *array_of_displacements, F_Datatype oldtype, F_Datatype *newtype)
{
    OUT(Datatype, newtype);
    int code = TABLE.Type_create_hindexed_block(count, blocklength, array_of_displacements, Datatype_in(oldtype), POINTER(newtype));
    OUT_BACK(Datatype, newtype);
    return code_out(code);
}
TWIN(Type_create_hindexed_block)
EXPORT int NAME(Type_create_hindexed_block_c)(int64_t count, int64_t blocklength, const int64_t *array_of_displacements, F_Datatype oldtype, F_Datatype *newtype)
{
    OUT(Datatype, newtype);
    int code = TABLE.Type_create_hindexed_block_c(count, blocklength, array_of_displacements, Datatype_in(oldtype), POINTER(newtype));
    OUT_BACK(Datatype, newtype);
    return code_out(code);
}
TWIN(Type_create_hindexed_block_c)
EXPORT int NAME(Type_create_hvector)(int count, int blocklength, intptr_t stride, F_Datatype oldtype, F_Datatype *newtype)
{
    OUT(Datatype, newtype);
    int code = TABLE.Type_create_hvector(count, blocklength, stride, Datatype_in(oldtype), POINTER(newtype));
    OUT_BACK(Datatype, newtype);
    return code_out(code);
}
TWIN(Type_create_hvector)
EXPORT int NAME(Type_create_hvector_c)(int64_t count, int64_t blocklength, int64_t stride, F_Datatype oldtype, F_Datatype *newtype)
{
    OUT(Datatype, newtype);
    int code = TABLE.Type_create_hvector_c(count, blocklength, stride, Datatype_in(oldtype), POINTER(newtype));
    OUT_BACK(Datatype, newtype);
    return code_out(code);
}
TWIN(Type_create_hvector_c)
EXPORT int NAME(Type_create_indexed_block)(int count, int blocklength, const int *array_of_displacements, F_Datatype oldtype, F_Datatype *newtype)
{
    OUT(Datatype, newtype);
    int code = TABLE.Type_create_indexed_block(count, blocklength, array_of_displacements, Datatype_in(oldtype), POINTER(newtype));
    OUT_BACK(Datatype, newtype);
    return code_out(code);
}
TWIN(Type_create_indexed_block)
EXPORT int NAME(Type_create_indexed_block_c)(int64_t count, int64_t blocklength, const int64_t *array_of_displacements, F_Datatype oldtype, F_Datatype *newtype)
{
    OUT(Datatype, newtype);
    int code = TABLE.Type_create_indexed_block_c(count, blocklength, array_of_displacements, Datatype_in(oldtype), POINTER(newtype));
    OUT_BACK(Datatype, newtype);
    return code_out(code);
}
TWIN(Type_create_indexed_block_c)
EXPORT int NAME(Type_create_keyval)(void *type_copy_attr_fn, void *type_delete_attr_fn, int *type_keyval, void *extra_state)
{
    NUMBER_OUT(comm_keyval, type_keyval);
    TABLE.set_adapters(&adapters);
    int code = TABLE.Type_create_keyval(copy_in(type_copy_attr_fn), delete_in(type_delete_attr_fn), POINTER(type_keyval), extra_state);
    TABLE.set_adapters(0);
    NUMBER_BACK(comm_keyval, type_keyval);
    return code_out(code);
}
TWIN(Type_create_keyval)
EXPORT int NAME(Type_create_resized)(F_Datatype oldtype, intptr_t lb, intptr_t extent, F_Datatype *newtype)
{
    OUT(Datatype, newtype);
    int code = TABLE.Type_create_resized(Datatype_in(oldtype), lb, extent, POINTER(newtype));
    OUT_BACK(Datatype, newtype);
    return code_out(code);
}
TWIN(Type_create_resized)
EXPORT int NAME(Type_create_resized_c)(F_Datatype oldtype, int64_t lb, int64_t extent, F_Datatype *newtype)
{
    OUT(Datatype, newtype);
    int code = TABLE.Type_create_resized_c(Datatype_in(oldtype), lb, extent, POINTER(newtype));
    OUT_BACK(Datatype, newtype);
    return code_out(code);
}
TWIN(Type_create_resized_c)
EXPORT int NAME(Type_create_struct)(int count, const int *array_of_blocklengths, const intptr_t *array_of_displacements, const F_Datatype *array_of_types, F_Datatype *newtype)
{
    TYPES(array_of_types, count);
    OUT(Datatype, newtype);
    int code = TABLE.Type_create_struct(count, array_of_blocklengths, array_of_displacements, array_of_types_ours, POINTER(newtype));
    TYPES_DONE(array_of_types);
    OUT_BACK(Datatype, newtype);
    return code_out(code);
}
TWIN(Type_create_struct)
EXPORT int NAME(Type_create_struct_c)(int64_t count, const int64_t *array_of_blocklengths, const int64_t *array_of_displacements, const F_Datatype *array_of_types, F_Datatype *newtype)
{
    TYPES(array_of_types, count);
    OUT(Datatype, newtype);
    int code = TABLE.Type_create_struct_c(count, array_of_blocklengths, array_of_displacements, array_of_types_ours, POINTER(newtype));
    TYPES_DONE(array_of_types);
    OUT_BACK(Datatype, newtype);
    return code_out(code);
}
TWIN(Type_create_struct_c)
EXPORT int NAME(Type_create_subarray)(int ndims, const int *array_of_sizes, const int *array_of_subsizes, const int *array_of_starts, int order, F_Datatype oldtype, F_Datatype *newtype)
{
    OUT(Datatype, newtype);
    int code = TABLE.Type_create_subarray(ndims, array_of_sizes, array_of_subsizes, array_of_starts, order_in(order), Datatype_in(oldtype), POINTER(newtype));
    OUT_BACK(Datatype, newtype);
    return code_out(code);
}
TWIN(Type_create_subarray)
EXPORT int NAME(Type_create_subarray_c)(int ndims, const int64_t *array_of_sizes, const int64_t *array_of_subsizes, const int64_t *array_of_starts, int order, F_Datatype oldtype, F_Datatype *newtype)
{
    OUT(Datatype, newtype);
    int code = TABLE.Type_create_subarray_c(ndims, array_of_sizes, array_of_subsizes, array_of_starts, order_in(order), Datatype_in(oldtype), POINTER(newtype));
    OUT_BACK(Datatype, newtype);
    return code_out(code);
}
TWIN(Type_create_subarray_c)
EXPORT int NAME(Type_delete_attr)(F_Datatype datatype, int type_keyval)
{
    return code_out(TABLE.Type_delete_attr(Datatype_in(datatype), comm_keyval_in(type_keyval)));
}
TWIN(Type_delete_attr)
EXPORT int NAME(Type_dup)(F_Datatype oldtype, F_Datatype *newtype)
{
    OUT(Datatype, newtype);
    int code = TABLE.Type_dup(Datatype_in(oldtype), POINTER(newtype));
    OUT_BACK(Datatype, newtype);
    return code_out(code);
}
TWIN(Type_dup)
EXPORT int NAME(Type_free)(F_Datatype *datatype)
{
    CHANGED(Datatype, datatype);
    int code = TABLE.Type_free(POINTER(datatype));
    CHANGED_BACK(Datatype, datatype);
    return code_out(code);
}
TWIN(Type_free)
EXPORT int NAME(Type_free_keyval)(int *type_keyval)
{
    NUMBER_CHANGED(comm_keyval, type_keyval);
    int code = TABLE.Type_free_keyval(POINTER(type_keyval));
    NUMBER_BACK(comm_keyval, type_keyval);
    return code_out(code);
}
TWIN(Type_free_keyval)
EXPORT int NAME(Type_get_attr)(F_Datatype datatype, int type_keyval, void *attribute_val, int *flag)
{
    return code_out(TABLE.Type_get_attr(Datatype_in(datatype), comm_keyval_in(type_keyval), attribute_val, flag));
}
TWIN(Type_get_attr)
TWIN(Type_get_contents)
TWIN(Type_get_contents_c)
EXPORT int NAME(Type_get_envelope)(F_Datatype datatype, int *num_integers, int *num_addresses, int *num_datatypes, int *combiner)
{
    NUMBER_OUT(combiner, combiner);
    int code = TABLE.Type_get_envelope(Datatype_in(datatype), num_integers, num_addresses, num_datatypes, POINTER(combiner));
    NUMBER_BACK(combiner, combiner);
    return code_out(code);
}
TWIN(Type_get_envelope)
EXPORT int NAME(Type_get_envelope_c)(F_Datatype datatype, int64_t *num_integers, int64_t *num_addresses, int64_t *num_large_counts, int64_t *num_datatypes, int *combiner)
{
    NUMBER_OUT(combiner, combiner);
    int code = TABLE.Type_get_envelope_c(Datatype_in(datatype), num_integers, num_addresses, num_large_counts, num_datatypes, POINTER(combiner));
    NUMBER_BACK(combiner, combiner);
    return code_out(code);
}
TWIN(Type_get_envelope_c)
EXPORT int NAME(Type_get_extent)(F_Datatype datatype, intptr_t *lb, intptr_t *extent)
{
    return code_out(TABLE.Type_get_extent(Datatype_in(datatype), lb, extent));
}
TWIN(Type_get_extent)
EXPORT int NAME(Type_get_extent_c)(F_Datatype datatype, int64_t *lb, int64_t *extent)
{
    return code_out(TABLE.Type_get_extent_c(Datatype_in(datatype), lb, extent));
}
TWIN(Type_get_extent_c)
EXPORT int NAME(Type_get_extent_x)(F_Datatype datatype, int64_t *lb, int64_t *extent)
{
    return code_out(TABLE.Type_get_extent_x(Datatype_in(datatype), lb, extent));
}
TWIN(Type_get_extent_x)
TWIN(Type_get_name)
EXPORT int NAME(Type_get_true_extent)(F_Datatype datatype, intptr_t *true_lb, intptr_t *true_extent)
{
    return code_out(TABLE.Type_get_true_extent(Datatype_in(datatype), true_lb, true_extent));
}
TWIN(Type_get_true_extent)
EXPORT int NAME(Type_get_true_extent_c)(F_Datatype datatype, int64_t *true_lb, int64_t *true_extent)
{
    return code_out(TABLE.Type_get_true_extent_c(Datatype_in(datatype), true_lb, true_extent));
}
TWIN(Type_get_true_extent_c)
EXPORT int NAME(Type_get_true_extent_x)(F_Datatype datatype, int64_t *true_lb, int64_t *true_extent)
{
    return code_out(TABLE.Type_get_true_extent_x(Datatype_in(datatype), true_lb, true_extent));
}
TWIN(Type_get_true_extent_x)
EXPORT int NAME(Type_get_value_index)(F_Datatype value_type, F_Datatype index_type, F_Datatype *pair_type)
{
    OUT(Datatype, pair_type);
    int code = TABLE.Type_get_value_index(Datatype_in(value_type), Datatype_in(index_type), POINTER(pair_type));
    OUT_BACK(Datatype, pair_type);
    return code_out(code);
}
TWIN(Type_get_value_index)
EXPORT int NAME(Type_indexed)(int count, const int *array_of_blocklengths, const int *array_of_displacements, F_Datatype oldtype, F_Datatype *newtype)
{
    OUT(Datatype, newtype);
    int code = TABLE.Type_indexed(count, array_of_blocklengths, array_of_displacements, Datatype_in(oldtype), POINTER(newtype));
    OUT_BACK(Datatype, newtype);
    return code_out(code);
}
TWIN(Type_indexed)
EXPORT int NAME(Type_indexed_c)(int64_t count, const int64_t *array_of_blocklengths, const int64_t *array_of_displacements, F_Datatype oldtype, F_Datatype *newtype)
{
    OUT(Datatype, newtype);
    int code = TABLE.Type_indexed_c(count, array_of_blocklengths, array_of_displacements, Datatype_in(oldtype), POINTER(newtype));
    OUT_BACK(Datatype, newtype);
    return code_out(code);
}
TWIN(Type_indexed_c)
EXPORT int NAME(Type_match_size)(int typeclass, int size, F_Datatype *datatype)
{
    OUT(Datatype, datatype);
    int code = TABLE.Type_match_size(typeclass_in(typeclass), size, POINTER(datatype));
    OUT_BACK(Datatype, datatype);
    return code_out(code);
}
TWIN(Type_match_size)
EXPORT int NAME(Type_set_attr)(F_Datatype datatype, int type_keyval, void *attribute_val)
{
    return code_out(TABLE.Type_set_attr(Datatype_in(datatype), comm_keyval_in(type_keyval), attribute_val));
}
TWIN(Type_set_attr)
EXPORT int NAME(Type_set_name)(F_Datatype datatype, const char *type_name)
{
    return code_out(TABLE.Type_set_name(Datatype_in(datatype), type_name));
}
TWIN(Type_set_name)
EXPORT int NAME(Type_size)(F_Datatype datatype, int *size)
{
    return code_out(TABLE.Type_size(Datatype_in(datatype), size));
}
TWIN(Type_size)
EXPORT int NAME(Type_size_c)(F_Datatype datatype, int64_t *size)
{
    return code_out(TABLE.Type_size_c(Datatype_in(datatype), size));
}
TWIN(Type_size_c)
EXPORT int NAME(Type_size_x)(F_Datatype datatype, int64_t *size)
{
    return code_out(TABLE.Type_size_x(Datatype_in(datatype), size));
}
TWIN(Type_size_x)
EXPORT int NAME(Type_vector)(int count, int blocklength, int stride, F_Datatype oldtype, F_Datatype *newtype)
{
    OUT(Datatype, newtype);
    int code = TABLE.Type_vector(count, blocklength, stride, Datatype_in(oldtype), POINTER(newtype));
    OUT_BACK(Datatype, newtype);
    return code_out(code);
}
TWIN(Type_vector)
EXPORT int NAME(Type_vector_c)(int64_t count, int64_t blocklength, int64_t stride, F_Datatype oldtype, F_Datatype *newtype)
{
    OUT(Datatype, newtype);
    int code = TABLE.Type_vector_c(count, blocklength, stride, Datatype_in(oldtype), POINTER(newtype));
    OUT_BACK(Datatype, newtype);
    return code_out(code);
}
TWIN(Type_vector_c)
EXPORT int NAME(Unpack)(const void *inbuf, int insize, int *position, void *outbuf, int outcount, F_Datatype datatype, F_Comm comm)
{
    return code_out(TABLE.Unpack(inbuf, insize, position, outbuf, outcount, Datatype_in(datatype), Comm_in(comm)));
}
TWIN(Unpack)
EXPORT int NAME(Unpack_c)(const void *inbuf, int64_t insize, int64_t *position, void *outbuf, int64_t outcount, F_Datatype datatype, F_Comm comm)
{
    return code_out(TABLE.Unpack_c(inbuf, insize, position, outbuf, outcount, Datatype_in(datatype), Comm_in(comm)));
}
TWIN(Unpack_c)
EXPORT int NAME(Unpack_external)(const char *datarep, const void *inbuf, intptr_t insize, intptr_t *position, void *outbuf, int outcount, F_Datatype datatype)
{
    return code_out(TABLE.Unpack_external(datarep, inbuf, insize, position, outbuf, outcount, Datatype_in(datatype)));
}
TWIN(Unpack_external)
EXPORT int NAME(Unpack_external_c)(const char *datarep, const void *inbuf, int64_t insize, int64_t *position, void *outbuf, int64_t outcount, F_Datatype datatype)
{
    return code_out(TABLE.Unpack_external_c(datarep, inbuf, insize, position, outbuf, outcount, Datatype_in(datatype)));
}
TWIN(Unpack_external_c)
EXPORT int NAME(Unpublish_name)(const char *service_name, F_Info info, const char *port_name)
{
    return code_out(TABLE.Unpublish_name(service_name, Info_in(info), port_name));
}
TWIN(Unpublish_name)
EXPORT int NAME(Wait)(F_Request *request, F_Status *status)
{
    CHANGED(Request, request);
    STATUS(status);
    int code = TABLE.Wait(POINTER(request), STATUS_POINTER(status));
    CHANGED_BACK(Request, request);
    STATUS_BACK(status);
    return code_out(code);
}
TWIN(Wait)
TWIN(Waitall)
TWIN(Waitany)
TWIN(Waitsome)
EXPORT int NAME(Win_allocate)(intptr_t size, int disp_unit, F_Info info, F_Comm comm, void *baseptr, F_Win *win)
{
    OUT(Win, win);
    int code = TABLE.Win_allocate(size, disp_unit, Info_in(info), Comm_in(comm), baseptr, POINTER(win));
    OUT_BACK(Win, win);
    return code_out(code);
}
TWIN(Win_allocate)
EXPORT int NAME(Win_allocate_c)(intptr_t size, intptr_t disp_unit, F_Info info, F_Comm comm, void *baseptr, F_Win *win)
{
    OUT(Win, win);
    int code = TABLE.Win_allocate_c(size, disp_unit, Info_in(info), Comm_in(comm), baseptr, POINTER(win));
    OUT_BACK(Win, win);
    return code_out(code);
}
TWIN(Win_allocate_c)
EXPORT int NAME(Win_allocate_shared)(intptr_t size, int disp_unit, F_Info info, F_Comm comm, void *baseptr, F_Win *win)
{
    OUT(Win, win);
    int code = TABLE.Win_allocate_shared(size, disp_unit, Info_in(info), Comm_in(comm), baseptr, POINTER(win));
    OUT_BACK(Win, win);
    return code_out(code);
}
TWIN(Win_allocate_shared)
EXPORT int NAME(Win_allocate_shared_c)(intptr_t size, intptr_t disp_unit, F_Info info, F_Comm comm, void *baseptr, F_Win *win)
{
    OUT(Win, win);
    int code = TABLE.Win_allocate_shared_c(size, disp_unit, Info_in(info), Comm_in(comm), baseptr, POINTER(win));
    OUT_BACK(Win, win);
    return code_out(code);
}
TWIN(Win_allocate_shared_c)
EXPORT int NAME(Win_attach)(F_Win win, void *base, intptr_t size)
{
    return code_out(TABLE.Win_attach(Win_in(win), base, size));
}
TWIN(Win_attach)
EXPORT int NAME(Win_call_errhandler)(F_Win win, int errorcode)
{
    return code_out(TABLE.Win_call_errhandler(Win_in(win), code_in(errorcode)));
}
TWIN(Win_call_errhandler)
EXPORT int NAME(Win_complete)(F_Win win)
{
    return code_out(TABLE.Win_complete(Win_in(win)));
}
TWIN(Win_complete)
EXPORT int NAME(Win_create)(void *base, intptr_t size, int disp_unit, F_Info info, F_Comm comm, F_Win *win)
{
    OUT(Win, win);
    int code = TABLE.Win_create(base, size, disp_unit, Info_in(info), Comm_in(comm), POINTER(win));
    OUT_BACK(Win, win);
    return code_out(code);
}
TWIN(Win_create)
EXPORT int NAME(Win_create_c)(void *base, intptr_t size, intptr_t disp_unit, F_Info info, F_Comm comm, F_Win *win)
{
    OUT(Win, win);
    int code = TABLE.Win_create_c(base, size, disp_unit, Info_in(info), Comm_in(comm), POINTER(win));
    OUT_BACK(Win, win);
    return code_out(code);
}
TWIN(Win_create_c)
EXPORT int NAME(Win_create_dynamic)(F_Info info, F_Comm comm, F_Win *win)
{
    OUT(Win, win);
    int code = TABLE.Win_create_dynamic(Info_in(info), Comm_in(comm), POINTER(win));
    OUT_BACK(Win, win);
    return code_out(code);
}
TWIN(Win_create_dynamic)
EXPORT int NAME(Win_create_errhandler)(void *win_errhandler_fn, F_Errhandler *errhandler)
{
    OUT(Errhandler, errhandler);
    TABLE.set_adapters(&adapters);
    int code = TABLE.Win_create_errhandler(win_errhandler_fn, POINTER(errhandler));
    TABLE.set_adapters(0);
    OUT_BACK(Errhandler, errhandler);
    return code_out(code);
}
TWIN(Win_create_errhandler)
EXPORT int NAME(Win_create_keyval)(void *win_copy_attr_fn, void *win_delete_attr_fn, int *win_keyval, void *extra_state)
{
    NUMBER_OUT(win_keyval, win_keyval);
    TABLE.set_adapters(&adapters);
    int code = TABLE.Win_create_keyval(copy_in(win_copy_attr_fn), delete_in(win_delete_attr_fn), POINTER(win_keyval), extra_state);
    TABLE.set_adapters(0);
    NUMBER_BACK(win_keyval, win_keyval);
    return code_out(code);
}
TWIN(Win_create_keyval)
EXPORT int NAME(Win_delete_attr)(F_Win win, int win_keyval)
{
    return code_out(TABLE.Win_delete_attr(Win_in(win), win_keyval_in(win_keyval)));
}
TWIN(Win_delete_attr)
EXPORT int NAME(Win_detach)(F_Win win, const void *base)
{
    return code_out(TABLE.Win_detach(Win_in(win), base));
}
TWIN(Win_detach)
EXPORT int NAME(Win_fence)(int assert, F_Win win)
{
    return code_out(TABLE.Win_fence(assertion_in(assert), Win_in(win)));
}
TWIN(Win_fence)
EXPORT int NAME(Win_flush)(int rank, F_Win win)
{
    return code_out(TABLE.Win_flush(rank_in(rank), Win_in(win)));
}
TWIN(Win_flush)
EXPORT int NAME(Win_flush_all)(F_Win win)
{
    return code_out(TABLE.Win_flush_all(Win_in(win)));
}
TWIN(Win_flush_all)
EXPORT int NAME(Win_flush_local)(int rank, F_Win win)
{
    return code_out(TABLE.Win_flush_local(rank_in(rank), Win_in(win)));
}
TWIN(Win_flush_local)
EXPORT int NAME(Win_flush_local_all)(F_Win win)
{
    return code_out(TABLE.Win_flush_local_all(Win_in(win)));
}
TWIN(Win_flush_local_all)
EXPORT int NAME(Win_free)(F_Win *win)
{
    CHANGED(Win, win);
    int code = TABLE.Win_free(POINTER(win));
    CHANGED_BACK(Win, win);
    return code_out(code);
}
TWIN(Win_free)
EXPORT int NAME(Win_free_keyval)(int *win_keyval)
{
    NUMBER_CHANGED(win_keyval, win_keyval);
    int code = TABLE.Win_free_keyval(POINTER(win_keyval));
    NUMBER_BACK(win_keyval, win_keyval);
    return code_out(code);
}
TWIN(Win_free_keyval)
TWIN(Win_get_attr)
TWIN(Win_get_errhandler)
EXPORT int NAME(Win_get_group)(F_Win win, F_Group *group)
{
    OUT(Group, group);
    int code = TABLE.Win_get_group(Win_in(win), POINTER(group));
    OUT_BACK(Group, group);
    return code_out(code);
}
TWIN(Win_get_group)
EXPORT int NAME(Win_get_info)(F_Win win, F_Info *info_used)
{
    OUT(Info, info_used);
    int code = TABLE.Win_get_info(Win_in(win), POINTER(info_used));
    OUT_BACK(Info, info_used);
    return code_out(code);
}
TWIN(Win_get_info)
TWIN(Win_get_name)
EXPORT int NAME(Win_lock)(int lock_type, int rank, int assert, F_Win win)
{
    return code_out(TABLE.Win_lock(lock_in(lock_type), rank_in(rank), assertion_in(assert), Win_in(win)));
}
TWIN(Win_lock)
EXPORT int NAME(Win_lock_all)(int assert, F_Win win)
{
    return code_out(TABLE.Win_lock_all(assertion_in(assert), Win_in(win)));
}
TWIN(Win_lock_all)
EXPORT int NAME(Win_post)(F_Group group, int assert, F_Win win)
{
    return code_out(TABLE.Win_post(Group_in(group), assertion_in(assert), Win_in(win)));
}
TWIN(Win_post)
EXPORT int NAME(Win_set_attr)(F_Win win, int win_keyval, void *attribute_val)
{
    return code_out(TABLE.Win_set_attr(Win_in(win), win_keyval_in(win_keyval), attribute_val));
}
TWIN(Win_set_attr)
TWIN(Win_set_errhandler)
EXPORT int NAME(Win_set_info)(F_Win win, F_Info info)
{
    return code_out(TABLE.Win_set_info(Win_in(win), Info_in(info)));
}
TWIN(Win_set_info)
EXPORT int NAME(Win_set_name)(F_Win win, const char *win_name)
{
    return code_out(TABLE.Win_set_name(Win_in(win), win_name));
}
TWIN(Win_set_name)
EXPORT int NAME(Win_shared_query)(F_Win win, int rank, intptr_t *size, int *disp_unit, void *baseptr)
{
    return code_out(TABLE.Win_shared_query(Win_in(win), rank_in(rank), size, disp_unit, baseptr));
}
TWIN(Win_shared_query)
EXPORT int NAME(Win_shared_query_c)(F_Win win, int rank, intptr_t *size, intptr_t *disp_unit, void *baseptr)
{
    return code_out(TABLE.Win_shared_query_c(Win_in(win), rank_in(rank), size, disp_unit, baseptr));
}
TWIN(Win_shared_query_c)
EXPORT int NAME(Win_start)(F_Group group, int assert, F_Win win)
{
    return code_out(TABLE.Win_start(Group_in(group), assertion_in(assert), Win_in(win)));
}
TWIN(Win_start)
EXPORT int NAME(Win_sync)(F_Win win)
{
    return code_out(TABLE.Win_sync(Win_in(win)));
}
TWIN(Win_sync)
EXPORT int NAME(Win_test)(F_Win win, int *flag)
{
    return code_out(TABLE.Win_test(Win_in(win), flag));
}
TWIN(Win_test)
EXPORT int NAME(Win_unlock)(int rank, F_Win win)
{
    return code_out(TABLE.Win_unlock(rank_in(rank), Win_in(win)));
}
TWIN(Win_unlock)
EXPORT int NAME(Win_unlock_all)(F_Win win)
{
    return code_out(TABLE.Win_unlock_all(Win_in(win)));
}
TWIN(Win_unlock_all)
EXPORT int NAME(Win_wait)(F_Win win)
{
    return code_out(TABLE.Win_wait(Win_in(win)));
}
TWIN(Win_wait)
EXPORT intptr_t NAME(Aint_add)(intptr_t base, intptr_t disp)
{
    return TABLE.Aint_add(base, disp);
}
TWIN(Aint_add)
EXPORT intptr_t NAME(Aint_diff)(intptr_t addr1, intptr_t addr2)
{
    return TABLE.Aint_diff(addr1, addr2);
}
TWIN(Aint_diff)
EXPORT double NAME(Wtick)(void)
{
    return TABLE.Wtick();
}
TWIN(Wtick)
EXPORT double NAME(Wtime)(void)
{
    return TABLE.Wtime();
}
TWIN(Wtime)
TWIN(Comm_fromint)
TWIN(Comm_toint)
TWIN(Errhandler_fromint)
TWIN(Errhandler_toint)
TWIN(File_fromint)
TWIN(File_toint)
TWIN(Group_fromint)
TWIN(Group_toint)
TWIN(Info_fromint)
TWIN(Info_toint)
TWIN(Message_fromint)
TWIN(Message_toint)
TWIN(Op_fromint)
TWIN(Op_toint)
TWIN(Request_fromint)
TWIN(Request_toint)
TWIN(Session_fromint)
TWIN(Session_toint)
TWIN(Type_fromint)
TWIN(Type_toint)
TWIN(Win_fromint)
TWIN(Win_toint)
EXPORT int NAME(T_category_changed)(int *update_number)
{
    return code_out(TABLE.T_category_changed(update_number));
}
TWIN(T_category_changed)
EXPORT int NAME(T_category_get_categories)(int cat_index, int len, int *indices)
{
    return code_out(TABLE.T_category_get_categories(cat_index, len, indices));
}
TWIN(T_category_get_categories)
EXPORT int NAME(T_category_get_cvars)(int cat_index, int len, int *indices)
{
    return code_out(TABLE.T_category_get_cvars(cat_index, len, indices));
}
TWIN(T_category_get_cvars)
EXPORT int NAME(T_category_get_events)(int cat_index, int len, int *indices)
{
    return code_out(TABLE.T_category_get_events(cat_index, len, indices));
}
TWIN(T_category_get_events)
EXPORT int NAME(T_category_get_index)(const char *name, int *cat_index)
{
    return code_out(TABLE.T_category_get_index(name, cat_index));
}
TWIN(T_category_get_index)
EXPORT int NAME(T_category_get_info)(int cat_index, char *name, int *name_len, char *desc, int *desc_len, int *num_cvars, int *num_pvars, int *num_categories)
{
    return code_out(TABLE.T_category_get_info(cat_index, name, name_len, desc, desc_len, num_cvars, num_pvars, num_categories));
}
TWIN(T_category_get_info)
EXPORT int NAME(T_category_get_num)(int *num_cat)
{
    return code_out(TABLE.T_category_get_num(num_cat));
}
TWIN(T_category_get_num)
EXPORT int NAME(T_category_get_num_events)(int cat_index, int *num_events)
{
    return code_out(TABLE.T_category_get_num_events(cat_index, num_events));
}
TWIN(T_category_get_num_events)
EXPORT int NAME(T_category_get_pvars)(int cat_index, int len, int *indices)
{
    return code_out(TABLE.T_category_get_pvars(cat_index, len, indices));
}
TWIN(T_category_get_pvars)
EXPORT int NAME(T_cvar_get_index)(const char *name, int *cvar_index)
{
    return code_out(TABLE.T_cvar_get_index(name, cvar_index));
}
TWIN(T_cvar_get_index)
EXPORT int NAME(T_cvar_get_info)(int cvar_index, char *name, int *name_len, int *verbosity, F_Datatype *datatype, void * *enumtype, char *desc, int *desc_len, int *bind, int *scope)
{
    NUMBER_OUT(verbosity, verbosity);
    OUT(Datatype, datatype);
    NUMBER_OUT(bind, bind);
    NUMBER_OUT(scope, scope);
    int code = TABLE.T_cvar_get_info(cvar_index, name, name_len, POINTER(verbosity), POINTER(datatype), enumtype, desc, desc_len, POINTER(bind), POINTER(scope));
    NUMBER_BACK(verbosity, verbosity);
    OUT_BACK(Datatype, datatype);
    NUMBER_BACK(bind, bind);
    NUMBER_BACK(scope, scope);
    return code_out(code);
}
TWIN(T_cvar_get_info)
EXPORT int NAME(T_cvar_get_num)(int *num_cvar)
{
    return code_out(TABLE.T_cvar_get_num(num_cvar));
}
TWIN(T_cvar_get_num)
TWIN(T_cvar_handle_alloc)
EXPORT int NAME(T_cvar_handle_free)(void * *handle)
{
    return code_out(TABLE.T_cvar_handle_free(handle));
}
TWIN(T_cvar_handle_free)
EXPORT int NAME(T_cvar_read)(void *handle, void *buf)
{
    return code_out(TABLE.T_cvar_read(handle, buf));
}
TWIN(T_cvar_read)
EXPORT int NAME(T_cvar_write)(void *handle, const void *buf)
{
    return code_out(TABLE.T_cvar_write(handle, buf));
}
TWIN(T_cvar_write)
EXPORT int NAME(T_enum_get_info)(void *enumtype, int *num, char *name, int *name_len)
{
    return code_out(TABLE.T_enum_get_info(enumtype, num, name, name_len));
}
TWIN(T_enum_get_info)
EXPORT int NAME(T_enum_get_item)(void *enumtype, int indx, int *value, char *name, int *name_len)
{
    return code_out(TABLE.T_enum_get_item(enumtype, indx, value, name, name_len));
}
TWIN(T_enum_get_item)
EXPORT int NAME(T_event_callback_get_info)(void *event_registration, int cb_safety, F_Info *info_used)
{
    OUT(Info, info_used);
    int code = TABLE.T_event_callback_get_info(event_registration, safety_in(cb_safety), POINTER(info_used));
    OUT_BACK(Info, info_used);
    return code_out(code);
}
TWIN(T_event_callback_get_info)
EXPORT int NAME(T_event_callback_set_info)(void *event_registration, int cb_safety, F_Info info)
{
    return code_out(TABLE.T_event_callback_set_info(event_registration, safety_in(cb_safety), Info_in(info)));
}
TWIN(T_event_callback_set_info)
EXPORT int NAME(T_event_copy)(void *event_instance, void *buffer)
{
    return code_out(TABLE.T_event_copy(event_instance, attached_in(buffer)));
}
TWIN(T_event_copy)
EXPORT int NAME(T_event_get_index)(const char *name, int *event_index)
{
    return code_out(TABLE.T_event_get_index(name, event_index));
}
TWIN(T_event_get_index)
TWIN(T_event_get_info)
EXPORT int NAME(T_event_get_num)(int *num_events)
{
    return code_out(TABLE.T_event_get_num(num_events));
}
TWIN(T_event_get_num)
EXPORT int NAME(T_event_get_source)(void *event_instance, int *source_index)
{
    return code_out(TABLE.T_event_get_source(event_instance, source_index));
}
TWIN(T_event_get_source)
EXPORT int NAME(T_event_get_timestamp)(void *event_instance, int64_t *event_timestamp)
{
    return code_out(TABLE.T_event_get_timestamp(event_instance, event_timestamp));
}
TWIN(T_event_get_timestamp)
TWIN(T_event_handle_alloc)
EXPORT int NAME(T_event_handle_free)(void *event_registration, void *user_data, void *free_cb_function)
{
    TABLE.set_adapters(&adapters);
    int code = TABLE.T_event_handle_free(event_registration, user_data, free_cb_function);
    TABLE.set_adapters(0);
    return code_out(code);
}
TWIN(T_event_handle_free)
EXPORT int NAME(T_event_handle_get_info)(void *event_registration, F_Info *info_used)
{
    OUT(Info, info_used);
    int code = TABLE.T_event_handle_get_info(event_registration, POINTER(info_used));
    OUT_BACK(Info, info_used);
    return code_out(code);
}
TWIN(T_event_handle_get_info)
EXPORT int NAME(T_event_handle_set_info)(void *event_registration, F_Info info)
{
    return code_out(TABLE.T_event_handle_set_info(event_registration, Info_in(info)));
}
TWIN(T_event_handle_set_info)
EXPORT int NAME(T_event_read)(void *event_instance, int element_index, void *buffer)
{
    return code_out(TABLE.T_event_read(event_instance, element_index, attached_in(buffer)));
}
TWIN(T_event_read)
EXPORT int NAME(T_event_register_callback)(void *event_registration, int cb_safety, F_Info info, void *user_data, void *event_cb_function)
{
    TABLE.set_adapters(&adapters);
    int code = TABLE.T_event_register_callback(event_registration, safety_in(cb_safety), Info_in(info), user_data, event_cb_function);
    TABLE.set_adapters(0);
    return code_out(code);
}
TWIN(T_event_register_callback)
EXPORT int NAME(T_event_set_dropped_handler)(void *event_registration, void *dropped_cb_function)
{
    TABLE.set_adapters(&adapters);
    int code = TABLE.T_event_set_dropped_handler(event_registration, dropped_cb_function);
    TABLE.set_adapters(0);
    return code_out(code);
}
TWIN(T_event_set_dropped_handler)
EXPORT int NAME(T_finalize)(void)
{
    return code_out(TABLE.T_finalize());
}
TWIN(T_finalize)
EXPORT int NAME(T_init_thread)(int required, int *provided)
{
    NUMBER_OUT(thread, provided);
    int code = TABLE.T_init_thread(thread_in(required), POINTER(provided));
    NUMBER_BACK(thread, provided);
    return code_out(code);
}
TWIN(T_init_thread)
EXPORT int NAME(T_pvar_get_index)(const char *name, int var_class, int *pvar_index)
{
    return code_out(TABLE.T_pvar_get_index(name, variable_class_in(var_class), pvar_index));
}
TWIN(T_pvar_get_index)
EXPORT int NAME(T_pvar_get_info)(int pvar_index, char *name, int *name_len, int *verbosity, int *var_class, F_Datatype *datatype, void * *enumtype, char *desc, int *desc_len, int *bind, int *readonly, int *continuous, int *atomic)
{
    NUMBER_OUT(verbosity, verbosity);
    NUMBER_OUT(variable_class, var_class);
    OUT(Datatype, datatype);
    NUMBER_OUT(bind, bind);
    int code = TABLE.T_pvar_get_info(pvar_index, name, name_len, POINTER(verbosity), POINTER(var_class), POINTER(datatype), enumtype, desc, desc_len, POINTER(bind), readonly, continuous, atomic);
    NUMBER_BACK(verbosity, verbosity);
    NUMBER_BACK(variable_class, var_class);
    OUT_BACK(Datatype, datatype);
    NUMBER_BACK(bind, bind);
    return code_out(code);
}
TWIN(T_pvar_get_info)
EXPORT int NAME(T_pvar_get_num)(int *num_pvar)
{
    return code_out(TABLE.T_pvar_get_num(num_pvar));
}
TWIN(T_pvar_get_num)
TWIN(T_pvar_handle_alloc)
EXPORT int NAME(T_pvar_handle_free)(void *session, void * *handle)
{
    return code_out(TABLE.T_pvar_handle_free(session, handle));
}
TWIN(T_pvar_handle_free)
EXPORT int NAME(T_pvar_read)(void *session, void *handle, void *buf)
{
    return code_out(TABLE.T_pvar_read(session, variable_in(handle), buf));
}
TWIN(T_pvar_read)
EXPORT int NAME(T_pvar_readreset)(void *session, void *handle, void *buf)
{
    return code_out(TABLE.T_pvar_readreset(session, variable_in(handle), buf));
}
TWIN(T_pvar_readreset)
EXPORT int NAME(T_pvar_reset)(void *session, void *handle)
{
    return code_out(TABLE.T_pvar_reset(session, variable_in(handle)));
}
TWIN(T_pvar_reset)
EXPORT int NAME(T_pvar_session_create)(void * *session)
{
    return code_out(TABLE.T_pvar_session_create(session));
}
TWIN(T_pvar_session_create)
EXPORT int NAME(T_pvar_session_free)(void * *session)
{
    return code_out(TABLE.T_pvar_session_free(session));
}
TWIN(T_pvar_session_free)
EXPORT int NAME(T_pvar_start)(void *session, void *handle)
{
    return code_out(TABLE.T_pvar_start(session, variable_in(handle)));
}
TWIN(T_pvar_start)
EXPORT int NAME(T_pvar_stop)(void *session, void *handle)
{
    return code_out(TABLE.T_pvar_stop(session, variable_in(handle)));
}
TWIN(T_pvar_stop)
EXPORT int NAME(T_pvar_write)(void *session, void *handle, const void *buf)
{
    return code_out(TABLE.T_pvar_write(session, variable_in(handle), buf));
}
TWIN(T_pvar_write)
EXPORT int NAME(T_source_get_info)(int source_index, char *name, int *name_len, char *desc, int *desc_len, int *ordering, int64_t *ticks_per_second, int64_t *max_ticks, F_Info *info)
{
    NUMBER_OUT(ordering, ordering);
    OUT(Info, info);
    int code = TABLE.T_source_get_info(source_index, name, name_len, desc, desc_len, POINTER(ordering), ticks_per_second, max_ticks, POINTER(info));
    NUMBER_BACK(ordering, ordering);
    OUT_BACK(Info, info);
    return code_out(code);
}
TWIN(T_source_get_info)
EXPORT int NAME(T_source_get_num)(int *num_sources)
{
    return code_out(TABLE.T_source_get_num(num_sources));
}
TWIN(T_source_get_num)
EXPORT int NAME(T_source_get_timestamp)(int source_index, int64_t *timestamp)
{
    return code_out(TABLE.T_source_get_timestamp(source_index, timestamp));
}
TWIN(T_source_get_timestamp)
TWIN(Comm_c2f)
TWIN(Comm_f2c)
TWIN(Errhandler_c2f)
TWIN(Errhandler_f2c)
TWIN(File_c2f)
TWIN(File_f2c)
TWIN(Group_c2f)
TWIN(Group_f2c)
TWIN(Info_c2f)
TWIN(Info_f2c)
TWIN(Message_c2f)
TWIN(Message_f2c)
TWIN(Op_c2f)
TWIN(Op_f2c)
TWIN(Request_c2f)
TWIN(Request_f2c)
TWIN(Session_c2f)
TWIN(Session_f2c)
TWIN(Type_c2f)
TWIN(Type_f2c)
TWIN(Win_c2f)
TWIN(Win_f2c)
TWIN(Status_c2f)
TWIN(Status_f2c)
TWIN(Status_c2f08)
TWIN(Status_f082c)
TWIN(Status_f2f08)
TWIN(Status_f082f)
