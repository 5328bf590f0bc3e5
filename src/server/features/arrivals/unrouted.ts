import type { Database, Db } from '#engine/database/port.ts';
import type { FileStore } from '#engine/file-store/port.ts';

import { writeAudit } from '../audit/audit.service.ts';
import type { Arrivals } from './arrivals.service.ts';
import { markDecided, readUnrouted } from './unrouted.store.ts';
import type { UnroutedFax } from './unrouted.store.ts';

/** How a decision ended; `reason` is a sentence to show. */
export type Routed = { kind: 'ok'; fid: number } | { kind: 'refused'; reason: string };

/** Faxes for numbers that no account has: kept for the operator, never given to somebody else (A-INBOUND-09). */
export interface UnroutedFaxes {
  list(): Promise<UnroutedFax[]>;
  /** Gives one to the account that has this number, as if it had been called. */
  route(id: number, number: string): Promise<Routed>;
  /** Throws one away for good. */
  discard(id: number): Promise<boolean>;
}

/** What waits for the operator, the oldest first. */
export async function listUnrouted(db: Db): Promise<UnroutedFax[]> {
  return await readUnrouted(db);
}

export function createUnrouted(deps: {
  database: Database;
  files: FileStore;
  arrivals: Arrivals;
}): UnroutedFaxes {
  const { database, files, arrivals } = deps;
  const decide = async (fax: UnroutedFax, action: string, detail: object): Promise<boolean> =>
    await database.transaction(async (tx) => {
      if (!(await markDecided(tx, fax.id))) return false;
      await writeAudit(tx, { actor: { kind: 'operator' }, action, object: `call/${fax.id}`, detail });
      return true;
    });
  return {
    list: async () => await listUnrouted(database.db),
    route: async (id, number) => {
      const [fax] = await readUnrouted(database.db, id);
      const tiff = fax && (await files.get(fax.fileKey));
      if (!fax || !tiff) return { kind: 'refused', reason: `There is no fax ${id} that waits for a number.` };
      const result = await arrivals.receive({
        // No line reports it a second time; its name makes that a command that is repeated delivers it once.
        lineId: null,
        callRef: `unrouted-${id}`,
        caller: fax.caller,
        stationId: fax.stationId,
        called: number,
        tiff,
        receivedAt: fax.at,
        source: 'line',
      });
      if (!result.accepted)
        return { kind: 'refused', reason: `The number ${number} takes it not: ${result.reason}.` };
      await decide(fax, 'fax.route', { number });
      return { kind: 'ok', fid: result.fid };
    },
    discard: async (id) => {
      const [fax] = await readUnrouted(database.db, id);
      if (!fax || !(await decide(fax, 'fax.discard', {}))) return false;
      await files.delete(fax.fileKey);
      return true;
    },
  };
}
