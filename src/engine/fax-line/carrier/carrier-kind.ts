import { logEvent } from '../../log/engine-events.ts';
import { faultNotes } from '../fault-notes.ts';
import type { LineKind } from '../kind-port.ts';
import type { FaxLine } from '../port.ts';
import type { CarrierLineParts } from './carrier-line.ts';

/**
 * Returns the `open` function of a carrier's kind of line: it reads the configuration and passes the outbound guard and
 * the webhook address to the adapter. Refuses with the message from `readSettings`, or if there is no guard.
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
