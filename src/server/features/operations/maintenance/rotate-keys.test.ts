import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { connectDatabase } from '#engine/database/connect.ts';
import type { Keys } from '#engine/secrets/keys.ts';
import { seal, unseal } from '#engine/secrets/seal.ts';
import { openAuditChain } from '#server/features/audit/log/chain.ts';
import { makeAccount } from '#test/factories.ts';
import { makeAdministrator } from '#test/multifax-rig.ts';
import { createTestDatabase, silentLog } from '#test/test-database.ts';
import type { TestDatabase } from '#test/test-database.ts';

import { openInstallationKeys } from './installation.service.ts';
import { rotateKeys } from './rotate-keys.ts';
import { SEALED_COLUMNS, readSealed } from './rotate-keys.store.ts';

let database: TestDatabase;
let folder: string;
let file: string;
let first: Keys;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'f2e-keys-'));
  file = join(folder, 'master.key');
  first = await openInstallationKeys(database, file);
  const { id } = await makeAccount(database.db);
  const run = async (text: string, values: unknown[]) => await database.pool.query(text, values);
  const config = { sealed: seal(first.for('line-config'), 'of a line', 'line/carrier/config') };
  await run(`insert into line (name, kind, config) values ('carrier', 'telnyx', $1)`, [
    JSON.stringify(config),
  ]);
  const login = seal(first.for('storage-login'), 'of a server', `storage_link/${id}/sftp/secret`);
  await run(`insert into storage_link (account_id, kind, secret) values ($1, 'sftp', $2)`, [id, login]);
  // The first row of the table has the id 1.
  const client = seal(first.for('identity-provider'), 'of a client', 'identity_provider/1/secret');
  await run(
    `insert into identity_provider (brand_id, name, issuer, client_id, secret)
     select id, 'Clinic', 'https://id.example', 'client', $1 from brand limit 1`,
    [client],
  );
  const mail = seal(first.for('mail-payload'), 'of a mail', 'mail_out/<a@b>/payload');
  await run(
    `insert into mail_out (brand_id, template, language, to_address, payload, message_id)
     select id, 'reset-password', 'en', 'a@example.com', $1, '<a@b>' from brand limit 1`,
    [mail],
  );
  const signing = seal(first.for('mail-signing'), 'of a domain', 'mail_domain_key/a.example/private_key');
  await run(
    `insert into mail_domain_key (domain, selector, private_key, public_key) values ('a.example', 's', $1, '')`,
    [signing],
  );
  const [now, before] = ['secret', 'old_secret'].map((column) =>
    seal(first.for('webhook-secret'), `of a webhook: ${column}`, `webhook_endpoint/Abcdefgh01/${column}`),
  );
  await run(
    `insert into webhook_endpoint (id, account_id, url, host, secret, old_secret)
     values ('Abcdefgh01', $1, 'https://a.example/', 'a.example', $2, $3)`,
    [id, now, before],
  );
  const added = await database.pool.query<{ id: number }>(
    `insert into api_key (account_id, public_id, mode, name, hash, scopes)
     values ($1, 'abcdefghij', 'live', 'Key', '\\x00', '{}') returning id`,
    [id],
  );
  const keyId = added.rows[0]?.id;
  const [request, answer] = ['fingerprint', 'answer'].map((column) =>
    seal(first.for('api-answer'), `of a call: ${column}`, `api_answer/${keyId}/order-1/${column}`),
  );
  await run(
    `insert into api_answer (key_id, key, run, fingerprint, answer)
     values ($1, 'order-1', gen_random_uuid(), $2, $3)`,
    [keyId, request, answer],
  );
  // Each table's first row has the id 1.
  const call = seal(first.for('line-config'), 'of a recorded call', 'line_call/1/trace');
  await run(
    `insert into line_call (line_id, direction, call_ref, far_number, own_number, pages, trace)
     select id, 'out', 'call-1', '2125550100', '2125550199', 1, $1 from line limit 1`,
    [call],
  );
  const [token, settings] = ['token', 'settings'].map((column) =>
    seal(first.for('storage-login'), `of a task: ${column}`, `egnyte_task/task-1/${column}`),
  );
  await run(
    `insert into egnyte_task (id, domain, username, token, settings, items, open_hash, open_until, expires_at)
     values ('task-1', 'clinic', 'ana', $1, $2, '[]', '\\x00', now(), now() + interval '1 hour')`,
    [token, settings],
  );
  const parent = await makeAdministrator(database.db);
  await run(`insert into operator (name) values ('anna')`, []);
  await run(
    `insert into person (brand_id, email, name) select id, 'p@example.com', 'P' from brand limit 1`,
    [],
  );
  const owners = { account: id, parent: parent.id, operator: 1, person: 1 };
  for (const [kind, owner] of Object.entries(owners)) {
    const step = seal(
      first.for('second-step'),
      `of a second step: ${kind}`,
      `second_step/${kind}/${owner}/secret`,
    );
    await run(`insert into second_step (${kind}_id, secret) values ($1, $2)`, [owner, step]);
  }
  for (let i = 0; i < 3; i += 1)
    await run(`insert into audit (actor_kind, action) values ('system', $1)`, [`a.${i}`]);
  await run(
    `insert into session (id_hash, kind, subject_id, brand_id, idle_seconds, expires_at)
     values ('\\x00', 'user', $1, 1, 3600, now() + interval '1 day')`,
    [id],
  );
});

afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Returns every sealed value of the database, opened with these keys; null for one that does not open. */
async function openedWith(keys: Keys): Promise<(string | null)[]> {
  const secrets: (string | null)[] = [];
  for (const column of SEALED_COLUMNS) {
    const values = await readSealed(database.db, column, undefined, 100);
    secrets.push(...values.map(({ sealed, place }) => unseal(keys.for(column.purpose), sealed, place)));
  }
  return secrets;
}

const SECRETS = [
  'of a line',
  'of a recorded call',
  'of a server',
  'of a task: token',
  'of a task: settings',
  'of a client',
  'of a mail',
  'of a domain',
  'of a second step: account',
  'of a second step: parent',
  'of a second step: operator',
  'of a second step: person',
  'of a webhook: secret',
  'of a webhook: old_secret',
  'of a call: fingerprint',
  'of a call: answer',
];

describe('a new master key', () => {
  it('is refused while a product runs: it would go on with the old one', async () => {
    const stop = await database.listen('f2e_nodes', () => undefined);
    expect(await rotateKeys(database, file)).toMatchObject({ kind: 'refused' });
    await stop();
    expect(await openedWith(first)).toEqual(SECRETS);
  });

  it('opens everything that the old one opened, and the old one opens nothing any more', async () => {
    // The connection that listened above stays open for its next listener.
    const other = await reopened();
    const done = await rotateKeys(other, file);
    expect(done).toMatchObject({ kind: 'ok', sealed: SECRETS.length });
    const second = await openInstallationKeys(other, file);
    expect(second.fingerprint).not.toBe(first.fingerprint);
    expect(await openedWith(second)).toEqual(SECRETS);
    expect(await openedWith(first)).toEqual(SECRETS.map(() => null));
    const kept = await readdir(folder);
    expect(kept.toSorted()).toEqual(['master.key', `master.key.${first.fingerprint.slice(0, 8)}`]);
    const chain = openAuditChain(other, second.for('audit-chain'));
    expect(await chain.verify()).toMatchObject({ ok: true });
    const { rows } = await other.pool.query('select from session');
    expect(rows).toEqual([]);
  });

  it('killed after the database has it: the next start puts the file in its place', async () => {
    const [key, old] = [file, `${file}.${first.fingerprint.slice(0, 8)}`];
    const second = await readFile(key);
    await rename(key, `${file}.next`);
    await rename(old, key);
    const found = await openInstallationKeys(database, file);
    expect(await openedWith(found)).toEqual(SECRETS);
    expect(await readFile(key)).toEqual(second);
    // Between the two renames there is no master key at all.
    await rename(key, `${file}.next`);
    expect(await openedWith(await openInstallationKeys(database, file))).toEqual(SECRETS);
  });

  it('is given up as a whole when the audit rows were tampered with, or a secret does not open', async () => {
    const keys = await openInstallationKeys(database, file);
    await database.pool.query(`update audit set action = 'forged' where action = 'a.1'`);
    const other = await reopened();
    await expect(rotateKeys(other, file)).rejects.toThrow(/Row \d+ was changed/u);
    expect(await openedWith(keys)).toEqual(SECRETS);
    await database.pool.query(`update audit set action = 'a.1' where action = 'forged'`);
    await database.pool.query(`update storage_link set secret = 'v1.AAAA'`);
    await expect(rotateKeys(other, file)).rejects.toThrow('storage_link');
    expect((await openInstallationKeys(database, file)).fingerprint).toBe(keys.fingerprint);
  });
});

it('each column that is sealed has a value here', async () => {
  for (const column of SEALED_COLUMNS)
    expect([column.table, column.column, await readSealed(database.db, column, undefined, 1)]).toMatchObject([
      column.table,
      column.column,
      [{ place: expect.stringContaining(column.table) as string }],
    ]);
});

it('every feature that seals is known to the change of keys', () => {
  const sealing = execFileSync('grep', ['-rlE', '\\bseal(For)?\\(', 'src/server/features', '--include=*.ts'])
    .toString()
    .trim()
    .split('\n')
    .filter(
      (path) => !path.endsWith('.test.ts') && !path.includes('/audit/') && !path.endsWith('rotate-keys.ts'),
    )
    .map((path) => path.slice('src/server/features/'.length));
  expect(sealing.toSorted()).toEqual([
    'email/outgoing/domains/mail-domains.service.ts',
    'email/outgoing/mail-payload.ts',
    'faxes/copies/storage-secret.ts',
    'faxes/egnyte/egnyte-guest.ts',
    'faxes/lines/calls/recorded-call.ts',
    'faxes/lines/line-config.ts',
    'gateways/public-api/repeats/repeats.service.ts',
    'gateways/webhooks/signature.ts',
    'identity/second-factor/second-step.service.ts',
    'identity/single-sign-on/provider-client.ts',
  ]);
});

/** Reopens the database without a connection that listens, as a command does. */
async function reopened(): Promise<TestDatabase> {
  await database.close();
  const opened = await connectDatabase({ connectionString: database.url }, silentLog, {
    max: 3,
    release: async () => {},
  });
  database = { ...database, ...opened, drop: async () => await opened.close() };
  return database;
}
