#define _GNU_SOURCE
#include "CNcurses.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <unistd.h>

extern char **environ;

int cnc_event_open(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

void cnc_event_raise(int fd) {
    uint64_t one = 1;
    // The only possible failure is a full counter, which wakes the reader anyway.
    ssize_t ignored = write(fd, &one, sizeof one);
    (void)ignored;
}

void cnc_event_clear(int fd) {
    uint64_t count;
    ssize_t ignored = read(fd, &count, sizeof count);
    (void)ignored;
}

int cnc_wait(int wake, int input, int signals, int output, int64_t nanoseconds) {
    struct pollfd waited[] = {
        {.fd = wake, .events = POLLIN},
        {.fd = input, .events = POLLIN},
        {.fd = signals, .events = POLLIN},
        {.fd = output, .events = POLLOUT},
    };
    struct timespec left = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
    if (ppoll(waited, 4, nanoseconds < 0 ? NULL : &left, NULL) <= 0) return 0;
    int found = 0;
    if (waited[1].revents) found |= CNC_INPUT;
    if (waited[2].revents) found |= CNC_SIGNAL;
    if (waited[3].revents) found |= CNC_OUTPUT;
    return found;
}

static const int queued[] = {SIGWINCH, SIGTSTP, SIGCONT, SIGTERM, SIGHUP, SIGINT, SIGQUIT};
static pthread_t listener;

// Threads that existed before do not block these signals and forward them. By default a stop would leave the terminal as it
// is, and in an orphaned process group it would have no effect.
static void hand_on(int number) {
    int before = errno;
    pthread_kill(listener, number);
    errno = before;
}

int cnc_signals_open(void) {
    sigset_t set;
    sigemptyset(&set);
    listener = pthread_self();
    for (size_t index = 0; index < sizeof queued / sizeof *queued; index++) {
        sigaddset(&set, queued[index]);
        struct sigaction known;
        if (sigaction(queued[index], NULL, &known) != 0 || known.sa_handler == SIG_IGN) continue;
        struct sigaction action = {.sa_handler = hand_on, .sa_flags = SA_RESTART};
        sigemptyset(&action.sa_mask);
        sigaction(queued[index], &action, NULL);
    }
    signal(SIGPIPE, SIG_IGN);
    // An ignored signal (nohup, a background job) is not queued even if blocked.
    int result = pthread_sigmask(SIG_BLOCK, &set, NULL);
    if (result != 0) {
        errno = result;
        return -1;
    }
    return signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}

int cnc_signals_next(int fd) {
    struct signalfd_siginfo information;
    return read(fd, &information, sizeof information) == sizeof information ? (int)information.ssi_signo : 0;
}

void cnc_stop_self(void) { kill(getpid(), SIGSTOP); }

bool cnc_stop_job(void) {
    // In the session's first process group, nobody would resume the job.
    if (getpgrp() == getsid(0)) return false;
    return kill(0, SIGTSTP) == 0;
}

int32_t cnc_thread_id(void) {
    // Called hundreds of times per frame, to check whether code runs on the UI actor's thread. A forked child has another id, but runs
    // none of our code.
    static _Thread_local int32_t id = 0;
    if (id == 0) id = (int32_t)syscall(SYS_gettid);
    return id;
}

char *const *cnc_environment(void) { return environ; }
