#define _GNU_SOURCE
#include "CProcess.h"

#include <stdatomic.h>
#include <sys/resource.h>
#include <unistd.h>

static atomic_int main_is_first = 0;
static _Thread_local int is_behind = 0;

/// Half way between equal and hardly ever: the kernel gives a thread that is 5 behind a third of the time of one that isn't.
static const int distance = 5;

void cprocess_put_main_first(void) { atomic_store(&main_is_first, 1); }

void cprocess_go_behind_main(void) {
    if (is_behind || !atomic_load(&main_is_first) || gettid() == getpid()) return;
    is_behind = 1;
    // On Linux a priority belongs to a thread, and 0 is the calling one (setpriority(2), C library/kernel differences).
    int first = getpriority(PRIO_PROCESS, (id_t)getpid());
    setpriority(PRIO_PROCESS, 0, first + distance);
}
