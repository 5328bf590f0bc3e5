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
 * «Null or missing DIALSTRING»: the server has read the job from its file again, where none of its parameters are yet. It
 * does so when the file seems newer than its own clock, which is up to 10 ms behind in kernels that date files finely
 * (Linux 6.13 and later): when a job is made as a second begins. The job is made anew this often.
 */
const TRIES = 3;
const CLOCKS_AGREE_MS = 50;

/** A T.30 station identification has twenty signs (T.30 5.3.6.2.5). */
const STATION_ID = 20;

/** How long the server itself may hold a job (days, hours, minutes): our own queue decides long before. */
const LIFETIME = '000300';

/** The connection broke while the server was told to begin: whether it has the job, only it knows. */
export class LostSubmission extends HylafaxError {}

/** The submissions of one process: one after the other over one connection, because side by side they lose each other. */
export class Submitter {
  readonly #settings: HylafaxSettings;
  #session: Session | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(settings: HylafaxSettings) {
    this.#settings = settings;
  }

  /**
   * Gives the job to the server; false when the call is not ours to place any more. Throws HylafaxError when the server
   * surely has it not, LostSubmission when nobody knows.
   */
  async submit(submission: Submission): Promise<boolean> {
    this.#waiting += 1;
    const turn = this.#last.then(async () => await this.#submit(submission));
    this.#last = turn.catch(() => undefined); // Its own caller hears of it.
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

  /** The answer of the server; null when nothing was said, because the call is not ours any more. */
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
      // The server removes a job that was not submitted when the connection ends. After JDELE it still does, from memory that
      // the next job of the connection lies in by then: that one would be lost (hfaxd 6.0.7, blankJobs).
      if (!taken) session.close();
    }
  }

  /** A connection that nobody uses would keep a command from ending, and the server from going down. */
  #closeWhenIdle(): void {
    this.#waiting -= 1;
    if (this.#waiting > 0) return;
    this.#session?.close();
    this.#session = undefined;
  }
}

/** Null when the call is not ours any more: then nothing was said. */
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

/** Everything is said, so that no default of a server changes how we send: one call, no cover, our own header. */
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

/** North American numbers are dialled with their trunk prefix unless the line says otherwise; only digits ever reach a modem. */
function dialString({ tenDigits }: HylafaxSettings, to: string): string {
  const digits = to.replaceAll(/\D/g, '');
  return digits.length === 10 && !tenDigits ? `1${digits}` : digits;
}

function printable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]|["\\]/g, ' ').trim();
}
