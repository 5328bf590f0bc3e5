#define _GNU_SOURCE
#include "media.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#include "clock.h"
#include "events.h"
#include "fax.h"
#include "rtp.h"
#include "secure.h"
#include "udptl.h"

enum { RECEIVE_BUFFER = 1 << 20, PACKET_BYTES = 4096, PORT_TRIES = 200, BARS = 60 };

/* The far end of one socket. Its port may differ from the one it named (RFC 4961); its address may not. */
struct end {
    int socket, port;
    struct sockaddr_storage peer;
    bool known, heard;
};

static struct {
    struct end audio, t38;
    struct rtp rtp;
    struct udptl udptl;
    double heard_at;
    bool secure;
} media;

/* Packets that did not arrive, repaired or not, over time. */
static struct {
    long missed;
    int longest; /* in a row */
    int bar_seconds, bars[BARS];
    double began;
} quality = {.bar_seconds = 1};

static bool resolve(const char *address, int port, struct sockaddr_storage *out) {
    struct addrinfo hints = {.ai_flags = AI_NUMERICHOST, .ai_socktype = SOCK_DGRAM}, *found;
    if (port < 0 || port > 65535 || getaddrinfo(address, NULL, &hints, &found) != 0) return false;
    memset(out, 0, sizeof *out);
    memcpy(out, found->ai_addr, found->ai_addrlen);
    freeaddrinfo(found);
    /* The port is at the same offset in both address families. */
    ((struct sockaddr_in *)out)->sin_port = htons((uint16_t)port);
    return true;
}

static socklen_t size_of(const struct sockaddr_storage *a) {
    return a->ss_family == AF_INET6 ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in);
}

static int port_of(const struct sockaddr_storage *a) { return ntohs(((const struct sockaddr_in *)a)->sin_port); }

