/* The two sockets of a call: sound (RTP) and T.38 (UDPTL), with one far end. */
#ifndef F2E_MEDIA_H
#define F2E_MEDIA_H

#include <stdbool.h>
#include <stdint.h>

/* Binds both sockets, to ports between `low` and `high` when `high` is not 0; false when none is free. */
bool media_open(const char *address, int low, int high);

int media_audio_socket(void);
int media_t38_socket(void);
int media_audio_port(void);
int media_t38_port(void);

/* Sets the far end; only packets of its address count. False when the address cannot be used. */
bool media_to_audio(const char *address, int port, bool a_law);

/* From now on sound is encrypted: nothing leaves and nothing counts otherwise. False when a key cannot be used. */
bool media_secure_audio(const char *ours, const char *theirs);

bool media_to_t38(const char *address, int port, const char *repair, int max_datagram);

void media_send_t38(const uint8_t *bytes, int length, int copies);

/* Sends the next 20 ms of sound; `speed` is that of the clock. */
void media_tick_audio(double speed);

/* Takes everything that has come. */
void media_receive(bool audio, bool t38);

/* Tells how many packets of the far end came, were lost and were repaired, and when those were missing. */
void media_tell_quality(void);

/* Seconds since the far end was heard, or since it became known. */
double media_silence(void);

#endif
