#define _GNU_SOURCE
#include "CCurl.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

struct start {
    void (*body)(void *context);
    void *context;
};

static void *run(void *raw) {
    struct start start = *(struct start *)raw;
    free(raw);
    pthread_setname_np(pthread_self(), "maraca-http");
    start.body(start.context);
    return NULL;
}

bool ccurl_thread_start(uint64_t *thread, void (*body)(void *context), void *context) {
    struct start *start = malloc(sizeof *start);
    if (start == NULL) return false;
    start->body = body;
    start->context = context;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t id;
    int failure = pthread_create(&id, NULL, run, start);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (failure != 0) {
        free(start);
        return false;
    }
    *thread = (uint64_t)id;
    return true;
}

void ccurl_thread_join(uint64_t thread) {
    pthread_t id = (pthread_t)thread;
    if (pthread_equal(id, pthread_self())) {
        pthread_detach(id);
    } else {
        pthread_join(id, NULL);
    }
}
