/* Data representations: external32, and one that the program registers. ranks: 1 2 */
#include "file.h"

static int converted, asked;

/* Every number takes eight bytes in the file: its digits, and the bytes 9. */
static int extent(MPI_Datatype type, MPI_Aint *bytes, void *extra) {
    CHECK(extra == &converted);
    int size;
    MPI_Type_size(type, &size);
    *bytes = size == 4 ? 8 : 8 * (size / 4);
    asked++;
    return MPI_SUCCESS;
}
static int out(void *memory, MPI_Datatype type, int count, void *file, MPI_Offset position, void *extra) {
    CHECK(type == MPI_INT && extra == &converted && position == 0);
    for (int i = 0; i < count; i++) {
        unsigned char bytes[8];
        memset(bytes, 9, sizeof bytes);
        memcpy(bytes, (int *)memory + i, 4);
        memcpy((char *)file + 8 * i, bytes, 8);
    }
    converted += count;
    return MPI_SUCCESS;
}
static int in(void *memory, MPI_Datatype type, int count, void *file, MPI_Offset position, void *extra) {
    CHECK(type == MPI_INT && extra == &converted && position == 0);
    for (int i = 0; i < count; i++) memcpy((int *)memory + i, (char *)file + 8 * i, 4);
    converted -= count;
    return MPI_SUCCESS;
}
static int in_c(void *memory, MPI_Datatype type, MPI_Count count, void *file, MPI_Offset position, void *extra) {
    return in(memory, type, (int)count, file, position, extra);
}
static int refuse(void *memory, MPI_Datatype type, int count, void *file, MPI_Offset position, void *extra) {
    (void)memory, (void)type, (void)count, (void)file, (void)position, (void)extra;
    return MPI_ERR_OTHER;
}

static void external(void) {
    MPI_File file = file_new(MPI_COMM_SELF, MPI_INFO_NULL);
    long numbers[3] = {1, -2, 0x01020304}, back[4] = {7, 7, 7, 7};
    MPI_Status status;
    MPI_Datatype gaps;
    MPI_Aint bytes;
    MPI_Type_create_resized(MPI_LONG, 0, 2 * sizeof(long), &gaps);
    MPI_Type_commit(&gaps);
    CHECK(MPI_File_set_view(file, 1, MPI_LONG, gaps, "external32", MPI_INFO_NULL) == MPI_SUCCESS);
    MPI_File_get_type_extent(file, MPI_LONG, &bytes);
    CHECK(bytes == 4);
    CHECK(MPI_File_write(file, numbers, 3, MPI_LONG, &status) == MPI_SUCCESS && file_count(&status, MPI_LONG) == 3);
    size_t len;
    unsigned char *found = file_bytes(&len);
    const unsigned char want[] = {0, 0, 0, 0, 1, 0, 0, 0, 0, 255, 255, 255, 254, 0, 0, 0, 0, 1, 2, 3, 4};
    CHECK(len == sizeof want && memcmp(found, want, len) == 0);
    free(found);
    CHECK(MPI_File_read_at_all(file, 1, back, 4, MPI_LONG, &status) == MPI_SUCCESS);
    CHECK(file_count(&status, MPI_LONG) == 2 && back[0] == -2 && back[1] == 0x01020304 && back[2] == 7);
    numbers[0] = 1L << 40;
    CHECK(file_class(MPI_File_write(file, numbers, 1, MPI_LONG, &status)) == MPI_ERR_CONVERSION);
    CHECK(MPI_File_set_view(file, 0, MPI_DOUBLE, MPI_DOUBLE, "external32", MPI_INFO_NULL) == MPI_SUCCESS);
    double one = 1.0, again = 0;
    MPI_Request request;
    MPI_File_iwrite_at(file, 0, &one, 1, MPI_DOUBLE, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_File_iread_at(file, 0, &again, 1, MPI_DOUBLE, &request);
    MPI_Wait(&request, &status);
    CHECK(again == 1.0 && file_count(&status, MPI_DOUBLE) == 1);
    found = file_bytes(&len);
    CHECK(found[0] == 0x3f && found[1] == 0xf0 && found[7] == 0);
    free(found);
    MPI_Type_free(&gaps);
    MPI_File_close(&file);
}

static void registered(void) {
    CHECK(MPI_Register_datarep("eights", in, out, extent, &converted) == MPI_SUCCESS);
    CHECK(MPI_Register_datarep_c("eights_c", in_c, MPI_CONVERSION_FN_NULL_C, extent, &converted) == MPI_SUCCESS);
    CHECK(MPI_Register_datarep("refused", refuse, refuse, extent, &converted) == MPI_SUCCESS);
    CHECK(file_class(MPI_Register_datarep("eights", in, out, extent, NULL)) == MPI_ERR_DUP_DATAREP);
    CHECK(file_class(MPI_Register_datarep("native", MPI_CONVERSION_FN_NULL, MPI_CONVERSION_FN_NULL, extent, NULL)) ==
          MPI_ERR_DUP_DATAREP);
    MPI_File file = file_new(MPI_COMM_WORLD, MPI_INFO_NULL);
    CHECK(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "eights", MPI_INFO_NULL) == MPI_SUCCESS && asked > 0);
    int mine[3], back[4] = {0};
    MPI_Status status;
    for (int i = 0; i < 3; i++) mine[i] = 10 * check_rank + i;
    CHECK(MPI_File_write_at_all(file, 3 * check_rank, mine, 3, MPI_INT, &status) == MPI_SUCCESS);
    CHECK(converted == 3 && file_count(&status, MPI_INT) == 3);
    CHECK(MPI_File_read_at_all(file, 3 * check_rank, back, 3, MPI_INT, &status) == MPI_SUCCESS);
    CHECK(converted == 0 && file_count(&status, MPI_INT) == 3 && memcmp(back, mine, sizeof mine) == 0);
    CHECK(file_size() == 24 * check_size);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "eights_c", MPI_INFO_NULL) == MPI_SUCCESS);
    CHECK(MPI_File_read_at(file, 1, back, 1, MPI_INT, &status) == MPI_SUCCESS && back[0] == 1);
    CHECK(file_class(MPI_File_write_at(file, 1, back, 1, MPI_INT, &status)) == MPI_ERR_CONVERSION);
    CHECK(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "refused", MPI_INFO_NULL) == MPI_SUCCESS);
    CHECK(file_class(MPI_File_write_at(file, 1, back, 1, MPI_INT, &status)) == MPI_ERR_OTHER);
    MPI_File_close(&file);
}

int main(int argc, char **argv) {
    check_start(&argc, &argv);
    file_start();
    registered();
    MPI_Barrier(MPI_COMM_WORLD);
    if (check_rank == 0) external();
    file_end();
    return check_end();
}
