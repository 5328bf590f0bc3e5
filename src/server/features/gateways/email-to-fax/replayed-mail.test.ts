import { generateKeyPairSync } from 'node:crypto';
import { dkimSign } from 'mailauth';
import type { DKIMSignOptions } from 'mailauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { makeAccount } from '#test/factories.ts';
import { DNS, startMailPost } from '#test/mail-in-rig.ts';
import type { MailPost } from '#test/mail-in-rig.ts';
import { mailSource } from '#test/smtp-person.ts';

const OWNER = 'admin@customer.test';
/** Not allowed by any SPF record. */
const ELSEWHERE = '127.0.0.2';
const DAY_MS = 86_400_000;
const LATE = 'From:To:Subject:Date:Message-ID:Cc';

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const record = [`v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`];
DNS['TXT s._domainkey.customer.test'] = record;
DNS['TXT s._domainkey.evil.test'] = record;

let post: MailPost;
beforeAll(async () => {
  post = await startMailPost();
});
beforeEach(async () => await post.fresh());
afterAll(async () => await post.stop());

/** Returns a mail as the customer's own server signs it; `more` changes the signature. */
async function signed(
  mail: Partial<Parameters<typeof mailSource>[0]>,
  more: Partial<DKIMSignOptions> = {},
): Promise<string> {
  const date = [`Date: ${new Date().toUTCString()}`];
  const source = mailSource({ from: OWNER, to: post.to(), ...mail, headers: mail.headers ?? [] }).replace(
    /^Date: .*$/mu,
    () => date[0] ?? '',
  );
  const options = { signingDomain: 'customer.test', selector: 's', privateKey, ...more };
  const { signatures, errors } = await dkimSign(source, { ...options, signatureData: [options] });
  expect(errors).toEqual([]);
  return signatures + source;
}

/** Delivers a mail from an address that may not send for anybody, under another name. */
async function replay(source: string, rcpt: readonly string[] = [post.to()]): Promise<string> {
  return await bring(source, rcpt, { sender: 'x@evil.test', localAddress: ELSEWHERE });
}

async function bring(
  source: string,
  rcpt: readonly string[],
  { sender = OWNER, localAddress }: { sender?: string; localAddress?: string } = {},
): Promise<string> {
  const client = await post.rig.meet(localAddress ? { localAddress } : {});
  const answer = await client.mail({ from: sender, to: rcpt, source });
  client.close();
  return answer;
}

const numbers = async (count: number): Promise<string[]> => {
  const made: string[] = [];
  for (let n = 0; n < count; n += 1) made.push((await makeAccount(post.app.database.db)).number);
  return made;
};

const faxed = async (): Promise<string[]> => (await post.faxes()).map(({ to_number: number }) => number);

