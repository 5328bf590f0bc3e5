/*
 * Keeps one frame away from spandsp 0.0.6: an FCD frame without a frame number makes it read beyond the frame and crash
 * (fixed upstream in January 2022, not in Debian 12). The library calls t30_hdlc_accept through its procedure linkage
 * table, so this definition in the program replaces it.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

enum { FCD = 0x06, FIRST_WITH_NUMBER = 4 };

void t30_hdlc_accept(void *session, const uint8_t *frame, int length, int ok);

void t30_hdlc_accept(void *session, const uint8_t *frame, int length, int ok) {
    static void (*library)(void *, const uint8_t *, int, int);
    if (!library) *(void **)&library = dlsym(RTLD_NEXT, "t30_hdlc_accept");
    if (!library) abort();
    if (ok && frame && length == FIRST_WITH_NUMBER - 1 && frame[2] == FCD) return;
    library(session, frame, length, ok);
}
