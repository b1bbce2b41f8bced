#include "internal.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

ccurl_multi *ccurl_multi_create(long connections_per_host) {
    ccurl_multi *multi = calloc(1, sizeof *multi);
    if (multi == NULL) return NULL;
    multi->curl = ccurl_api.multi_init();
    if (multi->curl == NULL) {
        free(multi);
        return NULL;
    }
    ccurl_api.multi_setopt(multi->curl, CURLMOPT_MAX_HOST_CONNECTIONS, connections_per_host);
    return multi;
}

void ccurl_multi_destroy(ccurl_multi *multi) {
    ccurl_api.multi_cleanup(multi->curl);
    free(multi->waits);
    free(multi);
}

void ccurl_multi_wakeup(ccurl_multi *multi) { ccurl_api.multi_wakeup(multi->curl); }

void ccurl_multi_poll(ccurl_multi *multi, int timeout_ms) {
    unsigned int count = ccurl_line_waits(multi, &timeout_ms);
    if (ccurl_api.multi_poll(multi->curl, multi->waits, count, timeout_ms, NULL) != CURLM_OK) {
        // Without this pause, a persistent error would make the caller spin.
        usleep(10000);
    }
}

void ccurl_multi_perform(ccurl_multi *multi) {
    int running = 0;
    ccurl_api.multi_perform(multi->curl, &running);
    for (ccurl_transfer *line = multi->lines; line != NULL; line = line->line->next) ccurl_line_move(line);
}

static ccurl_outcome outcome_of(const ccurl_transfer *transfer) {
    if (transfer->left_loopback) return CCURL_INSECURE;
    if (transfer->stopped) return CCURL_STOPPED;
    switch (transfer->code) {
    case CURLE_OK: return CCURL_DONE;
    case CURLE_URL_MALFORMAT: return CCURL_BAD_URL;
    case CURLE_OPERATION_TIMEDOUT: return CCURL_TIMED_OUT;
    case CURLE_COULDNT_RESOLVE_HOST: return CCURL_NO_NAME;
    case CURLE_COULDNT_CONNECT: return CCURL_NO_CONNECTION;
    // An http or https server's answer begins with no status line, or libcurl was built without the mail protocols.
    case CURLE_UNSUPPORTED_PROTOCOL: return CCURL_NOT_HTTP;
    case CURLE_SSL_CONNECT_ERROR:
        // A connection that broke during the handshake is not evidence of a security problem.
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
    while ((message = ccurl_api.multi_info_read(multi->curl, &left)) != NULL) {
        if (message->msg != CURLMSG_DONE) continue;
        CURLcode code = message->data.result;
        char *private_pointer = NULL;
        ccurl_api.easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &private_pointer);
        ccurl_transfer *transfer = (ccurl_transfer *)private_pointer;
        transfer->code = code;
        if (transfer->line != NULL && code == CURLE_OK && ccurl_line_open(multi, transfer)) continue;
        *outcome = outcome_of(transfer);
        return transfer->context;
    }
    ccurl_transfer *line = ccurl_line_next_finished(multi);
    if (line == NULL) return NULL;
    *outcome = outcome_of(line);
    return line->context;
}

bool ccurl_multi_add(ccurl_multi *multi, ccurl_transfer *transfer) {
    ccurl_api.easy_setopt(transfer->curl, CURLOPT_HTTPHEADER, transfer->headers);
    return ccurl_api.multi_add_handle(multi->curl, transfer->curl) == CURLM_OK;
}

void ccurl_multi_remove(ccurl_multi *multi, ccurl_transfer *transfer) {
    if (transfer->line != NULL) ccurl_line_close(multi, transfer);
    ccurl_api.multi_remove_handle(multi->curl, transfer->curl);
}
