import { describe, expect, it, vi } from 'vitest';

import { leavesCall } from '../port.ts';
import { followCall } from './follow-call.ts';
import type { ListedJob } from './jobs.ts';
import { Watcher } from './watch.ts';
import type { Sighting } from './watch.ts';

const JOB: ListedJob = { id: '7', state: 'W', confirmed: 0, pages: 1, calls: 0, callRef: 'ours', text: '' };
const LONG = 60_000;
const TIMES = {
  lookMs: 1,
  awayMs: LONG,
  beginMs: LONG,
  forgottenMs: LONG,
  wakeMs: 2,
  stillMs: LONG,
  endMs: LONG,
  settleMs: LONG,
};
const SETTINGS = { user: '', password: '', adminPassword: '', modem: '', did: '', hooks: '' };

/** A server whose scheduler forgets the job until it is resubmitted. */
class ForgetfulServer extends Watcher {
  readonly handedIn: string[] = [];
  looks = 0;
  idle = true;

  constructor() {
    super({ ...SETTINGS, host: '127.0.0.1', port: 1, tenDigits: false });
  }

  override async find(): Promise<Sighting> {
    this.looks += 1;
    return this.handedIn.length === 0
      ? { kind: 'under-way', job: JOB }
      : { kind: 'ended', job: { ...JOB, state: 'D', calls: 1 } };
  }

  override async hasIdleModem(): Promise<boolean> {
    return this.idle;
  }

  override async handInAgain({ id }: ListedJob): Promise<void> {
    this.handedIn.push(id);
  }
}

it('hands a job in again that waits beside an idle modem, and leaves it alone while all are busy', async () => {
  const server = new ForgetfulServer();
  server.idle = false;
  const call = { callRef: 'ours', pages: 1, onPage: () => undefined };
  const followed = followCall(server, call, new AbortController().signal, {
    times: TIMES,
    leaves: leavesCall,
    known: true,
  });
  await expect.poll(() => server.looks).toBeGreaterThan(20);
  expect(server.handedIn).toEqual([]);
  server.idle = true;
  expect(await followed).toEqual({ kind: 'delivered', pages: 1 });
  expect(server.handedIn).toEqual(['7']);
});

it('takes a mistake of ours for no server that went away', async () => {
  const server = new ForgetfulServer();
  const mistake = new TypeError('undefined is not a function');
  server.handInAgain = async () => await Promise.reject(mistake);
  const options = { times: TIMES, leaves: leavesCall, known: true };
  const call = { callRef: 'ours', pages: 1, onPage: () => undefined };
  await expect(followCall(server, call, new AbortController().signal, options)).rejects.toBe(mistake);
});

it('tells of every page in order, also where several came over between two looks', async () => {
  const job = { ...JOB, state: 'R', pages: 5, calls: 1 };
  const sightings: Sighting[] = [
    { kind: 'under-way', job: { ...job, confirmed: 1 } },
    { kind: 'under-way', job: { ...job, confirmed: 3 } },
    { kind: 'ended', job: { ...job, state: 'D' } },
  ];
  const server = new Watcher({ ...SETTINGS, host: '127.0.0.1', port: 1, tenDigits: false });
  server.find = async () => sightings.shift() ?? { kind: 'unknown' };
  const told: number[] = [];
  const call = { callRef: 'ours', pages: 5, onPage: (page: number) => told.push(page) };
  const options = { times: TIMES, leaves: leavesCall, known: true };
  expect(await followCall(server, call, new AbortController().signal, options)).toMatchObject({
    kind: 'delivered',
  });
  expect(told).toEqual([1, 2, 3, 4, 5]);
});

/** A server whose call transfers one page and then stalls. */
class StuckServer extends Watcher {
  readonly killed: string[] = [];

  readonly #obeys: boolean;

  constructor(obeys: boolean) {
    super({ ...SETTINGS, host: '127.0.0.1', port: 1, tenDigits: false });
    this.#obeys = obeys;
  }

  override async find(): Promise<Sighting> {
    const job = { ...JOB, confirmed: 1, pages: 3, calls: 1 };
    if (!this.#obeys || this.killed.length === 0) return { kind: 'under-way', job: { ...job, state: 'R' } };
    return { kind: 'ended', job: { ...job, state: 'F', text: 'Job aborted by request' } };
  }

  override async kill(id: string): Promise<void> {
    this.killed.push(id);
  }
}

const follow = async (server: StuckServer) =>
  await followCall(
    server,
    { callRef: 'ours', pages: 3, onPage: () => undefined },
    new AbortController().signal,
    { times: { ...TIMES, stillMs: 20, endMs: 20 }, leaves: leavesCall, known: true },
  );

describe('a call in which nothing happens any more', () => {
  it('is taken back from the server, and is a fault of the line', async () => {
    const server = new StuckServer(true);
    const ended = { kind: 'retry', reason: 'LINE_FAULT', pagesConfirmed: 1 };
    expect(await follow(server)).toMatchObject(ended);
    expect(server.killed).toEqual(['7']);
  });

  it('is uncertain where the server does not end it either', async () => {
    const server = new StuckServer(false);
    expect(await follow(server)).toMatchObject({ kind: 'uncertain', pagesConfirmed: 1 });
    expect(server.killed).toEqual(['7']);
  });
});

/** A server that could not set up its modem and has put the job aside until told to abort it. */
class PatientServer extends Watcher {
  readonly killed: string[] = [];

