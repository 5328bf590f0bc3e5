/** Stands in for src/engine/secrets/password-cost.ts: thousands of logins would otherwise take minutes of a run. */
export const COST = { memory: 64, passes: 1, parallelism: 1 } as const;
