import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { makeAccount } from '#test/factories.ts';
import { startMailPost } from '#test/mail-in-rig.ts';
import type { MailPost } from '#test/mail-in-rig.ts';
import { lastMail } from '#test/mails.ts';
import { makeManagedAccount, signInAdministrator } from '#test/multifax-rig.ts';
import type { AdministratorPerson } from '#test/multifax-rig.ts';

const BOSS = 'boss@victim.test';
const SUBACCOUNT = '/api/n1/db/f2e/SubAccount.json';
const DOMAINS = '/api/n1/db/f2e/WhiteListedDomains.json';
type Account = Awaited<ReturnType<typeof makeAccount>>;

describe('who may send by e-mail', () => {
  let post: MailPost;
  let parent: AdministratorPerson;
  /** Another person's account, which tries to get the boss's faxes. */
  let attacker: Account;

  beforeAll(async () => {
    post = await startMailPost();
  });
  beforeEach(async () => {
    await post.fresh();
    await post.app.database.pool.query('delete from mail_out');
    parent = await signInAdministrator(post.app, { services: 5 });
    attacker = await makeManagedAccount(post.app.database.db, parent);
  });
  afterAll(async () => await post.stop());

  const claims = {
    subaccount: async (of: Account) =>
      await parent.send('POST', SUBACCOUNT, { uid: of.id, email: BOSS, ReceiveFaxes: '0', SendFaxes: '1' }),
    changeService: async (of: Account) =>
      await parent.send('POST', '/api/faxui/changeService.json', { id: of.id, email: BOSS }),
    domain: async (of: Account) =>
      await parent.send('POST', DOMAINS, { uid: of.id, domain: 'victim.test', status: '1' }),
  };
  const mailFromBoss = async (from?: string) =>
    await post.mail({
      from: BOSS,
      sender: BOSS,
      rcpt: [from === undefined ? post.to() : `${post.other.number}.${from}@localhost`],
    });
  const owns = async (account: Account, address: string) =>
    await post.app.database.db
      .updateTable('account')
      .set({ admin_email: address })
      .where('id', '=', account.id)
      .execute();
  const senders = async () => (await post.faxes()).map(({ account_id }) => account_id);
  const confirm = async () => {
    await post.app.runJobs();
    const { link } = await lastMail(post.app.folder, 'subaccount-confirm', BOSS);
    const payload = { key: new URL(link).searchParams.get('key') };
    return await post.app.app.inject({ method: 'POST', url: '/api/faxui/confirmAddress', payload });
  };

  it('[A-MAILIN-15] an address that proved nothing gives no right: the whole matrix', async () => {
    const { db } = post.app.database;
    for (const [way, claim] of Object.entries(claims)) {
      for (const order of ['lower', 'higher']) {
        await post.fresh();
        await post.app.database.pool.query('delete from mail_out');
        const first = await makeManagedAccount(db, parent);
        const second = await makeManagedAccount(db, parent);
        const [thief, owner] = order === 'lower' ? [first, second] : [second, first];
        expect([way, order, (await claim(thief)).statusCode]).toEqual([way, order, 200]);
        // Nobody owns the address yet: the claim alone gets no fax.
        expect([way, order, await mailFromBoss()]).toEqual([
          way,
          order,
          expect.stringMatching(/^550 5\.7\.1/),
        ]);
        expect(await mailFromBoss(thief.number)).toMatch(/^550 5\.7\.1/);
        await owns(owner, BOSS);
        expect([way, order, await mailFromBoss()]).toEqual([way, order, expect.stringMatching(/^250/)]);
        expect([way, order, await senders()]).toEqual([way, order, [owner.id]]);
        expect(await mailFromBoss(thief.number)).toMatch(/^550 5\.7\.1/);
        expect(await senders()).toEqual([owner.id]);
      }
    }
  });

  it('[A-MAILIN-15] of several proved accounts the own one sends, else none unless the address names it', async () => {
    const { db } = post.app.database;
    await claims.subaccount(attacker);
    expect((await confirm()).json()).toEqual({ outcome: 'confirmed' });
    expect(await mailFromBoss()).toMatch(/^250/);
    expect(await senders()).toEqual([attacker.id]);
    const owner = await makeManagedAccount(db, parent);
    await owns(owner, BOSS);
    expect(await mailFromBoss()).toMatch(/^250/);
    expect((await senders()).toSorted((a, b) => a - b)).toEqual(
      [attacker.id, owner.id].toSorted((a, b) => a - b),
    );
    expect(await mailFromBoss(attacker.number)).toMatch(/^250/);
    expect((await senders()).filter((id) => id === attacker.id)).toHaveLength(2);

    // Two accounts that confirmed the address, neither of them the boss's own; then two that are.
    const sent = (await senders()).length;
    await owns(owner, 'else@victim.test');
    const third = await makeManagedAccount(db, parent);
    await claims.subaccount(third);
    await confirm();
    const ambiguous = await mailFromBoss();
    expect(ambiguous).toMatch(/^550 5\.7\.1/);
    expect(ambiguous).toContain(`${post.other.number}.${attacker.number}@localhost`);
    await owns(owner, BOSS);
    await owns(attacker, BOSS);
    expect(await mailFromBoss()).toMatch(/^550 5\.7\.1/);
    expect(await senders()).toHaveLength(sent);
    expect(await mailFromBoss(owner.number)).toMatch(/^250/);
  });
});
