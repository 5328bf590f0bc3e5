import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { mailCopies } from '#server/features/faxes/compose/fax-copies.ts';

import { letter, startCompose } from './compose-rig.ts';
import type { ComposeRig } from './compose-rig.ts';
import { startMailIn } from './mail-in-rig.ts';
import type { MailInRig } from './mail-in-rig.ts';
import { readMails } from './mails.ts';
import type { ReadMail } from './mails.ts';
import { fakeDocuments, until } from './sending-rig.ts';
import { mailSource } from './smtp-person.ts';

const FRIEND = 'jane@acme.example';
const COLLEAGUE = 'colleague@acme.example';
const DOMAIN = 'fax.test';

const drawing = fakeDocuments({
  exportPdf: async () => await Promise.resolve(Buffer.from('%PDF-1.7')),
  pageImage: async () => await Promise.resolve({ kind: 'ok', gif: Buffer.from('GIF89a') }),
});

let rig: ComposeRig;
let post: MailInRig;

beforeAll(async () => {
  rig = await startCompose({ documents: drawing });
  post = await startMailIn({
    ...rig,
    engines: { database: rig.database, log: pino({ level: 'silent' }) },
  });
  const { db } = rig.database;
  await db.updateTable('brand').set({ send_domain: DOMAIN, title: 'Harbor Fax' }).execute();
  await db
    .insertInto('contact')
    .values(
      [FRIEND, COLLEAGUE].map((email) => ({
        account_id: rig.account.id,
        to_person: email,
        company: 'Acme',
        email,
      })),
    )
    .execute();
});
afterAll(async () => {
  await post.stop();
  await rig.stop();
});

/** Converts the sent faxes, mails the copies, and returns the mails. */
async function delivered(): Promise<ReadMail[]> {
  const known = new Set((await readMails(rig.folder)).map(({ messageId }) => messageId));
  const { files, database, queueMail } = rig;
  const worker = await rig.sending.startWorker({ convertSlots: 1 });
  const open = async () =>
    await database.db.selectFrom('document').select('id').where('state', '=', 'new').execute();
  await until(open, ({ length }) => length === 0);
  await worker.stop();
  const log = { warn: () => undefined };
  const deps = { database, files, documents: drawing, queueMail, mostBytes: 10 * 1024 * 1024, log };
  await mailCopies(deps, new AbortController().signal);
  await rig.runJobs();
  return (await readMails(rig.folder)).filter(({ messageId }) => !known.has(messageId));
}

const answerTo = async (from: string, to: string, source: string) => {
  const client = await post.meet();
  const answer = await client.mail({ from, to: [to], source });
  client.close();
  return answer;
};

describe('[A-SEND-16] copies by mail are no way to write to strangers', () => {
  it.each([
    ['five hundred addresses', Array.from({ length: 500 }, (_, i) => `a${i}@acme.example`).join(';'), 400],
    ['two in one part', `${FRIEND}, x@evil.example`, 400],
    ['a header', `${FRIEND}\r\nBcc: x@evil.example`, 400],
    ['a stranger', `${FRIEND};x@evil.example`, 412],
  ])('%s: nobody gets anything', async (_, destinationsEmail, status) => {
    expect(await rig.send({ destinationsEmail }, [letter])).toMatchObject({ status });
    expect(await delivered()).toEqual([]);
  });

  it('the envelopes are exactly the list, from the brand’s own address, and whoever asks gets no more', async () => {
    const answer = await rig.send({ destinationsEmail: `${FRIEND};${COLLEAGUE}` }, [letter]);
    expect(answer.status).toBe(200);
    const mails = await delivered();
    expect(mails.map(({ to }) => to).toSorted()).toEqual([COLLEAGUE, FRIEND]);
    for (const { from } of mails) expect(from).toBe(`Harbor Fax <no-reply@${DOMAIN}>`);
    const [mine] = mails.filter(({ to }) => to === FRIEND);
    const way = /List-Unsubscribe: <mailto:([^?>]+)\?subject=unsubscribe>/u.exec(
      mine?.source.replaceAll('\r\n ', ' ') ?? '',
    )?.[1];
    expect(way).toMatch(/^b-[^@]+@fax\.test$/u);
    const written = (subject: string) => mailSource({ from: FRIEND, to: way ?? '', subject });
    expect(await answerTo(FRIEND, way ?? '', written('Out of office'))).toMatch(/^250/u);
    expect((await rig.send({ destinationsEmail: FRIEND }, [letter])).status).toBe(200);
    // Received while the next mail waits: not even that one is sent, and only its owner is notified.
    expect(await answerTo(FRIEND, way ?? '', written('unsubscribe'))).toMatch(/^250/u);
    expect(await delivered()).toMatchObject([{ template: 'fax-copy-failed', to: rig.account.email }]);
    const refused = await rig.send({ destinationsEmail: `${COLLEAGUE};${FRIEND}` }, [letter]);
    expect(refused).toMatchObject({ status: 412, error: 'EMAIL_UNWANTED' });
    expect((await rig.send({ destinationsEmail: COLLEAGUE }, [letter])).status).toBe(200);
    expect((await delivered()).map(({ to }) => to)).toEqual([COLLEAGUE]);
  });
});

it('[A-SEND-20] a fax to oneself whose copy goes to one’s own number by mail ends there', async () => {
  const { db } = rig.database;
  const { id, number } = rig.account;
  const self = `${number}@${DOMAIN}`;
  await db
    .insertInto('subaccount')
    .values({ account_id: id, email: self, receive_faxes: true, send_faxes: true, confirmed_at: new Date() })
    .execute();
  const received = async () =>
    (await db.selectFrom('fax').select('id').where('account_id', '=', id).where('action', '=', 'R').execute())
      .length;
  expect((await rig.send({ destinations: number }, [letter])).status).toBe(200);
  const worker = await rig.sending.startWorker({ convertSlots: 1 });
  await until(received, (faxes) => faxes === 1);
  await worker.stop();
  const mails = await delivered();
  expect(mails.map(({ to }) => to).toSorted()).toEqual([self, rig.account.email].toSorted());
  const [loop] = mails.filter(({ to }) => to === self);
  const source = loop?.source ?? '';
  const sender = `no-reply@${DOMAIN}`;
  expect(source).toMatch(/^Auto-Submitted: auto-generated/mu);
  expect(await answerTo(sender, self, source)).toMatch(/^550 5\.7\.1/u);
  // The same if a forwarder removed the headers.
  const bare = source.replaceAll(/^(?:Auto-Submitted|X-Auto-Response-Suppress|List-\w+): .*\r\n/gmu, '');
  expect(await answerTo(sender, self, bare)).toMatch(/^550 5\.7\.1/u);
  expect(await delivered()).toEqual([]);
  expect(await received()).toBe(1);
});
