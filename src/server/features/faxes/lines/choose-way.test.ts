import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { simulatorLine } from '#engine/fax-line/simulator.ts';
import { makeAccount } from '#test/factories.ts';
import { startSending, until } from '#test/sending-rig.ts';
import type { SendingRig } from '#test/sending-rig.ts';
import { storedLine } from '#test/stored-line.ts';

import { chooseWay } from './lines.service.ts';
import type { Route, StoredLine } from './lines.service.ts';

function way(name: string, change: Partial<StoredLine> = {}): Route {
  return { kind: 'call', line: storedLine(name, change), adapter: simulatorLine('*') };
}

/** Returns the chosen line, followed by the reason for each line. */
function chosen(ways: Route[], failed: Route[] = []): string[] {
  const choice = chooseWay(
    ways,
    failed.map(({ line }) => line.id),
  );
  return choice ? [choice.way.line.name, ...choice.why.map(({ because }) => because)] : [];
}

describe('the line of a call', () => {
  it('is the first that works and has a free channel; the others say what kept them back', () => {
    const full = way('full', { busy: 2, price: 0.5 });
    const cheap = way('cheap', { price: 0.9 });
    const dear = way('dear', { price: 1.4 });
    const broken = way('broken', { fault: 'no dial tone' });
    const resting = way('resting', { restUntil: new Date() });
    const later = way('later', { priority: 200 });
    const night = way('night', { restUntil: new Date(), closed: true });
    expect(chosen([full, cheap, dear, broken, resting, night, later])).toEqual([
      'cheap',
      'FULL',
      'CHOSEN',
      'PRICE',
      'FAULT',
      'RESTING',
      'CLOSED',
      'PRIORITY',
    ]);
  });

  it('has one channel after a rest: while one call tries it, the others go over the next line', () => {
    const rested = way('rested', { rested: true, busy: 1, channels: 16 });
    expect(chosen([rested, way('next')])).toEqual(['next', 'FULL', 'CHOSEN']);
    expect(chosen([way('rested', { rested: true }), way('next')])).toEqual(['rested', 'CHOSEN', 'PRICE']);
  });

  it('of a later priority is for faults, and not for when the first ones are full: then the fax waits', () => {
    const first = way('first', { priority: 1, busy: 2 });
    const second = way('second', { priority: 2 });
    expect(chosen([first, second])).toEqual(['first', 'CHOSEN', 'PRIORITY']);
    expect(chosen([way('first', { priority: 1, fault: 'away' }), second])).toEqual([
      'second',
      'FAULT',
      'CHOSEN',
    ]);
  });

  it('is not one that has just failed this fax, unless there is no other', () => {
    const [first, second] = [way('first'), way('second')];
    expect(chosen([first, second], [first])).toEqual(['second', 'FAILED', 'CHOSEN']);
    expect(chosen([first], [first])).toEqual(['first', 'CHOSEN']);
    expect(chosen([way('broken', { fault: 'away' })])).toEqual([]);
  });
});

describe('lines with prices', () => {
  let rig: SendingRig;
  beforeAll(async () => {
    rig = await startSending();
  });
  afterAll(async () => await rig.stop());

  it('are tried from the cheapest, those without a price last, and each call keeps why it went where it did', async () => {
    const { lineAdmin } = rig.sending;
    await lineAdmin.addLine({ kind: 'simulator', name: 'unpriced' });
    await lineAdmin.addLine({ kind: 'simulator', name: 'dear', price: 1.4 });
    await lineAdmin.addLine({ kind: 'simulator', name: 'cheap', price: 0.9 });
    const account = await makeAccount(rig.database.db);
    await rig.send(account.id, ['3105550142']);
    const worker = await rig.sending.startWorker({ convertSlots: 1, callSlots: 1 });
    const attempts = rig.database.db.selectFrom('send_attempt').select(['why', 'result']);
    const [sent] = await until(
      async () => await attempts.execute(),
      ([one]) => one?.result === 'OK',
    );
    await worker.stop();
    expect(sent?.why).toEqual([
      { line: 'cheap', because: 'CHOSEN', price: 0.9 },
      { line: 'dear', because: 'PRICE', price: 1.4 },
      { line: 'unpriced', because: 'PRICE', price: null },
    ]);
    expect(await lineAdmin.addLine({ kind: 'simulator', name: 'odd', price: -1 })).toMatchObject({
      kind: 'refused',
    });
  });
});
