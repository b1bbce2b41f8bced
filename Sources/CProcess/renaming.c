#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <stdio.h>

int cprocess_rename_new(int folder, const char *old_name, const char *new_name) {
    return renameat2(folder, old_name, folder, new_name, RENAME_NOREPLACE) == 0 ? 0 : errno;
}
