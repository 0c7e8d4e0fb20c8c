/* A null pointer where the call needs a variable, a string, a function or an array with elements is MPI_ERR_ARG (buffers:
 * MPI_ERR_BUFFER), and changes nothing. Where there are no elements, or the standard has a null sentinel, it is right.
 * ranks: 1 2 */
#include "check.h"

static int class_of(int code) {
    int class = -1;
    MPI_Error_class(code, &class);
    return class;
}
#define REFUSED(call) CHECK(class_of(call) == MPI_ERR_ARG)
#define NO_BUFFER(call) CHECK(class_of(call) == MPI_ERR_BUFFER)
#define FINE(call) CHECK((call) == MPI_SUCCESS)

static void sum(void *in, void *out, int *n, MPI_Datatype *type) {
    (void)type;
    for (int i = 0; i < *n; i++) ((int *)out)[i] += ((int *)in)[i];
}
static int query(void *extra, MPI_Status *status) {
    (void)extra, (void)status;
    return MPI_SUCCESS;
}
static int over(void *extra) {
    (void)extra;
    return MPI_SUCCESS;
}
static int cancel(void *extra, int complete) {
    (void)extra, (void)complete;
    return MPI_SUCCESS;
}

static int n, flag, two[2] = {1, 1}, zero[2];
static MPI_Comm world = MPI_COMM_WORLD, comm;
static MPI_Request request = MPI_REQUEST_NULL;
static MPI_Status status;
static MPI_Aint address, one_address[1];
static MPI_Count large;
static MPI_Datatype type;

static void environment(void) {
    MPI_Info info;
    char text[MPI_MAX_OBJECT_NAME];
    REFUSED(MPI_Initialized(NULL));
    REFUSED(MPI_Finalized(NULL));
    REFUSED(MPI_Query_thread(NULL));
    REFUSED(MPI_Is_thread_main(NULL));
    REFUSED(MPI_Get_version(NULL, &n));
    REFUSED(MPI_Get_version(&n, NULL));
    REFUSED(MPI_Get_library_version(NULL, &n));
    REFUSED(MPI_Get_processor_name(text, NULL));
    REFUSED(MPI_Get_address(&n, NULL));
    FINE(MPI_Get_address(NULL, &address));
    REFUSED(MPI_Alloc_mem(8, MPI_INFO_NULL, NULL));
    REFUSED(MPI_Error_class(MPI_ERR_ARG, NULL));
    REFUSED(MPI_Error_string(MPI_ERR_ARG, NULL, &n));
    REFUSED(MPI_Error_string(MPI_ERR_ARG, text, NULL));
    REFUSED(MPI_Add_error_class(NULL));
    REFUSED(MPI_Add_error_code(MPI_ERR_ARG, NULL));
    REFUSED(MPI_Comm_create_errhandler(NULL, &(MPI_Errhandler){0}));
    REFUSED(MPI_Comm_get_errhandler(world, NULL));
    REFUSED(MPI_Errhandler_free(NULL));
    REFUSED(MPI_Info_create(NULL));
    REFUSED(MPI_Info_free(NULL));
    FINE(MPI_Info_create(&info));
    REFUSED(MPI_Info_dup(info, NULL));
    REFUSED(MPI_Info_set(info, NULL, "value"));
    REFUSED(MPI_Info_set(info, "key", NULL));
    FINE(MPI_Info_set(info, "key", "value"));
    REFUSED(MPI_Info_get_nkeys(info, NULL));
    REFUSED(MPI_Info_get_nthkey(info, 0, NULL));
    n = 4;
    REFUSED(MPI_Info_get_string(info, "key", &n, NULL, &flag));
    REFUSED(MPI_Info_get_string(info, "key", NULL, text, &flag));
    REFUSED(MPI_Info_get_string(info, "key", &n, text, NULL));
    CHECK(n == 4);
    n = 0;
    FINE(MPI_Info_get_string(info, "key", &n, NULL, &flag));
    CHECK(flag && n == 6);
    REFUSED(MPI_Info_get_valuelen(info, "key", NULL, &flag));
    REFUSED(MPI_Info_get(info, NULL, 8, text, &flag));
    REFUSED(MPI_Info_delete(info, NULL));
    FINE(MPI_Info_free(&info));
}

