#define _GNU_SOURCE
#define CURL_DISABLE_TYPECHECK
#include "CCurl.h"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <dlfcn.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// The functions of libcurl that are used, by the types that its header gives them.

static struct {
    __typeof__(curl_global_init) *global_init;
    CURL *(*easy_init)(void);
    CURLcode (*easy_setopt)(CURL *, CURLoption, ...);
    CURLcode (*easy_getinfo)(CURL *, CURLINFO, ...);
    CURLcode (*easy_pause)(CURL *, int);
    void (*easy_cleanup)(CURL *);
    const char *(*easy_strerror)(CURLcode);
    CURLM *(*multi_init)(void);
    CURLMcode (*multi_setopt)(CURLM *, CURLMoption, ...);
    CURLMcode (*multi_add_handle)(CURLM *, CURL *);
    CURLMcode (*multi_remove_handle)(CURLM *, CURL *);
    CURLMcode (*multi_perform)(CURLM *, int *);
    CURLMcode (*multi_poll)(CURLM *, struct curl_waitfd[], unsigned int, int, int *);
    CURLMcode (*multi_wakeup)(CURLM *);
    CURLMsg *(*multi_info_read)(CURLM *, int *);
    CURLMcode (*multi_cleanup)(CURLM *);
    struct curl_slist *(*slist_append)(struct curl_slist *, const char *);
    void (*slist_free_all)(struct curl_slist *);
} api;

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
    // OpenSSL's clean-up at exit would pull the ground from under our thread, which may still be at work then
    // (OPENSSL_INIT_NO_ATEXIT). Absent when libcurl was built with another TLS library.
    int (*init_crypto)(uint64_t, const void *) = NULL;
    void *symbol = dlsym(library, "OPENSSL_init_crypto");
    if (symbol != NULL) {
        memcpy(&init_crypto, &symbol, sizeof symbol);
        init_crypto(0x00080000, NULL);
    }
    if (!find(library, "curl_global_init", &api.global_init) || !find(library, "curl_easy_init", &api.easy_init)
        || !find(library, "curl_easy_setopt", &api.easy_setopt)
        || !find(library, "curl_easy_getinfo", &api.easy_getinfo)
        || !find(library, "curl_easy_pause", &api.easy_pause)
        || !find(library, "curl_easy_cleanup", &api.easy_cleanup)
        || !find(library, "curl_easy_strerror", &api.easy_strerror)
        || !find(library, "curl_multi_init", &api.multi_init)
        || !find(library, "curl_multi_setopt", &api.multi_setopt)
        || !find(library, "curl_multi_add_handle", &api.multi_add_handle)
        || !find(library, "curl_multi_remove_handle", &api.multi_remove_handle)
        || !find(library, "curl_multi_perform", &api.multi_perform)
        || !find(library, "curl_multi_poll", &api.multi_poll)
        || !find(library, "curl_multi_wakeup", &api.multi_wakeup)
        || !find(library, "curl_multi_info_read", &api.multi_info_read)
        || !find(library, "curl_multi_cleanup", &api.multi_cleanup)
        || !find(library, "curl_slist_append", &api.slist_append)
        || !find(library, "curl_slist_free_all", &api.slist_free_all)) {
        return;
    }
    if (api.global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
        strncpy(load_error, "libcurl does not start", sizeof load_error - 1);
    }
}

const char *ccurl_load(void) {
    pthread_once(&load_once, load);
    return load_error[0] == 0 ? NULL : load_error;
}

struct ccurl_multi {
    CURLM *curl;
};

struct ccurl_transfer {
    CURL *curl;
    struct curl_slist *headers;
    void *context;
    ccurl_receive on_header;
    ccurl_receive on_body;
    ccurl_give on_send;
    CURLcode code;
    bool is_plain;
    bool is_public_only;
    bool left_loopback;
    bool stopped;
    char message[CURL_ERROR_SIZE];
};

ccurl_multi *ccurl_multi_create(long connections_per_host) {
    ccurl_multi *multi = calloc(1, sizeof *multi);
    if (multi == NULL) return NULL;
    multi->curl = api.multi_init();
    if (multi->curl == NULL) {
        free(multi);
        return NULL;
    }
    api.multi_setopt(multi->curl, CURLMOPT_MAX_HOST_CONNECTIONS, connections_per_host);
    return multi;
}

void ccurl_multi_destroy(ccurl_multi *multi) {
    api.multi_cleanup(multi->curl);
    free(multi);
}

void ccurl_multi_wakeup(ccurl_multi *multi) { api.multi_wakeup(multi->curl); }

