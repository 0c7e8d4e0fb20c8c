/* Files: opening, access modes, sizes, pointers, groups, hints, error handlers and errors. ranks: 1 2 4 */
#include "file.h"

static int handled, last_code;
static MPI_File last_file;

static void handle(MPI_File *file, int *code, ...) {
    handled++;
    last_code = *code;
    last_file = *file;
}

static int open_class(int mode) {
    MPI_File file = (MPI_File)1;
    int class = file_class(MPI_File_open(MPI_COMM_WORLD, file_path, mode, MPI_INFO_NULL, &file));
    if (class == MPI_SUCCESS) MPI_File_close(&file);
    else CHECK(file == MPI_FILE_NULL);
    return class;
}

static void forgive(MPI_File *file, int *code, ...) {
    (void)file;
    last_code = *code;
    *code = MPI_SUCCESS;
}

static void modes(void) {
    CHECK(open_class(MPI_MODE_RDONLY) == MPI_ERR_NO_SUCH_FILE);
    CHECK(open_class(MPI_MODE_RDONLY | MPI_MODE_WRONLY) == MPI_ERR_AMODE);
    CHECK(open_class(MPI_MODE_RDONLY | MPI_MODE_CREATE) == MPI_ERR_AMODE);
    CHECK(open_class(MPI_MODE_RDWR | MPI_MODE_SEQUENTIAL) == MPI_ERR_AMODE);
    CHECK(open_class(0) == MPI_ERR_AMODE);
    CHECK(open_class(MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_EXCL) == MPI_SUCCESS);
    CHECK(open_class(MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_EXCL) == MPI_ERR_FILE_EXISTS);
    CHECK(open_class(MPI_MODE_RDWR | MPI_MODE_CREATE) == MPI_SUCCESS);
    if (check_size > 1) {
        CHECK(open_class(check_rank == 1 ? MPI_MODE_RDONLY : MPI_MODE_RDWR) == MPI_ERR_NOT_SAME);
        CHECK(open_class(check_rank == 1 ? 0 : MPI_MODE_RDWR) == MPI_ERR_AMODE);
    }
    MPI_File file;
    CHECK(file_class(MPI_File_open(MPI_COMM_WORLD, "", MPI_MODE_RDWR, MPI_INFO_NULL, &file)) == MPI_ERR_BAD_FILE);
    char prefixed[PATH_MAX + 8];
    snprintf(prefixed, sizeof prefixed, "ufs:%s", file_path);
    CHECK(MPI_File_open(MPI_COMM_WORLD, prefixed, MPI_MODE_RDONLY, MPI_INFO_NULL, &file) == MPI_SUCCESS);
    int mode, byte = 1;
    MPI_File_get_amode(file, &mode);
    CHECK(mode == MPI_MODE_RDONLY);
    CHECK(file_class(MPI_File_write_at(file, 0, &byte, 1, MPI_INT, MPI_STATUS_IGNORE)) == MPI_ERR_READ_ONLY);
    CHECK(file_class(MPI_File_set_size(file, 9)) == MPI_ERR_READ_ONLY);
    MPI_File_close(&file);
    CHECK(file == MPI_FILE_NULL);
    file = file_open(MPI_COMM_WORLD, MPI_MODE_WRONLY | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL);
    CHECK(file_class(MPI_File_read(file, &byte, 1, MPI_INT, MPI_STATUS_IGNORE)) == MPI_ERR_ACCESS);
    MPI_File_close(&file);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(file_size() == -1);
    MPI_Barrier(MPI_COMM_WORLD);
    if (check_rank == 0) {
        CHECK(file_class(MPI_File_delete(file_path, MPI_INFO_NULL)) == MPI_ERR_NO_SUCH_FILE);
        close(creat(file_path, 0600));
        CHECK(MPI_File_delete(file_path, MPI_INFO_NULL) == MPI_SUCCESS && file_size() == -1);
    }
}

static void sizes(void) {
    MPI_Offset size;
    MPI_File file = file_new(MPI_COMM_WORLD, MPI_INFO_NULL);
    MPI_File_get_size(file, &size);
    CHECK(size == 0);
    MPI_File_set_size(file, 1000);
    MPI_File_get_size(file, &size);
    CHECK(size == 1000 && file_size() == 1000);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_preallocate(file, 5000);
    MPI_File_get_size(file, &size);
    CHECK(size == 5000);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_preallocate(file, 100);
    MPI_File_get_size(file, &size);
    CHECK(size == 5000);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_set_size(file, 7);
    MPI_File_get_size(file, &size);
    CHECK(size == 7);
    CHECK(file_class(MPI_File_set_size(file, -1)) == MPI_ERR_ARG);
    if (check_size > 1) CHECK(file_class(MPI_File_set_size(file, check_rank)) == MPI_ERR_NOT_SAME);
    CHECK(MPI_File_sync(file) == MPI_SUCCESS);
    MPI_File_close(&file);
    CHECK(file_size() == 7);
    MPI_Barrier(MPI_COMM_WORLD);
    file = file_open(MPI_COMM_WORLD, MPI_MODE_RDWR | MPI_MODE_APPEND, MPI_INFO_NULL);
    MPI_File_get_position(file, &size);
    CHECK(size == 7);
    MPI_File_get_position_shared(file, &size);
    CHECK(size == 7);
    MPI_File_close(&file);
}

