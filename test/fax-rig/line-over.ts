import { FOLLOW_TIMES } from '#engine/fax-line/hylafax/follow-call.ts';
import { hylafaxLine } from '#engine/fax-line/hylafax/hylafax.ts';
import { readHylafaxSettings } from '#engine/fax-line/hylafax/settings.ts';
import type { ChooseLine, FaxLine } from '#engine/fax-line/port.ts';

/**
 * How long a call may make no progress, in milliseconds: tests' pages take seconds, and a server notices a lost call
 * within two minutes, so such a call never ends.
 */
const STILL_MS = 4 * 60_000;

/** Returns a line over a server of the rig. */
export function lineOver(url: string): FaxLine {
  const settings = readHylafaxSettings({ url });
  if (typeof settings === 'string') throw new Error(settings);
  return hylafaxLine('*', settings, { ...FOLLOW_TIMES, stillMs: STILL_MS });
}

/** Opens lines in an installation that has only HylaFAX lines. */
export const chooseHylafax: ChooseLine = ({ pattern, config }) => {
  const settings = readHylafaxSettings(config);
  if (typeof settings === 'string') return { kind: 'refused', reason: settings };
  return { kind: 'ok', line: hylafaxLine(pattern, settings) };
};