  constructor() {
    super({ ...SETTINGS, host: '127.0.0.1', port: 1, tenDigits: false });
  }

  override async find(): Promise<Sighting> {
    const job = { ...JOB, text: 'Can not setup modem' };
    return this.killed.length === 0
      ? { kind: 'under-way', job: { ...job, state: 'S' } }
      : { kind: 'ended', job: { ...job, state: 'F' } };
  }

  override async hasIdleModem(): Promise<boolean> {
    return false;
  }

  override async kill(id: string): Promise<void> {
    this.killed.push(id);
  }
}

it('takes a job back that the server has put aside before any call, also while no modem is idle', async () => {
  const server = new PatientServer();
  const call = { callRef: 'ours', pages: 1, onPage: () => undefined };
  const times = { ...TIMES, forgottenMs: 5 };
  const signal = new AbortController().signal;
  const followed = await followCall(server, call, signal, { times, leaves: leavesCall, known: true });
  expect(followed).toMatchObject({ kind: 'retry', reason: 'LINE_FAULT', pagesConfirmed: 0 });
  expect(server.killed).toEqual(['7']);
});

it('ends with a job that the server has put aside after its call, as with one that waits to be dialed again', async () => {
  for (const state of ['P', 'S', 'T']) {
    const killed: string[] = [];
    const server = new ForgetfulServer();
    server.find = async () => ({
      kind: 'under-way',
      job: { ...JOB, state, pages: 7, calls: 1, confirmed: 2, text: 'Job interrupted by user' },
    });
    server.kill = async (id) => void killed.push(id);
    const call = { callRef: 'ours', pages: 7, onPage: () => undefined };
    const options = { times: TIMES, leaves: leavesCall, known: true };
    expect(await followCall(server, call, new AbortController().signal, options)).toMatchObject({
      kind: 'retry',
      reason: 'DROPPED',
      pagesConfirmed: 2,
    });
    expect([killed, server.handedIn]).toEqual([['7'], []]);
  }
});

/** A server whose lists sometimes omit the job. */
class PatchyServer extends Watcher {
  readonly #sightings: Sighting['kind'][];

  constructor(sightings: Sighting['kind'][]) {
    super({ ...SETTINGS, host: '127.0.0.1', port: 1, tenDigits: false });
    this.#sightings = sightings;
  }

  override async find(): Promise<Sighting> {
    const kind = this.#sightings.shift() ?? 'unknown';
    if (kind === 'under-way') return { kind, job: { ...JOB, state: 'R' } };
    if (kind === 'ended') return { kind, job: { ...JOB, state: 'D', calls: 1 } };
    return kind === 'unknown' ? { kind } : { kind, reason: 'away' };
  }
}

const followPatchy = async (known: boolean, settleMs: number, ...sightings: Sighting['kind'][]) => {
  const call = { callRef: 'ours', pages: 1, onPage: () => undefined };
  const options = { times: { ...TIMES, settleMs }, leaves: leavesCall, known };
  return await followCall(new PatchyServer(sightings), call, new AbortController().signal, options);
};

describe('a job that is not in the lists', () => {
  const delivered = { kind: 'delivered', pages: 1 };

  it('is looked for again, once the server has taken it or was seen to have it', async () => {
    expect(await followPatchy(true, LONG, 'unknown', 'unknown', 'ended')).toEqual(delivered);
    expect(await followPatchy(false, LONG, 'under-way', 'unknown', 'unknown', 'under-way', 'ended')).toEqual(
      delivered,
    );
  });

  it('is lost when it stays out of them, or was never taken', async () => {
    expect(await followPatchy(true, 30)).toEqual({ kind: 'unknown' });
    expect(await followPatchy(false, LONG)).toEqual({ kind: 'unknown' });
  });
});

it('a clock that is set neither ends a call nor wakes the server for it', async () => {
  const job = { ...JOB, state: 'R', calls: 1 };
  const sightings: Sighting[] = [
    { kind: 'under-way', job },
    { kind: 'under-way', job },
    { kind: 'unreachable', reason: 'away' },
    { kind: 'ended', job: { ...job, state: 'D' } },
  ];
  const server = new Watcher({ ...SETTINGS, host: '127.0.0.1', port: 1, tenDigits: false });
  let day = Date.now();
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => (day += 86_400_000));
  server.find = async () => sightings.shift() ?? { kind: 'unknown' };
  const killed = vi.spyOn(server, 'kill').mockResolvedValue(undefined);
  const call = { callRef: 'ours', pages: 1, onPage: () => undefined };
  const options = { times: TIMES, leaves: leavesCall, known: true };
  const followed = await followCall(server, call, new AbortController().signal, options);
  clock.mockRestore();
  expect(followed).toEqual({ kind: 'delivered', pages: 1 });
  expect(killed).not.toHaveBeenCalled();
});