static void pointers(void) {
    MPI_Offset at;
    int ints[4] = {1, 2, 3, 4}, back[4] = {0};
    MPI_Status status;
    MPI_File file = file_new(MPI_COMM_SELF, MPI_INFO_NULL);
    MPI_Datatype pairs;
    MPI_Type_vector(2, 2, 4, MPI_INT, &pairs);
    MPI_Type_commit(&pairs);
    CHECK(MPI_File_set_view(file, 8, MPI_INT, pairs, "native", MPI_INFO_NULL) == MPI_SUCCESS);
    MPI_File_write(file, ints, 3, MPI_INT, &status);
    CHECK(file_count(&status, MPI_INT) == 3);
    MPI_File_get_position(file, &at);
    CHECK(at == 3);
    MPI_File_get_byte_offset(file, 3, &at);
    CHECK(at == 8 + 4 * 5);
    MPI_File_get_byte_offset(file, 4, &at);
    CHECK(at == 8 + 4 * 6);
    MPI_File_seek(file, -2, MPI_SEEK_CUR);
    MPI_File_read(file, back, 4, MPI_INT, &status);
    CHECK(file_count(&status, MPI_INT) == 2 && back[0] == 2 && back[1] == 3 && back[2] == 0);
    MPI_File_seek(file, -1, MPI_SEEK_END);
    MPI_File_get_position(file, &at);
    CHECK(at == 2);
    CHECK(file_class(MPI_File_seek(file, -3, MPI_SEEK_CUR)) == MPI_ERR_ARG);
    CHECK(file_class(MPI_File_seek(file, 0, 12345)) == MPI_ERR_ARG);
    CHECK(file_class(MPI_File_read_at(file, -1, back, 1, MPI_INT, &status)) == MPI_ERR_ARG);
    MPI_File_seek_shared(file, 1, MPI_SEEK_SET);
    MPI_File_read_shared(file, back, 1, MPI_INT, &status);
    CHECK(back[0] == 2);
    MPI_File_get_position_shared(file, &at);
    CHECK(at == 2);
    MPI_Offset disp;
    MPI_Datatype etype, filetype;
    char name[MPI_MAX_DATAREP_STRING];
    MPI_Type_free(&pairs);
    MPI_File_get_view(file, &disp, &etype, &filetype, name);
    int n, addresses, types, combiner;
    MPI_Type_get_envelope(filetype, &n, &addresses, &types, &combiner);
    CHECK(disp == 8 && etype == MPI_INT && combiner == MPI_COMBINER_VECTOR && strcmp(name, "native") == 0);
    MPI_Type_free(&filetype);
    MPI_File_seek(file, 0, MPI_SEEK_SET);
    MPI_File_read(file, back, 3, MPI_INT, &status);
    CHECK(back[2] == 3);
    MPI_Aint extent;
    MPI_File_get_type_extent(file, MPI_DOUBLE, &extent);
    CHECK(extent == 8);
    CHECK(file_class(MPI_File_set_view(file, -5, MPI_INT, MPI_INT, "native", MPI_INFO_NULL)) == MPI_ERR_DISP);
    CHECK(file_class(MPI_File_set_view(file, 0, MPI_INT, MPI_CHAR, "native", MPI_INFO_NULL)) == MPI_ERR_ARG);
    CHECK(file_class(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "odd", MPI_INFO_NULL)) == MPI_ERR_UNSUPPORTED_DATAREP);
    MPI_File_close(&file);
}

static void sequential(void) {
    MPI_File file = file_new(MPI_COMM_SELF, MPI_INFO_NULL);
    MPI_File_close(&file);
    file = file_open(MPI_COMM_SELF, MPI_MODE_WRONLY | MPI_MODE_SEQUENTIAL, MPI_INFO_NULL);
    int number = 3;
    MPI_Offset at;
    CHECK(file_class(MPI_File_write(file, &number, 1, MPI_INT, MPI_STATUS_IGNORE)) == MPI_ERR_UNSUPPORTED_OPERATION);
    CHECK(file_class(MPI_File_seek(file, 0, MPI_SEEK_SET)) == MPI_ERR_UNSUPPORTED_OPERATION);
    CHECK(MPI_File_write_shared(file, &number, 1, MPI_INT, MPI_STATUS_IGNORE) == MPI_SUCCESS);
    CHECK(MPI_File_set_view(file, MPI_DISPLACEMENT_CURRENT, MPI_INT, MPI_INT, "native", MPI_INFO_NULL) == MPI_SUCCESS);
    CHECK(MPI_File_write_shared(file, &number, 1, MPI_INT, MPI_STATUS_IGNORE) == MPI_SUCCESS);
    MPI_File_get_position_shared(file, &at);
    CHECK(at == 1 && file_size() == 8);
    MPI_File_close(&file);
}

