/* Arguments at the edge of what a call takes: each call returns at once with the result or the error class of MPI 5.0.
 * ranks: 1 2 */
#include "check.h"
#include <limits.h>
#include <unistd.h>

static int class_of(int code) {
    int class = -1;
    MPI_Error_class(code, &class);
    return class;
}

/* Triplets of huge numbers are refused before the list of their ranks is built. */
static void ranges(void) {
    MPI_Group all, some;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    const int last = check_size - 1;
    int wrong[][3] = {{0, INT_MAX, 1}, {INT_MIN, INT_MAX, 1}, {0, INT_MIN, -1}, {0, last, 0}, {0, INT_MAX, INT_MAX}};
    double begun = MPI_Wtime();
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const int class = wrong[i][2] ? MPI_ERR_RANK : MPI_ERR_ARG;
        CHECK(class_of(MPI_Group_range_incl(all, 1, &wrong[i], &some)) == class);
        CHECK(class_of(MPI_Group_range_excl(all, 1, &wrong[i], &some)) == class);
    }
    CHECK(MPI_Wtime() - begun < 1);
    /* The limits of a range need not be in the list, and a range may be empty. */
    int right[][3] = {{0, last, INT_MAX}, {5, 3, 1}};
    int size = -1;
    CHECK(MPI_Group_range_incl(all, 2, right, &some) == MPI_SUCCESS);
    MPI_Group_size(some, &size);
    CHECK(size == 1);
    MPI_Group_free(&some);
    MPI_Group_free(&all);
}

/* Without a remote group there is no communicator (7.6.2). */
static void empty_groups(void) {
    MPI_Group all, empty = MPI_GROUP_EMPTY;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Comm comm = MPI_COMM_WORLD;
    CHECK(!MPI_Intercomm_create_from_groups(all, 0, empty, 0, "e", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm));
    CHECK(comm == MPI_COMM_NULL);
    comm = MPI_COMM_WORLD;
    CHECK(!MPI_Intercomm_create_from_groups(empty, 0, all, 0, "e", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm));
    CHECK(comm == MPI_COMM_NULL);
    MPI_Group_free(&all);
}

/* The inquiries without large counts refuse a type that was made with them (5.1.13). */
static void envelopes(void) {
    MPI_Datatype type, part;
    int integers, addresses, types, combiner, one;
    MPI_Aint address;
    MPI_Count counts[4], large;
    MPI_Type_contiguous_c(5, MPI_INT, &type);
    CHECK(class_of(MPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner)) == MPI_ERR_TYPE);
    CHECK(class_of(MPI_Type_get_contents(type, 1, 1, 1, &one, &address, &part)) == MPI_ERR_TYPE);
    CHECK(!MPI_Type_get_envelope_c(type, &counts[0], &counts[1], &counts[2], &counts[3], &combiner));
    CHECK(counts[0] == 0 && counts[1] == 0 && counts[2] == 1 && counts[3] == 1);
    CHECK(combiner == MPI_COMBINER_CONTIGUOUS);
    CHECK(!MPI_Type_get_contents_c(type, 0, 0, 1, 1, &one, &address, &large, &part));
    CHECK(large == 5 && part == MPI_INT);
    MPI_Type_free(&type);
    /* A type of the other form, which both inquiries take. */
    MPI_Type_contiguous(5, MPI_INT, &type);
    CHECK(!MPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner));
    CHECK(integers == 1 && addresses == 0 && types == 1);
    CHECK(!MPI_Type_get_envelope_c(type, &counts[0], &counts[1], &counts[2], &counts[3], &combiner));
    CHECK(counts[0] == 1 && counts[2] == 0);
    MPI_Type_free(&type);
}

/* A distance that no block uses may be any number. */
static void unused_distances(void) {
    const MPI_Count huge = LLONG_MAX;
    MPI_Datatype type;
    MPI_Count size, lb, extent;
    for (int n = 0; n < 2; n++)
        for (int negative = 0; negative < 2; negative++) {
            CHECK(!MPI_Type_vector_c(n, 3, negative ? -huge - 1 : huge, MPI_INT, &type));
            MPI_Type_size_c(type, &size);
            MPI_Type_get_extent_c(type, &lb, &extent);
            CHECK(size == 12 * n && lb == 0 && extent == 12 * n);
            MPI_Type_free(&type);
        }
    CHECK(!MPI_Type_vector_c(2, 0, huge, MPI_INT, &type));
    MPI_Type_free(&type);
    CHECK(MPI_Type_vector_c(2, 1, huge, MPI_INT, &type) != MPI_SUCCESS);
    MPI_Count lens[2] = {1, 0}, places[2] = {0, huge};
    CHECK(!MPI_Type_indexed_c(2, lens, places, MPI_INT, &type));
    MPI_Type_size_c(type, &size);
    CHECK(size == 4);
    MPI_Type_free(&type);
    lens[1] = 1;
    CHECK(MPI_Type_indexed_c(2, lens, places, MPI_INT, &type) != MPI_SUCCESS);
}

/* A cancelled operation on a file completes as usual, and is not said to be cancelled. */
static void cancelled_files(void) {
    char path[] = "/tmp/edge_arguments-XXXXXX";
    int descriptor = mkstemp(path);
    CHECK(descriptor >= 0);
    close(descriptor);
    MPI_File file;
    MPI_Request request;
    MPI_Status status;
    int flag = 7, count = 0;
    static int numbers[1000], read[1000];
    for (int i = 0; i < 1000; i++) numbers[i] = i;
    CHECK(!MPI_File_open(MPI_COMM_SELF, path, MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file));
    for (int write = 1; write >= 0; write--) {
        CHECK(!(write ? MPI_File_iwrite_at(file, 0, numbers, 1000, MPI_INT, &request)
                      : MPI_File_iread_at(file, 0, read, 1000, MPI_INT, &request)));
        CHECK(!MPI_Cancel(&request));
        CHECK(!MPI_Wait(&request, &status) && !MPI_Test_cancelled(&status, &flag) && flag == 0);
        CHECK(!MPI_Get_count(&status, MPI_INT, &count) && count == 1000);
    }
    CHECK(memcmp(numbers, read, sizeof read) == 0);
    MPI_File_close(&file);
}

/* A library may replace the program's buffer for a while, whether there is one or not. */
static void buffers(void) {
    static char room[5000], other[5000];
    for (int has = 0; has < 2; has++) {
        void *before = other, *own = NULL;
        int size = 7, len = 0;
        if (has) CHECK(!MPI_Buffer_attach(other, sizeof other));
        CHECK(!MPI_Buffer_detach(&before, &size));
        CHECK(before == (has ? other : NULL) && size == (has ? (int)sizeof other : 0));
        CHECK(!MPI_Buffer_attach(room, sizeof room));
        CHECK(!MPI_Buffer_detach(&own, &len) && own == room && len == (int)sizeof room);
        CHECK(!MPI_Buffer_attach(before, size));
        if (has) CHECK(!MPI_Buffer_detach(&before, &size) && before == other);
    }
    void *of_comm = room;
    MPI_Count len = 7;
    CHECK(!MPI_Comm_detach_buffer_c(MPI_COMM_WORLD, &of_comm, &len) && of_comm == NULL && len == 0);
}

int main(int argc, char **argv) {
    check_start(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    ranges();
    empty_groups();
    envelopes();
    unused_distances();
    cancelled_files();
    buffers();
    return check_end();
}
