import { logEvent } from '../../log/engine-events.ts';
import { faultNotes } from '../fault-notes.ts';
import type { LineKind } from '../kind-port.ts';
import type { FaxLine } from '../port.ts';
import type { CarrierLineParts } from './carrier-line.ts';

/**
 * How a kind opens its lines when they are lines of a carrier: its configuration read, the way out and the address of
 * the webhook given to the adapter. Refuses with the sentence of `readSettings`, and where there is no way out.
 */
export function opensCarrier<Settings extends object>(
  readSettings: (given: unknown) => Settings | string,
  lineOf: (pattern: string, parts: CarrierLineParts<Settings>) => FaxLine,
): LineKind['open'] {
  return (line, world) => {
    const settings = readSettings(line.config);
    if (typeof settings === 'string') return { kind: 'refused', reason: settings };
    if (!world) return { kind: 'refused', reason: 'Lines of carriers cannot be used here.' };
    const lookFailed = faultNotes((reason) =>
      logEvent(world.log, 'line.look-failed', { line: line.name, reason }),
    );
    const parts = { settings, guard: world.guard, webhookUrl: world.webhookUrl(line), lookFailed };
    return { kind: 'ok', line: lineOf(line.pattern, parts) };
  };
}
