/**
 * Cost of one hash: 19 MiB and two passes use up a guesser's GPU memory and take us 59 ms (OWASP's first choice). Most
 * tests log in with test/quick-passwords.ts instead (vitest.config.ts).
 */
export const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const;
