import { hylafaxLine } from '#engine/fax-line/hylafax/hylafax.ts';
import { readHylafaxSettings } from '#engine/fax-line/hylafax/settings.ts';
import type { ChooseLine, FaxLine } from '#engine/fax-line/port.ts';

/** A line over a server of the rig. */
export function lineOver(url: string): FaxLine {
  const settings = readHylafaxSettings({ url });
  if (typeof settings === 'string') throw new Error(settings);
  return hylafaxLine('*', settings);
}

/** Chooses lines where all of them are HylaFAX lines. */
export const chooseHylafax: ChooseLine = ({ pattern, config }) => {
  const settings = readHylafaxSettings(config);
  if (typeof settings === 'string') return { kind: 'refused', reason: settings };
  return { kind: 'ok', line: hylafaxLine(pattern, settings) };
};
