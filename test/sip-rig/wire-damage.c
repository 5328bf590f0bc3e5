/*
 * Feeds damaged and random packets to the parsers of UDPTL and RTP: built with the address and undefined-behavior
 * sanitizers, it ends with an error if they read or write out of bounds. Prints how many packets it delivered.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rtp.h"
#include "udptl.h"

enum { ROUNDS = 200000, LONGEST = 1500 };

static long delivered;

static void take_packet(void *user, const uint8_t *bytes, int length, uint16_t number) {
    (void)user;
    (void)number;
    for (int i = 0; i < length; i++) delivered += bytes[i] & 1;
    delivered++;
}

static void take_sound(void *user, int16_t *samples, int count) {
    (void)user;
    delivered += samples != NULL && count > 0;
}

static void feed(struct udptl *u, struct rtp *s, const uint8_t *bytes, int length) {
    /* A block of exactly this length, so that an access one byte beyond it is detected. */
    uint8_t *exact = malloc((size_t)(length > 0 ? length : 1));
    memcpy(exact, bytes, (size_t)length);
    udptl_unpack(u, exact, length, take_packet, NULL);
    rtp_unpack(s, exact, length, take_sound, NULL);
    free(exact);
}

int main(int argc, char **argv) {
    srand(argc > 1 ? (unsigned)atoi(argv[1]) : 1);
    static struct udptl sender, receiver;
    static struct rtp sound;
    uint8_t packet[UDPTL_PACKET_BYTES], ifp[UDPTL_IFP_BYTES];
    for (int repair = UDPTL_NONE; repair <= UDPTL_FEC; repair++) {
        udptl_start(&sender, (enum udptl_repair)repair, 1400);
        udptl_start(&receiver, (enum udptl_repair)repair, 1400);
        rtp_start(&sound, RTP_PCMU, 1);
        for (int round = 0; round < ROUNDS; round++) {
            int length = rand() % (round % 50 == 0 ? UDPTL_IFP_BYTES : 60);
            for (int i = 0; i < length; i++) ifp[i] = (uint8_t)rand();
            int packed = udptl_pack(&sender, ifp, length, packet);
            if (rand() % 10 == 0) continue; /* lost */
            if (rand() % 4 == 0)
                for (int i = rand() % 4; i >= 0; i--) packet[rand() % packed] = (uint8_t)rand();
            if (rand() % 20 == 0) packed = rand() % packed;
            if (rand() % 20 == 0) {
                packed = rand() % LONGEST;
                for (int i = 0; i < packed; i++) packet[i] = (uint8_t)rand();
                packet[0] = 0x80;
                packet[1] &= 0x80;
            }
            feed(&receiver, &sound, packet, packed);
        }
    }
    printf("%ld\n", delivered);
    return 0;
}
