/* Written by `cargo xtask gen`; do not edit. */
#define NUMBERS_Op(X) \
    X(0x20, 0) \
    X(0x21, 3) \
    X(0x22, 2) \
    X(0x23, 1) \
    X(0x24, 4) \
    X(0x28, 6) \
    X(0x29, 8) \
    X(0x2a, 10) \
    X(0x30, 5) \
    X(0x31, 7) \
    X(0x32, 9) \
    X(0x38, 12) \
    X(0x39, 11) \
    X(0x3c, 13) \
    X(0x3d, 14)
#define NUMBERS_Comm(X) \
    X(0x100, 2) \
    X(0x101, 0) \
    X(0x102, 1)
#define NUMBERS_Group(X) \
    X(0x108, 0) \
    X(0x109, 1)
#define NUMBERS_Win(X) \
    X(0x110, 0)
#define NUMBERS_File(X) \
    X(0x118, 0)
#define NUMBERS_Session(X)
#define NUMBERS_Message(X) \
    X(0x128, 0) \
    X(0x129, 1)
#define NUMBERS_Info(X) \
    X(0x130, 0) \
    X(0x131, 1)
#define NUMBERS_Errhandler(X) \
    X(0x140, 0) \
    X(0x141, 1) \
    X(0x143, 2)
#define NUMBERS_Request(X) \
    X(0x180, 0)
#define NUMBERS_Datatype(X) \
    X(0x200, 0) \
    X(0x201, 66) \
    X(0x202, 72) \
    X(0x203, 67) \
    X(0x207, 2) \
    X(0x208, 37) \
    X(0x209, 39) \
    X(0x20a, 41) \
    X(0x20b, 43) \
    X(0x20c, 38) \
    X(0x20d, 40) \
    X(0x20e, 42) \
    X(0x20f, 44) \
    X(0x210, 45) \
    X(0x212, 69) \
    X(0x213, 55) \
    X(0x214, 46) \
    X(0x216, 70) \
    X(0x217, 56) \
    X(0x218, 6) \
    X(0x219, 7) \
    X(0x21a, 13) \
    X(0x21b, 18) \
    X(0x21c, 17) \
    X(0x21d, 22) \
    X(0x21e, 5) \
    X(0x220, 47) \
    X(0x224, 71) \
    X(0x225, 57) \
    X(0x228, 48) \
    X(0x229, 49) \
    X(0x22a, 51) \
    X(0x22b, 52) \
    X(0x22c, 53) \
    X(0x22d, 50) \
    X(0x230, 23) \
    X(0x231, 24) \
    X(0x232, 25) \
    X(0x238, 68) \
    X(0x239, 54) \
    X(0x23c, 33) \
    X(0x240, 58) \
    X(0x241, 59) \
    X(0x243, 34) \
    X(0x244, 36) \
    X(0x245, 35) \
    X(0x247, 1) \
    X(0x248, 60) \
    X(0x249, 61) \
    X(0x250, 62) \
    X(0x251, 63) \
    X(0x258, 64) \
    X(0x259, 65) \
    X(0x2c0, 29) \
    X(0x2c1, 8) \
    X(0x2c8, 30) \
    X(0x2c9, 9) \
    X(0x2ca, 28) \
    X(0x2d0, 31) \
    X(0x2d1, 10) \
    X(0x2d2, 14) \
    X(0x2d8, 32) \
    X(0x2d9, 11) \
    X(0x2da, 15) \
    X(0x2db, 19) \
    X(0x2e1, 12) \
    X(0x2e2, 16) \
    X(0x2e3, 20) \
    X(0x2eb, 21)
