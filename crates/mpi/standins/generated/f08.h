/* Written by `cargo xtask gen`; do not edit. */
F08(void, accumulate_f08ts, (const struct array *origin_addr, const int *origin_count, const int *origin_datatype, const int *target_rank, const intptr_t *target_disp, const int *target_count, const int *target_datatype, const int *op, const int *win, int *ierror))
{
    if (LIKELY(is_simple(origin_addr))) {
        RETURNED(CALLED(Accumulate)(address_of(origin_addr->base), *origin_count, Datatype_of_number(*origin_datatype), *target_rank, *target_disp, *target_count, Datatype_of_number(*target_datatype), Op_of_number(*op), Win_of_number(*win)))
        return;
    }
    SECTION(origin_addr, origin_count, origin_datatype)
    int code = CALLED(Accumulate)(origin_addr_c, origin_addr_count, origin_addr_type, *target_rank, *target_disp, *target_count, Datatype_of_number(*target_datatype), Op_of_number(*op), Win_of_number(*win));
    SECTION_DONE(origin_addr, origin_count, origin_datatype)
    RETURNED(code)
}
F08(void, accumulate_f08ts_large, (const struct array *origin_addr, const int64_t *origin_count, const int *origin_datatype, const int *target_rank, const intptr_t *target_disp, const int64_t *target_count, const int *target_datatype, const int *op, const int *win, int *ierror))
{
    if (LIKELY(is_simple(origin_addr))) {
        RETURNED(CALLED(Accumulate_c)(address_of(origin_addr->base), *origin_count, Datatype_of_number(*origin_datatype), *target_rank, *target_disp, *target_count, Datatype_of_number(*target_datatype), Op_of_number(*op), Win_of_number(*win)))
        return;
    }
    SECTION(origin_addr, origin_count, origin_datatype)
    int code = CALLED(Accumulate_c)(origin_addr_c, origin_addr_count, origin_addr_type, *target_rank, *target_disp, *target_count, Datatype_of_number(*target_datatype), Op_of_number(*op), Win_of_number(*win));
    SECTION_DONE(origin_addr, origin_count, origin_datatype)
    RETURNED(code)
}
F08(void, allgather_f08ts, (const struct array *sendbuf, const int *sendcount, const int *sendtype, const struct array *recvbuf, const int *recvcount, const int *recvtype, const int *comm, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    int code = CALLED(Allgather)(sendbuf_c, *sendcount, Datatype_of_number(*sendtype), recvbuf_c, *recvcount, Datatype_of_number(*recvtype), Comm_of_number(*comm));
    end_copies(copies);
    RETURNED(code)
}
F08(void, allgather_f08ts_large, (const struct array *sendbuf, const int64_t *sendcount, const int *sendtype, const struct array *recvbuf, const int64_t *recvcount, const int *recvtype, const int *comm, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    int code = CALLED(Allgather_c)(sendbuf_c, *sendcount, Datatype_of_number(*sendtype), recvbuf_c, *recvcount, Datatype_of_number(*recvtype), Comm_of_number(*comm));
    end_copies(copies);
    RETURNED(code)
}
F08(void, allgather_init_f08ts, (const struct array *sendbuf, const int *sendcount, const int *sendtype, const struct array *recvbuf, const int *recvcount, const int *recvtype, const int *comm, const int *info, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Allgather_init)(sendbuf_c, *sendcount, Datatype_of_number(*sendtype), recvbuf_c, *recvcount, Datatype_of_number(*recvtype), Comm_of_number(*comm), Info_of_number(*info), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, allgather_init_f08ts_large, (const struct array *sendbuf, const int64_t *sendcount, const int *sendtype, const struct array *recvbuf, const int64_t *recvcount, const int *recvtype, const int *comm, const int *info, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Allgather_init_c)(sendbuf_c, *sendcount, Datatype_of_number(*sendtype), recvbuf_c, *recvcount, Datatype_of_number(*recvtype), Comm_of_number(*comm), Info_of_number(*info), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, allgatherv_f08ts, (const struct array *sendbuf, const int *sendcount, const int *sendtype, const struct array *recvbuf, int *recvcounts, int *displs, const int *recvtype, const int *comm, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    int code = CALLED(Allgatherv)(sendbuf_c, *sendcount, Datatype_of_number(*sendtype), recvbuf_c, (void *)recvcounts, (void *)displs, Datatype_of_number(*recvtype), Comm_of_number(*comm));
    end_copies(copies);
    RETURNED(code)
}
F08(void, allgatherv_f08ts_large, (const struct array *sendbuf, const int64_t *sendcount, const int *sendtype, const struct array *recvbuf, int64_t *recvcounts, intptr_t *displs, const int *recvtype, const int *comm, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    int code = CALLED(Allgatherv_c)(sendbuf_c, *sendcount, Datatype_of_number(*sendtype), recvbuf_c, (void *)recvcounts, (void *)displs, Datatype_of_number(*recvtype), Comm_of_number(*comm));
    end_copies(copies);
    RETURNED(code)
}
F08(void, allgatherv_init_f08ts, (const struct array *sendbuf, const int *sendcount, const int *sendtype, const struct array *recvbuf, int *recvcounts, int *displs, const int *recvtype, const int *comm, const int *info, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Allgatherv_init)(sendbuf_c, *sendcount, Datatype_of_number(*sendtype), recvbuf_c, (void *)recvcounts, (void *)displs, Datatype_of_number(*recvtype), Comm_of_number(*comm), Info_of_number(*info), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, allgatherv_init_f08ts_large, (const struct array *sendbuf, const int64_t *sendcount, const int *sendtype, const struct array *recvbuf, int64_t *recvcounts, intptr_t *displs, const int *recvtype, const int *comm, const int *info, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Allgatherv_init_c)(sendbuf_c, *sendcount, Datatype_of_number(*sendtype), recvbuf_c, (void *)recvcounts, (void *)displs, Datatype_of_number(*recvtype), Comm_of_number(*comm), Info_of_number(*info), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, allreduce_f08ts, (const struct array *sendbuf, const struct array *recvbuf, const int *count, const int *datatype, const int *op, const int *comm, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    int code = CALLED(Allreduce)(sendbuf_c, recvbuf_c, *count, Datatype_of_number(*datatype), Op_of_number(*op), Comm_of_number(*comm));
    end_copies(copies);
    RETURNED(code)
}
F08(void, allreduce_f08ts_large, (const struct array *sendbuf, const struct array *recvbuf, const int64_t *count, const int *datatype, const int *op, const int *comm, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    int code = CALLED(Allreduce_c)(sendbuf_c, recvbuf_c, *count, Datatype_of_number(*datatype), Op_of_number(*op), Comm_of_number(*comm));
    end_copies(copies);
    RETURNED(code)
}
F08(void, allreduce_init_f08ts, (const struct array *sendbuf, const struct array *recvbuf, const int *count, const int *datatype, const int *op, const int *comm, const int *info, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Allreduce_init)(sendbuf_c, recvbuf_c, *count, Datatype_of_number(*datatype), Op_of_number(*op), Comm_of_number(*comm), Info_of_number(*info), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, allreduce_init_f08ts_large, (const struct array *sendbuf, const struct array *recvbuf, const int64_t *count, const int *datatype, const int *op, const int *comm, const int *info, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Allreduce_init_c)(sendbuf_c, recvbuf_c, *count, Datatype_of_number(*datatype), Op_of_number(*op), Comm_of_number(*comm), Info_of_number(*info), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, alltoall_f08ts, (const struct array *sendbuf, const int *sendcount, const int *sendtype, const struct array *recvbuf, const int *recvcount, const int *recvtype, const int *comm, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    int code = CALLED(Alltoall)(sendbuf_c, *sendcount, Datatype_of_number(*sendtype), recvbuf_c, *recvcount, Datatype_of_number(*recvtype), Comm_of_number(*comm));
    end_copies(copies);
    RETURNED(code)
}
F08(void, alltoall_f08ts_large, (const struct array *sendbuf, const int64_t *sendcount, const int *sendtype, const struct array *recvbuf, const int64_t *recvcount, const int *recvtype, const int *comm, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    int code = CALLED(Alltoall_c)(sendbuf_c, *sendcount, Datatype_of_number(*sendtype), recvbuf_c, *recvcount, Datatype_of_number(*recvtype), Comm_of_number(*comm));
    end_copies(copies);
    RETURNED(code)
}
F08(void, alltoall_init_f08ts, (const struct array *sendbuf, const int *sendcount, const int *sendtype, const struct array *recvbuf, const int *recvcount, const int *recvtype, const int *comm, const int *info, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Alltoall_init)(sendbuf_c, *sendcount, Datatype_of_number(*sendtype), recvbuf_c, *recvcount, Datatype_of_number(*recvtype), Comm_of_number(*comm), Info_of_number(*info), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, alltoall_init_f08ts_large, (const struct array *sendbuf, const int64_t *sendcount, const int *sendtype, const struct array *recvbuf, const int64_t *recvcount, const int *recvtype, const int *comm, const int *info, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Alltoall_init_c)(sendbuf_c, *sendcount, Datatype_of_number(*sendtype), recvbuf_c, *recvcount, Datatype_of_number(*recvtype), Comm_of_number(*comm), Info_of_number(*info), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, alltoallv_f08ts, (const struct array *sendbuf, int *sendcounts, int *sdispls, const int *sendtype, const struct array *recvbuf, int *recvcounts, int *rdispls, const int *recvtype, const int *comm, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    int code = CALLED(Alltoallv)(sendbuf_c, (void *)sendcounts, (void *)sdispls, Datatype_of_number(*sendtype), recvbuf_c, (void *)recvcounts, (void *)rdispls, Datatype_of_number(*recvtype), Comm_of_number(*comm));
    end_copies(copies);
    RETURNED(code)
}
F08(void, alltoallv_f08ts_large, (const struct array *sendbuf, int64_t *sendcounts, intptr_t *sdispls, const int *sendtype, const struct array *recvbuf, int64_t *recvcounts, intptr_t *rdispls, const int *recvtype, const int *comm, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    int code = CALLED(Alltoallv_c)(sendbuf_c, (void *)sendcounts, (void *)sdispls, Datatype_of_number(*sendtype), recvbuf_c, (void *)recvcounts, (void *)rdispls, Datatype_of_number(*recvtype), Comm_of_number(*comm));
    end_copies(copies);
    RETURNED(code)
}
F08(void, alltoallv_init_f08ts, (const struct array *sendbuf, int *sendcounts, int *sdispls, const int *sendtype, const struct array *recvbuf, int *recvcounts, int *rdispls, const int *recvtype, const int *comm, const int *info, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Alltoallv_init)(sendbuf_c, (void *)sendcounts, (void *)sdispls, Datatype_of_number(*sendtype), recvbuf_c, (void *)recvcounts, (void *)rdispls, Datatype_of_number(*recvtype), Comm_of_number(*comm), Info_of_number(*info), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, alltoallv_init_f08ts_large, (const struct array *sendbuf, int64_t *sendcounts, intptr_t *sdispls, const int *sendtype, const struct array *recvbuf, int64_t *recvcounts, intptr_t *rdispls, const int *recvtype, const int *comm, const int *info, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Alltoallv_init_c)(sendbuf_c, (void *)sendcounts, (void *)sdispls, Datatype_of_number(*sendtype), recvbuf_c, (void *)recvcounts, (void *)rdispls, Datatype_of_number(*recvtype), Comm_of_number(*comm), Info_of_number(*info), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, alltoallw_f08ts, (const struct array *sendbuf, int *sendcounts, int *sdispls, int *sendtypes, const struct array *recvbuf, int *recvcounts, int *rdispls, int *recvtypes, const int *comm, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    int code = CALLED(Alltoallw)(sendbuf_c, (void *)sendcounts, (void *)sdispls, (void *)sendtypes, recvbuf_c, (void *)recvcounts, (void *)rdispls, (void *)recvtypes, Comm_of_number(*comm));
    end_copies(copies);
    RETURNED(code)
}
F08(void, alltoallw_f08ts_large, (const struct array *sendbuf, int64_t *sendcounts, intptr_t *sdispls, int *sendtypes, const struct array *recvbuf, int64_t *recvcounts, intptr_t *rdispls, int *recvtypes, const int *comm, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    int code = CALLED(Alltoallw_c)(sendbuf_c, (void *)sendcounts, (void *)sdispls, (void *)sendtypes, recvbuf_c, (void *)recvcounts, (void *)rdispls, (void *)recvtypes, Comm_of_number(*comm));
    end_copies(copies);
    RETURNED(code)
}
F08(void, alltoallw_init_f08ts, (const struct array *sendbuf, int *sendcounts, int *sdispls, int *sendtypes, const struct array *recvbuf, int *recvcounts, int *rdispls, int *recvtypes, const int *comm, const int *info, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Alltoallw_init)(sendbuf_c, (void *)sendcounts, (void *)sdispls, (void *)sendtypes, recvbuf_c, (void *)recvcounts, (void *)rdispls, (void *)recvtypes, Comm_of_number(*comm), Info_of_number(*info), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, alltoallw_init_f08ts_large, (const struct array *sendbuf, int64_t *sendcounts, intptr_t *sdispls, int *sendtypes, const struct array *recvbuf, int64_t *recvcounts, intptr_t *rdispls, int *recvtypes, const int *comm, const int *info, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Alltoallw_init_c)(sendbuf_c, (void *)sendcounts, (void *)sdispls, (void *)sendtypes, recvbuf_c, (void *)recvcounts, (void *)rdispls, (void *)recvtypes, Comm_of_number(*comm), Info_of_number(*info), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, bcast_f08ts, (const struct array *buffer, const int *count, const int *datatype, const int *root, const int *comm, int *ierror))
{
    struct copy *copies = 0;
    void *buffer_c = copied(buffer, 1, &copies);
    int code = CALLED(Bcast)(buffer_c, *count, Datatype_of_number(*datatype), *root, Comm_of_number(*comm));
    end_copies(copies);
    RETURNED(code)
}
F08(void, bcast_f08ts_large, (const struct array *buffer, const int64_t *count, const int *datatype, const int *root, const int *comm, int *ierror))
{
    struct copy *copies = 0;
    void *buffer_c = copied(buffer, 1, &copies);
    int code = CALLED(Bcast_c)(buffer_c, *count, Datatype_of_number(*datatype), *root, Comm_of_number(*comm));
    end_copies(copies);
    RETURNED(code)
}
F08(void, bcast_init_f08ts, (const struct array *buffer, const int *count, const int *datatype, const int *root, const int *comm, const int *info, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *buffer_c = copied(buffer, 1, &copies);
    pass(copies);
    int code = CALLED(Bcast_init)(buffer_c, *count, Datatype_of_number(*datatype), *root, Comm_of_number(*comm), Info_of_number(*info), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, bcast_init_f08ts_large, (const struct array *buffer, const int64_t *count, const int *datatype, const int *root, const int *comm, const int *info, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *buffer_c = copied(buffer, 1, &copies);
    pass(copies);
    int code = CALLED(Bcast_init_c)(buffer_c, *count, Datatype_of_number(*datatype), *root, Comm_of_number(*comm), Info_of_number(*info), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, bsend_f08ts, (const struct array *buf, const int *count, const int *datatype, const int *dest, const int *tag, const int *comm, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(Bsend)(address_of(buf->base), *count, Datatype_of_number(*datatype), *dest, *tag, Comm_of_number(*comm)))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(Bsend)(buf_c, buf_count, buf_type, *dest, *tag, Comm_of_number(*comm));
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, bsend_f08ts_large, (const struct array *buf, const int64_t *count, const int *datatype, const int *dest, const int *tag, const int *comm, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(Bsend_c)(address_of(buf->base), *count, Datatype_of_number(*datatype), *dest, *tag, Comm_of_number(*comm)))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(Bsend_c)(buf_c, buf_count, buf_type, *dest, *tag, Comm_of_number(*comm));
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, bsend_init_f08ts, (const struct array *buf, const int *count, const int *datatype, const int *dest, const int *tag, const int *comm, int *request, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(Bsend_init)(address_of(buf->base), *count, Datatype_of_number(*datatype), *dest, *tag, Comm_of_number(*comm), (void *)request))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(Bsend_init)(buf_c, buf_count, buf_type, *dest, *tag, Comm_of_number(*comm), (void *)request);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, bsend_init_f08ts_large, (const struct array *buf, const int64_t *count, const int *datatype, const int *dest, const int *tag, const int *comm, int *request, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(Bsend_init_c)(address_of(buf->base), *count, Datatype_of_number(*datatype), *dest, *tag, Comm_of_number(*comm), (void *)request))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(Bsend_init_c)(buf_c, buf_count, buf_type, *dest, *tag, Comm_of_number(*comm), (void *)request);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, buffer_attach_f08ts, (const struct array *buffer, const int *size, int *ierror))
{
    RETURNED(CALLED(Buffer_attach)(data_of(buffer), *size))
}
F08(void, buffer_attach_f08ts_large, (const struct array *buffer, const int64_t *size, int *ierror))
{
    RETURNED(CALLED(Buffer_attach_c)(data_of(buffer), *size))
}
F08(void, comm_attach_buffer_f08ts, (const int *comm, const struct array *buffer, const int *size, int *ierror))
{
    RETURNED(CALLED(Comm_attach_buffer)(Comm_of_number(*comm), data_of(buffer), *size))
}
F08(void, comm_attach_buffer_f08ts_large, (const int *comm, const struct array *buffer, const int64_t *size, int *ierror))
{
    RETURNED(CALLED(Comm_attach_buffer_c)(Comm_of_number(*comm), data_of(buffer), *size))
}
F08(void, comm_detach_buffer_f08_large, (const int *comm, void *buffer_addr, int64_t *size, int *ierror))
{
    RETURNED(CALLED(Comm_detach_buffer_c)(Comm_of_number(*comm), address_of(buffer_addr), (void *)size))
}
F08(void, compare_and_swap_f08ts, (const struct array *origin_addr, const struct array *compare_addr, const struct array *result_addr, const int *datatype, const int *target_rank, const intptr_t *target_disp, const int *win, int *ierror))
{
    RETURNED(CALLED(Compare_and_swap)(address_of(origin_addr->base), address_of(compare_addr->base), address_of(result_addr->base), Datatype_of_number(*datatype), *target_rank, *target_disp, Win_of_number(*win)))
}
F08(void, exscan_f08ts, (const struct array *sendbuf, const struct array *recvbuf, const int *count, const int *datatype, const int *op, const int *comm, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    int code = CALLED(Exscan)(sendbuf_c, recvbuf_c, *count, Datatype_of_number(*datatype), Op_of_number(*op), Comm_of_number(*comm));
    end_copies(copies);
    RETURNED(code)
}
F08(void, exscan_f08ts_large, (const struct array *sendbuf, const struct array *recvbuf, const int64_t *count, const int *datatype, const int *op, const int *comm, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    int code = CALLED(Exscan_c)(sendbuf_c, recvbuf_c, *count, Datatype_of_number(*datatype), Op_of_number(*op), Comm_of_number(*comm));
    end_copies(copies);
    RETURNED(code)
}
F08(void, exscan_init_f08ts, (const struct array *sendbuf, const struct array *recvbuf, const int *count, const int *datatype, const int *op, const int *comm, const int *info, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Exscan_init)(sendbuf_c, recvbuf_c, *count, Datatype_of_number(*datatype), Op_of_number(*op), Comm_of_number(*comm), Info_of_number(*info), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, exscan_init_f08ts_large, (const struct array *sendbuf, const struct array *recvbuf, const int64_t *count, const int *datatype, const int *op, const int *comm, const int *info, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Exscan_init_c)(sendbuf_c, recvbuf_c, *count, Datatype_of_number(*datatype), Op_of_number(*op), Comm_of_number(*comm), Info_of_number(*info), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, fetch_and_op_f08ts, (const struct array *origin_addr, const struct array *result_addr, const int *datatype, const int *target_rank, const intptr_t *target_disp, const int *op, const int *win, int *ierror))
{
    RETURNED(CALLED(Fetch_and_op)(address_of(origin_addr->base), address_of(result_addr->base), Datatype_of_number(*datatype), *target_rank, *target_disp, Op_of_number(*op), Win_of_number(*win)))
}
F08(void, file_get_type_extent_f08_large, (const int *fh, const int *datatype, int64_t *extent, int *ierror))
{
    RETURNED(CALLED(File_get_type_extent_c)(File_of_number(*fh), Datatype_of_number(*datatype), (void *)extent))
}
F08(void, file_iread_f08ts, (const int *fh, const struct array *buf, const int *count, const int *datatype, int *request, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_iread)(File_of_number(*fh), address_of(buf->base), *count, Datatype_of_number(*datatype), (void *)request))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_iread)(File_of_number(*fh), buf_c, buf_count, buf_type, (void *)request);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, file_iread_f08ts_large, (const int *fh, const struct array *buf, const int64_t *count, const int *datatype, int *request, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_iread_c)(File_of_number(*fh), address_of(buf->base), *count, Datatype_of_number(*datatype), (void *)request))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_iread_c)(File_of_number(*fh), buf_c, buf_count, buf_type, (void *)request);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, file_iread_all_f08ts, (const int *fh, const struct array *buf, const int *count, const int *datatype, int *request, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_iread_all)(File_of_number(*fh), address_of(buf->base), *count, Datatype_of_number(*datatype), (void *)request))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_iread_all)(File_of_number(*fh), buf_c, buf_count, buf_type, (void *)request);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, file_iread_all_f08ts_large, (const int *fh, const struct array *buf, const int64_t *count, const int *datatype, int *request, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_iread_all_c)(File_of_number(*fh), address_of(buf->base), *count, Datatype_of_number(*datatype), (void *)request))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_iread_all_c)(File_of_number(*fh), buf_c, buf_count, buf_type, (void *)request);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, file_iread_at_f08ts, (const int *fh, const int64_t *offset, const struct array *buf, const int *count, const int *datatype, int *request, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_iread_at)(File_of_number(*fh), *offset, address_of(buf->base), *count, Datatype_of_number(*datatype), (void *)request))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_iread_at)(File_of_number(*fh), *offset, buf_c, buf_count, buf_type, (void *)request);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, file_iread_at_f08ts_large, (const int *fh, const int64_t *offset, const struct array *buf, const int64_t *count, const int *datatype, int *request, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_iread_at_c)(File_of_number(*fh), *offset, address_of(buf->base), *count, Datatype_of_number(*datatype), (void *)request))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_iread_at_c)(File_of_number(*fh), *offset, buf_c, buf_count, buf_type, (void *)request);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, file_iread_at_all_f08ts, (const int *fh, const int64_t *offset, const struct array *buf, const int *count, const int *datatype, int *request, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_iread_at_all)(File_of_number(*fh), *offset, address_of(buf->base), *count, Datatype_of_number(*datatype), (void *)request))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_iread_at_all)(File_of_number(*fh), *offset, buf_c, buf_count, buf_type, (void *)request);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, file_iread_at_all_f08ts_large, (const int *fh, const int64_t *offset, const struct array *buf, const int64_t *count, const int *datatype, int *request, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_iread_at_all_c)(File_of_number(*fh), *offset, address_of(buf->base), *count, Datatype_of_number(*datatype), (void *)request))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_iread_at_all_c)(File_of_number(*fh), *offset, buf_c, buf_count, buf_type, (void *)request);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, file_iread_shared_f08ts, (const int *fh, const struct array *buf, const int *count, const int *datatype, int *request, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_iread_shared)(File_of_number(*fh), address_of(buf->base), *count, Datatype_of_number(*datatype), (void *)request))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_iread_shared)(File_of_number(*fh), buf_c, buf_count, buf_type, (void *)request);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, file_iread_shared_f08ts_large, (const int *fh, const struct array *buf, const int64_t *count, const int *datatype, int *request, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_iread_shared_c)(File_of_number(*fh), address_of(buf->base), *count, Datatype_of_number(*datatype), (void *)request))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_iread_shared_c)(File_of_number(*fh), buf_c, buf_count, buf_type, (void *)request);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, file_iwrite_f08ts, (const int *fh, const struct array *buf, const int *count, const int *datatype, int *request, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_iwrite)(File_of_number(*fh), address_of(buf->base), *count, Datatype_of_number(*datatype), (void *)request))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_iwrite)(File_of_number(*fh), buf_c, buf_count, buf_type, (void *)request);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, file_iwrite_f08ts_large, (const int *fh, const struct array *buf, const int64_t *count, const int *datatype, int *request, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_iwrite_c)(File_of_number(*fh), address_of(buf->base), *count, Datatype_of_number(*datatype), (void *)request))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_iwrite_c)(File_of_number(*fh), buf_c, buf_count, buf_type, (void *)request);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, file_iwrite_all_f08ts, (const int *fh, const struct array *buf, const int *count, const int *datatype, int *request, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_iwrite_all)(File_of_number(*fh), address_of(buf->base), *count, Datatype_of_number(*datatype), (void *)request))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_iwrite_all)(File_of_number(*fh), buf_c, buf_count, buf_type, (void *)request);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, file_iwrite_all_f08ts_large, (const int *fh, const struct array *buf, const int64_t *count, const int *datatype, int *request, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_iwrite_all_c)(File_of_number(*fh), address_of(buf->base), *count, Datatype_of_number(*datatype), (void *)request))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_iwrite_all_c)(File_of_number(*fh), buf_c, buf_count, buf_type, (void *)request);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, file_iwrite_at_f08ts, (const int *fh, const int64_t *offset, const struct array *buf, const int *count, const int *datatype, int *request, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_iwrite_at)(File_of_number(*fh), *offset, address_of(buf->base), *count, Datatype_of_number(*datatype), (void *)request))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_iwrite_at)(File_of_number(*fh), *offset, buf_c, buf_count, buf_type, (void *)request);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, file_iwrite_at_f08ts_large, (const int *fh, const int64_t *offset, const struct array *buf, const int64_t *count, const int *datatype, int *request, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_iwrite_at_c)(File_of_number(*fh), *offset, address_of(buf->base), *count, Datatype_of_number(*datatype), (void *)request))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_iwrite_at_c)(File_of_number(*fh), *offset, buf_c, buf_count, buf_type, (void *)request);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, file_iwrite_at_all_f08ts, (const int *fh, const int64_t *offset, const struct array *buf, const int *count, const int *datatype, int *request, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_iwrite_at_all)(File_of_number(*fh), *offset, address_of(buf->base), *count, Datatype_of_number(*datatype), (void *)request))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_iwrite_at_all)(File_of_number(*fh), *offset, buf_c, buf_count, buf_type, (void *)request);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, file_iwrite_at_all_f08ts_large, (const int *fh, const int64_t *offset, const struct array *buf, const int64_t *count, const int *datatype, int *request, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_iwrite_at_all_c)(File_of_number(*fh), *offset, address_of(buf->base), *count, Datatype_of_number(*datatype), (void *)request))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_iwrite_at_all_c)(File_of_number(*fh), *offset, buf_c, buf_count, buf_type, (void *)request);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, file_iwrite_shared_f08ts, (const int *fh, const struct array *buf, const int *count, const int *datatype, int *request, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_iwrite_shared)(File_of_number(*fh), address_of(buf->base), *count, Datatype_of_number(*datatype), (void *)request))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_iwrite_shared)(File_of_number(*fh), buf_c, buf_count, buf_type, (void *)request);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, file_iwrite_shared_f08ts_large, (const int *fh, const struct array *buf, const int64_t *count, const int *datatype, int *request, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_iwrite_shared_c)(File_of_number(*fh), address_of(buf->base), *count, Datatype_of_number(*datatype), (void *)request))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_iwrite_shared_c)(File_of_number(*fh), buf_c, buf_count, buf_type, (void *)request);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, file_read_f08ts, (const int *fh, const struct array *buf, const int *count, const int *datatype, int *status, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_read)(File_of_number(*fh), address_of(buf->base), *count, Datatype_of_number(*datatype), status_of(status)))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_read)(File_of_number(*fh), buf_c, buf_count, buf_type, status_of(status));
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, file_read_f08ts_large, (const int *fh, const struct array *buf, const int64_t *count, const int *datatype, int *status, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_read_c)(File_of_number(*fh), address_of(buf->base), *count, Datatype_of_number(*datatype), status_of(status)))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_read_c)(File_of_number(*fh), buf_c, buf_count, buf_type, status_of(status));
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, file_read_all_f08ts, (const int *fh, const struct array *buf, const int *count, const int *datatype, int *status, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_read_all)(File_of_number(*fh), address_of(buf->base), *count, Datatype_of_number(*datatype), status_of(status)))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_read_all)(File_of_number(*fh), buf_c, buf_count, buf_type, status_of(status));
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, file_read_all_f08ts_large, (const int *fh, const struct array *buf, const int64_t *count, const int *datatype, int *status, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_read_all_c)(File_of_number(*fh), address_of(buf->base), *count, Datatype_of_number(*datatype), status_of(status)))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_read_all_c)(File_of_number(*fh), buf_c, buf_count, buf_type, status_of(status));
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, file_read_all_begin_f08ts, (const int *fh, const struct array *buf, const int *count, const int *datatype, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_read_all_begin)(File_of_number(*fh), address_of(buf->base), *count, Datatype_of_number(*datatype)))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_read_all_begin)(File_of_number(*fh), buf_c, buf_count, buf_type);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, file_read_all_begin_f08ts_large, (const int *fh, const struct array *buf, const int64_t *count, const int *datatype, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_read_all_begin_c)(File_of_number(*fh), address_of(buf->base), *count, Datatype_of_number(*datatype)))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_read_all_begin_c)(File_of_number(*fh), buf_c, buf_count, buf_type);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, file_read_all_end_f08ts, (const int *fh, const struct array *buf, int *status, int *ierror))
{
    RETURNED(CALLED(File_read_all_end)(File_of_number(*fh), address_of(buf->base), status_of(status)))
}
F08(void, file_read_at_f08ts, (const int *fh, const int64_t *offset, const struct array *buf, const int *count, const int *datatype, int *status, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_read_at)(File_of_number(*fh), *offset, address_of(buf->base), *count, Datatype_of_number(*datatype), status_of(status)))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_read_at)(File_of_number(*fh), *offset, buf_c, buf_count, buf_type, status_of(status));
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, file_read_at_f08ts_large, (const int *fh, const int64_t *offset, const struct array *buf, const int64_t *count, const int *datatype, int *status, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_read_at_c)(File_of_number(*fh), *offset, address_of(buf->base), *count, Datatype_of_number(*datatype), status_of(status)))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_read_at_c)(File_of_number(*fh), *offset, buf_c, buf_count, buf_type, status_of(status));
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, file_read_at_all_f08ts, (const int *fh, const int64_t *offset, const struct array *buf, const int *count, const int *datatype, int *status, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_read_at_all)(File_of_number(*fh), *offset, address_of(buf->base), *count, Datatype_of_number(*datatype), status_of(status)))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_read_at_all)(File_of_number(*fh), *offset, buf_c, buf_count, buf_type, status_of(status));
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, file_read_at_all_f08ts_large, (const int *fh, const int64_t *offset, const struct array *buf, const int64_t *count, const int *datatype, int *status, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_read_at_all_c)(File_of_number(*fh), *offset, address_of(buf->base), *count, Datatype_of_number(*datatype), status_of(status)))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_read_at_all_c)(File_of_number(*fh), *offset, buf_c, buf_count, buf_type, status_of(status));
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, file_read_at_all_begin_f08ts, (const int *fh, const int64_t *offset, const struct array *buf, const int *count, const int *datatype, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_read_at_all_begin)(File_of_number(*fh), *offset, address_of(buf->base), *count, Datatype_of_number(*datatype)))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_read_at_all_begin)(File_of_number(*fh), *offset, buf_c, buf_count, buf_type);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, file_read_at_all_begin_f08ts_large, (const int *fh, const int64_t *offset, const struct array *buf, const int64_t *count, const int *datatype, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_read_at_all_begin_c)(File_of_number(*fh), *offset, address_of(buf->base), *count, Datatype_of_number(*datatype)))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_read_at_all_begin_c)(File_of_number(*fh), *offset, buf_c, buf_count, buf_type);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, file_read_at_all_end_f08ts, (const int *fh, const struct array *buf, int *status, int *ierror))
{
    RETURNED(CALLED(File_read_at_all_end)(File_of_number(*fh), address_of(buf->base), status_of(status)))
}
F08(void, file_read_ordered_f08ts, (const int *fh, const struct array *buf, const int *count, const int *datatype, int *status, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_read_ordered)(File_of_number(*fh), address_of(buf->base), *count, Datatype_of_number(*datatype), status_of(status)))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_read_ordered)(File_of_number(*fh), buf_c, buf_count, buf_type, status_of(status));
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, file_read_ordered_f08ts_large, (const int *fh, const struct array *buf, const int64_t *count, const int *datatype, int *status, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_read_ordered_c)(File_of_number(*fh), address_of(buf->base), *count, Datatype_of_number(*datatype), status_of(status)))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_read_ordered_c)(File_of_number(*fh), buf_c, buf_count, buf_type, status_of(status));
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, file_read_ordered_begin_f08ts, (const int *fh, const struct array *buf, const int *count, const int *datatype, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_read_ordered_begin)(File_of_number(*fh), address_of(buf->base), *count, Datatype_of_number(*datatype)))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_read_ordered_begin)(File_of_number(*fh), buf_c, buf_count, buf_type);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, file_read_ordered_begin_f08ts_large, (const int *fh, const struct array *buf, const int64_t *count, const int *datatype, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_read_ordered_begin_c)(File_of_number(*fh), address_of(buf->base), *count, Datatype_of_number(*datatype)))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_read_ordered_begin_c)(File_of_number(*fh), buf_c, buf_count, buf_type);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, file_read_ordered_end_f08ts, (const int *fh, const struct array *buf, int *status, int *ierror))
{
    RETURNED(CALLED(File_read_ordered_end)(File_of_number(*fh), address_of(buf->base), status_of(status)))
}
F08(void, file_read_shared_f08ts, (const int *fh, const struct array *buf, const int *count, const int *datatype, int *status, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_read_shared)(File_of_number(*fh), address_of(buf->base), *count, Datatype_of_number(*datatype), status_of(status)))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_read_shared)(File_of_number(*fh), buf_c, buf_count, buf_type, status_of(status));
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, file_read_shared_f08ts_large, (const int *fh, const struct array *buf, const int64_t *count, const int *datatype, int *status, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_read_shared_c)(File_of_number(*fh), address_of(buf->base), *count, Datatype_of_number(*datatype), status_of(status)))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_read_shared_c)(File_of_number(*fh), buf_c, buf_count, buf_type, status_of(status));
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, file_write_f08ts, (const int *fh, const struct array *buf, const int *count, const int *datatype, int *status, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_write)(File_of_number(*fh), address_of(buf->base), *count, Datatype_of_number(*datatype), status_of(status)))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_write)(File_of_number(*fh), buf_c, buf_count, buf_type, status_of(status));
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, file_write_f08ts_large, (const int *fh, const struct array *buf, const int64_t *count, const int *datatype, int *status, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_write_c)(File_of_number(*fh), address_of(buf->base), *count, Datatype_of_number(*datatype), status_of(status)))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_write_c)(File_of_number(*fh), buf_c, buf_count, buf_type, status_of(status));
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, file_write_all_f08ts, (const int *fh, const struct array *buf, const int *count, const int *datatype, int *status, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_write_all)(File_of_number(*fh), address_of(buf->base), *count, Datatype_of_number(*datatype), status_of(status)))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_write_all)(File_of_number(*fh), buf_c, buf_count, buf_type, status_of(status));
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, file_write_all_f08ts_large, (const int *fh, const struct array *buf, const int64_t *count, const int *datatype, int *status, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_write_all_c)(File_of_number(*fh), address_of(buf->base), *count, Datatype_of_number(*datatype), status_of(status)))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_write_all_c)(File_of_number(*fh), buf_c, buf_count, buf_type, status_of(status));
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, file_write_all_begin_f08ts, (const int *fh, const struct array *buf, const int *count, const int *datatype, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_write_all_begin)(File_of_number(*fh), address_of(buf->base), *count, Datatype_of_number(*datatype)))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_write_all_begin)(File_of_number(*fh), buf_c, buf_count, buf_type);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, file_write_all_begin_f08ts_large, (const int *fh, const struct array *buf, const int64_t *count, const int *datatype, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_write_all_begin_c)(File_of_number(*fh), address_of(buf->base), *count, Datatype_of_number(*datatype)))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_write_all_begin_c)(File_of_number(*fh), buf_c, buf_count, buf_type);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, file_write_all_end_f08ts, (const int *fh, const struct array *buf, int *status, int *ierror))
{
    RETURNED(CALLED(File_write_all_end)(File_of_number(*fh), address_of(buf->base), status_of(status)))
}
F08(void, file_write_at_f08ts, (const int *fh, const int64_t *offset, const struct array *buf, const int *count, const int *datatype, int *status, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_write_at)(File_of_number(*fh), *offset, address_of(buf->base), *count, Datatype_of_number(*datatype), status_of(status)))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_write_at)(File_of_number(*fh), *offset, buf_c, buf_count, buf_type, status_of(status));
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, file_write_at_f08ts_large, (const int *fh, const int64_t *offset, const struct array *buf, const int64_t *count, const int *datatype, int *status, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_write_at_c)(File_of_number(*fh), *offset, address_of(buf->base), *count, Datatype_of_number(*datatype), status_of(status)))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_write_at_c)(File_of_number(*fh), *offset, buf_c, buf_count, buf_type, status_of(status));
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, file_write_at_all_f08ts, (const int *fh, const int64_t *offset, const struct array *buf, const int *count, const int *datatype, int *status, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_write_at_all)(File_of_number(*fh), *offset, address_of(buf->base), *count, Datatype_of_number(*datatype), status_of(status)))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_write_at_all)(File_of_number(*fh), *offset, buf_c, buf_count, buf_type, status_of(status));
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, file_write_at_all_f08ts_large, (const int *fh, const int64_t *offset, const struct array *buf, const int64_t *count, const int *datatype, int *status, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_write_at_all_c)(File_of_number(*fh), *offset, address_of(buf->base), *count, Datatype_of_number(*datatype), status_of(status)))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_write_at_all_c)(File_of_number(*fh), *offset, buf_c, buf_count, buf_type, status_of(status));
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, file_write_at_all_begin_f08ts, (const int *fh, const int64_t *offset, const struct array *buf, const int *count, const int *datatype, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_write_at_all_begin)(File_of_number(*fh), *offset, address_of(buf->base), *count, Datatype_of_number(*datatype)))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_write_at_all_begin)(File_of_number(*fh), *offset, buf_c, buf_count, buf_type);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, file_write_at_all_begin_f08ts_large, (const int *fh, const int64_t *offset, const struct array *buf, const int64_t *count, const int *datatype, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_write_at_all_begin_c)(File_of_number(*fh), *offset, address_of(buf->base), *count, Datatype_of_number(*datatype)))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_write_at_all_begin_c)(File_of_number(*fh), *offset, buf_c, buf_count, buf_type);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, file_write_at_all_end_f08ts, (const int *fh, const struct array *buf, int *status, int *ierror))
{
    RETURNED(CALLED(File_write_at_all_end)(File_of_number(*fh), address_of(buf->base), status_of(status)))
}
F08(void, file_write_ordered_f08ts, (const int *fh, const struct array *buf, const int *count, const int *datatype, int *status, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_write_ordered)(File_of_number(*fh), address_of(buf->base), *count, Datatype_of_number(*datatype), status_of(status)))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_write_ordered)(File_of_number(*fh), buf_c, buf_count, buf_type, status_of(status));
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, file_write_ordered_f08ts_large, (const int *fh, const struct array *buf, const int64_t *count, const int *datatype, int *status, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_write_ordered_c)(File_of_number(*fh), address_of(buf->base), *count, Datatype_of_number(*datatype), status_of(status)))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_write_ordered_c)(File_of_number(*fh), buf_c, buf_count, buf_type, status_of(status));
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, file_write_ordered_begin_f08ts, (const int *fh, const struct array *buf, const int *count, const int *datatype, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_write_ordered_begin)(File_of_number(*fh), address_of(buf->base), *count, Datatype_of_number(*datatype)))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_write_ordered_begin)(File_of_number(*fh), buf_c, buf_count, buf_type);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, file_write_ordered_begin_f08ts_large, (const int *fh, const struct array *buf, const int64_t *count, const int *datatype, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_write_ordered_begin_c)(File_of_number(*fh), address_of(buf->base), *count, Datatype_of_number(*datatype)))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_write_ordered_begin_c)(File_of_number(*fh), buf_c, buf_count, buf_type);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, file_write_ordered_end_f08ts, (const int *fh, const struct array *buf, int *status, int *ierror))
{
    RETURNED(CALLED(File_write_ordered_end)(File_of_number(*fh), address_of(buf->base), status_of(status)))
}
F08(void, file_write_shared_f08ts, (const int *fh, const struct array *buf, const int *count, const int *datatype, int *status, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_write_shared)(File_of_number(*fh), address_of(buf->base), *count, Datatype_of_number(*datatype), status_of(status)))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_write_shared)(File_of_number(*fh), buf_c, buf_count, buf_type, status_of(status));
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, file_write_shared_f08ts_large, (const int *fh, const struct array *buf, const int64_t *count, const int *datatype, int *status, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(File_write_shared_c)(File_of_number(*fh), address_of(buf->base), *count, Datatype_of_number(*datatype), status_of(status)))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(File_write_shared_c)(File_of_number(*fh), buf_c, buf_count, buf_type, status_of(status));
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, free_mem_f08ts, (const struct array *base, int *ierror))
{
    RETURNED(CALLED(Free_mem)(address_of(base->base)))
}
F08(void, gather_f08ts, (const struct array *sendbuf, const int *sendcount, const int *sendtype, const struct array *recvbuf, const int *recvcount, const int *recvtype, const int *root, const int *comm, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    int code = CALLED(Gather)(sendbuf_c, *sendcount, Datatype_of_number(*sendtype), recvbuf_c, *recvcount, Datatype_of_number(*recvtype), *root, Comm_of_number(*comm));
    end_copies(copies);
    RETURNED(code)
}
F08(void, gather_f08ts_large, (const struct array *sendbuf, const int64_t *sendcount, const int *sendtype, const struct array *recvbuf, const int64_t *recvcount, const int *recvtype, const int *root, const int *comm, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    int code = CALLED(Gather_c)(sendbuf_c, *sendcount, Datatype_of_number(*sendtype), recvbuf_c, *recvcount, Datatype_of_number(*recvtype), *root, Comm_of_number(*comm));
    end_copies(copies);
    RETURNED(code)
}
F08(void, gather_init_f08ts, (const struct array *sendbuf, const int *sendcount, const int *sendtype, const struct array *recvbuf, const int *recvcount, const int *recvtype, const int *root, const int *comm, const int *info, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Gather_init)(sendbuf_c, *sendcount, Datatype_of_number(*sendtype), recvbuf_c, *recvcount, Datatype_of_number(*recvtype), *root, Comm_of_number(*comm), Info_of_number(*info), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, gather_init_f08ts_large, (const struct array *sendbuf, const int64_t *sendcount, const int *sendtype, const struct array *recvbuf, const int64_t *recvcount, const int *recvtype, const int *root, const int *comm, const int *info, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Gather_init_c)(sendbuf_c, *sendcount, Datatype_of_number(*sendtype), recvbuf_c, *recvcount, Datatype_of_number(*recvtype), *root, Comm_of_number(*comm), Info_of_number(*info), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, gatherv_f08ts, (const struct array *sendbuf, const int *sendcount, const int *sendtype, const struct array *recvbuf, int *recvcounts, int *displs, const int *recvtype, const int *root, const int *comm, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    int code = CALLED(Gatherv)(sendbuf_c, *sendcount, Datatype_of_number(*sendtype), recvbuf_c, (void *)recvcounts, (void *)displs, Datatype_of_number(*recvtype), *root, Comm_of_number(*comm));
    end_copies(copies);
    RETURNED(code)
}
F08(void, gatherv_f08ts_large, (const struct array *sendbuf, const int64_t *sendcount, const int *sendtype, const struct array *recvbuf, int64_t *recvcounts, intptr_t *displs, const int *recvtype, const int *root, const int *comm, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    int code = CALLED(Gatherv_c)(sendbuf_c, *sendcount, Datatype_of_number(*sendtype), recvbuf_c, (void *)recvcounts, (void *)displs, Datatype_of_number(*recvtype), *root, Comm_of_number(*comm));
    end_copies(copies);
    RETURNED(code)
}
F08(void, gatherv_init_f08ts, (const struct array *sendbuf, const int *sendcount, const int *sendtype, const struct array *recvbuf, int *recvcounts, int *displs, const int *recvtype, const int *root, const int *comm, const int *info, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Gatherv_init)(sendbuf_c, *sendcount, Datatype_of_number(*sendtype), recvbuf_c, (void *)recvcounts, (void *)displs, Datatype_of_number(*recvtype), *root, Comm_of_number(*comm), Info_of_number(*info), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, gatherv_init_f08ts_large, (const struct array *sendbuf, const int64_t *sendcount, const int *sendtype, const struct array *recvbuf, int64_t *recvcounts, intptr_t *displs, const int *recvtype, const int *root, const int *comm, const int *info, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Gatherv_init_c)(sendbuf_c, *sendcount, Datatype_of_number(*sendtype), recvbuf_c, (void *)recvcounts, (void *)displs, Datatype_of_number(*recvtype), *root, Comm_of_number(*comm), Info_of_number(*info), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, get_f08ts, (const struct array *origin_addr, const int *origin_count, const int *origin_datatype, const int *target_rank, const intptr_t *target_disp, const int *target_count, const int *target_datatype, const int *win, int *ierror))
{
    if (LIKELY(is_simple(origin_addr))) {
        RETURNED(CALLED(Get)(address_of(origin_addr->base), *origin_count, Datatype_of_number(*origin_datatype), *target_rank, *target_disp, *target_count, Datatype_of_number(*target_datatype), Win_of_number(*win)))
        return;
    }
    SECTION(origin_addr, origin_count, origin_datatype)
    int code = CALLED(Get)(origin_addr_c, origin_addr_count, origin_addr_type, *target_rank, *target_disp, *target_count, Datatype_of_number(*target_datatype), Win_of_number(*win));
    SECTION_DONE(origin_addr, origin_count, origin_datatype)
    RETURNED(code)
}
F08(void, get_f08ts_large, (const struct array *origin_addr, const int64_t *origin_count, const int *origin_datatype, const int *target_rank, const intptr_t *target_disp, const int64_t *target_count, const int *target_datatype, const int *win, int *ierror))
{
    if (LIKELY(is_simple(origin_addr))) {
        RETURNED(CALLED(Get_c)(address_of(origin_addr->base), *origin_count, Datatype_of_number(*origin_datatype), *target_rank, *target_disp, *target_count, Datatype_of_number(*target_datatype), Win_of_number(*win)))
        return;
    }
    SECTION(origin_addr, origin_count, origin_datatype)
    int code = CALLED(Get_c)(origin_addr_c, origin_addr_count, origin_addr_type, *target_rank, *target_disp, *target_count, Datatype_of_number(*target_datatype), Win_of_number(*win));
    SECTION_DONE(origin_addr, origin_count, origin_datatype)
    RETURNED(code)
}
F08(void, get_accumulate_f08ts, (const struct array *origin_addr, const int *origin_count, const int *origin_datatype, const struct array *result_addr, const int *result_count, const int *result_datatype, const int *target_rank, const intptr_t *target_disp, const int *target_count, const int *target_datatype, const int *op, const int *win, int *ierror))
{
    if (LIKELY(is_simple(origin_addr) && is_simple(result_addr))) {
        RETURNED(CALLED(Get_accumulate)(address_of(origin_addr->base), *origin_count, Datatype_of_number(*origin_datatype), address_of(result_addr->base), *result_count, Datatype_of_number(*result_datatype), *target_rank, *target_disp, *target_count, Datatype_of_number(*target_datatype), Op_of_number(*op), Win_of_number(*win)))
        return;
    }
    SECTION(origin_addr, origin_count, origin_datatype)
    SECTION(result_addr, result_count, result_datatype)
    int code = CALLED(Get_accumulate)(origin_addr_c, origin_addr_count, origin_addr_type, result_addr_c, result_addr_count, result_addr_type, *target_rank, *target_disp, *target_count, Datatype_of_number(*target_datatype), Op_of_number(*op), Win_of_number(*win));
    SECTION_DONE(result_addr, result_count, result_datatype)
    SECTION_DONE(origin_addr, origin_count, origin_datatype)
    RETURNED(code)
}
F08(void, get_accumulate_f08ts_large, (const struct array *origin_addr, const int64_t *origin_count, const int *origin_datatype, const struct array *result_addr, const int64_t *result_count, const int *result_datatype, const int *target_rank, const intptr_t *target_disp, const int64_t *target_count, const int *target_datatype, const int *op, const int *win, int *ierror))
{
    if (LIKELY(is_simple(origin_addr) && is_simple(result_addr))) {
        RETURNED(CALLED(Get_accumulate_c)(address_of(origin_addr->base), *origin_count, Datatype_of_number(*origin_datatype), address_of(result_addr->base), *result_count, Datatype_of_number(*result_datatype), *target_rank, *target_disp, *target_count, Datatype_of_number(*target_datatype), Op_of_number(*op), Win_of_number(*win)))
        return;
    }
    SECTION(origin_addr, origin_count, origin_datatype)
    SECTION(result_addr, result_count, result_datatype)
    int code = CALLED(Get_accumulate_c)(origin_addr_c, origin_addr_count, origin_addr_type, result_addr_c, result_addr_count, result_addr_type, *target_rank, *target_disp, *target_count, Datatype_of_number(*target_datatype), Op_of_number(*op), Win_of_number(*win));
    SECTION_DONE(result_addr, result_count, result_datatype)
    SECTION_DONE(origin_addr, origin_count, origin_datatype)
    RETURNED(code)
}
F08(void, get_address_f08ts, (const struct array *location, intptr_t *address, int *ierror))
{
    RETURNED(CALLED(Get_address)(address_of(location->base), (void *)address))
}
F08(void, get_count_f08_large, (int *status, const int *datatype, int64_t *count, int *ierror))
{
    RETURNED(CALLED(Get_count_c)(status_of(status), Datatype_of_number(*datatype), (void *)count))
}
F08(void, get_elements_f08_large, (int *status, const int *datatype, int64_t *count, int *ierror))
{
    RETURNED(CALLED(Get_elements_c)(status_of(status), Datatype_of_number(*datatype), (void *)count))
}
F08(void, iallgather_f08ts, (const struct array *sendbuf, const int *sendcount, const int *sendtype, const struct array *recvbuf, const int *recvcount, const int *recvtype, const int *comm, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Iallgather)(sendbuf_c, *sendcount, Datatype_of_number(*sendtype), recvbuf_c, *recvcount, Datatype_of_number(*recvtype), Comm_of_number(*comm), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, iallgather_f08ts_large, (const struct array *sendbuf, const int64_t *sendcount, const int *sendtype, const struct array *recvbuf, const int64_t *recvcount, const int *recvtype, const int *comm, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Iallgather_c)(sendbuf_c, *sendcount, Datatype_of_number(*sendtype), recvbuf_c, *recvcount, Datatype_of_number(*recvtype), Comm_of_number(*comm), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, iallgatherv_f08ts, (const struct array *sendbuf, const int *sendcount, const int *sendtype, const struct array *recvbuf, int *recvcounts, int *displs, const int *recvtype, const int *comm, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Iallgatherv)(sendbuf_c, *sendcount, Datatype_of_number(*sendtype), recvbuf_c, (void *)recvcounts, (void *)displs, Datatype_of_number(*recvtype), Comm_of_number(*comm), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, iallgatherv_f08ts_large, (const struct array *sendbuf, const int64_t *sendcount, const int *sendtype, const struct array *recvbuf, int64_t *recvcounts, intptr_t *displs, const int *recvtype, const int *comm, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Iallgatherv_c)(sendbuf_c, *sendcount, Datatype_of_number(*sendtype), recvbuf_c, (void *)recvcounts, (void *)displs, Datatype_of_number(*recvtype), Comm_of_number(*comm), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, iallreduce_f08ts, (const struct array *sendbuf, const struct array *recvbuf, const int *count, const int *datatype, const int *op, const int *comm, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Iallreduce)(sendbuf_c, recvbuf_c, *count, Datatype_of_number(*datatype), Op_of_number(*op), Comm_of_number(*comm), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, iallreduce_f08ts_large, (const struct array *sendbuf, const struct array *recvbuf, const int64_t *count, const int *datatype, const int *op, const int *comm, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Iallreduce_c)(sendbuf_c, recvbuf_c, *count, Datatype_of_number(*datatype), Op_of_number(*op), Comm_of_number(*comm), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, ialltoall_f08ts, (const struct array *sendbuf, const int *sendcount, const int *sendtype, const struct array *recvbuf, const int *recvcount, const int *recvtype, const int *comm, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Ialltoall)(sendbuf_c, *sendcount, Datatype_of_number(*sendtype), recvbuf_c, *recvcount, Datatype_of_number(*recvtype), Comm_of_number(*comm), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, ialltoall_f08ts_large, (const struct array *sendbuf, const int64_t *sendcount, const int *sendtype, const struct array *recvbuf, const int64_t *recvcount, const int *recvtype, const int *comm, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Ialltoall_c)(sendbuf_c, *sendcount, Datatype_of_number(*sendtype), recvbuf_c, *recvcount, Datatype_of_number(*recvtype), Comm_of_number(*comm), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, ialltoallv_f08ts, (const struct array *sendbuf, int *sendcounts, int *sdispls, const int *sendtype, const struct array *recvbuf, int *recvcounts, int *rdispls, const int *recvtype, const int *comm, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Ialltoallv)(sendbuf_c, (void *)sendcounts, (void *)sdispls, Datatype_of_number(*sendtype), recvbuf_c, (void *)recvcounts, (void *)rdispls, Datatype_of_number(*recvtype), Comm_of_number(*comm), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, ialltoallv_f08ts_large, (const struct array *sendbuf, int64_t *sendcounts, intptr_t *sdispls, const int *sendtype, const struct array *recvbuf, int64_t *recvcounts, intptr_t *rdispls, const int *recvtype, const int *comm, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Ialltoallv_c)(sendbuf_c, (void *)sendcounts, (void *)sdispls, Datatype_of_number(*sendtype), recvbuf_c, (void *)recvcounts, (void *)rdispls, Datatype_of_number(*recvtype), Comm_of_number(*comm), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, ialltoallw_f08ts, (const struct array *sendbuf, int *sendcounts, int *sdispls, int *sendtypes, const struct array *recvbuf, int *recvcounts, int *rdispls, int *recvtypes, const int *comm, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Ialltoallw)(sendbuf_c, (void *)sendcounts, (void *)sdispls, (void *)sendtypes, recvbuf_c, (void *)recvcounts, (void *)rdispls, (void *)recvtypes, Comm_of_number(*comm), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, ialltoallw_f08ts_large, (const struct array *sendbuf, int64_t *sendcounts, intptr_t *sdispls, int *sendtypes, const struct array *recvbuf, int64_t *recvcounts, intptr_t *rdispls, int *recvtypes, const int *comm, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Ialltoallw_c)(sendbuf_c, (void *)sendcounts, (void *)sdispls, (void *)sendtypes, recvbuf_c, (void *)recvcounts, (void *)rdispls, (void *)recvtypes, Comm_of_number(*comm), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, ibcast_f08ts, (const struct array *buffer, const int *count, const int *datatype, const int *root, const int *comm, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *buffer_c = copied(buffer, 1, &copies);
    pass(copies);
    int code = CALLED(Ibcast)(buffer_c, *count, Datatype_of_number(*datatype), *root, Comm_of_number(*comm), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, ibcast_f08ts_large, (const struct array *buffer, const int64_t *count, const int *datatype, const int *root, const int *comm, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *buffer_c = copied(buffer, 1, &copies);
    pass(copies);
    int code = CALLED(Ibcast_c)(buffer_c, *count, Datatype_of_number(*datatype), *root, Comm_of_number(*comm), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, ibsend_f08ts, (const struct array *buf, const int *count, const int *datatype, const int *dest, const int *tag, const int *comm, int *request, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(Ibsend)(address_of(buf->base), *count, Datatype_of_number(*datatype), *dest, *tag, Comm_of_number(*comm), (void *)request))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(Ibsend)(buf_c, buf_count, buf_type, *dest, *tag, Comm_of_number(*comm), (void *)request);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, ibsend_f08ts_large, (const struct array *buf, const int64_t *count, const int *datatype, const int *dest, const int *tag, const int *comm, int *request, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(Ibsend_c)(address_of(buf->base), *count, Datatype_of_number(*datatype), *dest, *tag, Comm_of_number(*comm), (void *)request))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(Ibsend_c)(buf_c, buf_count, buf_type, *dest, *tag, Comm_of_number(*comm), (void *)request);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, iexscan_f08ts, (const struct array *sendbuf, const struct array *recvbuf, const int *count, const int *datatype, const int *op, const int *comm, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Iexscan)(sendbuf_c, recvbuf_c, *count, Datatype_of_number(*datatype), Op_of_number(*op), Comm_of_number(*comm), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, iexscan_f08ts_large, (const struct array *sendbuf, const struct array *recvbuf, const int64_t *count, const int *datatype, const int *op, const int *comm, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Iexscan_c)(sendbuf_c, recvbuf_c, *count, Datatype_of_number(*datatype), Op_of_number(*op), Comm_of_number(*comm), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, igather_f08ts, (const struct array *sendbuf, const int *sendcount, const int *sendtype, const struct array *recvbuf, const int *recvcount, const int *recvtype, const int *root, const int *comm, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Igather)(sendbuf_c, *sendcount, Datatype_of_number(*sendtype), recvbuf_c, *recvcount, Datatype_of_number(*recvtype), *root, Comm_of_number(*comm), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, igather_f08ts_large, (const struct array *sendbuf, const int64_t *sendcount, const int *sendtype, const struct array *recvbuf, const int64_t *recvcount, const int *recvtype, const int *root, const int *comm, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Igather_c)(sendbuf_c, *sendcount, Datatype_of_number(*sendtype), recvbuf_c, *recvcount, Datatype_of_number(*recvtype), *root, Comm_of_number(*comm), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, igatherv_f08ts, (const struct array *sendbuf, const int *sendcount, const int *sendtype, const struct array *recvbuf, int *recvcounts, int *displs, const int *recvtype, const int *root, const int *comm, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Igatherv)(sendbuf_c, *sendcount, Datatype_of_number(*sendtype), recvbuf_c, (void *)recvcounts, (void *)displs, Datatype_of_number(*recvtype), *root, Comm_of_number(*comm), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, igatherv_f08ts_large, (const struct array *sendbuf, const int64_t *sendcount, const int *sendtype, const struct array *recvbuf, int64_t *recvcounts, intptr_t *displs, const int *recvtype, const int *root, const int *comm, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Igatherv_c)(sendbuf_c, *sendcount, Datatype_of_number(*sendtype), recvbuf_c, (void *)recvcounts, (void *)displs, Datatype_of_number(*recvtype), *root, Comm_of_number(*comm), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, imrecv_f08ts, (const struct array *buf, const int *count, const int *datatype, int *message, int *request, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(Imrecv)(address_of(buf->base), *count, Datatype_of_number(*datatype), (void *)message, (void *)request))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(Imrecv)(buf_c, buf_count, buf_type, (void *)message, (void *)request);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, imrecv_f08ts_large, (const struct array *buf, const int64_t *count, const int *datatype, int *message, int *request, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(Imrecv_c)(address_of(buf->base), *count, Datatype_of_number(*datatype), (void *)message, (void *)request))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(Imrecv_c)(buf_c, buf_count, buf_type, (void *)message, (void *)request);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, ineighbor_allgather_f08ts, (const struct array *sendbuf, const int *sendcount, const int *sendtype, const struct array *recvbuf, const int *recvcount, const int *recvtype, const int *comm, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Ineighbor_allgather)(sendbuf_c, *sendcount, Datatype_of_number(*sendtype), recvbuf_c, *recvcount, Datatype_of_number(*recvtype), Comm_of_number(*comm), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, ineighbor_allgather_f08ts_large, (const struct array *sendbuf, const int64_t *sendcount, const int *sendtype, const struct array *recvbuf, const int64_t *recvcount, const int *recvtype, const int *comm, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Ineighbor_allgather_c)(sendbuf_c, *sendcount, Datatype_of_number(*sendtype), recvbuf_c, *recvcount, Datatype_of_number(*recvtype), Comm_of_number(*comm), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, ineighbor_allgatherv_f08ts, (const struct array *sendbuf, const int *sendcount, const int *sendtype, const struct array *recvbuf, int *recvcounts, int *displs, const int *recvtype, const int *comm, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Ineighbor_allgatherv)(sendbuf_c, *sendcount, Datatype_of_number(*sendtype), recvbuf_c, (void *)recvcounts, (void *)displs, Datatype_of_number(*recvtype), Comm_of_number(*comm), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, ineighbor_allgatherv_f08ts_large, (const struct array *sendbuf, const int64_t *sendcount, const int *sendtype, const struct array *recvbuf, int64_t *recvcounts, intptr_t *displs, const int *recvtype, const int *comm, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Ineighbor_allgatherv_c)(sendbuf_c, *sendcount, Datatype_of_number(*sendtype), recvbuf_c, (void *)recvcounts, (void *)displs, Datatype_of_number(*recvtype), Comm_of_number(*comm), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, ineighbor_alltoall_f08ts, (const struct array *sendbuf, const int *sendcount, const int *sendtype, const struct array *recvbuf, const int *recvcount, const int *recvtype, const int *comm, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Ineighbor_alltoall)(sendbuf_c, *sendcount, Datatype_of_number(*sendtype), recvbuf_c, *recvcount, Datatype_of_number(*recvtype), Comm_of_number(*comm), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, ineighbor_alltoall_f08ts_large, (const struct array *sendbuf, const int64_t *sendcount, const int *sendtype, const struct array *recvbuf, const int64_t *recvcount, const int *recvtype, const int *comm, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Ineighbor_alltoall_c)(sendbuf_c, *sendcount, Datatype_of_number(*sendtype), recvbuf_c, *recvcount, Datatype_of_number(*recvtype), Comm_of_number(*comm), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, ineighbor_alltoallv_f08ts, (const struct array *sendbuf, int *sendcounts, int *sdispls, const int *sendtype, const struct array *recvbuf, int *recvcounts, int *rdispls, const int *recvtype, const int *comm, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Ineighbor_alltoallv)(sendbuf_c, (void *)sendcounts, (void *)sdispls, Datatype_of_number(*sendtype), recvbuf_c, (void *)recvcounts, (void *)rdispls, Datatype_of_number(*recvtype), Comm_of_number(*comm), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, ineighbor_alltoallv_f08ts_large, (const struct array *sendbuf, int64_t *sendcounts, intptr_t *sdispls, const int *sendtype, const struct array *recvbuf, int64_t *recvcounts, intptr_t *rdispls, const int *recvtype, const int *comm, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Ineighbor_alltoallv_c)(sendbuf_c, (void *)sendcounts, (void *)sdispls, Datatype_of_number(*sendtype), recvbuf_c, (void *)recvcounts, (void *)rdispls, Datatype_of_number(*recvtype), Comm_of_number(*comm), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, ineighbor_alltoallw_f08ts, (const struct array *sendbuf, int *sendcounts, intptr_t *sdispls, int *sendtypes, const struct array *recvbuf, int *recvcounts, intptr_t *rdispls, int *recvtypes, const int *comm, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Ineighbor_alltoallw)(sendbuf_c, (void *)sendcounts, (void *)sdispls, (void *)sendtypes, recvbuf_c, (void *)recvcounts, (void *)rdispls, (void *)recvtypes, Comm_of_number(*comm), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, ineighbor_alltoallw_f08ts_large, (const struct array *sendbuf, int64_t *sendcounts, intptr_t *sdispls, int *sendtypes, const struct array *recvbuf, int64_t *recvcounts, intptr_t *rdispls, int *recvtypes, const int *comm, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Ineighbor_alltoallw_c)(sendbuf_c, (void *)sendcounts, (void *)sdispls, (void *)sendtypes, recvbuf_c, (void *)recvcounts, (void *)rdispls, (void *)recvtypes, Comm_of_number(*comm), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, irecv_f08ts, (const struct array *buf, const int *count, const int *datatype, const int *source, const int *tag, const int *comm, int *request, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(Irecv)(address_of(buf->base), *count, Datatype_of_number(*datatype), *source, *tag, Comm_of_number(*comm), (void *)request))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(Irecv)(buf_c, buf_count, buf_type, *source, *tag, Comm_of_number(*comm), (void *)request);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, irecv_f08ts_large, (const struct array *buf, const int64_t *count, const int *datatype, const int *source, const int *tag, const int *comm, int *request, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(Irecv_c)(address_of(buf->base), *count, Datatype_of_number(*datatype), *source, *tag, Comm_of_number(*comm), (void *)request))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(Irecv_c)(buf_c, buf_count, buf_type, *source, *tag, Comm_of_number(*comm), (void *)request);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, ireduce_f08ts, (const struct array *sendbuf, const struct array *recvbuf, const int *count, const int *datatype, const int *op, const int *root, const int *comm, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Ireduce)(sendbuf_c, recvbuf_c, *count, Datatype_of_number(*datatype), Op_of_number(*op), *root, Comm_of_number(*comm), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, ireduce_f08ts_large, (const struct array *sendbuf, const struct array *recvbuf, const int64_t *count, const int *datatype, const int *op, const int *root, const int *comm, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Ireduce_c)(sendbuf_c, recvbuf_c, *count, Datatype_of_number(*datatype), Op_of_number(*op), *root, Comm_of_number(*comm), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, ireduce_scatter_f08ts, (const struct array *sendbuf, const struct array *recvbuf, int *recvcounts, const int *datatype, const int *op, const int *comm, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Ireduce_scatter)(sendbuf_c, recvbuf_c, (void *)recvcounts, Datatype_of_number(*datatype), Op_of_number(*op), Comm_of_number(*comm), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, ireduce_scatter_f08ts_large, (const struct array *sendbuf, const struct array *recvbuf, int64_t *recvcounts, const int *datatype, const int *op, const int *comm, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Ireduce_scatter_c)(sendbuf_c, recvbuf_c, (void *)recvcounts, Datatype_of_number(*datatype), Op_of_number(*op), Comm_of_number(*comm), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, ireduce_scatter_block_f08ts, (const struct array *sendbuf, const struct array *recvbuf, const int *recvcount, const int *datatype, const int *op, const int *comm, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Ireduce_scatter_block)(sendbuf_c, recvbuf_c, *recvcount, Datatype_of_number(*datatype), Op_of_number(*op), Comm_of_number(*comm), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, ireduce_scatter_block_f08ts_large, (const struct array *sendbuf, const struct array *recvbuf, const int64_t *recvcount, const int *datatype, const int *op, const int *comm, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Ireduce_scatter_block_c)(sendbuf_c, recvbuf_c, *recvcount, Datatype_of_number(*datatype), Op_of_number(*op), Comm_of_number(*comm), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, irsend_f08ts, (const struct array *buf, const int *count, const int *datatype, const int *dest, const int *tag, const int *comm, int *request, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(Irsend)(address_of(buf->base), *count, Datatype_of_number(*datatype), *dest, *tag, Comm_of_number(*comm), (void *)request))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(Irsend)(buf_c, buf_count, buf_type, *dest, *tag, Comm_of_number(*comm), (void *)request);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, irsend_f08ts_large, (const struct array *buf, const int64_t *count, const int *datatype, const int *dest, const int *tag, const int *comm, int *request, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(Irsend_c)(address_of(buf->base), *count, Datatype_of_number(*datatype), *dest, *tag, Comm_of_number(*comm), (void *)request))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(Irsend_c)(buf_c, buf_count, buf_type, *dest, *tag, Comm_of_number(*comm), (void *)request);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, iscan_f08ts, (const struct array *sendbuf, const struct array *recvbuf, const int *count, const int *datatype, const int *op, const int *comm, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Iscan)(sendbuf_c, recvbuf_c, *count, Datatype_of_number(*datatype), Op_of_number(*op), Comm_of_number(*comm), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, iscan_f08ts_large, (const struct array *sendbuf, const struct array *recvbuf, const int64_t *count, const int *datatype, const int *op, const int *comm, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Iscan_c)(sendbuf_c, recvbuf_c, *count, Datatype_of_number(*datatype), Op_of_number(*op), Comm_of_number(*comm), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, iscatter_f08ts, (const struct array *sendbuf, const int *sendcount, const int *sendtype, const struct array *recvbuf, const int *recvcount, const int *recvtype, const int *root, const int *comm, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Iscatter)(sendbuf_c, *sendcount, Datatype_of_number(*sendtype), recvbuf_c, *recvcount, Datatype_of_number(*recvtype), *root, Comm_of_number(*comm), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, iscatter_f08ts_large, (const struct array *sendbuf, const int64_t *sendcount, const int *sendtype, const struct array *recvbuf, const int64_t *recvcount, const int *recvtype, const int *root, const int *comm, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Iscatter_c)(sendbuf_c, *sendcount, Datatype_of_number(*sendtype), recvbuf_c, *recvcount, Datatype_of_number(*recvtype), *root, Comm_of_number(*comm), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, iscatterv_f08ts, (const struct array *sendbuf, int *sendcounts, int *displs, const int *sendtype, const struct array *recvbuf, const int *recvcount, const int *recvtype, const int *root, const int *comm, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Iscatterv)(sendbuf_c, (void *)sendcounts, (void *)displs, Datatype_of_number(*sendtype), recvbuf_c, *recvcount, Datatype_of_number(*recvtype), *root, Comm_of_number(*comm), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, iscatterv_f08ts_large, (const struct array *sendbuf, int64_t *sendcounts, intptr_t *displs, const int *sendtype, const struct array *recvbuf, const int64_t *recvcount, const int *recvtype, const int *root, const int *comm, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Iscatterv_c)(sendbuf_c, (void *)sendcounts, (void *)displs, Datatype_of_number(*sendtype), recvbuf_c, *recvcount, Datatype_of_number(*recvtype), *root, Comm_of_number(*comm), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, isend_f08ts, (const struct array *buf, const int *count, const int *datatype, const int *dest, const int *tag, const int *comm, int *request, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(Isend)(address_of(buf->base), *count, Datatype_of_number(*datatype), *dest, *tag, Comm_of_number(*comm), (void *)request))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(Isend)(buf_c, buf_count, buf_type, *dest, *tag, Comm_of_number(*comm), (void *)request);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, isend_f08ts_large, (const struct array *buf, const int64_t *count, const int *datatype, const int *dest, const int *tag, const int *comm, int *request, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(Isend_c)(address_of(buf->base), *count, Datatype_of_number(*datatype), *dest, *tag, Comm_of_number(*comm), (void *)request))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(Isend_c)(buf_c, buf_count, buf_type, *dest, *tag, Comm_of_number(*comm), (void *)request);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, isendrecv_f08ts, (const struct array *sendbuf, const int *sendcount, const int *sendtype, const int *dest, const int *sendtag, const struct array *recvbuf, const int *recvcount, const int *recvtype, const int *source, const int *recvtag, const int *comm, int *request, int *ierror))
{
    if (LIKELY(is_simple(sendbuf) && is_simple(recvbuf))) {
        RETURNED(CALLED(Isendrecv)(address_of(sendbuf->base), *sendcount, Datatype_of_number(*sendtype), *dest, *sendtag, address_of(recvbuf->base), *recvcount, Datatype_of_number(*recvtype), *source, *recvtag, Comm_of_number(*comm), (void *)request))
        return;
    }
    SECTION(sendbuf, sendcount, sendtype)
    SECTION(recvbuf, recvcount, recvtype)
    int code = CALLED(Isendrecv)(sendbuf_c, sendbuf_count, sendbuf_type, *dest, *sendtag, recvbuf_c, recvbuf_count, recvbuf_type, *source, *recvtag, Comm_of_number(*comm), (void *)request);
    SECTION_DONE(recvbuf, recvcount, recvtype)
    SECTION_DONE(sendbuf, sendcount, sendtype)
    RETURNED(code)
}
F08(void, isendrecv_f08ts_large, (const struct array *sendbuf, const int64_t *sendcount, const int *sendtype, const int *dest, const int *sendtag, const struct array *recvbuf, const int64_t *recvcount, const int *recvtype, const int *source, const int *recvtag, const int *comm, int *request, int *ierror))
{
    if (LIKELY(is_simple(sendbuf) && is_simple(recvbuf))) {
        RETURNED(CALLED(Isendrecv_c)(address_of(sendbuf->base), *sendcount, Datatype_of_number(*sendtype), *dest, *sendtag, address_of(recvbuf->base), *recvcount, Datatype_of_number(*recvtype), *source, *recvtag, Comm_of_number(*comm), (void *)request))
        return;
    }
    SECTION(sendbuf, sendcount, sendtype)
    SECTION(recvbuf, recvcount, recvtype)
    int code = CALLED(Isendrecv_c)(sendbuf_c, sendbuf_count, sendbuf_type, *dest, *sendtag, recvbuf_c, recvbuf_count, recvbuf_type, *source, *recvtag, Comm_of_number(*comm), (void *)request);
    SECTION_DONE(recvbuf, recvcount, recvtype)
    SECTION_DONE(sendbuf, sendcount, sendtype)
    RETURNED(code)
}
F08(void, isendrecv_replace_f08ts, (const struct array *buf, const int *count, const int *datatype, const int *dest, const int *sendtag, const int *source, const int *recvtag, const int *comm, int *request, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(Isendrecv_replace)(address_of(buf->base), *count, Datatype_of_number(*datatype), *dest, *sendtag, *source, *recvtag, Comm_of_number(*comm), (void *)request))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(Isendrecv_replace)(buf_c, buf_count, buf_type, *dest, *sendtag, *source, *recvtag, Comm_of_number(*comm), (void *)request);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, isendrecv_replace_f08ts_large, (const struct array *buf, const int64_t *count, const int *datatype, const int *dest, const int *sendtag, const int *source, const int *recvtag, const int *comm, int *request, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(Isendrecv_replace_c)(address_of(buf->base), *count, Datatype_of_number(*datatype), *dest, *sendtag, *source, *recvtag, Comm_of_number(*comm), (void *)request))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(Isendrecv_replace_c)(buf_c, buf_count, buf_type, *dest, *sendtag, *source, *recvtag, Comm_of_number(*comm), (void *)request);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, issend_f08ts, (const struct array *buf, const int *count, const int *datatype, const int *dest, const int *tag, const int *comm, int *request, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(Issend)(address_of(buf->base), *count, Datatype_of_number(*datatype), *dest, *tag, Comm_of_number(*comm), (void *)request))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(Issend)(buf_c, buf_count, buf_type, *dest, *tag, Comm_of_number(*comm), (void *)request);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, issend_f08ts_large, (const struct array *buf, const int64_t *count, const int *datatype, const int *dest, const int *tag, const int *comm, int *request, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(Issend_c)(address_of(buf->base), *count, Datatype_of_number(*datatype), *dest, *tag, Comm_of_number(*comm), (void *)request))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(Issend_c)(buf_c, buf_count, buf_type, *dest, *tag, Comm_of_number(*comm), (void *)request);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, mrecv_f08ts, (const struct array *buf, const int *count, const int *datatype, int *message, int *status, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(Mrecv)(address_of(buf->base), *count, Datatype_of_number(*datatype), (void *)message, status_of(status)))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(Mrecv)(buf_c, buf_count, buf_type, (void *)message, status_of(status));
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, mrecv_f08ts_large, (const struct array *buf, const int64_t *count, const int *datatype, int *message, int *status, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(Mrecv_c)(address_of(buf->base), *count, Datatype_of_number(*datatype), (void *)message, status_of(status)))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(Mrecv_c)(buf_c, buf_count, buf_type, (void *)message, status_of(status));
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, neighbor_allgather_f08ts, (const struct array *sendbuf, const int *sendcount, const int *sendtype, const struct array *recvbuf, const int *recvcount, const int *recvtype, const int *comm, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    int code = CALLED(Neighbor_allgather)(sendbuf_c, *sendcount, Datatype_of_number(*sendtype), recvbuf_c, *recvcount, Datatype_of_number(*recvtype), Comm_of_number(*comm));
    end_copies(copies);
    RETURNED(code)
}
F08(void, neighbor_allgather_f08ts_large, (const struct array *sendbuf, const int64_t *sendcount, const int *sendtype, const struct array *recvbuf, const int64_t *recvcount, const int *recvtype, const int *comm, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    int code = CALLED(Neighbor_allgather_c)(sendbuf_c, *sendcount, Datatype_of_number(*sendtype), recvbuf_c, *recvcount, Datatype_of_number(*recvtype), Comm_of_number(*comm));
    end_copies(copies);
    RETURNED(code)
}
F08(void, neighbor_allgather_init_f08ts, (const struct array *sendbuf, const int *sendcount, const int *sendtype, const struct array *recvbuf, const int *recvcount, const int *recvtype, const int *comm, const int *info, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Neighbor_allgather_init)(sendbuf_c, *sendcount, Datatype_of_number(*sendtype), recvbuf_c, *recvcount, Datatype_of_number(*recvtype), Comm_of_number(*comm), Info_of_number(*info), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, neighbor_allgather_init_f08ts_large, (const struct array *sendbuf, const int64_t *sendcount, const int *sendtype, const struct array *recvbuf, const int64_t *recvcount, const int *recvtype, const int *comm, const int *info, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Neighbor_allgather_init_c)(sendbuf_c, *sendcount, Datatype_of_number(*sendtype), recvbuf_c, *recvcount, Datatype_of_number(*recvtype), Comm_of_number(*comm), Info_of_number(*info), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, neighbor_allgatherv_f08ts, (const struct array *sendbuf, const int *sendcount, const int *sendtype, const struct array *recvbuf, int *recvcounts, int *displs, const int *recvtype, const int *comm, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    int code = CALLED(Neighbor_allgatherv)(sendbuf_c, *sendcount, Datatype_of_number(*sendtype), recvbuf_c, (void *)recvcounts, (void *)displs, Datatype_of_number(*recvtype), Comm_of_number(*comm));
    end_copies(copies);
    RETURNED(code)
}
F08(void, neighbor_allgatherv_f08ts_large, (const struct array *sendbuf, const int64_t *sendcount, const int *sendtype, const struct array *recvbuf, int64_t *recvcounts, intptr_t *displs, const int *recvtype, const int *comm, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    int code = CALLED(Neighbor_allgatherv_c)(sendbuf_c, *sendcount, Datatype_of_number(*sendtype), recvbuf_c, (void *)recvcounts, (void *)displs, Datatype_of_number(*recvtype), Comm_of_number(*comm));
    end_copies(copies);
    RETURNED(code)
}
F08(void, neighbor_allgatherv_init_f08ts, (const struct array *sendbuf, const int *sendcount, const int *sendtype, const struct array *recvbuf, int *recvcounts, int *displs, const int *recvtype, const int *comm, const int *info, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Neighbor_allgatherv_init)(sendbuf_c, *sendcount, Datatype_of_number(*sendtype), recvbuf_c, (void *)recvcounts, (void *)displs, Datatype_of_number(*recvtype), Comm_of_number(*comm), Info_of_number(*info), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, neighbor_allgatherv_init_f08ts_large, (const struct array *sendbuf, const int64_t *sendcount, const int *sendtype, const struct array *recvbuf, int64_t *recvcounts, intptr_t *displs, const int *recvtype, const int *comm, const int *info, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Neighbor_allgatherv_init_c)(sendbuf_c, *sendcount, Datatype_of_number(*sendtype), recvbuf_c, (void *)recvcounts, (void *)displs, Datatype_of_number(*recvtype), Comm_of_number(*comm), Info_of_number(*info), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, neighbor_alltoall_f08ts, (const struct array *sendbuf, const int *sendcount, const int *sendtype, const struct array *recvbuf, const int *recvcount, const int *recvtype, const int *comm, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    int code = CALLED(Neighbor_alltoall)(sendbuf_c, *sendcount, Datatype_of_number(*sendtype), recvbuf_c, *recvcount, Datatype_of_number(*recvtype), Comm_of_number(*comm));
    end_copies(copies);
    RETURNED(code)
}
F08(void, neighbor_alltoall_f08ts_large, (const struct array *sendbuf, const int64_t *sendcount, const int *sendtype, const struct array *recvbuf, const int64_t *recvcount, const int *recvtype, const int *comm, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    int code = CALLED(Neighbor_alltoall_c)(sendbuf_c, *sendcount, Datatype_of_number(*sendtype), recvbuf_c, *recvcount, Datatype_of_number(*recvtype), Comm_of_number(*comm));
    end_copies(copies);
    RETURNED(code)
}
F08(void, neighbor_alltoall_init_f08ts, (const struct array *sendbuf, const int *sendcount, const int *sendtype, const struct array *recvbuf, const int *recvcount, const int *recvtype, const int *comm, const int *info, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Neighbor_alltoall_init)(sendbuf_c, *sendcount, Datatype_of_number(*sendtype), recvbuf_c, *recvcount, Datatype_of_number(*recvtype), Comm_of_number(*comm), Info_of_number(*info), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, neighbor_alltoall_init_f08ts_large, (const struct array *sendbuf, const int64_t *sendcount, const int *sendtype, const struct array *recvbuf, const int64_t *recvcount, const int *recvtype, const int *comm, const int *info, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Neighbor_alltoall_init_c)(sendbuf_c, *sendcount, Datatype_of_number(*sendtype), recvbuf_c, *recvcount, Datatype_of_number(*recvtype), Comm_of_number(*comm), Info_of_number(*info), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, neighbor_alltoallv_f08ts, (const struct array *sendbuf, int *sendcounts, int *sdispls, const int *sendtype, const struct array *recvbuf, int *recvcounts, int *rdispls, const int *recvtype, const int *comm, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    int code = CALLED(Neighbor_alltoallv)(sendbuf_c, (void *)sendcounts, (void *)sdispls, Datatype_of_number(*sendtype), recvbuf_c, (void *)recvcounts, (void *)rdispls, Datatype_of_number(*recvtype), Comm_of_number(*comm));
    end_copies(copies);
    RETURNED(code)
}
F08(void, neighbor_alltoallv_f08ts_large, (const struct array *sendbuf, int64_t *sendcounts, intptr_t *sdispls, const int *sendtype, const struct array *recvbuf, int64_t *recvcounts, intptr_t *rdispls, const int *recvtype, const int *comm, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    int code = CALLED(Neighbor_alltoallv_c)(sendbuf_c, (void *)sendcounts, (void *)sdispls, Datatype_of_number(*sendtype), recvbuf_c, (void *)recvcounts, (void *)rdispls, Datatype_of_number(*recvtype), Comm_of_number(*comm));
    end_copies(copies);
    RETURNED(code)
}
F08(void, neighbor_alltoallv_init_f08ts, (const struct array *sendbuf, int *sendcounts, int *sdispls, const int *sendtype, const struct array *recvbuf, int *recvcounts, int *rdispls, const int *recvtype, const int *comm, const int *info, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Neighbor_alltoallv_init)(sendbuf_c, (void *)sendcounts, (void *)sdispls, Datatype_of_number(*sendtype), recvbuf_c, (void *)recvcounts, (void *)rdispls, Datatype_of_number(*recvtype), Comm_of_number(*comm), Info_of_number(*info), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, neighbor_alltoallv_init_f08ts_large, (const struct array *sendbuf, int64_t *sendcounts, intptr_t *sdispls, const int *sendtype, const struct array *recvbuf, int64_t *recvcounts, intptr_t *rdispls, const int *recvtype, const int *comm, const int *info, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Neighbor_alltoallv_init_c)(sendbuf_c, (void *)sendcounts, (void *)sdispls, Datatype_of_number(*sendtype), recvbuf_c, (void *)recvcounts, (void *)rdispls, Datatype_of_number(*recvtype), Comm_of_number(*comm), Info_of_number(*info), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, neighbor_alltoallw_f08ts, (const struct array *sendbuf, int *sendcounts, intptr_t *sdispls, int *sendtypes, const struct array *recvbuf, int *recvcounts, intptr_t *rdispls, int *recvtypes, const int *comm, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    int code = CALLED(Neighbor_alltoallw)(sendbuf_c, (void *)sendcounts, (void *)sdispls, (void *)sendtypes, recvbuf_c, (void *)recvcounts, (void *)rdispls, (void *)recvtypes, Comm_of_number(*comm));
    end_copies(copies);
    RETURNED(code)
}
F08(void, neighbor_alltoallw_f08ts_large, (const struct array *sendbuf, int64_t *sendcounts, intptr_t *sdispls, int *sendtypes, const struct array *recvbuf, int64_t *recvcounts, intptr_t *rdispls, int *recvtypes, const int *comm, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    int code = CALLED(Neighbor_alltoallw_c)(sendbuf_c, (void *)sendcounts, (void *)sdispls, (void *)sendtypes, recvbuf_c, (void *)recvcounts, (void *)rdispls, (void *)recvtypes, Comm_of_number(*comm));
    end_copies(copies);
    RETURNED(code)
}
F08(void, neighbor_alltoallw_init_f08ts, (const struct array *sendbuf, int *sendcounts, intptr_t *sdispls, int *sendtypes, const struct array *recvbuf, int *recvcounts, intptr_t *rdispls, int *recvtypes, const int *comm, const int *info, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Neighbor_alltoallw_init)(sendbuf_c, (void *)sendcounts, (void *)sdispls, (void *)sendtypes, recvbuf_c, (void *)recvcounts, (void *)rdispls, (void *)recvtypes, Comm_of_number(*comm), Info_of_number(*info), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, neighbor_alltoallw_init_f08ts_large, (const struct array *sendbuf, int64_t *sendcounts, intptr_t *sdispls, int *sendtypes, const struct array *recvbuf, int64_t *recvcounts, intptr_t *rdispls, int *recvtypes, const int *comm, const int *info, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Neighbor_alltoallw_init_c)(sendbuf_c, (void *)sendcounts, (void *)sdispls, (void *)sendtypes, recvbuf_c, (void *)recvcounts, (void *)rdispls, (void *)recvtypes, Comm_of_number(*comm), Info_of_number(*info), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, op_create_f08_large, (void *user_fn, const int *commute, int *op, int *ierror))
{
    RETURNED(CALLED(Op_create_c)(user_fn, *commute, (void *)op))
}
F08(void, pack_f08ts, (const struct array *inbuf, const int *incount, const int *datatype, const struct array *outbuf, const int *outsize, int *position, const int *comm, int *ierror))
{
    struct copy *copies = 0;
    void *inbuf_c = copied(inbuf, 0, &copies);
    void *outbuf_c = copied(outbuf, 1, &copies);
    int code = CALLED(Pack)(inbuf_c, *incount, Datatype_of_number(*datatype), outbuf_c, *outsize, (void *)position, Comm_of_number(*comm));
    end_copies(copies);
    RETURNED(code)
}
F08(void, pack_f08ts_large, (const struct array *inbuf, const int64_t *incount, const int *datatype, const struct array *outbuf, const int64_t *outsize, int64_t *position, const int *comm, int *ierror))
{
    struct copy *copies = 0;
    void *inbuf_c = copied(inbuf, 0, &copies);
    void *outbuf_c = copied(outbuf, 1, &copies);
    int code = CALLED(Pack_c)(inbuf_c, *incount, Datatype_of_number(*datatype), outbuf_c, *outsize, (void *)position, Comm_of_number(*comm));
    end_copies(copies);
    RETURNED(code)
}
F08(void, pack_external_f08ts, (const char *datarep, const struct array *inbuf, const int *incount, const int *datatype, const struct array *outbuf, const intptr_t *outsize, intptr_t *position, int *ierror, size_t datarep_length))
{
    struct copy *copies = 0;
    TEXT_IN(datarep)
    void *inbuf_c = copied(inbuf, 0, &copies);
    void *outbuf_c = copied(outbuf, 1, &copies);
    int code = CALLED(Pack_external)(datarep_c, inbuf_c, *incount, Datatype_of_number(*datatype), outbuf_c, *outsize, (void *)position);
    TEXT_IN_DONE(datarep)
    end_copies(copies);
    RETURNED(code)
}
F08(void, pack_external_f08ts_large, (const char *datarep, const struct array *inbuf, const int64_t *incount, const int *datatype, const struct array *outbuf, const int64_t *outsize, int64_t *position, int *ierror, size_t datarep_length))
{
    struct copy *copies = 0;
    TEXT_IN(datarep)
    void *inbuf_c = copied(inbuf, 0, &copies);
    void *outbuf_c = copied(outbuf, 1, &copies);
    int code = CALLED(Pack_external_c)(datarep_c, inbuf_c, *incount, Datatype_of_number(*datatype), outbuf_c, *outsize, (void *)position);
    TEXT_IN_DONE(datarep)
    end_copies(copies);
    RETURNED(code)
}
F08(void, pack_external_size_f08_large, (const char *datarep, const int64_t *incount, const int *datatype, int64_t *size, int *ierror, size_t datarep_length))
{
    TEXT_IN(datarep)
    int code = CALLED(Pack_external_size_c)(datarep_c, *incount, Datatype_of_number(*datatype), (void *)size);
    TEXT_IN_DONE(datarep)
    RETURNED(code)
}
F08(void, pack_size_f08_large, (const int64_t *incount, const int *datatype, const int *comm, int64_t *size, int *ierror))
{
    RETURNED(CALLED(Pack_size_c)(*incount, Datatype_of_number(*datatype), Comm_of_number(*comm), (void *)size))
}
F08(void, precv_init_f08ts, (const struct array *buf, const int *partitions, const int *count, const int *datatype, const int *dest, const int *tag, const int *comm, const int *info, int *request, int *ierror))
{
    RETURNED(CALLED(Precv_init)(data_of(buf), *partitions, *count, Datatype_of_number(*datatype), *dest, *tag, Comm_of_number(*comm), Info_of_number(*info), (void *)request))
}
F08(void, precv_init_f08ts_large, (const struct array *buf, const int *partitions, const int64_t *count, const int *datatype, const int *dest, const int *tag, const int *comm, const int *info, int *request, int *ierror))
{
    RETURNED(CALLED(Precv_init_c)(data_of(buf), *partitions, *count, Datatype_of_number(*datatype), *dest, *tag, Comm_of_number(*comm), Info_of_number(*info), (void *)request))
}
F08(void, psend_init_f08ts, (const struct array *buf, const int *partitions, const int *count, const int *datatype, const int *dest, const int *tag, const int *comm, const int *info, int *request, int *ierror))
{
    RETURNED(CALLED(Psend_init)(data_of(buf), *partitions, *count, Datatype_of_number(*datatype), *dest, *tag, Comm_of_number(*comm), Info_of_number(*info), (void *)request))
}
F08(void, psend_init_f08ts_large, (const struct array *buf, const int *partitions, const int64_t *count, const int *datatype, const int *dest, const int *tag, const int *comm, const int *info, int *request, int *ierror))
{
    RETURNED(CALLED(Psend_init_c)(data_of(buf), *partitions, *count, Datatype_of_number(*datatype), *dest, *tag, Comm_of_number(*comm), Info_of_number(*info), (void *)request))
}
F08(void, put_f08ts, (const struct array *origin_addr, const int *origin_count, const int *origin_datatype, const int *target_rank, const intptr_t *target_disp, const int *target_count, const int *target_datatype, const int *win, int *ierror))
{
    if (LIKELY(is_simple(origin_addr))) {
        RETURNED(CALLED(Put)(address_of(origin_addr->base), *origin_count, Datatype_of_number(*origin_datatype), *target_rank, *target_disp, *target_count, Datatype_of_number(*target_datatype), Win_of_number(*win)))
        return;
    }
    SECTION(origin_addr, origin_count, origin_datatype)
    int code = CALLED(Put)(origin_addr_c, origin_addr_count, origin_addr_type, *target_rank, *target_disp, *target_count, Datatype_of_number(*target_datatype), Win_of_number(*win));
    SECTION_DONE(origin_addr, origin_count, origin_datatype)
    RETURNED(code)
}
F08(void, put_f08ts_large, (const struct array *origin_addr, const int64_t *origin_count, const int *origin_datatype, const int *target_rank, const intptr_t *target_disp, const int64_t *target_count, const int *target_datatype, const int *win, int *ierror))
{
    if (LIKELY(is_simple(origin_addr))) {
        RETURNED(CALLED(Put_c)(address_of(origin_addr->base), *origin_count, Datatype_of_number(*origin_datatype), *target_rank, *target_disp, *target_count, Datatype_of_number(*target_datatype), Win_of_number(*win)))
        return;
    }
    SECTION(origin_addr, origin_count, origin_datatype)
    int code = CALLED(Put_c)(origin_addr_c, origin_addr_count, origin_addr_type, *target_rank, *target_disp, *target_count, Datatype_of_number(*target_datatype), Win_of_number(*win));
    SECTION_DONE(origin_addr, origin_count, origin_datatype)
    RETURNED(code)
}
F08(void, raccumulate_f08ts, (const struct array *origin_addr, const int *origin_count, const int *origin_datatype, const int *target_rank, const intptr_t *target_disp, const int *target_count, const int *target_datatype, const int *op, const int *win, int *request, int *ierror))
{
    if (LIKELY(is_simple(origin_addr))) {
        RETURNED(CALLED(Raccumulate)(address_of(origin_addr->base), *origin_count, Datatype_of_number(*origin_datatype), *target_rank, *target_disp, *target_count, Datatype_of_number(*target_datatype), Op_of_number(*op), Win_of_number(*win), (void *)request))
        return;
    }
    SECTION(origin_addr, origin_count, origin_datatype)
    int code = CALLED(Raccumulate)(origin_addr_c, origin_addr_count, origin_addr_type, *target_rank, *target_disp, *target_count, Datatype_of_number(*target_datatype), Op_of_number(*op), Win_of_number(*win), (void *)request);
    SECTION_DONE(origin_addr, origin_count, origin_datatype)
    RETURNED(code)
}
F08(void, raccumulate_f08ts_large, (const struct array *origin_addr, const int64_t *origin_count, const int *origin_datatype, const int *target_rank, const intptr_t *target_disp, const int64_t *target_count, const int *target_datatype, const int *op, const int *win, int *request, int *ierror))
{
    if (LIKELY(is_simple(origin_addr))) {
        RETURNED(CALLED(Raccumulate_c)(address_of(origin_addr->base), *origin_count, Datatype_of_number(*origin_datatype), *target_rank, *target_disp, *target_count, Datatype_of_number(*target_datatype), Op_of_number(*op), Win_of_number(*win), (void *)request))
        return;
    }
    SECTION(origin_addr, origin_count, origin_datatype)
    int code = CALLED(Raccumulate_c)(origin_addr_c, origin_addr_count, origin_addr_type, *target_rank, *target_disp, *target_count, Datatype_of_number(*target_datatype), Op_of_number(*op), Win_of_number(*win), (void *)request);
    SECTION_DONE(origin_addr, origin_count, origin_datatype)
    RETURNED(code)
}
F08(void, recv_f08ts, (const struct array *buf, const int *count, const int *datatype, const int *source, const int *tag, const int *comm, int *status, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(Recv)(address_of(buf->base), *count, Datatype_of_number(*datatype), *source, *tag, Comm_of_number(*comm), status_of(status)))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(Recv)(buf_c, buf_count, buf_type, *source, *tag, Comm_of_number(*comm), status_of(status));
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, recv_f08ts_large, (const struct array *buf, const int64_t *count, const int *datatype, const int *source, const int *tag, const int *comm, int *status, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(Recv_c)(address_of(buf->base), *count, Datatype_of_number(*datatype), *source, *tag, Comm_of_number(*comm), status_of(status)))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(Recv_c)(buf_c, buf_count, buf_type, *source, *tag, Comm_of_number(*comm), status_of(status));
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, recv_init_f08ts, (const struct array *buf, const int *count, const int *datatype, const int *source, const int *tag, const int *comm, int *request, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(Recv_init)(address_of(buf->base), *count, Datatype_of_number(*datatype), *source, *tag, Comm_of_number(*comm), (void *)request))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(Recv_init)(buf_c, buf_count, buf_type, *source, *tag, Comm_of_number(*comm), (void *)request);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, recv_init_f08ts_large, (const struct array *buf, const int64_t *count, const int *datatype, const int *source, const int *tag, const int *comm, int *request, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(Recv_init_c)(address_of(buf->base), *count, Datatype_of_number(*datatype), *source, *tag, Comm_of_number(*comm), (void *)request))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(Recv_init_c)(buf_c, buf_count, buf_type, *source, *tag, Comm_of_number(*comm), (void *)request);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, reduce_f08ts, (const struct array *sendbuf, const struct array *recvbuf, const int *count, const int *datatype, const int *op, const int *root, const int *comm, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    int code = CALLED(Reduce)(sendbuf_c, recvbuf_c, *count, Datatype_of_number(*datatype), Op_of_number(*op), *root, Comm_of_number(*comm));
    end_copies(copies);
    RETURNED(code)
}
F08(void, reduce_f08ts_large, (const struct array *sendbuf, const struct array *recvbuf, const int64_t *count, const int *datatype, const int *op, const int *root, const int *comm, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    int code = CALLED(Reduce_c)(sendbuf_c, recvbuf_c, *count, Datatype_of_number(*datatype), Op_of_number(*op), *root, Comm_of_number(*comm));
    end_copies(copies);
    RETURNED(code)
}
F08(void, reduce_init_f08ts, (const struct array *sendbuf, const struct array *recvbuf, const int *count, const int *datatype, const int *op, const int *root, const int *comm, const int *info, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Reduce_init)(sendbuf_c, recvbuf_c, *count, Datatype_of_number(*datatype), Op_of_number(*op), *root, Comm_of_number(*comm), Info_of_number(*info), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, reduce_init_f08ts_large, (const struct array *sendbuf, const struct array *recvbuf, const int64_t *count, const int *datatype, const int *op, const int *root, const int *comm, const int *info, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Reduce_init_c)(sendbuf_c, recvbuf_c, *count, Datatype_of_number(*datatype), Op_of_number(*op), *root, Comm_of_number(*comm), Info_of_number(*info), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, reduce_local_f08ts, (const struct array *inbuf, const struct array *inoutbuf, const int *count, const int *datatype, const int *op, int *ierror))
{
    struct copy *copies = 0;
    void *inbuf_c = copied(inbuf, 0, &copies);
    void *inoutbuf_c = copied(inoutbuf, 1, &copies);
    int code = CALLED(Reduce_local)(inbuf_c, inoutbuf_c, *count, Datatype_of_number(*datatype), Op_of_number(*op));
    end_copies(copies);
    RETURNED(code)
}
F08(void, reduce_local_f08ts_large, (const struct array *inbuf, const struct array *inoutbuf, const int64_t *count, const int *datatype, const int *op, int *ierror))
{
    struct copy *copies = 0;
    void *inbuf_c = copied(inbuf, 0, &copies);
    void *inoutbuf_c = copied(inoutbuf, 1, &copies);
    int code = CALLED(Reduce_local_c)(inbuf_c, inoutbuf_c, *count, Datatype_of_number(*datatype), Op_of_number(*op));
    end_copies(copies);
    RETURNED(code)
}
F08(void, reduce_scatter_f08ts, (const struct array *sendbuf, const struct array *recvbuf, int *recvcounts, const int *datatype, const int *op, const int *comm, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    int code = CALLED(Reduce_scatter)(sendbuf_c, recvbuf_c, (void *)recvcounts, Datatype_of_number(*datatype), Op_of_number(*op), Comm_of_number(*comm));
    end_copies(copies);
    RETURNED(code)
}
F08(void, reduce_scatter_f08ts_large, (const struct array *sendbuf, const struct array *recvbuf, int64_t *recvcounts, const int *datatype, const int *op, const int *comm, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    int code = CALLED(Reduce_scatter_c)(sendbuf_c, recvbuf_c, (void *)recvcounts, Datatype_of_number(*datatype), Op_of_number(*op), Comm_of_number(*comm));
    end_copies(copies);
    RETURNED(code)
}
F08(void, reduce_scatter_block_f08ts, (const struct array *sendbuf, const struct array *recvbuf, const int *recvcount, const int *datatype, const int *op, const int *comm, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    int code = CALLED(Reduce_scatter_block)(sendbuf_c, recvbuf_c, *recvcount, Datatype_of_number(*datatype), Op_of_number(*op), Comm_of_number(*comm));
    end_copies(copies);
    RETURNED(code)
}
F08(void, reduce_scatter_block_f08ts_large, (const struct array *sendbuf, const struct array *recvbuf, const int64_t *recvcount, const int *datatype, const int *op, const int *comm, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    int code = CALLED(Reduce_scatter_block_c)(sendbuf_c, recvbuf_c, *recvcount, Datatype_of_number(*datatype), Op_of_number(*op), Comm_of_number(*comm));
    end_copies(copies);
    RETURNED(code)
}
F08(void, reduce_scatter_block_init_f08ts, (const struct array *sendbuf, const struct array *recvbuf, const int *recvcount, const int *datatype, const int *op, const int *comm, const int *info, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Reduce_scatter_block_init)(sendbuf_c, recvbuf_c, *recvcount, Datatype_of_number(*datatype), Op_of_number(*op), Comm_of_number(*comm), Info_of_number(*info), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, reduce_scatter_block_init_f08ts_large, (const struct array *sendbuf, const struct array *recvbuf, const int64_t *recvcount, const int *datatype, const int *op, const int *comm, const int *info, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Reduce_scatter_block_init_c)(sendbuf_c, recvbuf_c, *recvcount, Datatype_of_number(*datatype), Op_of_number(*op), Comm_of_number(*comm), Info_of_number(*info), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, reduce_scatter_init_f08ts, (const struct array *sendbuf, const struct array *recvbuf, int *recvcounts, const int *datatype, const int *op, const int *comm, const int *info, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Reduce_scatter_init)(sendbuf_c, recvbuf_c, (void *)recvcounts, Datatype_of_number(*datatype), Op_of_number(*op), Comm_of_number(*comm), Info_of_number(*info), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, reduce_scatter_init_f08ts_large, (const struct array *sendbuf, const struct array *recvbuf, int64_t *recvcounts, const int *datatype, const int *op, const int *comm, const int *info, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Reduce_scatter_init_c)(sendbuf_c, recvbuf_c, (void *)recvcounts, Datatype_of_number(*datatype), Op_of_number(*op), Comm_of_number(*comm), Info_of_number(*info), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, rget_f08ts, (const struct array *origin_addr, const int *origin_count, const int *origin_datatype, const int *target_rank, const intptr_t *target_disp, const int *target_count, const int *target_datatype, const int *win, int *request, int *ierror))
{
    if (LIKELY(is_simple(origin_addr))) {
        RETURNED(CALLED(Rget)(address_of(origin_addr->base), *origin_count, Datatype_of_number(*origin_datatype), *target_rank, *target_disp, *target_count, Datatype_of_number(*target_datatype), Win_of_number(*win), (void *)request))
        return;
    }
    SECTION(origin_addr, origin_count, origin_datatype)
    int code = CALLED(Rget)(origin_addr_c, origin_addr_count, origin_addr_type, *target_rank, *target_disp, *target_count, Datatype_of_number(*target_datatype), Win_of_number(*win), (void *)request);
    SECTION_DONE(origin_addr, origin_count, origin_datatype)
    RETURNED(code)
}
F08(void, rget_f08ts_large, (const struct array *origin_addr, const int64_t *origin_count, const int *origin_datatype, const int *target_rank, const intptr_t *target_disp, const int64_t *target_count, const int *target_datatype, const int *win, int *request, int *ierror))
{
    if (LIKELY(is_simple(origin_addr))) {
        RETURNED(CALLED(Rget_c)(address_of(origin_addr->base), *origin_count, Datatype_of_number(*origin_datatype), *target_rank, *target_disp, *target_count, Datatype_of_number(*target_datatype), Win_of_number(*win), (void *)request))
        return;
    }
    SECTION(origin_addr, origin_count, origin_datatype)
    int code = CALLED(Rget_c)(origin_addr_c, origin_addr_count, origin_addr_type, *target_rank, *target_disp, *target_count, Datatype_of_number(*target_datatype), Win_of_number(*win), (void *)request);
    SECTION_DONE(origin_addr, origin_count, origin_datatype)
    RETURNED(code)
}
F08(void, rget_accumulate_f08ts, (const struct array *origin_addr, const int *origin_count, const int *origin_datatype, const struct array *result_addr, const int *result_count, const int *result_datatype, const int *target_rank, const intptr_t *target_disp, const int *target_count, const int *target_datatype, const int *op, const int *win, int *request, int *ierror))
{
    if (LIKELY(is_simple(origin_addr) && is_simple(result_addr))) {
        RETURNED(CALLED(Rget_accumulate)(address_of(origin_addr->base), *origin_count, Datatype_of_number(*origin_datatype), address_of(result_addr->base), *result_count, Datatype_of_number(*result_datatype), *target_rank, *target_disp, *target_count, Datatype_of_number(*target_datatype), Op_of_number(*op), Win_of_number(*win), (void *)request))
        return;
    }
    SECTION(origin_addr, origin_count, origin_datatype)
    SECTION(result_addr, result_count, result_datatype)
    int code = CALLED(Rget_accumulate)(origin_addr_c, origin_addr_count, origin_addr_type, result_addr_c, result_addr_count, result_addr_type, *target_rank, *target_disp, *target_count, Datatype_of_number(*target_datatype), Op_of_number(*op), Win_of_number(*win), (void *)request);
    SECTION_DONE(result_addr, result_count, result_datatype)
    SECTION_DONE(origin_addr, origin_count, origin_datatype)
    RETURNED(code)
}
F08(void, rget_accumulate_f08ts_large, (const struct array *origin_addr, const int64_t *origin_count, const int *origin_datatype, const struct array *result_addr, const int64_t *result_count, const int *result_datatype, const int *target_rank, const intptr_t *target_disp, const int64_t *target_count, const int *target_datatype, const int *op, const int *win, int *request, int *ierror))
{
    if (LIKELY(is_simple(origin_addr) && is_simple(result_addr))) {
        RETURNED(CALLED(Rget_accumulate_c)(address_of(origin_addr->base), *origin_count, Datatype_of_number(*origin_datatype), address_of(result_addr->base), *result_count, Datatype_of_number(*result_datatype), *target_rank, *target_disp, *target_count, Datatype_of_number(*target_datatype), Op_of_number(*op), Win_of_number(*win), (void *)request))
        return;
    }
    SECTION(origin_addr, origin_count, origin_datatype)
    SECTION(result_addr, result_count, result_datatype)
    int code = CALLED(Rget_accumulate_c)(origin_addr_c, origin_addr_count, origin_addr_type, result_addr_c, result_addr_count, result_addr_type, *target_rank, *target_disp, *target_count, Datatype_of_number(*target_datatype), Op_of_number(*op), Win_of_number(*win), (void *)request);
    SECTION_DONE(result_addr, result_count, result_datatype)
    SECTION_DONE(origin_addr, origin_count, origin_datatype)
    RETURNED(code)
}
F08(void, rput_f08ts, (const struct array *origin_addr, const int *origin_count, const int *origin_datatype, const int *target_rank, const intptr_t *target_disp, const int *target_count, const int *target_datatype, const int *win, int *request, int *ierror))
{
    if (LIKELY(is_simple(origin_addr))) {
        RETURNED(CALLED(Rput)(address_of(origin_addr->base), *origin_count, Datatype_of_number(*origin_datatype), *target_rank, *target_disp, *target_count, Datatype_of_number(*target_datatype), Win_of_number(*win), (void *)request))
        return;
    }
    SECTION(origin_addr, origin_count, origin_datatype)
    int code = CALLED(Rput)(origin_addr_c, origin_addr_count, origin_addr_type, *target_rank, *target_disp, *target_count, Datatype_of_number(*target_datatype), Win_of_number(*win), (void *)request);
    SECTION_DONE(origin_addr, origin_count, origin_datatype)
    RETURNED(code)
}
F08(void, rput_f08ts_large, (const struct array *origin_addr, const int64_t *origin_count, const int *origin_datatype, const int *target_rank, const intptr_t *target_disp, const int64_t *target_count, const int *target_datatype, const int *win, int *request, int *ierror))
{
    if (LIKELY(is_simple(origin_addr))) {
        RETURNED(CALLED(Rput_c)(address_of(origin_addr->base), *origin_count, Datatype_of_number(*origin_datatype), *target_rank, *target_disp, *target_count, Datatype_of_number(*target_datatype), Win_of_number(*win), (void *)request))
        return;
    }
    SECTION(origin_addr, origin_count, origin_datatype)
    int code = CALLED(Rput_c)(origin_addr_c, origin_addr_count, origin_addr_type, *target_rank, *target_disp, *target_count, Datatype_of_number(*target_datatype), Win_of_number(*win), (void *)request);
    SECTION_DONE(origin_addr, origin_count, origin_datatype)
    RETURNED(code)
}
F08(void, rsend_f08ts, (const struct array *buf, const int *count, const int *datatype, const int *dest, const int *tag, const int *comm, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(Rsend)(address_of(buf->base), *count, Datatype_of_number(*datatype), *dest, *tag, Comm_of_number(*comm)))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(Rsend)(buf_c, buf_count, buf_type, *dest, *tag, Comm_of_number(*comm));
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, rsend_f08ts_large, (const struct array *buf, const int64_t *count, const int *datatype, const int *dest, const int *tag, const int *comm, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(Rsend_c)(address_of(buf->base), *count, Datatype_of_number(*datatype), *dest, *tag, Comm_of_number(*comm)))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(Rsend_c)(buf_c, buf_count, buf_type, *dest, *tag, Comm_of_number(*comm));
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, rsend_init_f08ts, (const struct array *buf, const int *count, const int *datatype, const int *dest, const int *tag, const int *comm, int *request, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(Rsend_init)(address_of(buf->base), *count, Datatype_of_number(*datatype), *dest, *tag, Comm_of_number(*comm), (void *)request))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(Rsend_init)(buf_c, buf_count, buf_type, *dest, *tag, Comm_of_number(*comm), (void *)request);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, rsend_init_f08ts_large, (const struct array *buf, const int64_t *count, const int *datatype, const int *dest, const int *tag, const int *comm, int *request, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(Rsend_init_c)(address_of(buf->base), *count, Datatype_of_number(*datatype), *dest, *tag, Comm_of_number(*comm), (void *)request))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(Rsend_init_c)(buf_c, buf_count, buf_type, *dest, *tag, Comm_of_number(*comm), (void *)request);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, scan_f08ts, (const struct array *sendbuf, const struct array *recvbuf, const int *count, const int *datatype, const int *op, const int *comm, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    int code = CALLED(Scan)(sendbuf_c, recvbuf_c, *count, Datatype_of_number(*datatype), Op_of_number(*op), Comm_of_number(*comm));
    end_copies(copies);
    RETURNED(code)
}
F08(void, scan_f08ts_large, (const struct array *sendbuf, const struct array *recvbuf, const int64_t *count, const int *datatype, const int *op, const int *comm, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    int code = CALLED(Scan_c)(sendbuf_c, recvbuf_c, *count, Datatype_of_number(*datatype), Op_of_number(*op), Comm_of_number(*comm));
    end_copies(copies);
    RETURNED(code)
}
F08(void, scan_init_f08ts, (const struct array *sendbuf, const struct array *recvbuf, const int *count, const int *datatype, const int *op, const int *comm, const int *info, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Scan_init)(sendbuf_c, recvbuf_c, *count, Datatype_of_number(*datatype), Op_of_number(*op), Comm_of_number(*comm), Info_of_number(*info), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, scan_init_f08ts_large, (const struct array *sendbuf, const struct array *recvbuf, const int64_t *count, const int *datatype, const int *op, const int *comm, const int *info, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Scan_init_c)(sendbuf_c, recvbuf_c, *count, Datatype_of_number(*datatype), Op_of_number(*op), Comm_of_number(*comm), Info_of_number(*info), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, scatter_f08ts, (const struct array *sendbuf, const int *sendcount, const int *sendtype, const struct array *recvbuf, const int *recvcount, const int *recvtype, const int *root, const int *comm, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    int code = CALLED(Scatter)(sendbuf_c, *sendcount, Datatype_of_number(*sendtype), recvbuf_c, *recvcount, Datatype_of_number(*recvtype), *root, Comm_of_number(*comm));
    end_copies(copies);
    RETURNED(code)
}
F08(void, scatter_f08ts_large, (const struct array *sendbuf, const int64_t *sendcount, const int *sendtype, const struct array *recvbuf, const int64_t *recvcount, const int *recvtype, const int *root, const int *comm, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    int code = CALLED(Scatter_c)(sendbuf_c, *sendcount, Datatype_of_number(*sendtype), recvbuf_c, *recvcount, Datatype_of_number(*recvtype), *root, Comm_of_number(*comm));
    end_copies(copies);
    RETURNED(code)
}
F08(void, scatter_init_f08ts, (const struct array *sendbuf, const int *sendcount, const int *sendtype, const struct array *recvbuf, const int *recvcount, const int *recvtype, const int *root, const int *comm, const int *info, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Scatter_init)(sendbuf_c, *sendcount, Datatype_of_number(*sendtype), recvbuf_c, *recvcount, Datatype_of_number(*recvtype), *root, Comm_of_number(*comm), Info_of_number(*info), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, scatter_init_f08ts_large, (const struct array *sendbuf, const int64_t *sendcount, const int *sendtype, const struct array *recvbuf, const int64_t *recvcount, const int *recvtype, const int *root, const int *comm, const int *info, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Scatter_init_c)(sendbuf_c, *sendcount, Datatype_of_number(*sendtype), recvbuf_c, *recvcount, Datatype_of_number(*recvtype), *root, Comm_of_number(*comm), Info_of_number(*info), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, scatterv_f08ts, (const struct array *sendbuf, int *sendcounts, int *displs, const int *sendtype, const struct array *recvbuf, const int *recvcount, const int *recvtype, const int *root, const int *comm, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    int code = CALLED(Scatterv)(sendbuf_c, (void *)sendcounts, (void *)displs, Datatype_of_number(*sendtype), recvbuf_c, *recvcount, Datatype_of_number(*recvtype), *root, Comm_of_number(*comm));
    end_copies(copies);
    RETURNED(code)
}
F08(void, scatterv_f08ts_large, (const struct array *sendbuf, int64_t *sendcounts, intptr_t *displs, const int *sendtype, const struct array *recvbuf, const int64_t *recvcount, const int *recvtype, const int *root, const int *comm, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    int code = CALLED(Scatterv_c)(sendbuf_c, (void *)sendcounts, (void *)displs, Datatype_of_number(*sendtype), recvbuf_c, *recvcount, Datatype_of_number(*recvtype), *root, Comm_of_number(*comm));
    end_copies(copies);
    RETURNED(code)
}
F08(void, scatterv_init_f08ts, (const struct array *sendbuf, int *sendcounts, int *displs, const int *sendtype, const struct array *recvbuf, const int *recvcount, const int *recvtype, const int *root, const int *comm, const int *info, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Scatterv_init)(sendbuf_c, (void *)sendcounts, (void *)displs, Datatype_of_number(*sendtype), recvbuf_c, *recvcount, Datatype_of_number(*recvtype), *root, Comm_of_number(*comm), Info_of_number(*info), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, scatterv_init_f08ts_large, (const struct array *sendbuf, int64_t *sendcounts, intptr_t *displs, const int *sendtype, const struct array *recvbuf, const int64_t *recvcount, const int *recvtype, const int *root, const int *comm, const int *info, int *request, int *ierror))
{
    struct copy *copies = 0;
    void *sendbuf_c = copied(sendbuf, 0, &copies);
    void *recvbuf_c = copied(recvbuf, 1, &copies);
    pass(copies);
    int code = CALLED(Scatterv_init_c)(sendbuf_c, (void *)sendcounts, (void *)displs, Datatype_of_number(*sendtype), recvbuf_c, *recvcount, Datatype_of_number(*recvtype), *root, Comm_of_number(*comm), Info_of_number(*info), (void *)request);
    take_back(copies);
    RETURNED(code)
}
F08(void, send_f08ts, (const struct array *buf, const int *count, const int *datatype, const int *dest, const int *tag, const int *comm, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(Send)(address_of(buf->base), *count, Datatype_of_number(*datatype), *dest, *tag, Comm_of_number(*comm)))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(Send)(buf_c, buf_count, buf_type, *dest, *tag, Comm_of_number(*comm));
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, send_f08ts_large, (const struct array *buf, const int64_t *count, const int *datatype, const int *dest, const int *tag, const int *comm, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(Send_c)(address_of(buf->base), *count, Datatype_of_number(*datatype), *dest, *tag, Comm_of_number(*comm)))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(Send_c)(buf_c, buf_count, buf_type, *dest, *tag, Comm_of_number(*comm));
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, send_init_f08ts, (const struct array *buf, const int *count, const int *datatype, const int *dest, const int *tag, const int *comm, int *request, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(Send_init)(address_of(buf->base), *count, Datatype_of_number(*datatype), *dest, *tag, Comm_of_number(*comm), (void *)request))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(Send_init)(buf_c, buf_count, buf_type, *dest, *tag, Comm_of_number(*comm), (void *)request);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, send_init_f08ts_large, (const struct array *buf, const int64_t *count, const int *datatype, const int *dest, const int *tag, const int *comm, int *request, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(Send_init_c)(address_of(buf->base), *count, Datatype_of_number(*datatype), *dest, *tag, Comm_of_number(*comm), (void *)request))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(Send_init_c)(buf_c, buf_count, buf_type, *dest, *tag, Comm_of_number(*comm), (void *)request);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, sendrecv_f08ts, (const struct array *sendbuf, const int *sendcount, const int *sendtype, const int *dest, const int *sendtag, const struct array *recvbuf, const int *recvcount, const int *recvtype, const int *source, const int *recvtag, const int *comm, int *status, int *ierror))
{
    if (LIKELY(is_simple(sendbuf) && is_simple(recvbuf))) {
        RETURNED(CALLED(Sendrecv)(address_of(sendbuf->base), *sendcount, Datatype_of_number(*sendtype), *dest, *sendtag, address_of(recvbuf->base), *recvcount, Datatype_of_number(*recvtype), *source, *recvtag, Comm_of_number(*comm), status_of(status)))
        return;
    }
    SECTION(sendbuf, sendcount, sendtype)
    SECTION(recvbuf, recvcount, recvtype)
    int code = CALLED(Sendrecv)(sendbuf_c, sendbuf_count, sendbuf_type, *dest, *sendtag, recvbuf_c, recvbuf_count, recvbuf_type, *source, *recvtag, Comm_of_number(*comm), status_of(status));
    SECTION_DONE(recvbuf, recvcount, recvtype)
    SECTION_DONE(sendbuf, sendcount, sendtype)
    RETURNED(code)
}
F08(void, sendrecv_f08ts_large, (const struct array *sendbuf, const int64_t *sendcount, const int *sendtype, const int *dest, const int *sendtag, const struct array *recvbuf, const int64_t *recvcount, const int *recvtype, const int *source, const int *recvtag, const int *comm, int *status, int *ierror))
{
    if (LIKELY(is_simple(sendbuf) && is_simple(recvbuf))) {
        RETURNED(CALLED(Sendrecv_c)(address_of(sendbuf->base), *sendcount, Datatype_of_number(*sendtype), *dest, *sendtag, address_of(recvbuf->base), *recvcount, Datatype_of_number(*recvtype), *source, *recvtag, Comm_of_number(*comm), status_of(status)))
        return;
    }
    SECTION(sendbuf, sendcount, sendtype)
    SECTION(recvbuf, recvcount, recvtype)
    int code = CALLED(Sendrecv_c)(sendbuf_c, sendbuf_count, sendbuf_type, *dest, *sendtag, recvbuf_c, recvbuf_count, recvbuf_type, *source, *recvtag, Comm_of_number(*comm), status_of(status));
    SECTION_DONE(recvbuf, recvcount, recvtype)
    SECTION_DONE(sendbuf, sendcount, sendtype)
    RETURNED(code)
}
F08(void, sendrecv_replace_f08ts, (const struct array *buf, const int *count, const int *datatype, const int *dest, const int *sendtag, const int *source, const int *recvtag, const int *comm, int *status, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(Sendrecv_replace)(address_of(buf->base), *count, Datatype_of_number(*datatype), *dest, *sendtag, *source, *recvtag, Comm_of_number(*comm), status_of(status)))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(Sendrecv_replace)(buf_c, buf_count, buf_type, *dest, *sendtag, *source, *recvtag, Comm_of_number(*comm), status_of(status));
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, sendrecv_replace_f08ts_large, (const struct array *buf, const int64_t *count, const int *datatype, const int *dest, const int *sendtag, const int *source, const int *recvtag, const int *comm, int *status, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(Sendrecv_replace_c)(address_of(buf->base), *count, Datatype_of_number(*datatype), *dest, *sendtag, *source, *recvtag, Comm_of_number(*comm), status_of(status)))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(Sendrecv_replace_c)(buf_c, buf_count, buf_type, *dest, *sendtag, *source, *recvtag, Comm_of_number(*comm), status_of(status));
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, session_attach_buffer_f08ts, (const int *session, const struct array *buffer, const int *size, int *ierror))
{
    RETURNED(CALLED(Session_attach_buffer)(Session_of_number(*session), data_of(buffer), *size))
}
F08(void, session_attach_buffer_f08ts_large, (const int *session, const struct array *buffer, const int64_t *size, int *ierror))
{
    RETURNED(CALLED(Session_attach_buffer_c)(Session_of_number(*session), data_of(buffer), *size))
}
F08(void, session_detach_buffer_f08_large, (const int *session, void *buffer_addr, int64_t *size, int *ierror))
{
    RETURNED(CALLED(Session_detach_buffer_c)(Session_of_number(*session), address_of(buffer_addr), (void *)size))
}
F08(void, ssend_f08ts, (const struct array *buf, const int *count, const int *datatype, const int *dest, const int *tag, const int *comm, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(Ssend)(address_of(buf->base), *count, Datatype_of_number(*datatype), *dest, *tag, Comm_of_number(*comm)))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(Ssend)(buf_c, buf_count, buf_type, *dest, *tag, Comm_of_number(*comm));
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, ssend_f08ts_large, (const struct array *buf, const int64_t *count, const int *datatype, const int *dest, const int *tag, const int *comm, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(Ssend_c)(address_of(buf->base), *count, Datatype_of_number(*datatype), *dest, *tag, Comm_of_number(*comm)))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(Ssend_c)(buf_c, buf_count, buf_type, *dest, *tag, Comm_of_number(*comm));
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, ssend_init_f08ts, (const struct array *buf, const int *count, const int *datatype, const int *dest, const int *tag, const int *comm, int *request, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(Ssend_init)(address_of(buf->base), *count, Datatype_of_number(*datatype), *dest, *tag, Comm_of_number(*comm), (void *)request))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(Ssend_init)(buf_c, buf_count, buf_type, *dest, *tag, Comm_of_number(*comm), (void *)request);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, ssend_init_f08ts_large, (const struct array *buf, const int64_t *count, const int *datatype, const int *dest, const int *tag, const int *comm, int *request, int *ierror))
{
    if (LIKELY(is_simple(buf))) {
        RETURNED(CALLED(Ssend_init_c)(address_of(buf->base), *count, Datatype_of_number(*datatype), *dest, *tag, Comm_of_number(*comm), (void *)request))
        return;
    }
    SECTION(buf, count, datatype)
    int code = CALLED(Ssend_init_c)(buf_c, buf_count, buf_type, *dest, *tag, Comm_of_number(*comm), (void *)request);
    SECTION_DONE(buf, count, datatype)
    RETURNED(code)
}
F08(void, status_set_elements_f08_large, (int *status, const int *datatype, const int64_t *count, int *ierror))
{
    RETURNED(CALLED(Status_set_elements_c)(status_of(status), Datatype_of_number(*datatype), *count))
}
F08(void, type_contiguous_f08_large, (const int64_t *count, const int *oldtype, int *newtype, int *ierror))
{
    RETURNED(CALLED(Type_contiguous_c)(*count, Datatype_of_number(*oldtype), (void *)newtype))
}
F08(void, type_create_darray_f08_large, (const int *size, const int *rank, const int *ndims, int64_t *array_of_gsizes, int *array_of_distribs, int *array_of_dargs, int *array_of_psizes, const int *order, const int *oldtype, int *newtype, int *ierror))
{
    RETURNED(CALLED(Type_create_darray_c)(*size, *rank, *ndims, (void *)array_of_gsizes, (void *)array_of_distribs, (void *)array_of_dargs, (void *)array_of_psizes, *order, Datatype_of_number(*oldtype), (void *)newtype))
}
F08(void, type_create_hindexed_f08_large, (const int64_t *count, int64_t *array_of_blocklengths, int64_t *array_of_displacements, const int *oldtype, int *newtype, int *ierror))
{
    RETURNED(CALLED(Type_create_hindexed_c)(*count, (void *)array_of_blocklengths, (void *)array_of_displacements, Datatype_of_number(*oldtype), (void *)newtype))
}
F08(void, type_create_hindexed_block_f08_large, (const int64_t *count, const int64_t *blocklength, int64_t *array_of_displacements, const int *oldtype, int *newtype, int *ierror))
{
    RETURNED(CALLED(Type_create_hindexed_block_c)(*count, *blocklength, (void *)array_of_displacements, Datatype_of_number(*oldtype), (void *)newtype))
}
F08(void, type_create_hvector_f08_large, (const int64_t *count, const int64_t *blocklength, const int64_t *stride, const int *oldtype, int *newtype, int *ierror))
{
    RETURNED(CALLED(Type_create_hvector_c)(*count, *blocklength, *stride, Datatype_of_number(*oldtype), (void *)newtype))
}
F08(void, type_create_indexed_block_f08_large, (const int64_t *count, const int64_t *blocklength, int64_t *array_of_displacements, const int *oldtype, int *newtype, int *ierror))
{
    RETURNED(CALLED(Type_create_indexed_block_c)(*count, *blocklength, (void *)array_of_displacements, Datatype_of_number(*oldtype), (void *)newtype))
}
F08(void, type_create_resized_f08_large, (const int *oldtype, const int64_t *lb, const int64_t *extent, int *newtype, int *ierror))
{
    RETURNED(CALLED(Type_create_resized_c)(Datatype_of_number(*oldtype), *lb, *extent, (void *)newtype))
}
F08(void, type_create_struct_f08_large, (const int64_t *count, int64_t *array_of_blocklengths, int64_t *array_of_displacements, int *array_of_types, int *newtype, int *ierror))
{
    RETURNED(CALLED(Type_create_struct_c)(*count, (void *)array_of_blocklengths, (void *)array_of_displacements, (void *)array_of_types, (void *)newtype))
}
F08(void, type_create_subarray_f08_large, (const int *ndims, int64_t *array_of_sizes, int64_t *array_of_subsizes, int64_t *array_of_starts, const int *order, const int *oldtype, int *newtype, int *ierror))
{
    RETURNED(CALLED(Type_create_subarray_c)(*ndims, (void *)array_of_sizes, (void *)array_of_subsizes, (void *)array_of_starts, *order, Datatype_of_number(*oldtype), (void *)newtype))
}
F08(void, type_get_contents_f08_large, (const int *datatype, const int64_t *max_integers, const int64_t *max_addresses, const int64_t *max_large_counts, const int64_t *max_datatypes, int *array_of_integers, intptr_t *array_of_addresses, int64_t *array_of_large_counts, int *array_of_datatypes, int *ierror))
{
    RETURNED(CALLED(Type_get_contents_c)(Datatype_of_number(*datatype), *max_integers, *max_addresses, *max_large_counts, *max_datatypes, (void *)array_of_integers, (void *)array_of_addresses, (void *)array_of_large_counts, (void *)array_of_datatypes))
}
F08(void, type_get_envelope_f08_large, (const int *datatype, int64_t *num_integers, int64_t *num_addresses, int64_t *num_large_counts, int64_t *num_datatypes, int *combiner, int *ierror))
{
    RETURNED(CALLED(Type_get_envelope_c)(Datatype_of_number(*datatype), (void *)num_integers, (void *)num_addresses, (void *)num_large_counts, (void *)num_datatypes, (void *)combiner))
}
F08(void, type_get_extent_f08_large, (const int *datatype, int64_t *lb, int64_t *extent, int *ierror))
{
    RETURNED(CALLED(Type_get_extent_c)(Datatype_of_number(*datatype), (void *)lb, (void *)extent))
}
F08(void, type_get_true_extent_f08_large, (const int *datatype, int64_t *true_lb, int64_t *true_extent, int *ierror))
{
    RETURNED(CALLED(Type_get_true_extent_c)(Datatype_of_number(*datatype), (void *)true_lb, (void *)true_extent))
}
F08(void, type_indexed_f08_large, (const int64_t *count, int64_t *array_of_blocklengths, int64_t *array_of_displacements, const int *oldtype, int *newtype, int *ierror))
{
    RETURNED(CALLED(Type_indexed_c)(*count, (void *)array_of_blocklengths, (void *)array_of_displacements, Datatype_of_number(*oldtype), (void *)newtype))
}
F08(void, type_size_f08_large, (const int *datatype, int64_t *size, int *ierror))
{
    RETURNED(CALLED(Type_size_c)(Datatype_of_number(*datatype), (void *)size))
}
F08(void, type_vector_f08_large, (const int64_t *count, const int64_t *blocklength, const int64_t *stride, const int *oldtype, int *newtype, int *ierror))
{
    RETURNED(CALLED(Type_vector_c)(*count, *blocklength, *stride, Datatype_of_number(*oldtype), (void *)newtype))
}
F08(void, unpack_f08ts, (const struct array *inbuf, const int *insize, int *position, const struct array *outbuf, const int *outcount, const int *datatype, const int *comm, int *ierror))
{
    struct copy *copies = 0;
    void *inbuf_c = copied(inbuf, 0, &copies);
    void *outbuf_c = copied(outbuf, 1, &copies);
    int code = CALLED(Unpack)(inbuf_c, *insize, (void *)position, outbuf_c, *outcount, Datatype_of_number(*datatype), Comm_of_number(*comm));
    end_copies(copies);
    RETURNED(code)
}
F08(void, unpack_f08ts_large, (const struct array *inbuf, const int64_t *insize, int64_t *position, const struct array *outbuf, const int64_t *outcount, const int *datatype, const int *comm, int *ierror))
{
    struct copy *copies = 0;
    void *inbuf_c = copied(inbuf, 0, &copies);
    void *outbuf_c = copied(outbuf, 1, &copies);
    int code = CALLED(Unpack_c)(inbuf_c, *insize, (void *)position, outbuf_c, *outcount, Datatype_of_number(*datatype), Comm_of_number(*comm));
    end_copies(copies);
    RETURNED(code)
}
F08(void, unpack_external_f08ts, (const char *datarep, const struct array *inbuf, const intptr_t *insize, intptr_t *position, const struct array *outbuf, const int *outcount, const int *datatype, int *ierror, size_t datarep_length))
{
    struct copy *copies = 0;
    TEXT_IN(datarep)
    void *inbuf_c = copied(inbuf, 0, &copies);
    void *outbuf_c = copied(outbuf, 1, &copies);
    int code = CALLED(Unpack_external)(datarep_c, inbuf_c, *insize, (void *)position, outbuf_c, *outcount, Datatype_of_number(*datatype));
    TEXT_IN_DONE(datarep)
    end_copies(copies);
    RETURNED(code)
}
F08(void, unpack_external_f08ts_large, (const char *datarep, const struct array *inbuf, const int64_t *insize, int64_t *position, const struct array *outbuf, const int64_t *outcount, const int *datatype, int *ierror, size_t datarep_length))
{
    struct copy *copies = 0;
    TEXT_IN(datarep)
    void *inbuf_c = copied(inbuf, 0, &copies);
    void *outbuf_c = copied(outbuf, 1, &copies);
    int code = CALLED(Unpack_external_c)(datarep_c, inbuf_c, *insize, (void *)position, outbuf_c, *outcount, Datatype_of_number(*datatype));
    TEXT_IN_DONE(datarep)
    end_copies(copies);
    RETURNED(code)
}
F08(void, win_allocate_f08_large, (const intptr_t *size, const intptr_t *disp_unit, const int *info, const int *comm, void *baseptr, int *win, int *ierror))
{
    RETURNED(CALLED(Win_allocate_c)(*size, *disp_unit, Info_of_number(*info), Comm_of_number(*comm), address_of(baseptr), (void *)win))
}
F08(void, win_allocate_shared_f08_large, (const intptr_t *size, const intptr_t *disp_unit, const int *info, const int *comm, void *baseptr, int *win, int *ierror))
{
    RETURNED(CALLED(Win_allocate_shared_c)(*size, *disp_unit, Info_of_number(*info), Comm_of_number(*comm), address_of(baseptr), (void *)win))
}
F08(void, win_attach_f08ts, (const int *win, const struct array *base, const intptr_t *size, int *ierror))
{
    RETURNED(CALLED(Win_attach)(Win_of_number(*win), data_of(base), *size))
}
F08(void, win_create_f08ts, (const struct array *base, const intptr_t *size, const int *disp_unit, const int *info, const int *comm, int *win, int *ierror))
{
    RETURNED(CALLED(Win_create)(data_of(base), *size, *disp_unit, Info_of_number(*info), Comm_of_number(*comm), (void *)win))
}
F08(void, win_create_f08ts_large, (const struct array *base, const intptr_t *size, const intptr_t *disp_unit, const int *info, const int *comm, int *win, int *ierror))
{
    RETURNED(CALLED(Win_create_c)(data_of(base), *size, *disp_unit, Info_of_number(*info), Comm_of_number(*comm), (void *)win))
}
F08(void, win_detach_f08ts, (const int *win, const struct array *base, int *ierror))
{
    RETURNED(CALLED(Win_detach)(Win_of_number(*win), data_of(base)))
}
F08(void, win_shared_query_f08_large, (const int *win, const int *rank, intptr_t *size, intptr_t *disp_unit, void *baseptr, int *ierror))
{
    RETURNED(CALLED(Win_shared_query_c)(Win_of_number(*win), *rank, (void *)size, (void *)disp_unit, address_of(baseptr)))
}
