#include "CProcess.h"

#include <sys/prctl.h>
#include <sys/resource.h>

int cprocess_keep_private(void) {
    // The limit alone does not hold where the kernel pipes cores to a program.
    struct rlimit none = {0, 0};
    if (setrlimit(RLIMIT_CORE, &none) != 0) return -1;
    return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}
