/** Replaces src/engine/secrets/password-cost.ts: otherwise thousands of logins would take minutes of a run. */
export const COST = { memory: 64, passes: 1, parallelism: 1 } as const;
