import type { DashboardRow } from '#contract/mailbox/dashboard.ts';
import { MAX_DIALS } from '#contract/kit/fax-state.ts';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import type { OutboxItem } from '#contract/faxes/queue.ts';
import { spokenName } from '#web/shared/faxes/spoken-name.ts';
import type { Resendable } from '#web/shared/faxes/use-resend.ts';

/** A fax of the outgoing table: in progress, given up, or with an unknown outcome. */
export type Outgoing = OutgoingBase &
  (
    | { kind: 'queued'; item: OutboxItem }
    | { kind: 'failed'; row: DashboardRow }
    | { kind: 'uncertain'; row: DashboardRow; confirmed: number }
  );

interface OutgoingBase {
  key: string;
  /** The formatted number; null if there is none. */
  number: string | null;
  /** The name of the person or company; empty if neither is known. */
  name: string;
  pages: number;
  date: string;
  dials: number;
}

/** Returns the rows: faxes in progress first, then those that need a decision. */
export function outgoingRows(queue: readonly OutboxItem[], failed: readonly DashboardRow[]): Outgoing[] {
  return [...queue.map(queuedRow), ...failed.map(failedRow)];
}

function queuedRow(item: OutboxItem): Outgoing {
  return {
    kind: 'queued',
    key: `job ${item.jobid}`,
    number: formatFaxNumber(item.to_faxnumber),
    name: spokenName(item.name ?? '', item.to_faxnumber) || (item.company ?? ''),
    pages: item.pages,
    date: item.date,
    dials: Math.min(item.dials, MAX_DIALS),
    item,
  };
}

function failedRow(row: DashboardRow): Outgoing {
  const base = {
    key: `fax ${row.fid}`,
    number: formatFaxNumber(row.sender),
    name: row.companyname || spokenName(row.name ?? '', row.sender),
    pages: row.pages,
    date: row.date,
    // A fax that was given up shows all attempts, even if a permanent error stopped it earlier (spec decisions 3.3).
    dials: MAX_DIALS,
    row,
  };
  return row.outcome === 'UNCERTAIN'
    ? { ...base, kind: 'uncertain', confirmed: row.confirmed ?? 0 }
    : { ...base, kind: 'failed' };
}

/** Returns the fax for the resend dialog; null for a fax in progress. */
export function resendable(item: Outgoing): Resendable | null {
  if (item.kind === 'queued') return null;
  const { number, name, date, row } = item;
  return { path: row.faxpath, number, name, date, uncertain: item.kind === 'uncertain' };
}
