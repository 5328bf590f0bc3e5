import { createHash } from 'node:crypto';
import type { Logger } from 'pino';

import { normalizeNumber } from '#contract/kit/fax-number.ts';
import type { Database, Db } from '#engine/database/port.ts';
import type { DocumentEngine } from '#engine/documents/port.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import { newPathKey } from '#engine/secrets/tokens.ts';
import type { FaultPoint } from '#server/kit/fault-point.ts';
import { measure } from '#server/kit/meter.ts';
import { provenAccount } from '#server/kit/scope.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import type { FaxNotices } from '#server/features/faxes/notices/fax-notices.service.ts';
import { newStorageKey, removeStored } from '#server/features/faxes/files/stored-faxes.service.ts';
import { planCopies } from '#server/features/faxes/copies/storage.service.ts';
import { logEvent } from '#server/kit/log-event.ts';
import {
  addUsage,
  findCall,
  findContact,
  findReceiver,
  insertCall,
  insertReceived,
} from './arrivals.store.ts';
import type { Receiver } from './arrivals.store.ts';
import { faxPagesOf } from './arrived-pages.ts';
import type { ArrivedPages, Arrival } from './arrived-pages.ts';
import { describeArrival, originalsOf } from './describe-arrival.ts';
import { linkCutOff } from './link-cut-off.store.ts';
import { readable } from './readable.ts';
import { auditBlocked, refusal } from './refuse-arrival.ts';
import type { ArrivalRefusal } from './refuse-arrival.ts';

export { addUsage, findContact, upsertParty } from './arrivals.store.ts';
export { headerTime } from './arrived-pages.ts';

/** What became of an arrival. A repeated one gets the first answer. */
export type ArrivalResult =
  | { accepted: true; fid: number; repeated: boolean }
  | { accepted: false; reason: ArrivalRefusal };

/** An arrival whose files are stored; only its rows are missing. */
export type PreparedArrival =
  | {
      kind: 'refused';
      arrival: Arrival;
      receiver: Receiver | undefined;
      reason: ArrivalRefusal;
      /** Where the fax is kept for the operator; null for one that the account itself refuses. */
      fileKey: string | null;
    }
  | {
      kind: 'stored';
      arrival: Arrival;
      receiver: Receiver;
      storageKey: string;
      pathKey: string;
      pages: ArrivedPages;
    };

/** The rules that an account has for what arrives. */
export interface ArrivalRules {
  /** A fax arrived: has the rules look at it soon after this transaction. */
  arrived(tx: Db, fax: { accountId: number; faxId: number; byRule: boolean }): Promise<void>;
}

/** Reading of what stands on the pages of faxes. */
export interface ArrivalTexts {
  /** A fax arrived: has its pages read soon after this transaction. */
  arrived(tx: Db, fax: { accountId: number; faxId: number }): Promise<void>;
}

export interface ArrivalsDeps {
  database: Database;
  files: FileStore;
  documents: DocumentEngine;
  /** Mails about what arrives. */
  notices: Pick<FaxNotices, 'arrived' | 'booked'>;
  rules: ArrivalRules;
  texts: ArrivalTexts;
  /** The server zone: months of usage begin in it. */
  zone: string;
  faultPoint: FaultPoint;
  log: Pick<Logger, 'warn'>;
}

export interface Arrivals {
  /** Takes an arrival in: resolves after everything is on the disk and committed, or it throws and nothing is. */
  receive(arrival: Arrival): Promise<ArrivalResult>;
  /** The part before the transaction: who receives it, and its files. */
  prepare(arrival: Arrival): Promise<PreparedArrival>;
  /** Describes beside its files an on-net arrival that was committed. */
  describe(prepared: PreparedArrival): Promise<void>;
  /** The part inside a transaction, which may be the one that finishes an on-net job. */
  commit(tx: Db, prepared: PreparedArrival): Promise<ArrivalResult>;
}

/** Everything between «a line has a fax for this number» and the fax in the inbox. */
export function createArrivals(deps: ArrivalsDeps): Arrivals {
  const { database } = deps;
  return {
    prepare: async (arrival) => await prepare(deps, arrival),
    describe: async (prepared) => {
      if (prepared.kind === 'stored') await describeArrival(deps.files, prepared);
    },
    commit: async (tx, prepared) => await commit(deps, tx, prepared),
    receive: async (arrival) => {
      const known = await findCall(database.db, arrival.lineId, arrival.callRef);
      if (known) return answerOf(known);
      const prepared = await prepare(deps, arrival);
      deps.faultPoint('after_store_before_commit');
      const result = await database.transaction(async (tx) => await commit(deps, tx, prepared));
      if (result.accepted && result.repeated) await forget(deps, prepared);
      else noteArrival(prepared, arrival.source);
      return result;
    },
  };
}

/** On-net arrivals are counted where their call is. */
function noteArrival(prepared: PreparedArrival, carrier: string): void {
  const refused = prepared.kind === 'refused';
  const result = refused ? prepared.reason : 'OK';
  measure('call', { carrier, direction: 'in', result, pages: refused ? 0 : prepared.pages.count });
}

