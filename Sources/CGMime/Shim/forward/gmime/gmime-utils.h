#include <gmime-3.0/gmime/gmime-utils.h>
