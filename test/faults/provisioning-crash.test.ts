import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { until } from '#test/sending-rig.ts';
import type { Product } from '#test/start-product.ts';

import { PASSWORD, clearAway, killEverything, openBeside, startOver } from './send-product.ts';

/**
 * The minimum acknowledgments before the kill in each round, so that it hits requests in progress. Each round has one
 * start.
 */
const ROUNDS = [5, 14];
const NUMBERS = 300;
const BULK_LINES = 90;
const FIRST = 3_105_550_000;
const FILE = [
  'email,type,area',
  ...Array.from({ length: BULK_LINES }, (_, i) => `b${i}@example.com,local,310`),
];

let dataDir: string;
let product: Product;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'f2e-provision-'));
  product = await startOver(dataDir);
  const args = ['parent', 'add', '--brand', '1', '--username', 'chief', '--email', 'chief@example.com'];
  const made = await product.f2e(
    [...args, '--services', '400', '--password-stdin', '--json'],
    `${PASSWORD}\n`,
  );
  if (made.status !== 0) throw new Error(`the administrator was not added: ${made.stderr}`);
  await sql(`insert into number (digits, kind, area_code)
    select (${FIRST} + i)::text, 'local', '310' from generate_series(1, ${NUMBERS}) i`);
});
afterAll(async () => await clearAway(product));

/** What the product acknowledged. */
interface Acknowledged {
  added: { uid: string; faxnumber: string }[];
  ported: { uid: string; number: string }[];
  bulk: string[];
  /** Requested removals; `sure` once acknowledged. */
  removed: { uid: string; sure: boolean }[];
}

type Ask = <T>(name: string, body: object) => Promise<T | null>;

async function sql<T extends object>(text: string): Promise<T[]> {
  const beside = await openBeside(dataDir);
  try {
    return (await beside.pool.query<T>(text)).rows;
  } finally {
    await beside.close();
  }
}