async function prepare(deps: ArrivalsDeps, written: Arrival): Promise<PreparedArrival> {
  const call = { ...written, caller: readable(written.caller), stationId: readable(written.stationId) };
  const arrival = { ...call, caller: normalizeNumber(call.caller), called: normalizeNumber(call.called) };
  const receiver = await findReceiver(deps.database.db, arrival.called);
  const reason = await refusal(deps.database.db, receiver, call);
  if (!receiver || reason) {
    const refused = reason ?? 'NUMBER_UNKNOWN';
    const fileKey = await keepUnrouted(deps, arrival, refused);
    return { kind: 'refused', arrival, receiver, reason: refused, fileKey };
  }
  const pages = await faxPagesOf(deps, arrival, receiver.zone);
  const stored = { arrival, receiver, storageKey: newStorageKey(), pathKey: newPathKey(), pages };
  await deps.files.put(`${stored.storageKey}/fax.tiff`, pages.tiff);
  if (pages.original) await deps.files.put(`${stored.storageKey}/original.tiff`, pages.original);
  // A database that forgets the fax gets it back from here (F-recv-14); on-net, its sender's side does this later.
  if (arrival.source === 'line') await describeArrival(deps.files, stored);
  return { kind: 'stored', ...stored };
}

/** The sender was told that its fax arrived: one that nobody here can have is the operator's to decide (A-INBOUND-09). */
async function keepUnrouted(
  deps: ArrivalsDeps,
  arrival: Arrival,
  reason: ArrivalRefusal,
): Promise<string | null> {
  if (arrival.source !== 'line' || arrival.lineId === null || reason === 'CALLER_BLOCKED') return null;
  const key = `unrouted/${newPathKey()}/fax.tiff`;
  await deps.files.put(key, arrival.tiff);
  return key;
}

async function commit(deps: ArrivalsDeps, tx: Db, prepared: PreparedArrival): Promise<ArrivalResult> {
  const { arrival } = prepared;
  const callId = await insertCall(tx, {
    lineId: arrival.lineId,
    callRef: arrival.callRef,
    caller: arrival.caller,
    stationId: arrival.stationId,
    called: arrival.called,
    accountId: prepared.receiver?.id ?? null,
    result: prepared.kind === 'refused' ? prepared.reason : 'OK',
    pages: prepared.kind === 'refused' ? 0 : prepared.pages.count,
    receivedAt: arrival.receivedAt,
    fileKey: prepared.kind === 'refused' ? prepared.fileKey : null,
  });
  if (callId === null) {
    const known = await findCall(tx, arrival.lineId, arrival.callRef);
    if (!known) throw new Error('a call that is known could not be read');
    return answerOf(known);
  }
  if (prepared.kind === 'refused') {
    if (prepared.reason === 'CALLER_BLOCKED') await auditBlocked(tx, prepared);
    return { accepted: false, reason: prepared.reason };
  }
  const fid = await insertFax(deps, tx, callId, prepared);
  return { accepted: true, fid, repeated: false };
}

/** The same call was committed while this copy was being stored: nothing refers to its file. */
async function forget(deps: ArrivalsDeps, prepared: PreparedArrival): Promise<void> {
  if (prepared.kind !== 'stored') return;
  const told = (error: unknown) => logEvent(deps.log, 'arrival.cleanup-failed', { reason: String(error) });
  await removeStored(deps.files, prepared.storageKey).catch(told);
}

async function insertFax(
  deps: ArrivalsDeps,
  tx: Db,
  callId: number,
  { arrival, receiver, pages, storageKey, pathKey }: Extract<PreparedArrival, { kind: 'stored' }>,
): Promise<number> {
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
    cutOff: arrival.cutOff ?? false,
  });
  await planCopies(tx, provenAccount(receiver.id), fid);
  await addUsage(tx, receiver.id, deps.zone, { received: pages.count });
  await linkCutOff(tx, provenAccount(receiver.id), fid);
  await writeAudit(tx, {
    actor: { kind: 'system' },
    accountId: receiver.id,
    action: 'fax.received',
    object: `fax/${fid}`,
    // What could not be read, or only in part, is for an operator to see as well (A-INBOUND-04).
    detail: {
      pages: pages.count,
      source: arrival.source,
      ...(pages.fault && { fault: pages.fault }),
      ...(arrival.cutOff === true && { cutOff: true }),
    },
  });
  // Before mails and rules, which may have to wait for it.
  await deps.texts.arrived(tx, { accountId: receiver.id, faxId: fid });
  await deps.notices.arrived(tx, { accountId: receiver.id, faxId: fid });
  await deps.notices.booked(tx, receiver.id);
  await deps.rules.arrived(tx, { accountId: receiver.id, faxId: fid, byRule: arrival.byRule === true });
  return fid;
}

function answerOf({ fax_id: fid, result }: { result: string; fax_id: number | null }): ArrivalResult {
  if (fid !== null) return { accepted: true, fid, repeated: true };
  return { accepted: false, reason: result as ArrivalRefusal };
}
