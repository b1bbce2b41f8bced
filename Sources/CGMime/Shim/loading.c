#include "loading.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct cgmime_functions gmime;

static void *find(void *library, const char *name) {
    void *found = library ? dlsym(library, name) : NULL;
    if (!found) {
        fprintf(stderr, "maraca: %s\n", dlerror());
        abort();
    }
    return found;
}

/* GMime and the dozen libraries that it needs take two milliseconds to load, a sixth of the start of a command that reads no mail. */
static void load(void) {
    void *library = dlopen("libgmime-3.0.so.0", RTLD_NOW | RTLD_LOCAL), *found;
#define FIND(name) found = find(library, #name), memcpy(&gmime.name, &found, sizeof found);
    CGMIME_FUNCTIONS(FIND)
}

void cgmime_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
}
