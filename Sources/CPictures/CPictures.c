#define _GNU_SOURCE
#include "CPictures.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

// The functions of gdk-pixbuf 2 and its GLib, whose binary interface has been stable for twenty years.
typedef struct loader loader;
typedef struct pixbuf pixbuf;

static struct {
    loader *(*loader_new)(const char *kind, void **error);
    int (*loader_write)(loader *, const uint8_t *bytes, size_t count, void **error);
    int (*loader_close)(loader *, void **error);
    void (*loader_set_size)(loader *, int width, int height);
    pixbuf *(*loader_pixbuf)(loader *);
    pixbuf *(*oriented)(pixbuf *);
    int (*width)(const pixbuf *);
    int (*height)(const pixbuf *);
    int (*stride)(const pixbuf *);
    int (*has_alpha)(const pixbuf *);
    const uint8_t *(*pixels)(const pixbuf *);
    unsigned long (*connect)(void *, const char *signal, void (*handler)(void), void *context, void *, int);
    void (*unref)(void *);
    void (*clear_error)(void **error);
} api;

static pthread_once_t load_once = PTHREAD_ONCE_INIT;
static bool is_loaded;

static bool find(void *library, const char *name, void *slot) {
    void *symbol = dlsym(library, name);
    if (symbol != NULL) memcpy(slot, &symbol, sizeof symbol);
    return symbol != NULL;
}

static void load(void) {
    void *library = dlopen("libgdk_pixbuf-2.0.so.0", RTLD_NOW | RTLD_LOCAL);
    is_loaded = library != NULL && find(library, "gdk_pixbuf_loader_new_with_type", &api.loader_new)
        && find(library, "gdk_pixbuf_loader_write", &api.loader_write)
        && find(library, "gdk_pixbuf_loader_close", &api.loader_close)
        && find(library, "gdk_pixbuf_loader_set_size", &api.loader_set_size)
        && find(library, "gdk_pixbuf_loader_get_pixbuf", &api.loader_pixbuf)
        && find(library, "gdk_pixbuf_apply_embedded_orientation", &api.oriented)
        && find(library, "gdk_pixbuf_get_width", &api.width) && find(library, "gdk_pixbuf_get_height", &api.height)
        && find(library, "gdk_pixbuf_get_rowstride", &api.stride)
        && find(library, "gdk_pixbuf_get_has_alpha", &api.has_alpha)
        && find(library, "gdk_pixbuf_read_pixels", &api.pixels)
        && find(library, "g_signal_connect_data", &api.connect) && find(library, "g_object_unref", &api.unref)
        && find(library, "g_clear_error", &api.clear_error);
}

typedef struct {
    int64_t most_pixels;
    int most_side;
    bool is_too_large;
} limits;

// Called as soon as the size is known, before memory for the pixels is allocated.
static void size_known(loader *loader, int width, int height, void *context) {
    limits *limits = context;
    if (width <= 0 || height <= 0) return;
    if ((int64_t)width * height > limits->most_pixels) {
        limits->is_too_large = true;
        // A size of zero tells the loader to stop.
        api.loader_set_size(loader, 0, 0);
        return;
    }
    int longest = width > height ? width : height;
    if (longest <= limits->most_side) return;
    int64_t side = limits->most_side;
    int small_width = (int)(width * side / longest), small_height = (int)(height * side / longest);
    api.loader_set_size(loader, small_width > 0 ? small_width : 1, small_height > 0 ? small_height : 1);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static uint8_t *on_white(const pixbuf *pixels, int width, int height) {
    uint8_t *rgb = malloc((size_t)width * (size_t)height * 3);
    if (rgb == NULL) return NULL;
    const uint8_t *from = api.pixels(pixels);
    int stride = api.stride(pixels), alpha = api.has_alpha(pixels), parts = alpha ? 4 : 3;
    uint8_t *to = rgb;
    for (int y = 0; y < height; y++) {
        const uint8_t *pixel = from + (size_t)y * (size_t)stride;
        for (int x = 0; x < width; x++, pixel += parts, to += 3) {
            int opacity = alpha ? pixel[3] : 255;
            for (int part = 0; part < 3; part++) {
                to[part] = (uint8_t)((pixel[part] * opacity + 255 * (255 - opacity)) / 255);
            }
        }
    }
    return rgb;
}

static cpictures_outcome feed(loader *loader, const uint8_t *bytes, size_t count, double end) {
    const size_t step = 16 << 10;
    void *error = NULL;
    cpictures_outcome outcome = CPICTURES_DONE;
    for (size_t at = 0; at < count && outcome == CPICTURES_DONE; at += step) {
        size_t length = count - at < step ? count - at : step;
        if (!api.loader_write(loader, bytes + at, length, &error)) outcome = CPICTURES_BROKEN;
        if (now() > end) outcome = CPICTURES_TOO_SLOW;
    }
    if (error != NULL) api.clear_error(&error);
    // The decoded part of a truncated picture is still shown.
    api.loader_close(loader, &error);
    if (error != NULL) api.clear_error(&error);
    return outcome;
}

cpictures_outcome cpictures_decode(
    const uint8_t *bytes, size_t count, const char *kind, int64_t most_pixels, int most_side, double seconds,
    uint8_t **rgb, int *width, int *height) {
    pthread_once(&load_once, load);
    if (!is_loaded) return CPICTURES_NO_LIBRARY;
    // On Linux this affects only the calling thread.
    setpriority(PRIO_PROCESS, 0, 19);
    void *error = NULL;
    loader *loader = api.loader_new(kind, &error);
    if (loader == NULL) {
        if (error != NULL) api.clear_error(&error);
        return CPICTURES_NO_LIBRARY;
    }
    limits limits = {.most_pixels = most_pixels, .most_side = most_side};
    api.connect(loader, "size-prepared", (void (*)(void))size_known, &limits, NULL, 0);
    cpictures_outcome outcome = feed(loader, bytes, count, now() + seconds);
    pixbuf *found = outcome == CPICTURES_TOO_SLOW || limits.is_too_large ? NULL : api.loader_pixbuf(loader);
    pixbuf *upright = found == NULL ? NULL : api.oriented(found);
    if (upright != NULL) {
        *width = api.width(upright);
        *height = api.height(upright);
        *rgb = on_white(upright, *width, *height);
        outcome = *rgb == NULL ? CPICTURES_TOO_LARGE : CPICTURES_DONE;
        api.unref(upright);
    } else if (outcome == CPICTURES_DONE) {
        outcome = CPICTURES_BROKEN;
    }
    api.unref(loader);
    return limits.is_too_large ? CPICTURES_TOO_LARGE : outcome;
}

void cpictures_free(uint8_t *rgb) { free(rgb); }
