#include "CProcess.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

/// The signals that end the program, and those that stop and continue it.
static const int watched[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT};
enum { count = sizeof watched / sizeof watched[0] };

static struct sigaction before[count];
static struct termios shown, silent;
static int quiet = -1;

static void restored(int number) {
    int error = errno;
    if (number == SIGCONT) {
        if (quiet >= 0) tcsetattr(quiet, TCSADRAIN, &silent);
    } else {
        if (quiet >= 0) tcsetattr(quiet, TCSADRAIN, &shown);
        // Raise the signal again with its default action, so that our parent sees that we ended or stopped because of it.
        struct sigaction usual;
        memset(&usual, 0, sizeof usual);
        usual.sa_handler = SIG_DFL;
        struct sigaction ours;
        sigaction(number, &usual, &ours);
        sigset_t set, old;
        sigemptyset(&set);
        sigaddset(&set, number);
        kill(getpid(), number);
        pthread_sigmask(SIG_UNBLOCK, &set, &old);
        // The process was stopped and continues.
        pthread_sigmask(SIG_SETMASK, &old, NULL);
        sigaction(number, &ours, NULL);
        if (quiet >= 0) tcsetattr(quiet, TCSADRAIN, &silent);
    }
    errno = error;
}

int cprocess_silence(int terminal) {
    if (tcgetattr(terminal, &shown) != 0) return -1;
    silent = shown;
    silent.c_lflag &= ~(tcflag_t)ECHO;
    quiet = terminal;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = restored;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < count; i++) sigaction(watched[i], &action, &before[i]);
    if (tcsetattr(terminal, TCSAFLUSH, &silent) == 0) return 0;
    cprocess_end_silence();
    return -1;
}

void cprocess_end_silence(void) {
    if (quiet < 0) return;
    tcsetattr(quiet, TCSAFLUSH, &shown);
    quiet = -1;
    for (int i = 0; i < count; i++) sigaction(watched[i], &before[i], NULL);
}
