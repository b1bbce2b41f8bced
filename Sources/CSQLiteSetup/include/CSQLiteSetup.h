#ifndef CSQLITE_SETUP_H
#define CSQLITE_SETUP_H

/// Must be called before any other use of SQLite. Turns off SQLite's memory statistics, which nothing here uses: they
/// need a lock shared by all connections, and a first sync takes a fifteenth less time without them.
/// @return 0 on success; another value if SQLite was already in use, which then continues unchanged.
int csqlite_setup(void);

#endif
