#define _GNU_SOURCE
#include "CSQLiteSetup.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

int csqlite_setup(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

void csqlite_lengthen(const char *path) {
    int file = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    if (file < 0) return;
    struct stat now;
    // posix_fallocate would write where the file system can't do it.
    if (fstat(file, &now) == 0 && now.st_size == 0) (void)fallocate(file, 0, 0, 1);
    close(file);
}
