import type { OutboundGuard } from '#engine/outbound-guard/port.ts';

import { hylafaxLine } from './hylafax/hylafax.ts';
import { readHylafaxSettings } from './hylafax/settings.ts';
import type { ChosenLine, LineSettings } from './port.ts';
import { simulatorLine } from './simulator.ts';
import type { SimulatorTimes } from './simulator.ts';
import { readTelnyxSettings } from './telnyx/settings.ts';
import { telnyxLine } from './telnyx/telnyx.ts';

/** What lines need of the installation around them. */
export interface LineWorld {
  /** The way out to carriers. */
  guard: OutboundGuard;
  /** Where the carrier of a line reaches us. */
  webhookUrl(name: string): string;
  simulatorTimes?: SimulatorTimes;
}

/**
 * Makes the adapter that a line's kind names; a new carrier is one folder and one case here. Lines of carriers need the
 * world around them; modems of one's own and the simulator don't.
 */
export function chooseLine(settings: LineSettings, world?: LineWorld): ChosenLine {
  const { kind, name, pattern, config } = settings;
  switch (kind) {
    case 'simulator':
      return { kind: 'ok', line: simulatorLine(pattern, world?.simulatorTimes) };
    case 'hylafax': {
      const read = readHylafaxSettings(config);
      if (typeof read === 'string') return { kind: 'refused', reason: read };
      return { kind: 'ok', line: hylafaxLine(pattern, read) };
    }
    case 'telnyx': {
      const read = readTelnyxSettings(config);
      if (typeof read === 'string') return { kind: 'refused', reason: read };
      if (!world) return { kind: 'refused', reason: 'Lines of carriers cannot be used here.' };
      const parts = { settings: read, guard: world.guard, webhookUrl: world.webhookUrl(name) };
      return { kind: 'ok', line: telnyxLine(pattern, parts) };
    }
    default:
      return { kind: 'refused', reason: `This version has no lines of the kind “${kind}”.` };
  }
}
