#include "CResolver.h"

#include <arpa/nameser.h>
#include <netinet/in.h>
#include <resolv.h>
#include <string.h>

int cresolver_read(const uint8_t *answer, int length, cresolver_service *services, int most) {
    ns_msg message;
    if (ns_initparse(answer, length, &message) != 0) return 0;
    int found = 0;
    for (int index = 0; index < ns_msg_count(message, ns_s_an) && found < most; index++) {
        ns_rr record;
        if (ns_parserr(&message, ns_s_an, index, &record) != 0) return found;
        if (ns_rr_type(record) != ns_t_srv || ns_rr_class(record) != ns_c_in || ns_rr_rdlen(record) < 7) continue;
        const uint8_t *data = ns_rr_rdata(record);
        cresolver_service service = {
            .priority = ns_get16(data), .weight = ns_get16(data + 2), .port = ns_get16(data + 4)};
        if (dn_expand(answer, answer + length, data + 6, service.target, sizeof service.target) < 0) continue;
        services[found++] = service;
    }
    return found;
}

int cresolver_find(const char *name, cresolver_service *services, int most) {
    struct __res_state state;
    memset(&state, 0, sizeof state);
    if (res_ninit(&state) != 0) return 0;
    state.retrans = 3;
    state.retry = 2;
    uint8_t answer[8192];
    int length = res_nquery(&state, name, ns_c_in, ns_t_srv, answer, sizeof answer);
    res_nclose(&state);
    if (length <= 0) return 0;
    return cresolver_read(answer, length < (int)sizeof answer ? length : (int)sizeof answer, services, most);
}
