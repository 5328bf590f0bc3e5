import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import type { Database } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';

import { readAccounts, revokeSessions } from './accounts.store.ts';
import type { StoredAccount } from './accounts.store.ts';
import { assignNumber, lockNumber } from './number-pool.store.ts';
import { takeNumber } from './number-pool.ts';
import { freeNumber, giveNumber, loseNumber } from './operate-accounts.store.ts';
import { dropPortOrders } from './port-order.store.ts';

/** The result of a change of a number; `reason` is a sentence to show. */
export type NumberChange =
  | { kind: 'ok'; number: string; uid: number | null }
  | { kind: 'refused'; reason: string };

/** The result of moving a number. */
export type NumberMove =
  | (Extract<NumberChange, { kind: 'ok' }> & { from: number })
  | Extract<NumberChange, { kind: 'refused' }>;

/** Assigns a free number to an account that has none, and drops an order that it waited for. */
export async function assignByOperator(
  database: Database,
  number: string,
  uid: number,
): Promise<NumberChange> {
  return await database.transaction(async (tx) => {
    const taken = await takeNumber(tx, { number });
    if (taken.kind === 'refused') return { kind: 'refused', reason: taken.reason };
    if (!(await giveNumber(tx, uid, number)))
      return { kind: 'refused', reason: `There is no open account ${uid} without a number.` };
    await assignNumber(tx, number, uid);
    await dropPortOrders(tx, uid);
    await writeAudit(tx, {
      actor: { kind: 'operator' },
      accountId: uid,
      action: 'number.assign',
      object: `account/${uid}`,
      detail: { number },
    });
    return { kind: 'ok', number, uid };
  });
}

/**
 * Moves a number, and with it everybody who calls it, to another account of the same brand that has none: a customer
 * got a new account, or two were mixed up. The account that loses its number keeps its faxes, cannot log in, and waits
 * for another number.
 */
export async function moveByOperator(database: Database, number: string, uid: number): Promise<NumberMove> {
  return await database.transaction(async (tx) => {
    const held = await lockNumber(tx, number);
    const shown = formatFaxNumber(number);
    if (held?.uid === null || held === undefined)
      return {
        kind: 'refused',
        reason: `Nobody has the number ${shown}. Assign it instead.`,
      };
    const [from] = await readAccounts(tx, { id: held.uid });
    const [to] = await readAccounts(tx, { id: uid });
    const fault = faultOfMove(from, to, uid);
    if (!from || fault !== null)
      return { kind: 'refused', reason: fault ?? `There is no account ${held.uid}.` };
    await loseNumber(tx, from.id);
    await revokeSessions(tx, from.id);
    if (!(await giveNumber(tx, uid, number))) throw new Error('the account was open and without a number');
    await assignNumber(tx, number, uid);
    await dropPortOrders(tx, uid);
    for (const [accountId, detail] of [
      [from.id, { number, to: uid }],
      [uid, { number, from: from.id }],
    ] as const)
      await writeAudit(tx, {
        actor: { kind: 'operator' },
        accountId,
        action: 'number.move',
        object: `account/${accountId}`,
        detail,
      });
    return { kind: 'ok', number, uid, from: from.id };
  });
}

function faultOfMove(
  from: StoredAccount | undefined,
  to: StoredAccount | undefined,
  uid: number,
): string | null {
  if (!to || to.state === 'closed') return `There is no open account ${uid}.`;
  if (to.faxNumber !== null) return `The account ${uid} has a number; it can have one only.`;
  return from?.brandId === to.brandId ? null : `The account ${uid} is of another brand.`;
}

/**
 * Ends the rest of a number early, so that it can be assigned. A number in use can only be released by closing its
 * account: otherwise faxes for its owner would go to a stranger.
 */
export async function releaseByOperator(database: Database, number: string): Promise<NumberChange> {
  return await database.transaction(async (tx) => {
    if (!(await freeNumber(tx, number)))
      return {
        kind: 'refused',
        reason: `${formatFaxNumber(number)} does not rest; a number in use is released by closing its account.`,
      };
    await writeAudit(tx, { actor: { kind: 'operator' }, action: 'number.release', detail: { number } });
    return { kind: 'ok', number, uid: null };
  });
}
