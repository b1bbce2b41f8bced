#ifndef CRESOLVER_H
#define CRESOLVER_H

#include <stdbool.h>
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

/// Which servers take a domain's mail (RFC 5321 §5.1): priority and target. The rest as of services.
int cresolver_find_exchanges(const char *name, cresolver_service *exchanges, int most);
int cresolver_read_exchanges(const uint8_t *answer, int length, cresolver_service *exchanges, int most);

/// Whether something takes connections there, which it waits for as long as that; nothing is sent. Finding the host's
/// addresses comes on top.
bool cresolver_answers(const char *host, const char *port, int limit_ms);

#endif
