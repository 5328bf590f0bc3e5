/**
 * Cost of one hash: 19 MiB and two passes take a guesser's card memory, and us 59 ms (OWASP's first choice). Most tests
 * log in with test/quick-passwords.ts in its place (vitest.config.ts).
 */
export const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const;
