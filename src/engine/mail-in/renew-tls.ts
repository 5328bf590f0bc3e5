import type { Logger } from 'pino';

import { logEvent } from '../log/engine-events.ts';
import { judgeCertificate } from './certificate.ts';
import { TLS_LOOK_MS } from './limits.ts';
import type { TlsPair } from './self-signed.ts';
import { readTlsPair } from './tls-pair.ts';

/**
 * Looks at the operator's certificate now and then and hands on a renewed one; sessions that are open keep theirs. Files that
 * do not belong together, as in the moment between two copies, change nothing, and neither does a certificate that is not
 * valid today while the one in use is (F-ops-05). Gives back what ends the looking.
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
  // Said once, not every minute.
  const complain = (reason: string): void => {
    if (reason !== complaint) logEvent(log, 'mail-in.certificate-invalid', { reason });
    complaint = reason;
  };
  const look = async (): Promise<void> => {
    try {
      const now = await readTlsPair(files);
      const fault = faultOf(now);
      if (fault === '') complaint = '';
      else complain(fault);
      if (now.cert === known.cert && now.key === known.key) return;
      // A good one is never given up for one that senders would refuse.
      if (fault !== '' && faultOf(known) === '') return;
      use(now);
      known = now;
      logEvent(log, 'mail-in.certificate-renewed', {});
    } catch (error) {
      complain(error instanceof Error ? error.message : String(error));
    }
  };
  const fault = faultOf(first);
  if (fault !== '') complain(fault);
  const timer = setInterval(() => void look(), everyMs).unref();
  return () => clearInterval(timer);
}

/** What is wrong with the certificate's days; empty when it is valid now. */
function faultOf({ cert }: TlsPair): string {
  const { state, from, until } = judgeCertificate(cert);
  if (state === 'good') return '';
  return state === 'expired' ? `it expired at ${until.toISOString()}` : `it begins at ${from.toISOString()}`;
}
