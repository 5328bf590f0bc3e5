import { pino } from 'pino';
import type { Logger } from 'pino';

/** Paths whose values never reach a log, wherever they turn up (architecture: what must always hold, 4). */
const SECRET_PATHS = [
  'password',
  '*.password',
  'headers.authorization',
  'headers.cookie',
  '*.headers.authorization',
  '*.headers.cookie',
  '*.headers["x-access-token"]',
  '*.headers["set-cookie"]',
];

/** The root logger: JSON lines on stderr, because stdout belongs to the ready line and to answers of commands. */
export function createLogger(level: string): Logger {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: SECRET_PATHS, censor: '[secret]' },
      serializers: { req: describeRequest, err: pino.stdSerializers.err },
    },
    pino.destination({ fd: 2, sync: false }),
  );
}

/** A request in the log: never its query (names of faxes, tokens of mails), body or headers. */
function describeRequest(request: { method: string; url: string; ip?: string }): object {
  return { method: request.method, path: request.url.split('?', 1)[0], address: request.ip };
}