void ccurl_multi_poll(ccurl_multi *multi, int timeout_ms) {
    if (api.multi_poll(multi->curl, NULL, 0, timeout_ms, NULL) != CURLM_OK) {
        // Without this an error that stays would make the caller spin.
        usleep(10000);
    }
}

void ccurl_multi_perform(ccurl_multi *multi) {
    int running = 0;
    api.multi_perform(multi->curl, &running);
}

static ccurl_outcome outcome_of(const ccurl_transfer *transfer) {
    if (transfer->left_loopback) return CCURL_INSECURE;
    if (transfer->stopped) return CCURL_STOPPED;
    switch (transfer->code) {
    case CURLE_OK: return CCURL_DONE;
    case CURLE_URL_MALFORMAT: return CCURL_BAD_URL;
    case CURLE_OPERATION_TIMEDOUT: return CCURL_TIMED_OUT;
    case CURLE_SSL_CONNECT_ERROR:
        // A line that broke in the middle of the handshake says nothing about secrecy.
        return strstr(transfer->message, "SSL_ERROR_SYSCALL") != NULL || strstr(transfer->message, "reset by peer") != NULL
            ? CCURL_UNREACHABLE : CCURL_INSECURE;
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CRL_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_ENGINE_INITFAILED:
    case CURLE_SSL_PINNEDPUBKEYNOTMATCH:
    case CURLE_SSL_INVALIDCERTSTATUS:
    case CURLE_USE_SSL_FAILED: return CCURL_INSECURE;
    default: return CCURL_UNREACHABLE;
    }
}

void *ccurl_multi_next_finished(ccurl_multi *multi, ccurl_outcome *outcome) {
    int left = 0;
    CURLMsg *message = NULL;
    while ((message = api.multi_info_read(multi->curl, &left)) != NULL) {
        if (message->msg != CURLMSG_DONE) continue;
        CURLcode code = message->data.result;
        char *private_pointer = NULL;
        api.easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &private_pointer);
        ccurl_transfer *transfer = (ccurl_transfer *)private_pointer;
        transfer->code = code;
        *outcome = outcome_of(transfer);
        return transfer->context;
    }
    return NULL;
}

bool ccurl_multi_add(ccurl_multi *multi, ccurl_transfer *transfer) {
    api.easy_setopt(transfer->curl, CURLOPT_HTTPHEADER, transfer->headers);
    return api.multi_add_handle(multi->curl, transfer->curl) == CURLM_OK;
}

void ccurl_multi_remove(ccurl_multi *multi, ccurl_transfer *transfer) {
    api.multi_remove_handle(multi->curl, transfer->curl);
}

static size_t take_header(char *bytes, size_t size, size_t count, void *context) {
    ccurl_transfer *transfer = context;
    if (transfer->on_header(transfer->context, (const uint8_t *)bytes, size * count) == CCURL_TAKEN) return size * count;
    transfer->stopped = true;
    return size * count + 1;
}

static size_t take_body(char *bytes, size_t size, size_t count, void *context) {
    ccurl_transfer *transfer = context;
    switch (transfer->on_body(transfer->context, (const uint8_t *)bytes, size * count)) {
    case CCURL_TAKEN: return size * count;
    case CCURL_PAUSE: return CURL_WRITEFUNC_PAUSE;
    case CCURL_STOP: break;
    }
    transfer->stopped = true;
    return size * count + 1;
}

static size_t give_bytes(char *bytes, size_t size, size_t count, void *context) {
    ccurl_transfer *transfer = context;
    size_t given = transfer->on_send(transfer->context, (uint8_t *)bytes, size * count);
    return given == 0 ? CURL_READFUNC_PAUSE : given;
}

static bool is_loopback(const struct sockaddr *address) {
    if (address->sa_family == AF_INET) {
        struct sockaddr_in v4;
        memcpy(&v4, address, sizeof v4);
        return (ntohl(v4.sin_addr.s_addr) >> 24) == 127;
    }
    if (address->sa_family == AF_INET6) {
        struct sockaddr_in6 v6;
        memcpy(&v6, address, sizeof v6);
        return IN6_IS_ADDR_LOOPBACK(&v6.sin6_addr);
    }
    return false;
}