static void facts(void) {
    MPI_Info info, got;
    MPI_Info_create(&info);
    MPI_Info_set(info, "cb_nodes", "1");
    MPI_Info_set(info, "romio_cb_write", "enable");
    MPI_Info_set(info, "cb_buffer_size", "nonsense");
    MPI_Info_set(info, "colour", "blue");
    MPI_File file = file_new(MPI_COMM_WORLD, info);
    char value[64];
    int flag, len = sizeof value;
    MPI_File_get_info(file, &got);
    MPI_Info_get_string(got, "cb_nodes", &len, value, &flag);
    CHECK(flag && strcmp(value, "1") == 0);
    len = sizeof value;
    MPI_Info_get_string(got, "cb_buffer_size", &len, value, &flag);
    CHECK(flag && strcmp(value, "1048576") == 0);
    MPI_Info_get_string(got, "colour", &len, value, &flag);
    CHECK(!flag);
    MPI_Info_free(&got);
    MPI_Info_set(info, "romio_cb_write", "disable");
    MPI_File_set_info(file, info);
    MPI_Info_free(&info);
    MPI_File_get_info(file, &got);
    len = sizeof value;
    MPI_Info_get_string(got, "romio_cb_write", &len, value, &flag);
    CHECK(flag && strcmp(value, "disable") == 0);
    MPI_Info_free(&got);
    MPI_Group group, world;
    int result;
    MPI_File_get_group(file, &group);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_compare(group, world, &result);
    CHECK(result == MPI_IDENT);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    MPI_File_get_atomicity(file, &flag);
    CHECK(!flag);
    MPI_File_set_atomicity(file, 1);
    MPI_File_get_atomicity(file, &flag);
    CHECK(flag);
    CHECK(MPI_File_fromint(MPI_File_toint(file)) == file && MPI_File_f2c(MPI_File_c2f(file)) == file);
    CHECK(MPI_File_fromint(MPI_File_toint(MPI_FILE_NULL)) == MPI_FILE_NULL);
    int number = MPI_File_toint(file);
    MPI_File_close(&file);
    CHECK(MPI_File_fromint(number) == MPI_FILE_NULL);
}

static void handlers(void) {
    MPI_Errhandler made, got;
    MPI_File_get_errhandler(MPI_FILE_NULL, &got);
    CHECK(got == MPI_ERRORS_RETURN);
    MPI_File_create_errhandler(handle, &made);
    MPI_File_set_errhandler(MPI_FILE_NULL, made);
    CHECK(open_class(MPI_MODE_RDWR | MPI_MODE_SEQUENTIAL) == MPI_ERR_AMODE);
    CHECK(handled == 1 && file_class(last_code) == MPI_ERR_AMODE && last_file == MPI_FILE_NULL);
    MPI_File file = file_new(MPI_COMM_WORLD, MPI_INFO_NULL), other = file;
    MPI_File_get_errhandler(file, &got);
    CHECK(got == made);
    MPI_Errhandler_free(&got);
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_RETURN);
    MPI_File_read_at(file, -1, &handled, 1, MPI_INT, MPI_STATUS_IGNORE);
    CHECK(handled == 2 && last_file == file);
    MPI_File_call_errhandler(file, MPI_ERR_IO);
    CHECK(handled == 3 && last_code == MPI_ERR_IO);
    MPI_File_set_errhandler(file, MPI_ERRORS_RETURN);
    CHECK(file_class(MPI_File_write_at(file, -1, &handled, 1, MPI_INT, MPI_STATUS_IGNORE)) == MPI_ERR_ARG);
    CHECK(handled == 3);
    MPI_Errhandler_free(&made);
    /* A call returns the code that the error handler leaves. */
    MPI_File_create_errhandler(forgive, &made);
    MPI_File_set_errhandler(file, made);
    CHECK(MPI_File_read_at(file, -1, &handled, 1, MPI_INT, MPI_STATUS_IGNORE) == MPI_SUCCESS);
    CHECK(file_class(last_code) == MPI_ERR_ARG);
    MPI_Errhandler_free(&made);
    MPI_File_close(&file);
    CHECK(file_class(MPI_File_close(&other)) == MPI_ERR_FILE);
    CHECK(file_class(MPI_File_sync(MPI_FILE_NULL)) == MPI_ERR_FILE);
}

int main(int argc, char **argv) {
    check_start(&argc, &argv);
    file_start();
    modes();
    sizes();
    facts();
    handlers();
    MPI_Barrier(MPI_COMM_WORLD);
    if (check_rank == 0) pointers();
    if (check_rank == 0) sequential();
    file_end();
    return check_end();
}
