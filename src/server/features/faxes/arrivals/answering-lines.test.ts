import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { sipLine } from '#engine/fax-line/sip/sip.ts';
import { testCall } from '#engine/fax-line/line.contract-test.ts';
import type { CallOutcome } from '#engine/fax-line/port.ts';
import { makeAccount } from '#test/factories.ts';
import { faxPages } from '#test/fax-rig/fax-pages.ts';
import { freePort } from '#test/free-ports.ts';
import { startSending, until } from '#test/sending-rig.ts';
import type { SendingRig } from '#test/sending-rig.ts';
import { SPEED, sipSettings } from '#test/sip-rig/far-end.ts';

let folder: string;
let port: number;
let rig: SendingRig;
let worker: { stop(): Promise<void> };
let open = true;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'f2e-answering-'));
  port = await freePort();
  open = true;
  rig = await startSending({
    chooseLine: ({ pattern, config, name }) => {
      const settings = sipSettings(config as object);
      return { kind: 'ok', line: sipLine(pattern, { settings, folder: join(folder, name), speed: SPEED }) };
    },
  });
  await rig.sending.lineAdmin.addLine({
    kind: 'sip',
    name: 'trunk',
    config: { trunk: 'sip:127.0.0.1', listen: `127.0.0.1:${port}` },
  });
  worker = rig.sending.startArrivals({ hasRoom: async () => open });
});
afterEach(async () => {
  await worker.stop();
  await rig.stop();
  await rm(folder, { recursive: true });
});

/** Calls one of our numbers from another fax machine as soon as our line answers. */
async function dial(
  number: string,
  from = '3105550142',
  meanwhile: () => Promise<void> = async () => undefined,
): Promise<CallOutcome> {
  const settings = sipSettings({ trunk: `sip:127.0.0.1:${port}` });
  const caller = sipLine('*', { settings, folder: join(folder, 'theirs'), speed: SPEED });
  await until(
    async () => await caller.check(),
    ({ ok }) => ok,
  );
  const call = testCall(number, {
    tiff: async () => faxPages(2),
    from: { number: from, stationId: 'THEIR MACHINE' },
    onPage: (page) => void (page === 1 && meanwhile()),
  });
  const outcome = await caller.send(call, new AbortController().signal);
  if (outcome.kind === 'left' || outcome.kind === 'never-placed') throw new Error(outcome.kind);
  return outcome;
}

/** Waits until nothing answers at our port. */
async function untilSilent(): Promise<void> {
  const settings = sipSettings({ trunk: `sip:127.0.0.1:${port}` });
  const probe = sipLine('*', { settings, folder: join(folder, 'probe'), speed: SPEED, t1Ms: 5 });
  await until(
    async () => await probe.check(),
    ({ ok }) => !ok,
  );
}

async function faxes(): Promise<unknown[]> {
  return await rig.database.db
    .selectFrom('inbound_call')
    .select(['account_id as account', 'caller_number as caller', 'station_id as stationId', 'result'])
    .execute();
}

