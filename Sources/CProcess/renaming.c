#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int cprocess_rename_new(int folder, const char *old_name, const char *new_name) {
    return renameat2(folder, old_name, folder, new_name, RENAME_NOREPLACE) == 0 ? 0 : errno;
}

/* What the kernel calls an open file; only who may do everything can do without. */
static void open_name(int file, char name[32]) {
    snprintf(name, 32, "/proc/self/fd/%d", file);
}

int cprocess_open_unnamed(int folder) {
    int file = openat(folder, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (file < 0) return -1;
    char name[32];
    open_name(file, name);
    if (access(name, F_OK) == 0) return file;
    close(file);
    errno = ENOSYS;
    return -1;
}

int cprocess_name_new(int file, int folder, const char *name) {
    char source[32];
    open_name(file, source);
    return linkat(AT_FDCWD, source, folder, name, AT_SYMLINK_FOLLOW) == 0 ? 0 : errno;
}
