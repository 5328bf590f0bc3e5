#define _GNU_SOURCE
#include "fax.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <tiffio.h>
#define SPANDSP_EXPOSE_INTERNAL_STRUCTURES
#include <spandsp.h>

#include "clock.h"
#include "events.h"

enum {
    SLOWEST_V29 = 7200,
    SLOWEST_V17_ONLY = 12000,
    SILENCE = 110,       /* seconds */
    SLOW_PAGE_SILENCE = 600,
    TEXT = 128,
    SHOWN_BYTES = 48 /* bytes shown of a frame; longer ones are vendor-specific and mean nothing to us */
};

static struct {
    struct fax_options options;
    t38_terminal_state_t *t38;
    fax_state_t *sound;
    t30_state_t *t30;
    fax_packet packet;
    void *packet_user;
    bool ended, last_page_sent;
    int confirmed;
    const char *stopped; /* why we ended the call ourselves */
    double began;
    struct {
        bool incoming;
        int frames, bytes;
        double at;
    } data; /* the page data, or part of it, being transferred with error correction */
} fax;

void fax_prepare(const struct fax_options *options) {
    fax.options = *options;
    fax.began = clock_seconds();
    TIFFSetWarningHandler(NULL);
    TIFFSetErrorHandler(NULL);
}

static double seconds(void) { return clock_seconds() - fax.began; }

static int pages_of(const t30_stats_t *stats) { return fax.options.calling ? stats->pages_tx : stats->pages_rx; }

