import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { openAuditChain } from '#server/features/audit/log/chain.ts';
import type { AuditChain } from '#server/features/audit/log/audit.service.ts';
import { makeAccount } from '#test/factories.ts';
import { fakeDocuments, storeFax } from '#test/mailbox-rig.ts';
import { markAccount, valuesOfMarked } from '#test/marked-account.ts';
import { makeAdministrator } from '#test/multifax-rig.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';
import { KEPT_TABLES, tablesToClear } from './account-tables.store.ts';
import { eraseAccount } from './erasure.service.ts';

const MARK = 'Zanzibar';
const { documents } = fakeDocuments();
let test: TestApp;
let chain: AuditChain;
beforeAll(async () => {
  test = await startApp({ documents });
  chain = openAuditChain(test.database, randomBytes(32));
});
afterAll(async () => await test.stop());

let account: { id: number; number: string };
let fax: Awaited<ReturnType<typeof storeFax>>;
beforeEach(async () => {
  const made = await makeAccount(test.database.db);
  account = made;
  await test.signIn(made.number);
  fax = await storeFax(test, made.id, {
    tiff: Buffer.from(`pages of ${MARK}`),
    documentPages: 1,
    company: MARK,
  });
});

const erase = async () =>
  await eraseAccount({ database: test.database, store: test.files, chain }, account.id, 'request 7');
const close = async () => {
  const { pool } = test.database;
  await pool.query(
    "insert into number (digits, kind, area_code, state, last_account_id) values ($1, 'local', '212', 'quarantine', $2)",
    [account.number, account.id],
  );
  await pool.query(
    "update account set state = 'closed', closed_at = now(), fax_number = null where id = $1",
    [account.id],
  );
};
const holding = async (mark: string) => {
  const { rows } = await test.database.pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema') and schemaname = 'public'",
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const { rowCount } = await test.database.pool.query(
      `select from "${name}" t where strpos(t::text, $1) > 0`,
      [mark],
    );
    if ((rowCount ?? 0) > 0) found.push(name);
  }
  return found.toSorted();
};
const filesHolding = async (mark: string) => {
  const names = await readdir(test.folder, { recursive: true, withFileTypes: true });
  const files = names.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  expect(files.length).toBeGreaterThan(0);
  const texts = await Promise.all(files.map(async (file) => [file, await readFile(file)] as const));
  return texts.filter(([, bytes]) => bytes.includes(mark)).map(([file]) => file);
};

it('[A-AUDIT-04] a closed account is erased with a report: its mark is in no table, no file and no audit row', async () => {
  const { pool } = test.database;
  const digits = account.number;
  const parent = await makeAdministrator(test.database.db);
  await pool.query('update account set parent_id = $1 where id = $2', [parent.id, account.id]);
  const { rows: people } = await pool.query<{ id: number; group: number }>(
    `with g as (insert into scim_group (parent_id, name) values ($3, 'reception') returning id),
     p as (insert into identity_provider (brand_id, name, issuer, client_id)
       select brand_id, 'Clinic', 'https://id.example.com', 'c' from account where id = $1)
     insert into person (brand_id, email, name) select brand_id, 'a@example.com', $2 from account where id = $1
     returning id, (select id from g) as group`,
    [account.id, MARK, parent.id],
  );
  const values = valuesOfMarked({
    fax: fax.id,
    parent: parent.id,
    person: people[0]?.id,
    group: people[0]?.group,
  });
  const { tables, marked } = await markAccount(pool, account.id, MARK, values);
  // A new table needs a row here, by default or by a value above, so that none can be forgotten.
  const cleared = await tablesToClear(test.database.db);
  expect(tables).toEqual([...cleared, ...Object.keys(KEPT_TABLES)].toSorted());
  expect(marked.length).toBeGreaterThan(60);
  expect(await filesHolding(MARK)).toHaveLength(1);
  expect((await erase()).kind).toBe('refused');
  // Faxes on hold are not erased; the mark is in the hold's reason.
  await pool.query('delete from legal_hold where account_id = $1', [account.id]);
  await pool.query('update send_job set lease_until = null where account_id = $1', [account.id]);
  await pool.query('update number set account_id = null, state = $1 where account_id = $2', [
    'free',
    account.id,
  ]);
  await pool.query('delete from service_slot where account_id = $1', [account.id]);
  await close();
  await chain.seal();

  // Mails about logins name no account, and failed logins only a number.
  await pool.query(
    `insert into mail_out (brand_id, template, language, to_address, message_id, state, ended_at)
     select brand_id, 'password-changed', 'en', admin_email, 'm1', 'sent', now() from account where id = $1`,
    [account.id],
  );
  await pool.query('insert into login_failure (key, count) values ($1, 1)', [`pair:${digits} 192.0.2.1`]);
  const before = await holding(MARK);
  expect(before.length).toBeGreaterThan(25);
  const erased = await erase();
  expect(erased).toMatchObject({
    kind: 'ok',
    report: {
      uid: account.id,
      reason: 'request 7',
      removed: { contact: 1, session: 1, storage_link: 1 },
      auditRows: expect.any(Number),
    },
  });
  expect(await holding(MARK)).toEqual([]);
  expect(await filesHolding(MARK)).toEqual([]);
  // Nothing refers to the account but its stub, bills, the audit, and the number, which belongs to the installation.
  for (const table of cleared) {
    const { rows } = await pool.query(`select from "${table}" where account_id = $1`, [account.id]);
    expect([table, rows.length]).toEqual([table, 0]);
  }
  expect(await holding(digits)).toEqual(['number']);
  const { rows: stub } = await pool.query(
    `select action, detail, address from audit where account_id = $1 order by id desc`,
    [account.id],
  );
  expect(stub[0]).toMatchObject({
    action: 'account.erase',
    detail: { reason: 'request 7', removed: { contact: 1 } },
  });
  expect(
    stub.slice(1).every(({ detail, address }) => JSON.stringify(detail) === '{}' && address === ''),
  ).toBe(true);
  expect(await chain.verify()).toMatchObject({ ok: true });
  expect(await erase()).toMatchObject({ kind: 'refused', reason: expect.stringContaining('was erased on') });
});

