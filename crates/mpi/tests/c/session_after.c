/* The first session after MPI_Finalize: on one host it works; on several, where MPI_Finalize tells the other hosts that this rank has
 * left, it is refused. ranks: 1 2 4 */
#include "check.h"

#define OK(call) CHECK((call) == MPI_SUCCESS)

int main(int argc, char **argv) {
    int here, wrong, class, on_one_host;
    MPI_Comm host, comm;
    MPI_Session session = MPI_SESSION_NULL;
    MPI_Group group;
    check_start(&argc, &argv);
    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host));
    OK(MPI_Comm_size(host, &here));
    on_one_host = here == check_size;
    /* The communicator, and a message to this rank itself that no call receives, end with the world model. */
    if (on_one_host) OK(MPI_Send(&here, 1, MPI_INT, 0, 0, MPI_COMM_SELF));
    OK(MPI_Finalize());
    if (!on_one_host) {
        int code = MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
        MPI_Error_class(code, &class);
        CHECK(class == MPI_ERR_OTHER && session == MPI_SESSION_NULL);
        return check_wrong != 0;
    }
    for (int round = 0; round < 3; round++) {
        int sum = 0, one = 1;
        OK(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session));
        OK(MPI_Group_from_session_pset(session, "mpi://WORLD", &group));
        OK(MPI_Comm_create_from_group(group, "after", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm));
        OK(MPI_Group_free(&group));
        OK(MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm));
        CHECK(sum == check_size);
        OK(MPI_Allreduce(&check_wrong, &wrong, 1, MPI_INT, MPI_SUM, comm));
        OK(MPI_Session_finalize(&session));
    }
    return wrong != 0;
}
