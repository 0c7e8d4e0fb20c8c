// A program in C++ that calls only C functions. Open MPI's header brings inline classes, so that the program needs the
// library of classes and names of it.
#include <mpi.h>
#include <iostream>

int main(int argc, char **argv)
{
    int one = 1, sum = 0, size = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    std::cout << sum << " ranks" << std::endl;
    MPI_Finalize();
    return sum != size;
}
