/**
 * Maximum compressed size of the scripts, in kB, that a page loads before it is usable; phones on slow lines wait for
 * them.
 */
export const SCRIPT_LIMITS = { '/login': 180, '/inbox': 230 } as const;
