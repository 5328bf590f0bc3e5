import type { ConsoleFrame } from '#contract/faxes/line-calls.admin.ts';
import type { TracedFrame } from '#engine/fax-line/call-watch-port.ts';
import { readFrame } from './t30-frame.ts';

/**
 * Returns the frames of a call with what they mean; for page data, also which page it is and whether it is a repeat.
 */
export function frameList(frames: readonly TracedFrame[]): ConsoleFrame[] {
  let page = 1;
  let sent = false;
  let last = '';
  return frames.map((traced) => {
    const { at, out, name, hex } = traced;
    if (name === 'FCD') {
      const again = sent;
      sent = true;
      return { at, out, name, hex, page, again, frames: traced.frames ?? 0, bytes: traced.bytes ?? 0 };
    }
    const { damaged, next, ...facts } = readFrame(name, hex);
    if (next !== undefined) last = next;
    const base = { at, out, name, hex, ...facts, ...(next !== undefined && { next }) };
    if (name === 'MPS' || name === 'EOP' || name === 'EOM') last = name;
    if (name === 'MCF' && last !== '') {
      const confirmed = { ...base, page };
      // Within a page, the same frame confirms its blocks (A.4.4).
      if (last !== 'NULL') page += 1;
      sent = false;
      last = '';
      return confirmed;
    }
    return damaged === undefined ? base : { ...base, damaged: rangesOf(damaged) };
  });
}

/** Lists numbers in order, with runs joined: 3, 41–43. */
function rangesOf(numbers: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run && run[1] === number - 1) run[1] = number;
    else runs.push([number, number]);
  }
  return runs.map(([from, to]) => (from === to ? String(from) : `${from}–${to}`)).join(', ');
}
