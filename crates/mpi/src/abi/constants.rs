//! The predefined names of the MPI 5.0 standard ABI (chapter 20). Written by `cargo xtask gen`; do not edit.
#![allow(dead_code)]
use super::*;

pub const MPI_VERSION: i32 = 5;
pub const MPI_SUBVERSION: i32 = 0;
pub const MPI_ABI_VERSION: i32 = 1;
pub const MPI_ABI_SUBVERSION: i32 = 0;
pub const MPI_OP_NULL: Op = Op(0x20);
pub const MPI_SUM: Op = Op(0x21);
pub const MPI_MIN: Op = Op(0x22);
pub const MPI_MAX: Op = Op(0x23);
pub const MPI_PROD: Op = Op(0x24);
pub const MPI_BAND: Op = Op(0x28);
pub const MPI_BOR: Op = Op(0x29);
pub const MPI_BXOR: Op = Op(0x2a);
pub const MPI_LAND: Op = Op(0x30);
pub const MPI_LOR: Op = Op(0x31);
pub const MPI_LXOR: Op = Op(0x32);
pub const MPI_MINLOC: Op = Op(0x38);
pub const MPI_MAXLOC: Op = Op(0x39);
pub const MPI_REPLACE: Op = Op(0x3c);
pub const MPI_NO_OP: Op = Op(0x3d);
pub const MPI_COMM_NULL: Comm = Comm(0x100);
pub const MPI_COMM_WORLD: Comm = Comm(0x101);
pub const MPI_COMM_SELF: Comm = Comm(0x102);
pub const MPI_GROUP_NULL: Group = Group(0x108);
pub const MPI_GROUP_EMPTY: Group = Group(0x109);
pub const MPI_WIN_NULL: Win = Win(0x110);
pub const MPI_FILE_NULL: File = File(0x118);
pub const MPI_SESSION_NULL: Session = Session(0x120);
pub const MPI_MESSAGE_NULL: Message = Message(0x128);
pub const MPI_MESSAGE_NO_PROC: Message = Message(0x129);
pub const MPI_INFO_NULL: Info = Info(0x130);
pub const MPI_INFO_ENV: Info = Info(0x131);
pub const MPI_ERRHANDLER_NULL: Errhandler = Errhandler(0x140);
pub const MPI_ERRORS_ARE_FATAL: Errhandler = Errhandler(0x141);
pub const MPI_ERRORS_ABORT: Errhandler = Errhandler(0x142);
pub const MPI_ERRORS_RETURN: Errhandler = Errhandler(0x143);
pub const MPI_REQUEST_NULL: Request = Request(0x180);
pub const MPI_DATATYPE_NULL: Datatype = Datatype(0x200);
pub const MPI_AINT: Datatype = Datatype(0x201);
pub const MPI_COUNT: Datatype = Datatype(0x202);
pub const MPI_OFFSET: Datatype = Datatype(0x203);
pub const MPI_PACKED: Datatype = Datatype(0x207);
pub const MPI_SHORT: Datatype = Datatype(0x208);
pub const MPI_INT: Datatype = Datatype(0x209);
pub const MPI_LONG: Datatype = Datatype(0x20a);
pub const MPI_LONG_LONG: Datatype = Datatype(0x20b);
pub const MPI_LONG_LONG_INT: Datatype = Datatype(0x20b);
pub const MPI_UNSIGNED_SHORT: Datatype = Datatype(0x20c);
pub const MPI_UNSIGNED: Datatype = Datatype(0x20d);
pub const MPI_UNSIGNED_LONG: Datatype = Datatype(0x20e);
pub const MPI_UNSIGNED_LONG_LONG: Datatype = Datatype(0x20f);
pub const MPI_FLOAT: Datatype = Datatype(0x210);
pub const MPI_C_FLOAT_COMPLEX: Datatype = Datatype(0x212);
pub const MPI_C_COMPLEX: Datatype = Datatype(0x212);
pub const MPI_CXX_FLOAT_COMPLEX: Datatype = Datatype(0x213);
pub const MPI_DOUBLE: Datatype = Datatype(0x214);
pub const MPI_C_DOUBLE_COMPLEX: Datatype = Datatype(0x216);
pub const MPI_CXX_DOUBLE_COMPLEX: Datatype = Datatype(0x217);
pub const MPI_LOGICAL: Datatype = Datatype(0x218);
pub const MPI_INTEGER: Datatype = Datatype(0x219);
pub const MPI_REAL: Datatype = Datatype(0x21a);
pub const MPI_COMPLEX: Datatype = Datatype(0x21b);
pub const MPI_DOUBLE_PRECISION: Datatype = Datatype(0x21c);
pub const MPI_DOUBLE_COMPLEX: Datatype = Datatype(0x21d);
pub const MPI_CHARACTER: Datatype = Datatype(0x21e);
pub const MPI_LONG_DOUBLE: Datatype = Datatype(0x220);
pub const MPI_C_LONG_DOUBLE_COMPLEX: Datatype = Datatype(0x224);
pub const MPI_CXX_LONG_DOUBLE_COMPLEX: Datatype = Datatype(0x225);
pub const MPI_FLOAT_INT: Datatype = Datatype(0x228);
pub const MPI_DOUBLE_INT: Datatype = Datatype(0x229);
pub const MPI_LONG_INT: Datatype = Datatype(0x22a);
pub const MPI_2INT: Datatype = Datatype(0x22b);
pub const MPI_SHORT_INT: Datatype = Datatype(0x22c);
pub const MPI_LONG_DOUBLE_INT: Datatype = Datatype(0x22d);
pub const MPI_2REAL: Datatype = Datatype(0x230);
pub const MPI_2DOUBLE_PRECISION: Datatype = Datatype(0x231);
pub const MPI_2INTEGER: Datatype = Datatype(0x232);
pub const MPI_C_BOOL: Datatype = Datatype(0x238);
pub const MPI_CXX_BOOL: Datatype = Datatype(0x239);
pub const MPI_WCHAR: Datatype = Datatype(0x23c);
pub const MPI_INT8_T: Datatype = Datatype(0x240);
pub const MPI_UINT8_T: Datatype = Datatype(0x241);
pub const MPI_CHAR: Datatype = Datatype(0x243);
pub const MPI_SIGNED_CHAR: Datatype = Datatype(0x244);
pub const MPI_UNSIGNED_CHAR: Datatype = Datatype(0x245);
pub const MPI_BYTE: Datatype = Datatype(0x247);
pub const MPI_INT16_T: Datatype = Datatype(0x248);
pub const MPI_UINT16_T: Datatype = Datatype(0x249);
pub const MPI_INT32_T: Datatype = Datatype(0x250);
pub const MPI_UINT32_T: Datatype = Datatype(0x251);
pub const MPI_INT64_T: Datatype = Datatype(0x258);
pub const MPI_UINT64_T: Datatype = Datatype(0x259);
pub const MPI_LOGICAL1: Datatype = Datatype(0x2c0);
pub const MPI_INTEGER1: Datatype = Datatype(0x2c1);
pub const MPI_LOGICAL2: Datatype = Datatype(0x2c8);
pub const MPI_INTEGER2: Datatype = Datatype(0x2c9);
pub const MPI_REAL2: Datatype = Datatype(0x2ca);
pub const MPI_LOGICAL4: Datatype = Datatype(0x2d0);
pub const MPI_INTEGER4: Datatype = Datatype(0x2d1);
pub const MPI_REAL4: Datatype = Datatype(0x2d2);
pub const MPI_COMPLEX4: Datatype = Datatype(0x2d3);
pub const MPI_LOGICAL8: Datatype = Datatype(0x2d8);
pub const MPI_INTEGER8: Datatype = Datatype(0x2d9);
pub const MPI_REAL8: Datatype = Datatype(0x2da);
pub const MPI_COMPLEX8: Datatype = Datatype(0x2db);
pub const MPI_LOGICAL16: Datatype = Datatype(0x2e0);
pub const MPI_INTEGER16: Datatype = Datatype(0x2e1);
pub const MPI_REAL16: Datatype = Datatype(0x2e2);
pub const MPI_COMPLEX16: Datatype = Datatype(0x2e3);
pub const MPI_COMPLEX32: Datatype = Datatype(0x2eb);
pub const MPI_BOTTOM: usize = 0;
pub const MPI_IN_PLACE: usize = 1;
pub const MPI_BUFFER_AUTOMATIC: usize = 2;
pub const MPI_ARGV_NULL: usize = 0;
pub const MPI_ARGVS_NULL: usize = 0;
pub const MPI_ERRCODES_IGNORE: usize = 0;
pub const MPI_STATUS_IGNORE: usize = 0;
pub const MPI_STATUSES_IGNORE: usize = 0;
pub const MPI_UNWEIGHTED: usize = 10;
pub const MPI_WEIGHTS_EMPTY: usize = 11;
pub const MPI_MAX_DATAREP_STRING: i32 = 128;
pub const MPI_MAX_ERROR_STRING: i32 = 512;
pub const MPI_MAX_INFO_KEY: i32 = 256;
pub const MPI_MAX_INFO_VAL: i32 = 1024;
pub const MPI_MAX_LIBRARY_VERSION_STRING: i32 = 8192;
pub const MPI_MAX_OBJECT_NAME: i32 = 128;
pub const MPI_MAX_PORT_NAME: i32 = 1024;
pub const MPI_MAX_PROCESSOR_NAME: i32 = 256;
pub const MPI_MAX_STRINGTAG_LEN: i32 = 1024;
pub const MPI_MAX_PSET_NAME_LEN: i32 = 1024;
pub const MPI_BSEND_OVERHEAD: i32 = 512;
pub const MPI_DISPLACEMENT_CURRENT: i32 = -1;
pub const MPI_NULL_COPY_FN: usize = 0;
pub const MPI_DUP_FN: usize = 1;
pub const MPI_NULL_DELETE_FN: usize = 0;
pub const MPI_COMM_NULL_COPY_FN: usize = 0;
pub const MPI_COMM_DUP_FN: usize = 1;
pub const MPI_COMM_NULL_DELETE_FN: usize = 0;
pub const MPI_TYPE_NULL_COPY_FN: usize = 0;
pub const MPI_TYPE_DUP_FN: usize = 1;
pub const MPI_TYPE_NULL_DELETE_FN: usize = 0;
pub const MPI_WIN_NULL_COPY_FN: usize = 0;
pub const MPI_WIN_DUP_FN: usize = 1;
pub const MPI_WIN_NULL_DELETE_FN: usize = 0;
pub const MPI_CONVERSION_FN_NULL: usize = 0;
pub const MPI_CONVERSION_FN_NULL_C: usize = 0;
pub const MPI_T_ENUM_NULL: usize = 0;
pub const MPI_T_CVAR_HANDLE_NULL: usize = 0;
pub const MPI_T_PVAR_SESSION_NULL: usize = 0;
pub const MPI_T_PVAR_HANDLE_NULL: usize = 0;
pub const MPI_T_PVAR_ALL_HANDLES: usize = 1;
pub const MPI_F_STATUS_SIZE: i32 = 8;
pub const MPI_F_SOURCE: i32 = 0;
pub const MPI_F_TAG: i32 = 1;
pub const MPI_F_ERROR: i32 = 2;
pub const MPI_SUCCESS: i32 = 0;
pub const MPI_ERR_BUFFER: i32 = 1;
pub const MPI_ERR_COUNT: i32 = 2;
pub const MPI_ERR_TYPE: i32 = 3;
pub const MPI_ERR_TAG: i32 = 4;
pub const MPI_ERR_COMM: i32 = 5;
pub const MPI_ERR_RANK: i32 = 6;
pub const MPI_ERR_REQUEST: i32 = 7;
pub const MPI_ERR_ROOT: i32 = 8;
pub const MPI_ERR_GROUP: i32 = 9;
pub const MPI_ERR_OP: i32 = 10;
pub const MPI_ERR_TOPOLOGY: i32 = 11;
pub const MPI_ERR_DIMS: i32 = 12;
pub const MPI_ERR_ARG: i32 = 13;
pub const MPI_ERR_UNKNOWN: i32 = 14;
pub const MPI_ERR_TRUNCATE: i32 = 15;
pub const MPI_ERR_OTHER: i32 = 16;
pub const MPI_ERR_INTERN: i32 = 17;
pub const MPI_ERR_PENDING: i32 = 18;
pub const MPI_ERR_IN_STATUS: i32 = 19;
pub const MPI_ERR_ACCESS: i32 = 20;
pub const MPI_ERR_AMODE: i32 = 21;
pub const MPI_ERR_ASSERT: i32 = 22;
pub const MPI_ERR_BAD_FILE: i32 = 23;
pub const MPI_ERR_BASE: i32 = 24;
pub const MPI_ERR_CONVERSION: i32 = 25;
pub const MPI_ERR_DISP: i32 = 26;
pub const MPI_ERR_DUP_DATAREP: i32 = 27;
pub const MPI_ERR_FILE_EXISTS: i32 = 28;
pub const MPI_ERR_FILE_IN_USE: i32 = 29;
pub const MPI_ERR_FILE: i32 = 30;
pub const MPI_ERR_INFO_KEY: i32 = 31;
pub const MPI_ERR_INFO_NOKEY: i32 = 32;
pub const MPI_ERR_INFO_VALUE: i32 = 33;
pub const MPI_ERR_INFO: i32 = 34;
pub const MPI_ERR_IO: i32 = 35;
pub const MPI_ERR_KEYVAL: i32 = 36;
pub const MPI_ERR_LOCKTYPE: i32 = 37;
pub const MPI_ERR_NAME: i32 = 38;
pub const MPI_ERR_NO_MEM: i32 = 39;
pub const MPI_ERR_NOT_SAME: i32 = 40;
pub const MPI_ERR_NO_SPACE: i32 = 41;
pub const MPI_ERR_NO_SUCH_FILE: i32 = 42;
pub const MPI_ERR_PORT: i32 = 43;
pub const MPI_ERR_QUOTA: i32 = 44;
pub const MPI_ERR_READ_ONLY: i32 = 45;
pub const MPI_ERR_RMA_ATTACH: i32 = 46;
pub const MPI_ERR_RMA_CONFLICT: i32 = 47;
pub const MPI_ERR_RMA_RANGE: i32 = 48;
pub const MPI_ERR_RMA_SHARED: i32 = 49;
pub const MPI_ERR_RMA_SYNC: i32 = 50;
pub const MPI_ERR_SERVICE: i32 = 51;
pub const MPI_ERR_SIZE: i32 = 52;
pub const MPI_ERR_SPAWN: i32 = 53;
pub const MPI_ERR_UNSUPPORTED_DATAREP: i32 = 54;
pub const MPI_ERR_UNSUPPORTED_OPERATION: i32 = 55;
pub const MPI_ERR_WIN: i32 = 56;
pub const MPI_ERR_RMA_FLAVOR: i32 = 57;
pub const MPI_ERR_PROC_ABORTED: i32 = 58;
pub const MPI_ERR_VALUE_TOO_LARGE: i32 = 59;
pub const MPI_ERR_SESSION: i32 = 60;
pub const MPI_ERR_ERRHANDLER: i32 = 61;
pub const MPI_ERR_ABI: i32 = 62;
pub const MPI_ERR_PROC_FAILED: i32 = 101;
pub const MPI_ERR_PROC_FAILED_PENDING: i32 = 102;
pub const MPI_ERR_REVOKED: i32 = 103;
pub const MPI_T_ERR_CANNOT_INIT: i32 = 1001;
pub const MPI_T_ERR_NOT_ACCESSIBLE: i32 = 1002;
pub const MPI_T_ERR_NOT_INITIALIZED: i32 = 1003;
pub const MPI_T_ERR_NOT_SUPPORTED: i32 = 1004;
pub const MPI_T_ERR_MEMORY: i32 = 1005;
pub const MPI_T_ERR_INVALID: i32 = 1006;
pub const MPI_T_ERR_INVALID_INDEX: i32 = 1007;
pub const MPI_T_ERR_INVALID_ITEM: i32 = 1008;
pub const MPI_T_ERR_INVALID_SESSION: i32 = 1009;
pub const MPI_T_ERR_INVALID_HANDLE: i32 = 1010;
pub const MPI_T_ERR_INVALID_NAME: i32 = 1011;
pub const MPI_T_ERR_OUT_OF_HANDLES: i32 = 1012;
pub const MPI_T_ERR_OUT_OF_SESSIONS: i32 = 1013;
pub const MPI_T_ERR_CVAR_SET_NOT_NOW: i32 = 1014;
pub const MPI_T_ERR_CVAR_SET_NEVER: i32 = 1015;
pub const MPI_T_ERR_PVAR_NO_WRITE: i32 = 1016;
pub const MPI_T_ERR_PVAR_NO_STARTSTOP: i32 = 1017;
pub const MPI_T_ERR_PVAR_NO_ATOMIC: i32 = 1018;
pub const MPI_ERR_LASTCODE: i32 = 16383;
pub const MPI_MODE_APPEND: i32 = 1;
pub const MPI_MODE_CREATE: i32 = 2;
pub const MPI_MODE_DELETE_ON_CLOSE: i32 = 4;
pub const MPI_MODE_EXCL: i32 = 8;
pub const MPI_MODE_RDONLY: i32 = 16;
pub const MPI_MODE_RDWR: i32 = 32;
pub const MPI_MODE_SEQUENTIAL: i32 = 64;
pub const MPI_MODE_UNIQUE_OPEN: i32 = 128;
pub const MPI_MODE_WRONLY: i32 = 256;
pub const MPI_MODE_NOCHECK: i32 = 1024;
pub const MPI_MODE_NOPRECEDE: i32 = 2048;
pub const MPI_MODE_NOPUT: i32 = 4096;
pub const MPI_MODE_NOSTORE: i32 = 8192;
pub const MPI_MODE_NOSUCCEED: i32 = 16384;
pub const MPI_ANY_SOURCE: i32 = -1;
pub const MPI_ANY_TAG: i32 = -2;
pub const MPI_PROC_NULL: i32 = -3;
pub const MPI_ROOT: i32 = -4;
pub const MPI_UNDEFINED: i32 = -32766;
pub const MPI_THREAD_SINGLE: i32 = 0;
pub const MPI_THREAD_FUNNELED: i32 = 1024;
pub const MPI_THREAD_SERIALIZED: i32 = 2048;
pub const MPI_THREAD_MULTIPLE: i32 = 4096;
pub const MPI_ORDER_C: i32 = 12;
pub const MPI_ORDER_FORTRAN: i32 = 15;
pub const MPI_DISTRIBUTE_NONE: i32 = 16;
pub const MPI_DISTRIBUTE_BLOCK: i32 = 17;
pub const MPI_DISTRIBUTE_CYCLIC: i32 = 18;
pub const MPI_DISTRIBUTE_DFLT_DARG: i32 = 19;
pub const MPI_COMBINER_NAMED: i32 = 101;
pub const MPI_COMBINER_DUP: i32 = 102;
pub const MPI_COMBINER_CONTIGUOUS: i32 = 103;
pub const MPI_COMBINER_VECTOR: i32 = 104;
pub const MPI_COMBINER_HVECTOR: i32 = 105;
pub const MPI_COMBINER_INDEXED: i32 = 106;
pub const MPI_COMBINER_HINDEXED: i32 = 107;
pub const MPI_COMBINER_INDEXED_BLOCK: i32 = 108;
pub const MPI_COMBINER_HINDEXED_BLOCK: i32 = 109;
pub const MPI_COMBINER_STRUCT: i32 = 110;
pub const MPI_COMBINER_SUBARRAY: i32 = 111;
pub const MPI_COMBINER_DARRAY: i32 = 112;
pub const MPI_COMBINER_F90_REAL: i32 = 113;
pub const MPI_COMBINER_F90_COMPLEX: i32 = 114;
pub const MPI_COMBINER_F90_INTEGER: i32 = 115;
pub const MPI_COMBINER_RESIZED: i32 = 116;
pub const MPI_COMBINER_VALUE_INDEX: i32 = 117;
pub const MPIX_TYPECLASS_LOGICAL: i32 = 191;
pub const MPI_TYPECLASS_INTEGER: i32 = 192;
pub const MPI_TYPECLASS_REAL: i32 = 193;
pub const MPI_TYPECLASS_COMPLEX: i32 = 194;
pub const MPI_IDENT: i32 = 201;
pub const MPI_CONGRUENT: i32 = 202;
pub const MPI_SIMILAR: i32 = 203;
pub const MPI_UNEQUAL: i32 = 204;
pub const MPI_CART: i32 = 211;
pub const MPI_GRAPH: i32 = 212;
pub const MPI_DIST_GRAPH: i32 = 213;
pub const MPI_COMM_TYPE_SHARED: i32 = 221;
pub const MPI_COMM_TYPE_HW_UNGUIDED: i32 = 222;
pub const MPI_COMM_TYPE_HW_GUIDED: i32 = 223;
pub const MPI_COMM_TYPE_RESOURCE_GUIDED: i32 = 224;
pub const MPI_LOCK_EXCLUSIVE: i32 = 301;
pub const MPI_LOCK_SHARED: i32 = 302;
pub const MPI_WIN_FLAVOR_CREATE: i32 = 311;
pub const MPI_WIN_FLAVOR_ALLOCATE: i32 = 312;
pub const MPI_WIN_FLAVOR_DYNAMIC: i32 = 313;
pub const MPI_WIN_FLAVOR_SHARED: i32 = 314;
pub const MPI_WIN_UNIFIED: i32 = 321;
pub const MPI_WIN_SEPARATE: i32 = 322;
pub const MPI_SEEK_CUR: i32 = 401;
pub const MPI_SEEK_END: i32 = 402;
pub const MPI_SEEK_SET: i32 = 403;
pub const MPI_KEYVAL_INVALID: i32 = 0;
pub const MPI_TAG_UB: i32 = 501;
pub const MPI_IO: i32 = 502;
pub const MPI_HOST: i32 = 503;
pub const MPI_WTIME_IS_GLOBAL: i32 = 504;
pub const MPI_APPNUM: i32 = 505;
pub const MPI_LASTUSEDCODE: i32 = 506;
pub const MPI_UNIVERSE_SIZE: i32 = 507;
pub const MPI_WIN_BASE: i32 = 601;
pub const MPI_WIN_DISP_UNIT: i32 = 602;
pub const MPI_WIN_SIZE: i32 = 603;
pub const MPI_WIN_CREATE_FLAVOR: i32 = 604;
pub const MPI_WIN_MODEL: i32 = 605;
pub const MPI_T_CB_REQUIRE_NONE: i32 = 0;
pub const MPI_T_CB_REQUIRE_MPI_RESTRICTED: i32 = 3;
pub const MPI_T_CB_REQUIRE_THREAD_SAFE: i32 = 15;
pub const MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE: i32 = 63;
pub const MPI_T_SOURCE_ORDERED: i32 = 1;
pub const MPI_T_SOURCE_UNORDERED: i32 = 2;
pub const MPI_T_VERBOSITY_USER_BASIC: i32 = 9;
pub const MPI_T_VERBOSITY_USER_DETAIL: i32 = 10;
pub const MPI_T_VERBOSITY_USER_ALL: i32 = 12;
pub const MPI_T_VERBOSITY_TUNER_BASIC: i32 = 17;
pub const MPI_T_VERBOSITY_TUNER_DETAIL: i32 = 18;
pub const MPI_T_VERBOSITY_TUNER_ALL: i32 = 20;
pub const MPI_T_VERBOSITY_MPIDEV_BASIC: i32 = 33;
pub const MPI_T_VERBOSITY_MPIDEV_DETAIL: i32 = 34;
pub const MPI_T_VERBOSITY_MPIDEV_ALL: i32 = 36;
pub const MPI_T_BIND_NO_OBJECT: i32 = 1;
pub const MPI_T_BIND_MPI_COMM: i32 = 2;
pub const MPI_T_BIND_MPI_DATATYPE: i32 = 3;
pub const MPI_T_BIND_MPI_ERRHANDLER: i32 = 4;
pub const MPI_T_BIND_MPI_FILE: i32 = 5;
pub const MPI_T_BIND_MPI_GROUP: i32 = 6;
pub const MPI_T_BIND_MPI_OP: i32 = 7;
pub const MPI_T_BIND_MPI_REQUEST: i32 = 8;
pub const MPI_T_BIND_MPI_WIN: i32 = 9;
pub const MPI_T_BIND_MPI_MESSAGE: i32 = 10;
pub const MPI_T_BIND_MPI_INFO: i32 = 11;
pub const MPI_T_BIND_MPI_SESSION: i32 = 12;
pub const MPI_T_SCOPE_CONSTANT: i32 = 1;
pub const MPI_T_SCOPE_READONLY: i32 = 2;
pub const MPI_T_SCOPE_LOCAL: i32 = 3;
pub const MPI_T_SCOPE_GROUP: i32 = 4;
pub const MPI_T_SCOPE_GROUP_EQ: i32 = 5;
pub const MPI_T_SCOPE_ALL: i32 = 6;
pub const MPI_T_SCOPE_ALL_EQ: i32 = 7;
pub const MPI_T_PVAR_CLASS_STATE: i32 = 1;
pub const MPI_T_PVAR_CLASS_LEVEL: i32 = 2;
pub const MPI_T_PVAR_CLASS_SIZE: i32 = 3;
pub const MPI_T_PVAR_CLASS_PERCENTAGE: i32 = 4;
pub const MPI_T_PVAR_CLASS_HIGHWATERMARK: i32 = 5;
pub const MPI_T_PVAR_CLASS_LOWWATERMARK: i32 = 6;
pub const MPI_T_PVAR_CLASS_COUNTER: i32 = 7;
pub const MPI_T_PVAR_CLASS_AGGREGATE: i32 = 8;
pub const MPI_T_PVAR_CLASS_TIMER: i32 = 9;
pub const MPI_T_PVAR_CLASS_GENERIC: i32 = 10;

