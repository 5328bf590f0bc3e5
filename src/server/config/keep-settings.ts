import { days, daysOrNever, setting } from './setting-values.ts';

/** How long the product keeps things: rows of the settings table. */
export const keepTimes = {
  F2E_KEEP_DELETED_DAYS: setting('30', days, 'a deleted fax is removed for good after so many days'),
  F2E_KEEP_CLOSED_DAYS: setting(
    '30',
    days,
    'faxes of a closed account go to the deleted ones after so many days',
  ),
  F2E_RETENTION_MIN_DAYS: setting(
    '7',
    days,
    'accounts may have faxes deleted after so many days in a folder, not sooner',
  ),
  F2E_RETENTION_MAX_DAYS: setting(
    '0',
    daysOrNever,
    'faxes of every account are deleted after so many days in a folder, where it has not chosen fewer, 1 to 99999; 0: never',
  ),
  F2E_KEEP_CALLS_DAYS: setting(
    '90',
    days,
    'the single calls of faxes are forgotten after so many days, of received ones their numbers; faxes and results stay',
  ),
  F2E_KEEP_AUDIT_DAYS: setting(
    '2192',
    days,
    'the audit log goes back so many days; HIPAA asks for six years',
  ),
  F2E_SCRUB_DAYS: setting(
    '30',
    daysOrNever,
    'every stored file is read and compared with its hash once in so many days; 0: never',
  ),
} as const;

/** The retention times as the product uses them. */
export interface KeepTimes {
  /** Days until data that is no longer needed is removed (spec settings 2). */
  keepDays: { deleted: number; closed: number; calls: number; audit: number };
  /** The range of days for which accounts may choose to keep their faxes; `most` null: no upper limit. */
  retention: { least: number; most: number | null };
}

export function keepTimesOf(values: Record<keyof typeof keepTimes, number>): KeepTimes {
  return {
    keepDays: {
      deleted: values.F2E_KEEP_DELETED_DAYS,
      closed: values.F2E_KEEP_CLOSED_DAYS,
      calls: values.F2E_KEEP_CALLS_DAYS,
      audit: values.F2E_KEEP_AUDIT_DAYS,
    },
    retention: {
      least: values.F2E_RETENTION_MIN_DAYS,
      most: values.F2E_RETENTION_MAX_DAYS || null,
    },
  };
}
