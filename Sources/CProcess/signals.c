#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int heard[2] = {-1, -1};

static void hear(int number) {
    int before = errno;
    unsigned char byte = (unsigned char)number;
    ssize_t written = write(heard[1], &byte, 1);
    (void)written;
    errno = before;
}

int cprocess_hears(void) {
    if (heard[0] < 0 && pipe2(heard, O_CLOEXEC) != 0) return -1;
    return heard[0];
}

int cprocess_hear(int number) {
    struct sigaction action = {0};
    action.sa_handler = hear;
    action.sa_flags = SA_RESTART;
    return sigaction(number, &action, NULL);
}

int cprocess_ignores(int number) {
    struct sigaction action;
    return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

void cprocess_end_by(int number) {
    sigset_t this;
    sigemptyset(&this);
    sigaddset(&this, number);
    signal(number, SIG_DFL);
    pthread_sigmask(SIG_UNBLOCK, &this, NULL);
    raise(number);
    _exit(128 + number);
}
