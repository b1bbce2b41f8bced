#include "CGMime.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>

#include <gmime/gmime-content-type.h>
#include <gmime/gmime-disposition.h>
#include <gmime/gmime-encodings.h>
#include <gmime/gmime-iconv.h>
#include <gmime/gmime-parser-options.h>
#include <gmime/gmime-utils.h>
#include <gmime/internet-address.h>

/* Declared in gmime.h, which would pull in all the rest. */
void g_mime_init(void);

static GMimeParserOptions *options;
static pthread_once_t started = PTHREAD_ONCE_INIT;

static void start(void) {
    static const char *charsets[] = {"utf-8", "windows-1252", NULL};
    g_mime_init();
    options = g_mime_parser_options_new();
    g_mime_parser_options_set_fallback_charsets(options, charsets);
    g_mime_parser_options_set_allow_addresses_without_domain(options, TRUE);
}

void cgmime_start(void) { pthread_once(&started, start); }

void cgmime_free(void *text) { g_free(text); }

static void checksum(GChecksumType type, const uint8_t *bytes, size_t count, uint8_t *digest, gsize length) {
    GChecksum *sum = g_checksum_new(type);
    g_checksum_update(sum, bytes, (gssize)count);
    g_checksum_get_digest(sum, digest, &length);
    g_checksum_free(sum);
}

void cgmime_sha256(const uint8_t *bytes, size_t count, uint8_t *digest) {
    checksum(G_CHECKSUM_SHA256, bytes, count, digest, 32);
}

void cgmime_sha1(const uint8_t *bytes, size_t count, uint8_t *digest) {
    checksum(G_CHECKSUM_SHA1, bytes, count, digest, 20);
}

static size_t visit_list(InternetAddressList *list, size_t seen, size_t limit, cgmime_visitor visit, void *context,
                         int depth) {
    int count = internet_address_list_length(list);
    for (int i = 0; i < count; i++) {
        InternetAddress *address = internet_address_list_get_address(list, i);
        if (INTERNET_ADDRESS_IS_MAILBOX(address)) {
            if (seen < limit) {
                visit(context, internet_address_get_name(address),
                      internet_address_mailbox_get_addr(INTERNET_ADDRESS_MAILBOX(address)));
            }
            seen++;
        } else if (INTERNET_ADDRESS_IS_GROUP(address) && depth < 8) {
            InternetAddressList *members = internet_address_group_get_members(INTERNET_ADDRESS_GROUP(address));
            if (members) { seen = visit_list(members, seen, limit, visit, context, depth + 1); }
        }
    }
    return seen;
}

size_t cgmime_visit_addresses(const char *raw, size_t limit, cgmime_visitor visit, void *context) {
    InternetAddressList *list = internet_address_list_parse(options, raw);
    if (!list) { return 0; }
    size_t seen = visit_list(list, 0, limit, visit, context, 0);
    g_object_unref(list);
    return seen;
}

bool cgmime_decode_date(const char *raw, int64_t *seconds) {
    GDateTime *date = g_mime_utils_header_decode_date(raw);
    if (!date) { return false; }
    *seconds = g_date_time_to_unix(date);
    g_date_time_unref(date);
    return true;
}

static void visit_parameters(GMimeParamList *list, cgmime_visitor visit, void *context) {
    int count = list ? g_mime_param_list_length(list) : 0;
    for (int i = 0; i < count; i++) {
        GMimeParam *parameter = g_mime_param_list_get_parameter_at(list, i);
        visit(context, g_mime_param_get_name(parameter), g_mime_param_get_value(parameter));
    }
}

char *cgmime_parse_content_type(const char *raw, cgmime_visitor visit, void *context) {
    GMimeContentType *type = g_mime_content_type_parse(options, raw);
    if (!type) { return NULL; }
    char *name = g_mime_content_type_get_mime_type(type);
    visit_parameters(g_mime_content_type_get_parameters(type), visit, context);
    g_object_unref(type);
    return name;
}

char *cgmime_parse_disposition(const char *raw, cgmime_visitor visit, void *context) {
    GMimeContentDisposition *disposition = g_mime_content_disposition_parse(options, raw);
    if (!disposition) { return NULL; }
    char *name = g_strdup(g_mime_content_disposition_get_disposition(disposition));
    visit_parameters(g_mime_content_disposition_get_parameters(disposition), visit, context);
    g_object_unref(disposition);
    return name;
}

