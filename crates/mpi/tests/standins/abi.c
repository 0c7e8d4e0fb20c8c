/* A program for MPICH's or Open MPI's header that runs on the stand-in for that library: handles, statuses, callbacks,
 * addresses with a meaning, error codes, and what the standard has dropped. ranks: 2 */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int rank, size;
#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "rank %d: %s:%d: %s\n", rank, __FILE__, __LINE__, #condition); \
            exit(1); \
        } \
    } while (0)
#define OK(call) CHECK((call) == MPI_SUCCESS)

/* Datatypes: each predefined handle is the type of its name. */
static void types(void)
{
    static const struct {
        MPI_Datatype handle;
        const char *name;
        int size;
    } all[] = {
#define TYPE(name, c) { name, #name, sizeof(c) }
        TYPE(MPI_CHAR, char), TYPE(MPI_SIGNED_CHAR, char), TYPE(MPI_UNSIGNED_CHAR, char), TYPE(MPI_BYTE, char),
        TYPE(MPI_WCHAR, wchar_t), TYPE(MPI_SHORT, short), TYPE(MPI_UNSIGNED_SHORT, short), TYPE(MPI_INT, int),
        TYPE(MPI_UNSIGNED, int), TYPE(MPI_LONG, long), TYPE(MPI_UNSIGNED_LONG, long), TYPE(MPI_FLOAT, float),
        TYPE(MPI_DOUBLE, double), TYPE(MPI_LONG_DOUBLE, long double), TYPE(MPI_UNSIGNED_LONG_LONG, long long),
        TYPE(MPI_INT8_T, int8_t), TYPE(MPI_INT16_T, int16_t), TYPE(MPI_INT32_T, int32_t), TYPE(MPI_INT64_T, int64_t),
        TYPE(MPI_UINT8_T, int8_t), TYPE(MPI_UINT16_T, int16_t), TYPE(MPI_UINT32_T, int32_t),
        TYPE(MPI_UINT64_T, int64_t), TYPE(MPI_C_BOOL, _Bool), TYPE(MPI_C_COMPLEX, float[2]), TYPE(MPI_C_DOUBLE_COMPLEX, double[2]),
        TYPE(MPI_AINT, MPI_Aint), TYPE(MPI_OFFSET, MPI_Offset), TYPE(MPI_COUNT, MPI_Count),
        TYPE(MPI_2INT, int[2]), TYPE(MPI_DOUBLE_INT, char[12]), TYPE(MPI_FLOAT_INT, int[2]),
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        char name[MPI_MAX_OBJECT_NAME];
        int length, bytes;
        OK(MPI_Type_get_name(all[i].handle, name, &length));
        CHECK(!strcmp(name, all[i].name) && length == (int)strlen(name));
        OK(MPI_Type_size(all[i].handle, &bytes));
        CHECK(bytes == all[i].size);
        /* The handle comes back as it is. */
        MPI_Datatype made, inner[1];
        int integers[1];
        OK(MPI_Type_dup(all[i].handle, &made));
        OK(MPI_Type_get_contents(made, 0, 0, 1, integers, 0, inner));
        CHECK(inner[0] == all[i].handle && made != inner[0]);
        OK(MPI_Type_free(&made));
    }
}

