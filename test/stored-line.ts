import type { StoredLine } from '#server/features/faxes/lines/lines.store.ts';

let lines = 0;

/** Returns a line as stored in the database: a simulator that reaches every number and is on. */
export function storedLine(name: string, change: Partial<StoredLine> = {}): StoredLine {
  lines += 1;
  return {
    id: lines,
    name,
    kind: 'simulator',
    pattern: '*',
    priority: 100,
    price: null,
    channels: 2,
    hours: '',
    config: {},
    state: 'on',
    fault: null,
    restUntil: null,
    rested: false,
    busy: 0,
    ...change,
  };
}
