#include "udptl.h"

#include <string.h>

enum { REDUNDANCY_DEPTH = 3, FEC_SENT_SPAN = 3, FEC_SENT_ENTRIES = 3 };

/* A packet being read; `failed` stays set once a read exceeds its end. */
struct reader {
    const uint8_t *bytes;
    int left;
    bool failed;
};

struct part {
    const uint8_t *bytes;
    int length;
};

static int slot(int number) { return number & (UDPTL_HISTORY - 1); }

void udptl_start(struct udptl *u, enum udptl_repair repair, int max_datagram) {
    memset(u, 0, sizeof *u);
    u->repair = repair;
    u->max_datagram = max_datagram;
    for (int i = 0; i < UDPTL_HISTORY; i++) u->received_number[i] = -1;
}

/* ---- Sending ---- */

/* A length below 16,384 in aligned PER (ITU-T X.691, 10.9.3). */
static int put_length(uint8_t *out, int length) {
    if (length < 128) {
        out[0] = (uint8_t)length;
        return 1;
    }
    out[0] = (uint8_t)(0x80 | length >> 8);
    out[1] = (uint8_t)length;
    return 2;
}

static int put_part(uint8_t *out, const uint8_t *bytes, int length) {
    int used = put_length(out, length);
    memcpy(out + used, bytes, (size_t)length);
    return used + length;
}

/* Returns how many earlier packets fit into a datagram that the far end accepts. */
static int redundant_parts(const struct udptl *u, int used) {
    int parts = 0;
    while (parts < REDUNDANCY_DEPTH && parts < u->next_sent) {
        used += 2 + u->sent[slot(u->next_sent - parts - 1)].length;
        if (used > u->max_datagram) break;
        parts++;
    }
    return parts;
}

static int put_redundancy(const struct udptl *u, uint8_t *out, int used) {
    int parts = u->repair == UDPTL_REDUNDANCY ? redundant_parts(u, used + 2) : 0;
    int n = 0;
    out[n++] = 0x00;
    n += put_length(out + n, parts);
    for (int i = 1; i <= parts; i++) {
        const struct udptl_ifp *earlier = &u->sent[slot(u->next_sent - i)];
        n += put_part(out + n, earlier->bytes, earlier->length);
    }
    return n;
}

/* Entry m is the XOR of every third of the preceding packets (clause 9.1.4). */
static int put_fec(const struct udptl *u, uint8_t *out) {
    int span = FEC_SENT_SPAN;
    while (span > 0 && u->next_sent < span * FEC_SENT_ENTRIES) span--;
    int n = 0;
    out[n++] = 0x80;
    out[n++] = 1;
    out[n++] = (uint8_t)span;
    if (span == 0) {
        out[n++] = 0;
        return n;
    }
    n += put_length(out + n, FEC_SENT_ENTRIES);
    for (int m = 0; m < FEC_SENT_ENTRIES; m++) {
        uint8_t sum[UDPTL_IFP_BYTES] = {0};
        int longest = 0;
        for (int i = 0; i < span; i++) {
            int number = u->next_sent - span * FEC_SENT_ENTRIES + m + i * FEC_SENT_ENTRIES;
            const struct udptl_ifp *earlier = &u->sent[slot(number)];
            for (int b = 0; b < earlier->length; b++) sum[b] ^= earlier->bytes[b];
            if (earlier->length > longest) longest = earlier->length;
        }
        n += put_part(out + n, sum, longest);
    }
    return n;
}

int udptl_pack(struct udptl *u, const uint8_t *bytes, int length, uint8_t *out) {
    if (length < 0 || length > UDPTL_IFP_BYTES) return 0;
    struct udptl_ifp *kept = &u->sent[slot(u->next_sent)];
    kept->length = length;
    memcpy(kept->bytes, bytes, (size_t)length);
    int n = 0;
    out[n++] = (uint8_t)(u->next_sent >> 8);
    out[n++] = (uint8_t)u->next_sent;
    n += put_part(out + n, bytes, length);
    n += u->repair == UDPTL_FEC ? put_fec(u, out + n) : put_redundancy(u, out + n, n);
    u->next_sent++;
    return n;
}

/* ---- Receiving ---- */

static int take_byte(struct reader *r) {
    if (r->left < 1) {
        r->failed = true;
        return 0;
    }
    r->left--;
    return *r->bytes++;
}

static int take_length(struct reader *r) {
    int first = take_byte(r);
    if (!(first & 0x80)) return first;
    /* 11xxxxxx would be a fragmented value, which no fax packet needs. */
    if (first & 0x40) r->failed = true;
    return (first & 0x3f) << 8 | take_byte(r);
}

