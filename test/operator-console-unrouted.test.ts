import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { operatorAudit } from '#contract/audit/log.admin.ts';
import {
  operatorUnrouted,
  operatorUnroutedAct,
  operatorUnroutedLook,
} from '#contract/faxes/unrouted.admin.ts';

import { makeAccount } from './factories.ts';
import { operatorOf, signInOperator } from './operator-console-rig.ts';
import type { Listed, Operator } from './operator-console-rig.ts';
import { fakeDocuments } from './sending-rig.ts';
import { startApp } from './start-app.ts';
import type { TestApp } from './start-app.ts';

const GIF = Buffer.from('GIF89a page');

/** Returns the status and message of a refusal. */
async function refused(answer: Promise<LightMyRequestResponse>): Promise<[number, string]> {
  const { statusCode, body } = await answer;
  return [statusCode, (JSON.parse(body) as { message: string }).message];
}

describe('unassigned faxes in the operator console', () => {
  let test: TestApp;
  let anna: Operator;
  /** A line that receives faxes. */
  let lineId: number;

  beforeAll(async () => {
    const documents = fakeDocuments({ pageImage: async () => ({ kind: 'ok', gif: GIF }) });
    test = await startApp({ documents });
    const line = await test.sending.lineAdmin.addLine({ kind: 'simulator', name: 'way-in' });
    lineId = line.kind === 'ok' ? line.line.id : 0;
    anna = operatorOf(test, await signInOperator(test, 'anna'));
  });
  afterAll(async () => await test.stop());

  const page = async (n: number) =>
    await anna.get<Listed>(operatorUnrouted, { 'current-page': n, 'per-page': 1 });
  const acts = async (query: object) => (await anna.get<Listed>(operatorAudit, query)).rows;

  const arrived = async (called: string): Promise<string> => {
    await test.sending.arrivals.receive({
      lineId,
      callRef: `call-${called}`,
      caller: '3105550111',
      stationId: 'FAR',
      called,
      tiff: Buffer.from('pages 2'),
      receivedAt: new Date(),
      source: 'line',
    });
    const { rows } = await anna.get<Listed>(operatorUnrouted);
    return String(rows.find((row) => row['called'] === called)?.['id']);
  };

  it('[A-INBOUND-09] shows faxes for numbers that nobody has, page by page, and gives them to an account or throws them away', async () => {
    const account = await makeAccount(test.database.db);
    const id = await arrived('2125559301');
    const look = await anna.act(operatorUnroutedLook, { id, page: 1 });
    expect(look.json()).toEqual({ pages: 2, gif: GIF.toString('base64') });
    expect(await acts({ object: `call/${id}` })).toMatchObject([
      { actor: 'operator:anna', action: 'fax.look', detail: '{"page":1}' },
    ]);
    const route = async (number: string) =>
      await anna.act(operatorUnroutedAct, { id, verb: 'route', number });
    expect((await route('2125559399')).statusCode).toBe(412);
    expect((await route(account.number)).statusCode).toBe(200);
    const { rows } = await test.database.pool.query('select other_number from fax where account_id = $1', [
      account.id,
    ]);
    expect(rows).toEqual([{ other_number: '3105550111' }]);
    expect((await route(account.number)).statusCode).toBe(412);
    const other = await arrived('2125559302');
    expect((await anna.act(operatorUnroutedAct, { id: other, verb: 'discard' })).statusCode).toBe(200);
    expect(await refused(anna.act(operatorUnroutedLook, { id: other, page: 1 }))).toEqual([
      412,
      `There is no fax ${other} that waits for a number.`,
    ]);
    expect(await anna.get<Listed>(operatorUnrouted)).toEqual({ rows: [], total: 0 });
  });

  it('are listed a page at a time, the oldest first, with their total', async () => {
    const [other, last] = [await arrived('2125559304'), await arrived('2125559303')];
    expect([await page(1), await page(2), await page(3)]).toMatchObject([
      { rows: [{ id: other }], total: 2 },
      { rows: [{ id: last }], total: 2 },
      { rows: [], total: 2 },
    ]);
  });
});