/* What made a datatype comes back in the program's constants and handles. */
static void contents(void)
{
    int sizes[2] = { 4, 6 }, sub[2] = { 2, 3 }, starts[2] = { 1, 1 };
    MPI_Datatype made, inner, types[2];
    int integers[16], ni, na, nd, combiner;
    MPI_Aint addresses[4];
    OK(MPI_Type_create_subarray(2, sizes, sub, starts, MPI_ORDER_FORTRAN, MPI_FLOAT, &made));
    OK(MPI_Type_get_envelope(made, &ni, &na, &nd, &combiner));
    CHECK(combiner == MPI_COMBINER_SUBARRAY && ni == 8 && na == 0 && nd == 1);
    OK(MPI_Type_get_contents(made, ni, na, nd, integers, addresses, types));
    CHECK(integers[0] == 2 && integers[7] == MPI_ORDER_FORTRAN && types[0] == MPI_FLOAT);
    OK(MPI_Type_free(&made));
    CHECK(made == MPI_DATATYPE_NULL);

    int gsizes[1] = { 8 }, distribs[1] = { MPI_DISTRIBUTE_CYCLIC }, dargs[1] = { MPI_DISTRIBUTE_DFLT_DARG }, ps[1] = { 2 };
    OK(MPI_Type_create_darray(2, 0, 1, gsizes, distribs, dargs, ps, MPI_ORDER_C, MPI_INT, &made));
    OK(MPI_Type_get_envelope(made, &ni, &na, &nd, &combiner));
    OK(MPI_Type_get_contents(made, ni, na, nd, integers, addresses, types));
    CHECK(combiner == MPI_COMBINER_DARRAY && integers[4] == MPI_DISTRIBUTE_CYCLIC);
    CHECK(integers[5] == MPI_DISTRIBUTE_DFLT_DARG && integers[7] == MPI_ORDER_C);
    OK(MPI_Type_free(&made));

    OK(MPI_Type_contiguous(3, MPI_SHORT, &inner));
    int lengths[2] = { 1, 2 };
    MPI_Aint places[2] = { 0, 8 };
    MPI_Datatype parts[2] = { inner, MPI_DOUBLE };
    OK(MPI_Type_create_struct(2, lengths, places, parts, &made));
    OK(MPI_Type_get_envelope(made, &ni, &na, &nd, &combiner));
    OK(MPI_Type_get_contents(made, ni, na, nd, integers, addresses, types));
    CHECK(combiner == MPI_COMBINER_STRUCT && nd == 2 && types[1] == MPI_DOUBLE && addresses[1] == 8);
    OK(MPI_Type_get_envelope(types[0], &ni, &na, &nd, &combiner));
    CHECK(combiner == MPI_COMBINER_CONTIGUOUS);
    OK(MPI_Type_free(&types[0]));
    OK(MPI_Type_free(&made));
    OK(MPI_Type_free(&inner));
}

