#ifndef CRESOLVER_H
#define CRESOLVER_H

#include <stdbool.h>
#include <stdint.h>

/// A location of a domain's service (RFC 2782).
typedef struct {
    uint16_t priority;
    uint16_t weight;
    uint16_t port;
    /// Without the final dot; empty if the domain declares that it has no such service.
    char target[256];
} cresolver_service;

/// Asks the system's name servers. Takes seconds if they are unreachable. Returns the number of records found.
int cresolver_find(const char *name, cresolver_service *services, int most);

/// Reads the records from a name server's answer. Returns their number; 0 if the answer is invalid.
int cresolver_read(const uint8_t *answer, int length, cresolver_service *services, int most);

/// Finds the servers that accept a domain's mail (RFC 5321 §5.1). Sets only priority and target; otherwise like
/// `cresolver_find`.
int cresolver_find_exchanges(const char *name, cresolver_service *exchanges, int most);
int cresolver_read_exchanges(const uint8_t *answer, int length, cresolver_service *exchanges, int most);

/// Whether a server accepts a connection within the limit. Sends nothing. Resolving the host name takes
/// additional time.
bool cresolver_answers(const char *host, const char *port, int limit_ms);

#endif
