#include <gmime-3.0/gmime/internet-address.h>
