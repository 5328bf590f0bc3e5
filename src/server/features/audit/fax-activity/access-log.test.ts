import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import type { Db } from '#engine/database/port.ts';
import { createTestDatabase } from '#test/test-database.ts';
import type { TestDatabase } from '#test/test-database.ts';

import { AccessLog } from './access-log.ts';
import type { Accessor, FaxAccess } from './access.ts';
import { eventually } from '#test/patience.ts';

const by: Accessor = { actor: { kind: 'account', id: 7 }, address: '192.0.2.1', device: 'Firefox/150.0' };
const opened = (faxId: number): FaxAccess => ({ accountId: 7, faxIds: [faxId], kind: 'open' });

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());

const count = async () =>
  (await database.pool.query<{ n: number }>('select count(*)::int as n from fax_access')).rows[0]?.n;

it('openings that the database does not take wait for it, and none is lost or doubled', async () => {
  const errors = vi.fn<() => void>();
  let away = true;
  const db = new Proxy(database.db, {
    get: (real, name: keyof Db) => {
      if (away && name === 'insertInto') throw new Error('the database is away');
      const value: unknown = real[name];
      return typeof value === 'function' ? (value.bind(real) as unknown) : value;
    },
  });
  const log = new AccessLog({ database: { db }, log: { error: errors } });
  for (let fax = 1; fax <= 20; fax += 1) await log.note(by, opened(fax));
  await eventually(() => expect(errors).toHaveBeenCalled());
  expect(await count()).toBe(0);
  away = false;
  await eventually(async () => expect(await count()).toBe(20));
  // Another process, which does not know these entries: the database keeps one of each.
  const other = new AccessLog({ database, log: { error: errors } });
  for (let fax = 1; fax <= 21; fax += 1) await other.note(by, opened(fax));
  // Stopping writes the pending entries.
  await other.flush();
  await log.flush();
  expect(await count()).toBe(21);
});

it('is held up by a database that is away only once too many wait', async () => {
  const log = new AccessLog({
    database: {
      db: new Proxy({} as Db, {
        get: () => {
          throw new Error('the database is away');
        },
      }),
    },
    log: { error: () => undefined },
  });
  const some = Array.from({ length: 4_999 }, (_, fax) => fax + 1);
  await log.note(by, { accountId: 7, faxIds: some, kind: 'open' });
  await expect(log.note(by, opened(5_000))).rejects.toThrow('away');
  await expect(log.write(by, { accountId: 7, faxIds: [1], kind: 'download' })).rejects.toThrow('away');
  await expect(log.flush()).rejects.toThrow('away');
});
