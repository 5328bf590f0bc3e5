import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { faxPages } from '#test/fax-rig/fax-pages.ts';
import { freePort } from '#test/free-ports.ts';
import { SPEED, sipSettings } from '#test/sip-rig/far-end.ts';
import { testCall } from '../line.contract-test.ts';
import { sipLine } from './sip.ts';

const run = promisify(execFile);
const never = new AbortController().signal;
const SCENARIOS = join(import.meta.dirname, '../../../../test/sip-rig/scenarios');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'f2e-carriers-'));
});
afterAll(async () => await rm(folder, { recursive: true }));

/** Runs one call with SIPp, which checks every received message and fails if one differs from the scenario. */
async function sipp(scenario: string, port: number, ...more: string[]): Promise<void> {
  const file = join(SCENARIOS, `${scenario}.xml`);
  const at = [
    '-i',
    '127.0.0.1',
    '-p',
    String(port),
    '-m',
    '1',
    '-nostdin',
    '-timeout',
    '90',
    '-timeout_error',
  ];
  await run('sipp', ['-sf', file, ...at, ...more], { cwd: folder, env: { ...process.env, TERM: 'dumb' } });
}

describe.concurrent('the habits of trunks, by an independent implementation of SIP', () => {
  it.each([
    ['the trunk asks for T.38 and refreshes the session', 'asks-for-t38', 'accept', [], ''],
    ['the same over TCP', 'asks-for-t38', 'accept', ['-t', 't1'], ';transport=tcp'],
    ['the same with every fifth message lost', 'asks-for-t38', 'accept', ['-lost', '20'], ''],
    ['the trunk refuses T.38 and the call goes on as sound', 'refuses-t38', 'request', [], ''],
  ])('%s', async (_case, scenario, policy, more, transport) => {
    const port = await freePort();
    const settings = sipSettings({ trunk: `sip:127.0.0.1:${port}${transport}`, sipOptions: `t38=${policy}` });
    const line = sipLine('*', { settings, folder, speed: SPEED });
    const played = sipp(scenario, port, ...more);
    // SIPp has no fax machine: the far end answers and stays silent.
    const outcome = line.send(testCall('3105550142', { tiff: async () => faxPages(2) }), never);
    await played;
    expect(await outcome).toMatchObject({ kind: 'retry', reason: 'NO_FAX_MACHINE', pagesConfirmed: 0 });
  });

  it('a caller offers sound and T.38 at once, and hangs up: T.38 is taken, and nothing is kept', async () => {
    const listen = await freePort();
    const settings = sipSettings({ trunk: 'sip:127.0.0.1', listen: `127.0.0.1:${listen}` });
    const line = sipLine('*', { settings, folder: join(folder, 'answers'), speed: SPEED });
    const rang = Promise.withResolvers<object>();
    const ended = Promise.withResolvers<void>();
    const answers = await line.answer?.({
      answerFor: async (call) => {
        rang.resolve(call);
        return { kind: 'answer', stationId: '+1' };
      },
      failed: (reason) => process.stderr.write(`${reason}\n`),
      arrived: () => ended.resolve(),
    });
    await sipp('offers-both', await freePort(), '-s', '13105550142', `127.0.0.1:${listen}`);
    expect(await rang.promise).toMatchObject({ called: '3105550142', caller: '2125550177' });
    await ended.promise;
    expect(await line.arrivals?.list()).toEqual({ kind: 'ok', value: [] });
    await answers?.stop();
  });
});
