import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { makeAccount } from '#test/factories.ts';
import { startSending } from '#test/sending-rig.ts';
import type { SendingRig } from '#test/sending-rig.ts';

import { chooseWay } from './lines.service.ts';

let rig: SendingRig;

beforeAll(async () => {
  rig = await startSending();
});
afterAll(async () => await rig.stop());

async function routeOf(number: string): Promise<string | undefined> {
  const ways = await rig.sending.lines.ways(rig.database.db, [number]);
  return chooseWay(ways.get(number) ?? [], [])?.way.line.name;
}

describe('choosing a route', () => {
  it('goes on-net first, then by priority, then to the oldest, and only to lines that are on', async () => {
    const { lineAdmin } = rig.sending;
    await lineAdmin.addLine({ kind: 'simulator', name: 'old', pattern: '+1*' });
    await lineAdmin.addLine({ kind: 'simulator', name: 'new', pattern: '+1*' });
    await lineAdmin.addLine({ kind: 'simulator', name: 'first', pattern: '+1415*', priority: 1 });
    const b = await makeAccount(rig.database.db);
    const closed = await makeAccount(rig.database.db, { state: 'suspended' });
    const chosen = [
      await routeOf(b.number),
      await routeOf(closed.number),
      await routeOf('4155550111'),
      await routeOf('3105550111'),
    ];
    expect(chosen).toEqual(['onnet', 'old', 'first', 'old']);
    await lineAdmin.drainLine('old');
    await lineAdmin.drainLine('first');
    const drained = [await routeOf('4155550111'), await routeOf('3105550111')];
    expect(drained).toEqual(['new', 'new']);
    await lineAdmin.turnOnLine('old');
    await lineAdmin.removeLine('new');
    const removed = await routeOf('3105550111');
    expect(removed).toBe('old');
    await lineAdmin.drainLine('old');
    const none = await routeOf('3105550111');
    expect(none).toBeUndefined();
  });
});

describe("the operator's verbs", () => {
  it('adds, lists, tests and removes, and writes each change down', async () => {
    const { lineAdmin } = rig.sending;
    const added = await lineAdmin.addLine({ kind: 'simulator' });
    expect(added).toMatchObject({
      kind: 'ok',
      line: { name: 'simulator', pattern: '*', priority: 100, state: 'on' },
    });
    const tested = await lineAdmin.testLine('simulator');
    expect(tested).toEqual({ ok: true, ms: expect.any(Number) });
    const removed = await lineAdmin.removeLine('simulator');
    expect(removed.kind).toBe('ok');
    const names = (await lineAdmin.listLines()).map(({ name }) => name);
    expect(names).toContain('onnet');
    expect(names).not.toContain('simulator');
    const again = await lineAdmin.addLine({ kind: 'simulator' });
    expect(again.kind).toBe('ok');
    const actions = await rig.database.db
      .selectFrom('audit')
      .select('action')
      .where('object', '=', 'line/simulator')
      .orderBy('id')
      .execute();
    expect(actions.map(({ action }) => action)).toEqual(['line.add', 'line.remove', 'line.add']);
  });

  it.each([
    [{ kind: 'simulator' as const, name: 'onnet' }, /already a line/],
    [{ kind: 'onnet' as const, name: 'second' }, /always there/],
    [{ kind: 'simulator' as const, name: 'Bad Name' }, /small letters/],
    [{ kind: 'simulator' as const, name: 'removed-1' }, /small letters/],
    [{ kind: 'simulator' as const, name: 'x', pattern: '+1*;drop' }, /pattern/],
    [{ kind: 'simulator' as const, name: 'x', channels: 0 }, /channel/],
  ])('refuses %j with a sentence', async (line, reason) => {
    const outcome = await rig.sending.lineAdmin.addLine(line);
    expect(outcome).toMatchObject({ kind: 'refused', reason: expect.stringMatching(reason) as string });
  });

  it('keeps the line onnet, and says that a line is unknown', async () => {
    const { lineAdmin } = rig.sending;
    const onnet = await lineAdmin.removeLine('onnet');
    const nobody = await lineAdmin.drainLine('nobody');
    const test = await lineAdmin.testLine('nobody');
    expect(onnet.kind).toBe('refused');
    expect(nobody).toEqual({ kind: 'refused', reason: 'There is no line named “nobody”.' });
    expect(test.ok).toBe(false);
  });
});
