/* Only the flags of GLib are wanted from this target; the C target CGMime includes what it needs itself. */