static void communicators(void) {
    MPI_Group group, other;
    int ranks[1] = {0}, keyval;
    void *value;
    REFUSED(MPI_Comm_rank(world, NULL));
    REFUSED(MPI_Comm_size(world, NULL));
    REFUSED(MPI_Comm_dup(world, NULL));
    REFUSED(MPI_Comm_idup(world, NULL, &request));
    REFUSED(MPI_Comm_idup(world, &comm, NULL));
    REFUSED(MPI_Comm_split(world, 0, 0, NULL));
    REFUSED(MPI_Comm_split_type(world, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, NULL));
    REFUSED(MPI_Comm_free(NULL));
    REFUSED(MPI_Comm_disconnect(NULL));
    REFUSED(MPI_Comm_compare(world, world, NULL));
    REFUSED(MPI_Comm_test_inter(world, NULL));
    REFUSED(MPI_Comm_set_name(world, NULL));
    REFUSED(MPI_Comm_get_name(world, NULL, &n));
    REFUSED(MPI_Comm_get_parent(NULL));
    REFUSED(MPI_Comm_get_info(world, NULL));
    REFUSED(MPI_Comm_group(world, NULL));
    FINE(MPI_Comm_group(world, &group));
    REFUSED(MPI_Comm_create(world, group, NULL));
    REFUSED(MPI_Group_size(group, NULL));
    REFUSED(MPI_Group_rank(group, NULL));
    REFUSED(MPI_Group_compare(group, group, NULL));
    REFUSED(MPI_Group_union(group, group, NULL));
    REFUSED(MPI_Group_incl(group, 1, NULL, &other));
    REFUSED(MPI_Group_excl(group, 1, NULL, &other));
    REFUSED(MPI_Group_range_incl(group, 1, NULL, &other));
    REFUSED(MPI_Group_incl(group, 1, ranks, NULL));
    REFUSED(MPI_Group_translate_ranks(group, 1, NULL, group, ranks));
    REFUSED(MPI_Group_translate_ranks(group, 1, ranks, group, NULL));
    FINE(MPI_Group_translate_ranks(group, 0, NULL, group, NULL));
    FINE(MPI_Group_incl(group, 0, NULL, &other));
    CHECK(other == MPI_GROUP_EMPTY || MPI_Group_free(&other) == MPI_SUCCESS);
    REFUSED(MPI_Group_free(NULL));
    FINE(MPI_Group_free(&group));
    REFUSED(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, NULL, NULL));
    FINE(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &keyval, NULL));
    FINE(MPI_Comm_set_attr(MPI_COMM_SELF, keyval, NULL));
    REFUSED(MPI_Comm_get_attr(MPI_COMM_SELF, keyval, NULL, &flag));
    REFUSED(MPI_Comm_get_attr(MPI_COMM_SELF, keyval, &value, NULL));
    FINE(MPI_Comm_get_attr(MPI_COMM_SELF, keyval, &value, &flag));
    CHECK(flag && value == NULL);
    FINE(MPI_Comm_delete_attr(MPI_COMM_SELF, keyval));
    REFUSED(MPI_Comm_free_keyval(NULL));
    FINE(MPI_Comm_free_keyval(&keyval));
}

