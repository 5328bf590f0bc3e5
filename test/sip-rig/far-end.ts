import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { SipAgent } from '#engine/fax-line/sip/signaling/agent.ts';
import type { IncomingCall } from '#engine/fax-line/sip/signaling/agent.ts';
import { CallAnswerer } from '#engine/fax-line/sip/incoming.ts';
import { readSipSettings } from '#engine/fax-line/sip/settings.ts';
import type { SipSettings } from '#engine/fax-line/sip/settings.ts';
import { Spool } from '#engine/fax-line/sip/spool.ts';
import { Trunk } from '#engine/fax-line/sip/trunk.ts';
import type { CallWatch } from '#engine/fax-line/call-watch-port.ts';
import type { WaitingArrival } from '#engine/fax-line/port.ts';

/**
 * How many times faster than a telephone network the tests run; both ends are ours. A machine may then delay one of
 * them by over half a second before the other one's timers expire.
 */
export const SPEED = 10;

/** A fax machine behind a trunk; the last four digits of a number select how it answers, as in the simulator. */
export interface FarEnd {
  readonly trunk: string;
  readonly agent: SipAgent;
  /** Returns the next fax received in whole or in part. */
  next(): Promise<{ arrival: WaitingArrival; pages: Uint8Array }>;
  /** Returns the pages of every fax received for a number, in the order of the calls. */
  received(number: string): Promise<Uint8Array[]>;
  /** Sends a signal to the fax machines with calls in progress. */
  signal(name: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): Promise<void>;
  stop(): Promise<void>;
}

const REFUSALS: Readonly<Record<string, [number, string]>> = {
  '0199': [486, 'Busy Here'],
  '0198': [480, 'Temporarily Unavailable'],
  '0195': [404, 'Not Found'],
  '0193': [603, 'Decline'],
  '0192': [503, 'Service Unavailable'],
};

/** Starts a far end on a free port, with the options of a line. */
export async function startFarEnd(
  options = '',
  transport = '',
  own?: { cert: string; key: string },
  watch?: CallWatch,
): Promise<FarEnd> {
  const folder = await mkdtemp(join(tmpdir(), 'f2e-far-end-'));
  const settings = sipSettings({ trunk: 'sip:127.0.0.1', sipOptions: options });
  const trunk = new Trunk(settings);
  const spool = new Spool(folder);
  const agent = new SipAgent({
    host: '127.0.0.1',
    port: 0,
    address: '127.0.0.1',
    user: 'machine',
    allows: () => true,
    tls: { name: '127.0.0.1', verify: true, own },
    t1Ms: 50,
  });
  await agent.open();
  const waiting: (() => void)[] = [];
  let come = 0;
  const answerer = new CallAnswerer(
    { trunk, spool, agent, speed: SPEED },
    {
      answerFor: async () => ({ kind: 'answer', stationId: '+1 310 555 0142', watch }),
      failed: (reason) => process.stderr.write(`${reason}\n`),
      arrived: () => {
        come += 1;
        waiting.shift()?.();
      },
    },
  );
  const answer = agent.onCall;
  agent.onCall = (call) => refuseOr(call, answer);
  return {
    trunk: `sip:127.0.0.1:${agent.port}${transport}`,
    agent,
    next: async () => {
      if (come === 0) await new Promise<void>((resolve) => waiting.push(resolve));
      come -= 1;
      const listed = await spool.arrivals.list();
      const arrival = listed.kind === 'ok' ? listed.value[0] : undefined;
      if (!arrival) throw new Error('the call brought nothing');
      const pages = await spool.arrivals.fetch(arrival);
      await spool.arrivals.remove(arrival);
      if (pages.kind === 'failed') throw new Error(pages.reason);
      return { arrival, pages: pages.value };
    },
    received: async (number) => {
      const listed = await spool.arrivals.list();
      const all = listed.kind === 'ok' ? listed.value : [];
      const ours = all
        .filter(({ called }) => called === number)
        .toSorted((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime());
      return await Promise.all(
        ours.map(async (arrival) => {
          const pages = await spool.arrivals.fetch(arrival);
          if (pages.kind === 'failed') throw new Error(pages.reason);
          return pages.value;
        }),
      );
    },
    signal: async (name) => {
      for (const pid of await legsOf(folder)) process.kill(pid, name);
    },
    stop: async () => {
      agent.close();
      await answerer.stop();
      await rm(folder, { recursive: true });
    },
  };
}

function refuseOr(call: IncomingCall, answer: (call: IncomingCall) => void): void {
  const number = /^sip:[^@]*(\d{4})@/.exec(call.request.uri)?.[1] ?? '';
  const refusal = REFUSALS[number];
  if (refusal) return call.refuse(...refusal);
  // 0197 rings without an answer.
  if (number !== '0197') answer(call);
}

/** Returns the settings of a line from its configuration. */
export function sipSettings(config: object): SipSettings {
  const settings = readSipSettings(config);
  if (typeof settings === 'string') throw new Error(settings);
  return settings;
}

/** Returns the processes of the fax machines with calls in progress; the journal of each begins with its process id. */
async function legsOf(folder: string): Promise<number[]> {
  const names = await readdir(join(folder, 'in'));
  const journals = names.filter((name) => name.endsWith('.log'));
  const texts = await Promise.all(
    journals.map(async (name) => await readFile(join(folder, 'in', name), 'utf8')),
  );
  return texts
    .filter((text) => !text.includes('"ev":"end"'))
    .map((text) => Number(/"pid":(\d+)/.exec(text)?.[1] ?? 0));
}
