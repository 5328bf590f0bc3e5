import type { LineHealth } from '../port.ts';
import { HylafaxError } from './connection.ts';
import { Session } from './session.ts';
import type { HylafaxSettings } from './settings.ts';

/** hfaxd's states of a usable modem: it waits for calls, or has one. */
const USABLE = /running and idle|sending|receiving|answering|initializing|listening/i;

/** The state of a modem between a call and its next setup; a modem that is switched off stays in it forever. */
const BETWEEN_CALLS = /waiting for modem to come/i;

/** Checks whether server, scheduler and modems are ready; says in a sentence what is not. */
export async function checkServer(settings: HylafaxSettings): Promise<LineHealth> {
  const { host, port } = settings;
  try {
    const session = await Session.open(settings, settings.adminPassword !== '');
    try {
      // No more fields: a modem's free space (%r) makes some servers hang up.
      await session.must('MDMFMT "%m|%s"');
      return judge(settings, await session.list('status'));
    } finally {
      session.close();
    }
  } catch (error) {
    if (!(error instanceof HylafaxError)) throw error;
    if (error.code === 530) return bad(`The HylaFAX server ${host}:${port} refuses our user or password.`);
    return bad(`The HylaFAX server ${host}:${port} cannot be used: ${error.message}.`);
  }
}

function judge({ host, port, modem }: HylafaxSettings, listing: string[]): LineHealth {
  const scheduler = listing.find((line) => line.startsWith('HylaFAX scheduler'));
  if (!scheduler?.endsWith('Running')) return bad(`The scheduler of ${host}:${port} (faxq) does not run.`);
  const modems = listing.flatMap((line) => {
    const [name = '', state] = line.split('|');
    return state === undefined ? [] : [{ name, state }];
  });
  const wanted = modems.filter(({ name }) => modem === '' || name === modem);
  if (wanted.length === 0) {
    // A modem class is a valid name too, but is not listed.
    if (modem !== '' && modems.some(({ state }) => USABLE.test(state))) return { ok: true };
    return bad(`The server ${host}:${port} has no modem${modem && ` named ${modem}`}.`);
  }
  if (wanted.some(({ state }) => USABLE.test(state))) return { ok: true };
  const states = wanted.map(({ name, state }) => `${name} ${state}`).join(', ');
  const passing = wanted.some(({ state }) => BETWEEN_CALLS.test(state));
  return { ...bad(`No modem of ${host}:${port} is ready: ${states}.`), passing };
}

function bad(reason: string): LineHealth & { ok: false } {
  return { ok: false, reason };
}
