import { z } from 'zod';

import type { Config } from '#server/config/config.ts';

/** Time limit for an answer: usually immediate, but a busy machine takes longer. */
const PATIENCE_MS = 5_000;

const readiness = z.object({
  converters: z.object({
    sandbox: z.enum(['ok', 'unavailable', 'unknown']),
    unavailable: z.array(z.string()),
  }),
});

/**
 * The converters as the product running on this machine reports them; it may have other restrictions than a command.
 */
export type ServiceConverters = z.output<typeof readiness>['converters'];

/**
 * Queries the product that runs on this machine; returns null if nothing, or another program, answers at F2E_LISTEN.
 */
export async function askService({ listen }: Pick<Config, 'listen'>): Promise<ServiceConverters | null> {
  const answer = await fetch(`http://${hostOf(listen.host)}:${listen.port}/readyz`, {
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).catch(() => null);
  if (answer === null) return null;
  // A product that is not ready (503) reports its converters as well.
  const read = readiness.safeParse(await answer.json().catch(() => null));
  return read.success ? read.data.converters : null;
}

/** Returns the host to connect to; for a listener on all addresses, the loopback address. */
export function hostOf(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
