#ifndef CCURL_INTERNAL_H
#define CCURL_INTERNAL_H

#define CURL_DISABLE_TYPECHECK
#include "CCurl.h"

#include <curl/curl.h>
#include <sys/socket.h>

/// The functions of libcurl that are used, by the types that its header gives them; there once it is loaded.
struct ccurl_functions {
    __typeof__(curl_global_init) *global_init;
    CURL *(*easy_init)(void);
    CURLcode (*easy_setopt)(CURL *, CURLoption, ...);
    CURLcode (*easy_getinfo)(CURL *, CURLINFO, ...);
    CURLcode (*easy_pause)(CURL *, int);
    CURLcode (*easy_recv)(CURL *, void *, size_t, size_t *);
    CURLcode (*easy_send)(CURL *, const void *, size_t, size_t *);
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
};
extern struct ccurl_functions ccurl_api;

struct ccurl_multi {
    CURLM *curl;
    /// Open lines, and room to wait for all of them.
    ccurl_transfer *lines;
    struct curl_waitfd *waits;
    unsigned int line_count;
    unsigned int wait_room;
};

struct ccurl_transfer {
    CURL *curl;
    struct curl_slist *headers;
    void *context;
    ccurl_receive on_header;
    ccurl_receive on_body;
    CURLcode code;
    bool stays_here;
    bool is_public_only;
    bool left_loopback;
    bool stopped;
    char message[CURL_ERROR_SIZE];
    /// NULL for a transfer whose HTTP libcurl speaks.
    struct line *line;
};

/// The bytes of a transfer whose HTTP is its owner's.
struct line {
    ccurl_give on_send;
    curl_socket_t socket;
    ccurl_transfer *next;
    bool is_paused;
    bool is_over;
    /// There may be more to be read at once.
    bool has_more;
    /// How much of `incoming` was read and is not taken yet.
    size_t held;
    /// To be sent: what was refused for now has to be offered again as it was, at the same place (SSL_write).
    size_t sent, given;
    uint8_t incoming[16384];
    uint8_t outgoing[16384];
};

/// The connection is there: from now on the multi waits for it. False when there is no memory for that.
bool ccurl_line_open(ccurl_multi *multi, ccurl_transfer *transfer);
/// Sends and receives all that can be without waiting; calls back. At the end `is_over` is set, and the transfer's code.
void ccurl_line_move(ccurl_transfer *transfer);
/// A line that is over, which the multi forgets; NULL when there is none.
ccurl_transfer *ccurl_line_next_finished(ccurl_multi *multi);
void ccurl_line_close(ccurl_multi *multi, ccurl_transfer *transfer);
/// Sets what has to be waited for, and the time to 0 where there is nothing to wait for; the number of sockets.
unsigned int ccurl_line_waits(ccurl_multi *multi, int *timeout_ms);

bool ccurl_is_loopback(const struct sockaddr *address);
bool ccurl_is_public(const struct sockaddr *address);

#endif
