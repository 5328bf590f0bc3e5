import { readFile } from 'node:fs/promises';

import type { LegEnd, LegEvent } from './media-leg.ts';
import { readLegEvent } from './media-leg.ts';

/** What a call has written down: durable before the far end is answered, and readable after any crash. */
export interface Journal {
  /** Pages that the far end confirmed, or that we did. */
  pages: number;
  negotiated?: Extract<LegEvent, { ev: 'negotiated' }>;
  /** The end of the document was announced: only its answer tells whether the last page arrived. */
  lastPageSent: boolean;
  end?: LegEnd;
  /** The leg still runs: it may not have closed its file yet. */
  alive: boolean;
}

/** Reads a journal; null when there is none. */
export async function readJournal(path: string): Promise<Journal | null> {
  const text = await readFile(path, 'utf8').catch(ifMissing);
  if (text === null) return null;
  const events = text.split('\n').flatMap((line) => readLegEvent(line) ?? []);
  const journal = journalOf(events);
  const ready = events.find((event) => event.ev === 'ready');
  return { ...journal, alive: ready !== undefined && (await isLeg(ready.pid)) };
}

/** The same from what was heard of a leg. */
export function journalOf(events: readonly LegEvent[]): Omit<Journal, 'alive'> {
  const negotiated = events.findLast((event) => event.ev === 'negotiated');
  const end = events.findLast((event) => event.ev === 'end');
  return {
    pages: events.reduce((most, event) => (event.ev === 'page' ? Math.max(most, event.pages) : most), 0),
    lastPageSent: events.some(({ ev }) => ev === 'last-page-sent'),
    ...(negotiated && { negotiated }),
    ...(end && { end }),
  };
}

/** Process numbers are used again: the name has to fit too. */
async function isLeg(pid: number): Promise<boolean> {
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(ifMissing);
  return name?.trim() === 'faxleg';
}

function ifMissing(error: NodeJS.ErrnoException): null {
  // A process that ends while its name is read answers ESRCH.
  if (error.code === 'ENOENT' || error.code === 'ESRCH') return null;
  throw error;
}