static void grids(void) {
    int dims[1] = {1}, periods[1] = {0}, at[1] = {0};
    MPI_Comm grid;
    REFUSED(MPI_Dims_create(4, 2, NULL));
    FINE(MPI_Dims_create(1, 0, NULL));
    REFUSED(MPI_Cart_create(MPI_COMM_SELF, 1, NULL, periods, 0, &grid));
    REFUSED(MPI_Cart_create(MPI_COMM_SELF, 1, dims, NULL, 0, &grid));
    REFUSED(MPI_Cart_create(MPI_COMM_SELF, 1, dims, periods, 0, NULL));
    REFUSED(MPI_Cart_map(MPI_COMM_SELF, 1, dims, periods, NULL));
    FINE(MPI_Cart_create(MPI_COMM_SELF, 1, dims, periods, 0, &grid));
    REFUSED(MPI_Cartdim_get(grid, NULL));
    REFUSED(MPI_Cart_get(grid, 1, NULL, periods, at));
    REFUSED(MPI_Cart_coords(grid, 0, 1, NULL));
    REFUSED(MPI_Cart_rank(grid, NULL, &n));
    REFUSED(MPI_Cart_rank(grid, at, NULL));
    REFUSED(MPI_Cart_shift(grid, 0, 1, NULL, &n));
    REFUSED(MPI_Cart_shift(grid, 0, 1, &n, NULL));
    REFUSED(MPI_Cart_sub(grid, NULL, &comm));
    REFUSED(MPI_Cart_sub(grid, at, NULL));
    REFUSED(MPI_Topo_test(grid, NULL));
    FINE(MPI_Comm_free(&grid));
}

static void datatypes(void) {
    MPI_Datatype ints[1] = {MPI_INT};
    char text[MPI_MAX_OBJECT_NAME], packed[64];
    int envelope[4];
    REFUSED(MPI_Type_size(MPI_INT, NULL));
    REFUSED(MPI_Type_size_c(MPI_INT, NULL));
    REFUSED(MPI_Type_size_x(MPI_INT, NULL));
    REFUSED(MPI_Type_get_extent(MPI_INT, NULL, &address));
    REFUSED(MPI_Type_get_extent(MPI_INT, &address, NULL));
    REFUSED(MPI_Type_get_true_extent_c(MPI_INT, &large, NULL));
    REFUSED(MPI_Type_contiguous(2, MPI_INT, NULL));
    REFUSED(MPI_Type_contiguous_c(2, MPI_INT, NULL));
    REFUSED(MPI_Type_vector(2, 1, 2, MPI_INT, NULL));
    REFUSED(MPI_Type_indexed(1, NULL, two, MPI_INT, &type));
    REFUSED(MPI_Type_indexed(1, two, NULL, MPI_INT, &type));
    REFUSED(MPI_Type_create_hindexed(1, two, NULL, MPI_INT, &type));
    REFUSED(MPI_Type_create_hindexed_c(1, NULL, NULL, MPI_INT, &type));
    REFUSED(MPI_Type_create_indexed_block(1, 1, NULL, MPI_INT, &type));
    REFUSED(MPI_Type_create_struct(1, two, one_address, NULL, &type));
    REFUSED(MPI_Type_create_struct(1, NULL, one_address, ints, &type));
    REFUSED(MPI_Type_create_struct(1, two, one_address, ints, NULL));
    REFUSED(MPI_Type_create_subarray(1, NULL, two, zero, MPI_ORDER_C, MPI_INT, &type));
    REFUSED(MPI_Type_create_subarray(1, two, two, NULL, MPI_ORDER_C, MPI_INT, &type));
    REFUSED(MPI_Type_create_darray(1, 0, 1, two, NULL, two, two, MPI_ORDER_C, MPI_INT, &type));
    REFUSED(MPI_Type_create_resized(MPI_INT, 0, 8, NULL));
    REFUSED(MPI_Type_create_f90_real(6, 30, NULL));
    REFUSED(MPI_Type_dup(MPI_INT, NULL));
    REFUSED(MPI_Type_commit(NULL));
    REFUSED(MPI_Type_free(NULL));
    REFUSED(MPI_Type_set_name(MPI_INT, NULL));
    REFUSED(MPI_Type_get_name(MPI_INT, text, NULL));
    REFUSED(MPI_Type_match_size(MPI_TYPECLASS_REAL, 4, NULL));
    REFUSED(MPI_Type_get_value_index(MPI_INT, MPI_INT, NULL));
    REFUSED(MPI_Type_get_envelope(MPI_INT, &n, &n, NULL, &n));
    FINE(MPI_Type_indexed(0, NULL, NULL, MPI_INT, &type));
    FINE(MPI_Type_free(&type));
    FINE(MPI_Type_create_struct(0, NULL, NULL, NULL, &type));
    FINE(MPI_Type_free(&type));
    FINE(MPI_Type_contiguous(2, MPI_INT, &type));
    FINE(MPI_Type_get_envelope(type, &envelope[0], &envelope[1], &envelope[2], &envelope[3]));
    REFUSED(MPI_Type_get_contents(type, 1, 0, 1, NULL, NULL, ints));
    REFUSED(MPI_Type_get_contents(type, 1, 0, 1, two, NULL, NULL));
    FINE(MPI_Type_get_contents(type, 1, 0, 1, two, NULL, ints));
    two[0] = 1;
    FINE(MPI_Type_free(&type));
    n = 0;
    REFUSED(MPI_Pack(two, 1, MPI_INT, packed, sizeof packed, NULL, world));
    NO_BUFFER(MPI_Pack(two, 1, MPI_INT, NULL, sizeof packed, &n, world));
    NO_BUFFER(MPI_Pack(NULL, 1, MPI_INT, packed, sizeof packed, &n, world));
    NO_BUFFER(MPI_Unpack(packed, sizeof packed, &n, NULL, 1, MPI_INT, world));
    NO_BUFFER(MPI_Unpack(NULL, sizeof packed, &n, two, 1, MPI_INT, world));
    CHECK(n == 0);
    REFUSED(MPI_Pack_size(1, MPI_INT, world, NULL));
    REFUSED(MPI_Pack_external_size("external32", 1, MPI_INT, NULL));
    REFUSED(MPI_Pack_external_size(NULL, 1, MPI_INT, &address));
    REFUSED(MPI_Pack_external(NULL, two, 1, MPI_INT, packed, sizeof packed, &address));
    address = 0;
    NO_BUFFER(MPI_Pack_external("external32", two, 1, MPI_INT, NULL, sizeof packed, &address));
    NO_BUFFER(MPI_Unpack_external("external32", NULL, sizeof packed, &address, two, 1, MPI_INT));
}