static void messages(void)
{
    int other = 1 - rank, value = 40 + rank, got = -1, count, flag;
    MPI_Status status, statuses[40];
    MPI_Request requests[40];
    status.MPI_ERROR = 77;
    OK(MPI_Sendrecv(&value, 1, MPI_INT, other, 5, &got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status));
    CHECK(got == 40 + other && status.MPI_SOURCE == other && status.MPI_TAG == 5 && status.MPI_ERROR == 77);
    OK(MPI_Get_count(&status, MPI_BYTE, &count));
    CHECK(count == 4);
    OK(MPI_Test_cancelled(&status, &flag));
    CHECK(!flag);
    OK(MPI_Recv(&got, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &status));
    CHECK(status.MPI_SOURCE == MPI_PROC_NULL && status.MPI_TAG == MPI_ANY_TAG);
    OK(MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD));

    /* More requests than the stand-in's own array holds. */
    int sent[20], received[20];
    for (int i = 0; i < 20; i++) {
        sent[i] = 100 * rank + i;
        OK(MPI_Irecv(&received[i], 1, MPI_INT, other, i, MPI_COMM_WORLD, &requests[i]));
        OK(MPI_Isend(&sent[i], 1, MPI_INT, other, i, MPI_COMM_WORLD, &requests[20 + i]));
    }
    OK(MPI_Waitall(40, requests, statuses));
    for (int i = 0; i < 40; i++)
        CHECK(requests[i] == MPI_REQUEST_NULL);
    for (int i = 0; i < 20; i++)
        CHECK(received[i] == 100 * other + i && statuses[i].MPI_SOURCE == other && statuses[i].MPI_TAG == i);
    OK(MPI_Waitall(40, requests, MPI_STATUSES_IGNORE));
    int index = 0;
    OK(MPI_Waitany(40, requests, &index, MPI_STATUS_IGNORE));
    CHECK(index == MPI_UNDEFINED);

    /* A message that is too long sets the error fields of its status, in the program's numbers. */
    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
    int two[2] = { 1, 2 };
    OK(MPI_Irecv(&got, 1, MPI_INT, other, 0, MPI_COMM_WORLD, &requests[0]));
    OK(MPI_Isend(two, 2, MPI_INT, other, 0, MPI_COMM_WORLD, &requests[1]));
    int code = MPI_Waitall(2, requests, statuses), class;
    CHECK(code == MPI_ERR_IN_STATUS);
    OK(MPI_Error_class(statuses[0].MPI_ERROR, &class));
    CHECK(class == MPI_ERR_TRUNCATE && statuses[1].MPI_ERROR == MPI_SUCCESS);
    CHECK(MPI_Send(&value, 1, MPI_INT, 77, 0, MPI_COMM_WORLD) == MPI_ERR_RANK);
    CHECK(MPI_Send(&value, 1, MPI_DATATYPE_NULL, other, 0, MPI_COMM_WORLD) == MPI_ERR_TYPE);
    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL));

    /* Matched probes, and a cancelled receive. */
    MPI_Message message;
    OK(MPI_Isend(&value, 1, MPI_INT, other, 9, MPI_COMM_WORLD, &requests[0]));
    OK(MPI_Mprobe(other, 9, MPI_COMM_WORLD, &message, &status));
    CHECK(message != MPI_MESSAGE_NULL && status.MPI_TAG == 9);
    OK(MPI_Mrecv(&got, 1, MPI_INT, &message, MPI_STATUS_IGNORE));
    CHECK(message == MPI_MESSAGE_NULL && got == 40 + other);
    OK(MPI_Wait(&requests[0], &status));
    OK(MPI_Mprobe(MPI_PROC_NULL, 9, MPI_COMM_WORLD, &message, &status));
    CHECK(message == MPI_MESSAGE_NO_PROC);
    OK(MPI_Mrecv(&got, 1, MPI_INT, &message, &status));
    OK(MPI_Irecv(&got, 1, MPI_INT, other, 99, MPI_COMM_WORLD, &requests[0]));
    OK(MPI_Cancel(&requests[0]));
    OK(MPI_Wait(&requests[0], &status));
    OK(MPI_Test_cancelled(&status, &flag));
    CHECK(flag && requests[0] == MPI_REQUEST_NULL);

    /* A status that the program sets. */
    OK(MPI_Status_set_elements_x(&status, MPI_BYTE, ((MPI_Count)5 << 32) + 3));
    OK(MPI_Status_set_cancelled(&status, 0));
    MPI_Count many;
    OK(MPI_Get_elements_x(&status, MPI_BYTE, &many));
    OK(MPI_Test_cancelled(&status, &flag));
    CHECK(many == ((MPI_Count)5 << 32) + 3 && !flag);

    /* A buffer of the size that the header asks for holds the message. */
    char room[sizeof value + MPI_BSEND_OVERHEAD];
    OK(MPI_Buffer_attach(room, sizeof room));
    OK(MPI_Bsend(&value, 1, MPI_INT, other, 8, MPI_COMM_WORLD));
    OK(MPI_Recv(&got, 1, MPI_INT, other, 8, MPI_COMM_WORLD, &status));
    void *back;
    int bytes;
    OK(MPI_Buffer_detach(&back, &bytes));
    CHECK(got == 40 + other && back == room && bytes == sizeof room);

    /* Persistent requests keep their handles. */
    OK(MPI_Recv_init(&got, 1, MPI_INT, other, 3, MPI_COMM_WORLD, &requests[0]));
    OK(MPI_Send_init(&value, 1, MPI_INT, other, 3, MPI_COMM_WORLD, &requests[1]));
    MPI_Request kept = requests[0];
    for (int i = 0; i < 2; i++) {
        got = -1;
        OK(MPI_Startall(2, requests));
        OK(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
        CHECK(got == 40 + other && requests[0] == kept);
    }
    OK(MPI_Request_free(&requests[0]));
    OK(MPI_Request_free(&requests[1]));
    CHECK(requests[0] == MPI_REQUEST_NULL);
}

