#define _GNU_SOURCE
#include "internal.h"

#include <stdlib.h>
#include <string.h>

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

/// The final check for plain connections and public addresses, once the name has been resolved. Child processes do not inherit the socket.
static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
    (void)purpose;
    ccurl_transfer *transfer = context;
    bool is_kept_out = transfer->is_public_only && !ccurl_is_public(&address->addr);
    if (is_kept_out || (transfer->stays_here && !ccurl_is_loopback(&address->addr))) {
        transfer->left_loopback = true;
        return CURL_SOCKET_BAD;
    }
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

ccurl_transfer *ccurl_transfer_create(
    const char *url, bool is_plain, bool may_leave, void *context, ccurl_receive on_header, ccurl_receive on_body) {
    ccurl_transfer *transfer = calloc(1, sizeof *transfer);
    if (transfer == NULL) return NULL;
    CURL *curl = ccurl_api.easy_init();
    if (curl == NULL) {
        free(transfer);
        return NULL;
    }
    // The longest is `https` or `imaps`.
    char scheme[8] = {0};
    size_t scheme_length = strcspn(url, ":");
    memcpy(scheme, url, scheme_length < sizeof scheme ? scheme_length : sizeof scheme - 1);
    transfer->curl = curl;
    transfer->context = context;
    transfer->on_header = on_header;
    transfer->on_body = on_body;
    transfer->stays_here = is_plain && !may_leave;

    bool is_set = ccurl_api.easy_setopt(curl, CURLOPT_URL, url) == CURLE_OK;
    is_set &= ccurl_api.easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, 1L) == CURLE_OK;
    is_set &= ccurl_api.easy_setopt(curl, CURLOPT_SSL_VERIFYHOST, 2L) == CURLE_OK;
    is_set &= ccurl_api.easy_setopt(curl, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2) == CURLE_OK;
    is_set &= ccurl_api.easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L) == CURLE_OK;
    is_set &= ccurl_api.easy_setopt(curl, CURLOPT_NOSIGNAL, 1L) == CURLE_OK;
    is_set &= ccurl_api.easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, open_socket) == CURLE_OK;
    is_set &= ccurl_api.easy_setopt(curl, CURLOPT_OPENSOCKETDATA, transfer) == CURLE_OK;
    // A proxy would see the contents of a plain connection; with TLS it sees only the host.
    if (is_plain) is_set &= ccurl_api.easy_setopt(curl, CURLOPT_PROXY, "") == CURLE_OK;
    if (!is_set) {
        ccurl_api.easy_cleanup(curl);
        free(transfer);
        return NULL;
    }
    ccurl_api.easy_setopt(curl, CURLOPT_PRIVATE, transfer);
    ccurl_api.easy_setopt(curl, CURLOPT_ERRORBUFFER, transfer->message);
    ccurl_api.easy_setopt(curl, CURLOPT_HEADERFUNCTION, take_header);
    ccurl_api.easy_setopt(curl, CURLOPT_HEADERDATA, transfer);
    ccurl_api.easy_setopt(curl, CURLOPT_WRITEFUNCTION, take_body);
    ccurl_api.easy_setopt(curl, CURLOPT_WRITEDATA, transfer);
    ccurl_api.easy_setopt(curl, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    ccurl_api.easy_setopt(curl, CURLOPT_PATH_AS_IS, 1L);
    // On this machine, compression costs both ends more than the bytes. A compressed answer is still decoded.
    ccurl_api.easy_setopt(curl, CURLOPT_ACCEPT_ENCODING, transfer->stays_here ? "identity" : "");
    ccurl_api.easy_setopt(curl, CURLOPT_TCP_NODELAY, 1L);
    ccurl_api.easy_setopt(curl, CURLOPT_TCP_KEEPALIVE, 1L);
#if LIBCURL_VERSION_NUM >= 0x075500
    ccurl_api.easy_setopt(curl, CURLOPT_PROTOCOLS_STR, scheme);
#endif
#if LIBCURL_VERSION_NUM >= 0x075700
    // Otherwise the end of a transfer would wait for a name server that does not answer.
    ccurl_api.easy_setopt(curl, CURLOPT_QUICK_EXIT, 1L);
#endif
    return transfer;
}

