/**
 * Every kind of background job. A new job needs a line here and a definition in its feature's `<f>.jobs.ts`; startup
 * fails if the two differ, because a job without a definition would stay in its queue forever.
 */
export const JOB_NAMES = [
  'forget-expired',
  'erase-traces',
  'move-old-faxes',
  'name-faxes',
  'purge-deleted-faxes',
  'remove-files',
  'collect-orphan-files',
  'sweep-unrouted',
  'describe-faxes',
  'scrub-files',
  'fetch-carried-fax',
  'forget-carrier-reports',
  'sweep-drafts',
  'mail-fax-copies',
  'drop-mailed-faxes',
  'clear-closed-accounts',
  'roll-up-usage',
  'roll-up-figures',
  'count-stored-bytes',
  'deliver-mail',
  'forget-old-mail',
  'watch-mail',
  'answer-mailed-fax',
  'answer-forgotten-password',
  'forget-old-tokens',
  'forget-old-audit',
  'back-up',
  'check-sender-domains',
  'ask-known-senders',
  'forget-old-events',
  'tell-of-expiring-keys',
  'apply-rules',
  'settle-arrival',
  'read-faxes',
] as const;

/** The name of a registered job. */
export type JobName = (typeof JOB_NAMES)[number];

/** Throws an error that names every job that is missing, unknown or defined twice. */
export function requireAllJobs(defined: readonly string[], registered: readonly string[] = JOB_NAMES): void {
  const faults = [
    ...registered.filter((name) => !defined.includes(name)).map((name) => `${name} has no definition`),
    ...defined
      .filter((name) => !registered.includes(name))
      .map((name) => `${name} is not in the list of engine/jobs/registry.ts`),
    ...defined
      .filter((name, index) => defined.indexOf(name) !== index)
      .map((name) => `${name} is defined twice`),
  ];
  if (faults.length > 0) throw new Error(`The background jobs do not fit together: ${faults.join('; ')}.`);
}
