import type { FollowedFax } from '#contract/faxes/queue.ts';

/** The properties of an unfinished fax that its actions need. */
export type ActiveJob = Pick<
  FollowedFax,
  'jobid' | 'to_faxnumber' | 'state' | 'cancelling' | 'held' | 'send_at' | 'outside_window'
>;

/** Returns the actions that a fax currently allows; the server decides. */
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
