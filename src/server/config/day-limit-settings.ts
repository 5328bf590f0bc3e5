import type { DayDefaults } from '#server/features/faxes/queue/day-limit.store.ts';
import { daysOrNever, setting, whole } from './setting-values.ts';

/** A daily limit. */
const ofDay = whole('faxes or pages', 999_999);

/** What an account may send in a day (A-SEND-18, A-SEND-19): rows of the settings table. */
export const dayLimits = {
  F2E_DAY_FAXES: setting(
    '2000',
    ofDay,
    'faxes an account may send in 24 hours; tried again, one counts once',
  ),
  F2E_DAY_PAGES: setting('10000', ofDay, 'pages an account may send in 24 hours'),
  F2E_DAY_PER_NUMBER: setting('50', ofDay, 'faxes an account may send to one number in 24 hours'),
  F2E_NEW_ACCOUNT_DAYS: setting(
    '7',
    daysOrNever,
    'days for which an account is new and may send less; 0: none is new',
  ),
  F2E_NEW_DAY_FAXES: setting('200', ofDay, 'faxes a new account may send in 24 hours'),
  F2E_NEW_DAY_PAGES: setting('1000', ofDay, 'pages a new account may send in 24 hours'),
  F2E_NEW_DAY_PER_NUMBER: setting('20', ofDay, 'faxes a new account may send to one number in 24 hours'),
} as const;

/** Returns the daily limits of accounts from the settings. */
export function dayLimitsOf(values: Record<keyof typeof dayLimits, number>): DayDefaults {
  return {
    usual: {
      calls: values.F2E_DAY_FAXES,
      pages: values.F2E_DAY_PAGES,
      perNumber: values.F2E_DAY_PER_NUMBER,
    },
    fresh: {
      calls: values.F2E_NEW_DAY_FAXES,
      pages: values.F2E_NEW_DAY_PAGES,
      perNumber: values.F2E_NEW_DAY_PER_NUMBER,
    },
    newDays: values.F2E_NEW_ACCOUNT_DAYS,
  };
}
