import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import type { Chance } from '#test/chance.ts';
import { faxPages } from '#test/fax-rig/fax-pages.ts';
import { mailSource, meetSmtp } from '#test/smtp-person.ts';

import { logIn } from '../faults/send-product.ts';
import { OTHER_SENDER, RECEIVER, SENDER } from './installation.ts';
import type { Installation } from './installation.ts';

/**
 * Pauses between two sends of one sender, two mails and two arrivals: two cores must convert and deliver all of them.
 */
const [SEND_REST_MS, MAIL_REST_MS, ARRIVAL_REST_MS] = [700, 2_500, 2_500];

/** Pause before a person, a mail server or a carrier retries something that was not acknowledged. */
const AGAIN_MS = 300;

/** How long something may stay unacknowledged after all faults are over. */
const PATIENCE_MS = 90_000;

/**
 * Statuses that a send or a notice may get during faults; 0 is a broken connection. 401: the clock has ended a session.
 */
const EXPECTED = new Set([0, 200, 401, 503]);

/** What was acknowledged in one round. */
export interface Promised {
  /** Jobs of acknowledged sends. */
  jobs: number[];
  /** Message-IDs of accepted mails, each of which is a fax to the receiver. */
  mails: string[];
  /** Number of faxes that the carrier announced and that finally got 200. */
  arrivals: number;
  /** Responses that no fault explains. */
  strange: string[];
}

/** Sends, mails and lets faxes arrive until `stop`, which resolves when everything is acknowledged. */
export function startLoad(rig: Installation, chance: Chance): { promised: Promised; stop(): Promise<void> } {
  const promised: Promised = { jobs: [], mails: [], arrivals: 0, strange: [] };
  const over = new AbortController();
  let deadline = Number.POSITIVE_INFINITY;
  /** Repeats an attempt until it is acknowledged. */
  const acknowledged = async <T>(
    what: string,
    attempt: () => Promise<T | undefined>,
  ): Promise<T | undefined> => {
    for (;;) {
      const answer = await attempt().catch(() => undefined);
      if (answer !== undefined) return answer;
      if (Date.now() > deadline) {
        promised.strange.push(`${what} is not acknowledged`);
        return undefined;
      }
      await pause(AGAIN_MS);
    }
  };
  const loop = async (restMs: number, once: (n: number) => Promise<void>): Promise<void> => {
    for (let n = 0; !over.signal.aborted; n += 1) {
      await once(n);
      await pause(restMs, undefined, { signal: over.signal }).catch(() => undefined);
    }
  };
  const running = [
    ...[SENDER, OTHER_SENDER].map(async (from, at) => {
      const sender = new Sender(rig, from, promised);
      const own = chance.fork(`send ${at}`);
      await loop(SEND_REST_MS, async (n) => {
        const [to, text, key] = [destination(own, at, n), letter(own, n), randomUUID()];
        const jobs = await acknowledged(`a send to ${to}`, async () => await sender.send(to, text, key));
        promised.jobs.push(...(jobs ?? []));
      });
    }),
    loop(MAIL_REST_MS, async (n) => {
      const id = `${chance.seed}-${n}@customer.test`;
      if (await acknowledged(`the mail ${id}`, async () => await mail(rig, id))) promised.mails.push(id);
    }),
    loop(ARRIVAL_REST_MS, async (n) => {
      if (await acknowledged(`arrival ${n}`, announcing(rig, n, promised))) promised.arrivals += 1;
    }),
  ];
  return {
    promised,
    stop: async () => {
      over.abort();
      deadline = Date.now() + PATIENCE_MS;
      await Promise.all(running);
    },
  };
}

/** Returns a unique number for each fax to the outside, so that the calls of the lines can be matched with faxes. */
function destination(chance: Chance, sender: number, n: number): string {
  const unique = String(1_000_000 + sender * 500_000 + n);
  const outside = `${chance.pick(['310', '415'])}5${unique.slice(1)}`;
  return chance.pick([RECEIVER, outside]);
}

/** Returns mostly one page, sometimes a document whose conversion takes seconds. */
function letter(chance: Chance, n: number): string {
  const lines = chance.pick([5, 20, 60, 1_500]);
  return Array.from({ length: lines }, (_, line) => `Line ${line} of letter ${n}.`).join('\n');
}

/** A person with an account, who logs in again on request. */
class Sender {
  readonly #rig: Installation;
  readonly #number: string;
  readonly #promised: Promised;
  #session: Awaited<ReturnType<typeof logIn>> | undefined;

  constructor(rig: Installation, number: string, promised: Promised) {
    this.#rig = rig;
    this.#number = number;
    this.#promised = promised;
  }

  async send(to: string, text: string, key: string): Promise<number[] | undefined> {
    this.#session ??= await logIn(this.#rig, this.#number);
    const { status, jobs } = await this.#session.sendTo(this.#rig, to, text, key);
    if (status === 401) this.#session = undefined;
    if (!EXPECTED.has(status)) this.#promised.strange.push(`a send was answered with ${status}`);
    return status === 200 ? jobs : undefined;
  }
}

async function mail({ smtpPort }: Installation, messageId: string): Promise<true | undefined> {
  const from = `owner-${SENDER}@example.com`;
  const files = [{ name: 'a.txt', bytes: messageId }];
  const source = mailSource({ from, messageId, text: 'kept', files });
  const client = await meetSmtp(smtpPort);
  try {
    return (
      (await client.mail({ from, to: [`${RECEIVER}@localhost`], source })).startsWith('250') || undefined
    );
  } finally {
    client.close();
  }
}

/** Returns an attempt of a carrier to announce a fax: it repeats its notice until it gets 200. */
function announcing(rig: Installation, n: number, promised: Promised): () => Promise<true | undefined> {
  const pages = Buffer.from(faxPages(1 + (n % 2)));
  const notice = rig.carrier.receive('+13105550111', `+1${RECEIVER}`, pages, { type: '' });
  return async () => {
    const url = `${rig.baseURL}/api/lines/carrier/telnyx`;
    const { status } = await fetch(url, { method: 'POST', ...notice });
    if (!EXPECTED.has(status)) promised.strange.push(`a carrier's notice was answered with ${status}`);
    return status === 200 || undefined;
  };
}
