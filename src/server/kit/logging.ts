import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';
import { PinoPretty } from 'pino-pretty';

/** Paths whose values never reach a log, wherever they occur (architecture: what must always hold, 4). */
const SECRET_PATHS = [
  'password',
  '*.password',
  'authorization',
  '*.authorization',
  'headers.authorization',
  'headers.cookie',
  '*.headers.authorization',
  '*.headers.cookie',
  '*.headers["x-access-token"]',
  '*.headers["set-cookie"]',
];

/**
 * Creates the root logger. It writes to stderr, because stdout is for the ready line and the output of commands: JSON
 * lines, or readable lines if stderr is a terminal.
 */
export function createLogger(level: string, sink?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: SECRET_PATHS, censor: '[secret]' },
      serializers: { req: describeRequest, err: pino.stdSerializers.err },
    },
    sink ?? (process.stderr.isTTY ? linesForPeople() : pino.destination({ fd: 2, sync: false })),
  );
}

function linesForPeople(): DestinationStream {
  return PinoPretty({
    destination: 2,
    sync: true,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss',
    colorize: !process.env['NO_COLOR'],
  });
}

/** Describes a request for the log, never with its query (names of faxes, tokens of mails), body or headers. */
function describeRequest(request: { method: string; url: string; ip?: string }): object {
  return { method: request.method, path: request.url.split('?', 1)[0], address: request.ip };
}
