import { isNanp, normalizeNumber } from '#contract/kit/fax-number.ts';
import { formatWireTime } from '#contract/kit/wire.ts';
import {
  operatorNumberRelease,
  operatorNumbers,
  operatorNumbersAdd,
  operatorPortAct,
  operatorPorts,
} from '#contract/customers/numbers.admin.ts';
import type { Database } from '#engine/database/port.ts';
import { done, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';
import { allowed, pageOf, refusal, windowOf } from '#server/kit/operator-refusal.ts';

import type { Accounts } from './accounts.service.ts';
import { releaseByOperator } from './operate-numbers.ts';
import { searchNumbers } from './search-accounts.store.ts';

/** Dependencies of the console's numbers; `zone` is the server zone. */
interface NumberAdmin {
  database: Database;
  accounts: Accounts;
  zone: string;
}

/** Mounts the console's calls for numbers and orders for numbers. */
export function mountNumberAdmin(app: App, { database, accounts, zone }: NumberAdmin): void {
  mount(app, operatorNumbers, async ({ query }) => {
    const window = windowOf(query);
    const { search, state } = query;
    const page = pageOf(await searchNumbers(database.db, { search, state, ...window }), window);
    return {
      ...page,
      rows: page.rows.map(({ uid, until, ...rest }) => ({
        ...rest,
        uid: uid === null ? null : String(uid),
        until: until && formatWireTime(until, zone),
      })),
    };
  });

  mount(app, operatorNumbersAdd, async ({ body }) => {
    const written = body.numbers.split(/[\n,;\t]/u).filter((part) => /\d/u.test(part));
    const { added, skipped } = allowed(await accounts.addNumbers({ kind: 'any' }, written));
    return { added: added.length, skipped: skipped.length };
  });

  mount(app, operatorNumberRelease, async ({ body }) => {
    allowed(await releaseByOperator(database, body.number));
    return done;
  });

  mount(app, operatorPorts, async ({ query }) => {
    const orders = await accounts.listPortOrders(query.open === '1');
    return {
      rows: orders.map((order) => ({
        ...order,
        id: String(order.id),
        uid: String(order.accountId),
        number: order.digits,
        createdAt: formatWireTime(order.createdAt, zone),
      })),
    };
  });

  mount(app, operatorPortAct, async ({ body: { id, verb, number, reason } }) => {
    if (verb === 'reject') {
      if (reason.trim() === '') throw refusal('Say why the number can’t be had.');
      allowed(await accounts.rejectPort(id, reason.trim()));
    } else if (verb === 'complete') {
      const digits = number.trim() === '' ? undefined : normalizeNumber(number);
      if (digits !== undefined && !isNanp(digits)) throw refusal('A fax number has ten digits.');
      allowed(await accounts.completePort(id, digits));
    } else {
      allowed(await accounts.advancePort(id, verb === 'submit' ? 'submitted' : 'accepted'));
    }
    return done;
  });
}
