import type { LineKind, LineWorld } from './kind-port.ts';
import { LINE_KINDS } from './kinds.ts';
import type { ChosenLine, LineSettings } from './port.ts';

/** Creates the adapter for a line's kind. */
export function chooseLine(
  settings: LineSettings,
  world?: LineWorld,
  kinds: readonly LineKind[] = LINE_KINDS,
): ChosenLine {
  const known = kinds.find(({ kind }) => kind === settings.kind);
  if (!known) return { kind: 'refused', reason: `This version has no lines of the kind “${settings.kind}”.` };
  return known.open(settings, world);
}
