import { readFile } from 'node:fs/promises';

import type { Answering } from '../answering-port.ts';
import { matchesPattern } from '../pattern.ts';
import type { FaxLine, LineHealth } from '../port.ts';
import { SipAgent } from './signaling/agent.ts';
import { sipUri } from './signaling/dialog.ts';
import { CallAnswerer } from './incoming.ts';
import { engineRuns } from './media-leg.ts';
import { adoptCall, placeCall } from './outgoing.ts';
import { Registration } from './registration.ts';
import type { SipSettings } from './settings.ts';
import type { SipPeer } from './signaling/uri.ts';
import { Spool } from './spool.ts';
import type { Names } from './targets.ts';
import { Trunk } from './trunk.ts';

/** What a SIP line is made of. */
export interface SipParts {
  settings: SipSettings;
  /** Where it keeps journals and received faxes. */
  folder: string;
  /** Hears of each received fax in the folder that cannot be read. */
  unreadable?: (reason: string) => void;
  /** Of the clocks of its calls; tests in which both ends are ours run faster. */
  speed?: number;
  t1Ms?: number;
  /** Name servers; tests have their own. */
  names?: Names;
}

/** A trunk that is silent for so long is no use for a call. */
const PING_MS = 8_000;

interface Line {
  trunk: Trunk;
  spool: Spool;
  parts: SipParts;
  /** Places calls; any number of processes have one. */
  caller?: Promise<SipAgent>;
  /** Of the process that answers. */
  registration?: Registration | undefined;
}

/** Faxes over a SIP trunk: T.38 and G.711, without a fax server (RFC 3261, ITU-T T.38). */
export function sipLine(pattern: string, parts: SipParts): FaxLine {
  const { settings, folder, unreadable, speed = 1, names } = parts;
  const line: Line = { parts, trunk: new Trunk(settings, names), spool: new Spool(folder, unreadable) };
  const { trunk, spool } = line;
  return {
    telephone: true,
    tells: true,
    knownHere: true,
    reaches: (number) => matchesPattern(pattern, number),
    send: async (call, signal) =>
      await placeCall({ trunk, spool, speed, agent: async () => await callerOf(line) }, call, signal),
    adopt: async (call, signal) => await adoptCall(spool, call, signal),
    check: async () => await check(line),
    ...(settings.listen && {
      arrivals: spool.arrivals,
      answer: async (how) => await answerCalls(line, settings.listen ?? { host: '0.0.0.0', port: 0 }, how),
    }),
  };
}

/** Calls go out from any port; the trunk answers to it. */
async function callerOf(line: Line): Promise<SipAgent> {
  const { listen } = line.trunk.settings;
  line.caller ??= openAgent(line, { host: listen?.host ?? '0.0.0.0', port: 0 });
  try {
    return await line.caller;
  } catch (error) {
    delete line.caller;
    throw error;
  }
}

async function openAgent({ trunk, parts }: Line, at: { host: string; port: number }): Promise<SipAgent> {
  const { credentials, verify, certificate } = trunk.settings;
  // Read anew with each start of the process and each change of the line: certificates are renewed.
  const own = certificate && {
    cert: await readFile(certificate.cert, 'utf8'),
    key: await readFile(certificate.key, 'utf8'),
  };
  const agent = new SipAgent({
    ...at,
    address: await trunk.ownAddress(),
    user: credentials?.user ?? 'fax',
    credentials,
    allows: (host) => trunk.allows(host),
    tls: { name: trunk.settings.trunk.host, verify, own },
    t1Ms: parts.t1Ms,
  });
  // Whom it listens to is known before it listens.
  await trunk.peer();
  return await agent.open();
}

async function answerCalls(
  line: Line,
  listen: { host: string; port: number },
  how: Answering,
): Promise<{ stop(): Promise<void> }> {
  const { trunk, spool, parts } = line;
  const agent = await openAgent(line, listen);
  const answerer = new CallAnswerer({ trunk, spool, agent, speed: parts.speed ?? 1 }, how);
  const registration = trunk.settings.register ? new Registration(agent, trunk) : undefined;
  line.registration = registration;
  // A trunk that is away is asked again; meanwhile the line's check says so.
  void registration?.register();
  return {
    stop: async () => {
      line.registration = undefined;
      await registration?.stop();
      await answerer.stop();
      agent.close();
    },
  };
}

/** Whether a server of the trunk answers; those before it in the order are asked after it from now on. */
async function anyAnswers(trunk: Trunk, ask: (peer: SipPeer) => Promise<unknown>): Promise<boolean> {
  const answers = await Promise.all(
    (await trunk.targets.inOrder()).map(async (peer) => {
      const answered = Boolean(await ask(peer));
      if (!answered) trunk.targets.failed(peer);
      return answered;
    }),
  );
  return answers.includes(true);
}

/** Asks the trunk for a sign of life (OPTIONS): any answer is one. */
async function check(line: Line): Promise<LineHealth> {
  if (!(await engineRuns()))
    return {
      ok: false,
      reason: 'The fax engine does not run here: run “node scripts/setup.mjs --sip” as root.',
    };
  const { trunk, registration } = line;
  try {
    const agent = await callerOf(line);
    const target = sipUri('', trunk.settings.domain);
    if (
      !(await anyAnswers(
        trunk,
        async (peer) => await agent.askOnce('OPTIONS', target, peer, { withinMs: PING_MS }),
      ))
    )
      return { ok: false, reason: `The trunk ${trunk.settings.trunk.host} does not answer.` };
  } catch (error) {
    return { ok: false, reason: `The trunk cannot be reached: ${String(error)}.`, passing: true };
  }
  return registration && registration.fault !== ''
    ? { ok: false, reason: registration.fault, passing: true }
    : { ok: true };
}
