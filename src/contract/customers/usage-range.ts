/** The longest range of one export (spec http-api 8.11). Faxes that are printed need these limits without the calls of usage. */
export const MAX_RANGE_DAYS = 366;

/** Why usage is not shown (spec http-api 8.11): the form says the first, or else 'Something Went Wrong'. */
export const usageErrors = { DATE_ORDER: 412, RANGE_TOO_LONG: 400 } as const;
