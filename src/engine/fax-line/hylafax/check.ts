import type { LineHealth } from '../port.ts';
import { HylafaxError } from './connection.ts';
import { Session } from './session.ts';
import type { HylafaxSettings } from './settings.ts';

/** What hfaxd says of a modem that can be used: it waits for calls, or it has one. */
const USABLE = /running and idle|sending|receiving|answering|initializing|listening/i;

/** What it says of one after its call, until it has set it up again; of one that is switched off it says the same for ever. */
const BETWEEN_CALLS = /waiting for modem to come/i;

/** Looks whether server, scheduler and modems are ready, and says in a sentence what is not. */
export async function checkServer(settings: HylafaxSettings): Promise<LineHealth> {
  const { host, port } = settings;
  try {
    const session = await Session.open(settings, settings.adminPassword !== '');
    try {
      // Not more: a modem's room for messages (%r) makes some servers hang up.
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
    // A class of modems is a name too, and is not listed.
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
