import type { OutboxItem } from '#contract/faxes/queue.ts';
import { place } from './inbox-for-test.tsx';

/** A fax of the Outbox that waits for its next call. For tests only. */
export const item = (jobid: string, change: Partial<OutboxItem> = {}): OutboxItem => ({
  fid: jobid,
  jobid,
  to_faxnumber: '3105550111',
  dials: 1,
  pages: 2,
  date: '2026-11-20T19:10:00-05:00',
  state: 'WAITING',
  faxpath: 'path-of-the-fax-7',
  ...change,
});

/** The texts of the rows of the Outbox. */
export const rows = () =>
  [...place().querySelectorAll('table.t tbody tr:not(.outbox-group)')].map((row) => row.textContent);
