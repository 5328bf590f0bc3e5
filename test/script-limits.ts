/** Scripts of a page, compressed, in kB, before it can be used: what a phone on a slow line waits for. */
export const SCRIPT_LIMITS = { '/login': 180, '/inbox': 230 } as const;
