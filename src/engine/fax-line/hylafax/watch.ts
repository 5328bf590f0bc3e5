import { setTimeout as pause } from 'node:timers/promises';

import { HylafaxError } from './connection.ts';
import { listJobs } from './jobs.ts';
import type { ListedJob } from './jobs.ts';
import { Session } from './session.ts';
import type { HylafaxSettings } from './settings.ts';

/** What a poll of the server found about a call. */
export type Sighting =
  | { kind: 'under-way'; job: ListedJob }
  | { kind: 'ended'; job: ListedJob }
  | { kind: 'unknown' }
  | { kind: 'unreachable'; reason: string };

/** One response of the server serves all calls of the line that query within this time. */
const SHARED_MS = 400;

/** A query whose response is shared by everybody who asks soon after. */
class Shared<T> {
  readonly #ask: () => Promise<T>;
  #asked: { at: number; answer: Promise<T> } | undefined;

  constructor(ask: () => Promise<T>) {
    this.#ask = ask;
  }

  async get(): Promise<T> {
    if (!this.#asked || performance.now() - this.#asked.at > SHARED_MS) {
      const answer = this.#ask();
      this.#asked = { at: performance.now(), answer };
      answer.catch(() => (this.#asked = undefined));
    }
    return await this.#asked.answer;
  }
}

/** Looks for calls in the queues of one server. Polling is authoritative, whatever else may wake us. */
export class Watcher {
  readonly #settings: HylafaxSettings;
  readonly #underWay = new Shared(
    async () => await this.#with(async (session) => await listJobs(session, 'sendq')),
  );
  readonly #idleModem = new Shared(async () => await this.#with(anyIsIdle));

  constructor(settings: HylafaxSettings) {
    this.#settings = settings;
  }

  /** Finds a call by our own ID. */
  async find(callRef: string): Promise<Sighting> {
    try {
      const job = named(await this.#underWay.get(), callRef);
      if (job && !'DF'.includes(job.state)) return { kind: 'under-way', job };
      return await this.#findEnded(callRef);
    } catch (error) {
      if (!(error instanceof HylafaxError)) throw error;
      return { kind: 'unreachable', reason: error.message };
    }
  }

  /** Ends a job; one that the server no longer has is not an error. */
  async kill(id: string): Promise<void> {
    await this.#with(async (session) => await session.send(`JKILL ${id}`));
  }

  /**
   * Makes the scheduler consider a waiting job. If the job begins at this very moment, the server puts it aside after
   * its call: it is left there, because resubmitting it would place a second call.
   */
  async handInAgain({ id, state }: ListedJob): Promise<void> {
    if (state !== 'T') {
      const { code } = await this.#with(async (session) => await session.send(`JSUSP ${id}`));
      if (code !== 200) return;
    }
    // Uses a new connection: on the same one, hfaxd may report the state from before the call.
    await this.#with(async (session) => {
      const job = (await listJobs(session, 'sendq')).find((listed) => listed.id === id);
      if (job?.state === 'T' && job.calls === 0) await session.send(`JSUBM ${id}`);
    });
  }

  /** Whether a modem is idle. */
  async hasIdleModem(): Promise<boolean> {
    return await this.#idleModem.get();
  }

  /**
   * Looks for an ended call. A job may move from one queue to the other between two polls, so the first queue is read
   * again if the second has nothing. The end is always read over a new connection: hfaxd cannot distinguish changes
   * within one second.
   */
  async #findEnded(callRef: string): Promise<Sighting> {
    return await this.#with(async (session) => {
      const ended = named(await listJobs(session, 'doneq'), callRef);
      if (ended) return { kind: 'ended', job: ended };
      const job = named(await listJobs(session, 'sendq'), callRef);
      if (job) return { kind: 'under-way', job };
      const late = named(await listJobs(session, 'doneq'), callRef);
      return late ? { kind: 'ended', job: late } : { kind: 'unknown' };
    });
  }

  async #with<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const session = await Session.open(this.#settings);
    try {
      return await work(session);
    } finally {
      session.close();
    }
  }
}

async function anyIsIdle(session: Session): Promise<boolean> {
  await session.must('MDMFMT "%m|%s"');
  return (await session.list('status')).some((line) => line.endsWith('|Running and idle'));
}

/** Returns the job with our ID of the call. */
function named(jobs: ListedJob[], callRef: string): ListedJob | undefined {
  return jobs.find((job) => job.callRef === callRef);
}

/** Waits; returns true if the signal ended the wait early. */
export async function waits(ms: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return true;
  await pause(ms, undefined, { signal }).catch(() => undefined); // The return value reports an early end.
  return signal.aborted;
}
