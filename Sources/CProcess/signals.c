#include "CProcess.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

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