it('the audit of an erased account is still proved, and what is forged in it is found', async () => {
  await writeAudit(test.database.db, {
    actor: { kind: 'account', id: account.id },
    accountId: account.id,
    action: 'mail.suspended',
    detail: { address: 'owner@example.com' },
    address: '192.0.2.1',
  });
  await close();
  expect(await erase()).toMatchObject({ kind: 'ok' });
  expect(await chain.verify()).toMatchObject({ ok: true });
  const forge = async (change: string) => {
    await test.database.pool.query(
      `begin; create table kept as select * from audit where account_id = ${account.id} and action = 'mail.suspended'`,
    );
    await test.database.pool.query(
      `commit; update audit set ${change} where account_id = ${account.id} and action = 'mail.suspended'`,
    );
    const found = await chain.verify();
    await test.database.pool.query(
      'update audit a set action = k.action, erased_mac = k.erased_mac, address = k.address, hash = k.hash from kept k where a.id = k.id; drop table kept',
    );
    return found.ok;
  };
  expect(await forge(`action = 'fax.view'`)).toBe(false);
  expect(await forge(`address = '192.0.2.9'`)).toBe(false);
  expect(await forge('erased_mac = null')).toBe(false);
  expect(await forge(`hash = '\\x00'`)).toBe(false);
  expect(await chain.verify()).toMatchObject({ ok: true });
});

it.each([
  ['open', async () => {}, /is active\. Close it first/],
  [
    'under a legal hold',
    async () => {
      await close();
      await test.database.pool.query(
        "insert into legal_hold (account_id, fax_id, reason) values ($1, $2, 'court order 7')",
        [account.id, fax.id],
      );
    },
    /is under legal hold \d+ \(“court order 7”\).*hold lift/,
  ],
  [
    'sending',
    async () => {
      await close();
      await test.database.pool.query(
        `insert into send_job (account_id, fax_id, to_number, state, lease_until)
         values ($1, $2, '2125550100', 'SENDING', now() + interval '1 minute')`,
        [account.id, fax.id],
      );
    },
    /is being sent or converted/,
  ],
])('an account that is %s is not erased, and it is said why', async (_, prepare, reason) => {
  await prepare();
  expect(await erase()).toEqual({ kind: 'refused', reason: expect.stringMatching(reason) });
  const { rows } = await test.database.pool.query('select from fax where account_id = $1', [account.id]);
  expect(rows).toHaveLength(1);
  expect(await test.files.get(`${fax.storageKey}/fax.tiff`)).not.toBeNull();
});
