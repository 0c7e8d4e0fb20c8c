/* A program on parallel HDF5: data sets in one piece and in chunks, written by rows together and by single rows of each
 * rank, extended, and read back by columns; attributes; a file that is opened again. The argument is the file's path. */
#include <hdf5.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define ROWS 48
#define COLUMNS 40
#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "rank %d: %s:%d: %s\n", me, __FILE__, __LINE__, #condition); \
            MPI_Abort(MPI_COMM_WORLD, 1); \
        } \
    } while (0)

static int me, all;
static hid_t together, alone;

static int value(int set, int row, int column)
{
    return (set * 1000 + row) * 1000 + column;
}

/* Reads or writes a block of a data set. */
static void block(hid_t set, hid_t how, int first_row, int first_column, int rows, int columns, int *memory, int write)
{
    hsize_t start[2] = { first_row, first_column }, count[2] = { rows, columns };
    hid_t file_space = H5Dget_space(set), space = H5Screate_simple(2, count, NULL);
    if (rows == 0 || columns == 0) {
        CHECK(H5Sselect_none(file_space) >= 0 && H5Sselect_none(space) >= 0);
    } else {
        CHECK(H5Sselect_hyperslab(file_space, H5S_SELECT_SET, start, NULL, count, NULL) >= 0);
    }
    if (write)
        CHECK(H5Dwrite(set, H5T_NATIVE_INT, space, file_space, how, memory) >= 0);
    else
        CHECK(H5Dread(set, H5T_NATIVE_INT, space, file_space, how, memory) >= 0);
    H5Sclose(space);
    H5Sclose(file_space);
}

/* Every rank's part of the rows or columns. */
static int first(int n, int rank)
{
    return n * rank / all;
}

/* Writes a data set: blocks of rows together, and then every rank's first row again by itself. Half of its rows are added
 * when the other half is written, if it has chunks. */
static void write_set(hid_t file, int number, const char *name, int chunked)
{
    int memory[ROWS * COLUMNS];
    hsize_t size[2] = { chunked ? ROWS / 2 : ROWS, COLUMNS }, most[2] = { H5S_UNLIMITED, COLUMNS }, chunk[2] = { 5, 7 };
    hid_t space = H5Screate_simple(2, size, chunked ? most : NULL), facts = H5Pcreate(H5P_DATASET_CREATE);
    if (chunked)
        CHECK(H5Pset_chunk(facts, 2, chunk) >= 0);
    hid_t set = H5Dcreate2(file, name, H5T_NATIVE_INT, space, H5P_DEFAULT, facts, H5P_DEFAULT);
    CHECK(set >= 0);
    for (int half = 0; half < (chunked ? 2 : 1); half++) {
        int rows = size[0], base = half * rows, from = base + first(rows, me), to = base + first(rows, me + 1), k = 0;
        if (half) {
            hsize_t whole[2] = { ROWS, COLUMNS };
            CHECK(H5Dset_extent(set, whole) >= 0);
        }
        for (int row = from; row < to; row++)
            for (int column = 0; column < COLUMNS; column++)
                memory[k++] = value(number, row, column);
        block(set, together, from, 0, to - from, COLUMNS, memory, 1);
        if (to > from)
            block(set, alone, from, 0, 1, COLUMNS, memory, 1);
    }
    hid_t scalar = H5Screate(H5S_SCALAR), attribute;
    attribute = H5Acreate2(set, "number", H5T_NATIVE_INT, scalar, H5P_DEFAULT, H5P_DEFAULT);
    CHECK(H5Awrite(attribute, H5T_NATIVE_INT, &number) >= 0);
    H5Aclose(attribute);
    H5Sclose(scalar);
    H5Dclose(set);
    H5Sclose(space);
    H5Pclose(facts);
}

/* Reads a data set by columns, together and by itself. */
static void read_set(hid_t file, int number, const char *name)
{
    int memory[ROWS * COLUMNS], found = -1;
    hid_t set = H5Dopen2(file, name, H5P_DEFAULT), attribute = H5Aopen(set, "number", H5P_DEFAULT);
    CHECK(set >= 0 && H5Aread(attribute, H5T_NATIVE_INT, &found) >= 0 && found == number);
    H5Aclose(attribute);
    int from = first(COLUMNS, me), to = first(COLUMNS, me + 1);
    for (int turn = 0; turn < 2; turn++) {
        for (int i = 0; i < ROWS * COLUMNS; i++)
            memory[i] = -1;
        block(set, turn ? alone : together, 0, from, ROWS, to - from, memory, 0);
        for (int row = 0, k = 0; row < ROWS; row++)
            for (int column = from; column < to; column++)
                CHECK(memory[k++] == value(number, row, column));
    }
    H5Dclose(set);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &all);
    hid_t by_mpi = H5Pcreate(H5P_FILE_ACCESS);
    CHECK(H5Pset_fapl_mpio(by_mpi, MPI_COMM_WORLD, MPI_INFO_NULL) >= 0);
    together = H5Pcreate(H5P_DATASET_XFER);
    alone = H5Pcreate(H5P_DATASET_XFER);
    CHECK(H5Pset_dxpl_mpio(together, H5FD_MPIO_COLLECTIVE) >= 0);
    CHECK(H5Pset_dxpl_mpio(alone, H5FD_MPIO_INDEPENDENT) >= 0);
    hid_t file = H5Fcreate(argv[1], H5F_ACC_TRUNC, H5P_DEFAULT, by_mpi);
    CHECK(file >= 0);
    write_set(file, 1, "whole", 0);
    hid_t group = H5Gcreate2(file, "inner", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    write_set(group, 2, "chunks", 1);
    H5Gclose(group);
    CHECK(H5Fflush(file, H5F_SCOPE_GLOBAL) >= 0 && H5Fclose(file) >= 0);
    file = H5Fopen(argv[1], H5F_ACC_RDONLY, by_mpi);
    CHECK(file >= 0);
    read_set(file, 1, "whole");
    read_set(file, 2, "inner/chunks");
    CHECK(H5Fclose(file) >= 0);
    /* A single process reads the file without MPI. */
    if (me == 0) {
        int memory[ROWS * COLUMNS];
        file = H5Fopen(argv[1], H5F_ACC_RDONLY, H5P_DEFAULT);
        hid_t set = H5Dopen2(file, "inner/chunks", H5P_DEFAULT);
        CHECK(H5Dread(set, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, memory) >= 0);
        for (int i = 0; i < ROWS * COLUMNS; i++)
            CHECK(memory[i] == value(2, i / COLUMNS, i % COLUMNS));
        H5Dclose(set);
        H5Fclose(file);
    }
    H5Pclose(by_mpi);
    H5Pclose(together);
    H5Pclose(alone);
    MPI_Finalize();
    return 0;
}