static struct part take_part(struct reader *r) {
    struct part part = {NULL, take_length(r)};
    if (r->failed || part.length > UDPTL_IFP_BYTES || part.length > r->left) {
        r->failed = true;
        part.length = 0;
        return part;
    }
    part.bytes = r->bytes;
    r->bytes += part.length;
    r->left -= part.length;
    return part;
}

static void keep(struct udptl *u, int number, const uint8_t *bytes, int length) {
    struct udptl_ifp *kept = &u->received[slot(number)];
    kept->length = length;
    memcpy(kept->bytes, bytes, (size_t)length);
    u->received_number[slot(number)] = number;
}

static void deliver_next(struct udptl *u, int number, struct part part, udptl_deliver deliver, void *user) {
    u->counts.lost += number - u->next_received;
    u->next_received = number + 1;
    keep(u, number, part.bytes, part.length);
    if (part.length > 0) deliver(user, part.bytes, part.length, (uint16_t)number);
}

static void unpack_redundancy(struct udptl *u, struct reader *r, int number, udptl_deliver deliver, void *user) {
    struct part parts[UDPTL_HISTORY];
    int count = take_length(r);
    if (count >= UDPTL_HISTORY) r->failed = true;
    for (int i = 0; i < count && !r->failed; i++) parts[i] = take_part(r);
    if (r->failed) return;
    for (int i = count; i >= 1; i--) {
        if (number - i < u->next_received) continue;
        u->counts.repaired++;
        deliver_next(u, number - i, parts[i - 1], deliver, user);
    }
}

/*
 * Rebuilds packet `missing` from its entry and the packets that the entry covers; returns false if two of them are
 * missing.
 */
static bool rebuild(struct udptl *u, const struct part *entry, int first, int step, int span, int missing) {
    uint8_t sum[UDPTL_IFP_BYTES] = {0};
    memcpy(sum, entry->bytes, (size_t)entry->length);
    for (int i = 0; i < span; i++) {
        int number = first + i * step;
        if (number == missing) continue;
        if (number < 0 || u->received_number[slot(number)] != number) return false;
        const struct udptl_ifp *known = &u->received[slot(number)];
        for (int b = 0; b < known->length; b++) sum[b] ^= known->bytes[b];
    }
    keep(u, missing, sum, entry->length);
    return true;
}

static void unpack_fec(struct udptl *u, struct reader *r, int number, udptl_deliver deliver, void *user) {
    struct part entries[UDPTL_FEC_ENTRIES];
    int one = take_byte(r), span = take_byte(r), count = take_length(r);
    if (one != 1 || span > UDPTL_FEC_SPAN || count > UDPTL_FEC_ENTRIES) r->failed = true;
    for (int i = 0; i < count && !r->failed; i++) entries[i] = take_part(r);
    if (r->failed || span == 0 || count == 0) return;
    int first = number - span * count;
    for (int missing = u->next_received; missing < number; missing++) {
        if (missing < first) continue;
        int entry = (missing - first) % count;
        if (!rebuild(u, &entries[entry], first + entry, count, span, missing)) continue;
        u->counts.repaired++;
        struct part rebuilt = {u->received[slot(missing)].bytes, u->received[slot(missing)].length};
        struct udptl_ifp copy = {.length = rebuilt.length};
        memcpy(copy.bytes, rebuilt.bytes, (size_t)rebuilt.length);
        deliver_next(u, missing, (struct part){copy.bytes, copy.length}, deliver, user);
    }
}

bool udptl_unpack(struct udptl *u, const uint8_t *packet, int length, udptl_deliver deliver, void *user) {
    struct reader r = {packet, length, false};
    int wrapped = take_byte(&r) << 8;
    wrapped |= take_byte(&r);
    struct part data = take_part(&r);
    int repair = r.left > 0 ? take_byte(&r) : 0;
    u->counts.received++;
    if (r.failed) {
        u->counts.malformed++;
        return false;
    }
    if (!u->receiving) {
        u->receiving = true;
        u->next_received = wrapped > 8 ? wrapped : 0;
    }
    int number = u->next_received + (int16_t)(wrapped - (u->next_received & 0xffff));
    if (number < u->next_received) {
        u->counts.late++;
        return true;
    }
    if (r.left > 0 && !(repair & 0x80)) unpack_redundancy(u, &r, number, deliver, user);
    else if (r.left > 0) unpack_fec(u, &r, number, deliver, user);
    if (r.failed) u->counts.malformed++;
    deliver_next(u, number, data, deliver, user);
    return !r.failed;
}
