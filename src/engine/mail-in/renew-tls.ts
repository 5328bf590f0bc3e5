import type { Logger } from 'pino';

import { logEvent } from '../log/engine-events.ts';
import { judgeCertificate } from './certificate.ts';
import { TLS_LOOK_MS } from './limits.ts';
import type { TlsPair } from './self-signed.ts';
import { readTlsPair } from './tls-pair.ts';

/**
 * Checks the operator's certificate files periodically and passes on a renewed pair; open sessions keep theirs. Files
 * that do not match, as in the moment between two copies, change nothing, and neither does a certificate that is not
 * valid now while the one in use is (F-ops-05). Returns a function that stops the checks.
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
  // Logged once, not every minute.
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
      // A valid certificate is never replaced by one that senders would reject.
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

/** Returns why the certificate is not valid now; empty if it is. */
function faultOf({ cert }: TlsPair): string {
  const { state, from, until } = judgeCertificate(cert);
  if (state === 'good') return '';
  return state === 'expired' ? `it expired at ${until.toISOString()}` : `it begins at ${from.toISOString()}`;
}
