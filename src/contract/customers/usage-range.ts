/**
 * The longest range of one export in days (spec http-api 8.11). Kept apart because printing faxes needs these limits
 * without the usage calls.
 */
export const MAX_RANGE_DAYS = 366;

/**
 * Why usage is not shown (spec http-api 8.11): the form explains the first, and shows 'Something Went Wrong' otherwise.
 */
export const usageErrors = { DATE_ORDER: 412, RANGE_TOO_LONG: 400 } as const;
