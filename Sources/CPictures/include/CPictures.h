#ifndef CPICTURES_H
#define CPICTURES_H

#include <stddef.h>
#include <stdint.h>

/// The system's gdk-pixbuf in a form that Swift can call. It is loaded for the first picture, so that it does not slow
/// down a start without pictures; without the library no pictures are shown.

typedef enum {
    CPICTURES_DONE = 0,
    /// The library is not installed.
    CPICTURES_NO_LIBRARY = 1,
    /// Not a picture of that kind, or a broken one.
    CPICTURES_BROKEN = 2,
    /// More pixels than allowed.
    CPICTURES_TOO_LARGE = 3,
    CPICTURES_TOO_SLOW = 4
} cpictures_outcome;

/// Decodes the first frame of a picture to RGB on a white background, scaled down to fit.
/// Permanently lowers the priority of the calling thread, which should be a dedicated one.
/// - kind: "png", "jpeg", "gif" or "webp"; no other decoder is used, whatever the bytes are.
/// - rgb: three bytes per pixel; the caller must release them with `cpictures_free`.
cpictures_outcome cpictures_decode(
    const uint8_t *bytes, size_t count, const char *kind, int64_t most_pixels, int most_side, double seconds,
    uint8_t **rgb, int *width, int *height);
void cpictures_free(uint8_t *rgb);

#endif
