/* Written by `cargo xtask gen`; do not edit. */
#define CLASSES(X) \
    X(1, 1) \
    X(2, 2) \
    X(3, 3) \
    X(4, 4) \
    X(5, 5) \
    X(6, 6) \
    X(7, 7) \
    X(8, 8) \
    X(9, 9) \
    X(10, 10) \
    X(11, 11) \
    X(12, 12) \
    X(13, 13) \
    X(14, 14) \
    X(15, 15) \
    X(16, 16) \
    X(17, 17) \
    X(18, 19) \
    X(19, 18) \
    X(20, 20) \
    X(21, 21) \
    X(22, 22) \
    X(23, 23) \
    X(24, 24) \
    X(25, 25) \
    X(26, 26) \
    X(27, 27) \
    X(28, 28) \
    X(29, 29) \
    X(30, 30) \
    X(31, 31) \
    X(32, 32) \
    X(33, 33) \
    X(34, 34) \
    X(35, 35) \
    X(36, 36) \
    X(37, 37) \
    X(38, 38) \
    X(39, 39) \
    X(40, 40) \
    X(41, 41) \
    X(42, 42) \
    X(43, 43) \
    X(44, 44) \
    X(45, 45) \
    X(46, 69) \
    X(47, 46) \
    X(48, 68) \
    X(49, 71) \
    X(50, 47) \
    X(51, 48) \
    X(52, 49) \
    X(53, 50) \
    X(54, 51) \
    X(55, 52) \
    X(56, 53) \
    X(57, 70) \
    X(58, 74) \
    X(59, 79) \
    X(60, 78) \
    X(1001, 56) \
    X(1003, 55) \
    X(1005, 54) \
    X(1006, 72) \
    X(1007, 57) \
    X(1008, 58) \
    X(1009, 62) \
    X(1010, 59) \
    X(1011, 73) \
    X(1012, 60) \
    X(1013, 61) \
    X(1014, 63) \
    X(1015, 64) \
    X(1016, 66) \
    X(1017, 65) \
    X(1018, 67)
#define HANDLES_Alias(X) \
    X(0x0, ompi_mpi_lb, 512) \
    X(0x0, ompi_mpi_ub, 512) \
    X(0x212, ompi_mpi_c_complex, 512)
#define HANDLES_Comm(X) \
    X(0x100, ompi_mpi_comm_null, 512) \
    X(0x101, ompi_mpi_comm_world, 512) \
    X(0x102, ompi_mpi_comm_self, 512)
#define HANDLES_Datatype(X) \
    X(0x200, ompi_mpi_datatype_null, 512) \
    X(0x201, ompi_mpi_aint, 512) \
    X(0x202, ompi_mpi_count, 512) \
    X(0x203, ompi_mpi_offset, 512) \
    X(0x207, ompi_mpi_packed, 512) \
    X(0x208, ompi_mpi_short, 512) \
    X(0x209, ompi_mpi_int, 512) \
    X(0x20a, ompi_mpi_long, 512) \
    X(0x20b, ompi_mpi_long_long_int, 512) \
    X(0x20c, ompi_mpi_unsigned_short, 512) \
    X(0x20d, ompi_mpi_unsigned, 512) \
    X(0x20e, ompi_mpi_unsigned_long, 512) \
    X(0x20f, ompi_mpi_unsigned_long_long, 512) \
    X(0x210, ompi_mpi_float, 512) \
    X(0x212, ompi_mpi_c_float_complex, 512) \
    X(0x213, ompi_mpi_cxx_cplex, 512) \
    X(0x214, ompi_mpi_double, 512) \
    X(0x216, ompi_mpi_c_double_complex, 512) \
    X(0x217, ompi_mpi_cxx_dblcplex, 512) \
    X(0x218, ompi_mpi_logical, 512) \
    X(0x219, ompi_mpi_integer, 512) \
    X(0x21a, ompi_mpi_real, 512) \
    X(0x21b, ompi_mpi_cplex, 512) \
    X(0x21c, ompi_mpi_dblprec, 512) \
    X(0x21d, ompi_mpi_dblcplex, 512) \
    X(0x21e, ompi_mpi_character, 512) \
    X(0x220, ompi_mpi_long_double, 512) \
    X(0x224, ompi_mpi_c_long_double_complex, 512) \
    X(0x225, ompi_mpi_cxx_ldblcplex, 512) \
    X(0x228, ompi_mpi_float_int, 512) \
    X(0x229, ompi_mpi_double_int, 512) \
    X(0x22a, ompi_mpi_long_int, 512) \
    X(0x22b, ompi_mpi_2int, 512) \
    X(0x22c, ompi_mpi_short_int, 512) \
    X(0x22d, ompi_mpi_longdbl_int, 512) \
    X(0x230, ompi_mpi_2real, 512) \
    X(0x231, ompi_mpi_2dblprec, 512) \
    X(0x232, ompi_mpi_2integer, 512) \
    X(0x238, ompi_mpi_c_bool, 512) \
    X(0x239, ompi_mpi_cxx_bool, 512) \
    X(0x23c, ompi_mpi_wchar, 512) \
    X(0x240, ompi_mpi_int8_t, 512) \
    X(0x241, ompi_mpi_uint8_t, 512) \
    X(0x243, ompi_mpi_char, 512) \
    X(0x244, ompi_mpi_signed_char, 512) \
    X(0x245, ompi_mpi_unsigned_char, 512) \
    X(0x247, ompi_mpi_byte, 512) \
    X(0x248, ompi_mpi_int16_t, 512) \
    X(0x249, ompi_mpi_uint16_t, 512) \
    X(0x250, ompi_mpi_int32_t, 512) \
    X(0x251, ompi_mpi_uint32_t, 512) \
    X(0x258, ompi_mpi_int64_t, 512) \
    X(0x259, ompi_mpi_uint64_t, 512) \
    X(0x2c0, ompi_mpi_logical1, 512) \
    X(0x2c1, ompi_mpi_integer1, 512) \
    X(0x2c8, ompi_mpi_logical2, 512) \
    X(0x2c9, ompi_mpi_integer2, 512) \
    X(0x2d0, ompi_mpi_logical4, 512) \
    X(0x2d1, ompi_mpi_integer4, 512) \
    X(0x2d2, ompi_mpi_real4, 512) \
    X(0x2d8, ompi_mpi_logical8, 512) \
    X(0x2d9, ompi_mpi_integer8, 512) \
    X(0x2da, ompi_mpi_real8, 512) \
    X(0x2db, ompi_mpi_complex8, 512) \
    X(0x2e2, ompi_mpi_real16, 512) \
    X(0x2e3, ompi_mpi_complex16, 512) \
    X(0x2eb, ompi_mpi_complex32, 512)
