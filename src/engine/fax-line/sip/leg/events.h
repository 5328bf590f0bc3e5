/* The call's events: JSON lines on standard output; those that matter after a crash also go to the journal. */
#ifndef F2E_EVENTS_H
#define F2E_EVENTS_H

#include <stdbool.h>

/* Appends events to this file from now on; returns false if it cannot be opened. */
bool events_keep(const char *path);

/* Prints {"ev":name,...}; `format` produces the other members without outer commas, or is NULL. */
void event(const char *name, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Like `event`, but writes to the journal and the disk before it returns. */
void lasting_event(const char *name, const char *format, ...) __attribute__((format(printf, 2, 3)));

/*
 * Returns `text` for use between the quotes of a JSON string: printable ASCII, cut to fit, because the far end chose
 * it.
 */
const char *json_text(const char *text, char *out, int room);

#endif
