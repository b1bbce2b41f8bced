#define _GNU_SOURCE
#include "CNcurses.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

static struct termios saved;
static volatile sig_atomic_t has_saved = 0;
static volatile sig_atomic_t is_raw = 0;
static int input_fd = -1;
static int output_fd = -1;
static const char *restore_sequence = "";
static size_t restore_length = 0;

static void restore_at_exit(void) { cnc_terminal_restore(true); }

int cnc_terminal_open(int input, int output, const char *restore) {
    static bool registered = false;
    if (tcgetattr(input, &saved) != 0) return -1;
    input_fd = input;
    output_fd = output;
    restore_sequence = restore;
    restore_length = strlen(restore);
    has_saved = 1;
    if (!registered) {
        registered = true;
        atexit(restore_at_exit);
    }
    return 0;
}

int cnc_terminal_raw(void) {
    if (!has_saved) {
        errno = ENOTTY;
        return -1;
    }
    struct termios modes = saved;
    modes.c_iflag &= ~(tcflag_t)(BRKINT | ICRNL | INLCR | IGNCR | INPCK | ISTRIP | IXON | IXOFF);
    modes.c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ICANON | IEXTEN | ISIG);
    modes.c_cflag &= ~(tcflag_t)(CSIZE | PARENB);
    modes.c_cflag |= CS8;
    modes.c_oflag &= ~(tcflag_t)OPOST;
    modes.c_cc[VMIN] = 1;
    modes.c_cc[VTIME] = 0;
    is_raw = 1;
    return tcsetattr(input_fd, TCSADRAIN, &modes);
}

void cnc_terminal_restore(bool write_sequence) {
    if (!has_saved || !is_raw) return;
    is_raw = 0;
    if (write_sequence) {
        size_t sent = 0;
        // A terminal that doesn't read must not hold up a dying process: the poll gives up after a moment.
        while (sent < restore_length) {
            struct pollfd ready = {.fd = output_fd, .events = POLLOUT};
            if (poll(&ready, 1, 200) <= 0) break;
            ssize_t count = write(output_fd, restore_sequence + sent, restore_length - sent);
            if (count > 0) {
                sent += (size_t)count;
            } else if (errno != EINTR) {
                break;
            }
        }
    }
    // Drop typed-ahead input and late answers of the terminal, which are not for the shell.
    tcflush(input_fd, TCIFLUSH);
    tcsetattr(input_fd, TCSANOW, &saved);
}

int cnc_terminal_size(int fd, int *columns, int *rows) {
    struct winsize size;
    if (ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return -1;
    *columns = size.ws_col;
    *rows = size.ws_row;
    return 0;
}

int cnc_terminal_cell(int fd, int *width, int *height) {
    struct winsize size;
    if (ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return -1;
    *width = size.ws_xpixel / size.ws_col;
    *height = size.ws_ypixel / size.ws_row;
    return *width > 0 && *height > 0 ? 0 : -1;
}

int cnc_terminal_reopen(int fd) {
    char name[256];
    if (ttyname_r(fd, name, sizeof name) != 0) return -1;
    return open(name, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
}

bool cnc_writable(int fd) {
    struct pollfd ready = {.fd = fd, .events = POLLOUT};
    return poll(&ready, 1, 0) > 0 && (ready.revents & POLLOUT);
}

static void crashed(int number) {
    cnc_terminal_restore(true);
    // SA_RESETHAND has already restored the default action.
    raise(number);
}

void cnc_crash_handler_install(void) {
    static bool installed = false;
    if (installed) return;
    installed = true;
    // For the calling thread: the system knows one for each thread, and those of the pool are not ours to prepare.
    static char stack[65536];
    stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
    sigaltstack(&alternate, NULL);
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = crashed;
    action.sa_flags = SA_RESETHAND | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    int numbers[] = {SIGILL, SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGTRAP, SIGXCPU, SIGXFSZ, SIGUSR1, SIGUSR2};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction known;
        // A signal that the process ignores stays ignored.
        if (sigaction(numbers[i], NULL, &known) == 0 && known.sa_handler == SIG_IGN) continue;
        sigaction(numbers[i], &action, NULL);
    }
}