#define HANDLES_Errhandler(X) \
    X(0x140, ompi_mpi_errhandler_null, 1024) \
    X(0x141, ompi_mpi_errors_are_fatal, 1024) \
    X(0x142, ompi_mpi_errors_abort, 1024) \
    X(0x143, ompi_mpi_errors_return, 1024)
#define HANDLES_File(X) \
    X(0x118, ompi_mpi_file_null, 1536)
#define HANDLES_Group(X) \
    X(0x108, ompi_mpi_group_null, 256) \
    X(0x109, ompi_mpi_group_empty, 256)
#define HANDLES_Info(X) \
    X(0x130, ompi_mpi_info_null, 256) \
    X(0x131, ompi_mpi_info_env, 256)
#define HANDLES_Message(X) \
    X(0x128, ompi_message_null, 256) \
    X(0x129, ompi_message_no_proc, 256)
#define HANDLES_Op(X) \
    X(0x20, ompi_mpi_op_null, 2048) \
    X(0x21, ompi_mpi_op_sum, 2048) \
    X(0x22, ompi_mpi_op_min, 2048) \
    X(0x23, ompi_mpi_op_max, 2048) \
    X(0x24, ompi_mpi_op_prod, 2048) \
    X(0x28, ompi_mpi_op_band, 2048) \
    X(0x29, ompi_mpi_op_bor, 2048) \
    X(0x2a, ompi_mpi_op_bxor, 2048) \
    X(0x30, ompi_mpi_op_land, 2048) \
    X(0x31, ompi_mpi_op_lor, 2048) \
    X(0x32, ompi_mpi_op_lxor, 2048) \
    X(0x38, ompi_mpi_op_minloc, 2048) \
    X(0x39, ompi_mpi_op_maxloc, 2048) \
    X(0x3c, ompi_mpi_op_replace, 2048) \
    X(0x3d, ompi_mpi_op_no_op, 2048)
#define HANDLES_Request(X) \
    X(0x180, ompi_request_null, 256)
#define HANDLES_Session(X) \
    X(0x120, ompi_mpi_instance_null, 512)
#define HANDLES_Win(X) \
    X(0x110, ompi_mpi_win_null, 512)
#define LIST_attr_comm_keyval(X) \
    X(TAG_UB) \
    X(IO) \
    X(HOST) \
    X(WTIME_IS_GLOBAL) \
    X(APPNUM) \
    X(LASTUSEDCODE) \
    X(UNIVERSE_SIZE)
#define LIST_attr_invalid(X) \
    X(KEYVAL_INVALID)