static MPI_Datatype reduced_type;
static void plus(void *in, void *inout, int *count, MPI_Datatype *type)
{
    reduced_type = *type;
    for (int i = 0; i < *count; i++)
        ((int *)inout)[i] += ((int *)in)[i];
}

static void collectives(void)
{
    int mine = rank + 1, sum = 0;
    OK(MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    CHECK(sum == 3);
    sum = mine;
    OK(MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD));
    CHECK(sum == 2);
    MPI_Op op;
    OK(MPI_Op_create(plus, 1, &op));
    OK(MPI_Allreduce(&mine, &sum, 1, MPI_INT, op, MPI_COMM_WORLD));
    CHECK(sum == 3 && reduced_type == MPI_INT);
    OK(MPI_Op_free(&op));
    CHECK(op == MPI_OP_NULL);

    struct { double value; int where; } in = { 5.0 - rank, rank }, out;
    OK(MPI_Allreduce(&in, &out, 1, MPI_DOUBLE_INT, MPI_MINLOC, MPI_COMM_WORLD));
    CHECK(out.value == 4.0 && out.where == 1);

    int counts[2] = { 1, 1 }, places[2] = { 0, 4 }, to[2], from[2] = { rank * 10, rank * 10 + 1 };
    MPI_Datatype types[2] = { MPI_INT, MPI_UNSIGNED };
    OK(MPI_Alltoallw(from, counts, places, types, to, counts, places, types, MPI_COMM_WORLD));
    CHECK(to[0] == rank && to[1] == 10 + rank);
    MPI_Request request;
    OK(MPI_Ialltoallw(MPI_IN_PLACE, 0, 0, 0, to, counts, places, types, MPI_COMM_WORLD, &request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK(to[rank] == 11 * rank);

    MPI_Comm half, inter;
    OK(MPI_Comm_split(MPI_COMM_WORLD, rank, 0, &half));
    OK(MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank, 3, &inter));
    int value = rank ? -1 : 55;
    OK(MPI_Bcast(&value, 1, MPI_INT, rank ? 0 : MPI_ROOT, inter));
    CHECK(value == 55);
    OK(MPI_Comm_free(&inter));
    OK(MPI_Comm_free(&half));
    CHECK(half == MPI_COMM_NULL);
    OK(MPI_Comm_split(MPI_COMM_WORLD, rank ? MPI_UNDEFINED : 1, 0, &half));
    CHECK((half == MPI_COMM_NULL) == (rank == 1));
    if (!rank)
        OK(MPI_Comm_free(&half));
    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &half));
    int result;
    OK(MPI_Comm_compare(MPI_COMM_WORLD, half, &result));
    CHECK(result == MPI_CONGRUENT);
    OK(MPI_Comm_compare(MPI_COMM_WORLD, MPI_COMM_WORLD, &result));
    CHECK(result == MPI_IDENT);
    OK(MPI_Comm_free(&half));
}

