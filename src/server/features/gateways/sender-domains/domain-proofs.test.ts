import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { makeAccount } from '#test/factories.ts';
import { startMailPost } from '#test/mail-in-rig.ts';
import type { MailPost } from '#test/mail-in-rig.ts';
import { readMails } from '#test/mails.ts';
import { makeManagedAccount, signInAdministrator } from '#test/multifax-rig.ts';
import type { AdministratorPerson } from '#test/multifax-rig.ts';
import { startNameServer } from '#test/name-server.ts';
import type { NameServer } from '#test/name-server.ts';

import { dnsLookUp } from '#server/features/email/outgoing/domains/mail-domains.service.ts';
import { checkDomain } from './domain-proofs.ts';
import { assignDomain, listSenderDomains } from './operate-domains.ts';
import { whitelistedDomainsJobs } from './whitelisted-domains.jobs.ts';

const PATH = '/api/n1/db/f2e/WhiteListedDomains.json';
const CHECK = '/api/faxui/checkWhitelistedDomain';
const DOMAIN = 'victim.test';
const RECORD = `_fax-proof.${DOMAIN}`;

/** An administrator with one account. */
interface Customer {
  parent: AdministratorPerson;
  account: Awaited<ReturnType<typeof makeAccount>>;
}

describe('the proof of a whitelisted domain', () => {
  let names: NameServer;
  let post: MailPost;
  let claimer: Customer;
  let owner: Customer;

  beforeAll(async () => {
    names = await startNameServer();
    post = await startMailPost({ F2E_DNS: names.address });
  });
  beforeEach(async () => {
    await post.fresh();
    names.records.clear();
    [claimer, owner] = [await customer(), await customer()];
  });
  afterAll(async () => {
    await post.stop();
    names.close();
  });

  const customer = async (): Promise<Customer> => {
    const parent = await signInAdministrator(post.app);
    return { parent, account: await makeManagedAccount(post.app.database.db, parent) };
  };
  const add = async ({ parent, account }: Customer) =>
    await parent.send('POST', PATH, { uid: account.id, domain: DOMAIN, status: '1' });
  const rowOf = async ({ parent, account }: Customer) => {
    const [row] = (await parent.get('WhiteListedDomains', { uid: String(account.id) })).json<
      { id: string; proved: string; record: { name: string; value: string } }[]
    >();
    if (!row) throw new Error('the account has no domain');
    return row;
  };
  const checkNow = async (who: Customer) =>
    (
      await who.parent.send('POST', CHECK, { uid: who.account.id, id: (await rowOf(who)).id })
    ).json<unknown>();
  const publish = async (who: Customer) => {
    const { name, value } = (await rowOf(who)).record;
    names.records.set(name, [...(names.records.get(name) ?? []), value]);
  };
  const lookForAll = async () => {
    await post.app.database.pool.query('update whitelisted_domain set checked_at = null');
    const deps = { ...post.app, lookUp: dnsLookUp(names.address) };
    const [job] = whitelistedDomainsJobs(deps);
    await job?.run({}, AbortSignal.timeout(10_000));
  };
  const mailFromDomain = async () => await post.mail({ from: `staff@${DOMAIN}`, sender: `staff@${DOMAIN}` });
  const senders = async () => (await post.faxes()).map(({ account_id }) => account_id);
  const lost = async (who: Customer) => {
    await post.app.runJobs();
    return (await readMails(post.app.folder)).filter(
      ({ template, to }) => template === 'domain-lost' && to === who.parent.email,
    ).length;
  };

  it('[A-WL-04] a claim without a proof receives nothing and blocks nobody; who proves it has it, an operator can reassign', async () => {
    expect((await add(claimer)).statusCode).toBe(200);
    expect(await rowOf(claimer)).toMatchObject({ active: '1', proved: '0' });
    expect(await mailFromDomain()).toMatch(/^550 5\.7\.1/);
    expect(await checkNow(claimer)).toEqual({ state: 'missing', found: [] });

    // The real owner comes later, and is not kept out.
    expect((await add(owner)).statusCode).toBe(200);
    names.records.set(RECORD, ['something else']);
    expect(await checkNow(owner)).toEqual({ state: 'different', found: ['something else'] });
    await publish(owner);
    await lookForAll();
    expect([(await rowOf(claimer)).proved, (await rowOf(owner)).proved]).toEqual(['0', '1']);
    expect(await mailFromDomain()).toMatch(/^250/);
    expect(await senders()).toEqual([owner.account.id]);
    // From now on others get an error, and the first claim still counts for nothing.
    const third = await customer();
    expect((await add(third)).json()).toMatchObject({ error: 'DOMAIN_TAKEN', code: 1 });
    expect(await checkNow(claimer)).toMatchObject({ state: 'different' });

    // The domain was sold: the account that proves it now gets it, and the previous one is notified.
    await publish(claimer);
    expect(await checkNow(claimer)).toEqual({ state: 'proved', found: [] });
    expect([(await rowOf(claimer)).proved, (await rowOf(owner)).proved]).toEqual(['1', '0']);
    expect([await lost(owner), await lost(claimer)]).toEqual([1, 0]);
    // Its old record does not restore it.
    await lookForAll();
    expect((await rowOf(owner)).proved).toBe('0');

    const { database, queueMail } = post.app;
    expect(await assignDomain({ database, queueMail }, ` ${DOMAIN.toUpperCase()}`, owner.account.id)).toEqual(
      {
        kind: 'ok',
        claim: expect.objectContaining({
          domain: DOMAIN,
          uid: owner.account.id,
          proved: true,
          by: 'operator',
        }),
      },
    );
    expect(await lost(claimer)).toBe(1);
    expect((await listSenderDomains(database, 'victim')).map(({ uid, proved }) => [uid, proved])).toEqual([
      [owner.account.id, true],
      [claimer.account.id, false],
    ]);
    expect(await mailFromDomain()).toMatch(/^250/);
    expect(new Set(await senders())).toEqual(new Set([owner.account.id]));
    const { rows } = await database.pool.query<{ account_id: number; action: string }>(
      `select account_id, action from audit where action in ('whitelist.prove', 'whitelist.lost') order by id`,
    );
    expect(rows.map(({ account_id, action }) => `${account_id} ${action}`)).toEqual([
      `${owner.account.id} whitelist.prove`,
      `${claimer.account.id} whitelist.prove`,
      `${owner.account.id} whitelist.lost`,
      `${owner.account.id} whitelist.prove`,
      `${claimer.account.id} whitelist.lost`,
    ]);
  });

  it('is there at once where the account’s proved address lies in the very domain, and gone with the name', async () => {
    const { db } = post.app.database;
    const setEmail = async (email: string, verified: Date | null) =>
      await db
        .updateTable('account')
        .set({ admin_email: email, email_verified_at: verified })
        .where('id', '=', owner.account.id)
        .execute();
    for (const [email, verified, proved] of [
      [`it@${DOMAIN}`, null, '0'],
      [`it@sub.${DOMAIN}`, new Date(), '0'],
      [`it@not${DOMAIN}`, new Date(), '0'],
      [`It@${DOMAIN}`, new Date(), '1'],
    ] as const) {
      await setEmail(email, verified);
      await add(owner);
      expect([email, (await rowOf(owner)).proved]).toEqual([email, proved]);
      const { parent, account } = owner;
      const { id, record } = await rowOf(owner);
      await parent.send('PUT', PATH, { uid: account.id, id, domain: 'renamed.test', status: '1' });
      expect((await rowOf(owner)).proved).toBe('0');
      expect((await rowOf(owner)).record.value).not.toBe(record.value);
      await parent.send('DELETE', PATH, { uid: account.id, domain: 'renamed.test' });
    }
  });

  it('says so when the name servers do not answer, soon also where one hangs, and for the account alone', async () => {
    await add(owner);
    names.records.set(RECORD, null);
    expect(await checkNow(owner)).toEqual({ state: 'unknown', found: [] });
    const { id } = await rowOf(owner);
    const foreign = await claimer.parent.send('POST', CHECK, { uid: claimer.account.id, id });
    expect(foreign.statusCode).toBe(404);
    const hanging = { txt: async () => await new Promise<null>(() => {}) };
    const by = { actor: { kind: 'system' } } as const;
    expect(
      await checkDomain({ ...post.app, lookUp: hanging, patienceMs: 20 }, owner.account.id, Number(id), by),
    ).toEqual({ state: 'unknown', found: [] });
  });

  it('an operator gives no domain to an account that must not send, or that is not there', async () => {
    const { database, queueMail } = post.app;
    const hipaa = await makeAccount(database.db, { hipaa: true });
    for (const [domain, uid, why] of [
      [DOMAIN, hipaa.id, 'HIPAA'],
      [DOMAIN, 999_999, 'no open account'],
      ['nonsense', owner.account.id, 'is no domain'],
    ] as const)
      expect(await assignDomain({ database, queueMail }, domain, uid)).toEqual({
        kind: 'refused',
        reason: expect.stringContaining(why),
      });
  });
});
