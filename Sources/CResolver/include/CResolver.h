#ifndef CRESOLVER_H
#define CRESOLVER_H

#include <stdint.h>

/// Where a service of a domain is (RFC 2782).
typedef struct {
    uint16_t priority;
    uint16_t weight;
    uint16_t port;
    /// Without the last dot; empty when the domain says that it has no such service.
    char target[256];
} cresolver_service;

/// Asks the system's name servers, which takes seconds when they are away. Returns how many were found.
int cresolver_find(const char *name, cresolver_service *services, int most);

/// Reads them from the answer of a name server. Returns how many; 0 when it cannot be read.
int cresolver_read(const uint8_t *answer, int length, cresolver_service *services, int most);

#endif