/// The predefined datatypes: handle and name.
pub const DATATYPE_NAMES: &[(i32, &str)] = &[
    (512, "MPI_DATATYPE_NULL"),
    (513, "MPI_AINT"),
    (514, "MPI_COUNT"),
    (515, "MPI_OFFSET"),
    (519, "MPI_PACKED"),
    (520, "MPI_SHORT"),
    (521, "MPI_INT"),
    (522, "MPI_LONG"),
    (523, "MPI_LONG_LONG"),
    (524, "MPI_UNSIGNED_SHORT"),
    (525, "MPI_UNSIGNED"),
    (526, "MPI_UNSIGNED_LONG"),
    (527, "MPI_UNSIGNED_LONG_LONG"),
    (528, "MPI_FLOAT"),
    (530, "MPI_C_COMPLEX"),
    (531, "MPI_CXX_FLOAT_COMPLEX"),
    (532, "MPI_DOUBLE"),
    (534, "MPI_C_DOUBLE_COMPLEX"),
    (535, "MPI_CXX_DOUBLE_COMPLEX"),
    (536, "MPI_LOGICAL"),
    (537, "MPI_INTEGER"),
    (538, "MPI_REAL"),
    (539, "MPI_COMPLEX"),
    (540, "MPI_DOUBLE_PRECISION"),
    (541, "MPI_DOUBLE_COMPLEX"),
    (542, "MPI_CHARACTER"),
    (544, "MPI_LONG_DOUBLE"),
    (548, "MPI_C_LONG_DOUBLE_COMPLEX"),
    (549, "MPI_CXX_LONG_DOUBLE_COMPLEX"),
    (552, "MPI_FLOAT_INT"),
    (553, "MPI_DOUBLE_INT"),
    (554, "MPI_LONG_INT"),
    (555, "MPI_2INT"),
    (556, "MPI_SHORT_INT"),
    (557, "MPI_LONG_DOUBLE_INT"),
    (560, "MPI_2REAL"),
    (561, "MPI_2DOUBLE_PRECISION"),
    (562, "MPI_2INTEGER"),
    (568, "MPI_C_BOOL"),
    (569, "MPI_CXX_BOOL"),
    (572, "MPI_WCHAR"),
    (576, "MPI_INT8_T"),
    (577, "MPI_UINT8_T"),
    (579, "MPI_CHAR"),
    (580, "MPI_SIGNED_CHAR"),
    (581, "MPI_UNSIGNED_CHAR"),
    (583, "MPI_BYTE"),
    (584, "MPI_INT16_T"),
    (585, "MPI_UINT16_T"),
    (592, "MPI_INT32_T"),
    (593, "MPI_UINT32_T"),
    (600, "MPI_INT64_T"),
    (601, "MPI_UINT64_T"),
    (704, "MPI_LOGICAL1"),
    (705, "MPI_INTEGER1"),
    (712, "MPI_LOGICAL2"),
    (713, "MPI_INTEGER2"),
    (714, "MPI_REAL2"),
    (720, "MPI_LOGICAL4"),
    (721, "MPI_INTEGER4"),
    (722, "MPI_REAL4"),
    (723, "MPI_COMPLEX4"),
    (728, "MPI_LOGICAL8"),
    (729, "MPI_INTEGER8"),
    (730, "MPI_REAL8"),
    (731, "MPI_COMPLEX8"),
    (736, "MPI_LOGICAL16"),
    (737, "MPI_INTEGER16"),
    (738, "MPI_REAL16"),
    (739, "MPI_COMPLEX16"),
    (747, "MPI_COMPLEX32"),
];