/** Returns the administrator's calls, which return null once the product is dead. */
async function administrator(): Promise<Ask> {
  const login = await fetch(`${product.baseURL}/api/faxui/getMultifaxNode.json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'chief', password: PASSWORD, domain: 'localhost' }),
  });
  expect(login.status).toBe(200);
  const cookies = login.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');
  const token = cookies.find((cookie) => cookie.startsWith('access-token='))?.slice('access-token='.length);
  const headers = {
    cookie: cookies.join('; '),
    'x-access-token': token ?? '',
    'content-type': 'application/json',
  };
  return async <T>(name: string, body: object) => {
    const url = `${product.baseURL}/api/faxui/${name}`;
    const sent = fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    // The kill cuts the connection, before or during the response.
    const answer = await sent
      .then(async (got) => ({ status: got.status, body: await got.json() }))
      .catch(() => null);
    if (answer === null) return null;
    expect(answer).toMatchObject({ status: 200 });
    return answer.body as T;
  };
}

async function addBulk(ask: Ask, from: number, into: string[]): Promise<boolean> {
  const answer = await ask<{ rows: { email: string; state: string }[] }>('bulkAddServices', {
    text: FILE.join('\n'),
    from,
  });
  for (const { email, state } of answer?.rows ?? []) {
    expect(['added', 'known']).toContain(state);
    into.push(email);
  }
  return answer !== null;
}

/** Adds, ports, adds by file and removes concurrently, until the product is dead. */
function keepBusy(ask: Ask, round: number, said: Acknowledged): Promise<unknown>[] {
  let over = false;
  const adding = async (): Promise<void> => {
    for (let i = 0; ; i += 1) {
      const email = `a${round}-${i}@example.com`;
      const body = { email, productType: 'local', areaId: '310' };
      const answer = await ask<{ data: { uid: string; faxnumber: string } }>('addService.json', body);
      over = answer === null;
      if (answer === null) return;
      said.added.push(answer.data);
    }
  };
  const porting = async (): Promise<void> => {
    for (let i = 0; ; i += 1) {
      const number = String(4_155_550_000 + round * 1_000 + i);
      const body = { email: 'port@example.com', productType: 'custom', faxnumber: number };
      const answer = await ask<{ data: { uid: string } }>('addService.json', body);
      if (answer === null) return;
      said.ported.push({ uid: answer.data.uid, number });
    }
  };
  const filing = async (): Promise<void> => {
    for (let from = 0; ; from = (from + 10) % BULK_LINES) if (!(await addBulk(ask, from, said.bulk))) return;
  };
  const removing = async (): Promise<void> => {
    // Fewer than an administrator may remove in an hour, over all rounds.
    for (let i = 0; i < 9; i += 1) {
      const next = await until(
        async () => said.added.find(({ uid }) => !said.removed.some((gone) => gone.uid === uid)) ?? null,
        (found) => found !== null || over,
      );
      if (next === null) return;
      const gone = { uid: next.uid, sure: false };
      said.removed.push(gone);
      gone.sure = (await ask('deleteService.json', { id: gone.uid })) !== null;
      if (!gone.sure) return;
    }
  };
  return [adding(), porting(), filing(), removing()];
}

/** Finds states of accounts and numbers that must never exist; empty if all is well. */
const BROKEN = `
  select 'a number without its account, or the other way round' as what, n.digits as which
    from number n full join account a on a.id = n.account_id
    where (n.state = 'assigned') <> (a.id is not null) or n.account_id is not null and a.fax_number is distinct from n.digits
  union all select 'an open account without its number', a.id::text from account a
    where a.state <> 'closed' and a.fax_number is not null
      and not exists (select from number n where n.digits = a.fax_number and n.account_id = a.id)
  union all select 'a closed account that keeps something', a.id::text from account a
    where a.state = 'closed' and (a.fax_number is not null or exists (select from service_slot s where s.account_id = a.id))
  union all select 'a removed number that does not rest', a.id::text from account a
    where a.state = 'closed' and not exists (
      select from number n where n.last_account_id = a.id and n.state = 'quarantine' and n.quarantine_until > now())
  union all select 'an open account without its one service', a.id::text from account a
    where a.state <> 'closed' and (select count(*) from service_slot s where s.account_id = a.id) <> 1
  union all select 'an account without settings', a.id::text from account a
    where not exists (select from account_settings s where s.account_id = a.id)
  union all select 'an account with no audit row of its adding, or two', a.id::text from account a
    where (select count(*) from audit u where u.account_id = a.id and u.action = 'account.add' and u.actor_kind = 'parent') <> 1
  union all select 'a removal without its audit row, or the other way round', a.id::text from account a
    where (a.state = 'closed') <> exists (select from audit u where u.account_id = a.id and u.action = 'account.close')
  union all select 'a port without its order', a.id::text from account a
    where a.type = 'custom' and (select count(*) from port_order o
      where o.account_id = a.id and o.digits = a.pending_number and o.state = 'new') <> 1
  union all select 'a line of the file that was added twice', a.admin_email from account a
    where a.admin_email like 'b%' group by a.admin_email having count(*) > 1
  union all select 'mails that are not as many as accounts', count(*)::text from mail_out m
    where m.template = 'service-added' having count(*) <> (select count(*) from account)
  union all select 'numbers were lost', count(*)::text from number having count(*) <> ${NUMBERS}`;

it('accounts from the pool, from a file, with a port order, and removals are whole or not there after kill -9, and no number is lost or given twice', async () => {
  const said: Acknowledged = { added: [], ported: [], bulk: [], removed: [] };
  for (const [round, least] of ROUNDS.entries()) {
    const before = said.added.length;
    const busy = keepBusy(await administrator(), round, said);
    await until(
      async () => said.added.length - before,
      (n) => n >= least,
    );
    await killEverything(product);
    await Promise.all(busy);
    product = await startOver(dataDir);
    expect(await sql(BROKEN)).toEqual([]);
  }
  // The client continues its file without knowing how far the product came.
  const ask = await administrator();
  for (let from = 0; from < BULK_LINES; from += 10) await addBulk(ask, from, said.bulk);
  expect(await sql(BROKEN)).toEqual([]);

  const accounts = await sql<{ uid: string; email: string; number: string; state: string }>(
    `select id::text as uid, admin_email as email, coalesce(fax_number, pending_number) as number, state from account`,
  );
  const open = new Map(accounts.filter(({ state }) => state !== 'closed').map((one) => [one.uid, one]));
  const asked = new Set(said.removed.map(({ uid }) => uid));
  for (const { uid, faxnumber } of said.added.filter((one) => !asked.has(one.uid)))
    expect(open.get(uid)).toMatchObject({ number: faxnumber });
  for (const { uid, number } of said.ported) expect(open.get(uid)).toMatchObject({ number });
  const removed = said.removed.filter(({ sure }) => sure);
  for (const { uid } of removed) expect(open.has(uid)).toBe(false);
  expect(new Set(said.bulk)).toEqual(new Set(FILE.slice(1).map((line) => line.split(',', 1)[0])));
  expect(accounts.filter(({ email }) => email.startsWith('b'))).toHaveLength(BULK_LINES);
  expect(removed.length).toBeGreaterThan(3);
  expect(said.ported.length).toBeGreaterThan(6);
});
