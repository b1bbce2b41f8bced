#include "CLibXML2.h"

#include <limits.h>
#include <pthread.h>
#include <string.h>

#include <libxml/HTMLparser.h>
#include <libxml/parser.h>

struct reader {
    const chtml_events *events;
    void *context;
    htmlParserCtxtPtr parser;
    int depth;
    int max_depth;
};

static void begin(void *user, const xmlChar *name, const xmlChar **attributes) {
    struct reader *reader = user;
    if (++reader->depth > reader->max_depth || reader->events->is_done(reader->context)) {
        xmlStopParser(reader->parser);
    }
    reader->events->begin(reader->context, (const char *)name, (const char *const *)attributes);
}

static void end(void *user, const xmlChar *name) {
    struct reader *reader = user;
    reader->depth--;
    reader->events->end(reader->context, (const char *)name);
}

static void text(void *user, const xmlChar *text, int count) {
    struct reader *reader = user;
    if (count > 0) { reader->events->text(reader->context, (const char *)text, (size_t)count); }
}

static void raw(void *user, const xmlChar *text, int count) {
    struct reader *reader = user;
    if (count > 0) { reader->events->raw(reader->context, (const char *)text, (size_t)count); }
}

static pthread_once_t started = PTHREAD_ONCE_INIT;

void chtml_parse(const char *html, size_t count, int max_depth, const chtml_events *events, void *context) {
    pthread_once(&started, xmlInitParser);
    if (count == 0 || count > INT_MAX) { return; }
    htmlParserCtxtPtr parser = htmlNewParserCtxt();
    if (!parser) { return; }
    struct reader reader = {events, context, parser, 0, max_depth};
    memset(parser->sax, 0, sizeof(htmlSAXHandler));
    parser->sax->startElement = begin;
    parser->sax->endElement = end;
    parser->sax->characters = text;
    parser->sax->ignorableWhitespace = text;
    parser->sax->cdataBlock = raw;
    parser->userData = &reader;
    int options = HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET | HTML_PARSE_NOIMPLIED;
    htmlDocPtr document = htmlCtxtReadMemory(parser, html, (int)count, NULL, "UTF-8", options);
    if (document) { xmlFreeDoc(document); }
    htmlFreeParserCtxt(parser);
}
