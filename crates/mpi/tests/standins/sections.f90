! MPICH's module mpi_f08: handles as types, no error argument, and sections of arrays in calls that return before they
! have sent or received (mpich#6909): the first elements of a section, in the order of the array, for steps of both signs
! in three dimensions; as messages, and in collectives of all kinds. The first argument names a file to write.
program sections
  use mpi_f08
  implicit none
  integer, parameter :: steps(5) = [1, 2, 3, -1, -2]
  integer :: rank, n, left, right, wrong = 0, i, j, k, count, size, mine(7, 6, 5)
  integer, asynchronous, target :: from(7, 6, 5), to(7, 6, 5)
  integer, asynchronous :: line(300)
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
        call MPI_Comm_size(comm, n)
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
        call collectives(from(first(1):last(1):step(1), first(2):last(2):step(2), first(3):last(3):step(3)), &
                         to(first(1):last(1):step(1), first(2):last(2):step(2), first(3):last(3):step(3)))
      end do
    end do
  end do

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
  ! Collectives on a section of `mine` and on the same section of `to`, whose places are `expected`.
  subroutine collectives(f, t)
    integer, asynchronous, target :: f(:, :, :), t(:, :, :)
    integer :: b, r, position, packed(400), sum_of_ranks
    integer, allocatable :: counts(:), places(:)
    type(MPI_Datatype) :: pair
    type(MPI_Request) :: request
    b = size / n
    sum_of_ranks = 1000 * n * (n - 1) / 2
    counts = [(b, r = 1, n)]
    places = [((n - r) * b, r = 1, n)]

    to = -1
    call MPI_Iallreduce(f, t, count, MPI_INTEGER, MPI_SUM, comm, request)
    call MPI_Wait(request, MPI_STATUS_IGNORE)
    call holds('MPI_Iallreduce', n * expected(:count) + sum_of_ranks)
    to = -1
    call MPI_Reduce(f, t, count, MPI_INTEGER, MPI_MAX, n - 1, comm)
    if (rank == n - 1) call holds('MPI_Reduce', expected(:count) + 1000 * (n - 1))
    to = -1
    call MPI_Iscan(f, t, count, MPI_INTEGER, MPI_SUM, comm, request)
    call MPI_Wait(request, MPI_STATUS_IGNORE)
    call holds('MPI_Iscan', (rank + 1) * expected(:count) + 1000 * rank * (rank + 1) / 2)
    to = -1
    call MPI_Ialltoall(f, b, MPI_INTEGER, t, b, MPI_INTEGER, comm, request)
    call MPI_Wait(request, MPI_STATUS_IGNORE)
    call holds('MPI_Ialltoall', [(expected(rank * b + 1:rank * b + b) + 1000 * r, r = 0, n - 1)])
    to = -1
    line(:b) = expected(:b) + 1000 * rank
    call MPI_Igather(line, b, MPI_INTEGER, t, b, MPI_INTEGER, 0, comm, request)
    call MPI_Wait(request, MPI_STATUS_IGNORE)
    if (rank == 0) call holds('MPI_Igather', [(expected(:b) + 1000 * r, r = 0, n - 1)])
    if (rank > 0) call check(all(to == -1), 'MPI_Igather')
    to = -1
    call MPI_Gather(f, b, MPI_INTEGER, t, b, MPI_INTEGER, 0, comm)
    if (rank == 0) call holds('MPI_Gather', [(expected(:b) + 1000 * r, r = 0, n - 1)])
    to = -1
    call MPI_Allgatherv(f, b, MPI_INTEGER, t, counts, places, MPI_INTEGER, comm)
    call holds('MPI_Allgatherv', [(expected(:b) + 1000 * r, r = n - 1, 0, -1)])
    to = -1
    call MPI_Scatterv(f, counts, places, MPI_INTEGER, t, b, MPI_INTEGER, 0, comm)
    call holds('MPI_Scatterv', expected((n - 1 - rank) * b + 1:(n - rank) * b))
    to = -1
    call MPI_Ireduce_scatter_block(f, t, b, MPI_INTEGER, MPI_SUM, comm, request)
    call MPI_Wait(request, MPI_STATUS_IGNORE)
    call holds('MPI_Ireduce_scatter_block', n * expected(rank * b + 1:rank * b + b) + sum_of_ranks)

    ! Each round of a persistent request reads the section again.
    call MPI_Allreduce_init(f, t, count, MPI_INTEGER, MPI_MIN, comm, MPI_INFO_NULL, request)
    do r = 1, 2
      from = mine + r
      to = -1
      call MPI_Start(request)
      call MPI_Wait(request, MPI_STATUS_IGNORE)
      call holds('MPI_Allreduce_init', expected(:count) + r)
    end do
    call MPI_Request_free(request)
    call MPI_Alltoall_init(MPI_IN_PLACE, b, MPI_INTEGER, t, b, MPI_INTEGER, comm, MPI_INFO_NULL, request)
    do r = 1, 2
      to = mine
      call MPI_Start(request)
      call MPI_Wait(request, MPI_STATUS_IGNORE)
      found = reshape(to, [7 * 6 * 5])
      call check(all(found(expected(:n * b)) == [(expected(rank * b + 1:rank * b + b) + 1000 * k, k = 0, n - 1)]), &
                 'MPI_Alltoall_init')
    end do
    call MPI_Request_free(request)
    from = mine

    ! Datatypes of several elements, and data in the program's own order.
    call MPI_Type_contiguous(2, MPI_INTEGER, pair)
    call MPI_Type_commit(pair)
    to = merge(mine, -1, rank == 0)
    call MPI_Ibcast(t, size / 2, pair, 0, comm, request)
    call MPI_Wait(request, MPI_STATUS_IGNORE)
    found = reshape(to, [7 * 6 * 5])
    call check(all(found(expected(:size / 2 * 2)) == expected(:size / 2 * 2)), 'MPI_Ibcast')
    call MPI_Type_free(pair)
    position = 0
    call MPI_Pack(f, count, MPI_INTEGER, packed, 1600, position, comm)
    position = 0
    to = -1
    call MPI_Unpack(packed, 1600, position, t, count, MPI_INTEGER, comm)
    call holds('MPI_Unpack', expected(:count) + 1000 * rank)
    call MPI_Reduce_local(f, t, count, MPI_INTEGER, MPI_SUM)
    call holds('MPI_Reduce_local', 2 * (expected(:count) + 1000 * rank))
  end subroutine

  ! The first elements of the section have these values, and nothing beside them has changed.
  subroutine holds(what, values)
    character(*), intent(in) :: what
    integer, intent(in) :: values(:)
    integer :: many
    many = ubound(values, 1)
    found = reshape(to, [7 * 6 * 5])
    call check(all(found(expected(:many)) == values) .and. sum(merge(1, 0, found /= -1)) == many, what)
  end subroutine

  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    if (wrong < 10) print *, 'wrong: ', what, step, count
    wrong = wrong + 1
  end subroutine
end program
