import { count, days, setting } from './setting-values.ts';

/** How long the product keeps things: rows of the table of settings. */
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
    count,
    'faxes of every account are deleted after so many days in a folder, where it has not chosen fewer; 0: never',
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
} as const;

/** The same, as the product uses it. */
export interface KeepTimes {
  /** Days until what is no longer needed goes (spec settings 2). */
  keepDays: { deleted: number; closed: number; calls: number; audit: number };
  /** Days that accounts may choose to keep their faxes for; `most` null: as long as they like. */
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
