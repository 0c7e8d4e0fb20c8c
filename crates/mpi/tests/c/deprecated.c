/* Functions that MPI 5.0 keeps under their old names (chapter 16): attributes of communicators, and extents and elements as
 * MPI_Count. ranks: 1 2 */
#include "check.h"

#define OK(call) CHECK((call) == MPI_SUCCESS)

static int copies, deletes;
static int copy(MPI_Comm comm, int key, void *extra, void *value, void *copied, int *flag) {
    (void)comm, (void)key;
    copies += *(int *)extra;
    *(void **)copied = value;
    *flag = 1;
    return MPI_SUCCESS;
}
static int forget(MPI_Comm comm, int key, void *value, void *extra) {
    (void)comm, (void)key, (void)value;
    deletes += *(int *)extra;
    return MPI_SUCCESS;
}

static void attributes(void) {
    int key, extra = 1, value = 7, flag, *found;
    MPI_Comm comm, twin;
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    OK(MPI_Keyval_create(copy, forget, &key, &extra));
    CHECK(key != MPI_KEYVAL_INVALID);
    OK(MPI_Attr_get(comm, key, &found, &flag));
    CHECK(!flag);
    OK(MPI_Attr_put(comm, key, &value));
    OK(MPI_Attr_get(comm, key, &found, &flag));
    CHECK(flag && found == &value);
    OK(MPI_Comm_dup(comm, &twin));
    OK(MPI_Attr_get(twin, key, &found, &flag));
    CHECK(flag && found == &value && copies == 1 && deletes == 0);
    OK(MPI_Attr_delete(twin, key));
    OK(MPI_Attr_get(twin, key, &found, &flag));
    CHECK(!flag && deletes == 1);
    OK(MPI_Comm_free(&twin));
    OK(MPI_Keyval_free(&key));
    CHECK(key == MPI_KEYVAL_INVALID && deletes == 1);
    OK(MPI_Comm_free(&comm));
    CHECK(deletes == 2);
    /* The new functions see the same attributes. */
    int *most;
    OK(MPI_Attr_get(MPI_COMM_WORLD, MPI_TAG_UB, &most, &flag));
    CHECK(flag && *most >= 32767);
}

static void extents_and_elements(void) {
    MPI_Datatype pair, wide;
    MPI_Count lower, extent, true_lower, true_extent, elements;
    MPI_Status status;
    OK(MPI_Type_create_struct(2, (int[]){1, 1}, (MPI_Aint[]){4, 16}, (MPI_Datatype[]){MPI_INT, MPI_INT}, &pair));
    OK(MPI_Type_create_resized(pair, -8, 40, &wide));
    OK(MPI_Type_commit(&wide));
    OK(MPI_Type_get_extent_x(wide, &lower, &extent));
    OK(MPI_Type_get_true_extent_x(wide, &true_lower, &true_extent));
    CHECK(lower == -8 && extent == 40 && true_lower == 4 && true_extent == 16);
    int in[3] = {1, 2, 3};
    static char memory[128];
    OK(MPI_Sendrecv(in, 3, MPI_INT, check_rank, 0, memory + 16, 2, wide, check_rank, 0, MPI_COMM_WORLD, &status));
    OK(MPI_Get_elements_x(&status, wide, &elements));
    CHECK(elements == 3);
    MPI_Count many = (MPI_Count)1 << 33;
    OK(MPI_Status_set_elements_x(&status, MPI_INT, many));
    OK(MPI_Get_elements_x(&status, MPI_INT, &elements));
    CHECK(elements == many);
    OK(MPI_Type_free(&wide));
    OK(MPI_Type_free(&pair));
}

int main(int argc, char **argv) {
    check_start(&argc, &argv);
    attributes();
    extents_and_elements();
    return check_end();
}
