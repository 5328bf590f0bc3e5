#define _DEFAULT_SOURCE
#include "secure.h"

#include <string.h>

#include <srtp2/srtp.h>

enum { KEY_BYTES = SRTP_AES_ICM_128_KEY_LEN_WSALT, KEY_CHARS = KEY_BYTES / 3 * 4 };

static struct {
    bool initialized;
    srtp_t out, in;
} secure;

static int value_of(char c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

static bool decode(const char *text, uint8_t *key) {
    if (strlen(text) != KEY_CHARS) return false;
    for (int i = 0; i < KEY_CHARS; i += 4) {
        uint32_t bits = 0;
        for (int j = 0; j < 4; j++) {
            int value = value_of(text[i + j]);
            if (value < 0) return false;
            bits = bits << 6 | (uint32_t)value;
        }
        for (int j = 0; j < 3; j++) *key++ = (uint8_t)(bits >> (16 - 8 * j));
    }
    return true;
}

static bool create(srtp_t *session, const char *text, srtp_ssrc_type_t direction) {
    uint8_t key[KEY_BYTES];
    srtp_policy_t policy;
    if (!decode(text, key)) return false;
    memset(&policy, 0, sizeof policy);
    srtp_crypto_policy_set_rtp_default(&policy.rtp);
    srtp_crypto_policy_set_rtcp_default(&policy.rtcp);
    policy.ssrc.type = direction;
    policy.key = key;
    policy.window_size = 1024;
    srtp_err_status_t status = srtp_create(session, &policy);
    explicit_bzero(key, sizeof key);
    return status == srtp_err_status_ok;
}

static void forget(srtp_t *session) {
    if (*session) srtp_dealloc(*session);
    *session = NULL;
}

bool secure_start(const char *ours, const char *theirs) {
    if (!secure.initialized && srtp_init() != srtp_err_status_ok) return false;
    secure.initialized = true;
    forget(&secure.out);
    forget(&secure.in);
    if (create(&secure.out, ours, ssrc_any_outbound) && create(&secure.in, theirs, ssrc_any_inbound)) return true;
    forget(&secure.out);
    forget(&secure.in);
    return false;
}

bool secure_pack(uint8_t *packet, int *length) {
    return secure.out && srtp_protect(secure.out, packet, length) == srtp_err_status_ok;
}

bool secure_unpack(uint8_t *packet, int *length) {
    return secure.in && srtp_unprotect(secure.in, packet, length) == srtp_err_status_ok;
}
