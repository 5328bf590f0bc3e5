/* UDPTL: fax packets over UDP with a sequence number and repair data (ITU-T T.38, clause 9.1). */
#ifndef F2E_UDPTL_H
#define F2E_UDPTL_H

#include <stdbool.h>
#include <stdint.h>

enum {
    UDPTL_IFP_BYTES = 512,     /* the longest packet of T.38 data that is sent or accepted */
    UDPTL_PACKET_BYTES = 8192, /* room for a packet with all its repair data */
    UDPTL_HISTORY = 64,        /* how many packets are remembered; a power of two */
    UDPTL_FEC_ENTRIES = 8,
    UDPTL_FEC_SPAN = 16
};

/* How lost packets are repaired: the T38FaxUdpEC of the two session descriptions. */
enum udptl_repair { UDPTL_NONE, UDPTL_REDUNDANCY, UDPTL_FEC };

struct udptl_ifp {
    int length;
    uint8_t bytes[UDPTL_IFP_BYTES];
};

/* Packet counts so far. */
struct udptl_counts {
    long received, malformed, late, repaired, lost;
};

struct udptl {
    enum udptl_repair repair;
    int max_datagram; /* of the far end: repair data that would exceed it is left out */
    uint16_t next_sent;
    struct udptl_ifp sent[UDPTL_HISTORY];
    bool receiving;
    int next_received; /* the next expected sequence number, without wrapping */
    struct udptl_ifp received[UDPTL_HISTORY];
    int received_number[UDPTL_HISTORY];
    struct udptl_counts counts;
};

/* Receives one packet of T.38 data, in order; `number` is its sequence number. */
typedef void (*udptl_deliver)(void *user, const uint8_t *bytes, int length, uint16_t number);

void udptl_start(struct udptl *u, enum udptl_repair repair, int max_datagram);

/* Writes the next packet to `out`, which has UDPTL_PACKET_BYTES; returns its length, 0 if the data is too long. */
int udptl_pack(struct udptl *u, const uint8_t *bytes, int length, uint8_t *out);

/* Reads a packet from the network and delivers what is new, repaired data first; returns false if it is malformed. */
bool udptl_unpack(struct udptl *u, const uint8_t *packet, int length, udptl_deliver deliver, void *user);

#endif
