import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';

import { z } from 'zod';

import { FAXLEG, openLegProcess } from './leg-process.ts';
import type { LegOptions } from './leg-process.ts';
import type { AudioMedia, SecureAudio, T38Media } from './signaling/sdp.ts';

const link = { pages: z.number(), rate: z.number(), ecm: z.boolean(), stationId: z.string() };

/** The events of a leg, as written to stdout and its journal (leg/events.h). */
const legEvent = z.discriminatedUnion('ev', [
  z.object({
    ev: z.literal('ready'),
    audio: z.number(),
    t38: z.number(),
    pid: z.number(),
    /** An engine built by an older version does not support encryption. */
    srtp: z.boolean().default(false),
  }),
  z.object({ ev: z.literal('media'), media: z.enum(['t38', 'audio']) }),
  z.object({ ev: z.literal('negotiated'), rate: z.number(), ecm: z.boolean(), stationId: z.string() }),
  z.object({
    ev: z.literal('frame'),
    in: z.boolean(),
    name: z.string(),
    hex: z.string(),
    at: z.number(),
  }),
  z.object({
    ev: z.literal('data'),
    in: z.boolean(),
    frames: z.number(),
    bytes: z.number(),
    at: z.number(),
  }),
  z.object({ ev: z.literal('page'), pages: z.number() }),
  z.object({ ev: z.literal('last-page-sent') }),
  z.object({ ev: z.literal('refused') }),
  z.object({
    ev: z.literal('quality'),
    received: z.number(),
    missed: z.number(),
    repaired: z.number(),
    longest: z.number(),
    barSeconds: z.number(),
    bars: z.array(z.number()),
  }),
  z.object({ ev: z.literal('end'), code: z.number(), text: z.string(), media: z.string(), ...link }),
]);
export type LegEvent = z.infer<typeof legEvent>;
export type LegEnd = Extract<LegEvent, { ev: 'end' }>;

/** Exit status of the program if it has no file to send or receive: it then prints its usage (leg/main.c). */
const USAGE = 2;

/** Whether the program exists and finds its libraries. */
export async function engineRuns(program = FAXLEG): Promise<boolean> {
  const child = spawn(program, [], { stdio: 'ignore', env: {} });
  return await new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === USAGE));
  });
}

/** Parses a line of a leg or of its journal; returns null for one that a crash cut off. */
export function readLegEvent(line: string): LegEvent | null {
  try {
    const read = legEvent.safeParse(JSON.parse(line));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

/** The fax of one call, in its own process. */
export interface MediaLeg {
  readonly audioPort: number;
  readonly t38Port: number;
  /** Resolves when the fax has ended, even by a crash. */
  readonly end: Promise<LegEnd>;
  /** Resolves when the process has exited and its files are closed. */
  readonly gone: Promise<void>;
  audio(to: AudioMedia): void;
  /** Starts encrypted audio: our key encrypts what we send, theirs decrypts what we receive. */
  secureAudio(to: SecureAudio, key: string): void;
  t38(to: T38Media): void;
  stop(): void;
  /** Tells the leg that the far end has hung up. */
  hungUp(): void;
}

const CRASHED: LegEnd = {
  ev: 'end',
  code: -1,
  text: 'The fax engine ended without a word',
  media: 'none',
  pages: 0,
  rate: 0,
  ecm: false,
  stationId: '',
};

/** Why a leg could not start, by exit status (leg/main.c). */
const NOT_READY: Readonly<Record<number, string>> = {
  3: 'the journal of a call cannot be written',
  4: 'no media port is free: each call takes two, see ports=',
};

/** Time limit for a leg's start: it opens two sockets and its journal, so a longer start means that the disk hangs. */
const READY_MS = 15_000;

/** Overrides for tests. */
interface LegStart {
  program?: string;
  readyMs?: number;
}

/** Starts a leg; rejects if it cannot run here. `heard` receives all its events. */
export async function startLeg(
  options: LegOptions,
  heard: (event: LegEvent) => void,
  { program = FAXLEG, readyMs = READY_MS }: LegStart = {},
): Promise<MediaLeg> {
  const { child, stdin, stdout } = await openLegProcess(program, options);
  // A leg that has ended accepts no more commands.
  stdin.on('error', () => undefined);
  const say = (command: string): void => void stdin.write(`${command}\n`);
  let confirmed = 0;
  const ready = Promise.withResolvers<Extract<LegEvent, { ev: 'ready' }>>();
  const end = Promise.withResolvers<LegEnd>();
  const gone = Promise.withResolvers<void>();
  const lines = createInterface({ input: stdout });
  lines.on('line', (line) => {
    const event = readLegEvent(line);
    if (!event) return;
    if (event.ev === 'ready') ready.resolve(event);
    if (event.ev === 'page') confirmed = event.pages;
    heard(event);
    if (event.ev === 'end') end.resolve(event);
  });
  child.once('close', (code) => {
    ready.reject(new Error(NOT_READY[code ?? 0] ?? `the fax engine cannot run (${FAXLEG})`));
    gone.resolve();
  });
  lines.once('close', () => {
    end.resolve({ ...CRASHED, pages: confirmed });
  });
  const late = setTimeout(() => {
    child.kill('SIGKILL');
    ready.reject(new Error('the fax engine does not begin'));
  }, readyMs);
  const { audio, t38, srtp } = await ready.promise.finally(() => clearTimeout(late));
  if (options.secure === true && !srtp) refuse(stdin);
  return {
    audioPort: audio,
    t38Port: t38,
    end: end.promise,
    gone: gone.promise,
    audio: ({ address, port, codec }) => say(`audio ${address} ${port} ${codec}`),
    secureAudio: ({ address, port, codec, crypto }, key) =>
      say(`audio ${address} ${port} ${codec} ${key} ${crypto.key}`),
    t38: ({ address, port, maxRate, maxDatagram, repair }) =>
      say(`t38 ${address} ${port} ${maxRate} ${maxDatagram} ${repair}`),
    stop: () => say('stop'),
    hungUp: () => say('hung-up'),
  };
}

/** Ends the leg by closing its standard input, and throws. */
function refuse(stdin: Writable): never {
  stdin.end();
  throw new Error('the fax engine cannot encrypt: run “node scripts/setup.mjs --sip”');
}
