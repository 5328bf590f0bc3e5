#define _GNU_SOURCE
#include "events.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { LINE_BYTES = 2048 };

static int journal = -1;

bool events_keep(const char *path) {
    journal = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    return journal >= 0;
}

static int write_line(char *line, const char *name, const char *format, va_list values) {
    int n = snprintf(line, LINE_BYTES - 3, "{\"ev\":\"%s\"", name);
    if (format) {
        line[n++] = ',';
        int more = vsnprintf(line + n, (size_t)(LINE_BYTES - 3 - n), format, values);
        n = n + more < LINE_BYTES - 3 ? n + more : LINE_BYTES - 4;
    }
    line[n++] = '}';
    line[n++] = '\n';
    return n;
}

/* If the product has died, nobody reads any more; the call still ends properly, and the journal says how. */
static void print(int to, const char *line, int length) {
    while (length > 0) {
        ssize_t n = write(to, line, (size_t)length);
        if (n <= 0) return;
        line += n;
        length -= (int)n;
    }
}

/* Writes an event; a lasting one goes to the journal and the disk first. */
static void tell(bool lasting, const char *name, const char *format, va_list values) {
    char line[LINE_BYTES];
    int length = write_line(line, name, format, values);
    if (lasting && journal >= 0) {
        print(journal, line, length);
        fdatasync(journal);
    }
    print(STDOUT_FILENO, line, length);
}

void event(const char *name, const char *format, ...) {
    va_list values;
    va_start(values, format);
    tell(false, name, format, values);
    va_end(values);
}

void lasting_event(const char *name, const char *format, ...) {
    va_list values;
    va_start(values, format);
    tell(true, name, format, values);
    va_end(values);
}

const char *json_text(const char *text, char *out, int room) {
    int n = 0;
    for (; text && *text && n < room - 2; text++) {
        unsigned char c = (unsigned char)*text;
        if (c < 32 || c > 126) continue;
        if (c == '"' || c == '\\') out[n++] = '\\';
        out[n++] = (char)c;
    }
    out[n] = 0;
    return out;
}
