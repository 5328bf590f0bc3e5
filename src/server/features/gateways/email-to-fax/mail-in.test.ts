import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { makeAccount } from '#test/factories.ts';
import { startMailPost } from '#test/mail-in-rig.ts';
import type { MailPost } from '#test/mail-in-rig.ts';

const PDF = { name: 'offer.pdf', type: 'application/pdf', bytes: '%PDF-1.4 pages 2' };

describe('e-mail to fax', () => {
  let post: MailPost;

  beforeAll(async () => {
    post = await startMailPost();
  });
  beforeEach(async () => await post.fresh());
  afterAll(async () => await post.stop());

  const mailFrom = async (address: string) => await post.mail({ from: address, sender: address });

  it('a mail from the owner becomes a fax: cover page from subject and text, attachments as pages', async () => {
    expect(await post.mail({ files: [PDF] })).toMatch(/^250 2\.0\.0 Ok: queued as fax \d+$/);
    expect(await post.faxes()).toEqual([
      { account_id: post.account.id, to_number: post.other.number, originator_email: 'admin@customer.test' },
    ]);
    const document = await post.app.database.db
      .selectFrom('document')
      .select(['source', 'originals'])
      .executeTakeFirstOrThrow();
    expect(document.source).toBe('email');
    expect(JSON.stringify(document.originals)).toContain('offer.pdf');
  });

  it('several recipients are several faxes of one document; numbers as people write them are one number', async () => {
    const third = await makeAccount(post.app.database.db);
    const rcpt = [
      post.to(),
      `+1${post.other.number}@localhost`,
      `${third.number.replace(/(...)(...)/, '$1-$2-')}@LOCALHOST`,
    ];
    expect(await post.mail({ rcpt })).toContain('queued as fax');
    expect((await post.faxes()).map(({ to_number }) => to_number)).toEqual(
      [post.other.number, third.number].toSorted(),
    );
  });

  it('a brand whose domain is also the host of the public address takes the mails to it', async () => {
    const { db } = post.app.database;
    const { id } = await db
      .insertInto('brand')
      .values({ name: 'Own host', title: 'Own host' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('brand_domain')
      .values({ brand_id: id, domain: 'localhost', is_primary: true })
      .execute();
    const guest = await makeAccount(db, { brandId: id });
    await db
      .updateTable('account')
      .set({ admin_email: 'guest@customer.test' })
      .where('id', '=', guest.id)
      .execute();
    const answer = await mailFrom('guest@customer.test');
    await db.deleteFrom('brand_domain').execute();
    expect(answer).toContain('queued as fax');
  });

  it('[SRV-01] [SUB-20] [MFW-18] sends for the owner, a SendFaxes subaccount and an active domain, and for nobody else', async () => {
    const { db } = post.app.database;
    await db
      .insertInto('subaccount')
      .values([
        {
          account_id: post.account.id,
          email: 'dana@customer.test',
          receive_faxes: true,
          send_faxes: true,
          confirmed_at: new Date(),
        },
        {
          account_id: post.account.id,
          email: 'reader@customer.test',
          receive_faxes: true,
          send_faxes: false,
        },
      ])
      .execute();
    expect(await mailFrom('dana@customer.test')).toMatch(/^250/);
    for (const stranger of ['reader@customer.test', 'who@customer.test'])
      expect(await mailFrom(stranger)).toMatch(/^550 5\.7\.1 .*isn't allowed to send faxes/);
    await db
      .insertInto('whitelisted_domain')
      .values({ account_id: post.account.id, domain: 'customer.test', proved_at: new Date() })
      .execute();
    expect(await mailFrom('who@customer.test')).toMatch(/^250/);
    await db.updateTable('whitelisted_domain').set({ active: false }).execute();
    expect(await mailFrom('another@customer.test')).toMatch(/^550/);
    expect(await post.faxes()).toHaveLength(2);
  });

  it('[A-MAILIN-01] [A-MAILIN-02] a From address that its domain does not vouch for is refused in the session', async () => {
    await post.app.database.db
      .updateTable('account')
      .set({ admin_email: 'u@bank.test' })
      .where('id', '=', post.other.id)
      .execute();
    expect(await post.mail({ from: 'u@bank.test', sender: 'u@bank.test' })).toMatch(/^550 5\.7\.26/);
    expect(await post.mail({ from: 'u@bank.test', sender: 'x@evil.test' })).toMatch(/^550 5\.7\.26/);
    expect(await post.mail({ sender: 'x@evil.test' })).toMatch(/^550 5\.7\.26/);
    expect(await post.mail({ from: 'a@unknown.test', sender: 'a@unknown.test' })).toMatch(/^550 5\.7\.26/);
    expect(await post.mail({ from: 'a@away.test', sender: 'a@away.test' })).toMatch(/^451 4\.7\.0/);
    expect(await post.faxes()).toEqual([]);
    await post.app.runJobs();
    expect(await post.app.database.db.selectFrom('mail_out').select('id').execute()).toEqual([]);
  });

  it('[A-MAILIN-03] two senders are none, and a display name proves nothing', async () => {
    const two = await post.mail({ headers: ['From: evil@evil.test'] });
    expect(two).toMatch(/^550 5\.6\.0/);
    expect(await post.mail({ from: 'admin@customer.test, evil@evil.test' })).toMatch(/^550 5\.6\.0/);
    const trick = await post.mail({
      from: '"admin@customer.test" <evil@evil.test>',
      sender: 'evil@evil.test',
    });
    expect(trick).toMatch(/^550 5\.7\.1 evil@evil\.test isn't allowed/);
    expect(await post.faxes()).toEqual([]);
  });

  it('[A-MAILIN-07] relays nothing', async () => {
    const client = await post.rig.meet();
    await client.say('MAIL FROM:<admin@customer.test>');
    for (const address of [
      'x@gmail.test',
      'x%gmail.test@localhost',
      '@localhost:x@gmail.test',
      '"x@gmail.test"@localhost',
      'hello@localhost',
      'postmaster@gmail.test',
    ])
      expect([address, await client.say(`RCPT TO:<${address}>`)]).toEqual([
        address,
        expect.stringMatching(/^(?:550 5\.[17]\.1 |501 Error: Bad recipient address syntax$)/),
      ]);
    // Without a recipient there is no mail, and nothing was kept to be relayed.
    expect(await client.say('DATA')).toMatch(/^503/);
    client.close();
    await post.app.runJobs();
    expect(await post.faxes()).toEqual([]);
    expect(await post.app.database.db.selectFrom('mail_out').select('id').execute()).toEqual([]);
  });

  it('[A-MAILIN-08] numbers that cost money are refused with the sentence of the web client', async () => {
    const client = await post.rig.meet();
    await client.say('MAIL FROM:<admin@customer.test>');
    const say = async (number: string) => await client.say(`RCPT TO:<${number}@localhost>`);
    expect(await say('011442079460000')).toContain("International numbers can't be faxed: 011442079460000.");
    expect(await say('+442071234567')).toContain("International numbers can't be faxed: +442071234567.");
    expect(await say('9005550100')).toContain("Faxes can't be sent to 900-555-0100.");
    expect(await say('88213123456')).toContain("isn't a complete fax number");
    expect(await say('2425550100')).toMatch(/^550/);
    expect(await post.faxes()).toEqual([]);
    client.close();
  });

  it('[A-MAILIN-11] machines get no fax and no mail', async () => {
    for (const headers of [
      ['Auto-Submitted: auto-replied'],
      ['Auto-Submitted: auto-generated'],
      ['Precedence: bulk'],
      ['List-Id: <news.customer.test>'],
    ])
      expect([headers, await post.mail({ headers })]).toEqual([
        headers,
        expect.stringMatching(/^550 5\.7\.1/),
      ]);
    for (const own of [`no-reply@localhost`, post.to(post.account.number)])
      expect(await post.mail({ from: own, sender: own })).toMatch(/^550 5\.7\.1 Automatic/);
    const received = Array.from({ length: 31 }, (_, i) => `Received: from a by b${i}`);
    expect(await post.mail({ headers: received })).toMatch(/^550 5\.4\.6/);
    expect(await post.mail({ sender: '' })).toMatch(/^550 5\.7\.1 Bounce/);
    await post.app.runJobs();
    expect(await post.faxes()).toEqual([]);
    expect(await post.app.database.db.selectFrom('mail_out').select('id').execute()).toEqual([]);
  });

  it('[MFA-38] [A-WL-03] a HIPAA account sends nothing by e-mail, from its proved domain either', async () => {
    await post.app.database.db
      .updateTable('account')
      .set({ is_hipaa: true })
      .where('id', '=', post.account.id)
      .execute();
    await post.app.database.db
      .insertInto('whitelisted_domain')
      .values({
        account_id: post.account.id,
        domain: 'customer.test',
        proved_at: new Date(),
        proved_by: 'dns',
      })
      .execute();
    for (const sender of ['admin@customer.test', 'clerk@customer.test'])
      expect(await post.mail({ from: sender, sender })).toMatch(
        /^550 5\.7\.1 This account can't send faxes by email/,
      );
    expect(await post.faxes()).toEqual([]);
  });

  it('the same mail sent again after a lost answer is one fax, and the same files under another id are two', async () => {
    const again = { messageId: 'one@customer.test', files: [PDF] };
    const first = await post.mail(again);
    expect(await post.mail(again)).toBe(first);
    expect(await post.faxes()).toHaveLength(1);
    expect(await post.mail({ ...again, messageId: 'two@customer.test' })).not.toBe(first);
    expect(await post.faxes()).toHaveLength(2);
  });

  it('of several accounts with the same owner the one in the address sends', async () => {
    const { db } = post.app.database;
    await db
      .updateTable('account')
      .set({ admin_email: 'admin@customer.test' })
      .where('id', '=', post.other.id)
      .execute();
    const target = await makeAccount(db);
    expect(await post.mail({ rcpt: [post.to(target.number)] })).toMatch(/^550 5\.7\.1/);
    for (const { number } of [post.account, post.other])
      await post.mail({ rcpt: [`${target.number}.${number}@localhost`] });
    expect(new Set((await post.faxes()).map(({ account_id }) => account_id))).toEqual(
      new Set([post.account.id, post.other.id]),
    );
    expect(await post.mail({ rcpt: [`${target.number}.${target.number}@localhost`] })).toMatch(
      /^550 5\.7\.1/,
    );
  });

  it('limits of the account are those of the web client, in its words', async () => {
    const { db } = post.app.database;
    await db.updateTable('account').set({ month_limit: 0 }).where('id', '=', post.account.id).execute();
    expect(await post.mail({})).toContain('This would exceed your monthly limit of 0 pages.');
    await db.updateTable('account').set({ state: 'suspended' }).where('id', '=', post.account.id).execute();
    expect(await post.mail({})).toMatch(/^550/);
    expect(await post.faxes()).toEqual([]);
  });
});
