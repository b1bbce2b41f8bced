#ifndef CCURL_INTERNAL_H
#define CCURL_INTERNAL_H

#define CURL_DISABLE_TYPECHECK
#include "CCurl.h"

#include <curl/curl.h>
#include <sys/socket.h>

/// The libcurl functions in use, with the types from its header; set once libcurl is loaded.
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
    /// The open lines, and an array for waiting on all of them.
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
    /// NULL if libcurl handles the protocol to the end.
    struct line *line;
};

/// The buffers of a transfer whose owner handles the protocol.
struct line {
    ccurl_give on_send;
    curl_socket_t socket;
    ccurl_transfer *next;
    bool is_paused;
    bool is_over;
    /// Whether more can be read at once.
    bool has_more;
    /// The number of bytes in `incoming` that have not been taken yet.
    size_t held;
    /// Outgoing bytes. After a refused write, the same bytes must be offered again at the same address (SSL_write).
    size_t sent, given;
    uint8_t incoming[16384];
    uint8_t outgoing[16384];
};

/// Called once the connection is open: the multi waits for the line from now on. Returns false if memory runs out.
bool ccurl_line_open(ccurl_multi *multi, ccurl_transfer *transfer);
/// Sends and receives everything possible without waiting, and calls the callbacks. At the end sets `is_over` and the
/// transfer's code.
void ccurl_line_move(ccurl_transfer *transfer);
/// Removes and returns a finished line; NULL if there is none.
ccurl_transfer *ccurl_line_next_finished(ccurl_multi *multi);
void ccurl_line_close(ccurl_multi *multi, ccurl_transfer *transfer);
/// Sets the sockets to wait for, and the timeout to 0 if a line can continue at once. Returns the number of sockets.
unsigned int ccurl_line_waits(ccurl_multi *multi, int *timeout_ms);

bool ccurl_is_loopback(const struct sockaddr *address);
bool ccurl_is_public(const struct sockaddr *address);

#endif
