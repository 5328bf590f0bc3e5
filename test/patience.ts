import { vi } from 'vitest';

/** Ends only what hangs; each suite may say how long its machine may be busy. */
export const HANG_MS = Number(process.env['HANG_MS'] ?? 240_000);

/** Waits until the check passes. No wait has a limit of its own: a busy machine is no fault. */
export async function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return await vi.waitFor(check, { timeout: HANG_MS });
}