/// Not this machine, its networks, a carrier's, many at once, or what is reserved (RFC 6890).
static bool is_public_v4(uint32_t address) {
    static const struct { uint32_t network; int bits; } others[] = {
        {0x00000000, 8}, {0x0A000000, 8}, {0x64400000, 10}, {0x7F000000, 8}, {0xA9FE0000, 16}, {0xAC100000, 12},
        {0xC0000000, 24}, {0xC0000200, 24}, {0xC0586300, 24}, {0xC0A80000, 16}, {0xC6120000, 15}, {0xC6336400, 24},
        {0xCB007100, 24}, {0xE0000000, 3},
    };
    for (size_t index = 0; index < sizeof others / sizeof others[0]; index++) {
        if (address >> (32 - others[index].bits) == others[index].network >> (32 - others[index].bits)) return false;
    }
    return true;
}

static bool is_public(const struct sockaddr *address) {
    if (address->sa_family == AF_INET) {
        return is_public_v4(ntohl(((const struct sockaddr_in *)(const void *)address)->sin_addr.s_addr));
    }
    if (address->sa_family != AF_INET6) return false;
    const uint8_t *bytes = ((const struct sockaddr_in6 *)(const void *)address)->sin6_addr.s6_addr;
    // Of all of them only 2000::/3 is public; ways into IPv4 and what is for documents are not.
    bool is_tunnel = bytes[0] == 0x20 && (bytes[1] == 0x02 || (bytes[1] == 0x01 && bytes[2] <= 1));
    bool is_document = bytes[0] == 0x20 && bytes[1] == 0x01 && bytes[2] == 0x0D && bytes[3] == 0xB8;
    return (bytes[0] & 0xE0) == 0x20 && !is_tunnel && !is_document;
}

bool ccurl_address_is_public(const char *text) {
    struct sockaddr_in v4 = {.sin_family = AF_INET};
    struct sockaddr_in6 v6 = {.sin6_family = AF_INET6};
    if (inet_pton(AF_INET, text, &v4.sin_addr) == 1) return is_public((const struct sockaddr *)(const void *)&v4);
    return inet_pton(AF_INET6, text, &v6.sin6_addr) == 1 && is_public((const struct sockaddr *)(const void *)&v6);
}

/// The last word on plain HTTP, when the name has been resolved. Programs that we start do not inherit the socket.
static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
    (void)purpose;
    ccurl_transfer *transfer = context;
    bool is_kept_out = transfer->is_public_only && !is_public(&address->addr);
    if (is_kept_out || (transfer->is_plain && !is_loopback(&address->addr))) {
        transfer->left_loopback = true;
        return CURL_SOCKET_BAD;
    }
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

ccurl_transfer *ccurl_transfer_create(
    const char *url, bool is_plain, void *context, ccurl_receive on_header, ccurl_receive on_body) {
    ccurl_transfer *transfer = calloc(1, sizeof *transfer);
    if (transfer == NULL) return NULL;
    CURL *curl = api.easy_init();
    if (curl == NULL) {
        free(transfer);
        return NULL;
    }
    transfer->curl = curl;
    transfer->context = context;
    transfer->on_header = on_header;
    transfer->on_body = on_body;
    transfer->is_plain = is_plain;

    bool is_set = api.easy_setopt(curl, CURLOPT_URL, url) == CURLE_OK;
    is_set &= api.easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, 1L) == CURLE_OK;
    is_set &= api.easy_setopt(curl, CURLOPT_SSL_VERIFYHOST, 2L) == CURLE_OK;
    is_set &= api.easy_setopt(curl, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2) == CURLE_OK;
    is_set &= api.easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L) == CURLE_OK;
    is_set &= api.easy_setopt(curl, CURLOPT_NOSIGNAL, 1L) == CURLE_OK;
    is_set &= api.easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, open_socket) == CURLE_OK;
    is_set &= api.easy_setopt(curl, CURLOPT_OPENSOCKETDATA, transfer) == CURLE_OK;
    // A proxy would get to see what plain HTTP carries; through TLS it sees the host alone.
    if (is_plain) is_set &= api.easy_setopt(curl, CURLOPT_PROXY, "") == CURLE_OK;
    if (!is_set) {
        api.easy_cleanup(curl);
        free(transfer);
        return NULL;
    }
    api.easy_setopt(curl, CURLOPT_PRIVATE, transfer);
    api.easy_setopt(curl, CURLOPT_ERRORBUFFER, transfer->message);
    api.easy_setopt(curl, CURLOPT_HEADERFUNCTION, take_header);
    api.easy_setopt(curl, CURLOPT_HEADERDATA, transfer);
    api.easy_setopt(curl, CURLOPT_WRITEFUNCTION, take_body);
    api.easy_setopt(curl, CURLOPT_WRITEDATA, transfer);
    api.easy_setopt(curl, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    api.easy_setopt(curl, CURLOPT_PATH_AS_IS, 1L);
    api.easy_setopt(curl, CURLOPT_ACCEPT_ENCODING, "");
    api.easy_setopt(curl, CURLOPT_TCP_NODELAY, 1L);
    api.easy_setopt(curl, CURLOPT_TCP_KEEPALIVE, 1L);
#if LIBCURL_VERSION_NUM >= 0x075500
    api.easy_setopt(curl, CURLOPT_PROTOCOLS_STR, is_plain ? "http" : "https");
#endif
#if LIBCURL_VERSION_NUM >= 0x075700
    // Else the end of a transfer waits for a name server that does not answer.
    api.easy_setopt(curl, CURLOPT_QUICK_EXIT, 1L);
#endif
    return transfer;
}

