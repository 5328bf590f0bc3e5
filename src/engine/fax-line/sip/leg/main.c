/*
 * faxleg: the fax of one call. It speaks T.30 over T.38 (UDPTL) or over G.711 (RTP) with one far end, and ends with its
 * parent. Commands on standard input, one per line:
 *
 *   audio ADDRESS PORT pcmu|pcma [OURS THEIRS]            start audio, or send it there from now on; encrypted
 *                                                         with these keys (RFC 4568)
 *   t38 ADDRESS PORT RATE DATAGRAM none|redundancy|fec    start T.38
 *   stop                                                  we hang up
 *   hung-up                                               the far end has hung up
 *
 * Events on standard output as JSON lines: ready, media, negotiated, frame, data, page, last-page-sent, end, quality.
 * Uses libspandsp (LGPL 2.1), linked dynamically.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <getopt.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "clock.h"
#include "events.h"
#include "fax.h"
#include "media.h"

enum { COMMAND_BYTES = 512, TICK_NS = 20000000, MAX_TICKS_AT_ONCE = 10, MAX_FILE_BYTES = 256 * 1024 * 1024 };

enum mode { WAITING, AUDIO, T38 };

static struct {
    enum mode mode;
    double speed; /* speed factor of the clock, for tests in which both ends are ours */
    double ended_at;
} leg = {.speed = 1};

static void send_t38(void *user, const uint8_t *bytes, int length, int copies) {
    (void)user;
    media_send_t38(bytes, length, copies);
}

static void run_command(const char *line) {
    char address[64], word[16] = "", ours[64], theirs[64];
    int port, rate, datagram, read;
    if (strcmp(line, "stop") == 0) {
        fax_stop("The call was ended by this side");
    } else if (strcmp(line, "hung-up") == 0) {
        fax_stop("The far end hung up");
    } else if ((read = sscanf(line, "audio %63s %d %15s %63s %63s", address, &port, word, ours, theirs)) == 3 ||
               read == 5) {
        if (read == 5 && !media_secure_audio(ours, theirs)) fax_stop("A key of the call cannot be used");
        if (leg.mode == T38 || !media_to_audio(address, port, strcmp(word, "pcma") == 0)) return;
        if (leg.mode == WAITING) fax_start_audio();
        leg.mode = AUDIO;
    } else if (sscanf(line, "t38 %63s %d %d %d %15s", address, &port, &rate, &datagram, word) == 5) {
        if (leg.mode == T38 || !media_to_t38(address, port, word, datagram)) return;
        fax_start_t38(rate, datagram, send_t38, NULL);
        leg.mode = T38;
    } else {
        event("refused", NULL);
    }
}

/* Reads commands; returns false if the parent has gone. */
static bool read_commands(void) {
    static char text[COMMAND_BYTES];
    static int used;
    ssize_t n = read(STDIN_FILENO, text + used, (size_t)(COMMAND_BYTES - 1 - used));
    if (n <= 0) return false;
    used += (int)n;
    text[used] = 0;
    char *end;
    while ((end = strchr(text, '\n')) != NULL) {
        *end = 0;
        run_command(text);
        used -= (int)(end + 1 - text);
        memmove(text, end + 1, (size_t)used + 1);
    }
    if (used == COMMAND_BYTES - 1) used = 0;
    return true;
}

static void tick(int timer) {
    uint64_t ticks = 0;
    if (read(timer, &ticks, sizeof ticks) != sizeof ticks) return;
    /* Far behind: catching up would let the timers expire before a response can be received. */
    if (ticks > MAX_TICKS_AT_ONCE) ticks = MAX_TICKS_AT_ONCE;
    for (; ticks > 0; ticks--) {
        if (leg.mode == T38) fax_tick_t38();
        if (leg.mode == AUDIO) media_tick_audio(leg.speed);
    }
    if (fax_begun() && !fax_ended() && media_silence() * leg.speed > fax_patience())
        fax_stop("The far end fell silent");
}

static int start_timer(void) {
    int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    long ns = (long)(TICK_NS / leg.speed);
    struct itimerspec every = {{ns / 1000000000, ns % 1000000000}, {ns / 1000000000, ns % 1000000000}};
    timerfd_settime(timer, 0, &every, NULL);
    return timer;
}

/* After the session has ended, the last frames are still sent: DCN and its repetitions. */
static bool done(void) {
    if (!fax_ended()) return false;
    if (leg.ended_at == 0) leg.ended_at = clock_seconds();
    return leg.mode == WAITING || clock_seconds() - leg.ended_at > 1 / leg.speed;
}

static void run(void) {
    struct pollfd watched[] = {{STDIN_FILENO, POLLIN, 0}, {media_audio_socket(), POLLIN, 0},
                               {media_t38_socket(), POLLIN, 0}, {start_timer(), POLLIN, 0}};
    while (!done()) {
        poll(watched, 4, 1000);
        if (watched[0].revents && !read_commands()) {
            fax_stop("The product ended");
            watched[0].fd = -1;
        }
        media_receive(leg.mode == AUDIO, leg.mode == T38);
        tick(watched[3].fd);
    }
}

/* Limits what a stranger can make this process use: no more files, no larger ones, no core dump with a page in it. */
static void limit_resources(void) {
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){MAX_FILE_BYTES, MAX_FILE_BYTES});
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    setrlimit(RLIMIT_NPROC, &(struct rlimit){0, 0});
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

int main(int argc, char **argv) {
    static const struct option names[] = {
        {"send", 1, 0, 's'},    {"receive", 1, 0, 'r'}, {"station", 1, 0, 'i'}, {"journal", 1, 0, 'j'},
        {"address", 1, 0, 'a'}, {"ports", 1, 0, 'p'},   {"rate", 1, 0, 'b'},    {"no-ecm", 0, 0, 'n'},
        {"speed", 1, 0, 'x'},   {0, 0, 0, 0}};
    struct fax_options options = {.ecm = true, .station = "", .max_rate = 14400};
    const char *address = "0.0.0.0", *journal = NULL;
    int low = 0, high = 0, given;
    while ((given = getopt_long(argc, argv, "", names, NULL)) != -1) {
        if (given == 's' || given == 'r') options.file = optarg;
        if (given == 's') options.calling = true;
        if (given == 'i') options.station = optarg;
        if (given == 'j') journal = optarg;
        if (given == 'a') address = optarg;
        if (given == 'p') sscanf(optarg, "%d-%d", &low, &high);
        if (given == 'b') options.max_rate = atoi(optarg);
        if (given == 'n') options.ecm = false;
        if (given == 'x') leg.speed = atof(optarg);
        if (given == '?') return 2;
    }
    if (!options.file || leg.speed <= 0) return 2;
    limit_resources();
    if (journal && !events_keep(journal)) return 3;
    if (!media_open(address, low, high)) return 4;
    fax_prepare(&options);
    lasting_event("ready", "\"audio\":%d,\"t38\":%d,\"srtp\":true,\"pid\":%d", media_audio_port(), media_t38_port(), getpid());
    run();
    media_tell_quality();
    return 0;
}
