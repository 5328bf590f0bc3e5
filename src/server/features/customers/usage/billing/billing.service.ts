export { readAccountMonths, readBillingEvents, readMonthUsage } from './billing.store.ts';
