import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { operatorLineAdd, operatorLines } from '#contract/faxes/queue.admin.ts';
import { LINE_KINDS } from '#engine/fax-line/kinds.ts';
import { addLineCommands } from '../src/operator/line.commands.ts';

import { makeAccount } from './factories.ts';
import { faxPages } from './fax-rig/fax-pages.ts';
import { operatorOf, signInOperator } from './operator-console-rig.ts';
import type { Operator } from './operator-console-rig.ts';
import { flights, pigeonKind } from './pigeon/kind.ts';
import { fakeDocuments } from './sending-rig.ts';
import { startApp } from './start-app.ts';
import type { TestApp } from './start-app.ts';

/** A product with an additional kind of line: one file, and one entry in the list. */
const kinds = [...LINE_KINDS, pigeonKind];
let test: TestApp;
let anna: Operator;

beforeAll(async () => {
  test = await startApp({ documents: fakeDocuments(), lineKinds: kinds });
  anna = operatorOf(test, await signInOperator(test, 'anna'));
});
afterAll(async () => await test.stop());

const line = { kind: 'pigeon', name: 'roof', pattern: '*', priority: 1, channels: 2 };
const config = { loft: 'north', whistle: 'WHISTLE-SECRET' };

describe('a kind of line that is one folder and one entry', () => {
  it('is offered by the console with its fields and added by them, its secret sealed', async () => {
    const { kinds: offered } = await anna.get<{ kinds: { kind: string; fields: object[] }[] }>(operatorLines);
    expect(offered.map(({ kind }) => kind)).toEqual([
      'hylafax',
      'sip',
      'telnyx',
      'sinch',
      'documo',
      'simulator',
      'pigeon',
    ]);
    expect(offered.at(-1)?.fields).toMatchObject([{ name: 'loft' }, { name: 'whistle', secret: true }]);
    const incomplete = await anna.act(operatorLineAdd, { ...line, config: { loft: 'north' } });
    expect([incomplete.statusCode, incomplete.body]).toEqual([
      412,
      expect.stringContaining('needs its loft and its whistle'),
    ]);
    const added = await anna.act(operatorLineAdd, { ...line, config });
    expect(added.json()).toEqual({
      name: 'roof',
      webhookUrl: 'http://localhost:8080/api/lines/roof/pigeon',
    });
    const { rows } = await test.database.pool.query("select * from line where kind = 'pigeon'");
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(config.whistle);
  });

  it('carries a fax out', async () => {
    const { id } = await makeAccount(test.database.db);
    await test.sending.compose.send({
      account: id,
      actor: { kind: 'account', id },
      address: '192.0.2.1',
      origin: 'web',
      fields: new Map([['destinations', '3105550142']]),
      files: [{ name: 'a.txt', extension: 'txt', size: 7, read: async () => Buffer.from('pages 1') }],
      say: (key) => key,
    });
    const worker = await test.sending.startWorker({ convertSlots: 1, callSlots: 1, stopGraceMs: 1_000 });
    await expect.poll(async () => await test.sending.outbox.list(id).then(({ total }) => total)).toBe(0);
    await worker.stop();
    expect(flights).toEqual(['north: 3105550142 1']);
  });

  it('brings a fax in at a webhook of its own, which only its own notices open', async () => {
    const { id, number } = await makeAccount(test.database.db);
    const basket = Buffer.from(faxPages(1)).toString('base64');
    const payload = { id: 'p1', caller: '3105550111', called: number, basket };
    const tell = async (path: string, whistle: string) =>
      (
        await test.app.inject({
          method: 'POST',
          url: `/api/lines/${path}`,
          headers: { 'x-whistle': whistle, 'content-type': 'application/json' },
          payload,
        })
      ).statusCode;
    expect(await tell('roof/pigeon', 'WRONG')).toBe(401);
    expect(await tell('roof/telnyx', config.whistle)).toBe(401);
    expect(await tell('roof/pigeon', config.whistle)).toBe(200);
    await test.runJobs();
    const faxes = test.database.db.selectFrom('fax').select(['other_number', 'pages']);
    expect(await faxes.where('account_id', '=', id).execute()).toEqual([
      { other_number: '3105550111', pages: 1 },
    ]);
  });

  it('has its options on the command line', () => {
    const program = new Command();
    addLineCommands(program, async () => undefined, kinds);
    const add = program.commands[0]?.commands.find((command) => command.name() === 'add');
    const help = add?.helpInformation() ?? '';
    expect(help).toContain('"pigeon"');
    expect(help).toMatch(/--loft <name>\s+pigeon: Loft/u);
    expect(help).toMatch(/--whistle-stdin\s+pigeon: Whistle, on stdin/u);
    expect(help).toMatch(/--api-key-stdin\s+telnyx: API key, on stdin; documo: API key, on stdin/u);
  });
});
