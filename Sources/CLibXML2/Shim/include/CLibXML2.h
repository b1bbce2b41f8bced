#ifndef CLIBXML2_H
#define CLIBXML2_H

#include <stddef.h>

/* What an HTML parser tells while it reads; texts are UTF-8 and valid during the call only. Every begin has its end. */
typedef struct {
    /* Asked at each element: whether nothing more is wanted, so that reading may stop. */
    int (*is_done)(void *context);
    /* `attributes` holds names and values by turns and ends with NULL; it may be NULL, and so may a value. */
    void (*begin)(void *context, const char *name, const char *const *attributes);
    void (*end)(void *context, const char *name);
    void (*text)(void *context, const char *text, size_t count);
    /* The content of `style` and `script`. */
    void (*raw)(void *context, const char *text, size_t count);
} chtml_events;

/* Reads UTF-8 HTML with libxml2 as a stream of events: nothing is loaded, no tree is built. Stops once more than
   `max_depth` elements are open. */
void chtml_parse(const char *html, size_t count, int max_depth, const chtml_events *events, void *context);

#endif
