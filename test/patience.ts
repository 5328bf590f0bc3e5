import { vi } from 'vitest';

/** How long a wait may take before it counts as hanging, in milliseconds; suites on busy machines may raise it. */
export const HANG_MS = Number(process.env['HANG_MS'] ?? 240_000);

/** Waits until the check passes. No wait has its own limit: a busy machine is not a fault. */
export async function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return await vi.waitFor(check, { timeout: HANG_MS });
}
