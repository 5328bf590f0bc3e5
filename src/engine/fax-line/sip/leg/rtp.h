/* G.711 audio over RTP (RFC 3550, RFC 3551), reordered before the fax modem receives it. */
#ifndef F2E_RTP_H
#define F2E_RTP_H

#include <stdbool.h>
#include <stdint.h>

enum {
    RTP_SAMPLES = 160,     /* 20 ms, sent in one packet */
    RTP_MAX_SAMPLES = 400, /* the longest packet that is accepted */
    RTP_PACKET_BYTES = 12 + RTP_SAMPLES,
    RTP_WAITING = 64,
    RTP_PCMU = 0,
    RTP_PCMA = 8
};

struct rtp_waiting {
    bool used;
    uint16_t number;
    int length;
    uint8_t bytes[RTP_MAX_SAMPLES];
};

struct rtp {
    int payload_type; /* RTP_PCMU or RTP_PCMA */
    uint16_t next_sent;
    uint32_t timestamp, source;
    bool receiving;
    uint16_t next_received;
    struct rtp_waiting waiting[RTP_WAITING];
    int waiting_count;
    struct { long received, lost, late; } counts;
};

/* Receives the audio of one packet; `samples` is NULL for a lost one. */
typedef void (*rtp_deliver)(void *user, int16_t *samples, int count);

void rtp_start(struct rtp *s, int payload_type, uint32_t source);

/* Writes RTP_SAMPLES samples as the next packet to `out`, which has RTP_PACKET_BYTES. */
void rtp_pack(struct rtp *s, const int16_t *samples, uint8_t *out);

/* Takes a packet from the network and delivers what is in order now; returns false if it is not audio of this call. */
bool rtp_unpack(struct rtp *s, const uint8_t *packet, int length, rtp_deliver deliver, void *user);

#endif
