import { createHash } from 'node:crypto';

import type { Db } from '#engine/database/port.ts';
import { provenAccount } from '#server/kit/scope.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { announce } from './announce.ts';
import type { ArrivalsDeps, PreparedArrival } from './arrival-deps.ts';
import { addUsage, findContact, insertReceived } from './arrivals.store.ts';
import { originalsOf } from './describe-arrival.ts';
import { linkCutOff } from './link-cut-off.store.ts';
import { markAnnounced } from './splitting/splitting.store.ts';

/**
 * Inserts a fax whose files are stored into the inbox, with usage, audit and everything that follows. Returns its id.
 */
export async function insertFax(
  deps: ArrivalsDeps,
  tx: Db,
  callId: number,
  { arrival, receiver, pages, storageKey, pathKey }: Extract<PreparedArrival, { kind: 'stored' }>,
): Promise<number> {
  const cutOff = arrival.cutOff ?? false;
  // The sender of a fax that was cut off sends all of it again; a fax that could not be read stays as received.
  const maySplit = receiver.splits && pages.count > 1 && pages.fault === null && !cutOff;
  const contact = await findContact(tx, receiver.id, arrival.caller);
  const fid = await insertReceived(tx, callId, {
    accountId: receiver.id,
    party: {
      number: arrival.caller,
      company: contact?.company ?? '',
      sender: contact?.to_person ?? arrival.stationId,
      toPerson: '',
    },
    stationId: arrival.stationId,
    pathKey,
    source: arrival.source,
    storageKey,
    tiffKey: `${storageKey}/fax.tiff`,
    originals: originalsOf(pages, storageKey),
    pages: pages.count,
    bytes: pages.tiff.byteLength,
    sha256: createHash('sha256').update(pages.tiff).digest(),
    fault: pages.fault,
    receivedAt: arrival.receivedAt,
    cutOff,
    announced: !maySplit,
  });
  await addUsage(tx, receiver.id, deps.zone, { received: pages.count });
  await linkCutOff(tx, provenAccount(receiver.id), fid);
  await writeAudit(tx, {
    actor: { kind: 'system' },
    accountId: receiver.id,
    action: 'fax.received',
    object: `fax/${fid}`,
    // An operator must also see what could not be read, or only in part (A-INBOUND-04).
    detail: {
      pages: pages.count,
      source: arrival.source,
      ...(pages.fault && { fault: pages.fault }),
      ...(cutOff && { cutOff }),
    },
  });
  await deps.notices.booked(tx, receiver.id);
  const { byRule = false } = arrival;
  await follow(deps, tx, { accountId: receiver.id, faxId: fid, byRule }, maySplit);
  return fid;
}

/** Triggers everything that follows from an arrival: at once, or once it is known whether the fax is to be split. */
async function follow(
  deps: ArrivalsDeps,
  tx: Db,
  fax: { accountId: number; faxId: number; byRule: boolean },
  maySplit: boolean,
): Promise<void> {
  const { accountId, faxId } = fax;
  // First, because everything below may have to wait for the text.
  await deps.texts.arrived(tx, { accountId, faxId });
  if (maySplit && (await deps.splits.arrived(tx, fax))) return;
  if (maySplit) await markAnnounced(tx, provenAccount(accountId), faxId);
  await announce(deps, tx, fax);
}
