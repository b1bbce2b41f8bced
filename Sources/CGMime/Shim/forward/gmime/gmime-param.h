#include <gmime-3.0/gmime/gmime-param.h>
