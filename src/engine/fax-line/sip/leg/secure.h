/* Encrypted audio: SRTP (RFC 3711) with the keys of the session description (RFC 4568). */
#ifndef F2E_SECURE_H
#define F2E_SECURE_H

#include <stdbool.h>
#include <stdint.h>

enum { SECURE_MORE_BYTES = 144 /* by which a packet may grow */ };

/*
 * Starts with these keys, or changes to others; each is 30 bytes in Base64, the key and its salt. Returns false if one
 * cannot be used: no audio may then be sent.
 */
bool secure_start(const char *ours, const char *theirs);

/* Encrypts a packet in place; `length` grows. Returns false if it must not be sent. */
bool secure_pack(uint8_t *packet, int *length);

/* Decrypts a packet in place; returns false if it is forged, damaged, or was accepted before. */
bool secure_unpack(uint8_t *packet, int *length);

#endif