describe('a signed mail that comes again', () => {
  it('[A-MAILIN-16] from another address goes only to whom its author named, once, and not for ever', async () => {
    // The attack itself: signed for somebody else, delivered to ten numbers.
    const mine = await signed({ to: 'friend@elsewhere.test' });
    const strangers = (await numbers(10)).map((number) => `${number}@localhost`);
    for (const rcpt of strangers)
      expect(await replay(mine, [rcpt])).toMatch(/^550 5\.7\.26 .*isn't in the To or Cc/);
    expect(await replay(mine, strangers)).toMatch(/^550 5\.7\.26/);
    // A To that the signature does not cover, above or beside the one that it covers.
    expect(await replay(`To: ${strangers[0] ?? ''}\r\n${mine}`, strangers.slice(0, 1))).toMatch(
      /^550 5\.7\.26/,
    );
    const uncovered = await signed({}, { headerList: 'From:Subject:Date:Message-ID' });
    expect(await replay(uncovered)).toMatch(/^550 5\.7\.26/);
    // Another account of the same sender, which the author did not name.
    const other = `${post.other.number}.${post.account.number}@localhost`;
    expect(await replay(await signed({}), [other])).toMatch(/^550 5\.7\.26/);
    expect(await faxed()).toEqual([]);

    // t= and x= are obeyed, even if only a covered Date has the time; l= proves nothing.
    const now = Date.now();
    for (const [when, says] of [
      [{ signTime: new Date(now - 8 * DAY_MS) }, '5.7.21'],
      [{ signTime: new Date(now + DAY_MS / 24) }, '5.7.21'],
      [{ signTime: new Date(now - DAY_MS), expires: new Date(now - DAY_MS / 2) }, '5.7.21'],
      [{ maxBodyLength: 5 }, '5.7.26'],
      [{ maxBodyLength: 21 }, '5.7.26'],
    ] as const)
      expect([when, await replay(await signed({}, when))]).toEqual([
        when,
        expect.stringContaining(`550 ${says}`),
      ]);
    expect(await faxed()).toEqual([]);

    // A mail to its intended recipients arrives, and is recognized the second time, whatever unsigned parts were
    // changed.
    const meant = await signed({ messageId: 'meant@customer.test' }, { headerList: LATE });
    const first = await replay(meant);
    expect(first).toMatch(/^250 .*queued as fax \d+$/);
    expect(await replay(meant)).toBe(first);
    await forgetAnswers();
    expect(await replay(`Reply-To: x@evil.test\r\n${meant}`)).toBe(first);
    const loose = await signed({ headers: ['Cc: x@evil.test'] }, { headerList: 'From:To:Date' });
    const again = await replay(loose);
    expect(await replay(loose.replace(/^Subject: .*$/mu, 'Subject: Other'))).toBe(again);
    expect(await replay(loose.replace(/^Message-ID: .*$/mu, 'Message-ID: <other@evil.test>'))).toBe(again);
    expect(await faxed()).toHaveLength(2);
  });

  it('[A-MAILIN-06] with l= is not believed, and sent a hundred times it is one fax', async () => {
    const others = (await numbers(10)).map((number) => `${number}@localhost`);
    const partial = await signed({}, { maxBodyLength: 10 });
    expect(await replay(`${partial}\r\nPay me.`)).toMatch(/^550 5\.7\.26/);
    const mail = await signed({ messageId: 'hundred@customer.test' });
    const answers = new Set<string>();
    const client = await post.rig.meet({ localAddress: ELSEWHERE });
    const say = async (to: string) => await client.mail({ from: 'x@evil.test', to: [to], source: mail });
    for (let n = 0; n < 50; n += 1) answers.add(await say(post.to()));
    for (let n = 0; n < 50; n += 1) expect(await say(others[n % 10] ?? '')).toMatch(/^550 5\.7\.26/);
    client.close();
    expect(answers.size).toBe(1);
    expect(await faxed()).toEqual([post.other.number]);
  });
});

describe('one mail that is meant', () => {
  it('goes to several numbers, in one session or in several, and each retry after a lost answer is known', async () => {
    const [second = '', third = ''] = await numbers(2);
    const all = [post.other.number, second, third].map((number) => `${number}@localhost`);
    const mail = await signed({ to: all.slice(0, 2).join(', '), headers: [`Cc: +1${third}@LOCALHOST`] });
    const first = await bring(mail, all.slice(0, 1));
    expect(await bring(mail, all.slice(1))).toMatch(/^250/);
    expect(await faxed()).toHaveLength(3);
    // The sender's server repeats what it is unsure about, in other parts, even a day later and by another route.
    await forgetAnswers();
    expect(await bring(mail, all.slice(0, 1))).toBe(first);
    expect(await bring(mail, all)).toMatch(/^250 2\.0\.0 Ok: queued as fax \d+, \d+, \d+$/);
    expect(await replay(mail, [`+1${third}@localhost`])).toMatch(/^250/);
    expect((await faxed()).toSorted()).toEqual([post.other.number, second, third].toSorted());
  });

  it('two sessions with it at the same moment make one fax', async () => {
    const mail = await signed({});
    const answers = await Promise.all([bring(mail, [post.to()]), bring(mail, [post.to()])]);
    for (const answer of answers) expect(answer).toMatch(/^(?:250|451)/);
    expect(await bring(mail, [post.to()])).toMatch(/^250/);
    expect(await faxed()).toHaveLength(1);
  });

  it('may go to a number in Bcc, where the server that brings it may send for its domain', async () => {
    const blind = await signed({ to: 'friend@elsewhere.test' });
    expect(await bring(blind, [post.to()])).toMatch(/^250/);
    expect(await bring(mailSource({ from: OWNER, to: 'friend@elsewhere.test' }), [post.to()])).toMatch(
      /^250/,
    );
    expect(await faxed()).toHaveLength(2);
  });

  it('is a new one under another id', async () => {
    for (const messageId of ['one@customer.test', 'two@customer.test'])
      expect(await replay(await signed({ messageId }))).toMatch(/^250/);
    expect(await faxed()).toHaveLength(2);
  });
});

/** Deletes the stored answers to repeated sends, as a day does. */
async function forgetAnswers(): Promise<void> {
  await post.app.database.db.deleteFrom('idempotency').execute();
}
