#ifndef CGMIME_H
#define CGMIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What MailContent needs of GMime, as plain C: no GObject crosses this line. Text results are UTF-8, ended by NUL, and
   belong to the caller, who gives them to cgmime_free. Every function may be called from any thread after cgmime_start. */

/* Called with each pair in order; the texts are valid during the call only. Either may be NULL. */
typedef void (*cgmime_visitor)(void *context, const char *first, const char *second);

void cgmime_start(void);
void cgmime_free(void *text);

/* Visits name and address of each mailbox of an address list, groups flattened, at most `limit`. Returns how many there
   were in all. The list is split before any encoded word is decoded. */
size_t cgmime_visit_addresses(const char *raw, size_t limit, cgmime_visitor visit, void *context);

/* The seconds since 1970 that a Date header names; false when it can't be read. */
bool cgmime_decode_date(const char *raw, int64_t *seconds);

/* "type/subtype" of a Content-Type value; its parameters are visited decoded (RFC 2231). */
char *cgmime_parse_content_type(const char *raw, cgmime_visitor visit, void *context);

/* The word of a Content-Disposition value; its parameters likewise. */
char *cgmime_parse_disposition(const char *raw, cgmime_visitor visit, void *context);

typedef enum { CGMIME_BASE64, CGMIME_QUOTED_PRINTABLE } cgmime_encoding;

/* Decodes into `out`, which must hold count + 8 bytes; returns the number written. */
size_t cgmime_decode(cgmime_encoding encoding, const uint8_t *bytes, size_t count, uint8_t *out);

/* Converts to UTF-8; each byte that means nothing becomes U+FFFD and is counted in `broken`. NULL: unknown charset. */
char *cgmime_to_utf8(const char *charset, const uint8_t *bytes, size_t count, size_t *out_count, size_t *broken);

/* SHA-256 of the bytes, into 32 bytes. */
void cgmime_sha256(const uint8_t *bytes, size_t count, uint8_t *digest);
/// Writes 20 bytes (FIPS 180-4). Not secure: only for protocols that require it.
void cgmime_sha1(const uint8_t *bytes, size_t count, uint8_t *digest);

#endif
