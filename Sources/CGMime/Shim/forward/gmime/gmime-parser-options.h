#include <gmime-3.0/gmime/gmime-parser-options.h>
