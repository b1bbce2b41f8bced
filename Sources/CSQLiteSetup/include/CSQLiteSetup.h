#ifndef CSQLITE_SETUP_H
#define CSQLITE_SETUP_H

/// To be called before anything else is asked of SQLite. It counts the memory that it takes under a lock that all its
/// connections share, for numbers that nobody reads here; without it a first sync is a fifteenth quicker.
/// @return 0 when that was switched off; another when SQLite had begun its work already, and goes on as it is.
int csqlite_setup(void);

#endif
