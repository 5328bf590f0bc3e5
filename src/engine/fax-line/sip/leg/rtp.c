#include "rtp.h"

#include <string.h>

#include <spandsp.h>

enum {
    REORDER_WINDOW = 5, /* packets that may overtake one before it counts as lost: 100 ms */
    JUMP = 200          /* a larger gap means that the far end has restarted */
};

void rtp_start(struct rtp *s, int payload_type, uint32_t source) {
    memset(s, 0, sizeof *s);
    s->payload_type = payload_type;
    s->source = source;
}

static void put32(uint8_t *out, uint32_t value) {
    for (int i = 0; i < 4; i++) out[i] = (uint8_t)(value >> (24 - 8 * i));
}

void rtp_pack(struct rtp *s, const int16_t *samples, uint8_t *out) {
    out[0] = 0x80;
    out[1] = (uint8_t)s->payload_type;
    out[2] = (uint8_t)(s->next_sent >> 8);
    out[3] = (uint8_t)s->next_sent;
    put32(out + 4, s->timestamp);
    put32(out + 8, s->source);
    for (int i = 0; i < RTP_SAMPLES; i++)
        out[12 + i] = s->payload_type == RTP_PCMA ? linear_to_alaw(samples[i]) : linear_to_ulaw(samples[i]);
    s->next_sent++;
    s->timestamp += RTP_SAMPLES;
}

static void deliver_packet(struct rtp *s, struct rtp_waiting *w, rtp_deliver deliver, void *user) {
    int16_t samples[RTP_MAX_SAMPLES];
    for (int i = 0; i < w->length; i++)
        samples[i] = s->payload_type == RTP_PCMA ? alaw_to_linear(w->bytes[i]) : ulaw_to_linear(w->bytes[i]);
    deliver(user, samples, w->length);
}

/* Returns the waiting packet that comes next, and its distance from the expected one. */
static struct rtp_waiting *nearest(struct rtp *s, int *distance) {
    struct rtp_waiting *found = NULL;
    for (int i = 0; i < RTP_WAITING; i++) {
        if (!s->waiting[i].used) continue;
        int d = (int16_t)(s->waiting[i].number - s->next_received);
        if (found && d >= *distance) continue;
        found = &s->waiting[i];
        *distance = d;
    }
    return found;
}

static void deliver_in_order(struct rtp *s, rtp_deliver deliver, void *user) {
    struct rtp_waiting *next;
    int distance = 0;
    while ((next = nearest(s, &distance)) != NULL) {
        if (distance > JUMP) {
            s->next_received = next->number;
        } else if (distance > 0) {
            if (s->waiting_count < REORDER_WINDOW) return;
            s->counts.lost++;
            s->next_received++;
            deliver(user, NULL, RTP_SAMPLES);
        } else {
            if (distance < 0) s->counts.late++;
            else deliver_packet(s, next, deliver, user);
            if (distance == 0) s->next_received++;
            next->used = false;
            s->waiting_count--;
        }
    }
}

/* Finds the start and length of the audio in a packet; returns false for anything but audio of this call. */
static bool find_sound(const struct rtp *s, const uint8_t *packet, int length, int *at, int *count) {
    if (length < 12 || packet[0] >> 6 != 2 || (packet[1] & 0x7f) != s->payload_type) return false;
    int begin = 12 + 4 * (packet[0] & 15);
    if (packet[0] & 0x10) {
        if (length < begin + 4) return false;
        begin += 4 + 4 * (packet[begin + 2] << 8 | packet[begin + 3]);
    }
    if (packet[0] & 0x20) length -= packet[length - 1];
    *at = begin;
    *count = length - begin;
    return *count > 0 && *count <= RTP_MAX_SAMPLES;
}

bool rtp_unpack(struct rtp *s, const uint8_t *packet, int length, rtp_deliver deliver, void *user) {
    int at, count;
    if (!find_sound(s, packet, length, &at, &count)) return false;
    uint16_t number = (uint16_t)(packet[2] << 8 | packet[3]);
    s->counts.received++;
    if (!s->receiving) {
        s->receiving = true;
        s->next_received = number;
    }
    for (int i = 0; i < RTP_WAITING; i++) {
        struct rtp_waiting *w = &s->waiting[i];
        if (w->used) continue;
        *w = (struct rtp_waiting){.used = true, .number = number, .length = count};
        memcpy(w->bytes, packet + at, (size_t)count);
        s->waiting_count++;
        break;
    }
    deliver_in_order(s, deliver, user);
    return true;
}