static void messages(void) {
    MPI_Message message;
    REFUSED(MPI_Isend(two, 1, MPI_INT, 0, 0, MPI_COMM_SELF, NULL));
    REFUSED(MPI_Issend(two, 1, MPI_INT, 0, 0, MPI_COMM_SELF, NULL));
    REFUSED(MPI_Irecv(two, 1, MPI_INT, 0, 0, MPI_COMM_SELF, NULL));
    REFUSED(MPI_Send_init(two, 1, MPI_INT, 0, 0, MPI_COMM_SELF, NULL));
    REFUSED(MPI_Recv_init_c(two, 1, MPI_INT, 0, 0, MPI_COMM_SELF, NULL));
    NO_BUFFER(MPI_Send(NULL, 1, MPI_INT, 0, 0, MPI_COMM_SELF));
    NO_BUFFER(MPI_Isend(NULL, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &request));
    NO_BUFFER(MPI_Recv(NULL, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &status));
    NO_BUFFER(MPI_Irecv(NULL, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &request));
    REFUSED(MPI_Iprobe(0, 0, MPI_COMM_SELF, NULL, MPI_STATUS_IGNORE));
    REFUSED(MPI_Improbe(0, 0, MPI_COMM_SELF, &flag, NULL, MPI_STATUS_IGNORE));
    REFUSED(MPI_Mprobe(0, 0, MPI_COMM_SELF, NULL, MPI_STATUS_IGNORE));
    REFUSED(MPI_Mrecv(two, 1, MPI_INT, NULL, MPI_STATUS_IGNORE));
    REFUSED(MPI_Imrecv(two, 1, MPI_INT, &message, NULL));
    /* None of those above has left anything behind. */
    FINE(MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_SELF, &flag, MPI_STATUS_IGNORE));
    CHECK(!flag);
    /* No bytes need no buffer. */
    FINE(MPI_Sendrecv(NULL, 0, MPI_INT, 0, 0, NULL, 0, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE));
    REFUSED(MPI_Buffer_attach(NULL, 64));
    REFUSED(MPI_Buffer_detach(NULL, &n));
    REFUSED(MPI_Comm_detach_buffer(world, &message, NULL));
    REFUSED(MPI_Buffer_iflush(NULL));

    REFUSED(MPI_Wait(NULL, MPI_STATUS_IGNORE));
    REFUSED(MPI_Test(NULL, &flag, MPI_STATUS_IGNORE));
    REFUSED(MPI_Test(&request, NULL, MPI_STATUS_IGNORE));
    REFUSED(MPI_Request_free(NULL));
    REFUSED(MPI_Cancel(NULL));
    REFUSED(MPI_Start(NULL));
    REFUSED(MPI_Startall(1, NULL));
    FINE(MPI_Startall(0, NULL));
    REFUSED(MPI_Waitall(1, NULL, MPI_STATUSES_IGNORE));
    FINE(MPI_Waitall(0, NULL, MPI_STATUSES_IGNORE));
    REFUSED(MPI_Testall(1, NULL, &flag, MPI_STATUSES_IGNORE));
    REFUSED(MPI_Testall(1, &request, NULL, MPI_STATUSES_IGNORE));
    REFUSED(MPI_Waitany(1, NULL, &n, MPI_STATUS_IGNORE));
    REFUSED(MPI_Waitany(1, &request, NULL, MPI_STATUS_IGNORE));
    FINE(MPI_Waitany(0, NULL, &n, MPI_STATUS_IGNORE));
    CHECK(n == MPI_UNDEFINED);
    REFUSED(MPI_Testany(1, &request, &n, NULL, MPI_STATUS_IGNORE));
    REFUSED(MPI_Waitsome(1, NULL, &n, two, MPI_STATUSES_IGNORE));
    REFUSED(MPI_Waitsome(1, &request, NULL, two, MPI_STATUSES_IGNORE));
    REFUSED(MPI_Waitsome(1, &request, &n, NULL, MPI_STATUSES_IGNORE));
    REFUSED(MPI_Testsome(1, &request, &n, NULL, MPI_STATUSES_IGNORE));
    REFUSED(MPI_Request_get_status(request, NULL, MPI_STATUS_IGNORE));
    REFUSED(MPI_Get_count(NULL, MPI_INT, &n));
    REFUSED(MPI_Get_count(&status, MPI_INT, NULL));
    REFUSED(MPI_Get_elements_c(&status, MPI_INT, NULL));
    REFUSED(MPI_Test_cancelled(&status, NULL));
    REFUSED(MPI_Test_cancelled(MPI_STATUS_IGNORE, &flag));
    REFUSED(MPI_Status_set_elements(NULL, MPI_INT, 1));
    REFUSED(MPI_Status_get_source(&status, NULL));
    REFUSED(MPI_Grequest_start(NULL, over, cancel, NULL, &request));
    REFUSED(MPI_Grequest_start(query, over, NULL, NULL, &request));
    REFUSED(MPI_Grequest_start(query, over, cancel, NULL, NULL));
}

