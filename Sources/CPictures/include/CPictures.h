#ifndef CPICTURES_H
#define CPICTURES_H

#include <stddef.h>
#include <stdint.h>

/// Debian's gdk-pixbuf as Swift can call it, loaded when the first picture is looked at: a start without pictures should
/// not pay for it, and a machine without it goes without pictures.

typedef enum {
    CPICTURES_DONE = 0,
    /// The library is not there.
    CPICTURES_NO_LIBRARY = 1,
    /// No picture of that kind, or a broken one.
    CPICTURES_BROKEN = 2,
    /// More pixels than allowed.
    CPICTURES_TOO_LARGE = 3,
    CPICTURES_TOO_SLOW = 4
} cpictures_outcome;

/// Decodes the first frame of a picture to red, green and blue, laid on white, made smaller to fit.
/// The calling thread gives up its priority for good: it should be one of its own.
/// - kind: "png", "jpeg", "gif" or "webp"; no other decoder is run, whatever the bytes look like.
/// - rgb: three bytes a pixel, to be given to `cpictures_free`.
cpictures_outcome cpictures_decode(
    const uint8_t *bytes, size_t count, const char *kind, int64_t most_pixels, int most_side, double seconds,
    uint8_t **rgb, int *width, int *height);
void cpictures_free(uint8_t *rgb);

#endif
