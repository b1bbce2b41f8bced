#include "CSQLiteSetup.h"

#include <sqlite3.h>

int csqlite_setup(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
