import type { Database, Db } from '#engine/database/port.ts';
import type { DocumentEngine } from '#engine/documents/port.ts';
import type { FileStore } from '#engine/file-store/port.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { noteLooks } from '#server/features/audit/fax-activity/fax-activity.service.ts';
import { giveUpFiles } from '#server/features/faxes/files/removal.service.ts';
import { removeStored } from '#server/features/faxes/files/stored-faxes.service.ts';
import type { Arrivals } from './arrivals.service.ts';
import { countUnrouted, findUnrouted, markDecided, readUnrouted } from './unrouted.store.ts';
import type { ListWindow, UnroutedFax } from './unrouted.store.ts';

export { countUnrouted } from './unrouted.store.ts';

/** The outcome of a decision; `reason` is a sentence to show. */
export type Routed = { kind: 'ok'; fid: number } | { kind: 'refused'; reason: string };

/** A page as an operator sees it; `reason` is a sentence to show. */
export type Looked = { kind: 'ok'; pages: number; gif: Uint8Array } | { kind: 'refused'; reason: string };

/** Some of the faxes that wait, oldest first, and how many wait. */
interface UnroutedList {
  faxes: UnroutedFax[];
  total: number;
}

/** Faxes for numbers without an active account: kept for the operator, never given to someone else (A-INBOUND-09). */
export interface UnroutedFaxes {
  list(window: ListWindow): Promise<UnroutedList>;
  count(): Promise<number>;
  /** Delivers a fax to the account with this number, as if it had been called. */
  route(id: number, number: string): Promise<Routed>;
  /**
   * Returns one page (1-based) as a GIF, and the number of pages. Every look is audited, because the fax is private.
   */
  look(id: number, page: number): Promise<Looked>;
  /** Discards a fax permanently. */
  discard(id: number): Promise<boolean>;
}

/** Lists some of the faxes that wait for the operator, and says how many do. */
export async function listUnrouted(db: Db, window: ListWindow): Promise<UnroutedList> {
  return { faxes: await readUnrouted(db, window), total: await countUnrouted(db) };
}

/** Width in pixels: enough to read whom the fax is for. */
const LOOK_WIDTH = 1000;

/** Returns the refusal for a fax that is already decided on or never existed. */
function unknown(id: number): { kind: 'refused'; reason: string } {
  return { kind: 'refused', reason: `There is no fax ${id} that waits for a number.` };
}

/** Dependencies of unrouted faxes. */
interface UnroutedDeps {
  database: Database;
  files: FileStore;
  documents: Pick<DocumentEngine, 'toFaxPages' | 'pageImage'>;
  arrivals: Arrivals;
}

export function createUnrouted(deps: UnroutedDeps): UnroutedFaxes {
  const { database, files } = deps;
  return {
    list: async (window) => await listUnrouted(database.db, window),
    count: async () => await countUnrouted(database.db),
    route: async (id, number) => await routeTo(deps, id, number),
    look: async (id, page) => await lookAt(deps, id, page),
    discard: async (id) => {
      const fax = await findUnrouted(database.db, id);
      const unused =
        fax && (await database.transaction(async (tx) => await decide(tx, fax, 'fax.discard', {})));
      if (!unused) return false;
      for (const key of unused) await files.delete(key);
      return true;
    },
  };
}

async function lookAt(
  { database, files, documents }: UnroutedDeps,
  id: number,
  page: number,
): Promise<Looked> {
  const fax = await findUnrouted(database.db, id);
  const tiff = fax && (await files.get(fax.fileKey));
  if (!fax || !tiff) return unknown(id);
  const read = await documents.toFaxPages([{ name: 'fax.tiff', bytes: tiff }]);
  if (read.kind !== 'ok')
    return { kind: 'refused', reason: `The pages of this fax can’t be shown (${read.reason}).` };
  const image = await documents.pageImage(read.tiff, Math.min(page, read.pages), {
    rotation: 0,
    width: LOOK_WIDTH,
  });
  if (image.kind === 'failed') return { kind: 'refused', reason: 'This page can’t be shown: it is damaged.' };
  await database.transaction(
    async (tx) =>
      await writeAudit(tx, {
        actor: { kind: 'operator' },
        action: 'fax.look',
        object: `call/${id}`,
        detail: { page },
      }),
  );
  return { kind: 'ok', pages: read.pages, gif: image.gif };
}

/** Delivers the fax. The decision and its result are one transaction: of two operators at once, only one decides. */
async function routeTo(
  { database, files, arrivals }: UnroutedDeps,
  id: number,
  number: string,
): Promise<Routed> {
  const fax = await findUnrouted(database.db, id);
  const tiff = fax && (await files.get(fax.fileKey));
  if (!fax || !tiff) return unknown(id);
  const { caller, stationId, at: receivedAt } = fax;
  const call = { caller, stationId, called: number, tiff, receivedAt, source: 'line' as const };
  const prepared = await arrivals.prepare({ ...call, lineId: null, callRef: `unrouted-${id}` });
  // Nothing is written yet: an operator who mistyped the number can enter another one.
  if (prepared.kind === 'refused')
    return { kind: 'refused', reason: `The number ${number} can’t receive it: ${prepared.reason}.` };
  const result = await database.transaction(async (tx) => {
    const unused = await decide(tx, fax, 'fax.route', { number });
    if (!unused) return null;
    const routed = await arrivals.commit(tx, prepared);
    if (routed.accepted) await noteLooks(tx, id, prepared.receiver.id, routed.fid);
    return { ...routed, unused };
  });
  if (result?.accepted) {
    // The account has its copy by now; what can't be removed at this moment goes with the clean-up.
    for (const key of result.unused) await files.delete(key).catch(() => undefined);
    return { kind: 'ok', fid: result.fid };
  }
  await removeStored(files, prepared.storageKey);
  return unknown(id);
}

/** The files that may go now; null when somebody else has decided before. */
async function decide(
  tx: Db,
  { id, fileKey }: UnroutedFax,
  action: string,
  detail: object,
): Promise<readonly string[] | null> {
  if (!(await markDecided(tx, id))) return null;
  await writeAudit(tx, { actor: { kind: 'operator' }, action, object: `call/${id}`, detail });
  return await giveUpFiles(tx, [fileKey]);
}