void ccurl_transfer_destroy(ccurl_transfer *transfer) {
    ccurl_api.easy_cleanup(transfer->curl);
    ccurl_api.slist_free_all(transfer->headers);
    free(transfer->line);
    free(transfer);
}

bool ccurl_transfer_set_method(ccurl_transfer *transfer, const char *method) {
    if (strcmp(method, "GET") == 0) return true;
    return ccurl_api.easy_setopt(transfer->curl, CURLOPT_CUSTOMREQUEST, method) == CURLE_OK;
}

bool ccurl_transfer_set_body(ccurl_transfer *transfer, const uint8_t *bytes, size_t length) {
    return ccurl_api.easy_setopt(transfer->curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)length) == CURLE_OK
        && ccurl_api.easy_setopt(transfer->curl, CURLOPT_COPYPOSTFIELDS, length == 0 ? (const uint8_t *)"" : bytes) == CURLE_OK;
}

bool ccurl_transfer_add_header(ccurl_transfer *transfer, const char *line) {
    struct curl_slist *headers = ccurl_api.slist_append(transfer->headers, line);
    if (headers == NULL) return false;
    transfer->headers = headers;
    return true;
}

bool ccurl_transfer_set_certificates(ccurl_transfer *transfer, const char *file) {
    return ccurl_api.easy_setopt(transfer->curl, CURLOPT_CAINFO, file) == CURLE_OK;
}

bool ccurl_transfer_set_tls_upgrade(ccurl_transfer *transfer) {
    return ccurl_api.easy_setopt(transfer->curl, CURLOPT_USE_SSL, (long)CURLUSESSL_ALL) == CURLE_OK;
}

bool ccurl_transfer_set_public_only(ccurl_transfer *transfer) {
    transfer->is_public_only = true;
    // Addresses are checked when a connection is made, so a connection of another transfer was not checked. One that stays open, or its
    // TLS ticket, would identify the user to the next request.
    ccurl_api.easy_setopt(transfer->curl, CURLOPT_FRESH_CONNECT, 1L);
    ccurl_api.easy_setopt(transfer->curl, CURLOPT_FORBID_REUSE, 1L);
    ccurl_api.easy_setopt(transfer->curl, CURLOPT_SSL_SESSIONID_CACHE, 0L);
    // A proxy would resolve the name itself, unchecked.
    return ccurl_api.easy_setopt(transfer->curl, CURLOPT_PROXY, "") == CURLE_OK;
}

void ccurl_transfer_set_connect_timeout(ccurl_transfer *transfer, long milliseconds) {
    ccurl_api.easy_setopt(transfer->curl, CURLOPT_CONNECTTIMEOUT_MS, milliseconds);
}

void ccurl_transfer_set_fresh_connection(ccurl_transfer *transfer) {
    ccurl_api.easy_setopt(transfer->curl, CURLOPT_FRESH_CONNECT, 1L);
}

void ccurl_transfer_set_longest_idle(ccurl_transfer *transfer, long seconds) {
    ccurl_api.easy_setopt(transfer->curl, CURLOPT_MAXAGE_CONN, seconds);
}

void ccurl_transfer_resume(ccurl_transfer *transfer) {
    if (transfer->line != NULL) {
        // The next turn sends and receives again.
        transfer->line->is_paused = false;
    } else {
        ccurl_api.easy_pause(transfer->curl, CURLPAUSE_CONT);
    }
}

int64_t ccurl_transfer_uploaded(ccurl_transfer *transfer) {
    curl_off_t uploaded = 0;
    ccurl_api.easy_getinfo(transfer->curl, CURLINFO_SIZE_UPLOAD_T, &uploaded);
    return uploaded;
}

bool ccurl_transfer_has_sent(ccurl_transfer *transfer) {
    long sent = 0;
    // In doubt it has. This counts what went over a reused connection, too, before libcurl found it dead and tried to connect anew.
    return ccurl_api.easy_getinfo(transfer->curl, CURLINFO_REQUEST_SIZE, &sent) != CURLE_OK || sent > 0;
}

const char *ccurl_transfer_message(ccurl_transfer *transfer) {
    return transfer->message[0] != 0 ? transfer->message : ccurl_api.easy_strerror(transfer->code);
}
