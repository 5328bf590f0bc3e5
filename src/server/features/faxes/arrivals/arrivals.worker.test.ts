import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, expect, it, vi } from 'vitest';

import type { ArrivalSource, WaitingArrival } from '#engine/fax-line/port.ts';
import { simulatorLine } from '#engine/fax-line/simulator.ts';
import { makeAccount } from '#test/factories.ts';
import { eventually } from '#test/patience.ts';
import { startSending, until } from '#test/sending-rig.ts';
import type { SendingRig } from '#test/sending-rig.ts';

import { fetchArrivals } from './fetch-arrivals.ts';

let rig: SendingRig;

afterEach(async () => await rig.stop());

/** Starts the features with a line for each source, under the source's name. */
async function startWith(sources: Record<string, ArrivalSource>): Promise<void> {
  rig = await startSending({
    chooseLine: ({ name, pattern }) => {
      const arrivals = sources[name];
      return { kind: 'ok', line: { ...simulatorLine(pattern), ...(arrivals && { arrivals }) } };
    },
  });
  for (const name of Object.keys(sources)) await rig.sending.lineAdmin.addLine({ kind: 'simulator', name });
}

/** A line that has received `count` faxes for a number. */
function lineWith(count: number, called: () => string): ArrivalSource & { left: Set<string> } {
  const left = new Set(Array.from({ length: count }, (_, i) => `fax${i}.tif`));
  const fax = { pages: 1, bytes: 7, receivedAt: new Date(), caller: '3105550111', stationId: '', fault: '' };
  const listed = (): WaitingArrival[] => [...left].map((name) => ({ ...fax, name, called: called() }));
  return {
    left,
    list: async () => ({ kind: 'ok', value: listed() }),
    fetch: async () => ({ kind: 'ok', value: Buffer.from('pages 1') }),
    remove: async ({ name }) => {
      left.delete(name);
      return { kind: 'ok', value: undefined };
    },
  };
}

const room = { hasRoom: async () => true };

it('a line that does not answer holds up no other', async () => {
  let number = '';
  const answers: (() => void)[] = [];
  const silent: ArrivalSource = {
    ...lineWith(0, () => number),
    list: async () => {
      await new Promise<void>((resolve) => answers.push(resolve));
      return { kind: 'failed', reason: 'silent' };
    },
  };
  const works = lineWith(1, () => number);
  await startWith({ silent, works });
  ({ number } = await makeAccount(rig.database.db));
  const arriving = rig.sending.startArrivals(room);
  await until(
    async () => [answers.length, works.left.size],
    ([asked, left]) => asked === 1 && left === 0,
  );
  // The second round has gone past the line that still waits.
  works.left.add('fax9.tif');
  await until(
    async () => works.left.size,
    (left) => left === 0,
  );
  expect(answers).toHaveLength(1);
  for (const answer of answers) answer();
  await arriving.stop();
});

it('is told to stop: the fax in hand is taken in, the others stay with the line', async () => {
  let number = '';
  const line = lineWith(5, () => number);
  const stopped: Promise<void>[] = [];
  await startWith({
    line: {
      ...line,
      fetch: async (fax) => {
        stopped.push(arriving.stop());
        return await line.fetch(fax);
      },
    },
  });
  ({ number } = await makeAccount(rig.database.db));
  const arriving = rig.sending.startArrivals(room);
  await until(
    async () => stopped.length,
    (calls) => calls > 0,
  );
  await Promise.all(stopped);
  const faxes = await rig.database.db.selectFrom('inbound_call').select('result').execute();
  expect([faxes, line.left.size]).toEqual([[{ result: 'OK' }], 4]);
});

it('a line with a known fault is not written into the log at each try', async () => {
  await startWith({});
  const away: ArrivalSource = {
    ...lineWith(0, () => ''),
    list: async () => ({ kind: 'failed', reason: 'away' }),
  };
  const nothing = vi.fn<() => void>();
  const warn = vi.fn<() => void>();
  const log = { info: nothing, warn, error: nothing };
  const deps = { arrivals: rig.sending.arrivals, faultPoint: () => undefined, log };
  for (const fault of [null, 'away', 'away'])
    expect(await fetchArrivals(deps, { id: 1, name: 'fax1', fault }, away, async () => true)).toBe(0);
  expect(warn).toHaveBeenCalledOnce();
});

it('a folder of scripts that is on another machine is named once, and used as soon as it is there', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'f2e-hooks-'));
  const folder = join(parent, 'hooks');
  const said: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void said.push(line) });
  rig = await startSending({
    log,
    chooseLine: ({ pattern }) => ({ kind: 'ok', line: { ...simulatorLine(pattern), hooks: folder } }),
  });
  await rig.sending.lineAdmin.addLine({ kind: 'simulator', name: 'hooks' });
  const arriving = rig.sending.startArrivals(room);
  const named = () => said.filter((line) => line.includes('scripts'));
  await eventually(() => expect(named()).toHaveLength(1));
  await pause(4_500); // Two more rounds.
  expect(named()).toHaveLength(1);
  await mkdir(folder);
  await eventually(async () => expect(await readdir(folder)).toEqual(['answers']));
  await arriving.stop();
  await rm(parent, { recursive: true });
});