describe('a line that answers its calls itself', () => {
  it('takes a call in under the station identification of the account, and gives it the fax', async () => {
    const { id, number } = await makeAccount(rig.database.db);
    await rig.database.db.updateTable('account').set({ station_id: 'CLINIC' }).where('id', '=', id).execute();
    expect(await dial(number)).toMatchObject({ kind: 'delivered', link: { stationId: 'CLINIC' } });
    const seen = await until(faxes, ({ length }) => length > 0);
    expect(seen).toEqual([{ account: id, caller: '3105550142', stationId: 'THEIR MACHINE', result: 'OK' }]);
  });

  it('refuses whom the account blocks before it answers', async () => {
    const { id, number } = await makeAccount(rig.database.db);
    await rig.database.db
      .insertInto('blocked_number')
      .values({ account_id: id, caller: '310-555-0142', digits: '3105550142' })
      .execute();
    expect(await dial(number)).toMatchObject({ kind: 'final', reason: 'DECLINED' });
    expect(await faxes()).toEqual([]);
  });

  it('refuses calls while there is no room, so that the network may try elsewhere', async () => {
    const { number } = await makeAccount(rig.database.db);
    open = false;
    expect(await dial(number)).toMatchObject({
      kind: 'retry',
      reason: 'LINE_FAULT',
      detail: '503 Service Unavailable',
    });
  });

  it('[A-SIP-01] [A-SIP-06] hears nobody but its trunk, and more calls than it takes at a time get the busy signal', async () => {
    const { number } = await makeAccount(rig.database.db);
    await rig.sending.lineAdmin.removeLine('trunk');
    await untilSilent();
    await rig.sending.lineAdmin.addLine({
      kind: 'sip',
      name: 'one',
      config: { trunk: 'sip:127.0.0.1', listen: `127.0.0.1:${port}`, sipOptions: 'calls=1' },
    });
    const strangers = sipSettings({ trunk: `sip:127.0.0.1:${port}`, listen: '127.0.0.2:0' });
    const stranger = sipLine('*', {
      settings: strangers,
      folder: join(folder, 'stranger'),
      speed: SPEED,
      t1Ms: 20,
    });
    const answers = await Promise.all([dial(number), dial(number, '3105550143'), dial(number, '3105550144')]);
    expect(answers.map((answer) => ('reason' in answer ? answer.reason : answer.kind)).toSorted()).toEqual([
      'BUSY',
      'BUSY',
      'delivered',
    ]);
    expect(await stranger.check()).toMatchObject({ ok: false });
    const call = testCall(number, { tiff: async () => faxPages(1), pages: 1 });
    expect(await stranger.send(call, new AbortController().signal)).toMatchObject({ reason: 'LINE_FAULT' });
    expect(await until(faxes, ({ length }) => length > 0)).toHaveLength(1);
  });

  it('takes in what is for nobody, for an operator to decide', async () => {
    expect(await dial('2125550999')).toMatchObject({ kind: 'delivered' });
    const waiting = await until(
      async () => await rig.sending.unrouted.list({ limit: 100, offset: 0 }),
      (list) => JSON.stringify(list).includes('2125550999'),
    );
    expect(waiting).toBeDefined();
  });

  it('answers no more when it is drained, and again when it is on', async () => {
    const { number } = await makeAccount(rig.database.db);
    await dial(number);
    await rig.sending.lineAdmin.drainLine('trunk');
    await untilSilent();
    await rig.sending.lineAdmin.turnOnLine('trunk');
    expect(await dial(number)).toMatchObject({ kind: 'delivered' });
  });

  it('takes in a fax whose call ends after the line was removed', async () => {
    const { id, number } = await makeAccount(rig.database.db);
    const removed = dial(number, '3105550142', async () => {
      await rig.sending.lineAdmin.removeLine('trunk');
    });
    expect(await removed).toMatchObject({ kind: 'delivered' });
    expect(await until(faxes, ({ length }) => length > 0)).toMatchObject([{ account: id, result: 'OK' }]);
  });

  it('gives a call that a crash cut off as far as it came', async () => {
    const { id, number } = await makeAccount(rig.database.db);
    await worker.stop();
    // The leftovers of a process that was killed in the middle of its second page.
    const left = join(folder, 'trunk', 'in');
    await mkdir(left, { recursive: true });
    await writeFile(
      join(left, 'a.json'),
      JSON.stringify({ called: number, caller: '3105550142', receivedAt: new Date() }),
    );
    await writeFile(join(left, 'a.tif'), faxPages(1));
    const lines = [
      { ev: 'ready', audio: 1, t38: 2, pid: 2 ** 22 },
      { ev: 'page', pages: 1 },
    ];
    await writeFile(
      join(left, 'a.log'),
      `${lines.map((line) => JSON.stringify(line)).join('\n')}\n{"ev":"pa`,
    );
    worker = rig.sending.startArrivals({ hasRoom: async () => true });
    const seen = await until(faxes, ({ length }) => length > 0);
    expect(seen).toMatchObject([{ account: id, caller: '3105550142' }]);
  });
});
