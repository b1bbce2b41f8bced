#ifndef CCURL_H
#define CCURL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// libcurl in a form that Swift can call: without variadic functions, and loaded on first use, because
/// its three dozen shared libraries would slow down a start without network access.

typedef struct ccurl_multi ccurl_multi;
typedef struct ccurl_transfer ccurl_transfer;

/// What a callback did with its bytes.
typedef enum {
    CCURL_TAKEN = 0,
    /// Keep the bytes and offer them again after `ccurl_transfer_resume`.
    CCURL_PAUSE = 1,
    /// End the transfer.
    CCURL_STOP = 2
} ccurl_verdict;

typedef ccurl_verdict (*ccurl_receive)(void *context, const uint8_t *bytes, size_t length);

/// Writes the next bytes to send and returns their count; 0 if there are none now. Called at each
/// `ccurl_multi_perform`.
typedef size_t (*ccurl_give)(void *context, uint8_t *bytes, size_t room);

/// Why a transfer ended.
typedef enum {
    CCURL_DONE = 0,
    CCURL_UNREACHABLE = 1,
    CCURL_TIMED_OUT = 2,
    CCURL_INSECURE = 3,
    CCURL_BAD_URL = 4,
    /// Requested by a callback.
    CCURL_STOPPED = 5,
    /// The host name was not found, or no network is available.
    CCURL_NO_NAME = 6,
    /// The host refuses connections or is unreachable.
    CCURL_NO_CONNECTION = 7,
    /// What answers speaks another protocol, as the IMAP port of a mail server does, or this libcurl does not speak the URL's.
    CCURL_NOT_HTTP = 8
} ccurl_outcome;

/// Loads libcurl once for the process. Returns NULL on success, else the error. Safe from any thread.
const char *ccurl_load(void);

/// All other calls require a successful `ccurl_load`. Except for `ccurl_multi_wakeup`, they must be on one thread per multi.
ccurl_multi *ccurl_multi_create(long connections_per_host);
void ccurl_multi_destroy(ccurl_multi *multi);
/// Wakes `ccurl_multi_poll`. Safe from any thread as long as the multi exists.
void ccurl_multi_wakeup(ccurl_multi *multi);
/// Waits until there is something to do, or the time has passed.
void ccurl_multi_poll(ccurl_multi *multi, int timeout_ms);
/// Does everything possible without waiting, and calls the callbacks.
void ccurl_multi_perform(ccurl_multi *multi);
/// Returns the context of a finished transfer, with its outcome; NULL if there is none.
void *ccurl_multi_next_finished(ccurl_multi *multi, ccurl_outcome *outcome);
bool ccurl_multi_add(ccurl_multi *multi, ccurl_transfer *transfer);
void ccurl_multi_remove(ccurl_multi *multi, ccurl_transfer *transfer);

/// Creates a transfer that verifies TLS 1.2 or newer, follows no redirects, and speaks only the protocol of the URL. If `is_plain` is
/// set, it uses no proxy and, unless `may_leave` is set, connects only to loopback addresses.
ccurl_transfer *ccurl_transfer_create(
    const char *url, bool is_plain, bool may_leave, void *context, ccurl_receive on_header, ccurl_receive on_body);
/// The transfer must no longer be in a multi.
void ccurl_transfer_destroy(ccurl_transfer *transfer);
bool ccurl_transfer_set_method(ccurl_transfer *transfer, const char *method);
/// Copies the bytes.
bool ccurl_transfer_set_body(ccurl_transfer *transfer, const uint8_t *bytes, size_t length);
/// `Name: value`; `Name:` prevents libcurl from adding its own.
bool ccurl_transfer_add_header(ccurl_transfer *transfer, const char *line);
bool ccurl_transfer_set_certificates(ccurl_transfer *transfer, const char *file);
void ccurl_transfer_set_connect_timeout(ccurl_transfer *transfer, long milliseconds);
/// Uses a new connection. On a reused one that turns out to be dead, libcurl would send the request again by itself.
void ccurl_transfer_set_fresh_connection(ccurl_transfer *transfer);
/// Uses no connection that was idle for longer than that.
void ccurl_transfer_set_longest_idle(ccurl_transfer *transfer, long seconds);
/// Makes libcurl only connect, and encrypt. For `imap` and `smtp` it also hears the greeting, asks what the server can do, and upgrades
/// to TLS; the lines that the server sends meanwhile arrive as headers. Then the bytes from `on_send`, asked for at once, are sent
/// unchanged, and all received bytes arrive as the body, including the head of an HTTP response. The transfer ends with the connection.
bool ccurl_transfer_set_line(ccurl_transfer *transfer, ccurl_give on_send);
/// Requires a server that greets without TLS to upgrade the connection (STARTTLS); nothing else is said to one that does not.
bool ccurl_transfer_set_tls_upgrade(ccurl_transfer *transfer);
/// Restricts the transfer to addresses of the public internet, whatever the host name resolves to, without a proxy, and on a
/// connection that is never shared with other transfers.
bool ccurl_transfer_set_public_only(ccurl_transfer *transfer);
/// Whether an address, as text, is allowed by that rule.
bool ccurl_address_is_public(const char *text);
/// Continues after `CCURL_PAUSE`, and calls the callbacks.
void ccurl_transfer_resume(ccurl_transfer *transfer);
/// The number of body bytes sent.
int64_t ccurl_transfer_uploaded(ccurl_transfer *transfer);
/// Whether any byte of a request left, on whatever connection.
bool ccurl_transfer_has_sent(ccurl_transfer *transfer);
/// libcurl's message for a failure; valid until the transfer is destroyed.
const char *ccurl_transfer_message(ccurl_transfer *transfer);

/// Starts a thread with all signals blocked (including SIGPIPE from TLS writes).
bool ccurl_thread_start(uint64_t *thread, void (*body)(void *context), void *context);
/// Waits for the thread to end; called on the thread itself, detaches it instead.
void ccurl_thread_join(uint64_t thread);

#endif