static bool bind_to(struct end *end, const char *address, int port) {
    struct sockaddr_storage at;
    socklen_t size = sizeof at;
    if (!resolve(address, port, &at)) return false;
    int s = socket(at.ss_family, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), room = RECEIVE_BUFFER;
    if (s < 0) return false;
    if (bind(s, (struct sockaddr *)&at, size_of(&at)) != 0 || getsockname(s, (struct sockaddr *)&at, &size) != 0) {
        close(s);
        return false;
    }
    setsockopt(s, SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
    end->socket = s;
    end->port = port_of(&at);
    return true;
}

/* Binds to a random port: whoever guesses the port could send packets into the call. */
static bool bind_between(struct end *end, const char *address, int low, int high) {
    if (high == 0) return bind_to(end, address, 0);
    for (int i = 0; i < PORT_TRIES; i++) {
        uint32_t chance = 0;
        if (getrandom(&chance, sizeof chance, 0) != sizeof chance) return false;
        if (bind_to(end, address, low + (int)(chance % (uint32_t)(high - low + 1)))) return true;
    }
    return false;
}

bool media_open(const char *address, int low, int high) {
    return high >= low && bind_between(&media.audio, address, low, high) && bind_between(&media.t38, address, low, high);
}

int media_audio_socket(void) { return media.audio.socket; }
int media_t38_socket(void) { return media.t38.socket; }
int media_audio_port(void) { return media.audio.port; }
int media_t38_port(void) { return media.t38.port; }

static bool set_peer(struct end *end, const char *address, int port) {
    struct sockaddr_storage peer;
    if (!resolve(address, port, &peer)) return false;
    end->peer = peer;
    end->known = true;
    end->heard = false;
    media.heard_at = clock_seconds();
    return true;
}

bool media_to_audio(const char *address, int port, bool a_law) {
    uint32_t source = 0;
    bool first = !media.audio.known;
    if (first && !media.t38.known) quality.began = clock_seconds();
    if (getrandom(&source, sizeof source, 0) != sizeof source || !set_peer(&media.audio, address, port)) return false;
    if (first) rtp_start(&media.rtp, a_law ? RTP_PCMA : RTP_PCMU, source);
    return true;
}

bool media_secure_audio(const char *ours, const char *theirs) {
    media.secure = true;
    return secure_start(ours, theirs);
}

bool media_to_t38(const char *address, int port, const char *repair, int max_datagram) {
    if (!media.audio.known) quality.began = clock_seconds();
    if (!set_peer(&media.t38, address, port)) return false;
    enum udptl_repair by = UDPTL_NONE;
    if (strcmp(repair, "redundancy") == 0) by = UDPTL_REDUNDANCY;
    if (strcmp(repair, "fec") == 0) by = UDPTL_FEC;
    udptl_start(&media.udptl, by, max_datagram);
    return true;
}

static void send_to(const struct end *end, const uint8_t *bytes, int length) {
    /* A packet that cannot be sent counts as lost: the protocol above repairs it, or the watchdog ends the call. */
    (void)!sendto(end->socket, bytes, (size_t)length, 0, (const struct sockaddr *)&end->peer, size_of(&end->peer));
}

void media_send_t38(const uint8_t *bytes, int length, int copies) {
    uint8_t packet[UDPTL_PACKET_BYTES];
    int packed = udptl_pack(&media.udptl, bytes, length, packet);
    for (int i = 0; packed > 0 && i < copies; i++) send_to(&media.t38, packet, packed);
}

static void hear_sound(void *user, int16_t *samples, int count) {
    (void)user;
    fax_sound_received(samples, count);
}

static void hear_packet(void *user, const uint8_t *bytes, int length, uint16_t number) {
    (void)user;
    fax_packet_received(bytes, length, number);
}

void media_tick_audio(double speed) {
    int16_t samples[RTP_SAMPLES];
    uint8_t packet[RTP_PACKET_BYTES + SECURE_MORE_BYTES];
    int length = RTP_PACKET_BYTES;
    fax_tick_audio(samples, RTP_SAMPLES);
    rtp_pack(&media.rtp, samples, packet);
    if (!media.secure || secure_pack(packet, &length)) send_to(&media.audio, packet, length);
    /* The modem's timers advance with the audio it receives. */
    if (media_silence() > 0.5 / speed) fax_sound_received(NULL, RTP_SAMPLES);
}

/* Whether a packet comes from the far end: from its address, and from the first port used there. */
static bool is_peer(struct end *end, const struct sockaddr_storage *from) {
    if (!end->known || from->ss_family != end->peer.ss_family) return false;
    const void *a = &((const struct sockaddr_in *)from)->sin_addr, *b = &((struct sockaddr_in *)&end->peer)->sin_addr;
    size_t size = sizeof(struct in_addr);
    if (from->ss_family == AF_INET6) {
        a = &((const struct sockaddr_in6 *)from)->sin6_addr;
        b = &((struct sockaddr_in6 *)&end->peer)->sin6_addr;
        size = sizeof(struct in6_addr);
    }
    if (memcmp(a, b, size) != 0) return false;
    if (!end->heard) end->peer = *from;
    end->heard = true;
    return port_of(from) == port_of(&end->peer);
}

/* Returns the bar for the current time; when there are no more, pairs of bars are merged. */
static int bar_now(void) {
    int elapsed = (int)(clock_seconds() - quality.began);
    while (elapsed / quality.bar_seconds >= BARS) {
        for (int i = 0; i < BARS; i++)
            quality.bars[i] = i < BARS / 2 ? quality.bars[2 * i] + quality.bars[2 * i + 1] : 0;
        quality.bar_seconds *= 2;
    }
    return elapsed / quality.bar_seconds;
}

/* Called after each packet: this packet revealed what is missing. */
static void note_missed(void) {
    long missed = media.udptl.counts.lost + media.udptl.counts.repaired + media.rtp.counts.lost;
    int more = (int)(missed - quality.missed);
    if (more > quality.longest) quality.longest = more;
    if (more > 0) quality.bars[bar_now()] += more;
    quality.missed = missed;
}

void media_tell_quality(void) {
    char bars[BARS * 12] = "";
    int last = bar_now();
    for (int i = 0, n = 0; i <= last; i++) n += sprintf(bars + n, i == 0 ? "%d" : ",%d", quality.bars[i]);
    event("quality", "\"received\":%ld,\"missed\":%ld,\"repaired\":%ld,\"longest\":%d,\"barSeconds\":%d,\"bars\":[%s]",
          media.udptl.counts.received + media.rtp.counts.received, quality.missed, media.udptl.counts.repaired,
          quality.longest, quality.bar_seconds, bars);
}

static void receive_from(struct end *end, bool sound) {
    uint8_t packet[PACKET_BYTES];
    struct sockaddr_storage from;
    for (;;) {
        socklen_t size = sizeof from;
        ssize_t n = recvfrom(end->socket, packet, sizeof packet, 0, (struct sockaddr *)&from, &size);
        if (n < 0 && errno == ECONNREFUSED) continue;
        if (n < 0) return;
        if (!is_peer(end, &from)) continue;
        int length = (int)n;
        if (sound && media.secure && !secure_unpack(packet, &length)) continue;
        bool valid = sound ? rtp_unpack(&media.rtp, packet, length, hear_sound, NULL)
                           : udptl_unpack(&media.udptl, packet, length, hear_packet, NULL);
        if (valid) media.heard_at = clock_seconds();
        note_missed();
    }
}

static void discard(const struct end *end) {
    uint8_t packet[PACKET_BYTES];
    while (recv(end->socket, packet, sizeof packet, 0) >= 0) continue;
}

void media_receive(bool audio, bool t38) {
    if (audio) receive_from(&media.audio, true);
    else discard(&media.audio);
    if (t38) receive_from(&media.t38, false);
    else discard(&media.t38);
}

double media_silence(void) { return clock_seconds() - media.heard_at; }
