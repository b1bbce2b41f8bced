#include "internal.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>

bool ccurl_is_loopback(const struct sockaddr *address) {
    if (address->sa_family == AF_INET) {
        struct sockaddr_in v4;
        memcpy(&v4, address, sizeof v4);
        return (ntohl(v4.sin_addr.s_addr) >> 24) == 127;
    }
    if (address->sa_family == AF_INET6) {
        struct sockaddr_in6 v6;
        memcpy(&v6, address, sizeof v6);
        return IN6_IS_ADDR_LOOPBACK(&v6.sin6_addr);
    }
    return false;
}

/// Excludes this host, private and carrier-grade networks, multicast, and reserved addresses (RFC 6890).
static bool is_public_v4(uint32_t address) {
    static const struct { uint32_t network; int bits; } others[] = {
        {0x00000000, 8}, {0x0A000000, 8}, {0x64400000, 10}, {0x7F000000, 8}, {0xA9FE0000, 16}, {0xAC100000, 12},
        {0xC0000000, 24}, {0xC0000200, 24}, {0xC0586300, 24}, {0xC0A80000, 16}, {0xC6120000, 15}, {0xC6336400, 24},
        {0xCB007100, 24}, {0xE0000000, 3},
    };
    for (size_t index = 0; index < sizeof others / sizeof others[0]; index++) {
        if (address >> (32 - others[index].bits) == others[index].network >> (32 - others[index].bits)) return false;
    }
    return true;
}

bool ccurl_is_public(const struct sockaddr *address) {
    if (address->sa_family == AF_INET) {
        return is_public_v4(ntohl(((const struct sockaddr_in *)(const void *)address)->sin_addr.s_addr));
    }
    if (address->sa_family != AF_INET6) return false;
    const uint8_t *bytes = ((const struct sockaddr_in6 *)(const void *)address)->sin6_addr.s6_addr;
    // Only 2000::/3 is public, except tunnels into IPv4 and documentation addresses.
    bool is_tunnel = bytes[0] == 0x20 && (bytes[1] == 0x02 || (bytes[1] == 0x01 && bytes[2] <= 1));
    bool is_document = bytes[0] == 0x20 && bytes[1] == 0x01 && bytes[2] == 0x0D && bytes[3] == 0xB8;
    return (bytes[0] & 0xE0) == 0x20 && !is_tunnel && !is_document;
}

bool ccurl_address_is_public(const char *text) {
    struct sockaddr_in v4 = {.sin_family = AF_INET};
    struct sockaddr_in6 v6 = {.sin6_family = AF_INET6};
    if (inet_pton(AF_INET, text, &v4.sin_addr) == 1) return ccurl_is_public((const struct sockaddr *)(const void *)&v4);
    return inet_pton(AF_INET6, text, &v6.sin6_addr) == 1 && ccurl_is_public((const struct sockaddr *)(const void *)&v6);
}
