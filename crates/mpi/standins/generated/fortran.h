/* Written by `cargo xtask gen`; do not edit. */
FORTRAN(void, Abort, abort, ABORT, (const int *comm, const int *errorcode, int *ierror))
{
    RETURNED(CALLED(Abort)(Comm_of_number(*comm), *errorcode))
}
DATA_FORTRAN(void, Accumulate, accumulate, ACCUMULATE, (void *origin_addr, const int *origin_count, const int *origin_datatype, const int *target_rank, const intptr_t *target_disp, const int *target_count, const int *target_datatype, const int *op, const int *win, int *ierror))
{
    *ierror = CALLED(Accumulate)(address_of(origin_addr), *origin_count, Datatype_of_number(*origin_datatype), *target_rank, *target_disp, *target_count, Datatype_of_number(*target_datatype), Op_of_number(*op), Win_of_number(*win));
}
FORTRAN(void, Add_error_class, add_error_class, ADD_ERROR_CLASS, (int *errorclass, int *ierror))
{
    RETURNED(CALLED(Add_error_class)((void *)errorclass))
}
FORTRAN(void, Add_error_code, add_error_code, ADD_ERROR_CODE, (const int *errorclass, int *errorcode, int *ierror))
{
    RETURNED(CALLED(Add_error_code)(*errorclass, (void *)errorcode))
}
FORTRAN(void, Add_error_string, add_error_string, ADD_ERROR_STRING, (const int *errorcode, const char *string, int *ierror, size_t string_length))
{
    TEXT_IN(string)
    int code = CALLED(Add_error_string)(*errorcode, string_c);
    TEXT_IN_DONE(string)
    RETURNED(code)
}
DATA_FORTRAN(void, Allgather, allgather, ALLGATHER, (void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf, const int *recvcount, const int *recvtype, const int *comm, int *ierror))
{
    *ierror = CALLED(Allgather)(place_of(sendbuf), *sendcount, Datatype_of_number(*sendtype), place_of(recvbuf), *recvcount, Datatype_of_number(*recvtype), Comm_of_number(*comm));
}
DATA_FORTRAN(void, Allgather_init, allgather_init, ALLGATHER_INIT, (void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf, const int *recvcount, const int *recvtype, const int *comm, const int *info, int *request, int *ierror))
{
    *ierror = CALLED(Allgather_init)(place_of(sendbuf), *sendcount, Datatype_of_number(*sendtype), place_of(recvbuf), *recvcount, Datatype_of_number(*recvtype), Comm_of_number(*comm), Info_of_number(*info), (void *)request);
}
DATA_FORTRAN(void, Allgatherv, allgatherv, ALLGATHERV, (void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf, int *recvcounts, int *displs, const int *recvtype, const int *comm, int *ierror))
{
    *ierror = CALLED(Allgatherv)(place_of(sendbuf), *sendcount, Datatype_of_number(*sendtype), place_of(recvbuf), (void *)recvcounts, (void *)displs, Datatype_of_number(*recvtype), Comm_of_number(*comm));
}
DATA_FORTRAN(void, Allgatherv_init, allgatherv_init, ALLGATHERV_INIT, (void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf, int *recvcounts, int *displs, const int *recvtype, const int *comm, const int *info, int *request, int *ierror))
{
    *ierror = CALLED(Allgatherv_init)(place_of(sendbuf), *sendcount, Datatype_of_number(*sendtype), place_of(recvbuf), (void *)recvcounts, (void *)displs, Datatype_of_number(*recvtype), Comm_of_number(*comm), Info_of_number(*info), (void *)request);
}
FORTRAN(void, Alloc_mem, alloc_mem, ALLOC_MEM, (const intptr_t *size, const int *info, void *baseptr, int *ierror))
{
    RETURNED(CALLED(Alloc_mem)(*size, Info_of_number(*info), address_of(baseptr)))
}
DATA_FORTRAN(void, Allreduce, allreduce, ALLREDUCE, (void *sendbuf, void *recvbuf, const int *count, const int *datatype, const int *op, const int *comm, int *ierror))
{
    *ierror = CALLED(Allreduce)(place_of(sendbuf), place_of(recvbuf), *count, Datatype_of_number(*datatype), Op_of_number(*op), Comm_of_number(*comm));
}
DATA_FORTRAN(void, Allreduce_init, allreduce_init, ALLREDUCE_INIT, (void *sendbuf, void *recvbuf, const int *count, const int *datatype, const int *op, const int *comm, const int *info, int *request, int *ierror))
{
    *ierror = CALLED(Allreduce_init)(place_of(sendbuf), place_of(recvbuf), *count, Datatype_of_number(*datatype), Op_of_number(*op), Comm_of_number(*comm), Info_of_number(*info), (void *)request);
}
DATA_FORTRAN(void, Alltoall, alltoall, ALLTOALL, (void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf, const int *recvcount, const int *recvtype, const int *comm, int *ierror))
{
    *ierror = CALLED(Alltoall)(place_of(sendbuf), *sendcount, Datatype_of_number(*sendtype), place_of(recvbuf), *recvcount, Datatype_of_number(*recvtype), Comm_of_number(*comm));
}
DATA_FORTRAN(void, Alltoall_init, alltoall_init, ALLTOALL_INIT, (void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf, const int *recvcount, const int *recvtype, const int *comm, const int *info, int *request, int *ierror))
{
    *ierror = CALLED(Alltoall_init)(place_of(sendbuf), *sendcount, Datatype_of_number(*sendtype), place_of(recvbuf), *recvcount, Datatype_of_number(*recvtype), Comm_of_number(*comm), Info_of_number(*info), (void *)request);
}
DATA_FORTRAN(void, Alltoallv, alltoallv, ALLTOALLV, (void *sendbuf, int *sendcounts, int *sdispls, const int *sendtype, void *recvbuf, int *recvcounts, int *rdispls, const int *recvtype, const int *comm, int *ierror))
{
    *ierror = CALLED(Alltoallv)(place_of(sendbuf), (void *)sendcounts, (void *)sdispls, Datatype_of_number(*sendtype), place_of(recvbuf), (void *)recvcounts, (void *)rdispls, Datatype_of_number(*recvtype), Comm_of_number(*comm));
}
DATA_FORTRAN(void, Alltoallv_init, alltoallv_init, ALLTOALLV_INIT, (void *sendbuf, int *sendcounts, int *sdispls, const int *sendtype, void *recvbuf, int *recvcounts, int *rdispls, const int *recvtype, const int *comm, const int *info, int *request, int *ierror))
{
    *ierror = CALLED(Alltoallv_init)(place_of(sendbuf), (void *)sendcounts, (void *)sdispls, Datatype_of_number(*sendtype), place_of(recvbuf), (void *)recvcounts, (void *)rdispls, Datatype_of_number(*recvtype), Comm_of_number(*comm), Info_of_number(*info), (void *)request);
}
DATA_FORTRAN(void, Alltoallw, alltoallw, ALLTOALLW, (void *sendbuf, int *sendcounts, int *sdispls, int *sendtypes, void *recvbuf, int *recvcounts, int *rdispls, int *recvtypes, const int *comm, int *ierror))
{
    *ierror = CALLED(Alltoallw)(place_of(sendbuf), (void *)sendcounts, (void *)sdispls, (void *)sendtypes, place_of(recvbuf), (void *)recvcounts, (void *)rdispls, (void *)recvtypes, Comm_of_number(*comm));
}
DATA_FORTRAN(void, Alltoallw_init, alltoallw_init, ALLTOALLW_INIT, (void *sendbuf, int *sendcounts, int *sdispls, int *sendtypes, void *recvbuf, int *recvcounts, int *rdispls, int *recvtypes, const int *comm, const int *info, int *request, int *ierror))
{
    *ierror = CALLED(Alltoallw_init)(place_of(sendbuf), (void *)sendcounts, (void *)sdispls, (void *)sendtypes, place_of(recvbuf), (void *)recvcounts, (void *)rdispls, (void *)recvtypes, Comm_of_number(*comm), Info_of_number(*info), (void *)request);
}
FORTRAN(void, Attr_delete, attr_delete, ATTR_DELETE, (const int *comm, const int *keyval, int *ierror))
{
    RETURNED(CALLED(Attr_delete)(Comm_of_number(*comm), *keyval))
}
FORTRAN(void, Barrier, barrier, BARRIER, (const int *comm, int *ierror))
{
    RETURNED(CALLED(Barrier)(Comm_of_number(*comm)))
}
FORTRAN(void, Barrier_init, barrier_init, BARRIER_INIT, (const int *comm, const int *info, int *request, int *ierror))
{
    RETURNED(CALLED(Barrier_init)(Comm_of_number(*comm), Info_of_number(*info), (void *)request))
}
DATA_FORTRAN(void, Bcast, bcast, BCAST, (void *buffer, const int *count, const int *datatype, const int *root, const int *comm, int *ierror))
{
    *ierror = CALLED(Bcast)(place_of(buffer), *count, Datatype_of_number(*datatype), *root, Comm_of_number(*comm));
}
DATA_FORTRAN(void, Bcast_init, bcast_init, BCAST_INIT, (void *buffer, const int *count, const int *datatype, const int *root, const int *comm, const int *info, int *request, int *ierror))
{
    *ierror = CALLED(Bcast_init)(place_of(buffer), *count, Datatype_of_number(*datatype), *root, Comm_of_number(*comm), Info_of_number(*info), (void *)request);
}
DATA_FORTRAN(void, Bsend, bsend, BSEND, (void *buf, const int *count, const int *datatype, const int *dest, const int *tag, const int *comm, int *ierror))
{
    *ierror = CALLED(Bsend)(address_of(buf), *count, Datatype_of_number(*datatype), *dest, *tag, Comm_of_number(*comm));
}
DATA_FORTRAN(void, Bsend_init, bsend_init, BSEND_INIT, (void *buf, const int *count, const int *datatype, const int *dest, const int *tag, const int *comm, int *request, int *ierror))
{
    *ierror = CALLED(Bsend_init)(address_of(buf), *count, Datatype_of_number(*datatype), *dest, *tag, Comm_of_number(*comm), (void *)request);
}
DATA_FORTRAN(void, Buffer_attach, buffer_attach, BUFFER_ATTACH, (void *buffer, const int *size, int *ierror))
{
    *ierror = CALLED(Buffer_attach)(address_of(buffer), *size);
}
FORTRAN(void, Buffer_flush, buffer_flush, BUFFER_FLUSH, (int *ierror))
{
    RETURNED(CALLED(Buffer_flush)())
}
FORTRAN(void, Buffer_iflush, buffer_iflush, BUFFER_IFLUSH, (int *request, int *ierror))
{
    RETURNED(CALLED(Buffer_iflush)((void *)request))
}
FORTRAN(void, Cancel, cancel, CANCEL, (int *request, int *ierror))
{
    RETURNED(CALLED(Cancel)((void *)request))
}
FORTRAN(void, Cart_coords, cart_coords, CART_COORDS, (const int *comm, const int *rank, const int *maxdims, int *coords, int *ierror))
{
    RETURNED(CALLED(Cart_coords)(Comm_of_number(*comm), *rank, *maxdims, (void *)coords))
}
FORTRAN(void, Cart_create, cart_create, CART_CREATE, (const int *comm_old, const int *ndims, int *dims, int *periods, const int *reorder, int *comm_cart, int *ierror))
{
    RETURNED(CALLED(Cart_create)(Comm_of_number(*comm_old), *ndims, (void *)dims, (void *)periods, *reorder, (void *)comm_cart))
}
FORTRAN(void, Cart_get, cart_get, CART_GET, (const int *comm, const int *maxdims, int *dims, int *periods, int *coords, int *ierror))
{
    RETURNED(CALLED(Cart_get)(Comm_of_number(*comm), *maxdims, (void *)dims, (void *)periods, (void *)coords))
}
FORTRAN(void, Cart_map, cart_map, CART_MAP, (const int *comm, const int *ndims, int *dims, int *periods, int *newrank, int *ierror))
{
    RETURNED(CALLED(Cart_map)(Comm_of_number(*comm), *ndims, (void *)dims, (void *)periods, (void *)newrank))
}
FORTRAN(void, Cart_rank, cart_rank, CART_RANK, (const int *comm, int *coords, int *rank, int *ierror))
{
    RETURNED(CALLED(Cart_rank)(Comm_of_number(*comm), (void *)coords, (void *)rank))
}
FORTRAN(void, Cart_shift, cart_shift, CART_SHIFT, (const int *comm, const int *direction, const int *disp, int *rank_source, int *rank_dest, int *ierror))
{
    RETURNED(CALLED(Cart_shift)(Comm_of_number(*comm), *direction, *disp, (void *)rank_source, (void *)rank_dest))
}
FORTRAN(void, Cart_sub, cart_sub, CART_SUB, (const int *comm, int *remain_dims, int *newcomm, int *ierror))
{
    RETURNED(CALLED(Cart_sub)(Comm_of_number(*comm), (void *)remain_dims, (void *)newcomm))
}
FORTRAN(void, Cartdim_get, cartdim_get, CARTDIM_GET, (const int *comm, int *ndims, int *ierror))
{
    RETURNED(CALLED(Cartdim_get)(Comm_of_number(*comm), (void *)ndims))
}
FORTRAN(void, Close_port, close_port, CLOSE_PORT, (const char *port_name, int *ierror, size_t port_name_length))
{
    TEXT_IN(port_name)
    int code = CALLED(Close_port)(port_name_c);
    TEXT_IN_DONE(port_name)
    RETURNED(code)
}
FORTRAN(void, Comm_accept, comm_accept, COMM_ACCEPT, (const char *port_name, const int *info, const int *root, const int *comm, int *newcomm, int *ierror, size_t port_name_length))
{
    TEXT_IN(port_name)
    int code = CALLED(Comm_accept)(port_name_c, Info_of_number(*info), *root, Comm_of_number(*comm), (void *)newcomm);
    TEXT_IN_DONE(port_name)
    RETURNED(code)
}
DATA_FORTRAN(void, Comm_attach_buffer, comm_attach_buffer, COMM_ATTACH_BUFFER, (const int *comm, void *buffer, const int *size, int *ierror))
{
    *ierror = CALLED(Comm_attach_buffer)(Comm_of_number(*comm), address_of(buffer), *size);
}
FORTRAN(void, Comm_call_errhandler, comm_call_errhandler, COMM_CALL_ERRHANDLER, (const int *comm, const int *errorcode, int *ierror))
{
    RETURNED(CALLED(Comm_call_errhandler)(Comm_of_number(*comm), *errorcode))
}
FORTRAN(void, Comm_compare, comm_compare, COMM_COMPARE, (const int *comm1, const int *comm2, int *result, int *ierror))
{
    RETURNED(CALLED(Comm_compare)(Comm_of_number(*comm1), Comm_of_number(*comm2), (void *)result))
}
FORTRAN(void, Comm_connect, comm_connect, COMM_CONNECT, (const char *port_name, const int *info, const int *root, const int *comm, int *newcomm, int *ierror, size_t port_name_length))
{
    TEXT_IN(port_name)
    int code = CALLED(Comm_connect)(port_name_c, Info_of_number(*info), *root, Comm_of_number(*comm), (void *)newcomm);
    TEXT_IN_DONE(port_name)
    RETURNED(code)
}
FORTRAN(void, Comm_create, comm_create, COMM_CREATE, (const int *comm, const int *group, int *newcomm, int *ierror))
{
    RETURNED(CALLED(Comm_create)(Comm_of_number(*comm), Group_of_number(*group), (void *)newcomm))
}
FORTRAN(void, Comm_create_errhandler, comm_create_errhandler, COMM_CREATE_ERRHANDLER, (void *comm_errhandler_fn, int *errhandler, int *ierror))
{
    RETURNED(CALLED(Comm_create_errhandler)(comm_errhandler_fn, (void *)errhandler))
}
FORTRAN(void, Comm_create_from_group, comm_create_from_group, COMM_CREATE_FROM_GROUP, (const int *group, const char *stringtag, const int *info, const int *errhandler, int *newcomm, int *ierror, size_t stringtag_length))
{
    TEXT_IN(stringtag)
    int code = CALLED(Comm_create_from_group)(Group_of_number(*group), stringtag_c, Info_of_number(*info), Errhandler_of_number(*errhandler), (void *)newcomm);
    TEXT_IN_DONE(stringtag)
    RETURNED(code)
}
FORTRAN(void, Comm_create_group, comm_create_group, COMM_CREATE_GROUP, (const int *comm, const int *group, const int *tag, int *newcomm, int *ierror))
{
    RETURNED(CALLED(Comm_create_group)(Comm_of_number(*comm), Group_of_number(*group), *tag, (void *)newcomm))
}
FORTRAN(void, Comm_delete_attr, comm_delete_attr, COMM_DELETE_ATTR, (const int *comm, const int *comm_keyval, int *ierror))
{
    RETURNED(CALLED(Comm_delete_attr)(Comm_of_number(*comm), *comm_keyval))
}
FORTRAN(void, Comm_detach_buffer, comm_detach_buffer, COMM_DETACH_BUFFER, (const int *comm, void *buffer_addr, int *size, int *ierror))
{
    RETURNED(CALLED(Comm_detach_buffer)(Comm_of_number(*comm), address_of(buffer_addr), (void *)size))
}
FORTRAN(void, Comm_disconnect, comm_disconnect, COMM_DISCONNECT, (int *comm, int *ierror))
{
    RETURNED(CALLED(Comm_disconnect)((void *)comm))
}
FORTRAN(void, Comm_dup, comm_dup, COMM_DUP, (const int *comm, int *newcomm, int *ierror))
{
    RETURNED(CALLED(Comm_dup)(Comm_of_number(*comm), (void *)newcomm))
}
FORTRAN(void, Comm_dup_with_info, comm_dup_with_info, COMM_DUP_WITH_INFO, (const int *comm, const int *info, int *newcomm, int *ierror))
{
    RETURNED(CALLED(Comm_dup_with_info)(Comm_of_number(*comm), Info_of_number(*info), (void *)newcomm))
}
FORTRAN(void, Comm_flush_buffer, comm_flush_buffer, COMM_FLUSH_BUFFER, (const int *comm, int *ierror))
{
    RETURNED(CALLED(Comm_flush_buffer)(Comm_of_number(*comm)))
}
FORTRAN(void, Comm_free, comm_free, COMM_FREE, (int *comm, int *ierror))
{
    RETURNED(CALLED(Comm_free)((void *)comm))
}
FORTRAN(void, Comm_free_keyval, comm_free_keyval, COMM_FREE_KEYVAL, (int *comm_keyval, int *ierror))
{
    RETURNED(CALLED(Comm_free_keyval)((void *)comm_keyval))
}
FORTRAN(void, Comm_get_errhandler, comm_get_errhandler, COMM_GET_ERRHANDLER, (const int *comm, int *errhandler, int *ierror))
{
    RETURNED(CALLED(Comm_get_errhandler)(Comm_of_number(*comm), (void *)errhandler))
}
FORTRAN(void, Comm_get_info, comm_get_info, COMM_GET_INFO, (const int *comm, int *info_used, int *ierror))
{
    RETURNED(CALLED(Comm_get_info)(Comm_of_number(*comm), (void *)info_used))
}
FORTRAN(void, Comm_get_name, comm_get_name, COMM_GET_NAME, (const int *comm, char *comm_name, int *resultlen, int *ierror, size_t comm_name_length))
{
    TEXT_OUT(comm_name)
    int code = CALLED(Comm_get_name)(Comm_of_number(*comm), comm_name_c, (void *)resultlen);
    TEXT_OUT_DONE(comm_name)
    RETURNED(code)
}
FORTRAN(void, Comm_get_parent, comm_get_parent, COMM_GET_PARENT, (int *parent, int *ierror))
{
    RETURNED(CALLED(Comm_get_parent)((void *)parent))
}
FORTRAN(void, Comm_group, comm_group, COMM_GROUP, (const int *comm, int *group, int *ierror))
{
    RETURNED(CALLED(Comm_group)(Comm_of_number(*comm), (void *)group))
}
FORTRAN(void, Comm_idup, comm_idup, COMM_IDUP, (const int *comm, int *newcomm, int *request, int *ierror))
{
    RETURNED(CALLED(Comm_idup)(Comm_of_number(*comm), (void *)newcomm, (void *)request))
}
FORTRAN(void, Comm_idup_with_info, comm_idup_with_info, COMM_IDUP_WITH_INFO, (const int *comm, const int *info, int *newcomm, int *request, int *ierror))
{
    RETURNED(CALLED(Comm_idup_with_info)(Comm_of_number(*comm), Info_of_number(*info), (void *)newcomm, (void *)request))
}
FORTRAN(void, Comm_iflush_buffer, comm_iflush_buffer, COMM_IFLUSH_BUFFER, (const int *comm, int *request, int *ierror))
{
    RETURNED(CALLED(Comm_iflush_buffer)(Comm_of_number(*comm), (void *)request))
}
FORTRAN(void, Comm_join, comm_join, COMM_JOIN, (const int *fd, int *intercomm, int *ierror))
{
    RETURNED(CALLED(Comm_join)(*fd, (void *)intercomm))
}
FORTRAN(void, Comm_rank, comm_rank, COMM_RANK, (const int *comm, int *rank, int *ierror))
{
    RETURNED(CALLED(Comm_rank)(Comm_of_number(*comm), (void *)rank))
}
FORTRAN(void, Comm_remote_group, comm_remote_group, COMM_REMOTE_GROUP, (const int *comm, int *group, int *ierror))
{
    RETURNED(CALLED(Comm_remote_group)(Comm_of_number(*comm), (void *)group))
}
FORTRAN(void, Comm_remote_size, comm_remote_size, COMM_REMOTE_SIZE, (const int *comm, int *size, int *ierror))
{
    RETURNED(CALLED(Comm_remote_size)(Comm_of_number(*comm), (void *)size))
}
FORTRAN(void, Comm_set_errhandler, comm_set_errhandler, COMM_SET_ERRHANDLER, (const int *comm, const int *errhandler, int *ierror))
{
    RETURNED(CALLED(Comm_set_errhandler)(Comm_of_number(*comm), Errhandler_of_number(*errhandler)))
}
FORTRAN(void, Comm_set_info, comm_set_info, COMM_SET_INFO, (const int *comm, const int *info, int *ierror))
{
    RETURNED(CALLED(Comm_set_info)(Comm_of_number(*comm), Info_of_number(*info)))
}
FORTRAN(void, Comm_set_name, comm_set_name, COMM_SET_NAME, (const int *comm, const char *comm_name, int *ierror, size_t comm_name_length))
{
    TEXT_IN(comm_name)
    int code = CALLED(Comm_set_name)(Comm_of_number(*comm), comm_name_c);
    TEXT_IN_DONE(comm_name)
    RETURNED(code)
}
FORTRAN(void, Comm_size, comm_size, COMM_SIZE, (const int *comm, int *size, int *ierror))
{
    RETURNED(CALLED(Comm_size)(Comm_of_number(*comm), (void *)size))
}
FORTRAN(void, Comm_split, comm_split, COMM_SPLIT, (const int *comm, const int *color, const int *key, int *newcomm, int *ierror))
{
    RETURNED(CALLED(Comm_split)(Comm_of_number(*comm), *color, *key, (void *)newcomm))
}
FORTRAN(void, Comm_split_type, comm_split_type, COMM_SPLIT_TYPE, (const int *comm, const int *split_type, const int *key, const int *info, int *newcomm, int *ierror))
{
    RETURNED(CALLED(Comm_split_type)(Comm_of_number(*comm), *split_type, *key, Info_of_number(*info), (void *)newcomm))
}
FORTRAN(void, Comm_test_inter, comm_test_inter, COMM_TEST_INTER, (const int *comm, int *flag, int *ierror))
{
    RETURNED(CALLED(Comm_test_inter)(Comm_of_number(*comm), (void *)flag))
}
DATA_FORTRAN(void, Compare_and_swap, compare_and_swap, COMPARE_AND_SWAP, (void *origin_addr, void *compare_addr, void *result_addr, const int *datatype, const int *target_rank, const intptr_t *target_disp, const int *win, int *ierror))
{
    *ierror = CALLED(Compare_and_swap)(address_of(origin_addr), address_of(compare_addr), address_of(result_addr), Datatype_of_number(*datatype), *target_rank, *target_disp, Win_of_number(*win));
}
FORTRAN(void, Dims_create, dims_create, DIMS_CREATE, (const int *nnodes, const int *ndims, int *dims, int *ierror))
{
    RETURNED(CALLED(Dims_create)(*nnodes, *ndims, (void *)dims))
}
FORTRAN(void, Dist_graph_create, dist_graph_create, DIST_GRAPH_CREATE, (const int *comm_old, const int *n, int *sources, int *degrees, int *destinations, int *weights, const int *info, const int *reorder, int *comm_dist_graph, int *ierror))
{
    RETURNED(CALLED(Dist_graph_create)(Comm_of_number(*comm_old), *n, (void *)sources, (void *)degrees, (void *)destinations, weights_of(weights), Info_of_number(*info), *reorder, (void *)comm_dist_graph))
}
FORTRAN(void, Dist_graph_create_adjacent, dist_graph_create_adjacent, DIST_GRAPH_CREATE_ADJACENT, (const int *comm_old, const int *indegree, int *sources, int *sourceweights, const int *outdegree, int *destinations, int *destweights, const int *info, const int *reorder, int *comm_dist_graph, int *ierror))
{
    RETURNED(CALLED(Dist_graph_create_adjacent)(Comm_of_number(*comm_old), *indegree, (void *)sources, weights_of(sourceweights), *outdegree, (void *)destinations, weights_of(destweights), Info_of_number(*info), *reorder, (void *)comm_dist_graph))
}
FORTRAN(void, Dist_graph_neighbors, dist_graph_neighbors, DIST_GRAPH_NEIGHBORS, (const int *comm, const int *maxindegree, int *sources, int *sourceweights, const int *maxoutdegree, int *destinations, int *destweights, int *ierror))
{
    RETURNED(CALLED(Dist_graph_neighbors)(Comm_of_number(*comm), *maxindegree, (void *)sources, (void *)sourceweights, *maxoutdegree, (void *)destinations, (void *)destweights))
}
FORTRAN(void, Dist_graph_neighbors_count, dist_graph_neighbors_count, DIST_GRAPH_NEIGHBORS_COUNT, (const int *comm, int *indegree, int *outdegree, int *weighted, int *ierror))
{
    RETURNED(CALLED(Dist_graph_neighbors_count)(Comm_of_number(*comm), (void *)indegree, (void *)outdegree, (void *)weighted))
}
FORTRAN(void, Errhandler_free, errhandler_free, ERRHANDLER_FREE, (int *errhandler, int *ierror))
{
    RETURNED(CALLED(Errhandler_free)((void *)errhandler))
}
FORTRAN(void, Error_class, error_class, ERROR_CLASS, (const int *errorcode, int *errorclass, int *ierror))
{
    RETURNED(CALLED(Error_class)(*errorcode, (void *)errorclass))
}
FORTRAN(void, Error_string, error_string, ERROR_STRING, (const int *errorcode, char *string, int *resultlen, int *ierror, size_t string_length))
{
    TEXT_OUT(string)
    int code = CALLED(Error_string)(*errorcode, string_c, (void *)resultlen);
    TEXT_OUT_DONE(string)
    RETURNED(code)
}
DATA_FORTRAN(void, Exscan, exscan, EXSCAN, (void *sendbuf, void *recvbuf, const int *count, const int *datatype, const int *op, const int *comm, int *ierror))
{
    *ierror = CALLED(Exscan)(place_of(sendbuf), place_of(recvbuf), *count, Datatype_of_number(*datatype), Op_of_number(*op), Comm_of_number(*comm));
}
DATA_FORTRAN(void, Exscan_init, exscan_init, EXSCAN_INIT, (void *sendbuf, void *recvbuf, const int *count, const int *datatype, const int *op, const int *comm, const int *info, int *request, int *ierror))
{
    *ierror = CALLED(Exscan_init)(place_of(sendbuf), place_of(recvbuf), *count, Datatype_of_number(*datatype), Op_of_number(*op), Comm_of_number(*comm), Info_of_number(*info), (void *)request);
}
DATA_FORTRAN(void, Fetch_and_op, fetch_and_op, FETCH_AND_OP, (void *origin_addr, void *result_addr, const int *datatype, const int *target_rank, const intptr_t *target_disp, const int *op, const int *win, int *ierror))
{
    *ierror = CALLED(Fetch_and_op)(address_of(origin_addr), address_of(result_addr), Datatype_of_number(*datatype), *target_rank, *target_disp, Op_of_number(*op), Win_of_number(*win));
}
FORTRAN(void, File_call_errhandler, file_call_errhandler, FILE_CALL_ERRHANDLER, (const int *fh, const int *errorcode, int *ierror))
{
    RETURNED(CALLED(File_call_errhandler)(File_of_number(*fh), *errorcode))
}
FORTRAN(void, File_create_errhandler, file_create_errhandler, FILE_CREATE_ERRHANDLER, (void *file_errhandler_fn, int *errhandler, int *ierror))
{
    RETURNED(CALLED(File_create_errhandler)(file_errhandler_fn, (void *)errhandler))
}
FORTRAN(void, File_delete, file_delete, FILE_DELETE, (const char *filename, const int *info, int *ierror, size_t filename_length))
{
    TEXT_IN(filename)
    int code = CALLED(File_delete)(filename_c, Info_of_number(*info));
    TEXT_IN_DONE(filename)
    RETURNED(code)
}
FORTRAN(void, File_get_amode, file_get_amode, FILE_GET_AMODE, (const int *fh, int *amode, int *ierror))
{
    RETURNED(CALLED(File_get_amode)(File_of_number(*fh), (void *)amode))
}
FORTRAN(void, File_get_atomicity, file_get_atomicity, FILE_GET_ATOMICITY, (const int *fh, int *flag, int *ierror))
{
    RETURNED(CALLED(File_get_atomicity)(File_of_number(*fh), (void *)flag))
}
FORTRAN(void, File_get_byte_offset, file_get_byte_offset, FILE_GET_BYTE_OFFSET, (const int *fh, const int64_t *offset, int64_t *disp, int *ierror))
{
    RETURNED(CALLED(File_get_byte_offset)(File_of_number(*fh), *offset, (void *)disp))
}
FORTRAN(void, File_get_errhandler, file_get_errhandler, FILE_GET_ERRHANDLER, (const int *file, int *errhandler, int *ierror))
{
    RETURNED(CALLED(File_get_errhandler)(File_of_number(*file), (void *)errhandler))
}
FORTRAN(void, File_get_group, file_get_group, FILE_GET_GROUP, (const int *fh, int *group, int *ierror))
{
    RETURNED(CALLED(File_get_group)(File_of_number(*fh), (void *)group))
}
FORTRAN(void, File_get_info, file_get_info, FILE_GET_INFO, (const int *fh, int *info_used, int *ierror))
{
    RETURNED(CALLED(File_get_info)(File_of_number(*fh), (void *)info_used))
}
FORTRAN(void, File_get_position, file_get_position, FILE_GET_POSITION, (const int *fh, int64_t *offset, int *ierror))
{
    RETURNED(CALLED(File_get_position)(File_of_number(*fh), (void *)offset))
}
FORTRAN(void, File_get_position_shared, file_get_position_shared, FILE_GET_POSITION_SHARED, (const int *fh, int64_t *offset, int *ierror))
{
    RETURNED(CALLED(File_get_position_shared)(File_of_number(*fh), (void *)offset))
}
FORTRAN(void, File_get_size, file_get_size, FILE_GET_SIZE, (const int *fh, int64_t *size, int *ierror))
{
    RETURNED(CALLED(File_get_size)(File_of_number(*fh), (void *)size))
}
FORTRAN(void, File_get_type_extent, file_get_type_extent, FILE_GET_TYPE_EXTENT, (const int *fh, const int *datatype, intptr_t *extent, int *ierror))
{
    RETURNED(CALLED(File_get_type_extent)(File_of_number(*fh), Datatype_of_number(*datatype), (void *)extent))
}
FORTRAN(void, File_get_view, file_get_view, FILE_GET_VIEW, (const int *fh, int64_t *disp, int *etype, int *filetype, char *datarep, int *ierror, size_t datarep_length))
{
    TEXT_OUT(datarep)
    int code = CALLED(File_get_view)(File_of_number(*fh), (void *)disp, (void *)etype, (void *)filetype, datarep_c);
    TEXT_OUT_DONE(datarep)
    RETURNED(code)
}
DATA_FORTRAN(void, File_iread, file_iread, FILE_IREAD, (const int *fh, void *buf, const int *count, const int *datatype, int *request, int *ierror))
{
    *ierror = CALLED(File_iread)(File_of_number(*fh), address_of(buf), *count, Datatype_of_number(*datatype), (void *)request);
}
DATA_FORTRAN(void, File_iread_all, file_iread_all, FILE_IREAD_ALL, (const int *fh, void *buf, const int *count, const int *datatype, int *request, int *ierror))
{
    *ierror = CALLED(File_iread_all)(File_of_number(*fh), address_of(buf), *count, Datatype_of_number(*datatype), (void *)request);
}
DATA_FORTRAN(void, File_iread_at, file_iread_at, FILE_IREAD_AT, (const int *fh, const int64_t *offset, void *buf, const int *count, const int *datatype, int *request, int *ierror))
{
    *ierror = CALLED(File_iread_at)(File_of_number(*fh), *offset, address_of(buf), *count, Datatype_of_number(*datatype), (void *)request);
}
DATA_FORTRAN(void, File_iread_at_all, file_iread_at_all, FILE_IREAD_AT_ALL, (const int *fh, const int64_t *offset, void *buf, const int *count, const int *datatype, int *request, int *ierror))
{
    *ierror = CALLED(File_iread_at_all)(File_of_number(*fh), *offset, address_of(buf), *count, Datatype_of_number(*datatype), (void *)request);
}
DATA_FORTRAN(void, File_iread_shared, file_iread_shared, FILE_IREAD_SHARED, (const int *fh, void *buf, const int *count, const int *datatype, int *request, int *ierror))
{
    *ierror = CALLED(File_iread_shared)(File_of_number(*fh), address_of(buf), *count, Datatype_of_number(*datatype), (void *)request);
}
DATA_FORTRAN(void, File_iwrite, file_iwrite, FILE_IWRITE, (const int *fh, void *buf, const int *count, const int *datatype, int *request, int *ierror))
{
    *ierror = CALLED(File_iwrite)(File_of_number(*fh), address_of(buf), *count, Datatype_of_number(*datatype), (void *)request);
}
DATA_FORTRAN(void, File_iwrite_all, file_iwrite_all, FILE_IWRITE_ALL, (const int *fh, void *buf, const int *count, const int *datatype, int *request, int *ierror))
{
    *ierror = CALLED(File_iwrite_all)(File_of_number(*fh), address_of(buf), *count, Datatype_of_number(*datatype), (void *)request);
}
DATA_FORTRAN(void, File_iwrite_at, file_iwrite_at, FILE_IWRITE_AT, (const int *fh, const int64_t *offset, void *buf, const int *count, const int *datatype, int *request, int *ierror))
{
    *ierror = CALLED(File_iwrite_at)(File_of_number(*fh), *offset, address_of(buf), *count, Datatype_of_number(*datatype), (void *)request);
}
DATA_FORTRAN(void, File_iwrite_at_all, file_iwrite_at_all, FILE_IWRITE_AT_ALL, (const int *fh, const int64_t *offset, void *buf, const int *count, const int *datatype, int *request, int *ierror))
{
    *ierror = CALLED(File_iwrite_at_all)(File_of_number(*fh), *offset, address_of(buf), *count, Datatype_of_number(*datatype), (void *)request);
}
DATA_FORTRAN(void, File_iwrite_shared, file_iwrite_shared, FILE_IWRITE_SHARED, (const int *fh, void *buf, const int *count, const int *datatype, int *request, int *ierror))
{
    *ierror = CALLED(File_iwrite_shared)(File_of_number(*fh), address_of(buf), *count, Datatype_of_number(*datatype), (void *)request);
}
FORTRAN(void, File_preallocate, file_preallocate, FILE_PREALLOCATE, (const int *fh, const int64_t *size, int *ierror))
{
    RETURNED(CALLED(File_preallocate)(File_of_number(*fh), *size))
}
DATA_FORTRAN(void, File_read, file_read, FILE_READ, (const int *fh, void *buf, const int *count, const int *datatype, int *status, int *ierror))
{
    *ierror = CALLED(File_read)(File_of_number(*fh), address_of(buf), *count, Datatype_of_number(*datatype), status_of(status));
}
DATA_FORTRAN(void, File_read_all, file_read_all, FILE_READ_ALL, (const int *fh, void *buf, const int *count, const int *datatype, int *status, int *ierror))
{
    *ierror = CALLED(File_read_all)(File_of_number(*fh), address_of(buf), *count, Datatype_of_number(*datatype), status_of(status));
}
DATA_FORTRAN(void, File_read_all_begin, file_read_all_begin, FILE_READ_ALL_BEGIN, (const int *fh, void *buf, const int *count, const int *datatype, int *ierror))
{
    *ierror = CALLED(File_read_all_begin)(File_of_number(*fh), address_of(buf), *count, Datatype_of_number(*datatype));
}
DATA_FORTRAN(void, File_read_all_end, file_read_all_end, FILE_READ_ALL_END, (const int *fh, void *buf, int *status, int *ierror))
{
    *ierror = CALLED(File_read_all_end)(File_of_number(*fh), address_of(buf), status_of(status));
}
DATA_FORTRAN(void, File_read_at, file_read_at, FILE_READ_AT, (const int *fh, const int64_t *offset, void *buf, const int *count, const int *datatype, int *status, int *ierror))
{
    *ierror = CALLED(File_read_at)(File_of_number(*fh), *offset, address_of(buf), *count, Datatype_of_number(*datatype), status_of(status));
}
DATA_FORTRAN(void, File_read_at_all, file_read_at_all, FILE_READ_AT_ALL, (const int *fh, const int64_t *offset, void *buf, const int *count, const int *datatype, int *status, int *ierror))
{
    *ierror = CALLED(File_read_at_all)(File_of_number(*fh), *offset, address_of(buf), *count, Datatype_of_number(*datatype), status_of(status));
}
DATA_FORTRAN(void, File_read_at_all_begin, file_read_at_all_begin, FILE_READ_AT_ALL_BEGIN, (const int *fh, const int64_t *offset, void *buf, const int *count, const int *datatype, int *ierror))
{
    *ierror = CALLED(File_read_at_all_begin)(File_of_number(*fh), *offset, address_of(buf), *count, Datatype_of_number(*datatype));
}
DATA_FORTRAN(void, File_read_at_all_end, file_read_at_all_end, FILE_READ_AT_ALL_END, (const int *fh, void *buf, int *status, int *ierror))
{
    *ierror = CALLED(File_read_at_all_end)(File_of_number(*fh), address_of(buf), status_of(status));
}
DATA_FORTRAN(void, File_read_ordered, file_read_ordered, FILE_READ_ORDERED, (const int *fh, void *buf, const int *count, const int *datatype, int *status, int *ierror))
{
    *ierror = CALLED(File_read_ordered)(File_of_number(*fh), address_of(buf), *count, Datatype_of_number(*datatype), status_of(status));
}
DATA_FORTRAN(void, File_read_ordered_begin, file_read_ordered_begin, FILE_READ_ORDERED_BEGIN, (const int *fh, void *buf, const int *count, const int *datatype, int *ierror))
{
    *ierror = CALLED(File_read_ordered_begin)(File_of_number(*fh), address_of(buf), *count, Datatype_of_number(*datatype));
}
DATA_FORTRAN(void, File_read_ordered_end, file_read_ordered_end, FILE_READ_ORDERED_END, (const int *fh, void *buf, int *status, int *ierror))
{
    *ierror = CALLED(File_read_ordered_end)(File_of_number(*fh), address_of(buf), status_of(status));
}
DATA_FORTRAN(void, File_read_shared, file_read_shared, FILE_READ_SHARED, (const int *fh, void *buf, const int *count, const int *datatype, int *status, int *ierror))
{
    *ierror = CALLED(File_read_shared)(File_of_number(*fh), address_of(buf), *count, Datatype_of_number(*datatype), status_of(status));
}
FORTRAN(void, File_seek, file_seek, FILE_SEEK, (const int *fh, const int64_t *offset, const int *whence, int *ierror))
{
    RETURNED(CALLED(File_seek)(File_of_number(*fh), *offset, *whence))
}
FORTRAN(void, File_seek_shared, file_seek_shared, FILE_SEEK_SHARED, (const int *fh, const int64_t *offset, const int *whence, int *ierror))
{
    RETURNED(CALLED(File_seek_shared)(File_of_number(*fh), *offset, *whence))
}
FORTRAN(void, File_set_atomicity, file_set_atomicity, FILE_SET_ATOMICITY, (const int *fh, const int *flag, int *ierror))
{
    RETURNED(CALLED(File_set_atomicity)(File_of_number(*fh), *flag))
}
FORTRAN(void, File_set_errhandler, file_set_errhandler, FILE_SET_ERRHANDLER, (const int *file, const int *errhandler, int *ierror))
{
    RETURNED(CALLED(File_set_errhandler)(File_of_number(*file), Errhandler_of_number(*errhandler)))
}
FORTRAN(void, File_set_info, file_set_info, FILE_SET_INFO, (const int *fh, const int *info, int *ierror))
{
    RETURNED(CALLED(File_set_info)(File_of_number(*fh), Info_of_number(*info)))
}
FORTRAN(void, File_set_size, file_set_size, FILE_SET_SIZE, (const int *fh, const int64_t *size, int *ierror))
{
    RETURNED(CALLED(File_set_size)(File_of_number(*fh), *size))
}
FORTRAN(void, File_set_view, file_set_view, FILE_SET_VIEW, (const int *fh, const int64_t *disp, const int *etype, const int *filetype, const char *datarep, const int *info, int *ierror, size_t datarep_length))
{
    TEXT_IN(datarep)
    int code = CALLED(File_set_view)(File_of_number(*fh), *disp, Datatype_of_number(*etype), Datatype_of_number(*filetype), datarep_c, Info_of_number(*info));
    TEXT_IN_DONE(datarep)
    RETURNED(code)
}
FORTRAN(void, File_sync, file_sync, FILE_SYNC, (const int *fh, int *ierror))
{
    RETURNED(CALLED(File_sync)(File_of_number(*fh)))
}
DATA_FORTRAN(void, File_write, file_write, FILE_WRITE, (const int *fh, void *buf, const int *count, const int *datatype, int *status, int *ierror))
{
    *ierror = CALLED(File_write)(File_of_number(*fh), address_of(buf), *count, Datatype_of_number(*datatype), status_of(status));
}
DATA_FORTRAN(void, File_write_all, file_write_all, FILE_WRITE_ALL, (const int *fh, void *buf, const int *count, const int *datatype, int *status, int *ierror))
{
    *ierror = CALLED(File_write_all)(File_of_number(*fh), address_of(buf), *count, Datatype_of_number(*datatype), status_of(status));
}
DATA_FORTRAN(void, File_write_all_begin, file_write_all_begin, FILE_WRITE_ALL_BEGIN, (const int *fh, void *buf, const int *count, const int *datatype, int *ierror))
{
    *ierror = CALLED(File_write_all_begin)(File_of_number(*fh), address_of(buf), *count, Datatype_of_number(*datatype));
}
DATA_FORTRAN(void, File_write_all_end, file_write_all_end, FILE_WRITE_ALL_END, (const int *fh, void *buf, int *status, int *ierror))
{
    *ierror = CALLED(File_write_all_end)(File_of_number(*fh), address_of(buf), status_of(status));
}
DATA_FORTRAN(void, File_write_at, file_write_at, FILE_WRITE_AT, (const int *fh, const int64_t *offset, void *buf, const int *count, const int *datatype, int *status, int *ierror))
{
    *ierror = CALLED(File_write_at)(File_of_number(*fh), *offset, address_of(buf), *count, Datatype_of_number(*datatype), status_of(status));
}
DATA_FORTRAN(void, File_write_at_all, file_write_at_all, FILE_WRITE_AT_ALL, (const int *fh, const int64_t *offset, void *buf, const int *count, const int *datatype, int *status, int *ierror))
{
    *ierror = CALLED(File_write_at_all)(File_of_number(*fh), *offset, address_of(buf), *count, Datatype_of_number(*datatype), status_of(status));
}
DATA_FORTRAN(void, File_write_at_all_begin, file_write_at_all_begin, FILE_WRITE_AT_ALL_BEGIN, (const int *fh, const int64_t *offset, void *buf, const int *count, const int *datatype, int *ierror))
{
    *ierror = CALLED(File_write_at_all_begin)(File_of_number(*fh), *offset, address_of(buf), *count, Datatype_of_number(*datatype));
}
DATA_FORTRAN(void, File_write_at_all_end, file_write_at_all_end, FILE_WRITE_AT_ALL_END, (const int *fh, void *buf, int *status, int *ierror))
{
    *ierror = CALLED(File_write_at_all_end)(File_of_number(*fh), address_of(buf), status_of(status));
}
DATA_FORTRAN(void, File_write_ordered, file_write_ordered, FILE_WRITE_ORDERED, (const int *fh, void *buf, const int *count, const int *datatype, int *status, int *ierror))
{
    *ierror = CALLED(File_write_ordered)(File_of_number(*fh), address_of(buf), *count, Datatype_of_number(*datatype), status_of(status));
}
DATA_FORTRAN(void, File_write_ordered_begin, file_write_ordered_begin, FILE_WRITE_ORDERED_BEGIN, (const int *fh, void *buf, const int *count, const int *datatype, int *ierror))
{
    *ierror = CALLED(File_write_ordered_begin)(File_of_number(*fh), address_of(buf), *count, Datatype_of_number(*datatype));
}
DATA_FORTRAN(void, File_write_ordered_end, file_write_ordered_end, FILE_WRITE_ORDERED_END, (const int *fh, void *buf, int *status, int *ierror))
{
    *ierror = CALLED(File_write_ordered_end)(File_of_number(*fh), address_of(buf), status_of(status));
}
DATA_FORTRAN(void, File_write_shared, file_write_shared, FILE_WRITE_SHARED, (const int *fh, void *buf, const int *count, const int *datatype, int *status, int *ierror))
{
    *ierror = CALLED(File_write_shared)(File_of_number(*fh), address_of(buf), *count, Datatype_of_number(*datatype), status_of(status));
}
FORTRAN(void, Finalize, finalize, FINALIZE, (int *ierror))
{
    RETURNED(CALLED(Finalize)())
}
FORTRAN(void, Finalized, finalized, FINALIZED, (int *flag, int *ierror))
{
    RETURNED(CALLED(Finalized)((void *)flag))
}
DATA_FORTRAN(void, Free_mem, free_mem, FREE_MEM, (void *base, int *ierror))
{
    *ierror = CALLED(Free_mem)(address_of(base));
}
DATA_FORTRAN(void, Gather, gather, GATHER, (void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf, const int *recvcount, const int *recvtype, const int *root, const int *comm, int *ierror))
{
    *ierror = CALLED(Gather)(place_of(sendbuf), *sendcount, Datatype_of_number(*sendtype), place_of(recvbuf), *recvcount, Datatype_of_number(*recvtype), *root, Comm_of_number(*comm));
}
DATA_FORTRAN(void, Gather_init, gather_init, GATHER_INIT, (void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf, const int *recvcount, const int *recvtype, const int *root, const int *comm, const int *info, int *request, int *ierror))
{
    *ierror = CALLED(Gather_init)(place_of(sendbuf), *sendcount, Datatype_of_number(*sendtype), place_of(recvbuf), *recvcount, Datatype_of_number(*recvtype), *root, Comm_of_number(*comm), Info_of_number(*info), (void *)request);
}
DATA_FORTRAN(void, Gatherv, gatherv, GATHERV, (void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf, int *recvcounts, int *displs, const int *recvtype, const int *root, const int *comm, int *ierror))
{
    *ierror = CALLED(Gatherv)(place_of(sendbuf), *sendcount, Datatype_of_number(*sendtype), place_of(recvbuf), (void *)recvcounts, (void *)displs, Datatype_of_number(*recvtype), *root, Comm_of_number(*comm));
}
DATA_FORTRAN(void, Gatherv_init, gatherv_init, GATHERV_INIT, (void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf, int *recvcounts, int *displs, const int *recvtype, const int *root, const int *comm, const int *info, int *request, int *ierror))
{
    *ierror = CALLED(Gatherv_init)(place_of(sendbuf), *sendcount, Datatype_of_number(*sendtype), place_of(recvbuf), (void *)recvcounts, (void *)displs, Datatype_of_number(*recvtype), *root, Comm_of_number(*comm), Info_of_number(*info), (void *)request);
}
DATA_FORTRAN(void, Get, get, GET, (void *origin_addr, const int *origin_count, const int *origin_datatype, const int *target_rank, const intptr_t *target_disp, const int *target_count, const int *target_datatype, const int *win, int *ierror))
{
    *ierror = CALLED(Get)(address_of(origin_addr), *origin_count, Datatype_of_number(*origin_datatype), *target_rank, *target_disp, *target_count, Datatype_of_number(*target_datatype), Win_of_number(*win));
}
DATA_FORTRAN(void, Get_accumulate, get_accumulate, GET_ACCUMULATE, (void *origin_addr, const int *origin_count, const int *origin_datatype, void *result_addr, const int *result_count, const int *result_datatype, const int *target_rank, const intptr_t *target_disp, const int *target_count, const int *target_datatype, const int *op, const int *win, int *ierror))
{
    *ierror = CALLED(Get_accumulate)(address_of(origin_addr), *origin_count, Datatype_of_number(*origin_datatype), address_of(result_addr), *result_count, Datatype_of_number(*result_datatype), *target_rank, *target_disp, *target_count, Datatype_of_number(*target_datatype), Op_of_number(*op), Win_of_number(*win));
}
DATA_FORTRAN(void, Get_address, get_address, GET_ADDRESS, (void *location, intptr_t *address, int *ierror))
{
    *ierror = CALLED(Get_address)(address_of(location), (void *)address);
}
FORTRAN(void, Get_count, get_count, GET_COUNT, (int *status, const int *datatype, int *count, int *ierror))
{
    RETURNED(CALLED(Get_count)(status_of(status), Datatype_of_number(*datatype), (void *)count))
}
FORTRAN(void, Get_elements, get_elements, GET_ELEMENTS, (int *status, const int *datatype, int *count, int *ierror))
{
    RETURNED(CALLED(Get_elements)(status_of(status), Datatype_of_number(*datatype), (void *)count))
}
FORTRAN(void, Get_elements_x, get_elements_x, GET_ELEMENTS_X, (int *status, const int *datatype, int64_t *count, int *ierror))
{
    RETURNED(CALLED(Get_elements_x)(status_of(status), Datatype_of_number(*datatype), (void *)count))
}
FORTRAN(void, Get_hw_resource_info, get_hw_resource_info, GET_HW_RESOURCE_INFO, (int *hw_info, int *ierror))
{
    RETURNED(CALLED(Get_hw_resource_info)((void *)hw_info))
}
FORTRAN(void, Get_library_version, get_library_version, GET_LIBRARY_VERSION, (char *version, int *resultlen, int *ierror, size_t version_length))
{
    TEXT_OUT(version)
    int code = CALLED(Get_library_version)(version_c, (void *)resultlen);
    TEXT_OUT_DONE(version)
    RETURNED(code)
}
FORTRAN(void, Get_processor_name, get_processor_name, GET_PROCESSOR_NAME, (char *name, int *resultlen, int *ierror, size_t name_length))
{
    TEXT_OUT(name)
    int code = CALLED(Get_processor_name)(name_c, (void *)resultlen);
    TEXT_OUT_DONE(name)
    RETURNED(code)
}
FORTRAN(void, Get_version, get_version, GET_VERSION, (int *version, int *subversion, int *ierror))
{
    RETURNED(CALLED(Get_version)((void *)version, (void *)subversion))
}
FORTRAN(void, Graph_create, graph_create, GRAPH_CREATE, (const int *comm_old, const int *nnodes, int *indx, int *edges, const int *reorder, int *comm_graph, int *ierror))
{
    RETURNED(CALLED(Graph_create)(Comm_of_number(*comm_old), *nnodes, (void *)indx, (void *)edges, *reorder, (void *)comm_graph))
}
FORTRAN(void, Graph_get, graph_get, GRAPH_GET, (const int *comm, const int *maxindex, const int *maxedges, int *indx, int *edges, int *ierror))
{
    RETURNED(CALLED(Graph_get)(Comm_of_number(*comm), *maxindex, *maxedges, (void *)indx, (void *)edges))
}
FORTRAN(void, Graph_map, graph_map, GRAPH_MAP, (const int *comm, const int *nnodes, int *indx, int *edges, int *newrank, int *ierror))
{
    RETURNED(CALLED(Graph_map)(Comm_of_number(*comm), *nnodes, (void *)indx, (void *)edges, (void *)newrank))
}
FORTRAN(void, Graph_neighbors, graph_neighbors, GRAPH_NEIGHBORS, (const int *comm, const int *rank, const int *maxneighbors, int *neighbors, int *ierror))
{
    RETURNED(CALLED(Graph_neighbors)(Comm_of_number(*comm), *rank, *maxneighbors, (void *)neighbors))
}
FORTRAN(void, Graph_neighbors_count, graph_neighbors_count, GRAPH_NEIGHBORS_COUNT, (const int *comm, const int *rank, int *nneighbors, int *ierror))
{
    RETURNED(CALLED(Graph_neighbors_count)(Comm_of_number(*comm), *rank, (void *)nneighbors))
}
FORTRAN(void, Graphdims_get, graphdims_get, GRAPHDIMS_GET, (const int *comm, int *nnodes, int *nedges, int *ierror))
{
    RETURNED(CALLED(Graphdims_get)(Comm_of_number(*comm), (void *)nnodes, (void *)nedges))
}
FORTRAN(void, Grequest_complete, grequest_complete, GREQUEST_COMPLETE, (const int *request, int *ierror))
{
    RETURNED(CALLED(Grequest_complete)(Request_of_number(*request)))
}
FORTRAN(void, Group_compare, group_compare, GROUP_COMPARE, (const int *group1, const int *group2, int *result, int *ierror))
{
    RETURNED(CALLED(Group_compare)(Group_of_number(*group1), Group_of_number(*group2), (void *)result))
}
FORTRAN(void, Group_difference, group_difference, GROUP_DIFFERENCE, (const int *group1, const int *group2, int *newgroup, int *ierror))
{
    RETURNED(CALLED(Group_difference)(Group_of_number(*group1), Group_of_number(*group2), (void *)newgroup))
}
FORTRAN(void, Group_excl, group_excl, GROUP_EXCL, (const int *group, const int *n, int *ranks, int *newgroup, int *ierror))
{
    RETURNED(CALLED(Group_excl)(Group_of_number(*group), *n, (void *)ranks, (void *)newgroup))
}
FORTRAN(void, Group_free, group_free, GROUP_FREE, (int *group, int *ierror))
{
    RETURNED(CALLED(Group_free)((void *)group))
}
FORTRAN(void, Group_from_session_pset, group_from_session_pset, GROUP_FROM_SESSION_PSET, (const int *session, const char *pset_name, int *newgroup, int *ierror, size_t pset_name_length))
{
    TEXT_IN(pset_name)
    int code = CALLED(Group_from_session_pset)(Session_of_number(*session), pset_name_c, (void *)newgroup);
    TEXT_IN_DONE(pset_name)
    RETURNED(code)
}
FORTRAN(void, Group_incl, group_incl, GROUP_INCL, (const int *group, const int *n, int *ranks, int *newgroup, int *ierror))
{
    RETURNED(CALLED(Group_incl)(Group_of_number(*group), *n, (void *)ranks, (void *)newgroup))
}
FORTRAN(void, Group_intersection, group_intersection, GROUP_INTERSECTION, (const int *group1, const int *group2, int *newgroup, int *ierror))
{
    RETURNED(CALLED(Group_intersection)(Group_of_number(*group1), Group_of_number(*group2), (void *)newgroup))
}
FORTRAN(void, Group_range_excl, group_range_excl, GROUP_RANGE_EXCL, (const int *group, const int *n, int *ranges, int *newgroup, int *ierror))
{
    RETURNED(CALLED(Group_range_excl)(Group_of_number(*group), *n, (void *)ranges, (void *)newgroup))
}
FORTRAN(void, Group_range_incl, group_range_incl, GROUP_RANGE_INCL, (const int *group, const int *n, int *ranges, int *newgroup, int *ierror))
{
    RETURNED(CALLED(Group_range_incl)(Group_of_number(*group), *n, (void *)ranges, (void *)newgroup))
}
FORTRAN(void, Group_rank, group_rank, GROUP_RANK, (const int *group, int *rank, int *ierror))
{
    RETURNED(CALLED(Group_rank)(Group_of_number(*group), (void *)rank))
}
FORTRAN(void, Group_size, group_size, GROUP_SIZE, (const int *group, int *size, int *ierror))
{
    RETURNED(CALLED(Group_size)(Group_of_number(*group), (void *)size))
}
FORTRAN(void, Group_translate_ranks, group_translate_ranks, GROUP_TRANSLATE_RANKS, (const int *group1, const int *n, int *ranks1, const int *group2, int *ranks2, int *ierror))
{
    RETURNED(CALLED(Group_translate_ranks)(Group_of_number(*group1), *n, (void *)ranks1, Group_of_number(*group2), (void *)ranks2))
}
FORTRAN(void, Group_union, group_union, GROUP_UNION, (const int *group1, const int *group2, int *newgroup, int *ierror))
{
    RETURNED(CALLED(Group_union)(Group_of_number(*group1), Group_of_number(*group2), (void *)newgroup))
}
DATA_FORTRAN(void, Iallgather, iallgather, IALLGATHER, (void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf, const int *recvcount, const int *recvtype, const int *comm, int *request, int *ierror))
{
    *ierror = CALLED(Iallgather)(place_of(sendbuf), *sendcount, Datatype_of_number(*sendtype), place_of(recvbuf), *recvcount, Datatype_of_number(*recvtype), Comm_of_number(*comm), (void *)request);
}
DATA_FORTRAN(void, Iallgatherv, iallgatherv, IALLGATHERV, (void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf, int *recvcounts, int *displs, const int *recvtype, const int *comm, int *request, int *ierror))
{
    *ierror = CALLED(Iallgatherv)(place_of(sendbuf), *sendcount, Datatype_of_number(*sendtype), place_of(recvbuf), (void *)recvcounts, (void *)displs, Datatype_of_number(*recvtype), Comm_of_number(*comm), (void *)request);
}
DATA_FORTRAN(void, Iallreduce, iallreduce, IALLREDUCE, (void *sendbuf, void *recvbuf, const int *count, const int *datatype, const int *op, const int *comm, int *request, int *ierror))
{
    *ierror = CALLED(Iallreduce)(place_of(sendbuf), place_of(recvbuf), *count, Datatype_of_number(*datatype), Op_of_number(*op), Comm_of_number(*comm), (void *)request);
}
DATA_FORTRAN(void, Ialltoall, ialltoall, IALLTOALL, (void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf, const int *recvcount, const int *recvtype, const int *comm, int *request, int *ierror))
{
    *ierror = CALLED(Ialltoall)(place_of(sendbuf), *sendcount, Datatype_of_number(*sendtype), place_of(recvbuf), *recvcount, Datatype_of_number(*recvtype), Comm_of_number(*comm), (void *)request);
}
DATA_FORTRAN(void, Ialltoallv, ialltoallv, IALLTOALLV, (void *sendbuf, int *sendcounts, int *sdispls, const int *sendtype, void *recvbuf, int *recvcounts, int *rdispls, const int *recvtype, const int *comm, int *request, int *ierror))
{
    *ierror = CALLED(Ialltoallv)(place_of(sendbuf), (void *)sendcounts, (void *)sdispls, Datatype_of_number(*sendtype), place_of(recvbuf), (void *)recvcounts, (void *)rdispls, Datatype_of_number(*recvtype), Comm_of_number(*comm), (void *)request);
}
DATA_FORTRAN(void, Ialltoallw, ialltoallw, IALLTOALLW, (void *sendbuf, int *sendcounts, int *sdispls, int *sendtypes, void *recvbuf, int *recvcounts, int *rdispls, int *recvtypes, const int *comm, int *request, int *ierror))
{
    *ierror = CALLED(Ialltoallw)(place_of(sendbuf), (void *)sendcounts, (void *)sdispls, (void *)sendtypes, place_of(recvbuf), (void *)recvcounts, (void *)rdispls, (void *)recvtypes, Comm_of_number(*comm), (void *)request);
}
FORTRAN(void, Ibarrier, ibarrier, IBARRIER, (const int *comm, int *request, int *ierror))
{
    RETURNED(CALLED(Ibarrier)(Comm_of_number(*comm), (void *)request))
}
DATA_FORTRAN(void, Ibcast, ibcast, IBCAST, (void *buffer, const int *count, const int *datatype, const int *root, const int *comm, int *request, int *ierror))
{
    *ierror = CALLED(Ibcast)(place_of(buffer), *count, Datatype_of_number(*datatype), *root, Comm_of_number(*comm), (void *)request);
}
DATA_FORTRAN(void, Ibsend, ibsend, IBSEND, (void *buf, const int *count, const int *datatype, const int *dest, const int *tag, const int *comm, int *request, int *ierror))
{
    *ierror = CALLED(Ibsend)(address_of(buf), *count, Datatype_of_number(*datatype), *dest, *tag, Comm_of_number(*comm), (void *)request);
}
DATA_FORTRAN(void, Iexscan, iexscan, IEXSCAN, (void *sendbuf, void *recvbuf, const int *count, const int *datatype, const int *op, const int *comm, int *request, int *ierror))
{
    *ierror = CALLED(Iexscan)(place_of(sendbuf), place_of(recvbuf), *count, Datatype_of_number(*datatype), Op_of_number(*op), Comm_of_number(*comm), (void *)request);
}
DATA_FORTRAN(void, Igather, igather, IGATHER, (void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf, const int *recvcount, const int *recvtype, const int *root, const int *comm, int *request, int *ierror))
{
    *ierror = CALLED(Igather)(place_of(sendbuf), *sendcount, Datatype_of_number(*sendtype), place_of(recvbuf), *recvcount, Datatype_of_number(*recvtype), *root, Comm_of_number(*comm), (void *)request);
}
DATA_FORTRAN(void, Igatherv, igatherv, IGATHERV, (void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf, int *recvcounts, int *displs, const int *recvtype, const int *root, const int *comm, int *request, int *ierror))
{
    *ierror = CALLED(Igatherv)(place_of(sendbuf), *sendcount, Datatype_of_number(*sendtype), place_of(recvbuf), (void *)recvcounts, (void *)displs, Datatype_of_number(*recvtype), *root, Comm_of_number(*comm), (void *)request);
}
FORTRAN(void, Improbe, improbe, IMPROBE, (const int *source, const int *tag, const int *comm, int *flag, int *message, int *status, int *ierror))
{
    RETURNED(CALLED(Improbe)(*source, *tag, Comm_of_number(*comm), (void *)flag, (void *)message, status_of(status)))
}
DATA_FORTRAN(void, Imrecv, imrecv, IMRECV, (void *buf, const int *count, const int *datatype, int *message, int *request, int *ierror))
{
    *ierror = CALLED(Imrecv)(address_of(buf), *count, Datatype_of_number(*datatype), (void *)message, (void *)request);
}
DATA_FORTRAN(void, Ineighbor_allgather, ineighbor_allgather, INEIGHBOR_ALLGATHER, (void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf, const int *recvcount, const int *recvtype, const int *comm, int *request, int *ierror))
{
    *ierror = CALLED(Ineighbor_allgather)(place_of(sendbuf), *sendcount, Datatype_of_number(*sendtype), place_of(recvbuf), *recvcount, Datatype_of_number(*recvtype), Comm_of_number(*comm), (void *)request);
}
DATA_FORTRAN(void, Ineighbor_allgatherv, ineighbor_allgatherv, INEIGHBOR_ALLGATHERV, (void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf, int *recvcounts, int *displs, const int *recvtype, const int *comm, int *request, int *ierror))
{
    *ierror = CALLED(Ineighbor_allgatherv)(place_of(sendbuf), *sendcount, Datatype_of_number(*sendtype), place_of(recvbuf), (void *)recvcounts, (void *)displs, Datatype_of_number(*recvtype), Comm_of_number(*comm), (void *)request);
}
DATA_FORTRAN(void, Ineighbor_alltoall, ineighbor_alltoall, INEIGHBOR_ALLTOALL, (void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf, const int *recvcount, const int *recvtype, const int *comm, int *request, int *ierror))
{
    *ierror = CALLED(Ineighbor_alltoall)(place_of(sendbuf), *sendcount, Datatype_of_number(*sendtype), place_of(recvbuf), *recvcount, Datatype_of_number(*recvtype), Comm_of_number(*comm), (void *)request);
}
DATA_FORTRAN(void, Ineighbor_alltoallv, ineighbor_alltoallv, INEIGHBOR_ALLTOALLV, (void *sendbuf, int *sendcounts, int *sdispls, const int *sendtype, void *recvbuf, int *recvcounts, int *rdispls, const int *recvtype, const int *comm, int *request, int *ierror))
{
    *ierror = CALLED(Ineighbor_alltoallv)(place_of(sendbuf), (void *)sendcounts, (void *)sdispls, Datatype_of_number(*sendtype), place_of(recvbuf), (void *)recvcounts, (void *)rdispls, Datatype_of_number(*recvtype), Comm_of_number(*comm), (void *)request);
}
DATA_FORTRAN(void, Ineighbor_alltoallw, ineighbor_alltoallw, INEIGHBOR_ALLTOALLW, (void *sendbuf, int *sendcounts, intptr_t *sdispls, int *sendtypes, void *recvbuf, int *recvcounts, intptr_t *rdispls, int *recvtypes, const int *comm, int *request, int *ierror))
{
    *ierror = CALLED(Ineighbor_alltoallw)(place_of(sendbuf), (void *)sendcounts, (void *)sdispls, (void *)sendtypes, place_of(recvbuf), (void *)recvcounts, (void *)rdispls, (void *)recvtypes, Comm_of_number(*comm), (void *)request);
}
FORTRAN(void, Info_create, info_create, INFO_CREATE, (int *info, int *ierror))
{
    RETURNED(CALLED(Info_create)((void *)info))
}
FORTRAN(void, Info_delete, info_delete, INFO_DELETE, (const int *info, const char *key, int *ierror, size_t key_length))
{
    TEXT_KEY(key)
    int code = CALLED(Info_delete)(Info_of_number(*info), key_c);
    TEXT_KEY_DONE(key)
    RETURNED(code)
}
FORTRAN(void, Info_dup, info_dup, INFO_DUP, (const int *info, int *newinfo, int *ierror))
{
    RETURNED(CALLED(Info_dup)(Info_of_number(*info), (void *)newinfo))
}
FORTRAN(void, Info_free, info_free, INFO_FREE, (int *info, int *ierror))
{
    RETURNED(CALLED(Info_free)((void *)info))
}
FORTRAN(void, Info_get_nkeys, info_get_nkeys, INFO_GET_NKEYS, (const int *info, int *nkeys, int *ierror))
{
    RETURNED(CALLED(Info_get_nkeys)(Info_of_number(*info), (void *)nkeys))
}
FORTRAN(void, Info_get_nthkey, info_get_nthkey, INFO_GET_NTHKEY, (const int *info, const int *n, char *key, int *ierror, size_t key_length))
{
    TEXT_OUT(key)
    int code = CALLED(Info_get_nthkey)(Info_of_number(*info), *n, key_c);
    TEXT_OUT_DONE(key)
    RETURNED(code)
}
FORTRAN(void, Info_get_valuelen, info_get_valuelen, INFO_GET_VALUELEN, (const int *info, const char *key, int *valuelen, int *flag, int *ierror, size_t key_length))
{
    TEXT_KEY(key)
    int code = CALLED(Info_get_valuelen)(Info_of_number(*info), key_c, (void *)valuelen, (void *)flag);
    TEXT_KEY_DONE(key)
    RETURNED(code)
}
FORTRAN(void, Info_set, info_set, INFO_SET, (const int *info, const char *key, const char *value, int *ierror, size_t key_length, size_t value_length))
{
    TEXT_KEY(key)
    TEXT_KEY(value)
    int code = CALLED(Info_set)(Info_of_number(*info), key_c, value_c);
    TEXT_KEY_DONE(value)
    TEXT_KEY_DONE(key)
    RETURNED(code)
}
FORTRAN(void, Initialized, initialized, INITIALIZED, (int *flag, int *ierror))
{
    RETURNED(CALLED(Initialized)((void *)flag))
}
FORTRAN(void, Intercomm_create, intercomm_create, INTERCOMM_CREATE, (const int *local_comm, const int *local_leader, const int *peer_comm, const int *remote_leader, const int *tag, int *newintercomm, int *ierror))
{
    RETURNED(CALLED(Intercomm_create)(Comm_of_number(*local_comm), *local_leader, Comm_of_number(*peer_comm), *remote_leader, *tag, (void *)newintercomm))
}
FORTRAN(void, Intercomm_create_from_groups, intercomm_create_from_groups, INTERCOMM_CREATE_FROM_GROUPS, (const int *local_group, const int *local_leader, const int *remote_group, const int *remote_leader, const char *stringtag, const int *info, const int *errhandler, int *newintercomm, int *ierror, size_t stringtag_length))
{
    TEXT_IN(stringtag)
    int code = CALLED(Intercomm_create_from_groups)(Group_of_number(*local_group), *local_leader, Group_of_number(*remote_group), *remote_leader, stringtag_c, Info_of_number(*info), Errhandler_of_number(*errhandler), (void *)newintercomm);
    TEXT_IN_DONE(stringtag)
    RETURNED(code)
}
FORTRAN(void, Intercomm_merge, intercomm_merge, INTERCOMM_MERGE, (const int *intercomm, const int *high, int *newintracomm, int *ierror))
{
    RETURNED(CALLED(Intercomm_merge)(Comm_of_number(*intercomm), *high, (void *)newintracomm))
}
FORTRAN(void, Iprobe, iprobe, IPROBE, (const int *source, const int *tag, const int *comm, int *flag, int *status, int *ierror))
{
    RETURNED(CALLED(Iprobe)(*source, *tag, Comm_of_number(*comm), (void *)flag, status_of(status)))
}
DATA_FORTRAN(void, Irecv, irecv, IRECV, (void *buf, const int *count, const int *datatype, const int *source, const int *tag, const int *comm, int *request, int *ierror))
{
    *ierror = CALLED(Irecv)(address_of(buf), *count, Datatype_of_number(*datatype), *source, *tag, Comm_of_number(*comm), (void *)request);
}
DATA_FORTRAN(void, Ireduce, ireduce, IREDUCE, (void *sendbuf, void *recvbuf, const int *count, const int *datatype, const int *op, const int *root, const int *comm, int *request, int *ierror))
{
    *ierror = CALLED(Ireduce)(place_of(sendbuf), place_of(recvbuf), *count, Datatype_of_number(*datatype), Op_of_number(*op), *root, Comm_of_number(*comm), (void *)request);
}
DATA_FORTRAN(void, Ireduce_scatter, ireduce_scatter, IREDUCE_SCATTER, (void *sendbuf, void *recvbuf, int *recvcounts, const int *datatype, const int *op, const int *comm, int *request, int *ierror))
{
    *ierror = CALLED(Ireduce_scatter)(place_of(sendbuf), place_of(recvbuf), (void *)recvcounts, Datatype_of_number(*datatype), Op_of_number(*op), Comm_of_number(*comm), (void *)request);
}
DATA_FORTRAN(void, Ireduce_scatter_block, ireduce_scatter_block, IREDUCE_SCATTER_BLOCK, (void *sendbuf, void *recvbuf, const int *recvcount, const int *datatype, const int *op, const int *comm, int *request, int *ierror))
{
    *ierror = CALLED(Ireduce_scatter_block)(place_of(sendbuf), place_of(recvbuf), *recvcount, Datatype_of_number(*datatype), Op_of_number(*op), Comm_of_number(*comm), (void *)request);
}
DATA_FORTRAN(void, Irsend, irsend, IRSEND, (void *buf, const int *count, const int *datatype, const int *dest, const int *tag, const int *comm, int *request, int *ierror))
{
    *ierror = CALLED(Irsend)(address_of(buf), *count, Datatype_of_number(*datatype), *dest, *tag, Comm_of_number(*comm), (void *)request);
}
FORTRAN(void, Is_thread_main, is_thread_main, IS_THREAD_MAIN, (int *flag, int *ierror))
{
    RETURNED(CALLED(Is_thread_main)((void *)flag))
}
DATA_FORTRAN(void, Iscan, iscan, ISCAN, (void *sendbuf, void *recvbuf, const int *count, const int *datatype, const int *op, const int *comm, int *request, int *ierror))
{
    *ierror = CALLED(Iscan)(place_of(sendbuf), place_of(recvbuf), *count, Datatype_of_number(*datatype), Op_of_number(*op), Comm_of_number(*comm), (void *)request);
}
DATA_FORTRAN(void, Iscatter, iscatter, ISCATTER, (void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf, const int *recvcount, const int *recvtype, const int *root, const int *comm, int *request, int *ierror))
{
    *ierror = CALLED(Iscatter)(place_of(sendbuf), *sendcount, Datatype_of_number(*sendtype), place_of(recvbuf), *recvcount, Datatype_of_number(*recvtype), *root, Comm_of_number(*comm), (void *)request);
}
DATA_FORTRAN(void, Iscatterv, iscatterv, ISCATTERV, (void *sendbuf, int *sendcounts, int *displs, const int *sendtype, void *recvbuf, const int *recvcount, const int *recvtype, const int *root, const int *comm, int *request, int *ierror))
{
    *ierror = CALLED(Iscatterv)(place_of(sendbuf), (void *)sendcounts, (void *)displs, Datatype_of_number(*sendtype), place_of(recvbuf), *recvcount, Datatype_of_number(*recvtype), *root, Comm_of_number(*comm), (void *)request);
}
DATA_FORTRAN(void, Isend, isend, ISEND, (void *buf, const int *count, const int *datatype, const int *dest, const int *tag, const int *comm, int *request, int *ierror))
{
    *ierror = CALLED(Isend)(address_of(buf), *count, Datatype_of_number(*datatype), *dest, *tag, Comm_of_number(*comm), (void *)request);
}
DATA_FORTRAN(void, Isendrecv, isendrecv, ISENDRECV, (void *sendbuf, const int *sendcount, const int *sendtype, const int *dest, const int *sendtag, void *recvbuf, const int *recvcount, const int *recvtype, const int *source, const int *recvtag, const int *comm, int *request, int *ierror))
{
    *ierror = CALLED(Isendrecv)(address_of(sendbuf), *sendcount, Datatype_of_number(*sendtype), *dest, *sendtag, address_of(recvbuf), *recvcount, Datatype_of_number(*recvtype), *source, *recvtag, Comm_of_number(*comm), (void *)request);
}
DATA_FORTRAN(void, Isendrecv_replace, isendrecv_replace, ISENDRECV_REPLACE, (void *buf, const int *count, const int *datatype, const int *dest, const int *sendtag, const int *source, const int *recvtag, const int *comm, int *request, int *ierror))
{
    *ierror = CALLED(Isendrecv_replace)(address_of(buf), *count, Datatype_of_number(*datatype), *dest, *sendtag, *source, *recvtag, Comm_of_number(*comm), (void *)request);
}
DATA_FORTRAN(void, Issend, issend, ISSEND, (void *buf, const int *count, const int *datatype, const int *dest, const int *tag, const int *comm, int *request, int *ierror))
{
    *ierror = CALLED(Issend)(address_of(buf), *count, Datatype_of_number(*datatype), *dest, *tag, Comm_of_number(*comm), (void *)request);
}
FORTRAN(void, Keyval_free, keyval_free, KEYVAL_FREE, (int *keyval, int *ierror))
{
    RETURNED(CALLED(Keyval_free)((void *)keyval))
}
FORTRAN(void, Lookup_name, lookup_name, LOOKUP_NAME, (const char *service_name, const int *info, char *port_name, int *ierror, size_t service_name_length, size_t port_name_length))
{
    TEXT_IN(service_name)
    TEXT_OUT(port_name)
    int code = CALLED(Lookup_name)(service_name_c, Info_of_number(*info), port_name_c);
    TEXT_OUT_DONE(port_name)
    TEXT_IN_DONE(service_name)
    RETURNED(code)
}
FORTRAN(void, Mprobe, mprobe, MPROBE, (const int *source, const int *tag, const int *comm, int *message, int *status, int *ierror))
{
    RETURNED(CALLED(Mprobe)(*source, *tag, Comm_of_number(*comm), (void *)message, status_of(status)))
}
DATA_FORTRAN(void, Mrecv, mrecv, MRECV, (void *buf, const int *count, const int *datatype, int *message, int *status, int *ierror))
{
    *ierror = CALLED(Mrecv)(address_of(buf), *count, Datatype_of_number(*datatype), (void *)message, status_of(status));
}
DATA_FORTRAN(void, Neighbor_allgather, neighbor_allgather, NEIGHBOR_ALLGATHER, (void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf, const int *recvcount, const int *recvtype, const int *comm, int *ierror))
{
    *ierror = CALLED(Neighbor_allgather)(place_of(sendbuf), *sendcount, Datatype_of_number(*sendtype), place_of(recvbuf), *recvcount, Datatype_of_number(*recvtype), Comm_of_number(*comm));
}
DATA_FORTRAN(void, Neighbor_allgather_init, neighbor_allgather_init, NEIGHBOR_ALLGATHER_INIT, (void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf, const int *recvcount, const int *recvtype, const int *comm, const int *info, int *request, int *ierror))
{
    *ierror = CALLED(Neighbor_allgather_init)(place_of(sendbuf), *sendcount, Datatype_of_number(*sendtype), place_of(recvbuf), *recvcount, Datatype_of_number(*recvtype), Comm_of_number(*comm), Info_of_number(*info), (void *)request);
}
DATA_FORTRAN(void, Neighbor_allgatherv, neighbor_allgatherv, NEIGHBOR_ALLGATHERV, (void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf, int *recvcounts, int *displs, const int *recvtype, const int *comm, int *ierror))
{
    *ierror = CALLED(Neighbor_allgatherv)(place_of(sendbuf), *sendcount, Datatype_of_number(*sendtype), place_of(recvbuf), (void *)recvcounts, (void *)displs, Datatype_of_number(*recvtype), Comm_of_number(*comm));
}
DATA_FORTRAN(void, Neighbor_allgatherv_init, neighbor_allgatherv_init, NEIGHBOR_ALLGATHERV_INIT, (void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf, int *recvcounts, int *displs, const int *recvtype, const int *comm, const int *info, int *request, int *ierror))
{
    *ierror = CALLED(Neighbor_allgatherv_init)(place_of(sendbuf), *sendcount, Datatype_of_number(*sendtype), place_of(recvbuf), (void *)recvcounts, (void *)displs, Datatype_of_number(*recvtype), Comm_of_number(*comm), Info_of_number(*info), (void *)request);
}
DATA_FORTRAN(void, Neighbor_alltoall, neighbor_alltoall, NEIGHBOR_ALLTOALL, (void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf, const int *recvcount, const int *recvtype, const int *comm, int *ierror))
{
    *ierror = CALLED(Neighbor_alltoall)(place_of(sendbuf), *sendcount, Datatype_of_number(*sendtype), place_of(recvbuf), *recvcount, Datatype_of_number(*recvtype), Comm_of_number(*comm));
}
DATA_FORTRAN(void, Neighbor_alltoall_init, neighbor_alltoall_init, NEIGHBOR_ALLTOALL_INIT, (void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf, const int *recvcount, const int *recvtype, const int *comm, const int *info, int *request, int *ierror))
{
    *ierror = CALLED(Neighbor_alltoall_init)(place_of(sendbuf), *sendcount, Datatype_of_number(*sendtype), place_of(recvbuf), *recvcount, Datatype_of_number(*recvtype), Comm_of_number(*comm), Info_of_number(*info), (void *)request);
}
DATA_FORTRAN(void, Neighbor_alltoallv, neighbor_alltoallv, NEIGHBOR_ALLTOALLV, (void *sendbuf, int *sendcounts, int *sdispls, const int *sendtype, void *recvbuf, int *recvcounts, int *rdispls, const int *recvtype, const int *comm, int *ierror))
{
    *ierror = CALLED(Neighbor_alltoallv)(place_of(sendbuf), (void *)sendcounts, (void *)sdispls, Datatype_of_number(*sendtype), place_of(recvbuf), (void *)recvcounts, (void *)rdispls, Datatype_of_number(*recvtype), Comm_of_number(*comm));
}
DATA_FORTRAN(void, Neighbor_alltoallv_init, neighbor_alltoallv_init, NEIGHBOR_ALLTOALLV_INIT, (void *sendbuf, int *sendcounts, int *sdispls, const int *sendtype, void *recvbuf, int *recvcounts, int *rdispls, const int *recvtype, const int *comm, const int *info, int *request, int *ierror))
{
    *ierror = CALLED(Neighbor_alltoallv_init)(place_of(sendbuf), (void *)sendcounts, (void *)sdispls, Datatype_of_number(*sendtype), place_of(recvbuf), (void *)recvcounts, (void *)rdispls, Datatype_of_number(*recvtype), Comm_of_number(*comm), Info_of_number(*info), (void *)request);
}
DATA_FORTRAN(void, Neighbor_alltoallw, neighbor_alltoallw, NEIGHBOR_ALLTOALLW, (void *sendbuf, int *sendcounts, intptr_t *sdispls, int *sendtypes, void *recvbuf, int *recvcounts, intptr_t *rdispls, int *recvtypes, const int *comm, int *ierror))
{
    *ierror = CALLED(Neighbor_alltoallw)(place_of(sendbuf), (void *)sendcounts, (void *)sdispls, (void *)sendtypes, place_of(recvbuf), (void *)recvcounts, (void *)rdispls, (void *)recvtypes, Comm_of_number(*comm));
}
DATA_FORTRAN(void, Neighbor_alltoallw_init, neighbor_alltoallw_init, NEIGHBOR_ALLTOALLW_INIT, (void *sendbuf, int *sendcounts, intptr_t *sdispls, int *sendtypes, void *recvbuf, int *recvcounts, intptr_t *rdispls, int *recvtypes, const int *comm, const int *info, int *request, int *ierror))
{
    *ierror = CALLED(Neighbor_alltoallw_init)(place_of(sendbuf), (void *)sendcounts, (void *)sdispls, (void *)sendtypes, place_of(recvbuf), (void *)recvcounts, (void *)rdispls, (void *)recvtypes, Comm_of_number(*comm), Info_of_number(*info), (void *)request);
}
FORTRAN(void, Op_commutative, op_commutative, OP_COMMUTATIVE, (const int *op, int *commute, int *ierror))
{
    RETURNED(CALLED(Op_commutative)(Op_of_number(*op), (void *)commute))
}
FORTRAN(void, Op_create, op_create, OP_CREATE, (void *user_fn, const int *commute, int *op, int *ierror))
{
    RETURNED(CALLED(Op_create)(user_fn, *commute, (void *)op))
}
FORTRAN(void, Op_free, op_free, OP_FREE, (int *op, int *ierror))
{
    RETURNED(CALLED(Op_free)((void *)op))
}
FORTRAN(void, Open_port, open_port, OPEN_PORT, (const int *info, char *port_name, int *ierror, size_t port_name_length))
{
    TEXT_OUT(port_name)
    int code = CALLED(Open_port)(Info_of_number(*info), port_name_c);
    TEXT_OUT_DONE(port_name)
    RETURNED(code)
}
DATA_FORTRAN(void, Pack, pack, PACK, (void *inbuf, const int *incount, const int *datatype, void *outbuf, const int *outsize, int *position, const int *comm, int *ierror))
{
    *ierror = CALLED(Pack)(address_of(inbuf), *incount, Datatype_of_number(*datatype), address_of(outbuf), *outsize, (void *)position, Comm_of_number(*comm));
}
DATA_FORTRAN(void, Pack_external, pack_external, PACK_EXTERNAL, (const char *datarep, void *inbuf, const int *incount, const int *datatype, void *outbuf, const intptr_t *outsize, intptr_t *position, int *ierror, size_t datarep_length))
{
    TEXT_IN(datarep)
    int code = CALLED(Pack_external)(datarep_c, address_of(inbuf), *incount, Datatype_of_number(*datatype), address_of(outbuf), *outsize, (void *)position);
    TEXT_IN_DONE(datarep)
    RETURNED(code)
}
FORTRAN(void, Pack_external_size, pack_external_size, PACK_EXTERNAL_SIZE, (const char *datarep, const int *incount, const int *datatype, intptr_t *size, int *ierror, size_t datarep_length))
{
    TEXT_IN(datarep)
    int code = CALLED(Pack_external_size)(datarep_c, *incount, Datatype_of_number(*datatype), (void *)size);
    TEXT_IN_DONE(datarep)
    RETURNED(code)
}
FORTRAN(void, Pack_size, pack_size, PACK_SIZE, (const int *incount, const int *datatype, const int *comm, int *size, int *ierror))
{
    RETURNED(CALLED(Pack_size)(*incount, Datatype_of_number(*datatype), Comm_of_number(*comm), (void *)size))
}
FORTRAN(void, Parrived, parrived, PARRIVED, (const int *request, const int *partition, int *flag, int *ierror))
{
    RETURNED(CALLED(Parrived)(Request_of_number(*request), *partition, (void *)flag))
}
FORTRAN(void, Pready, pready, PREADY, (const int *partition, const int *request, int *ierror))
{
    RETURNED(CALLED(Pready)(*partition, Request_of_number(*request)))
}
FORTRAN(void, Pready_list, pready_list, PREADY_LIST, (const int *length, int *array_of_partitions, const int *request, int *ierror))
{
    RETURNED(CALLED(Pready_list)(*length, (void *)array_of_partitions, Request_of_number(*request)))
}
FORTRAN(void, Pready_range, pready_range, PREADY_RANGE, (const int *partition_low, const int *partition_high, const int *request, int *ierror))
{
    RETURNED(CALLED(Pready_range)(*partition_low, *partition_high, Request_of_number(*request)))
}
DATA_FORTRAN(void, Precv_init, precv_init, PRECV_INIT, (void *buf, const int *partitions, const int *count, const int *datatype, const int *dest, const int *tag, const int *comm, const int *info, int *request, int *ierror))
{
    *ierror = CALLED(Precv_init)(address_of(buf), *partitions, *count, Datatype_of_number(*datatype), *dest, *tag, Comm_of_number(*comm), Info_of_number(*info), (void *)request);
}
FORTRAN(void, Probe, probe, PROBE, (const int *source, const int *tag, const int *comm, int *status, int *ierror))
{
    RETURNED(CALLED(Probe)(*source, *tag, Comm_of_number(*comm), status_of(status)))
}
DATA_FORTRAN(void, Psend_init, psend_init, PSEND_INIT, (void *buf, const int *partitions, const int *count, const int *datatype, const int *dest, const int *tag, const int *comm, const int *info, int *request, int *ierror))
{
    *ierror = CALLED(Psend_init)(address_of(buf), *partitions, *count, Datatype_of_number(*datatype), *dest, *tag, Comm_of_number(*comm), Info_of_number(*info), (void *)request);
}
FORTRAN(void, Publish_name, publish_name, PUBLISH_NAME, (const char *service_name, const int *info, const char *port_name, int *ierror, size_t service_name_length, size_t port_name_length))
{
    TEXT_IN(service_name)
    TEXT_IN(port_name)
    int code = CALLED(Publish_name)(service_name_c, Info_of_number(*info), port_name_c);
    TEXT_IN_DONE(port_name)
    TEXT_IN_DONE(service_name)
    RETURNED(code)
}
DATA_FORTRAN(void, Put, put, PUT, (void *origin_addr, const int *origin_count, const int *origin_datatype, const int *target_rank, const intptr_t *target_disp, const int *target_count, const int *target_datatype, const int *win, int *ierror))
{
    *ierror = CALLED(Put)(address_of(origin_addr), *origin_count, Datatype_of_number(*origin_datatype), *target_rank, *target_disp, *target_count, Datatype_of_number(*target_datatype), Win_of_number(*win));
}
FORTRAN(void, Query_thread, query_thread, QUERY_THREAD, (int *provided, int *ierror))
{
    RETURNED(CALLED(Query_thread)((void *)provided))
}
DATA_FORTRAN(void, Raccumulate, raccumulate, RACCUMULATE, (void *origin_addr, const int *origin_count, const int *origin_datatype, const int *target_rank, const intptr_t *target_disp, const int *target_count, const int *target_datatype, const int *op, const int *win, int *request, int *ierror))
{
    *ierror = CALLED(Raccumulate)(address_of(origin_addr), *origin_count, Datatype_of_number(*origin_datatype), *target_rank, *target_disp, *target_count, Datatype_of_number(*target_datatype), Op_of_number(*op), Win_of_number(*win), (void *)request);
}
DATA_FORTRAN(void, Recv, recv, RECV, (void *buf, const int *count, const int *datatype, const int *source, const int *tag, const int *comm, int *status, int *ierror))
{
    *ierror = CALLED(Recv)(address_of(buf), *count, Datatype_of_number(*datatype), *source, *tag, Comm_of_number(*comm), status_of(status));
}
DATA_FORTRAN(void, Recv_init, recv_init, RECV_INIT, (void *buf, const int *count, const int *datatype, const int *source, const int *tag, const int *comm, int *request, int *ierror))
{
    *ierror = CALLED(Recv_init)(address_of(buf), *count, Datatype_of_number(*datatype), *source, *tag, Comm_of_number(*comm), (void *)request);
}
DATA_FORTRAN(void, Reduce, reduce, REDUCE, (void *sendbuf, void *recvbuf, const int *count, const int *datatype, const int *op, const int *root, const int *comm, int *ierror))
{
    *ierror = CALLED(Reduce)(place_of(sendbuf), place_of(recvbuf), *count, Datatype_of_number(*datatype), Op_of_number(*op), *root, Comm_of_number(*comm));
}
DATA_FORTRAN(void, Reduce_init, reduce_init, REDUCE_INIT, (void *sendbuf, void *recvbuf, const int *count, const int *datatype, const int *op, const int *root, const int *comm, const int *info, int *request, int *ierror))
{
    *ierror = CALLED(Reduce_init)(place_of(sendbuf), place_of(recvbuf), *count, Datatype_of_number(*datatype), Op_of_number(*op), *root, Comm_of_number(*comm), Info_of_number(*info), (void *)request);
}
DATA_FORTRAN(void, Reduce_local, reduce_local, REDUCE_LOCAL, (void *inbuf, void *inoutbuf, const int *count, const int *datatype, const int *op, int *ierror))
{
    *ierror = CALLED(Reduce_local)(place_of(inbuf), place_of(inoutbuf), *count, Datatype_of_number(*datatype), Op_of_number(*op));
}
DATA_FORTRAN(void, Reduce_scatter, reduce_scatter, REDUCE_SCATTER, (void *sendbuf, void *recvbuf, int *recvcounts, const int *datatype, const int *op, const int *comm, int *ierror))
{
    *ierror = CALLED(Reduce_scatter)(place_of(sendbuf), place_of(recvbuf), (void *)recvcounts, Datatype_of_number(*datatype), Op_of_number(*op), Comm_of_number(*comm));
}
DATA_FORTRAN(void, Reduce_scatter_block, reduce_scatter_block, REDUCE_SCATTER_BLOCK, (void *sendbuf, void *recvbuf, const int *recvcount, const int *datatype, const int *op, const int *comm, int *ierror))
{
    *ierror = CALLED(Reduce_scatter_block)(place_of(sendbuf), place_of(recvbuf), *recvcount, Datatype_of_number(*datatype), Op_of_number(*op), Comm_of_number(*comm));
}
DATA_FORTRAN(void, Reduce_scatter_block_init, reduce_scatter_block_init, REDUCE_SCATTER_BLOCK_INIT, (void *sendbuf, void *recvbuf, const int *recvcount, const int *datatype, const int *op, const int *comm, const int *info, int *request, int *ierror))
{
    *ierror = CALLED(Reduce_scatter_block_init)(place_of(sendbuf), place_of(recvbuf), *recvcount, Datatype_of_number(*datatype), Op_of_number(*op), Comm_of_number(*comm), Info_of_number(*info), (void *)request);
}
DATA_FORTRAN(void, Reduce_scatter_init, reduce_scatter_init, REDUCE_SCATTER_INIT, (void *sendbuf, void *recvbuf, int *recvcounts, const int *datatype, const int *op, const int *comm, const int *info, int *request, int *ierror))
{
    *ierror = CALLED(Reduce_scatter_init)(place_of(sendbuf), place_of(recvbuf), (void *)recvcounts, Datatype_of_number(*datatype), Op_of_number(*op), Comm_of_number(*comm), Info_of_number(*info), (void *)request);
}
FORTRAN(void, Remove_error_class, remove_error_class, REMOVE_ERROR_CLASS, (const int *errorclass, int *ierror))
{
    RETURNED(CALLED(Remove_error_class)(*errorclass))
}
FORTRAN(void, Remove_error_code, remove_error_code, REMOVE_ERROR_CODE, (const int *errorcode, int *ierror))
{
    RETURNED(CALLED(Remove_error_code)(*errorcode))
}
FORTRAN(void, Remove_error_string, remove_error_string, REMOVE_ERROR_STRING, (const int *errorcode, int *ierror))
{
    RETURNED(CALLED(Remove_error_string)(*errorcode))
}
FORTRAN(void, Request_free, request_free, REQUEST_FREE, (int *request, int *ierror))
{
    RETURNED(CALLED(Request_free)((void *)request))
}
FORTRAN(void, Request_get_status, request_get_status, REQUEST_GET_STATUS, (const int *request, int *flag, int *status, int *ierror))
{
    RETURNED(CALLED(Request_get_status)(Request_of_number(*request), (void *)flag, status_of(status)))
}
FORTRAN(void, Request_get_status_all, request_get_status_all, REQUEST_GET_STATUS_ALL, (const int *count, int *array_of_requests, int *flag, int *array_of_statuses, int *ierror))
{
    RETURNED(CALLED(Request_get_status_all)(*count, (void *)array_of_requests, (void *)flag, statuses_of(array_of_statuses)))
}
FORTRAN(void, Request_get_status_any, request_get_status_any, REQUEST_GET_STATUS_ANY, (const int *count, int *array_of_requests, int *indx, int *flag, int *status, int *ierror))
{
    POSITION(indx)
    int code = CALLED(Request_get_status_any)(*count, (void *)array_of_requests, indx_c, (void *)flag, status_of(status));
    POSITION_DONE(indx)
    RETURNED(code)
}
FORTRAN(void, Request_get_status_some, request_get_status_some, REQUEST_GET_STATUS_SOME, (const int *incount, int *array_of_requests, int *outcount, int *array_of_indices, int *array_of_statuses, int *ierror))
{
    POSITIONS(array_of_indices, outcount)
    int code = CALLED(Request_get_status_some)(*incount, (void *)array_of_requests, (void *)outcount, array_of_indices_c, statuses_of(array_of_statuses));
    POSITIONS_DONE(array_of_indices, outcount)
    RETURNED(code)
}
DATA_FORTRAN(void, Rget, rget, RGET, (void *origin_addr, const int *origin_count, const int *origin_datatype, const int *target_rank, const intptr_t *target_disp, const int *target_count, const int *target_datatype, const int *win, int *request, int *ierror))
{
    *ierror = CALLED(Rget)(address_of(origin_addr), *origin_count, Datatype_of_number(*origin_datatype), *target_rank, *target_disp, *target_count, Datatype_of_number(*target_datatype), Win_of_number(*win), (void *)request);
}
DATA_FORTRAN(void, Rget_accumulate, rget_accumulate, RGET_ACCUMULATE, (void *origin_addr, const int *origin_count, const int *origin_datatype, void *result_addr, const int *result_count, const int *result_datatype, const int *target_rank, const intptr_t *target_disp, const int *target_count, const int *target_datatype, const int *op, const int *win, int *request, int *ierror))
{
    *ierror = CALLED(Rget_accumulate)(address_of(origin_addr), *origin_count, Datatype_of_number(*origin_datatype), address_of(result_addr), *result_count, Datatype_of_number(*result_datatype), *target_rank, *target_disp, *target_count, Datatype_of_number(*target_datatype), Op_of_number(*op), Win_of_number(*win), (void *)request);
}
DATA_FORTRAN(void, Rput, rput, RPUT, (void *origin_addr, const int *origin_count, const int *origin_datatype, const int *target_rank, const intptr_t *target_disp, const int *target_count, const int *target_datatype, const int *win, int *request, int *ierror))
{
    *ierror = CALLED(Rput)(address_of(origin_addr), *origin_count, Datatype_of_number(*origin_datatype), *target_rank, *target_disp, *target_count, Datatype_of_number(*target_datatype), Win_of_number(*win), (void *)request);
}
DATA_FORTRAN(void, Rsend, rsend, RSEND, (void *buf, const int *count, const int *datatype, const int *dest, const int *tag, const int *comm, int *ierror))
{
    *ierror = CALLED(Rsend)(address_of(buf), *count, Datatype_of_number(*datatype), *dest, *tag, Comm_of_number(*comm));
}
DATA_FORTRAN(void, Rsend_init, rsend_init, RSEND_INIT, (void *buf, const int *count, const int *datatype, const int *dest, const int *tag, const int *comm, int *request, int *ierror))
{
    *ierror = CALLED(Rsend_init)(address_of(buf), *count, Datatype_of_number(*datatype), *dest, *tag, Comm_of_number(*comm), (void *)request);
}
DATA_FORTRAN(void, Scan, scan, SCAN, (void *sendbuf, void *recvbuf, const int *count, const int *datatype, const int *op, const int *comm, int *ierror))
{
    *ierror = CALLED(Scan)(place_of(sendbuf), place_of(recvbuf), *count, Datatype_of_number(*datatype), Op_of_number(*op), Comm_of_number(*comm));
}
DATA_FORTRAN(void, Scan_init, scan_init, SCAN_INIT, (void *sendbuf, void *recvbuf, const int *count, const int *datatype, const int *op, const int *comm, const int *info, int *request, int *ierror))
{
    *ierror = CALLED(Scan_init)(place_of(sendbuf), place_of(recvbuf), *count, Datatype_of_number(*datatype), Op_of_number(*op), Comm_of_number(*comm), Info_of_number(*info), (void *)request);
}
DATA_FORTRAN(void, Scatter, scatter, SCATTER, (void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf, const int *recvcount, const int *recvtype, const int *root, const int *comm, int *ierror))
{
    *ierror = CALLED(Scatter)(place_of(sendbuf), *sendcount, Datatype_of_number(*sendtype), place_of(recvbuf), *recvcount, Datatype_of_number(*recvtype), *root, Comm_of_number(*comm));
}
DATA_FORTRAN(void, Scatter_init, scatter_init, SCATTER_INIT, (void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf, const int *recvcount, const int *recvtype, const int *root, const int *comm, const int *info, int *request, int *ierror))
{
    *ierror = CALLED(Scatter_init)(place_of(sendbuf), *sendcount, Datatype_of_number(*sendtype), place_of(recvbuf), *recvcount, Datatype_of_number(*recvtype), *root, Comm_of_number(*comm), Info_of_number(*info), (void *)request);
}
DATA_FORTRAN(void, Scatterv, scatterv, SCATTERV, (void *sendbuf, int *sendcounts, int *displs, const int *sendtype, void *recvbuf, const int *recvcount, const int *recvtype, const int *root, const int *comm, int *ierror))
{
    *ierror = CALLED(Scatterv)(place_of(sendbuf), (void *)sendcounts, (void *)displs, Datatype_of_number(*sendtype), place_of(recvbuf), *recvcount, Datatype_of_number(*recvtype), *root, Comm_of_number(*comm));
}
DATA_FORTRAN(void, Scatterv_init, scatterv_init, SCATTERV_INIT, (void *sendbuf, int *sendcounts, int *displs, const int *sendtype, void *recvbuf, const int *recvcount, const int *recvtype, const int *root, const int *comm, const int *info, int *request, int *ierror))
{
    *ierror = CALLED(Scatterv_init)(place_of(sendbuf), (void *)sendcounts, (void *)displs, Datatype_of_number(*sendtype), place_of(recvbuf), *recvcount, Datatype_of_number(*recvtype), *root, Comm_of_number(*comm), Info_of_number(*info), (void *)request);
}
DATA_FORTRAN(void, Send, send, SEND, (void *buf, const int *count, const int *datatype, const int *dest, const int *tag, const int *comm, int *ierror))
{
    *ierror = CALLED(Send)(address_of(buf), *count, Datatype_of_number(*datatype), *dest, *tag, Comm_of_number(*comm));
}
DATA_FORTRAN(void, Send_init, send_init, SEND_INIT, (void *buf, const int *count, const int *datatype, const int *dest, const int *tag, const int *comm, int *request, int *ierror))
{
    *ierror = CALLED(Send_init)(address_of(buf), *count, Datatype_of_number(*datatype), *dest, *tag, Comm_of_number(*comm), (void *)request);
}
DATA_FORTRAN(void, Sendrecv, sendrecv, SENDRECV, (void *sendbuf, const int *sendcount, const int *sendtype, const int *dest, const int *sendtag, void *recvbuf, const int *recvcount, const int *recvtype, const int *source, const int *recvtag, const int *comm, int *status, int *ierror))
{
    *ierror = CALLED(Sendrecv)(address_of(sendbuf), *sendcount, Datatype_of_number(*sendtype), *dest, *sendtag, address_of(recvbuf), *recvcount, Datatype_of_number(*recvtype), *source, *recvtag, Comm_of_number(*comm), status_of(status));
}
DATA_FORTRAN(void, Sendrecv_replace, sendrecv_replace, SENDRECV_REPLACE, (void *buf, const int *count, const int *datatype, const int *dest, const int *sendtag, const int *source, const int *recvtag, const int *comm, int *status, int *ierror))
{
    *ierror = CALLED(Sendrecv_replace)(address_of(buf), *count, Datatype_of_number(*datatype), *dest, *sendtag, *source, *recvtag, Comm_of_number(*comm), status_of(status));
}
DATA_FORTRAN(void, Session_attach_buffer, session_attach_buffer, SESSION_ATTACH_BUFFER, (const int *session, void *buffer, const int *size, int *ierror))
{
    *ierror = CALLED(Session_attach_buffer)(Session_of_number(*session), address_of(buffer), *size);
}
FORTRAN(void, Session_call_errhandler, session_call_errhandler, SESSION_CALL_ERRHANDLER, (const int *session, const int *errorcode, int *ierror))
{
    RETURNED(CALLED(Session_call_errhandler)(Session_of_number(*session), *errorcode))
}
FORTRAN(void, Session_create_errhandler, session_create_errhandler, SESSION_CREATE_ERRHANDLER, (void *session_errhandler_fn, int *errhandler, int *ierror))
{
    RETURNED(CALLED(Session_create_errhandler)(session_errhandler_fn, (void *)errhandler))
}
FORTRAN(void, Session_detach_buffer, session_detach_buffer, SESSION_DETACH_BUFFER, (const int *session, void *buffer_addr, int *size, int *ierror))
{
    RETURNED(CALLED(Session_detach_buffer)(Session_of_number(*session), address_of(buffer_addr), (void *)size))
}
FORTRAN(void, Session_finalize, session_finalize, SESSION_FINALIZE, (int *session, int *ierror))
{
    RETURNED(CALLED(Session_finalize)((void *)session))
}
FORTRAN(void, Session_flush_buffer, session_flush_buffer, SESSION_FLUSH_BUFFER, (const int *session, int *ierror))
{
    RETURNED(CALLED(Session_flush_buffer)(Session_of_number(*session)))
}
FORTRAN(void, Session_get_errhandler, session_get_errhandler, SESSION_GET_ERRHANDLER, (const int *session, int *errhandler, int *ierror))
{
    RETURNED(CALLED(Session_get_errhandler)(Session_of_number(*session), (void *)errhandler))
}
FORTRAN(void, Session_get_info, session_get_info, SESSION_GET_INFO, (const int *session, int *info_used, int *ierror))
{
    RETURNED(CALLED(Session_get_info)(Session_of_number(*session), (void *)info_used))
}
FORTRAN(void, Session_get_num_psets, session_get_num_psets, SESSION_GET_NUM_PSETS, (const int *session, const int *info, int *npset_names, int *ierror))
{
    RETURNED(CALLED(Session_get_num_psets)(Session_of_number(*session), Info_of_number(*info), (void *)npset_names))
}
FORTRAN(void, Session_get_pset_info, session_get_pset_info, SESSION_GET_PSET_INFO, (const int *session, const char *pset_name, int *info, int *ierror, size_t pset_name_length))
{
    TEXT_IN(pset_name)
    int code = CALLED(Session_get_pset_info)(Session_of_number(*session), pset_name_c, (void *)info);
    TEXT_IN_DONE(pset_name)
    RETURNED(code)
}
FORTRAN(void, Session_iflush_buffer, session_iflush_buffer, SESSION_IFLUSH_BUFFER, (const int *session, int *request, int *ierror))
{
    RETURNED(CALLED(Session_iflush_buffer)(Session_of_number(*session), (void *)request))
}
FORTRAN(void, Session_init, session_init, SESSION_INIT, (const int *info, const int *errhandler, int *session, int *ierror))
{
    RETURNED(CALLED(Session_init)(Info_of_number(*info), Errhandler_of_number(*errhandler), (void *)session))
}
FORTRAN(void, Session_set_errhandler, session_set_errhandler, SESSION_SET_ERRHANDLER, (const int *session, const int *errhandler, int *ierror))
{
    RETURNED(CALLED(Session_set_errhandler)(Session_of_number(*session), Errhandler_of_number(*errhandler)))
}
DATA_FORTRAN(void, Ssend, ssend, SSEND, (void *buf, const int *count, const int *datatype, const int *dest, const int *tag, const int *comm, int *ierror))
{
    *ierror = CALLED(Ssend)(address_of(buf), *count, Datatype_of_number(*datatype), *dest, *tag, Comm_of_number(*comm));
}
DATA_FORTRAN(void, Ssend_init, ssend_init, SSEND_INIT, (void *buf, const int *count, const int *datatype, const int *dest, const int *tag, const int *comm, int *request, int *ierror))
{
    *ierror = CALLED(Ssend_init)(address_of(buf), *count, Datatype_of_number(*datatype), *dest, *tag, Comm_of_number(*comm), (void *)request);
}
FORTRAN(void, Start, start, START, (int *request, int *ierror))
{
    RETURNED(CALLED(Start)((void *)request))
}
FORTRAN(void, Startall, startall, STARTALL, (const int *count, int *array_of_requests, int *ierror))
{
    RETURNED(CALLED(Startall)(*count, (void *)array_of_requests))
}
FORTRAN(void, Status_get_error, status_get_error, STATUS_GET_ERROR, (int *status, int *error, int *ierror))
{
    RETURNED(CALLED(Status_get_error)(status_of(status), (void *)error))
}
FORTRAN(void, Status_get_source, status_get_source, STATUS_GET_SOURCE, (int *status, int *source, int *ierror))
{
    RETURNED(CALLED(Status_get_source)(status_of(status), (void *)source))
}
FORTRAN(void, Status_get_tag, status_get_tag, STATUS_GET_TAG, (int *status, int *tag, int *ierror))
{
    RETURNED(CALLED(Status_get_tag)(status_of(status), (void *)tag))
}
FORTRAN(void, Status_set_cancelled, status_set_cancelled, STATUS_SET_CANCELLED, (int *status, const int *flag, int *ierror))
{
    RETURNED(CALLED(Status_set_cancelled)(status_of(status), *flag))
}
FORTRAN(void, Status_set_elements, status_set_elements, STATUS_SET_ELEMENTS, (int *status, const int *datatype, const int *count, int *ierror))
{
    RETURNED(CALLED(Status_set_elements)(status_of(status), Datatype_of_number(*datatype), *count))
}
FORTRAN(void, Status_set_elements_x, status_set_elements_x, STATUS_SET_ELEMENTS_X, (int *status, const int *datatype, const int64_t *count, int *ierror))
{
    RETURNED(CALLED(Status_set_elements_x)(status_of(status), Datatype_of_number(*datatype), *count))
}
FORTRAN(void, Status_set_error, status_set_error, STATUS_SET_ERROR, (int *status, const int *error, int *ierror))
{
    RETURNED(CALLED(Status_set_error)(status_of(status), *error))
}
FORTRAN(void, Status_set_source, status_set_source, STATUS_SET_SOURCE, (int *status, const int *source, int *ierror))
{
    RETURNED(CALLED(Status_set_source)(status_of(status), *source))
}
FORTRAN(void, Status_set_tag, status_set_tag, STATUS_SET_TAG, (int *status, const int *tag, int *ierror))
{
    RETURNED(CALLED(Status_set_tag)(status_of(status), *tag))
}
FORTRAN(void, Test, test, TEST, (int *request, int *flag, int *status, int *ierror))
{
    RETURNED(CALLED(Test)((void *)request, (void *)flag, status_of(status)))
}
FORTRAN(void, Test_cancelled, test_cancelled, TEST_CANCELLED, (int *status, int *flag, int *ierror))
{
    RETURNED(CALLED(Test_cancelled)(status_of(status), (void *)flag))
}
FORTRAN(void, Testall, testall, TESTALL, (const int *count, int *array_of_requests, int *flag, int *array_of_statuses, int *ierror))
{
    RETURNED(CALLED(Testall)(*count, (void *)array_of_requests, (void *)flag, statuses_of(array_of_statuses)))
}
FORTRAN(void, Testany, testany, TESTANY, (const int *count, int *array_of_requests, int *indx, int *flag, int *status, int *ierror))
{
    POSITION(indx)
    int code = CALLED(Testany)(*count, (void *)array_of_requests, indx_c, (void *)flag, status_of(status));
    POSITION_DONE(indx)
    RETURNED(code)
}
FORTRAN(void, Testsome, testsome, TESTSOME, (const int *incount, int *array_of_requests, int *outcount, int *array_of_indices, int *array_of_statuses, int *ierror))
{
    POSITIONS(array_of_indices, outcount)
    int code = CALLED(Testsome)(*incount, (void *)array_of_requests, (void *)outcount, array_of_indices_c, statuses_of(array_of_statuses));
    POSITIONS_DONE(array_of_indices, outcount)
    RETURNED(code)
}
FORTRAN(void, Topo_test, topo_test, TOPO_TEST, (const int *comm, int *status, int *ierror))
{
    RETURNED(CALLED(Topo_test)(Comm_of_number(*comm), (void *)status))
}
FORTRAN(void, Type_commit, type_commit, TYPE_COMMIT, (int *datatype, int *ierror))
{
    RETURNED(CALLED(Type_commit)((void *)datatype))
}
FORTRAN(void, Type_contiguous, type_contiguous, TYPE_CONTIGUOUS, (const int *count, const int *oldtype, int *newtype, int *ierror))
{
    RETURNED(CALLED(Type_contiguous)(*count, Datatype_of_number(*oldtype), (void *)newtype))
}
FORTRAN(void, Type_create_darray, type_create_darray, TYPE_CREATE_DARRAY, (const int *size, const int *rank, const int *ndims, int *array_of_gsizes, int *array_of_distribs, int *array_of_dargs, int *array_of_psizes, const int *order, const int *oldtype, int *newtype, int *ierror))
{
    RETURNED(CALLED(Type_create_darray)(*size, *rank, *ndims, (void *)array_of_gsizes, (void *)array_of_distribs, (void *)array_of_dargs, (void *)array_of_psizes, *order, Datatype_of_number(*oldtype), (void *)newtype))
}
FORTRAN(void, Type_create_f90_complex, type_create_f90_complex, TYPE_CREATE_F90_COMPLEX, (const int *p, const int *r, int *newtype, int *ierror))
{
    RETURNED(CALLED(Type_create_f90_complex)(*p, *r, (void *)newtype))
}
FORTRAN(void, Type_create_f90_integer, type_create_f90_integer, TYPE_CREATE_F90_INTEGER, (const int *r, int *newtype, int *ierror))
{
    RETURNED(CALLED(Type_create_f90_integer)(*r, (void *)newtype))
}
FORTRAN(void, Type_create_f90_real, type_create_f90_real, TYPE_CREATE_F90_REAL, (const int *p, const int *r, int *newtype, int *ierror))
{
    RETURNED(CALLED(Type_create_f90_real)(*p, *r, (void *)newtype))
}
FORTRAN(void, Type_create_hindexed, type_create_hindexed, TYPE_CREATE_HINDEXED, (const int *count, int *array_of_blocklengths, intptr_t *array_of_displacements, const int *oldtype, int *newtype, int *ierror))
{
    RETURNED(CALLED(Type_create_hindexed)(*count, (void *)array_of_blocklengths, (void *)array_of_displacements, Datatype_of_number(*oldtype), (void *)newtype))
}
FORTRAN(void, Type_create_hindexed_block, type_create_hindexed_block, TYPE_CREATE_HINDEXED_BLOCK, (const int *count, const int *blocklength, intptr_t *array_of_displacements, const int *oldtype, int *newtype, int *ierror))
{
    RETURNED(CALLED(Type_create_hindexed_block)(*count, *blocklength, (void *)array_of_displacements, Datatype_of_number(*oldtype), (void *)newtype))
}
FORTRAN(void, Type_create_hvector, type_create_hvector, TYPE_CREATE_HVECTOR, (const int *count, const int *blocklength, const intptr_t *stride, const int *oldtype, int *newtype, int *ierror))
{
    RETURNED(CALLED(Type_create_hvector)(*count, *blocklength, *stride, Datatype_of_number(*oldtype), (void *)newtype))
}
FORTRAN(void, Type_create_indexed_block, type_create_indexed_block, TYPE_CREATE_INDEXED_BLOCK, (const int *count, const int *blocklength, int *array_of_displacements, const int *oldtype, int *newtype, int *ierror))
{
    RETURNED(CALLED(Type_create_indexed_block)(*count, *blocklength, (void *)array_of_displacements, Datatype_of_number(*oldtype), (void *)newtype))
}
FORTRAN(void, Type_create_resized, type_create_resized, TYPE_CREATE_RESIZED, (const int *oldtype, const intptr_t *lb, const intptr_t *extent, int *newtype, int *ierror))
{
    RETURNED(CALLED(Type_create_resized)(Datatype_of_number(*oldtype), *lb, *extent, (void *)newtype))
}
FORTRAN(void, Type_create_struct, type_create_struct, TYPE_CREATE_STRUCT, (const int *count, int *array_of_blocklengths, intptr_t *array_of_displacements, int *array_of_types, int *newtype, int *ierror))
{
    RETURNED(CALLED(Type_create_struct)(*count, (void *)array_of_blocklengths, (void *)array_of_displacements, (void *)array_of_types, (void *)newtype))
}
FORTRAN(void, Type_create_subarray, type_create_subarray, TYPE_CREATE_SUBARRAY, (const int *ndims, int *array_of_sizes, int *array_of_subsizes, int *array_of_starts, const int *order, const int *oldtype, int *newtype, int *ierror))
{
    RETURNED(CALLED(Type_create_subarray)(*ndims, (void *)array_of_sizes, (void *)array_of_subsizes, (void *)array_of_starts, *order, Datatype_of_number(*oldtype), (void *)newtype))
}
FORTRAN(void, Type_delete_attr, type_delete_attr, TYPE_DELETE_ATTR, (const int *datatype, const int *type_keyval, int *ierror))
{
    RETURNED(CALLED(Type_delete_attr)(Datatype_of_number(*datatype), *type_keyval))
}
FORTRAN(void, Type_dup, type_dup, TYPE_DUP, (const int *oldtype, int *newtype, int *ierror))
{
    RETURNED(CALLED(Type_dup)(Datatype_of_number(*oldtype), (void *)newtype))
}
FORTRAN(void, Type_free, type_free, TYPE_FREE, (int *datatype, int *ierror))
{
    RETURNED(CALLED(Type_free)((void *)datatype))
}
FORTRAN(void, Type_free_keyval, type_free_keyval, TYPE_FREE_KEYVAL, (int *type_keyval, int *ierror))
{
    RETURNED(CALLED(Type_free_keyval)((void *)type_keyval))
}
FORTRAN(void, Type_get_contents, type_get_contents, TYPE_GET_CONTENTS, (const int *datatype, const int *max_integers, const int *max_addresses, const int *max_datatypes, int *array_of_integers, intptr_t *array_of_addresses, int *array_of_datatypes, int *ierror))
{
    RETURNED(CALLED(Type_get_contents)(Datatype_of_number(*datatype), *max_integers, *max_addresses, *max_datatypes, (void *)array_of_integers, (void *)array_of_addresses, (void *)array_of_datatypes))
}
FORTRAN(void, Type_get_envelope, type_get_envelope, TYPE_GET_ENVELOPE, (const int *datatype, int *num_integers, int *num_addresses, int *num_datatypes, int *combiner, int *ierror))
{
    RETURNED(CALLED(Type_get_envelope)(Datatype_of_number(*datatype), (void *)num_integers, (void *)num_addresses, (void *)num_datatypes, (void *)combiner))
}
FORTRAN(void, Type_get_extent, type_get_extent, TYPE_GET_EXTENT, (const int *datatype, intptr_t *lb, intptr_t *extent, int *ierror))
{
    RETURNED(CALLED(Type_get_extent)(Datatype_of_number(*datatype), (void *)lb, (void *)extent))
}
FORTRAN(void, Type_get_extent_x, type_get_extent_x, TYPE_GET_EXTENT_X, (const int *datatype, int64_t *lb, int64_t *extent, int *ierror))
{
    RETURNED(CALLED(Type_get_extent_x)(Datatype_of_number(*datatype), (void *)lb, (void *)extent))
}
FORTRAN(void, Type_get_name, type_get_name, TYPE_GET_NAME, (const int *datatype, char *type_name, int *resultlen, int *ierror, size_t type_name_length))
{
    TEXT_OUT(type_name)
    int code = CALLED(Type_get_name)(Datatype_of_number(*datatype), type_name_c, (void *)resultlen);
    TEXT_OUT_DONE(type_name)
    RETURNED(code)
}
FORTRAN(void, Type_get_true_extent, type_get_true_extent, TYPE_GET_TRUE_EXTENT, (const int *datatype, intptr_t *true_lb, intptr_t *true_extent, int *ierror))
{
    RETURNED(CALLED(Type_get_true_extent)(Datatype_of_number(*datatype), (void *)true_lb, (void *)true_extent))
}
FORTRAN(void, Type_get_true_extent_x, type_get_true_extent_x, TYPE_GET_TRUE_EXTENT_X, (const int *datatype, int64_t *true_lb, int64_t *true_extent, int *ierror))
{
    RETURNED(CALLED(Type_get_true_extent_x)(Datatype_of_number(*datatype), (void *)true_lb, (void *)true_extent))
}
FORTRAN(void, Type_get_value_index, type_get_value_index, TYPE_GET_VALUE_INDEX, (const int *value_type, const int *index_type, int *pair_type, int *ierror))
{
    RETURNED(CALLED(Type_get_value_index)(Datatype_of_number(*value_type), Datatype_of_number(*index_type), (void *)pair_type))
}
FORTRAN(void, Type_indexed, type_indexed, TYPE_INDEXED, (const int *count, int *array_of_blocklengths, int *array_of_displacements, const int *oldtype, int *newtype, int *ierror))
{
    RETURNED(CALLED(Type_indexed)(*count, (void *)array_of_blocklengths, (void *)array_of_displacements, Datatype_of_number(*oldtype), (void *)newtype))
}
FORTRAN(void, Type_match_size, type_match_size, TYPE_MATCH_SIZE, (const int *typeclass, const int *size, int *datatype, int *ierror))
{
    RETURNED(CALLED(Type_match_size)(*typeclass, *size, (void *)datatype))
}
FORTRAN(void, Type_set_name, type_set_name, TYPE_SET_NAME, (const int *datatype, const char *type_name, int *ierror, size_t type_name_length))
{
    TEXT_IN(type_name)
    int code = CALLED(Type_set_name)(Datatype_of_number(*datatype), type_name_c);
    TEXT_IN_DONE(type_name)
    RETURNED(code)
}
FORTRAN(void, Type_size, type_size, TYPE_SIZE, (const int *datatype, int *size, int *ierror))
{
    RETURNED(CALLED(Type_size)(Datatype_of_number(*datatype), (void *)size))
}
FORTRAN(void, Type_size_x, type_size_x, TYPE_SIZE_X, (const int *datatype, int64_t *size, int *ierror))
{
    RETURNED(CALLED(Type_size_x)(Datatype_of_number(*datatype), (void *)size))
}
FORTRAN(void, Type_vector, type_vector, TYPE_VECTOR, (const int *count, const int *blocklength, const int *stride, const int *oldtype, int *newtype, int *ierror))
{
    RETURNED(CALLED(Type_vector)(*count, *blocklength, *stride, Datatype_of_number(*oldtype), (void *)newtype))
}
DATA_FORTRAN(void, Unpack, unpack, UNPACK, (void *inbuf, const int *insize, int *position, void *outbuf, const int *outcount, const int *datatype, const int *comm, int *ierror))
{
    *ierror = CALLED(Unpack)(address_of(inbuf), *insize, (void *)position, address_of(outbuf), *outcount, Datatype_of_number(*datatype), Comm_of_number(*comm));
}
DATA_FORTRAN(void, Unpack_external, unpack_external, UNPACK_EXTERNAL, (const char *datarep, void *inbuf, const intptr_t *insize, intptr_t *position, void *outbuf, const int *outcount, const int *datatype, int *ierror, size_t datarep_length))
{
    TEXT_IN(datarep)
    int code = CALLED(Unpack_external)(datarep_c, address_of(inbuf), *insize, (void *)position, address_of(outbuf), *outcount, Datatype_of_number(*datatype));
    TEXT_IN_DONE(datarep)
    RETURNED(code)
}
FORTRAN(void, Unpublish_name, unpublish_name, UNPUBLISH_NAME, (const char *service_name, const int *info, const char *port_name, int *ierror, size_t service_name_length, size_t port_name_length))
{
    TEXT_IN(service_name)
    TEXT_IN(port_name)
    int code = CALLED(Unpublish_name)(service_name_c, Info_of_number(*info), port_name_c);
    TEXT_IN_DONE(port_name)
    TEXT_IN_DONE(service_name)
    RETURNED(code)
}
FORTRAN(void, Wait, wait, WAIT, (int *request, int *status, int *ierror))
{
    RETURNED(CALLED(Wait)((void *)request, status_of(status)))
}
FORTRAN(void, Waitall, waitall, WAITALL, (const int *count, int *array_of_requests, int *array_of_statuses, int *ierror))
{
    RETURNED(CALLED(Waitall)(*count, (void *)array_of_requests, statuses_of(array_of_statuses)))
}
FORTRAN(void, Waitany, waitany, WAITANY, (const int *count, int *array_of_requests, int *indx, int *status, int *ierror))
{
    POSITION(indx)
    int code = CALLED(Waitany)(*count, (void *)array_of_requests, indx_c, status_of(status));
    POSITION_DONE(indx)
    RETURNED(code)
}
FORTRAN(void, Waitsome, waitsome, WAITSOME, (const int *incount, int *array_of_requests, int *outcount, int *array_of_indices, int *array_of_statuses, int *ierror))
{
    POSITIONS(array_of_indices, outcount)
    int code = CALLED(Waitsome)(*incount, (void *)array_of_requests, (void *)outcount, array_of_indices_c, statuses_of(array_of_statuses));
    POSITIONS_DONE(array_of_indices, outcount)
    RETURNED(code)
}
FORTRAN(void, Win_allocate, win_allocate, WIN_ALLOCATE, (const intptr_t *size, const int *disp_unit, const int *info, const int *comm, void *baseptr, int *win, int *ierror))
{
    RETURNED(CALLED(Win_allocate)(*size, *disp_unit, Info_of_number(*info), Comm_of_number(*comm), address_of(baseptr), (void *)win))
}
FORTRAN(void, Win_allocate_shared, win_allocate_shared, WIN_ALLOCATE_SHARED, (const intptr_t *size, const int *disp_unit, const int *info, const int *comm, void *baseptr, int *win, int *ierror))
{
    RETURNED(CALLED(Win_allocate_shared)(*size, *disp_unit, Info_of_number(*info), Comm_of_number(*comm), address_of(baseptr), (void *)win))
}
DATA_FORTRAN(void, Win_attach, win_attach, WIN_ATTACH, (const int *win, void *base, const intptr_t *size, int *ierror))
{
    *ierror = CALLED(Win_attach)(Win_of_number(*win), address_of(base), *size);
}
FORTRAN(void, Win_call_errhandler, win_call_errhandler, WIN_CALL_ERRHANDLER, (const int *win, const int *errorcode, int *ierror))
{
    RETURNED(CALLED(Win_call_errhandler)(Win_of_number(*win), *errorcode))
}
FORTRAN(void, Win_complete, win_complete, WIN_COMPLETE, (const int *win, int *ierror))
{
    RETURNED(CALLED(Win_complete)(Win_of_number(*win)))
}
DATA_FORTRAN(void, Win_create, win_create, WIN_CREATE, (void *base, const intptr_t *size, const int *disp_unit, const int *info, const int *comm, int *win, int *ierror))
{
    *ierror = CALLED(Win_create)(address_of(base), *size, *disp_unit, Info_of_number(*info), Comm_of_number(*comm), (void *)win);
}
FORTRAN(void, Win_create_dynamic, win_create_dynamic, WIN_CREATE_DYNAMIC, (const int *info, const int *comm, int *win, int *ierror))
{
    RETURNED(CALLED(Win_create_dynamic)(Info_of_number(*info), Comm_of_number(*comm), (void *)win))
}
FORTRAN(void, Win_create_errhandler, win_create_errhandler, WIN_CREATE_ERRHANDLER, (void *win_errhandler_fn, int *errhandler, int *ierror))
{
    RETURNED(CALLED(Win_create_errhandler)(win_errhandler_fn, (void *)errhandler))
}
FORTRAN(void, Win_delete_attr, win_delete_attr, WIN_DELETE_ATTR, (const int *win, const int *win_keyval, int *ierror))
{
    RETURNED(CALLED(Win_delete_attr)(Win_of_number(*win), *win_keyval))
}
DATA_FORTRAN(void, Win_detach, win_detach, WIN_DETACH, (const int *win, void *base, int *ierror))
{
    *ierror = CALLED(Win_detach)(Win_of_number(*win), address_of(base));
}
FORTRAN(void, Win_fence, win_fence, WIN_FENCE, (const int *assert, const int *win, int *ierror))
{
    RETURNED(CALLED(Win_fence)(*assert, Win_of_number(*win)))
}
FORTRAN(void, Win_flush, win_flush, WIN_FLUSH, (const int *rank, const int *win, int *ierror))
{
    RETURNED(CALLED(Win_flush)(*rank, Win_of_number(*win)))
}
FORTRAN(void, Win_flush_all, win_flush_all, WIN_FLUSH_ALL, (const int *win, int *ierror))
{
    RETURNED(CALLED(Win_flush_all)(Win_of_number(*win)))
}
FORTRAN(void, Win_flush_local, win_flush_local, WIN_FLUSH_LOCAL, (const int *rank, const int *win, int *ierror))
{
    RETURNED(CALLED(Win_flush_local)(*rank, Win_of_number(*win)))
}
FORTRAN(void, Win_flush_local_all, win_flush_local_all, WIN_FLUSH_LOCAL_ALL, (const int *win, int *ierror))
{
    RETURNED(CALLED(Win_flush_local_all)(Win_of_number(*win)))
}
FORTRAN(void, Win_free, win_free, WIN_FREE, (int *win, int *ierror))
{
    RETURNED(CALLED(Win_free)((void *)win))
}
FORTRAN(void, Win_free_keyval, win_free_keyval, WIN_FREE_KEYVAL, (int *win_keyval, int *ierror))
{
    RETURNED(CALLED(Win_free_keyval)((void *)win_keyval))
}
FORTRAN(void, Win_get_errhandler, win_get_errhandler, WIN_GET_ERRHANDLER, (const int *win, int *errhandler, int *ierror))
{
    RETURNED(CALLED(Win_get_errhandler)(Win_of_number(*win), (void *)errhandler))
}
FORTRAN(void, Win_get_group, win_get_group, WIN_GET_GROUP, (const int *win, int *group, int *ierror))
{
    RETURNED(CALLED(Win_get_group)(Win_of_number(*win), (void *)group))
}
FORTRAN(void, Win_get_info, win_get_info, WIN_GET_INFO, (const int *win, int *info_used, int *ierror))
{
    RETURNED(CALLED(Win_get_info)(Win_of_number(*win), (void *)info_used))
}
FORTRAN(void, Win_get_name, win_get_name, WIN_GET_NAME, (const int *win, char *win_name, int *resultlen, int *ierror, size_t win_name_length))
{
    TEXT_OUT(win_name)
    int code = CALLED(Win_get_name)(Win_of_number(*win), win_name_c, (void *)resultlen);
    TEXT_OUT_DONE(win_name)
    RETURNED(code)
}
FORTRAN(void, Win_lock, win_lock, WIN_LOCK, (const int *lock_type, const int *rank, const int *assert, const int *win, int *ierror))
{
    RETURNED(CALLED(Win_lock)(*lock_type, *rank, *assert, Win_of_number(*win)))
}
FORTRAN(void, Win_lock_all, win_lock_all, WIN_LOCK_ALL, (const int *assert, const int *win, int *ierror))
{
    RETURNED(CALLED(Win_lock_all)(*assert, Win_of_number(*win)))
}
FORTRAN(void, Win_post, win_post, WIN_POST, (const int *group, const int *assert, const int *win, int *ierror))
{
    RETURNED(CALLED(Win_post)(Group_of_number(*group), *assert, Win_of_number(*win)))
}
FORTRAN(void, Win_set_errhandler, win_set_errhandler, WIN_SET_ERRHANDLER, (const int *win, const int *errhandler, int *ierror))
{
    RETURNED(CALLED(Win_set_errhandler)(Win_of_number(*win), Errhandler_of_number(*errhandler)))
}
FORTRAN(void, Win_set_info, win_set_info, WIN_SET_INFO, (const int *win, const int *info, int *ierror))
{
    RETURNED(CALLED(Win_set_info)(Win_of_number(*win), Info_of_number(*info)))
}
FORTRAN(void, Win_set_name, win_set_name, WIN_SET_NAME, (const int *win, const char *win_name, int *ierror, size_t win_name_length))
{
    TEXT_IN(win_name)
    int code = CALLED(Win_set_name)(Win_of_number(*win), win_name_c);
    TEXT_IN_DONE(win_name)
    RETURNED(code)
}
FORTRAN(void, Win_shared_query, win_shared_query, WIN_SHARED_QUERY, (const int *win, const int *rank, intptr_t *size, int *disp_unit, void *baseptr, int *ierror))
{
    RETURNED(CALLED(Win_shared_query)(Win_of_number(*win), *rank, (void *)size, (void *)disp_unit, address_of(baseptr)))
}
FORTRAN(void, Win_start, win_start, WIN_START, (const int *group, const int *assert, const int *win, int *ierror))
{
    RETURNED(CALLED(Win_start)(Group_of_number(*group), *assert, Win_of_number(*win)))
}
FORTRAN(void, Win_sync, win_sync, WIN_SYNC, (const int *win, int *ierror))
{
    RETURNED(CALLED(Win_sync)(Win_of_number(*win)))
}
FORTRAN(void, Win_test, win_test, WIN_TEST, (const int *win, int *flag, int *ierror))
{
    RETURNED(CALLED(Win_test)(Win_of_number(*win), (void *)flag))
}
FORTRAN(void, Win_unlock, win_unlock, WIN_UNLOCK, (const int *rank, const int *win, int *ierror))
{
    RETURNED(CALLED(Win_unlock)(*rank, Win_of_number(*win)))
}
FORTRAN(void, Win_unlock_all, win_unlock_all, WIN_UNLOCK_ALL, (const int *win, int *ierror))
{
    RETURNED(CALLED(Win_unlock_all)(Win_of_number(*win)))
}
FORTRAN(void, Win_wait, win_wait, WIN_WAIT, (const int *win, int *ierror))
{
    RETURNED(CALLED(Win_wait)(Win_of_number(*win)))
}
FORTRAN(intptr_t, Aint_add, aint_add, AINT_ADD, (const intptr_t *base, const intptr_t *disp))
{
    return CALLED(Aint_add)(*base, *disp);
}
FORTRAN(intptr_t, Aint_diff, aint_diff, AINT_DIFF, (const intptr_t *addr1, const intptr_t *addr2))
{
    return CALLED(Aint_diff)(*addr1, *addr2);
}
FORTRAN(double, Wtick, wtick, WTICK, (void))
{
    return CALLED(Wtick)();
}
FORTRAN(double, Wtime, wtime, WTIME, (void))
{
    return CALLED(Wtime)();
}