static void topologies(void)
{
    int dims[1] = { 2 }, periods[1] = { 0 }, source, dest, kind;
    MPI_Comm cart, graph;
    OK(MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &cart));
    OK(MPI_Topo_test(cart, &kind));
    CHECK(kind == MPI_CART);
    OK(MPI_Topo_test(MPI_COMM_WORLD, &kind));
    CHECK(kind == MPI_UNDEFINED);
    OK(MPI_Cart_shift(cart, 0, 1, &source, &dest));
    CHECK(source == (rank ? 0 : MPI_PROC_NULL) && dest == (rank ? MPI_PROC_NULL : 1));
    int in[2] = { -7, -7 }, out[2] = { rank, rank }, ones[2] = { 1, 1 };
    MPI_Aint places[2] = { 0, 4 };
    MPI_Datatype types[2] = { MPI_INT, MPI_INT };
    OK(MPI_Neighbor_alltoallw(out, ones, places, types, in, ones, places, types, cart));
    CHECK(in[rank ? 0 : 1] == 1 - rank && in[rank ? 1 : 0] == -7);
    OK(MPI_Comm_free(&cart));
    int other = 1 - rank, n, m, weighted;
    OK(MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &other, MPI_UNWEIGHTED, 1, &other, MPI_UNWEIGHTED, MPI_INFO_NULL,
                                      0, &graph));
    OK(MPI_Dist_graph_neighbors_count(graph, &n, &m, &weighted));
    CHECK(n == 1 && m == 1 && !weighted);
    OK(MPI_Comm_free(&graph));
    int none = 0, weight = 4;
    OK(MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, rank, &none, rank ? &weight : MPI_WEIGHTS_EMPTY, !rank, &other,
                                      rank ? MPI_WEIGHTS_EMPTY : &weight, MPI_INFO_NULL, 0, &graph));
    OK(MPI_Dist_graph_neighbors_count(graph, &n, &m, &weighted));
    CHECK(n == rank && m == !rank && weighted);
    OK(MPI_Comm_free(&graph));
    MPI_Group all, one;
    int first = 0, ranks[3] = { 0, 1, MPI_PROC_NULL }, translated[3];
    OK(MPI_Comm_group(MPI_COMM_WORLD, &all));
    OK(MPI_Group_incl(all, 1, &first, &one));
    OK(MPI_Group_translate_ranks(all, 3, ranks, one, translated));
    CHECK(translated[0] == 0 && translated[1] == MPI_UNDEFINED && translated[2] == MPI_PROC_NULL);
    OK(MPI_Group_free(&one));
    OK(MPI_Group_free(&all));
    CHECK(all == MPI_GROUP_NULL);
}

static int copied, deleted;
static int copy(MPI_Comm comm, int keyval, void *extra, void *value, void *new, int *flag)
{
    CHECK(comm == MPI_COMM_WORLD && extra == &copied && keyval != MPI_KEYVAL_INVALID);
    copied++;
    *(void **)new = (char *)value + 1;
    *flag = 1;
    return MPI_SUCCESS;
}
static int delete(MPI_Comm comm, int keyval, void *value, void *extra)
{
    CHECK(comm != MPI_COMM_NULL && keyval != MPI_KEYVAL_INVALID && extra == &copied && value);
    deleted++;
    return MPI_SUCCESS;
}
static int refuse(MPI_Comm comm, int keyval, void *extra, void *value, void *new, int *flag)
{
    (void)comm, (void)keyval, (void)extra, (void)value, (void)new, (void)flag;
    return MPI_ERR_TOPOLOGY;
}

