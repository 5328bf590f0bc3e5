import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';

import { mailSource, meetSmtp } from '#test/smtp-person.ts';
import type { Product } from '#test/start-product.ts';

import { addAccount, killEverything, openBeside, startOver } from './send-product.ts';

const [A, B] = ['2125550300', '2125550301'];

/** Deaths at any moment between the greeting and some time after the answer. */
const KILLS = 18;
const LONGEST_MS = 400;

let product: Product | undefined;
let dataDir: string;

afterAll(async () => {
  if (product) await killEverything(product);
  await rm(dataDir, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** One try of a sending server: whether it was told that the mail is taken. */
async function deliver(port: number, messageId: string): Promise<boolean> {
  const client = await meetSmtp(port);
  const from = `${A}@example.com`;
  const source = mailSource({ from, messageId, text: 'kept', files: [{ name: 'a.txt', bytes: messageId }] });
  const answer = await client.mail({ from, to: [`${B}@localhost`], source });
  client.close();
  return answer.startsWith('250');
}

it(
  '[F-mail-05] every mail that was taken is one fax, wherever the product died',
  { timeout: 240_000 },
  async () => {
    dataDir = await mkdtemp('/tmp/f2e-mail-crash-');
    const port = await freePort();
    const env = {
      F2E_SMTP_LISTEN: `127.0.0.1:${port}`,
      F2E_MAIL_REQUIRE_AUTH: '0',
      // Nothing is converted or sent: what was taken stays to be counted.
      F2E_ROLES: 'web,smtp',
    };
    product = await startOver(dataDir, env);
    await addAccount(product, A);
    await addAccount(product, B);
    const taken: string[] = [];
    let open = ['mail-0@customer.test'];
    const points = ['before_commit', 'after_commit_before_reply'];
    for (let round = 0; round < KILLS + points.length; round += 1) {
      const fault = points[round];
      if (fault) {
        await product.kill();
        product = await startOver(dataDir, { ...env, F2E_FAULT: fault });
      }
      open.push(`mail-${round + 1}@customer.test`);
      const running = product;
      const tries = open.map(async (id) => ({ id, ok: await deliver(port, id).catch(() => false) }));
      if (!fault) {
        await pause(randomInt(LONGEST_MS));
        await running.kill();
      }
      const ended = await Promise.all(tries);
      taken.push(...ended.filter(({ ok }) => ok).map(({ id }) => id));
      open = ended.filter(({ ok }) => !ok).map(({ id }) => id);
      await running.kill();
      product = await startOver(dataDir, env);
    }
    for (const id of open) if (await deliver(port, id)) taken.push(id);
    const database = await openBeside(dataDir);
    const rows = await database.db
      .selectFrom('mail_in as m')
      .innerJoin('fax as f', 'f.document_id', 'm.document_id')
      .select('m.message_id')
      .execute();
    const jobs = await database.db.selectFrom('send_job').select('id').execute();
    await database.close();
    expect(rows.map(({ message_id }) => message_id).toSorted()).toEqual(taken.toSorted());
    expect(jobs).toHaveLength(taken.length);
    expect(taken).toHaveLength(KILLS + points.length + 1);
  },
);
