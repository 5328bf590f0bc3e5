/*
 * Sends a fax between two spandsp sessions in one process, and inserts FCD frames without a frame number: without
 * leg/guard.c the receiving session reads beyond them and the program crashes. Arguments: the TIFF to send and the one
 * to write. Prints how many short frames were inserted and how the receiver's session ended.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SPANDSP_EXPOSE_INTERNAL_STRUCTURES
#include <spandsp.h>

enum { TICKS = 200000, TICK_SAMPLES = 160, LONG = 20, FIRST = 200, EVERY = 25, MOST = 3 };

static t38_terminal_state_t *sender, *receiver;
static t38_core_state_t *forger;
static int from_sender, from_receiver, slipped, ended = -1, page_packets;

static void to_receiver(const uint8_t *bytes, int length) {
    t38_core_rx_ifp_packet(t38_terminal_get_t38_core_state(receiver), bytes, length, (uint16_t)from_sender++);
}

static int forge(t38_core_state_t *core, void *user, const uint8_t *bytes, int length, int copies) {
    (void)core;
    (void)user;
    (void)copies;
    to_receiver(bytes, length);
    return 0;
}

/* During V.17 page data with HDLC framing: ends the current frame, sends one of three bytes with a valid checksum. */
static void slip_in(void) {
    static const uint8_t frame[] = {0xff, 0xc0, 0x60};
    t38_core_send_data(forger, T38_DATA_V17_14400, T38_FIELD_HDLC_FCS_BAD, NULL, 0, 0);
    t38_core_send_data(forger, T38_DATA_V17_14400, T38_FIELD_HDLC_DATA, frame, sizeof frame, 0);
    t38_core_send_data(forger, T38_DATA_V17_14400, T38_FIELD_HDLC_FCS_OK, NULL, 0, 0);
    slipped++;
}

static int sent(t38_core_state_t *core, void *user, const uint8_t *bytes, int length, int copies) {
    (void)core;
    (void)user;
    (void)copies;
    to_receiver(bytes, length);
    /* The page, unlike the training before it, comes in many long packets. */
    if (length > LONG && ++page_packets > FIRST && page_packets % EVERY == 0 && slipped < MOST) slip_in();
    return 0;
}

static int answered(t38_core_state_t *core, void *user, const uint8_t *bytes, int length, int copies) {
    (void)core;
    (void)user;
    (void)copies;
    t38_core_rx_ifp_packet(t38_terminal_get_t38_core_state(sender), bytes, length, (uint16_t)from_receiver++);
    return 0;
}

static void on_end(t30_state_t *t30, void *user, int code) {
    (void)t30;
    (void)user;
    ended = code;
}

static void set_up(t30_state_t *t30) {
    t30_set_ecm_capability(t30, 1);
    t30_set_supported_modems(t30, T30_SUPPORT_V27TER | T30_SUPPORT_V29 | T30_SUPPORT_V17);
    t30_set_supported_compressions(t30, T30_SUPPORT_T4_1D_COMPRESSION | T30_SUPPORT_T4_2D_COMPRESSION |
                                            T30_SUPPORT_T6_COMPRESSION);
    t30_set_supported_resolutions(t30, T30_SUPPORT_STANDARD_RESOLUTION | T30_SUPPORT_FINE_RESOLUTION);
    t30_set_supported_image_sizes(t30, T30_SUPPORT_US_LETTER_LENGTH | T30_SUPPORT_A4_LENGTH |
                                           T30_SUPPORT_UNLIMITED_LENGTH | T30_SUPPORT_215MM_WIDTH);
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    sender = t38_terminal_init(NULL, 1, sent, NULL);
    receiver = t38_terminal_init(NULL, 0, answered, NULL);
    forger = t38_core_init(NULL, NULL, NULL, NULL, NULL, forge, NULL);
    set_up(t38_terminal_get_t30_state(sender));
    set_up(t38_terminal_get_t30_state(receiver));
    t30_set_tx_file(t38_terminal_get_t30_state(sender), argv[1], -1, -1);
    t30_set_rx_file(t38_terminal_get_t30_state(receiver), argv[2], -1);
    t30_set_phase_e_handler(t38_terminal_get_t30_state(receiver), on_end, NULL);
    for (int i = 0; i < TICKS && ended < 0; i++) {
        t38_terminal_send_timeout(sender, TICK_SAMPLES);
        t38_terminal_send_timeout(receiver, TICK_SAMPLES);
    }
    printf("slipped %d ended %d\n", slipped, ended);
    return 0;
}