static void attributes(void)
{
    int key, second, flag, *number;
    char text[4], *found;
    MPI_Comm new;
    OK(MPI_Comm_create_keyval(copy, delete, &key, &copied));
    OK(MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &second, 0));
    OK(MPI_Comm_set_attr(MPI_COMM_WORLD, key, text));
    OK(MPI_Comm_set_attr(MPI_COMM_WORLD, second, text));
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &new));
    OK(MPI_Comm_get_attr(new, key, &found, &flag));
    CHECK(flag && found == text + 1 && copied == 1);
    OK(MPI_Comm_get_attr(new, second, &found, &flag));
    CHECK(flag && found == text);
    OK(MPI_Comm_free(&new));
    CHECK(deleted == 1);
    OK(MPI_Comm_delete_attr(MPI_COMM_WORLD, key));
    OK(MPI_Comm_delete_attr(MPI_COMM_WORLD, second));
    OK(MPI_Comm_free_keyval(&key));
    CHECK(key == MPI_KEYVAL_INVALID && deleted == 2);
    OK(MPI_Comm_free_keyval(&second));

    OK(MPI_Comm_create_keyval(refuse, MPI_COMM_NULL_DELETE_FN, &key, 0));
    OK(MPI_Comm_set_attr(MPI_COMM_SELF, key, text));
    OK(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN));
    CHECK(MPI_Comm_dup(MPI_COMM_SELF, &new) == MPI_ERR_TOPOLOGY);
    OK(MPI_Comm_delete_attr(MPI_COMM_SELF, key));
    OK(MPI_Comm_free_keyval(&key));

    OK(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &number, &flag));
    CHECK(flag && *number >= 32767);
    OK(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE, &number, &flag));
    CHECK(flag && *number >= MPI_ERR_LASTCODE);
    OK(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_IO, &number, &flag));
    CHECK(!flag || *number == MPI_ANY_SOURCE || *number == MPI_PROC_NULL || (*number >= 0 && *number < size));
    OK(MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, &key, 0));
    OK(MPI_Type_set_attr(MPI_INT, key, text));
    OK(MPI_Type_get_attr(MPI_INT, key, &found, &flag));
    CHECK(flag && found == text);
    OK(MPI_Type_delete_attr(MPI_INT, key));
    OK(MPI_Type_free_keyval(&key));
}

static int handled, handled_code;
static MPI_Comm handled_comm;
static void handler(MPI_Comm *comm, int *code, ...)
{
    handled++;
    handled_comm = *comm;
    handled_code = *code;
}

static void errors(void)
{
    MPI_Errhandler made, got;
    int class, code, length, found;
    char text[MPI_MAX_ERROR_STRING];
    OK(MPI_Comm_create_errhandler(handler, &made));
    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, made));
    OK(MPI_Comm_get_errhandler(MPI_COMM_WORLD, &got));
    CHECK(got == made);
    OK(MPI_Errhandler_free(&got));
    MPI_Send(0, -1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    OK(MPI_Error_class(handled_code, &found));
    CHECK(handled == 1 && handled_comm == MPI_COMM_WORLD && found == MPI_ERR_COUNT);
    /* Each number of a class has a text, also those of parts of the ABI that the engine lacks. */
    for (code = 1; code < 80; code++) {
        OK(MPI_Error_string(code, text, &length));
        OK(MPI_Error_class(code, &found));
        CHECK(length > 0 && found > 0);
    }
    OK(MPI_Add_error_class(&class));
    OK(MPI_Add_error_code(class, &code));
    CHECK(class > MPI_ERR_LASTCODE && code > class);
    OK(MPI_Add_error_string(code, "of the program"));
    OK(MPI_Error_string(code, text, &length));
    CHECK(!strcmp(text, "of the program") && length == 14);
    OK(MPI_Error_class(code, &found));
    CHECK(found == class);
    OK(MPI_Comm_call_errhandler(MPI_COMM_WORLD, code));
    CHECK(handled == 2 && handled_code == code);
    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL));
    OK(MPI_Comm_get_errhandler(MPI_COMM_WORLD, &got));
    CHECK(got == MPI_ERRORS_ARE_FATAL);
    OK(MPI_Errhandler_free(&made));
    CHECK(made == MPI_ERRHANDLER_NULL);
}