#define LIST_attr_win_keyval(X) \
    X(WIN_BASE) \
    X(WIN_DISP_UNIT) \
    X(WIN_SIZE) \
    X(WIN_CREATE_FLAVOR) \
    X(WIN_MODEL)
#define LIST_buffer_address_void_(X) \
    X(BOTTOM) \
    X(IN_PLACE)
#define LIST_callback_sentinel_MPI_Comm_copy_attr_function(X)
#define LIST_callback_sentinel_MPI_Comm_delete_attr_function(X)
#define LIST_callback_sentinel_MPI_Copy_function(X)
#define LIST_callback_sentinel_MPI_Datarep_conversion_function(X)
#define LIST_callback_sentinel_MPI_Datarep_conversion_function_c(X)
#define LIST_callback_sentinel_MPI_Delete_function(X)
#define LIST_callback_sentinel_MPI_Type_copy_attr_function(X)
#define LIST_callback_sentinel_MPI_Type_delete_attr_function(X)
#define LIST_callback_sentinel_MPI_Win_copy_attr_function(X)
#define LIST_callback_sentinel_MPI_Win_delete_attr_function(X)
#define LIST_comm_group_compare(X) \
    X(IDENT) \
    X(CONGRUENT) \
    X(SIMILAR) \
    X(UNEQUAL)
#define LIST_comm_split_type(X) \
    X(COMM_TYPE_SHARED) \
    X(COMM_TYPE_HW_UNGUIDED) \
    X(COMM_TYPE_HW_GUIDED)
#define LIST_datatype_combiner(X) \
    X(COMBINER_NAMED) \
    X(COMBINER_DUP) \
    X(COMBINER_CONTIGUOUS) \
    X(COMBINER_VECTOR) \
    X(COMBINER_HVECTOR) \
    X(COMBINER_INDEXED) \
    X(COMBINER_HINDEXED) \
    X(COMBINER_INDEXED_BLOCK) \
    X(COMBINER_HINDEXED_BLOCK) \
    X(COMBINER_STRUCT) \
    X(COMBINER_SUBARRAY) \
    X(COMBINER_DARRAY) \
    X(COMBINER_F90_REAL) \
    X(COMBINER_F90_COMPLEX) \
    X(COMBINER_F90_INTEGER) \
    X(COMBINER_RESIZED)
#define LIST_datatype_distribute(X) \
    X(DISTRIBUTE_NONE) \
    X(DISTRIBUTE_BLOCK) \
    X(DISTRIBUTE_CYCLIC) \
    X(DISTRIBUTE_DFLT_DARG)
#define LIST_datatype_order(X) \
    X(ORDER_C) \
    X(ORDER_FORTRAN)
#define LIST_datatype_typeclass(X) \
    X(TYPECLASS_INTEGER) \
    X(TYPECLASS_REAL) \
    X(TYPECLASS_COMPLEX)
#define LIST_error_class(X) \
    X(SUCCESS) \
    X(ERR_LASTCODE)
#define LIST_fortran_status(X) \
    X(F_STATUS_SIZE) \
    X(F_SOURCE) \
    X(F_TAG) \
    X(F_ERROR)
#define LIST_handle_T_cvar_handle(X) \
    X(T_CVAR_HANDLE_NULL)
#define LIST_handle_T_enum(X) \
    X(T_ENUM_NULL)
#define LIST_handle_T_pvar_handle(X) \
    X(T_PVAR_HANDLE_NULL) \
    X(T_PVAR_ALL_HANDLES)
#define LIST_handle_T_pvar_session(X) \
    X(T_PVAR_SESSION_NULL)
#define LIST_ignore_sentinel_MPI_Status_(X) \
    X(STATUS_IGNORE) \
    X(STATUSES_IGNORE)
#define LIST_ignore_sentinel_char__(X) \
    X(ARGV_NULL)
#define LIST_ignore_sentinel_char___(X) \
    X(ARGVS_NULL)
#define LIST_ignore_sentinel_int_(X) \
    X(ERRCODES_IGNORE)
#define LIST_io_offset(X) \
    X(DISPLACEMENT_CURRENT)
#define LIST_io_open_mode(X) \
    X(MODE_APPEND) \
    X(MODE_CREATE) \
    X(MODE_DELETE_ON_CLOSE) \
    X(MODE_EXCL) \
    X(MODE_RDONLY) \
    X(MODE_RDWR) \
    X(MODE_SEQUENTIAL) \
    X(MODE_UNIQUE_OPEN) \
    X(MODE_WRONLY)
#define LIST_io_seek(X) \
    X(SEEK_CUR) \
    X(SEEK_END) \
    X(SEEK_SET)
