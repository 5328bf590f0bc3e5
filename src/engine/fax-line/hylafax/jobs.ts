import type { Session } from './session.ts';

/** A job as the server lists it. */
export interface ListedJob {
  id: string;
  /** One letter: T is put aside, W waits, B is blocked, P and S wait for a time, R runs, D is done, F has failed. */
  state: string;
  /** Pages that the far end has confirmed, and all of the job. */
  confirmed: number;
  pages: number;
  /** Calls that were placed. */
  calls: number;
  /** Our own name of the call (JOBINFO). */
  callRef: string;
  /** Result text of the last call; its part after «;» only says that the server gave up. */
  text: string;
}

/** Free text comes last: whatever signs it has, the other fields stand. */
const FORMAT = '%j|%a|%P|%d|%J|%s';
const LISTED = /^(\d+)\|(.)\| *(\d+): *(\d+) *\| *(\d+)\|([^|]*)\|(.*)$/;

/** Lists a queue of the server: what is under way, or what has ended. */
export async function listJobs(session: Session, queue: 'sendq' | 'doneq'): Promise<ListedJob[]> {
  await session.must(`JOBFMT "${FORMAT}"`);
  return (await session.list(queue)).flatMap((line) => parseJob(line) ?? []);
}

/** Reads one line of the listing; undefined for what is none. */
export function parseJob(line: string): ListedJob | undefined {
  const [, id = '', state = '', confirmed, pages, calls, callRef = '', text = ''] = LISTED.exec(line) ?? [];
  if (id === '') return undefined;
  return {
    id,
    state,
    confirmed: Number(confirmed),
    pages: Number(pages),
    calls: Number(calls),
    callRef,
    text: text.trim(),
  };
}
