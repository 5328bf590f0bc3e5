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

/** Dependencies of a SIP line. */
export interface SipParts {
  settings: SipSettings;
  /** Folder for journals and received faxes. */
  folder: string;
  /** Called for each received fax in the folder that cannot be read. */
  unreadable?: (reason: string) => void;
  /** Speed factor of the clocks of its calls; tests in which both ends are ours run faster. */
  speed?: number;
  t1Ms?: number;
  /** Name servers; tests use their own. */
  names?: Names;
}

/** A trunk that does not respond within this time cannot be used for a call. */
const PING_MS = 8_000;

interface Line {
  trunk: Trunk;
  spool: Spool;
  parts: SipParts;
  /** Places calls; any number of processes may have one. */
  caller?: Promise<SipAgent>;
  /** Only in the process that answers. */
  registration?: Registration | undefined;
}

/** Creates a line over a SIP trunk: T.38 and G.711, without a fax server (RFC 3261, ITU-T T.38). */
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

/** Returns the agent for outgoing calls. It uses any free port; the trunk responds to it. */
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
  // Read again at each start of the process and each change of the line, because certificates are renewed.
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
  // The allowed addresses must be known before it listens.
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
  // An unavailable trunk is retried; meanwhile the line's check reports it.
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

/** Whether a server of the trunk responds; from now on, those that did not are tried after the others. */
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

/** Pings the trunk (OPTIONS): any response is a sign of life. */
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