#define LIST_max_string(X) \
    X(MAX_DATAREP_STRING) \
    X(MAX_ERROR_STRING) \
    X(MAX_INFO_KEY) \
    X(MAX_INFO_VAL) \
    X(MAX_LIBRARY_VERSION_STRING) \
    X(MAX_OBJECT_NAME) \
    X(MAX_PORT_NAME) \
    X(MAX_PROCESSOR_NAME) \
    X(MAX_STRINGTAG_LEN) \
    X(MAX_PSET_NAME_LEN)
#define LIST_misc(X) \
    X(BSEND_OVERHEAD)
#define LIST_mpi_t_bind(X) \
    X(T_BIND_NO_OBJECT) \
    X(T_BIND_MPI_COMM) \
    X(T_BIND_MPI_DATATYPE) \
    X(T_BIND_MPI_ERRHANDLER) \
    X(T_BIND_MPI_FILE) \
    X(T_BIND_MPI_GROUP) \
    X(T_BIND_MPI_OP) \
    X(T_BIND_MPI_REQUEST) \
    X(T_BIND_MPI_WIN) \
    X(T_BIND_MPI_MESSAGE) \
    X(T_BIND_MPI_INFO)
#define LIST_mpi_t_cb_safety(X)
#define LIST_mpi_t_pvar_class(X) \
    X(T_PVAR_CLASS_STATE) \
    X(T_PVAR_CLASS_LEVEL) \
    X(T_PVAR_CLASS_SIZE) \
    X(T_PVAR_CLASS_PERCENTAGE) \
    X(T_PVAR_CLASS_HIGHWATERMARK) \
    X(T_PVAR_CLASS_LOWWATERMARK) \
    X(T_PVAR_CLASS_COUNTER) \
    X(T_PVAR_CLASS_AGGREGATE) \
    X(T_PVAR_CLASS_TIMER) \
    X(T_PVAR_CLASS_GENERIC)
#define LIST_mpi_t_scope(X) \
    X(T_SCOPE_CONSTANT) \
    X(T_SCOPE_READONLY) \
    X(T_SCOPE_LOCAL) \
    X(T_SCOPE_GROUP) \
    X(T_SCOPE_GROUP_EQ) \
    X(T_SCOPE_ALL) \
    X(T_SCOPE_ALL_EQ)
#define LIST_mpi_t_source_order(X)
#define LIST_mpi_t_verbosity(X) \
    X(T_VERBOSITY_USER_BASIC) \
    X(T_VERBOSITY_USER_DETAIL) \
    X(T_VERBOSITY_USER_ALL) \
    X(T_VERBOSITY_TUNER_BASIC) \
    X(T_VERBOSITY_TUNER_DETAIL) \
    X(T_VERBOSITY_TUNER_ALL) \
    X(T_VERBOSITY_MPIDEV_BASIC) \
    X(T_VERBOSITY_MPIDEV_DETAIL) \
    X(T_VERBOSITY_MPIDEV_ALL)
#define LIST_rank_sentinel(X) \
    X(PROC_NULL) \
    X(ROOT)
#define LIST_rma_assert_mode(X) \
    X(MODE_NOCHECK) \
    X(MODE_NOPRECEDE) \
    X(MODE_NOPUT) \
    X(MODE_NOSTORE) \
    X(MODE_NOSUCCEED)
#define LIST_rma_flavor(X) \
    X(WIN_FLAVOR_CREATE) \
    X(WIN_FLAVOR_ALLOCATE) \
    X(WIN_FLAVOR_DYNAMIC) \
    X(WIN_FLAVOR_SHARED)
#define LIST_rma_lock_type(X) \
    X(LOCK_EXCLUSIVE) \
    X(LOCK_SHARED)
#define LIST_rma_memory_model(X) \
    X(WIN_UNIFIED) \
    X(WIN_SEPARATE)
#define LIST_thread_level(X) \
    X(THREAD_SINGLE) \
    X(THREAD_FUNNELED) \
    X(THREAD_SERIALIZED) \
    X(THREAD_MULTIPLE)
#define LIST_topology_type(X) \
    X(CART) \
    X(GRAPH) \
    X(DIST_GRAPH)
#define LIST_undefined(X) \
    X(UNDEFINED)
#define LIST_version(X) \
    X(VERSION) \
    X(SUBVERSION)
#define LIST_wildcard(X) \
    X(ANY_SOURCE) \
    X(ANY_TAG)