size_t cgmime_decode(cgmime_encoding encoding, const uint8_t *bytes, size_t count, uint8_t *out) {
    static const GMimeContentEncoding names[] = {GMIME_CONTENT_ENCODING_BASE64, GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE};
    GMimeEncoding state;
    g_mime_encoding_init_decode(&state, names[encoding]);
    size_t written = g_mime_encoding_step(&state, (const char *)bytes, count, (char *)out);
    /* Without the padding at its end the last one or two bytes would be lost. More of it than is missing does nothing. */
    if (encoding == CGMIME_BASE64) { written += g_mime_encoding_step(&state, "===", 3, (char *)out + written); }
    return written + g_mime_encoding_flush(&state, NULL, 0, (char *)out + written);
}

/* Doubles the buffer when fewer than 64 bytes are left; keeps `out` and `left` in step. */
static void make_room(char **buffer, size_t *size, char **out, size_t *left) {
    if (*left >= 64) { return; }
    size_t used = (size_t)(*out - *buffer);
    *size *= 2;
    *buffer = g_realloc(*buffer, *size);
    *out = *buffer + used;
    *left = *size - used;
}

enum { kept_converters = 128, longest_charset = 40 };

/* The converters that a thread used last, also the failures. */
typedef struct {
    struct { char charset[longest_charset]; iconv_t converter; } known[kept_converters];
    unsigned next;
} converters;

static void close_converters(void *own) {
    converters *mine = own;
    for (unsigned i = 0; i < kept_converters; i++) {
        if (mine->known[i].charset[0] && mine->known[i].converter != (iconv_t)-1) {
            g_mime_iconv_close(mine->known[i].converter);
        }
    }
    g_free(mine);
}

/* Opening a converter takes a third of a millisecond, and a header may change its charset with every word: each thread keeps
   some, and closes them when it ends. */
static iconv_t converter_from(const char *charset) {
    static GPrivate own = G_PRIVATE_INIT(close_converters);
    size_t length = strlen(charset);
    if (length == 0 || length >= longest_charset) { return (iconv_t)-1; }
    converters *mine = g_private_get(&own);
    if (!mine) {
        mine = g_new0(converters, 1);
        g_private_set(&own, mine);
    }
    for (unsigned i = 0; i < kept_converters; i++) {
        if (strcmp(mine->known[i].charset, charset) != 0) { continue; }
        /* Whatever the last text left it in. */
        if (mine->known[i].converter != (iconv_t)-1) { iconv(mine->known[i].converter, NULL, NULL, NULL, NULL); }
        return mine->known[i].converter;
    }
    unsigned place = mine->next++ % kept_converters;
    if (mine->known[place].charset[0] && mine->known[place].converter != (iconv_t)-1) {
        g_mime_iconv_close(mine->known[place].converter);
    }
    memcpy(mine->known[place].charset, charset, length + 1);
    mine->known[place].converter = g_mime_iconv_open("UTF-8", charset);
    return mine->known[place].converter;
}

char *cgmime_to_utf8(const char *charset, const uint8_t *bytes, size_t count, size_t *out_count, size_t *broken) {
    iconv_t converter = converter_from(charset);
    if (converter == (iconv_t)-1) { return NULL; }
    size_t size = count + count / 4 + 128, left = size, rest = count;
    char *buffer = g_malloc(size), *out = buffer, *in = (char *)(uintptr_t)bytes;
    *broken = 0;
    while (rest > 0) {
        make_room(&buffer, &size, &out, &left);
        if (iconv(converter, &in, &rest, &out, &left) != (size_t)-1) { break; }
        if (errno == E2BIG) {
            left = 0;
            make_room(&buffer, &size, &out, &left);
            continue;
        }
        make_room(&buffer, &size, &out, &left);
        memcpy(out, "\xEF\xBF\xBD", 3);
        out += 3;
        left -= 3;
        in++;
        rest--;
        (*broken)++;
    }
    make_room(&buffer, &size, &out, &left);
    iconv(converter, NULL, NULL, &out, &left);
    *out_count = (size_t)(out - buffer);
    return buffer;
}
