/* refused CALL: 0 if the system call is refused here with EPERM, 1 if not. Shows that `refuse` does what it says. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

int main(int argc, char **argv) {
    char from = 1, to = 0;
    struct iovec local = {&to, 1}, remote = {&from, 1};
    long got;
    if (argc == 2 && strcmp(argv[1], "process_vm_readv") == 0) got = process_vm_readv(getpid(), &local, 1, &remote, 1, 0);
    else if (argc == 2 && strcmp(argv[1], "process_vm_writev") == 0) got = process_vm_writev(getpid(), &local, 1, &remote, 1, 0);
    else if (argc == 2 && strcmp(argv[1], "membarrier") == 0) got = syscall(SYS_membarrier, 0, 0, 0);
    else return 2;
    return !(got < 0 && errno == EPERM);
}
