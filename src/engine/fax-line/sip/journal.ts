import { readFile } from 'node:fs/promises';

import type { LegEnd, LegEvent } from './media-leg.ts';
import { readLegEvent } from './media-leg.ts';

/** A call's journal: written durably before the far end gets its response, and readable after any crash. */
export interface Journal {
  /** Pages that the far end confirmed, or that we confirmed. */
  pages: number;
  negotiated?: Extract<LegEvent, { ev: 'negotiated' }>;
  /** Whether the end of the document was announced: only the response tells whether the last page arrived. */
  lastPageSent: boolean;
  end?: LegEnd;
  /** Whether the leg is still running: it may not have closed its file yet. */
  alive: boolean;
}

/** Reads a journal; returns null if there is none. */
export async function readJournal(path: string): Promise<Journal | null> {
  const text = await readFile(path, 'utf8').catch(ifMissing);
  if (text === null) return null;
  const events = text.split('\n').flatMap((line) => readLegEvent(line) ?? []);
  const journal = journalOf(events);
  const ready = events.find((event) => event.ev === 'ready');
  return { ...journal, alive: ready !== undefined && (await isLeg(ready.pid)) };
}

/** Builds the same from the events of a leg. */
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

/** Whether the process is a leg. Process IDs are reused, so the name has to match too. */
async function isLeg(pid: number): Promise<boolean> {
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(ifMissing);
  return name?.trim() === 'faxleg';
}

function ifMissing(error: NodeJS.ErrnoException): null {
  // Reading the name of a process that is just ending fails with ESRCH.
  if (error.code === 'ENOENT' || error.code === 'ESRCH') return null;
  throw error;
}
