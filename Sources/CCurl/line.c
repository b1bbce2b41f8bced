#include "internal.h"

#include <stdlib.h>

bool ccurl_transfer_set_line(ccurl_transfer *transfer, ccurl_give on_send) {
    transfer->line = calloc(1, sizeof *transfer->line);
    if (transfer->line == NULL) return false;
    transfer->line->on_send = on_send;
    // libcurl resolves, connects and encrypts. It announces the HTTP version in the TLS handshake.
    return ccurl_api.easy_setopt(transfer->curl, CURLOPT_CONNECT_ONLY, 1L) == CURLE_OK
        && ccurl_api.easy_setopt(transfer->curl, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1) == CURLE_OK;
}

bool ccurl_line_open(ccurl_multi *multi, ccurl_transfer *transfer) {
    if (multi->line_count == multi->wait_room) {
        struct curl_waitfd *waits = realloc(multi->waits, (multi->wait_room + 8) * sizeof *waits);
        if (waits == NULL) {
            transfer->code = CURLE_OUT_OF_MEMORY;
            return false;
        }
        multi->waits = waits;
        multi->wait_room += 8;
    }
    transfer->code = ccurl_api.easy_getinfo(transfer->curl, CURLINFO_ACTIVESOCKET, &transfer->line->socket);
    if (transfer->code != CURLE_OK) return false;
    transfer->line->next = multi->lines;
    multi->lines = transfer;
    multi->line_count += 1;
    ccurl_line_move(transfer);
    return true;
}

/// Returns CURLE_AGAIN if more can be sent later.
static CURLcode send_all(ccurl_transfer *transfer) {
    struct line *line = transfer->line;
    for (;;) {
        if (line->sent == line->given) {
            line->sent = 0;
            line->given = line->on_send(transfer->context, line->outgoing, sizeof line->outgoing);
            if (line->given == 0) return CURLE_AGAIN;
        }
        size_t count = 0;
        CURLcode code = ccurl_api.easy_send(transfer->curl, line->outgoing + line->sent, line->given - line->sent, &count);
        if (code != CURLE_OK) return code;
        line->sent += count;
    }
}

/// Returns CURLE_AGAIN if more can arrive later, CURLE_OK at the end.
static CURLcode receive_all(ccurl_transfer *transfer) {
    struct line *line = transfer->line;
    for (int turns = 64; !line->is_paused; turns--) {
        // Let other lines take a turn. Bytes buffered in the TLS library would not wake the poll.
        line->has_more = turns == 0;
        if (line->has_more) break;
        if (line->held == 0) {
            CURLcode code = ccurl_api.easy_recv(transfer->curl, line->incoming, sizeof line->incoming, &line->held);
            if (code != CURLE_OK || line->held == 0) return code;
        }
        switch (transfer->on_body(transfer->context, line->incoming, line->held)) {
        case CCURL_TAKEN: line->held = 0; break;
        case CCURL_PAUSE: line->is_paused = true; break;
        case CCURL_STOP: transfer->stopped = true; return CURLE_OK;
        }
    }
    return CURLE_AGAIN;
}

void ccurl_line_move(ccurl_transfer *transfer) {
    CURLcode sending = send_all(transfer);
    // The server's last bytes can still be read after it has stopped accepting ours.
    CURLcode receiving = receive_all(transfer);
    if (sending == CURLE_AGAIN && receiving == CURLE_AGAIN) {
        // The answer to what was received goes at once: nothing else would wake the poll for it.
        sending = send_all(transfer);
        if (sending != CURLE_AGAIN) receiving = receive_all(transfer);
    }
    CURLcode code = receiving == CURLE_AGAIN ? sending : receiving;
    if (code == CURLE_AGAIN) return;
    transfer->code = code;
    transfer->line->is_over = true;
}

ccurl_transfer *ccurl_line_next_finished(ccurl_multi *multi) {
    for (ccurl_transfer *transfer = multi->lines; transfer != NULL; transfer = transfer->line->next) {
        if (!transfer->line->is_over) continue;
        ccurl_line_close(multi, transfer);
        return transfer;
    }
    return NULL;
}

void ccurl_line_close(ccurl_multi *multi, ccurl_transfer *transfer) {
    ccurl_transfer **place = &multi->lines;
    while (*place != NULL && *place != transfer) place = &(*place)->line->next;
    if (*place == NULL) return;
    // Send the last bytes, such as a closing message, as far as possible without waiting.
    if (!transfer->line->is_over) send_all(transfer);
    *place = transfer->line->next;
    multi->line_count -= 1;
}

unsigned int ccurl_line_waits(ccurl_multi *multi, int *timeout_ms) {
    unsigned int count = 0;
    for (ccurl_transfer *transfer = multi->lines; transfer != NULL; transfer = transfer->line->next) {
        struct line *line = transfer->line;
        if (line->has_more) *timeout_ms = 0;
        short events = (line->is_paused ? 0 : CURL_WAIT_POLLIN) | (line->sent < line->given ? CURL_WAIT_POLLOUT : 0);
        // A socket without requested events would still wake the poll repeatedly once its server has gone.
        if (events == 0) continue;
        multi->waits[count] = (struct curl_waitfd){.fd = line->socket, .events = events};
        count += 1;
    }
    return count;
}
