import { formatFaxNumber, isNanp } from '#contract/kit/fax-number.ts';
import type { Database, Db } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';

import type { AccountsDeps } from './add-account.ts';
import { adoptNumber, assignNumber, lockNumber } from './number-pool.store.ts';
import {
  advancePortOrder,
  endPortOrder,
  findMailSubject,
  readPortOrders,
  setNumber,
} from './port-order.store.ts';
import type { PortOrder } from './port-order.store.ts';

/** The result of an operator's decision on an order; `reason` is a sentence to show. */
export type PortChange =
  | { kind: 'ok'; order: PortOrder; number: string | null }
  | { kind: 'refused'; reason: string };

/** Thrown inside the transaction, so that the decision is rolled back. */
class Refused extends Error {
  override readonly name = 'Refused';
}

/**
 * Completes an order whose number has arrived: the account gets it and receives immediately; owner and administrator
 * are notified. `number` is the number found for an order for any number.
 */
export async function completePortOrder(
  deps: AccountsDeps,
  id: number,
  number: string | undefined,
): Promise<PortChange> {
  return await decide(deps.database, id, async (tx, order) => {
    const digits = number ?? order.digits;
    if (digits === null) throw new Refused(`The order ${id} is for any number. Say which one it got.`);
    if (!isNanp(digits)) throw new Refused(`${digits} is no number of ten digits.`);
    if (order.digits !== null && order.digits !== digits)
      throw new Refused(
        `The order ${id} is for ${formatFaxNumber(order.digits)}, not for ${formatFaxNumber(digits)}.`,
      );
    if (!(await endPortOrder(tx, id, 'done', { digits }))) throw new Refused(ended(order));
    const free = (await lockNumber(tx, digits))?.state === 'free';
    if (free) await assignNumber(tx, digits, order.accountId);
    if (!free && !(await adoptNumber(tx, digits, order.accountId)))
      throw new Refused(`The number ${formatFaxNumber(digits)} is in use here.`);
    if (!(await setNumber(tx, order.accountId, digits)))
      throw new Refused(`The account ${order.accountId} has a number already, or was closed.`);
    await audit(tx, order, 'port.complete', { number: digits });
    await tell(tx, deps, order, digits);
    return digits;
  });
}

/** Rejects an order whose number is not available: the account stays without one, and its administrator sees why. */
export async function rejectPortOrder(deps: AccountsDeps, id: number, reason: string): Promise<PortChange> {
  return await decide(deps.database, id, async (tx, order) => {
    if (!(await endPortOrder(tx, id, 'rejected', { reason }))) throw new Refused(ended(order));
    await audit(tx, order, 'port.reject', { reason });
    return null;
  });
}

/** Records that the order was submitted to the other carrier, or accepted by it; the account keeps waiting. */
export async function advancePort(
  deps: AccountsDeps,
  id: number,
  to: 'submitted' | 'accepted',
): Promise<PortChange> {
  return await decide(deps.database, id, async (tx, order) => {
    if (!(await advancePortOrder(tx, id, to))) throw new Refused(ended(order));
    await audit(tx, order, `port.${to === 'submitted' ? 'submit' : 'accept'}`, {});
    return null;
  });
}

async function decide(
  database: Database,
  id: number,
  work: (tx: Db, order: PortOrder) => Promise<string | null>,
): Promise<PortChange> {
  const [order] = await readPortOrders(database.db, { id });
  if (!order) return { kind: 'refused', reason: `There is no order ${id}.` };
  try {
    const number = await database.transaction(async (tx) => await work(tx, order));
    const [after = order] = await readPortOrders(database.db, { id });
    return { kind: 'ok', order: after, number };
  } catch (error) {
    if (error instanceof Refused) return { kind: 'refused', reason: error.message };
    throw error;
  }
}

async function tell(tx: Db, { queueMail }: AccountsDeps, order: PortOrder, digits: string): Promise<void> {
  const { language, administratorEmail } = await findMailSubject(tx, order.accountId);
  for (const to of new Set([order.email, administratorEmail ?? order.email]))
    await queueMail?.(tx, {
      template: 'port-complete',
      brandId: order.brandId,
      to,
      language,
      params: { name: formatFaxNumber(digits) ?? '' },
      path: to === order.email ? '/login' : '/multifax/configure-fax-accounts',
    });
}

function ended(order: PortOrder): string {
  return `The order ${order.id} is ${order.state} already.`;
}

async function audit(tx: Db, order: PortOrder, action: string, detail: object): Promise<void> {
  await writeAudit(tx, {
    actor: { kind: 'operator' },
    accountId: order.accountId,
    action,
    object: `port/${order.id}`,
    detail,
  });
}
