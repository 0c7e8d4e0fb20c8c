! Memory whose address is a TYPE(C_PTR), for which Open MPI's module mpi calls functions of other names.
program pointers
  use mpi
  use, intrinsic :: iso_c_binding
  implicit none
  type(c_ptr) :: base
  integer, pointer :: a(:)
  integer :: ierror, win, rank, ranks, got, unit, wrong = 0
  integer(MPI_ADDRESS_KIND), parameter :: first = 0
  integer(MPI_ADDRESS_KIND) :: bytes
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)
  bytes = 16
  call MPI_Alloc_mem(bytes, MPI_INFO_NULL, base, ierror)
  call c_f_pointer(base, a, [4])
  a = 1
  call MPI_Free_mem(a, ierror)
  call MPI_Win_allocate(bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, base, win, ierror)
  call c_f_pointer(base, a, [4])
  a = rank
  call MPI_Win_fence(0, win, ierror)
  call MPI_Get(got, 1, MPI_INTEGER, mod(rank + 1, ranks), first, 1, MPI_INTEGER, win, ierror)
  call MPI_Win_fence(0, win, ierror)
  if (got /= mod(rank + 1, ranks)) wrong = 1
  call MPI_Win_free(win, ierror)
  call MPI_Win_allocate_shared(bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, base, win, ierror)
  bytes = 0
  call MPI_Win_shared_query(win, 0, bytes, unit, base, ierror)
  if (bytes /= 16 .or. unit /= 4 .or. .not. c_associated(base)) wrong = 2
  call MPI_Win_free(win, ierror)
  call MPI_Finalize(ierror)
  if (wrong /= 0) then
    print *, 'wrong: ', wrong
    stop 1
  end if
end program
