/* Every rank exchanges a word with every other, so that all have rings to all. Also run where there is too little memory
 * for so many. ranks: 1 5 16 */
#include "check.h"

int main(int argc, char **argv) {
    check_start(&argc, &argv);
    for (int distance = 0; distance < check_size; distance++) {
        int to = (check_rank + distance) % check_size, from = (check_rank + check_size - distance) % check_size;
        int word = check_rank * check_size + to, got = -1;
        MPI_Sendrecv(&word, 1, MPI_INT, to, 1, &got, 1, MPI_INT, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(got == from * check_size + check_rank);
    }
    return check_end();
}
