/* The header of Open MPI in which programs look for the functions of fault tolerance (MPIX_Comm_revoke and others). In
   Clump they are in mpi.h. */
#include <mpi.h>
