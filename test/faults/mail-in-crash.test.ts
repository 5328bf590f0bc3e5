import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { chanceOf } from '#test/chance.ts';
import { makeAccount } from '#test/factories.ts';
import { mailSource, meetSmtp } from '#test/smtp-person.ts';
import { startProduct } from '#test/start-product.ts';
import type { Product } from '#test/start-product.ts';
import { createTestDatabase } from '#test/test-database.ts';
import type { TestDatabase } from '#test/test-database.ts';

const [A, B] = ['2125550300', '2125550301'];

/** Fault points that random kills seldom hit. */
const POINTS = ['before_commit', 'after_commit_before_reply'];

/**
 * Number of kills at random moments, and number of new mails in each, which run together with the mails that the
 * previous kill interrupted. Mails of one kill start so far apart that it hits each at another stage, from the greeting
 * to some time after the response.
 */
const KILLS = 6;
const AT_ONCE = 4;
const APART_MS = 80;
const LONGEST_MS = 400;

let database: TestDatabase;
let dataDir: string;
const started: Promise<Product>[] = [];

beforeAll(async () => {
  database = await createTestDatabase({ max: 2 });
  dataDir = await mkdtemp(join(tmpdir(), 'f2e-mail-crash-'));
});
afterAll(async () => {
  for (const product of await Promise.all(started)) await product.kill();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts a product over the same data. Nothing is converted or sent, so that accepted mails can be counted. */
async function start(fault = ''): Promise<Product> {
  const env = {
    F2E_DATABASE_URL: database.url,
    F2E_DEMO: '0',
    F2E_ROLES: 'smtp',
    F2E_CONVERT_WORKERS: '1',
    ...(fault !== '' && { F2E_FAULT: fault }),
  };
  const product = startProduct({ dataDir, env });
  started.push(product);
  return await product;
}

/** Makes one attempt of a sending server; returns whether the mail was accepted. */
async function deliver({ smtpPort }: Product, messageId: string): Promise<boolean> {
  const client = await meetSmtp(smtpPort);
  const from = `owner-${A}@example.com`;
  const source = mailSource({ from, messageId, text: 'kept', files: [{ name: 'a.txt', bytes: messageId }] });
  const answer = await client.mail({ from, to: [`${B}@localhost`], source });
  client.close();
  return answer.startsWith('250');
}

it('[F-mail-05] every mail that was taken is one fax, wherever the product died', async () => {
  const chance = chanceOf('mail-in-crash');
  let product = await start(POINTS[0]);
  await makeAccount(database.db, { number: A });
  await makeAccount(database.db, { number: B });
  const taken: string[] = [];
  let open: string[] = [];
  let met = 0;
  for (let round = 0; round < KILLS + POINTS.length; round += 1) {
    // Its successor starts in parallel, which saves the seconds of a second start.
    const next = start(POINTS[round + 1]);
    for (let one = 0; one < AT_ONCE; one += 1) open.push(`mail-${round}-${one}@customer.test`);
    met += open.length;
    const dying = product;
    const tries = open.map(async (id, place) => {
      await pause(place * APART_MS);
      return { id, ok: await deliver(dying, id).catch(() => false) };
    });
    if (!POINTS[round]) {
      await pause(chance.int(0, LONGEST_MS));
      await dying.kill();
    }
    const ended = await Promise.all(tries);
    taken.push(...ended.filter(({ ok }) => ok).map(({ id }) => id));
    open = ended.filter(({ ok }) => !ok).map(({ id }) => id);
    await dying.kill();
    product = await next;
  }
  expect(met).toBeGreaterThanOrEqual(20);
  for (const id of open) if (await deliver(product, id)) taken.push(id);
  const rows = await database.db
    .selectFrom('mail_in as m')
    .innerJoin('fax as f', 'f.document_id', 'm.document_id')
    .select('m.message_id')
    .execute();
  const jobs = await database.db.selectFrom('send_job').select('id').execute();
  expect(rows.map(({ message_id }) => message_id).toSorted()).toEqual(taken.toSorted());
  expect(jobs).toHaveLength(taken.length);
  expect(taken).toHaveLength((KILLS + POINTS.length) * AT_ONCE);
});
