/* refuse CALL[,CALL…] PROGRAM ARGS…: runs the program under a seccomp filter that answers these system calls with EPERM, as
 * a container's profile does. Children inherit it. Ends with 77 where the system has no filters. */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static const struct {
    const char *name;
    unsigned number;
} KNOWN[] = {{"process_vm_readv", SYS_process_vm_readv},
             {"process_vm_writev", SYS_process_vm_writev},
             {"membarrier", SYS_membarrier},
             {"pidfd_open", SYS_pidfd_open},
             {"prlimit64", SYS_prlimit64}};
enum { MOST = sizeof KNOWN / sizeof *KNOWN };

int main(int argc, char **argv) {
    struct sock_filter filter[2 * MOST + 2];
    unsigned short len = 0;
    if (argc < 3) {
        fprintf(stderr, "usage: refuse CALL[,CALL...] PROGRAM ARGS...\n");
        return 2;
    }
    filter[len++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
    for (char *name = strtok(argv[1], ","); name; name = strtok(NULL, ",")) {
        size_t k = 0;
        while (k < MOST && strcmp(KNOWN[k].name, name) != 0) k++;
        if (k == MOST || len > 2 * MOST) {
            fprintf(stderr, "refuse: cannot refuse %s\n", name);
            return 2;
        }
        filter[len++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, KNOWN[k].number, 0, 1);
        filter[len++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
    }
    filter[len++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    struct sock_fprog program = {len, filter};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) {
        perror("refuse: no seccomp filter");
        return 77;
    }
    execvp(argv[2], argv + 2);
    perror(argv[2]);
    return 127;
}
