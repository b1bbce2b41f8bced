#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

int cprocess_spawn(const char *path, char *const arguments[], char *const environment[], int input, int output,
                   int error, int fourth, int own_group, pid_t *process) {
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t actions;
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
                                              (own_group ? POSIX_SPAWN_SETPGROUP : 0));
    posix_spawn_file_actions_init(&actions);
    if (input >= 0) posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    if (output >= 0) posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    if (error >= 0) posix_spawn_file_actions_adddup2(&actions, error, STDERR_FILENO);
    if (fourth >= 0) posix_spawn_file_actions_adddup2(&actions, fourth, STDERR_FILENO + 1);
    posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + (fourth >= 0 ? 2 : 1));
    // Threads that run Swift's tasks may have their own priority, which a child program would inherit. The main
    // thread has that of the process.
    int usual = getpriority(PRIO_PROCESS, (id_t)getpid());
    int own = getpriority(PRIO_PROCESS, 0);
    if (own != usual) setpriority(PRIO_PROCESS, 0, usual);
    int result = posix_spawnp(process, path, &actions, &attributes, arguments, environment ? environment : environ);
    if (own != usual) setpriority(PRIO_PROCESS, 0, own);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return result;
}

int cprocess_ended(pid_t process, int *status, int *is_signalled) {
    int raw = 0;
    pid_t found = waitpid(process, &raw, WNOHANG);
    if (found == 0) return 0;
    if (found < 0) return errno == EINTR ? 0 : -1;
    *is_signalled = WIFSIGNALED(raw);
    *status = WIFSIGNALED(raw) ? 128 + WTERMSIG(raw) : WEXITSTATUS(raw);
    return 1;
}

int cprocess_memory_file(void) { return memfd_create("maraca", MFD_CLOEXEC); }