/// The error classes: number and name.
pub const ERROR_NAMES: &[(i32, &str)] = &[
    (0, "MPI_SUCCESS"),
    (1, "MPI_ERR_BUFFER"),
    (2, "MPI_ERR_COUNT"),
    (3, "MPI_ERR_TYPE"),
    (4, "MPI_ERR_TAG"),
    (5, "MPI_ERR_COMM"),
    (6, "MPI_ERR_RANK"),
    (7, "MPI_ERR_REQUEST"),
    (8, "MPI_ERR_ROOT"),
    (9, "MPI_ERR_GROUP"),
    (10, "MPI_ERR_OP"),
    (11, "MPI_ERR_TOPOLOGY"),
    (12, "MPI_ERR_DIMS"),
    (13, "MPI_ERR_ARG"),
    (14, "MPI_ERR_UNKNOWN"),
    (15, "MPI_ERR_TRUNCATE"),
    (16, "MPI_ERR_OTHER"),
    (17, "MPI_ERR_INTERN"),
    (18, "MPI_ERR_PENDING"),
    (19, "MPI_ERR_IN_STATUS"),
    (20, "MPI_ERR_ACCESS"),
    (21, "MPI_ERR_AMODE"),
    (22, "MPI_ERR_ASSERT"),
    (23, "MPI_ERR_BAD_FILE"),
    (24, "MPI_ERR_BASE"),
    (25, "MPI_ERR_CONVERSION"),
    (26, "MPI_ERR_DISP"),
    (27, "MPI_ERR_DUP_DATAREP"),
    (28, "MPI_ERR_FILE_EXISTS"),
    (29, "MPI_ERR_FILE_IN_USE"),
    (30, "MPI_ERR_FILE"),
    (31, "MPI_ERR_INFO_KEY"),
    (32, "MPI_ERR_INFO_NOKEY"),
    (33, "MPI_ERR_INFO_VALUE"),
    (34, "MPI_ERR_INFO"),
    (35, "MPI_ERR_IO"),
    (36, "MPI_ERR_KEYVAL"),
    (37, "MPI_ERR_LOCKTYPE"),
    (38, "MPI_ERR_NAME"),
    (39, "MPI_ERR_NO_MEM"),
    (40, "MPI_ERR_NOT_SAME"),
    (41, "MPI_ERR_NO_SPACE"),
    (42, "MPI_ERR_NO_SUCH_FILE"),
    (43, "MPI_ERR_PORT"),
    (44, "MPI_ERR_QUOTA"),
    (45, "MPI_ERR_READ_ONLY"),
    (46, "MPI_ERR_RMA_ATTACH"),
    (47, "MPI_ERR_RMA_CONFLICT"),
    (48, "MPI_ERR_RMA_RANGE"),
    (49, "MPI_ERR_RMA_SHARED"),
    (50, "MPI_ERR_RMA_SYNC"),
    (51, "MPI_ERR_SERVICE"),
    (52, "MPI_ERR_SIZE"),
    (53, "MPI_ERR_SPAWN"),
    (54, "MPI_ERR_UNSUPPORTED_DATAREP"),
    (55, "MPI_ERR_UNSUPPORTED_OPERATION"),
    (56, "MPI_ERR_WIN"),
    (57, "MPI_ERR_RMA_FLAVOR"),
    (58, "MPI_ERR_PROC_ABORTED"),
    (59, "MPI_ERR_VALUE_TOO_LARGE"),
    (60, "MPI_ERR_SESSION"),
    (61, "MPI_ERR_ERRHANDLER"),
    (62, "MPI_ERR_ABI"),
    (101, "MPI_ERR_PROC_FAILED"),
    (102, "MPI_ERR_PROC_FAILED_PENDING"),
    (103, "MPI_ERR_REVOKED"),
    (1001, "MPI_T_ERR_CANNOT_INIT"),
    (1002, "MPI_T_ERR_NOT_ACCESSIBLE"),
    (1003, "MPI_T_ERR_NOT_INITIALIZED"),
    (1004, "MPI_T_ERR_NOT_SUPPORTED"),
    (1005, "MPI_T_ERR_MEMORY"),
    (1006, "MPI_T_ERR_INVALID"),
    (1007, "MPI_T_ERR_INVALID_INDEX"),
    (1008, "MPI_T_ERR_INVALID_ITEM"),
    (1009, "MPI_T_ERR_INVALID_SESSION"),
    (1010, "MPI_T_ERR_INVALID_HANDLE"),
    (1011, "MPI_T_ERR_INVALID_NAME"),
    (1012, "MPI_T_ERR_OUT_OF_HANDLES"),
    (1013, "MPI_T_ERR_OUT_OF_SESSIONS"),
    (1014, "MPI_T_ERR_CVAR_SET_NOT_NOW"),
    (1015, "MPI_T_ERR_CVAR_SET_NEVER"),
    (1016, "MPI_T_ERR_PVAR_NO_WRITE"),
    (1017, "MPI_T_ERR_PVAR_NO_STARTSTOP"),
    (1018, "MPI_T_ERR_PVAR_NO_ATOMIC"),
    (16383, "MPI_ERR_LASTCODE"),
];
