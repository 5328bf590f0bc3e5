import { setTimeout as pause } from 'node:timers/promises';

import type { OutgoingCall } from '../port.ts';
import { HylafaxError } from './connection.ts';
import type { Reply } from './connection.ts';
import { Session } from './session.ts';
import type { HylafaxSettings } from './settings.ts';

/** One call for the server to place. */
export interface Submission {
  callRef: string;
  to: string;
  stationId: string;
  resolution?: 'standard' | undefined;
  tiff: Uint8Array;
  handOver: OutgoingCall['handOver'];
}

/**
 * How often a job is created again after “Null or missing DIALSTRING”: the server has reread the job from its file,
 * which has none of its parameters yet. It does so if the file seems newer than its own clock, which is up to 10 ms
 * behind on kernels with fine-grained file times (Linux 6.13 and later): when a job is created just as a second begins.
 */
const TRIES = 3;
const CLOCKS_AGREE_MS = 50;

/** A T.30 station identification has twenty characters (T.30 5.3.6.2.5). */
const STATION_ID = 20;

/** How long the server itself may hold a job (days, hours, minutes): our own queue decides long before. */
const LIFETIME = '000300';

/** Thrown if the connection broke while the server was told to begin: only the server can tell if it has the job. */
export class LostSubmission extends HylafaxError {}

/** Submits the jobs of one process, one after another over one connection, because the server loses concurrent ones. */
export class Submitter {
  readonly #settings: HylafaxSettings;
  #session: Session | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(settings: HylafaxSettings) {
    this.#settings = settings;
  }

  /**
   * Submits the job to the server; returns false if the call is no longer ours to place. Throws HylafaxError if the
   * server certainly does not have it, LostSubmission if that is unknown.
   */
  async submit(submission: Submission): Promise<boolean> {
    this.#waiting += 1;
    const turn = this.#last.then(async () => await this.#submit(submission));
    this.#last = turn.catch(() => undefined); // Its own caller handles the error.
    return await turn;
  }

  async #submit(submission: Submission): Promise<boolean> {
    try {
      for (let attempt = 1; ; attempt += 1) {
        const submitted = await this.#makeJob(submission);
        if (!submitted) return false;
        if (submitted.code === 200) return true;
        if (submitted.code !== 504 || attempt === TRIES)
          throw new HylafaxError(`the server does not take the job: ${submitted.text}`, submitted.code);
        await pause(CLOCKS_AGREE_MS);
      }
    } finally {
      this.#closeWhenIdle();
    }
  }

  /**
   * Creates and submits one job; returns the server's reply, or null if it was not submitted because the call is no
   * longer ours.
   */
  async #makeJob(submission: Submission): Promise<Reply | null> {
    const session = (this.#session = this.#session?.usable
      ? this.#session
      : await Session.open(this.#settings));
    let taken = false;
    try {
      const document = await session.store(submission.tiff);
      const { text } = await session.must('JNEW');
      if (!/jobid: \d+/.test(text)) throw new HylafaxError('the server does not name its new job');
      await session.mustAll(parameters(this.#settings, submission, document));
      const submitted = await begin(session, submission);
      taken = submitted?.code === 200;
      return submitted;
    } finally {
      // When the connection ends, the server removes a job that was not submitted. After JDELE it does so too, from
      // memory that the connection's next job occupies by then: that job would be lost (hfaxd 6.0.7, blankJobs).
      if (!taken) session.close();
    }
  }

  /** Closes an unused connection, which would keep a command from ending and the server from shutting down. */
  #closeWhenIdle(): void {
    this.#waiting -= 1;
    if (this.#waiting > 0) return;
    this.#session?.close();
    this.#session = undefined;
  }
}

/** Submits the job; returns null if the call is no longer ours, in which case nothing was sent. */
async function begin(session: Session, { handOver }: Submission): Promise<Reply | null> {
  const sent: { reply?: Promise<Reply> } = {};
  await handOver(() => (sent.reply = session.send('JSUBM')));
  try {
    return (await sent.reply) ?? null;
  } catch (error) {
    if (!(error instanceof HylafaxError)) throw error;
    throw new LostSubmission(error.message);
  }
}

/** Sets every parameter, so that no default of a server changes how we send: one call, no cover, our own header. */
function parameters(
  settings: HylafaxSettings,
  { callRef, to, stationId, resolution }: Submission,
  document: string,
): string[] {
  return [
    'FROMUSER "f2e"',
    `LASTTIME ${LIFETIME}`,
    'MAXDIALS 1',
    'MAXTRIES 1',
    'NOTIFY none',
    'USETAGLINE NO',
    `VRES ${resolution === 'standard' ? 98 : 196}`,
    'PAGEWIDTH 209',
    'PAGELENGTH 296',
    'PAGECHOP none',
    ...(settings.modem ? [`MODEM ${settings.modem}`] : []),
    `DIALSTRING "${dialString(settings, to)}"`,
    `EXTERNAL "${to}"`,
    `JOBINFO "${callRef}"`,
    `TSI "${printable(stationId).slice(0, STATION_ID)}"`,
    `DOCUMENT ${document}`,
  ].map((parameter) => `JPARM ${parameter}`);
}

/** North American numbers get their trunk prefix unless the line says otherwise; only digits ever reach a modem. */
function dialString({ tenDigits }: HylafaxSettings, to: string): string {
  const digits = to.replaceAll(/\D/g, '');
  return digits.length === 10 && !tenDigits ? `1${digits}` : digits;
}

function printable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]|["\\]/g, ' ').trim();
}
