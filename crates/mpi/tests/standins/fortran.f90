! Fortran's functions of a stand-in, compiled with the other MPI's modules: texts, logicals, positions that begin with 1,
! constants that are addresses, callbacks, attributes of all widths, and files. The first argument names a file to write.
module checks
  use mpi
  implicit none
  integer :: wrong = 0, calls = 0, handled = 0
contains
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, 'wrong: ', what
    wrong = wrong + 1
  end subroutine
  subroutine longest(a, b, n, datatype)
    integer :: n, datatype, a(n), b(n)
    call check(datatype == MPI_INTEGER, 'the datatype of an operation')
    where (abs(a) > abs(b)) b = a
  end subroutine
  subroutine copies(comm, keyval, extra, in, out, flag, ierror)
    integer :: comm, keyval, ierror
    integer(MPI_ADDRESS_KIND) :: extra, in, out
    logical :: flag
    out = in + extra
    flag = .true.
    ierror = MPI_SUCCESS
  end subroutine
  subroutine deletes(comm, keyval, value, extra, ierror)
    integer :: comm, keyval, ierror
    integer(MPI_ADDRESS_KIND) :: value, extra
    calls = calls + int(value)
    ierror = MPI_SUCCESS
  end subroutine
  subroutine handles(comm, code)
    integer :: comm, code, class, ierror
    call MPI_Error_class(code, class, ierror)
    call check(comm == MPI_COMM_WORLD .and. class == MPI_ERR_RANK, 'the arguments of an error handler')
    handled = handled + 1
  end subroutine
  subroutine queries(extra, status, ierror)
    integer(MPI_ADDRESS_KIND) :: extra
    integer :: status(MPI_STATUS_SIZE), ierror
    call MPI_Status_set_elements(status, MPI_INTEGER, int(extra), ierror)
    call MPI_Status_set_cancelled(status, .false., ierror)
    status(MPI_SOURCE) = 11
    status(MPI_TAG) = 12
    ierror = MPI_SUCCESS
  end subroutine
  subroutine frees(extra, ierror)
    integer(MPI_ADDRESS_KIND) :: extra
    integer :: ierror
    calls = calls + int(extra)
    ierror = MPI_SUCCESS
  end subroutine
  subroutine cancels(extra, complete, ierror)
    integer(MPI_ADDRESS_KIND) :: extra
    logical :: complete
    integer :: ierror
    ierror = MPI_SUCCESS
  end subroutine
end module

