#include <gmime-3.0/gmime/gmime-content-type.h>
