import type { FollowedFax } from '#contract/faxes/queue.ts';

/** An unfinished fax, as far as its actions need to know it. */
export type ActiveJob = Pick<
  FollowedFax,
  'jobid' | 'to_faxnumber' | 'state' | 'cancelling' | 'held' | 'send_at' | 'outside_window'
>;

/** Which actions a fax allows at the moment; the server has the last word. */
export function allowedOn({ state, cancelling, held }: ActiveJob) {
  const later = state === 'SCHEDULED';
  const waits = later || state === 'QUEUED' || state === 'CONVERTING' || state === 'WAITING';
  return {
    sendNow: (later || state === 'WAITING') && !held,
    editTime: later && !held,
    editNumber: waits && !held,
    cancel: (waits || state === 'SENDING') && !cancelling,
  };
}