void ccurl_transfer_destroy(ccurl_transfer *transfer) {
    api.easy_cleanup(transfer->curl);
    api.slist_free_all(transfer->headers);
    free(transfer);
}

bool ccurl_transfer_set_method(ccurl_transfer *transfer, const char *method) {
    if (strcmp(method, "GET") == 0) return true;
    if (strcmp(method, "HEAD") == 0) return api.easy_setopt(transfer->curl, CURLOPT_NOBODY, 1L) == CURLE_OK;
    return api.easy_setopt(transfer->curl, CURLOPT_CUSTOMREQUEST, method) == CURLE_OK;
}

bool ccurl_transfer_set_body(ccurl_transfer *transfer, const uint8_t *bytes, size_t length) {
    return api.easy_setopt(transfer->curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)length) == CURLE_OK
        && api.easy_setopt(transfer->curl, CURLOPT_COPYPOSTFIELDS, length == 0 ? (const uint8_t *)"" : bytes) == CURLE_OK;
}

bool ccurl_transfer_add_header(ccurl_transfer *transfer, const char *line) {
    struct curl_slist *headers = api.slist_append(transfer->headers, line);
    if (headers == NULL) return false;
    transfer->headers = headers;
    return true;
}

bool ccurl_transfer_set_certificates(ccurl_transfer *transfer, const char *file) {
    return api.easy_setopt(transfer->curl, CURLOPT_CAINFO, file) == CURLE_OK;
}

bool ccurl_transfer_set_public_only(ccurl_transfer *transfer) {
    transfer->is_public_only = true;
    // A proxy would resolve the name where nobody looks.
    return api.easy_setopt(transfer->curl, CURLOPT_PROXY, "") == CURLE_OK;
}

void ccurl_transfer_set_connect_timeout(ccurl_transfer *transfer, long milliseconds) {
    api.easy_setopt(transfer->curl, CURLOPT_CONNECTTIMEOUT_MS, milliseconds);
}

void ccurl_transfer_set_fresh_connection(ccurl_transfer *transfer) {
    api.easy_setopt(transfer->curl, CURLOPT_FRESH_CONNECT, 1L);
}

bool ccurl_transfer_set_duplex(ccurl_transfer *transfer, ccurl_give on_send) {
    CURL *curl = transfer->curl;
    transfer->on_send = on_send;
    // An upload of no known length, which the empty header keeps from being cut into chunks. HTTP/2 has no upgrade.
    return api.easy_setopt(curl, CURLOPT_UPLOAD, 1L) == CURLE_OK
        && api.easy_setopt(curl, CURLOPT_CUSTOMREQUEST, "GET") == CURLE_OK
        && api.easy_setopt(curl, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1) == CURLE_OK
        && api.easy_setopt(curl, CURLOPT_READFUNCTION, give_bytes) == CURLE_OK
        && api.easy_setopt(curl, CURLOPT_READDATA, transfer) == CURLE_OK
        && api.easy_setopt(curl, CURLOPT_INFILESIZE_LARGE, (curl_off_t)-1) == CURLE_OK
        && ccurl_transfer_add_header(transfer, "Transfer-Encoding:");
}

void ccurl_transfer_resume(ccurl_transfer *transfer) { api.easy_pause(transfer->curl, CURLPAUSE_CONT); }

int64_t ccurl_transfer_uploaded(ccurl_transfer *transfer) {
    curl_off_t uploaded = 0;
    api.easy_getinfo(transfer->curl, CURLINFO_SIZE_UPLOAD_T, &uploaded);
    return uploaded;
}

const char *ccurl_transfer_message(ccurl_transfer *transfer) {
    return transfer->message[0] != 0 ? transfer->message : api.easy_strerror(transfer->code);
}

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
