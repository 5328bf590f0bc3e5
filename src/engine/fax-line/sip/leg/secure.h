/* Encrypted sound: SRTP (RFC 3711) with the keys of the session description (RFC 4568). */
#ifndef F2E_SECURE_H
#define F2E_SECURE_H

#include <stdbool.h>
#include <stdint.h>

enum { SECURE_MORE_BYTES = 144 /* that a packet may grow by */ };

/*
 * Begins with these keys, or goes on with others; each is 30 bytes in Base64, the key and its salt. False when one cannot
 * be used: no sound may leave then.
 */
bool secure_start(const char *ours, const char *theirs);

/* Encrypts a packet in place; `length` grows. False when it must not be sent. */
bool secure_pack(uint8_t *packet, int *length);

/* Decrypts a packet in place; false for one that is forged, damaged, or was taken before. */
bool secure_unpack(uint8_t *packet, int *length);

#endif
