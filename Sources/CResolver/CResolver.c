#define _GNU_SOURCE
#include "CResolver.h"

#include <arpa/nameser.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <resolv.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/// Reads the records of one type. Service records have weight and port before the name, mail exchanges do not.
static int read_records(ns_type type, const uint8_t *answer, int length, cresolver_service *services, int most) {
    int head = type == ns_t_srv ? 6 : 2;
    ns_msg message;
    if (ns_initparse(answer, length, &message) != 0) return 0;
    int found = 0;
    for (int index = 0; index < ns_msg_count(message, ns_s_an) && found < most; index++) {
        ns_rr record;
        if (ns_parserr(&message, ns_s_an, index, &record) != 0) return found;
        if (ns_rr_type(record) != type || ns_rr_class(record) != ns_c_in || ns_rr_rdlen(record) <= head) continue;
        const uint8_t *data = ns_rr_rdata(record);
        cresolver_service service = {.priority = ns_get16(data)};
        if (type == ns_t_srv) {
            service.weight = ns_get16(data + 2);
            service.port = ns_get16(data + 4);
        }
        if (dn_expand(answer, answer + length, data + head, service.target, sizeof service.target) < 0) continue;
        services[found++] = service;
    }
    return found;
}

static int find_records(ns_type type, const char *name, cresolver_service *services, int most) {
    struct __res_state state;
    memset(&state, 0, sizeof state);
    if (res_ninit(&state) != 0) return 0;
    state.retrans = 3;
    state.retry = 2;
    uint8_t answer[8192];
    int length = res_nquery(&state, name, ns_c_in, type, answer, sizeof answer);
    res_nclose(&state);
    if (length <= 0) return 0;
    return read_records(type, answer, length < (int)sizeof answer ? length : (int)sizeof answer, services, most);
}

int cresolver_read(const uint8_t *answer, int length, cresolver_service *services, int most) {
    return read_records(ns_t_srv, answer, length, services, most);
}

int cresolver_find(const char *name, cresolver_service *services, int most) {
    return find_records(ns_t_srv, name, services, most);
}

int cresolver_read_exchanges(const uint8_t *answer, int length, cresolver_service *exchanges, int most) {
    return read_records(ns_t_mx, answer, length, exchanges, most);
}

int cresolver_find_exchanges(const char *name, cresolver_service *exchanges, int most) {
    return find_records(ns_t_mx, name, exchanges, most);
}

static int64_t milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/// Whether a connection to an address succeeds before `end`.
static bool answers_at(const struct addrinfo *address, int64_t end) {
    int line = socket(address->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (line < 0) return false;
    bool is_there = connect(line, address->ai_addr, address->ai_addrlen) == 0;
    if (!is_there && errno == EINPROGRESS) {
        struct pollfd wait = {.fd = line, .events = POLLOUT};
        int64_t left = end - milliseconds();
        int error = 0;
        socklen_t size = sizeof error;
        is_there = left > 0 && poll(&wait, 1, (int)left) == 1
            && getsockopt(line, SOL_SOCKET, SO_ERROR, &error, &size) == 0 && error == 0;
    }
    close(line);
    return is_there;
}

bool cresolver_answers(const char *host, const char *port, int limit_ms) {
    int64_t end = milliseconds() + limit_ms;
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICSERV};
    struct addrinfo *addresses = NULL;
    if (getaddrinfo(host, port, &hints, &addresses) != 0) return false;
    bool is_there = false;
    for (struct addrinfo *address = addresses; address != NULL && !is_there; address = address->ai_next) {
        is_there = answers_at(address, end);
    }
    freeaddrinfo(addresses);
    return is_there;
}
