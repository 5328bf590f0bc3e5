/** Places where a test may kill the process, if F2E_FAULT names them; otherwise they do nothing. */
export type FaultName =
  | 'before_commit'
  | 'after_commit_before_reply'
  | 'before_dial'
  | 'before_hand_over'
  | 'after_delivery_before_commit'
  | 'after_store_before_commit'
  | 'after_split_stored'
  | 'before_split_commit'
  | 'after_arrival_before_remove'
  | 'before_notice_commit'
  | 'after_drop_before_commit'
  | 'after_mail_taken'
  | 'after_webhook_before_commit';

/** A function that is called at each place with the place's name. */
export type FaultPoint = (name: FaultName) => void;

/**
 * Returns a function that kills this process, as a crash would, at the places that F2E_FAULT names; in production it
 * names none.
 */
export function createFaultPoint(named: string): FaultPoint {
  const names = new Set(named.split(','));
  return (name) => {
    if (names.has(name)) process.kill(process.pid, 'SIGKILL');
  };
}
