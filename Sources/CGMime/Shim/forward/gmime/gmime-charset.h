#include <gmime-3.0/gmime/gmime-charset.h>
