! MPICH's module mpi_f08: handles as types, no error argument, and sections of arrays in calls that return before they
! have sent or received (mpich#6909): the first elements of a section, in the order of the array, for steps of both signs
! in three dimensions. The first argument names a file to write.
program sections
  use mpi_f08
  implicit none
  integer, parameter :: steps(5) = [1, 2, 3, -1, -2]
  integer :: rank, n, left, right, wrong = 0, i, j, k, count, size, mine(7, 6, 5)
  integer, asynchronous :: from(7, 6, 5), to(7, 6, 5), line(300)
  integer, allocatable :: expected(:), found(:)
  integer :: first(3), last(3), step(3), places(7 * 6 * 5), positions(7, 6, 5)
  type(MPI_Request) :: requests(2)
  type(MPI_Status) :: status
  type(MPI_Comm) :: comm
  type(MPI_File) :: file
  type(MPI_Datatype) :: datatype
  character(200) :: path
  logical :: flag

  call MPI_Init()
  call MPI_Comm_dup(MPI_COMM_WORLD, comm)
  call check(comm /= MPI_COMM_WORLD .and. comm /= MPI_COMM_NULL, 'a comparison of communicators')
  call MPI_Comm_rank(comm, rank)
  call MPI_Comm_size(comm, n)
  right = modulo(rank + 1, n)
  left = modulo(rank - 1, n)
  places = [(i, i = 1, 7 * 6 * 5)]
  positions = reshape(places, [7, 6, 5])
  mine = positions + 1000 * rank
  do i = 1, 5
    do j = 1, 5
      do k = 1, 5
        step = [steps(i), steps(j), steps(k)]
        first = merge([1, 1, 1], [7, 6, 5], step > 0)
        last = merge([7, 6, 5], [1, 1, 1], step > 0)
        expected = reshape(positions(first(1):last(1):step(1), first(2):last(2):step(2), first(3):last(3):step(3)), &
                           [product((last - first) / step + 1)])
        size = ubound(expected, 1)
        count = modulo(17 * i + 5 * j + k, size) + 1
        from = mine
        line = -1
        ! A section is sent, and arrives in a line.
        call MPI_Irecv(line, count, MPI_INTEGER, left, 1, comm, requests(1))
        call MPI_Isend(from(first(1):last(1):step(1), first(2):last(2):step(2), first(3):last(3):step(3)), count, &
                       MPI_INTEGER, right, 1, comm, requests(2))
        call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
        call check(all(line(:count) == expected(:count) + 1000 * left) .and. all(line(count + 1:) == -1), 'MPI_Isend')
        ! A line is sent, and arrives in a section, beside which nothing changes.
        to = -1
        line(:size) = [(i, i = 1, size)]
        call MPI_Irecv(to(first(1):last(1):step(1), first(2):last(2):step(2), first(3):last(3):step(3)), count, &
                       MPI_INTEGER, left, 2, comm, requests(1))
        call MPI_Send(line, count, MPI_INTEGER, right, 2, comm)
        call MPI_Wait(requests(1), status)
        call MPI_Get_count(status, MPI_INTEGER, n)
        call check(n == count, 'MPI_Get_count')
        found = reshape(to, [7 * 6 * 5])
        call check(all(found(expected(:count)) == line(:count)) .and. sum(merge(1, 0, found /= -1)) == count, &
                   'MPI_Irecv')
        ! Broadcasts between unlike sections, and persistent requests.
        to = merge(mine, -1, rank == 0)
        call MPI_Bcast(to(first(1):last(1):step(1), first(2):last(2):step(2), first(3):last(3):step(3)), size, &
                       MPI_INTEGER, 0, comm)
        found = reshape(to, [7 * 6 * 5])
        call check(all(found(expected) == expected), 'MPI_Bcast')
        to = -1
        call MPI_Recv_init(to(first(1):last(1):step(1), first(2):last(2):step(2), first(3):last(3):step(3)), count, &
                           MPI_INTEGER, left, 3, comm, requests(1))
        call MPI_Send_init(from(first(1):last(1):step(1), first(2):last(2):step(2), first(3):last(3):step(3)), count, &
                           MPI_INTEGER, right, 3, comm, requests(2))
        call MPI_Startall(2, requests)
        call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
        found = reshape(to, [7 * 6 * 5])
        call check(all(found(expected(:count)) == expected(:count) + 1000 * left), 'MPI_Recv_init')
        call MPI_Request_free(requests(1))
        call MPI_Request_free(requests(2))
      end do
    end do
  end do
  call MPI_Comm_size(comm, n)

  ! Whole arrays need no datatype of their own, nor do arguments with a meaning.
  call MPI_Allreduce(MPI_IN_PLACE, mine, 7 * 6 * 5, MPI_INTEGER, MPI_MAX, comm)
  call check(all(mine == positions + 1000 * (n - 1)), 'MPI_IN_PLACE')
  call MPI_Type_create_hvector(2, 1, 8_MPI_ADDRESS_KIND, MPI_INTEGER, datatype)
  call MPI_Type_size(datatype, size)
  call check(size == 8 .and. datatype /= MPI_DATATYPE_NULL, 'MPI_Type_create_hvector')
  call MPI_Type_free(datatype)
  call MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm, flag, MPI_STATUS_IGNORE)
  call check(.not. flag, 'MPI_Iprobe')
  call get_command_argument(1, path)
  call MPI_File_open(comm, path, ior(MPI_MODE_CREATE, MPI_MODE_RDWR), MPI_INFO_NULL, file)
  mine = positions
  call MPI_File_write_at_all(file, int(rank * 12, MPI_OFFSET_KIND), mine(2, 1:6:2, 1), 3, MPI_INTEGER, status)
  call MPI_File_sync(file)
  call MPI_Barrier(comm)
  call MPI_File_sync(file)
  call MPI_File_read_at(file, int(right * 12, MPI_OFFSET_KIND), mine(7, 1:3, 5), 3, MPI_INTEGER, status)
  call check(all(mine(7, 1:3, 5) == [2, 16, 30]), 'a section in a file')
  call MPI_File_close(file)
  call MPI_Comm_free(comm)
  call MPI_Allreduce(MPI_IN_PLACE, wrong, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
  call MPI_Finalize()
  if (wrong > 0) stop 1
contains
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    if (wrong < 10) print *, 'wrong: ', what, step, count
    wrong = wrong + 1
  end subroutine
end program
