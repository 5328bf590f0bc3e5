import { expect, it } from 'vitest';

import { leavesCall } from '../port.ts';
import { followCall } from './follow-call.ts';
import type { ListedJob } from './jobs.ts';
import { Watcher } from './watch.ts';
import type { Sighting } from './watch.ts';

const JOB: ListedJob = { id: '7', state: 'W', confirmed: 0, pages: 1, calls: 0, callRef: 'ours', text: '' };
const TIMES = { lookMs: 1, awayMs: 60_000, beginMs: 60_000, forgottenMs: 60_000, wakeMs: 2 };
const SETTINGS = { user: '', password: '', adminPassword: '', modem: '', did: '', hooks: '' };

/** A server whose scheduler has forgotten the job until it is handed in again. */
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
  });
  await expect.poll(() => server.looks).toBeGreaterThan(20);
  expect(server.handedIn).toEqual([]);
  server.idle = true;
  expect(await followed).toEqual({ kind: 'delivered', pages: 1 });
  expect(server.handedIn).toEqual(['7']);
});
