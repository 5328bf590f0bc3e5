import type { z } from 'zod';

import { toE164 } from '#contract/kit/fax-number.ts';
import { knownReason } from '#contract/kit/fax-state.ts';
import type { FailReason } from '#contract/kit/fax-state.ts';
import type { faxObject } from '#contract/v1/fax.ts';

import type { ApiFaxRow } from './fax-rows.store.ts';

/** A fax in the wire's form. */
export type FaxObject = z.input<typeof faxObject>;

/** Returns sentences in English: programs and their authors read them. */
export type SayEnglish = (key: string) => string;

/** Reasons that remain valid however often the same fax is sent. */
const FINAL: ReadonlySet<FailReason> = new Set([
  'NUMBER_INVALID',
  'BARRED',
  'DOCUMENT_DAMAGED',
  'NO_PAGES',
  'DOCUMENT_PROTECTED',
  'DOCUMENT_TOO_LARGE',
  'DOCUMENT_REFUSED',
  'TOO_MANY_PAGES',
  'TIME_LIMIT',
]);

/** Machines may send any text as their number. */
const E164 = /^\+[1-9]\d{7,14}$/u;

/** Texts for states without a reason of their own. */
const UNCERTAIN =
  'The call broke off, and it is unknown whether the rest arrived. A person must decide whether it is sent again.';
const OTHER = 'It could not be sent.';
const NEVER_DIALED = 'It was canceled before its first call.';

/** Returns a stored number as E.164; null if it is not one. */
export function numberOnWire(stored: string): string | null {
  const number = toE164(stored);
  return E164.test(number) ? number : null;
}

/** Returns a fax in the wire's form. */
export function faxOnWire(row: ApiFaxRow, say: SayEnglish): FaxObject {
  const { action, status, sha256, dueAt, finishedAt } = row;
  const inbound = action === 'R';
  const [other, own] = [numberOnWire(row.other), numberOnWire(row.own)];
  return {
    object: 'fax',
    id: `fax_${row.id}`,
    account: `acc_${row.account}`,
    direction: inbound ? 'inbound' : 'outbound',
    status,
    test: row.isTest,
    from: inbound ? other : own,
    to: (inbound ? own : other) ?? '',
    pages: !inbound && row.pages === 0 ? null : row.pages,
    pages_confirmed: row.confirmed,
    attempts: row.attempts,
    created_at: row.at.toISOString(),
    send_at: status === 'scheduled' || status === 'waiting' ? (dueAt?.toISOString() ?? null) : null,
    finished_at: finishedAt?.toISOString() ?? null,
    error: errorOf(row, say),
    read: !inbound || !row.isNew,
    part_of: row.partOf === null ? null : `fax_${row.partOf}`,
    parts: row.parts.map((id) => `fax_${id}`),
    client_ref: row.clientRef,
    metadata: row.metadata,
    document: sha256 && { sha256: sha256.toString('hex'), bytes: row.bytes },
  };
}

/** Returns why it did not arrive, or why its last call failed. */
function errorOf({ status, reason, attempts }: ApiFaxRow, say: SayEnglish): FaxObject['error'] {
  if (status === 'uncertain') return { code: 'uncertain', retryable: false, detail: UNCERTAIN };
  if (reason === null && status !== 'failed' && status !== 'cancelled') return null;
  const known = status === 'cancelled' ? 'CANCELLED' : knownReason(reason);
  if (!known) return { code: 'other', retryable: true, detail: OTHER };
  const detail = known === 'CANCELLED' && attempts === 0 ? NEVER_DIALED : say(`reasons.${known}`);
  return { code: known.toLowerCase(), retryable: !FINAL.has(known), detail };
}
