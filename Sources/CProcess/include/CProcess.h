#ifndef CPROCESS_H
#define CPROCESS_H

/// Keeps what is in memory, passwords among it, out of core files and from other programs of the same user.
/// Returns 0, or -1 with errno set.
int cprocess_keep_private(void);

#endif
