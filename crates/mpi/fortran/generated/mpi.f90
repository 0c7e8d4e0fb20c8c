! Written by `cargo xtask gen`; do not edit.
module mpi
  use, intrinsic :: iso_c_binding, only: c_ptr
  implicit none
  include 'mpif.h'
  interface MPI_Sizeof
    subroutine clump_sizeof_character(x, size, ierror)
      character(*), dimension(..), intent(in) :: x
      integer, intent(out) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine clump_sizeof_l(x, size, ierror)
      logical, dimension(..), intent(in) :: x
      integer, intent(out) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine clump_sizeof_i1(x, size, ierror)
      integer(1), dimension(..), intent(in) :: x
      integer, intent(out) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine clump_sizeof_i2(x, size, ierror)
      integer(2), dimension(..), intent(in) :: x
      integer, intent(out) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine clump_sizeof_i4(x, size, ierror)
      integer(4), dimension(..), intent(in) :: x
      integer, intent(out) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine clump_sizeof_i8(x, size, ierror)
      integer(8), dimension(..), intent(in) :: x
      integer, intent(out) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine clump_sizeof_i16(x, size, ierror)
      integer(16), dimension(..), intent(in) :: x
      integer, intent(out) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine clump_sizeof_r4(x, size, ierror)
      real(4), dimension(..), intent(in) :: x
      integer, intent(out) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine clump_sizeof_r8(x, size, ierror)
      real(8), dimension(..), intent(in) :: x
      integer, intent(out) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine clump_sizeof_r10(x, size, ierror)
      real(10), dimension(..), intent(in) :: x
      integer, intent(out) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine clump_sizeof_r16(x, size, ierror)
      real(16), dimension(..), intent(in) :: x
      integer, intent(out) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine clump_sizeof_c8(x, size, ierror)
      complex(4), dimension(..), intent(in) :: x
      integer, intent(out) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine clump_sizeof_c16(x, size, ierror)
      complex(8), dimension(..), intent(in) :: x
      integer, intent(out) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine clump_sizeof_c32(x, size, ierror)
      complex(16), dimension(..), intent(in) :: x
      integer, intent(out) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Abort(comm, errorcode, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(in) :: errorcode
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Abort(comm, errorcode, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(in) :: errorcode
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Accumulate(origin_addr, origin_count, origin_datatype, target_rank, target_disp, &
        target_count, target_datatype, op, win, ierror)
      import
      type(*) :: origin_addr(*)
      !GCC$ attributes no_arg_check :: origin_addr
      integer, intent(in) :: origin_count
      integer, intent(in) :: origin_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(in) :: target_count
      integer, intent(in) :: target_datatype
      integer, intent(in) :: op
      integer, intent(in) :: win
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Accumulate(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, op, win, ierror)
      import
      type(*) :: origin_addr(*)
      !GCC$ attributes no_arg_check :: origin_addr
      integer, intent(in) :: origin_count
      integer, intent(in) :: origin_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(in) :: target_count
      integer, intent(in) :: target_datatype
      integer, intent(in) :: op
      integer, intent(in) :: win
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Add_error_class(errorclass, ierror)
      import
      integer :: errorclass
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Add_error_class(errorclass, ierror)
      import
      integer :: errorclass
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Add_error_code(errorclass, errorcode, ierror)
      import
      integer, intent(in) :: errorclass
      integer :: errorcode
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Add_error_code(errorclass, errorcode, ierror)
      import
      integer, intent(in) :: errorclass
      integer :: errorcode
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Add_error_string(errorcode, string, ierror)
      import
      integer, intent(in) :: errorcode
      character(*), intent(in) :: string
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Add_error_string(errorcode, string, ierror)
      import
      integer, intent(in) :: errorcode
      character(*), intent(in) :: string
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, &
        ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, &
        ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Allgather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, &
        info, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Allgather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        comm, info, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, &
        comm, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, &
        comm, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Allgatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
        recvtype, comm, info, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Allgatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
        recvtype, comm, info, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Alloc_mem(size, info, baseptr, ierror)
      import
      integer(MPI_ADDRESS_KIND), intent(in) :: size
      integer, intent(in) :: info
      type(*) :: baseptr(*)
      !GCC$ attributes no_arg_check :: baseptr
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Alloc_mem(size, info, baseptr, ierror)
      import
      integer(MPI_ADDRESS_KIND), intent(in) :: size
      integer, intent(in) :: info
      type(*) :: baseptr(*)
      !GCC$ attributes no_arg_check :: baseptr
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Allreduce(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Allreduce(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Allreduce_init(sendbuf, recvbuf, count, datatype, op, comm, info, request, &
        ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Allreduce_init(sendbuf, recvbuf, count, datatype, op, comm, info, request, &
        ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, &
        ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, &
        ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Alltoall_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, &
        info, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Alltoall_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, &
        info, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, &
        recvtype, comm, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, &
        recvtype, comm, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Alltoallv_init(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, &
        rdispls, recvtype, comm, info, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Alltoallv_init(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, &
        rdispls, recvtype, comm, info, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, &
        recvtypes, comm, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer :: sendtypes(*)
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer :: recvtypes(*)
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, &
        rdispls, recvtypes, comm, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer :: sendtypes(*)
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer :: recvtypes(*)
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Alltoallw_init(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, &
        rdispls, recvtypes, comm, info, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer :: sendtypes(*)
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer :: recvtypes(*)
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Alltoallw_init(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, &
        rdispls, recvtypes, comm, info, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer :: sendtypes(*)
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer :: recvtypes(*)
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Attr_delete(comm, keyval, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(in) :: keyval
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Attr_delete(comm, keyval, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(in) :: keyval
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Attr_get(comm, keyval, attribute_val, flag, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(in) :: keyval
      integer :: attribute_val
      logical :: flag
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Attr_get(comm, keyval, attribute_val, flag, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(in) :: keyval
      integer :: attribute_val
      logical :: flag
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Attr_put(comm, keyval, attribute_val, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(in) :: keyval
      integer :: attribute_val
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Attr_put(comm, keyval, attribute_val, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(in) :: keyval
      integer :: attribute_val
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Barrier(comm, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Barrier(comm, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Barrier_init(comm, info, request, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Barrier_init(comm, info, request, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Bcast(buffer, count, datatype, root, comm, ierror)
      import
      type(*) :: buffer(*)
      !GCC$ attributes no_arg_check :: buffer
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Bcast(buffer, count, datatype, root, comm, ierror)
      import
      type(*) :: buffer(*)
      !GCC$ attributes no_arg_check :: buffer
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Bcast_init(buffer, count, datatype, root, comm, info, request, ierror)
      import
      type(*) :: buffer(*)
      !GCC$ attributes no_arg_check :: buffer
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Bcast_init(buffer, count, datatype, root, comm, info, request, ierror)
      import
      type(*) :: buffer(*)
      !GCC$ attributes no_arg_check :: buffer
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Bsend(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Bsend(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Bsend_init(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Bsend_init(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Buffer_attach(buffer, size, ierror)
      import
      type(*) :: buffer(*)
      !GCC$ attributes no_arg_check :: buffer
      integer, intent(in) :: size
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Buffer_attach(buffer, size, ierror)
      import
      type(*) :: buffer(*)
      !GCC$ attributes no_arg_check :: buffer
      integer, intent(in) :: size
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Buffer_detach(buffer_addr, size, ierror)
      import
      type(*) :: buffer_addr(*)
      !GCC$ attributes no_arg_check :: buffer_addr
      integer :: size
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Buffer_detach(buffer_addr, size, ierror)
      import
      type(*) :: buffer_addr(*)
      !GCC$ attributes no_arg_check :: buffer_addr
      integer :: size
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Buffer_flush(ierror)
      import
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Buffer_flush(ierror)
      import
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Buffer_iflush(request, ierror)
      import
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Buffer_iflush(request, ierror)
      import
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Cancel(request, ierror)
      import
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Cancel(request, ierror)
      import
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Cart_coords(comm, rank, maxdims, coords, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(in) :: rank
      integer, intent(in) :: maxdims
      integer :: coords(*)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Cart_coords(comm, rank, maxdims, coords, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(in) :: rank
      integer, intent(in) :: maxdims
      integer :: coords(*)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Cart_create(comm_old, ndims, dims, periods, reorder, comm_cart, ierror)
      import
      integer, intent(in) :: comm_old
      integer, intent(in) :: ndims
      integer :: dims(*)
      logical :: periods(*)
      logical, intent(in) :: reorder
      integer :: comm_cart
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Cart_create(comm_old, ndims, dims, periods, reorder, comm_cart, ierror)
      import
      integer, intent(in) :: comm_old
      integer, intent(in) :: ndims
      integer :: dims(*)
      logical :: periods(*)
      logical, intent(in) :: reorder
      integer :: comm_cart
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Cart_get(comm, maxdims, dims, periods, coords, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(in) :: maxdims
      integer :: dims(*)
      logical :: periods(*)
      integer :: coords(*)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Cart_get(comm, maxdims, dims, periods, coords, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(in) :: maxdims
      integer :: dims(*)
      logical :: periods(*)
      integer :: coords(*)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Cart_map(comm, ndims, dims, periods, newrank, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(in) :: ndims
      integer :: dims(*)
      logical :: periods(*)
      integer :: newrank
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Cart_map(comm, ndims, dims, periods, newrank, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(in) :: ndims
      integer :: dims(*)
      logical :: periods(*)
      integer :: newrank
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Cart_rank(comm, coords, rank, ierror)
      import
      integer, intent(in) :: comm
      integer :: coords(*)
      integer :: rank
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Cart_rank(comm, coords, rank, ierror)
      import
      integer, intent(in) :: comm
      integer :: coords(*)
      integer :: rank
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Cart_shift(comm, direction, disp, rank_source, rank_dest, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(in) :: direction
      integer, intent(in) :: disp
      integer :: rank_source
      integer :: rank_dest
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Cart_shift(comm, direction, disp, rank_source, rank_dest, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(in) :: direction
      integer, intent(in) :: disp
      integer :: rank_source
      integer :: rank_dest
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Cart_sub(comm, remain_dims, newcomm, ierror)
      import
      integer, intent(in) :: comm
      logical :: remain_dims(*)
      integer :: newcomm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Cart_sub(comm, remain_dims, newcomm, ierror)
      import
      integer, intent(in) :: comm
      logical :: remain_dims(*)
      integer :: newcomm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Cartdim_get(comm, ndims, ierror)
      import
      integer, intent(in) :: comm
      integer :: ndims
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Cartdim_get(comm, ndims, ierror)
      import
      integer, intent(in) :: comm
      integer :: ndims
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Close_port(port_name, ierror)
      import
      character(*), intent(in) :: port_name
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Close_port(port_name, ierror)
      import
      character(*), intent(in) :: port_name
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Comm_accept(port_name, info, root, comm, newcomm, ierror)
      import
      character(*), intent(in) :: port_name
      integer, intent(in) :: info
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer :: newcomm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Comm_accept(port_name, info, root, comm, newcomm, ierror)
      import
      character(*), intent(in) :: port_name
      integer, intent(in) :: info
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer :: newcomm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Comm_attach_buffer(comm, buffer, size, ierror)
      import
      integer, intent(in) :: comm
      type(*) :: buffer(*)
      !GCC$ attributes no_arg_check :: buffer
      integer, intent(in) :: size
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Comm_attach_buffer(comm, buffer, size, ierror)
      import
      integer, intent(in) :: comm
      type(*) :: buffer(*)
      !GCC$ attributes no_arg_check :: buffer
      integer, intent(in) :: size
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Comm_call_errhandler(comm, errorcode, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(in) :: errorcode
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Comm_call_errhandler(comm, errorcode, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(in) :: errorcode
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Comm_compare(comm1, comm2, result, ierror)
      import
      integer, intent(in) :: comm1
      integer, intent(in) :: comm2
      integer :: result
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Comm_compare(comm1, comm2, result, ierror)
      import
      integer, intent(in) :: comm1
      integer, intent(in) :: comm2
      integer :: result
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Comm_connect(port_name, info, root, comm, newcomm, ierror)
      import
      character(*), intent(in) :: port_name
      integer, intent(in) :: info
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer :: newcomm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Comm_connect(port_name, info, root, comm, newcomm, ierror)
      import
      character(*), intent(in) :: port_name
      integer, intent(in) :: info
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer :: newcomm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Comm_create(comm, group, newcomm, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(in) :: group
      integer :: newcomm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Comm_create(comm, group, newcomm, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(in) :: group
      integer :: newcomm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Comm_create_errhandler(comm_errhandler_fn, errhandler, ierror)
      import
      external :: comm_errhandler_fn
      integer :: errhandler
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Comm_create_errhandler(comm_errhandler_fn, errhandler, ierror)
      import
      external :: comm_errhandler_fn
      integer :: errhandler
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Comm_create_from_group(group, stringtag, info, errhandler, newcomm, ierror)
      import
      integer, intent(in) :: group
      character(*), intent(in) :: stringtag
      integer, intent(in) :: info
      integer, intent(in) :: errhandler
      integer :: newcomm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Comm_create_from_group(group, stringtag, info, errhandler, newcomm, ierror)
      import
      integer, intent(in) :: group
      character(*), intent(in) :: stringtag
      integer, intent(in) :: info
      integer, intent(in) :: errhandler
      integer :: newcomm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Comm_create_group(comm, group, tag, newcomm, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(in) :: group
      integer, intent(in) :: tag
      integer :: newcomm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Comm_create_group(comm, group, tag, newcomm, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(in) :: group
      integer, intent(in) :: tag
      integer :: newcomm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Comm_create_keyval(comm_copy_attr_fn, comm_delete_attr_fn, comm_keyval, &
        extra_state, ierror)
      import
      external :: comm_copy_attr_fn
      external :: comm_delete_attr_fn
      integer :: comm_keyval
      integer(MPI_ADDRESS_KIND), intent(in) :: extra_state
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Comm_create_keyval(comm_copy_attr_fn, comm_delete_attr_fn, comm_keyval, &
        extra_state, ierror)
      import
      external :: comm_copy_attr_fn
      external :: comm_delete_attr_fn
      integer :: comm_keyval
      integer(MPI_ADDRESS_KIND), intent(in) :: extra_state
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Comm_delete_attr(comm, comm_keyval, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(in) :: comm_keyval
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Comm_delete_attr(comm, comm_keyval, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(in) :: comm_keyval
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Comm_detach_buffer(comm, buffer_addr, size, ierror)
      import
      integer, intent(in) :: comm
      type(*) :: buffer_addr(*)
      !GCC$ attributes no_arg_check :: buffer_addr
      integer :: size
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Comm_detach_buffer(comm, buffer_addr, size, ierror)
      import
      integer, intent(in) :: comm
      type(*) :: buffer_addr(*)
      !GCC$ attributes no_arg_check :: buffer_addr
      integer :: size
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Comm_disconnect(comm, ierror)
      import
      integer :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Comm_disconnect(comm, ierror)
      import
      integer :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Comm_dup(comm, newcomm, ierror)
      import
      integer, intent(in) :: comm
      integer :: newcomm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Comm_dup(comm, newcomm, ierror)
      import
      integer, intent(in) :: comm
      integer :: newcomm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Comm_dup_with_info(comm, info, newcomm, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: newcomm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Comm_dup_with_info(comm, info, newcomm, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: newcomm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Comm_flush_buffer(comm, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Comm_flush_buffer(comm, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Comm_free(comm, ierror)
      import
      integer :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Comm_free(comm, ierror)
      import
      integer :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Comm_free_keyval(comm_keyval, ierror)
      import
      integer :: comm_keyval
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Comm_free_keyval(comm_keyval, ierror)
      import
      integer :: comm_keyval
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Comm_get_attr(comm, comm_keyval, attribute_val, flag, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(in) :: comm_keyval
      integer(MPI_ADDRESS_KIND) :: attribute_val
      logical :: flag
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Comm_get_attr(comm, comm_keyval, attribute_val, flag, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(in) :: comm_keyval
      integer(MPI_ADDRESS_KIND) :: attribute_val
      logical :: flag
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Comm_get_errhandler(comm, errhandler, ierror)
      import
      integer, intent(in) :: comm
      integer :: errhandler
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Comm_get_errhandler(comm, errhandler, ierror)
      import
      integer, intent(in) :: comm
      integer :: errhandler
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Comm_get_info(comm, info_used, ierror)
      import
      integer, intent(in) :: comm
      integer :: info_used
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Comm_get_info(comm, info_used, ierror)
      import
      integer, intent(in) :: comm
      integer :: info_used
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Comm_get_name(comm, comm_name, resultlen, ierror)
      import
      integer, intent(in) :: comm
      character(*) :: comm_name
      integer :: resultlen
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Comm_get_name(comm, comm_name, resultlen, ierror)
      import
      integer, intent(in) :: comm
      character(*) :: comm_name
      integer :: resultlen
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Comm_get_parent(parent, ierror)
      import
      integer :: parent
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Comm_get_parent(parent, ierror)
      import
      integer :: parent
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Comm_group(comm, group, ierror)
      import
      integer, intent(in) :: comm
      integer :: group
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Comm_group(comm, group, ierror)
      import
      integer, intent(in) :: comm
      integer :: group
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Comm_idup(comm, newcomm, request, ierror)
      import
      integer, intent(in) :: comm
      integer :: newcomm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Comm_idup(comm, newcomm, request, ierror)
      import
      integer, intent(in) :: comm
      integer :: newcomm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Comm_idup_with_info(comm, info, newcomm, request, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: newcomm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Comm_idup_with_info(comm, info, newcomm, request, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: newcomm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Comm_iflush_buffer(comm, request, ierror)
      import
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Comm_iflush_buffer(comm, request, ierror)
      import
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Comm_join(fd, intercomm, ierror)
      import
      integer, intent(in) :: fd
      integer :: intercomm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Comm_join(fd, intercomm, ierror)
      import
      integer, intent(in) :: fd
      integer :: intercomm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Comm_rank(comm, rank, ierror)
      import
      integer, intent(in) :: comm
      integer :: rank
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Comm_rank(comm, rank, ierror)
      import
      integer, intent(in) :: comm
      integer :: rank
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Comm_remote_group(comm, group, ierror)
      import
      integer, intent(in) :: comm
      integer :: group
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Comm_remote_group(comm, group, ierror)
      import
      integer, intent(in) :: comm
      integer :: group
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Comm_remote_size(comm, size, ierror)
      import
      integer, intent(in) :: comm
      integer :: size
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Comm_remote_size(comm, size, ierror)
      import
      integer, intent(in) :: comm
      integer :: size
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Comm_set_attr(comm, comm_keyval, attribute_val, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(in) :: comm_keyval
      integer(MPI_ADDRESS_KIND) :: attribute_val
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Comm_set_attr(comm, comm_keyval, attribute_val, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(in) :: comm_keyval
      integer(MPI_ADDRESS_KIND) :: attribute_val
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Comm_set_errhandler(comm, errhandler, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(in) :: errhandler
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Comm_set_errhandler(comm, errhandler, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(in) :: errhandler
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Comm_set_info(comm, info, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Comm_set_info(comm, info, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Comm_set_name(comm, comm_name, ierror)
      import
      integer, intent(in) :: comm
      character(*), intent(in) :: comm_name
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Comm_set_name(comm, comm_name, ierror)
      import
      integer, intent(in) :: comm
      character(*), intent(in) :: comm_name
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Comm_size(comm, size, ierror)
      import
      integer, intent(in) :: comm
      integer :: size
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Comm_size(comm, size, ierror)
      import
      integer, intent(in) :: comm
      integer :: size
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Comm_spawn(command, argv, maxprocs, info, root, comm, intercomm, &
        array_of_errcodes, ierror)
      import
      character(*), intent(in) :: command
      character(*), intent(in) :: argv(*)
      integer, intent(in) :: maxprocs
      integer, intent(in) :: info
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer :: intercomm
      integer :: array_of_errcodes(*)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Comm_spawn(command, argv, maxprocs, info, root, comm, intercomm, &
        array_of_errcodes, ierror)
      import
      character(*), intent(in) :: command
      character(*), intent(in) :: argv(*)
      integer, intent(in) :: maxprocs
      integer, intent(in) :: info
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer :: intercomm
      integer :: array_of_errcodes(*)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Comm_spawn_multiple(count, array_of_commands, array_of_argv, array_of_maxprocs, &
        array_of_info, root, comm, intercomm, array_of_errcodes, ierror)
      import
      integer, intent(in) :: count
      character(*), intent(in) :: array_of_commands(*)
      character(*), intent(in) :: array_of_argv(count, *)
      integer :: array_of_maxprocs(*)
      integer :: array_of_info(*)
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer :: intercomm
      integer :: array_of_errcodes(*)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Comm_spawn_multiple(count, array_of_commands, array_of_argv, array_of_maxprocs, &
        array_of_info, root, comm, intercomm, array_of_errcodes, ierror)
      import
      integer, intent(in) :: count
      character(*), intent(in) :: array_of_commands(*)
      character(*), intent(in) :: array_of_argv(count, *)
      integer :: array_of_maxprocs(*)
      integer :: array_of_info(*)
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer :: intercomm
      integer :: array_of_errcodes(*)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Comm_split(comm, color, key, newcomm, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(in) :: color
      integer, intent(in) :: key
      integer :: newcomm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Comm_split(comm, color, key, newcomm, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(in) :: color
      integer, intent(in) :: key
      integer :: newcomm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Comm_split_type(comm, split_type, key, info, newcomm, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(in) :: split_type
      integer, intent(in) :: key
      integer, intent(in) :: info
      integer :: newcomm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Comm_split_type(comm, split_type, key, info, newcomm, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(in) :: split_type
      integer, intent(in) :: key
      integer, intent(in) :: info
      integer :: newcomm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Comm_test_inter(comm, flag, ierror)
      import
      integer, intent(in) :: comm
      logical :: flag
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Comm_test_inter(comm, flag, ierror)
      import
      integer, intent(in) :: comm
      logical :: flag
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Compare_and_swap(origin_addr, compare_addr, result_addr, datatype, target_rank, &
        target_disp, win, ierror)
      import
      type(*) :: origin_addr(*)
      !GCC$ attributes no_arg_check :: origin_addr
      type(*) :: compare_addr(*)
      !GCC$ attributes no_arg_check :: compare_addr
      type(*) :: result_addr(*)
      !GCC$ attributes no_arg_check :: result_addr
      integer, intent(in) :: datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(in) :: win
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Compare_and_swap(origin_addr, compare_addr, result_addr, datatype, target_rank, &
        target_disp, win, ierror)
      import
      type(*) :: origin_addr(*)
      !GCC$ attributes no_arg_check :: origin_addr
      type(*) :: compare_addr(*)
      !GCC$ attributes no_arg_check :: compare_addr
      type(*) :: result_addr(*)
      !GCC$ attributes no_arg_check :: result_addr
      integer, intent(in) :: datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(in) :: win
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Dims_create(nnodes, ndims, dims, ierror)
      import
      integer, intent(in) :: nnodes
      integer, intent(in) :: ndims
      integer :: dims(*)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Dims_create(nnodes, ndims, dims, ierror)
      import
      integer, intent(in) :: nnodes
      integer, intent(in) :: ndims
      integer :: dims(*)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Dist_graph_create(comm_old, n, sources, degrees, destinations, weights, info, &
        reorder, comm_dist_graph, ierror)
      import
      integer, intent(in) :: comm_old
      integer, intent(in) :: n
      integer :: sources(*)
      integer :: degrees(*)
      integer :: destinations(*)
      integer, intent(in) :: weights(*)
      integer, intent(in) :: info
      logical, intent(in) :: reorder
      integer :: comm_dist_graph
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Dist_graph_create(comm_old, n, sources, degrees, destinations, weights, info, &
        reorder, comm_dist_graph, ierror)
      import
      integer, intent(in) :: comm_old
      integer, intent(in) :: n
      integer :: sources(*)
      integer :: degrees(*)
      integer :: destinations(*)
      integer, intent(in) :: weights(*)
      integer, intent(in) :: info
      logical, intent(in) :: reorder
      integer :: comm_dist_graph
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Dist_graph_create_adjacent(comm_old, indegree, sources, sourceweights, &
        outdegree, destinations, destweights, info, reorder, comm_dist_graph, ierror)
      import
      integer, intent(in) :: comm_old
      integer, intent(in) :: indegree
      integer :: sources(*)
      integer, intent(in) :: sourceweights(*)
      integer, intent(in) :: outdegree
      integer :: destinations(*)
      integer, intent(in) :: destweights(*)
      integer, intent(in) :: info
      logical, intent(in) :: reorder
      integer :: comm_dist_graph
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Dist_graph_create_adjacent(comm_old, indegree, sources, sourceweights, &
        outdegree, destinations, destweights, info, reorder, comm_dist_graph, ierror)
      import
      integer, intent(in) :: comm_old
      integer, intent(in) :: indegree
      integer :: sources(*)
      integer, intent(in) :: sourceweights(*)
      integer, intent(in) :: outdegree
      integer :: destinations(*)
      integer, intent(in) :: destweights(*)
      integer, intent(in) :: info
      logical, intent(in) :: reorder
      integer :: comm_dist_graph
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Dist_graph_neighbors(comm, maxindegree, sources, sourceweights, maxoutdegree, &
        destinations, destweights, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(in) :: maxindegree
      integer :: sources(*)
      integer :: sourceweights(*)
      integer, intent(in) :: maxoutdegree
      integer :: destinations(*)
      integer :: destweights(*)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Dist_graph_neighbors(comm, maxindegree, sources, sourceweights, maxoutdegree, &
        destinations, destweights, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(in) :: maxindegree
      integer :: sources(*)
      integer :: sourceweights(*)
      integer, intent(in) :: maxoutdegree
      integer :: destinations(*)
      integer :: destweights(*)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Dist_graph_neighbors_count(comm, indegree, outdegree, weighted, ierror)
      import
      integer, intent(in) :: comm
      integer :: indegree
      integer :: outdegree
      logical :: weighted
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Dist_graph_neighbors_count(comm, indegree, outdegree, weighted, ierror)
      import
      integer, intent(in) :: comm
      integer :: indegree
      integer :: outdegree
      logical :: weighted
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Errhandler_free(errhandler, ierror)
      import
      integer :: errhandler
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Errhandler_free(errhandler, ierror)
      import
      integer :: errhandler
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Error_class(errorcode, errorclass, ierror)
      import
      integer, intent(in) :: errorcode
      integer :: errorclass
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Error_class(errorcode, errorclass, ierror)
      import
      integer, intent(in) :: errorcode
      integer :: errorclass
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Error_string(errorcode, string, resultlen, ierror)
      import
      integer, intent(in) :: errorcode
      character(*) :: string
      integer :: resultlen
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Error_string(errorcode, string, resultlen, ierror)
      import
      integer, intent(in) :: errorcode
      character(*) :: string
      integer :: resultlen
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Exscan(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Exscan(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Exscan_init(sendbuf, recvbuf, count, datatype, op, comm, info, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Exscan_init(sendbuf, recvbuf, count, datatype, op, comm, info, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Fetch_and_op(origin_addr, result_addr, datatype, target_rank, target_disp, op, &
        win, ierror)
      import
      type(*) :: origin_addr(*)
      !GCC$ attributes no_arg_check :: origin_addr
      type(*) :: result_addr(*)
      !GCC$ attributes no_arg_check :: result_addr
      integer, intent(in) :: datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(in) :: op
      integer, intent(in) :: win
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Fetch_and_op(origin_addr, result_addr, datatype, target_rank, target_disp, op, &
        win, ierror)
      import
      type(*) :: origin_addr(*)
      !GCC$ attributes no_arg_check :: origin_addr
      type(*) :: result_addr(*)
      !GCC$ attributes no_arg_check :: result_addr
      integer, intent(in) :: datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(in) :: op
      integer, intent(in) :: win
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_call_errhandler(fh, errorcode, ierror)
      import
      integer, intent(in) :: fh
      integer, intent(in) :: errorcode
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_call_errhandler(fh, errorcode, ierror)
      import
      integer, intent(in) :: fh
      integer, intent(in) :: errorcode
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_close(fh, ierror)
      import
      integer :: fh
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_close(fh, ierror)
      import
      integer :: fh
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_create_errhandler(file_errhandler_fn, errhandler, ierror)
      import
      external :: file_errhandler_fn
      integer :: errhandler
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_create_errhandler(file_errhandler_fn, errhandler, ierror)
      import
      external :: file_errhandler_fn
      integer :: errhandler
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_delete(filename, info, ierror)
      import
      character(*), intent(in) :: filename
      integer, intent(in) :: info
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_delete(filename, info, ierror)
      import
      character(*), intent(in) :: filename
      integer, intent(in) :: info
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_get_amode(fh, amode, ierror)
      import
      integer, intent(in) :: fh
      integer :: amode
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_get_amode(fh, amode, ierror)
      import
      integer, intent(in) :: fh
      integer :: amode
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_get_atomicity(fh, flag, ierror)
      import
      integer, intent(in) :: fh
      logical :: flag
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_get_atomicity(fh, flag, ierror)
      import
      integer, intent(in) :: fh
      logical :: flag
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_get_byte_offset(fh, offset, disp, ierror)
      import
      integer, intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      integer(MPI_OFFSET_KIND) :: disp
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_get_byte_offset(fh, offset, disp, ierror)
      import
      integer, intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      integer(MPI_OFFSET_KIND) :: disp
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_get_errhandler(file, errhandler, ierror)
      import
      integer, intent(in) :: file
      integer :: errhandler
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_get_errhandler(file, errhandler, ierror)
      import
      integer, intent(in) :: file
      integer :: errhandler
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_get_group(fh, group, ierror)
      import
      integer, intent(in) :: fh
      integer :: group
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_get_group(fh, group, ierror)
      import
      integer, intent(in) :: fh
      integer :: group
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_get_info(fh, info_used, ierror)
      import
      integer, intent(in) :: fh
      integer :: info_used
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_get_info(fh, info_used, ierror)
      import
      integer, intent(in) :: fh
      integer :: info_used
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_get_position(fh, offset, ierror)
      import
      integer, intent(in) :: fh
      integer(MPI_OFFSET_KIND) :: offset
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_get_position(fh, offset, ierror)
      import
      integer, intent(in) :: fh
      integer(MPI_OFFSET_KIND) :: offset
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_get_position_shared(fh, offset, ierror)
      import
      integer, intent(in) :: fh
      integer(MPI_OFFSET_KIND) :: offset
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_get_position_shared(fh, offset, ierror)
      import
      integer, intent(in) :: fh
      integer(MPI_OFFSET_KIND) :: offset
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_get_size(fh, size, ierror)
      import
      integer, intent(in) :: fh
      integer(MPI_OFFSET_KIND) :: size
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_get_size(fh, size, ierror)
      import
      integer, intent(in) :: fh
      integer(MPI_OFFSET_KIND) :: size
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_get_type_extent(fh, datatype, extent, ierror)
      import
      integer, intent(in) :: fh
      integer, intent(in) :: datatype
      integer(MPI_ADDRESS_KIND) :: extent
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_get_type_extent(fh, datatype, extent, ierror)
      import
      integer, intent(in) :: fh
      integer, intent(in) :: datatype
      integer(MPI_ADDRESS_KIND) :: extent
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_get_view(fh, disp, etype, filetype, datarep, ierror)
      import
      integer, intent(in) :: fh
      integer(MPI_OFFSET_KIND) :: disp
      integer :: etype
      integer :: filetype
      character(*) :: datarep
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_get_view(fh, disp, etype, filetype, datarep, ierror)
      import
      integer, intent(in) :: fh
      integer(MPI_OFFSET_KIND) :: disp
      integer :: etype
      integer :: filetype
      character(*) :: datarep
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_iread(fh, buf, count, datatype, request, ierror)
      import
      integer, intent(in) :: fh
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_iread(fh, buf, count, datatype, request, ierror)
      import
      integer, intent(in) :: fh
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_iread_all(fh, buf, count, datatype, request, ierror)
      import
      integer, intent(in) :: fh
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_iread_all(fh, buf, count, datatype, request, ierror)
      import
      integer, intent(in) :: fh
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_iread_at(fh, offset, buf, count, datatype, request, ierror)
      import
      integer, intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_iread_at(fh, offset, buf, count, datatype, request, ierror)
      import
      integer, intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_iread_at_all(fh, offset, buf, count, datatype, request, ierror)
      import
      integer, intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_iread_at_all(fh, offset, buf, count, datatype, request, ierror)
      import
      integer, intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_iread_shared(fh, buf, count, datatype, request, ierror)
      import
      integer, intent(in) :: fh
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_iread_shared(fh, buf, count, datatype, request, ierror)
      import
      integer, intent(in) :: fh
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_iwrite(fh, buf, count, datatype, request, ierror)
      import
      integer, intent(in) :: fh
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_iwrite(fh, buf, count, datatype, request, ierror)
      import
      integer, intent(in) :: fh
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_iwrite_all(fh, buf, count, datatype, request, ierror)
      import
      integer, intent(in) :: fh
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_iwrite_all(fh, buf, count, datatype, request, ierror)
      import
      integer, intent(in) :: fh
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_iwrite_at(fh, offset, buf, count, datatype, request, ierror)
      import
      integer, intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_iwrite_at(fh, offset, buf, count, datatype, request, ierror)
      import
      integer, intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_iwrite_at_all(fh, offset, buf, count, datatype, request, ierror)
      import
      integer, intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_iwrite_at_all(fh, offset, buf, count, datatype, request, ierror)
      import
      integer, intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_iwrite_shared(fh, buf, count, datatype, request, ierror)
      import
      integer, intent(in) :: fh
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_iwrite_shared(fh, buf, count, datatype, request, ierror)
      import
      integer, intent(in) :: fh
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_open(comm, filename, amode, info, fh, ierror)
      import
      integer, intent(in) :: comm
      character(*), intent(in) :: filename
      integer, intent(in) :: amode
      integer, intent(in) :: info
      integer :: fh
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_open(comm, filename, amode, info, fh, ierror)
      import
      integer, intent(in) :: comm
      character(*), intent(in) :: filename
      integer, intent(in) :: amode
      integer, intent(in) :: info
      integer :: fh
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_preallocate(fh, size, ierror)
      import
      integer, intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: size
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_preallocate(fh, size, ierror)
      import
      integer, intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: size
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_read(fh, buf, count, datatype, status, ierror)
      import
      integer, intent(in) :: fh
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_read(fh, buf, count, datatype, status, ierror)
      import
      integer, intent(in) :: fh
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_read_all(fh, buf, count, datatype, status, ierror)
      import
      integer, intent(in) :: fh
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_read_all(fh, buf, count, datatype, status, ierror)
      import
      integer, intent(in) :: fh
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_read_all_begin(fh, buf, count, datatype, ierror)
      import
      integer, intent(in) :: fh
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_read_all_begin(fh, buf, count, datatype, ierror)
      import
      integer, intent(in) :: fh
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_read_all_end(fh, buf, status, ierror)
      import
      integer, intent(in) :: fh
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_read_all_end(fh, buf, status, ierror)
      import
      integer, intent(in) :: fh
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_read_at(fh, offset, buf, count, datatype, status, ierror)
      import
      integer, intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_read_at(fh, offset, buf, count, datatype, status, ierror)
      import
      integer, intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_read_at_all(fh, offset, buf, count, datatype, status, ierror)
      import
      integer, intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_read_at_all(fh, offset, buf, count, datatype, status, ierror)
      import
      integer, intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_read_at_all_begin(fh, offset, buf, count, datatype, ierror)
      import
      integer, intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_read_at_all_begin(fh, offset, buf, count, datatype, ierror)
      import
      integer, intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_read_at_all_end(fh, buf, status, ierror)
      import
      integer, intent(in) :: fh
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_read_at_all_end(fh, buf, status, ierror)
      import
      integer, intent(in) :: fh
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_read_ordered(fh, buf, count, datatype, status, ierror)
      import
      integer, intent(in) :: fh
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_read_ordered(fh, buf, count, datatype, status, ierror)
      import
      integer, intent(in) :: fh
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_read_ordered_begin(fh, buf, count, datatype, ierror)
      import
      integer, intent(in) :: fh
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_read_ordered_begin(fh, buf, count, datatype, ierror)
      import
      integer, intent(in) :: fh
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_read_ordered_end(fh, buf, status, ierror)
      import
      integer, intent(in) :: fh
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_read_ordered_end(fh, buf, status, ierror)
      import
      integer, intent(in) :: fh
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_read_shared(fh, buf, count, datatype, status, ierror)
      import
      integer, intent(in) :: fh
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_read_shared(fh, buf, count, datatype, status, ierror)
      import
      integer, intent(in) :: fh
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_seek(fh, offset, whence, ierror)
      import
      integer, intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      integer, intent(in) :: whence
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_seek(fh, offset, whence, ierror)
      import
      integer, intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      integer, intent(in) :: whence
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_seek_shared(fh, offset, whence, ierror)
      import
      integer, intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      integer, intent(in) :: whence
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_seek_shared(fh, offset, whence, ierror)
      import
      integer, intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      integer, intent(in) :: whence
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_set_atomicity(fh, flag, ierror)
      import
      integer, intent(in) :: fh
      logical, intent(in) :: flag
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_set_atomicity(fh, flag, ierror)
      import
      integer, intent(in) :: fh
      logical, intent(in) :: flag
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_set_errhandler(file, errhandler, ierror)
      import
      integer, intent(in) :: file
      integer, intent(in) :: errhandler
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_set_errhandler(file, errhandler, ierror)
      import
      integer, intent(in) :: file
      integer, intent(in) :: errhandler
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_set_info(fh, info, ierror)
      import
      integer, intent(in) :: fh
      integer, intent(in) :: info
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_set_info(fh, info, ierror)
      import
      integer, intent(in) :: fh
      integer, intent(in) :: info
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_set_size(fh, size, ierror)
      import
      integer, intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: size
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_set_size(fh, size, ierror)
      import
      integer, intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: size
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_set_view(fh, disp, etype, filetype, datarep, info, ierror)
      import
      integer, intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: disp
      integer, intent(in) :: etype
      integer, intent(in) :: filetype
      character(*), intent(in) :: datarep
      integer, intent(in) :: info
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_set_view(fh, disp, etype, filetype, datarep, info, ierror)
      import
      integer, intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: disp
      integer, intent(in) :: etype
      integer, intent(in) :: filetype
      character(*), intent(in) :: datarep
      integer, intent(in) :: info
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_sync(fh, ierror)
      import
      integer, intent(in) :: fh
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_sync(fh, ierror)
      import
      integer, intent(in) :: fh
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_write(fh, buf, count, datatype, status, ierror)
      import
      integer, intent(in) :: fh
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_write(fh, buf, count, datatype, status, ierror)
      import
      integer, intent(in) :: fh
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_write_all(fh, buf, count, datatype, status, ierror)
      import
      integer, intent(in) :: fh
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_write_all(fh, buf, count, datatype, status, ierror)
      import
      integer, intent(in) :: fh
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_write_all_begin(fh, buf, count, datatype, ierror)
      import
      integer, intent(in) :: fh
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_write_all_begin(fh, buf, count, datatype, ierror)
      import
      integer, intent(in) :: fh
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_write_all_end(fh, buf, status, ierror)
      import
      integer, intent(in) :: fh
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_write_all_end(fh, buf, status, ierror)
      import
      integer, intent(in) :: fh
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_write_at(fh, offset, buf, count, datatype, status, ierror)
      import
      integer, intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_write_at(fh, offset, buf, count, datatype, status, ierror)
      import
      integer, intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_write_at_all(fh, offset, buf, count, datatype, status, ierror)
      import
      integer, intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_write_at_all(fh, offset, buf, count, datatype, status, ierror)
      import
      integer, intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_write_at_all_begin(fh, offset, buf, count, datatype, ierror)
      import
      integer, intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_write_at_all_begin(fh, offset, buf, count, datatype, ierror)
      import
      integer, intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_write_at_all_end(fh, buf, status, ierror)
      import
      integer, intent(in) :: fh
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_write_at_all_end(fh, buf, status, ierror)
      import
      integer, intent(in) :: fh
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_write_ordered(fh, buf, count, datatype, status, ierror)
      import
      integer, intent(in) :: fh
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_write_ordered(fh, buf, count, datatype, status, ierror)
      import
      integer, intent(in) :: fh
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_write_ordered_begin(fh, buf, count, datatype, ierror)
      import
      integer, intent(in) :: fh
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_write_ordered_begin(fh, buf, count, datatype, ierror)
      import
      integer, intent(in) :: fh
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_write_ordered_end(fh, buf, status, ierror)
      import
      integer, intent(in) :: fh
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_write_ordered_end(fh, buf, status, ierror)
      import
      integer, intent(in) :: fh
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_File_write_shared(fh, buf, count, datatype, status, ierror)
      import
      integer, intent(in) :: fh
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_File_write_shared(fh, buf, count, datatype, status, ierror)
      import
      integer, intent(in) :: fh
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Finalize(ierror)
      import
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Finalize(ierror)
      import
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Finalized(flag, ierror)
      import
      logical :: flag
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Finalized(flag, ierror)
      import
      logical :: flag
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Free_mem(base, ierror)
      import
      type(*) :: base(*)
      !GCC$ attributes no_arg_check :: base
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Free_mem(base, ierror)
      import
      type(*) :: base(*)
      !GCC$ attributes no_arg_check :: base
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Gather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, &
        ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Gather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, &
        ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Gather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, &
        comm, info, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Gather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, &
        comm, info, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Gatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, &
        root, comm, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Gatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, &
        root, comm, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Gatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
        recvtype, root, comm, info, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Gatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
        recvtype, root, comm, info, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Get(origin_addr, origin_count, origin_datatype, target_rank, target_disp, &
        target_count, target_datatype, win, ierror)
      import
      type(*) :: origin_addr(*)
      !GCC$ attributes no_arg_check :: origin_addr
      integer, intent(in) :: origin_count
      integer, intent(in) :: origin_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(in) :: target_count
      integer, intent(in) :: target_datatype
      integer, intent(in) :: win
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Get(origin_addr, origin_count, origin_datatype, target_rank, target_disp, &
        target_count, target_datatype, win, ierror)
      import
      type(*) :: origin_addr(*)
      !GCC$ attributes no_arg_check :: origin_addr
      integer, intent(in) :: origin_count
      integer, intent(in) :: origin_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(in) :: target_count
      integer, intent(in) :: target_datatype
      integer, intent(in) :: win
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Get_accumulate(origin_addr, origin_count, origin_datatype, result_addr, &
        result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, &
        win, ierror)
      import
      type(*) :: origin_addr(*)
      !GCC$ attributes no_arg_check :: origin_addr
      integer, intent(in) :: origin_count
      integer, intent(in) :: origin_datatype
      type(*) :: result_addr(*)
      !GCC$ attributes no_arg_check :: result_addr
      integer, intent(in) :: result_count
      integer, intent(in) :: result_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(in) :: target_count
      integer, intent(in) :: target_datatype
      integer, intent(in) :: op
      integer, intent(in) :: win
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Get_accumulate(origin_addr, origin_count, origin_datatype, result_addr, &
        result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, &
        win, ierror)
      import
      type(*) :: origin_addr(*)
      !GCC$ attributes no_arg_check :: origin_addr
      integer, intent(in) :: origin_count
      integer, intent(in) :: origin_datatype
      type(*) :: result_addr(*)
      !GCC$ attributes no_arg_check :: result_addr
      integer, intent(in) :: result_count
      integer, intent(in) :: result_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(in) :: target_count
      integer, intent(in) :: target_datatype
      integer, intent(in) :: op
      integer, intent(in) :: win
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Get_address(location, address, ierror)
      import
      type(*) :: location(*)
      !GCC$ attributes no_arg_check :: location
      integer(MPI_ADDRESS_KIND) :: address
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Get_address(location, address, ierror)
      import
      type(*) :: location(*)
      !GCC$ attributes no_arg_check :: location
      integer(MPI_ADDRESS_KIND) :: address
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Get_count(status, datatype, count, ierror)
      import
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(in) :: datatype
      integer :: count
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Get_count(status, datatype, count, ierror)
      import
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(in) :: datatype
      integer :: count
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Get_elements(status, datatype, count, ierror)
      import
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(in) :: datatype
      integer :: count
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Get_elements(status, datatype, count, ierror)
      import
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(in) :: datatype
      integer :: count
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Get_elements_x(status, datatype, count, ierror)
      import
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(in) :: datatype
      integer(MPI_COUNT_KIND) :: count
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Get_elements_x(status, datatype, count, ierror)
      import
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(in) :: datatype
      integer(MPI_COUNT_KIND) :: count
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Get_hw_resource_info(hw_info, ierror)
      import
      integer :: hw_info
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Get_hw_resource_info(hw_info, ierror)
      import
      integer :: hw_info
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Get_library_version(version, resultlen, ierror)
      import
      character(*) :: version
      integer :: resultlen
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Get_library_version(version, resultlen, ierror)
      import
      character(*) :: version
      integer :: resultlen
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Get_processor_name(name, resultlen, ierror)
      import
      character(*) :: name
      integer :: resultlen
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Get_processor_name(name, resultlen, ierror)
      import
      character(*) :: name
      integer :: resultlen
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Get_version(version, subversion, ierror)
      import
      integer :: version
      integer :: subversion
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Get_version(version, subversion, ierror)
      import
      integer :: version
      integer :: subversion
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Graph_create(comm_old, nnodes, indx, edges, reorder, comm_graph, ierror)
      import
      integer, intent(in) :: comm_old
      integer, intent(in) :: nnodes
      integer :: indx(*)
      integer :: edges(*)
      logical, intent(in) :: reorder
      integer :: comm_graph
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Graph_create(comm_old, nnodes, indx, edges, reorder, comm_graph, ierror)
      import
      integer, intent(in) :: comm_old
      integer, intent(in) :: nnodes
      integer :: indx(*)
      integer :: edges(*)
      logical, intent(in) :: reorder
      integer :: comm_graph
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Graph_get(comm, maxindex, maxedges, indx, edges, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(in) :: maxindex
      integer, intent(in) :: maxedges
      integer :: indx(*)
      integer :: edges(*)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Graph_get(comm, maxindex, maxedges, indx, edges, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(in) :: maxindex
      integer, intent(in) :: maxedges
      integer :: indx(*)
      integer :: edges(*)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Graph_map(comm, nnodes, indx, edges, newrank, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(in) :: nnodes
      integer :: indx(*)
      integer :: edges(*)
      integer :: newrank
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Graph_map(comm, nnodes, indx, edges, newrank, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(in) :: nnodes
      integer :: indx(*)
      integer :: edges(*)
      integer :: newrank
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Graph_neighbors(comm, rank, maxneighbors, neighbors, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(in) :: rank
      integer, intent(in) :: maxneighbors
      integer :: neighbors(*)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Graph_neighbors(comm, rank, maxneighbors, neighbors, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(in) :: rank
      integer, intent(in) :: maxneighbors
      integer :: neighbors(*)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Graph_neighbors_count(comm, rank, nneighbors, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(in) :: rank
      integer :: nneighbors
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Graph_neighbors_count(comm, rank, nneighbors, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(in) :: rank
      integer :: nneighbors
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Graphdims_get(comm, nnodes, nedges, ierror)
      import
      integer, intent(in) :: comm
      integer :: nnodes
      integer :: nedges
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Graphdims_get(comm, nnodes, nedges, ierror)
      import
      integer, intent(in) :: comm
      integer :: nnodes
      integer :: nedges
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Grequest_complete(request, ierror)
      import
      integer, intent(in) :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Grequest_complete(request, ierror)
      import
      integer, intent(in) :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Grequest_start(query_fn, free_fn, cancel_fn, extra_state, request, ierror)
      import
      external :: query_fn
      external :: free_fn
      external :: cancel_fn
      integer(MPI_ADDRESS_KIND), intent(in) :: extra_state
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Grequest_start(query_fn, free_fn, cancel_fn, extra_state, request, ierror)
      import
      external :: query_fn
      external :: free_fn
      external :: cancel_fn
      integer(MPI_ADDRESS_KIND), intent(in) :: extra_state
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Group_compare(group1, group2, result, ierror)
      import
      integer, intent(in) :: group1
      integer, intent(in) :: group2
      integer :: result
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Group_compare(group1, group2, result, ierror)
      import
      integer, intent(in) :: group1
      integer, intent(in) :: group2
      integer :: result
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Group_difference(group1, group2, newgroup, ierror)
      import
      integer, intent(in) :: group1
      integer, intent(in) :: group2
      integer :: newgroup
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Group_difference(group1, group2, newgroup, ierror)
      import
      integer, intent(in) :: group1
      integer, intent(in) :: group2
      integer :: newgroup
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Group_excl(group, n, ranks, newgroup, ierror)
      import
      integer, intent(in) :: group
      integer, intent(in) :: n
      integer :: ranks(*)
      integer :: newgroup
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Group_excl(group, n, ranks, newgroup, ierror)
      import
      integer, intent(in) :: group
      integer, intent(in) :: n
      integer :: ranks(*)
      integer :: newgroup
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Group_free(group, ierror)
      import
      integer :: group
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Group_free(group, ierror)
      import
      integer :: group
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Group_from_session_pset(session, pset_name, newgroup, ierror)
      import
      integer, intent(in) :: session
      character(*), intent(in) :: pset_name
      integer :: newgroup
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Group_from_session_pset(session, pset_name, newgroup, ierror)
      import
      integer, intent(in) :: session
      character(*), intent(in) :: pset_name
      integer :: newgroup
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Group_incl(group, n, ranks, newgroup, ierror)
      import
      integer, intent(in) :: group
      integer, intent(in) :: n
      integer :: ranks(*)
      integer :: newgroup
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Group_incl(group, n, ranks, newgroup, ierror)
      import
      integer, intent(in) :: group
      integer, intent(in) :: n
      integer :: ranks(*)
      integer :: newgroup
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Group_intersection(group1, group2, newgroup, ierror)
      import
      integer, intent(in) :: group1
      integer, intent(in) :: group2
      integer :: newgroup
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Group_intersection(group1, group2, newgroup, ierror)
      import
      integer, intent(in) :: group1
      integer, intent(in) :: group2
      integer :: newgroup
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Group_range_excl(group, n, ranges, newgroup, ierror)
      import
      integer, intent(in) :: group
      integer, intent(in) :: n
      integer, intent(in) :: ranges(3, *)
      integer :: newgroup
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Group_range_excl(group, n, ranges, newgroup, ierror)
      import
      integer, intent(in) :: group
      integer, intent(in) :: n
      integer, intent(in) :: ranges(3, *)
      integer :: newgroup
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Group_range_incl(group, n, ranges, newgroup, ierror)
      import
      integer, intent(in) :: group
      integer, intent(in) :: n
      integer, intent(in) :: ranges(3, *)
      integer :: newgroup
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Group_range_incl(group, n, ranges, newgroup, ierror)
      import
      integer, intent(in) :: group
      integer, intent(in) :: n
      integer, intent(in) :: ranges(3, *)
      integer :: newgroup
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Group_rank(group, rank, ierror)
      import
      integer, intent(in) :: group
      integer :: rank
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Group_rank(group, rank, ierror)
      import
      integer, intent(in) :: group
      integer :: rank
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Group_size(group, size, ierror)
      import
      integer, intent(in) :: group
      integer :: size
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Group_size(group, size, ierror)
      import
      integer, intent(in) :: group
      integer :: size
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Group_translate_ranks(group1, n, ranks1, group2, ranks2, ierror)
      import
      integer, intent(in) :: group1
      integer, intent(in) :: n
      integer :: ranks1(*)
      integer, intent(in) :: group2
      integer :: ranks2(*)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Group_translate_ranks(group1, n, ranks1, group2, ranks2, ierror)
      import
      integer, intent(in) :: group1
      integer, intent(in) :: n
      integer :: ranks1(*)
      integer, intent(in) :: group2
      integer :: ranks2(*)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Group_union(group1, group2, newgroup, ierror)
      import
      integer, intent(in) :: group1
      integer, intent(in) :: group2
      integer :: newgroup
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Group_union(group1, group2, newgroup, ierror)
      import
      integer, intent(in) :: group1
      integer, intent(in) :: group2
      integer :: newgroup
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Iallgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, &
        request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Iallgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, &
        request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Iallgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, &
        comm, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Iallgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
        recvtype, comm, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Iallreduce(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Iallreduce(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Ialltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, &
        request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Ialltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, &
        request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Ialltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, &
        recvtype, comm, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Ialltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, &
        rdispls, recvtype, comm, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Ialltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, &
        rdispls, recvtypes, comm, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer :: sendtypes(*)
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer :: recvtypes(*)
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Ialltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, &
        rdispls, recvtypes, comm, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer :: sendtypes(*)
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer :: recvtypes(*)
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Ibarrier(comm, request, ierror)
      import
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Ibarrier(comm, request, ierror)
      import
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Ibcast(buffer, count, datatype, root, comm, request, ierror)
      import
      type(*) :: buffer(*)
      !GCC$ attributes no_arg_check :: buffer
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Ibcast(buffer, count, datatype, root, comm, request, ierror)
      import
      type(*) :: buffer(*)
      !GCC$ attributes no_arg_check :: buffer
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Ibsend(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Ibsend(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Iexscan(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Iexscan(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Igather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, &
        request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Igather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, &
        request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Igatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, &
        root, comm, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Igatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, &
        root, comm, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Improbe(source, tag, comm, flag, message, status, ierror)
      import
      integer, intent(in) :: source
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      logical :: flag
      integer :: message
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Improbe(source, tag, comm, flag, message, status, ierror)
      import
      integer, intent(in) :: source
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      logical :: flag
      integer :: message
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Imrecv(buf, count, datatype, message, request, ierror)
      import
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: message
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Imrecv(buf, count, datatype, message, request, ierror)
      import
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: message
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Ineighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        comm, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Ineighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        comm, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Ineighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
        recvtype, comm, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Ineighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
        recvtype, comm, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Ineighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        comm, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Ineighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        comm, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Ineighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, &
        rdispls, recvtype, comm, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Ineighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, &
        recvcounts, rdispls, recvtype, comm, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Ineighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, &
        recvcounts, rdispls, recvtypes, comm, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer :: sendcounts(*)
      integer(MPI_ADDRESS_KIND) :: sdispls(*)
      integer :: sendtypes(*)
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: rdispls(*)
      integer :: recvtypes(*)
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Ineighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, &
        recvcounts, rdispls, recvtypes, comm, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer :: sendcounts(*)
      integer(MPI_ADDRESS_KIND) :: sdispls(*)
      integer :: sendtypes(*)
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: rdispls(*)
      integer :: recvtypes(*)
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Info_create(info, ierror)
      import
      integer :: info
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Info_create(info, ierror)
      import
      integer :: info
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Info_create_env(info, ierror)
      import
      integer :: info
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Info_create_env(info, ierror)
      import
      integer :: info
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Info_delete(info, key, ierror)
      import
      integer, intent(in) :: info
      character(*), intent(in) :: key
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Info_delete(info, key, ierror)
      import
      integer, intent(in) :: info
      character(*), intent(in) :: key
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Info_dup(info, newinfo, ierror)
      import
      integer, intent(in) :: info
      integer :: newinfo
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Info_dup(info, newinfo, ierror)
      import
      integer, intent(in) :: info
      integer :: newinfo
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Info_free(info, ierror)
      import
      integer :: info
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Info_free(info, ierror)
      import
      integer :: info
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Info_get(info, key, valuelen, value, flag, ierror)
      import
      integer, intent(in) :: info
      character(*), intent(in) :: key
      integer, intent(in) :: valuelen
      character(*) :: value
      logical :: flag
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Info_get(info, key, valuelen, value, flag, ierror)
      import
      integer, intent(in) :: info
      character(*), intent(in) :: key
      integer, intent(in) :: valuelen
      character(*) :: value
      logical :: flag
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Info_get_nkeys(info, nkeys, ierror)
      import
      integer, intent(in) :: info
      integer :: nkeys
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Info_get_nkeys(info, nkeys, ierror)
      import
      integer, intent(in) :: info
      integer :: nkeys
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Info_get_nthkey(info, n, key, ierror)
      import
      integer, intent(in) :: info
      integer, intent(in) :: n
      character(*) :: key
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Info_get_nthkey(info, n, key, ierror)
      import
      integer, intent(in) :: info
      integer, intent(in) :: n
      character(*) :: key
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Info_get_string(info, key, buflen, value, flag, ierror)
      import
      integer, intent(in) :: info
      character(*), intent(in) :: key
      integer :: buflen
      character(*) :: value
      logical :: flag
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Info_get_string(info, key, buflen, value, flag, ierror)
      import
      integer, intent(in) :: info
      character(*), intent(in) :: key
      integer :: buflen
      character(*) :: value
      logical :: flag
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Info_get_valuelen(info, key, valuelen, flag, ierror)
      import
      integer, intent(in) :: info
      character(*), intent(in) :: key
      integer :: valuelen
      logical :: flag
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Info_get_valuelen(info, key, valuelen, flag, ierror)
      import
      integer, intent(in) :: info
      character(*), intent(in) :: key
      integer :: valuelen
      logical :: flag
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Info_set(info, key, value, ierror)
      import
      integer, intent(in) :: info
      character(*), intent(in) :: key
      character(*), intent(in) :: value
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Info_set(info, key, value, ierror)
      import
      integer, intent(in) :: info
      character(*), intent(in) :: key
      character(*), intent(in) :: value
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Init(ierror)
      import
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Init(ierror)
      import
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Init_thread(required, provided, ierror)
      import
      integer, intent(in) :: required
      integer :: provided
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Init_thread(required, provided, ierror)
      import
      integer, intent(in) :: required
      integer :: provided
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Initialized(flag, ierror)
      import
      logical :: flag
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Initialized(flag, ierror)
      import
      logical :: flag
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Intercomm_create(local_comm, local_leader, peer_comm, remote_leader, tag, &
        newintercomm, ierror)
      import
      integer, intent(in) :: local_comm
      integer, intent(in) :: local_leader
      integer, intent(in) :: peer_comm
      integer, intent(in) :: remote_leader
      integer, intent(in) :: tag
      integer :: newintercomm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Intercomm_create(local_comm, local_leader, peer_comm, remote_leader, tag, &
        newintercomm, ierror)
      import
      integer, intent(in) :: local_comm
      integer, intent(in) :: local_leader
      integer, intent(in) :: peer_comm
      integer, intent(in) :: remote_leader
      integer, intent(in) :: tag
      integer :: newintercomm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Intercomm_create_from_groups(local_group, local_leader, remote_group, &
        remote_leader, stringtag, info, errhandler, newintercomm, ierror)
      import
      integer, intent(in) :: local_group
      integer, intent(in) :: local_leader
      integer, intent(in) :: remote_group
      integer, intent(in) :: remote_leader
      character(*), intent(in) :: stringtag
      integer, intent(in) :: info
      integer, intent(in) :: errhandler
      integer :: newintercomm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Intercomm_create_from_groups(local_group, local_leader, remote_group, &
        remote_leader, stringtag, info, errhandler, newintercomm, ierror)
      import
      integer, intent(in) :: local_group
      integer, intent(in) :: local_leader
      integer, intent(in) :: remote_group
      integer, intent(in) :: remote_leader
      character(*), intent(in) :: stringtag
      integer, intent(in) :: info
      integer, intent(in) :: errhandler
      integer :: newintercomm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Intercomm_merge(intercomm, high, newintracomm, ierror)
      import
      integer, intent(in) :: intercomm
      logical, intent(in) :: high
      integer :: newintracomm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Intercomm_merge(intercomm, high, newintracomm, ierror)
      import
      integer, intent(in) :: intercomm
      logical, intent(in) :: high
      integer :: newintracomm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Iprobe(source, tag, comm, flag, status, ierror)
      import
      integer, intent(in) :: source
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      logical :: flag
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Iprobe(source, tag, comm, flag, status, ierror)
      import
      integer, intent(in) :: source
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      logical :: flag
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Irecv(buf, count, datatype, source, tag, comm, request, ierror)
      import
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: source
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Irecv(buf, count, datatype, source, tag, comm, request, ierror)
      import
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: source
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Ireduce(sendbuf, recvbuf, count, datatype, op, root, comm, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Ireduce(sendbuf, recvbuf, count, datatype, op, root, comm, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Ireduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, comm, request, &
        ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer :: recvcounts(*)
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Ireduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, comm, request, &
        ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer :: recvcounts(*)
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Ireduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm, request, &
        ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Ireduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm, request, &
        ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Irsend(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Irsend(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Is_thread_main(flag, ierror)
      import
      logical :: flag
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Is_thread_main(flag, ierror)
      import
      logical :: flag
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Iscan(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Iscan(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Iscatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, &
        request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Iscatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, &
        comm, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Iscatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, &
        root, comm, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer :: sendcounts(*)
      integer :: displs(*)
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Iscatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, &
        root, comm, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer :: sendcounts(*)
      integer :: displs(*)
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Isend(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Isend(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Isendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, &
        recvtype, source, recvtag, comm, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      integer, intent(in) :: dest
      integer, intent(in) :: sendtag
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: source
      integer, intent(in) :: recvtag
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Isendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, &
        recvtype, source, recvtag, comm, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      integer, intent(in) :: dest
      integer, intent(in) :: sendtag
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: source
      integer, intent(in) :: recvtag
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Isendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag, comm, &
        request, ierror)
      import
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: sendtag
      integer, intent(in) :: source
      integer, intent(in) :: recvtag
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Isendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag, comm, &
        request, ierror)
      import
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: sendtag
      integer, intent(in) :: source
      integer, intent(in) :: recvtag
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Issend(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Issend(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Keyval_create(copy_fn, delete_fn, keyval, extra_state, ierror)
      import
      external :: copy_fn
      external :: delete_fn
      integer :: keyval
      integer :: extra_state
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Keyval_create(copy_fn, delete_fn, keyval, extra_state, ierror)
      import
      external :: copy_fn
      external :: delete_fn
      integer :: keyval
      integer :: extra_state
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Keyval_free(keyval, ierror)
      import
      integer :: keyval
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Keyval_free(keyval, ierror)
      import
      integer :: keyval
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Lookup_name(service_name, info, port_name, ierror)
      import
      character(*), intent(in) :: service_name
      integer, intent(in) :: info
      character(*) :: port_name
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Lookup_name(service_name, info, port_name, ierror)
      import
      character(*), intent(in) :: service_name
      integer, intent(in) :: info
      character(*) :: port_name
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Mprobe(source, tag, comm, message, status, ierror)
      import
      integer, intent(in) :: source
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: message
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Mprobe(source, tag, comm, message, status, ierror)
      import
      integer, intent(in) :: source
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: message
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Mrecv(buf, count, datatype, message, status, ierror)
      import
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: message
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Mrecv(buf, count, datatype, message, status, ierror)
      import
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: message
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Neighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        comm, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Neighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        comm, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Neighbor_allgather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, comm, info, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Neighbor_allgather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, comm, info, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Neighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
        recvtype, comm, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Neighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
        recvtype, comm, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Neighbor_allgatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, &
        displs, recvtype, comm, info, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Neighbor_allgatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, &
        displs, recvtype, comm, info, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Neighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        comm, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Neighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        comm, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Neighbor_alltoall_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, comm, info, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Neighbor_alltoall_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, comm, info, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Neighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, &
        rdispls, recvtype, comm, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Neighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, &
        rdispls, recvtype, comm, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Neighbor_alltoallv_init(sendbuf, sendcounts, sdispls, sendtype, recvbuf, &
        recvcounts, rdispls, recvtype, comm, info, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Neighbor_alltoallv_init(sendbuf, sendcounts, sdispls, sendtype, recvbuf, &
        recvcounts, rdispls, recvtype, comm, info, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Neighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, &
        rdispls, recvtypes, comm, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer :: sendcounts(*)
      integer(MPI_ADDRESS_KIND) :: sdispls(*)
      integer :: sendtypes(*)
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: rdispls(*)
      integer :: recvtypes(*)
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Neighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, &
        recvcounts, rdispls, recvtypes, comm, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer :: sendcounts(*)
      integer(MPI_ADDRESS_KIND) :: sdispls(*)
      integer :: sendtypes(*)
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: rdispls(*)
      integer :: recvtypes(*)
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Neighbor_alltoallw_init(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, &
        recvcounts, rdispls, recvtypes, comm, info, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer :: sendcounts(*)
      integer(MPI_ADDRESS_KIND) :: sdispls(*)
      integer :: sendtypes(*)
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: rdispls(*)
      integer :: recvtypes(*)
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Neighbor_alltoallw_init(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, &
        recvcounts, rdispls, recvtypes, comm, info, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer :: sendcounts(*)
      integer(MPI_ADDRESS_KIND) :: sdispls(*)
      integer :: sendtypes(*)
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: rdispls(*)
      integer :: recvtypes(*)
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Op_commutative(op, commute, ierror)
      import
      integer, intent(in) :: op
      logical :: commute
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Op_commutative(op, commute, ierror)
      import
      integer, intent(in) :: op
      logical :: commute
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Op_create(user_fn, commute, op, ierror)
      import
      external :: user_fn
      logical, intent(in) :: commute
      integer :: op
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Op_create(user_fn, commute, op, ierror)
      import
      external :: user_fn
      logical, intent(in) :: commute
      integer :: op
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Op_free(op, ierror)
      import
      integer :: op
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Op_free(op, ierror)
      import
      integer :: op
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Open_port(info, port_name, ierror)
      import
      integer, intent(in) :: info
      character(*) :: port_name
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Open_port(info, port_name, ierror)
      import
      integer, intent(in) :: info
      character(*) :: port_name
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Pack(inbuf, incount, datatype, outbuf, outsize, position, comm, ierror)
      import
      type(*) :: inbuf(*)
      !GCC$ attributes no_arg_check :: inbuf
      integer, intent(in) :: incount
      integer, intent(in) :: datatype
      type(*) :: outbuf(*)
      !GCC$ attributes no_arg_check :: outbuf
      integer, intent(in) :: outsize
      integer :: position
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Pack(inbuf, incount, datatype, outbuf, outsize, position, comm, ierror)
      import
      type(*) :: inbuf(*)
      !GCC$ attributes no_arg_check :: inbuf
      integer, intent(in) :: incount
      integer, intent(in) :: datatype
      type(*) :: outbuf(*)
      !GCC$ attributes no_arg_check :: outbuf
      integer, intent(in) :: outsize
      integer :: position
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Pack_external(datarep, inbuf, incount, datatype, outbuf, outsize, position, &
        ierror)
      import
      character(*), intent(in) :: datarep
      type(*) :: inbuf(*)
      !GCC$ attributes no_arg_check :: inbuf
      integer, intent(in) :: incount
      integer, intent(in) :: datatype
      type(*) :: outbuf(*)
      !GCC$ attributes no_arg_check :: outbuf
      integer(MPI_ADDRESS_KIND), intent(in) :: outsize
      integer(MPI_ADDRESS_KIND) :: position
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Pack_external(datarep, inbuf, incount, datatype, outbuf, outsize, position, &
        ierror)
      import
      character(*), intent(in) :: datarep
      type(*) :: inbuf(*)
      !GCC$ attributes no_arg_check :: inbuf
      integer, intent(in) :: incount
      integer, intent(in) :: datatype
      type(*) :: outbuf(*)
      !GCC$ attributes no_arg_check :: outbuf
      integer(MPI_ADDRESS_KIND), intent(in) :: outsize
      integer(MPI_ADDRESS_KIND) :: position
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Pack_external_size(datarep, incount, datatype, size, ierror)
      import
      character(*), intent(in) :: datarep
      integer, intent(in) :: incount
      integer, intent(in) :: datatype
      integer(MPI_ADDRESS_KIND) :: size
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Pack_external_size(datarep, incount, datatype, size, ierror)
      import
      character(*), intent(in) :: datarep
      integer, intent(in) :: incount
      integer, intent(in) :: datatype
      integer(MPI_ADDRESS_KIND) :: size
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Pack_size(incount, datatype, comm, size, ierror)
      import
      integer, intent(in) :: incount
      integer, intent(in) :: datatype
      integer, intent(in) :: comm
      integer :: size
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Pack_size(incount, datatype, comm, size, ierror)
      import
      integer, intent(in) :: incount
      integer, intent(in) :: datatype
      integer, intent(in) :: comm
      integer :: size
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Parrived(request, partition, flag, ierror)
      import
      integer, intent(in) :: request
      integer, intent(in) :: partition
      logical :: flag
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Parrived(request, partition, flag, ierror)
      import
      integer, intent(in) :: request
      integer, intent(in) :: partition
      logical :: flag
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Pcontrol(level)
      import
      integer, intent(in) :: level
    end subroutine
  end interface
  interface
    subroutine PMPI_Pcontrol(level)
      import
      integer, intent(in) :: level
    end subroutine
  end interface
  interface
    subroutine MPI_Pready(partition, request, ierror)
      import
      integer, intent(in) :: partition
      integer, intent(in) :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Pready(partition, request, ierror)
      import
      integer, intent(in) :: partition
      integer, intent(in) :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Pready_list(length, array_of_partitions, request, ierror)
      import
      integer, intent(in) :: length
      integer :: array_of_partitions(*)
      integer, intent(in) :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Pready_list(length, array_of_partitions, request, ierror)
      import
      integer, intent(in) :: length
      integer :: array_of_partitions(*)
      integer, intent(in) :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Pready_range(partition_low, partition_high, request, ierror)
      import
      integer, intent(in) :: partition_low
      integer, intent(in) :: partition_high
      integer, intent(in) :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Pready_range(partition_low, partition_high, request, ierror)
      import
      integer, intent(in) :: partition_low
      integer, intent(in) :: partition_high
      integer, intent(in) :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Precv_init(buf, partitions, count, datatype, dest, tag, comm, info, request, &
        ierror)
      import
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: partitions
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Precv_init(buf, partitions, count, datatype, dest, tag, comm, info, request, &
        ierror)
      import
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: partitions
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Probe(source, tag, comm, status, ierror)
      import
      integer, intent(in) :: source
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Probe(source, tag, comm, status, ierror)
      import
      integer, intent(in) :: source
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Psend_init(buf, partitions, count, datatype, dest, tag, comm, info, request, &
        ierror)
      import
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: partitions
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Psend_init(buf, partitions, count, datatype, dest, tag, comm, info, request, &
        ierror)
      import
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: partitions
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Publish_name(service_name, info, port_name, ierror)
      import
      character(*), intent(in) :: service_name
      integer, intent(in) :: info
      character(*), intent(in) :: port_name
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Publish_name(service_name, info, port_name, ierror)
      import
      character(*), intent(in) :: service_name
      integer, intent(in) :: info
      character(*), intent(in) :: port_name
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Put(origin_addr, origin_count, origin_datatype, target_rank, target_disp, &
        target_count, target_datatype, win, ierror)
      import
      type(*) :: origin_addr(*)
      !GCC$ attributes no_arg_check :: origin_addr
      integer, intent(in) :: origin_count
      integer, intent(in) :: origin_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(in) :: target_count
      integer, intent(in) :: target_datatype
      integer, intent(in) :: win
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Put(origin_addr, origin_count, origin_datatype, target_rank, target_disp, &
        target_count, target_datatype, win, ierror)
      import
      type(*) :: origin_addr(*)
      !GCC$ attributes no_arg_check :: origin_addr
      integer, intent(in) :: origin_count
      integer, intent(in) :: origin_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(in) :: target_count
      integer, intent(in) :: target_datatype
      integer, intent(in) :: win
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Query_thread(provided, ierror)
      import
      integer :: provided
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Query_thread(provided, ierror)
      import
      integer :: provided
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Raccumulate(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, op, win, request, ierror)
      import
      type(*) :: origin_addr(*)
      !GCC$ attributes no_arg_check :: origin_addr
      integer, intent(in) :: origin_count
      integer, intent(in) :: origin_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(in) :: target_count
      integer, intent(in) :: target_datatype
      integer, intent(in) :: op
      integer, intent(in) :: win
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Raccumulate(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, op, win, request, ierror)
      import
      type(*) :: origin_addr(*)
      !GCC$ attributes no_arg_check :: origin_addr
      integer, intent(in) :: origin_count
      integer, intent(in) :: origin_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(in) :: target_count
      integer, intent(in) :: target_datatype
      integer, intent(in) :: op
      integer, intent(in) :: win
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Recv(buf, count, datatype, source, tag, comm, status, ierror)
      import
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: source
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Recv(buf, count, datatype, source, tag, comm, status, ierror)
      import
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: source
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Recv_init(buf, count, datatype, source, tag, comm, request, ierror)
      import
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: source
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Recv_init(buf, count, datatype, source, tag, comm, request, ierror)
      import
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: source
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Reduce(sendbuf, recvbuf, count, datatype, op, root, comm, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Reduce(sendbuf, recvbuf, count, datatype, op, root, comm, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Reduce_init(sendbuf, recvbuf, count, datatype, op, root, comm, info, request, &
        ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Reduce_init(sendbuf, recvbuf, count, datatype, op, root, comm, info, request, &
        ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Reduce_local(inbuf, inoutbuf, count, datatype, op, ierror)
      import
      type(*) :: inbuf(*)
      !GCC$ attributes no_arg_check :: inbuf
      type(*) :: inoutbuf(*)
      !GCC$ attributes no_arg_check :: inoutbuf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Reduce_local(inbuf, inoutbuf, count, datatype, op, ierror)
      import
      type(*) :: inbuf(*)
      !GCC$ attributes no_arg_check :: inbuf
      type(*) :: inoutbuf(*)
      !GCC$ attributes no_arg_check :: inoutbuf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Reduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, comm, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer :: recvcounts(*)
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Reduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, comm, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer :: recvcounts(*)
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Reduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Reduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Reduce_scatter_block_init(sendbuf, recvbuf, recvcount, datatype, op, comm, info, &
        request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Reduce_scatter_block_init(sendbuf, recvbuf, recvcount, datatype, op, comm, &
        info, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Reduce_scatter_init(sendbuf, recvbuf, recvcounts, datatype, op, comm, info, &
        request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer :: recvcounts(*)
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Reduce_scatter_init(sendbuf, recvbuf, recvcounts, datatype, op, comm, info, &
        request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer :: recvcounts(*)
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Register_datarep(datarep, read_conversion_fn, write_conversion_fn, &
        dtype_file_extent_fn, extra_state, ierror)
      import
      character(*), intent(in) :: datarep
      external :: read_conversion_fn
      external :: write_conversion_fn
      external :: dtype_file_extent_fn
      integer(MPI_ADDRESS_KIND), intent(in) :: extra_state
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Register_datarep(datarep, read_conversion_fn, write_conversion_fn, &
        dtype_file_extent_fn, extra_state, ierror)
      import
      character(*), intent(in) :: datarep
      external :: read_conversion_fn
      external :: write_conversion_fn
      external :: dtype_file_extent_fn
      integer(MPI_ADDRESS_KIND), intent(in) :: extra_state
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Remove_error_class(errorclass, ierror)
      import
      integer, intent(in) :: errorclass
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Remove_error_class(errorclass, ierror)
      import
      integer, intent(in) :: errorclass
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Remove_error_code(errorcode, ierror)
      import
      integer, intent(in) :: errorcode
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Remove_error_code(errorcode, ierror)
      import
      integer, intent(in) :: errorcode
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Remove_error_string(errorcode, ierror)
      import
      integer, intent(in) :: errorcode
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Remove_error_string(errorcode, ierror)
      import
      integer, intent(in) :: errorcode
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Request_free(request, ierror)
      import
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Request_free(request, ierror)
      import
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Request_get_status(request, flag, status, ierror)
      import
      integer, intent(in) :: request
      logical :: flag
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Request_get_status(request, flag, status, ierror)
      import
      integer, intent(in) :: request
      logical :: flag
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Request_get_status_all(count, array_of_requests, flag, array_of_statuses, ierror)
      import
      integer, intent(in) :: count
      integer :: array_of_requests(*)
      logical :: flag
      integer :: array_of_statuses(MPI_STATUS_SIZE, *)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Request_get_status_all(count, array_of_requests, flag, array_of_statuses, &
        ierror)
      import
      integer, intent(in) :: count
      integer :: array_of_requests(*)
      logical :: flag
      integer :: array_of_statuses(MPI_STATUS_SIZE, *)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Request_get_status_any(count, array_of_requests, indx, flag, status, ierror)
      import
      integer, intent(in) :: count
      integer :: array_of_requests(*)
      integer :: indx
      logical :: flag
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Request_get_status_any(count, array_of_requests, indx, flag, status, ierror)
      import
      integer, intent(in) :: count
      integer :: array_of_requests(*)
      integer :: indx
      logical :: flag
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Request_get_status_some(incount, array_of_requests, outcount, array_of_indices, &
        array_of_statuses, ierror)
      import
      integer, intent(in) :: incount
      integer :: array_of_requests(*)
      integer :: outcount
      integer :: array_of_indices(*)
      integer :: array_of_statuses(MPI_STATUS_SIZE, *)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Request_get_status_some(incount, array_of_requests, outcount, array_of_indices, &
        array_of_statuses, ierror)
      import
      integer, intent(in) :: incount
      integer :: array_of_requests(*)
      integer :: outcount
      integer :: array_of_indices(*)
      integer :: array_of_statuses(MPI_STATUS_SIZE, *)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Rget(origin_addr, origin_count, origin_datatype, target_rank, target_disp, &
        target_count, target_datatype, win, request, ierror)
      import
      type(*) :: origin_addr(*)
      !GCC$ attributes no_arg_check :: origin_addr
      integer, intent(in) :: origin_count
      integer, intent(in) :: origin_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(in) :: target_count
      integer, intent(in) :: target_datatype
      integer, intent(in) :: win
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Rget(origin_addr, origin_count, origin_datatype, target_rank, target_disp, &
        target_count, target_datatype, win, request, ierror)
      import
      type(*) :: origin_addr(*)
      !GCC$ attributes no_arg_check :: origin_addr
      integer, intent(in) :: origin_count
      integer, intent(in) :: origin_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(in) :: target_count
      integer, intent(in) :: target_datatype
      integer, intent(in) :: win
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Rget_accumulate(origin_addr, origin_count, origin_datatype, result_addr, &
        result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, &
        win, request, ierror)
      import
      type(*) :: origin_addr(*)
      !GCC$ attributes no_arg_check :: origin_addr
      integer, intent(in) :: origin_count
      integer, intent(in) :: origin_datatype
      type(*) :: result_addr(*)
      !GCC$ attributes no_arg_check :: result_addr
      integer, intent(in) :: result_count
      integer, intent(in) :: result_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(in) :: target_count
      integer, intent(in) :: target_datatype
      integer, intent(in) :: op
      integer, intent(in) :: win
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Rget_accumulate(origin_addr, origin_count, origin_datatype, result_addr, &
        result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, &
        win, request, ierror)
      import
      type(*) :: origin_addr(*)
      !GCC$ attributes no_arg_check :: origin_addr
      integer, intent(in) :: origin_count
      integer, intent(in) :: origin_datatype
      type(*) :: result_addr(*)
      !GCC$ attributes no_arg_check :: result_addr
      integer, intent(in) :: result_count
      integer, intent(in) :: result_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(in) :: target_count
      integer, intent(in) :: target_datatype
      integer, intent(in) :: op
      integer, intent(in) :: win
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Rput(origin_addr, origin_count, origin_datatype, target_rank, target_disp, &
        target_count, target_datatype, win, request, ierror)
      import
      type(*) :: origin_addr(*)
      !GCC$ attributes no_arg_check :: origin_addr
      integer, intent(in) :: origin_count
      integer, intent(in) :: origin_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(in) :: target_count
      integer, intent(in) :: target_datatype
      integer, intent(in) :: win
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Rput(origin_addr, origin_count, origin_datatype, target_rank, target_disp, &
        target_count, target_datatype, win, request, ierror)
      import
      type(*) :: origin_addr(*)
      !GCC$ attributes no_arg_check :: origin_addr
      integer, intent(in) :: origin_count
      integer, intent(in) :: origin_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(in) :: target_count
      integer, intent(in) :: target_datatype
      integer, intent(in) :: win
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Rsend(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Rsend(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Rsend_init(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Rsend_init(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Scan(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Scan(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Scan_init(sendbuf, recvbuf, count, datatype, op, comm, info, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Scan_init(sendbuf, recvbuf, count, datatype, op, comm, info, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Scatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, &
        ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Scatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, &
        ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Scatter_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, &
        comm, info, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Scatter_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, &
        comm, info, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Scatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, &
        root, comm, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer :: sendcounts(*)
      integer :: displs(*)
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Scatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, &
        root, comm, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer :: sendcounts(*)
      integer :: displs(*)
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Scatterv_init(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, &
        recvtype, root, comm, info, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer :: sendcounts(*)
      integer :: displs(*)
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Scatterv_init(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, &
        recvtype, root, comm, info, request, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer :: sendcounts(*)
      integer :: displs(*)
      integer, intent(in) :: sendtype
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Send(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Send(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Send_init(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Send_init(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Sendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, &
        recvtype, source, recvtag, comm, status, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      integer, intent(in) :: dest
      integer, intent(in) :: sendtag
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: source
      integer, intent(in) :: recvtag
      integer, intent(in) :: comm
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Sendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, &
        recvtype, source, recvtag, comm, status, ierror)
      import
      type(*) :: sendbuf(*)
      !GCC$ attributes no_arg_check :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      integer, intent(in) :: dest
      integer, intent(in) :: sendtag
      type(*) :: recvbuf(*)
      !GCC$ attributes no_arg_check :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: source
      integer, intent(in) :: recvtag
      integer, intent(in) :: comm
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Sendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag, comm, &
        status, ierror)
      import
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: sendtag
      integer, intent(in) :: source
      integer, intent(in) :: recvtag
      integer, intent(in) :: comm
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Sendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag, comm, &
        status, ierror)
      import
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: sendtag
      integer, intent(in) :: source
      integer, intent(in) :: recvtag
      integer, intent(in) :: comm
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Session_attach_buffer(session, buffer, size, ierror)
      import
      integer, intent(in) :: session
      type(*) :: buffer(*)
      !GCC$ attributes no_arg_check :: buffer
      integer, intent(in) :: size
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Session_attach_buffer(session, buffer, size, ierror)
      import
      integer, intent(in) :: session
      type(*) :: buffer(*)
      !GCC$ attributes no_arg_check :: buffer
      integer, intent(in) :: size
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Session_call_errhandler(session, errorcode, ierror)
      import
      integer, intent(in) :: session
      integer, intent(in) :: errorcode
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Session_call_errhandler(session, errorcode, ierror)
      import
      integer, intent(in) :: session
      integer, intent(in) :: errorcode
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Session_create_errhandler(session_errhandler_fn, errhandler, ierror)
      import
      external :: session_errhandler_fn
      integer :: errhandler
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Session_create_errhandler(session_errhandler_fn, errhandler, ierror)
      import
      external :: session_errhandler_fn
      integer :: errhandler
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Session_detach_buffer(session, buffer_addr, size, ierror)
      import
      integer, intent(in) :: session
      type(*) :: buffer_addr(*)
      !GCC$ attributes no_arg_check :: buffer_addr
      integer :: size
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Session_detach_buffer(session, buffer_addr, size, ierror)
      import
      integer, intent(in) :: session
      type(*) :: buffer_addr(*)
      !GCC$ attributes no_arg_check :: buffer_addr
      integer :: size
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Session_finalize(session, ierror)
      import
      integer :: session
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Session_finalize(session, ierror)
      import
      integer :: session
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Session_flush_buffer(session, ierror)
      import
      integer, intent(in) :: session
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Session_flush_buffer(session, ierror)
      import
      integer, intent(in) :: session
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Session_get_errhandler(session, errhandler, ierror)
      import
      integer, intent(in) :: session
      integer :: errhandler
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Session_get_errhandler(session, errhandler, ierror)
      import
      integer, intent(in) :: session
      integer :: errhandler
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Session_get_info(session, info_used, ierror)
      import
      integer, intent(in) :: session
      integer :: info_used
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Session_get_info(session, info_used, ierror)
      import
      integer, intent(in) :: session
      integer :: info_used
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Session_get_nth_pset(session, info, n, pset_len, pset_name, ierror)
      import
      integer, intent(in) :: session
      integer, intent(in) :: info
      integer, intent(in) :: n
      integer :: pset_len
      character(*) :: pset_name
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Session_get_nth_pset(session, info, n, pset_len, pset_name, ierror)
      import
      integer, intent(in) :: session
      integer, intent(in) :: info
      integer, intent(in) :: n
      integer :: pset_len
      character(*) :: pset_name
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Session_get_num_psets(session, info, npset_names, ierror)
      import
      integer, intent(in) :: session
      integer, intent(in) :: info
      integer :: npset_names
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Session_get_num_psets(session, info, npset_names, ierror)
      import
      integer, intent(in) :: session
      integer, intent(in) :: info
      integer :: npset_names
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Session_get_pset_info(session, pset_name, info, ierror)
      import
      integer, intent(in) :: session
      character(*), intent(in) :: pset_name
      integer :: info
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Session_get_pset_info(session, pset_name, info, ierror)
      import
      integer, intent(in) :: session
      character(*), intent(in) :: pset_name
      integer :: info
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Session_iflush_buffer(session, request, ierror)
      import
      integer, intent(in) :: session
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Session_iflush_buffer(session, request, ierror)
      import
      integer, intent(in) :: session
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Session_init(info, errhandler, session, ierror)
      import
      integer, intent(in) :: info
      integer, intent(in) :: errhandler
      integer :: session
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Session_init(info, errhandler, session, ierror)
      import
      integer, intent(in) :: info
      integer, intent(in) :: errhandler
      integer :: session
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Session_set_errhandler(session, errhandler, ierror)
      import
      integer, intent(in) :: session
      integer, intent(in) :: errhandler
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Session_set_errhandler(session, errhandler, ierror)
      import
      integer, intent(in) :: session
      integer, intent(in) :: errhandler
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Ssend(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Ssend(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Ssend_init(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Ssend_init(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*) :: buf(*)
      !GCC$ attributes no_arg_check :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Start(request, ierror)
      import
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Start(request, ierror)
      import
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Startall(count, array_of_requests, ierror)
      import
      integer, intent(in) :: count
      integer :: array_of_requests(*)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Startall(count, array_of_requests, ierror)
      import
      integer, intent(in) :: count
      integer :: array_of_requests(*)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Status_get_error(status, error, ierror)
      import
      integer :: status(MPI_STATUS_SIZE)
      integer :: error
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Status_get_error(status, error, ierror)
      import
      integer :: status(MPI_STATUS_SIZE)
      integer :: error
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Status_get_source(status, source, ierror)
      import
      integer :: status(MPI_STATUS_SIZE)
      integer :: source
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Status_get_source(status, source, ierror)
      import
      integer :: status(MPI_STATUS_SIZE)
      integer :: source
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Status_get_tag(status, tag, ierror)
      import
      integer :: status(MPI_STATUS_SIZE)
      integer :: tag
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Status_get_tag(status, tag, ierror)
      import
      integer :: status(MPI_STATUS_SIZE)
      integer :: tag
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Status_set_cancelled(status, flag, ierror)
      import
      integer :: status(MPI_STATUS_SIZE)
      logical, intent(in) :: flag
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Status_set_cancelled(status, flag, ierror)
      import
      integer :: status(MPI_STATUS_SIZE)
      logical, intent(in) :: flag
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Status_set_elements(status, datatype, count, ierror)
      import
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(in) :: datatype
      integer, intent(in) :: count
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Status_set_elements(status, datatype, count, ierror)
      import
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(in) :: datatype
      integer, intent(in) :: count
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Status_set_elements_x(status, datatype, count, ierror)
      import
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(in) :: datatype
      integer(MPI_COUNT_KIND), intent(in) :: count
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Status_set_elements_x(status, datatype, count, ierror)
      import
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(in) :: datatype
      integer(MPI_COUNT_KIND), intent(in) :: count
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Status_set_error(status, error, ierror)
      import
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(in) :: error
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Status_set_error(status, error, ierror)
      import
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(in) :: error
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Status_set_source(status, source, ierror)
      import
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(in) :: source
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Status_set_source(status, source, ierror)
      import
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(in) :: source
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Status_set_tag(status, tag, ierror)
      import
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(in) :: tag
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Status_set_tag(status, tag, ierror)
      import
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(in) :: tag
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Test(request, flag, status, ierror)
      import
      integer :: request
      logical :: flag
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Test(request, flag, status, ierror)
      import
      integer :: request
      logical :: flag
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Test_cancelled(status, flag, ierror)
      import
      integer :: status(MPI_STATUS_SIZE)
      logical :: flag
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Test_cancelled(status, flag, ierror)
      import
      integer :: status(MPI_STATUS_SIZE)
      logical :: flag
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Testall(count, array_of_requests, flag, array_of_statuses, ierror)
      import
      integer, intent(in) :: count
      integer :: array_of_requests(*)
      logical :: flag
      integer :: array_of_statuses(MPI_STATUS_SIZE, *)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Testall(count, array_of_requests, flag, array_of_statuses, ierror)
      import
      integer, intent(in) :: count
      integer :: array_of_requests(*)
      logical :: flag
      integer :: array_of_statuses(MPI_STATUS_SIZE, *)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Testany(count, array_of_requests, indx, flag, status, ierror)
      import
      integer, intent(in) :: count
      integer :: array_of_requests(*)
      integer :: indx
      logical :: flag
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Testany(count, array_of_requests, indx, flag, status, ierror)
      import
      integer, intent(in) :: count
      integer :: array_of_requests(*)
      integer :: indx
      logical :: flag
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Testsome(incount, array_of_requests, outcount, array_of_indices, &
        array_of_statuses, ierror)
      import
      integer, intent(in) :: incount
      integer :: array_of_requests(*)
      integer :: outcount
      integer :: array_of_indices(*)
      integer :: array_of_statuses(MPI_STATUS_SIZE, *)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Testsome(incount, array_of_requests, outcount, array_of_indices, &
        array_of_statuses, ierror)
      import
      integer, intent(in) :: incount
      integer :: array_of_requests(*)
      integer :: outcount
      integer :: array_of_indices(*)
      integer :: array_of_statuses(MPI_STATUS_SIZE, *)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Topo_test(comm, status, ierror)
      import
      integer, intent(in) :: comm
      integer :: status
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Topo_test(comm, status, ierror)
      import
      integer, intent(in) :: comm
      integer :: status
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Type_commit(datatype, ierror)
      import
      integer :: datatype
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Type_commit(datatype, ierror)
      import
      integer :: datatype
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Type_contiguous(count, oldtype, newtype, ierror)
      import
      integer, intent(in) :: count
      integer, intent(in) :: oldtype
      integer :: newtype
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Type_contiguous(count, oldtype, newtype, ierror)
      import
      integer, intent(in) :: count
      integer, intent(in) :: oldtype
      integer :: newtype
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Type_create_darray(size, rank, ndims, array_of_gsizes, array_of_distribs, &
        array_of_dargs, array_of_psizes, order, oldtype, newtype, ierror)
      import
      integer, intent(in) :: size
      integer, intent(in) :: rank
      integer, intent(in) :: ndims
      integer :: array_of_gsizes(*)
      integer :: array_of_distribs(*)
      integer :: array_of_dargs(*)
      integer :: array_of_psizes(*)
      integer, intent(in) :: order
      integer, intent(in) :: oldtype
      integer :: newtype
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Type_create_darray(size, rank, ndims, array_of_gsizes, array_of_distribs, &
        array_of_dargs, array_of_psizes, order, oldtype, newtype, ierror)
      import
      integer, intent(in) :: size
      integer, intent(in) :: rank
      integer, intent(in) :: ndims
      integer :: array_of_gsizes(*)
      integer :: array_of_distribs(*)
      integer :: array_of_dargs(*)
      integer :: array_of_psizes(*)
      integer, intent(in) :: order
      integer, intent(in) :: oldtype
      integer :: newtype
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Type_create_f90_complex(p, r, newtype, ierror)
      import
      integer, intent(in) :: p
      integer, intent(in) :: r
      integer :: newtype
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Type_create_f90_complex(p, r, newtype, ierror)
      import
      integer, intent(in) :: p
      integer, intent(in) :: r
      integer :: newtype
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Type_create_f90_integer(r, newtype, ierror)
      import
      integer, intent(in) :: r
      integer :: newtype
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Type_create_f90_integer(r, newtype, ierror)
      import
      integer, intent(in) :: r
      integer :: newtype
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Type_create_f90_real(p, r, newtype, ierror)
      import
      integer, intent(in) :: p
      integer, intent(in) :: r
      integer :: newtype
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Type_create_f90_real(p, r, newtype, ierror)
      import
      integer, intent(in) :: p
      integer, intent(in) :: r
      integer :: newtype
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Type_create_hindexed(count, array_of_blocklengths, array_of_displacements, &
        oldtype, newtype, ierror)
      import
      integer, intent(in) :: count
      integer :: array_of_blocklengths(*)
      integer(MPI_ADDRESS_KIND) :: array_of_displacements(*)
      integer, intent(in) :: oldtype
      integer :: newtype
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Type_create_hindexed(count, array_of_blocklengths, array_of_displacements, &
        oldtype, newtype, ierror)
      import
      integer, intent(in) :: count
      integer :: array_of_blocklengths(*)
      integer(MPI_ADDRESS_KIND) :: array_of_displacements(*)
      integer, intent(in) :: oldtype
      integer :: newtype
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Type_create_hindexed_block(count, blocklength, array_of_displacements, oldtype, &
        newtype, ierror)
      import
      integer, intent(in) :: count
      integer, intent(in) :: blocklength
      integer(MPI_ADDRESS_KIND) :: array_of_displacements(*)
      integer, intent(in) :: oldtype
      integer :: newtype
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Type_create_hindexed_block(count, blocklength, array_of_displacements, oldtype, &
        newtype, ierror)
      import
      integer, intent(in) :: count
      integer, intent(in) :: blocklength
      integer(MPI_ADDRESS_KIND) :: array_of_displacements(*)
      integer, intent(in) :: oldtype
      integer :: newtype
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Type_create_hvector(count, blocklength, stride, oldtype, newtype, ierror)
      import
      integer, intent(in) :: count
      integer, intent(in) :: blocklength
      integer(MPI_ADDRESS_KIND), intent(in) :: stride
      integer, intent(in) :: oldtype
      integer :: newtype
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Type_create_hvector(count, blocklength, stride, oldtype, newtype, ierror)
      import
      integer, intent(in) :: count
      integer, intent(in) :: blocklength
      integer(MPI_ADDRESS_KIND), intent(in) :: stride
      integer, intent(in) :: oldtype
      integer :: newtype
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Type_create_indexed_block(count, blocklength, array_of_displacements, oldtype, &
        newtype, ierror)
      import
      integer, intent(in) :: count
      integer, intent(in) :: blocklength
      integer :: array_of_displacements(*)
      integer, intent(in) :: oldtype
      integer :: newtype
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Type_create_indexed_block(count, blocklength, array_of_displacements, oldtype, &
        newtype, ierror)
      import
      integer, intent(in) :: count
      integer, intent(in) :: blocklength
      integer :: array_of_displacements(*)
      integer, intent(in) :: oldtype
      integer :: newtype
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Type_create_keyval(type_copy_attr_fn, type_delete_attr_fn, type_keyval, &
        extra_state, ierror)
      import
      external :: type_copy_attr_fn
      external :: type_delete_attr_fn
      integer :: type_keyval
      integer(MPI_ADDRESS_KIND), intent(in) :: extra_state
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Type_create_keyval(type_copy_attr_fn, type_delete_attr_fn, type_keyval, &
        extra_state, ierror)
      import
      external :: type_copy_attr_fn
      external :: type_delete_attr_fn
      integer :: type_keyval
      integer(MPI_ADDRESS_KIND), intent(in) :: extra_state
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Type_create_resized(oldtype, lb, extent, newtype, ierror)
      import
      integer, intent(in) :: oldtype
      integer(MPI_ADDRESS_KIND), intent(in) :: lb
      integer(MPI_ADDRESS_KIND), intent(in) :: extent
      integer :: newtype
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Type_create_resized(oldtype, lb, extent, newtype, ierror)
      import
      integer, intent(in) :: oldtype
      integer(MPI_ADDRESS_KIND), intent(in) :: lb
      integer(MPI_ADDRESS_KIND), intent(in) :: extent
      integer :: newtype
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Type_create_struct(count, array_of_blocklengths, array_of_displacements, &
        array_of_types, newtype, ierror)
      import
      integer, intent(in) :: count
      integer :: array_of_blocklengths(*)
      integer(MPI_ADDRESS_KIND) :: array_of_displacements(*)
      integer :: array_of_types(*)
      integer :: newtype
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Type_create_struct(count, array_of_blocklengths, array_of_displacements, &
        array_of_types, newtype, ierror)
      import
      integer, intent(in) :: count
      integer :: array_of_blocklengths(*)
      integer(MPI_ADDRESS_KIND) :: array_of_displacements(*)
      integer :: array_of_types(*)
      integer :: newtype
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Type_create_subarray(ndims, array_of_sizes, array_of_subsizes, array_of_starts, &
        order, oldtype, newtype, ierror)
      import
      integer, intent(in) :: ndims
      integer :: array_of_sizes(*)
      integer :: array_of_subsizes(*)
      integer :: array_of_starts(*)
      integer, intent(in) :: order
      integer, intent(in) :: oldtype
      integer :: newtype
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Type_create_subarray(ndims, array_of_sizes, array_of_subsizes, array_of_starts, &
        order, oldtype, newtype, ierror)
      import
      integer, intent(in) :: ndims
      integer :: array_of_sizes(*)
      integer :: array_of_subsizes(*)
      integer :: array_of_starts(*)
      integer, intent(in) :: order
      integer, intent(in) :: oldtype
      integer :: newtype
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Type_delete_attr(datatype, type_keyval, ierror)
      import
      integer, intent(in) :: datatype
      integer, intent(in) :: type_keyval
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Type_delete_attr(datatype, type_keyval, ierror)
      import
      integer, intent(in) :: datatype
      integer, intent(in) :: type_keyval
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Type_dup(oldtype, newtype, ierror)
      import
      integer, intent(in) :: oldtype
      integer :: newtype
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Type_dup(oldtype, newtype, ierror)
      import
      integer, intent(in) :: oldtype
      integer :: newtype
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Type_free(datatype, ierror)
      import
      integer :: datatype
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Type_free(datatype, ierror)
      import
      integer :: datatype
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Type_free_keyval(type_keyval, ierror)
      import
      integer :: type_keyval
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Type_free_keyval(type_keyval, ierror)
      import
      integer :: type_keyval
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Type_get_attr(datatype, type_keyval, attribute_val, flag, ierror)
      import
      integer, intent(in) :: datatype
      integer, intent(in) :: type_keyval
      integer(MPI_ADDRESS_KIND) :: attribute_val
      logical :: flag
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Type_get_attr(datatype, type_keyval, attribute_val, flag, ierror)
      import
      integer, intent(in) :: datatype
      integer, intent(in) :: type_keyval
      integer(MPI_ADDRESS_KIND) :: attribute_val
      logical :: flag
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Type_get_contents(datatype, max_integers, max_addresses, max_datatypes, &
        array_of_integers, array_of_addresses, array_of_datatypes, ierror)
      import
      integer, intent(in) :: datatype
      integer, intent(in) :: max_integers
      integer, intent(in) :: max_addresses
      integer, intent(in) :: max_datatypes
      integer :: array_of_integers(*)
      integer(MPI_ADDRESS_KIND) :: array_of_addresses(*)
      integer :: array_of_datatypes(*)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Type_get_contents(datatype, max_integers, max_addresses, max_datatypes, &
        array_of_integers, array_of_addresses, array_of_datatypes, ierror)
      import
      integer, intent(in) :: datatype
      integer, intent(in) :: max_integers
      integer, intent(in) :: max_addresses
      integer, intent(in) :: max_datatypes
      integer :: array_of_integers(*)
      integer(MPI_ADDRESS_KIND) :: array_of_addresses(*)
      integer :: array_of_datatypes(*)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Type_get_envelope(datatype, num_integers, num_addresses, num_datatypes, &
        combiner, ierror)
      import
      integer, intent(in) :: datatype
      integer :: num_integers
      integer :: num_addresses
      integer :: num_datatypes
      integer :: combiner
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Type_get_envelope(datatype, num_integers, num_addresses, num_datatypes, &
        combiner, ierror)
      import
      integer, intent(in) :: datatype
      integer :: num_integers
      integer :: num_addresses
      integer :: num_datatypes
      integer :: combiner
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Type_get_extent(datatype, lb, extent, ierror)
      import
      integer, intent(in) :: datatype
      integer(MPI_ADDRESS_KIND) :: lb
      integer(MPI_ADDRESS_KIND) :: extent
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Type_get_extent(datatype, lb, extent, ierror)
      import
      integer, intent(in) :: datatype
      integer(MPI_ADDRESS_KIND) :: lb
      integer(MPI_ADDRESS_KIND) :: extent
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Type_get_extent_x(datatype, lb, extent, ierror)
      import
      integer, intent(in) :: datatype
      integer(MPI_COUNT_KIND) :: lb
      integer(MPI_COUNT_KIND) :: extent
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Type_get_extent_x(datatype, lb, extent, ierror)
      import
      integer, intent(in) :: datatype
      integer(MPI_COUNT_KIND) :: lb
      integer(MPI_COUNT_KIND) :: extent
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Type_get_name(datatype, type_name, resultlen, ierror)
      import
      integer, intent(in) :: datatype
      character(*) :: type_name
      integer :: resultlen
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Type_get_name(datatype, type_name, resultlen, ierror)
      import
      integer, intent(in) :: datatype
      character(*) :: type_name
      integer :: resultlen
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Type_get_true_extent(datatype, true_lb, true_extent, ierror)
      import
      integer, intent(in) :: datatype
      integer(MPI_ADDRESS_KIND) :: true_lb
      integer(MPI_ADDRESS_KIND) :: true_extent
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Type_get_true_extent(datatype, true_lb, true_extent, ierror)
      import
      integer, intent(in) :: datatype
      integer(MPI_ADDRESS_KIND) :: true_lb
      integer(MPI_ADDRESS_KIND) :: true_extent
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Type_get_true_extent_x(datatype, true_lb, true_extent, ierror)
      import
      integer, intent(in) :: datatype
      integer(MPI_COUNT_KIND) :: true_lb
      integer(MPI_COUNT_KIND) :: true_extent
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Type_get_true_extent_x(datatype, true_lb, true_extent, ierror)
      import
      integer, intent(in) :: datatype
      integer(MPI_COUNT_KIND) :: true_lb
      integer(MPI_COUNT_KIND) :: true_extent
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Type_get_value_index(value_type, index_type, pair_type, ierror)
      import
      integer, intent(in) :: value_type
      integer, intent(in) :: index_type
      integer :: pair_type
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Type_get_value_index(value_type, index_type, pair_type, ierror)
      import
      integer, intent(in) :: value_type
      integer, intent(in) :: index_type
      integer :: pair_type
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Type_indexed(count, array_of_blocklengths, array_of_displacements, oldtype, &
        newtype, ierror)
      import
      integer, intent(in) :: count
      integer :: array_of_blocklengths(*)
      integer :: array_of_displacements(*)
      integer, intent(in) :: oldtype
      integer :: newtype
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Type_indexed(count, array_of_blocklengths, array_of_displacements, oldtype, &
        newtype, ierror)
      import
      integer, intent(in) :: count
      integer :: array_of_blocklengths(*)
      integer :: array_of_displacements(*)
      integer, intent(in) :: oldtype
      integer :: newtype
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Type_match_size(typeclass, size, datatype, ierror)
      import
      integer, intent(in) :: typeclass
      integer, intent(in) :: size
      integer :: datatype
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Type_match_size(typeclass, size, datatype, ierror)
      import
      integer, intent(in) :: typeclass
      integer, intent(in) :: size
      integer :: datatype
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Type_set_attr(datatype, type_keyval, attribute_val, ierror)
      import
      integer, intent(in) :: datatype
      integer, intent(in) :: type_keyval
      integer(MPI_ADDRESS_KIND) :: attribute_val
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Type_set_attr(datatype, type_keyval, attribute_val, ierror)
      import
      integer, intent(in) :: datatype
      integer, intent(in) :: type_keyval
      integer(MPI_ADDRESS_KIND) :: attribute_val
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Type_set_name(datatype, type_name, ierror)
      import
      integer, intent(in) :: datatype
      character(*), intent(in) :: type_name
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Type_set_name(datatype, type_name, ierror)
      import
      integer, intent(in) :: datatype
      character(*), intent(in) :: type_name
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Type_size(datatype, size, ierror)
      import
      integer, intent(in) :: datatype
      integer :: size
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Type_size(datatype, size, ierror)
      import
      integer, intent(in) :: datatype
      integer :: size
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Type_size_x(datatype, size, ierror)
      import
      integer, intent(in) :: datatype
      integer(MPI_COUNT_KIND) :: size
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Type_size_x(datatype, size, ierror)
      import
      integer, intent(in) :: datatype
      integer(MPI_COUNT_KIND) :: size
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Type_vector(count, blocklength, stride, oldtype, newtype, ierror)
      import
      integer, intent(in) :: count
      integer, intent(in) :: blocklength
      integer, intent(in) :: stride
      integer, intent(in) :: oldtype
      integer :: newtype
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Type_vector(count, blocklength, stride, oldtype, newtype, ierror)
      import
      integer, intent(in) :: count
      integer, intent(in) :: blocklength
      integer, intent(in) :: stride
      integer, intent(in) :: oldtype
      integer :: newtype
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Unpack(inbuf, insize, position, outbuf, outcount, datatype, comm, ierror)
      import
      type(*) :: inbuf(*)
      !GCC$ attributes no_arg_check :: inbuf
      integer, intent(in) :: insize
      integer :: position
      type(*) :: outbuf(*)
      !GCC$ attributes no_arg_check :: outbuf
      integer, intent(in) :: outcount
      integer, intent(in) :: datatype
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Unpack(inbuf, insize, position, outbuf, outcount, datatype, comm, ierror)
      import
      type(*) :: inbuf(*)
      !GCC$ attributes no_arg_check :: inbuf
      integer, intent(in) :: insize
      integer :: position
      type(*) :: outbuf(*)
      !GCC$ attributes no_arg_check :: outbuf
      integer, intent(in) :: outcount
      integer, intent(in) :: datatype
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Unpack_external(datarep, inbuf, insize, position, outbuf, outcount, datatype, &
        ierror)
      import
      character(*), intent(in) :: datarep
      type(*) :: inbuf(*)
      !GCC$ attributes no_arg_check :: inbuf
      integer(MPI_ADDRESS_KIND), intent(in) :: insize
      integer(MPI_ADDRESS_KIND) :: position
      type(*) :: outbuf(*)
      !GCC$ attributes no_arg_check :: outbuf
      integer, intent(in) :: outcount
      integer, intent(in) :: datatype
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Unpack_external(datarep, inbuf, insize, position, outbuf, outcount, datatype, &
        ierror)
      import
      character(*), intent(in) :: datarep
      type(*) :: inbuf(*)
      !GCC$ attributes no_arg_check :: inbuf
      integer(MPI_ADDRESS_KIND), intent(in) :: insize
      integer(MPI_ADDRESS_KIND) :: position
      type(*) :: outbuf(*)
      !GCC$ attributes no_arg_check :: outbuf
      integer, intent(in) :: outcount
      integer, intent(in) :: datatype
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Unpublish_name(service_name, info, port_name, ierror)
      import
      character(*), intent(in) :: service_name
      integer, intent(in) :: info
      character(*), intent(in) :: port_name
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Unpublish_name(service_name, info, port_name, ierror)
      import
      character(*), intent(in) :: service_name
      integer, intent(in) :: info
      character(*), intent(in) :: port_name
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Wait(request, status, ierror)
      import
      integer :: request
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Wait(request, status, ierror)
      import
      integer :: request
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Waitall(count, array_of_requests, array_of_statuses, ierror)
      import
      integer, intent(in) :: count
      integer :: array_of_requests(*)
      integer :: array_of_statuses(MPI_STATUS_SIZE, *)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Waitall(count, array_of_requests, array_of_statuses, ierror)
      import
      integer, intent(in) :: count
      integer :: array_of_requests(*)
      integer :: array_of_statuses(MPI_STATUS_SIZE, *)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Waitany(count, array_of_requests, indx, status, ierror)
      import
      integer, intent(in) :: count
      integer :: array_of_requests(*)
      integer :: indx
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Waitany(count, array_of_requests, indx, status, ierror)
      import
      integer, intent(in) :: count
      integer :: array_of_requests(*)
      integer :: indx
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Waitsome(incount, array_of_requests, outcount, array_of_indices, &
        array_of_statuses, ierror)
      import
      integer, intent(in) :: incount
      integer :: array_of_requests(*)
      integer :: outcount
      integer :: array_of_indices(*)
      integer :: array_of_statuses(MPI_STATUS_SIZE, *)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Waitsome(incount, array_of_requests, outcount, array_of_indices, &
        array_of_statuses, ierror)
      import
      integer, intent(in) :: incount
      integer :: array_of_requests(*)
      integer :: outcount
      integer :: array_of_indices(*)
      integer :: array_of_statuses(MPI_STATUS_SIZE, *)
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Win_allocate(size, disp_unit, info, comm, baseptr, win, ierror)
      import
      integer(MPI_ADDRESS_KIND), intent(in) :: size
      integer, intent(in) :: disp_unit
      integer, intent(in) :: info
      integer, intent(in) :: comm
      type(*) :: baseptr(*)
      !GCC$ attributes no_arg_check :: baseptr
      integer :: win
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Win_allocate(size, disp_unit, info, comm, baseptr, win, ierror)
      import
      integer(MPI_ADDRESS_KIND), intent(in) :: size
      integer, intent(in) :: disp_unit
      integer, intent(in) :: info
      integer, intent(in) :: comm
      type(*) :: baseptr(*)
      !GCC$ attributes no_arg_check :: baseptr
      integer :: win
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Win_allocate_shared(size, disp_unit, info, comm, baseptr, win, ierror)
      import
      integer(MPI_ADDRESS_KIND), intent(in) :: size
      integer, intent(in) :: disp_unit
      integer, intent(in) :: info
      integer, intent(in) :: comm
      type(*) :: baseptr(*)
      !GCC$ attributes no_arg_check :: baseptr
      integer :: win
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Win_allocate_shared(size, disp_unit, info, comm, baseptr, win, ierror)
      import
      integer(MPI_ADDRESS_KIND), intent(in) :: size
      integer, intent(in) :: disp_unit
      integer, intent(in) :: info
      integer, intent(in) :: comm
      type(*) :: baseptr(*)
      !GCC$ attributes no_arg_check :: baseptr
      integer :: win
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Win_attach(win, base, size, ierror)
      import
      integer, intent(in) :: win
      type(*) :: base(*)
      !GCC$ attributes no_arg_check :: base
      integer(MPI_ADDRESS_KIND), intent(in) :: size
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Win_attach(win, base, size, ierror)
      import
      integer, intent(in) :: win
      type(*) :: base(*)
      !GCC$ attributes no_arg_check :: base
      integer(MPI_ADDRESS_KIND), intent(in) :: size
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Win_call_errhandler(win, errorcode, ierror)
      import
      integer, intent(in) :: win
      integer, intent(in) :: errorcode
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Win_call_errhandler(win, errorcode, ierror)
      import
      integer, intent(in) :: win
      integer, intent(in) :: errorcode
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Win_complete(win, ierror)
      import
      integer, intent(in) :: win
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Win_complete(win, ierror)
      import
      integer, intent(in) :: win
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Win_create(base, size, disp_unit, info, comm, win, ierror)
      import
      type(*) :: base(*)
      !GCC$ attributes no_arg_check :: base
      integer(MPI_ADDRESS_KIND), intent(in) :: size
      integer, intent(in) :: disp_unit
      integer, intent(in) :: info
      integer, intent(in) :: comm
      integer :: win
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Win_create(base, size, disp_unit, info, comm, win, ierror)
      import
      type(*) :: base(*)
      !GCC$ attributes no_arg_check :: base
      integer(MPI_ADDRESS_KIND), intent(in) :: size
      integer, intent(in) :: disp_unit
      integer, intent(in) :: info
      integer, intent(in) :: comm
      integer :: win
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Win_create_dynamic(info, comm, win, ierror)
      import
      integer, intent(in) :: info
      integer, intent(in) :: comm
      integer :: win
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Win_create_dynamic(info, comm, win, ierror)
      import
      integer, intent(in) :: info
      integer, intent(in) :: comm
      integer :: win
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Win_create_errhandler(win_errhandler_fn, errhandler, ierror)
      import
      external :: win_errhandler_fn
      integer :: errhandler
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Win_create_errhandler(win_errhandler_fn, errhandler, ierror)
      import
      external :: win_errhandler_fn
      integer :: errhandler
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Win_create_keyval(win_copy_attr_fn, win_delete_attr_fn, win_keyval, extra_state, &
        ierror)
      import
      external :: win_copy_attr_fn
      external :: win_delete_attr_fn
      integer :: win_keyval
      integer(MPI_ADDRESS_KIND), intent(in) :: extra_state
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Win_create_keyval(win_copy_attr_fn, win_delete_attr_fn, win_keyval, &
        extra_state, ierror)
      import
      external :: win_copy_attr_fn
      external :: win_delete_attr_fn
      integer :: win_keyval
      integer(MPI_ADDRESS_KIND), intent(in) :: extra_state
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Win_delete_attr(win, win_keyval, ierror)
      import
      integer, intent(in) :: win
      integer, intent(in) :: win_keyval
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Win_delete_attr(win, win_keyval, ierror)
      import
      integer, intent(in) :: win
      integer, intent(in) :: win_keyval
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Win_detach(win, base, ierror)
      import
      integer, intent(in) :: win
      type(*) :: base(*)
      !GCC$ attributes no_arg_check :: base
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Win_detach(win, base, ierror)
      import
      integer, intent(in) :: win
      type(*) :: base(*)
      !GCC$ attributes no_arg_check :: base
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Win_fence(assert, win, ierror)
      import
      integer, intent(in) :: assert
      integer, intent(in) :: win
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Win_fence(assert, win, ierror)
      import
      integer, intent(in) :: assert
      integer, intent(in) :: win
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Win_flush(rank, win, ierror)
      import
      integer, intent(in) :: rank
      integer, intent(in) :: win
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Win_flush(rank, win, ierror)
      import
      integer, intent(in) :: rank
      integer, intent(in) :: win
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Win_flush_all(win, ierror)
      import
      integer, intent(in) :: win
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Win_flush_all(win, ierror)
      import
      integer, intent(in) :: win
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Win_flush_local(rank, win, ierror)
      import
      integer, intent(in) :: rank
      integer, intent(in) :: win
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Win_flush_local(rank, win, ierror)
      import
      integer, intent(in) :: rank
      integer, intent(in) :: win
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Win_flush_local_all(win, ierror)
      import
      integer, intent(in) :: win
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Win_flush_local_all(win, ierror)
      import
      integer, intent(in) :: win
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Win_free(win, ierror)
      import
      integer :: win
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Win_free(win, ierror)
      import
      integer :: win
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Win_free_keyval(win_keyval, ierror)
      import
      integer :: win_keyval
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Win_free_keyval(win_keyval, ierror)
      import
      integer :: win_keyval
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Win_get_attr(win, win_keyval, attribute_val, flag, ierror)
      import
      integer, intent(in) :: win
      integer, intent(in) :: win_keyval
      integer(MPI_ADDRESS_KIND) :: attribute_val
      logical :: flag
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Win_get_attr(win, win_keyval, attribute_val, flag, ierror)
      import
      integer, intent(in) :: win
      integer, intent(in) :: win_keyval
      integer(MPI_ADDRESS_KIND) :: attribute_val
      logical :: flag
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Win_get_errhandler(win, errhandler, ierror)
      import
      integer, intent(in) :: win
      integer :: errhandler
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Win_get_errhandler(win, errhandler, ierror)
      import
      integer, intent(in) :: win
      integer :: errhandler
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Win_get_group(win, group, ierror)
      import
      integer, intent(in) :: win
      integer :: group
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Win_get_group(win, group, ierror)
      import
      integer, intent(in) :: win
      integer :: group
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Win_get_info(win, info_used, ierror)
      import
      integer, intent(in) :: win
      integer :: info_used
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Win_get_info(win, info_used, ierror)
      import
      integer, intent(in) :: win
      integer :: info_used
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Win_get_name(win, win_name, resultlen, ierror)
      import
      integer, intent(in) :: win
      character(*) :: win_name
      integer :: resultlen
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Win_get_name(win, win_name, resultlen, ierror)
      import
      integer, intent(in) :: win
      character(*) :: win_name
      integer :: resultlen
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Win_lock(lock_type, rank, assert, win, ierror)
      import
      integer, intent(in) :: lock_type
      integer, intent(in) :: rank
      integer, intent(in) :: assert
      integer, intent(in) :: win
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Win_lock(lock_type, rank, assert, win, ierror)
      import
      integer, intent(in) :: lock_type
      integer, intent(in) :: rank
      integer, intent(in) :: assert
      integer, intent(in) :: win
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Win_lock_all(assert, win, ierror)
      import
      integer, intent(in) :: assert
      integer, intent(in) :: win
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Win_lock_all(assert, win, ierror)
      import
      integer, intent(in) :: assert
      integer, intent(in) :: win
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Win_post(group, assert, win, ierror)
      import
      integer, intent(in) :: group
      integer, intent(in) :: assert
      integer, intent(in) :: win
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Win_post(group, assert, win, ierror)
      import
      integer, intent(in) :: group
      integer, intent(in) :: assert
      integer, intent(in) :: win
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Win_set_attr(win, win_keyval, attribute_val, ierror)
      import
      integer, intent(in) :: win
      integer, intent(in) :: win_keyval
      integer(MPI_ADDRESS_KIND) :: attribute_val
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Win_set_attr(win, win_keyval, attribute_val, ierror)
      import
      integer, intent(in) :: win
      integer, intent(in) :: win_keyval
      integer(MPI_ADDRESS_KIND) :: attribute_val
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Win_set_errhandler(win, errhandler, ierror)
      import
      integer, intent(in) :: win
      integer, intent(in) :: errhandler
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Win_set_errhandler(win, errhandler, ierror)
      import
      integer, intent(in) :: win
      integer, intent(in) :: errhandler
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Win_set_info(win, info, ierror)
      import
      integer, intent(in) :: win
      integer, intent(in) :: info
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Win_set_info(win, info, ierror)
      import
      integer, intent(in) :: win
      integer, intent(in) :: info
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Win_set_name(win, win_name, ierror)
      import
      integer, intent(in) :: win
      character(*), intent(in) :: win_name
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Win_set_name(win, win_name, ierror)
      import
      integer, intent(in) :: win
      character(*), intent(in) :: win_name
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Win_shared_query(win, rank, size, disp_unit, baseptr, ierror)
      import
      integer, intent(in) :: win
      integer, intent(in) :: rank
      integer(MPI_ADDRESS_KIND) :: size
      integer :: disp_unit
      type(*) :: baseptr(*)
      !GCC$ attributes no_arg_check :: baseptr
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Win_shared_query(win, rank, size, disp_unit, baseptr, ierror)
      import
      integer, intent(in) :: win
      integer, intent(in) :: rank
      integer(MPI_ADDRESS_KIND) :: size
      integer :: disp_unit
      type(*) :: baseptr(*)
      !GCC$ attributes no_arg_check :: baseptr
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Win_start(group, assert, win, ierror)
      import
      integer, intent(in) :: group
      integer, intent(in) :: assert
      integer, intent(in) :: win
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Win_start(group, assert, win, ierror)
      import
      integer, intent(in) :: group
      integer, intent(in) :: assert
      integer, intent(in) :: win
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Win_sync(win, ierror)
      import
      integer, intent(in) :: win
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Win_sync(win, ierror)
      import
      integer, intent(in) :: win
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Win_test(win, flag, ierror)
      import
      integer, intent(in) :: win
      logical :: flag
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Win_test(win, flag, ierror)
      import
      integer, intent(in) :: win
      logical :: flag
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Win_unlock(rank, win, ierror)
      import
      integer, intent(in) :: rank
      integer, intent(in) :: win
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Win_unlock(rank, win, ierror)
      import
      integer, intent(in) :: rank
      integer, intent(in) :: win
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Win_unlock_all(win, ierror)
      import
      integer, intent(in) :: win
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Win_unlock_all(win, ierror)
      import
      integer, intent(in) :: win
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine MPI_Win_wait(win, ierror)
      import
      integer, intent(in) :: win
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    subroutine PMPI_Win_wait(win, ierror)
      import
      integer, intent(in) :: win
      integer, intent(out) :: ierror
    end subroutine
  end interface
  interface
    function MPI_Aint_add(base, disp) result(value)
      import
      integer(MPI_ADDRESS_KIND), intent(in) :: base
      integer(MPI_ADDRESS_KIND), intent(in) :: disp
      integer(MPI_ADDRESS_KIND) :: value
    end function
  end interface
  interface
    function PMPI_Aint_add(base, disp) result(value)
      import
      integer(MPI_ADDRESS_KIND), intent(in) :: base
      integer(MPI_ADDRESS_KIND), intent(in) :: disp
      integer(MPI_ADDRESS_KIND) :: value
    end function
  end interface
  interface
    function MPI_Aint_diff(addr1, addr2) result(value)
      import
      integer(MPI_ADDRESS_KIND), intent(in) :: addr1
      integer(MPI_ADDRESS_KIND), intent(in) :: addr2
      integer(MPI_ADDRESS_KIND) :: value
    end function
  end interface
  interface
    function PMPI_Aint_diff(addr1, addr2) result(value)
      import
      integer(MPI_ADDRESS_KIND), intent(in) :: addr1
      integer(MPI_ADDRESS_KIND), intent(in) :: addr2
      integer(MPI_ADDRESS_KIND) :: value
    end function
  end interface
  interface
    function MPI_Wtick() result(value)
      import
      double precision :: value
    end function
  end interface
  interface
    function PMPI_Wtick() result(value)
      import
      double precision :: value
    end function
  end interface
  interface
    function MPI_Wtime() result(value)
      import
      double precision :: value
    end function
  end interface
  interface
    function PMPI_Wtime() result(value)
      import
      double precision :: value
    end function
  end interface
end module