/* Makes a page durable before the far end is told that it arrived: the confirmation is sent after this. */
static void sync_received(void) {
    if (fax.options.calling) return;
    int file = open(fax.options.file, O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    fdatasync(file);
    close(file);
}

/* ---- Callbacks of spandsp ---- */

static int on_negotiated(t30_state_t *t30, void *user, int result) {
    (void)user;
    (void)result;
    t30_stats_t stats;
    char station[TEXT];
    t30_get_transfer_statistics(t30, &stats);
    lasting_event("negotiated", "\"rate\":%d,\"ecm\":%s,\"stationId\":\"%s\"", stats.bit_rate,
                  stats.error_correcting_mode ? "true" : "false",
                  json_text(t30_get_rx_ident(t30), station, sizeof station));
    return T30_ERR_OK;
}

static void note_pages(void) {
    t30_stats_t stats;
    t30_get_transfer_statistics(fax.t30, &stats);
    if (pages_of(&stats) <= fax.confirmed) return;
    fax.confirmed = pages_of(&stats);
    sync_received();
    lasting_event("page", "\"pages\":%d", fax.confirmed);
}

static int on_page(t30_state_t *t30, void *user, int result) {
    (void)t30;
    (void)user;
    (void)result;
    note_pages();
    return T30_ERR_OK;
}

/* Whether the frame announces the end of the document: then only the response tells whether the last page arrived. */
static bool announces_end(const uint8_t *frame, int length) {
    if (length < 3) return false;
    int command = frame[2] & 0xfe;
    if (command == T30_PPS) return length > 3 && (frame[3] & 0xfe) == T30_EOP;
    return command == T30_EOP;
}

static bool is_page_data(const uint8_t *frame) { return frame[2] == T4_FCD || frame[2] == T4_RCP; }

/* Counts page data. Address, control, FCD and number precede the data of each frame (T.4, Annex A). */
static void note_data(bool incoming, const uint8_t *frame, int length) {
    if (frame[2] != T4_FCD || length < 4) return;
    if (fax.data.frames == 0) fax.data.at = seconds();
    fax.data.incoming = incoming;
    fax.data.frames++;
    fax.data.bytes += length - 4;
}

static void tell_data(void) {
    if (fax.data.frames > 0)
        event("data", "\"in\":%s,\"frames\":%d,\"bytes\":%d,\"at\":%.2f", fax.data.incoming ? "true" : "false",
              fax.data.frames, fax.data.bytes, fax.data.at);
    fax.data.frames = fax.data.bytes = 0;
}

static void tell_frame(bool incoming, const uint8_t *frame, int length) {
    char name[TEXT], hex[2 * SHOWN_BYTES + 1] = "";
    for (int i = 0; i < length && i < SHOWN_BYTES; i++) sprintf(hex + 2 * i, "%02x", frame[i]);
    event("frame", "\"in\":%s,\"name\":\"%s\",\"hex\":\"%s\",\"at\":%.2f", incoming ? "true" : "false",
          json_text(t30_frametype(frame[2]), name, sizeof name), hex, seconds());
}

static void on_frame(t30_state_t *t30, void *user, int incoming, const uint8_t *frame, int length) {
    (void)t30;
    (void)user;
    if (length < 3) return;
    if (is_page_data(frame)) return note_data(incoming, frame, length);
    tell_data();
    tell_frame(incoming, frame, length);
    if (incoming || !fax.options.calling || fax.last_page_sent || !announces_end(frame, length)) return;
    fax.last_page_sent = true;
    lasting_event("last-page-sent", NULL);
}

static void on_end(t30_state_t *t30, void *user, int code) {
    (void)user;
    if (fax.ended) return;
    fax.ended = true;
    note_pages();
    t30_stats_t stats;
    char station[TEXT], text[TEXT];
    t30_get_transfer_statistics(t30, &stats);
    lasting_event("end",
                  "\"code\":%d,\"text\":\"%s\",\"media\":\"%s\",\"pages\":%d,\"rate\":%d,\"ecm\":%s,\"stationId\":\"%s\","
                  "\"badRows\":%d,\"seconds\":%.1f",
                  fax.stopped ? -1 : code,
                  json_text(fax.stopped ? fax.stopped : t30_completion_code_to_str(code), text, sizeof text),
                  fax.t38 ? "t38" : "audio", pages_of(&stats), stats.bit_rate,
                  stats.error_correcting_mode ? "true" : "false",
                  json_text(t30_get_rx_ident(t30), station, sizeof station), stats.bad_rows, seconds());
}

/* ---- Sessions ---- */

static int modems_up_to(int rate) {
    if (rate < SLOWEST_V29) return T30_SUPPORT_V27TER;
    if (rate < SLOWEST_V17_ONLY) return T30_SUPPORT_V27TER | T30_SUPPORT_V29;
    return T30_SUPPORT_V27TER | T30_SUPPORT_V29 | T30_SUPPORT_V17;
}

static void set_up(t30_state_t *t30, int max_rate) {
    fax.t30 = t30;
    t30_set_tx_ident(t30, fax.options.station);
    if (fax.options.calling) t30_set_tx_file(t30, fax.options.file, -1, -1);
    else t30_set_rx_file(t30, fax.options.file, -1);
    t30_set_rx_encoding(t30, T4_COMPRESSION_ITU_T6);
    t30_set_ecm_capability(t30, fax.options.ecm);
    t30_set_supported_modems(t30, modems_up_to(max_rate < fax.options.max_rate ? max_rate : fax.options.max_rate));
    t30_set_supported_compressions(t30, T30_SUPPORT_T4_1D_COMPRESSION | T30_SUPPORT_T4_2D_COMPRESSION |
                                            T30_SUPPORT_T6_COMPRESSION);
    t30_set_supported_resolutions(t30, T30_SUPPORT_STANDARD_RESOLUTION | T30_SUPPORT_FINE_RESOLUTION |
                                           T30_SUPPORT_SUPERFINE_RESOLUTION | T30_SUPPORT_R8_RESOLUTION |
                                           T30_SUPPORT_R16_RESOLUTION | T30_SUPPORT_300_300_RESOLUTION |
                                           T30_SUPPORT_400_400_RESOLUTION);
    t30_set_supported_image_sizes(t30, T30_SUPPORT_US_LETTER_LENGTH | T30_SUPPORT_US_LEGAL_LENGTH |
                                           T30_SUPPORT_A4_LENGTH | T30_SUPPORT_UNLIMITED_LENGTH |
                                           T30_SUPPORT_215MM_WIDTH | T30_SUPPORT_255MM_WIDTH |
                                           T30_SUPPORT_303MM_WIDTH);
    t30_set_phase_b_handler(t30, on_negotiated, NULL);
    t30_set_phase_d_handler(t30, on_page, NULL);
    t30_set_phase_e_handler(t30, on_end, NULL);
    t30_set_real_time_frame_handler(t30, on_frame, NULL);
}

static int send_packet(t38_core_state_t *core, void *user, const uint8_t *bytes, int length, int copies) {
    (void)core;
    (void)user;
    fax.packet(fax.packet_user, bytes, length, copies);
    return 0;
}

void fax_start_t38(int max_rate, int max_datagram, fax_packet packet, void *user) {
    if (fax.sound) {
        fax_release(fax.sound);
        fax_free(fax.sound);
        fax.sound = NULL;
    }
    fax.packet = packet;
    fax.packet_user = user;
    fax.t38 = t38_terminal_init(NULL, fax.options.calling, send_packet, NULL);
    t38_core_state_t *core = t38_terminal_get_t38_core_state(fax.t38);
    t38_set_t38_version(core, 0);
    t38_set_data_rate_management_method(core, T38_DATA_RATE_MANAGEMENT_TRANSFERRED_TCF);
    t38_set_data_transport_protocol(core, T38_TRANSPORT_UDPTL);
    t38_set_max_datagram_size(core, max_datagram);
    t38_set_fastest_image_data_rate(core, max_rate);
    t38_terminal_set_config(fax.t38, 0);
    t38_terminal_set_tep_mode(fax.t38, 0);
    set_up(t38_terminal_get_t30_state(fax.t38), max_rate);
    event("media", "\"media\":\"t38\"");
}

void fax_start_audio(void) {
    fax.sound = fax_init(NULL, fax.options.calling);
    fax_set_transmit_on_idle(fax.sound, 1);
    fax_set_tep_mode(fax.sound, 0);
    set_up(fax_get_t30_state(fax.sound), fax.options.max_rate);
    event("media", "\"media\":\"audio\"");
}

void fax_tick_t38(void) { t38_terminal_send_timeout(fax.t38, 160); }

void fax_tick_audio(int16_t *samples, int count) {
    int made = fax_tx(fax.sound, samples, count);
    memset(samples + made, 0, sizeof *samples * (size_t)(count - made));
}

void fax_packet_received(const uint8_t *bytes, int length, uint16_t number) {
    if (fax.t38) t38_core_rx_ifp_packet(t38_terminal_get_t38_core_state(fax.t38), bytes, length, number);
}

void fax_sound_received(int16_t *samples, int count) {
    if (!fax.sound) return;
    if (samples) fax_rx(fax.sound, samples, count);
    else fax_rx_fillin(fax.sound, count);
}

void fax_stop(const char *why) {
    if (fax.ended) return;
    if (!fax.t30) {
        fax.ended = true;
        lasting_event("end", "\"code\":-1,\"text\":\"%s\",\"media\":\"none\",\"pages\":0,\"rate\":0,\"ecm\":false,"
                             "\"stationId\":\"\",\"badRows\":0,\"seconds\":%.1f", why, seconds());
        return;
    }
    fax.stopped = why;
    t30_terminate(fax.t30);
    on_end(fax.t30, NULL, T30_ERR_CALLDROPPED);
}

bool fax_begun(void) { return fax.t30 != NULL; }

bool fax_ended(void) { return fax.ended; }

int fax_patience(void) {
    t30_stats_t stats;
    if (!fax.t30 || !fax.t38 || !fax.options.calling) return SILENCE;
    t30_get_transfer_statistics(fax.t30, &stats);
    bool slow = !stats.error_correcting_mode || stats.bit_rate < SLOWEST_V29;
    return slow && stats.bit_rate > 0 ? SLOW_PAGE_SILENCE : SILENCE;
}
