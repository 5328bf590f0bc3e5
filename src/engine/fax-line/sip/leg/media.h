/* The two sockets of a call: audio (RTP) and T.38 (UDPTL), with one far end. */
#ifndef F2E_MEDIA_H
#define F2E_MEDIA_H

#include <stdbool.h>
#include <stdint.h>

/* Binds both sockets, to ports between `low` and `high` if `high` is not 0; returns false if none is free. */
bool media_open(const char *address, int low, int high);

int media_audio_socket(void);
int media_t38_socket(void);
int media_audio_port(void);
int media_t38_port(void);

/* Sets the far end; only packets from its address count. Returns false if the address cannot be used. */
bool media_to_audio(const char *address, int port, bool a_law);

/* Encrypts audio from now on: nothing is sent and nothing accepted otherwise. Returns false if a key cannot be used. */
bool media_secure_audio(const char *ours, const char *theirs);

bool media_to_t38(const char *address, int port, const char *repair, int max_datagram);

void media_send_t38(const uint8_t *bytes, int length, int copies);

/* Sends the next 20 ms of audio; `speed` is the speed factor of the clock. */
void media_tick_audio(double speed);

/* Processes everything that has arrived. */
void media_receive(bool audio, bool t38);

/* Reports how many packets of the far end arrived, were lost and were repaired, and when packets were missing. */
void media_tell_quality(void);

/* Returns the seconds since the far end was last heard, or since it became known. */
double media_silence(void);

#endif