program fortran
  use mpi
  use checks
  implicit none
  integer :: rank, n, e, i, left, right, comm, group, part, op, keyval, info, window, file, length, code, class
  integer :: status(MPI_STATUS_SIZE), statuses(MPI_STATUS_SIZE, 4), requests(4), positions(4), found, first, last
  integer :: x, y, all(8), dims(2), coords(2), datatype, request, handler, kind, size_of, ranges(3, 1), sent(4)
  integer(MPI_ADDRESS_KIND) :: value, bytes, lb, extent, places(2)
  integer(MPI_OFFSET_KIND) :: offset
  integer, volatile :: memory(4)
  logical :: flag, periods(2), returned(2)
  character(20) :: text
  character(MPI_MAX_LIBRARY_VERSION_STRING) :: version
  character(MPI_MAX_ERROR_STRING) :: sentence
  character(MPI_MAX_PROCESSOR_NAME) :: host
  character(200) :: path
  double precision :: time

  call MPI_Initialized(flag, e)
  call check(.not. flag, 'MPI_Initialized before')
  call MPI_Init_thread(MPI_THREAD_SERIALIZED, i, e)
  call check(e == MPI_SUCCESS .and. i >= MPI_THREAD_SERIALIZED, 'MPI_Init_thread')
  call MPI_Initialized(flag, e)
  call check(flag, 'MPI_Initialized')
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, e)
  call MPI_Comm_size(MPI_COMM_WORLD, n, e)
  right = modulo(rank + 1, n)
  left = modulo(rank - 1, n)
  time = MPI_Wtime()
  call MPI_Get_library_version(version, length, e)
  call check(index(version, 'Clump') > 0 .and. len_trim(version) == length, 'MPI_Get_library_version')
  call MPI_Get_processor_name(host, length, e)
  call check(len_trim(host) == length .and. length > 0, 'MPI_Get_processor_name')

  ! Names and texts.
  call MPI_Comm_dup(MPI_COMM_WORLD, comm, e)
  call MPI_Comm_set_name(comm, 'of two words   ', e)
  text = '********************'
  call MPI_Comm_get_name(comm, text, length, e)
  call check(text == 'of two words' .and. length == 12, 'MPI_Comm_get_name')
  call MPI_Info_create(info, e)
  call MPI_Info_set(info, '  key ', ' a value  ', e)
  call MPI_Info_get(info, 'key', 20, text, flag, e)
  call check(flag .and. text == 'a value', 'MPI_Info_get')
  call MPI_Info_get(info, 'none', 20, text, flag, e)
  call check(.not. flag, 'MPI_Info_get without a value')
  call MPI_Info_get_valuelen(info, 'key', length, flag, e)
  call check(flag .and. length == 7, 'MPI_Info_get_valuelen')
  call MPI_Info_get_nthkey(info, 0, text, e)
  call check(text == 'key', 'MPI_Info_get_nthkey')
  call MPI_Info_free(info, e)
  call check(info == MPI_INFO_NULL, 'MPI_Info_free')

  ! Messages, and positions.
  x = rank
  call MPI_Sendrecv(x, 1, MPI_INTEGER, right, 5, y, 1, MPI_INTEGER, left, 5, comm, status, e)
  call check(y == left .and. status(MPI_SOURCE) == left .and. status(MPI_TAG) == 5, 'MPI_Sendrecv')
  call MPI_Get_count(status, MPI_INTEGER, i, e)
  call check(i == 1, 'MPI_Get_count')
  call MPI_Sendrecv(x, 1, MPI_INTEGER, right, 6, y, 1, MPI_INTEGER, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &
                    MPI_STATUS_IGNORE, e)
  call MPI_Recv(y, 1, MPI_INTEGER, MPI_PROC_NULL, 0, comm, status, e)
  call check(status(MPI_SOURCE) == MPI_PROC_NULL, 'a receive from no process')
  requests = MPI_REQUEST_NULL
  call MPI_Irecv(y, 1, MPI_INTEGER, left, 7, comm, requests(3), e)
  call MPI_Isend(x, 1, MPI_INTEGER, right, 7, comm, request, e)
  call MPI_Waitany(4, requests, i, status, e)
  call check(i == 3 .and. y == left .and. requests(3) == MPI_REQUEST_NULL, 'MPI_Waitany')
  call MPI_Waitany(4, requests, i, MPI_STATUS_IGNORE, e)
  call check(i == MPI_UNDEFINED, 'MPI_Waitany without requests')
  call MPI_Wait(request, MPI_STATUS_IGNORE, e)
  do i = 1, 4
    call MPI_Irecv(all(i), 1, MPI_INTEGER, left, i, comm, requests(i), e)
  end do
  do i = 4, 1, -1
    sent(i) = 10 * i + rank
    call MPI_Send(sent(i), 1, MPI_INTEGER, right, i, comm, e)
  end do
  x = 0
  do while (x < 4)
    call MPI_Waitsome(4, requests, found, positions, statuses, e)
    do i = 1, found
      call check(statuses(MPI_TAG, i) == positions(i), 'MPI_Waitsome')
    end do
    x = x + found
  end do
  call check(all(4) == 40 + left, 'messages')
  do i = 1, 2
    call MPI_Irecv(all(i), 1, MPI_INTEGER, left, i, comm, requests(i), e)
    call MPI_Isend(sent(i), 1, MPI_INTEGER, right, i, comm, requests(i + 2), e)
  end do
  call MPI_Waitall(4, requests, MPI_STATUSES_IGNORE, e)
  call check(e == MPI_SUCCESS .and. all(2) == 20 + left, 'MPI_Waitall')

  ! Collectives, operations, groups.
  x = rank + 1
  call MPI_Allreduce(x, y, 1, MPI_INTEGER, MPI_SUM, comm, e)
  call check(y == n * (n + 1) / 2, 'MPI_Allreduce')
  y = x
  call MPI_Allreduce(MPI_IN_PLACE, y, 1, MPI_INTEGER, MPI_MAX, comm, e)
  call check(y == n, 'MPI_IN_PLACE')
  call MPI_Op_create(longest, .true., op, e)
  x = merge(-x, x, modulo(x, 2) == 0)
  call MPI_Allreduce(x, y, 1, MPI_INTEGER, op, comm, e)
  call check(abs(y) == n, 'MPI_Op_create')
  call MPI_Op_free(op, e)
  call MPI_Comm_group(comm, group, e)
  ranges(:, 1) = [0, n - 1, 2]
  call MPI_Group_range_incl(group, 1, ranges, part, e)
  call MPI_Group_size(part, i, e)
  call check(i == (n + 1) / 2, 'MPI_Group_range_incl')
  call MPI_Group_free(part, e)
  call MPI_Group_free(group, e)
  dims = 0
  call MPI_Dims_create(n, 2, dims, e)
  periods = [.true., .false.]
  call MPI_Cart_create(comm, 2, dims, periods, .false., part, e)
  call MPI_Cart_get(part, 2, dims, returned, coords, e)
  call check(all2(returned, periods), 'MPI_Cart_get')
  call MPI_Comm_free(part, e)
  sent(1) = left
  sent(2) = right
  call MPI_Dist_graph_create_adjacent(comm, 1, sent(1:1), MPI_UNWEIGHTED, 1, sent(2:2), MPI_UNWEIGHTED, MPI_INFO_NULL, &
                                      .false., part, e)
  call MPI_Dist_graph_neighbors_count(part, i, found, flag, e)
  call check(i == 1 .and. found == 1 .and. .not. flag, 'MPI_UNWEIGHTED')
  call MPI_Comm_free(part, e)

  ! Attributes.
  call MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, value, flag, e)
  call check(flag .and. value >= 32767, 'MPI_TAG_UB')
  call MPI_Comm_create_keyval(copies, deletes, keyval, 100_MPI_ADDRESS_KIND, e)
  value = 3
  call MPI_Comm_set_attr(comm, keyval, value, e)
  call MPI_Comm_dup(comm, part, e)
  call MPI_Comm_get_attr(part, keyval, value, flag, e)
  call check(flag .and. value == 103, 'a copied attribute')
  call MPI_Comm_free(part, e)
  call check(calls == 103, 'a deleted attribute')
  call MPI_Comm_delete_attr(comm, keyval, e)
  call MPI_Comm_free_keyval(keyval, e)
  call check(keyval == MPI_KEYVAL_INVALID .and. calls == 106, 'MPI_Comm_free_keyval')
  call MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, keyval, 0_MPI_ADDRESS_KIND, e)
  value = -5
  call MPI_Comm_set_attr(comm, keyval, value, e)
  call MPI_Comm_dup(comm, part, e)
  value = 0
  call MPI_Comm_get_attr(part, keyval, value, flag, e)
  call check(flag .and. value == -5, 'MPI_COMM_DUP_FN')
  call MPI_Comm_free(part, e)
  call MPI_Comm_delete_attr(comm, keyval, e)
  call MPI_Comm_free_keyval(keyval, e)

  ! Errors.
  call MPI_Comm_create_errhandler(handles, handler, e)
  call MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler, e)
  call MPI_Send(x, 1, MPI_INTEGER, n, 0, MPI_COMM_WORLD, e)
  call MPI_Error_class(e, class, code)
  call check(handled == 1 .and. class == MPI_ERR_RANK, 'an error handler')
  call MPI_Error_string(e, sentence, length, code)
  call check(len_trim(sentence) == length .and. length > 5, 'MPI_Error_string')
  call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL, e)
  call MPI_Errhandler_free(handler, e)
  call check(handler == MPI_ERRHANDLER_NULL, 'MPI_Errhandler_free')

  ! Datatypes, and addresses that count from MPI_BOTTOM.
  call MPI_Type_vector(2, 1, 2, MPI_INTEGER, datatype, e)
  call MPI_Type_commit(datatype, e)
  call MPI_Type_size(datatype, size_of, e)
  call MPI_Type_get_extent(datatype, lb, extent, e)
  call check(size_of == 8 .and. lb == 0 .and. extent == 12, 'MPI_Type_vector')
  all = [1, 2, 3, 4, 5, 6, 7, 8]
  call MPI_Sendrecv(all, 1, datatype, right, 0, sent, 2, MPI_INTEGER, left, 0, comm, status, e)
  call check(sent(1) == 1 .and. sent(2) == 3, 'a strided message')
  call MPI_Type_free(datatype, e)
  call MPI_Get_address(all(2), places(1), e)
  call MPI_Get_address(all(7), places(2), e)
  call MPI_Type_create_hindexed(2, [1, 1], places, MPI_INTEGER, datatype, e)
  call MPI_Type_commit(datatype, e)
  call MPI_Sendrecv(MPI_BOTTOM, 1, datatype, right, 0, sent, 2, MPI_INTEGER, left, 0, comm, status, e)
  call check(sent(1) == 2 .and. sent(2) == 7, 'MPI_BOTTOM')
  call MPI_Type_free(datatype, e)
  call MPI_Type_get_envelope(MPI_DOUBLE_PRECISION, i, found, first, kind, e)
  call check(kind == MPI_COMBINER_NAMED, 'MPI_Type_get_envelope')

  ! Windows.
  bytes = 16
  memory = -1
  call MPI_Win_create(memory, bytes, 4, MPI_INFO_NULL, comm, window, e)
  call MPI_Win_get_attr(window, MPI_WIN_SIZE, value, flag, e)
  call check(flag .and. value == 16, 'MPI_WIN_SIZE')
  call MPI_Win_get_attr(window, MPI_WIN_DISP_UNIT, value, flag, e)
  call check(flag .and. value == 4, 'MPI_WIN_DISP_UNIT')
  call MPI_Win_get_attr(window, MPI_WIN_CREATE_FLAVOR, value, flag, e)
  call check(flag .and. value == MPI_WIN_FLAVOR_CREATE, 'MPI_WIN_CREATE_FLAVOR')
  call MPI_Win_fence(0, window, e)
  x = 70 + rank
  value = 2
  call MPI_Put(x, 1, MPI_INTEGER, right, value, 1, MPI_INTEGER, window, e)
  call MPI_Win_fence(0, window, e)
  call check(memory(3) == 70 + left .and. memory(4) == -1, 'MPI_Put')
  call MPI_Win_free(window, e)

  ! A request that the program completes.
  calls = 0
  call MPI_Grequest_start(queries, frees, cancels, 9_MPI_ADDRESS_KIND, request, e)
  call MPI_Grequest_complete(request, e)
  call MPI_Wait(request, status, e)
  call MPI_Get_count(status, MPI_INTEGER, i, e)
  call check(i == 9 .and. calls == 9 .and. status(MPI_TAG) == 12, 'MPI_Grequest_start')

  ! Files.
  call get_command_argument(1, path)
  call MPI_File_open(comm, path, ior(MPI_MODE_CREATE, MPI_MODE_RDWR), MPI_INFO_NULL, file, e)
  call check(e == MPI_SUCCESS, 'MPI_File_open')
  offset = 4 * rank
  x = 500 + rank
  call MPI_File_write_at_all(file, offset, x, 1, MPI_INTEGER, status, e)
  call MPI_File_sync(file, e)
  call MPI_Barrier(comm, e)
  call MPI_File_sync(file, e)
  offset = 4 * right
  call MPI_File_read_at(file, offset, y, 1, MPI_INTEGER, status, e)
  call check(y == 500 + right, 'MPI_File_read_at')
  call MPI_File_get_view(file, offset, i, found, text, e)
  call check(offset == 0 .and. i == MPI_BYTE .and. text == 'native', 'MPI_File_get_view')
  call MPI_File_close(file, e)
  call check(file == MPI_FILE_NULL, 'MPI_File_close')
  call MPI_File_open(comm, trim(path)//'-none', MPI_MODE_RDONLY, MPI_INFO_NULL, file, e)
  call MPI_Error_class(e, class, code)
  call check(class == MPI_ERR_NO_SUCH_FILE, 'a file that is not there')

  call check(MPI_Wtime() >= time, 'MPI_Wtime')
  call mpi1()
  call MPI_Comm_free(comm, e)
  call check(comm == MPI_COMM_NULL, 'MPI_Comm_free')
  call MPI_Allreduce(MPI_IN_PLACE, wrong, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, e)
  call MPI_Finalize(e)
  if (wrong > 0) stop 1
contains
  logical function all2(a, b)
    logical, intent(in) :: a(2), b(2)
    all2 = (a(1) .eqv. b(1)) .and. (a(2) .eqv. b(2))
  end function

  ! Functions that the standard has dropped, with INTEGERs for addresses.
  subroutine mpi1()
    external :: MPI_Type_struct, MPI_Type_extent, MPI_Attr_put, MPI_Attr_get, MPI_Keyval_create
    integer :: key, number, made, distances(2), types(2)
    distances = [0, 8]
    types = [MPI_INTEGER, MPI_INTEGER]
    call MPI_Type_struct(2, [1, 1], distances, types, made, e)
    call MPI_Type_extent(made, number, e)
    call check(number == 12, 'MPI_Type_struct')
    call MPI_Type_free(made, e)
    call MPI_Keyval_create(MPI_NULL_COPY_FN, MPI_NULL_DELETE_FN, key, 0, e)
    call MPI_Attr_put(comm, key, -7, e)
    call MPI_Attr_get(comm, key, number, flag, e)
    call check(flag .and. number == -7, 'MPI_Attr_put')
    call MPI_Attr_delete(comm, key, e)
    call MPI_Keyval_free(key, e)
  end subroutine
end program
