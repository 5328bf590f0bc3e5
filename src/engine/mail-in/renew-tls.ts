import type { Logger } from 'pino';

import { TLS_LOOK_MS } from './limits.ts';
import type { TlsPair } from './self-signed.ts';
import { readTlsPair } from './tls-pair.ts';

/**
 * Looks at the operator's certificate now and then and hands on a renewed one; sessions that are open keep theirs. Files that
 * do not belong together, as in the moment between two copies, change nothing. Gives back what ends the looking.
 */
export function watchTlsPair(
  files: { cert: string; key: string },
  first: TlsPair,
  use: (renewed: TlsPair) => void,
  options: { log: Pick<Logger, 'info' | 'warn'>; everyMs?: number },
): () => void {
  const { log, everyMs = TLS_LOOK_MS } = options;
  let known = first;
  let complaint = '';
  const look = async (): Promise<void> => {
    try {
      const now = await readTlsPair(files);
      complaint = '';
      if (now.cert === known.cert && now.key === known.key) return;
      use(now);
      known = now;
      log.info('incoming mail uses a renewed certificate');
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      // Said once, not every minute.
      if (reason !== complaint) log.warn({ reason }, 'the certificate of incoming mail stays as it is');
      complaint = reason;
    }
  };
  const timer = setInterval(() => void look(), everyMs).unref();
  return () => clearInterval(timer);
}
