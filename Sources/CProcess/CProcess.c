#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <sys/prctl.h>
#include <sys/resource.h>

void cprocess_open_standard_files(void) {
    for (int file = 0; file < 3; file++) {
        if (fcntl(file, F_GETFD) != -1 || errno != EBADF) continue;
        // The lowest free number is this one, since those below are open by now.
        if (open("/dev/null", file == 0 ? O_WRONLY : O_RDONLY) != file) return;
    }
}

int cprocess_keep_private(void) {
    // The limit alone does not hold where the kernel pipes cores to a program.
    struct rlimit none = {0, 0};
    if (setrlimit(RLIMIT_CORE, &none) != 0) return -1;
    return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

void cprocess_give_back_memory(void) {
    // Below this are the pictures of a screen, which come and go with each key: those stay cheap.
    mallopt(M_MMAP_THRESHOLD, 1024 * 1024);
    mallopt(M_TRIM_THRESHOLD, 4 * 1024 * 1024);
}
