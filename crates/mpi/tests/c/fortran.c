/* Handles and statuses of Fortran (MPI 5.0, 19.3.4 and 19.3.5).   ranks: 1 2 */
#include "check.h"

/* A kind of handle: its null handle, another predefined one with its number in the ABI, and an object of the program's.
 * That is, besides what is called by its name below: MPI_Errhandler_c2f, MPI_Errhandler_f2c, MPI_File_c2f,
 * MPI_File_f2c, MPI_Group_c2f, MPI_Group_f2c, MPI_Info_c2f, MPI_Info_f2c, MPI_Session_c2f, MPI_Session_f2c,
 * MPI_Win_c2f, MPI_Win_f2c. */
#define HANDLES(kind, type, null, predefined, number, object)                                                     \
    do {                                                                                                          \
        type before = (object);                                                                                   \
        CHECK(MPI_##kind##_c2f(predefined) == (number));                                                          \
        CHECK(MPI_##kind##_f2c(number) == (predefined));                                                          \
        CHECK(MPI_##kind##_f2c(MPI_##kind##_c2f(null)) == (null));                                                \
        CHECK(MPI_##kind##_f2c(MPI_##kind##_c2f(before)) == before);                                              \
        CHECK(PMPI_##kind##_f2c(PMPI_##kind##_c2f(before)) == before);                                            \
        CHECK(MPI_##kind##_c2f(before) == MPI_##kind##_toint(before));                                            \
        /* No object has this number, nor do negative ones. */                                                   \
        CHECK(MPI_##kind##_f2c(2000000000) == (null) && MPI_##kind##_f2c(-1) == (null));                          \
    } while (0)

/* The functions themselves, past the names that mpi.h puts in their place: what a library without this header finds. */
static MPI_Fint header_comm_c2f(MPI_Comm comm) { return MPI_Comm_c2f(comm); }
#undef MPI_Comm_c2f
#undef MPI_Comm_f2c
#undef PMPI_Type_c2f
static void functions(void) {
    MPI_Fint (*to)(MPI_Comm) = MPI_Comm_c2f;
    MPI_Comm (*from)(MPI_Fint) = MPI_Comm_f2c;
    CHECK(to(MPI_COMM_WORLD) == 0x101 && from(0x102) == MPI_COMM_SELF);
    CHECK(to(MPI_COMM_WORLD) == header_comm_c2f(MPI_COMM_WORLD));
    CHECK(PMPI_Type_c2f(MPI_INT) == 0x209);
}
#define MPI_Comm_c2f MPI_Comm_toint
#define MPI_Comm_f2c MPI_Comm_fromint

static void add(void *in, void *inout, int *len, MPI_Datatype *type) {
    (void)type;
    for (int i = 0; i < *len; i++) ((int *)inout)[i] += ((int *)in)[i];
}
static void handle(MPI_Comm *comm, int *code, ...) { (void)comm, (void)code; }

static void handles(void) {
    MPI_Comm comm;
    MPI_Datatype pair;
    MPI_Errhandler handler;
    MPI_Group group;
    MPI_Info info;
    MPI_Message message;
    MPI_Op op;
    MPI_Request request, back;
    int got[2] = {0, 0}, sent[2] = {4, 5}, sum = 0, one = 1, flag;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    MPI_Comm_create_errhandler(handle, &handler);
    MPI_Comm_group(comm, &group);
    MPI_Info_create(&info);
    MPI_Op_create(add, 1, &op);
    HANDLES(Comm, MPI_Comm, MPI_COMM_NULL, MPI_COMM_WORLD, 0x101, comm);
    HANDLES(Type, MPI_Datatype, MPI_DATATYPE_NULL, MPI_INT, 0x209, pair);
    HANDLES(Errhandler, MPI_Errhandler, MPI_ERRHANDLER_NULL, MPI_ERRORS_RETURN, 0x143, handler);
    HANDLES(Group, MPI_Group, MPI_GROUP_NULL, MPI_GROUP_EMPTY, 0x109, group);
    HANDLES(Info, MPI_Info, MPI_INFO_NULL, MPI_INFO_ENV, 0x131, info);
    HANDLES(Op, MPI_Op, MPI_OP_NULL, MPI_SUM, 0x21, op);
    /* Kinds without objects so far. */
    HANDLES(File, MPI_File, MPI_FILE_NULL, MPI_FILE_NULL, 0x118, MPI_FILE_NULL);
    HANDLES(Session, MPI_Session, MPI_SESSION_NULL, MPI_SESSION_NULL, 0x120, MPI_SESSION_NULL);
    HANDLES(Win, MPI_Win, MPI_WIN_NULL, MPI_WIN_NULL, 0x110, MPI_WIN_NULL);

    /* As Fortran would hand them over: all by their integers. */
    MPI_Fint f_comm = MPI_Comm_c2f(comm), f_type = MPI_Type_c2f(pair), f_op = MPI_Op_c2f(op), f_request;
    MPI_Irecv(got, 1, MPI_Type_f2c(f_type), check_rank, 3, MPI_Comm_f2c(f_comm), &request);
    HANDLES(Request, MPI_Request, MPI_REQUEST_NULL, MPI_REQUEST_NULL, 0x180, request);
    f_request = MPI_Request_c2f(request);
    MPI_Send(sent, 1, MPI_Type_f2c(f_type), check_rank, 3, MPI_Comm_f2c(f_comm));
    back = MPI_Request_f2c(f_request);
    MPI_Wait(&back, MPI_STATUS_IGNORE);
    CHECK(got[0] == 4 && got[1] == 5);
    /* What it stood for is gone. */
    CHECK(MPI_Request_f2c(f_request) == MPI_REQUEST_NULL);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_Op_f2c(f_op), MPI_Comm_f2c(f_comm));
    CHECK(sum == check_size);

    MPI_Isend(sent, 2, MPI_INT, check_rank, 4, comm, &request);
    do MPI_Improbe(check_rank, 4, comm, &flag, &message, MPI_STATUS_IGNORE);
    while (!flag);
    HANDLES(Message, MPI_Message, MPI_MESSAGE_NULL, MPI_MESSAGE_NO_PROC, 0x129, message);
    message = MPI_Message_f2c(MPI_Message_c2f(message));
    MPI_Mrecv(got, 2, MPI_INT, &message, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);

    MPI_Op_free(&op);
    MPI_Info_free(&info);
    MPI_Group_free(&group);
    MPI_Errhandler_free(&handler);
    MPI_Type_free(&pair);
    MPI_Comm_free(&comm);
    CHECK(MPI_Comm_f2c(f_comm) == MPI_COMM_NULL && MPI_Type_f2c(f_type) == MPI_DATATYPE_NULL);
}

/* The same in all its parts, also those that only the library reads. */
static void same(const MPI_Status *a, const MPI_Status *b) {
    int n[2], cancelled[2];
    CHECK(a->MPI_SOURCE == b->MPI_SOURCE && a->MPI_TAG == b->MPI_TAG && a->MPI_ERROR == b->MPI_ERROR);
    MPI_Get_count(a, MPI_SHORT, &n[0]);
    MPI_Get_count(b, MPI_SHORT, &n[1]);
    MPI_Test_cancelled(a, &cancelled[0]);
    MPI_Test_cancelled(b, &cancelled[1]);
    CHECK(n[0] == n[1] && cancelled[0] == cancelled[1]);
}

static void status(MPI_Status c, int count) {
    MPI_Fint f[MPI_F_STATUS_SIZE + 1], g[MPI_F_STATUS_SIZE + 1];
    MPI_F08_status f08;
    MPI_Status back;
    int n;
    for (int i = 0; i <= MPI_F_STATUS_SIZE; i++) f[i] = g[i] = 77;
    memset(&back, 0x55, sizeof back);
    memset(&f08, 0x55, sizeof f08);
    CHECK(MPI_Status_c2f(&c, f) == MPI_SUCCESS);
    CHECK(f[MPI_F_SOURCE] == c.MPI_SOURCE && f[MPI_F_TAG] == c.MPI_TAG && f[MPI_F_ERROR] == c.MPI_ERROR);
    CHECK(MPI_Status_f2c(f, &back) == MPI_SUCCESS);
    same(&c, &back);
    MPI_Get_count(&back, MPI_SHORT, &n);
    CHECK(n == count);
    CHECK(MPI_Status_f2f08(f, &f08) == MPI_SUCCESS);
    CHECK(f08.MPI_SOURCE == c.MPI_SOURCE && f08.MPI_TAG == c.MPI_TAG && f08.MPI_ERROR == c.MPI_ERROR);
    memset(&back, 0x55, sizeof back);
    CHECK(MPI_Status_f082c(&f08, &back) == MPI_SUCCESS);
    same(&c, &back);
    memset(&f08, 0x55, sizeof f08);
    CHECK(MPI_Status_c2f08(&c, &f08) == MPI_SUCCESS);
    CHECK(MPI_Status_f082f(&f08, g) == MPI_SUCCESS);
    CHECK(memcmp(f, g, sizeof f) == 0);
    /* Not one integer too many. */
    CHECK(f[MPI_F_STATUS_SIZE] == 77);
}

static void statuses(void) {
    static short out[1000], in[2000];
    MPI_Status c;
    MPI_Request request;
    c.MPI_ERROR = 123;
    MPI_Sendrecv(out, 1000, MPI_SHORT, check_rank, 9, in, 2000, MPI_SHORT, MPI_ANY_SOURCE, MPI_ANY_TAG,
                 MPI_COMM_WORLD, &c);
    CHECK(c.MPI_SOURCE == check_rank && c.MPI_TAG == 9);
    status(c, 1000);
    MPI_Irecv(in, 1, MPI_SHORT, check_rank, 10, MPI_COMM_WORLD, &request);
    MPI_Cancel(&request);
    MPI_Wait(&request, &c);
    status(c, 0);
    MPI_Status_set_elements_c(&c, MPI_SHORT, 2000000000);
    status(c, 2000000000);

    MPI_Fint f[MPI_F_STATUS_SIZE] = {0};
    MPI_F08_status f08;
    memset(&f08, 0, sizeof f08);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    CHECK(MPI_Status_c2f(MPI_STATUS_IGNORE, f) == MPI_ERR_ARG);
    CHECK(MPI_Status_c2f(&c, MPI_F_STATUS_IGNORE) == MPI_ERR_ARG);
    CHECK(MPI_Status_f2c(MPI_F_STATUSES_IGNORE, &c) == MPI_ERR_ARG);
    CHECK(MPI_Status_f2c(f, MPI_STATUSES_IGNORE) == MPI_ERR_ARG);
    CHECK(MPI_Status_c2f08(&c, MPI_F08_STATUS_IGNORE) == MPI_ERR_ARG);
    CHECK(MPI_Status_f082c(MPI_F08_STATUSES_IGNORE, &c) == MPI_ERR_ARG);
    CHECK(MPI_Status_f2f08(f, MPI_F08_STATUS_IGNORE) == MPI_ERR_ARG);
    CHECK(MPI_Status_f082f(&f08, MPI_F_STATUS_IGNORE) == MPI_ERR_ARG);
}

int main(int argc, char **argv) {
    CHECK(sizeof(MPI_Fint) == 4 && sizeof(MPI_F08_status) == sizeof(MPI_Status));
    check_start(&argc, &argv);
    functions();
    handles();
    statuses();
    return check_end();
}
