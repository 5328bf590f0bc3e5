import type { DayDefaults } from './features/outbox/day-limit.store.ts';
import type { SettingValues } from './settings.ts';

/** What accounts may send in a day, as the environment says it. */
export function dayLimitsOf(values: SettingValues): DayDefaults {
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
