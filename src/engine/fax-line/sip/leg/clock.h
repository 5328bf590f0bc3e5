/* Returns the seconds of the monotonic clock, which nobody can set. */
#ifndef F2E_CLOCK_H
#define F2E_CLOCK_H

#include <time.h>

static inline double clock_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

#endif
