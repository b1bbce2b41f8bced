#include <gmime-3.0/gmime/gmime-format-options.h>
