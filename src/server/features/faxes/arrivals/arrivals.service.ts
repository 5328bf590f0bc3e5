import { normalizeNumber } from '#contract/kit/fax-number.ts';
import type { Db } from '#engine/database/port.ts';
import { newPathKey } from '#engine/secrets/tokens.ts';
import { measure } from '#server/kit/meter.ts';

import { newStorageKey, removeStored } from '#server/features/faxes/files/stored-faxes.service.ts';
import { logEvent } from '#server/kit/log-event.ts';
import type { ArrivalsDeps, PreparedArrival } from './arrival-deps.ts';
import { findCall, findReceiver, insertCall } from './arrivals.store.ts';
import { faxPagesOf } from './arrived-pages.ts';
import type { Arrival } from './arrived-pages.ts';
import { describeArrival } from './describe-arrival.ts';
import { insertFax } from './insert-fax.ts';
import { readable } from './readable.ts';
import { auditBlocked, refusal } from './refuse-arrival.ts';
import type { ArrivalRefusal } from './refuse-arrival.ts';
import { settleArrival } from './splitting/split-fax.ts';
import type { HeldFax } from './splitting/split-fax.ts';

export { addUsage, findContact, upsertParty } from './arrivals.store.ts';
export { headerTime } from './arrived-pages.ts';

/** Where files of faxes lie that no account has. */
export const UNROUTED = 'unrouted/';

/** What became of an arrival. A repeated one gets the first answer. */
export type ArrivalResult =
  | { accepted: true; fid: number; repeated: boolean }
  | { accepted: false; reason: ArrivalRefusal };

export interface Arrivals {
  /** Takes in an arrival. Resolves once everything is on disk and committed; if it throws, nothing is. */
  receive(arrival: Arrival): Promise<ArrivalResult>;
  /** The part before the transaction: finds the receiver and stores the files. */
  prepare(arrival: Arrival): Promise<PreparedArrival>;
  /** Writes the description of a committed on-net arrival beside its files. */
  describe(prepared: PreparedArrival): Promise<void>;
  /** Splits a fax that was held back, or announces it whole. Throws if it has to be retried. */
  settle(fax: HeldFax): Promise<void>;
  /** The part inside a transaction, which may be the one that finishes an on-net job. */
  commit(tx: Db, prepared: PreparedArrival): Promise<ArrivalResult>;
}

/** Creates the service that takes a fax from a line to the inbox. */
export function createArrivals(deps: ArrivalsDeps): Arrivals {
  const { database } = deps;
  return {
    prepare: async (arrival) => await prepare(deps, arrival),
    describe: async (prepared) => {
      if (prepared.kind === 'stored') await describeArrival(deps.files, prepared);
    },
    commit: async (tx, prepared) => await commit(deps, tx, prepared),
    settle: async (fax) => await settleArrival(deps, fax),
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

/** Counts the call of an arrival. On-net arrivals are counted where their call is placed. */
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
  // If the database loses the fax, it is restored from this description (F-recv-14). On-net, the sending side writes it
  // later.
  if (arrival.source === 'line') await describeArrival(deps.files, stored);
  return { kind: 'stored', ...stored };
}

/**
 * Keeps a fax that nobody here can receive: its sender was told that it arrived, so an operator decides (A-INBOUND-09).
 */
async function keepUnrouted(
  deps: ArrivalsDeps,
  arrival: Arrival,
  reason: ArrivalRefusal,
): Promise<string | null> {
  if (arrival.source !== 'line' || arrival.lineId === null || reason === 'CALLER_BLOCKED') return null;
  const key = `${UNROUTED}${newPathKey()}/fax.tiff`;
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

/** Removes the files of an arrival whose call was committed while they were being stored: nothing refers to them. */
async function forget(deps: ArrivalsDeps, prepared: PreparedArrival): Promise<void> {
  if (prepared.kind !== 'stored') return;
  const told = (error: unknown) => logEvent(deps.log, 'arrival.cleanup-failed', { reason: String(error) });
  await removeStored(deps.files, prepared.storageKey).catch(told);
}

function answerOf({ fax_id: fid, result }: { result: string; fax_id: number | null }): ArrivalResult {
  if (fid !== null) return { accepted: true, fid, repeated: true };
  return { accepted: false, reason: result as ArrivalRefusal };
}
