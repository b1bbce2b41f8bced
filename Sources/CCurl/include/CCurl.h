#ifndef CCURL_H
#define CCURL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// libcurl as Swift can call it: without variadic functions, and loaded when it is first needed, because
/// it brings three dozen shared libraries along that a start without network should not pay for.

typedef struct ccurl_multi ccurl_multi;
typedef struct ccurl_transfer ccurl_transfer;

/// What a callback wants done with the bytes that it was given.
typedef enum {
    CCURL_TAKEN = 0,
    /// Keep them and give them again after `ccurl_transfer_resume`.
    CCURL_PAUSE = 1,
    /// End the transfer.
    CCURL_STOP = 2
} ccurl_verdict;

typedef ccurl_verdict (*ccurl_receive)(void *context, const uint8_t *bytes, size_t length);

/// Writes what is to be sent, and tells how much that is; 0 when there is nothing now; it is asked at each
/// `ccurl_multi_perform`.
typedef size_t (*ccurl_give)(void *context, uint8_t *bytes, size_t room);

/// Why a transfer ended.
typedef enum {
    CCURL_DONE = 0,
    CCURL_UNREACHABLE = 1,
    CCURL_TIMED_OUT = 2,
    CCURL_INSECURE = 3,
    CCURL_BAD_URL = 4,
    /// A callback asked for it.
    CCURL_STOPPED = 5,
    /// The host's name was not found; there may be no network to ask.
    CCURL_NO_NAME = 6,
    /// The host takes no connection, or there is no way to it.
    CCURL_NO_CONNECTION = 7
} ccurl_outcome;

/// Loads libcurl once for the process. NULL when it is there, else what went wrong. Safe from any thread.
const char *ccurl_load(void);

/// All other calls need a successful `ccurl_load`, and but for `ccurl_multi_wakeup` belong to one thread per multi.
ccurl_multi *ccurl_multi_create(long connections_per_host);
void ccurl_multi_destroy(ccurl_multi *multi);
/// Wakes `ccurl_multi_poll`. Safe from any thread as long as the multi exists.
void ccurl_multi_wakeup(ccurl_multi *multi);
/// Waits until there is something to do, at most so long.
void ccurl_multi_poll(ccurl_multi *multi, int timeout_ms);
/// Does what can be done without waiting; calls back.
void ccurl_multi_perform(ccurl_multi *multi);
/// The context of a transfer that has ended, with its outcome; NULL when there is none.
void *ccurl_multi_next_finished(ccurl_multi *multi, ccurl_outcome *outcome);
bool ccurl_multi_add(ccurl_multi *multi, ccurl_transfer *transfer);
void ccurl_multi_remove(ccurl_multi *multi, ccurl_transfer *transfer);

/// A transfer that verifies TLS 1.2 or newer, follows no redirect, and uses plain sockets to loopback addresses only, unless
/// it may leave the machine in the open.
ccurl_transfer *ccurl_transfer_create(
    const char *url, bool is_plain, bool may_leave, void *context, ccurl_receive on_header, ccurl_receive on_body);
/// The transfer must not be in a multi any more.
void ccurl_transfer_destroy(ccurl_transfer *transfer);
bool ccurl_transfer_set_method(ccurl_transfer *transfer, const char *method);
/// Copies the bytes.
bool ccurl_transfer_set_body(ccurl_transfer *transfer, const uint8_t *bytes, size_t length);
/// `Name: value`; `Name:` keeps libcurl from adding its own.
bool ccurl_transfer_add_header(ccurl_transfer *transfer, const char *line);
bool ccurl_transfer_set_certificates(ccurl_transfer *transfer, const char *file);
void ccurl_transfer_set_connect_timeout(ccurl_transfer *transfer, long milliseconds);
/// No connection that was used before: libcurl sends again by itself when such a one turns out to be dead.
void ccurl_transfer_set_fresh_connection(ccurl_transfer *transfer);
/// libcurl only connects, and encrypts what is `https`: what `on_send` gives goes over the connection as it is, and all that
/// comes is given as the body, the head of an HTTP answer too. The end of the connection ends the transfer.
bool ccurl_transfer_set_line(ccurl_transfer *transfer, ccurl_give on_send);
/// Only addresses of the public internet, whatever the host's name resolves to, past no proxy, and over a connection that
/// nothing else has or will have part in.
bool ccurl_transfer_set_public_only(ccurl_transfer *transfer);
/// Whether that rule lets through an address, as text.
bool ccurl_address_is_public(const char *text);
/// Lets bytes come again after `CCURL_PAUSE`; calls back.
void ccurl_transfer_resume(ccurl_transfer *transfer);
/// Bytes of the body that were sent.
int64_t ccurl_transfer_uploaded(ccurl_transfer *transfer);
/// libcurl's own words for a failure; valid until the transfer is destroyed.
const char *ccurl_transfer_message(ccurl_transfer *transfer);

/// Starts a thread that no signal is delivered to (SIGPIPE of a TLS write included).
bool ccurl_thread_start(uint64_t *thread, void (*body)(void *context), void *context);
/// Waits for its end; from the thread itself, lets go of it instead.
void ccurl_thread_join(uint64_t thread);

#endif
