import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import type { Chance } from '#test/chance.ts';
import { faxPages } from '#test/fax-rig/fax-pages.ts';
import { mailSource, meetSmtp } from '#test/smtp-person.ts';

import { logIn } from '../faults/send-product.ts';
import { OTHER_SENDER, RECEIVER, SENDER } from './installation.ts';
import type { Installation } from './installation.ts';

/** Between two sends of one sender, two mails and two arrivals: two cores have to convert and deliver all of them. */
const [SEND_REST_MS, MAIL_REST_MS, ARRIVAL_REST_MS] = [700, 2_500, 2_500];

/** Before something that was not acknowledged is tried again, by a person, a mail server or a carrier. */
const AGAIN_MS = 300;

/** Nothing may stay unacknowledged for longer once all trouble is over. */
const PATIENCE_MS = 90_000;

/** What a send or a notice may be answered under trouble; 0 is a broken connection. 401: the clock has ended a session. */
const EXPECTED = new Set([0, 200, 401, 503]);

/** What was asked for and acknowledged in one round. */
export interface Promised {
  /** Jobs of acknowledged sends. */
  jobs: number[];
  /** Message-IDs of mails that were taken, each a fax to the receiver. */
  mails: string[];
  /** Faxes that the carrier has announced, with 200 in the end. */
  arrivals: number;
  /** Answers that no trouble excuses. */
  strange: string[];
}

/** Sends, mails and lets faxes arrive until `stop`, which resolves when everything was acknowledged. */
export function startLoad(rig: Installation, chance: Chance): { promised: Promised; stop(): Promise<void> } {
  const promised: Promised = { jobs: [], mails: [], arrivals: 0, strange: [] };
  const over = new AbortController();
  let deadline = Number.POSITIVE_INFINITY;
  /** Repeats a try until it is acknowledged. */
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

/** A number of its own for each fax that leaves the house: what the lines count is then what became of this one. */
function destination(chance: Chance, sender: number, n: number): string {
  const unique = String(1_000_000 + sender * 500_000 + n);
  const outside = `${chance.pick(['310', '415'])}5${unique.slice(1)}`;
  return chance.pick([RECEIVER, outside]);
}

/** Mostly a page, sometimes a document whose conversion takes seconds. */
function letter(chance: Chance, n: number): string {
  const lines = chance.pick([5, 20, 60, 1_500]);
  return Array.from({ length: lines }, (_, line) => `Line ${line} of letter ${n}.`).join('\n');
}

/** Somebody with an account, who logs in again when told to. */
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

/** A fax that a carrier has for us: it repeats its notice until it is answered with 200. */
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
