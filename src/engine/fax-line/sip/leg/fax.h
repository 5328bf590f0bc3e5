/* One T.30 session by spandsp, over T.38 or over sound. */
#ifndef F2E_FAX_H
#define F2E_FAX_H

#include <stdbool.h>
#include <stdint.h>

struct fax_options {
    bool calling;
    bool ecm;
    const char *file;    /* a TIFF to send or to write */
    const char *station; /* our station identification (T.30, 5.3.6.2.4) */
    int max_rate;        /* bits a second */
};

/* Sends one packet of T.38 data `copies` times. */
typedef void (*fax_packet)(void *user, const uint8_t *bytes, int length, int copies);

void fax_prepare(const struct fax_options *options);

/* Begins the session anew over T.38; what was going on over sound ends without a word. */
void fax_start_t38(int max_rate, int max_datagram, fax_packet packet, void *user);

void fax_start_audio(void);

/* Time has passed: 20 ms of it. Over sound, writes the samples to send. */
void fax_tick_t38(void);
void fax_tick_audio(int16_t *samples, int count);

/* What the network brought; sound that was lost is NULL. */
void fax_packet_received(const uint8_t *bytes, int length, uint16_t number);
void fax_sound_received(int16_t *samples, int count);

/* The call is over: ends the session if it has not ended, and says why. */
void fax_stop(const char *why);

/* Whether a session has begun, and whether it has ended. */
bool fax_begun(void);
bool fax_ended(void);

/* Seconds for which the far end may be silent now: while pages go out, its turn comes late. */
int fax_patience(void);

#endif
