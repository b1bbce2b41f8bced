#ifndef CGMIME_LOADING_H
#define CGMIME_LOADING_H

#include <gmime/gmime-content-type.h>
#include <gmime/gmime-disposition.h>
#include <gmime/gmime-encodings.h>
#include <gmime/gmime-iconv.h>
#include <gmime/gmime-parser-options.h>
#include <gmime/gmime-utils.h>
#include <gmime/internet-address.h>

/* Declared in gmime.h, which would pull in all the rest. */
void g_mime_init(void);

/* Newer versions of GLib have macros of these names, too. */
#undef g_free
#undef g_strdup

/* What is used of GMime and GLib. */
#define CGMIME_FUNCTIONS(each) \
    each(g_checksum_free) each(g_checksum_get_digest) each(g_checksum_new) each(g_checksum_update) \
    each(g_date_time_to_unix) each(g_date_time_unref) each(g_free) each(g_malloc) each(g_malloc0) \
    each(g_mime_content_disposition_get_disposition) each(g_mime_content_disposition_get_parameters) \
    each(g_mime_content_disposition_parse) each(g_mime_content_type_get_mime_type) \
    each(g_mime_content_type_get_parameters) each(g_mime_content_type_parse) each(g_mime_encoding_flush) \
    each(g_mime_encoding_init_decode) each(g_mime_encoding_step) each(g_mime_iconv_close) each(g_mime_iconv_open) \
    each(g_mime_init) each(g_mime_param_get_name) each(g_mime_param_get_value) \
    each(g_mime_param_list_get_parameter_at) each(g_mime_param_list_length) each(g_mime_parser_options_new) \
    each(g_mime_parser_options_set_allow_addresses_without_domain) \
    each(g_mime_parser_options_set_fallback_charsets) each(g_mime_utils_header_decode_date) each(g_object_unref) \
    each(g_private_get) each(g_private_set) each(g_realloc) each(g_strdup) each(g_type_check_instance_is_a) \
    each(internet_address_get_name) each(internet_address_group_get_members) each(internet_address_group_get_type) \
    each(internet_address_list_get_address) each(internet_address_list_length) each(internet_address_list_parse) \
    each(internet_address_mailbox_get_addr) each(internet_address_mailbox_get_type)

#define CGMIME_DECLARE(name) __typeof__(name) *name;

/* Set by cgmime_load, which every other use must follow. */
extern struct cgmime_functions {
    CGMIME_FUNCTIONS(CGMIME_DECLARE)
} gmime;

/* Loads GMime, once. The program ends if it is missing, as it would if it were linked. */
void cgmime_load(void);

#endif
