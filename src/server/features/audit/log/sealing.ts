import type { Logger } from 'pino';

import type { Database } from '#engine/database/port.ts';

import { logEvent } from '#server/kit/log-event.ts';
import type { AuditChain } from './chain.ts';

/** The notification channel of migration 0130. */
const CHANNEL = 'f2e_audit';

/** How long rows are collected to be sealed together; for about this long, a row can be changed without a trace. */
const GATHER_MS = 250;

/**
 * Seals audit rows shortly after they are committed, as long as this process runs; all processes of an installation do,
 * whichever comes first. Returns the function that stops it.
 */
export async function startSealing(
  database: Database,
  chain: AuditChain,
  log: Logger,
): Promise<() => Promise<void>> {
  let timer: NodeJS.Timeout | undefined;
  let work = Promise.resolve();
  const sealNow = async (): Promise<void> => {
    await chain
      .seal()
      // The rows stay unsealed, and the next row that is written triggers another attempt.
      .catch((error: unknown) => logEvent(log, 'audit.seal-failed', { err: error }));
  };
  const sealSoon = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      work = work.then(sealNow);
    }, GATHER_MS);
  };
  const stop = await database.listen(CHANNEL, sealSoon);
  sealSoon();
  return async () => {
    clearTimeout(timer);
    await stop();
    await work;
    // Rows of the last moments would stay unsealed until the next start.
    await sealNow();
  };
}
