! Written by `cargo xtask gen`; do not edit.
module mpi_f08
  use, intrinsic :: iso_c_binding, only: c_ptr
  implicit none
  integer MPI_ADDRESS_KIND, MPI_COUNT_KIND
  integer MPI_OFFSET_KIND, MPI_INTEGER_KIND
  parameter (MPI_ADDRESS_KIND=8, MPI_COUNT_KIND=8)
  parameter (MPI_OFFSET_KIND=8, MPI_INTEGER_KIND=4)
  type, bind(C) :: MPI_Op
    integer :: MPI_VAL
  end type
  type, bind(C) :: MPI_Comm
    integer :: MPI_VAL
  end type
  type, bind(C) :: MPI_Group
    integer :: MPI_VAL
  end type
  type, bind(C) :: MPI_Win
    integer :: MPI_VAL
  end type
  type, bind(C) :: MPI_File
    integer :: MPI_VAL
  end type
  type, bind(C) :: MPI_Session
    integer :: MPI_VAL
  end type
  type, bind(C) :: MPI_Message
    integer :: MPI_VAL
  end type
  type, bind(C) :: MPI_Info
    integer :: MPI_VAL
  end type
  type, bind(C) :: MPI_Errhandler
    integer :: MPI_VAL
  end type
  type, bind(C) :: MPI_Request
    integer :: MPI_VAL
  end type
  type, bind(C) :: MPI_Datatype
    integer :: MPI_VAL
  end type
  type, bind(C) :: MPI_Status
    integer :: MPI_SOURCE, MPI_TAG, MPI_ERROR, internal(5)
  end type
  integer, parameter :: MPI_VERSION = 5
  integer, parameter :: MPI_SUBVERSION = 0
  integer, parameter :: MPI_ABI_VERSION = 1
  integer, parameter :: MPI_ABI_SUBVERSION = 0
  type(MPI_Op), parameter :: MPI_OP_NULL = MPI_Op(32)
  type(MPI_Op), parameter :: MPI_SUM = MPI_Op(33)
  type(MPI_Op), parameter :: MPI_MIN = MPI_Op(34)
  type(MPI_Op), parameter :: MPI_MAX = MPI_Op(35)
  type(MPI_Op), parameter :: MPI_PROD = MPI_Op(36)
  type(MPI_Op), parameter :: MPI_BAND = MPI_Op(40)
  type(MPI_Op), parameter :: MPI_BOR = MPI_Op(41)
  type(MPI_Op), parameter :: MPI_BXOR = MPI_Op(42)
  type(MPI_Op), parameter :: MPI_LAND = MPI_Op(48)
  type(MPI_Op), parameter :: MPI_LOR = MPI_Op(49)
  type(MPI_Op), parameter :: MPI_LXOR = MPI_Op(50)
  type(MPI_Op), parameter :: MPI_MINLOC = MPI_Op(56)
  type(MPI_Op), parameter :: MPI_MAXLOC = MPI_Op(57)
  type(MPI_Op), parameter :: MPI_REPLACE = MPI_Op(60)
  type(MPI_Op), parameter :: MPI_NO_OP = MPI_Op(61)
  type(MPI_Comm), parameter :: MPI_COMM_NULL = MPI_Comm(256)
  type(MPI_Comm), parameter :: MPI_COMM_WORLD = MPI_Comm(257)
  type(MPI_Comm), parameter :: MPI_COMM_SELF = MPI_Comm(258)
  type(MPI_Group), parameter :: MPI_GROUP_NULL = MPI_Group(264)
  type(MPI_Group), parameter :: MPI_GROUP_EMPTY = MPI_Group(265)
  type(MPI_Win), parameter :: MPI_WIN_NULL = MPI_Win(272)
  type(MPI_File), parameter :: MPI_FILE_NULL = MPI_File(280)
  type(MPI_Session), parameter :: MPI_SESSION_NULL = MPI_Session(288)
  type(MPI_Message), parameter :: MPI_MESSAGE_NULL = MPI_Message(296)
  type(MPI_Message), parameter :: MPI_MESSAGE_NO_PROC = MPI_Message(297)
  type(MPI_Info), parameter :: MPI_INFO_NULL = MPI_Info(304)
  type(MPI_Info), parameter :: MPI_INFO_ENV = MPI_Info(305)
  type(MPI_Errhandler), parameter :: MPI_ERRHANDLER_NULL = MPI_Errhandler(320)
  type(MPI_Errhandler), parameter :: MPI_ERRORS_ARE_FATAL = MPI_Errhandler(321)
  type(MPI_Errhandler), parameter :: MPI_ERRORS_ABORT = MPI_Errhandler(322)
  type(MPI_Errhandler), parameter :: MPI_ERRORS_RETURN = MPI_Errhandler(323)
  type(MPI_Request), parameter :: MPI_REQUEST_NULL = MPI_Request(384)
  type(MPI_Datatype), parameter :: MPI_DATATYPE_NULL = MPI_Datatype(512)
  type(MPI_Datatype), parameter :: MPI_AINT = MPI_Datatype(513)
  type(MPI_Datatype), parameter :: MPI_COUNT = MPI_Datatype(514)
  type(MPI_Datatype), parameter :: MPI_OFFSET = MPI_Datatype(515)
  type(MPI_Datatype), parameter :: MPI_PACKED = MPI_Datatype(519)
  type(MPI_Datatype), parameter :: MPI_SHORT = MPI_Datatype(520)
  type(MPI_Datatype), parameter :: MPI_INT = MPI_Datatype(521)
  type(MPI_Datatype), parameter :: MPI_LONG = MPI_Datatype(522)
  type(MPI_Datatype), parameter :: MPI_LONG_LONG = MPI_Datatype(523)
  type(MPI_Datatype), parameter :: MPI_LONG_LONG_INT = MPI_Datatype(523)
  type(MPI_Datatype), parameter :: MPI_UNSIGNED_SHORT = MPI_Datatype(524)
  type(MPI_Datatype), parameter :: MPI_UNSIGNED = MPI_Datatype(525)
  type(MPI_Datatype), parameter :: MPI_UNSIGNED_LONG = MPI_Datatype(526)
  type(MPI_Datatype), parameter :: MPI_UNSIGNED_LONG_LONG = MPI_Datatype(527)
  type(MPI_Datatype), parameter :: MPI_FLOAT = MPI_Datatype(528)
  type(MPI_Datatype), parameter :: MPI_C_FLOAT_COMPLEX = MPI_Datatype(530)
  type(MPI_Datatype), parameter :: MPI_C_COMPLEX = MPI_Datatype(530)
  type(MPI_Datatype), parameter :: MPI_CXX_FLOAT_COMPLEX = MPI_Datatype(531)
  type(MPI_Datatype), parameter :: MPI_DOUBLE = MPI_Datatype(532)
  type(MPI_Datatype), parameter :: MPI_C_DOUBLE_COMPLEX = MPI_Datatype(534)
  type(MPI_Datatype), parameter :: MPI_CXX_DOUBLE_COMPLEX = MPI_Datatype(535)
  type(MPI_Datatype), parameter :: MPI_LOGICAL = MPI_Datatype(536)
  type(MPI_Datatype), parameter :: MPI_INTEGER = MPI_Datatype(537)
  type(MPI_Datatype), parameter :: MPI_REAL = MPI_Datatype(538)
  type(MPI_Datatype), parameter :: MPI_COMPLEX = MPI_Datatype(539)
  type(MPI_Datatype), parameter :: MPI_DOUBLE_PRECISION = MPI_Datatype(540)
  type(MPI_Datatype), parameter :: MPI_DOUBLE_COMPLEX = MPI_Datatype(541)
  type(MPI_Datatype), parameter :: MPI_CHARACTER = MPI_Datatype(542)
  type(MPI_Datatype), parameter :: MPI_LONG_DOUBLE = MPI_Datatype(544)
  type(MPI_Datatype), parameter :: MPI_C_LONG_DOUBLE_COMPLEX = MPI_Datatype(548)
  type(MPI_Datatype), parameter :: MPI_CXX_LONG_DOUBLE_COMPLEX = MPI_Datatype(549)
  type(MPI_Datatype), parameter :: MPI_FLOAT_INT = MPI_Datatype(552)
  type(MPI_Datatype), parameter :: MPI_DOUBLE_INT = MPI_Datatype(553)
  type(MPI_Datatype), parameter :: MPI_LONG_INT = MPI_Datatype(554)
  type(MPI_Datatype), parameter :: MPI_2INT = MPI_Datatype(555)
  type(MPI_Datatype), parameter :: MPI_SHORT_INT = MPI_Datatype(556)
  type(MPI_Datatype), parameter :: MPI_LONG_DOUBLE_INT = MPI_Datatype(557)
  type(MPI_Datatype), parameter :: MPI_2REAL = MPI_Datatype(560)
  type(MPI_Datatype), parameter :: MPI_2DOUBLE_PRECISION = MPI_Datatype(561)
  type(MPI_Datatype), parameter :: MPI_2INTEGER = MPI_Datatype(562)
  type(MPI_Datatype), parameter :: MPI_C_BOOL = MPI_Datatype(568)
  type(MPI_Datatype), parameter :: MPI_CXX_BOOL = MPI_Datatype(569)
  type(MPI_Datatype), parameter :: MPI_WCHAR = MPI_Datatype(572)
  type(MPI_Datatype), parameter :: MPI_INT8_T = MPI_Datatype(576)
  type(MPI_Datatype), parameter :: MPI_UINT8_T = MPI_Datatype(577)
  type(MPI_Datatype), parameter :: MPI_CHAR = MPI_Datatype(579)
  type(MPI_Datatype), parameter :: MPI_SIGNED_CHAR = MPI_Datatype(580)
  type(MPI_Datatype), parameter :: MPI_UNSIGNED_CHAR = MPI_Datatype(581)
  type(MPI_Datatype), parameter :: MPI_BYTE = MPI_Datatype(583)
  type(MPI_Datatype), parameter :: MPI_INT16_T = MPI_Datatype(584)
  type(MPI_Datatype), parameter :: MPI_UINT16_T = MPI_Datatype(585)
  type(MPI_Datatype), parameter :: MPI_INT32_T = MPI_Datatype(592)
  type(MPI_Datatype), parameter :: MPI_UINT32_T = MPI_Datatype(593)
  type(MPI_Datatype), parameter :: MPI_INT64_T = MPI_Datatype(600)
  type(MPI_Datatype), parameter :: MPI_UINT64_T = MPI_Datatype(601)
  type(MPI_Datatype), parameter :: MPI_LOGICAL1 = MPI_Datatype(704)
  type(MPI_Datatype), parameter :: MPI_INTEGER1 = MPI_Datatype(705)
  type(MPI_Datatype), parameter :: MPI_LOGICAL2 = MPI_Datatype(712)
  type(MPI_Datatype), parameter :: MPI_INTEGER2 = MPI_Datatype(713)
  type(MPI_Datatype), parameter :: MPI_REAL2 = MPI_Datatype(714)
  type(MPI_Datatype), parameter :: MPI_LOGICAL4 = MPI_Datatype(720)
  type(MPI_Datatype), parameter :: MPI_INTEGER4 = MPI_Datatype(721)
  type(MPI_Datatype), parameter :: MPI_REAL4 = MPI_Datatype(722)
  type(MPI_Datatype), parameter :: MPI_COMPLEX4 = MPI_Datatype(723)
  type(MPI_Datatype), parameter :: MPI_LOGICAL8 = MPI_Datatype(728)
  type(MPI_Datatype), parameter :: MPI_INTEGER8 = MPI_Datatype(729)
  type(MPI_Datatype), parameter :: MPI_REAL8 = MPI_Datatype(730)
  type(MPI_Datatype), parameter :: MPI_COMPLEX8 = MPI_Datatype(731)
  type(MPI_Datatype), parameter :: MPI_LOGICAL16 = MPI_Datatype(736)
  type(MPI_Datatype), parameter :: MPI_INTEGER16 = MPI_Datatype(737)
  type(MPI_Datatype), parameter :: MPI_REAL16 = MPI_Datatype(738)
  type(MPI_Datatype), parameter :: MPI_COMPLEX16 = MPI_Datatype(739)
  type(MPI_Datatype), parameter :: MPI_COMPLEX32 = MPI_Datatype(747)
  integer, parameter :: MPI_MAX_DATAREP_STRING = 127
  integer, parameter :: MPI_MAX_ERROR_STRING = 511
  integer, parameter :: MPI_MAX_INFO_KEY = 255
  integer, parameter :: MPI_MAX_INFO_VAL = 1023
  integer, parameter :: MPI_MAX_LIBRARY_VERSION_STRING = 8191
  integer, parameter :: MPI_MAX_OBJECT_NAME = 127
  integer, parameter :: MPI_MAX_PORT_NAME = 1023
  integer, parameter :: MPI_MAX_PROCESSOR_NAME = 255
  integer, parameter :: MPI_MAX_STRINGTAG_LEN = 1023
  integer, parameter :: MPI_MAX_PSET_NAME_LEN = 1023
  integer, parameter :: MPI_BSEND_OVERHEAD = 512
  integer(MPI_OFFSET_KIND), parameter :: MPI_DISPLACEMENT_CURRENT = -1
  integer, parameter :: MPI_STATUS_SIZE = 8
  integer, parameter :: MPI_SOURCE = 1
  integer, parameter :: MPI_TAG = 2
  integer, parameter :: MPI_ERROR = 3
  integer, parameter :: MPI_SUCCESS = 0
  integer, parameter :: MPI_ERR_BUFFER = 1
  integer, parameter :: MPI_ERR_COUNT = 2
  integer, parameter :: MPI_ERR_TYPE = 3
  integer, parameter :: MPI_ERR_TAG = 4
  integer, parameter :: MPI_ERR_COMM = 5
  integer, parameter :: MPI_ERR_RANK = 6
  integer, parameter :: MPI_ERR_REQUEST = 7
  integer, parameter :: MPI_ERR_ROOT = 8
  integer, parameter :: MPI_ERR_GROUP = 9
  integer, parameter :: MPI_ERR_OP = 10
  integer, parameter :: MPI_ERR_TOPOLOGY = 11
  integer, parameter :: MPI_ERR_DIMS = 12
  integer, parameter :: MPI_ERR_ARG = 13
  integer, parameter :: MPI_ERR_UNKNOWN = 14
  integer, parameter :: MPI_ERR_TRUNCATE = 15
  integer, parameter :: MPI_ERR_OTHER = 16
  integer, parameter :: MPI_ERR_INTERN = 17
  integer, parameter :: MPI_ERR_PENDING = 18
  integer, parameter :: MPI_ERR_IN_STATUS = 19
  integer, parameter :: MPI_ERR_ACCESS = 20
  integer, parameter :: MPI_ERR_AMODE = 21
  integer, parameter :: MPI_ERR_ASSERT = 22
  integer, parameter :: MPI_ERR_BAD_FILE = 23
  integer, parameter :: MPI_ERR_BASE = 24
  integer, parameter :: MPI_ERR_CONVERSION = 25
  integer, parameter :: MPI_ERR_DISP = 26
  integer, parameter :: MPI_ERR_DUP_DATAREP = 27
  integer, parameter :: MPI_ERR_FILE_EXISTS = 28
  integer, parameter :: MPI_ERR_FILE_IN_USE = 29
  integer, parameter :: MPI_ERR_FILE = 30
  integer, parameter :: MPI_ERR_INFO_KEY = 31
  integer, parameter :: MPI_ERR_INFO_NOKEY = 32
  integer, parameter :: MPI_ERR_INFO_VALUE = 33
  integer, parameter :: MPI_ERR_INFO = 34
  integer, parameter :: MPI_ERR_IO = 35
  integer, parameter :: MPI_ERR_KEYVAL = 36
  integer, parameter :: MPI_ERR_LOCKTYPE = 37
  integer, parameter :: MPI_ERR_NAME = 38
  integer, parameter :: MPI_ERR_NO_MEM = 39
  integer, parameter :: MPI_ERR_NOT_SAME = 40
  integer, parameter :: MPI_ERR_NO_SPACE = 41
  integer, parameter :: MPI_ERR_NO_SUCH_FILE = 42
  integer, parameter :: MPI_ERR_PORT = 43
  integer, parameter :: MPI_ERR_QUOTA = 44
  integer, parameter :: MPI_ERR_READ_ONLY = 45
  integer, parameter :: MPI_ERR_RMA_ATTACH = 46
  integer, parameter :: MPI_ERR_RMA_CONFLICT = 47
  integer, parameter :: MPI_ERR_RMA_RANGE = 48
  integer, parameter :: MPI_ERR_RMA_SHARED = 49
  integer, parameter :: MPI_ERR_RMA_SYNC = 50
  integer, parameter :: MPI_ERR_SERVICE = 51
  integer, parameter :: MPI_ERR_SIZE = 52
  integer, parameter :: MPI_ERR_SPAWN = 53
  integer, parameter :: MPI_ERR_UNSUPPORTED_DATAREP = 54
  integer, parameter :: MPI_ERR_UNSUPPORTED_OPERATION = 55
  integer, parameter :: MPI_ERR_WIN = 56
  integer, parameter :: MPI_ERR_RMA_FLAVOR = 57
  integer, parameter :: MPI_ERR_PROC_ABORTED = 58
  integer, parameter :: MPI_ERR_VALUE_TOO_LARGE = 59
  integer, parameter :: MPI_ERR_SESSION = 60
  integer, parameter :: MPI_ERR_ERRHANDLER = 61
  integer, parameter :: MPI_ERR_ABI = 62
  integer, parameter :: MPI_ERR_LASTCODE = 16383
  integer, parameter :: MPI_MODE_APPEND = 1
  integer, parameter :: MPI_MODE_CREATE = 2
  integer, parameter :: MPI_MODE_DELETE_ON_CLOSE = 4
  integer, parameter :: MPI_MODE_EXCL = 8
  integer, parameter :: MPI_MODE_RDONLY = 16
  integer, parameter :: MPI_MODE_RDWR = 32
  integer, parameter :: MPI_MODE_SEQUENTIAL = 64
  integer, parameter :: MPI_MODE_UNIQUE_OPEN = 128
  integer, parameter :: MPI_MODE_WRONLY = 256
  integer, parameter :: MPI_MODE_NOCHECK = 1024
  integer, parameter :: MPI_MODE_NOPRECEDE = 2048
  integer, parameter :: MPI_MODE_NOPUT = 4096
  integer, parameter :: MPI_MODE_NOSTORE = 8192
  integer, parameter :: MPI_MODE_NOSUCCEED = 16384
  integer, parameter :: MPI_ANY_SOURCE = -1
  integer, parameter :: MPI_ANY_TAG = -2
  integer, parameter :: MPI_PROC_NULL = -3
  integer, parameter :: MPI_ROOT = -4
  integer, parameter :: MPI_UNDEFINED = -32766
  integer, parameter :: MPI_THREAD_SINGLE = 0
  integer, parameter :: MPI_THREAD_FUNNELED = 1024
  integer, parameter :: MPI_THREAD_SERIALIZED = 2048
  integer, parameter :: MPI_THREAD_MULTIPLE = 4096
  integer, parameter :: MPI_ORDER_C = 12
  integer, parameter :: MPI_ORDER_FORTRAN = 15
  integer, parameter :: MPI_DISTRIBUTE_NONE = 16
  integer, parameter :: MPI_DISTRIBUTE_BLOCK = 17
  integer, parameter :: MPI_DISTRIBUTE_CYCLIC = 18
  integer, parameter :: MPI_DISTRIBUTE_DFLT_DARG = 19
  integer, parameter :: MPI_COMBINER_NAMED = 101
  integer, parameter :: MPI_COMBINER_DUP = 102
  integer, parameter :: MPI_COMBINER_CONTIGUOUS = 103
  integer, parameter :: MPI_COMBINER_VECTOR = 104
  integer, parameter :: MPI_COMBINER_HVECTOR = 105
  integer, parameter :: MPI_COMBINER_INDEXED = 106
  integer, parameter :: MPI_COMBINER_HINDEXED = 107
  integer, parameter :: MPI_COMBINER_INDEXED_BLOCK = 108
  integer, parameter :: MPI_COMBINER_HINDEXED_BLOCK = 109
  integer, parameter :: MPI_COMBINER_STRUCT = 110
  integer, parameter :: MPI_COMBINER_SUBARRAY = 111
  integer, parameter :: MPI_COMBINER_DARRAY = 112
  integer, parameter :: MPI_COMBINER_F90_REAL = 113
  integer, parameter :: MPI_COMBINER_F90_COMPLEX = 114
  integer, parameter :: MPI_COMBINER_F90_INTEGER = 115
  integer, parameter :: MPI_COMBINER_RESIZED = 116
  integer, parameter :: MPI_COMBINER_VALUE_INDEX = 117
  integer, parameter :: MPIX_TYPECLASS_LOGICAL = 191
  integer, parameter :: MPI_TYPECLASS_INTEGER = 192
  integer, parameter :: MPI_TYPECLASS_REAL = 193
  integer, parameter :: MPI_TYPECLASS_COMPLEX = 194
  integer, parameter :: MPI_IDENT = 201
  integer, parameter :: MPI_CONGRUENT = 202
  integer, parameter :: MPI_SIMILAR = 203
  integer, parameter :: MPI_UNEQUAL = 204
  integer, parameter :: MPI_CART = 211
  integer, parameter :: MPI_GRAPH = 212
  integer, parameter :: MPI_DIST_GRAPH = 213
  integer, parameter :: MPI_COMM_TYPE_SHARED = 221
  integer, parameter :: MPI_COMM_TYPE_HW_UNGUIDED = 222
  integer, parameter :: MPI_COMM_TYPE_HW_GUIDED = 223
  integer, parameter :: MPI_COMM_TYPE_RESOURCE_GUIDED = 224
  integer, parameter :: MPI_LOCK_EXCLUSIVE = 301
  integer, parameter :: MPI_LOCK_SHARED = 302
  integer, parameter :: MPI_WIN_FLAVOR_CREATE = 311
  integer, parameter :: MPI_WIN_FLAVOR_ALLOCATE = 312
  integer, parameter :: MPI_WIN_FLAVOR_DYNAMIC = 313
  integer, parameter :: MPI_WIN_FLAVOR_SHARED = 314
  integer, parameter :: MPI_WIN_UNIFIED = 321
  integer, parameter :: MPI_WIN_SEPARATE = 322
  integer, parameter :: MPI_SEEK_CUR = 401
  integer, parameter :: MPI_SEEK_END = 402
  integer, parameter :: MPI_SEEK_SET = 403
  integer, parameter :: MPI_KEYVAL_INVALID = 0
  integer, parameter :: MPI_TAG_UB = 501
  integer, parameter :: MPI_IO = 502
  integer, parameter :: MPI_HOST = 503
  integer, parameter :: MPI_WTIME_IS_GLOBAL = 504
  integer, parameter :: MPI_APPNUM = 505
  integer, parameter :: MPI_LASTUSEDCODE = 506
  integer, parameter :: MPI_UNIVERSE_SIZE = 507
  integer, parameter :: MPI_WIN_BASE = 601
  integer, parameter :: MPI_WIN_DISP_UNIT = 602
  integer, parameter :: MPI_WIN_SIZE = 603
  integer, parameter :: MPI_WIN_CREATE_FLAVOR = 604
  integer, parameter :: MPI_WIN_MODEL = 605
  integer, target :: MPI_BOTTOM
  common /clump_mpi_bottom/ MPI_BOTTOM
  integer, target :: MPI_IN_PLACE
  common /clump_mpi_in_place/ MPI_IN_PLACE
  integer, target :: MPI_BUFFER_AUTOMATIC
  common /clump_mpi_automatic/ MPI_BUFFER_AUTOMATIC
  character(1), target :: MPI_ARGV_NULL(1)
  common /clump_mpi_argv_null/ MPI_ARGV_NULL
  character(1), target :: MPI_ARGVS_NULL(1, 1)
  common /clump_mpi_argvs_null/ MPI_ARGVS_NULL
  integer, target :: MPI_ERRCODES_IGNORE(1)
  common /clump_mpi_errcodes_ignore/ MPI_ERRCODES_IGNORE
  type(MPI_Status), target :: MPI_STATUS_IGNORE
  common /clump_mpi_status_ignore/ MPI_STATUS_IGNORE
  type(MPI_Status), target :: MPI_STATUSES_IGNORE(1)
  common /clump_mpi_statuses_ignore/ MPI_STATUSES_IGNORE
  integer, target :: MPI_UNWEIGHTED(1)
  common /clump_mpi_unweighted/ MPI_UNWEIGHTED
  integer, target :: MPI_WEIGHTS_EMPTY(1)
  common /clump_mpi_weights_empty/ MPI_WEIGHTS_EMPTY
  logical, parameter :: MPI_SUBARRAYS_SUPPORTED = .true.
  logical, parameter :: MPI_ASYNC_PROTECTS_NONBLOCKING = .true.
  external MPI_DUP_FN
  external MPI_NULL_COPY_FN
  external MPI_NULL_DELETE_FN
  external MPI_COMM_DUP_FN
  external MPI_COMM_NULL_COPY_FN
  external MPI_COMM_NULL_DELETE_FN
  external MPI_TYPE_DUP_FN
  external MPI_TYPE_NULL_COPY_FN
  external MPI_TYPE_NULL_DELETE_FN
  external MPI_WIN_DUP_FN
  external MPI_WIN_NULL_COPY_FN
  external MPI_WIN_NULL_DELETE_FN
  external MPI_CONVERSION_FN_NULL
  abstract interface
    subroutine MPI_User_function(invec, inoutvec, len, datatype)
      import
      type(c_ptr), value :: invec
      type(c_ptr), value :: inoutvec
      integer :: len
      type(MPI_Datatype) :: datatype
    end subroutine
    subroutine MPI_User_function_c(invec, inoutvec, len, datatype)
      import
      type(c_ptr), value :: invec
      type(c_ptr), value :: inoutvec
      integer(MPI_COUNT_KIND) :: len
      type(MPI_Datatype) :: datatype
    end subroutine
    subroutine MPI_Grequest_query_function(extra_state, status, ierror)
      import
      integer(MPI_ADDRESS_KIND) :: extra_state
      type(MPI_Status) :: status
      integer :: ierror
    end subroutine
    subroutine MPI_Grequest_free_function(extra_state, ierror)
      import
      integer(MPI_ADDRESS_KIND) :: extra_state
      integer :: ierror
    end subroutine
    subroutine MPI_Grequest_cancel_function(extra_state, complete, ierror)
      import
      integer(MPI_ADDRESS_KIND) :: extra_state
      logical :: complete
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_copy_attr_function(comm, keyval, extra_state, attribute_val_in, &
        attribute_val_out, flag, ierror)
      import
      type(MPI_Comm) :: comm
      integer :: keyval
      integer(MPI_ADDRESS_KIND) :: extra_state
      integer(MPI_ADDRESS_KIND) :: attribute_val_in
      integer(MPI_ADDRESS_KIND) :: attribute_val_out
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_delete_attr_function(comm, keyval, attribute_val, extra_state, ierror)
      import
      type(MPI_Comm) :: comm
      integer :: keyval
      integer(MPI_ADDRESS_KIND) :: attribute_val
      integer(MPI_ADDRESS_KIND) :: extra_state
      integer :: ierror
    end subroutine
    subroutine MPI_Type_copy_attr_function(datatype, keyval, extra_state, attribute_val_in, &
        attribute_val_out, flag, ierror)
      import
      type(MPI_Datatype) :: datatype
      integer :: keyval
      integer(MPI_ADDRESS_KIND) :: extra_state
      integer(MPI_ADDRESS_KIND) :: attribute_val_in
      integer(MPI_ADDRESS_KIND) :: attribute_val_out
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine MPI_Type_delete_attr_function(datatype, keyval, attribute_val, extra_state, ierror)
      import
      type(MPI_Datatype) :: datatype
      integer :: keyval
      integer(MPI_ADDRESS_KIND) :: attribute_val
      integer(MPI_ADDRESS_KIND) :: extra_state
      integer :: ierror
    end subroutine
    subroutine MPI_Win_copy_attr_function(win, keyval, extra_state, attribute_val_in, &
        attribute_val_out, flag, ierror)
      import
      type(MPI_Win) :: win
      integer :: keyval
      integer(MPI_ADDRESS_KIND) :: extra_state
      integer(MPI_ADDRESS_KIND) :: attribute_val_in
      integer(MPI_ADDRESS_KIND) :: attribute_val_out
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine MPI_Win_delete_attr_function(win, keyval, attribute_val, extra_state, ierror)
      import
      type(MPI_Win) :: win
      integer :: keyval
      integer(MPI_ADDRESS_KIND) :: attribute_val
      integer(MPI_ADDRESS_KIND) :: extra_state
      integer :: ierror
    end subroutine
    subroutine MPI_Datarep_extent_function(datatype, extent, extra_state, ierror)
      import
      type(MPI_Datatype) :: datatype
      integer(MPI_ADDRESS_KIND) :: extent
      integer(MPI_ADDRESS_KIND) :: extra_state
      integer :: ierror
    end subroutine
    subroutine MPI_Datarep_conversion_function(userbuf, datatype, count, filebuf, position, &
        extra_state, ierror)
      import
      type(c_ptr), value :: userbuf
      type(MPI_Datatype) :: datatype
      integer :: count
      type(c_ptr), value :: filebuf
      integer(MPI_OFFSET_KIND) :: position
      integer(MPI_ADDRESS_KIND) :: extra_state
      integer :: ierror
    end subroutine
    subroutine MPI_Datarep_conversion_function_c(userbuf, datatype, count, filebuf, position, &
        extra_state, ierror)
      import
      type(c_ptr), value :: userbuf
      type(MPI_Datatype) :: datatype
      integer(MPI_COUNT_KIND) :: count
      type(c_ptr), value :: filebuf
      integer(MPI_OFFSET_KIND) :: position
      integer(MPI_ADDRESS_KIND) :: extra_state
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_errhandler_function(comm, error_code)
      import
      type(MPI_Comm) :: comm
      integer :: error_code
    end subroutine
    subroutine MPI_File_errhandler_function(file, error_code)
      import
      type(MPI_File) :: file
      integer :: error_code
    end subroutine
    subroutine MPI_Win_errhandler_function(win, error_code)
      import
      type(MPI_Win) :: win
      integer :: error_code
    end subroutine
    subroutine MPI_Session_errhandler_function(session, error_code)
      import
      type(MPI_Session) :: session
      integer :: error_code
    end subroutine
  end interface
  interface operator(==)
    function MPI_Op_eq(a, b) result(is)
      import MPI_Op
      type(MPI_Op), intent(in) :: a, b
      logical :: is
    end function
    function MPI_Comm_eq(a, b) result(is)
      import MPI_Comm
      type(MPI_Comm), intent(in) :: a, b
      logical :: is
    end function
    function MPI_Group_eq(a, b) result(is)
      import MPI_Group
      type(MPI_Group), intent(in) :: a, b
      logical :: is
    end function
    function MPI_Win_eq(a, b) result(is)
      import MPI_Win
      type(MPI_Win), intent(in) :: a, b
      logical :: is
    end function
    function MPI_File_eq(a, b) result(is)
      import MPI_File
      type(MPI_File), intent(in) :: a, b
      logical :: is
    end function
    function MPI_Session_eq(a, b) result(is)
      import MPI_Session
      type(MPI_Session), intent(in) :: a, b
      logical :: is
    end function
    function MPI_Message_eq(a, b) result(is)
      import MPI_Message
      type(MPI_Message), intent(in) :: a, b
      logical :: is
    end function
    function MPI_Info_eq(a, b) result(is)
      import MPI_Info
      type(MPI_Info), intent(in) :: a, b
      logical :: is
    end function
    function MPI_Errhandler_eq(a, b) result(is)
      import MPI_Errhandler
      type(MPI_Errhandler), intent(in) :: a, b
      logical :: is
    end function
    function MPI_Request_eq(a, b) result(is)
      import MPI_Request
      type(MPI_Request), intent(in) :: a, b
      logical :: is
    end function
    function MPI_Datatype_eq(a, b) result(is)
      import MPI_Datatype
      type(MPI_Datatype), intent(in) :: a, b
      logical :: is
    end function
  end interface
  interface operator(/=)
    function MPI_Op_neq(a, b) result(is)
      import MPI_Op
      type(MPI_Op), intent(in) :: a, b
      logical :: is
    end function
    function MPI_Comm_neq(a, b) result(is)
      import MPI_Comm
      type(MPI_Comm), intent(in) :: a, b
      logical :: is
    end function
    function MPI_Group_neq(a, b) result(is)
      import MPI_Group
      type(MPI_Group), intent(in) :: a, b
      logical :: is
    end function
    function MPI_Win_neq(a, b) result(is)
      import MPI_Win
      type(MPI_Win), intent(in) :: a, b
      logical :: is
    end function
    function MPI_File_neq(a, b) result(is)
      import MPI_File
      type(MPI_File), intent(in) :: a, b
      logical :: is
    end function
    function MPI_Session_neq(a, b) result(is)
      import MPI_Session
      type(MPI_Session), intent(in) :: a, b
      logical :: is
    end function
    function MPI_Message_neq(a, b) result(is)
      import MPI_Message
      type(MPI_Message), intent(in) :: a, b
      logical :: is
    end function
    function MPI_Info_neq(a, b) result(is)
      import MPI_Info
      type(MPI_Info), intent(in) :: a, b
      logical :: is
    end function
    function MPI_Errhandler_neq(a, b) result(is)
      import MPI_Errhandler
      type(MPI_Errhandler), intent(in) :: a, b
      logical :: is
    end function
    function MPI_Request_neq(a, b) result(is)
      import MPI_Request
      type(MPI_Request), intent(in) :: a, b
      logical :: is
    end function
    function MPI_Datatype_neq(a, b) result(is)
      import MPI_Datatype
      type(MPI_Datatype), intent(in) :: a, b
      logical :: is
    end function
  end interface
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
  interface MPI_Abort
    subroutine MPI_Abort_f08(comm, errorcode, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: errorcode
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Abort
    subroutine PMPIR_Abort_f08(comm, errorcode, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: errorcode
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Accumulate
    subroutine MPI_Accumulate_f08ts(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, op, win, ierror)
      import
      type(*), dimension(..), asynchronous :: origin_addr
      integer, intent(in) :: origin_count
      type(MPI_Datatype), intent(in) :: origin_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(in) :: target_count
      type(MPI_Datatype), intent(in) :: target_datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Accumulate_f08ts_large(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, op, win, ierror)
      import
      type(*), dimension(..), asynchronous :: origin_addr
      integer(MPI_COUNT_KIND), intent(in) :: origin_count
      type(MPI_Datatype), intent(in) :: origin_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer(MPI_COUNT_KIND), intent(in) :: target_count
      type(MPI_Datatype), intent(in) :: target_datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Accumulate
    subroutine PMPIR_Accumulate_f08ts(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, op, win, ierror)
      import
      type(*), dimension(..), asynchronous :: origin_addr
      integer, intent(in) :: origin_count
      type(MPI_Datatype), intent(in) :: origin_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(in) :: target_count
      type(MPI_Datatype), intent(in) :: target_datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Accumulate_f08ts_large(origin_addr, origin_count, origin_datatype, &
        target_rank, target_disp, target_count, target_datatype, op, win, ierror)
      import
      type(*), dimension(..), asynchronous :: origin_addr
      integer(MPI_COUNT_KIND), intent(in) :: origin_count
      type(MPI_Datatype), intent(in) :: origin_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer(MPI_COUNT_KIND), intent(in) :: target_count
      type(MPI_Datatype), intent(in) :: target_datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Add_error_class
    subroutine MPI_Add_error_class_f08(errorclass, ierror)
      import
      integer :: errorclass
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Add_error_class
    subroutine PMPIR_Add_error_class_f08(errorclass, ierror)
      import
      integer :: errorclass
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Add_error_code
    subroutine MPI_Add_error_code_f08(errorclass, errorcode, ierror)
      import
      integer, intent(in) :: errorclass
      integer :: errorcode
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Add_error_code
    subroutine PMPIR_Add_error_code_f08(errorclass, errorcode, ierror)
      import
      integer, intent(in) :: errorclass
      integer :: errorcode
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Add_error_string
    subroutine MPI_Add_error_string_f08(errorcode, string, ierror)
      import
      integer, intent(in) :: errorcode
      character(*), intent(in) :: string
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Add_error_string
    subroutine PMPIR_Add_error_string_f08(errorcode, string, ierror)
      import
      integer, intent(in) :: errorcode
      character(*), intent(in) :: string
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Allgather
    subroutine MPI_Allgather_f08ts(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Allgather_f08ts_large(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Allgather
    subroutine PMPIR_Allgather_f08ts(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Allgather_f08ts_large(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Allgather_init
    subroutine MPI_Allgather_init_f08ts(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Allgather_init_f08ts_large(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Allgather_init
    subroutine PMPIR_Allgather_init_f08ts(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Allgather_init_f08ts_large(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Allgatherv
    subroutine MPI_Allgatherv_f08ts(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
        recvtype, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Allgatherv_f08ts_large(sendbuf, sendcount, sendtype, recvbuf, recvcounts, &
        displs, recvtype, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND) :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: displs(*)
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Allgatherv
    subroutine PMPIR_Allgatherv_f08ts(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
        recvtype, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Allgatherv_f08ts_large(sendbuf, sendcount, sendtype, recvbuf, recvcounts, &
        displs, recvtype, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND) :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: displs(*)
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Allgatherv_init
    subroutine MPI_Allgatherv_init_f08ts(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
        recvtype, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Allgatherv_init_f08ts_large(sendbuf, sendcount, sendtype, recvbuf, recvcounts, &
        displs, recvtype, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND) :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: displs(*)
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Allgatherv_init
    subroutine PMPIR_Allgatherv_init_f08ts(sendbuf, sendcount, sendtype, recvbuf, recvcounts, &
        displs, recvtype, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Allgatherv_init_f08ts_large(sendbuf, sendcount, sendtype, recvbuf, recvcounts, &
        displs, recvtype, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND) :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: displs(*)
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Alloc_mem
    subroutine MPI_Alloc_mem_f08(size, info, baseptr, ierror)
      import
      integer(MPI_ADDRESS_KIND), intent(in) :: size
      type(MPI_Info), intent(in) :: info
      type(c_ptr), intent(out) :: baseptr
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Alloc_mem
    subroutine PMPIR_Alloc_mem_f08(size, info, baseptr, ierror)
      import
      integer(MPI_ADDRESS_KIND), intent(in) :: size
      type(MPI_Info), intent(in) :: info
      type(c_ptr), intent(out) :: baseptr
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Allreduce
    subroutine MPI_Allreduce_f08ts(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Allreduce_f08ts_large(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Allreduce
    subroutine PMPIR_Allreduce_f08ts(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Allreduce_f08ts_large(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Allreduce_init
    subroutine MPI_Allreduce_init_f08ts(sendbuf, recvbuf, count, datatype, op, comm, info, request, &
        ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Allreduce_init_f08ts_large(sendbuf, recvbuf, count, datatype, op, comm, info, &
        request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Allreduce_init
    subroutine PMPIR_Allreduce_init_f08ts(sendbuf, recvbuf, count, datatype, op, comm, info, &
        request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Allreduce_init_f08ts_large(sendbuf, recvbuf, count, datatype, op, comm, info, &
        request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Alltoall
    subroutine MPI_Alltoall_f08ts(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, &
        ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Alltoall_f08ts_large(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Alltoall
    subroutine PMPIR_Alltoall_f08ts(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Alltoall_f08ts_large(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Alltoall_init
    subroutine MPI_Alltoall_init_f08ts(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Alltoall_init_f08ts_large(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Alltoall_init
    subroutine PMPIR_Alltoall_init_f08ts(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Alltoall_init_f08ts_large(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Alltoallv
    subroutine MPI_Alltoallv_f08ts(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, &
        rdispls, recvtype, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer :: sendcounts(*)
      integer :: sdispls(*)
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Alltoallv_f08ts_large(sendbuf, sendcounts, sdispls, sendtype, recvbuf, &
        recvcounts, rdispls, recvtype, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND) :: sendcounts(*)
      integer(MPI_ADDRESS_KIND) :: sdispls(*)
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND) :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: rdispls(*)
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Alltoallv
    subroutine PMPIR_Alltoallv_f08ts(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, &
        rdispls, recvtype, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer :: sendcounts(*)
      integer :: sdispls(*)
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Alltoallv_f08ts_large(sendbuf, sendcounts, sdispls, sendtype, recvbuf, &
        recvcounts, rdispls, recvtype, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND) :: sendcounts(*)
      integer(MPI_ADDRESS_KIND) :: sdispls(*)
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND) :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: rdispls(*)
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Alltoallv_init
    subroutine MPI_Alltoallv_init_f08ts(sendbuf, sendcounts, sdispls, sendtype, recvbuf, &
        recvcounts, rdispls, recvtype, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer :: sendcounts(*)
      integer :: sdispls(*)
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Alltoallv_init_f08ts_large(sendbuf, sendcounts, sdispls, sendtype, recvbuf, &
        recvcounts, rdispls, recvtype, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND) :: sendcounts(*)
      integer(MPI_ADDRESS_KIND) :: sdispls(*)
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND) :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: rdispls(*)
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Alltoallv_init
    subroutine PMPIR_Alltoallv_init_f08ts(sendbuf, sendcounts, sdispls, sendtype, recvbuf, &
        recvcounts, rdispls, recvtype, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer :: sendcounts(*)
      integer :: sdispls(*)
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Alltoallv_init_f08ts_large(sendbuf, sendcounts, sdispls, sendtype, recvbuf, &
        recvcounts, rdispls, recvtype, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND) :: sendcounts(*)
      integer(MPI_ADDRESS_KIND) :: sdispls(*)
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND) :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: rdispls(*)
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Alltoallw
    subroutine MPI_Alltoallw_f08ts(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, &
        rdispls, recvtypes, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer :: sendcounts(*)
      integer :: sdispls(*)
      type(MPI_Datatype) :: sendtypes(*)
      type(*), dimension(..), asynchronous :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      type(MPI_Datatype) :: recvtypes(*)
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Alltoallw_f08ts_large(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, &
        recvcounts, rdispls, recvtypes, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND) :: sendcounts(*)
      integer(MPI_ADDRESS_KIND) :: sdispls(*)
      type(MPI_Datatype) :: sendtypes(*)
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND) :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: rdispls(*)
      type(MPI_Datatype) :: recvtypes(*)
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Alltoallw
    subroutine PMPIR_Alltoallw_f08ts(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, &
        rdispls, recvtypes, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer :: sendcounts(*)
      integer :: sdispls(*)
      type(MPI_Datatype) :: sendtypes(*)
      type(*), dimension(..), asynchronous :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      type(MPI_Datatype) :: recvtypes(*)
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Alltoallw_f08ts_large(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, &
        recvcounts, rdispls, recvtypes, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND) :: sendcounts(*)
      integer(MPI_ADDRESS_KIND) :: sdispls(*)
      type(MPI_Datatype) :: sendtypes(*)
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND) :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: rdispls(*)
      type(MPI_Datatype) :: recvtypes(*)
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Alltoallw_init
    subroutine MPI_Alltoallw_init_f08ts(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, &
        recvcounts, rdispls, recvtypes, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer :: sendcounts(*)
      integer :: sdispls(*)
      type(MPI_Datatype) :: sendtypes(*)
      type(*), dimension(..), asynchronous :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      type(MPI_Datatype) :: recvtypes(*)
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Alltoallw_init_f08ts_large(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, &
        recvcounts, rdispls, recvtypes, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND) :: sendcounts(*)
      integer(MPI_ADDRESS_KIND) :: sdispls(*)
      type(MPI_Datatype) :: sendtypes(*)
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND) :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: rdispls(*)
      type(MPI_Datatype) :: recvtypes(*)
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Alltoallw_init
    subroutine PMPIR_Alltoallw_init_f08ts(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, &
        recvcounts, rdispls, recvtypes, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer :: sendcounts(*)
      integer :: sdispls(*)
      type(MPI_Datatype) :: sendtypes(*)
      type(*), dimension(..), asynchronous :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      type(MPI_Datatype) :: recvtypes(*)
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Alltoallw_init_f08ts_large(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, &
        recvcounts, rdispls, recvtypes, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND) :: sendcounts(*)
      integer(MPI_ADDRESS_KIND) :: sdispls(*)
      type(MPI_Datatype) :: sendtypes(*)
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND) :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: rdispls(*)
      type(MPI_Datatype) :: recvtypes(*)
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Attr_delete
    subroutine MPI_Attr_delete_f08(comm, keyval, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: keyval
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Attr_delete
    subroutine PMPIR_Attr_delete_f08(comm, keyval, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: keyval
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Attr_get
    subroutine MPI_Attr_get_f08(comm, keyval, attribute_val, flag, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: keyval
      integer :: attribute_val
      logical :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Attr_get
    subroutine PMPIR_Attr_get_f08(comm, keyval, attribute_val, flag, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: keyval
      integer :: attribute_val
      logical :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Attr_put
    subroutine MPI_Attr_put_f08(comm, keyval, attribute_val, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: keyval
      integer :: attribute_val
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Attr_put
    subroutine PMPIR_Attr_put_f08(comm, keyval, attribute_val, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: keyval
      integer :: attribute_val
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Barrier
    subroutine MPI_Barrier_f08(comm, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Barrier
    subroutine PMPIR_Barrier_f08(comm, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Barrier_init
    subroutine MPI_Barrier_init_f08(comm, info, request, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Barrier_init
    subroutine PMPIR_Barrier_init_f08(comm, info, request, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Bcast
    subroutine MPI_Bcast_f08ts(buffer, count, datatype, root, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: buffer
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Bcast_f08ts_large(buffer, count, datatype, root, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: buffer
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Bcast
    subroutine PMPIR_Bcast_f08ts(buffer, count, datatype, root, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: buffer
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Bcast_f08ts_large(buffer, count, datatype, root, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: buffer
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Bcast_init
    subroutine MPI_Bcast_init_f08ts(buffer, count, datatype, root, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buffer
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Bcast_init_f08ts_large(buffer, count, datatype, root, comm, info, request, &
        ierror)
      import
      type(*), dimension(..), asynchronous :: buffer
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Bcast_init
    subroutine PMPIR_Bcast_init_f08ts(buffer, count, datatype, root, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buffer
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Bcast_init_f08ts_large(buffer, count, datatype, root, comm, info, request, &
        ierror)
      import
      type(*), dimension(..), asynchronous :: buffer
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Bsend
    subroutine MPI_Bsend_f08ts(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Bsend_f08ts_large(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Bsend
    subroutine PMPIR_Bsend_f08ts(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Bsend_f08ts_large(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Bsend_init
    subroutine MPI_Bsend_init_f08ts(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Bsend_init_f08ts_large(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Bsend_init
    subroutine PMPIR_Bsend_init_f08ts(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Bsend_init_f08ts_large(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Buffer_attach
    subroutine MPI_Buffer_attach_f08ts(buffer, size, ierror)
      import
      type(*), dimension(..), asynchronous :: buffer
      integer, intent(in) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Buffer_attach_f08ts_large(buffer, size, ierror)
      import
      type(*), dimension(..), asynchronous :: buffer
      integer(MPI_COUNT_KIND), intent(in) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Buffer_attach
    subroutine PMPIR_Buffer_attach_f08ts(buffer, size, ierror)
      import
      type(*), dimension(..), asynchronous :: buffer
      integer, intent(in) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Buffer_attach_f08ts_large(buffer, size, ierror)
      import
      type(*), dimension(..), asynchronous :: buffer
      integer(MPI_COUNT_KIND), intent(in) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Buffer_detach
    subroutine MPI_Buffer_detach_f08(buffer_addr, size, ierror)
      import
      type(c_ptr), intent(out) :: buffer_addr
      integer :: size
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Buffer_detach_f08_large(buffer_addr, size, ierror)
      import
      type(c_ptr), intent(out) :: buffer_addr
      integer(MPI_COUNT_KIND) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Buffer_detach
    subroutine PMPIR_Buffer_detach_f08(buffer_addr, size, ierror)
      import
      type(c_ptr), intent(out) :: buffer_addr
      integer :: size
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Buffer_detach_f08_large(buffer_addr, size, ierror)
      import
      type(c_ptr), intent(out) :: buffer_addr
      integer(MPI_COUNT_KIND) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Buffer_flush
    subroutine MPI_Buffer_flush_f08(ierror)
      import
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Buffer_flush
    subroutine PMPIR_Buffer_flush_f08(ierror)
      import
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Buffer_iflush
    subroutine MPI_Buffer_iflush_f08(request, ierror)
      import
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Buffer_iflush
    subroutine PMPIR_Buffer_iflush_f08(request, ierror)
      import
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Cancel
    subroutine MPI_Cancel_f08(request, ierror)
      import
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Cancel
    subroutine PMPIR_Cancel_f08(request, ierror)
      import
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Cart_coords
    subroutine MPI_Cart_coords_f08(comm, rank, maxdims, coords, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: rank
      integer, intent(in) :: maxdims
      integer :: coords(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Cart_coords
    subroutine PMPIR_Cart_coords_f08(comm, rank, maxdims, coords, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: rank
      integer, intent(in) :: maxdims
      integer :: coords(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Cart_create
    subroutine MPI_Cart_create_f08(comm_old, ndims, dims, periods, reorder, comm_cart, ierror)
      import
      type(MPI_Comm), intent(in) :: comm_old
      integer, intent(in) :: ndims
      integer :: dims(*)
      logical :: periods(*)
      logical, intent(in) :: reorder
      type(MPI_Comm) :: comm_cart
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Cart_create
    subroutine PMPIR_Cart_create_f08(comm_old, ndims, dims, periods, reorder, comm_cart, ierror)
      import
      type(MPI_Comm), intent(in) :: comm_old
      integer, intent(in) :: ndims
      integer :: dims(*)
      logical :: periods(*)
      logical, intent(in) :: reorder
      type(MPI_Comm) :: comm_cart
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Cart_get
    subroutine MPI_Cart_get_f08(comm, maxdims, dims, periods, coords, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: maxdims
      integer :: dims(*)
      logical :: periods(*)
      integer :: coords(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Cart_get
    subroutine PMPIR_Cart_get_f08(comm, maxdims, dims, periods, coords, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: maxdims
      integer :: dims(*)
      logical :: periods(*)
      integer :: coords(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Cart_map
    subroutine MPI_Cart_map_f08(comm, ndims, dims, periods, newrank, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: ndims
      integer :: dims(*)
      logical :: periods(*)
      integer :: newrank
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Cart_map
    subroutine PMPIR_Cart_map_f08(comm, ndims, dims, periods, newrank, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: ndims
      integer :: dims(*)
      logical :: periods(*)
      integer :: newrank
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Cart_rank
    subroutine MPI_Cart_rank_f08(comm, coords, rank, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer :: coords(*)
      integer :: rank
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Cart_rank
    subroutine PMPIR_Cart_rank_f08(comm, coords, rank, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer :: coords(*)
      integer :: rank
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Cart_shift
    subroutine MPI_Cart_shift_f08(comm, direction, disp, rank_source, rank_dest, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: direction
      integer, intent(in) :: disp
      integer :: rank_source
      integer :: rank_dest
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Cart_shift
    subroutine PMPIR_Cart_shift_f08(comm, direction, disp, rank_source, rank_dest, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: direction
      integer, intent(in) :: disp
      integer :: rank_source
      integer :: rank_dest
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Cart_sub
    subroutine MPI_Cart_sub_f08(comm, remain_dims, newcomm, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      logical :: remain_dims(*)
      type(MPI_Comm) :: newcomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Cart_sub
    subroutine PMPIR_Cart_sub_f08(comm, remain_dims, newcomm, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      logical :: remain_dims(*)
      type(MPI_Comm) :: newcomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Cartdim_get
    subroutine MPI_Cartdim_get_f08(comm, ndims, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer :: ndims
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Cartdim_get
    subroutine PMPIR_Cartdim_get_f08(comm, ndims, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer :: ndims
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Close_port
    subroutine MPI_Close_port_f08(port_name, ierror)
      import
      character(*), intent(in) :: port_name
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Close_port
    subroutine PMPIR_Close_port_f08(port_name, ierror)
      import
      character(*), intent(in) :: port_name
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_accept
    subroutine MPI_Comm_accept_f08(port_name, info, root, comm, newcomm, ierror)
      import
      character(*), intent(in) :: port_name
      type(MPI_Info), intent(in) :: info
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Comm) :: newcomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_accept
    subroutine PMPIR_Comm_accept_f08(port_name, info, root, comm, newcomm, ierror)
      import
      character(*), intent(in) :: port_name
      type(MPI_Info), intent(in) :: info
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Comm) :: newcomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_attach_buffer
    subroutine MPI_Comm_attach_buffer_f08ts(comm, buffer, size, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(*), dimension(..), asynchronous :: buffer
      integer, intent(in) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Comm_attach_buffer_f08ts_large(comm, buffer, size, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(*), dimension(..), asynchronous :: buffer
      integer(MPI_COUNT_KIND), intent(in) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_attach_buffer
    subroutine PMPIR_Comm_attach_buffer_f08ts(comm, buffer, size, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(*), dimension(..), asynchronous :: buffer
      integer, intent(in) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Comm_attach_buffer_f08ts_large(comm, buffer, size, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(*), dimension(..), asynchronous :: buffer
      integer(MPI_COUNT_KIND), intent(in) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_call_errhandler
    subroutine MPI_Comm_call_errhandler_f08(comm, errorcode, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: errorcode
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_call_errhandler
    subroutine PMPIR_Comm_call_errhandler_f08(comm, errorcode, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: errorcode
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_compare
    subroutine MPI_Comm_compare_f08(comm1, comm2, result, ierror)
      import
      type(MPI_Comm), intent(in) :: comm1
      type(MPI_Comm), intent(in) :: comm2
      integer :: result
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_compare
    subroutine PMPIR_Comm_compare_f08(comm1, comm2, result, ierror)
      import
      type(MPI_Comm), intent(in) :: comm1
      type(MPI_Comm), intent(in) :: comm2
      integer :: result
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_connect
    subroutine MPI_Comm_connect_f08(port_name, info, root, comm, newcomm, ierror)
      import
      character(*), intent(in) :: port_name
      type(MPI_Info), intent(in) :: info
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Comm) :: newcomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_connect
    subroutine PMPIR_Comm_connect_f08(port_name, info, root, comm, newcomm, ierror)
      import
      character(*), intent(in) :: port_name
      type(MPI_Info), intent(in) :: info
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Comm) :: newcomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_create
    subroutine MPI_Comm_create_f08(comm, group, newcomm, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Group), intent(in) :: group
      type(MPI_Comm) :: newcomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_create
    subroutine PMPIR_Comm_create_f08(comm, group, newcomm, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Group), intent(in) :: group
      type(MPI_Comm) :: newcomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_create_errhandler
    subroutine MPI_Comm_create_errhandler_f08(comm_errhandler_fn, errhandler, ierror)
      import
      external :: comm_errhandler_fn
      type(MPI_Errhandler) :: errhandler
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_create_errhandler
    subroutine PMPIR_Comm_create_errhandler_f08(comm_errhandler_fn, errhandler, ierror)
      import
      external :: comm_errhandler_fn
      type(MPI_Errhandler) :: errhandler
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_create_from_group
    subroutine MPI_Comm_create_from_group_f08(group, stringtag, info, errhandler, newcomm, ierror)
      import
      type(MPI_Group), intent(in) :: group
      character(*), intent(in) :: stringtag
      type(MPI_Info), intent(in) :: info
      type(MPI_Errhandler), intent(in) :: errhandler
      type(MPI_Comm) :: newcomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_create_from_group
    subroutine PMPIR_Comm_create_from_group_f08(group, stringtag, info, errhandler, newcomm, ierror)
      import
      type(MPI_Group), intent(in) :: group
      character(*), intent(in) :: stringtag
      type(MPI_Info), intent(in) :: info
      type(MPI_Errhandler), intent(in) :: errhandler
      type(MPI_Comm) :: newcomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_create_group
    subroutine MPI_Comm_create_group_f08(comm, group, tag, newcomm, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Group), intent(in) :: group
      integer, intent(in) :: tag
      type(MPI_Comm) :: newcomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_create_group
    subroutine PMPIR_Comm_create_group_f08(comm, group, tag, newcomm, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Group), intent(in) :: group
      integer, intent(in) :: tag
      type(MPI_Comm) :: newcomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_create_keyval
    subroutine MPI_Comm_create_keyval_f08(comm_copy_attr_fn, comm_delete_attr_fn, comm_keyval, &
        extra_state, ierror)
      import
      external :: comm_copy_attr_fn
      external :: comm_delete_attr_fn
      integer :: comm_keyval
      integer(MPI_ADDRESS_KIND), intent(in) :: extra_state
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_create_keyval
    subroutine PMPIR_Comm_create_keyval_f08(comm_copy_attr_fn, comm_delete_attr_fn, comm_keyval, &
        extra_state, ierror)
      import
      external :: comm_copy_attr_fn
      external :: comm_delete_attr_fn
      integer :: comm_keyval
      integer(MPI_ADDRESS_KIND), intent(in) :: extra_state
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_delete_attr
    subroutine MPI_Comm_delete_attr_f08(comm, comm_keyval, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: comm_keyval
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_delete_attr
    subroutine PMPIR_Comm_delete_attr_f08(comm, comm_keyval, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: comm_keyval
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_detach_buffer
    subroutine MPI_Comm_detach_buffer_f08(comm, buffer_addr, size, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(c_ptr), intent(out) :: buffer_addr
      integer :: size
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Comm_detach_buffer_f08_large(comm, buffer_addr, size, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(c_ptr), intent(out) :: buffer_addr
      integer(MPI_COUNT_KIND) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_detach_buffer
    subroutine PMPIR_Comm_detach_buffer_f08(comm, buffer_addr, size, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(c_ptr), intent(out) :: buffer_addr
      integer :: size
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Comm_detach_buffer_f08_large(comm, buffer_addr, size, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(c_ptr), intent(out) :: buffer_addr
      integer(MPI_COUNT_KIND) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_disconnect
    subroutine MPI_Comm_disconnect_f08(comm, ierror)
      import
      type(MPI_Comm) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_disconnect
    subroutine PMPIR_Comm_disconnect_f08(comm, ierror)
      import
      type(MPI_Comm) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_dup
    subroutine MPI_Comm_dup_f08(comm, newcomm, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Comm) :: newcomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_dup
    subroutine PMPIR_Comm_dup_f08(comm, newcomm, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Comm) :: newcomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_dup_with_info
    subroutine MPI_Comm_dup_with_info_f08(comm, info, newcomm, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm) :: newcomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_dup_with_info
    subroutine PMPIR_Comm_dup_with_info_f08(comm, info, newcomm, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm) :: newcomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_flush_buffer
    subroutine MPI_Comm_flush_buffer_f08(comm, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_flush_buffer
    subroutine PMPIR_Comm_flush_buffer_f08(comm, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_free
    subroutine MPI_Comm_free_f08(comm, ierror)
      import
      type(MPI_Comm) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_free
    subroutine PMPIR_Comm_free_f08(comm, ierror)
      import
      type(MPI_Comm) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_free_keyval
    subroutine MPI_Comm_free_keyval_f08(comm_keyval, ierror)
      import
      integer :: comm_keyval
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_free_keyval
    subroutine PMPIR_Comm_free_keyval_f08(comm_keyval, ierror)
      import
      integer :: comm_keyval
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_get_attr
    subroutine MPI_Comm_get_attr_f08(comm, comm_keyval, attribute_val, flag, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: comm_keyval
      integer(MPI_ADDRESS_KIND) :: attribute_val
      logical :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_get_attr
    subroutine PMPIR_Comm_get_attr_f08(comm, comm_keyval, attribute_val, flag, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: comm_keyval
      integer(MPI_ADDRESS_KIND) :: attribute_val
      logical :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_get_errhandler
    subroutine MPI_Comm_get_errhandler_f08(comm, errhandler, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Errhandler) :: errhandler
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_get_errhandler
    subroutine PMPIR_Comm_get_errhandler_f08(comm, errhandler, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Errhandler) :: errhandler
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_get_info
    subroutine MPI_Comm_get_info_f08(comm, info_used, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info) :: info_used
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_get_info
    subroutine PMPIR_Comm_get_info_f08(comm, info_used, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info) :: info_used
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_get_name
    subroutine MPI_Comm_get_name_f08(comm, comm_name, resultlen, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      character(*) :: comm_name
      integer :: resultlen
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_get_name
    subroutine PMPIR_Comm_get_name_f08(comm, comm_name, resultlen, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      character(*) :: comm_name
      integer :: resultlen
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_get_parent
    subroutine MPI_Comm_get_parent_f08(parent, ierror)
      import
      type(MPI_Comm) :: parent
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_get_parent
    subroutine PMPIR_Comm_get_parent_f08(parent, ierror)
      import
      type(MPI_Comm) :: parent
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_group
    subroutine MPI_Comm_group_f08(comm, group, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Group) :: group
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_group
    subroutine PMPIR_Comm_group_f08(comm, group, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Group) :: group
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_idup
    subroutine MPI_Comm_idup_f08(comm, newcomm, request, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Comm) :: newcomm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_idup
    subroutine PMPIR_Comm_idup_f08(comm, newcomm, request, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Comm) :: newcomm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_idup_with_info
    subroutine MPI_Comm_idup_with_info_f08(comm, info, newcomm, request, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm) :: newcomm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_idup_with_info
    subroutine PMPIR_Comm_idup_with_info_f08(comm, info, newcomm, request, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm) :: newcomm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_iflush_buffer
    subroutine MPI_Comm_iflush_buffer_f08(comm, request, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_iflush_buffer
    subroutine PMPIR_Comm_iflush_buffer_f08(comm, request, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_join
    subroutine MPI_Comm_join_f08(fd, intercomm, ierror)
      import
      integer, intent(in) :: fd
      type(MPI_Comm) :: intercomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_join
    subroutine PMPIR_Comm_join_f08(fd, intercomm, ierror)
      import
      integer, intent(in) :: fd
      type(MPI_Comm) :: intercomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_rank
    subroutine MPI_Comm_rank_f08(comm, rank, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer :: rank
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_rank
    subroutine PMPIR_Comm_rank_f08(comm, rank, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer :: rank
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_remote_group
    subroutine MPI_Comm_remote_group_f08(comm, group, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Group) :: group
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_remote_group
    subroutine PMPIR_Comm_remote_group_f08(comm, group, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Group) :: group
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_remote_size
    subroutine MPI_Comm_remote_size_f08(comm, size, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_remote_size
    subroutine PMPIR_Comm_remote_size_f08(comm, size, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_set_attr
    subroutine MPI_Comm_set_attr_f08(comm, comm_keyval, attribute_val, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: comm_keyval
      integer(MPI_ADDRESS_KIND) :: attribute_val
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_set_attr
    subroutine PMPIR_Comm_set_attr_f08(comm, comm_keyval, attribute_val, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: comm_keyval
      integer(MPI_ADDRESS_KIND) :: attribute_val
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_set_errhandler
    subroutine MPI_Comm_set_errhandler_f08(comm, errhandler, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Errhandler), intent(in) :: errhandler
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_set_errhandler
    subroutine PMPIR_Comm_set_errhandler_f08(comm, errhandler, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Errhandler), intent(in) :: errhandler
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_set_info
    subroutine MPI_Comm_set_info_f08(comm, info, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_set_info
    subroutine PMPIR_Comm_set_info_f08(comm, info, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_set_name
    subroutine MPI_Comm_set_name_f08(comm, comm_name, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      character(*), intent(in) :: comm_name
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_set_name
    subroutine PMPIR_Comm_set_name_f08(comm, comm_name, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      character(*), intent(in) :: comm_name
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_size
    subroutine MPI_Comm_size_f08(comm, size, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_size
    subroutine PMPIR_Comm_size_f08(comm, size, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_spawn
    subroutine MPI_Comm_spawn_f08(command, argv, maxprocs, info, root, comm, intercomm, &
        array_of_errcodes, ierror)
      import
      character(*), intent(in) :: command
      character(*), intent(in) :: argv(*)
      integer, intent(in) :: maxprocs
      type(MPI_Info), intent(in) :: info
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Comm) :: intercomm
      integer :: array_of_errcodes(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_spawn
    subroutine PMPIR_Comm_spawn_f08(command, argv, maxprocs, info, root, comm, intercomm, &
        array_of_errcodes, ierror)
      import
      character(*), intent(in) :: command
      character(*), intent(in) :: argv(*)
      integer, intent(in) :: maxprocs
      type(MPI_Info), intent(in) :: info
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Comm) :: intercomm
      integer :: array_of_errcodes(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_spawn_multiple
    subroutine MPI_Comm_spawn_multiple_f08(count, array_of_commands, array_of_argv, &
        array_of_maxprocs, array_of_info, root, comm, intercomm, array_of_errcodes, ierror)
      import
      integer, intent(in) :: count
      character(*), intent(in) :: array_of_commands(*)
      character(*), intent(in) :: array_of_argv(count, *)
      integer :: array_of_maxprocs(*)
      type(MPI_Info) :: array_of_info(*)
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Comm) :: intercomm
      integer :: array_of_errcodes(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_spawn_multiple
    subroutine PMPIR_Comm_spawn_multiple_f08(count, array_of_commands, array_of_argv, &
        array_of_maxprocs, array_of_info, root, comm, intercomm, array_of_errcodes, ierror)
      import
      integer, intent(in) :: count
      character(*), intent(in) :: array_of_commands(*)
      character(*), intent(in) :: array_of_argv(count, *)
      integer :: array_of_maxprocs(*)
      type(MPI_Info) :: array_of_info(*)
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Comm) :: intercomm
      integer :: array_of_errcodes(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_split
    subroutine MPI_Comm_split_f08(comm, color, key, newcomm, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: color
      integer, intent(in) :: key
      type(MPI_Comm) :: newcomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_split
    subroutine PMPIR_Comm_split_f08(comm, color, key, newcomm, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: color
      integer, intent(in) :: key
      type(MPI_Comm) :: newcomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_split_type
    subroutine MPI_Comm_split_type_f08(comm, split_type, key, info, newcomm, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: split_type
      integer, intent(in) :: key
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm) :: newcomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_split_type
    subroutine PMPIR_Comm_split_type_f08(comm, split_type, key, info, newcomm, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: split_type
      integer, intent(in) :: key
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm) :: newcomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_test_inter
    subroutine MPI_Comm_test_inter_f08(comm, flag, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      logical :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_test_inter
    subroutine PMPIR_Comm_test_inter_f08(comm, flag, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      logical :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Compare_and_swap
    subroutine MPI_Compare_and_swap_f08ts(origin_addr, compare_addr, result_addr, datatype, &
        target_rank, target_disp, win, ierror)
      import
      type(*), dimension(..), asynchronous :: origin_addr
      type(*), dimension(..), asynchronous :: compare_addr
      type(*), dimension(..), asynchronous :: result_addr
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Compare_and_swap
    subroutine PMPIR_Compare_and_swap_f08ts(origin_addr, compare_addr, result_addr, datatype, &
        target_rank, target_disp, win, ierror)
      import
      type(*), dimension(..), asynchronous :: origin_addr
      type(*), dimension(..), asynchronous :: compare_addr
      type(*), dimension(..), asynchronous :: result_addr
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Dims_create
    subroutine MPI_Dims_create_f08(nnodes, ndims, dims, ierror)
      import
      integer, intent(in) :: nnodes
      integer, intent(in) :: ndims
      integer :: dims(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Dims_create
    subroutine PMPIR_Dims_create_f08(nnodes, ndims, dims, ierror)
      import
      integer, intent(in) :: nnodes
      integer, intent(in) :: ndims
      integer :: dims(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Dist_graph_create
    subroutine MPI_Dist_graph_create_f08(comm_old, n, sources, degrees, destinations, weights, &
        info, reorder, comm_dist_graph, ierror)
      import
      type(MPI_Comm), intent(in) :: comm_old
      integer, intent(in) :: n
      integer :: sources(*)
      integer :: degrees(*)
      integer :: destinations(*)
      integer, intent(in) :: weights(*)
      type(MPI_Info), intent(in) :: info
      logical, intent(in) :: reorder
      type(MPI_Comm) :: comm_dist_graph
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Dist_graph_create
    subroutine PMPIR_Dist_graph_create_f08(comm_old, n, sources, degrees, destinations, weights, &
        info, reorder, comm_dist_graph, ierror)
      import
      type(MPI_Comm), intent(in) :: comm_old
      integer, intent(in) :: n
      integer :: sources(*)
      integer :: degrees(*)
      integer :: destinations(*)
      integer, intent(in) :: weights(*)
      type(MPI_Info), intent(in) :: info
      logical, intent(in) :: reorder
      type(MPI_Comm) :: comm_dist_graph
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Dist_graph_create_adjacent
    subroutine MPI_Dist_graph_create_adjacent_f08(comm_old, indegree, sources, sourceweights, &
        outdegree, destinations, destweights, info, reorder, comm_dist_graph, ierror)
      import
      type(MPI_Comm), intent(in) :: comm_old
      integer, intent(in) :: indegree
      integer :: sources(*)
      integer, intent(in) :: sourceweights(*)
      integer, intent(in) :: outdegree
      integer :: destinations(*)
      integer, intent(in) :: destweights(*)
      type(MPI_Info), intent(in) :: info
      logical, intent(in) :: reorder
      type(MPI_Comm) :: comm_dist_graph
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Dist_graph_create_adjacent
    subroutine PMPIR_Dist_graph_create_adjacent_f08(comm_old, indegree, sources, sourceweights, &
        outdegree, destinations, destweights, info, reorder, comm_dist_graph, ierror)
      import
      type(MPI_Comm), intent(in) :: comm_old
      integer, intent(in) :: indegree
      integer :: sources(*)
      integer, intent(in) :: sourceweights(*)
      integer, intent(in) :: outdegree
      integer :: destinations(*)
      integer, intent(in) :: destweights(*)
      type(MPI_Info), intent(in) :: info
      logical, intent(in) :: reorder
      type(MPI_Comm) :: comm_dist_graph
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Dist_graph_neighbors
    subroutine MPI_Dist_graph_neighbors_f08(comm, maxindegree, sources, sourceweights, &
        maxoutdegree, destinations, destweights, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: maxindegree
      integer :: sources(*)
      integer :: sourceweights(*)
      integer, intent(in) :: maxoutdegree
      integer :: destinations(*)
      integer :: destweights(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Dist_graph_neighbors
    subroutine PMPIR_Dist_graph_neighbors_f08(comm, maxindegree, sources, sourceweights, &
        maxoutdegree, destinations, destweights, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: maxindegree
      integer :: sources(*)
      integer :: sourceweights(*)
      integer, intent(in) :: maxoutdegree
      integer :: destinations(*)
      integer :: destweights(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Dist_graph_neighbors_count
    subroutine MPI_Dist_graph_neighbors_count_f08(comm, indegree, outdegree, weighted, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer :: indegree
      integer :: outdegree
      logical :: weighted
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Dist_graph_neighbors_count
    subroutine PMPIR_Dist_graph_neighbors_count_f08(comm, indegree, outdegree, weighted, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer :: indegree
      integer :: outdegree
      logical :: weighted
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Errhandler_free
    subroutine MPI_Errhandler_free_f08(errhandler, ierror)
      import
      type(MPI_Errhandler) :: errhandler
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Errhandler_free
    subroutine PMPIR_Errhandler_free_f08(errhandler, ierror)
      import
      type(MPI_Errhandler) :: errhandler
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Error_class
    subroutine MPI_Error_class_f08(errorcode, errorclass, ierror)
      import
      integer, intent(in) :: errorcode
      integer :: errorclass
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Error_class
    subroutine PMPIR_Error_class_f08(errorcode, errorclass, ierror)
      import
      integer, intent(in) :: errorcode
      integer :: errorclass
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Error_string
    subroutine MPI_Error_string_f08(errorcode, string, resultlen, ierror)
      import
      integer, intent(in) :: errorcode
      character(*) :: string
      integer :: resultlen
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Error_string
    subroutine PMPIR_Error_string_f08(errorcode, string, resultlen, ierror)
      import
      integer, intent(in) :: errorcode
      character(*) :: string
      integer :: resultlen
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Exscan
    subroutine MPI_Exscan_f08ts(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Exscan_f08ts_large(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Exscan
    subroutine PMPIR_Exscan_f08ts(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Exscan_f08ts_large(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Exscan_init
    subroutine MPI_Exscan_init_f08ts(sendbuf, recvbuf, count, datatype, op, comm, info, request, &
        ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Exscan_init_f08ts_large(sendbuf, recvbuf, count, datatype, op, comm, info, &
        request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Exscan_init
    subroutine PMPIR_Exscan_init_f08ts(sendbuf, recvbuf, count, datatype, op, comm, info, request, &
        ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Exscan_init_f08ts_large(sendbuf, recvbuf, count, datatype, op, comm, info, &
        request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Fetch_and_op
    subroutine MPI_Fetch_and_op_f08ts(origin_addr, result_addr, datatype, target_rank, target_disp, &
        op, win, ierror)
      import
      type(*), dimension(..), asynchronous :: origin_addr
      type(*), dimension(..), asynchronous :: result_addr
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Fetch_and_op
    subroutine PMPIR_Fetch_and_op_f08ts(origin_addr, result_addr, datatype, target_rank, &
        target_disp, op, win, ierror)
      import
      type(*), dimension(..), asynchronous :: origin_addr
      type(*), dimension(..), asynchronous :: result_addr
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_call_errhandler
    subroutine MPI_File_call_errhandler_f08(fh, errorcode, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer, intent(in) :: errorcode
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_call_errhandler
    subroutine PMPIR_File_call_errhandler_f08(fh, errorcode, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer, intent(in) :: errorcode
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_close
    subroutine MPI_File_close_f08(fh, ierror)
      import
      type(MPI_File) :: fh
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_close
    subroutine PMPIR_File_close_f08(fh, ierror)
      import
      type(MPI_File) :: fh
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_create_errhandler
    subroutine MPI_File_create_errhandler_f08(file_errhandler_fn, errhandler, ierror)
      import
      external :: file_errhandler_fn
      type(MPI_Errhandler) :: errhandler
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_create_errhandler
    subroutine PMPIR_File_create_errhandler_f08(file_errhandler_fn, errhandler, ierror)
      import
      external :: file_errhandler_fn
      type(MPI_Errhandler) :: errhandler
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_delete
    subroutine MPI_File_delete_f08(filename, info, ierror)
      import
      character(*), intent(in) :: filename
      type(MPI_Info), intent(in) :: info
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_delete
    subroutine PMPIR_File_delete_f08(filename, info, ierror)
      import
      character(*), intent(in) :: filename
      type(MPI_Info), intent(in) :: info
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_get_amode
    subroutine MPI_File_get_amode_f08(fh, amode, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer :: amode
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_get_amode
    subroutine PMPIR_File_get_amode_f08(fh, amode, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer :: amode
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_get_atomicity
    subroutine MPI_File_get_atomicity_f08(fh, flag, ierror)
      import
      type(MPI_File), intent(in) :: fh
      logical :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_get_atomicity
    subroutine PMPIR_File_get_atomicity_f08(fh, flag, ierror)
      import
      type(MPI_File), intent(in) :: fh
      logical :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_get_byte_offset
    subroutine MPI_File_get_byte_offset_f08(fh, offset, disp, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      integer(MPI_OFFSET_KIND) :: disp
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_get_byte_offset
    subroutine PMPIR_File_get_byte_offset_f08(fh, offset, disp, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      integer(MPI_OFFSET_KIND) :: disp
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_get_errhandler
    subroutine MPI_File_get_errhandler_f08(file, errhandler, ierror)
      import
      type(MPI_File), intent(in) :: file
      type(MPI_Errhandler) :: errhandler
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_get_errhandler
    subroutine PMPIR_File_get_errhandler_f08(file, errhandler, ierror)
      import
      type(MPI_File), intent(in) :: file
      type(MPI_Errhandler) :: errhandler
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_get_group
    subroutine MPI_File_get_group_f08(fh, group, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(MPI_Group) :: group
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_get_group
    subroutine PMPIR_File_get_group_f08(fh, group, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(MPI_Group) :: group
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_get_info
    subroutine MPI_File_get_info_f08(fh, info_used, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(MPI_Info) :: info_used
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_get_info
    subroutine PMPIR_File_get_info_f08(fh, info_used, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(MPI_Info) :: info_used
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_get_position
    subroutine MPI_File_get_position_f08(fh, offset, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND) :: offset
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_get_position
    subroutine PMPIR_File_get_position_f08(fh, offset, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND) :: offset
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_get_position_shared
    subroutine MPI_File_get_position_shared_f08(fh, offset, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND) :: offset
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_get_position_shared
    subroutine PMPIR_File_get_position_shared_f08(fh, offset, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND) :: offset
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_get_size
    subroutine MPI_File_get_size_f08(fh, size, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_get_size
    subroutine PMPIR_File_get_size_f08(fh, size, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_get_type_extent
    subroutine MPI_File_get_type_extent_f08(fh, datatype, extent, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(MPI_Datatype), intent(in) :: datatype
      integer(MPI_ADDRESS_KIND) :: extent
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_get_type_extent
    subroutine PMPIR_File_get_type_extent_f08(fh, datatype, extent, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(MPI_Datatype), intent(in) :: datatype
      integer(MPI_ADDRESS_KIND) :: extent
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_get_view
    subroutine MPI_File_get_view_f08(fh, disp, etype, filetype, datarep, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND) :: disp
      type(MPI_Datatype) :: etype
      type(MPI_Datatype) :: filetype
      character(*) :: datarep
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_get_view
    subroutine PMPIR_File_get_view_f08(fh, disp, etype, filetype, datarep, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND) :: disp
      type(MPI_Datatype) :: etype
      type(MPI_Datatype) :: filetype
      character(*) :: datarep
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_iread
    subroutine MPI_File_iread_f08ts(fh, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_File_iread_f08ts_large(fh, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_iread
    subroutine PMPIR_File_iread_f08ts(fh, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_File_iread_f08ts_large(fh, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_iread_all
    subroutine MPI_File_iread_all_f08ts(fh, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_File_iread_all_f08ts_large(fh, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_iread_all
    subroutine PMPIR_File_iread_all_f08ts(fh, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_File_iread_all_f08ts_large(fh, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_iread_at
    subroutine MPI_File_iread_at_f08ts(fh, offset, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_File_iread_at_f08ts_large(fh, offset, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_iread_at
    subroutine PMPIR_File_iread_at_f08ts(fh, offset, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_File_iread_at_f08ts_large(fh, offset, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_iread_at_all
    subroutine MPI_File_iread_at_all_f08ts(fh, offset, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_File_iread_at_all_f08ts_large(fh, offset, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_iread_at_all
    subroutine PMPIR_File_iread_at_all_f08ts(fh, offset, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_File_iread_at_all_f08ts_large(fh, offset, buf, count, datatype, request, &
        ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_iread_shared
    subroutine MPI_File_iread_shared_f08ts(fh, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_File_iread_shared_f08ts_large(fh, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_iread_shared
    subroutine PMPIR_File_iread_shared_f08ts(fh, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_File_iread_shared_f08ts_large(fh, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_iwrite
    subroutine MPI_File_iwrite_f08ts(fh, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_File_iwrite_f08ts_large(fh, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_iwrite
    subroutine PMPIR_File_iwrite_f08ts(fh, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_File_iwrite_f08ts_large(fh, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_iwrite_all
    subroutine MPI_File_iwrite_all_f08ts(fh, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_File_iwrite_all_f08ts_large(fh, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_iwrite_all
    subroutine PMPIR_File_iwrite_all_f08ts(fh, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_File_iwrite_all_f08ts_large(fh, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_iwrite_at
    subroutine MPI_File_iwrite_at_f08ts(fh, offset, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_File_iwrite_at_f08ts_large(fh, offset, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_iwrite_at
    subroutine PMPIR_File_iwrite_at_f08ts(fh, offset, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_File_iwrite_at_f08ts_large(fh, offset, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_iwrite_at_all
    subroutine MPI_File_iwrite_at_all_f08ts(fh, offset, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_File_iwrite_at_all_f08ts_large(fh, offset, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_iwrite_at_all
    subroutine PMPIR_File_iwrite_at_all_f08ts(fh, offset, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_File_iwrite_at_all_f08ts_large(fh, offset, buf, count, datatype, request, &
        ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_iwrite_shared
    subroutine MPI_File_iwrite_shared_f08ts(fh, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_File_iwrite_shared_f08ts_large(fh, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_iwrite_shared
    subroutine PMPIR_File_iwrite_shared_f08ts(fh, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_File_iwrite_shared_f08ts_large(fh, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_open
    subroutine MPI_File_open_f08(comm, filename, amode, info, fh, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      character(*), intent(in) :: filename
      integer, intent(in) :: amode
      type(MPI_Info), intent(in) :: info
      type(MPI_File) :: fh
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_open
    subroutine PMPIR_File_open_f08(comm, filename, amode, info, fh, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      character(*), intent(in) :: filename
      integer, intent(in) :: amode
      type(MPI_Info), intent(in) :: info
      type(MPI_File) :: fh
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_preallocate
    subroutine MPI_File_preallocate_f08(fh, size, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_preallocate
    subroutine PMPIR_File_preallocate_f08(fh, size, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_read
    subroutine MPI_File_read_f08ts(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_File_read_f08ts_large(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_read
    subroutine PMPIR_File_read_f08ts(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_File_read_f08ts_large(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_read_all
    subroutine MPI_File_read_all_f08ts(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_File_read_all_f08ts_large(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_read_all
    subroutine PMPIR_File_read_all_f08ts(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_File_read_all_f08ts_large(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_read_all_begin
    subroutine MPI_File_read_all_begin_f08ts(fh, buf, count, datatype, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_File_read_all_begin_f08ts_large(fh, buf, count, datatype, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_read_all_begin
    subroutine PMPIR_File_read_all_begin_f08ts(fh, buf, count, datatype, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_File_read_all_begin_f08ts_large(fh, buf, count, datatype, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_read_all_end
    subroutine MPI_File_read_all_end_f08ts(fh, buf, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_read_all_end
    subroutine PMPIR_File_read_all_end_f08ts(fh, buf, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_read_at
    subroutine MPI_File_read_at_f08ts(fh, offset, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_File_read_at_f08ts_large(fh, offset, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_read_at
    subroutine PMPIR_File_read_at_f08ts(fh, offset, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_File_read_at_f08ts_large(fh, offset, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_read_at_all
    subroutine MPI_File_read_at_all_f08ts(fh, offset, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_File_read_at_all_f08ts_large(fh, offset, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_read_at_all
    subroutine PMPIR_File_read_at_all_f08ts(fh, offset, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_File_read_at_all_f08ts_large(fh, offset, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_read_at_all_begin
    subroutine MPI_File_read_at_all_begin_f08ts(fh, offset, buf, count, datatype, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_File_read_at_all_begin_f08ts_large(fh, offset, buf, count, datatype, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_read_at_all_begin
    subroutine PMPIR_File_read_at_all_begin_f08ts(fh, offset, buf, count, datatype, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_File_read_at_all_begin_f08ts_large(fh, offset, buf, count, datatype, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_read_at_all_end
    subroutine MPI_File_read_at_all_end_f08ts(fh, buf, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_read_at_all_end
    subroutine PMPIR_File_read_at_all_end_f08ts(fh, buf, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_read_ordered
    subroutine MPI_File_read_ordered_f08ts(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_File_read_ordered_f08ts_large(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_read_ordered
    subroutine PMPIR_File_read_ordered_f08ts(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_File_read_ordered_f08ts_large(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_read_ordered_begin
    subroutine MPI_File_read_ordered_begin_f08ts(fh, buf, count, datatype, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_File_read_ordered_begin_f08ts_large(fh, buf, count, datatype, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_read_ordered_begin
    subroutine PMPIR_File_read_ordered_begin_f08ts(fh, buf, count, datatype, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_File_read_ordered_begin_f08ts_large(fh, buf, count, datatype, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_read_ordered_end
    subroutine MPI_File_read_ordered_end_f08ts(fh, buf, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_read_ordered_end
    subroutine PMPIR_File_read_ordered_end_f08ts(fh, buf, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_read_shared
    subroutine MPI_File_read_shared_f08ts(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_File_read_shared_f08ts_large(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_read_shared
    subroutine PMPIR_File_read_shared_f08ts(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_File_read_shared_f08ts_large(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_seek
    subroutine MPI_File_seek_f08(fh, offset, whence, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      integer, intent(in) :: whence
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_seek
    subroutine PMPIR_File_seek_f08(fh, offset, whence, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      integer, intent(in) :: whence
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_seek_shared
    subroutine MPI_File_seek_shared_f08(fh, offset, whence, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      integer, intent(in) :: whence
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_seek_shared
    subroutine PMPIR_File_seek_shared_f08(fh, offset, whence, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      integer, intent(in) :: whence
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_set_atomicity
    subroutine MPI_File_set_atomicity_f08(fh, flag, ierror)
      import
      type(MPI_File), intent(in) :: fh
      logical, intent(in) :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_set_atomicity
    subroutine PMPIR_File_set_atomicity_f08(fh, flag, ierror)
      import
      type(MPI_File), intent(in) :: fh
      logical, intent(in) :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_set_errhandler
    subroutine MPI_File_set_errhandler_f08(file, errhandler, ierror)
      import
      type(MPI_File), intent(in) :: file
      type(MPI_Errhandler), intent(in) :: errhandler
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_set_errhandler
    subroutine PMPIR_File_set_errhandler_f08(file, errhandler, ierror)
      import
      type(MPI_File), intent(in) :: file
      type(MPI_Errhandler), intent(in) :: errhandler
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_set_info
    subroutine MPI_File_set_info_f08(fh, info, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(MPI_Info), intent(in) :: info
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_set_info
    subroutine PMPIR_File_set_info_f08(fh, info, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(MPI_Info), intent(in) :: info
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_set_size
    subroutine MPI_File_set_size_f08(fh, size, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_set_size
    subroutine PMPIR_File_set_size_f08(fh, size, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_set_view
    subroutine MPI_File_set_view_f08(fh, disp, etype, filetype, datarep, info, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: disp
      type(MPI_Datatype), intent(in) :: etype
      type(MPI_Datatype), intent(in) :: filetype
      character(*), intent(in) :: datarep
      type(MPI_Info), intent(in) :: info
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_set_view
    subroutine PMPIR_File_set_view_f08(fh, disp, etype, filetype, datarep, info, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: disp
      type(MPI_Datatype), intent(in) :: etype
      type(MPI_Datatype), intent(in) :: filetype
      character(*), intent(in) :: datarep
      type(MPI_Info), intent(in) :: info
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_sync
    subroutine MPI_File_sync_f08(fh, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_sync
    subroutine PMPIR_File_sync_f08(fh, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_write
    subroutine MPI_File_write_f08ts(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_File_write_f08ts_large(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_write
    subroutine PMPIR_File_write_f08ts(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_File_write_f08ts_large(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_write_all
    subroutine MPI_File_write_all_f08ts(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_File_write_all_f08ts_large(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_write_all
    subroutine PMPIR_File_write_all_f08ts(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_File_write_all_f08ts_large(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_write_all_begin
    subroutine MPI_File_write_all_begin_f08ts(fh, buf, count, datatype, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_File_write_all_begin_f08ts_large(fh, buf, count, datatype, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_write_all_begin
    subroutine PMPIR_File_write_all_begin_f08ts(fh, buf, count, datatype, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_File_write_all_begin_f08ts_large(fh, buf, count, datatype, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_write_all_end
    subroutine MPI_File_write_all_end_f08ts(fh, buf, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_write_all_end
    subroutine PMPIR_File_write_all_end_f08ts(fh, buf, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_write_at
    subroutine MPI_File_write_at_f08ts(fh, offset, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_File_write_at_f08ts_large(fh, offset, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_write_at
    subroutine PMPIR_File_write_at_f08ts(fh, offset, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_File_write_at_f08ts_large(fh, offset, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_write_at_all
    subroutine MPI_File_write_at_all_f08ts(fh, offset, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_File_write_at_all_f08ts_large(fh, offset, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_write_at_all
    subroutine PMPIR_File_write_at_all_f08ts(fh, offset, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_File_write_at_all_f08ts_large(fh, offset, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_write_at_all_begin
    subroutine MPI_File_write_at_all_begin_f08ts(fh, offset, buf, count, datatype, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_File_write_at_all_begin_f08ts_large(fh, offset, buf, count, datatype, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_write_at_all_begin
    subroutine PMPIR_File_write_at_all_begin_f08ts(fh, offset, buf, count, datatype, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_File_write_at_all_begin_f08ts_large(fh, offset, buf, count, datatype, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_write_at_all_end
    subroutine MPI_File_write_at_all_end_f08ts(fh, buf, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_write_at_all_end
    subroutine PMPIR_File_write_at_all_end_f08ts(fh, buf, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_write_ordered
    subroutine MPI_File_write_ordered_f08ts(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_File_write_ordered_f08ts_large(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_write_ordered
    subroutine PMPIR_File_write_ordered_f08ts(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_File_write_ordered_f08ts_large(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_write_ordered_begin
    subroutine MPI_File_write_ordered_begin_f08ts(fh, buf, count, datatype, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_File_write_ordered_begin_f08ts_large(fh, buf, count, datatype, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_write_ordered_begin
    subroutine PMPIR_File_write_ordered_begin_f08ts(fh, buf, count, datatype, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_File_write_ordered_begin_f08ts_large(fh, buf, count, datatype, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_write_ordered_end
    subroutine MPI_File_write_ordered_end_f08ts(fh, buf, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_write_ordered_end
    subroutine PMPIR_File_write_ordered_end_f08ts(fh, buf, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_write_shared
    subroutine MPI_File_write_shared_f08ts(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_File_write_shared_f08ts_large(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_write_shared
    subroutine PMPIR_File_write_shared_f08ts(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_File_write_shared_f08ts_large(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Finalize
    subroutine MPI_Finalize_f08(ierror)
      import
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Finalize
    subroutine PMPIR_Finalize_f08(ierror)
      import
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Finalized
    subroutine MPI_Finalized_f08(flag, ierror)
      import
      logical :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Finalized
    subroutine PMPIR_Finalized_f08(flag, ierror)
      import
      logical :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Free_mem
    subroutine MPI_Free_mem_f08ts(base, ierror)
      import
      type(*), dimension(..), asynchronous :: base
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Free_mem
    subroutine PMPIR_Free_mem_f08ts(base, ierror)
      import
      type(*), dimension(..), asynchronous :: base
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Gather
    subroutine MPI_Gather_f08ts(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, &
        comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Gather_f08ts_large(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        root, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Gather
    subroutine PMPIR_Gather_f08ts(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, &
        comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Gather_f08ts_large(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        root, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Gather_init
    subroutine MPI_Gather_init_f08ts(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        root, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Gather_init_f08ts_large(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, root, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Gather_init
    subroutine PMPIR_Gather_init_f08ts(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        root, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Gather_init_f08ts_large(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, root, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Gatherv
    subroutine MPI_Gatherv_f08ts(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
        recvtype, root, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Gatherv_f08ts_large(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
        recvtype, root, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND) :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: displs(*)
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Gatherv
    subroutine PMPIR_Gatherv_f08ts(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
        recvtype, root, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Gatherv_f08ts_large(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
        recvtype, root, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND) :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: displs(*)
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Gatherv_init
    subroutine MPI_Gatherv_init_f08ts(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
        recvtype, root, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Gatherv_init_f08ts_large(sendbuf, sendcount, sendtype, recvbuf, recvcounts, &
        displs, recvtype, root, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND) :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: displs(*)
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Gatherv_init
    subroutine PMPIR_Gatherv_init_f08ts(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
        recvtype, root, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Gatherv_init_f08ts_large(sendbuf, sendcount, sendtype, recvbuf, recvcounts, &
        displs, recvtype, root, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND) :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: displs(*)
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Get
    subroutine MPI_Get_f08ts(origin_addr, origin_count, origin_datatype, target_rank, target_disp, &
        target_count, target_datatype, win, ierror)
      import
      type(*), dimension(..), asynchronous :: origin_addr
      integer, intent(in) :: origin_count
      type(MPI_Datatype), intent(in) :: origin_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(in) :: target_count
      type(MPI_Datatype), intent(in) :: target_datatype
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Get_f08ts_large(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, win, ierror)
      import
      type(*), dimension(..), asynchronous :: origin_addr
      integer(MPI_COUNT_KIND), intent(in) :: origin_count
      type(MPI_Datatype), intent(in) :: origin_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer(MPI_COUNT_KIND), intent(in) :: target_count
      type(MPI_Datatype), intent(in) :: target_datatype
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Get
    subroutine PMPIR_Get_f08ts(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, win, ierror)
      import
      type(*), dimension(..), asynchronous :: origin_addr
      integer, intent(in) :: origin_count
      type(MPI_Datatype), intent(in) :: origin_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(in) :: target_count
      type(MPI_Datatype), intent(in) :: target_datatype
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Get_f08ts_large(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, win, ierror)
      import
      type(*), dimension(..), asynchronous :: origin_addr
      integer(MPI_COUNT_KIND), intent(in) :: origin_count
      type(MPI_Datatype), intent(in) :: origin_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer(MPI_COUNT_KIND), intent(in) :: target_count
      type(MPI_Datatype), intent(in) :: target_datatype
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Get_accumulate
    subroutine MPI_Get_accumulate_f08ts(origin_addr, origin_count, origin_datatype, result_addr, &
        result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, &
        win, ierror)
      import
      type(*), dimension(..), asynchronous :: origin_addr
      integer, intent(in) :: origin_count
      type(MPI_Datatype), intent(in) :: origin_datatype
      type(*), dimension(..), asynchronous :: result_addr
      integer, intent(in) :: result_count
      type(MPI_Datatype), intent(in) :: result_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(in) :: target_count
      type(MPI_Datatype), intent(in) :: target_datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Get_accumulate_f08ts_large(origin_addr, origin_count, origin_datatype, &
        result_addr, result_count, result_datatype, target_rank, target_disp, target_count, &
        target_datatype, op, win, ierror)
      import
      type(*), dimension(..), asynchronous :: origin_addr
      integer(MPI_COUNT_KIND), intent(in) :: origin_count
      type(MPI_Datatype), intent(in) :: origin_datatype
      type(*), dimension(..), asynchronous :: result_addr
      integer(MPI_COUNT_KIND), intent(in) :: result_count
      type(MPI_Datatype), intent(in) :: result_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer(MPI_COUNT_KIND), intent(in) :: target_count
      type(MPI_Datatype), intent(in) :: target_datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Get_accumulate
    subroutine PMPIR_Get_accumulate_f08ts(origin_addr, origin_count, origin_datatype, result_addr, &
        result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, &
        win, ierror)
      import
      type(*), dimension(..), asynchronous :: origin_addr
      integer, intent(in) :: origin_count
      type(MPI_Datatype), intent(in) :: origin_datatype
      type(*), dimension(..), asynchronous :: result_addr
      integer, intent(in) :: result_count
      type(MPI_Datatype), intent(in) :: result_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(in) :: target_count
      type(MPI_Datatype), intent(in) :: target_datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Get_accumulate_f08ts_large(origin_addr, origin_count, origin_datatype, &
        result_addr, result_count, result_datatype, target_rank, target_disp, target_count, &
        target_datatype, op, win, ierror)
      import
      type(*), dimension(..), asynchronous :: origin_addr
      integer(MPI_COUNT_KIND), intent(in) :: origin_count
      type(MPI_Datatype), intent(in) :: origin_datatype
      type(*), dimension(..), asynchronous :: result_addr
      integer(MPI_COUNT_KIND), intent(in) :: result_count
      type(MPI_Datatype), intent(in) :: result_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer(MPI_COUNT_KIND), intent(in) :: target_count
      type(MPI_Datatype), intent(in) :: target_datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Get_address
    subroutine MPI_Get_address_f08ts(location, address, ierror)
      import
      type(*), dimension(..), asynchronous :: location
      integer(MPI_ADDRESS_KIND) :: address
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Get_address
    subroutine PMPIR_Get_address_f08ts(location, address, ierror)
      import
      type(*), dimension(..), asynchronous :: location
      integer(MPI_ADDRESS_KIND) :: address
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Get_count
    subroutine MPI_Get_count_f08(status, datatype, count, ierror)
      import
      type(MPI_Status) :: status
      type(MPI_Datatype), intent(in) :: datatype
      integer :: count
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Get_count_f08_large(status, datatype, count, ierror)
      import
      type(MPI_Status) :: status
      type(MPI_Datatype), intent(in) :: datatype
      integer(MPI_COUNT_KIND) :: count
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Get_count
    subroutine PMPIR_Get_count_f08(status, datatype, count, ierror)
      import
      type(MPI_Status) :: status
      type(MPI_Datatype), intent(in) :: datatype
      integer :: count
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Get_count_f08_large(status, datatype, count, ierror)
      import
      type(MPI_Status) :: status
      type(MPI_Datatype), intent(in) :: datatype
      integer(MPI_COUNT_KIND) :: count
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Get_elements
    subroutine MPI_Get_elements_f08(status, datatype, count, ierror)
      import
      type(MPI_Status) :: status
      type(MPI_Datatype), intent(in) :: datatype
      integer :: count
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Get_elements_f08_large(status, datatype, count, ierror)
      import
      type(MPI_Status) :: status
      type(MPI_Datatype), intent(in) :: datatype
      integer(MPI_COUNT_KIND) :: count
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Get_elements
    subroutine PMPIR_Get_elements_f08(status, datatype, count, ierror)
      import
      type(MPI_Status) :: status
      type(MPI_Datatype), intent(in) :: datatype
      integer :: count
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Get_elements_f08_large(status, datatype, count, ierror)
      import
      type(MPI_Status) :: status
      type(MPI_Datatype), intent(in) :: datatype
      integer(MPI_COUNT_KIND) :: count
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Get_elements_x
    subroutine MPI_Get_elements_x_f08(status, datatype, count, ierror)
      import
      type(MPI_Status) :: status
      type(MPI_Datatype), intent(in) :: datatype
      integer(MPI_COUNT_KIND) :: count
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Get_elements_x
    subroutine PMPIR_Get_elements_x_f08(status, datatype, count, ierror)
      import
      type(MPI_Status) :: status
      type(MPI_Datatype), intent(in) :: datatype
      integer(MPI_COUNT_KIND) :: count
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Get_hw_resource_info
    subroutine MPI_Get_hw_resource_info_f08(hw_info, ierror)
      import
      type(MPI_Info) :: hw_info
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Get_hw_resource_info
    subroutine PMPIR_Get_hw_resource_info_f08(hw_info, ierror)
      import
      type(MPI_Info) :: hw_info
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Get_library_version
    subroutine MPI_Get_library_version_f08(version, resultlen, ierror)
      import
      character(*) :: version
      integer :: resultlen
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Get_library_version
    subroutine PMPIR_Get_library_version_f08(version, resultlen, ierror)
      import
      character(*) :: version
      integer :: resultlen
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Get_processor_name
    subroutine MPI_Get_processor_name_f08(name, resultlen, ierror)
      import
      character(*) :: name
      integer :: resultlen
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Get_processor_name
    subroutine PMPIR_Get_processor_name_f08(name, resultlen, ierror)
      import
      character(*) :: name
      integer :: resultlen
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Get_version
    subroutine MPI_Get_version_f08(version, subversion, ierror)
      import
      integer :: version
      integer :: subversion
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Get_version
    subroutine PMPIR_Get_version_f08(version, subversion, ierror)
      import
      integer :: version
      integer :: subversion
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Graph_create
    subroutine MPI_Graph_create_f08(comm_old, nnodes, indx, edges, reorder, comm_graph, ierror)
      import
      type(MPI_Comm), intent(in) :: comm_old
      integer, intent(in) :: nnodes
      integer :: indx(*)
      integer :: edges(*)
      logical, intent(in) :: reorder
      type(MPI_Comm) :: comm_graph
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Graph_create
    subroutine PMPIR_Graph_create_f08(comm_old, nnodes, indx, edges, reorder, comm_graph, ierror)
      import
      type(MPI_Comm), intent(in) :: comm_old
      integer, intent(in) :: nnodes
      integer :: indx(*)
      integer :: edges(*)
      logical, intent(in) :: reorder
      type(MPI_Comm) :: comm_graph
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Graph_get
    subroutine MPI_Graph_get_f08(comm, maxindex, maxedges, indx, edges, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: maxindex
      integer, intent(in) :: maxedges
      integer :: indx(*)
      integer :: edges(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Graph_get
    subroutine PMPIR_Graph_get_f08(comm, maxindex, maxedges, indx, edges, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: maxindex
      integer, intent(in) :: maxedges
      integer :: indx(*)
      integer :: edges(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Graph_map
    subroutine MPI_Graph_map_f08(comm, nnodes, indx, edges, newrank, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: nnodes
      integer :: indx(*)
      integer :: edges(*)
      integer :: newrank
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Graph_map
    subroutine PMPIR_Graph_map_f08(comm, nnodes, indx, edges, newrank, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: nnodes
      integer :: indx(*)
      integer :: edges(*)
      integer :: newrank
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Graph_neighbors
    subroutine MPI_Graph_neighbors_f08(comm, rank, maxneighbors, neighbors, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: rank
      integer, intent(in) :: maxneighbors
      integer :: neighbors(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Graph_neighbors
    subroutine PMPIR_Graph_neighbors_f08(comm, rank, maxneighbors, neighbors, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: rank
      integer, intent(in) :: maxneighbors
      integer :: neighbors(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Graph_neighbors_count
    subroutine MPI_Graph_neighbors_count_f08(comm, rank, nneighbors, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: rank
      integer :: nneighbors
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Graph_neighbors_count
    subroutine PMPIR_Graph_neighbors_count_f08(comm, rank, nneighbors, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: rank
      integer :: nneighbors
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Graphdims_get
    subroutine MPI_Graphdims_get_f08(comm, nnodes, nedges, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer :: nnodes
      integer :: nedges
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Graphdims_get
    subroutine PMPIR_Graphdims_get_f08(comm, nnodes, nedges, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer :: nnodes
      integer :: nedges
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Grequest_complete
    subroutine MPI_Grequest_complete_f08(request, ierror)
      import
      type(MPI_Request), intent(in) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Grequest_complete
    subroutine PMPIR_Grequest_complete_f08(request, ierror)
      import
      type(MPI_Request), intent(in) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Grequest_start
    subroutine MPI_Grequest_start_f08(query_fn, free_fn, cancel_fn, extra_state, request, ierror)
      import
      external :: query_fn
      external :: free_fn
      external :: cancel_fn
      integer(MPI_ADDRESS_KIND), intent(in) :: extra_state
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Grequest_start
    subroutine PMPIR_Grequest_start_f08(query_fn, free_fn, cancel_fn, extra_state, request, ierror)
      import
      external :: query_fn
      external :: free_fn
      external :: cancel_fn
      integer(MPI_ADDRESS_KIND), intent(in) :: extra_state
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Group_compare
    subroutine MPI_Group_compare_f08(group1, group2, result, ierror)
      import
      type(MPI_Group), intent(in) :: group1
      type(MPI_Group), intent(in) :: group2
      integer :: result
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Group_compare
    subroutine PMPIR_Group_compare_f08(group1, group2, result, ierror)
      import
      type(MPI_Group), intent(in) :: group1
      type(MPI_Group), intent(in) :: group2
      integer :: result
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Group_difference
    subroutine MPI_Group_difference_f08(group1, group2, newgroup, ierror)
      import
      type(MPI_Group), intent(in) :: group1
      type(MPI_Group), intent(in) :: group2
      type(MPI_Group) :: newgroup
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Group_difference
    subroutine PMPIR_Group_difference_f08(group1, group2, newgroup, ierror)
      import
      type(MPI_Group), intent(in) :: group1
      type(MPI_Group), intent(in) :: group2
      type(MPI_Group) :: newgroup
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Group_excl
    subroutine MPI_Group_excl_f08(group, n, ranks, newgroup, ierror)
      import
      type(MPI_Group), intent(in) :: group
      integer, intent(in) :: n
      integer :: ranks(*)
      type(MPI_Group) :: newgroup
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Group_excl
    subroutine PMPIR_Group_excl_f08(group, n, ranks, newgroup, ierror)
      import
      type(MPI_Group), intent(in) :: group
      integer, intent(in) :: n
      integer :: ranks(*)
      type(MPI_Group) :: newgroup
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Group_free
    subroutine MPI_Group_free_f08(group, ierror)
      import
      type(MPI_Group) :: group
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Group_free
    subroutine PMPIR_Group_free_f08(group, ierror)
      import
      type(MPI_Group) :: group
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Group_from_session_pset
    subroutine MPI_Group_from_session_pset_f08(session, pset_name, newgroup, ierror)
      import
      type(MPI_Session), intent(in) :: session
      character(*), intent(in) :: pset_name
      type(MPI_Group) :: newgroup
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Group_from_session_pset
    subroutine PMPIR_Group_from_session_pset_f08(session, pset_name, newgroup, ierror)
      import
      type(MPI_Session), intent(in) :: session
      character(*), intent(in) :: pset_name
      type(MPI_Group) :: newgroup
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Group_incl
    subroutine MPI_Group_incl_f08(group, n, ranks, newgroup, ierror)
      import
      type(MPI_Group), intent(in) :: group
      integer, intent(in) :: n
      integer :: ranks(*)
      type(MPI_Group) :: newgroup
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Group_incl
    subroutine PMPIR_Group_incl_f08(group, n, ranks, newgroup, ierror)
      import
      type(MPI_Group), intent(in) :: group
      integer, intent(in) :: n
      integer :: ranks(*)
      type(MPI_Group) :: newgroup
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Group_intersection
    subroutine MPI_Group_intersection_f08(group1, group2, newgroup, ierror)
      import
      type(MPI_Group), intent(in) :: group1
      type(MPI_Group), intent(in) :: group2
      type(MPI_Group) :: newgroup
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Group_intersection
    subroutine PMPIR_Group_intersection_f08(group1, group2, newgroup, ierror)
      import
      type(MPI_Group), intent(in) :: group1
      type(MPI_Group), intent(in) :: group2
      type(MPI_Group) :: newgroup
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Group_range_excl
    subroutine MPI_Group_range_excl_f08(group, n, ranges, newgroup, ierror)
      import
      type(MPI_Group), intent(in) :: group
      integer, intent(in) :: n
      integer, intent(in) :: ranges(3, *)
      type(MPI_Group) :: newgroup
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Group_range_excl
    subroutine PMPIR_Group_range_excl_f08(group, n, ranges, newgroup, ierror)
      import
      type(MPI_Group), intent(in) :: group
      integer, intent(in) :: n
      integer, intent(in) :: ranges(3, *)
      type(MPI_Group) :: newgroup
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Group_range_incl
    subroutine MPI_Group_range_incl_f08(group, n, ranges, newgroup, ierror)
      import
      type(MPI_Group), intent(in) :: group
      integer, intent(in) :: n
      integer, intent(in) :: ranges(3, *)
      type(MPI_Group) :: newgroup
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Group_range_incl
    subroutine PMPIR_Group_range_incl_f08(group, n, ranges, newgroup, ierror)
      import
      type(MPI_Group), intent(in) :: group
      integer, intent(in) :: n
      integer, intent(in) :: ranges(3, *)
      type(MPI_Group) :: newgroup
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Group_rank
    subroutine MPI_Group_rank_f08(group, rank, ierror)
      import
      type(MPI_Group), intent(in) :: group
      integer :: rank
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Group_rank
    subroutine PMPIR_Group_rank_f08(group, rank, ierror)
      import
      type(MPI_Group), intent(in) :: group
      integer :: rank
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Group_size
    subroutine MPI_Group_size_f08(group, size, ierror)
      import
      type(MPI_Group), intent(in) :: group
      integer :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Group_size
    subroutine PMPIR_Group_size_f08(group, size, ierror)
      import
      type(MPI_Group), intent(in) :: group
      integer :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Group_translate_ranks
    subroutine MPI_Group_translate_ranks_f08(group1, n, ranks1, group2, ranks2, ierror)
      import
      type(MPI_Group), intent(in) :: group1
      integer, intent(in) :: n
      integer :: ranks1(*)
      type(MPI_Group), intent(in) :: group2
      integer :: ranks2(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Group_translate_ranks
    subroutine PMPIR_Group_translate_ranks_f08(group1, n, ranks1, group2, ranks2, ierror)
      import
      type(MPI_Group), intent(in) :: group1
      integer, intent(in) :: n
      integer :: ranks1(*)
      type(MPI_Group), intent(in) :: group2
      integer :: ranks2(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Group_union
    subroutine MPI_Group_union_f08(group1, group2, newgroup, ierror)
      import
      type(MPI_Group), intent(in) :: group1
      type(MPI_Group), intent(in) :: group2
      type(MPI_Group) :: newgroup
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Group_union
    subroutine PMPIR_Group_union_f08(group1, group2, newgroup, ierror)
      import
      type(MPI_Group), intent(in) :: group1
      type(MPI_Group), intent(in) :: group2
      type(MPI_Group) :: newgroup
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Iallgather
    subroutine MPI_Iallgather_f08ts(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Iallgather_f08ts_large(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Iallgather
    subroutine PMPIR_Iallgather_f08ts(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Iallgather_f08ts_large(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Iallgatherv
    subroutine MPI_Iallgatherv_f08ts(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
        recvtype, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Iallgatherv_f08ts_large(sendbuf, sendcount, sendtype, recvbuf, recvcounts, &
        displs, recvtype, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND) :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: displs(*)
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Iallgatherv
    subroutine PMPIR_Iallgatherv_f08ts(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
        recvtype, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Iallgatherv_f08ts_large(sendbuf, sendcount, sendtype, recvbuf, recvcounts, &
        displs, recvtype, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND) :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: displs(*)
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Iallreduce
    subroutine MPI_Iallreduce_f08ts(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Iallreduce_f08ts_large(sendbuf, recvbuf, count, datatype, op, comm, request, &
        ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Iallreduce
    subroutine PMPIR_Iallreduce_f08ts(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Iallreduce_f08ts_large(sendbuf, recvbuf, count, datatype, op, comm, request, &
        ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Ialltoall
    subroutine MPI_Ialltoall_f08ts(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Ialltoall_f08ts_large(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Ialltoall
    subroutine PMPIR_Ialltoall_f08ts(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Ialltoall_f08ts_large(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Ialltoallv
    subroutine MPI_Ialltoallv_f08ts(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, &
        rdispls, recvtype, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer :: sendcounts(*)
      integer :: sdispls(*)
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Ialltoallv_f08ts_large(sendbuf, sendcounts, sdispls, sendtype, recvbuf, &
        recvcounts, rdispls, recvtype, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND) :: sendcounts(*)
      integer(MPI_ADDRESS_KIND) :: sdispls(*)
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND) :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: rdispls(*)
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Ialltoallv
    subroutine PMPIR_Ialltoallv_f08ts(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, &
        rdispls, recvtype, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer :: sendcounts(*)
      integer :: sdispls(*)
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Ialltoallv_f08ts_large(sendbuf, sendcounts, sdispls, sendtype, recvbuf, &
        recvcounts, rdispls, recvtype, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND) :: sendcounts(*)
      integer(MPI_ADDRESS_KIND) :: sdispls(*)
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND) :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: rdispls(*)
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Ialltoallw
    subroutine MPI_Ialltoallw_f08ts(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, &
        rdispls, recvtypes, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer :: sendcounts(*)
      integer :: sdispls(*)
      type(MPI_Datatype) :: sendtypes(*)
      type(*), dimension(..), asynchronous :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      type(MPI_Datatype) :: recvtypes(*)
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Ialltoallw_f08ts_large(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, &
        recvcounts, rdispls, recvtypes, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND) :: sendcounts(*)
      integer(MPI_ADDRESS_KIND) :: sdispls(*)
      type(MPI_Datatype) :: sendtypes(*)
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND) :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: rdispls(*)
      type(MPI_Datatype) :: recvtypes(*)
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Ialltoallw
    subroutine PMPIR_Ialltoallw_f08ts(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, &
        rdispls, recvtypes, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer :: sendcounts(*)
      integer :: sdispls(*)
      type(MPI_Datatype) :: sendtypes(*)
      type(*), dimension(..), asynchronous :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      type(MPI_Datatype) :: recvtypes(*)
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Ialltoallw_f08ts_large(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, &
        recvcounts, rdispls, recvtypes, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND) :: sendcounts(*)
      integer(MPI_ADDRESS_KIND) :: sdispls(*)
      type(MPI_Datatype) :: sendtypes(*)
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND) :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: rdispls(*)
      type(MPI_Datatype) :: recvtypes(*)
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Ibarrier
    subroutine MPI_Ibarrier_f08(comm, request, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Ibarrier
    subroutine PMPIR_Ibarrier_f08(comm, request, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Ibcast
    subroutine MPI_Ibcast_f08ts(buffer, count, datatype, root, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buffer
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Ibcast_f08ts_large(buffer, count, datatype, root, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buffer
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Ibcast
    subroutine PMPIR_Ibcast_f08ts(buffer, count, datatype, root, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buffer
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Ibcast_f08ts_large(buffer, count, datatype, root, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buffer
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Ibsend
    subroutine MPI_Ibsend_f08ts(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Ibsend_f08ts_large(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Ibsend
    subroutine PMPIR_Ibsend_f08ts(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Ibsend_f08ts_large(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Iexscan
    subroutine MPI_Iexscan_f08ts(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Iexscan_f08ts_large(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Iexscan
    subroutine PMPIR_Iexscan_f08ts(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Iexscan_f08ts_large(sendbuf, recvbuf, count, datatype, op, comm, request, &
        ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Igather
    subroutine MPI_Igather_f08ts(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, &
        comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Igather_f08ts_large(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        root, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Igather
    subroutine PMPIR_Igather_f08ts(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        root, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Igather_f08ts_large(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, root, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Igatherv
    subroutine MPI_Igatherv_f08ts(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
        recvtype, root, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Igatherv_f08ts_large(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
        recvtype, root, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND) :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: displs(*)
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Igatherv
    subroutine PMPIR_Igatherv_f08ts(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
        recvtype, root, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Igatherv_f08ts_large(sendbuf, sendcount, sendtype, recvbuf, recvcounts, &
        displs, recvtype, root, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND) :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: displs(*)
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Improbe
    subroutine MPI_Improbe_f08(source, tag, comm, flag, message, status, ierror)
      import
      integer, intent(in) :: source
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      logical :: flag
      type(MPI_Message) :: message
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Improbe
    subroutine PMPIR_Improbe_f08(source, tag, comm, flag, message, status, ierror)
      import
      integer, intent(in) :: source
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      logical :: flag
      type(MPI_Message) :: message
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Imrecv
    subroutine MPI_Imrecv_f08ts(buf, count, datatype, message, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Message) :: message
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Imrecv_f08ts_large(buf, count, datatype, message, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Message) :: message
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Imrecv
    subroutine PMPIR_Imrecv_f08ts(buf, count, datatype, message, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Message) :: message
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Imrecv_f08ts_large(buf, count, datatype, message, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Message) :: message
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Ineighbor_allgather
    subroutine MPI_Ineighbor_allgather_f08ts(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Ineighbor_allgather_f08ts_large(sendbuf, sendcount, sendtype, recvbuf, &
        recvcount, recvtype, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Ineighbor_allgather
    subroutine PMPIR_Ineighbor_allgather_f08ts(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Ineighbor_allgather_f08ts_large(sendbuf, sendcount, sendtype, recvbuf, &
        recvcount, recvtype, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Ineighbor_allgatherv
    subroutine MPI_Ineighbor_allgatherv_f08ts(sendbuf, sendcount, sendtype, recvbuf, recvcounts, &
        displs, recvtype, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Ineighbor_allgatherv_f08ts_large(sendbuf, sendcount, sendtype, recvbuf, &
        recvcounts, displs, recvtype, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND) :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: displs(*)
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Ineighbor_allgatherv
    subroutine PMPIR_Ineighbor_allgatherv_f08ts(sendbuf, sendcount, sendtype, recvbuf, recvcounts, &
        displs, recvtype, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Ineighbor_allgatherv_f08ts_large(sendbuf, sendcount, sendtype, recvbuf, &
        recvcounts, displs, recvtype, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND) :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: displs(*)
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Ineighbor_alltoall
    subroutine MPI_Ineighbor_alltoall_f08ts(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Ineighbor_alltoall_f08ts_large(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Ineighbor_alltoall
    subroutine PMPIR_Ineighbor_alltoall_f08ts(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Ineighbor_alltoall_f08ts_large(sendbuf, sendcount, sendtype, recvbuf, &
        recvcount, recvtype, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Ineighbor_alltoallv
    subroutine MPI_Ineighbor_alltoallv_f08ts(sendbuf, sendcounts, sdispls, sendtype, recvbuf, &
        recvcounts, rdispls, recvtype, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer :: sendcounts(*)
      integer :: sdispls(*)
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Ineighbor_alltoallv_f08ts_large(sendbuf, sendcounts, sdispls, sendtype, recvbuf, &
        recvcounts, rdispls, recvtype, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND) :: sendcounts(*)
      integer(MPI_ADDRESS_KIND) :: sdispls(*)
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND) :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: rdispls(*)
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Ineighbor_alltoallv
    subroutine PMPIR_Ineighbor_alltoallv_f08ts(sendbuf, sendcounts, sdispls, sendtype, recvbuf, &
        recvcounts, rdispls, recvtype, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer :: sendcounts(*)
      integer :: sdispls(*)
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Ineighbor_alltoallv_f08ts_large(sendbuf, sendcounts, sdispls, sendtype, &
        recvbuf, recvcounts, rdispls, recvtype, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND) :: sendcounts(*)
      integer(MPI_ADDRESS_KIND) :: sdispls(*)
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND) :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: rdispls(*)
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Ineighbor_alltoallw
    subroutine MPI_Ineighbor_alltoallw_f08ts(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, &
        recvcounts, rdispls, recvtypes, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer :: sendcounts(*)
      integer(MPI_ADDRESS_KIND) :: sdispls(*)
      type(MPI_Datatype) :: sendtypes(*)
      type(*), dimension(..), asynchronous :: recvbuf
      integer :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: rdispls(*)
      type(MPI_Datatype) :: recvtypes(*)
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Ineighbor_alltoallw_f08ts_large(sendbuf, sendcounts, sdispls, sendtypes, &
        recvbuf, recvcounts, rdispls, recvtypes, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND) :: sendcounts(*)
      integer(MPI_ADDRESS_KIND) :: sdispls(*)
      type(MPI_Datatype) :: sendtypes(*)
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND) :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: rdispls(*)
      type(MPI_Datatype) :: recvtypes(*)
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Ineighbor_alltoallw
    subroutine PMPIR_Ineighbor_alltoallw_f08ts(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, &
        recvcounts, rdispls, recvtypes, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer :: sendcounts(*)
      integer(MPI_ADDRESS_KIND) :: sdispls(*)
      type(MPI_Datatype) :: sendtypes(*)
      type(*), dimension(..), asynchronous :: recvbuf
      integer :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: rdispls(*)
      type(MPI_Datatype) :: recvtypes(*)
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Ineighbor_alltoallw_f08ts_large(sendbuf, sendcounts, sdispls, sendtypes, &
        recvbuf, recvcounts, rdispls, recvtypes, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND) :: sendcounts(*)
      integer(MPI_ADDRESS_KIND) :: sdispls(*)
      type(MPI_Datatype) :: sendtypes(*)
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND) :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: rdispls(*)
      type(MPI_Datatype) :: recvtypes(*)
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Info_create
    subroutine MPI_Info_create_f08(info, ierror)
      import
      type(MPI_Info) :: info
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Info_create
    subroutine PMPIR_Info_create_f08(info, ierror)
      import
      type(MPI_Info) :: info
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Info_create_env
    subroutine MPI_Info_create_env_f08(info, ierror)
      import
      type(MPI_Info) :: info
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Info_create_env
    subroutine PMPIR_Info_create_env_f08(info, ierror)
      import
      type(MPI_Info) :: info
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Info_delete
    subroutine MPI_Info_delete_f08(info, key, ierror)
      import
      type(MPI_Info), intent(in) :: info
      character(*), intent(in) :: key
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Info_delete
    subroutine PMPIR_Info_delete_f08(info, key, ierror)
      import
      type(MPI_Info), intent(in) :: info
      character(*), intent(in) :: key
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Info_dup
    subroutine MPI_Info_dup_f08(info, newinfo, ierror)
      import
      type(MPI_Info), intent(in) :: info
      type(MPI_Info) :: newinfo
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Info_dup
    subroutine PMPIR_Info_dup_f08(info, newinfo, ierror)
      import
      type(MPI_Info), intent(in) :: info
      type(MPI_Info) :: newinfo
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Info_free
    subroutine MPI_Info_free_f08(info, ierror)
      import
      type(MPI_Info) :: info
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Info_free
    subroutine PMPIR_Info_free_f08(info, ierror)
      import
      type(MPI_Info) :: info
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Info_get
    subroutine MPI_Info_get_f08(info, key, valuelen, value, flag, ierror)
      import
      type(MPI_Info), intent(in) :: info
      character(*), intent(in) :: key
      integer, intent(in) :: valuelen
      character(*) :: value
      logical :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Info_get
    subroutine PMPIR_Info_get_f08(info, key, valuelen, value, flag, ierror)
      import
      type(MPI_Info), intent(in) :: info
      character(*), intent(in) :: key
      integer, intent(in) :: valuelen
      character(*) :: value
      logical :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Info_get_nkeys
    subroutine MPI_Info_get_nkeys_f08(info, nkeys, ierror)
      import
      type(MPI_Info), intent(in) :: info
      integer :: nkeys
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Info_get_nkeys
    subroutine PMPIR_Info_get_nkeys_f08(info, nkeys, ierror)
      import
      type(MPI_Info), intent(in) :: info
      integer :: nkeys
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Info_get_nthkey
    subroutine MPI_Info_get_nthkey_f08(info, n, key, ierror)
      import
      type(MPI_Info), intent(in) :: info
      integer, intent(in) :: n
      character(*) :: key
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Info_get_nthkey
    subroutine PMPIR_Info_get_nthkey_f08(info, n, key, ierror)
      import
      type(MPI_Info), intent(in) :: info
      integer, intent(in) :: n
      character(*) :: key
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Info_get_string
    subroutine MPI_Info_get_string_f08(info, key, buflen, value, flag, ierror)
      import
      type(MPI_Info), intent(in) :: info
      character(*), intent(in) :: key
      integer :: buflen
      character(*) :: value
      logical :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Info_get_string
    subroutine PMPIR_Info_get_string_f08(info, key, buflen, value, flag, ierror)
      import
      type(MPI_Info), intent(in) :: info
      character(*), intent(in) :: key
      integer :: buflen
      character(*) :: value
      logical :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Info_get_valuelen
    subroutine MPI_Info_get_valuelen_f08(info, key, valuelen, flag, ierror)
      import
      type(MPI_Info), intent(in) :: info
      character(*), intent(in) :: key
      integer :: valuelen
      logical :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Info_get_valuelen
    subroutine PMPIR_Info_get_valuelen_f08(info, key, valuelen, flag, ierror)
      import
      type(MPI_Info), intent(in) :: info
      character(*), intent(in) :: key
      integer :: valuelen
      logical :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Info_set
    subroutine MPI_Info_set_f08(info, key, value, ierror)
      import
      type(MPI_Info), intent(in) :: info
      character(*), intent(in) :: key
      character(*), intent(in) :: value
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Info_set
    subroutine PMPIR_Info_set_f08(info, key, value, ierror)
      import
      type(MPI_Info), intent(in) :: info
      character(*), intent(in) :: key
      character(*), intent(in) :: value
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Init
    subroutine MPI_Init_f08(ierror)
      import
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Init
    subroutine PMPIR_Init_f08(ierror)
      import
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Init_thread
    subroutine MPI_Init_thread_f08(required, provided, ierror)
      import
      integer, intent(in) :: required
      integer :: provided
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Init_thread
    subroutine PMPIR_Init_thread_f08(required, provided, ierror)
      import
      integer, intent(in) :: required
      integer :: provided
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Initialized
    subroutine MPI_Initialized_f08(flag, ierror)
      import
      logical :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Initialized
    subroutine PMPIR_Initialized_f08(flag, ierror)
      import
      logical :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Intercomm_create
    subroutine MPI_Intercomm_create_f08(local_comm, local_leader, peer_comm, remote_leader, tag, &
        newintercomm, ierror)
      import
      type(MPI_Comm), intent(in) :: local_comm
      integer, intent(in) :: local_leader
      type(MPI_Comm), intent(in) :: peer_comm
      integer, intent(in) :: remote_leader
      integer, intent(in) :: tag
      type(MPI_Comm) :: newintercomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Intercomm_create
    subroutine PMPIR_Intercomm_create_f08(local_comm, local_leader, peer_comm, remote_leader, tag, &
        newintercomm, ierror)
      import
      type(MPI_Comm), intent(in) :: local_comm
      integer, intent(in) :: local_leader
      type(MPI_Comm), intent(in) :: peer_comm
      integer, intent(in) :: remote_leader
      integer, intent(in) :: tag
      type(MPI_Comm) :: newintercomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Intercomm_create_from_groups
    subroutine MPI_Intercomm_create_from_groups_f08(local_group, local_leader, remote_group, &
        remote_leader, stringtag, info, errhandler, newintercomm, ierror)
      import
      type(MPI_Group), intent(in) :: local_group
      integer, intent(in) :: local_leader
      type(MPI_Group), intent(in) :: remote_group
      integer, intent(in) :: remote_leader
      character(*), intent(in) :: stringtag
      type(MPI_Info), intent(in) :: info
      type(MPI_Errhandler), intent(in) :: errhandler
      type(MPI_Comm) :: newintercomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Intercomm_create_from_groups
    subroutine PMPIR_Intercomm_create_from_groups_f08(local_group, local_leader, remote_group, &
        remote_leader, stringtag, info, errhandler, newintercomm, ierror)
      import
      type(MPI_Group), intent(in) :: local_group
      integer, intent(in) :: local_leader
      type(MPI_Group), intent(in) :: remote_group
      integer, intent(in) :: remote_leader
      character(*), intent(in) :: stringtag
      type(MPI_Info), intent(in) :: info
      type(MPI_Errhandler), intent(in) :: errhandler
      type(MPI_Comm) :: newintercomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Intercomm_merge
    subroutine MPI_Intercomm_merge_f08(intercomm, high, newintracomm, ierror)
      import
      type(MPI_Comm), intent(in) :: intercomm
      logical, intent(in) :: high
      type(MPI_Comm) :: newintracomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Intercomm_merge
    subroutine PMPIR_Intercomm_merge_f08(intercomm, high, newintracomm, ierror)
      import
      type(MPI_Comm), intent(in) :: intercomm
      logical, intent(in) :: high
      type(MPI_Comm) :: newintracomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Iprobe
    subroutine MPI_Iprobe_f08(source, tag, comm, flag, status, ierror)
      import
      integer, intent(in) :: source
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      logical :: flag
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Iprobe
    subroutine PMPIR_Iprobe_f08(source, tag, comm, flag, status, ierror)
      import
      integer, intent(in) :: source
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      logical :: flag
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Irecv
    subroutine MPI_Irecv_f08ts(buf, count, datatype, source, tag, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: source
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Irecv_f08ts_large(buf, count, datatype, source, tag, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: source
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Irecv
    subroutine PMPIR_Irecv_f08ts(buf, count, datatype, source, tag, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: source
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Irecv_f08ts_large(buf, count, datatype, source, tag, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: source
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Ireduce
    subroutine MPI_Ireduce_f08ts(sendbuf, recvbuf, count, datatype, op, root, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Ireduce_f08ts_large(sendbuf, recvbuf, count, datatype, op, root, comm, request, &
        ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Ireduce
    subroutine PMPIR_Ireduce_f08ts(sendbuf, recvbuf, count, datatype, op, root, comm, request, &
        ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Ireduce_f08ts_large(sendbuf, recvbuf, count, datatype, op, root, comm, &
        request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Ireduce_scatter
    subroutine MPI_Ireduce_scatter_f08ts(sendbuf, recvbuf, recvcounts, datatype, op, comm, request, &
        ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer :: recvcounts(*)
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Ireduce_scatter_f08ts_large(sendbuf, recvbuf, recvcounts, datatype, op, comm, &
        request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND) :: recvcounts(*)
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Ireduce_scatter
    subroutine PMPIR_Ireduce_scatter_f08ts(sendbuf, recvbuf, recvcounts, datatype, op, comm, &
        request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer :: recvcounts(*)
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Ireduce_scatter_f08ts_large(sendbuf, recvbuf, recvcounts, datatype, op, comm, &
        request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND) :: recvcounts(*)
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Ireduce_scatter_block
    subroutine MPI_Ireduce_scatter_block_f08ts(sendbuf, recvbuf, recvcount, datatype, op, comm, &
        request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Ireduce_scatter_block_f08ts_large(sendbuf, recvbuf, recvcount, datatype, op, &
        comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Ireduce_scatter_block
    subroutine PMPIR_Ireduce_scatter_block_f08ts(sendbuf, recvbuf, recvcount, datatype, op, comm, &
        request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Ireduce_scatter_block_f08ts_large(sendbuf, recvbuf, recvcount, datatype, op, &
        comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Irsend
    subroutine MPI_Irsend_f08ts(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Irsend_f08ts_large(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Irsend
    subroutine PMPIR_Irsend_f08ts(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Irsend_f08ts_large(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Is_thread_main
    subroutine MPI_Is_thread_main_f08(flag, ierror)
      import
      logical :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Is_thread_main
    subroutine PMPIR_Is_thread_main_f08(flag, ierror)
      import
      logical :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Iscan
    subroutine MPI_Iscan_f08ts(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Iscan_f08ts_large(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Iscan
    subroutine PMPIR_Iscan_f08ts(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Iscan_f08ts_large(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Iscatter
    subroutine MPI_Iscatter_f08ts(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, &
        comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Iscatter_f08ts_large(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        root, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Iscatter
    subroutine PMPIR_Iscatter_f08ts(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        root, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Iscatter_f08ts_large(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, root, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Iscatterv
    subroutine MPI_Iscatterv_f08ts(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, &
        recvtype, root, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer :: sendcounts(*)
      integer :: displs(*)
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Iscatterv_f08ts_large(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, &
        recvtype, root, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND) :: sendcounts(*)
      integer(MPI_ADDRESS_KIND) :: displs(*)
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Iscatterv
    subroutine PMPIR_Iscatterv_f08ts(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, &
        recvtype, root, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer :: sendcounts(*)
      integer :: displs(*)
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Iscatterv_f08ts_large(sendbuf, sendcounts, displs, sendtype, recvbuf, &
        recvcount, recvtype, root, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND) :: sendcounts(*)
      integer(MPI_ADDRESS_KIND) :: displs(*)
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Isend
    subroutine MPI_Isend_f08ts(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Isend_f08ts_large(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Isend
    subroutine PMPIR_Isend_f08ts(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Isend_f08ts_large(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Isendrecv
    subroutine MPI_Isendrecv_f08ts(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, &
        recvtype, source, recvtag, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      integer, intent(in) :: dest
      integer, intent(in) :: sendtag
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: source
      integer, intent(in) :: recvtag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Isendrecv_f08ts_large(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, &
        recvcount, recvtype, source, recvtag, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      integer, intent(in) :: dest
      integer, intent(in) :: sendtag
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: source
      integer, intent(in) :: recvtag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Isendrecv
    subroutine PMPIR_Isendrecv_f08ts(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, &
        recvcount, recvtype, source, recvtag, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      integer, intent(in) :: dest
      integer, intent(in) :: sendtag
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: source
      integer, intent(in) :: recvtag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Isendrecv_f08ts_large(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, &
        recvcount, recvtype, source, recvtag, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      integer, intent(in) :: dest
      integer, intent(in) :: sendtag
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: source
      integer, intent(in) :: recvtag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Isendrecv_replace
    subroutine MPI_Isendrecv_replace_f08ts(buf, count, datatype, dest, sendtag, source, recvtag, &
        comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: sendtag
      integer, intent(in) :: source
      integer, intent(in) :: recvtag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Isendrecv_replace_f08ts_large(buf, count, datatype, dest, sendtag, source, &
        recvtag, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: sendtag
      integer, intent(in) :: source
      integer, intent(in) :: recvtag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Isendrecv_replace
    subroutine PMPIR_Isendrecv_replace_f08ts(buf, count, datatype, dest, sendtag, source, recvtag, &
        comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: sendtag
      integer, intent(in) :: source
      integer, intent(in) :: recvtag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Isendrecv_replace_f08ts_large(buf, count, datatype, dest, sendtag, source, &
        recvtag, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: sendtag
      integer, intent(in) :: source
      integer, intent(in) :: recvtag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Issend
    subroutine MPI_Issend_f08ts(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Issend_f08ts_large(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Issend
    subroutine PMPIR_Issend_f08ts(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Issend_f08ts_large(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Keyval_create
    subroutine MPI_Keyval_create_f08(copy_fn, delete_fn, keyval, extra_state, ierror)
      import
      external :: copy_fn
      external :: delete_fn
      integer :: keyval
      integer :: extra_state
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Keyval_create
    subroutine PMPIR_Keyval_create_f08(copy_fn, delete_fn, keyval, extra_state, ierror)
      import
      external :: copy_fn
      external :: delete_fn
      integer :: keyval
      integer :: extra_state
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Keyval_free
    subroutine MPI_Keyval_free_f08(keyval, ierror)
      import
      integer :: keyval
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Keyval_free
    subroutine PMPIR_Keyval_free_f08(keyval, ierror)
      import
      integer :: keyval
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Lookup_name
    subroutine MPI_Lookup_name_f08(service_name, info, port_name, ierror)
      import
      character(*), intent(in) :: service_name
      type(MPI_Info), intent(in) :: info
      character(*) :: port_name
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Lookup_name
    subroutine PMPIR_Lookup_name_f08(service_name, info, port_name, ierror)
      import
      character(*), intent(in) :: service_name
      type(MPI_Info), intent(in) :: info
      character(*) :: port_name
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Mprobe
    subroutine MPI_Mprobe_f08(source, tag, comm, message, status, ierror)
      import
      integer, intent(in) :: source
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Message) :: message
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Mprobe
    subroutine PMPIR_Mprobe_f08(source, tag, comm, message, status, ierror)
      import
      integer, intent(in) :: source
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Message) :: message
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Mrecv
    subroutine MPI_Mrecv_f08ts(buf, count, datatype, message, status, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Message) :: message
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Mrecv_f08ts_large(buf, count, datatype, message, status, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Message) :: message
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Mrecv
    subroutine PMPIR_Mrecv_f08ts(buf, count, datatype, message, status, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Message) :: message
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Mrecv_f08ts_large(buf, count, datatype, message, status, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Message) :: message
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Neighbor_allgather
    subroutine MPI_Neighbor_allgather_f08ts(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Neighbor_allgather_f08ts_large(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Neighbor_allgather
    subroutine PMPIR_Neighbor_allgather_f08ts(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Neighbor_allgather_f08ts_large(sendbuf, sendcount, sendtype, recvbuf, &
        recvcount, recvtype, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Neighbor_allgather_init
    subroutine MPI_Neighbor_allgather_init_f08ts(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Neighbor_allgather_init_f08ts_large(sendbuf, sendcount, sendtype, recvbuf, &
        recvcount, recvtype, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Neighbor_allgather_init
    subroutine PMPIR_Neighbor_allgather_init_f08ts(sendbuf, sendcount, sendtype, recvbuf, &
        recvcount, recvtype, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Neighbor_allgather_init_f08ts_large(sendbuf, sendcount, sendtype, recvbuf, &
        recvcount, recvtype, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Neighbor_allgatherv
    subroutine MPI_Neighbor_allgatherv_f08ts(sendbuf, sendcount, sendtype, recvbuf, recvcounts, &
        displs, recvtype, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Neighbor_allgatherv_f08ts_large(sendbuf, sendcount, sendtype, recvbuf, &
        recvcounts, displs, recvtype, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND) :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: displs(*)
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Neighbor_allgatherv
    subroutine PMPIR_Neighbor_allgatherv_f08ts(sendbuf, sendcount, sendtype, recvbuf, recvcounts, &
        displs, recvtype, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Neighbor_allgatherv_f08ts_large(sendbuf, sendcount, sendtype, recvbuf, &
        recvcounts, displs, recvtype, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND) :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: displs(*)
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Neighbor_allgatherv_init
    subroutine MPI_Neighbor_allgatherv_init_f08ts(sendbuf, sendcount, sendtype, recvbuf, &
        recvcounts, displs, recvtype, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Neighbor_allgatherv_init_f08ts_large(sendbuf, sendcount, sendtype, recvbuf, &
        recvcounts, displs, recvtype, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND) :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: displs(*)
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Neighbor_allgatherv_init
    subroutine PMPIR_Neighbor_allgatherv_init_f08ts(sendbuf, sendcount, sendtype, recvbuf, &
        recvcounts, displs, recvtype, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Neighbor_allgatherv_init_f08ts_large(sendbuf, sendcount, sendtype, recvbuf, &
        recvcounts, displs, recvtype, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND) :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: displs(*)
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Neighbor_alltoall
    subroutine MPI_Neighbor_alltoall_f08ts(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Neighbor_alltoall_f08ts_large(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Neighbor_alltoall
    subroutine PMPIR_Neighbor_alltoall_f08ts(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Neighbor_alltoall_f08ts_large(sendbuf, sendcount, sendtype, recvbuf, &
        recvcount, recvtype, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Neighbor_alltoall_init
    subroutine MPI_Neighbor_alltoall_init_f08ts(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Neighbor_alltoall_init_f08ts_large(sendbuf, sendcount, sendtype, recvbuf, &
        recvcount, recvtype, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Neighbor_alltoall_init
    subroutine PMPIR_Neighbor_alltoall_init_f08ts(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Neighbor_alltoall_init_f08ts_large(sendbuf, sendcount, sendtype, recvbuf, &
        recvcount, recvtype, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Neighbor_alltoallv
    subroutine MPI_Neighbor_alltoallv_f08ts(sendbuf, sendcounts, sdispls, sendtype, recvbuf, &
        recvcounts, rdispls, recvtype, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer :: sendcounts(*)
      integer :: sdispls(*)
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Neighbor_alltoallv_f08ts_large(sendbuf, sendcounts, sdispls, sendtype, recvbuf, &
        recvcounts, rdispls, recvtype, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND) :: sendcounts(*)
      integer(MPI_ADDRESS_KIND) :: sdispls(*)
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND) :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: rdispls(*)
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Neighbor_alltoallv
    subroutine PMPIR_Neighbor_alltoallv_f08ts(sendbuf, sendcounts, sdispls, sendtype, recvbuf, &
        recvcounts, rdispls, recvtype, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer :: sendcounts(*)
      integer :: sdispls(*)
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Neighbor_alltoallv_f08ts_large(sendbuf, sendcounts, sdispls, sendtype, &
        recvbuf, recvcounts, rdispls, recvtype, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND) :: sendcounts(*)
      integer(MPI_ADDRESS_KIND) :: sdispls(*)
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND) :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: rdispls(*)
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Neighbor_alltoallv_init
    subroutine MPI_Neighbor_alltoallv_init_f08ts(sendbuf, sendcounts, sdispls, sendtype, recvbuf, &
        recvcounts, rdispls, recvtype, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer :: sendcounts(*)
      integer :: sdispls(*)
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Neighbor_alltoallv_init_f08ts_large(sendbuf, sendcounts, sdispls, sendtype, &
        recvbuf, recvcounts, rdispls, recvtype, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND) :: sendcounts(*)
      integer(MPI_ADDRESS_KIND) :: sdispls(*)
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND) :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: rdispls(*)
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Neighbor_alltoallv_init
    subroutine PMPIR_Neighbor_alltoallv_init_f08ts(sendbuf, sendcounts, sdispls, sendtype, recvbuf, &
        recvcounts, rdispls, recvtype, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer :: sendcounts(*)
      integer :: sdispls(*)
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Neighbor_alltoallv_init_f08ts_large(sendbuf, sendcounts, sdispls, sendtype, &
        recvbuf, recvcounts, rdispls, recvtype, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND) :: sendcounts(*)
      integer(MPI_ADDRESS_KIND) :: sdispls(*)
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND) :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: rdispls(*)
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Neighbor_alltoallw
    subroutine MPI_Neighbor_alltoallw_f08ts(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, &
        recvcounts, rdispls, recvtypes, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer :: sendcounts(*)
      integer(MPI_ADDRESS_KIND) :: sdispls(*)
      type(MPI_Datatype) :: sendtypes(*)
      type(*), dimension(..), asynchronous :: recvbuf
      integer :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: rdispls(*)
      type(MPI_Datatype) :: recvtypes(*)
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Neighbor_alltoallw_f08ts_large(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, &
        recvcounts, rdispls, recvtypes, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND) :: sendcounts(*)
      integer(MPI_ADDRESS_KIND) :: sdispls(*)
      type(MPI_Datatype) :: sendtypes(*)
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND) :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: rdispls(*)
      type(MPI_Datatype) :: recvtypes(*)
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Neighbor_alltoallw
    subroutine PMPIR_Neighbor_alltoallw_f08ts(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, &
        recvcounts, rdispls, recvtypes, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer :: sendcounts(*)
      integer(MPI_ADDRESS_KIND) :: sdispls(*)
      type(MPI_Datatype) :: sendtypes(*)
      type(*), dimension(..), asynchronous :: recvbuf
      integer :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: rdispls(*)
      type(MPI_Datatype) :: recvtypes(*)
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Neighbor_alltoallw_f08ts_large(sendbuf, sendcounts, sdispls, sendtypes, &
        recvbuf, recvcounts, rdispls, recvtypes, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND) :: sendcounts(*)
      integer(MPI_ADDRESS_KIND) :: sdispls(*)
      type(MPI_Datatype) :: sendtypes(*)
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND) :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: rdispls(*)
      type(MPI_Datatype) :: recvtypes(*)
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Neighbor_alltoallw_init
    subroutine MPI_Neighbor_alltoallw_init_f08ts(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, &
        recvcounts, rdispls, recvtypes, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer :: sendcounts(*)
      integer(MPI_ADDRESS_KIND) :: sdispls(*)
      type(MPI_Datatype) :: sendtypes(*)
      type(*), dimension(..), asynchronous :: recvbuf
      integer :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: rdispls(*)
      type(MPI_Datatype) :: recvtypes(*)
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Neighbor_alltoallw_init_f08ts_large(sendbuf, sendcounts, sdispls, sendtypes, &
        recvbuf, recvcounts, rdispls, recvtypes, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND) :: sendcounts(*)
      integer(MPI_ADDRESS_KIND) :: sdispls(*)
      type(MPI_Datatype) :: sendtypes(*)
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND) :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: rdispls(*)
      type(MPI_Datatype) :: recvtypes(*)
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Neighbor_alltoallw_init
    subroutine PMPIR_Neighbor_alltoallw_init_f08ts(sendbuf, sendcounts, sdispls, sendtypes, &
        recvbuf, recvcounts, rdispls, recvtypes, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer :: sendcounts(*)
      integer(MPI_ADDRESS_KIND) :: sdispls(*)
      type(MPI_Datatype) :: sendtypes(*)
      type(*), dimension(..), asynchronous :: recvbuf
      integer :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: rdispls(*)
      type(MPI_Datatype) :: recvtypes(*)
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Neighbor_alltoallw_init_f08ts_large(sendbuf, sendcounts, sdispls, sendtypes, &
        recvbuf, recvcounts, rdispls, recvtypes, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND) :: sendcounts(*)
      integer(MPI_ADDRESS_KIND) :: sdispls(*)
      type(MPI_Datatype) :: sendtypes(*)
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND) :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: rdispls(*)
      type(MPI_Datatype) :: recvtypes(*)
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Op_commutative
    subroutine MPI_Op_commutative_f08(op, commute, ierror)
      import
      type(MPI_Op), intent(in) :: op
      logical :: commute
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Op_commutative
    subroutine PMPIR_Op_commutative_f08(op, commute, ierror)
      import
      type(MPI_Op), intent(in) :: op
      logical :: commute
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Op_create_c
    subroutine MPI_Op_create_f08_large(user_fn, commute, op, ierror)
      import
      external :: user_fn
      logical, intent(in) :: commute
      type(MPI_Op) :: op
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Op_create
    subroutine MPI_Op_create_f08(user_fn, commute, op, ierror)
      import
      external :: user_fn
      logical, intent(in) :: commute
      type(MPI_Op) :: op
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Op_create_c
    subroutine PMPIR_Op_create_f08_large(user_fn, commute, op, ierror)
      import
      external :: user_fn
      logical, intent(in) :: commute
      type(MPI_Op) :: op
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Op_create
    subroutine PMPIR_Op_create_f08(user_fn, commute, op, ierror)
      import
      external :: user_fn
      logical, intent(in) :: commute
      type(MPI_Op) :: op
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Op_free
    subroutine MPI_Op_free_f08(op, ierror)
      import
      type(MPI_Op) :: op
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Op_free
    subroutine PMPIR_Op_free_f08(op, ierror)
      import
      type(MPI_Op) :: op
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Open_port
    subroutine MPI_Open_port_f08(info, port_name, ierror)
      import
      type(MPI_Info), intent(in) :: info
      character(*) :: port_name
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Open_port
    subroutine PMPIR_Open_port_f08(info, port_name, ierror)
      import
      type(MPI_Info), intent(in) :: info
      character(*) :: port_name
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Pack
    subroutine MPI_Pack_f08ts(inbuf, incount, datatype, outbuf, outsize, position, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: inbuf
      integer, intent(in) :: incount
      type(MPI_Datatype), intent(in) :: datatype
      type(*), dimension(..), asynchronous :: outbuf
      integer, intent(in) :: outsize
      integer :: position
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Pack_f08ts_large(inbuf, incount, datatype, outbuf, outsize, position, comm, &
        ierror)
      import
      type(*), dimension(..), asynchronous :: inbuf
      integer(MPI_COUNT_KIND), intent(in) :: incount
      type(MPI_Datatype), intent(in) :: datatype
      type(*), dimension(..), asynchronous :: outbuf
      integer(MPI_COUNT_KIND), intent(in) :: outsize
      integer(MPI_COUNT_KIND) :: position
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Pack
    subroutine PMPIR_Pack_f08ts(inbuf, incount, datatype, outbuf, outsize, position, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: inbuf
      integer, intent(in) :: incount
      type(MPI_Datatype), intent(in) :: datatype
      type(*), dimension(..), asynchronous :: outbuf
      integer, intent(in) :: outsize
      integer :: position
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Pack_f08ts_large(inbuf, incount, datatype, outbuf, outsize, position, comm, &
        ierror)
      import
      type(*), dimension(..), asynchronous :: inbuf
      integer(MPI_COUNT_KIND), intent(in) :: incount
      type(MPI_Datatype), intent(in) :: datatype
      type(*), dimension(..), asynchronous :: outbuf
      integer(MPI_COUNT_KIND), intent(in) :: outsize
      integer(MPI_COUNT_KIND) :: position
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Pack_external
    subroutine MPI_Pack_external_f08ts(datarep, inbuf, incount, datatype, outbuf, outsize, &
        position, ierror)
      import
      character(*), intent(in) :: datarep
      type(*), dimension(..), asynchronous :: inbuf
      integer, intent(in) :: incount
      type(MPI_Datatype), intent(in) :: datatype
      type(*), dimension(..), asynchronous :: outbuf
      integer(MPI_ADDRESS_KIND), intent(in) :: outsize
      integer(MPI_ADDRESS_KIND) :: position
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Pack_external_f08ts_large(datarep, inbuf, incount, datatype, outbuf, outsize, &
        position, ierror)
      import
      character(*), intent(in) :: datarep
      type(*), dimension(..), asynchronous :: inbuf
      integer(MPI_COUNT_KIND), intent(in) :: incount
      type(MPI_Datatype), intent(in) :: datatype
      type(*), dimension(..), asynchronous :: outbuf
      integer(MPI_COUNT_KIND), intent(in) :: outsize
      integer(MPI_COUNT_KIND) :: position
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Pack_external
    subroutine PMPIR_Pack_external_f08ts(datarep, inbuf, incount, datatype, outbuf, outsize, &
        position, ierror)
      import
      character(*), intent(in) :: datarep
      type(*), dimension(..), asynchronous :: inbuf
      integer, intent(in) :: incount
      type(MPI_Datatype), intent(in) :: datatype
      type(*), dimension(..), asynchronous :: outbuf
      integer(MPI_ADDRESS_KIND), intent(in) :: outsize
      integer(MPI_ADDRESS_KIND) :: position
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Pack_external_f08ts_large(datarep, inbuf, incount, datatype, outbuf, outsize, &
        position, ierror)
      import
      character(*), intent(in) :: datarep
      type(*), dimension(..), asynchronous :: inbuf
      integer(MPI_COUNT_KIND), intent(in) :: incount
      type(MPI_Datatype), intent(in) :: datatype
      type(*), dimension(..), asynchronous :: outbuf
      integer(MPI_COUNT_KIND), intent(in) :: outsize
      integer(MPI_COUNT_KIND) :: position
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Pack_external_size
    subroutine MPI_Pack_external_size_f08(datarep, incount, datatype, size, ierror)
      import
      character(*), intent(in) :: datarep
      integer, intent(in) :: incount
      type(MPI_Datatype), intent(in) :: datatype
      integer(MPI_ADDRESS_KIND) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Pack_external_size_f08_large(datarep, incount, datatype, size, ierror)
      import
      character(*), intent(in) :: datarep
      integer(MPI_COUNT_KIND), intent(in) :: incount
      type(MPI_Datatype), intent(in) :: datatype
      integer(MPI_COUNT_KIND) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Pack_external_size
    subroutine PMPIR_Pack_external_size_f08(datarep, incount, datatype, size, ierror)
      import
      character(*), intent(in) :: datarep
      integer, intent(in) :: incount
      type(MPI_Datatype), intent(in) :: datatype
      integer(MPI_ADDRESS_KIND) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Pack_external_size_f08_large(datarep, incount, datatype, size, ierror)
      import
      character(*), intent(in) :: datarep
      integer(MPI_COUNT_KIND), intent(in) :: incount
      type(MPI_Datatype), intent(in) :: datatype
      integer(MPI_COUNT_KIND) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Pack_size
    subroutine MPI_Pack_size_f08(incount, datatype, comm, size, ierror)
      import
      integer, intent(in) :: incount
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      integer :: size
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Pack_size_f08_large(incount, datatype, comm, size, ierror)
      import
      integer(MPI_COUNT_KIND), intent(in) :: incount
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      integer(MPI_COUNT_KIND) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Pack_size
    subroutine PMPIR_Pack_size_f08(incount, datatype, comm, size, ierror)
      import
      integer, intent(in) :: incount
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      integer :: size
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Pack_size_f08_large(incount, datatype, comm, size, ierror)
      import
      integer(MPI_COUNT_KIND), intent(in) :: incount
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      integer(MPI_COUNT_KIND) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Parrived
    subroutine MPI_Parrived_f08(request, partition, flag, ierror)
      import
      type(MPI_Request), intent(in) :: request
      integer, intent(in) :: partition
      logical :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Parrived
    subroutine PMPIR_Parrived_f08(request, partition, flag, ierror)
      import
      type(MPI_Request), intent(in) :: request
      integer, intent(in) :: partition
      logical :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Pcontrol
    subroutine MPI_Pcontrol_f08(level)
      import
      integer, intent(in) :: level
    end subroutine
  end interface
  interface PMPI_Pcontrol
    subroutine PMPIR_Pcontrol_f08(level)
      import
      integer, intent(in) :: level
    end subroutine
  end interface
  interface MPI_Pready
    subroutine MPI_Pready_f08(partition, request, ierror)
      import
      integer, intent(in) :: partition
      type(MPI_Request), intent(in) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Pready
    subroutine PMPIR_Pready_f08(partition, request, ierror)
      import
      integer, intent(in) :: partition
      type(MPI_Request), intent(in) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Pready_list
    subroutine MPI_Pready_list_f08(length, array_of_partitions, request, ierror)
      import
      integer, intent(in) :: length
      integer :: array_of_partitions(*)
      type(MPI_Request), intent(in) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Pready_list
    subroutine PMPIR_Pready_list_f08(length, array_of_partitions, request, ierror)
      import
      integer, intent(in) :: length
      integer :: array_of_partitions(*)
      type(MPI_Request), intent(in) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Pready_range
    subroutine MPI_Pready_range_f08(partition_low, partition_high, request, ierror)
      import
      integer, intent(in) :: partition_low
      integer, intent(in) :: partition_high
      type(MPI_Request), intent(in) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Pready_range
    subroutine PMPIR_Pready_range_f08(partition_low, partition_high, request, ierror)
      import
      integer, intent(in) :: partition_low
      integer, intent(in) :: partition_high
      type(MPI_Request), intent(in) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Precv_init
    subroutine MPI_Precv_init_f08ts(buf, partitions, count, datatype, dest, tag, comm, info, &
        request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: partitions
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Precv_init_f08ts_large(buf, partitions, count, datatype, dest, tag, comm, info, &
        request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: partitions
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Precv_init
    subroutine PMPIR_Precv_init_f08ts(buf, partitions, count, datatype, dest, tag, comm, info, &
        request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: partitions
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Precv_init_f08ts_large(buf, partitions, count, datatype, dest, tag, comm, &
        info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: partitions
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Probe
    subroutine MPI_Probe_f08(source, tag, comm, status, ierror)
      import
      integer, intent(in) :: source
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Probe
    subroutine PMPIR_Probe_f08(source, tag, comm, status, ierror)
      import
      integer, intent(in) :: source
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Psend_init
    subroutine MPI_Psend_init_f08ts(buf, partitions, count, datatype, dest, tag, comm, info, &
        request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: partitions
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Psend_init_f08ts_large(buf, partitions, count, datatype, dest, tag, comm, info, &
        request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: partitions
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Psend_init
    subroutine PMPIR_Psend_init_f08ts(buf, partitions, count, datatype, dest, tag, comm, info, &
        request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: partitions
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Psend_init_f08ts_large(buf, partitions, count, datatype, dest, tag, comm, &
        info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: partitions
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Publish_name
    subroutine MPI_Publish_name_f08(service_name, info, port_name, ierror)
      import
      character(*), intent(in) :: service_name
      type(MPI_Info), intent(in) :: info
      character(*), intent(in) :: port_name
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Publish_name
    subroutine PMPIR_Publish_name_f08(service_name, info, port_name, ierror)
      import
      character(*), intent(in) :: service_name
      type(MPI_Info), intent(in) :: info
      character(*), intent(in) :: port_name
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Put
    subroutine MPI_Put_f08ts(origin_addr, origin_count, origin_datatype, target_rank, target_disp, &
        target_count, target_datatype, win, ierror)
      import
      type(*), dimension(..), asynchronous :: origin_addr
      integer, intent(in) :: origin_count
      type(MPI_Datatype), intent(in) :: origin_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(in) :: target_count
      type(MPI_Datatype), intent(in) :: target_datatype
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Put_f08ts_large(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, win, ierror)
      import
      type(*), dimension(..), asynchronous :: origin_addr
      integer(MPI_COUNT_KIND), intent(in) :: origin_count
      type(MPI_Datatype), intent(in) :: origin_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer(MPI_COUNT_KIND), intent(in) :: target_count
      type(MPI_Datatype), intent(in) :: target_datatype
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Put
    subroutine PMPIR_Put_f08ts(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, win, ierror)
      import
      type(*), dimension(..), asynchronous :: origin_addr
      integer, intent(in) :: origin_count
      type(MPI_Datatype), intent(in) :: origin_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(in) :: target_count
      type(MPI_Datatype), intent(in) :: target_datatype
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Put_f08ts_large(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, win, ierror)
      import
      type(*), dimension(..), asynchronous :: origin_addr
      integer(MPI_COUNT_KIND), intent(in) :: origin_count
      type(MPI_Datatype), intent(in) :: origin_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer(MPI_COUNT_KIND), intent(in) :: target_count
      type(MPI_Datatype), intent(in) :: target_datatype
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Query_thread
    subroutine MPI_Query_thread_f08(provided, ierror)
      import
      integer :: provided
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Query_thread
    subroutine PMPIR_Query_thread_f08(provided, ierror)
      import
      integer :: provided
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Raccumulate
    subroutine MPI_Raccumulate_f08ts(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, op, win, request, ierror)
      import
      type(*), dimension(..), asynchronous :: origin_addr
      integer, intent(in) :: origin_count
      type(MPI_Datatype), intent(in) :: origin_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(in) :: target_count
      type(MPI_Datatype), intent(in) :: target_datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Raccumulate_f08ts_large(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, op, win, request, ierror)
      import
      type(*), dimension(..), asynchronous :: origin_addr
      integer(MPI_COUNT_KIND), intent(in) :: origin_count
      type(MPI_Datatype), intent(in) :: origin_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer(MPI_COUNT_KIND), intent(in) :: target_count
      type(MPI_Datatype), intent(in) :: target_datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Raccumulate
    subroutine PMPIR_Raccumulate_f08ts(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, op, win, request, ierror)
      import
      type(*), dimension(..), asynchronous :: origin_addr
      integer, intent(in) :: origin_count
      type(MPI_Datatype), intent(in) :: origin_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(in) :: target_count
      type(MPI_Datatype), intent(in) :: target_datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Raccumulate_f08ts_large(origin_addr, origin_count, origin_datatype, &
        target_rank, target_disp, target_count, target_datatype, op, win, request, ierror)
      import
      type(*), dimension(..), asynchronous :: origin_addr
      integer(MPI_COUNT_KIND), intent(in) :: origin_count
      type(MPI_Datatype), intent(in) :: origin_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer(MPI_COUNT_KIND), intent(in) :: target_count
      type(MPI_Datatype), intent(in) :: target_datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Recv
    subroutine MPI_Recv_f08ts(buf, count, datatype, source, tag, comm, status, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: source
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Recv_f08ts_large(buf, count, datatype, source, tag, comm, status, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: source
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Recv
    subroutine PMPIR_Recv_f08ts(buf, count, datatype, source, tag, comm, status, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: source
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Recv_f08ts_large(buf, count, datatype, source, tag, comm, status, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: source
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Recv_init
    subroutine MPI_Recv_init_f08ts(buf, count, datatype, source, tag, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: source
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Recv_init_f08ts_large(buf, count, datatype, source, tag, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: source
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Recv_init
    subroutine PMPIR_Recv_init_f08ts(buf, count, datatype, source, tag, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: source
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Recv_init_f08ts_large(buf, count, datatype, source, tag, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: source
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Reduce
    subroutine MPI_Reduce_f08ts(sendbuf, recvbuf, count, datatype, op, root, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Reduce_f08ts_large(sendbuf, recvbuf, count, datatype, op, root, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Reduce
    subroutine PMPIR_Reduce_f08ts(sendbuf, recvbuf, count, datatype, op, root, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Reduce_f08ts_large(sendbuf, recvbuf, count, datatype, op, root, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Reduce_init
    subroutine MPI_Reduce_init_f08ts(sendbuf, recvbuf, count, datatype, op, root, comm, info, &
        request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Reduce_init_f08ts_large(sendbuf, recvbuf, count, datatype, op, root, comm, info, &
        request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Reduce_init
    subroutine PMPIR_Reduce_init_f08ts(sendbuf, recvbuf, count, datatype, op, root, comm, info, &
        request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Reduce_init_f08ts_large(sendbuf, recvbuf, count, datatype, op, root, comm, &
        info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Reduce_local
    subroutine MPI_Reduce_local_f08ts(inbuf, inoutbuf, count, datatype, op, ierror)
      import
      type(*), dimension(..), asynchronous :: inbuf
      type(*), dimension(..), asynchronous :: inoutbuf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Reduce_local_f08ts_large(inbuf, inoutbuf, count, datatype, op, ierror)
      import
      type(*), dimension(..), asynchronous :: inbuf
      type(*), dimension(..), asynchronous :: inoutbuf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Reduce_local
    subroutine PMPIR_Reduce_local_f08ts(inbuf, inoutbuf, count, datatype, op, ierror)
      import
      type(*), dimension(..), asynchronous :: inbuf
      type(*), dimension(..), asynchronous :: inoutbuf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Reduce_local_f08ts_large(inbuf, inoutbuf, count, datatype, op, ierror)
      import
      type(*), dimension(..), asynchronous :: inbuf
      type(*), dimension(..), asynchronous :: inoutbuf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Reduce_scatter
    subroutine MPI_Reduce_scatter_f08ts(sendbuf, recvbuf, recvcounts, datatype, op, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer :: recvcounts(*)
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Reduce_scatter_f08ts_large(sendbuf, recvbuf, recvcounts, datatype, op, comm, &
        ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND) :: recvcounts(*)
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Reduce_scatter
    subroutine PMPIR_Reduce_scatter_f08ts(sendbuf, recvbuf, recvcounts, datatype, op, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer :: recvcounts(*)
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Reduce_scatter_f08ts_large(sendbuf, recvbuf, recvcounts, datatype, op, comm, &
        ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND) :: recvcounts(*)
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Reduce_scatter_block
    subroutine MPI_Reduce_scatter_block_f08ts(sendbuf, recvbuf, recvcount, datatype, op, comm, &
        ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Reduce_scatter_block_f08ts_large(sendbuf, recvbuf, recvcount, datatype, op, &
        comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Reduce_scatter_block
    subroutine PMPIR_Reduce_scatter_block_f08ts(sendbuf, recvbuf, recvcount, datatype, op, comm, &
        ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Reduce_scatter_block_f08ts_large(sendbuf, recvbuf, recvcount, datatype, op, &
        comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Reduce_scatter_block_init
    subroutine MPI_Reduce_scatter_block_init_f08ts(sendbuf, recvbuf, recvcount, datatype, op, comm, &
        info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Reduce_scatter_block_init_f08ts_large(sendbuf, recvbuf, recvcount, datatype, op, &
        comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Reduce_scatter_block_init
    subroutine PMPIR_Reduce_scatter_block_init_f08ts(sendbuf, recvbuf, recvcount, datatype, op, &
        comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Reduce_scatter_block_init_f08ts_large(sendbuf, recvbuf, recvcount, datatype, &
        op, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Reduce_scatter_init
    subroutine MPI_Reduce_scatter_init_f08ts(sendbuf, recvbuf, recvcounts, datatype, op, comm, &
        info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer :: recvcounts(*)
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Reduce_scatter_init_f08ts_large(sendbuf, recvbuf, recvcounts, datatype, op, &
        comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND) :: recvcounts(*)
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Reduce_scatter_init
    subroutine PMPIR_Reduce_scatter_init_f08ts(sendbuf, recvbuf, recvcounts, datatype, op, comm, &
        info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer :: recvcounts(*)
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Reduce_scatter_init_f08ts_large(sendbuf, recvbuf, recvcounts, datatype, op, &
        comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND) :: recvcounts(*)
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Register_datarep_c
    subroutine MPI_Register_datarep_f08_large(datarep, read_conversion_fn, write_conversion_fn, &
        dtype_file_extent_fn, extra_state, ierror)
      import
      character(*), intent(in) :: datarep
      external :: read_conversion_fn
      external :: write_conversion_fn
      external :: dtype_file_extent_fn
      integer(MPI_ADDRESS_KIND), intent(in) :: extra_state
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Register_datarep
    subroutine MPI_Register_datarep_f08(datarep, read_conversion_fn, write_conversion_fn, &
        dtype_file_extent_fn, extra_state, ierror)
      import
      character(*), intent(in) :: datarep
      external :: read_conversion_fn
      external :: write_conversion_fn
      external :: dtype_file_extent_fn
      integer(MPI_ADDRESS_KIND), intent(in) :: extra_state
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Register_datarep_c
    subroutine PMPIR_Register_datarep_f08_large(datarep, read_conversion_fn, write_conversion_fn, &
        dtype_file_extent_fn, extra_state, ierror)
      import
      character(*), intent(in) :: datarep
      external :: read_conversion_fn
      external :: write_conversion_fn
      external :: dtype_file_extent_fn
      integer(MPI_ADDRESS_KIND), intent(in) :: extra_state
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Register_datarep
    subroutine PMPIR_Register_datarep_f08(datarep, read_conversion_fn, write_conversion_fn, &
        dtype_file_extent_fn, extra_state, ierror)
      import
      character(*), intent(in) :: datarep
      external :: read_conversion_fn
      external :: write_conversion_fn
      external :: dtype_file_extent_fn
      integer(MPI_ADDRESS_KIND), intent(in) :: extra_state
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Remove_error_class
    subroutine MPI_Remove_error_class_f08(errorclass, ierror)
      import
      integer, intent(in) :: errorclass
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Remove_error_class
    subroutine PMPIR_Remove_error_class_f08(errorclass, ierror)
      import
      integer, intent(in) :: errorclass
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Remove_error_code
    subroutine MPI_Remove_error_code_f08(errorcode, ierror)
      import
      integer, intent(in) :: errorcode
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Remove_error_code
    subroutine PMPIR_Remove_error_code_f08(errorcode, ierror)
      import
      integer, intent(in) :: errorcode
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Remove_error_string
    subroutine MPI_Remove_error_string_f08(errorcode, ierror)
      import
      integer, intent(in) :: errorcode
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Remove_error_string
    subroutine PMPIR_Remove_error_string_f08(errorcode, ierror)
      import
      integer, intent(in) :: errorcode
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Request_free
    subroutine MPI_Request_free_f08(request, ierror)
      import
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Request_free
    subroutine PMPIR_Request_free_f08(request, ierror)
      import
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Request_get_status
    subroutine MPI_Request_get_status_f08(request, flag, status, ierror)
      import
      type(MPI_Request), intent(in) :: request
      logical :: flag
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Request_get_status
    subroutine PMPIR_Request_get_status_f08(request, flag, status, ierror)
      import
      type(MPI_Request), intent(in) :: request
      logical :: flag
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Request_get_status_all
    subroutine MPI_Request_get_status_all_f08(count, array_of_requests, flag, array_of_statuses, &
        ierror)
      import
      integer, intent(in) :: count
      type(MPI_Request) :: array_of_requests(*)
      logical :: flag
      type(MPI_Status) :: array_of_statuses(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Request_get_status_all
    subroutine PMPIR_Request_get_status_all_f08(count, array_of_requests, flag, array_of_statuses, &
        ierror)
      import
      integer, intent(in) :: count
      type(MPI_Request) :: array_of_requests(*)
      logical :: flag
      type(MPI_Status) :: array_of_statuses(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Request_get_status_any
    subroutine MPI_Request_get_status_any_f08(count, array_of_requests, indx, flag, status, ierror)
      import
      integer, intent(in) :: count
      type(MPI_Request) :: array_of_requests(*)
      integer :: indx
      logical :: flag
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Request_get_status_any
    subroutine PMPIR_Request_get_status_any_f08(count, array_of_requests, indx, flag, status, &
        ierror)
      import
      integer, intent(in) :: count
      type(MPI_Request) :: array_of_requests(*)
      integer :: indx
      logical :: flag
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Request_get_status_some
    subroutine MPI_Request_get_status_some_f08(incount, array_of_requests, outcount, &
        array_of_indices, array_of_statuses, ierror)
      import
      integer, intent(in) :: incount
      type(MPI_Request) :: array_of_requests(*)
      integer :: outcount
      integer :: array_of_indices(*)
      type(MPI_Status) :: array_of_statuses(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Request_get_status_some
    subroutine PMPIR_Request_get_status_some_f08(incount, array_of_requests, outcount, &
        array_of_indices, array_of_statuses, ierror)
      import
      integer, intent(in) :: incount
      type(MPI_Request) :: array_of_requests(*)
      integer :: outcount
      integer :: array_of_indices(*)
      type(MPI_Status) :: array_of_statuses(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Rget
    subroutine MPI_Rget_f08ts(origin_addr, origin_count, origin_datatype, target_rank, target_disp, &
        target_count, target_datatype, win, request, ierror)
      import
      type(*), dimension(..), asynchronous :: origin_addr
      integer, intent(in) :: origin_count
      type(MPI_Datatype), intent(in) :: origin_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(in) :: target_count
      type(MPI_Datatype), intent(in) :: target_datatype
      type(MPI_Win), intent(in) :: win
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Rget_f08ts_large(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, win, request, ierror)
      import
      type(*), dimension(..), asynchronous :: origin_addr
      integer(MPI_COUNT_KIND), intent(in) :: origin_count
      type(MPI_Datatype), intent(in) :: origin_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer(MPI_COUNT_KIND), intent(in) :: target_count
      type(MPI_Datatype), intent(in) :: target_datatype
      type(MPI_Win), intent(in) :: win
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Rget
    subroutine PMPIR_Rget_f08ts(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, win, request, ierror)
      import
      type(*), dimension(..), asynchronous :: origin_addr
      integer, intent(in) :: origin_count
      type(MPI_Datatype), intent(in) :: origin_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(in) :: target_count
      type(MPI_Datatype), intent(in) :: target_datatype
      type(MPI_Win), intent(in) :: win
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Rget_f08ts_large(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, win, request, ierror)
      import
      type(*), dimension(..), asynchronous :: origin_addr
      integer(MPI_COUNT_KIND), intent(in) :: origin_count
      type(MPI_Datatype), intent(in) :: origin_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer(MPI_COUNT_KIND), intent(in) :: target_count
      type(MPI_Datatype), intent(in) :: target_datatype
      type(MPI_Win), intent(in) :: win
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Rget_accumulate
    subroutine MPI_Rget_accumulate_f08ts(origin_addr, origin_count, origin_datatype, result_addr, &
        result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, &
        win, request, ierror)
      import
      type(*), dimension(..), asynchronous :: origin_addr
      integer, intent(in) :: origin_count
      type(MPI_Datatype), intent(in) :: origin_datatype
      type(*), dimension(..), asynchronous :: result_addr
      integer, intent(in) :: result_count
      type(MPI_Datatype), intent(in) :: result_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(in) :: target_count
      type(MPI_Datatype), intent(in) :: target_datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Rget_accumulate_f08ts_large(origin_addr, origin_count, origin_datatype, &
        result_addr, result_count, result_datatype, target_rank, target_disp, target_count, &
        target_datatype, op, win, request, ierror)
      import
      type(*), dimension(..), asynchronous :: origin_addr
      integer(MPI_COUNT_KIND), intent(in) :: origin_count
      type(MPI_Datatype), intent(in) :: origin_datatype
      type(*), dimension(..), asynchronous :: result_addr
      integer(MPI_COUNT_KIND), intent(in) :: result_count
      type(MPI_Datatype), intent(in) :: result_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer(MPI_COUNT_KIND), intent(in) :: target_count
      type(MPI_Datatype), intent(in) :: target_datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Rget_accumulate
    subroutine PMPIR_Rget_accumulate_f08ts(origin_addr, origin_count, origin_datatype, result_addr, &
        result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, &
        win, request, ierror)
      import
      type(*), dimension(..), asynchronous :: origin_addr
      integer, intent(in) :: origin_count
      type(MPI_Datatype), intent(in) :: origin_datatype
      type(*), dimension(..), asynchronous :: result_addr
      integer, intent(in) :: result_count
      type(MPI_Datatype), intent(in) :: result_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(in) :: target_count
      type(MPI_Datatype), intent(in) :: target_datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Rget_accumulate_f08ts_large(origin_addr, origin_count, origin_datatype, &
        result_addr, result_count, result_datatype, target_rank, target_disp, target_count, &
        target_datatype, op, win, request, ierror)
      import
      type(*), dimension(..), asynchronous :: origin_addr
      integer(MPI_COUNT_KIND), intent(in) :: origin_count
      type(MPI_Datatype), intent(in) :: origin_datatype
      type(*), dimension(..), asynchronous :: result_addr
      integer(MPI_COUNT_KIND), intent(in) :: result_count
      type(MPI_Datatype), intent(in) :: result_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer(MPI_COUNT_KIND), intent(in) :: target_count
      type(MPI_Datatype), intent(in) :: target_datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Rput
    subroutine MPI_Rput_f08ts(origin_addr, origin_count, origin_datatype, target_rank, target_disp, &
        target_count, target_datatype, win, request, ierror)
      import
      type(*), dimension(..), asynchronous :: origin_addr
      integer, intent(in) :: origin_count
      type(MPI_Datatype), intent(in) :: origin_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(in) :: target_count
      type(MPI_Datatype), intent(in) :: target_datatype
      type(MPI_Win), intent(in) :: win
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Rput_f08ts_large(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, win, request, ierror)
      import
      type(*), dimension(..), asynchronous :: origin_addr
      integer(MPI_COUNT_KIND), intent(in) :: origin_count
      type(MPI_Datatype), intent(in) :: origin_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer(MPI_COUNT_KIND), intent(in) :: target_count
      type(MPI_Datatype), intent(in) :: target_datatype
      type(MPI_Win), intent(in) :: win
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Rput
    subroutine PMPIR_Rput_f08ts(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, win, request, ierror)
      import
      type(*), dimension(..), asynchronous :: origin_addr
      integer, intent(in) :: origin_count
      type(MPI_Datatype), intent(in) :: origin_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(in) :: target_count
      type(MPI_Datatype), intent(in) :: target_datatype
      type(MPI_Win), intent(in) :: win
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Rput_f08ts_large(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, win, request, ierror)
      import
      type(*), dimension(..), asynchronous :: origin_addr
      integer(MPI_COUNT_KIND), intent(in) :: origin_count
      type(MPI_Datatype), intent(in) :: origin_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer(MPI_COUNT_KIND), intent(in) :: target_count
      type(MPI_Datatype), intent(in) :: target_datatype
      type(MPI_Win), intent(in) :: win
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Rsend
    subroutine MPI_Rsend_f08ts(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Rsend_f08ts_large(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Rsend
    subroutine PMPIR_Rsend_f08ts(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Rsend_f08ts_large(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Rsend_init
    subroutine MPI_Rsend_init_f08ts(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Rsend_init_f08ts_large(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Rsend_init
    subroutine PMPIR_Rsend_init_f08ts(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Rsend_init_f08ts_large(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Scan
    subroutine MPI_Scan_f08ts(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Scan_f08ts_large(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Scan
    subroutine PMPIR_Scan_f08ts(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Scan_f08ts_large(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Scan_init
    subroutine MPI_Scan_init_f08ts(sendbuf, recvbuf, count, datatype, op, comm, info, request, &
        ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Scan_init_f08ts_large(sendbuf, recvbuf, count, datatype, op, comm, info, &
        request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Scan_init
    subroutine PMPIR_Scan_init_f08ts(sendbuf, recvbuf, count, datatype, op, comm, info, request, &
        ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Scan_init_f08ts_large(sendbuf, recvbuf, count, datatype, op, comm, info, &
        request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Scatter
    subroutine MPI_Scatter_f08ts(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, &
        comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Scatter_f08ts_large(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        root, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Scatter
    subroutine PMPIR_Scatter_f08ts(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        root, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Scatter_f08ts_large(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, root, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Scatter_init
    subroutine MPI_Scatter_init_f08ts(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        root, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Scatter_init_f08ts_large(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, root, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Scatter_init
    subroutine PMPIR_Scatter_init_f08ts(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        root, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Scatter_init_f08ts_large(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, root, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Scatterv
    subroutine MPI_Scatterv_f08ts(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, &
        recvtype, root, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer :: sendcounts(*)
      integer :: displs(*)
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Scatterv_f08ts_large(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, &
        recvtype, root, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND) :: sendcounts(*)
      integer(MPI_ADDRESS_KIND) :: displs(*)
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Scatterv
    subroutine PMPIR_Scatterv_f08ts(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, &
        recvtype, root, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer :: sendcounts(*)
      integer :: displs(*)
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Scatterv_f08ts_large(sendbuf, sendcounts, displs, sendtype, recvbuf, &
        recvcount, recvtype, root, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND) :: sendcounts(*)
      integer(MPI_ADDRESS_KIND) :: displs(*)
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Scatterv_init
    subroutine MPI_Scatterv_init_f08ts(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, &
        recvtype, root, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer :: sendcounts(*)
      integer :: displs(*)
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Scatterv_init_f08ts_large(sendbuf, sendcounts, displs, sendtype, recvbuf, &
        recvcount, recvtype, root, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND) :: sendcounts(*)
      integer(MPI_ADDRESS_KIND) :: displs(*)
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Scatterv_init
    subroutine PMPIR_Scatterv_init_f08ts(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, &
        recvtype, root, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer :: sendcounts(*)
      integer :: displs(*)
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Scatterv_init_f08ts_large(sendbuf, sendcounts, displs, sendtype, recvbuf, &
        recvcount, recvtype, root, comm, info, request, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND) :: sendcounts(*)
      integer(MPI_ADDRESS_KIND) :: displs(*)
      type(MPI_Datatype), intent(in) :: sendtype
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Send
    subroutine MPI_Send_f08ts(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Send_f08ts_large(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Send
    subroutine PMPIR_Send_f08ts(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Send_f08ts_large(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Send_init
    subroutine MPI_Send_init_f08ts(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Send_init_f08ts_large(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Send_init
    subroutine PMPIR_Send_init_f08ts(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Send_init_f08ts_large(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Sendrecv
    subroutine MPI_Sendrecv_f08ts(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, &
        recvtype, source, recvtag, comm, status, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      integer, intent(in) :: dest
      integer, intent(in) :: sendtag
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: source
      integer, intent(in) :: recvtag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Sendrecv_f08ts_large(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, &
        recvcount, recvtype, source, recvtag, comm, status, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      integer, intent(in) :: dest
      integer, intent(in) :: sendtag
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: source
      integer, intent(in) :: recvtag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Sendrecv
    subroutine PMPIR_Sendrecv_f08ts(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, &
        recvcount, recvtype, source, recvtag, comm, status, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      integer, intent(in) :: dest
      integer, intent(in) :: sendtag
      type(*), dimension(..), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: source
      integer, intent(in) :: recvtag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Sendrecv_f08ts_large(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, &
        recvcount, recvtype, source, recvtag, comm, status, ierror)
      import
      type(*), dimension(..), asynchronous :: sendbuf
      integer(MPI_COUNT_KIND), intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      integer, intent(in) :: dest
      integer, intent(in) :: sendtag
      type(*), dimension(..), asynchronous :: recvbuf
      integer(MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: source
      integer, intent(in) :: recvtag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Sendrecv_replace
    subroutine MPI_Sendrecv_replace_f08ts(buf, count, datatype, dest, sendtag, source, recvtag, &
        comm, status, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: sendtag
      integer, intent(in) :: source
      integer, intent(in) :: recvtag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Sendrecv_replace_f08ts_large(buf, count, datatype, dest, sendtag, source, &
        recvtag, comm, status, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: sendtag
      integer, intent(in) :: source
      integer, intent(in) :: recvtag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Sendrecv_replace
    subroutine PMPIR_Sendrecv_replace_f08ts(buf, count, datatype, dest, sendtag, source, recvtag, &
        comm, status, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: sendtag
      integer, intent(in) :: source
      integer, intent(in) :: recvtag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Sendrecv_replace_f08ts_large(buf, count, datatype, dest, sendtag, source, &
        recvtag, comm, status, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: sendtag
      integer, intent(in) :: source
      integer, intent(in) :: recvtag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Session_attach_buffer
    subroutine MPI_Session_attach_buffer_f08ts(session, buffer, size, ierror)
      import
      type(MPI_Session), intent(in) :: session
      type(*), dimension(..), asynchronous :: buffer
      integer, intent(in) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Session_attach_buffer_f08ts_large(session, buffer, size, ierror)
      import
      type(MPI_Session), intent(in) :: session
      type(*), dimension(..), asynchronous :: buffer
      integer(MPI_COUNT_KIND), intent(in) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Session_attach_buffer
    subroutine PMPIR_Session_attach_buffer_f08ts(session, buffer, size, ierror)
      import
      type(MPI_Session), intent(in) :: session
      type(*), dimension(..), asynchronous :: buffer
      integer, intent(in) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Session_attach_buffer_f08ts_large(session, buffer, size, ierror)
      import
      type(MPI_Session), intent(in) :: session
      type(*), dimension(..), asynchronous :: buffer
      integer(MPI_COUNT_KIND), intent(in) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Session_call_errhandler
    subroutine MPI_Session_call_errhandler_f08(session, errorcode, ierror)
      import
      type(MPI_Session), intent(in) :: session
      integer, intent(in) :: errorcode
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Session_call_errhandler
    subroutine PMPIR_Session_call_errhandler_f08(session, errorcode, ierror)
      import
      type(MPI_Session), intent(in) :: session
      integer, intent(in) :: errorcode
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Session_create_errhandler
    subroutine MPI_Session_create_errhandler_f08(session_errhandler_fn, errhandler, ierror)
      import
      external :: session_errhandler_fn
      type(MPI_Errhandler) :: errhandler
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Session_create_errhandler
    subroutine PMPIR_Session_create_errhandler_f08(session_errhandler_fn, errhandler, ierror)
      import
      external :: session_errhandler_fn
      type(MPI_Errhandler) :: errhandler
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Session_detach_buffer
    subroutine MPI_Session_detach_buffer_f08(session, buffer_addr, size, ierror)
      import
      type(MPI_Session), intent(in) :: session
      type(c_ptr), intent(out) :: buffer_addr
      integer :: size
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Session_detach_buffer_f08_large(session, buffer_addr, size, ierror)
      import
      type(MPI_Session), intent(in) :: session
      type(c_ptr), intent(out) :: buffer_addr
      integer(MPI_COUNT_KIND) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Session_detach_buffer
    subroutine PMPIR_Session_detach_buffer_f08(session, buffer_addr, size, ierror)
      import
      type(MPI_Session), intent(in) :: session
      type(c_ptr), intent(out) :: buffer_addr
      integer :: size
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Session_detach_buffer_f08_large(session, buffer_addr, size, ierror)
      import
      type(MPI_Session), intent(in) :: session
      type(c_ptr), intent(out) :: buffer_addr
      integer(MPI_COUNT_KIND) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Session_finalize
    subroutine MPI_Session_finalize_f08(session, ierror)
      import
      type(MPI_Session) :: session
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Session_finalize
    subroutine PMPIR_Session_finalize_f08(session, ierror)
      import
      type(MPI_Session) :: session
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Session_flush_buffer
    subroutine MPI_Session_flush_buffer_f08(session, ierror)
      import
      type(MPI_Session), intent(in) :: session
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Session_flush_buffer
    subroutine PMPIR_Session_flush_buffer_f08(session, ierror)
      import
      type(MPI_Session), intent(in) :: session
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Session_get_errhandler
    subroutine MPI_Session_get_errhandler_f08(session, errhandler, ierror)
      import
      type(MPI_Session), intent(in) :: session
      type(MPI_Errhandler) :: errhandler
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Session_get_errhandler
    subroutine PMPIR_Session_get_errhandler_f08(session, errhandler, ierror)
      import
      type(MPI_Session), intent(in) :: session
      type(MPI_Errhandler) :: errhandler
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Session_get_info
    subroutine MPI_Session_get_info_f08(session, info_used, ierror)
      import
      type(MPI_Session), intent(in) :: session
      type(MPI_Info) :: info_used
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Session_get_info
    subroutine PMPIR_Session_get_info_f08(session, info_used, ierror)
      import
      type(MPI_Session), intent(in) :: session
      type(MPI_Info) :: info_used
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Session_get_nth_pset
    subroutine MPI_Session_get_nth_pset_f08(session, info, n, pset_len, pset_name, ierror)
      import
      type(MPI_Session), intent(in) :: session
      type(MPI_Info), intent(in) :: info
      integer, intent(in) :: n
      integer :: pset_len
      character(*) :: pset_name
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Session_get_nth_pset
    subroutine PMPIR_Session_get_nth_pset_f08(session, info, n, pset_len, pset_name, ierror)
      import
      type(MPI_Session), intent(in) :: session
      type(MPI_Info), intent(in) :: info
      integer, intent(in) :: n
      integer :: pset_len
      character(*) :: pset_name
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Session_get_num_psets
    subroutine MPI_Session_get_num_psets_f08(session, info, npset_names, ierror)
      import
      type(MPI_Session), intent(in) :: session
      type(MPI_Info), intent(in) :: info
      integer :: npset_names
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Session_get_num_psets
    subroutine PMPIR_Session_get_num_psets_f08(session, info, npset_names, ierror)
      import
      type(MPI_Session), intent(in) :: session
      type(MPI_Info), intent(in) :: info
      integer :: npset_names
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Session_get_pset_info
    subroutine MPI_Session_get_pset_info_f08(session, pset_name, info, ierror)
      import
      type(MPI_Session), intent(in) :: session
      character(*), intent(in) :: pset_name
      type(MPI_Info) :: info
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Session_get_pset_info
    subroutine PMPIR_Session_get_pset_info_f08(session, pset_name, info, ierror)
      import
      type(MPI_Session), intent(in) :: session
      character(*), intent(in) :: pset_name
      type(MPI_Info) :: info
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Session_iflush_buffer
    subroutine MPI_Session_iflush_buffer_f08(session, request, ierror)
      import
      type(MPI_Session), intent(in) :: session
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Session_iflush_buffer
    subroutine PMPIR_Session_iflush_buffer_f08(session, request, ierror)
      import
      type(MPI_Session), intent(in) :: session
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Session_init
    subroutine MPI_Session_init_f08(info, errhandler, session, ierror)
      import
      type(MPI_Info), intent(in) :: info
      type(MPI_Errhandler), intent(in) :: errhandler
      type(MPI_Session) :: session
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Session_init
    subroutine PMPIR_Session_init_f08(info, errhandler, session, ierror)
      import
      type(MPI_Info), intent(in) :: info
      type(MPI_Errhandler), intent(in) :: errhandler
      type(MPI_Session) :: session
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Session_set_errhandler
    subroutine MPI_Session_set_errhandler_f08(session, errhandler, ierror)
      import
      type(MPI_Session), intent(in) :: session
      type(MPI_Errhandler), intent(in) :: errhandler
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Session_set_errhandler
    subroutine PMPIR_Session_set_errhandler_f08(session, errhandler, ierror)
      import
      type(MPI_Session), intent(in) :: session
      type(MPI_Errhandler), intent(in) :: errhandler
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Ssend
    subroutine MPI_Ssend_f08ts(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Ssend_f08ts_large(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Ssend
    subroutine PMPIR_Ssend_f08ts(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Ssend_f08ts_large(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Ssend_init
    subroutine MPI_Ssend_init_f08ts(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Ssend_init_f08ts_large(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Ssend_init
    subroutine PMPIR_Ssend_init_f08ts(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Ssend_init_f08ts_large(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(..), asynchronous :: buf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Start
    subroutine MPI_Start_f08(request, ierror)
      import
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Start
    subroutine PMPIR_Start_f08(request, ierror)
      import
      type(MPI_Request) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Startall
    subroutine MPI_Startall_f08(count, array_of_requests, ierror)
      import
      integer, intent(in) :: count
      type(MPI_Request) :: array_of_requests(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Startall
    subroutine PMPIR_Startall_f08(count, array_of_requests, ierror)
      import
      integer, intent(in) :: count
      type(MPI_Request) :: array_of_requests(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Status_get_error
    subroutine MPI_Status_get_error_f08(status, error, ierror)
      import
      type(MPI_Status) :: status
      integer :: error
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Status_get_error
    subroutine PMPIR_Status_get_error_f08(status, error, ierror)
      import
      type(MPI_Status) :: status
      integer :: error
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Status_get_source
    subroutine MPI_Status_get_source_f08(status, source, ierror)
      import
      type(MPI_Status) :: status
      integer :: source
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Status_get_source
    subroutine PMPIR_Status_get_source_f08(status, source, ierror)
      import
      type(MPI_Status) :: status
      integer :: source
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Status_get_tag
    subroutine MPI_Status_get_tag_f08(status, tag, ierror)
      import
      type(MPI_Status) :: status
      integer :: tag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Status_get_tag
    subroutine PMPIR_Status_get_tag_f08(status, tag, ierror)
      import
      type(MPI_Status) :: status
      integer :: tag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Status_set_cancelled
    subroutine MPI_Status_set_cancelled_f08(status, flag, ierror)
      import
      type(MPI_Status) :: status
      logical, intent(in) :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Status_set_cancelled
    subroutine PMPIR_Status_set_cancelled_f08(status, flag, ierror)
      import
      type(MPI_Status) :: status
      logical, intent(in) :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Status_set_elements
    subroutine MPI_Status_set_elements_f08(status, datatype, count, ierror)
      import
      type(MPI_Status) :: status
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: count
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Status_set_elements_f08_large(status, datatype, count, ierror)
      import
      type(MPI_Status) :: status
      type(MPI_Datatype), intent(in) :: datatype
      integer(MPI_COUNT_KIND), intent(in) :: count
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Status_set_elements
    subroutine PMPIR_Status_set_elements_f08(status, datatype, count, ierror)
      import
      type(MPI_Status) :: status
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: count
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Status_set_elements_f08_large(status, datatype, count, ierror)
      import
      type(MPI_Status) :: status
      type(MPI_Datatype), intent(in) :: datatype
      integer(MPI_COUNT_KIND), intent(in) :: count
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Status_set_elements_x
    subroutine MPI_Status_set_elements_x_f08(status, datatype, count, ierror)
      import
      type(MPI_Status) :: status
      type(MPI_Datatype), intent(in) :: datatype
      integer(MPI_COUNT_KIND), intent(in) :: count
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Status_set_elements_x
    subroutine PMPIR_Status_set_elements_x_f08(status, datatype, count, ierror)
      import
      type(MPI_Status) :: status
      type(MPI_Datatype), intent(in) :: datatype
      integer(MPI_COUNT_KIND), intent(in) :: count
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Status_set_error
    subroutine MPI_Status_set_error_f08(status, error, ierror)
      import
      type(MPI_Status) :: status
      integer, intent(in) :: error
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Status_set_error
    subroutine PMPIR_Status_set_error_f08(status, error, ierror)
      import
      type(MPI_Status) :: status
      integer, intent(in) :: error
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Status_set_source
    subroutine MPI_Status_set_source_f08(status, source, ierror)
      import
      type(MPI_Status) :: status
      integer, intent(in) :: source
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Status_set_source
    subroutine PMPIR_Status_set_source_f08(status, source, ierror)
      import
      type(MPI_Status) :: status
      integer, intent(in) :: source
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Status_set_tag
    subroutine MPI_Status_set_tag_f08(status, tag, ierror)
      import
      type(MPI_Status) :: status
      integer, intent(in) :: tag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Status_set_tag
    subroutine PMPIR_Status_set_tag_f08(status, tag, ierror)
      import
      type(MPI_Status) :: status
      integer, intent(in) :: tag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Test
    subroutine MPI_Test_f08(request, flag, status, ierror)
      import
      type(MPI_Request) :: request
      logical :: flag
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Test
    subroutine PMPIR_Test_f08(request, flag, status, ierror)
      import
      type(MPI_Request) :: request
      logical :: flag
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Test_cancelled
    subroutine MPI_Test_cancelled_f08(status, flag, ierror)
      import
      type(MPI_Status) :: status
      logical :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Test_cancelled
    subroutine PMPIR_Test_cancelled_f08(status, flag, ierror)
      import
      type(MPI_Status) :: status
      logical :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Testall
    subroutine MPI_Testall_f08(count, array_of_requests, flag, array_of_statuses, ierror)
      import
      integer, intent(in) :: count
      type(MPI_Request) :: array_of_requests(*)
      logical :: flag
      type(MPI_Status) :: array_of_statuses(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Testall
    subroutine PMPIR_Testall_f08(count, array_of_requests, flag, array_of_statuses, ierror)
      import
      integer, intent(in) :: count
      type(MPI_Request) :: array_of_requests(*)
      logical :: flag
      type(MPI_Status) :: array_of_statuses(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Testany
    subroutine MPI_Testany_f08(count, array_of_requests, indx, flag, status, ierror)
      import
      integer, intent(in) :: count
      type(MPI_Request) :: array_of_requests(*)
      integer :: indx
      logical :: flag
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Testany
    subroutine PMPIR_Testany_f08(count, array_of_requests, indx, flag, status, ierror)
      import
      integer, intent(in) :: count
      type(MPI_Request) :: array_of_requests(*)
      integer :: indx
      logical :: flag
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Testsome
    subroutine MPI_Testsome_f08(incount, array_of_requests, outcount, array_of_indices, &
        array_of_statuses, ierror)
      import
      integer, intent(in) :: incount
      type(MPI_Request) :: array_of_requests(*)
      integer :: outcount
      integer :: array_of_indices(*)
      type(MPI_Status) :: array_of_statuses(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Testsome
    subroutine PMPIR_Testsome_f08(incount, array_of_requests, outcount, array_of_indices, &
        array_of_statuses, ierror)
      import
      integer, intent(in) :: incount
      type(MPI_Request) :: array_of_requests(*)
      integer :: outcount
      integer :: array_of_indices(*)
      type(MPI_Status) :: array_of_statuses(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Topo_test
    subroutine MPI_Topo_test_f08(comm, status, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Topo_test
    subroutine PMPIR_Topo_test_f08(comm, status, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_commit
    subroutine MPI_Type_commit_f08(datatype, ierror)
      import
      type(MPI_Datatype) :: datatype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_commit
    subroutine PMPIR_Type_commit_f08(datatype, ierror)
      import
      type(MPI_Datatype) :: datatype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_contiguous
    subroutine MPI_Type_contiguous_f08(count, oldtype, newtype, ierror)
      import
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Type_contiguous_f08_large(count, oldtype, newtype, ierror)
      import
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_contiguous
    subroutine PMPIR_Type_contiguous_f08(count, oldtype, newtype, ierror)
      import
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Type_contiguous_f08_large(count, oldtype, newtype, ierror)
      import
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_create_darray
    subroutine MPI_Type_create_darray_f08(size, rank, ndims, array_of_gsizes, array_of_distribs, &
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
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Type_create_darray_f08_large(size, rank, ndims, array_of_gsizes, &
        array_of_distribs, array_of_dargs, array_of_psizes, order, oldtype, newtype, ierror)
      import
      integer, intent(in) :: size
      integer, intent(in) :: rank
      integer, intent(in) :: ndims
      integer(MPI_COUNT_KIND) :: array_of_gsizes(*)
      integer :: array_of_distribs(*)
      integer :: array_of_dargs(*)
      integer :: array_of_psizes(*)
      integer, intent(in) :: order
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_create_darray
    subroutine PMPIR_Type_create_darray_f08(size, rank, ndims, array_of_gsizes, array_of_distribs, &
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
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Type_create_darray_f08_large(size, rank, ndims, array_of_gsizes, &
        array_of_distribs, array_of_dargs, array_of_psizes, order, oldtype, newtype, ierror)
      import
      integer, intent(in) :: size
      integer, intent(in) :: rank
      integer, intent(in) :: ndims
      integer(MPI_COUNT_KIND) :: array_of_gsizes(*)
      integer :: array_of_distribs(*)
      integer :: array_of_dargs(*)
      integer :: array_of_psizes(*)
      integer, intent(in) :: order
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_create_f90_complex
    subroutine MPI_Type_create_f90_complex_f08(p, r, newtype, ierror)
      import
      integer, intent(in) :: p
      integer, intent(in) :: r
      type(MPI_Datatype) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_create_f90_complex
    subroutine PMPIR_Type_create_f90_complex_f08(p, r, newtype, ierror)
      import
      integer, intent(in) :: p
      integer, intent(in) :: r
      type(MPI_Datatype) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_create_f90_integer
    subroutine MPI_Type_create_f90_integer_f08(r, newtype, ierror)
      import
      integer, intent(in) :: r
      type(MPI_Datatype) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_create_f90_integer
    subroutine PMPIR_Type_create_f90_integer_f08(r, newtype, ierror)
      import
      integer, intent(in) :: r
      type(MPI_Datatype) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_create_f90_real
    subroutine MPI_Type_create_f90_real_f08(p, r, newtype, ierror)
      import
      integer, intent(in) :: p
      integer, intent(in) :: r
      type(MPI_Datatype) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_create_f90_real
    subroutine PMPIR_Type_create_f90_real_f08(p, r, newtype, ierror)
      import
      integer, intent(in) :: p
      integer, intent(in) :: r
      type(MPI_Datatype) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_create_hindexed
    subroutine MPI_Type_create_hindexed_f08(count, array_of_blocklengths, array_of_displacements, &
        oldtype, newtype, ierror)
      import
      integer, intent(in) :: count
      integer :: array_of_blocklengths(*)
      integer(MPI_ADDRESS_KIND) :: array_of_displacements(*)
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Type_create_hindexed_f08_large(count, array_of_blocklengths, &
        array_of_displacements, oldtype, newtype, ierror)
      import
      integer(MPI_COUNT_KIND), intent(in) :: count
      integer(MPI_COUNT_KIND) :: array_of_blocklengths(*)
      integer(MPI_COUNT_KIND) :: array_of_displacements(*)
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_create_hindexed
    subroutine PMPIR_Type_create_hindexed_f08(count, array_of_blocklengths, array_of_displacements, &
        oldtype, newtype, ierror)
      import
      integer, intent(in) :: count
      integer :: array_of_blocklengths(*)
      integer(MPI_ADDRESS_KIND) :: array_of_displacements(*)
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Type_create_hindexed_f08_large(count, array_of_blocklengths, &
        array_of_displacements, oldtype, newtype, ierror)
      import
      integer(MPI_COUNT_KIND), intent(in) :: count
      integer(MPI_COUNT_KIND) :: array_of_blocklengths(*)
      integer(MPI_COUNT_KIND) :: array_of_displacements(*)
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_create_hindexed_block
    subroutine MPI_Type_create_hindexed_block_f08(count, blocklength, array_of_displacements, &
        oldtype, newtype, ierror)
      import
      integer, intent(in) :: count
      integer, intent(in) :: blocklength
      integer(MPI_ADDRESS_KIND) :: array_of_displacements(*)
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Type_create_hindexed_block_f08_large(count, blocklength, array_of_displacements, &
        oldtype, newtype, ierror)
      import
      integer(MPI_COUNT_KIND), intent(in) :: count
      integer(MPI_COUNT_KIND), intent(in) :: blocklength
      integer(MPI_COUNT_KIND) :: array_of_displacements(*)
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_create_hindexed_block
    subroutine PMPIR_Type_create_hindexed_block_f08(count, blocklength, array_of_displacements, &
        oldtype, newtype, ierror)
      import
      integer, intent(in) :: count
      integer, intent(in) :: blocklength
      integer(MPI_ADDRESS_KIND) :: array_of_displacements(*)
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Type_create_hindexed_block_f08_large(count, blocklength, &
        array_of_displacements, oldtype, newtype, ierror)
      import
      integer(MPI_COUNT_KIND), intent(in) :: count
      integer(MPI_COUNT_KIND), intent(in) :: blocklength
      integer(MPI_COUNT_KIND) :: array_of_displacements(*)
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_create_hvector
    subroutine MPI_Type_create_hvector_f08(count, blocklength, stride, oldtype, newtype, ierror)
      import
      integer, intent(in) :: count
      integer, intent(in) :: blocklength
      integer(MPI_ADDRESS_KIND), intent(in) :: stride
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Type_create_hvector_f08_large(count, blocklength, stride, oldtype, newtype, &
        ierror)
      import
      integer(MPI_COUNT_KIND), intent(in) :: count
      integer(MPI_COUNT_KIND), intent(in) :: blocklength
      integer(MPI_COUNT_KIND), intent(in) :: stride
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_create_hvector
    subroutine PMPIR_Type_create_hvector_f08(count, blocklength, stride, oldtype, newtype, ierror)
      import
      integer, intent(in) :: count
      integer, intent(in) :: blocklength
      integer(MPI_ADDRESS_KIND), intent(in) :: stride
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Type_create_hvector_f08_large(count, blocklength, stride, oldtype, newtype, &
        ierror)
      import
      integer(MPI_COUNT_KIND), intent(in) :: count
      integer(MPI_COUNT_KIND), intent(in) :: blocklength
      integer(MPI_COUNT_KIND), intent(in) :: stride
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_create_indexed_block
    subroutine MPI_Type_create_indexed_block_f08(count, blocklength, array_of_displacements, &
        oldtype, newtype, ierror)
      import
      integer, intent(in) :: count
      integer, intent(in) :: blocklength
      integer :: array_of_displacements(*)
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Type_create_indexed_block_f08_large(count, blocklength, array_of_displacements, &
        oldtype, newtype, ierror)
      import
      integer(MPI_COUNT_KIND), intent(in) :: count
      integer(MPI_COUNT_KIND), intent(in) :: blocklength
      integer(MPI_COUNT_KIND) :: array_of_displacements(*)
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_create_indexed_block
    subroutine PMPIR_Type_create_indexed_block_f08(count, blocklength, array_of_displacements, &
        oldtype, newtype, ierror)
      import
      integer, intent(in) :: count
      integer, intent(in) :: blocklength
      integer :: array_of_displacements(*)
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Type_create_indexed_block_f08_large(count, blocklength, &
        array_of_displacements, oldtype, newtype, ierror)
      import
      integer(MPI_COUNT_KIND), intent(in) :: count
      integer(MPI_COUNT_KIND), intent(in) :: blocklength
      integer(MPI_COUNT_KIND) :: array_of_displacements(*)
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_create_keyval
    subroutine MPI_Type_create_keyval_f08(type_copy_attr_fn, type_delete_attr_fn, type_keyval, &
        extra_state, ierror)
      import
      external :: type_copy_attr_fn
      external :: type_delete_attr_fn
      integer :: type_keyval
      integer(MPI_ADDRESS_KIND), intent(in) :: extra_state
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_create_keyval
    subroutine PMPIR_Type_create_keyval_f08(type_copy_attr_fn, type_delete_attr_fn, type_keyval, &
        extra_state, ierror)
      import
      external :: type_copy_attr_fn
      external :: type_delete_attr_fn
      integer :: type_keyval
      integer(MPI_ADDRESS_KIND), intent(in) :: extra_state
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_create_resized
    subroutine MPI_Type_create_resized_f08(oldtype, lb, extent, newtype, ierror)
      import
      type(MPI_Datatype), intent(in) :: oldtype
      integer(MPI_ADDRESS_KIND), intent(in) :: lb
      integer(MPI_ADDRESS_KIND), intent(in) :: extent
      type(MPI_Datatype) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_create_resized
    subroutine PMPIR_Type_create_resized_f08(oldtype, lb, extent, newtype, ierror)
      import
      type(MPI_Datatype), intent(in) :: oldtype
      integer(MPI_ADDRESS_KIND), intent(in) :: lb
      integer(MPI_ADDRESS_KIND), intent(in) :: extent
      type(MPI_Datatype) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_create_struct
    subroutine MPI_Type_create_struct_f08(count, array_of_blocklengths, array_of_displacements, &
        array_of_types, newtype, ierror)
      import
      integer, intent(in) :: count
      integer :: array_of_blocklengths(*)
      integer(MPI_ADDRESS_KIND) :: array_of_displacements(*)
      type(MPI_Datatype) :: array_of_types(*)
      type(MPI_Datatype) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Type_create_struct_f08_large(count, array_of_blocklengths, &
        array_of_displacements, array_of_types, newtype, ierror)
      import
      integer(MPI_COUNT_KIND), intent(in) :: count
      integer(MPI_COUNT_KIND) :: array_of_blocklengths(*)
      integer(MPI_COUNT_KIND) :: array_of_displacements(*)
      type(MPI_Datatype) :: array_of_types(*)
      type(MPI_Datatype) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_create_struct
    subroutine PMPIR_Type_create_struct_f08(count, array_of_blocklengths, array_of_displacements, &
        array_of_types, newtype, ierror)
      import
      integer, intent(in) :: count
      integer :: array_of_blocklengths(*)
      integer(MPI_ADDRESS_KIND) :: array_of_displacements(*)
      type(MPI_Datatype) :: array_of_types(*)
      type(MPI_Datatype) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Type_create_struct_f08_large(count, array_of_blocklengths, &
        array_of_displacements, array_of_types, newtype, ierror)
      import
      integer(MPI_COUNT_KIND), intent(in) :: count
      integer(MPI_COUNT_KIND) :: array_of_blocklengths(*)
      integer(MPI_COUNT_KIND) :: array_of_displacements(*)
      type(MPI_Datatype) :: array_of_types(*)
      type(MPI_Datatype) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_create_subarray
    subroutine MPI_Type_create_subarray_f08(ndims, array_of_sizes, array_of_subsizes, &
        array_of_starts, order, oldtype, newtype, ierror)
      import
      integer, intent(in) :: ndims
      integer :: array_of_sizes(*)
      integer :: array_of_subsizes(*)
      integer :: array_of_starts(*)
      integer, intent(in) :: order
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Type_create_subarray_f08_large(ndims, array_of_sizes, array_of_subsizes, &
        array_of_starts, order, oldtype, newtype, ierror)
      import
      integer, intent(in) :: ndims
      integer(MPI_COUNT_KIND) :: array_of_sizes(*)
      integer(MPI_COUNT_KIND) :: array_of_subsizes(*)
      integer(MPI_COUNT_KIND) :: array_of_starts(*)
      integer, intent(in) :: order
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_create_subarray
    subroutine PMPIR_Type_create_subarray_f08(ndims, array_of_sizes, array_of_subsizes, &
        array_of_starts, order, oldtype, newtype, ierror)
      import
      integer, intent(in) :: ndims
      integer :: array_of_sizes(*)
      integer :: array_of_subsizes(*)
      integer :: array_of_starts(*)
      integer, intent(in) :: order
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Type_create_subarray_f08_large(ndims, array_of_sizes, array_of_subsizes, &
        array_of_starts, order, oldtype, newtype, ierror)
      import
      integer, intent(in) :: ndims
      integer(MPI_COUNT_KIND) :: array_of_sizes(*)
      integer(MPI_COUNT_KIND) :: array_of_subsizes(*)
      integer(MPI_COUNT_KIND) :: array_of_starts(*)
      integer, intent(in) :: order
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_delete_attr
    subroutine MPI_Type_delete_attr_f08(datatype, type_keyval, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: type_keyval
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_delete_attr
    subroutine PMPIR_Type_delete_attr_f08(datatype, type_keyval, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: type_keyval
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_dup
    subroutine MPI_Type_dup_f08(oldtype, newtype, ierror)
      import
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_dup
    subroutine PMPIR_Type_dup_f08(oldtype, newtype, ierror)
      import
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_free
    subroutine MPI_Type_free_f08(datatype, ierror)
      import
      type(MPI_Datatype) :: datatype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_free
    subroutine PMPIR_Type_free_f08(datatype, ierror)
      import
      type(MPI_Datatype) :: datatype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_free_keyval
    subroutine MPI_Type_free_keyval_f08(type_keyval, ierror)
      import
      integer :: type_keyval
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_free_keyval
    subroutine PMPIR_Type_free_keyval_f08(type_keyval, ierror)
      import
      integer :: type_keyval
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_get_attr
    subroutine MPI_Type_get_attr_f08(datatype, type_keyval, attribute_val, flag, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: type_keyval
      integer(MPI_ADDRESS_KIND) :: attribute_val
      logical :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_get_attr
    subroutine PMPIR_Type_get_attr_f08(datatype, type_keyval, attribute_val, flag, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: type_keyval
      integer(MPI_ADDRESS_KIND) :: attribute_val
      logical :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_get_contents
    subroutine MPI_Type_get_contents_f08(datatype, max_integers, max_addresses, max_datatypes, &
        array_of_integers, array_of_addresses, array_of_datatypes, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: max_integers
      integer, intent(in) :: max_addresses
      integer, intent(in) :: max_datatypes
      integer :: array_of_integers(*)
      integer(MPI_ADDRESS_KIND) :: array_of_addresses(*)
      type(MPI_Datatype) :: array_of_datatypes(*)
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Type_get_contents_f08_large(datatype, max_integers, max_addresses, &
        max_large_counts, max_datatypes, array_of_integers, array_of_addresses, &
        array_of_large_counts, array_of_datatypes, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer(MPI_COUNT_KIND), intent(in) :: max_integers
      integer(MPI_COUNT_KIND), intent(in) :: max_addresses
      integer(MPI_COUNT_KIND), intent(in) :: max_large_counts
      integer(MPI_COUNT_KIND), intent(in) :: max_datatypes
      integer :: array_of_integers(*)
      integer(MPI_ADDRESS_KIND) :: array_of_addresses(*)
      integer(MPI_COUNT_KIND) :: array_of_large_counts(*)
      type(MPI_Datatype) :: array_of_datatypes(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_get_contents
    subroutine PMPIR_Type_get_contents_f08(datatype, max_integers, max_addresses, max_datatypes, &
        array_of_integers, array_of_addresses, array_of_datatypes, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: max_integers
      integer, intent(in) :: max_addresses
      integer, intent(in) :: max_datatypes
      integer :: array_of_integers(*)
      integer(MPI_ADDRESS_KIND) :: array_of_addresses(*)
      type(MPI_Datatype) :: array_of_datatypes(*)
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Type_get_contents_f08_large(datatype, max_integers, max_addresses, &
        max_large_counts, max_datatypes, array_of_integers, array_of_addresses, &
        array_of_large_counts, array_of_datatypes, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer(MPI_COUNT_KIND), intent(in) :: max_integers
      integer(MPI_COUNT_KIND), intent(in) :: max_addresses
      integer(MPI_COUNT_KIND), intent(in) :: max_large_counts
      integer(MPI_COUNT_KIND), intent(in) :: max_datatypes
      integer :: array_of_integers(*)
      integer(MPI_ADDRESS_KIND) :: array_of_addresses(*)
      integer(MPI_COUNT_KIND) :: array_of_large_counts(*)
      type(MPI_Datatype) :: array_of_datatypes(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_get_envelope
    subroutine MPI_Type_get_envelope_f08(datatype, num_integers, num_addresses, num_datatypes, &
        combiner, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer :: num_integers
      integer :: num_addresses
      integer :: num_datatypes
      integer :: combiner
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Type_get_envelope_f08_large(datatype, num_integers, num_addresses, &
        num_large_counts, num_datatypes, combiner, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer(MPI_COUNT_KIND) :: num_integers
      integer(MPI_COUNT_KIND) :: num_addresses
      integer(MPI_COUNT_KIND) :: num_large_counts
      integer(MPI_COUNT_KIND) :: num_datatypes
      integer :: combiner
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_get_envelope
    subroutine PMPIR_Type_get_envelope_f08(datatype, num_integers, num_addresses, num_datatypes, &
        combiner, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer :: num_integers
      integer :: num_addresses
      integer :: num_datatypes
      integer :: combiner
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Type_get_envelope_f08_large(datatype, num_integers, num_addresses, &
        num_large_counts, num_datatypes, combiner, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer(MPI_COUNT_KIND) :: num_integers
      integer(MPI_COUNT_KIND) :: num_addresses
      integer(MPI_COUNT_KIND) :: num_large_counts
      integer(MPI_COUNT_KIND) :: num_datatypes
      integer :: combiner
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_get_extent
    subroutine MPI_Type_get_extent_f08(datatype, lb, extent, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer(MPI_ADDRESS_KIND) :: lb
      integer(MPI_ADDRESS_KIND) :: extent
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_get_extent
    subroutine PMPIR_Type_get_extent_f08(datatype, lb, extent, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer(MPI_ADDRESS_KIND) :: lb
      integer(MPI_ADDRESS_KIND) :: extent
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_get_extent_x
    subroutine MPI_Type_get_extent_x_f08(datatype, lb, extent, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer(MPI_COUNT_KIND) :: lb
      integer(MPI_COUNT_KIND) :: extent
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_get_extent_x
    subroutine PMPIR_Type_get_extent_x_f08(datatype, lb, extent, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer(MPI_COUNT_KIND) :: lb
      integer(MPI_COUNT_KIND) :: extent
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_get_name
    subroutine MPI_Type_get_name_f08(datatype, type_name, resultlen, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      character(*) :: type_name
      integer :: resultlen
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_get_name
    subroutine PMPIR_Type_get_name_f08(datatype, type_name, resultlen, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      character(*) :: type_name
      integer :: resultlen
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_get_true_extent
    subroutine MPI_Type_get_true_extent_f08(datatype, true_lb, true_extent, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer(MPI_ADDRESS_KIND) :: true_lb
      integer(MPI_ADDRESS_KIND) :: true_extent
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_get_true_extent
    subroutine PMPIR_Type_get_true_extent_f08(datatype, true_lb, true_extent, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer(MPI_ADDRESS_KIND) :: true_lb
      integer(MPI_ADDRESS_KIND) :: true_extent
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_get_true_extent_x
    subroutine MPI_Type_get_true_extent_x_f08(datatype, true_lb, true_extent, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer(MPI_COUNT_KIND) :: true_lb
      integer(MPI_COUNT_KIND) :: true_extent
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_get_true_extent_x
    subroutine PMPIR_Type_get_true_extent_x_f08(datatype, true_lb, true_extent, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer(MPI_COUNT_KIND) :: true_lb
      integer(MPI_COUNT_KIND) :: true_extent
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_get_value_index
    subroutine MPI_Type_get_value_index_f08(value_type, index_type, pair_type, ierror)
      import
      type(MPI_Datatype), intent(in) :: value_type
      type(MPI_Datatype), intent(in) :: index_type
      type(MPI_Datatype) :: pair_type
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_get_value_index
    subroutine PMPIR_Type_get_value_index_f08(value_type, index_type, pair_type, ierror)
      import
      type(MPI_Datatype), intent(in) :: value_type
      type(MPI_Datatype), intent(in) :: index_type
      type(MPI_Datatype) :: pair_type
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_indexed
    subroutine MPI_Type_indexed_f08(count, array_of_blocklengths, array_of_displacements, oldtype, &
        newtype, ierror)
      import
      integer, intent(in) :: count
      integer :: array_of_blocklengths(*)
      integer :: array_of_displacements(*)
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Type_indexed_f08_large(count, array_of_blocklengths, array_of_displacements, &
        oldtype, newtype, ierror)
      import
      integer(MPI_COUNT_KIND), intent(in) :: count
      integer(MPI_COUNT_KIND) :: array_of_blocklengths(*)
      integer(MPI_COUNT_KIND) :: array_of_displacements(*)
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_indexed
    subroutine PMPIR_Type_indexed_f08(count, array_of_blocklengths, array_of_displacements, &
        oldtype, newtype, ierror)
      import
      integer, intent(in) :: count
      integer :: array_of_blocklengths(*)
      integer :: array_of_displacements(*)
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Type_indexed_f08_large(count, array_of_blocklengths, array_of_displacements, &
        oldtype, newtype, ierror)
      import
      integer(MPI_COUNT_KIND), intent(in) :: count
      integer(MPI_COUNT_KIND) :: array_of_blocklengths(*)
      integer(MPI_COUNT_KIND) :: array_of_displacements(*)
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_match_size
    subroutine MPI_Type_match_size_f08(typeclass, size, datatype, ierror)
      import
      integer, intent(in) :: typeclass
      integer, intent(in) :: size
      type(MPI_Datatype) :: datatype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_match_size
    subroutine PMPIR_Type_match_size_f08(typeclass, size, datatype, ierror)
      import
      integer, intent(in) :: typeclass
      integer, intent(in) :: size
      type(MPI_Datatype) :: datatype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_set_attr
    subroutine MPI_Type_set_attr_f08(datatype, type_keyval, attribute_val, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: type_keyval
      integer(MPI_ADDRESS_KIND) :: attribute_val
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_set_attr
    subroutine PMPIR_Type_set_attr_f08(datatype, type_keyval, attribute_val, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: type_keyval
      integer(MPI_ADDRESS_KIND) :: attribute_val
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_set_name
    subroutine MPI_Type_set_name_f08(datatype, type_name, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      character(*), intent(in) :: type_name
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_set_name
    subroutine PMPIR_Type_set_name_f08(datatype, type_name, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      character(*), intent(in) :: type_name
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_size
    subroutine MPI_Type_size_f08(datatype, size, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer :: size
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Type_size_f08_large(datatype, size, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer(MPI_COUNT_KIND) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_size
    subroutine PMPIR_Type_size_f08(datatype, size, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer :: size
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Type_size_f08_large(datatype, size, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer(MPI_COUNT_KIND) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_size_x
    subroutine MPI_Type_size_x_f08(datatype, size, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer(MPI_COUNT_KIND) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_size_x
    subroutine PMPIR_Type_size_x_f08(datatype, size, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer(MPI_COUNT_KIND) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_vector
    subroutine MPI_Type_vector_f08(count, blocklength, stride, oldtype, newtype, ierror)
      import
      integer, intent(in) :: count
      integer, intent(in) :: blocklength
      integer, intent(in) :: stride
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Type_vector_f08_large(count, blocklength, stride, oldtype, newtype, ierror)
      import
      integer(MPI_COUNT_KIND), intent(in) :: count
      integer(MPI_COUNT_KIND), intent(in) :: blocklength
      integer(MPI_COUNT_KIND), intent(in) :: stride
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_vector
    subroutine PMPIR_Type_vector_f08(count, blocklength, stride, oldtype, newtype, ierror)
      import
      integer, intent(in) :: count
      integer, intent(in) :: blocklength
      integer, intent(in) :: stride
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Type_vector_f08_large(count, blocklength, stride, oldtype, newtype, ierror)
      import
      integer(MPI_COUNT_KIND), intent(in) :: count
      integer(MPI_COUNT_KIND), intent(in) :: blocklength
      integer(MPI_COUNT_KIND), intent(in) :: stride
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Unpack
    subroutine MPI_Unpack_f08ts(inbuf, insize, position, outbuf, outcount, datatype, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: inbuf
      integer, intent(in) :: insize
      integer :: position
      type(*), dimension(..), asynchronous :: outbuf
      integer, intent(in) :: outcount
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Unpack_f08ts_large(inbuf, insize, position, outbuf, outcount, datatype, comm, &
        ierror)
      import
      type(*), dimension(..), asynchronous :: inbuf
      integer(MPI_COUNT_KIND), intent(in) :: insize
      integer(MPI_COUNT_KIND) :: position
      type(*), dimension(..), asynchronous :: outbuf
      integer(MPI_COUNT_KIND), intent(in) :: outcount
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Unpack
    subroutine PMPIR_Unpack_f08ts(inbuf, insize, position, outbuf, outcount, datatype, comm, ierror)
      import
      type(*), dimension(..), asynchronous :: inbuf
      integer, intent(in) :: insize
      integer :: position
      type(*), dimension(..), asynchronous :: outbuf
      integer, intent(in) :: outcount
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Unpack_f08ts_large(inbuf, insize, position, outbuf, outcount, datatype, comm, &
        ierror)
      import
      type(*), dimension(..), asynchronous :: inbuf
      integer(MPI_COUNT_KIND), intent(in) :: insize
      integer(MPI_COUNT_KIND) :: position
      type(*), dimension(..), asynchronous :: outbuf
      integer(MPI_COUNT_KIND), intent(in) :: outcount
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Unpack_external
    subroutine MPI_Unpack_external_f08ts(datarep, inbuf, insize, position, outbuf, outcount, &
        datatype, ierror)
      import
      character(*), intent(in) :: datarep
      type(*), dimension(..), asynchronous :: inbuf
      integer(MPI_ADDRESS_KIND), intent(in) :: insize
      integer(MPI_ADDRESS_KIND) :: position
      type(*), dimension(..), asynchronous :: outbuf
      integer, intent(in) :: outcount
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Unpack_external_f08ts_large(datarep, inbuf, insize, position, outbuf, outcount, &
        datatype, ierror)
      import
      character(*), intent(in) :: datarep
      type(*), dimension(..), asynchronous :: inbuf
      integer(MPI_COUNT_KIND), intent(in) :: insize
      integer(MPI_COUNT_KIND) :: position
      type(*), dimension(..), asynchronous :: outbuf
      integer(MPI_COUNT_KIND), intent(in) :: outcount
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Unpack_external
    subroutine PMPIR_Unpack_external_f08ts(datarep, inbuf, insize, position, outbuf, outcount, &
        datatype, ierror)
      import
      character(*), intent(in) :: datarep
      type(*), dimension(..), asynchronous :: inbuf
      integer(MPI_ADDRESS_KIND), intent(in) :: insize
      integer(MPI_ADDRESS_KIND) :: position
      type(*), dimension(..), asynchronous :: outbuf
      integer, intent(in) :: outcount
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Unpack_external_f08ts_large(datarep, inbuf, insize, position, outbuf, &
        outcount, datatype, ierror)
      import
      character(*), intent(in) :: datarep
      type(*), dimension(..), asynchronous :: inbuf
      integer(MPI_COUNT_KIND), intent(in) :: insize
      integer(MPI_COUNT_KIND) :: position
      type(*), dimension(..), asynchronous :: outbuf
      integer(MPI_COUNT_KIND), intent(in) :: outcount
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Unpublish_name
    subroutine MPI_Unpublish_name_f08(service_name, info, port_name, ierror)
      import
      character(*), intent(in) :: service_name
      type(MPI_Info), intent(in) :: info
      character(*), intent(in) :: port_name
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Unpublish_name
    subroutine PMPIR_Unpublish_name_f08(service_name, info, port_name, ierror)
      import
      character(*), intent(in) :: service_name
      type(MPI_Info), intent(in) :: info
      character(*), intent(in) :: port_name
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Wait
    subroutine MPI_Wait_f08(request, status, ierror)
      import
      type(MPI_Request) :: request
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Wait
    subroutine PMPIR_Wait_f08(request, status, ierror)
      import
      type(MPI_Request) :: request
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Waitall
    subroutine MPI_Waitall_f08(count, array_of_requests, array_of_statuses, ierror)
      import
      integer, intent(in) :: count
      type(MPI_Request) :: array_of_requests(*)
      type(MPI_Status) :: array_of_statuses(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Waitall
    subroutine PMPIR_Waitall_f08(count, array_of_requests, array_of_statuses, ierror)
      import
      integer, intent(in) :: count
      type(MPI_Request) :: array_of_requests(*)
      type(MPI_Status) :: array_of_statuses(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Waitany
    subroutine MPI_Waitany_f08(count, array_of_requests, indx, status, ierror)
      import
      integer, intent(in) :: count
      type(MPI_Request) :: array_of_requests(*)
      integer :: indx
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Waitany
    subroutine PMPIR_Waitany_f08(count, array_of_requests, indx, status, ierror)
      import
      integer, intent(in) :: count
      type(MPI_Request) :: array_of_requests(*)
      integer :: indx
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Waitsome
    subroutine MPI_Waitsome_f08(incount, array_of_requests, outcount, array_of_indices, &
        array_of_statuses, ierror)
      import
      integer, intent(in) :: incount
      type(MPI_Request) :: array_of_requests(*)
      integer :: outcount
      integer :: array_of_indices(*)
      type(MPI_Status) :: array_of_statuses(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Waitsome
    subroutine PMPIR_Waitsome_f08(incount, array_of_requests, outcount, array_of_indices, &
        array_of_statuses, ierror)
      import
      integer, intent(in) :: incount
      type(MPI_Request) :: array_of_requests(*)
      integer :: outcount
      integer :: array_of_indices(*)
      type(MPI_Status) :: array_of_statuses(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_allocate
    subroutine MPI_Win_allocate_f08(size, disp_unit, info, comm, baseptr, win, ierror)
      import
      integer(MPI_ADDRESS_KIND), intent(in) :: size
      integer, intent(in) :: disp_unit
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm), intent(in) :: comm
      type(c_ptr), intent(out) :: baseptr
      type(MPI_Win) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Win_allocate_f08_large(size, disp_unit, info, comm, baseptr, win, ierror)
      import
      integer(MPI_ADDRESS_KIND), intent(in) :: size
      integer(MPI_ADDRESS_KIND), intent(in) :: disp_unit
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm), intent(in) :: comm
      type(c_ptr), intent(out) :: baseptr
      type(MPI_Win) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_allocate
    subroutine PMPIR_Win_allocate_f08(size, disp_unit, info, comm, baseptr, win, ierror)
      import
      integer(MPI_ADDRESS_KIND), intent(in) :: size
      integer, intent(in) :: disp_unit
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm), intent(in) :: comm
      type(c_ptr), intent(out) :: baseptr
      type(MPI_Win) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Win_allocate_f08_large(size, disp_unit, info, comm, baseptr, win, ierror)
      import
      integer(MPI_ADDRESS_KIND), intent(in) :: size
      integer(MPI_ADDRESS_KIND), intent(in) :: disp_unit
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm), intent(in) :: comm
      type(c_ptr), intent(out) :: baseptr
      type(MPI_Win) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_allocate_shared
    subroutine MPI_Win_allocate_shared_f08(size, disp_unit, info, comm, baseptr, win, ierror)
      import
      integer(MPI_ADDRESS_KIND), intent(in) :: size
      integer, intent(in) :: disp_unit
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm), intent(in) :: comm
      type(c_ptr), intent(out) :: baseptr
      type(MPI_Win) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Win_allocate_shared_f08_large(size, disp_unit, info, comm, baseptr, win, ierror)
      import
      integer(MPI_ADDRESS_KIND), intent(in) :: size
      integer(MPI_ADDRESS_KIND), intent(in) :: disp_unit
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm), intent(in) :: comm
      type(c_ptr), intent(out) :: baseptr
      type(MPI_Win) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_allocate_shared
    subroutine PMPIR_Win_allocate_shared_f08(size, disp_unit, info, comm, baseptr, win, ierror)
      import
      integer(MPI_ADDRESS_KIND), intent(in) :: size
      integer, intent(in) :: disp_unit
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm), intent(in) :: comm
      type(c_ptr), intent(out) :: baseptr
      type(MPI_Win) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Win_allocate_shared_f08_large(size, disp_unit, info, comm, baseptr, win, &
        ierror)
      import
      integer(MPI_ADDRESS_KIND), intent(in) :: size
      integer(MPI_ADDRESS_KIND), intent(in) :: disp_unit
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm), intent(in) :: comm
      type(c_ptr), intent(out) :: baseptr
      type(MPI_Win) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_attach
    subroutine MPI_Win_attach_f08ts(win, base, size, ierror)
      import
      type(MPI_Win), intent(in) :: win
      type(*), dimension(..), asynchronous :: base
      integer(MPI_ADDRESS_KIND), intent(in) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_attach
    subroutine PMPIR_Win_attach_f08ts(win, base, size, ierror)
      import
      type(MPI_Win), intent(in) :: win
      type(*), dimension(..), asynchronous :: base
      integer(MPI_ADDRESS_KIND), intent(in) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_call_errhandler
    subroutine MPI_Win_call_errhandler_f08(win, errorcode, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, intent(in) :: errorcode
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_call_errhandler
    subroutine PMPIR_Win_call_errhandler_f08(win, errorcode, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, intent(in) :: errorcode
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_complete
    subroutine MPI_Win_complete_f08(win, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_complete
    subroutine PMPIR_Win_complete_f08(win, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_create
    subroutine MPI_Win_create_f08ts(base, size, disp_unit, info, comm, win, ierror)
      import
      type(*), dimension(..), asynchronous :: base
      integer(MPI_ADDRESS_KIND), intent(in) :: size
      integer, intent(in) :: disp_unit
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Win) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Win_create_f08ts_large(base, size, disp_unit, info, comm, win, ierror)
      import
      type(*), dimension(..), asynchronous :: base
      integer(MPI_ADDRESS_KIND), intent(in) :: size
      integer(MPI_ADDRESS_KIND), intent(in) :: disp_unit
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Win) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_create
    subroutine PMPIR_Win_create_f08ts(base, size, disp_unit, info, comm, win, ierror)
      import
      type(*), dimension(..), asynchronous :: base
      integer(MPI_ADDRESS_KIND), intent(in) :: size
      integer, intent(in) :: disp_unit
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Win) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Win_create_f08ts_large(base, size, disp_unit, info, comm, win, ierror)
      import
      type(*), dimension(..), asynchronous :: base
      integer(MPI_ADDRESS_KIND), intent(in) :: size
      integer(MPI_ADDRESS_KIND), intent(in) :: disp_unit
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Win) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_create_dynamic
    subroutine MPI_Win_create_dynamic_f08(info, comm, win, ierror)
      import
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Win) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_create_dynamic
    subroutine PMPIR_Win_create_dynamic_f08(info, comm, win, ierror)
      import
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Win) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_create_errhandler
    subroutine MPI_Win_create_errhandler_f08(win_errhandler_fn, errhandler, ierror)
      import
      external :: win_errhandler_fn
      type(MPI_Errhandler) :: errhandler
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_create_errhandler
    subroutine PMPIR_Win_create_errhandler_f08(win_errhandler_fn, errhandler, ierror)
      import
      external :: win_errhandler_fn
      type(MPI_Errhandler) :: errhandler
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_create_keyval
    subroutine MPI_Win_create_keyval_f08(win_copy_attr_fn, win_delete_attr_fn, win_keyval, &
        extra_state, ierror)
      import
      external :: win_copy_attr_fn
      external :: win_delete_attr_fn
      integer :: win_keyval
      integer(MPI_ADDRESS_KIND), intent(in) :: extra_state
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_create_keyval
    subroutine PMPIR_Win_create_keyval_f08(win_copy_attr_fn, win_delete_attr_fn, win_keyval, &
        extra_state, ierror)
      import
      external :: win_copy_attr_fn
      external :: win_delete_attr_fn
      integer :: win_keyval
      integer(MPI_ADDRESS_KIND), intent(in) :: extra_state
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_delete_attr
    subroutine MPI_Win_delete_attr_f08(win, win_keyval, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, intent(in) :: win_keyval
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_delete_attr
    subroutine PMPIR_Win_delete_attr_f08(win, win_keyval, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, intent(in) :: win_keyval
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_detach
    subroutine MPI_Win_detach_f08ts(win, base, ierror)
      import
      type(MPI_Win), intent(in) :: win
      type(*), dimension(..), asynchronous :: base
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_detach
    subroutine PMPIR_Win_detach_f08ts(win, base, ierror)
      import
      type(MPI_Win), intent(in) :: win
      type(*), dimension(..), asynchronous :: base
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_fence
    subroutine MPI_Win_fence_f08(assert, win, ierror)
      import
      integer, intent(in) :: assert
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_fence
    subroutine PMPIR_Win_fence_f08(assert, win, ierror)
      import
      integer, intent(in) :: assert
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_flush
    subroutine MPI_Win_flush_f08(rank, win, ierror)
      import
      integer, intent(in) :: rank
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_flush
    subroutine PMPIR_Win_flush_f08(rank, win, ierror)
      import
      integer, intent(in) :: rank
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_flush_all
    subroutine MPI_Win_flush_all_f08(win, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_flush_all
    subroutine PMPIR_Win_flush_all_f08(win, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_flush_local
    subroutine MPI_Win_flush_local_f08(rank, win, ierror)
      import
      integer, intent(in) :: rank
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_flush_local
    subroutine PMPIR_Win_flush_local_f08(rank, win, ierror)
      import
      integer, intent(in) :: rank
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_flush_local_all
    subroutine MPI_Win_flush_local_all_f08(win, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_flush_local_all
    subroutine PMPIR_Win_flush_local_all_f08(win, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_free
    subroutine MPI_Win_free_f08(win, ierror)
      import
      type(MPI_Win) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_free
    subroutine PMPIR_Win_free_f08(win, ierror)
      import
      type(MPI_Win) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_free_keyval
    subroutine MPI_Win_free_keyval_f08(win_keyval, ierror)
      import
      integer :: win_keyval
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_free_keyval
    subroutine PMPIR_Win_free_keyval_f08(win_keyval, ierror)
      import
      integer :: win_keyval
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_get_attr
    subroutine MPI_Win_get_attr_f08(win, win_keyval, attribute_val, flag, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, intent(in) :: win_keyval
      integer(MPI_ADDRESS_KIND) :: attribute_val
      logical :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_get_attr
    subroutine PMPIR_Win_get_attr_f08(win, win_keyval, attribute_val, flag, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, intent(in) :: win_keyval
      integer(MPI_ADDRESS_KIND) :: attribute_val
      logical :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_get_errhandler
    subroutine MPI_Win_get_errhandler_f08(win, errhandler, ierror)
      import
      type(MPI_Win), intent(in) :: win
      type(MPI_Errhandler) :: errhandler
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_get_errhandler
    subroutine PMPIR_Win_get_errhandler_f08(win, errhandler, ierror)
      import
      type(MPI_Win), intent(in) :: win
      type(MPI_Errhandler) :: errhandler
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_get_group
    subroutine MPI_Win_get_group_f08(win, group, ierror)
      import
      type(MPI_Win), intent(in) :: win
      type(MPI_Group) :: group
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_get_group
    subroutine PMPIR_Win_get_group_f08(win, group, ierror)
      import
      type(MPI_Win), intent(in) :: win
      type(MPI_Group) :: group
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_get_info
    subroutine MPI_Win_get_info_f08(win, info_used, ierror)
      import
      type(MPI_Win), intent(in) :: win
      type(MPI_Info) :: info_used
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_get_info
    subroutine PMPIR_Win_get_info_f08(win, info_used, ierror)
      import
      type(MPI_Win), intent(in) :: win
      type(MPI_Info) :: info_used
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_get_name
    subroutine MPI_Win_get_name_f08(win, win_name, resultlen, ierror)
      import
      type(MPI_Win), intent(in) :: win
      character(*) :: win_name
      integer :: resultlen
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_get_name
    subroutine PMPIR_Win_get_name_f08(win, win_name, resultlen, ierror)
      import
      type(MPI_Win), intent(in) :: win
      character(*) :: win_name
      integer :: resultlen
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_lock
    subroutine MPI_Win_lock_f08(lock_type, rank, assert, win, ierror)
      import
      integer, intent(in) :: lock_type
      integer, intent(in) :: rank
      integer, intent(in) :: assert
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_lock
    subroutine PMPIR_Win_lock_f08(lock_type, rank, assert, win, ierror)
      import
      integer, intent(in) :: lock_type
      integer, intent(in) :: rank
      integer, intent(in) :: assert
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_lock_all
    subroutine MPI_Win_lock_all_f08(assert, win, ierror)
      import
      integer, intent(in) :: assert
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_lock_all
    subroutine PMPIR_Win_lock_all_f08(assert, win, ierror)
      import
      integer, intent(in) :: assert
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_post
    subroutine MPI_Win_post_f08(group, assert, win, ierror)
      import
      type(MPI_Group), intent(in) :: group
      integer, intent(in) :: assert
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_post
    subroutine PMPIR_Win_post_f08(group, assert, win, ierror)
      import
      type(MPI_Group), intent(in) :: group
      integer, intent(in) :: assert
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_set_attr
    subroutine MPI_Win_set_attr_f08(win, win_keyval, attribute_val, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, intent(in) :: win_keyval
      integer(MPI_ADDRESS_KIND) :: attribute_val
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_set_attr
    subroutine PMPIR_Win_set_attr_f08(win, win_keyval, attribute_val, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, intent(in) :: win_keyval
      integer(MPI_ADDRESS_KIND) :: attribute_val
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_set_errhandler
    subroutine MPI_Win_set_errhandler_f08(win, errhandler, ierror)
      import
      type(MPI_Win), intent(in) :: win
      type(MPI_Errhandler), intent(in) :: errhandler
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_set_errhandler
    subroutine PMPIR_Win_set_errhandler_f08(win, errhandler, ierror)
      import
      type(MPI_Win), intent(in) :: win
      type(MPI_Errhandler), intent(in) :: errhandler
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_set_info
    subroutine MPI_Win_set_info_f08(win, info, ierror)
      import
      type(MPI_Win), intent(in) :: win
      type(MPI_Info), intent(in) :: info
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_set_info
    subroutine PMPIR_Win_set_info_f08(win, info, ierror)
      import
      type(MPI_Win), intent(in) :: win
      type(MPI_Info), intent(in) :: info
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_set_name
    subroutine MPI_Win_set_name_f08(win, win_name, ierror)
      import
      type(MPI_Win), intent(in) :: win
      character(*), intent(in) :: win_name
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_set_name
    subroutine PMPIR_Win_set_name_f08(win, win_name, ierror)
      import
      type(MPI_Win), intent(in) :: win
      character(*), intent(in) :: win_name
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_shared_query
    subroutine MPI_Win_shared_query_f08(win, rank, size, disp_unit, baseptr, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, intent(in) :: rank
      integer(MPI_ADDRESS_KIND) :: size
      integer :: disp_unit
      type(c_ptr), intent(out) :: baseptr
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Win_shared_query_f08_large(win, rank, size, disp_unit, baseptr, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, intent(in) :: rank
      integer(MPI_ADDRESS_KIND) :: size
      integer(MPI_ADDRESS_KIND) :: disp_unit
      type(c_ptr), intent(out) :: baseptr
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_shared_query
    subroutine PMPIR_Win_shared_query_f08(win, rank, size, disp_unit, baseptr, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, intent(in) :: rank
      integer(MPI_ADDRESS_KIND) :: size
      integer :: disp_unit
      type(c_ptr), intent(out) :: baseptr
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPIR_Win_shared_query_f08_large(win, rank, size, disp_unit, baseptr, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, intent(in) :: rank
      integer(MPI_ADDRESS_KIND) :: size
      integer(MPI_ADDRESS_KIND) :: disp_unit
      type(c_ptr), intent(out) :: baseptr
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_start
    subroutine MPI_Win_start_f08(group, assert, win, ierror)
      import
      type(MPI_Group), intent(in) :: group
      integer, intent(in) :: assert
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_start
    subroutine PMPIR_Win_start_f08(group, assert, win, ierror)
      import
      type(MPI_Group), intent(in) :: group
      integer, intent(in) :: assert
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_sync
    subroutine MPI_Win_sync_f08(win, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_sync
    subroutine PMPIR_Win_sync_f08(win, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_test
    subroutine MPI_Win_test_f08(win, flag, ierror)
      import
      type(MPI_Win), intent(in) :: win
      logical :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_test
    subroutine PMPIR_Win_test_f08(win, flag, ierror)
      import
      type(MPI_Win), intent(in) :: win
      logical :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_unlock
    subroutine MPI_Win_unlock_f08(rank, win, ierror)
      import
      integer, intent(in) :: rank
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_unlock
    subroutine PMPIR_Win_unlock_f08(rank, win, ierror)
      import
      integer, intent(in) :: rank
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_unlock_all
    subroutine MPI_Win_unlock_all_f08(win, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_unlock_all
    subroutine PMPIR_Win_unlock_all_f08(win, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_wait
    subroutine MPI_Win_wait_f08(win, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_wait
    subroutine PMPIR_Win_wait_f08(win, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Aint_add
    function MPI_Aint_add_f08(base, disp) result(value)
      import
      integer(MPI_ADDRESS_KIND), intent(in) :: base
      integer(MPI_ADDRESS_KIND), intent(in) :: disp
      integer(MPI_ADDRESS_KIND) :: value
    end function
  end interface
  interface PMPI_Aint_add
    function PMPIR_Aint_add_f08(base, disp) result(value)
      import
      integer(MPI_ADDRESS_KIND), intent(in) :: base
      integer(MPI_ADDRESS_KIND), intent(in) :: disp
      integer(MPI_ADDRESS_KIND) :: value
    end function
  end interface
  interface MPI_Aint_diff
    function MPI_Aint_diff_f08(addr1, addr2) result(value)
      import
      integer(MPI_ADDRESS_KIND), intent(in) :: addr1
      integer(MPI_ADDRESS_KIND), intent(in) :: addr2
      integer(MPI_ADDRESS_KIND) :: value
    end function
  end interface
  interface PMPI_Aint_diff
    function PMPIR_Aint_diff_f08(addr1, addr2) result(value)
      import
      integer(MPI_ADDRESS_KIND), intent(in) :: addr1
      integer(MPI_ADDRESS_KIND), intent(in) :: addr2
      integer(MPI_ADDRESS_KIND) :: value
    end function
  end interface
  interface MPI_Wtick
    function MPI_Wtick_f08() result(value)
      import
      double precision :: value
    end function
  end interface
  interface PMPI_Wtick
    function PMPIR_Wtick_f08() result(value)
      import
      double precision :: value
    end function
  end interface
  interface MPI_Wtime
    function MPI_Wtime_f08() result(value)
      import
      double precision :: value
    end function
  end interface
  interface PMPI_Wtime
    function PMPIR_Wtime_f08() result(value)
      import
      double precision :: value
    end function
  end interface
end module