static int query(void *extra, MPI_Status *status)
{
    CHECK(extra == &handled);
    status->MPI_SOURCE = MPI_UNDEFINED;
    status->MPI_TAG = 17;
    OK(MPI_Status_set_elements(status, MPI_INT, 6));
    OK(MPI_Status_set_cancelled(status, 0));
    return MPI_SUCCESS;
}
static int release(void *extra)
{
    CHECK(extra == &handled);
    return MPI_SUCCESS;
}
static int cancel(void *extra, int complete)
{
    (void)complete;
    return extra == &handled ? MPI_SUCCESS : MPI_ERR_ARG;
}

static void generalized(void)
{
    MPI_Request request;
    MPI_Status status;
    int count;
    OK(MPI_Grequest_start(query, release, cancel, &handled, &request));
    OK(MPI_Cancel(&request));
    OK(MPI_Grequest_complete(request));
    OK(MPI_Wait(&request, &status));
    OK(MPI_Get_elements(&status, MPI_INT, &count));
    CHECK(request == MPI_REQUEST_NULL && status.MPI_TAG == 17 && status.MPI_SOURCE == MPI_UNDEFINED && count == 6);
}

static void windows(void)
{
    int *memory, flag, *number;
    void *base;
    MPI_Aint bytes;
    int unit;
    MPI_Win win;
    OK(MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win));
    memory[0] = memory[1] = 0;
    OK(MPI_Win_get_attr(win, MPI_WIN_CREATE_FLAVOR, &number, &flag));
    CHECK(flag && *number == MPI_WIN_FLAVOR_ALLOCATE);
    OK(MPI_Win_get_attr(win, MPI_WIN_MODEL, &number, &flag));
    CHECK(flag && *number == MPI_WIN_UNIFIED);
    OK(MPI_Win_get_attr(win, MPI_WIN_BASE, &base, &flag));
    CHECK(flag && base == memory);
    OK(MPI_Win_fence(MPI_MODE_NOPRECEDE, win));
    int value = 7 + rank;
    OK(MPI_Put(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win));
    OK(MPI_Win_fence(MPI_MODE_NOSUCCEED, win));
    CHECK(memory[0] == 8 - rank);
    OK(MPI_Win_lock(MPI_LOCK_SHARED, 0, MPI_MODE_NOCHECK, win));
    OK(MPI_Accumulate(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, MPI_SUM, win));
    OK(MPI_Win_unlock(0, win));
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win));
    CHECK(memory[1] == (rank ? 0 : 15));
    OK(MPI_Win_unlock(rank, win));
    OK(MPI_Win_free(&win));
    CHECK(win == MPI_WIN_NULL);
    OK(MPI_Win_allocate_shared(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win));
    OK(MPI_Win_shared_query(win, MPI_PROC_NULL, &bytes, &unit, &base));
    CHECK(bytes == sizeof(int) && unit == sizeof(int) && base);
    OK(MPI_Win_free(&win));
}

static void others(void)
{
    MPI_Info info;
    char value[MPI_MAX_INFO_VAL + 1], key[MPI_MAX_INFO_KEY + 1], name[MPI_MAX_PROCESSOR_NAME];
    char version[MPI_MAX_LIBRARY_VERSION_STRING];
    int flag, length;
    OK(MPI_Info_create(&info));
    OK(MPI_Info_set(info, "a", "b"));
    OK(MPI_Info_get(info, "a", MPI_MAX_INFO_VAL, value, &flag));
    CHECK(flag && !strcmp(value, "b"));
    OK(MPI_Info_get_nthkey(info, 0, key));
    CHECK(!strcmp(key, "a"));
    OK(MPI_Info_free(&info));
    CHECK(info == MPI_INFO_NULL);
    OK(MPI_Get_processor_name(name, &length));
    CHECK(length > 0 && length < MPI_MAX_PROCESSOR_NAME && (int)strlen(name) == length);
    OK(MPI_Get_library_version(version, &length));
    CHECK(strstr(version, "Clump") && (int)strlen(version) == length);
    CHECK(MPI_Comm_f2c(MPI_Comm_c2f(MPI_COMM_WORLD)) == MPI_COMM_WORLD);
    CHECK(MPI_Type_f2c(MPI_Type_c2f(MPI_DOUBLE)) == MPI_DOUBLE);
    MPI_Pcontrol(1, "more");
    int provided;
    OK(MPI_Query_thread(&provided));
    CHECK(provided == MPI_THREAD_MULTIPLE);
}

