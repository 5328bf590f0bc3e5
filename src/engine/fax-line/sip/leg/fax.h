/* One T.30 session with spandsp, over T.38 or over audio. */
#ifndef F2E_FAX_H
#define F2E_FAX_H

#include <stdbool.h>
#include <stdint.h>

struct fax_options {
    bool calling;
    bool ecm;
    const char *file;    /* a TIFF to send or to write */
    const char *station; /* our station identification (T.30, 5.3.6.2.4) */
    int max_rate;        /* bits per second */
};

/* Sends one packet of T.38 data `copies` times. */
typedef void (*fax_packet)(void *user, const uint8_t *bytes, int length, int copies);

void fax_prepare(const struct fax_options *options);

/* Restarts the session over T.38; a session in progress over audio ends without an event. */
void fax_start_t38(int max_rate, int max_datagram, fax_packet packet, void *user);

void fax_start_audio(void);

/* Advances time by 20 ms. Over audio, writes the samples to send. */
void fax_tick_t38(void);
void fax_tick_audio(int16_t *samples, int count);

/* Processes data from the network; lost audio is NULL. */
void fax_packet_received(const uint8_t *bytes, int length, uint16_t number);
void fax_sound_received(int16_t *samples, int count);

/* The call is over: ends the session if it has not ended, and reports why. */
void fax_stop(const char *why);

/* Whether a session has started, and whether it has ended. */
bool fax_begun(void);
bool fax_ended(void);

/* Returns how many seconds the far end may be silent now: while pages are sent, its turn comes late. */
int fax_patience(void);

#endif