#define OURS_VERSION (5)
#define THEIRS_VERSION (3)
#define OURS_SUBVERSION (0)
#define THEIRS_SUBVERSION (1)
#define OURS_ABI_VERSION (1)
#define OURS_ABI_SUBVERSION (0)
#define OURS_BOTTOM (0)
#define THEIRS_BOTTOM (0)
#define OURS_IN_PLACE (1)
#define THEIRS_IN_PLACE (1)
#define OURS_BUFFER_AUTOMATIC (2)
#define OURS_ARGV_NULL (0)
#define THEIRS_ARGV_NULL (0)
#define OURS_ARGVS_NULL (0)
#define THEIRS_ARGVS_NULL (0)
#define OURS_ERRCODES_IGNORE (0)
#define THEIRS_ERRCODES_IGNORE (0)
#define OURS_STATUS_IGNORE (0)
#define THEIRS_STATUS_IGNORE (0)
#define OURS_STATUSES_IGNORE (0)
#define THEIRS_STATUSES_IGNORE (0)
#define OURS_UNWEIGHTED (10)
#define OURS_WEIGHTS_EMPTY (11)
#define OURS_MAX_DATAREP_STRING (128)
#define THEIRS_MAX_DATAREP_STRING (128)
#define OURS_MAX_ERROR_STRING (512)
#define THEIRS_MAX_ERROR_STRING (256)
#define OURS_MAX_INFO_KEY (256)
#define THEIRS_MAX_INFO_KEY (36)
#define OURS_MAX_INFO_VAL (1024)
#define THEIRS_MAX_INFO_VAL (256)
#define OURS_MAX_LIBRARY_VERSION_STRING (8192)
#define THEIRS_MAX_LIBRARY_VERSION_STRING (256)
#define OURS_MAX_OBJECT_NAME (128)
#define THEIRS_MAX_OBJECT_NAME (64)
#define OURS_MAX_PORT_NAME (1024)
#define THEIRS_MAX_PORT_NAME (1024)
#define OURS_MAX_PROCESSOR_NAME (256)
#define THEIRS_MAX_PROCESSOR_NAME (256)
#define OURS_MAX_STRINGTAG_LEN (1024)
#define THEIRS_MAX_STRINGTAG_LEN (1024)
#define OURS_MAX_PSET_NAME_LEN (1024)
#define THEIRS_MAX_PSET_NAME_LEN (512)
#define OURS_BSEND_OVERHEAD (512)
#define THEIRS_BSEND_OVERHEAD (128)
#define OURS_DISPLACEMENT_CURRENT (-1)
#define THEIRS_DISPLACEMENT_CURRENT (-54278278)
#define OURS_NULL_COPY_FN (0)
#define OURS_DUP_FN (1)
#define OURS_NULL_DELETE_FN (0)
#define OURS_COMM_NULL_COPY_FN (0)
#define OURS_COMM_DUP_FN (1)
#define OURS_COMM_NULL_DELETE_FN (0)
#define OURS_TYPE_NULL_COPY_FN (0)
#define OURS_TYPE_DUP_FN (1)
#define OURS_TYPE_NULL_DELETE_FN (0)
#define OURS_WIN_NULL_COPY_FN (0)
#define OURS_WIN_DUP_FN (1)
#define OURS_WIN_NULL_DELETE_FN (0)
#define OURS_CONVERSION_FN_NULL (0)
#define OURS_CONVERSION_FN_NULL_C (0)
#define OURS_T_ENUM_NULL (0)
#define THEIRS_T_ENUM_NULL (0)
#define OURS_T_CVAR_HANDLE_NULL (0)
#define THEIRS_T_CVAR_HANDLE_NULL (0)
#define OURS_T_PVAR_SESSION_NULL (0)
#define THEIRS_T_PVAR_SESSION_NULL (0)
#define OURS_T_PVAR_HANDLE_NULL (0)
#define THEIRS_T_PVAR_HANDLE_NULL (0)
#define OURS_T_PVAR_ALL_HANDLES (1)
#define THEIRS_T_PVAR_ALL_HANDLES (-1)
#define OURS_F_STATUS_SIZE (8)
#define THEIRS_F_STATUS_SIZE (6)
#define OURS_F_SOURCE (0)
#define THEIRS_F_SOURCE (0)
#define OURS_F_TAG (1)
#define THEIRS_F_TAG (1)
#define OURS_F_ERROR (2)
#define THEIRS_F_ERROR (2)
#define OURS_SUCCESS (0)
#define THEIRS_SUCCESS (0)
#define OURS_ERR_LASTCODE (16383)
#define THEIRS_ERR_LASTCODE (92)
#define OURS_MODE_APPEND (1)
#define THEIRS_MODE_APPEND (128)
#define OURS_MODE_CREATE (2)
#define THEIRS_MODE_CREATE (1)
#define OURS_MODE_DELETE_ON_CLOSE (4)
#define THEIRS_MODE_DELETE_ON_CLOSE (16)
#define OURS_MODE_EXCL (8)
#define THEIRS_MODE_EXCL (64)
#define OURS_MODE_RDONLY (16)
#define THEIRS_MODE_RDONLY (2)
#define OURS_MODE_RDWR (32)
#define THEIRS_MODE_RDWR (8)
#define OURS_MODE_SEQUENTIAL (64)
#define THEIRS_MODE_SEQUENTIAL (256)
#define OURS_MODE_UNIQUE_OPEN (128)
#define THEIRS_MODE_UNIQUE_OPEN (32)
#define OURS_MODE_WRONLY (256)
#define THEIRS_MODE_WRONLY (4)
#define OURS_MODE_NOCHECK (1024)
#define THEIRS_MODE_NOCHECK (1)
#define OURS_MODE_NOPRECEDE (2048)
#define THEIRS_MODE_NOPRECEDE (2)
#define OURS_MODE_NOPUT (4096)
#define THEIRS_MODE_NOPUT (4)
#define OURS_MODE_NOSTORE (8192)
#define THEIRS_MODE_NOSTORE (8)
#define OURS_MODE_NOSUCCEED (16384)
#define THEIRS_MODE_NOSUCCEED (16)
#define OURS_ANY_SOURCE (-1)
#define THEIRS_ANY_SOURCE (-1)
#define OURS_ANY_TAG (-2)
#define THEIRS_ANY_TAG (-1)
#define OURS_PROC_NULL (-3)
#define THEIRS_PROC_NULL (-2)
#define OURS_ROOT (-4)
#define THEIRS_ROOT (-4)
#define OURS_UNDEFINED (-32766)
#define THEIRS_UNDEFINED (-32766)
#define OURS_THREAD_SINGLE (0)
#define THEIRS_THREAD_SINGLE (0)
#define OURS_THREAD_FUNNELED (1024)
#define THEIRS_THREAD_FUNNELED (1)
#define OURS_THREAD_SERIALIZED (2048)
#define THEIRS_THREAD_SERIALIZED (2)
#define OURS_THREAD_MULTIPLE (4096)
#define THEIRS_THREAD_MULTIPLE (3)
#define OURS_ORDER_C (12)
#define THEIRS_ORDER_C (0)
#define OURS_ORDER_FORTRAN (15)
#define THEIRS_ORDER_FORTRAN (1)
#define OURS_DISTRIBUTE_NONE (16)
#define THEIRS_DISTRIBUTE_NONE (2)
#define OURS_DISTRIBUTE_BLOCK (17)
#define THEIRS_DISTRIBUTE_BLOCK (0)
#define OURS_DISTRIBUTE_CYCLIC (18)
#define THEIRS_DISTRIBUTE_CYCLIC (1)
#define OURS_DISTRIBUTE_DFLT_DARG (19)
#define THEIRS_DISTRIBUTE_DFLT_DARG (-1)
#define OURS_COMBINER_NAMED (101)
#define THEIRS_COMBINER_NAMED (0)
#define OURS_COMBINER_DUP (102)
#define THEIRS_COMBINER_DUP (1)
#define OURS_COMBINER_CONTIGUOUS (103)
#define THEIRS_COMBINER_CONTIGUOUS (2)
#define OURS_COMBINER_VECTOR (104)
#define THEIRS_COMBINER_VECTOR (3)
#define OURS_COMBINER_HVECTOR (105)
#define THEIRS_COMBINER_HVECTOR (5)
#define OURS_COMBINER_INDEXED (106)
#define THEIRS_COMBINER_INDEXED (6)
#define OURS_COMBINER_HINDEXED (107)
#define THEIRS_COMBINER_HINDEXED (8)
#define OURS_COMBINER_INDEXED_BLOCK (108)
#define THEIRS_COMBINER_INDEXED_BLOCK (9)
#define OURS_COMBINER_HINDEXED_BLOCK (109)
#define THEIRS_COMBINER_HINDEXED_BLOCK (18)
#define OURS_COMBINER_STRUCT (110)
#define THEIRS_COMBINER_STRUCT (11)
#define OURS_COMBINER_SUBARRAY (111)
#define THEIRS_COMBINER_SUBARRAY (12)
#define OURS_COMBINER_DARRAY (112)
#define THEIRS_COMBINER_DARRAY (13)
#define OURS_COMBINER_F90_REAL (113)
#define THEIRS_COMBINER_F90_REAL (14)
#define OURS_COMBINER_F90_COMPLEX (114)
#define THEIRS_COMBINER_F90_COMPLEX (15)
#define OURS_COMBINER_F90_INTEGER (115)
#define THEIRS_COMBINER_F90_INTEGER (16)
#define OURS_COMBINER_RESIZED (116)
#define THEIRS_COMBINER_RESIZED (17)
#define OURS_COMBINER_VALUE_INDEX (117)
#define OURS_MPIX_TYPECLASS_LOGICAL (191)
#define OURS_TYPECLASS_INTEGER (192)
#define THEIRS_TYPECLASS_INTEGER (1)
#define OURS_TYPECLASS_REAL (193)
#define THEIRS_TYPECLASS_REAL (2)
#define OURS_TYPECLASS_COMPLEX (194)
#define THEIRS_TYPECLASS_COMPLEX (3)
#define OURS_IDENT (201)
#define THEIRS_IDENT (0)
#define OURS_CONGRUENT (202)
#define THEIRS_CONGRUENT (1)
#define OURS_SIMILAR (203)
#define THEIRS_SIMILAR (2)
#define OURS_UNEQUAL (204)
#define THEIRS_UNEQUAL (3)
#define OURS_CART (211)
#define THEIRS_CART (1)
#define OURS_GRAPH (212)
#define THEIRS_GRAPH (2)
#define OURS_DIST_GRAPH (213)
#define THEIRS_DIST_GRAPH (3)
#define OURS_COMM_TYPE_SHARED (221)
#define THEIRS_COMM_TYPE_SHARED (0)
#define OURS_COMM_TYPE_HW_UNGUIDED (222)
#define THEIRS_COMM_TYPE_HW_UNGUIDED (12)
#define OURS_COMM_TYPE_HW_GUIDED (223)
#define THEIRS_COMM_TYPE_HW_GUIDED (13)
#define OURS_COMM_TYPE_RESOURCE_GUIDED (224)
#define OURS_LOCK_EXCLUSIVE (301)
#define THEIRS_LOCK_EXCLUSIVE (1)
#define OURS_LOCK_SHARED (302)
#define THEIRS_LOCK_SHARED (2)
#define OURS_WIN_FLAVOR_CREATE (311)
#define THEIRS_WIN_FLAVOR_CREATE (1)
#define OURS_WIN_FLAVOR_ALLOCATE (312)
#define THEIRS_WIN_FLAVOR_ALLOCATE (2)
#define OURS_WIN_FLAVOR_DYNAMIC (313)
#define THEIRS_WIN_FLAVOR_DYNAMIC (3)
#define OURS_WIN_FLAVOR_SHARED (314)
#define THEIRS_WIN_FLAVOR_SHARED (4)
#define OURS_WIN_UNIFIED (321)
#define THEIRS_WIN_UNIFIED (0)
#define OURS_WIN_SEPARATE (322)
#define THEIRS_WIN_SEPARATE (1)
#define OURS_SEEK_CUR (401)
#define THEIRS_SEEK_CUR (602)
#define OURS_SEEK_END (402)
#define THEIRS_SEEK_END (604)
#define OURS_SEEK_SET (403)
#define THEIRS_SEEK_SET (600)
#define OURS_KEYVAL_INVALID (0)
#define THEIRS_KEYVAL_INVALID (-1)
#define OURS_TAG_UB (501)
#define THEIRS_TAG_UB (0)
#define OURS_IO (502)
#define THEIRS_IO (2)
#define OURS_HOST (503)
#define THEIRS_HOST (1)
#define OURS_WTIME_IS_GLOBAL (504)
#define THEIRS_WTIME_IS_GLOBAL (3)
#define OURS_APPNUM (505)
#define THEIRS_APPNUM (4)
#define OURS_LASTUSEDCODE (506)
#define THEIRS_LASTUSEDCODE (5)
#define OURS_UNIVERSE_SIZE (507)
#define THEIRS_UNIVERSE_SIZE (6)
#define OURS_WIN_BASE (601)
#define THEIRS_WIN_BASE (7)
#define OURS_WIN_DISP_UNIT (602)
#define THEIRS_WIN_DISP_UNIT (9)
#define OURS_WIN_SIZE (603)
#define THEIRS_WIN_SIZE (8)
#define OURS_WIN_CREATE_FLAVOR (604)
#define THEIRS_WIN_CREATE_FLAVOR (10)
#define OURS_WIN_MODEL (605)
#define THEIRS_WIN_MODEL (11)
#define OURS_T_CB_REQUIRE_NONE (0)
#define OURS_T_CB_REQUIRE_MPI_RESTRICTED (3)
#define OURS_T_CB_REQUIRE_THREAD_SAFE (15)
#define OURS_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE (63)
#define OURS_T_SOURCE_ORDERED (1)
#define OURS_T_SOURCE_UNORDERED (2)
#define OURS_T_VERBOSITY_USER_BASIC (9)
#define THEIRS_T_VERBOSITY_USER_BASIC (0)
#define OURS_T_VERBOSITY_USER_DETAIL (10)
#define THEIRS_T_VERBOSITY_USER_DETAIL (1)
#define OURS_T_VERBOSITY_USER_ALL (12)
#define THEIRS_T_VERBOSITY_USER_ALL (2)
#define OURS_T_VERBOSITY_TUNER_BASIC (17)
#define THEIRS_T_VERBOSITY_TUNER_BASIC (3)
#define OURS_T_VERBOSITY_TUNER_DETAIL (18)
#define THEIRS_T_VERBOSITY_TUNER_DETAIL (4)
#define OURS_T_VERBOSITY_TUNER_ALL (20)
#define THEIRS_T_VERBOSITY_TUNER_ALL (5)
#define OURS_T_VERBOSITY_MPIDEV_BASIC (33)
#define THEIRS_T_VERBOSITY_MPIDEV_BASIC (6)
#define OURS_T_VERBOSITY_MPIDEV_DETAIL (34)
#define THEIRS_T_VERBOSITY_MPIDEV_DETAIL (7)
#define OURS_T_VERBOSITY_MPIDEV_ALL (36)
#define THEIRS_T_VERBOSITY_MPIDEV_ALL (8)
#define OURS_T_BIND_NO_OBJECT (1)
#define THEIRS_T_BIND_NO_OBJECT (0)
#define OURS_T_BIND_MPI_COMM (2)
#define THEIRS_T_BIND_MPI_COMM (1)
#define OURS_T_BIND_MPI_DATATYPE (3)
#define THEIRS_T_BIND_MPI_DATATYPE (2)
#define OURS_T_BIND_MPI_ERRHANDLER (4)
#define THEIRS_T_BIND_MPI_ERRHANDLER (3)
#define OURS_T_BIND_MPI_FILE (5)
#define THEIRS_T_BIND_MPI_FILE (4)
#define OURS_T_BIND_MPI_GROUP (6)
#define THEIRS_T_BIND_MPI_GROUP (5)
#define OURS_T_BIND_MPI_OP (7)
#define THEIRS_T_BIND_MPI_OP (6)
#define OURS_T_BIND_MPI_REQUEST (8)
#define THEIRS_T_BIND_MPI_REQUEST (7)
#define OURS_T_BIND_MPI_WIN (9)
#define THEIRS_T_BIND_MPI_WIN (8)
#define OURS_T_BIND_MPI_MESSAGE (10)
#define THEIRS_T_BIND_MPI_MESSAGE (9)
#define OURS_T_BIND_MPI_INFO (11)
#define THEIRS_T_BIND_MPI_INFO (10)
#define OURS_T_BIND_MPI_SESSION (12)
#define OURS_T_SCOPE_CONSTANT (1)
#define THEIRS_T_SCOPE_CONSTANT (0)
#define OURS_T_SCOPE_READONLY (2)
#define THEIRS_T_SCOPE_READONLY (1)
#define OURS_T_SCOPE_LOCAL (3)
#define THEIRS_T_SCOPE_LOCAL (2)
#define OURS_T_SCOPE_GROUP (4)
#define THEIRS_T_SCOPE_GROUP (3)
#define OURS_T_SCOPE_GROUP_EQ (5)
#define THEIRS_T_SCOPE_GROUP_EQ (4)
#define OURS_T_SCOPE_ALL (6)
#define THEIRS_T_SCOPE_ALL (5)
#define OURS_T_SCOPE_ALL_EQ (7)
#define THEIRS_T_SCOPE_ALL_EQ (6)
#define OURS_T_PVAR_CLASS_STATE (1)
#define THEIRS_T_PVAR_CLASS_STATE (0)
#define OURS_T_PVAR_CLASS_LEVEL (2)
#define THEIRS_T_PVAR_CLASS_LEVEL (1)
#define OURS_T_PVAR_CLASS_SIZE (3)
#define THEIRS_T_PVAR_CLASS_SIZE (2)
#define OURS_T_PVAR_CLASS_PERCENTAGE (4)
#define THEIRS_T_PVAR_CLASS_PERCENTAGE (3)
#define OURS_T_PVAR_CLASS_HIGHWATERMARK (5)
#define THEIRS_T_PVAR_CLASS_HIGHWATERMARK (4)
#define OURS_T_PVAR_CLASS_LOWWATERMARK (6)
#define THEIRS_T_PVAR_CLASS_LOWWATERMARK (5)
#define OURS_T_PVAR_CLASS_COUNTER (7)
#define THEIRS_T_PVAR_CLASS_COUNTER (6)
#define OURS_T_PVAR_CLASS_AGGREGATE (8)
#define THEIRS_T_PVAR_CLASS_AGGREGATE (7)
#define OURS_T_PVAR_CLASS_TIMER (9)
#define THEIRS_T_PVAR_CLASS_TIMER (8)
#define OURS_T_PVAR_CLASS_GENERIC (10)
#define THEIRS_T_PVAR_CLASS_GENERIC (9)
