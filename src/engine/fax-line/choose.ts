import type { ChosenLine, LineSettings } from './port.ts';
import { simulatorLine } from './simulator.ts';
import type { SimulatorTimes } from './simulator.ts';

/** Makes the adapter that a line's kind names; a new carrier is one file and one case here. */
export function chooseLine(settings: LineSettings, simulatorTimes?: SimulatorTimes): ChosenLine {
  switch (settings.kind) {
    case 'simulator':
      return { kind: 'ok', line: simulatorLine(settings.pattern, simulatorTimes) };
    default:
      return { kind: 'refused', reason: `This version has no lines of the kind “${settings.kind}”.` };
  }
}