static void collectives(void) {
    MPI_Op op;
    int counts[64], places[64], from[64], into[64];
    MPI_Datatype types[64];
    for (int i = 0; i < 64; i++) counts[i] = 1, places[i] = i, from[i] = check_rank, into[i] = -1, types[i] = MPI_INT;
    REFUSED(MPI_Op_create(NULL, 1, &op));
    REFUSED(MPI_Op_create(sum, 1, NULL));
    REFUSED(MPI_Op_commutative(MPI_SUM, NULL));
    REFUSED(MPI_Op_free(NULL));
    REFUSED(MPI_Ibarrier(world, NULL));
    REFUSED(MPI_Ibcast(two, 1, MPI_INT, 0, world, NULL));
    REFUSED(MPI_Iallreduce(two, zero, 1, MPI_INT, MPI_SUM, world, NULL));
    NO_BUFFER(MPI_Bcast(NULL, 1, MPI_INT, 0, world));
    NO_BUFFER(MPI_Allreduce(NULL, zero, 1, MPI_INT, MPI_SUM, world));
    NO_BUFFER(MPI_Allreduce(two, NULL, 1, MPI_INT, MPI_SUM, world));
    NO_BUFFER(MPI_Allreduce(two, NULL, 1, MPI_DOUBLE_INT, MPI_MINLOC, world));
    NO_BUFFER(MPI_Reduce_local(NULL, zero, 1, MPI_INT, MPI_SUM));
    NO_BUFFER(MPI_Reduce_local(two, NULL, 1, MPI_INT, MPI_SUM));
    NO_BUFFER(MPI_Scan(two, NULL, 1, MPI_INT, MPI_SUM, world));
    NO_BUFFER(MPI_Allgather(NULL, 1, MPI_INT, into, 1, MPI_INT, world));
    NO_BUFFER(MPI_Alltoall(from, 1, MPI_INT, NULL, 1, MPI_INT, world));
    REFUSED(MPI_Allgatherv(from, 1, MPI_INT, into, NULL, places, MPI_INT, world));
    REFUSED(MPI_Allgatherv(from, 1, MPI_INT, into, counts, NULL, MPI_INT, world));
    REFUSED(MPI_Alltoallv(from, NULL, places, MPI_INT, into, counts, places, MPI_INT, world));
    REFUSED(MPI_Alltoallv(from, counts, places, MPI_INT, into, counts, NULL, MPI_INT, world));
    REFUSED(MPI_Alltoallw(from, counts, places, NULL, into, counts, places, types, world));
    REFUSED(MPI_Ialltoallw(from, counts, places, types, into, counts, places, NULL, world, &request));
    REFUSED(MPI_Reduce_scatter(from, into, NULL, MPI_INT, MPI_SUM, world));
    REFUSED(MPI_Gatherv(from, 1, MPI_INT, into, NULL, places, MPI_INT, 0, MPI_COMM_SELF));
    REFUSED(MPI_Scatterv(from, counts, NULL, MPI_INT, into, 1, MPI_INT, 0, MPI_COMM_SELF));
    /* Only the root needs the arrays that describe the blocks; in place, no rank needs the send arrays. */
    int root = check_rank == 0;
    FINE(MPI_Gatherv(from, 1, MPI_INT, root ? into : NULL, root ? counts : NULL, root ? places : NULL, MPI_INT, 0, world));
    for (int i = 0; root && i < check_size; i++) CHECK(into[i] == i);
    FINE(MPI_Scatterv(root ? into : NULL, root ? counts : NULL, root ? places : NULL, MPI_INT, &n, 1, MPI_INT, 0, world));
    CHECK(n == check_rank);
    for (int i = 0; i < check_size; i++) into[i] = check_rank;
    FINE(MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, into, counts, places, MPI_INT, world));
    for (int i = 0; i < check_size; i++) CHECK(into[i] == i);
}

int main(int argc, char **argv) {
    check_start(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    environment();
    communicators();
    grids();
    datatypes();
    messages();
    collectives();
    CHECK(request == MPI_REQUEST_NULL);
    return check_end();
}
