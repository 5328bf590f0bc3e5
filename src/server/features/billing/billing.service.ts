export { readAccountMonths, readBillingEvents, readMonthUsage } from './billing.store.ts';
export type { BillingEvent, MonthUsage } from './billing.store.ts';
