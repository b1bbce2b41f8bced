#define _GNU_SOURCE
#include "internal.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

struct ccurl_functions ccurl_api;

static pthread_once_t load_once = PTHREAD_ONCE_INIT;
static char load_error[256];

static bool find(void *library, const char *name, void *slot) {
    void *symbol = dlsym(library, name);
    if (symbol == NULL) {
        strncpy(load_error, "libcurl.so.4 is too old: it lacks ", sizeof load_error - 1);
        strncat(load_error, name, sizeof load_error - strlen(load_error) - 1);
        return false;
    }
    memcpy(slot, &symbol, sizeof symbol);
    return true;
}

static void load(void) {
    void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        const char *reason = dlerror();
        strncpy(load_error, reason != NULL ? reason : "libcurl.so.4 is missing", sizeof load_error - 1);
        return;
    }
    // OpenSSL's cleanup at exit would break the network thread, which may still be running then
    // (OPENSSL_INIT_NO_ATEXIT). The function is absent if libcurl was built with another TLS library.
    int (*init_crypto)(uint64_t, const void *) = NULL;
    void *symbol = dlsym(library, "OPENSSL_init_crypto");
    if (symbol != NULL) {
        memcpy(&init_crypto, &symbol, sizeof symbol);
        init_crypto(0x00080000, NULL);
    }
    if (!find(library, "curl_global_init", &ccurl_api.global_init) || !find(library, "curl_easy_init", &ccurl_api.easy_init)
        || !find(library, "curl_easy_setopt", &ccurl_api.easy_setopt)
        || !find(library, "curl_easy_getinfo", &ccurl_api.easy_getinfo)
        || !find(library, "curl_easy_pause", &ccurl_api.easy_pause)
        || !find(library, "curl_easy_recv", &ccurl_api.easy_recv)
        || !find(library, "curl_easy_send", &ccurl_api.easy_send)
        || !find(library, "curl_easy_cleanup", &ccurl_api.easy_cleanup)
        || !find(library, "curl_easy_strerror", &ccurl_api.easy_strerror)
        || !find(library, "curl_multi_init", &ccurl_api.multi_init)
        || !find(library, "curl_multi_setopt", &ccurl_api.multi_setopt)
        || !find(library, "curl_multi_add_handle", &ccurl_api.multi_add_handle)
        || !find(library, "curl_multi_remove_handle", &ccurl_api.multi_remove_handle)
        || !find(library, "curl_multi_perform", &ccurl_api.multi_perform)
        || !find(library, "curl_multi_poll", &ccurl_api.multi_poll)
        || !find(library, "curl_multi_wakeup", &ccurl_api.multi_wakeup)
        || !find(library, "curl_multi_info_read", &ccurl_api.multi_info_read)
        || !find(library, "curl_multi_cleanup", &ccurl_api.multi_cleanup)
        || !find(library, "curl_slist_append", &ccurl_api.slist_append)
        || !find(library, "curl_slist_free_all", &ccurl_api.slist_free_all)) {
        return;
    }
    if (ccurl_api.global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
        strncpy(load_error, "libcurl does not start", sizeof load_error - 1);
    }
}

const char *ccurl_load(void) {
    pthread_once(&load_once, load);
    return load_error[0] == 0 ? NULL : load_error;
}
