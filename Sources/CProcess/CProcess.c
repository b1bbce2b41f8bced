#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <sys/prctl.h>
#include <sys/resource.h>

void cprocess_open_standard_files(void) {
    for (int file = 0; file < 3; file++) {
        if (fcntl(file, F_GETFD) != -1 || errno != EBADF) continue;
        // open returns the lowest free number, which is this one.
        if (open("/dev/null", file == 0 ? O_WRONLY : O_RDONLY) != file) return;
    }
}

int cprocess_keep_private(void) {
    // The limit alone has no effect if the kernel pipes core dumps to a program.
    struct rlimit none = {0, 0};
    if (setrlimit(RLIMIT_CORE, &none) != 0) return -1;
    return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

void cprocess_give_back_memory(void) {
    // The pictures of a screen, which change with each key, are smaller than this, so they stay cheap.
    mallopt(M_MMAP_THRESHOLD, 1024 * 1024);
    mallopt(M_TRIM_THRESHOLD, 4 * 1024 * 1024);
}
