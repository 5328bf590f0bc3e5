/* What the call tells: JSON lines on standard output, and those that matter after a crash also in the journal. */
#ifndef F2E_EVENTS_H
#define F2E_EVENTS_H

#include <stdbool.h>

/* Appends events to this file from now on; false when it cannot be opened. */
bool events_keep(const char *path);

/* Prints {"ev":name,...}; `format` makes the other members without their outer commas, or is NULL. */
void event(const char *name, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same, written to the journal and on the disk before it returns. */
void lasting_event(const char *name, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* `text` as it may stand between the quotes of a JSON string: printable ASCII, cut to fit. The far end chose it. */
const char *json_text(const char *text, char *out, int room);

#endif