/* Functions that the standard has dropped. Headers may hide their declarations. */
int (MPI_Address)(void *, MPI_Aint *);
int (MPI_Type_extent)(MPI_Datatype, MPI_Aint *);
int (MPI_Type_struct)(int, int *, MPI_Aint *, MPI_Datatype *, MPI_Datatype *);
int (MPI_Errhandler_get)(MPI_Comm, MPI_Errhandler *);

static void dropped(void)
{
    MPI_Aint address, extent;
    MPI_Errhandler handler_now;
    OK((MPI_Address)(&address, &address));
    CHECK(address == (MPI_Aint)&address);
    int lengths[2] = { 1, 1 };
    MPI_Aint places[2] = { 0, 8 };
    MPI_Datatype types[2] = { MPI_INT, MPI_CHAR }, made;
    OK((MPI_Type_struct)(2, lengths, places, types, &made));
    OK((MPI_Type_extent)(made, &extent));
    CHECK(extent == 12);
    OK(MPI_Type_free(&made));
    OK((MPI_Errhandler_get)(MPI_COMM_WORLD, &handler_now));
    CHECK(handler_now == MPI_ERRORS_ARE_FATAL);
    int key, flag;
    char *found;
    OK(MPI_Keyval_create(MPI_DUP_FN, MPI_NULL_DELETE_FN, &key, 0));
    OK(MPI_Attr_put(MPI_COMM_WORLD, key, &key));
    OK(MPI_Attr_get(MPI_COMM_WORLD, key, &found, &flag));
    CHECK(flag && found == (char *)&key);
    OK(MPI_Attr_delete(MPI_COMM_WORLD, key));
    OK(MPI_Keyval_free(&key));
}

/* A request that is only set, and a displacement that is a constant. */
static void outputs(void)
{
    int peer = 1 - rank, value = 40 + rank, got = 0;
    MPI_Request request, sent;
    memset(&request, 0x6b, sizeof request);
    MPI_Message message;
    OK(MPI_Isend(&value, 1, MPI_INT, peer, 9, MPI_COMM_WORLD, &sent));
    OK(MPI_Mprobe(peer, 9, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE));
    OK(MPI_Imrecv(&got, 1, MPI_INT, &message, &request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    OK(MPI_Wait(&sent, MPI_STATUS_IGNORE));
    CHECK(got == 40 + peer && message == MPI_MESSAGE_NULL);

    char name[64];
    snprintf(name, sizeof name, "/tmp/clump-abi-%d-%d", rank, (int)getpid());
    MPI_File file;
    int mode = MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_SEQUENTIAL | MPI_MODE_DELETE_ON_CLOSE;
    OK(MPI_File_open(MPI_COMM_SELF, name, mode, MPI_INFO_NULL, &file));
    OK(MPI_File_write_shared(file, &value, 1, MPI_INT, MPI_STATUS_IGNORE));
    OK(MPI_File_set_view(file, MPI_DISPLACEMENT_CURRENT, MPI_INT, MPI_INT, "native", MPI_INFO_NULL));
    OK(MPI_File_close(&file));
}

int main(int argc, char **argv)
{
    int provided;
    OK(MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided));
    CHECK(provided == MPI_THREAD_MULTIPLE);
    OK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    OK(MPI_Comm_size(MPI_COMM_WORLD, &size));
    CHECK(size == 2);
    types();
    contents();
    messages();
    collectives();
    topologies();
    attributes();
    errors();
    generalized();
    windows();
    others();
    outputs();
    dropped();
    OK(MPI_Finalize());
    return 0;
}
