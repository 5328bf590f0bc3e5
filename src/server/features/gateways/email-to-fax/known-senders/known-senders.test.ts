import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { migrate } from '#engine/database/migrate.ts';
import { assembleKnownSenders } from '#server/composition/known-senders.ts';
import { startMailPost } from '#test/mail-in-rig.ts';
import type { MailPost } from '#test/mail-in-rig.ts';
import { lastMail, readMails } from '#test/mails.ts';
import { silentLog } from '#test/test-database.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../../../engine/database/migrations');
const OURS = '0340-proved-senders.sql';

/** The accounts of the database that is upgraded; their ids determine their numbers. */
const ACCOUNTS = {
  /** Sends from its own address, which nobody verified. */
  unverified: 1,
  /** A subaccount and a domain of this account send. */
  usual: 2,
  /** Both have the same subaccount, which sent from each of them. */
  rivalOne: 3,
  rivalTwo: 4,
  /**
   * Its owner's verified address is a subaccount of the usual account, and the address's domain belongs to this
   * account.
   */
  owner: 5,
} as const;
const numberOf = (account: number) => `212555020${account}`;

const BEFORE = `
insert into brand (id, name, is_default) overriding system value values (1, 'Before', true);
insert into account (id, brand_id, fax_number, admin_email, state, email_verified_at) overriding system value values
  (1, 1, '2125550201', 'Own@customer.test', 'active', null),
  (2, 1, '2125550202', 'two@else.test', 'active', now()),
  (3, 1, '2125550203', 'three@else.test', 'active', now()),
  (4, 1, '2125550204', 'four@else.test', 'active', now()),
  (5, 1, '2125550205', 'boss@victim.test', 'active', now());
insert into account_settings (account_id, timezone_id) select id, 5 from account;
insert into subaccount (account_id, email, receive_faxes, send_faxes, confirm_hash) values
  (2, 'dana@customer.test', true, true, null),
  (2, 'silent@customer.test', true, true, null),
  (2, 'boss@victim.test', false, true, null),
  (2, 'waiting@customer.test', true, false, '\\x01'),
  (3, 'both@customer.test', false, true, null),
  (4, 'both@customer.test', false, true, null);
insert into whitelisted_domain (account_id, domain) values (2, 'spf-only.test'), (5, 'victim.test'), (3, 'quiet.test');
with sent (account, sender, proof) as (values
  (1, 'own@customer.test', 'dmarc'), (2, 'dana@customer.test', 'dmarc'), (2, 'boss@victim.test', 'dmarc'),
  (2, 'anybody@spf-only.test', 'spf'), (2, 'silent@customer.test', 'unproved'),
  (3, 'both@customer.test', 'dmarc'), (4, 'both@customer.test', 'dmarc')
), documents as (
  insert into document (account_id, storage_key, source, state)
  select account, account || sender, 'email', 'ready' from sent returning id, account_id, storage_key
)
insert into mail_in (account_id, document_id, sender, proof, message_id, subject)
select s.account, d.id, s.sender, s.proof, '', '' from sent s
join documents d on d.account_id = s.account and d.storage_key = s.account || s.sender;
select setval(pg_get_serial_sequence('account', 'id'), 100), setval(pg_get_serial_sequence('brand', 'id'), 100);`;

describe('an installation of before proofs were asked for', () => {
  let post: MailPost;

  beforeAll(async () => {
    post = await startMailPost();
    const { database } = post.app;
    const files = (await readdir(MIGRATIONS)).filter((name) => name < OURS && name.endsWith('.sql'));
    await database.pool.query('drop schema public cascade; create schema public');
    await migrate({ connection: database.connection, log: silentLog, only: files });
    await database.pool.query(BEFORE);
    await migrate({ connection: database.connection, log: silentLog });
  });
  afterAll(async () => await post.stop());

  const mailFrom = async (sender: string, from = '') =>
    await post.mail({
      from: sender,
      sender,
      rcpt: [`${numberOf(ACCOUNTS.rivalOne)}${from === '' ? '' : `.${from}`}@localhost`],
    });
  const lastSender = async () => {
    const { rows } = await post.app.database.pool.query<{ account_id: number }>(
      'select account_id from send_job order by id desc limit 1',
    );
    return rows[0]?.account_id;
  };
  const ask = async () => {
    const [job] = assembleKnownSenders({
      database: post.app.database,
      queueMail: post.app.queueMail,
      subaccounts: post.app.services.subaccounts,
    });
    await job?.run({}, AbortSignal.timeout(10_000));
    await post.app.runJobs();
  };

  it('lets those who sent go on for 30 days, but nobody whom two accounts claim; each is asked once', async () => {
    for (const [sender, account] of [
      ['own@customer.test', ACCOUNTS.unverified],
      ['dana@customer.test', ACCOUNTS.usual],
      ['else@spf-only.test', ACCOUNTS.usual],
      // Not the account that had it as a subaccount.
      ['boss@victim.test', ACCOUNTS.owner],
      // Its owner's verified address is in this domain.
      ['staff@victim.test', ACCOUNTS.owner],
    ] as const) {
      expect([sender, await mailFrom(sender)]).toEqual([sender, expect.stringMatching(/^250/)]);
      expect([sender, await lastSender()]).toEqual([sender, account]);
    }
    for (const [sender, from] of [
      ['both@customer.test', ''],
      ['both@customer.test', numberOf(ACCOUNTS.rivalOne)],
      ['boss@victim.test', numberOf(ACCOUNTS.usual)],
      // It is unknown whether the mail came from there (F2E_MAIL_REQUIRE_AUTH=0).
      ['silent@customer.test', ''],
    ] as const)
      expect([sender, await mailFrom(sender, from)]).toEqual([
        sender,
        expect.stringMatching(/^550 5\.7\.1 .* isn't confirmed yet/),
      ]);

    await ask();
    await ask();
    const mails = await readMails(post.app.folder);
    expect(mails.map(({ to, template }) => `${to} ${template}`).toSorted()).toEqual([
      'Own@customer.test verify-account',
      'dana@customer.test subaccount-confirm',
      'two@else.test domain-unproved',
    ]);
    expect(mails.find(({ template }) => template === 'domain-unproved')?.text).toMatch(
      /_fax-proof\.spf-only\.test[\s\S]*fax-proof=[0-9a-f]{32}/u,
    );
  });

  it('after these days only who followed the link goes on', async () => {
    const { link } = await lastMail(post.app.folder, 'subaccount-confirm', 'dana@customer.test');
    const payload = { key: new URL(link).searchParams.get('key') };
    await post.app.app.inject({ method: 'POST', url: '/api/faxui/confirmAddress', payload });
    for (const table of ['account', 'subaccount', 'whitelisted_domain'])
      await post.app.database.pool.query(
        `update ${table} set sends_until = sends_until - interval '30 days'`,
      );
    expect(await mailFrom('dana@customer.test')).toMatch(/^250/);
    expect(await mailFrom('own@customer.test')).toMatch(/^550 5\.7\.1/);
    expect(await mailFrom('else@spf-only.test')).toMatch(/^550 5\.7\.1/);
  });

  it('keeps the mails of those who received, and holds those back who were asked first', async () => {
    const { rows } = await post.app.database.pool.query(
      `select email, known_before, confirm_hash is null as receives from subaccount
       where account_id = 2 and receive_faxes order by email`,
    );
    expect(rows).toEqual([
      { email: 'dana@customer.test', known_before: true, receives: true },
      { email: 'silent@customer.test', known_before: true, receives: true },
      { email: 'waiting@customer.test', known_before: false, receives: false },
    ]);
  });
});
