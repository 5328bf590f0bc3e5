import type { Session } from './session.ts';

/** A job as listed by the server. */
export interface ListedJob {
  id: string;
  /** One letter: T is put aside, W waits, B is blocked, P and S wait for a time, R runs, D is done, F has failed. */
  state: string;
  /** Pages confirmed by the far end, and all pages of the job. */
  confirmed: number;
  pages: number;
  /** How many calls were placed. */
  calls: number;
  /** Our own ID of the call (JOBINFO). */
  callRef: string;
  /** Result text of the last call; the part after “;” only says that the server gave up. */
  text: string;
}

/** Free text comes last, so that no character in it can break the other fields. */
const FORMAT = '%j|%a|%P|%d|%J|%s';
const LISTED = /^(\d+)\|(.)\| *(\d+): *(\d+) *\| *(\d+)\|([^|]*)\|(.*)$/;

/** Lists a queue of the server: jobs in progress, or ended jobs. */
export async function listJobs(session: Session, queue: 'sendq' | 'doneq'): Promise<ListedJob[]> {
  await session.must(`JOBFMT "${FORMAT}"`);
  return (await session.list(queue)).flatMap((line) => parseJob(line) ?? []);
}

/** Parses one line of the listing; returns undefined for any other line. */
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
