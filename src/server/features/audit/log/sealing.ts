import type { Logger } from 'pino';

import type { Database } from '#engine/database/port.ts';

import { logEvent } from '#server/kit/log-event.ts';
import type { AuditChain } from './chain.ts';

/** Channel of migration 0130. */
const CHANNEL = 'f2e_audit';

/** Rows that come in a burst are sealed together; a row is open to a change without a trace for about this long. */
const GATHER_MS = 250;

/**
 * Seals audit rows shortly after they are committed, as long as this process runs; every process of an installation
 * does it, whoever is first. Gives back how to stop.
 */
export async function startSealing(
  database: Database,
  chain: AuditChain,
  log: Logger,
): Promise<() => Promise<void>> {
  let timer: NodeJS.Timeout | undefined;
  let work = Promise.resolve();
  const sealSoon = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      work = work.then(async () => {
        await chain
          .seal()
          // The rows stay unsealed and the next one that is written tries again.
          .catch((error: unknown) => logEvent(log, 'audit.seal-failed', { err: error }));
      });
    }, GATHER_MS);
  };
  const stop = await database.listen(CHANNEL, sealSoon);
  sealSoon();
  return async () => {
    clearTimeout(timer);
    await stop();
    await work;
  };
}
